"""Weapons and armor of a combatant: names from the gear tables, rows overridden, or complete new ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from engine.anatomy import PARTS
from engine.counts.damage import parse_damage
from engine.counts.model import ArmorSpec, WeaponSpec
from engine.errors import InputError
from scenarios.counts.gear import Gear, Material
from scenarios.counts.protection import check_protection, protection
from scenarios.locate import Path
from scenarios.merge import merge
from scenarios.mistakes import Mistakes
from scenarios.node import Node, name_of, named_path, show
from scenarios.structure import BAD, NAME_ALLOWED, build, fields_of, is_name, read

WEAPON_NEEDS: Final = ("wsd", "damage", "type", "length")
"""What a weapon of an unknown name must give."""

MISSILE: Final = ("short", "medium", "long", "reload", "shots", "ammunition")
"""Figures that only mean something beside a velocity (C-MIS-1)."""


def weapons(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> Any:
    """Return the weapons of an array of names and tables, or ``BAD``."""
    return _each(node, path, mistakes, lambda item, where: _weapon(item, where, gear, mistakes))


def armor(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> Any:
    """Return the armor layers of an array of names and tables, or ``BAD``."""
    return _each(node, path, mistakes, lambda item, where: _armor(item, where, gear, mistakes))


def _each(node: Node, path: Path, mistakes: Mistakes, make: Callable[[Node, Path], Any]) -> Any:
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


def _weapon(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> WeaponSpec | None:
    if isinstance(node.value, str):
        if node.value not in gear.weapons:
            mistakes.unknown(node, path, gear.weapons, "a weapon's name or a table:")
        return gear.weapons.get(node.value)
    if not _has_name(node, path, mistakes, "a weapon's name or a table"):
        return None
    base = gear.weapons.get(node.text("name") or "")
    if base is None and not _is_complete(node, path, WEAPON_NEEDS, gear.weapons, mistakes):
        base = next(iter(gear.weapons.values()), None)  # a stand-in, so that the rest of the row is checked too
    fine = _weapon_details(node, path, mistakes)
    weapon = build(WeaponSpec, node, path, mistakes, base=base)
    if weapon is None or not fine or not _ranges(weapon, node, path, mistakes):
        return None
    if gear.weapons and not weapon.velocity:  # a log spells out the figures of every weapon
        _check_no_missile(weapon, node, path, mistakes)
    return attrs.evolve(weapon, protection=protection(weapon.protection) if weapon.shield else {})


def _weapon_details(node: Node, path: Path, mistakes: Mistakes) -> bool:
    """Check what the metadata can't say: the damage notation (C-DMG-1), a shield's protection."""
    before = len(mistakes)
    damage = node.get("damage")
    if damage is not None and isinstance(damage.value, str):
        try:
            parse_damage(damage.value)
        except InputError as error:
            mistakes.add(damage, (*path, "damage"), error.allowed)
    given = node.get("protection")
    if given is not None:
        check_protection(given, (*path, "protection"), mistakes)
    return len(mistakes) == before


def _ranges(weapon: WeaponSpec, node: Node, path: Path, mistakes: Mistakes) -> bool:
    """Check that a missile weapon's ranges go from short to long and reach somewhere (C-MIS-1)."""
    if not weapon.velocity or (weapon.short <= weapon.medium <= weapon.long and weapon.long > 0):
        return True
    found = f"short {weapon.short:g}, medium {weapon.medium:g}, long {weapon.long:g}"
    given = next((item for key in ("long", "medium", "short", "velocity") if (item := node.get(key)) is not None), node)
    mistakes.add(given, path, "ranges of a missile: short <= medium <= long, long above 0", found=found)
    return False


def _check_no_missile(weapon: WeaponSpec, node: Node, path: Path, mistakes: Mistakes) -> None:
    """Note a missile's figures given to a weapon that sends none: nobody would look at them (C-MIS-1)."""
    usual = {field.name: field.default for field in attrs.fields(WeaponSpec)}
    given = [key for key in MISSILE if node.get(key) is not None and getattr(weapon, key) != usual[key]]
    if given:
        found = f"{', '.join(f'{key} = {getattr(weapon, key):g}' for key in given)} without velocity"
        allowed = "a missile weapon's figures beside a velocity above 0"
        mistakes.add(node.value[given[0]], (*path, given[0]), allowed, found=found)


