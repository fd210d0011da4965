"""What a scenario says about the combatants of a counts fight: frozen, checked, complete (C-CHR-1)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from engine.counts.rules import DAMAGE_TYPES, MODES
from engine.ruleset import field

SHIELD_SIZES = ("buckler", "small", "medium", "large", "tower")
SUITS = ("none", "half", "full")


@attrs.frozen(kw_only=True)
class Adjustment:
    """What a material or an enchantment adds to a weapon (C-TIM-8, C-DMG-1a, C-DMG-4)."""

    damage: int = field(0, "added to the damage", unit="points", ge=-1000, le=1000)
    mod: int = field(0, "added to the chance to hit", unit="percent", ge=-1000, le=1000)
    wsd: float = field(0.0, "added to the weapon speed", unit="counts", ge=-1000, le=1000, decimals=3)


@attrs.frozen(kw_only=True)
class WeaponSpec:
    """A weapon or shield in a fighter's kit; its figures are before the damage type's unless it includes them."""

    name: str = field(why="what orders and skills call it")
    wsd: float = field(why="weapon speed: counts of a whole attack", unit="counts", gt=0, le=1000, decimals=3)
    damage: str = field(why="damage in the source's notation: 7, 7*, 7^, 3+2d10, 2d6 (C-DMG-1)")
    type: str = field(why="damage type (C-DMG-2)", choices=DAMAGE_TYPES)
    length: float = field(why="length", unit="feet", ge=0, le=100, decimals=2)
    skill: str = field("", "the skill it uses; its own name when empty")
    mod: int = field(0, "added to the chance to hit", unit="percent", ge=-1000, le=1000)
    includes_type: bool = field(False, "the figures include the damage type's (C-DMG-2)")
    hands: int = field(1, "hands it takes", ge=1, le=2)
    material: Adjustment = field(factory=Adjustment, why="what its material adds")
    magic: Adjustment = field(factory=Adjustment, why="what its magic adds")
    shield: bool = field(False, "a shield: parries in a quarter of its WSD and wears as armor (C-ARM-6)")
    size: str = field("small", "a shield's size (C-ARM-4)", choices=SHIELD_SIZES)
    protection: Mapping[str, int] = field(factory=dict, why="a shield's protection against each damage type (C-ARM-4)")
    hits: float = field(0.0, "a shield's hits (C-ARM-2)", unit="hits", ge=0, le=1_000_000)
    agl: int = field(0, "a shield's addition to AGL while it is in hand (C-ARM-4)", unit="percent", ge=-1000, le=1000)
    defence: int = field(0, "a shield's addition to DEF while it is in hand (C-ARM-4)", unit="percent", ge=-1000, le=1000, key="def")
    mvm: float = field(0.0, "a shield's addition to MVM while it is in hand (C-ARM-4)", unit="ft/ct", ge=-1000, le=1000)
    mental: bool = field(False, "its damage takes POW; no location, armor or knockback (C-DMG-7)")
    foot: bool = field(False, "a foot or knee, for calls of high and low (C-HIT-6)")
    velocity: float = field(0.0, "speed of its missile; 0: no missile weapon (C-MIS-1)", unit="ft/ct", ge=0, le=100_000)
    short: float = field(0.0, "short range (C-MIS-1)", unit="feet", ge=0, le=1_000_000)
    medium: float = field(0.0, "medium range", unit="feet", ge=0, le=1_000_000)
    long: float = field(0.0, "long range; farther is out of reach", unit="feet", ge=0, le=1_000_000)
    reload: float = field(0.0, "counts to reload; 0: thrown, or nothing to reload", unit="counts", ge=0, le=10_000, decimals=3)
    shots: int = field(1, "shots before it must be reloaded", ge=1, le=10_000)
    ammunition: int = field(20, "shots carried in all, the loaded ones included", ge=0, le=1_000_000)


@attrs.frozen(kw_only=True)
class ArmorSpec:
    """One layer of armor: which locations it covers and what it stops there (C-ARM-1, C-ARM-2)."""

    name: str = field(why="what people call it")
    material: str = field("", "the armor material its protection comes from")
    covers: tuple[str, ...] = field(why="hit locations of C-LOC-1 it covers (head, chest, ...)")
    protection: Mapping[str, int] = field(factory=dict, why="points stopped of each damage type (C-ARM-5)")
    hits: float = field(150.0, "hits it can take", unit="hits", gt=0, le=1_000_000)
    weight: float = field(0.0, "encumbrance: A# times the weight modifier (C-ARM-3)", unit="pounds", ge=0, le=10_000)
    suit: str = field("none", "how much of a suit it is; penalties count from a half (C-ARM-1)", choices=SUITS)
    agl: int = field(0, "added to AGL from a half suit on", unit="percent", ge=-1000, le=1000)
    defence: int = field(0, "added to DEF from a half suit on", unit="percent", ge=-1000, le=1000, key="def")
    mvm: float = field(0.0, "added to MVM from a half suit on", unit="ft/ct", ge=-1000, le=1000)


@attrs.frozen(kw_only=True)
class CombatantSpec:
    """One fighter of a counts fight as the scenario gives it (C-CHR-1)."""

    name: str = field(why="its name; unique")
    side: str = field(why="its side; all others are opponents")
    stream: str = field("", "key of its random streams; its name when empty (CLK-7)")
    position: tuple[float, float] = field((0.0, 0.0), "where it stands", unit="feet", ge=-1_000_000, le=1_000_000)
    facing: float | None = field(None, "degrees from +x toward +y; toward the nearest opponent when absent", unit="degrees", ge=-360, le=360)
    htk: int = field(30, "hits to kill", unit="HTK", ge=1, le=1_000_000)
    pow: int = field(30, "the mental pool", unit="POW", ge=1, le=1_000_000)
    spd: int = field(3, "speed: taken off every INIT", unit="counts", ge=-100, le=100)
    agl: int = field(50, "agility save", unit="percent", ge=0, le=1000)
    health: int = field(50, "health save", unit="percent", ge=0, le=1000)
    pcf: int = field(30, "used for Combat Maneuver by the unskilled", unit="percent", ge=0, le=1000)
    pab: int = field(4, "points of passive absorption, per blow", unit="points", ge=0, le=1000)
    mvm: float = field(8.0, "top speed", unit="ft/ct", ge=0, le=1000)
    weight: float = field(150.0, "weight", unit="pounds", gt=0, le=1_000_000)
    defence: int = field(30, "DEF", unit="percent", ge=-1000, le=1000, key="def")
    def_on: bool = field(True, "whether DEF is on")
    ovb: int = field(40, "overbear", unit="percent", ge=0, le=1000)
    skills: Mapping[str, int] = field(factory=dict, why="skill name to percent", unit="percent", ge=0, le=1000)
    combat_maneuver_rank: int = field(0, "speed points of Combat Maneuver (C-INI-2)", ge=0, le=1000)
    combat_perception: int = field(40, "noticing wind-ups and commits", unit="percent", ge=0, le=1000)
    targeting_perception: int = field(0, "leading a moving target", unit="percent", ge=0, le=1000)
    shoot_while_move: int = field(0, "ranks of Shoot-While-Move", ge=0, le=1000)
    falling: int = field(0, "falling skill", unit="percent", ge=0, le=1000)
    weapons: tuple[WeaponSpec, ...] = field((), "its weapons; the first ones that two hands can hold are in hand")
    armor: tuple[ArmorSpec, ...] = field((), "its layers of armor")
    mode: str = field("static", "background movement (C-MOD-1)", choices=MODES)
    set_distance: float | None = field(None, "the distance its mode keeps; weapon length + 2 when absent", unit="feet", ge=0.5, le=1_000_000, decimals=2)
    watch: tuple[str, ...] = field((), "opponents whose every wind-up it looks for, not only those aimed at it (C-PER-1)")
    unstable: bool = field(False, "stands on something unsteady (C-HIT-4)")
    velocity: tuple[float, float] = field((0.0, 0.0), "carried by a mount or platform at this velocity from the start", unit="ft/ct", ge=-1000, le=1000)
    level: float = field(0.0, "height of the ground it starts on (C-FAL-1)", unit="feet", ge=-100_000, le=100_000, decimals=2)
    riding: bool = field(False, "rides actively: counts as moving whatever the speed (C-HIT-3)")


@attrs.frozen(kw_only=True)
class WallSpec:
    """A wall, gate or obstacle: a line of straight pieces that nothing passes (C-KNB-4)."""

    name: str = field("wall", "what people call it")
    points: tuple[tuple[float, float], ...] = field(why="its corners in order, at least two; repeat the first to close it", unit="feet", ge=-1_000_000, le=1_000_000)
    sight: bool = field(True, "hides what is behind it and stops missiles; false for a low rail")
    open: bool = field(False, "a gate that stands open: no wall at all")


@attrs.frozen(kw_only=True)
class EdgeSpec:
    """An edge with a drop on its right-hand side, walking from its first point to its second (C-FAL-1)."""

    name: str = field("edge", "what people call it")
    start: tuple[float, float] = field(why="its first point", unit="feet", ge=-1_000_000, le=1_000_000)
    end: tuple[float, float] = field(why="its second point", unit="feet", ge=-1_000_000, le=1_000_000)
    drop: float = field(why="how far down it goes", unit="feet", gt=0, le=100_000)


@attrs.frozen(kw_only=True)
class FieldSpec:
    """What stands on the field of a counts fight."""

    walls: tuple[WallSpec, ...] = field((), "walls, gates and obstacles")
    edges: tuple[EdgeSpec, ...] = field((), "edges one can fall over")
