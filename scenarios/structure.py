"""From nodes to attrs classes by the classes' own metadata, nothing coerced, every mistake noted.

The metadata of ``engine.ruleset.constant`` and ``engine.ruleset.field`` says what a value may hold: ``ge``,
``le``, ``gt``, ``choices``, ``decimals`` and ``key`` (what the file calls it).
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Collection, Mapping
from functools import cache
from math import isfinite
from typing import Any, Final, TypeVar

import attrs

from scenarios.locate import Path
from scenarios.mistakes import Mistakes, is_number
from scenarios.node import Node, named_path, show

NAME_LENGTH: Final = 200
"""Characters a name may have."""

COUNT_DECIMALS: Final = 3
"""A duration is a multiple of 0.001 count (CLK-1)."""

BAD: Final = object()
"""What a reader returns when it noted a mistake."""

T = TypeVar("T")

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@attrs.frozen
class Field:
    """One field of a class as a file gives it."""

    name: str
    key: str
    hint: Any
    required: bool
    meta: Mapping[str, Any]

    @property
    def decimals(self) -> int | None:
        """The most decimals a number may have; durations have three."""
        given: int | None = self.meta.get("decimals")
        return COUNT_DECIMALS if given is None and self.meta.get("unit") == "counts" else given


def fields_of(cls: Any) -> dict[str, Field]:
    """Return a class's fields by the key a file uses."""
    return _fields(cls)


@cache
def _fields(cls: Any) -> dict[str, Field]:
    hints = typing.get_type_hints(cls)
    found = (
        Field(
            name=attribute.name,
            key=attribute.metadata.get("key") or attribute.name,
            hint=_without_none(hints[attribute.name]),
            required=attribute.default is attrs.NOTHING,
            meta=attribute.metadata,
        )
        for attribute in attrs.fields(cls)
    )
    return {field.key: field for field in found}


def _without_none(hint: Any) -> Any:
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return next(arm for arm in typing.get_args(hint) if arm is not type(None))
    return hint


def build(
    cls: type[T],
    node: Node,
    path: Path,
    mistakes: Mistakes,
    *,
    base: T | None = None,
    given: Mapping[str, Any] | None = None,
    extra: Collection[str] = (),
) -> T | None:
    """Return an instance of a class from a table, or None when something was wrong.

    Args:
        cls: an attrs class with the metadata named above.
        node: the table.
        path: where it stands in the scenario.
        mistakes: gathers what is wrong.
        base: fields the table is silent about are taken from here.
        given: fields by key that were read elsewhere; ``BAD`` for one that was wrong.
        extra: further keys the table may have; they are read elsewhere.
    """
    table = node.table
    if table is None:
        mistakes.add(node, path, "a table")
        return None
    known = fields_of(cls)
    values = {known[key].name: value for key, value in (given or {}).items()}
    for key, item in table.items():
        if key in known and known[key].name not in values:
            default = getattr(base, known[key].name) if base is not None else None
            values[known[key].name] = read(known[key], item, (*path, key), mistakes, default)
        elif key not in known and key not in extra:
            near = next((field.key for field in known.values() if field.name == key), "")
            mistakes.unknown_key(item, (*path, key), [*known, *extra], near)
    return _complete(cls, node, path, mistakes, values, base)


def _complete(
    cls: type[T], node: Node, path: Path, mistakes: Mistakes, values: dict[str, Any], base: T | None
) -> T | None:
    if base is not None:
        values = {field.name: getattr(base, field.name) for field in fields_of(cls).values()} | values
    for field in fields_of(cls).values():
        if field.required and field.name not in values:
            mistakes.missing(node, (*path, field.key), allowed(field))
            values[field.name] = BAD
    return None if BAD in values.values() else cls(**values)


def read(field: Field, node: Node, path: Path, mistakes: Mistakes, base: Any = None) -> Any:
    """Return one value of a field, or ``BAD``."""
    return _read(field, field.hint, node, path, mistakes, base)


def _read(field: Field, hint: Any, node: Node, path: Path, mistakes: Mistakes, base: Any) -> Any:
    if attrs.has(hint):
        return _bad_if_none(build(hint, node, path, mistakes, base=base))
    origin = typing.get_origin(hint)
    if origin is tuple:
        return _tuple(field, hint, node, path, mistakes)
    if origin is not None:
        return _mapping(field, hint, node, path, mistakes)
    return _scalar(field, hint, node, path, mistakes)


def _bad_if_none(value: Any) -> Any:
    return BAD if value is None else value


