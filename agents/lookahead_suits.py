"""How much to imagine in each rule system: what the numbers of a lookahead are where the scenario leaves them to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from agents.parameters import Parameter

SUITS: Mapping[str, Mapping[str, float]] = {
    "counts": {"rollouts": 48, "horizon": 90, "budget": 20_000, "sure": 2, "least": 2},
    "shots": {"rollouts": 64, "horizon": 12, "budget": 30_000, "sure": 1, "least": 1},
    "steps": {"rollouts": 48, "horizon": 30, "budget": 30_000, "sure": 2, "least": 2},
}
"""What suits a rule system, by parameter. In shots a fight may be over in 40 counts: futures played to its end are worth 0
or 1, and a dozen counts tell more of the answer they began with; so it is in steps with two or three shots."""

SHARE: Mapping[str, float] = {"counts": 0.2, "shots": 0.1, "steps": 0.15}
"""The share of what is left of its budget that one decision may use, by rule system: less where decisions are many."""

ENOUGH: Mapping[str, int] = {"counts": 0, "shots": 0, "steps": 24}
"""Futures that a lead must be of to leave the base's answer, or all its `rollouts` if these are fewer, by rule system."""

LEFT_OPEN = -1
"""The value of a number that is left to what suits the rule system."""


@attrs.frozen
class Suited(Parameter):
    """A number of a lookahead that is what suits the rule system unless the scenario gives it."""

    @property
    def allowed(self) -> str:
        """In words what it may be."""
        return f"{super().allowed}, or -1 for what suits the rule system"

    def fits(self, value: Any) -> bool:
        """Return whether a value is a number within the bounds, or leaves it open."""
        return super().fits(value) or (type(value) in (int, float) and value == LEFT_OPEN)


def suited(name: str, why: str, unit: str, ge: float, le: float) -> Suited:
    """Return a parameter that is left open unless the scenario gives it; its words tell what it is then."""
    usual = ", ".join(f"{row[name]:g} in {system}" for system, row in SUITS.items())
    return Suited(name, LEFT_OPEN, f"{why}; -1: what suits the system, {usual}", unit, ge, le)


def filled_in(params: Mapping[str, Any], system: str) -> dict[str, float]:
    """Return the numbers of a lookahead in a rule system, those that were left open filled in."""
    return {name: params[name] if params[name] != LEFT_OPEN else usual for name, usual in SUITS[system].items()}


def _counts(view: Any) -> bool:
    return False


def _shots(view: Any) -> bool:
    return not view.foes and not view.announced


def _steps(view: Any) -> bool:
    is_free = view.me.action is None
    return not (view.foes and is_free) and not any(one.answerable and not one.declared for one in view.threats)


QUIET: Mapping[str, Callable[[Any], bool]] = {"counts": _counts, "shots": _shots, "steps": _steps}
"""Whether little hangs on an answer in a view, so that none is imagined, by rule system: nobody is in sight and nothing comes;
in steps neither while an action is under way and there is nothing to dodge."""
