"""The parameters of policies: what a scenario may set beside ``policy``, and how it is checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any, Final, Protocol

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

    @property
    def span(self) -> str:
        """The bounds, as tables show them."""
        return f"{_figure(self.ge)} to {_figure(self.le)}"

    def fits(self, value: Any) -> bool:
        """Return whether a value is a number within the bounds."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and isfinite(value) and self.ge <= value <= self.le

    def nearest(self, value: Any) -> str:
        """Return nothing: no number is nearest to what is none."""
        return ""


@attrs.frozen
class Choice:
    """One name that a policy takes, out of a list: ``base = "fencer"``.

    Attributes:
        name: what the scenario calls it.
        default: the name taken when the scenario is silent; one of those.
        why: what it does, in plain words.
        names: all it may be.
        unit: what kind of names they are.
    """

    name: str
    default: str = attrs.field()
    why: str = attrs.field()
    names: tuple[str, ...] = attrs.field()
    unit: str = "a name"

    @default.validator
    def _is_one_of_them(self, _attribute: Any, default: str) -> None:
        if default not in self.names:
            raise ValueError(f"{self.name}: the default {default!r} is none of {', '.join(self.names)}")

    def checked(self, value: Any, place: str) -> str:
        """Return a value if it is one of the names.

        Raises:
            InputError: it is not.
        """
        if not self.fits(value):
            near = self.nearest(value)
            hint = f"did you mean {near!r}? " if near else ""
            raise InputError(f"{place}.{self.name}", repr(value)[:_SHOWN], hint + self.allowed)
        return str(value)

    @property
    def allowed(self) -> str:
        """In words what it may be."""
        return f"one of {', '.join(self.names)}"

    @property
    def span(self) -> str:
        """The names, as tables show them."""
        return ", ".join(self.names)

    def fits(self, value: Any) -> bool:
        """Return whether a value is one of the names."""
        return isinstance(value, str) and value in self.names

    def nearest(self, value: Any) -> str:
        """Return the name most like a text, or an empty text."""
        near = get_close_matches(value[:_SHOWN], self.names, 1) if isinstance(value, str) else []
        return near[0] if near else ""


class AnyParameter(Protocol):
    """What a policy takes: a number within bounds, a name out of a list, or a text.

    One that names a file has ``hold``, too: it puts what the file holds into the scenario (`agents.priority_file`).
    """

    @property
    def name(self) -> str:
        """What the scenario calls it."""

    @property
    def default(self) -> Any:
        """What it is when the scenario is silent."""

    @property
    def why(self) -> str:
        """What it does, in plain words."""

    @property
    def unit(self) -> str:
        """Counts, feet, percent, a name, ..."""

    @property
    def allowed(self) -> str:
        """In words what it may be."""

    @property
    def span(self) -> str:
        """The bounds or names, as tables show them."""

    def fits(self, value: Any) -> bool:
        """Return whether a value is allowed."""

    def nearest(self, value: Any) -> str:
        """Return the allowed name most like a value, or an empty text."""

    def checked(self, value: Any, place: str) -> Any:
        """Return a value if it is allowed.

        Raises:
            InputError: it is not.
        """

_SHOWN: Final = 80
"""Characters of a value that a message shows."""


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


def numbers(given: Mapping[str, Any], known: Sequence[AnyParameter], place: str) -> dict[str, Any]:
    """Return all of a policy's numbers and names, those the scenario gives checked, the others at their defaults.

    Raises:
        InputError: an unknown name, or a value that is no number within its bounds and no name of its list.
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
