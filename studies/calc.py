"""``couched calc``: single rules answered without a battle, one at a time or a file of them.

``calc`` answers one question given as values, ``command`` one given as the words of a command line, ``batch`` a file
of JSON lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.errors import InputError
from studies import questions
from studies.calc_rules import CALCS
from studies.odds import ODDS
from studies.questions import Calc, Refused, checked, found, nearest

__all__ = ["answer", "batch", "calc", "calc_of", "command", "from_words", "names"]

ODDS_WORD = "odds"
"""The word before a calc whose dice are left open."""

IGNORED = "expect"
"""The key of a batch line that carries a worked answer for whoever compares."""


def names() -> list[str]:
    """Return the names of all calcs, those of the odds with their word before them."""
    return [*CALCS, *(f"{ODDS_WORD} {name}" for name in ODDS)]


def calc_of(what: str) -> Calc:
    """Return a calc by name: ``stage``, ``odds hit``, ...

    Raises:
        InputError: there is none of that name.
    """
    word, _, name = what.partition(" ")
    known = ODDS.get(name) if word == ODDS_WORD else CALCS.get(what)
    if known is None:
        raise InputError("calc", found(what), nearest(what, names()))
    return known


def calc(what: str, /, **values: Any) -> dict[str, Any]:
    """Answer one question.

    Args:
        what: the calc: ``timeline``, ``stage``, ..., or ``odds hit``, ``odds blow``, ...
        **values: its keys (``calc_of(what).keys`` lists them); nothing is coerced.

    Returns:
        The answer, JSON values by the contract's field names.

    Raises:
        InputError: an unknown calc or key, a missing key, a value of the wrong kind or out of bounds.
        Refused: the rules allow no such thing.
    """
    known = calc_of(what)
    return known.answer(checked(known, values))


def from_words(what: str, words: Sequence[str]) -> dict[str, Any]:
    """Return the values of ``key=value`` words, each read as its key wants it.

    Args:
        what: the calc they are for; it knows that ``damage=7`` is a text for one calc and a number for another.
        words: ``["wsd=10", "couched=true"]``.

    Raises:
        InputError: an unknown calc, a word without ``=``, a key given twice.
    """
    return questions.from_words(calc_of(what), words)


def command(words: Sequence[str]) -> dict[str, Any]:
    """Answer the words after ``couched calc``: ``["stage", "length=3", "distance=4"]``, ``["odds", "hit", ...]``.

    Raises:
        InputError: as `calc` and `from_words`.
        Refused: as `calc`.
    """
    if not words:
        raise InputError("calc", "nothing", nearest("", names()))
    named = 2 if words[0] == ODDS_WORD and len(words) > 1 else 1
    what = " ".join(words[:named])
    return calc(what, **from_words(what, words[named:]))


def answer(line: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one line of a batch: ``{"calc": "stage", "length": 3, "distance": 4}``.

    The odds are ``{"calc": "odds hit", ...}`` or ``{"calc": "odds", "of": "hit", ...}``; ``expect`` is ignored.

    Returns:
        The answer, or ``{"refused": why}`` where the rules refuse.

    Raises:
        InputError: as `calc`.
    """
    values = {key: value for key, value in line.items() if key not in ("calc", IGNORED)}
    what = line.get("calc")
    if what == ODDS_WORD and isinstance(values.get("of"), str):
        what = f"{ODDS_WORD} {values.pop('of')}"
    if not isinstance(what, str):
        raise InputError("calc", found(what), "the name of a calc under the key calc")
    try:
        return calc(what, **values)
    except Refused as refused:
        return {"refused": refused.why}


def batch(lines: Iterable[str]) -> Iterator[str]:
    """Answer JSON lines with one JSON line each, in order.

    A line that can't be read or asks for something that does not exist is refused too, with its number.
    """
    for count, line in enumerate(lines, 1):
        try:
            told = answer(_parsed(line))
        except InputError as error:
            told = {"refused": f"line {count}: {error}"}
        yield json.dumps(told, allow_nan=False)


def _parsed(line: str) -> dict[str, Any]:
    """Return the object of a JSON line.

    Raises:
        InputError: it is not one JSON object with each key once.
    """
    try:
        value = json.loads(line, object_pairs_hook=_each_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise InputError("JSON", found(line.strip()), "one JSON object a line") from error
    if not isinstance(value, dict):
        raise InputError("JSON", found(value), "one JSON object a line")
    return value


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of its pairs, each key once."""
    keys = dict(pairs)
    if len(keys) < len(pairs):
        raise InputError("JSON", "a key twice", "each key once")
    return keys


def _no_constant(name: str) -> Any:
    """Refuse NaN and the infinities."""
    raise InputError("JSON", name, "finite numbers")
