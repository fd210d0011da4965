"""Weights of features by name: the shipped sets (`agents/weights`), sets in files of one's own, and changes to single numbers.

A set is told by a text: ``hand``, ``tuned harm=2 hold=-0.5``, ``none fire=1``. The first word names a shipped set (``none``
has every weight at 0), the rest changes single weights. A file of one's own is read into such a text when a scenario or a
command names it (`text_of_file`), so that documents and logs hold the numbers themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, Final

from agents.features import names
from engine.errors import InputError, ScenarioError
from engine.registry import SYSTEMS

SCHEMA: Final = "couched.weights/1"

NONE: Final = "none"
"""The set in which every weight is 0."""

MOST: Final = 1000.0
"""No weight is farther from 0."""

SUFFIX: Final = ".toml"

FORM: Final = 'a set of weights, or a file of them that ends in .toml, then changes: "hand", "tuned harm=2 hold=-0.5"'

_SHIPPED = Path(__file__).parent / "weights"
_TEXT = re.compile(r"\s*(?P<base>[^=]*?\.toml|[^\s=]+)(?P<changes>(?:\s.*)?)", re.DOTALL)
_CHANGE = re.compile(r"(?P<name>[^\s=]+)=(?P<value>[^\s=]+)")
_SHOWN = 80
_LARGEST = 1_000_000
"""Bytes a file of weights may have."""


@cache
def sets(system: str) -> tuple[str, ...]:
    """Return the names of the shipped sets of a rule system, sorted."""
    return tuple(sorted(path.stem for path in (_SHIPPED / system).glob("*.toml")))


def all_sets() -> tuple[str, ...]:
    """Return the names of the shipped sets that every rule system has, sorted, and ``none``."""
    shared = set.intersection(*(set(sets(system)) for system in SYSTEMS))
    return (*sorted(shared), NONE)


@cache
def shipped(system: str, name: str) -> Mapping[str, float]:
    """Return a shipped set: every feature of the system with its weight."""
    if name == NONE:
        return dict.fromkeys(names(system), 0.0)
    return of_file(_SHIPPED / system / f"{name}.toml", system, f"{name}.toml")


def read(text: Any, system: str, place: str) -> dict[str, float]:
    """Return the weights that a text tells of, one for each feature of a rule system, in their order.

    Args:
        text: a set and its changes.
        system: the rule system.
        place: what messages call it.

    Raises:
        InputError: there is no such set or feature, or a weight is no number within bounds; the nearest name is told.
        ScenarioError: more than one of these; all are told.
    """
    base, changes = split(text, place)
    if base not in (*sets(system), NONE):
        raise InputError(place, repr(base)[:_SHOWN], f"{near(base, sets(system))}{FORM}; sets: {', '.join((*sets(system), NONE))}")
    found = dict(shipped(system, base))
    mistakes = [_mistake(name, value, found, place) for name, value in changes.items()]
    _tell([mistake for mistake in mistakes if mistake is not None], place)
    return {**found, **{name: float(value) for name, value in changes.items()}}


def split(text: Any, place: str) -> tuple[str, dict[str, float]]:
    """Return the set or file that a text names, and its changes; whether there are such features is not looked at.

    Raises:
        InputError: the text has another form, or changes a weight twice.
    """
    found = _TEXT.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise InputError(place, repr(text)[:_SHOWN], FORM)
    changes: dict[str, float] = {}
    for word in found["changes"].split():
        change = _CHANGE.fullmatch(word)
        value = _number(change["value"]) if change is not None else None
        if change is None or value is None:
            raise InputError(place, repr(word)[:_SHOWN], "NAME=NUMBER, e.g. harm=2")
        if change["name"] in changes:
            raise InputError(place, f"{change['name']} twice"[:_SHOWN], "every weight once")
        changes[change["name"]] = value
    return found["base"], changes


def text_of(weights: Mapping[str, float], base: str = NONE) -> str:
    """Return the text that tells of weights: a set, and the changes in the order given; whole numbers without decimals."""
    return " ".join([base, *(f"{name}={figure(value)}" for name, value in weights.items())])


def figure(value: float) -> str:
    """Return a number as people write it."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def of_file(path: Path, system: str, told: str, place: str = "weights") -> dict[str, float]:
    """Return the weights of a file, features it does not name as in the set it starts from, else 0.

    Args:
        path: the file.
        system: the rule system they must be for.
        told: what messages call the file.
        place: what messages call the place that names it.

    Raises:
        InputError: it can't be read, or something in it is wrong.
        ScenarioError: more than one thing is; all are told.
    """
    data = parsed(path, told, place)
    known = dict(shipped(system, NONE))
    mistakes = [*_header(data, system, told)]
    base, given = data.get("base", NONE), data.get("weights")
    if isinstance(base, str) and base in (*sets(system), NONE):
        known = dict(shipped(system, base))
    elif "base" in data:
        allowed = f"{near(base, sets(system))}sets: {', '.join(sets(system))}"
        mistakes.append(InputError(f"{told}: base", repr(base)[:_SHOWN], allowed))
    if not isinstance(given, dict):
        mistakes.append(InputError(f"{told}: weights", "no table [weights]" if given is None else repr(given)[:_SHOWN], "a table"))
        given = {}
    mistakes += [found for name, value in given.items() if (found := _mistake(name, value, known, f"{told}: weights")) is not None]
    _tell(mistakes, told)
    return {**known, **{name: float(value) for name, value in given.items()}}


