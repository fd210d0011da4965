"""Values out of a log's events, whatever an event holds: what is not as it should be is None."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

Json = Mapping[str, Any]
Point = tuple[float, float]

DIGITS = 6
"""Decimals a page keeps of a number; a tick is more than a ten-thousandth of a count."""


def number_in(event: Json, key: str) -> float | None:
    """Return a finite number of an event, or None."""
    return as_number(event.get(key))


def as_number(value: Any) -> float | None:
    """Return a finite number as a float, anything else as None."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            found = float(value)
        except OverflowError:
            return None
        return found if isfinite(found) else None
    return None


def point_in(event: Json, key: str) -> Point | None:
    """Return a pair of finite numbers of an event, or None."""
    return as_point(event.get(key))


def as_point(value: Any) -> Point | None:
    """Return a pair of finite numbers, anything else as None."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    x, y = as_number(value[0]), as_number(value[1])
    return None if x is None or y is None else (x, y)


def text_in(event: Json, key: str) -> str | None:
    """Return a text of an event, or None."""
    value = event.get(key)
    return value if isinstance(value, str) else None


def table_in(event: Json, key: str) -> Json:
    """Return a table of an event; an empty one for anything else."""
    value = event.get(key)
    return value if isinstance(value, Mapping) else {}


def rows_in(event: Json, key: str) -> list[Json]:
    """Return the tables of an array of an event."""
    value = event.get(key)
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []


def short(value: float) -> float | int:
    """Return a number as a page keeps it: whole where it is whole."""
    found = round(value, DIGITS)
    return int(found) if found == int(found) and abs(found) < 1e15 else found
