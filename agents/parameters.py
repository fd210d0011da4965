"""The parameters of policies: what a scenario may set beside ``policy``, and how it is checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any

import attrs

from engine.errors import InputError


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
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not isfinite(value) or not self.ge <= value <= self.le:
            allowed = f"a number of {self.unit} from {_figure(self.ge)} to {_figure(self.le)}"
            raise InputError(f"{place}.{self.name}", repr(value), allowed)
        return float(value)


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
    """
    if not given:
        return {parameter.name: parameter.default for parameter in known}
    by_name = {parameter.name: parameter for parameter in known}
    for name in given:
        if name not in by_name:
            raise unknown(f"{place}.{name}", name, by_name, "parameters")
    return {
        name: parameter.checked(given[name], place) if name in given else parameter.default
        for name, parameter in by_name.items()
    }
