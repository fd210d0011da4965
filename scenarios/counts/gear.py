"""The shipped gear of the counts system: weapons, shields, armor materials and pieces, templates (C-ARM-4, C-ARM-5).

All figures are house figures. Every row is read by the same strict reader as a scenario.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import ceil
from pathlib import Path as FilePath
from typing import Final, TypeVar

import attrs

from engine.counts.model import SHIELD_SIZES, WeaponSpec
from engine.ruleset import field
from scenarios.counts.protection import protection
from scenarios.mistakes import Mistakes
from scenarios.node import Node
from scenarios.read import read_file
from scenarios.structure import build

FOLDER: Final = FilePath(__file__).parent.parent / "gear" / "counts"

T = TypeVar("T")


@attrs.frozen(kw_only=True)
class Material:
    """One armor material: what it stops and costs for each location it covers (C-ARM-2, C-ARM-3, C-ARM-5)."""

    why: str = field(why="what it is")
    protection: Mapping[str, int] = field(why="points stopped of each damage type", ge=0, le=1000)
    points: float = field(why="hits for each location covered", unit="hits", gt=0, le=100_000)
    weight: float = field(why="encumbrance for each location covered", unit="pounds", ge=0, le=1000)
    agl: int = field(0, "added to AGL from a half suit on", unit="percent", ge=-1000, le=0)
    defence: int = field(0, "added to DEF from a half suit on", unit="percent", ge=-1000, le=0, key="def")
    mvm: float = field(0.0, "added to MVM from a half suit on", unit="ft/ct", ge=-1000, le=0)


@attrs.frozen(kw_only=True)
class ShieldSize:
    """One size of shield: its figures as a weapon, and how many locations it stands for (C-ARM-4)."""

    size: str = field(why="the size", choices=SHIELD_SIZES)
    wsd: float = field(why="weapon speed before its type", unit="counts", gt=0, le=1000, decimals=3)
    damage: str = field(why="damage of a blow with it")
    places: int = field(why="locations it counts for in hits", ge=1, le=10)
    usual: str = field(why="the build meant when none is named")
    share: float = field(why="the part of its material's AGL, DEF and MVM it costs in hand", ge=0, le=1)


@attrs.frozen(kw_only=True)
class ShieldBuild:
    """What a shield is made of: the armor material it protects as (C-ARM-4)."""

    material: str = field(why="the armor material it protects as")


@attrs.frozen
class Gear:
    """All gear tables.

    Attributes:
        weapons: weapons and shields by name.
        materials: armor materials by name.
        armor: armor pieces by name, as the nodes of their rows; they are completed where they are used.
        templates: combatants to start from by name, as nodes.
    """

    weapons: Mapping[str, WeaponSpec] = attrs.field(factory=dict)
    materials: Mapping[str, Material] = attrs.field(factory=dict)
    armor: Mapping[str, Node] = attrs.field(factory=dict)
    templates: Mapping[str, Node] = attrs.field(factory=dict)


@cache
def gear() -> Gear:
    """Return the shipped gear tables.

    Raises:
        ScenarioError: a shipped row is wrong.
    """
    mistakes = Mistakes()
    weapons = {name: build(WeaponSpec, node, (name,), mistakes) for name, node in _named_rows("weapons")}
    materials = _table(Material, _rows("materials"), mistakes)
    materials = {name: attrs.evolve(row, protection=protection(row.protection)) for name, row in materials.items()}
    shields = _shields(materials, mistakes)
    mistakes.check("gear/counts")
    return Gear(
        weapons={name: weapon for name, weapon in weapons.items() if weapon is not None} | shields,
        materials=materials,
        armor=dict(_named_rows("armor")),
        templates=dict(_rows("templates")),
    )


def _rows(table: str) -> Iterator[tuple[str, Node]]:
    root = read_file(FOLDER / f"{table}.toml", f"scenarios/gear/counts/{table}.toml")
    yield from (root.table or {}).items()


def _named_rows(table: str) -> Iterator[tuple[str, Node]]:
    """Yield rows with their key as their ``name``."""
    for name, node in _rows(table):
        yield name, node.with_value({"name": node.with_value(name), **(node.table or {})})


def _table(cls: type[T], rows: Iterator[tuple[str, Node]], mistakes: Mistakes) -> dict[str, T]:
    built = {name: build(cls, node, (name,), mistakes) for name, node in rows}
    return {name: row for name, row in built.items() if row is not None}


def _shields(materials: Mapping[str, Material], mistakes: Mistakes) -> dict[str, WeaponSpec]:
    """Return every size in every build, ``medium_shield_wood``, and each size's usual build by its plain name."""
    tables = dict(_rows("shields"))
    sizes = _table(ShieldSize, iter((tables["sizes"].table or {}).items()), mistakes)
    builds = _table(ShieldBuild, iter((tables["builds"].table or {}).items()), mistakes)
    shields = {}
    for name, size in sizes.items():
        for kind, build_ in builds.items():
            shields[f"{name}_{kind}"] = _shield(f"{name}_{kind}", size, materials[build_.material])
        shields[name] = attrs.evolve(shields[f"{name}_{size.usual}"], name=name)
    return shields


def _shield(name: str, size: ShieldSize, material: Material) -> WeaponSpec:
    """Return one shield: length 0, protects and hampers as its material, wears as armor of so many locations (C-ARM-4)."""
    return WeaponSpec(
        name=name, wsd=size.wsd, damage=size.damage, type="crushing", length=0.0, skill="shield", shield=True,
        size=size.size, protection=material.protection, hits=size.places * material.points,
        agl=_share(material.agl, size), defence=_share(material.defence, size), mvm=float(_share(material.mvm, size)),
    )  # fmt: skip


def _share(penalty: float, size: ShieldSize) -> int:
    """Return a size's share of a material's penalty, rounded up to whole points (C-ARM-4)."""
    return -ceil(round(-penalty * size.share, 6))
