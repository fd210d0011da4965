"""The steps system's entry, and the reading of one of its combatants (P-CHK-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from engine.steps.model import ArmorSpec, CombatantSpec, FieldSpec, WeaponSpec
from engine.steps.rules import StepsRules
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node
from scenarios.shapes import named_item
from scenarios.steps.field import finish_field
from scenarios.steps.gear import Gear, gear
from scenarios.steps.kit import ARMOR_NEEDS, LIKE, WEAPON_NEEDS, armor, rounds_lacking, weapons
from scenarios.steps.marks import settle
from scenarios.steps.orders import Order, check_order
from scenarios.steps.skills import check_skills, skills
from scenarios.structure import build
from scenarios.systems import Placed, SystemEntry


def combatant(node: Node, path: Path, gear: Gear, mistakes: Mistakes, *, names: bool) -> CombatantSpec | None:
    """Return one combatant, or None when something was wrong; its square is settled with the map.

    Args:
        node: its table.
        path: where it stands.
        gear: the gear tables names are looked up in.
        mistakes: gathers what is wrong.
        names: whether names of skills must be known; a log's document is older than the tables.
    """
    before = len(mistakes)
    given: dict[str, Any] = {}
    if (kit := node.get("weapons")) is not None:
        given["weapons"] = weapons(kit, (*path, "weapons"), gear, mistakes)
    if (pieces := node.get("armor")) is not None:
        given["armor"] = armor(pieces, (*path, "armor"), gear, mistakes)
    if names:
        check_skills(node, path, gear, mistakes)
    spec = build(CombatantSpec, node, path, mistakes, given=given, extra=("agent", "template"))
    return attrs.evolve(spec, stream=spec.stream or spec.name) if spec is not None and len(mistakes) == before else None


def check_company(nodes: Placed, specs: Sequence[Any], rules: StepsRules | None, mistakes: Mistakes) -> None:
    """Note magazines that hold less than a fire mode takes, as the scenario's rules have it (P-FIR-1)."""
    for (path, node), spec in zip(nodes, specs, strict=True):
        if spec is None or rules is None:
            continue
        rows = {item.text("name") or item.value: item for item in node.value["weapons"].array} if spec.weapons else {}
        for weapon in spec.weapons:
            for wanted in rounds_lacking(weapon, rules):
                row = rows[weapon.name]
                found = f"magazine = {weapon.magazine}"
                mistakes.add(row.get("magazine") or row, (*path, "weapons", weapon.name), wanted, found=found)


def lift(node: Node, _mistakes: Mistakes, _path: Path, *, replace: bool = False) -> Node:
    """Return a combatant's table as it is: the file has one form for everything."""
    return node


def kit_schema(key: str, gear: Gear) -> dict[str, Any]:
    """Return the JSON Schema of a combatant's weapons or armor."""
    if key == "armor":
        return named_item(ArmorSpec, gear.armor, ARMOR_NEEDS)
    shape = named_item(WeaponSpec, gear.weapons, WEAPON_NEEDS)
    known, table = shape["items"]["anyOf"]
    table["properties"][LIKE] = {**known, "description": "start from this weapon's row, under another name"}
    table["anyOf"].append({"required": ["name", LIKE]})
    return shape


def finish_schema(shape: dict[str, Any]) -> None:
    """Say that a mark is one character, as the map has it."""
    shape["properties"]["mark"]["maxLength"] = 1


ENTRY: Final = SystemEntry(
    rules=StepsRules,
    combatant=CombatantSpec,
    order=Order,
    check_order=check_order,
    load_gear=gear,
    no_gear=Gear(),
    lift=lift,
    read=combatant,
    items=("weapons", "armor"),
    kit_schema=kit_schema,
    finish_schema=finish_schema,
    skills=skills,
    field=FieldSpec,
    finish_field=finish_field,
    settle=settle,
    check_company=check_company,
)
"""What the loader needs to know of the steps system."""
