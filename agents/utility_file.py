"""How a scenario or a command names weights: a shipped set, or a file of one's own, whose numbers go into the scenario."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import attrs

from agents.features import names
from agents.utility_weights import FORM, SUFFIX, all_sets, meant, near, of_file, parsed, read, split, text_of
from engine.errors import InputError
from engine.registry import SYSTEMS

_SHOWN: Final = 80
_LONGEST: Final = 10_000


def text_of_file(path: Path, told: str, place: str, system: str | None = None) -> str:
    """Return the text of a file of one's own: its numbers themselves, those of the set it starts from among them.

    Args:
        path: the file.
        told: what messages call it.
        place: what messages call the place that names it.
        system: the rule system it must be for; None for the one it says.

    Raises:
        InputError: there is no such file, or something in it is wrong.
        ScenarioError: more than one thing is; all are told.
    """
    if system is None:
        system = meant(parsed(path, told, place))
    weights = of_file(path, system, told, place)
    return text_of({name: value for name, value in weights.items() if value})


@attrs.frozen
class WeightsParameter:
    """The parameter that names a set of weights: ``weights = "tuned harm=2"``, ``weights = "mine.toml"``.

    Attributes:
        name: what the scenario calls it.
        held: under what the scenario then holds the numbers of a file.
        default: the set taken when the scenario is silent.
        why: what it does, in plain words.
        unit: what it is.
    """

    name: str = "weights"
    held: str = "numbers"
    default: str = "tuned"
    why: str = "what features are worth: a set, or a file beside the scenario, and changes behind it (`tuned harm=2`)"
    unit: str = "a set"

    @property
    def allowed(self) -> str:
        """In words what it may be."""
        return f"{FORM}; sets: {', '.join(all_sets())}"

    @property
    def span(self) -> str:
        """The sets, as tables show them."""
        return f"{', '.join(all_sets())}, or a file ({SUFFIX})"

    def fits(self, value: Any) -> bool:
        """Return whether a text names a set of some rule system, or a file, and changes features that there are."""
        return self._mistake(value) is None

    def nearest(self, value: Any) -> str:
        """Return the set most like the one a text names, or an empty text."""
        if not isinstance(value, str):
            return ""
        like = get_close_matches(value[:_SHOWN].partition(" ")[0], all_sets(), 1)
        return like[0] if like else ""

    def checked(self, value: Any, place: str) -> str:
        """Return a text if it names weights.

        Raises:
            InputError: it does not.
        """
        mistake = self._mistake(value, f"{place}.{self.name}")
        if mistake is not None:
            raise mistake
        return str(value)

    def _mistake(self, value: Any, place: str = "weights") -> InputError | None:
        try:
            base, changes = split(value, place)
            if not base.endswith(SUFFIX) and base not in all_sets():
                return InputError(place, repr(base)[:_SHOWN], f"{near(base, all_sets())}{self.allowed}")
            if not _fit_one_system(changes):
                known = {name for system in SYSTEMS for name in names(system)}
                strange = next((name for name in changes if name not in known), next(iter(changes)))
                return InputError(place, repr(strange)[:_SHOWN], f"{near(strange, known)}features of one rule system")
            for system in SYSTEMS:
                if changes.keys() <= set(names(system)):
                    read(text_of(changes), system, place)
        except InputError as error:
            return error
        return None

    def hold(
        self, given: Mapping[str, Any], system: str | None, place: str, folder: Path | None, confined: bool = True
    ) -> dict[str, Any]:
        """Return what is given with the numbers of the file it names, so that nothing more is looked up.

        Args:
            given: the policy's parameters.
            system: the rule system of the fight; None when it isn't known yet.
            place: what messages call the agent.
            folder: where files are looked for; None where there are none.
            confined: whether a file must lie in that folder or below it.

        Raises:
            InputError: there is no such set or file, or it is for another rule system.
            ScenarioError: a file has mistakes; all of them.
        """
        text, numbers = given.get(self.name, self.default), given.get(self.held)
        if not isinstance(text, str) or (numbers is not None and not isinstance(numbers, str)) or not self.fits(text):
            return dict(given)
        where = f"{place}.{self.name}"
        if numbers:
            if system is not None:
                read(numbers, system, f"{place}.{self.held}")
            return dict(given)
        base, changes = split(text, where)
        if not base.endswith(SUFFIX):
            if system is not None:
                read(text, system, where)
            return dict(given)
        if folder is None or "\0" in base:
            raise InputError(where, repr(base)[:_SHOWN], f"a set: {', '.join(all_sets())}; here no files are read")
        if confined:
            _check_inside(base, folder, where)
        found = text_of_file(folder / base, base, where, system)
        if changes:
            _, kept = split(found, where)
            found = text_of({**kept, **changes})
            if system is not None:
                read(found, system, where)
        return {**given, self.held: found}


@attrs.frozen
class NumbersParameter:
    """The parameter that holds the numbers of a file, in place of the file."""

    name: str = "numbers"
    default: str = ""
    why: str = "the weights themselves, in place of a file (`none harm=2`); `weights` is only what they are called then"
    unit: str = "a text"

    @property
    def allowed(self) -> str:
        """In words what it may be."""
        return "a set of weights and changes: none harm=2 hold=-0.5"

    @property
    def span(self) -> str:
        """What it may be, as tables show it."""
        return f"up to {_LONGEST} characters"

    def fits(self, value: Any) -> bool:
        """Return whether a value is such a text."""
        if value == "":
            return True
        try:
            base, changes = split(value, self.name)
        except InputError:
            return False
        return len(value) <= _LONGEST and base in all_sets() and _fit_one_system(changes)

    def nearest(self, value: Any) -> str:
        """Return nothing: no text is nearest to another."""
        return ""

    def checked(self, value: Any, place: str) -> str:
        """Return a value if it is such a text.

        Raises:
            InputError: it is not.
        """
        if not self.fits(value):
            raise InputError(f"{place}.{self.name}", repr(value)[:_SHOWN], self.allowed)
        return str(value)


def _fit_one_system(changes: Mapping[str, float]) -> bool:
    return any(changes.keys() <= set(names(system)) for system in SYSTEMS)


def _check_inside(name: str, folder: Path, place: str) -> None:
    """Refuse a file outside a folder, as scenarios may name none (they may come from strangers)."""
    outside = os.path.isabs(name) or "\\" in name or ".." in Path(name).parts or ":" in name
    if outside or not Path(os.path.realpath(folder / name)).is_relative_to(os.path.realpath(folder)):
        raise InputError(place, repr(name)[:_SHOWN], "a file in the scenario's folder or below it (no absolute path, no ..)")
