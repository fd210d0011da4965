"""Why an option is refused: what several options have in common (CLK-5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from engine.options import Option
from engine.steps import lookup
from engine.steps.state import Fight, Fighter, Square, Weapon

Refusal = tuple[str, str]
"""The rule that forbids an option, and why in words."""

LATEST = 1_000_000.0
"""The latest count, and the farthest square, that an option may name."""


# what an option's fields may hold


def fields(option: Option) -> Refusal | None:
    """Refuse an option whose fields hold something of another type than they are meant for."""
    for name, kind in _fields(type(option)):
        value = getattr(option, name)
        if not _IS[kind](value):
            return "CLK-5", f"{name} of {_shown(value)}; it must be {_WORDS[kind]}"
    return None


def _shown(value: Any) -> str:
    """Return a value in a few words; one that can't be written out by its type."""
    try:
        return f"{value!r:.60}"
    except Exception:
        return f"some {type(value).__name__}"


@cache
def _fields(kind: type[Option]) -> tuple[tuple[str, str], ...]:
    """Return the fields of an option class, each with the name of its type."""
    return tuple([(field.name, _kind(field.name, str(field.type))) for field in msgspec.structs.fields(kind)])


def _kind(name: str, text: str) -> str:
    """Return the name of a field's type; what may be left out is marked."""
    maybe = "?" if "None" in text or "Optional" in text else ""
    if name == "path":
        return "path" + maybe
    for word, kind in (("tuple", "square"), ("bool", "flag"), ("float", "number")):
        if word in text:
            return kind + maybe
    return "text" + maybe


def _is_square(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int and abs(part) <= LATEST for part in value)


def _is_path(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) > 0 and all(map(_is_square, value))


_IS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "text?": lambda value: value is None or isinstance(value, str),
    "square?": lambda value: value is None or _is_square(value),
    "path?": lambda value: value is None or _is_path(value),
    "number": lambda value: type(value) in (int, float) and 0 <= value <= LATEST,
    "flag": lambda value: type(value) is bool,
}

_WORDS = {
    "text": "a name",
    "text?": "a name or nothing",
    "square?": "a square (column, row) of two whole numbers, or nothing",
    "path?": "at least one square (column, row), or nothing",
    "number": f"a finite count, 0 to {LATEST:g}",
    "flag": "true or false",
}


def one_of(rule: str, what: str, value: str, allowed: tuple[str, ...]) -> Refusal | None:
    """Refuse a word that is none of those there are."""
    return None if value in allowed else (rule, f"no {what} {value!r}; there are {', '.join(allowed)}")


# who and what with


def free(fighter: Fighter) -> Refusal | None:
    """Refuse to begin anything while an action is under way (P-FIR-2)."""
    action = fighter.action
    return None if action is None else ("P-FIR-2", f"{action.id} is under way: {action.kind}; break it off first")


def foe(fight: Fight, fighter: Fighter, name: str) -> Refusal | None:
    """Refuse a target that is no opponent in sight who can still fight (P-LOS-2, P-LOS-5).

    Of one out of sight nothing more is said: neither where it is nor whether it lives.
    """
    other = fight.by_name.get(name)
    if other is None:
        return "CLK-5", f"there is nobody named {name!r}"
    if other is fighter:
        return "CLK-5", "that is itself"
    if other.side == fighter.side:
        return "CLK-5", f"{name} is on the same side"
    if not lookup.sees(fight, fighter, other):
        return "P-LOS-5", f"{name} is not in sight: in its rear or behind full cover"
    return None if other.able else ("CLK-4", f"{name} is out of the fight: {other.out}")


def carried(fighter: Fighter, name: str) -> Refusal | None:
    """Refuse a weapon it does not have."""
    return None if name in fighter.weapons else ("CLK-5", f"it has no {name!r}; it has {', '.join(fighter.weapons) or 'nothing'}")


def in_hand(fighter: Fighter, name: str) -> Refusal | None:
    """Refuse a weapon that is not in hand (P-FIR-2)."""
    refused = carried(fighter, name)
    if refused is None and fighter.hand is not fighter.weapons[name]:
        return "P-FIR-2", f"{name} is not in hand; bring it first"
    return refused


def rounds(fight: Fight, weapon: Weapon, mode: str) -> Refusal | None:
    """Refuse a fire mode a weapon does not have, or lacks the rounds for (P-FIR-1)."""
    refused = one_of("P-FIR-1", f"fire mode of {weapon.name}", mode, weapon.spec.modes)
    if refused is not None or not weapon.spec.magazine:
        return refused
    needs = lookup.rounds_of(mode, fight.rules)
    if weapon.loaded >= needs:
        return None
    return "P-FIR-1", f"{mode} fire takes {needs} rounds; {weapon.name} has {weapon.loaded} loaded"


# where to


def on_map(fight: Fight, square: Square) -> Refusal | None:
    """Refuse a square beyond the map (P-LOS-1)."""
    if 0 <= square[0] < fight.width and 0 <= square[1] < fight.height:
        return None
    return "P-LOS-1", f"{square} is off the map of {fight.width} x {fight.height} squares"
