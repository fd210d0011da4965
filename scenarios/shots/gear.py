"""The shipped gear of the shots system: weapons, armor, templates (S-CHR-1, S-CHR-2).

All figures are house figures. Every row is read by the same strict reader as a scenario.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path as FilePath
from typing import Final

import attrs

from engine.shots.model import ArmorSpec, WeaponSpec
from scenarios.mistakes import Mistakes
from scenarios.node import Node
from scenarios.read import read_file
from scenarios.structure import build

FOLDER: Final = FilePath(__file__).parent.parent / "gear" / "shots"


@attrs.frozen
class Gear:
    """All gear tables.

    Attributes:
        weapons: weapons by name.
        armor: armor pieces by name.
        templates: characters to start from by name, as nodes.
    """

    weapons: Mapping[str, WeaponSpec] = attrs.field(factory=dict)
    armor: Mapping[str, ArmorSpec] = attrs.field(factory=dict)
    templates: Mapping[str, Node] = attrs.field(factory=dict)


@cache
def gear() -> Gear:
    """Return the shipped gear tables.

    Raises:
        ScenarioError: a shipped row is wrong.
    """
    mistakes = Mistakes()
    weapons = {name: build(WeaponSpec, node, (name,), mistakes) for name, node in _named_rows("weapons")}
    armor = {name: build(ArmorSpec, node, (name,), mistakes) for name, node in _named_rows("armor")}
    mistakes.check("gear/shots")
    return Gear(
        weapons={name: weapon for name, weapon in weapons.items() if weapon is not None},
        armor={name: piece for name, piece in armor.items() if piece is not None},
        templates=dict(_rows("templates")),
    )


def _rows(table: str) -> Iterator[tuple[str, Node]]:
    root = read_file(FOLDER / f"{table}.toml", f"scenarios/gear/shots/{table}.toml")
    yield from (root.table or {}).items()


def _named_rows(table: str) -> Iterator[tuple[str, Node]]:
    """Yield rows with their key as their ``name``."""
    for name, node in _rows(table):
        yield name, node.with_value({"name": node.with_value(name), **(node.table or {})})
