"""What an environment needs beside the library: when agents are asked, what is left of sides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from agents.lookahead_value import LEFT
from agents.utility import ASKS
from engine.system import Standing

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

_ENDS_ITSELF = frozenset({"committed", "windup", "declared", "working", "waiting"})
"""Phases of an action at the end of which its fighter is asked anyway."""

_NO_TIME = frozenset({"mode", "def", "move"})
"""Options that take no time; with something under way nobody is asked again for them."""

_SOON = 0.5
"""Counts after which it is asked again then."""


def standing_of(system: str, asks: Collection[str] | None) -> Standing:
    """Return the reasons agents are asked for; None: those that change what is best in the system."""
    return Standing(asks=ASKS[system] if asks is None else frozenset(asks))


def again(request: Request, option: Option, pulse: float) -> None:
    """Have a fighter asked again where its answer gives no reason to: after a hold, and after what takes no time.

    Args:
        request: the question.
        option: its answer.
        pulse: how long after a hold, counts.
    """
    action = request.view.me.action
    if action is not None and action.phase in _ENDS_ITSELF:
        return
    if option.do == "hold":
        request.wake = request.t + pulse
    elif option.do in _NO_TIME:
        request.wake = request.t + min(_SOON, pulse)


def worth(states: Mapping[str, Mapping[str, Any]], system: str) -> dict[str, float]:
    """Return by side the share that is left of it less the share that is left of all its opponents, in [-1, 1].

    Args:
        states: every combatant's state, as the battle sums it up.
        system: the rule system, which says what is left of one.
    """
    left = LEFT[system]
    shares = [(state["side"], left(state) if state["able"] else 0.0) for state in states.values()]
    return {
        side: _mean([share for one, share in shares if one == side]) - _mean([share for one, share in shares if one != side])
        for side in sorted({side for side, _ in shares})
    }


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0
