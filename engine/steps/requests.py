"""The rung DECIDE: requests are opened, and their answers taken up together (CLK-5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.clock import Rung
from engine.events import BreakOff
from engine.events_steps import DodgeDeclared
from engine.options import Option
from engine.steps import declare, legality, movement, paths, phases, report, stance, view
from engine.steps.state import Fight, Fighter, Phase
from engine.system import Request

Seq = int | None
Answer = tuple[Request, Option, str | None]

URGENCY: dict[str, int] = {
    reason: place
    for place, reason in enumerate(
        ("start", "struck", "noticed", "commit", "target_down", "ready", "sighted", "arrived", "hold_expired")
    )
}

ACTIONS = ("fire", "aim", "reload", "bring", "face", "mode")


def on_decide(fight: Fight, items: list[Fighter]) -> None:
    """Open one request for each combatant that must decide, with all its reasons, and stop the clock (rung DECIDE).

    Standing orders answer for those who do not want to be asked; nobody is asked at the instant that decides the battle.
    What is left of the pass before was forfeited.
    """
    fight.requests = []
    for fighter in sorted({one for one in items if one.reasons}, key=lambda one: one.rank):
        if fighter.out is not None or fight.decided:
            fighter.reasons = []
        elif fighter.asks.isdisjoint(fighter.reasons):
            fighter.reasons = []
            fighter.threats.clear()
            fight.standing.append(fighter)
        else:
            fighter.reasons.sort(key=URGENCY.__getitem__)
            fight.requests.append(view.request(fight, fighter))
    if fight.requests:
        fight.clock.stop()
    elif fight.standing:
        take_up(fight, ())


def take_up(fight: Fight, answers: Sequence[Answer]) -> None:
    """Take up all answers of a pass: each changes only the answerer's own state (CLK-2).

    What came up for somebody after it was asked, because another forfeited meanwhile, it is asked for in the next pass.
    """
    fight.requests = []
    fight.changes += 1
    _obey_standing_orders(fight)
    for request, option, note in answers:
        fighter = fight.by_name[request.combatant]
        reasons = tuple(request.reasons)
        fighter.reasons = [reason for reason in fighter.reasons if reason not in reasons]
        if fighter.out is not None:
            continue
        seq = fighter.decision_seq = report.decision(fight, fighter, reasons, option, request.wake, note)
        if request.wake is not None:
            _set_wake(fight, fighter, request.wake)
        if option.do != "dodge":
            fighter.threats.clear()
        _TAKE[option.do](fight, fighter, option, seq)


def _obey_standing_orders(fight: Fight) -> None:
    """Shoot again for those whose standing order says so, where it is legal (CLK-5)."""
    ordered, fight.standing = fight.standing, []
    for fighter in ordered:
        option = fighter.last
        if not fighter.keeps_attacking or option is None or fighter.action is not None:
            continue
        target = getattr(option, "target", None)
        if target is not None and fight.by_name[target].out is not None:
            foes = sorted((one for one in fighter.sees if one.out is None), key=lambda one: one.rank)
            option = msgspec.structs.replace(option, target=foes[0].name) if foes else option
        if legality.refusal(fight, fighter, option) is None:
            fighter.decision_seq = fighter.ask_seq
            declare.begin(fight, fighter, option, fighter.ask_seq)


def _set_wake(fight: Fight, fighter: Fighter, wake: float) -> None:
    tick = fight.ticks(wake)
    if tick > fight.clock.now and tick != fighter.wake_at and tick <= fight.cap:
        fighter.wake_at = tick
        fight.clock.at(tick, Rung.PHASE, (phases.timer, fighter, ("wake", tick)))


def _hold(fight: Fight, fighter: Fighter, option: Any, cause: Seq) -> None:
    """Go on with what is under way."""


def _wait(fight: Fight, fighter: Fighter, option: Any, cause: Seq) -> None:
    fighter.wait_token += 1
    tick = fighter.wait_until = fight.ticks(option.until)
    if tick <= fight.cap:
        fight.clock.at(tick, Rung.PHASE, (phases.timer, fighter, ("wait", fighter.wait_token)))


def _act(fight: Fight, fighter: Fighter, option: Any, cause: Seq) -> None:
    """Declare an action; one whose target has left the fight meanwhile is asked again (CLK-4)."""
    target = getattr(option, "target", None)
    if target is not None and fight.by_name[target].out is not None:
        stance.ask(fight, fighter, "target_down", cause)
        return
    declare.begin(fight, fighter, option, cause)


def _break_off(fight: Fight, fighter: Fighter, option: Any, cause: Seq) -> None:
    """Drop the action: free while levelling or working, as a miss once committed (P-FIR-2).

    It may be gone already: its target has forfeited since the answer.
    """
    action = fighter.action
    if action is None:
        return
    fighter.totals.break_offs += 1
    if action.phase is Phase.COMMITTED:
        action.broken = True
        fields = {"phase": action.phase.value, "free": False, "why": "by choice"}
        action.seq = report.add(fight, BreakOff, fighter, cause, action.id, **fields)
        return
    stance.ask(fight, fighter, "ready", phases.drop(fight, action, True, "by choice", cause))


def _move(fight: Fight, fighter: Fighter, option: Any, cause: Seq) -> None:
    """Set off along a path of one's own, or by the shortest way; or stop (P-MOV-1)."""
    fighter.riders["move"] = fight.clock.now
    if option.pace == "still":
        movement.stop(fight, fighter, "stops", cause)
    else:
        path = list(option.path) if option.path is not None else movement.path_to(fight, fighter, option.to)
        if path:
            movement.set_off(fight, fighter, option.pace, path, "ordered", cause)
    _ask_again(fight, fighter, cause)


def _cover(fight: Fight, fighter: Fighter, option: Any, cause: Seq) -> None:
    """Set off for the nearest covered square (P-LOS-4)."""
    fighter.riders["move"] = fight.clock.now
    square = paths.cover_from(fight, fighter, option.threat)
    path = paths.shortest(fight, fighter.square, square) if square is not None else None
    if path:
        movement.set_off(fight, fighter, option.pace, path, "takes cover", cause)
    _ask_again(fight, fighter, cause)


def _dodge(fight: Fight, fighter: Fighter, option: Any, cause: Seq) -> None:
    """Declare a dodge against one attack, and be asked about the others (P-MOD-2, P-MOD-3).

    There may be none any more: its attacker has forfeited since the answer.
    """
    action = legality.threat(fighter, option.against)
    if action is not None:
        fighter.threats.remove(action)
        action.dodgers.append(fighter)
        report.add(fight, DodgeDeclared, fighter, cause, action.id, against=action.id, declared=True)
    if legality.threat(fighter, None) is not None:
        stance.ask(fight, fighter, "noticed", cause)
    else:
        _ask_again(fight, fighter, cause)


def _ask_again(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Ask a free combatant again at once after an option without duration."""
    if fighter.action is None:
        stance.ask(fight, fighter, "ready", cause)


Take = Callable[[Fight, Fighter, Any, Seq], None]

_TAKE: dict[str, Take] = {
    "hold": _hold,
    "wait": _wait,
    "break_off": _break_off,
    "move": _move,
    "cover": _cover,
    "dodge": _dodge,
    **dict.fromkeys(ACTIONS, _act),
}
