"""Writing the fight's events: one function a kind, each silent and cheap when nobody listens.

A function returns the event's ``seq``, which later events name as their cause; None when there is no log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine import events
from engine.counts.state import Action, Fight, Fighter, Motion, Phase, Tool
from engine.events import Mod
from engine.options import Option
from engine.units import Tick

Seq = int | None
Why = tuple[tuple[str, str], ...]


MISSING = "C-HIT-9"
"""The rule whose modifier is logged though it is zero: its reason says why DEF is missing."""


def mods_of(terms: Sequence[float], why: Sequence[tuple[str, str]]) -> list[Mod]:
    """Return the modifiers of a roll, each with its rule and reason; zero ones only where they say what is missing."""
    return [
        Mod(rule, value, text)
        for value, (rule, text) in zip(terms, why, strict=True)
        if value or rule == MISSING
    ]


def roll(
    fight: Fight,
    fighter: Fighter,
    purpose: str,
    dice: str,
    faces: Sequence[int],
    result: str,
    terms: Sequence[float] = (),
    why: Sequence[tuple[str, str]] = (),
    need: float | None = None,
    margin: float | None = None,
    cause: Seq = None,
    action: str | None = None,
) -> Seq:
    """Log one roll."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Roll(
            seq=log.seq, t=fight.t, actor=fighter.name, action=action, cause=cause, purpose=purpose, dice=dice,
            faces=list(faces), result=result, mods=mods_of(terms, why) if terms else [], need=need, margin=margin,
        )
    )  # fmt: skip


def decision(fight: Fight, fighter: Fighter, reasons: Sequence[str], option: Option, wake: Any, note: str | None) -> Seq:
    """Log an answer."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Decision(
            seq=log.seq, t=fight.t, actor=fighter.name, action=fighter.action.id if fighter.action else None,
            cause=fighter.ask_seq, reason=list(reasons),
            option=msgspec.to_builtins(option), rules=list(option.rules), wake=wake, note=note,
        )
    )  # fmt: skip


def declare(fight: Fight, action: Action, couched: Tick | None = None) -> Seq:
    """Log a declaration with its planned times."""
    log = fight.log
    if log is None:
        return None
    per = fight.per_count
    return log.add(
        events.Declare(
            seq=log.seq, t=fight.t, actor=action.fighter.name, action=action.id, cause=action.fighter.decision_seq,
            option=msgspec.to_builtins(action.option), rules=list(action.option.rules), begin=action.begin / per,
            commit=action.commit / per if action.commit else None, impact=action.impact / per if action.impact else None,
            ready=action.ready / per if action.ready else None, couched=None if couched is None else couched / per,
            x=action.x or None, w=action.tool.w if action.tool else None,
        )
    )  # fmt: skip


def init(
    fight: Fight, fighter: Fighter, counts: float, preset: bool, points: int, purpose: str | None, cause: Seq,
    action: str | None = None,
) -> Seq:  # fmt: skip
    """Log an INIT."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Init(
            seq=log.seq, t=fight.t, actor=fighter.name, action=action, cause=cause, counts=counts, preset=preset,
            speed_points=points, purpose=purpose,
        )
    )  # fmt: skip


def windup(fight: Fight, action: Action, until: Tick) -> Seq:
    """Log the begin of a wind-up."""
    log = fight.log
    if log is None:
        return None
    assert action.tool is not None
    return log.add(
        events.Windup(
            seq=log.seq, t=fight.t, actor=action.fighter.name, action=action.id, cause=action.seq, kind=action.kind,
            weapon=action.tool.name, until=until / fight.per_count, target=action.target.name if action.target else None,
        )
    )  # fmt: skip


def couched(fight: Fight, action: Action) -> Seq:
    """Log that a weapon is couched."""
    log = fight.log
    if log is None:
        return None
    assert action.tool is not None
    return log.add(
        events.Couched(
            seq=log.seq, t=fight.t, actor=action.fighter.name, action=action.id, cause=action.seq, weapon=action.tool.name
        )
    )


def release(fight: Fight, action: Action) -> Seq:
    """Log that a couched weapon begins its strike."""
    log = fight.log
    if log is None:
        return None
    assert action.tool is not None
    assert action.target is not None
    return log.add(
        events.Release(
            seq=log.seq, t=fight.t, actor=action.fighter.name, action=action.id, cause=action.seq,
            weapon=action.tool.name, target=action.target.name, until=action.commit / fight.per_count,
        )
    )  # fmt: skip


