"""What a calc may be asked: its keys, checked strictly, and the words of the command line turned into values.

Nothing is coerced: no ``"7"`` for 7, no 7.9 for 7, no true for 1. A word from the command line is read by the kind
its key declares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from math import isfinite
from typing import Any

import attrs

from engine.errors import CouchedError, InputError

MOST = 1_000_000
"""The size of a number where nothing narrower is said."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
_DICE = re.compile(r"(\+[0-9]{1,9})+/(-[0-9]{1,9})+")
_WHOLES = re.compile(r"[+-]?[0-9]{1,30}(,[+-]?[0-9]{1,30})*")
_SHOWN = 60

MOST_LISTED = 1000
"""The most numbers a list may hold."""


class Refused(CouchedError):  # noqa: N818 - a refusal is an answer, not a fault
    """The rules themselves refuse: a blow declared at Over 3, a shot beyond the farthest range.

    Args:
        why: the reason in words, with the rule's id.
    """

    exit_code = 2

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why


@attrs.frozen
class Key:
    """One key of a calc: its name, kind and bounds, and what it is, in plain words.

    Attributes:
        kind: ``whole``, ``wholes`` (a list of them, each within the bounds), ``number``, ``flag``, ``text`` or ``dice``.
        default: the value when the key is not given, unless it is required.
        decimals: most decimals a number may have.
        choices: the texts allowed, where not every text is.
    """

    name: str
    kind: str
    why: str
    required: bool = True
    default: Any = None
    ge: float = -MOST
    le: float = MOST
    gt: float | None = None
    decimals: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What the key may hold, in words."""
        match self.kind:
            case "flag":
                return "true or false"
            case "dice":
                return "the faces of both dice, [[5], [2]] or +5/-2"
            case "text":
                return f"one of {', '.join(self.choices)}" if self.choices else "a text"
        noun = _NOUNS.get(self.kind, "a number")
        least = f"above {_figure(self.gt)}" if self.gt is not None else f"from {_figure(self.ge)}"
        places = f" with at most {self.decimals} decimals" if self.decimals is not None else ""
        return f"{noun} {least} to {_figure(self.le)}{places}"


_NOUNS = {"whole": "a whole number", "wholes": f"1 to {MOST_LISTED} whole numbers (3,3,1 or [3, 3, 1]), each"}


def _figure(bound: float) -> str:
    """Return a bound as people write it: 1000000, 0.5."""
    return str(int(bound)) if bound == int(bound) else str(bound)


def whole(name: str, why: str, **more: Any) -> Key:
    """Declare a key that holds a whole number."""
    return Key(name, "whole", why, **more)


def wholes(name: str, why: str, **more: Any) -> Key:
    """Declare a key that holds a list of whole numbers, each within the bounds."""
    return Key(name, "wholes", why, **more)


def number(name: str, why: str, **more: Any) -> Key:
    """Declare a key that holds a number."""
    return Key(name, "number", why, **more)


def flag(name: str, why: str) -> Key:
    """Declare a switch, off when not given."""
    return Key(name, "flag", why, required=False, default=False)


def text(name: str, why: str, choices: tuple[str, ...] = (), **more: Any) -> Key:
    """Declare a key that holds a text, one of the choices where there are any."""
    return Key(name, "text", why, choices=choices, **more)


def optional(key: Key, default: Any = None) -> Key:
    """Return the key as one that may be left out."""
    return attrs.evolve(key, required=False, default=default)


Values = Mapping[str, Any]


@attrs.frozen
class Calc:
    """One calc: its name, its keys, the function that answers, and the rules it answers."""

    name: str
    keys: tuple[Key, ...]
    answer: Callable[[Values], dict[str, Any]]
    rules: tuple[str, ...]


def found(value: Any) -> str:
    """Return a value as a message shows it, one line and not too long."""
    try:
        shown = json.dumps(value, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError):
        shown = type(value).__name__
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "..."


def nearest(name: str, known: Sequence[str]) -> str:
    """Return the known names as an ``allowed`` text, the nearest first when there is one."""
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"{hint}one of {', '.join(known)}"


def checked(calc: Calc, values: Values) -> dict[str, Any]:
    """Return the values of a calc, complete with defaults.

    Raises:
        InputError: an unknown or missing key, a value of the wrong kind or out of bounds.
    """
    known = [key.name for key in calc.keys]
    for name in values:
        if name not in known:
            raise InputError(f"calc {calc.name}", f"unknown key {found(name)}", nearest(name, known))
    return {key.name: _value(calc, key, values) for key in calc.keys}


def _value(calc: Calc, key: Key, values: Values) -> Any:
    """Return the value of one key."""
    if key.name not in values:
        if key.required:
            raise InputError(f"calc {calc.name}", f"no {key.name}", f"{key.name}= {key.allowed} ({key.why})")
        return key.default
    value = values[key.name]
    if not _CHECKS[key.kind](key, value):
        raise InputError(f"calc {calc.name}, {key.name}", found(value), f"{key.allowed}{_near(key, value)}")
    return value


def _near(key: Key, value: Any) -> str:
    """Return a hint at the nearest choice, or nothing."""
    near = get_close_matches(value, key.choices, 1) if isinstance(value, str) else []
    return f"; did you mean {near[0]}?" if near else ""


def _within(key: Key, value: float) -> bool:
    return (value > key.gt if key.gt is not None else value >= key.ge) and value <= key.le


def _is_whole(key: Key, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and _within(key, value)


def _is_wholes(key: Key, value: Any) -> bool:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_LISTED:
        return False
    return all(_is_whole(key, one) for one in value)


def _is_number(key: Key, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float) or not _within(key, value):
        return False
    if not isfinite(value):
        return False
    if key.decimals is None:
        return True
    exponent = Decimal(repr(float(value))).normalize().as_tuple().exponent
    return isinstance(exponent, int) and -exponent <= key.decimals


def _is_flag(_key: Key, value: Any) -> bool:
    return isinstance(value, bool)


def _is_text(key: Key, value: Any) -> bool:
    return isinstance(value, str) and (not key.choices or value in key.choices)


def _is_dice(_key: Key, value: Any) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    return all(
        isinstance(chain, list | tuple) and all(isinstance(face, int) and not isinstance(face, bool) for face in chain)
        for chain in value
    )


_CHECKS: dict[str, Callable[[Key, Any], bool]] = {
    "whole": _is_whole, "wholes": _is_wholes, "number": _is_number, "flag": _is_flag, "text": _is_text, "dice": _is_dice,
}  # fmt: skip


def together(calc: str, values: Values, *names: str) -> bool:
    """Return whether all of some keys are given, False when none is.

    Raises:
        InputError: some are given and some are not.
    """
    missing = [name for name in names if values[name] is None]
    if missing and len(missing) < len(names):
        raise InputError(f"calc {calc}", f"no {missing[0]}", f"{' and '.join(names)} together, or none of them")
    return not missing


def from_words(calc: Calc, words: Sequence[str]) -> dict[str, Any]:
    """Return the values of ``key=value`` words, each read by its key's kind; unknown keys are left for `checked`.

    Raises:
        InputError: a word without ``=``, or a key given twice.
    """
    kinds = {key.name: key.kind for key in calc.keys}
    values: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise InputError(f"calc {calc.name}", found(word), "words of the form key=value")
        if name in values:
            raise InputError(f"calc {calc.name}", f"{name} twice", "each key once")
        values[name] = _read(kinds.get(name, "text"), value)
    return values


def _read(kind: str, word: str) -> Any:
    """Return the value of a word; one that does not read stays a text, which `checked` then refuses."""
    if kind == "flag":
        return {"true": True, "false": False}.get(word, word)
    if kind in ("whole", "number") and _WHOLE.fullmatch(word):
        return int(word)
    if kind == "number" and _NUMBER.fullmatch(word):
        return float(word)
    if kind == "dice" and _DICE.fullmatch(word):
        plus, minus = word.split("/")
        return [[int(face) for face in plus.split("+")[1:]], [int(face) for face in minus.split("-")[1:]]]
    if kind == "wholes" and _WHOLES.fullmatch(word):
        return [int(one) for one in word.split(",")]
    if kind in ("dice", "wholes"):
        try:
            return json.loads(word)
        except (ValueError, RecursionError):
            return word
    return word
