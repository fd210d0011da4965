"""Weapons and armor of a combatant: names from the gear tables, rows overridden, or complete new ones (P-FIR-1, P-DMG-1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import Any, Final

from engine.errors import InputError
from engine.steps.damage import NOTATION, parse
from engine.steps.model import ArmorSpec, WeaponSpec
from engine.steps.rules import BANDS, StepsRules
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, name_of, named_path, show
from scenarios.steps.gear import Gear
from scenarios.structure import BAD, NAME_ALLOWED, build, is_name

LIKE: Final = "like"
"""Key of a weapon's or an object's table that names the row of another: it starts from that, under its own name."""

WEAPON_NEEDS: Final = ("damage",)
"""What a weapon of an unknown name must give."""

ARMOR_NEEDS: Final = ("covers", "stops")
"""What a piece of an unknown name must give."""

IN_DIRECT_MODES: Final = ("single", "aimed")
"""Fire modes that can go in-direct (P-LOS-3)."""


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


def is_complete(node: Node, path: Path, needed: Collection[str], known: Collection[str], mistakes: Mistakes) -> bool:
    """Return whether a row of an unknown name has all it needs; if not, the name may be a slip."""
    lacking = [key for key in needed if node.get(key) is None]
    if lacking:
        what = f"a table with {', '.join(needed)} (lacking: {', '.join(lacking)}), or a name among"
        mistakes.unknown(node.value["name"], (*path, "name"), known, what)
    return not lacking


def row_like(node: Node, path: Path, rows: Any, mistakes: Mistakes, what: str) -> Any:
    """Return the row of the gear tables a table starts from: that of ``like``, else of its name; None for neither."""
    like = node.get(LIKE)
    if like is None:
        return rows.get(node.text("name") or "")
    if not isinstance(like.value, str) or like.value not in rows:
        mistakes.unknown(like, (*path, LIKE), rows, what)
        return next(iter(rows.values()), None)  # a stand-in: its figures are not to blame
    return rows[like.value]


def _weapon(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> WeaponSpec | None:
    if isinstance(node.value, str):
        if node.value not in gear.weapons:
            mistakes.unknown(node, path, gear.weapons, "a weapon's name or a table:")
        return gear.weapons.get(node.value)
    if not has_name(node, path, mistakes, "a weapon's name or a table"):
        return None
    name = node.text("name") or ""
    base = row_like(node, path, gear.weapons, mistakes, "a weapon's name:")
    fine = base is not None or is_complete(node, path, WEAPON_NEEDS, gear.weapons, mistakes)
    fine &= _check_damage(node.get("damage"), path, mistakes)
    stand_in = WeaponSpec(name=name, damage="1d6")
    weapon = build(WeaponSpec, node, path, mistakes, base=base or stand_in, given={"name": name}, extra=(LIKE,))
    if weapon is None or not fine:
        return None
    before = len(mistakes)
    for key, wanted in senseless(weapon):
        mistakes.add(_first(node, key), path, wanted, found=_shown(weapon, key))
    return weapon if len(mistakes) == before else None


def _check_damage(node: Node | None, path: Path, mistakes: Mistakes) -> bool:
    """Return whether damage is noted as dice (P-DMG-1); what is no text is left to the reader of the class."""
    if node is None or not is_name(node.value):
        return True
    try:
        parse(node.value)
    except InputError:
        mistakes.add(node, (*path, "damage"), NOTATION)
        return False
    return True


def senseless(weapon: WeaponSpec) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield figures of a weapon that mean nothing together: the keys, and what would have been right."""
    for near, far in pairwise(BANDS):
        if getattr(weapon, near) > getattr(weapon, far):
            yield (far, near), f"each range band at least as far as the one before: {', '.join(BANDS)} (P-CHK-3)"
    if not weapon.modes:
        yield ("modes",), "at least one fire mode (P-FIR-1)"
    if len(set(weapon.modes)) < len(weapon.modes):
        yield ("modes",), "each fire mode once (P-FIR-1)"
    if not weapon.magazine and weapon.ammunition:
        yield ("ammunition", "magazine"), "a magazine of 1 or more, or ammunition 0: what is never reloaded needs none (P-FIR-2)"
    if weapon.indirect and not weapon.radius:
        yield ("indirect", "radius"), "a radius above 0: in-direct fire has an area (P-LOS-3)"
    if weapon.indirect and weapon.modes and not {*weapon.modes} & {*IN_DIRECT_MODES}:
        yield ("modes", "indirect"), f"{' or '.join(IN_DIRECT_MODES)} among the modes: in no other it goes in-direct (P-LOS-3)"


def rounds_lacking(weapon: WeaponSpec, rules: StepsRules) -> Iterator[str]:
    """Yield what a magazine would have to hold for each fire mode it is too small for (P-FIR-1)."""
    needs = {"burst": rules.burst_rounds, "auto": rules.auto_rounds}
    for mode in weapon.modes:
        if weapon.magazine and weapon.magazine < needs.get(mode, 1):
            yield f"a magazine of {needs[mode]} or more for {mode}, or 0 for one that is never reloaded (P-FIR-1)"


def _first(node: Node, keys: Collection[str]) -> Node:
    """Return the first value given under some keys, else the whole table."""
    return next((item for key in keys if (item := node.get(key)) is not None), node)


def _shown(weapon: WeaponSpec, keys: Collection[str]) -> str:
    """Return figures of a weapon as a file writes them."""
    return ", ".join(f"{key} = {show(_short(getattr(weapon, key)))}" for key in keys)


def _short(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _armor(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> ArmorSpec | None:
    if isinstance(node.value, str):
        if node.value not in gear.armor:
            mistakes.unknown(node, path, gear.armor, "an armor piece's name or a table:")
        return gear.armor.get(node.value)
    if not has_name(node, path, mistakes, "an armor piece's name or a table"):
        return None
    base = gear.armor.get(node.text("name") or "")
    if base is None and not is_complete(node, path, ARMOR_NEEDS, gear.armor, mistakes):
        base = ArmorSpec(name="", covers=("head",), stops=0)  # a stand-in, so that the rest of the row is checked too
    piece = build(ArmorSpec, node, path, mistakes, base=base)
    if piece is not None and len(set(piece.covers)) != (len(piece.covers) or -1):
        mistakes.add(node.get("covers") or node, (*path, "covers"), "one or more hit locations, each once (P-DMG-1)")
        return None
    return piece
