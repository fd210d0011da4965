"""Reading a script's orders: each is a table checked as strictly as the rest of a scenario (contract 4)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Any

import attrs
import msgspec

from agents.base import orders as options_by_name
from agents.parameters import unknown
from engine.errors import InputError
from engine.options import Option
from engine.registry import reasons

if TYPE_CHECKING:
    from engine.system import Request

COMMON = frozenset({"at", "on", "do"})

DIALECTS = {"counts": "agents.script_counts", "shots": "agents.script_shots", "steps": "agents.script_steps"}
"""System to the module whose ``DIALECT`` says how its orders are meant."""


@attrs.frozen
class Order:
    """One order of a script.

    Attributes:
        number: its place in the list, from 0.
        at: the first count at which it may be taken; None when the order is silent.
        on: the reason it waits for, or None for any.
        do: the option's name.
        option: the type of option.
        fields: the option's fields that the order gives.
        silent: the fields it leaves out that the script fills in: ``target``, ``weapon``.
        text: the order as its author wrote it, for messages.
    """

    number: int
    at: float | None
    on: str | None
    do: str
    option: type[Option]
    fields: Mapping[str, Any]
    silent: frozenset[str]
    text: str

    def __str__(self) -> str:
        return f"orders[{self.number}] ({self.text})"


@attrs.frozen
class Dialect:
    """How the orders of one rule system are meant.

    Attributes:
        filled_in: the fields an order may leave out, for the script to fill in.
        readings: the options an order can mean at a request, first choice first; the first legal one is taken.
        is_due: whether an order that is not legal at a request should have been, or may wait.
        silent: further fields that an order may leave out, and what it then means.
        check: refuses an order (and its place, for messages) that no single field tells to be wrong.
        called: what orders call a field whose own name means something else in them (`COMMON`).
    """

    filled_in: frozenset[str]
    readings: Callable[[Order, Request], Iterable[Option]]
    is_due: Callable[[Order, Request], bool]
    silent: Mapping[str, Any] = attrs.field(factory=dict)
    check: Callable[[Mapping[str, Any], str], None] | None = None
    called: Mapping[str, str] = attrs.field(factory=dict)


def dialect(system: str) -> Dialect:
    """Return how the orders of a rule system are meant."""
    found: Dialect = import_module(DIALECTS[system]).DIALECT
    return found


def read(orders: Any, place: str, system: str) -> tuple[Order, ...]:
    """Return a script's orders, checked: those of a file were checked when it was read, with its lines.

    Args:
        orders: the list as the scenario gives it.
        place: where it stands, for messages.
        system: the rule system whose options they name.

    Raises:
        InputError: something in it is wrong.
    """
    if isinstance(orders, str | Mapping) or not isinstance(orders, Sequence):
        raise InputError(place, _shown(orders), "a list of orders, each a table with `do`")
    return tuple(read_one(order, number, f"{place}[{number}]", system) for number, order in enumerate(orders))


def read_one(order: Any, number: int, place: str, system: str) -> Order:
    """Return one order, checked; see `read`."""
    spoken = dialect(system)
    if not isinstance(order, Mapping):
        raise InputError(place, _shown(order), 'a table with `do`, e.g. { at = 0, do = "attack" }')
    option = _option(order.get("do"), f"{place}.do", options_by_name(system))
    known = {spoken.called.get(name, name): field for name, field in _fields_of(option).items()}
    for key in order:
        if key not in known and key not in COMMON:
            raise unknown(f"{place}.{key}", key, {*known, *COMMON}, f"keys of {order['do']}")
    fields = {field.name: _value(order[key], field.type, f"{place}.{key}") for key, field in known.items() if key in order}
    for key, field in known.items():
        if not field.required or field.name in fields or key in spoken.filled_in:
            continue
        if key not in spoken.silent:
            raise InputError(place, f"{order['do']} without `{key}`", f"`{key}`: {_kind(field.type)}")
        fields[field.name] = spoken.silent[key]
    if spoken.check is not None:
        spoken.check(order, place)
    return Order(
        number=number,
        at=_at(order["at"], place) if "at" in order else None,
        on=_on(order.get("on"), place, reasons(system)),
        do=str(order["do"]),
        option=option,
        fields=fields,
        silent=spoken.filled_in.intersection(known) - set(fields),
        text=_text(order),
    )


@cache
def _fields_of(option: type[Option]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return an option's fields by name."""
    return {field.name: field for field in msgspec.structs.fields(option)}


def _option(name: Any, place: str, known: Mapping[str, type[Option]]) -> type[Option]:
    if isinstance(name, str) and name in known:
        return known[name]
    if not isinstance(name, str):
        raise InputError(place, "nothing" if name is None else _shown(name), f"one of {', '.join(sorted(known))}")
    raise unknown(place, name, known, "orders")


def _value(value: Any, kind: Any, place: str) -> Any:
    """Return a value of an option's field, nothing coerced but a whole number where any number may stand."""
    try:
        read = msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError:
        raise InputError(place, _shown(value), _kind(kind)) from None
    numbers = read if isinstance(read, tuple) else (read,)
    if any(isinstance(number, float) and not isfinite(number) for number in numbers):
        raise InputError(place, _shown(value), "a finite number")
    return read


def _kind(kind: Any) -> str:
    """Return in words what a field holds."""
    text = getattr(kind, "__name__", None) if isinstance(kind, type) else str(kind)
    words = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false"}
    parts = [part for part in str(text).split(" | ") if part != "None"]
    return " or ".join(words.get(part, "a pair of numbers") for part in parts)


def _at(value: Any, place: str) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not isfinite(value) or value < 0 or round(value, 3) != value:
        raise InputError(f"{place}.at", _shown(value), "a count, 0 or more, with at most 3 decimals (CLK-1)")
    return float(value)


def _on(value: Any, place: str, known: Sequence[str]) -> str | None:
    if value is None or value in known:
        return None if value is None else str(value)
    if not isinstance(value, str):
        raise InputError(f"{place}.on", _shown(value), f"one of {', '.join(known)}")
    raise unknown(f"{place}.on", value, known, "reasons")


def _text(order: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} = {_shown(value)}" for key, value in order.items())


def _shown(value: Any) -> str:
    """Return a value as a scenario file writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return f"[{', '.join(map(_shown, value))}]"
        case _:
            return str(value)
