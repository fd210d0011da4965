"""The parameters of policies: what a scenario may set beside ``policy``, and how it is checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any

import attrs

from engine.errors import InputError, ScenarioError


@attrs.frozen
class Parameter:
    """One number a policy takes.

    Attributes:
        name: what the scenario calls it.
        default: its value when the scenario is silent.
        why: what it does, in plain words.
        unit: counts, feet, percent, ...
        ge: the least value.
        le: the greatest value.
    """

    name: str
    default: float
    why: str
    unit: str
    ge: float
    le: float

    def checked(self, value: Any, place: str) -> float:
        """Return a value if it is a number within the bounds; nothing is coerced.

        Raises:
            InputError: it is not.
        """
        if not self.fits(value):
            raise InputError(f"{place}.{self.name}", repr(value), self.allowed)
        return float(value)

    @property
    def allowed(self) -> str:
        """In words what it may be."""
        return f"a number of {self.unit} from {_figure(self.ge)} to {_figure(self.le)}"

    def fits(self, value: Any) -> bool:
        """Return whether a value is a number within the bounds."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and isfinite(value) and self.ge <= value <= self.le


def _figure(value: float) -> str:
    """Return a bound as people write it: 1000000, 0.5."""
    return str(int(value)) if value == int(value) else str(value)


def unknown(place: str, found: str, known: Iterable[str], what: str) -> InputError:
    """Return the error for a name nobody knows, with the nearest known one."""
    names = sorted(known)
    near = get_close_matches(found, names, 1)
    listed = ", ".join(names) or "none"
    hint = f"did you mean {near[0]!r}? " if near else ""
    return InputError(place, repr(found), f"{hint}{what}: {listed}")


def numbers(given: Mapping[str, Any], known: Sequence[Parameter], place: str) -> dict[str, Any]:
    """Return all of a policy's numbers, those the scenario gives checked, the others at their defaults.

    Raises:
        InputError: an unknown name, or a value that is no number within its bounds.
        ScenarioError: more than one of these; all are told.
    """
    if not given:
        return {parameter.name: parameter.default for parameter in known}
    by_name = {parameter.name: parameter for parameter in known}
    found: dict[str, Any] = {parameter.name: parameter.default for parameter in known}
    mistakes: list[InputError] = []
    for name, value in given.items():
        try:
            if name not in by_name:
                raise unknown(f"{place}.{name}", name, by_name, "parameters")
            found[name] = by_name[name].checked(value, place)
        except InputError as mistake:
            mistakes.append(mistake)
    _tell(mistakes, place)
    return found


def _tell(mistakes: Sequence[InputError], place: str) -> None:
    """Raise the one mistake there is, or all of them as one error."""
    if len(mistakes) == 1:
        raise mistakes[0]
    if mistakes:
        raise ScenarioError(place, [str(mistake) for mistake in mistakes])
