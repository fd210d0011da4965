"""The rung DECIDE: requests are opened, and their answers taken up together (CLK-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from engine.clock import Rung
from engine.counts import (
    actions,
    declare,
    fallen,
    legality,
    lookup,
    maneuvers,
    modes,
    motion,
    phases,
    report,
    rolls,
    stance,
    view,
)
from engine.counts.state import Action, Fight, Fighter, Phase
from engine.events import Defence
from engine.options import Option
from engine.system import Request

Seq = int | None
Answer = tuple[Request, Option, str | None]

URGENCY = {
    reason: place
    for place, reason in enumerate(
        ("start", "struck", "noticed", "commit", "target_down", "ready", "couched", "recovering", "contest_won", "locked",
         "unlocked", "edge", "disarmed", "fallen", "arrived", "stage_changed", "hold_expired")
    )
}  # fmt: skip


def on_decide(fight: Fight, items: list[Fighter]) -> None:
    """Open one request for each fighter that must decide, with all its reasons, and stop the clock (rung DECIDE).

    Nobody is asked any more at the instant that decides the battle; what is left of the pass before was forfeited.
    """
    fight.requests = []
    fight.moment += 1
    asked: dict[Fighter, None] = {}
    for fighter in items:
        if fighter.reasons and not fight.decided and lookup.acts(fight, fighter):
            asked[fighter] = None
        else:
            fighter.reasons.clear()
            fallen.unasked(fight, fighter)
    fighters: Iterable[Fighter] = asked
    if len(asked) > 1:
        fighters = sorted(asked, key=lambda fighter: fighter.rank)
    for fighter in fighters:
        if len(fighter.reasons) > 1:
            fighter.reasons.sort(key=URGENCY.__getitem__)
        fight.requests.append(view.request(fight, fighter))
    if fight.requests:
        fight.clock.stop()
    elif fight.standing and not fight.decided:
        take_up(fight, ())


def take_up(fight: Fight, answers: Sequence[Answer]) -> None:
    """Take up all answers of a pass: each changes only the answerer's own state; declarations before movements (CLK-2).

    What came up for somebody after it was asked, because another forfeited meanwhile, it is asked for in the next pass.
    """
    fight.requests = []
    fight.moment += 1
    if fight.standing:
        _obey_standing_orders(fight)
    later: list[tuple[Fighter, Option, tuple[str, ...], Seq]] = []
    brinks: list[tuple[Fighter, bool]] = []
    for request, option, note in answers:
        fighter = fight.by_name[request.combatant]
        reasons = tuple(request.reasons)
        if tuple(fighter.reasons) == reasons:
            fighter.reasons.clear()
        else:
            fighter.reasons = [reason for reason in fighter.reasons if reason not in reasons]
        if "edge" in reasons:
            brinks.append((fighter, isinstance(option, actions.Declaration)))
        seq = None
        if fight.log is not None:
            seq = report.decision(fight, fighter, reasons, option, request.wake, note)
        fighter.decision_seq = seq
        if request.wake is not None:
            _set_wake(fight, fighter, request.wake)
        if fighter.won and option.do not in ("press", "retreat"):
            fighter.won = 0
        if _has_left(fight, option):
            stance.ask(fight, fighter, "target_down", seq)
        elif isinstance(option, actions.Declaration) and not fighter.won:
            fighter.wait_token += 1
            declare.begin(fight, fighter, option, "noticed" in reasons, seq)
        else:
            later.append((fighter, option, reasons, seq))
    for fighter, option, reasons, seq in later:
        _TAKE[option.do](fight, fighter, option, reasons, seq)
    for fighter, declared in brinks:
        fallen.answered(fight, fighter, declared)


def _obey_standing_orders(fight: Fight) -> None:
    """Strike again for those whose standing order says so, where it is legal and they are not asked anyway (CLK-5)."""
    ordered, fight.standing = fight.standing, {}
    for fighter in sorted(ordered, key=lambda fighter: fighter.rank):
        option = fighter.struck_with
        if isinstance(option, actions.Attack) and fighter.foe is not None and fight.by_name[option.target].out is not None:
            option = msgspec.structs.replace(option, target=fighter.foe.name)
        if isinstance(option, actions.Attack) and not fighter.reasons and legality.refusal(fight, fighter, option) is None:
            fighter.decision_seq = ordered[fighter]
            fighter.wait_token += 1
            declare.begin(fight, fighter, option, False, ordered[fighter])


def _has_left(fight: Fight, option: Option) -> bool:
    """Return whether an option's target has forfeited since it was found legal (CLK-4)."""
    target = getattr(option, "target", None)
    return target is not None and fight.by_name[target].out is not None and option.do != "bind"


