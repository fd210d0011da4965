"""Writing the fight's events: silent and cheap when nobody listens.

A function returns the event's ``seq``, which later events name as their cause; None when there is no log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine import events
from engine.events_base import Event, Mod
from engine.events_shots import Announce, Counter, Defense, ShotImpact
from engine.options import Option
from engine.shots import lookup
from engine.shots.lookup import Term
from engine.shots.state import Action, ActiveDefense, Fight, Fighter

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
    terms: Sequence[Term] = (), need: int | None = None, margin: int | None = None, cause: Seq = None,
    action: str | None = None,
) -> Seq:  # fmt: skip
    """Log one roll; its modifiers add up to what the dice needed, where it needed something."""
    if fight.log is None:
        return None
    return add(
        fight, events.Roll, fighter, cause, action, purpose=purpose, dice=dice, faces=list(faces), result=result,
        mods=mods(terms), need=need, margin=margin,
    )  # fmt: skip


def mods(terms: Sequence[Term]) -> list[Mod]:
    """Return terms as the log has them, without those that add nothing."""
    return [Mod(rule, value, why) for value, rule, why in terms if value]


def decision(fight: Fight, fighter: Fighter, reasons: Sequence[str], option: Option, wake: Any, note: str | None) -> Seq:
    """Log an answer."""
    if fight.log is None:
        return None
    return add(
        fight, events.Decision, fighter, fighter.ask_seq, reason=list(reasons), option=msgspec.to_builtins(option),
        rules=list(option.rules), wake=wake, note=note,
    )  # fmt: skip


def declare(fight: Fight, action: Action, left: int) -> Seq:
    """Log a declaration: its effect is immediate, and the next action comes when the clock meets the counter (S-SEQ-3).

    Args:
        left: the shots it leaves; at 0 or below the next sequence comes first.
    """
    if fight.log is None:
        return None
    now = fight.t
    ready = lookup.tick_of(fight, max(left, 0)) / fight.per_count if not action.free else now
    return add(
        fight, events.Declare, action.fighter, action.fighter.decision_seq, action.id,
        option=msgspec.to_builtins(action.option), rules=list(action.option.rules), begin=now, impact=now, ready=ready,
    )  # fmt: skip


def counter(
    fight: Fight, fighter: Fighter, before: int, rule: str, why: str, cause: Seq, action: str | None = None,
    terms: Sequence[Term] = (),
) -> Seq:  # fmt: skip
    """Log that a shot counter has changed (S-SEQ-3).

    Args:
        terms: what a cost is made of, where a schtick changes it (S-CHR-3).
    """
    if fight.log is None:
        return None
    after, made_of = fighter.counter, mods(terms)
    return add(fight, Counter, fighter, cause, action, before=before, after=after, rule=rule, why=why, mods=made_of)


def announce(fight: Fight, action: Action, targets: Sequence[str]) -> Seq:
    """Log that an attack is announced (S-DEF-1)."""
    if fight.log is None:
        return None
    weapon = action.tool.name if action.tool is not None else ""
    return add(
        fight, Announce, action.fighter, action.seq, action.id, weapon=weapon, targets=list(targets),
        shots=action.shots, at=action.at,
    )  # fmt: skip


def impact(
    fight: Fight, action: Action, target: str | None, result: str, cause: Seq, theirs: Sequence[Term] = (),
    damages: Sequence[Term] = (), **fields: Any,
) -> Seq:  # fmt: skip
    """Log what came of an attack on one target.

    Args:
        theirs: of an area attack what it had to reach for this target (S-RNG-4).
        damages: what the damage of a hit is made of (S-ROL-3).
    """
    if fight.log is None:
        return None
    weapon = action.tool.name if action.tool is not None else None
    fields |= {"mods": mods(theirs), "damage_mods": mods(damages)}
    return add(fight, ShotImpact, action.fighter, cause, action.id, result=result, target=target, weapon=weapon, **fields)


def defense(fight: Fight, up: ActiveDefense, target: Fighter, over: bool, cause: Seq) -> Seq:
    """Log that an active defense comes up, or is over."""
    return add(
        fight, Defense, up.giver, cause, kind=up.kind, target=target.name, value=up.value, bonus=up.bonus, over=over
    )


def in_hand(fight: Fight, fighter: Fighter, weapon: str, what: str, cause: Seq, action: str | None) -> Seq:
    """Log that a weapon has come into a hand, or has left it, with what is in hand now."""
    if fight.log is None:
        return None
    held = [tool.name for tool in lookup.held(fighter) if tool.spec.hands]
    return add(fight, events.Draw, fighter, cause, action, weapon=weapon, what=what, in_hand=held)


def move(fight: Fight, fighter: Fighter, why: str, cause: Seq, toward: str | None = None) -> Seq:
    """Log that a character's velocity changes: where it is, and how it moves from here on."""
    if fight.log is None:
        return None
    motion = fighter.motion
    velocity = (motion.vx, motion.vy) if motion is not None else (0.0, 0.0)
    place = lookup.place(fight, fighter)
    return add(fight, events.Move, fighter, cause, position=place, velocity=velocity, why=why, toward=toward)
