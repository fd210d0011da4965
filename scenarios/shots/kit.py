"""Weapons and armor of a character: names from the gear tables, rows overridden, or complete new ones (S-CHR-2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from engine.shots.model import ArmorSpec, WeaponSpec
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, name_of, named_path, show
from scenarios.shots.gear import Gear
from scenarios.structure import BAD, NAME_ALLOWED, build, is_name

LIKE: Final = "like"
"""Key of a weapon's table that names the row of another: the second pistol of somebody with two."""

WEAPON_NEEDS: Final = ("range", "damage")
"""What a weapon of an unknown name must give."""

ARMOR_NEEDS: Final = ("armor",)
"""What a piece of an unknown name must give."""

ATTACK_SKILLS: Final = ("guns", "martial_arts", "throwing")
"""Skills a weapon may be used with."""


def weapons(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> Any:
    """Return the weapons of an array of names and tables, or ``BAD``."""
    return each(node, path, mistakes, lambda item, where: _weapon(item, where, gear, mistakes))


def armor(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> Any:
    """Return the armor of an array of names and tables, or ``BAD``."""
    return each(node, path, mistakes, lambda item, where: _armor(item, where, gear, mistakes))


def each(node: Node, path: Path, mistakes: Mistakes, make: Callable[[Node, Path], Any]) -> Any:
    """Return the things of an array; each has a name of its own, so that ``--set`` and orders can mean it."""
    if node.array is None:
        mistakes.add(node, path, "an array of names and tables")
        return BAD
    made, names = [], set()
    for index, item in enumerate(node.array):
        where = named_path(path, index, item)
        name = name_of(item)
        if name is not None and name in names:
            mistakes.add(item, where, "each name once; give one of them another name", found=f"a second {show(name)}")
        names.add(name)
        made.append(make(item, where))
    return BAD if None in made else tuple(made)


def has_name(node: Node, path: Path, mistakes: Mistakes, what: str) -> bool:
    """Return whether an element is a table with a name; what it is instead is noted."""
    if node.table is None:
        mistakes.add(node, path, what)
        return False
    name = node.get("name")
    if name is None:
        mistakes.missing(node, (*path, "name"), NAME_ALLOWED)
    elif not is_name(name.value):
        mistakes.add(name, (*path, "name"), NAME_ALLOWED)
    return name is not None and is_name(name.value)


def _weapon(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> WeaponSpec | None:
    if isinstance(node.value, str):
        if node.value not in gear.weapons:
            mistakes.unknown(node, path, gear.weapons, "a weapon's name or a table:")
        return gear.weapons.get(node.value)
    if not has_name(node, path, mistakes, "a weapon's name or a table"):
        return None
    name, base = _row(node, path, gear, mistakes)
    fine = base is not None or _is_complete(node, path, WEAPON_NEEDS, gear.weapons, mistakes)
    fine &= _check_skill(node, path, mistakes)
    weapon = build(
        WeaponSpec, node, path, mistakes, base=base or WeaponSpec(name=name), given={"name": name}, extra=(LIKE,)
    )
    if weapon is None or not fine:
        return None
    before = len(mistakes)
    for key, wanted in _senseless(weapon):
        mistakes.add(_first(node, key), path, wanted, found=_shown(weapon, key))
    return weapon if len(mistakes) == before else None


def _row(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> tuple[str, WeaponSpec | None]:
    """Return a weapon's name and the row of the gear tables it starts from: that of ``like``, else of its name."""
    name, like = node.text("name") or "", node.get(LIKE)
    if like is None:
        return name, gear.weapons.get(name)
    if not isinstance(like.value, str) or like.value not in gear.weapons:
        mistakes.unknown(like, (*path, LIKE), gear.weapons, "a weapon's name:")
        return name, next(iter(gear.weapons.values()), None)  # a stand-in: its figures are not to blame
    return name, gear.weapons[like.value]


def _check_skill(node: Node, path: Path, mistakes: Mistakes) -> bool:
    """Note a skill that nobody attacks with; an empty one means the usual."""
    skill = node.get("skill")
    if skill is None or not isinstance(skill.value, str) or skill.value in ("", *ATTACK_SKILLS):
        return True
    mistakes.unknown(skill, (*path, "skill"), ATTACK_SKILLS, "one of")
    return False


def _senseless(weapon: WeaponSpec) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield figures of a weapon that mean nothing together: the keys, and what would have been right."""
    if weapon.range == "melee":
        yield from _senseless_in_melee(weapon)
    elif weapon.length:
        yield ("length", "range"), "length 0, or a melee weapon: the reach of others is their range class (S-RNG-1)"
    if weapon.thrown:
        yield from _senseless_thrown(weapon)
    elif weapon.feed == "none" and weapon.ammunition:
        yield ("ammunition", "feed"), 'ammunition beside feed = "clip" or "rounds": what is never reloaded needs none (S-SEQ-3)'
    if weapon.feed != "none" and not weapon.magazine:
        yield ("feed", "magazine"), 'a magazine of 1 or more, or feed = "none" (S-SEQ-3)'


def _senseless_in_melee(weapon: WeaponSpec) -> Iterator[tuple[tuple[str, ...], str]]:
    if weapon.feed != "none" or weapon.magazine or weapon.ammunition:
        yield ("feed", "magazine", "ammunition", "range"), "nothing to load in a melee weapon (S-SEQ-3)"
    if weapon.radius:
        yield ("radius", "range"), "radius 0 in a melee weapon: area attacks are ranged (S-RNG-4)"
    if weapon.thrown:
        yield ("thrown", "range"), 'range = "short" for what is thrown (S-RNG-1)'
    if not weapon.handheld:
        yield ("handheld", "range"), "handheld = true in a melee weapon: it is for ranged ones (S-RNG-3)"


def _senseless_thrown(weapon: WeaponSpec) -> Iterator[tuple[tuple[str, ...], str]]:
    if weapon.range in ("normal", "long"):
        yield ("thrown", "range"), 'range = "short" for what is thrown (S-RNG-1)'
    if weapon.range != "melee" and (weapon.feed != "none" or weapon.magazine):
        yield ("feed", "magazine", "thrown"), "nothing to load in what is thrown; ammunition says how many more there are (S-SEQ-3)"
    if not weapon.hands:
        yield ("hands", "thrown"), "1 or 2 hands for what is thrown: it leaves the hand (S-SEQ-3)"


def _first(node: Node, keys: Collection[str]) -> Node:
    """Return the first value given under some keys, else the whole table."""
    return next((item for key in keys if (item := node.get(key)) is not None), node)


def _shown(weapon: WeaponSpec, keys: Collection[str]) -> str:
    """Return figures of a weapon as a file writes them."""
    return ", ".join(f"{key} = {show(_short(getattr(weapon, key)))}" for key in keys)


def _short(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_complete(node: Node, path: Path, needed: Collection[str], known: Collection[str], mistakes: Mistakes) -> bool:
    """Return whether a row of an unknown name has all it needs; if not, the name may be a slip."""
    lacking = [key for key in needed if node.get(key) is None]
    if lacking:
        what = f"a table with {', '.join(needed)} (lacking: {', '.join(lacking)}), or a name among"
        mistakes.unknown(node.value["name"], (*path, "name"), known, what)
    return not lacking


def _armor(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> ArmorSpec | None:
    if isinstance(node.value, str):
        if node.value not in gear.armor:
            mistakes.unknown(node, path, gear.armor, "an armor piece's name or a table:")
        return gear.armor.get(node.value)
    if not has_name(node, path, mistakes, "an armor piece's name or a table"):
        return None
    base = gear.armor.get(node.text("name") or "")
    if base is None and not _is_complete(node, path, ARMOR_NEEDS, gear.armor, mistakes):
        base = ArmorSpec(name="", armor=0)  # a stand-in, so that the rest of the row is checked too
    return build(ArmorSpec, node, path, mistakes, base=base)
