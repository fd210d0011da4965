"""What a sweep varies: values of a scenario or its rules, as ``--vary`` names them, and the cells they make up."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product

import attrs

from engine.errors import InputError
from studies.cli_text import shown

MOST_CELLS = 5000
"""Cells a sweep may have: each is a scenario that is loaded and checked before the first battle."""

_KEY = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s."'=][^.=]*)"""
_PATH = re.compile(rf"\s*({_KEY}(?:\.{_KEY})*)=", re.DOTALL)
_KEYS = re.compile(_KEY, re.DOTALL)
_NUMBER = r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?"
_RANGE = re.compile(rf"\s*({_NUMBER})\s*:\s*({_NUMBER})\s*:\s*({_NUMBER})\s*", re.ASCII)
_LIKE_A_RANGE = re.compile(r"[-+0-9.eE\s]*(?::[-+0-9.eE\s]*)+", re.ASCII)
_NUMERAL = re.compile(_NUMBER, re.ASCII)

_ALLOWED = "PATH=LOW:HIGH:STEP or PATH=A,B,C, e.g. combatants.Ana.weapons.broadsword.wsd=6:12:0.5"


@attrs.frozen
class Vary:
    """One thing that is varied.

    Attributes:
        path: where its value stands, as ``--set`` takes it.
        values: its values as texts, as ``--set`` takes them.
        text: what was asked for.
    """

    path: str
    values: tuple[str, ...]
    text: str

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The values as numbers; None when any is a text."""
        if not all(_NUMERAL.fullmatch(value) for value in self.values):
            return None
        return tuple(float(value) for value in self.values)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its path."""
        return tuple(_bare(key) for key in _KEYS.findall(self.path))

    def setting(self, value: str) -> str:
        """Return the override that gives it a value."""
        return f"{self.path}={value}"


@attrs.frozen
class Cell:
    """One combination of values.

    Attributes:
        label: what tables call it.
        values: a value for each thing that is varied, in their order, as ``--set`` takes it; None: as in the base.
    """

    label: str
    values: tuple[str | None, ...]


def parse_vary(text: str) -> Vary:
    """Return what one ``--vary`` asks for.

    Args:
        text: ``PATH=LOW:HIGH:STEP`` (both ends included when a whole number of steps lies between them) or
            ``PATH=A,B,C``; values may be mixed, and are put in brackets or quotes when they hold a comma.

    Raises:
        InputError: it is no such text, a range is none, or a value comes twice.
    """
    place = f"--vary {shown(str(text))}"
    match = _PATH.match(text) if isinstance(text, str) else None
    if match is None:
        raise InputError(place, repr(text)[:80], _ALLOWED)
    values: list[str] = []
    for item in _items(text[match.end() :]):
        values += _values(item.strip(), place)
    for number, value in enumerate(values):
        if any(same(value, other) for other in values[:number]):
            raise InputError(place, f"{value} twice", "each value once")
    return Vary(match[1], tuple(values), text)


def same(one: str, other: str) -> bool:
    """Tell whether two values are one: the same text, or the same number."""
    both = bool(_NUMERAL.fullmatch(one)) and bool(_NUMERAL.fullmatch(other))
    return Decimal(one) == Decimal(other) if both else one == other


def _items(text: str) -> list[str]:
    """Return the parts between commas that stand outside quotes and brackets."""
    items, depth, quote, at, since = [], 0, "", 0, 0
    while at < len(text):
        char = text[at]
        if quote:
            at += char == "\\" and quote == '"'
            quote = "" if char == quote else quote
        elif char in "\"'" and text[since:at].rstrip()[-1:] in ("", *"[{,="):
            quote = char  # an apostrophe within a word opens nothing
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
        elif char == "," and depth <= 0:
            items.append(text[since:at])
            since = at + 1
        at += 1
    return [*items, text[since:]]


def _values(item: str, place: str) -> list[str]:
    """Return the values of one item: those of a range, or itself."""
    if not item:
        raise InputError(place, "nothing where a value should be", _ALLOWED)
    if not _LIKE_A_RANGE.fullmatch(item):
        return [item]
    match = _RANGE.fullmatch(item)
    low, high, step = map(Decimal, match.groups()) if match is not None else (Decimal(0),) * 3
    if step <= 0 or low > high:
        raise InputError(place, repr(item), "LOW:HIGH:STEP, three numbers (12, 0.5, 1e3), LOW not above HIGH, STEP above 0")
    steps = (high - low) / step
    if steps >= MOST_CELLS:
        raise InputError(place, f"{steps:.6g} steps", f"at most {MOST_CELLS} cells")
    return [_plain(low + step * number) for number in range(int(steps) + 1)]


