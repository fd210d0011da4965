"""What a scenario says about the combatants, gear and map of a steps fight: frozen, checked, complete.

Places are squares: (column, row), from (0, 0) at the top left; ranges are squares.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from engine.anatomy import PARTS
from engine.ruleset import field
from engine.steps.grid import FACINGS
from engine.steps.rules import FIRE_MODES, GUARDS, SKILLS

MOST_SQUARES = 500
"""The longest side of a map."""


@attrs.frozen(kw_only=True)
class WeaponSpec:
    """A weapon: its range bands, damage and fire modes (P-CHK-3, P-FIR-1)."""

    name: str = field(why="what orders call it")
    damage: str = field(why="damage dice: 2d6, 3d6+2 (P-DMG-1)")
    skill: str = field("", "the skill it uses; its own name when empty")
    point_blank: int = field(2, "point blank up to here", unit="squares", ge=0, le=10_000)
    short: int = field(6, "short range up to here", unit="squares", ge=0, le=10_000)
    medium: int = field(12, "medium range up to here", unit="squares", ge=0, le=10_000)
    long: int = field(24, "long range up to here", unit="squares", ge=0, le=10_000)
    extreme: int = field(48, "extreme range up to here; farther is out of range", unit="squares", ge=0, le=10_000)
    modes: tuple[str, ...] = field(("single", "aimed"), "its fire modes (P-FIR-1)", choices=FIRE_MODES)
    magazine: int = field(10, "rounds before it must be reloaded; 0: needs none", unit="rounds", ge=0, le=100_000)
    ammunition: int = field(30, "rounds carried beside the loaded ones", unit="rounds", ge=0, le=1_000_000)
    indirect: bool = field(False, "can be fired in-direct, without line of sight (P-LOS-3)")
    radius: float = field(0.0, "above 0: a blast that reaches so far around where it lands", unit="squares", ge=0, le=100, decimals=2)


@attrs.frozen(kw_only=True)
class ArmorSpec:
    """A piece of armor: where it is worn and what it stops there (P-DMG-1)."""

    name: str = field(why="what people call it")
    covers: tuple[str, ...] = field(why="hit locations of C-LOC-1 it covers", choices=PARTS)
    stops: int = field(why="points of damage stopped", unit="points", ge=0, le=10_000)


@attrs.frozen(kw_only=True)
class CombatantSpec:
    """One combatant of a steps fight as the scenario gives it."""

    name: str = field(why="its name; unique")
    side: str = field(why="its side; all others are opponents")
    stream: str = field("", "key of its random streams; its name when empty (CLK-7)")
    mark: str = field("", "the character that stands for its square on the map")
    position: tuple[int, int] | None = field(None, "its square, column and row; it wins over where its mark is on the map", unit="squares", ge=0, le=MOST_SQUARES)
    facing: str | None = field(None, "which way it looks; toward the nearest opponent when absent (P-LOS-2)", choices=FACINGS)
    shooting: int = field(5, "the attribute added to its attack checks (P-CHK-1)", unit="points", ge=0, le=10)
    dodge: int = field(5, "the attribute added to its dodge checks (P-MOD-2)", unit="points", ge=0, le=10)
    health: int = field(20, "health points: down at 0, dead as far below (P-DMG-1)", unit="points", ge=1, le=1_000_000)
    skills: Mapping[str, str] = field(factory=dict, why="skill name to level; untrained in others (P-CHK-3)", choices=SKILLS)
    mode: str = field("forward", "the Combat Mode it begins in (P-MOD-1)", choices=GUARDS)
    weapons: tuple[WeaponSpec, ...] = field((), "its weapons; the first is in hand")
    armor: tuple[ArmorSpec, ...] = field((), "its armor; what covers one location adds up")


@attrs.frozen(kw_only=True)
class ObjectSpec:
    """A thing on a square: what it covers and hides, what it stands (P-LOS-4, P-LOS-7, P-DMG-1)."""

    name: str = field("object", "what people call it")
    cover: int = field(0, "cover it gives to what is behind it", unit="percent", ge=0, le=100)
    concealment: int = field(0, "how far it hides what is behind it", unit="percent", ge=0, le=100)
    health: int = field(0, "points of damage it stands; 0: nothing breaks it", unit="points", ge=0, le=1_000_000)
    passable: bool = field(False, "whether one can walk over its square")


@attrs.frozen(kw_only=True)
class PlacedSpec(ObjectSpec):
    """An object with its square; the map's own are made of these."""

    position: tuple[int, int] = field(why="its square, column and row", unit="squares", ge=0, le=MOST_SQUARES)
    symbol: str = field("", "the character that stands for it on the map")


@attrs.frozen(kw_only=True)
class FieldSpec:
    """The map of a steps fight: so many columns and rows, and what stands on them."""

    width: int = field(40, "columns", unit="squares", ge=1, le=MOST_SQUARES)
    height: int = field(30, "rows", unit="squares", ge=1, le=MOST_SQUARES)
    objects: tuple[PlacedSpec, ...] = field((), "what stands on the squares")
