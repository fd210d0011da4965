"""The shipped gear of the steps system: weapons, armor, objects for the map, templates (P-LOS-4, P-FIR-1, P-DMG-1).

Nearly all figures are house figures. Every row is read by the same strict reader as a scenario.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path as FilePath
from typing import Any, Final

import attrs

from engine.steps.model import ArmorSpec, ObjectSpec, WeaponSpec
from scenarios.mistakes import Mistakes
from scenarios.node import Node
from scenarios.read import read_file
from scenarios.structure import build

FOLDER: Final = FilePath(__file__).parent.parent / "gear" / "steps"


@attrs.frozen
class Gear:
    """All gear tables.

    Attributes:
        weapons: weapons by name.
        armor: armor pieces by name.
        objects: what can stand on a square, by name.
        templates: combatants to start from by name, as nodes.
    """

    weapons: Mapping[str, WeaponSpec] = attrs.field(factory=dict)
    armor: Mapping[str, ArmorSpec] = attrs.field(factory=dict)
    objects: Mapping[str, ObjectSpec] = attrs.field(factory=dict)
    templates: Mapping[str, Node] = attrs.field(factory=dict)


@cache
def gear() -> Gear:
    """Return the shipped gear tables.

    Raises:
        ScenarioError: a shipped row is wrong.
    """
    mistakes = Mistakes()
    weapons = _built("weapons", WeaponSpec, mistakes)
    armor = _built("armor", ArmorSpec, mistakes)
    objects = _built("objects", ObjectSpec, mistakes)
    mistakes.check("gear/steps")
    return Gear(weapons=weapons, armor=armor, objects=objects, templates=dict(_rows("templates")))


def _built(table: str, cls: type, mistakes: Mistakes) -> dict[str, Any]:
    """Return the rows of a table as specs by name; a wrong one is noted and left out."""
    made = {name: build(cls, node, (name,), mistakes) for name, node in _named_rows(table)}
    return {name: spec for name, spec in made.items() if spec is not None}


def _rows(table: str) -> Iterator[tuple[str, Node]]:
    root = read_file(FOLDER / f"{table}.toml", f"scenarios/gear/steps/{table}.toml")
    yield from (root.table or {}).items()


def _named_rows(table: str) -> Iterator[tuple[str, Node]]:
    """Yield rows with their key as their ``name``."""
    for name, node in _rows(table):
        yield name, node.with_value({"name": node.with_value(name), **(node.table or {})})
