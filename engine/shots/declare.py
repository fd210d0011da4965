"""Declaring an action at one's own shot: its effect is immediate, its cost lowers the counter (S-SEQ-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import GuardTripped
from engine.events import Fall, Reloaded
from engine.events import Rise as Risen
from engine.events_shots import Tended
from engine.options import Option
from engine.shots import actions, belongings, body, costs, counter, guard, lookup, motion, report, rolls
from engine.shots.lookup import Term
from engine.shots.state import Action, Fight, Fighter, Tool

Seq = int | None

RUN = "run"


def begin(fight: Fight, fighter: Fighter, option: Option, cause: Seq, free: bool = False) -> Action:
    """Take up an action: pay for it, set off, do it; an attack is announced (S-SEQ-3, S-DEF-1)."""
    kind = option.do
    fighter.number += 1
    fighter.totals.actions += 1
    shots = 0 if free else costs.cost(fight, fighter, option)
    terms = costs.terms(fight, fighter, option) if fight.log is not None and not free else []
    action = Action(f"{fighter.name}#{fighter.number}", fighter, option, kind, fighter.rank, shots, free=free)
    count(fight, fighter, action)
    guard.act(fight, fighter)
    left = lookup.shot_of(fight, fighter) - shots
    action.seq = report.declare(fight, action, left)
    if not free:
        _pay(fight, fighter, action, shots, terms)
    if isinstance(option, actions.Mover):
        _set_off(fight, fighter, option, shots, action.seq)
    _DO[kind](fight, action, option)
    return action


def count(fight: Fight, fighter: Fighter, action: Action) -> None:
    """Count declarations of this instant for the guard (CLK-8)."""
    now = fight.clock.now
    if fight.actions_at != now:
        fight.actions_at, fight.actions_count = now, 0
    fight.actions_count += 1
    if fight.actions_count > fight.rules.guard_actions * (1 + len(fight.fighters) // 100):
        raise GuardTripped(
            f"more than {fight.rules.guard_actions} actions at one tick", now, fighter.name, action.id, "CLK-8"
        )


def _pay(fight: Fight, fighter: Fighter, action: Action, shots: int, terms: list[Term]) -> None:
    """Pay for an action of one's own shot; what costs none leaves the turn open (S-SEQ-3, S-SEQ-4)."""
    if fighter.acted_in != fight.sequence:
        fighter.acted_in, fighter.acted = fight.sequence, 0
    fighter.acted += 1
    fighter.surprised = False
    if shots <= 0:
        fighter.riders[action.kind] = fight.clock.now
        if terms:
            report.counter(fight, fighter, fighter.counter, "S-SEQ-3", action.kind.replace("_", " "), action.seq, action.id, terms)
        return
    fighter.turn = fighter.holding = False
    counter.pay(fight, fighter, shots, "S-SEQ-3", action.kind.replace("_", " "), action.seq, action.id, terms)


def _set_off(fight: Fight, fighter: Fighter, option: actions.Mover, shots: int, cause: Seq) -> None:
    """Begin the movement an action carries: up to Move meters, twice that at a run (S-MOV-1).

    Opponents with free shots notice who comes closer, unless it hides (S-CHR-3, S-DEF-3).
    """
    limit = fighter.spec.move * (fight.rules.run_factor if option.do == RUN else 1.0)
    end = motion.goal(fight, fighter, option, limit)
    if end is None:
        return
    before = lookup.place(fight, fighter)
    motion.start(fight, fighter, end, shots, option.do, option.toward, option.distance, cause)
    if fighter.hidden:
        return
    for other in lookup.watchers(fight):
        if other.side == fighter.side or other.out is not None:
            continue
        there = lookup.place(fight, other)
        if lookup.apart(end, there) < lookup.apart(before, there):
            other.closing.append(fighter)


# one function a kind: what it does at once


def _nothing_more(fight: Fight, action: Action, option: Any) -> None:
    """Movement alone."""


def _attack(fight: Fight, action: Action, option: Any) -> None:
    """Announce an attack on a character or a structure (S-DEF-1)."""
    action.target, action.place = fight.by_name.get(option.target), fight.places.get(option.target)
    if action.target is not None:
        action.place = None
    _announce(fight, action, option, [option.target])


def _area(fight: Fight, action: Action, option: Any) -> None:
    """Announce an attack on everyone around a point (S-RNG-4)."""
    fighter = action.fighter
    tool = fighter.tools[option.weapon]
    spot = fight.places.get(option.target) if option.target not in fight.by_name else None
    if option.at is not None:
        action.at = option.at
    elif spot is not None:
        action.at = (spot.x, spot.y)
    else:
        action.at = lookup.place(fight, fight.by_name[option.target])
    action.area = True
    action.caught = [
        other
        for other in fight.fighters
        if other.out is None and lookup.apart(lookup.place(fight, other), action.at) <= tool.spec.radius
    ]
    _announce(fight, action, option, [other.name for other in action.caught])


def _announce(fight: Fight, action: Action, option: Any, targets: list[str]) -> None:
    fighter = action.fighter
    action.tool = fighter.tools[option.weapon]
    action.option_shots, action.fortune = option.shots, option.fortune
    action.unseen, fighter.hidden = fighter.hidden, False
    fighter.last = option
    action.seq = report.announce(fight, action, targets)
    fight.announced.append(action)
    if not action.free:
        fight.unresponded.append(action)