def _declare(fight: Fight, fighter: Fighter, option: actions.Declaration, reasons: tuple[str, ...], seq: Seq) -> None:
    fighter.wait_token += 1
    declare.begin(fight, fighter, option, "noticed" in reasons, seq)


def _set_wake(fight: Fight, fighter: Fighter, wake: float) -> None:
    tick = fight.ticks(wake)
    if tick > fight.clock.now and tick != fighter.wake_at and tick <= fight.cap:
        fighter.wake_at = tick
        fight.clock.at(tick, Rung.PHASE, (phases.timer, fighter, ("wake", tick)))


def _hold(fight: Fight, fighter: Fighter, option: Option, reasons: tuple[str, ...], seq: Seq) -> None:
    """Go on with what is under way."""


def _wait(fight: Fight, fighter: Fighter, option: Option, reasons: tuple[str, ...], seq: Seq) -> None:
    assert isinstance(option, actions.Wait)
    fighter.wait_token += 1
    tick = fight.ticks(option.until)
    if tick <= fight.cap:
        fight.clock.at(tick, Rung.PHASE, (phases.timer, fighter, ("wait", fighter.wait_token)))


def _break_off(fight: Fight, fighter: Fighter, option: Option, reasons: tuple[str, ...], seq: Seq) -> None:
    """Drop the action: free in the wind-up, as a miss once committed (C-TIM-7).

    It may be gone already: its target has forfeited since the answer (CLK-4).
    """
    action = fighter.action
    if action is None:
        return
    fighter.totals.break_offs += 1
    fighter.fresh = True
    fighter.last = None
    if action.phase is Phase.COMMITTED:
        action.broken = True
        action.seq = report.break_off(fight, action, False, "by choice", seq)
        return
    seq = report.break_off(fight, action, True, "by choice", seq)
    was_up = action.phase is Phase.UP
    fighter.timeline.interrupt()
    if was_up:
        phases.drop_parry(fight, action, seq)
        return
    phases.over(fighter, action)
    if isinstance(action.option, actions.Recouch):
        phases.recover_after_all(fight, action, seq)
        if fight.rules.level == "design" and action.begin > fight.clock.now:
            return
    stance.ask(fight, fighter, "ready", seq)


def _recouch(fight: Fight, fighter: Fighter, option: Option, reasons: tuple[str, ...], seq: Seq) -> None:
    """Let a recovery end in the couch (C-TIM-3, C-TIM-4)."""
    tool = legality.recouched_tool(fight, fighter, option)
    assert tool is not None
    fighter.wait_token += 1
    fighter.number += 1
    action = Action(f"{fighter.name}#{fighter.number}", fighter, "couch", option, fighter.rank, tool, None, Phase.WINDUP)
    until = legality.recouch_ends(fight, tool)
    action.x, action.begin = tool.last_x, tool.recovered_at
    action.noticed_by = []
    fighter.action = action
    fighter.last = None
    tool.token += 1
    action.seq = report.recover(fight, fighter, tool, until, "couched", seq, action.id)
    tool.recovered_at = until
    fight.clock.at(until, Rung.PHASE, (phases.recouched, tool, tool.token))


def _mode(fight: Fight, fighter: Fighter, option: Option, reasons: tuple[str, ...], seq: Seq) -> None:
    assert isinstance(option, actions.Mode)
    fighter.riders["mode"] = fight.clock.now
    fighter.mode_points = option.speed_points
    modes.judge(fight, fighter, modes.change(fight, fighter, option.mode, option.set_distance, "C-MOD-1", seq))
    _ask_again(fight, fighter)


