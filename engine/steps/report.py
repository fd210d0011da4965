"""Writing the fight's events: silent and cheap when nobody listens.

A function returns the event's ``seq``, which later events name as their cause; None when there is no log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine import events
from engine.events_base import Event, Mod
from engine.events_steps import Chain, Link, StepsImpact
from engine.options import Option
from engine.steps import difficulty
from engine.steps.state import Action, Fight, Fighter

Seq = int | None


def add(
    fight: Fight, record: type[Event], fighter: Fighter | None, cause: Seq, action: str | None = None, /, **fields: Any
) -> Seq:  # fmt: skip
    """Log an event of a kind with its own fields."""
    log = fight.log
    if log is None:
        return None
    actor = fighter.name if fighter is not None else None
    return log.add(record(seq=log.seq, t=fight.t, actor=actor, action=action, cause=cause, **fields))


def roll(
    fight: Fight, fighter: Fighter, purpose: str, dice: str, faces: Sequence[int], result: str,
    mods: Sequence[Mod] = (), need: int | None = None, margin: int | None = None, cause: Seq = None,
    action: str | None = None,
) -> Seq:  # fmt: skip
    """Log one roll; its modifiers add up to what the die needed, where it needed something."""
    if fight.log is None:
        return None
    return add(
        fight, events.Roll, fighter, cause, action, purpose=purpose, dice=dice, faces=list(faces), result=result,
        mods=[mod for mod in mods if mod.value], need=need, margin=margin,
    )  # fmt: skip


def decision(fight: Fight, fighter: Fighter, reasons: Sequence[str], option: Option, wake: Any, note: str | None) -> Seq:
    """Log an answer."""
    if fight.log is None:
        return None
    return add(
        fight, events.Decision, fighter, fighter.ask_seq, fighter.action.id if fighter.action else None,
        reason=list(reasons), option=msgspec.to_builtins(option), rules=list(option.rules), wake=wake, note=note,
    )  # fmt: skip


def declare(fight: Fight, action: Action, cause: Seq) -> Seq:
    """Log a declaration with its planned times."""
    if fight.log is None:
        return None
    per = fight.per_count
    return add(
        fight, events.Declare, action.fighter, cause, action.id, option=msgspec.to_builtins(action.option),
        rules=list(action.option.rules), begin=action.begin / per, commit=action.commit / per if action.commit else None,
        impact=action.impact / per if action.impact else None, ready=action.ready / per,
    )  # fmt: skip


def chain(fight: Fight, action: Action, target: str, links: Sequence[difficulty.Link], steps: int, need: int) -> Seq:
    """Log the chain of a difficulty, every link with its steps (P-CHK-2)."""
    if fight.log is None:
        return None
    shown = [Link(link.rule, link.steps, link.why) for link in links]
    return add(
        fight, Chain, action.fighter, action.seq, action.id, target=target, links=shown, steps=steps, difficulty=need
    )


def impact(fight: Fight, action: Action, target: str | None, result: str, cause: Seq, **fields: Any) -> Seq:
    """Log what came of a shot on one target."""
    if fight.log is None:
        return None
    weapon = action.weapon.name if action.weapon is not None else None
    return add(fight, StepsImpact, action.fighter, cause, action.id, result=result, target=target, weapon=weapon, **fields)