def _draw(fight: Fight, action: Action, option: Any) -> None:
    """Take a weapon into the hands it needs; what they hold is put away (S-SEQ-3)."""
    take(fight, action.fighter, action.fighter.tools[option.weapon], "drawn", action.seq, action.id)


def take(fight: Fight, fighter: Fighter, tool: Tool, what: str, cause: Seq, action: str | None) -> None:
    """Put a weapon of one's kit into the hands, free ones first."""
    order = sorted((0, 1), key=lambda index: fighter.hands[index] is not None)
    for index in order[: tool.spec.hands]:
        held = fighter.hands[index]
        if held is not None:
            fighter.hands = [None if other is held else other for other in fighter.hands]
        fighter.hands[index] = tool
    report.in_hand(fight, fighter, tool.name, what, cause, action)


def _pick_up(fight: Fight, action: Action, option: Any) -> None:
    """Pick up a weapon that lies within reach: it is fought for by all who grasp at it at one instant (CLK-2)."""
    fight.grasping.append((action, option.weapon))


def settle_grasps(fight: Fight) -> None:
    """Give every weapon that was grasped at to who is nearest to it, then to the first by stream key."""
    grasping, fight.grasping = fight.grasping, []
    able = [(action, name) for action, name in grasping if action.fighter.out is None]
    near = [(tool, action) for action, name in able for tool in _within(fight, action.fighter, name)]
    near.sort(key=lambda pair: (_gap(fight, pair[1].fighter, pair[0]), pair[1].rank))
    got: set[str] = set()
    for tool, action in near:
        if tool in fight.lying and action.id not in got:
            got.add(action.id)
            fight.lying.remove(tool)
            belongings.adopt(action.fighter, tool)
            take(fight, action.fighter, tool, "picked_up", action.seq, action.id)


def _within(fight: Fight, fighter: Fighter, name: str) -> list[Tool]:
    reach = fight.rules.melee_reach
    return [tool for tool in fight.lying if tool.name == name and _gap(fight, fighter, tool) <= reach]


def _gap(fight: Fight, fighter: Fighter, tool: Tool) -> float:
    assert tool.place is not None
    return lookup.apart(lookup.place(fight, fighter), tool.place)


def _reload(fight: Fight, action: Action, option: Any) -> None:
    """Load a weapon full, as far as what is carried goes (S-SEQ-3)."""
    tool = action.fighter.tools[option.weapon]
    added = min(tool.spec.magazine - tool.loaded, tool.carried)
    tool.loaded, tool.carried = tool.loaded + added, tool.carried - added
    if fight.log is not None:
        fields = {"weapon": tool.name, "loaded": tool.loaded, "left": tool.carried}
        report.add(fight, Reloaded, action.fighter, action.seq, action.id, **fields)


def _bind(fight: Fight, action: Action, option: Any) -> None:
    """Tend somebody: one who is dying no longer is; else the Outcome comes off the Wound Points, once (S-CHR-1)."""
    fight.tending.append((action, fight.by_name[option.target], option.fortune))


def settle_tending(fight: Fight) -> None:
    """Roll Medicine for all who tend somebody at this instant, each against the patient as it was before."""
    tending, fight.tending = fight.tending, []
    rules = fight.rules
    results = []
    able = [one for one in tending if one[0].fighter.out is None]
    for action, patient, fortune in sorted(able, key=lambda one: one[0].rank):
        if patient.dies_in:
            against: list[Term] = [
                (rules.medicine_dying, "S-CHR-1", "tending the dying"), (patient.failed_by, "S-WND-2", "Death Test failed by")
            ]  # fmt: skip
        else:
            against = [(rules.medicine_wounds, "S-CHR-1", "treating wounds")]
        margin, wonder, seq = rolls.medicine(fight, action.fighter, against, fortune, action.seq, action.id)
        results.append((action, patient, margin, wonder, seq, bool(patient.dies_in)))
    for action, patient, margin, wonder, seq, was_dying in results:
        healed = 0
        before = patient.wounds
        if margin >= 0 and was_dying:
            patient.dies_in, patient.out = 0, "down"
            fight.progress_at = fight.clock.now
        elif margin >= 0 and not patient.tended:
            gained = margin + (rules.wonder_outcome if wonder else 0)
            healed = min(gained, patient.wounds)
            patient.wounds -= healed
            patient.tended = True
        fields = {"target": patient.name, "bound": margin >= 0, "healed": healed, "wounds": patient.wounds}
        seq = report.add(fight, Tended, action.fighter, seq, action.id, **fields)
        body.note_impairment(fight, patient, before, seq)
        if wonder and margin < 0:
            action.fighter.totals.fumbles += 1
            counter.pay(fight, action.fighter, rules.fumble_shots, "S-ROL-1", "fumble", seq, action.id)


def _drop(fight: Fight, action: Action, option: Any) -> None:
    """Lie down (S-RNG-2)."""
    action.fighter.prone = True
    report.add(fight, Fall, action.fighter, action.seq, action.id, why="drops prone")


def _rise(fight: Fight, action: Action, option: Any) -> None:
    """Get up (S-RNG-2)."""
    action.fighter.prone = False
    report.add(fight, Risen, action.fighter, action.seq, action.id)


_DO: dict[str, Callable[[Fight, Action, Any], None]] = {
    "attack": _attack,
    "throw": _attack,
    "area": _area,
    "move": _nothing_more,
    "run": _nothing_more,
    "draw": _draw,
    "pick_up": _pick_up,
    "reload": _reload,
    "bind": _bind,
    "drop": _drop,
    "rise": _rise,
}
