"""Following a target with Targeting Perception: what aims, how long it holds, what ends it (C-HIT-4)."""

from __future__ import annotations

from engine.counts import phases, report, rolls
from engine.counts.state import Action, Fight, Fighter, Phase
from engine.events import Aimed

Seq = int | None

BLOWS = frozenset({"attack", "couch", "release", "fire"})
"""Declarations that an aim serves."""


def phase(fight: Fight, action: Action) -> None:
    """Begin to follow a target, or find out whether it succeeded (C-HIT-4)."""
    fighter, target = action.fighter, action.target
    assert target is not None
    if action.phase is Phase.DECLARED:
        action.phase = Phase.WORKING
        return
    made, seq = rolls.targeting(fight, fighter, action.seq, action.id)
    fighter.aimed_at = target if made else None
    seq = report.other(fight, Aimed, fighter, seq, action.id, target=target.name, success=made)
    phases.over(fighter, action)
    phases.ready(fight, fighter, "aimed" if made else "aim failed", seq, action.id)


def spend(fighter: Fighter, target: Fighter | None) -> None:
    """Let an aim be used up by a blow or shot at its target, whatever comes of it."""
    if fighter.aimed_at is target:
        fighter.aimed_at = None


def declared(fight: Fight, action: Action, cause: Seq) -> None:
    """Let an aim lapse when its fighter declares anything but a blow or shot at that target."""
    fighter, target = action.fighter, action.target
    if fighter.aimed_at is None:
        return
    serves = action.kind in BLOWS and (target is fighter.aimed_at or (target is None and action.kind == "couch"))
    if not serves:
        lose(fight, fighter, cause)


def lose(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Lose the target one follows: another declaration, a stun, a fall."""
    target, fighter.aimed_at = fighter.aimed_at, None
    if target is not None:
        report.other(fight, Aimed, fighter, cause, target=target.name, success=False)