def _header(data: Mapping[str, Any], system: str, told: str) -> Iterator[InputError]:
    if data.get("schema") != SCHEMA:
        yield InputError(f"{told}: schema", repr(data.get("schema"))[:_SHOWN], f'"{SCHEMA}"')
    said = data.get("system")
    if said != system:
        allowed_here = f'"{system}"' if said in [*SYSTEMS] else f"{near(said, SYSTEMS)}one of {', '.join(SYSTEMS)}"
        yield InputError(f"{told}: system", repr(said)[:_SHOWN], allowed_here)
    allowed = ("schema", "system", "base", "weights")
    for key in data:
        if key not in allowed:
            yield InputError(f"{told}: {key}"[:_SHOWN], repr(key)[:_SHOWN], f"{near(key, allowed)}keys: {', '.join(allowed)}")


def is_of_weights(path: Path) -> bool:
    """Return whether a file says it is one of weights, whatever is wrong with it otherwise."""
    try:
        return path.is_file() and str(parsed(path, path.name, "weights").get("schema")).startswith(SCHEMA.partition("/")[0] + "/")
    except InputError:
        return False


def meant(data: Mapping[str, Any]) -> str:
    """Return the rule system a file says it is for; where it says none there is, the one that most of its features are of."""
    said, given = data.get("system"), data.get("weights")
    if said in [*SYSTEMS]:
        return str(said)
    features = given.keys() if isinstance(given, dict) else ()
    return max(SYSTEMS, key=lambda system: len(features & shipped(system, NONE).keys()) if features else 0)


def parsed(path: Path, told: str, place: str) -> dict[str, Any]:
    """Return a TOML file as it stands.

    Raises:
        InputError: it can't be read, is too large, or is no TOML.
    """
    import tomllib

    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(place, f"{told!r}: {error.strerror or error}", "a file of weights that can be read") from None
    try:
        if len(raw) > _LARGEST:
            raise ValueError(f"{len(raw)} bytes")
        return tomllib.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        raise InputError(told, str(error)[:200] or "nested too deeply", f"a TOML file of at most {_LARGEST} bytes") from None


def _mistake(name: str, value: Any, known: Mapping[str, float], place: str) -> InputError | None:
    """Return what is wrong with one weight, or None."""
    if name not in known:
        return InputError(f"{place}, {name}"[:200], repr(name)[:_SHOWN], f"{near(name, known)}features: {', '.join(known)}")
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or not -MOST <= value <= MOST:
        return InputError(f"{place}, {name}", repr(value)[:_SHOWN], f"a number from {-MOST:g} to {MOST:g}")
    return None


def near(name: Any, known: Iterable[str]) -> str:
    """Return a hint at the known name most like another, or an empty text."""
    like = get_close_matches(name[:_SHOWN], [*known], 1) if isinstance(name, str) else []
    return f"did you mean {like[0]!r}? " if like else ""


def _number(text: str) -> float | None:
    """Return a finite number, or None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) and "_" not in text else None


def _tell(mistakes: list[InputError], place: str) -> None:
    if len(mistakes) == 1:
        raise mistakes[0]
    if mistakes:
        raise ScenarioError(place, [str(mistake) for mistake in mistakes])
