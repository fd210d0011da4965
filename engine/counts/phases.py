"""The rungs PHASE and COMMIT: wind-ups begin and end, couches are reached, tools recover, timers run out."""

from __future__ import annotations

from typing import Any

from engine.clock import Rung
from engine.counts import (
    aiming,
    body,
    care,
    declare,
    fallen,
    lookup,
    maneuvers,
    missiles,
    modes,
    motion,
    report,
    stance,
)
from engine.counts.state import Action, Fight, Fighter, Phase, Tool
from engine.counts.timing import couch_time
from engine.events import Draw, Parry, Rise, Stun
from engine.units import Tick

Seq = int | None


def on_phase(fight: Fight, items: list[Any]) -> None:
    """Work off the phases that end at this tick; each item changes only its own fighter (rung PHASE)."""
    if len(items) > 1:
        items.sort(key=_rank)
    for item in items:
        if type(item) is Action:
            if item.phase is not Phase.OVER:
                _NEXT[item.kind](fight, item)
        else:
            call, subject, token = item
            call(fight, subject, token)


def _rank(item: Any) -> tuple[int, bool]:
    """Order by stream key; a stun ends before what else ends with it."""
    return (item.rank, True) if type(item) is Action else (item[1].rank, item[0] is not stun_over)


def _strike_phase(fight: Fight, action: Action) -> None:
    """Begin or end the wind-up of an attack or a release."""
    if action.phase is Phase.DECLARED:
        action.phase = Phase.WINDUP
        begin = report.release if action.kind == "release" else _windup
        action.seq = begin(fight, action)
        fight.clock.enlist(Rung.NOTICE, action)
    else:
        stance.ask(fight, action.fighter, "commit", action.seq)
        fight.clock.enlist(Rung.COMMIT, action)


def _windup(fight: Fight, action: Action) -> Seq:
    return report.windup(fight, action, action.commit)


def on_commit(fight: Fight, items: list[Action]) -> None:
    """Commit the wind-ups that ended and were not dropped (rung COMMIT)."""
    if fight.decided:
        return
    if len(items) > 1:
        items.sort(key=_rank)
    for action in items:
        if action.phase is Phase.WINDUP:
            action.phase = Phase.COMMITTED
            action.guarded = action.fighter.def_on
            action.seq = report.commit(fight, action)
            fight.clock.enlist(Rung.NOTICE, action)


def _couch_phase(fight: Fight, action: Action) -> None:
    """Begin to lift a weapon, or hold it couched."""
    if action.phase is Phase.DECLARED:
        action.phase = Phase.WINDUP
        until = action.begin + fight.ticks(couch_time(action.x, fight.rules))
        action.seq = report.windup(fight, action, until)
        fight.clock.enlist(Rung.NOTICE, action)
    else:
        _hold_couched(fight, action)


def _hold_couched(fight: Fight, action: Action) -> None:
    action.phase = Phase.COUCHED
    action.seq = report.couched(fight, action)
    stance.ask(fight, action.fighter, "couched", action.seq)


def recouched(fight: Fight, tool: Tool, token: int) -> None:
    """Reach the couch at the end of a recovery (C-TIM-4)."""
    action = tool.owner.action
    if token == tool.token and action is not None and action.tool is tool and action.phase is Phase.WINDUP:
        tool.recovered_at = fight.clock.now
        _hold_couched(fight, action)


def recover(fight: Fight, action: Action, lasts: Tick, cause: Seq) -> None:
    """Let an action's tool recover from now on (C-TIM-4, C-TIM-6).

    In ``design`` the fighter is asked again when it is over; otherwise at once.
    """
    fighter, tool, now = action.fighter, action.tool, fight.clock.now
    assert tool is not None
    tool.token += 1
    tool.last_x = action.x
    tool.recovered_at = max(now + lasts, tool.recovered_at if fight.rules.level != "design" else 0)
    seq = report.recover(fight, fighter, tool, tool.recovered_at, "ready", cause, action.id)
    over(fighter, action)
    if fight.rules.level != "design" or not lasts:
        ready(fight, fighter, "recovery is not a phase" if lasts else "no recovery", seq, action.id, tool)
        return
    fight.clock.at(tool.recovered_at, Rung.PHASE, (recovered, tool, (tool.token, seq, action.id)))
    stance.ask(fight, fighter, "recovering", seq)


def recovered(fight: Fight, tool: Tool, what: tuple[int, Seq, str]) -> None:
    """End a tool's recovery; its fighter is ready unless it is busy or stunned (C-TIM-6)."""
    token, seq, action = what
    busy = tool.owner.action
    if token == tool.token and not (busy is not None and busy.tool is tool):
        ready(fight, tool.owner, "recovered", seq, action, tool)


def recover_after_all(fight: Fight, action: Action, cause: Seq) -> None:
    """Let a tool whose re-couch is dropped or cancelled end its plain recovery (C-TIM-4, C-TIM-7)."""
    tool, ends = action.tool, action.begin
    assert tool is not None
    tool.token += 1
    tool.recovered_at = ends
    if ends > fight.clock.now:
        seq = report.recover(fight, tool.owner, tool, ends, "ready", cause, action.id)
        if fight.rules.level == "design":
            fight.clock.at(ends, Rung.PHASE, (recovered, tool, (tool.token, seq, action.id)))


