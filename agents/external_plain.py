"""Views as plain data: whatever a window shows by its public properties, by name, nothing left out but what is said to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import isfinite
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

More: TypeAlias = Mapping[type, Mapping[str, Callable[[Any, Any], Any]]]
"""What is added to a window of a class, by name: made of the whole view and the window, for what a view tells by calls."""

_INNER = (".state", ".model")
"""Modules of the engine whose values hold what nobody may see."""

_PLAIN = (str, int, bool, type(None))


@cache
def shows(kind: Any) -> tuple[str, ...]:
    """Return what a class shows: fields, properties and slots without an underscore, sorted."""
    if attrs.has(kind):
        return tuple(sorted(field.name for field in attrs.fields(kind)))
    if issubclass(kind, tuple):
        return tuple(sorted(getattr(kind, "_fields", ())))
    names = {
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if isinstance(value, property | _SLOT) and not name.startswith("_")
    }
    return tuple(sorted(names))


class _Slotted:
    __slots__ = ("slot",)


_SLOT = type(_Slotted.__dict__["slot"])


def plain(value: Any, view: Any = None, more: More = MappingProxyType({}), without: frozenset[str] = frozenset()) -> Any:
    """Return a value as JSON can hold it; a number without end is None.

    Args:
        value: a number, text, collection, or a window with properties.
        view: the view it belongs to.
        more: what is added to windows.
        without: properties of this window that are left out; not of those within it.
    """
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(item, view, more) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(plain(item, view, more) for item in value)
    if isinstance(value, list) or (isinstance(value, tuple) and not hasattr(value, "_fields")):
        return [plain(item, view, more) for item in value]
    kind: Any = type(value)
    if kind.__module__.endswith(_INNER):
        raise TypeError(f"{kind.__qualname__} is the engine's own state: no window shows it")
    found = {name: plain(getattr(value, name), view, more) for name in shows(kind) if name not in without}
    for name, call in added(kind, more).items():
        found[name] = plain(call(view, value), view, more)
    return found


def added(kind: type, more: More) -> Mapping[str, Callable[[Any, Any], Any]]:
    """Return what is added to windows of a class: what is given for it, else for the nearest class above it."""
    return next((more[base] for base in kind.__mro__ if base in more), {})
