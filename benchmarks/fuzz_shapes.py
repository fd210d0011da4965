"""Scenarios made out of nothing but the JSON Schema: any value that its shape allows, and now and then one it does not."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from benchmarks.fuzz_texts import TEXTS, odd

Shape = Mapping[str, Any]

_ODD = 0.004
"""The share of values that are made without a look at the shape."""

_OPTIONAL = 0.12
"""The share of keys that may be left out and are not."""

_DEEPEST = 8


@cache
def _schema() -> dict[str, Any]:
    from scenarios import schema

    return schema()


def made(rng: Random) -> dict[str, Any]:
    """Return a scenario's document: a system, some rules, sometimes a field, and one to six combatants on two sides."""
    system = rng.choice(sorted(_schema()["$defs"]))
    shape = _schema()["$defs"][system]["properties"]
    document: dict[str, Any] = {"schema": "couched.scenario/1", "name": "Made", "system": system}
    if rng.random() < 0.5:
        document["rules"] = value_of(rng, shape["rules"], 0)
    if shape["field"] and rng.random() < 0.4:
        document["field"] = value_of(rng, shape["field"], 0)
    fighter = shape["combatants"]["items"]
    document["combatants"] = [_combatant(rng, fighter, number) for number in range(rng.choice((1, 2, 2, 2, 3, 6)))]
    return document


def _combatant(rng: Random, shape: Shape, number: int) -> dict[str, Any]:
    found = _table(rng, shape, 0)
    properties = shape["properties"]
    found["name"] = f"F{number}"
    found["side"] = ("red", "blue")[number % 2]
    if rng.random() < 0.8:
        found["template"] = rng.choice(properties["template"]["enum"])
    if rng.random() < 0.95:
        found["position"] = [rng.randrange(12), 2 * number]
    return found


def value_of(rng: Random, shape: Any, depth: int) -> Any:
    """Return a value of a shape."""
    if not isinstance(shape, Mapping) or depth > _DEEPEST or rng.random() < _ODD:
        return odd(rng)
    if "const" in shape:
        return shape["const"]
    if "enum" in shape:
        return rng.choice(shape["enum"])
    for word in ("oneOf", "anyOf"):
        if word in shape:
            return value_of(rng, rng.choice(shape[word]), depth + 1)
    kind = shape.get("type")
    if isinstance(kind, list):
        kind = rng.choice(kind)
    maker = _MAKERS.get(str(kind))
    return odd(rng) if maker is None else maker(rng, shape, depth)


def _table(rng: Random, shape: Shape, depth: int) -> dict[str, Any]:
    required = shape.get("required", ())
    found = {
        key: value_of(rng, inner, depth + 1)
        for key, inner in shape.get("properties", {}).items()
        if inner is not False and (key in required or rng.random() < _OPTIONAL)
    }
    extra = shape.get("additionalProperties")
    if isinstance(extra, Mapping):
        names = shape.get("propertyNames", {}).get("enum") or ("main", "other", rng.choice(TEXTS))
        found |= {rng.choice(names): value_of(rng, extra, depth + 1) for _ in range(rng.randrange(3))}
    return found


def _array(rng: Random, shape: Shape, depth: int) -> list[Any]:
    if "prefixItems" in shape:
        return [value_of(rng, inner, depth + 1) for inner in shape["prefixItems"]]
    least = shape.get("minItems", 0)
    most = min(shape.get("maxItems", 3), least + 3)
    return [value_of(rng, shape.get("items"), depth + 1) for _ in range(rng.randint(least, most))]


def _bounds(shape: Shape) -> tuple[Any, Any]:
    least = shape.get("minimum", shape.get("exclusiveMinimum", -50.5) + 0.5)
    return least, shape.get("maximum", shape.get("exclusiveMaximum", max(200, least + 200)))


def _whole(rng: Random, shape: Shape, _depth: int) -> int:
    least, most = _bounds(shape)
    roll = rng.random()
    if roll < 0.15:
        return int(rng.choice((least, most)))
    return rng.randint(math.ceil(least), math.ceil(min(most, least + 100)))


def _number(rng: Random, shape: Shape, depth: int) -> float:
    least, most = _bounds(shape)
    roll = rng.random()
    if roll < 0.4:
        return _whole(rng, shape, depth)
    if roll < 0.5:
        return float(rng.choice((least, most)))
    return float(round(least + rng.random() * min(most - least, 60.0), rng.choice((0, 1, 1, 6))))


def _words(rng: Random, shape: Shape, _depth: int) -> str:
    return str(rng.choice(shape.get("examples") or TEXTS))


_MAKERS: dict[str, Callable[[Random, Shape, int], Any]] = {
    "object": _table, "array": _array, "integer": _whole, "number": _number, "string": _words,
    "boolean": lambda rng, _shape, _depth: rng.random() < 0.5, "null": lambda _rng, _shape, _depth: "",
}  # fmt: skip