def _plain(value: Decimal) -> str:
    """Return a number as TOML reads it: no exponent, no trailing zeros, whole ones without a point."""
    text = format(value.normalize(), "f")
    return "0" if value == 0 else text


def _bare(key: str) -> str:
    """Return a key of a path without its quotes."""
    if key[:1] == "'":
        return key[1:-1]
    if key[:1] == '"':
        import json

        try:
            return str(json.loads(key, strict=False))
        except ValueError:
            return key
    return key.strip()


def parse_all(texts: Sequence[str]) -> tuple[Vary, ...]:
    """Return what several ``--vary`` ask for.

    Raises:
        InputError: there are none, one is wrong, or two have one path.
    """
    if isinstance(texts, str):
        texts = [texts]
    varied = tuple(parse_vary(text) for text in texts)
    if not varied:
        raise InputError("--vary", "none", _ALLOWED)
    for number, one in enumerate(varied):
        if any(one.keys == other.keys for other in varied[:number]):
            raise InputError(
                f"--vary {shown(one.text)}", f"{shown(one.path)} twice", "each path once, with all its values"
            )
    return varied


def short_names(varied: Sequence[Vary]) -> tuple[str, ...]:
    """Return what each is called where there is little room: the end of its path that tells it from the others."""
    names = []
    for one in varied:
        others = [other.keys for other in varied if other is not one]
        length = 1
        while length < len(one.keys) and any(other[-length:] == one.keys[-length:] for other in others):
            length += 1
        names.append(".".join(one.keys[-length:]))
    return tuple(names)


def grid(varied: Sequence[Vary]) -> list[Cell]:
    """Return every combination of values, the last varied thing the fastest.

    Raises:
        InputError: they are too many.
    """
    count = math.prod(len(one.values) for one in varied)
    if count > MOST_CELLS:
        raise InputError("--vary", f"{count} cells", f"at most {MOST_CELLS}; --sample plays some of a large grid")
    return [cell_of(varied, values) for values in product(*(one.values for one in varied))]


def one_at_a_time(varied: Sequence[Vary]) -> list[Cell]:
    """Return a cell for every value of every varied thing, the others as in the base.

    Raises:
        InputError: they are too many.
    """
    count = sum(len(one.values) for one in varied)
    if count > MOST_CELLS:
        raise InputError("--vary", f"{count} cells", f"at most {MOST_CELLS}")
    rows = [(place, value) for place, one in enumerate(varied) for value in one.values]
    return [cell_of(varied, tuple(value if at == place else None for at in range(len(varied)))) for place, value in rows]


def sampled(varied: Sequence[Vary], count: int, seed: int) -> list[Cell]:
    """Return some cells of a grid, spread evenly over it: a scrambled Halton sequence laid on the grid's values.

    A point that falls on a cell that is there already is passed over. When so many cells are asked for as the grid has,
    or more, it is the grid.

    Args:
        varied: what is varied.
        count: how many cells.
        seed: the study's root seed, which the scrambling depends on.

    Raises:
        InputError: the count is none, or too great.
    """
    if type(count) is not int or not 1 <= count <= MOST_CELLS:
        raise InputError("--sample", repr(count)[:80], f"a whole number from 1 to {MOST_CELLS}")
    sizes = [len(one.values) for one in varied]
    if count >= math.prod(sizes):
        return grid(varied)
    chosen: dict[tuple[int, ...], None] = {}
    for place in _points(sizes, seed):
        chosen.setdefault(place)
        if len(chosen) == count:
            break
    return [
        cell_of(varied, tuple(one.values[at] for one, at in zip(varied, place, strict=True))) for place in sorted(chosen)
    ]


def _points(sizes: Sequence[int], seed: int) -> Iterator[tuple[int, ...]]:
    """Yield points of a low-discrepancy sequence as places on a grid, without end."""
    from studies.extras import need
    from studies.paired import generator

    sequence = need("scipy.stats.qmc").Halton(len(sizes), scramble=True, rng=generator(f"sweep sample {seed}"))
    while True:
        for point in sequence.random(256):
            yield tuple(min(size - 1, int(at * size)) for at, size in zip(point, sizes, strict=True))


def cell_of(varied: Sequence[Vary], values: tuple[str | None, ...]) -> Cell:
    """Return the cell of some values, called by those that are other than the base's."""
    named = zip(short_names(varied), values, strict=True)
    return Cell(", ".join(f"{name}={value}" for name, value in named if value is not None), values)
