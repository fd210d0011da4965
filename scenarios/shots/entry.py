"""The shots system's entry, and the reading of one of its characters (S-CHR-1)."""

from __future__ import annotations

from typing import Any, Final

import attrs

from engine.shots.model import SKILL_DEFAULTS, ArmorSpec, CombatantSpec, FieldSpec, SchtickSpec, WeaponSpec
from engine.shots.rules import ShotsRules
from engine.shots.schticks import REGISTRY
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, show
from scenarios.shapes import named_item, table_of
from scenarios.shots.field import check_places, field
from scenarios.shots.gear import Gear, gear
from scenarios.shots.kit import ARMOR_NEEDS, ATTACK_SKILLS, LIKE, WEAPON_NEEDS, armor, weapons
from scenarios.shots.orders import Order, check_order
from scenarios.shots.schticks import check_weapons, schticks
from scenarios.shots.skills import check_skills, skills
from scenarios.shots.tags import OF_CHARACTERS, check_tags
from scenarios.structure import BAD, build
from scenarios.systems import SystemEntry

NAMED_ONLY: Final = ("schticks", "fortune", "fu")
"""What unnamed characters don't have (S-WND-3)."""


def combatant(node: Node, path: Path, gear: Gear, mistakes: Mistakes, *, names: bool) -> CombatantSpec | None:
    """Return one character, or None when something was wrong.

    Args:
        node: its table.
        path: where it stands.
        gear: the gear tables names are looked up in.
        mistakes: gathers what is wrong.
        names: whether names of skills and tags must be known; a log's document is older than the tables.
    """
    before = len(mistakes)
    given: dict[str, Any] = {}
    if (kit := node.get("weapons")) is not None:
        given["weapons"] = weapons(kit, (*path, "weapons"), gear, mistakes)
    if (pieces := node.get("armor")) is not None:
        given["armor"] = armor(pieces, (*path, "armor"), gear, mistakes)
    if (rows := node.get("schticks")) is not None:
        given["schticks"] = schticks(rows, (*path, "schticks"), mistakes)
    if names:
        check_skills(node, path, mistakes)
        check_tags(node.get("tags"), (*path, "tags"), OF_CHARACTERS, mistakes)
    spec = build(CombatantSpec, node, path, mistakes, given=given, extra=("agent", "template"))
    if given.get("schticks", BAD) is not BAD:
        check_weapons(given["schticks"], node, path, mistakes)
    if spec is None:
        return None
    _check_unnamed(spec, node, path, mistakes)
    return attrs.evolve(spec, stream=spec.stream or spec.name) if len(mistakes) == before else None


def _check_unnamed(spec: CombatantSpec, node: Node, path: Path, mistakes: Mistakes) -> None:
    """Note what only named characters have in an unnamed one, and a group in a named one (S-WND-3)."""
    if spec.group and not spec.unnamed:
        allowed = "a group for unnamed characters only: others roll their own initiative (S-WND-3)"
        mistakes.add(node.get("group") or node, (*path, "group"), allowed)
    for key in NAMED_ONLY if spec.unnamed else ():
        if getattr(spec, key):
            item = node.get(key) or node
            found = f"{key} = {show(item.plain())} in an unnamed character"
            mistakes.add(item, (*path, key), f"no {key}, or unnamed = false (S-WND-3)", found=found)


def lift(node: Node, _mistakes: Mistakes, _path: Path, *, replace: bool = False) -> Node:
    """Return a character's table as it is: the file has one form for everything."""
    return node


def kit_schema(key: str, gear: Gear) -> dict[str, Any]:
    """Return the JSON Schema of a character's weapons, armor or schticks."""
    if key == "armor":
        return named_item(ArmorSpec, gear.armor, ARMOR_NEEDS)
    if key == "schticks":
        return _schticks_schema()
    shape = named_item(WeaponSpec, gear.weapons, WEAPON_NEEDS)
    known, table = shape["items"]["anyOf"]
    table["properties"]["skill"] |= {"enum": ["", *ATTACK_SKILLS]}
    table["properties"][LIKE] = {**known, "description": "start from this weapon's row, under another name"}
    table["anyOf"].append({"required": ["name", LIKE]})
    return shape


def finish_schema(shape: dict[str, Any]) -> None:
    """Name the skills and the terrain tags that a character may have, as an editor completes them."""
    shape["properties"]["skills"]["propertyNames"] = {"enum": sorted(SKILL_DEFAULTS)}
    shape["properties"]["tags"]["items"] = {"enum": sorted(OF_CHARACTERS)}


def _schticks_schema() -> dict[str, Any]:
    """Return the JSON Schema of schticks: each takes what it is about; of the rest only the default, as a log has it."""
    anyone = table_of(SchtickSpec)["properties"]
    usual = {field.name: {"const": field.default} for field in attrs.fields(SchtickSpec) if field.name != "name"}
    tables = []
    for name, kind in sorted(REGISTRY.items()):
        takes = {key: anyone[key] for key in kind.takes}
        needed = ["name", *(key for key in kind.takes if key == "weapon")]
        shape = {**usual, "name": {"const": name, "description": kind.why}, **takes}
        tables.append({"type": "object", "properties": shape, "required": needed, "additionalProperties": False})
    bare = sorted(name for name, kind in REGISTRY.items() if "weapon" not in kind.takes)
    return {"type": "array", "items": {"anyOf": [{"enum": bare}, *tables]}}


ENTRY: Final = SystemEntry(
    rules=ShotsRules,
    combatant=CombatantSpec,
    order=Order,
    check_order=check_order,
    load_gear=gear,
    no_gear=Gear(),
    lift=lift,
    read=combatant,
    items=("weapons", "armor", "schticks"),
    kit_schema=kit_schema,
    finish_schema=finish_schema,
    skills=skills,
    field=FieldSpec,
    read_field=field,
    check_places=check_places,
)
"""What the loader needs to know of the shots system."""