def _tuple(field: Field, hint: Any, node: Node, path: Path, mistakes: Mistakes) -> Any:
    arms = typing.get_args(hint)
    length = None if arms[-1] is Ellipsis else len(arms)
    if node.array is None or length not in (None, len(node.array)):
        mistakes.add(node, path, _allowed(field, hint))
        return BAD
    named = arms[0] is str or attrs.has(arms[0])
    items = [
        _read(field, arms[0], item, named_path(path, index, item) if named else (*path, index), mistakes, None)
        for index, item in enumerate(node.array)
    ]
    return BAD if BAD in items else tuple(items)


def _mapping(field: Field, hint: Any, node: Node, path: Path, mistakes: Mistakes) -> Any:
    if node.table is None:
        mistakes.add(node, path, allowed(field))
        return BAD
    arm = typing.get_args(hint)[1]
    for key, item in node.table.items():
        if not is_name(key):
            mistakes.add(item, (*path, key), NAME_ALLOWED, found=f"key {show(key)}")
    items = {key: _read(field, arm, item, (*path, key), mistakes, None) for key, item in node.table.items()}
    return BAD if BAD in items.values() else items


def _scalar(field: Field, hint: type, node: Node, path: Path, mistakes: Mistakes) -> Any:
    value = node.value
    if _fits(field, hint, value):
        return float(value) + 0.0 if hint is float else value
    choices = field.meta.get("choices")
    if choices and isinstance(value, str):
        mistakes.unknown(node, path, choices, "one of")
    else:
        mistakes.add(node, path, _allowed(field, hint))
    return BAD


def _fits(field: Field, hint: type, value: Any) -> bool:
    """Return whether a value is of a field's type, within its bounds, of its choices and decimals; never coerced."""
    if hint is bool:
        return isinstance(value, bool)
    if hint is str:
        return is_name(value, least=int(field.required)) and value in (field.meta.get("choices") or (value,))
    if not is_number(value) or (hint is int and not isinstance(value, int)):
        return False
    return _within(field.meta, value) and has_decimals(value, field.decimals)


def _within(meta: Mapping[str, Any], value: float) -> bool:
    """Return whether a number is finite and keeps its bounds; whole numbers are compared before they become floats."""
    if isinstance(value, float) and not isfinite(value):
        return False
    least, most, above = meta.get("ge"), meta.get("le"), meta.get("gt")
    return (
        (least is None or value >= least)
        and (above is None or value > above)
        and (value <= most if most is not None else abs(value) < 2**53)
    )


def has_decimals(value: float, most: int | None) -> bool:
    """Return whether a number has at most so many decimals."""
    return most is None or isinstance(value, int) or round(value, most) == value


def is_name(value: Any, least: int = 1) -> bool:
    """Return whether a value is a text of a name's length without control characters."""
    return isinstance(value, str) and least <= len(value) <= NAME_LENGTH and not _CONTROL.search(value)


NAME_ALLOWED: Final = f"a text of 1 to {NAME_LENGTH} characters, no control characters"


def allowed(field: Field) -> str:
    """Return in words what a field may hold."""
    hint = field.hint
    if attrs.has(hint):
        return "a table"
    arms = typing.get_args(hint)
    if arms and typing.get_origin(hint) is not tuple:
        return f"a table: each value {_allowed(field, arms[1])}"
    return _allowed(field, hint)


def _allowed(field: Field, hint: Any) -> str:
    if typing.get_origin(hint) is tuple:
        arms = typing.get_args(hint)
        count = "an array" if arms[-1] is Ellipsis else f"an array of {len(arms)}"
        return f"{count}: each {_allowed(field, arms[0])}"
    if hint is bool:
        return "true or false"
    if attrs.has(hint):
        return "a table"
    if hint is str:
        choices = field.meta.get("choices")
        if not choices and not field.required:
            return f"a text of at most {NAME_LENGTH} characters, no control characters"
        return f"one of {', '.join(sorted(choices))}" if choices else NAME_ALLOWED
    return f"a {'whole ' if hint is int else ''}number{bounds(field.meta)}{_decimals(field)}"


def bounds(meta: Mapping[str, Any]) -> str:
    """Return the bounds of a number in words, with a blank before them."""
    least, most, above = meta.get("ge"), meta.get("le"), meta.get("gt")
    parts = [
        f" from {_whole(least)}" if least is not None else "",
        f" above {_whole(above)}" if above is not None else "",
        f" up to {_whole(most)}" if most is not None else "",
    ]
    return "".join(parts)


def _whole(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _decimals(field: Field) -> str:
    is_whole = field.hint is int
    return "" if is_whole or field.decimals is None else f" with at most {field.decimals} decimals"
