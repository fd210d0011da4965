"""How single values are put into words: numbers, names of any kind, modifiers, lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")


def shown(text: str) -> str:
    """Return a text with everything a terminal could act on spelled out: controls, escapes, direction marks.

    A name that holds an ANSI escape, a line break or a right-to-left override comes out as ``\\x1b``, ``\\n`` or
    ``\\u202e``; letters of every script and the joiners they need stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_spelled(char) if _hides(char) else char for char in text)


def _hides(char: str) -> bool:
    return unicodedata.category(char) in _HIDDEN and char not in _JOINERS


def _spelled(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def number(value: float) -> str:
    """Return a number the short way: whole ones without a point, others with up to three decimals."""
    if not isfinite(value):
        return str(value)
    if value == int(value):
        return str(int(value))
    return f"{value:.3f}".rstrip("0").rstrip(".")


def plural(count: float, one: str, many: str | None = None) -> str:
    """Return a count with its noun: ``1 blow``, ``3 blows``."""
    noun = one if count == 1 else (many or one + "s")
    return f"{number(count)} {noun}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """Return items as people list them: ``a, b and c``."""
    rows = list(items)
    if len(rows) < 2:
        return "".join(rows)
    return f"{', '.join(rows[:-1])} {last} {rows[-1]}"


def value_text(value: Any) -> str:
    """Return any JSON value in one short line."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return number(value)
        case str():
            return value
        case Mapping():
            return ", ".join(f"{key} {value_text(part)}" for key, part in value.items())
        case _:
            return ", ".join(value_text(part) for part in value)


def sum_text(mods: Iterable[Mapping[str, Any]]) -> str:
    """Return modifiers as a sum people can check: ``70 broadsword + 10 chopping - 35 DEF``; a zero is a remark."""
    text, remarks = "", ""
    for mod in mods:
        value = mod.get("value", 0)
        why = str(mod.get("why") or mod.get("rule") or "?")
        why = why.removeprefix("skill with ").removeprefix("constant of ").replace("_", " ")
        if value == 0:
            remarks += f" ({why})"
            continue
        sign = (" - " if value < 0 else " + ") if text else ("-" if value < 0 else "")
        text += f"{sign}{number(abs(value))} {why}"
    return (text + remarks).lstrip()


def dice_text(roll: Mapping[str, Any]) -> str:
    """Return what a roll shows: ``42`` for one die, ``3+4 = 7`` for several."""
    faces = [int(face) for face in roll.get("faces") or []]
    if len(faces) == 1:
        return str(faces[0])
    return f"{'+'.join(map(str, faces))} = {sum(faces)}" if faces else "no dice"
