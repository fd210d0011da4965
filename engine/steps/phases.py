"""The legs of an action on the clock: levelling, the commit, work that is over, recovering from a dodge (P-FIR-2, CLK-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.clock import Rung
from engine.events import BreakOff, Ready, Reloaded
from engine.events_steps import GuardMode, Levelled, Squeezed, StepsAim
from engine.steps import grid, lookup, movement, report, stance
from engine.steps.state import Action, Fight, Fighter, Phase

Seq = int | None


def on_phase(fight: Fight, items: list[tuple[Any, ...]]) -> None:
    """Begin and end what is due (rung PHASE)."""
    for call, what, *rest in sorted(items, key=_rank):
        call(fight, what, *rest)


def _rank(item: tuple[Any, ...]) -> tuple[int, int]:
    what = item[1]
    fighter = what.fighter if isinstance(what, Action) else what
    return fighter.rank, fighter.number


def start(fight: Fight, action: Action) -> None:
    """Set an action going: at once, or when its begin comes (CLK-2)."""
    if action.begin > fight.clock.now:
        arm(fight, action, action.begin, Rung.PHASE, begin)
    else:
        fight.clock.enlist(Rung.PHASE, (begin, action, action.token))


def arm(fight: Fight, action: Action, tick: int, rung: int, call: Callable[..., None] | None) -> None:
    """Set the timer of an action's present leg."""
    action.due = tick
    action.next = (rung, call)
    item = (call, action, action.token) if call is not None else (action, action.token)
    fight.clock.at(tick, rung, item)


def begin(fight: Fight, action: Action, token: int) -> None:
    """Begin levelling, or working."""
    if not _is_live(action, token):
        return
    if action.kind != "fire":
        action.phase = Phase.WORKING
        arm(fight, action, action.ready, Rung.PHASE, work_over)
        return
    action.phase = Phase.WINDUP
    if fight.log is not None:
        assert action.weapon is not None
        report.add(
            fight, Levelled, action.fighter, action.seq, action.id, weapon=action.weapon.name,
            target=action.target.name if action.target else None, until=action.commit / fight.per_count,
        )  # fmt: skip
    if action.commit > fight.clock.now:
        arm(fight, action, action.commit, Rung.PHASE, levelled)
    else:
        levelled(fight, action, token)


def levelled(fight: Fight, action: Action, token: int) -> None:
    """End levelling: the last moment for a free break-off; then the shot is committed (P-FIR-2)."""
    if not _is_live(action, token):
        return
    if "commit" in action.fighter.asks:
        stance.ask(fight, action.fighter, "commit", action.seq)
    fight.clock.enlist(Rung.COMMIT, (action, token))


def on_commit(fight: Fight, items: list[tuple[Action, int]]) -> None:
    """Commit the shots whose levelling ended and was not dropped (rung COMMIT)."""
    for action, token in sorted(items, key=lambda item: item[0].rank):
        if not _is_live(action, token) or action.phase is not Phase.WINDUP:
            continue
        action.phase = Phase.COMMITTED
        if fight.log is not None:
            assert action.weapon is not None
            action.seq = report.add(
                fight, Squeezed, action.fighter, action.seq, action.id, weapon=action.weapon.name,
                target=action.target.name if action.target else None, impact=action.impact / fight.per_count,
            )  # fmt: skip
        fight.clock.enlist(Rung.NOTICE, action)
        arm(fight, action, action.impact, Rung.STRIKE, None)


def _is_live(action: Action, token: int) -> bool:
    return action.phase is not Phase.OVER and action.token == token and action.fighter.action is action


def delay(fight: Fight, action: Action, ticks: int) -> None:
    """Push an action back, from the end of its present leg on: a dodge costs its time (P-MOD-2)."""
    if action.phase is Phase.OVER or action.next is None:
        return
    action.token += 1
    for name in ("begin", "commit", "impact", "ready"):
        if getattr(action, name) >= action.due:
            setattr(action, name, getattr(action, name) + ticks)
    rung, call = action.next
    arm(fight, action, action.due + ticks, rung, call)


def over(fight: Fight, action: Action, why: str, cause: Seq) -> None:
    """End an action: its combatant is ready again and asked anew."""
    action.phase = Phase.OVER
    fighter = action.fighter
    if fighter.action is action:
        fighter.action = None
    seq = report.add(fight, Ready, fighter, cause, action.id, why=why)
    stance.ask(fight, fighter, "ready", seq)


