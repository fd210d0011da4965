"""The counts system's entry, and the reading of one of its combatants (C-CHR-1)."""

from __future__ import annotations

from typing import Any, Final

import attrs

from engine.counts.model import ArmorSpec, CombatantSpec, FieldSpec, WeaponSpec
from engine.counts.rules import CountsRules
from scenarios.counts.company import check_company
from scenarios.counts.field import check_places, field
from scenarios.counts.gear import Gear, gear
from scenarios.counts.kit import armor, weapons
from scenarios.counts.orders import Order, check_order
from scenarios.counts.skills import MANEUVER, check_skills, lift, skills
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node
from scenarios.shapes import named_item
from scenarios.structure import build
from scenarios.systems import SystemEntry


def combatant(node: Node, path: Path, gear: Gear, mistakes: Mistakes, *, names: bool) -> CombatantSpec | None:
    """Return one combatant, or None when something was wrong.

    Args:
        node: its table, skills lifted.
        path: where it stands.
        gear: the gear tables names are looked up in.
        mistakes: gathers what is wrong.
        names: whether skill names must be known; a log's document is older than the tables.
    """
    given: dict[str, Any] = {}
    if (kit := node.get("weapons")) is not None:
        given["weapons"] = weapons(kit, (*path, "weapons"), gear, mistakes)
    if (layers := node.get("armor")) is not None:
        given["armor"] = armor(layers, (*path, "armor"), gear, mistakes)
    if names:
        check_skills(node, path, gear, mistakes)
    spec = build(CombatantSpec, node, path, mistakes, given=given, extra=("agent", "template"))
    return None if spec is None else _settled(spec)


def _settled(spec: CombatantSpec) -> CombatantSpec:
    """Return a combatant with its defaults that follow from others: the stream key, the skill each weapon uses."""
    kit = tuple(attrs.evolve(weapon, skill=_skill(weapon, spec)) for weapon in spec.weapons)
    return attrs.evolve(spec, stream=spec.stream or spec.name, weapons=kit)


def _skill(weapon: WeaponSpec, spec: CombatantSpec) -> str:
    """Return the skill a weapon uses: that of its own name where the fighter has one, else its group's."""
    return weapon.name if weapon.name in spec.skills else weapon.skill or weapon.name


def kit_schema(key: str, gear: Gear) -> dict[str, Any]:
    """Return the JSON Schema of a combatant's weapons or armor."""
    if key == "weapons":
        return named_item(WeaponSpec, gear.weapons, ("wsd", "damage", "type", "length"))
    return named_item(ArmorSpec, gear.armor, ("covers",))


def finish_schema(shape: dict[str, Any]) -> None:
    """Let Combat Maneuver be a table of percent and rank, as `lift` reads it."""
    percent = shape["properties"]["skills"]["additionalProperties"]
    rank = {"type": "integer", "minimum": 0}
    maneuver = {"type": "object", "properties": {"percent": percent, "rank": rank}, "additionalProperties": False}
    shape["properties"]["skills"]["properties"] = {MANEUVER: {"anyOf": [percent, maneuver]}}


ENTRY: Final = SystemEntry(
    rules=CountsRules,
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
    read_field=field,
    check_company=check_company,
    check_places=check_places,
)