def ready(fight: Fight, fighter: Fighter, why: str, cause: Seq, action: str | None = None, tool: Tool | None = None) -> None:
    """Note that a fighter is ready, and ask it if it is free."""
    if not lookup.acts(fight, fighter):
        return
    seq = report.ready(fight, fighter, why, tool.name if tool is not None else None, cause, action)
    if fighter.action is None:
        if fighter.keeps_attacking and "ready" not in fighter.asks:
            stance.keep_attacking(fight, fighter, seq)
        stance.ask(fight, fighter, "ready", seq)


def over(fighter: Fighter, action: Action) -> None:
    """End an action (CLK-4)."""
    action.phase = Phase.OVER
    if fighter.action is action:
        fighter.action = None
    if fighter.brink is not None:
        fallen.acted(fighter, action)


def _parry_phase(fight: Fight, action: Action) -> None:
    """Begin to lift a parry, or have it up (C-ARM-6)."""
    assert action.tool is not None
    if action.phase is Phase.DECLARED and action.ready > action.begin:
        action.phase = Phase.WINDUP
        return
    action.phase = Phase.UP
    action.late = fight.clock.now < action.tool.recovered_at
    action.seq = report.other(
        fight, Parry, action.fighter, action.seq, action.id, what="up", weapon=action.tool.name
    )


def drop_parry(fight: Fight, action: Action, cause: Seq) -> None:
    """Let a parry that is up recover (C-ARM-6)."""
    assert action.tool is not None
    action.x = 0.0
    unserved = max(0, action.tool.recovered_at - action.begin) if action.hurry else 0
    recover(fight, action, declare.parry_ticks(fight, action.tool) + unserved, cause)


def _draw_phase(fight: Fight, action: Action) -> None:
    """Begin to draw a weapon, or have it in hand (C-THR-1)."""
    fighter, tool = action.fighter, action.tool
    assert tool is not None
    if action.phase is Phase.DECLARED:
        action.phase = Phase.WORKING
        return
    if sum(lookup.hand_works(fighter, index) for index in (0, 1)) < tool.spec.hands:
        over(fighter, action)
        ready(fight, fighter, "no hand left to hold it", action.seq, action.id, tool)
        return
    take_in_hand(fighter, tool)
    if missiles.is_thrown(tool):
        missiles.load(tool)
    names = [held.name for held in fighter.held]
    seq = report.other(fight, Draw, fighter, action.seq, action.id, weapon=tool.name, what="drawn", in_hand=names)
    over(fighter, action)
    rearmed(fight, fighter, seq)
    ready(fight, fighter, "drawn", seq, action.id, tool)


def take_in_hand(fighter: Fighter, tool: Tool) -> None:
    """Put a tool into the hands it needs, in place of what they hold; useless hands hold nothing (C-WND-4)."""
    hands = [index for index in (0, 1) if lookup.hand_works(fighter, index)]
    if tool.spec.hands == 2:
        fighter.hold(tool, tool)
        return
    free = [index for index in hands if fighter.hands[index] is None]
    index = free[0] if free else hands[0]
    other = fighter.hands[1 - index]
    if other is fighter.hands[index]:  # a two-handed one
        other = None
    fighter.hold(*((tool, other) if index == 0 else (other, tool)))


def rearmed(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Reckon stage, set distance and top speed anew with what a fighter holds now."""
    body.limit_speed(fight, fighter, cause)
    stance.update(fight, fighter, cause)
    modes.judge(fight, fighter, cause)
    motion.replan(fight, fighter)


def _rise_phase(fight: Fight, action: Action) -> None:
    """Begin to get up, or stand (C-THR-1)."""
    fighter = action.fighter
    if action.phase is Phase.DECLARED:
        action.phase = Phase.WORKING
        return
    fighter.prone = False
    seq = report.other(fight, Rise, fighter, action.seq, action.id)
    over(fighter, action)
    modes.judge(fight, fighter, seq)
    motion.replan(fight, fighter)
    ready(fight, fighter, "risen", seq, action.id)


def stun_over(fight: Fight, fighter: Fighter, token: int) -> None:
    """End a stun; the fighter is ready at the later of stun and recovery (C-TIM-6, C-WND-4)."""
    if token != fighter.stun_token or fighter.out is not None:
        return
    fighter.stunned = False
    seq = report.other(fight, Stun, fighter, None, until=fight.t, over=True)
    modes.judge(fight, fighter, seq)
    motion.replan(fight, fighter)
    recovering = fight.rules.level == "design" and any(
        tool.recovered_at >= fight.clock.now for tool in fighter.held
    )
    if not recovering:
        ready(fight, fighter, "stun over", seq)


def timer(fight: Fight, fighter: Fighter, token: tuple[str, int]) -> None:
    """Ask a fighter whose timer has run out (reason ``hold_expired``)."""
    kind, value = token
    current = fighter.wait_token if kind == "wait" else fighter.wake_at
    if current == value and lookup.acts(fight, fighter):
        if kind == "wake":
            fighter.wake_at = -1
        stance.ask_always(fight, fighter, "hold_expired", fighter.decision_seq)


_NEXT = {
    "attack": _strike_phase,
    "release": _strike_phase,
    "couch": _couch_phase,
    "parry": _parry_phase,
    "draw": _draw_phase,
    "rise": _rise_phase,
    "overbear": _strike_phase,
    "throw": _strike_phase,
    "fire": _strike_phase,
    # looked up when they are called: these modules import this one
    "reload": lambda fight, action: missiles.reload_phase(fight, action),
    "aim": lambda fight, action: aiming.phase(fight, action),
    "bind": lambda fight, action: care.phase(fight, action),
    "press": maneuvers.contest,
    "retreat": maneuvers.contest,
    "lock": maneuvers.contest,
    "unlock": maneuvers.contest,
}