def drop(fight: Fight, action: Action, free: bool, why: str, cause: Seq) -> Seq:
    """Drop an action that is not committed: nothing comes of it (P-FIR-2)."""
    phase = action.phase.value
    action.phase = Phase.OVER
    if action.fighter.action is action:
        action.fighter.action = None
    return report.add(fight, BreakOff, action.fighter, cause, action.id, phase=phase, free=free, why=why)


def rested(fight: Fight, fighter: Fighter, tick: int) -> None:
    """Ask a combatant again that did nothing but dodge."""
    if fighter.busy_until == tick and fighter.action is None:
        stance.ask(fight, fighter, "ready", fighter.decision_seq)


def timer(fight: Fight, fighter: Fighter, what: tuple[str, int]) -> None:
    """Ask a combatant at a count it named, or whose wait is over."""
    kind, value = what
    if kind == "wake" and fighter.wake_at == value:
        fighter.wake_at = -1
        stance.ask(fight, fighter, "hold_expired", fighter.decision_seq)
    elif kind == "wait" and fighter.wait_token == value and fighter.action is None:
        stance.ask(fight, fighter, "hold_expired", fighter.decision_seq)


# what work comes to


def work_over(fight: Fight, action: Action, token: int) -> None:
    """Do what an action without a shot was for, at its end."""
    if _is_live(action, token):
        _WORK[action.kind](fight, action)
        over(fight, action, action.kind, action.seq)


def _aim(fight: Fight, action: Action) -> None:
    """Count a spell of aim; out of sight meanwhile, the target was aimed at in vain (P-FIR-1, P-LOS-1)."""
    fighter, target, weapon = action.fighter, action.target, action.weapon
    assert target is not None
    assert weapon is not None
    if not lookup.sees(fight, fighter, target):
        stance.lose_aim(fight, fighter, "out of sight", action.seq)
        return
    before = fighter.aim
    spells = before[2] if before is not None and before[0] is target and before[1] is weapon else 0
    spells = min(spells + 1, fight.rules.aim_most)
    fighter.aim = (target, weapon, spells)
    report.add(fight, StepsAim, fighter, action.seq, action.id, target=target.name, spells=spells, why="aims")


def _reload(fight: Fight, action: Action) -> None:
    """Load a weapon full, as far as what is carried goes (P-FIR-2)."""
    weapon = action.weapon
    assert weapon is not None
    added = min(weapon.spec.magazine - weapon.loaded, weapon.carried)
    weapon.loaded, weapon.carried = weapon.loaded + added, weapon.carried - added
    fields = {"weapon": weapon.name, "loaded": weapon.loaded, "left": weapon.carried}
    report.add(fight, Reloaded, action.fighter, action.seq, action.id, **fields)


def _bring(fight: Fight, action: Action) -> None:
    action.fighter.hand = action.weapon
    stance.lose_aim(fight, action.fighter, "another weapon", action.seq)


def _face(fight: Fight, action: Action) -> None:
    facing = grid.FACINGS.index(action.option.facing)  # type: ignore[attr-defined]
    movement.turn(fight, action.fighter, facing, "turned", action.seq)


def _mode(fight: Fight, action: Action) -> None:
    fighter = action.fighter
    fighter.mode = action.option.mode  # type: ignore[attr-defined]
    report.add(fight, GuardMode, fighter, action.seq, action.id, mode=fighter.mode, why="chosen")


_WORK: dict[str, Callable[[Fight, Action], None]] = {
    "aim": _aim,
    "reload": _reload,
    "bring": _bring,
    "face": _face,
    "mode": _mode,
}


# who may dodge


def on_notice(fight: Fight, items: list[Action]) -> None:
    """Ask whoever may declare a dodge against a shot just committed: the targets, and who stands in the line (P-MOD-2, 3)."""
    for action in sorted(items, key=lambda one: (one.rank, one.fighter.number)):
        if action.phase is not Phase.COMMITTED:
            continue
        for fighter in may_dodge(fight, action):
            fighter.threats.append(action)
            action.asked.append(fighter)
            stance.ask(fight, fighter, "noticed", action.seq)


def may_dodge(fight: Fight, action: Action) -> list[Fighter]:
    """Return who could dodge an attack now: aimed at or giving cover, and guarding the arc it comes from (P-MOD-1)."""
    from engine.steps import targets

    start = action.fighter.square
    found: dict[Fighter, None] = {}
    for target in targets.of(fight, action):
        found[target] = None
        for cover in lookup.line(fight, start, target.square).covers:
            if cover.fighter is not None:
                found[cover.fighter] = None
    found.pop(action.fighter, None)
    able = [one for one in found if one.out is None and lookup.guards(fight, one, start)]
    return sorted(able, key=lambda one: one.rank)
