"""What an imagined future is worth to a side: who won, or how much is left of everybody, from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from engine.imagine import ImaginedBattle

State: TypeAlias = Mapping[str, Any]
"""One combatant's state, as the engine sums it up."""

WHOLE = 0.1
"""What coming through unhurt adds to a victory, and what an opponent badly hurt takes off a defeat."""

SOFT = 25.0
"""Wound Points that leave half of a character of shots: named ones fall at about 35."""


def value(battle: ImaginedBattle, side: str, system: str) -> float:
    """Return what a future is worth to a side: 1 is sure victory, 0 sure defeat.

    A future that is not decided is worth the chance that Lanchester's square law gives to what is left of both.

    Args:
        battle: the imagined battle, over or stopped at the horizon.
        side: whose worth.
        system: the rule system, which says what is left of somebody.
    """
    own, foes, most_own, most_foes = _strengths(battle.summary(), side, LEFT[system])
    result = battle.result
    if result is not None and result.outcome == "win":
        if result.winner == side:
            return 1.0 - WHOLE + WHOLE * own / most_own
        return WHOLE * (1.0 - foes / most_foes) if most_foes else 0.0
    if own + foes <= 0.0:
        return 0.5
    return WHOLE + (1.0 - 2.0 * WHOLE) * own * own / (own * own + foes * foes)


def _strengths(states: Mapping[str, State], side: str, left: Callable[[State], float]) -> tuple[float, float, int, int]:
    """Return what is left of a side and of its opponents, in fighters, and how many there were of each."""
    own = foes = 0.0
    most_own = most_foes = 0
    for state in states.values():
        share = left(state) if state["able"] else 0.0
        if state["side"] == side:
            own, most_own = own + share, most_own + 1
        else:
            foes, most_foes = foes + share, most_foes + 1
    return own, foes, most_own, most_foes


STANDS = 0.25
"""What somebody who can fight at all is worth, unhurt being 1."""


def _counts(state: State) -> float:
    hits = min(float(state["htk_lost"] / state["htk"]), 1.0)
    mind = min(float(state["pow_lost"] / state["pow"]), 1.0)
    return STANDS + (1.0 - STANDS) * (1.0 - max(hits, mind))


def _shots(state: State) -> float:
    return STANDS + (1.0 - STANDS) * SOFT / (SOFT + max(0.0, float(state["wounds"])))


def _steps(state: State) -> float:
    return STANDS + (1.0 - STANDS) * max(0.0, float(state["health"] / state["health_max"]))


LEFT: Mapping[str, Callable[[State], float]] = {"counts": _counts, "shots": _shots, "steps": _steps}
"""How much is left of somebody who can fight, by rule system: `STANDS` to 1."""