def _defence(fight: Fight, fighter: Fighter, option: Option, reasons: tuple[str, ...], seq: Seq) -> None:
    """Turn DEF on or off after a pre-set INIT (C-HIT-9)."""
    assert isinstance(option, actions.Defence)
    fighter.riders["def"] = fight.clock.now
    fighter.def_token += 1
    modes.spend(fight, fighter, option.speed_points)
    wait, cause = rolls.init(fight, fighter, True, option.speed_points, 0.0, "DEF", seq)
    item = (set_defence, fighter, (fighter.def_token, option.active, cause))
    if wait:
        fight.clock.at(fight.clock.now + wait, Rung.PHASE, item)
    else:
        fight.clock.enlist(Rung.PHASE, item)
    _ask_again(fight, fighter)


def set_defence(fight: Fight, fighter: Fighter, what: tuple[int, bool, Seq]) -> None:
    """Have DEF on or off from now on."""
    token, active, cause = what
    if token == fighter.def_token and lookup.acts(fight, fighter):
        fighter.def_on = active
        if active and fighter.action is not None:
            fighter.action.guarded = True
        report.other(fight, Defence, fighter, cause, active=active)


def _ask_again(fight: Fight, fighter: Fighter) -> None:
    """Ask a free fighter again at once after an option without duration."""
    if fighter.action is None:
        stance.ask(fight, fighter, "ready", fighter.decision_seq)


def _move(fight: Fight, fighter: Fighter, option: Option, reasons: tuple[str, ...], seq: Seq) -> None:
    """Order a movement: a press or retreat when engaged, else a pre-set INIT and then the speed asked (C-MOD-6)."""
    assert isinstance(option, actions.Move)
    maneuver = legality.as_maneuver(fight, fighter, option)
    if maneuver is not None:
        _declare(fight, fighter, maneuver, reasons, seq)
        return
    fighter.riders["move"] = fight.clock.now
    fighter.ordered_token += 1
    modes.drop_need(fighter)
    if option.to is None and option.toward is None and option.away is None:
        fighter.ordered = None
        motion.stop(fight, fighter, "ordered to stop", seq)
        modes.judge(fight, fighter, seq)
        _ask_again(fight, fighter)
        return
    fighter.ordered = legality.motion_of(fight, fighter, option)
    modes.spend(fight, fighter, option.speed_points)
    wait, cause = rolls.init(fight, fighter, True, option.speed_points, 0.0, "move", seq)
    item = (move_off, fighter, (fighter.ordered_token, cause))
    if wait:
        fight.clock.at(fight.clock.now + wait, Rung.PHASE, item)
    else:
        fight.clock.enlist(Rung.PHASE, item)
    _ask_again(fight, fighter)


def move_off(fight: Fight, fighter: Fighter, what: tuple[int, Seq]) -> None:
    """Begin an ordered movement; one that is thrown back then begins it afterwards (C-KNB-4)."""
    token, cause = what
    order, moving = fighter.ordered, fighter.motion
    if token != fighter.ordered_token or order is None:
        return
    if moving is not None and moving.kind == "knockback":
        fight.clock.at(moving.ends, Rung.PHASE, (move_off, fighter, what))
        return
    fighter.ordered = None
    if not lookup.acts(fight, fighter) or fighter.prone or fighter.brink is not None:
        return
    top = lookup.top_speed(fight, fighter)
    order.speed = min(order.speed, top)
    if order.speed <= 0.0 or (order.foe is not None and order.foe.out is not None and order.point is None):
        return
    if order.foe is not None and order.point is None and order.foe.side != fighter.side:
        stance.face(fight, fighter, order.foe, True, cause)
        modes.follow(fight, fighter, order.direction, cause)
    modes.drop_need(fighter)
    motion.start(fight, fighter, order, cause)


def _ground(fight: Fight, fighter: Fighter, option: Option, reasons: tuple[str, ...], seq: Seq) -> None:
    """Take the stages won in a contest somebody else began (C-STG-4)."""
    direction = 1 if option.do == "press" else -1
    loser = fight.by_name[option.target]  # type: ignore[attr-defined]
    maneuvers.take(fight, fighter, loser, direction, getattr(option, "over", False), seq)


Take = Callable[[Fight, Fighter, Option, tuple[str, ...], Seq], None]

_TAKE: dict[str, Take] = {
    "hold": _hold,
    "wait": _wait,
    "break_off": _break_off,
    "recouch": _recouch,
    "mode": _mode,
    "def": _defence,
    "move": _move,
    "press": _ground,
    "retreat": _ground,
}

