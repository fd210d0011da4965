"""Why an option is refused: what several options have in common (CLK-5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from engine.options import Option
from engine.shots import costs, lookup
from engine.shots.actions import Mover
from engine.shots.sight import in_sight
from engine.shots.state import Fight, Fighter, Structure

Refusal = tuple[str, str]
"""The rule that forbids an option, and why in words."""

FARTHEST = 1_000_000.0
"""The farthest a place or a distance may be from the origin, meters."""


# what an option's fields may hold


def fields(option: Option) -> Refusal | None:
    """Refuse an option whose fields hold something of another type than they are meant for."""
    for name, kind, default, holds in _fields(type(option)):
        value = getattr(option, name)
        if value is not default and not holds(value):
            return "CLK-5", f"{name} of {value!r:.60}; it must be {_WORDS[kind]}"
    return None


@cache
def _fields(kind: type[Option]) -> tuple[tuple[str, str, Any, Callable[[Any], bool]], ...]:
    """Return the fields of an option class, each with the name of its type, its default, and whether it may hold a value."""
    fields = [(field.name, _kind(str(field.type)), field.default) for field in msgspec.structs.fields(kind)]
    return tuple([(name, kind, default, _IS[kind]) for name, kind, default in fields])


def _kind(text: str) -> str:
    """Return the name of a field's type; what may be left out is marked."""
    maybe = "?" if "None" in text or "Optional" in text else ""
    for word, name in (("tuple", "place"), ("str", "text"), ("bool", "flag"), ("float", "number")):
        if word in text:
            return name + maybe
    return "count" + maybe


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= FARTHEST


def _is_place(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(map(_is_number, value))


_IS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "text?": lambda value: value is None or isinstance(value, str),
    "place?": lambda value: value is None or _is_place(value),
    "number": lambda value: _is_number(value) and value >= 0.0,
    "count": lambda value: type(value) is int,
    "flag": lambda value: type(value) is bool,
}

_WORDS = {
    "text": "a name",
    "text?": "a name or nothing",
    "place?": "a place of two finite numbers, or nothing",
    "number": f"a finite number of meters, 0 to {FARTHEST:g}",
    "count": "a whole number",
    "flag": "true or false",
}


# whom and what with


def someone(fight: Fight, fighter: Fighter, name: str) -> Refusal | None:
    """Refuse a name that is nobody's, its own, or that of an opponent it can't see (S-DEF-3)."""
    other = fight.by_name.get(name)
    if other is None:
        return "CLK-5", f"there is nobody named {name!r}"
    if other is fighter:
        return "CLK-5", "that is itself"
    if not other.hidden or in_sight(fight, fighter, other):
        return None
    return "S-DEF-3", f"{name} is not in sight"


def foe(fight: Fight, fighter: Fighter, name: str) -> Refusal | None:
    """Refuse a target that is no opponent who can still fight."""
    refused = someone(fight, fighter, name)
    if refused is not None:
        return refused
    other = fight.by_name[name]
    if other.side == fighter.side:
        return "CLK-5", f"{name} is on the same side"
    return None if other.able else ("CLK-4", f"{name} is out of the fight: {other.out}")


def friend(fight: Fight, fighter: Fighter, name: str) -> Refusal | None:
    """Refuse to stand up for somebody who is no friend that can still fight (S-DEF-4)."""
    refused = someone(fight, fighter, name)
    if refused is not None:
        return refused
    other = fight.by_name[name]
    if other.side != fighter.side:
        return "S-DEF-4", f"{name} is on another side"
    return None if other.able else ("CLK-4", f"{name} is out of the fight: {other.out}")


def structure(fight: Fight, name: str) -> Structure | None:
    """Return the structure of a name that still stands, or None (S-WND-4)."""
    spot = fight.places.get(name)
    return spot if spot is not None and spot.spec.toughness > 0 and not spot.destroyed else None


def in_kit(fighter: Fighter, name: str) -> Refusal | None:
    """Refuse a weapon it does not have."""
    if name in fighter.tools:
        return None
    return "S-CHR-2", f"it has no {name!r}; it has {', '.join(fighter.tools) or 'nothing'}"


def in_hand(fighter: Fighter, name: str) -> Refusal | None:
    """Refuse a weapon that is not in hand."""
    refused = in_kit(fighter, name)
    if refused is None and not lookup.holds(fighter, fighter.tools[name]):
        return "S-SEQ-3", f"{name} is not in hand; draw it first"
    return refused


def fortune(fight: Fight, fighter: Fighter) -> Refusal | None:
    """Refuse a Fortune point when all that are left are set aside, or declared with what is not rolled yet (S-CHR-1)."""
    declared = sum(action.fortune and action.fighter is fighter for action in fight.announced)
    declared += sum(fortune and action.fighter is fighter for action, _, fortune in fight.tending)
    if fighter.fortune > len(fighter.fortune_for) + declared:
        return None
    taken = f"{len(fighter.fortune_for)} set aside" + (f", {declared} declared" if declared else "")
    return "S-CHR-1", f"no Fortune point is free: {fighter.fortune} left, {taken}"


# movement


def movement(fight: Fight, fighter: Fighter, option: Mover) -> Refusal | None:
    """Refuse a movement that can't go with an option: it needs a whole action, and one goal (S-MOV-1)."""
    goals = (option.to is not None) + (option.toward is not None) + (option.away is not None)
    if not goals:
        return None
    if goals > 1:
        return "S-MOV-1", "a movement has only one of to, toward and away"
    if not costs.is_whole(fight, fighter, option):
        whole = fight.rules.action_shots
        return "S-MOV-1", f"a movement goes only with a {whole}-shot action"
    return steps(fight, fighter) or _goal(fight, fighter, option)


def steps(fight: Fight, fighter: Fighter) -> Refusal | None:
    """Refuse ground to one who lies, or has no Move (S-MOV-1)."""
    if fighter.prone:
        return "S-MOV-1", "it lies; it must rise first"
    return ("S-MOV-1", "its Move is 0") if fighter.spec.move <= 0 else None


def _goal(fight: Fight, fighter: Fighter, option: Mover) -> Refusal | None:
    """Refuse to go to somebody who is not there, or where one is already."""
    here, name = lookup.place(fight, fighter), option.toward if option.toward is not None else option.away
    if name is not None:
        refused = someone(fight, fighter, name)
        if refused is not None:
            return refused
    if option.to is not None and lookup.apart(here, (option.to[0], option.to[1])) == 0.0:
        return "S-MOV-1", "it is there already"
    if option.toward is not None and lookup.distance(fight, fighter, fight.by_name[option.toward]) <= option.distance:
        return "S-MOV-1", f"it is as near to {name} as {option.distance:g} m already"
    return None