def _has_name(node: Node, path: Path, mistakes: Mistakes, allowed: str) -> bool:
    if node.table is None:
        mistakes.add(node, path, allowed)
        return False
    name = node.get("name")
    if name is None:
        mistakes.missing(node, (*path, "name"), NAME_ALLOWED)
    elif not is_name(name.value):
        mistakes.add(name, (*path, "name"), NAME_ALLOWED)
    return name is not None and is_name(name.value)


def _is_complete(node: Node, path: Path, needed: tuple[str, ...], known: Any, mistakes: Mistakes) -> bool:
    """Return whether a row of an unknown name has all it needs; if not, the name may be a slip."""
    lacking = [key for key in needed if node.get(key) is None]
    name = node.get("name")
    if lacking and name is not None:
        what = f"a table with {', '.join(needed)} (lacking: {', '.join(lacking)}), or a name among"
        mistakes.unknown(name, (*path, "name"), known, what)
    return not lacking


def _armor(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> ArmorSpec | None:
    if isinstance(node.value, str):
        if node.value not in gear.armor:
            mistakes.unknown(node, path, gear.armor, "an armor piece's name or a table:")
            return None
        return _piece(gear.armor[node.value], path, gear, mistakes)
    if not _has_name(node, path, mistakes, "an armor piece's name or a table"):
        return None
    row = gear.armor.get(node.text("name") or "")
    if row is not None:
        node = merge(row, node)
    needed = ("covers",) if node.get("protection") is not None else ("covers", "material")
    _is_complete(node, path, needed, gear.armor, mistakes)
    return _piece(node, path, gear, mistakes)


def _piece(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> ArmorSpec | None:
    """Return one piece; what its row is silent about follows from its material (C-ARM-2, C-ARM-3)."""
    given = node.get("protection")
    if given is not None:
        check_protection(given, (*path, "protection"), mistakes)
    covers, material = _covers(node, path, mistakes), _material(node, path, gear, mistakes)
    known = covers is not BAD and isinstance(material, Material)
    base = _of_material(node, covers, material) if known else None
    piece = build(ArmorSpec, node, path, mistakes, base=base, given={"covers": covers})
    return attrs.evolve(piece, protection=protection(piece.protection)) if piece is not None else None


def _covers(node: Node, path: Path, mistakes: Mistakes) -> Any:
    """Return the locations a piece covers, each a part of C-LOC-1 and named once."""
    given = node.get("covers")
    if given is None:
        return BAD
    covers = read(fields_of(ArmorSpec)["covers"], given, (*path, "covers"), mistakes)
    if covers is BAD:
        return BAD
    before = len(mistakes)
    for index, item in enumerate(given.array or ()):
        if item.value not in PARTS:
            mistakes.unknown(item, (*path, "covers", index), PARTS, "one of")
    if not covers or len(set(covers)) < len(covers):
        mistakes.add(given, (*path, "covers"), "at least one location, each once")
    return covers if len(mistakes) == before else BAD


def _material(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> Any:
    """Return the material a piece names; one that gives its own protection may name any or none."""
    given = node.get("material")
    name = given.value if given is not None else ""
    if isinstance(name, str) and name in gear.materials:
        return gear.materials[name]
    if node.get("protection") is not None or given is None or not isinstance(name, str):
        return None
    mistakes.unknown(given, (*path, "material"), gear.materials, "one of")
    return None


def _of_material(node: Node, covers: tuple[str, ...], material: Material) -> ArmorSpec:
    """Return a piece as its material makes it: A# is the number of locations it covers (C-ARM-2, C-ARM-3)."""
    is_suit = node.text("suit") in ("half", "full")
    return ArmorSpec(
        name="", covers=covers, protection=material.protection,
        hits=len(covers) * material.points, weight=len(covers) * material.weight,
        agl=material.agl if is_suit else 0, defence=material.defence if is_suit else 0,
        mvm=material.mvm if is_suit else 0.0,
    )  # fmt: skip
