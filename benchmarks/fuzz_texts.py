"""Spoiling texts and trees: the mutations that `benchmarks.fuzz` tries on scenarios, logs and folders."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import attrs

TOKENS = (
    "[", "]", "[[", "]]", "{", "}", "=", ",", ".", '"', "'", '"""', "#", "\n", "\r", "\t", "\0", "\\", "\\u0000", "\\ud800", "é",
    "\u202e", "\U0001f600", "\ufeff", "nan", "inf", "-inf", "-0.0", "true", "false", "0x7f", "1e400", "9" * 30,
    "1979-05-27", "[combatants]", "[[combatants]]", "[rules]", "[field]", "a.b.c = 1", "combatants = 3",
    'extends = "duel"', 'system = "steps"', "agent = ", "__class__",
)  # fmt: skip
"""Pieces that are put into texts: signs of TOML, JSON and Python, and what often breaks readers."""

NUMBERS = (
    0, 1, -1, 2, 3, 7, 99, 101, 1000, 65536, 2**31, 2**53, 2**63 - 1, 2**63, 10**18, -(10**18), 10**40, 0.0, -0.0,
    0.5, 0.1, 1e-9, 1e-320, 1e9, 1e15, 1.7e308, math.inf, -math.inf, math.nan,
)  # fmt: skip
TEXTS = (
    "", " ", "Ana", "Bo", "red", "duel", "spear", "script", "external", "x" * 300, "a\nb", "\0", "é", "\u202eabc", "\U0001f600",
    "<b>&", "../x", "7", "true", "{}", "%s", "{0}", "$(id)", "__import__('os')", "NaN", "../../etc/passwd", "a/b", "a.b", "-",
)  # fmt: skip


@attrs.frozen
class Place:
    """Where a value stands in a tree: its container and the key or index in it."""

    holder: Any
    key: Any

    @property
    def value(self) -> Any:
        """The value that stands there."""
        return self.holder[self.key]


def places(tree: Any) -> Iterator[Place]:
    """Yield every place of a tree, the outer ones first."""
    keys: Any = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield Place(tree, key)
        yield from places(tree[key])


def odd(rng: Random, depth: int = 0) -> Any:
    """Return some value, seldom a fitting one."""
    kind = rng.randrange(9 if depth < 3 else 6)
    match kind:
        case 0 | 1:
            return rng.choice(NUMBERS)
        case 2 | 3:
            return rng.choice(TEXTS)
        case 4:
            return rng.random() < 0.5
        case 5:
            return rng.randrange(-20, 120)
        case 6:
            return [odd(rng, depth + 1) for _ in range(rng.randrange(4))]
        case 7:
            return {rng.choice(TEXTS): odd(rng, depth + 1) for _ in range(rng.randrange(3))}
        case _:
            return nested(rng, rng.choice((5, 31, 33, 60)))


def nested(rng: Random, depth: int) -> Any:
    """Return tables or arrays nested so deep."""
    value: Any = 1
    for _ in range(depth):
        value = [value] if rng.random() < 0.5 else {"a": value}
    return value


def near(rng: Random, value: Any) -> Any:
    """Return a value of the same kind that is another one, mostly still a fitting one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-10, -3, -1, 1, 2, 5, 10, 100))
    if isinstance(value, float):
        return value + rng.choice((-2.5, -1.0, -0.5, 0.5, 1.0, 3.0, 40.0))
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice("aezZ_ -é9") + value[at + rng.randrange(2) :]
    return odd(rng)


def spoilt_tree(rng: Random, tree: Any, times: int = 1) -> Any:
    """Return a copy of a tree with some of its places changed: values, keys, order, doubled and missing ones."""
    spoilt = deepcopy(tree)
    for _ in range(times):
        there = list(places(spoilt))
        if there:
            _spoil(rng, rng.choice(there), there)
    return spoilt


def _spoil(rng: Random, place: Place, there: list[Place]) -> None:
    match rng.randrange(9):
        case 0:
            del place.holder[place.key]
        case 1 | 2:
            place.holder[place.key] = odd(rng)
        case 3 | 4:
            place.holder[place.key] = near(rng, place.value)
        case 5:
            other = rng.choice(there)
            place.holder[place.key], other.holder[other.key] = deepcopy(other.value), deepcopy(place.value)
        case 6:
            place.holder[place.key] = deepcopy(rng.choice(there).value)
        case 7 if isinstance(place.holder, list):
            place.holder.insert(rng.randrange(len(place.holder) + 1), deepcopy(place.value))
        case 7:
            place.holder[rng.choice((near(rng, place.key), rng.choice(TEXTS)))] = place.holder.pop(place.key)
        case _ if isinstance(place.holder, list):
            rng.shuffle(place.holder)
        case _:
            place.holder[str(rng.choice(there).key)] = odd(rng)


def spoilt_text(rng: Random, text: str, times: int = 1) -> str:
    """Return a text with pieces put in, cut out, doubled or exchanged."""
    for _ in range(times):
        at = rng.randrange(len(text) + 1)
        length = rng.choice((0, 0, 1, 1, 3, 10, 40))
        lines = text.split("\n")
        match rng.randrange(7):
            case 0 | 1:
                text = text[:at] + rng.choice(TOKENS) + text[at + length :]
            case 2:
                text = text[:at] + text[at + length :]
            case 3:
                text = text[:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) + text[at + 1 :]
            case 4:
                lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
                text = "\n".join(lines)
            case 5:
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
            case _:
                text = text[:at]
    return text


def spoilt_bytes(rng: Random, data: bytes, times: int = 1) -> bytes:
    """Return bytes with bits flipped, pieces cut out or put in, or the end cut off."""
    for _ in range(times):
        if not data:
            return data
        at = rng.randrange(len(data))
        match rng.randrange(5):
            case 0 | 1:
                data = data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
            case 2:
                data = data[:at] + data[at + rng.randrange(1, 50) :]
            case 3:
                data = data[:at] + rng.randbytes(rng.randrange(1, 6)) + data[at:]
            case _:
                data = data[:at]
    return data


def toml(tree: dict[str, Any]) -> str:
    """Return a tree as TOML: a line for each key of the root, everything below in inline tables and arrays."""
    return "".join(f"{_text(key)} = {_toml(value)}\n" for key, value in tree.items())


def _text(text: str) -> str:
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_text(key)} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) and "e" not in repr(value) else repr(value).replace("e-0", "e-")
    return _text(value) if isinstance(value, str) else str(value)