def commit(fight: Fight, action: Action) -> Seq:
    """Log that a blow is in motion."""
    log = fight.log
    if log is None:
        return None
    assert action.tool is not None
    assert action.target is not None
    return log.add(
        events.Commit(
            seq=log.seq, t=fight.t, actor=action.fighter.name, action=action.id, cause=action.seq,
            weapon=action.tool.name, target=action.target.name, impact=action.impact / fight.per_count,
        )
    )  # fmt: skip


def impact(fight: Fight, action: Action, result: str, cause: Seq, **details: Any) -> Seq:
    """Log a blow's impact count."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Impact(
            seq=log.seq, t=fight.t, actor=action.fighter.name, action=action.id, cause=cause, result=result,
            target=action.target.name if action.target else None, weapon=action.tool.name if action.tool else None,
            **details,
        )
    )  # fmt: skip


def effect(
    fight: Fight, fighter: Fighter, name: str, rule: str, location: str | None, value: float | None,
    state: dict[str, Any], cause: Seq,
) -> Seq:  # fmt: skip
    """Log what a wound does beyond the loss."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Effect(
            seq=log.seq, t=fight.t, actor=fighter.name, cause=cause, effect=name, rule=rule, location=location,
            value=value, state=state,
        )
    )  # fmt: skip


def recover(fight: Fight, fighter: Fighter, tool: Tool, until: Tick, to: str, cause: Seq, action: str | None) -> Seq:
    """Log that a tool begins to recover."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Recover(
            seq=log.seq, t=fight.t, actor=fighter.name, action=action, cause=cause, weapon=tool.name,
            until=until / fight.per_count, to=to,
        )
    )  # fmt: skip


def ready(fight: Fight, fighter: Fighter, why: str, weapon: str | None, cause: Seq, action: str | None = None) -> Seq:
    """Log that a fighter or its tool is ready again."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Ready(seq=log.seq, t=fight.t, actor=fighter.name, action=action, cause=cause, why=why, weapon=weapon)
    )


def break_off(fight: Fight, action: Action, free: bool, why: str, cause: Seq) -> Seq:
    """Log that an action is dropped."""
    log = fight.log
    if log is None:
        return None
    phase = Phase(action.phase).name.lower()
    return log.add(
        events.BreakOff(
            seq=log.seq, t=fight.t, actor=action.fighter.name, action=action.id, cause=cause, phase=phase, free=free, why=why
        )
    )


def notice(fight: Fight, fighter: Fighter, action: Action, what: str, cause: Seq) -> Seq:
    """Log that a fighter notices a wind-up or a commit."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Notice(
            seq=log.seq, t=fight.t, actor=fighter.name, cause=cause, of=action.fighter.name, what=what, noticed=action.id
        )
    )


def mode(fight: Fight, fighter: Fighter, keeps: float, why: str, cause: Seq) -> Seq:
    """Log a fighter's background movement."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Mode(
            seq=log.seq, t=fight.t, actor=fighter.name, cause=cause, mode=fighter.mode, set_distance=keeps, why=why
        )
    )


def defence(fight: Fight, fighter: Fighter, cause: Seq) -> Seq:
    """Log that DEF is on or off now."""
    log = fight.log
    if log is None:
        return None
    return log.add(events.Defence(seq=log.seq, t=fight.t, actor=fighter.name, cause=cause, active=fighter.def_on))


def move(fight: Fight, fighter: Fighter, motion: Motion | None, why: str, gap: float | None, cause: Seq) -> Seq:
    """Log that a velocity changes."""
    log = fight.log
    if log is None:
        return None
    toward = motion.foe.name if motion is not None and motion.foe is not None else None
    return log.add(
        events.Move(
            seq=log.seq, t=fight.t, actor=fighter.name, cause=cause, position=(fighter.x, fighter.y),
            velocity=(fighter.vx, fighter.vy), why=why, distance=gap, toward=toward,
        )
    )  # fmt: skip


def stage(fight: Fight, fighter: Fighter, before: str | None, to: str, target: Fighter, gap: float, cause: Seq) -> Seq:
    """Log that a stage changes."""
    log = fight.log
    if log is None:
        return None
    return log.add(
        events.Stage(
            seq=log.seq, t=fight.t, actor=fighter.name, cause=cause, before=before, to=to, target=target.name, distance=gap
        )
    )


def other(fight: Fight, kind: type[events.Event], fighter: Fighter, cause: Seq, action: str | None = None, **data: Any) -> Seq:
    """Log an event of a kind that is rare enough to need no function of its own."""
    log = fight.log
    if log is None:
        return None
    return log.add(kind(seq=log.seq, t=fight.t, actor=fighter.name, action=action, cause=cause, **data))
