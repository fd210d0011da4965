"""What a scenario says about the characters, gear and ground of a shots fight: frozen, checked, complete (S-CHR-1).

Lengths and places are in meters.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from engine.ruleset import field

WEAPON_CLASSES = ("melee", "short", "normal", "long")
FEEDS = ("none", "clip", "rounds")

SKILL_DEFAULTS: Mapping[str, str] = {
    "guns": "agility",
    "martial_arts": "agility",
    "throwing": "agility",
    "dodge": "agility",
    "stealth": "agility",
    "medicine": "perception",
    "detect": "perception",
}
"""Every skill, and the attribute that stands in for one a character does not have (S-CHR-1)."""


@attrs.frozen(kw_only=True)
class WeaponSpec:
    """A weapon of a character: how far it reaches, what it does, how it is fed (S-RNG-1, S-CHR-2)."""

    name: str = field(why="what orders call it")
    range: str = field("melee", "its range class, or melee (S-RNG-1)", choices=WEAPON_CLASSES)
    damage: int = field(0, "Damage Value; added to Strength where strength is true (S-ROL-3)", unit="points", ge=-100, le=1000)
    strength: bool = field(False, "its damage adds to the wielder's Strength (S-CHR-2)")
    skill: str = field("", "the skill it uses; martial_arts for melee, throwing for what is thrown, else guns, when empty")
    hands: int = field(1, "hands it takes; 0 for fists and feet, which are always there", ge=0, le=2)
    length: float = field(0.0, "length, for the tie policy reach", unit="meters", ge=0, le=1000, decimals=2)
    handheld: bool = field(True, "aimed by hand: a moving target is at least as hard to hit as its Move (S-RNG-3)")
    ignores_armor: bool = field(False, "meets Toughness alone (S-ROL-3)")
    thrown: bool = field(False, "leaves the hand: used by throwing it (S-SEQ-3)")
    radius: float = field(0.0, "above 0: an area attack that reaches so far around its point (S-RNG-4)", unit="meters", ge=0, le=1000, decimals=2)
    feed: str = field("none", "reloaded quickly by the clip, slowly by rounds, or never (S-SEQ-3)", choices=FEEDS)
    magazine: int = field(0, "shots before it must be reloaded; 0: needs no ammunition", ge=0, le=10_000)
    ammunition: int = field(0, "shots carried beside the loaded ones", ge=0, le=1_000_000)


@attrs.frozen(kw_only=True)
class ArmorSpec:
    """One piece of armor: what it adds to Toughness (S-ROL-3, S-CHR-2)."""

    name: str = field(why="what people call it")
    armor: int = field(why="added to Toughness against what does not ignore armor", unit="points", ge=0, le=1000)


@attrs.frozen(kw_only=True)
class SchtickSpec:
    """A schtick a character has, with its parameters (S-CHR-3)."""

    name: str = field(why="which one")
    picks: int = field(1, "how often it was taken", ge=1, le=100)
    weapon: str = field("", "the weapon it is about, where it is about one")


@attrs.frozen(kw_only=True)
class CombatantSpec:
    """One character of a shots fight as the scenario gives it (S-CHR-1)."""

    name: str = field(why="its name; unique")
    side: str = field(why="its side; all others are opponents")
    stream: str = field("", "key of its random streams; its name when empty (CLK-7)")
    position: tuple[float, float] = field((0.0, 0.0), "where it stands", unit="meters", ge=-1_000_000, le=1_000_000)
    constitution: int = field(6, "Constitution", unit="points", ge=0, le=1000)
    strength: int = field(6, "Strength", unit="points", ge=0, le=1000)
    toughness: int = field(6, "Toughness", unit="points", ge=0, le=1000)
    fortune: int = field(0, "Fortune: points that add a die to a roll", unit="points", ge=0, le=1000)
    fu: int = field(0, "Fu: points that feed schticks", unit="points", ge=0, le=1000)
    magic: int = field(0, "Magic", unit="points", ge=0, le=1000)
    charisma: int = field(5, "Charisma", unit="points", ge=0, le=1000)
    perception: int = field(5, "Perception", unit="points", ge=0, le=1000)
    willpower: int = field(5, "Willpower", unit="points", ge=0, le=1000)
    agility: int = field(7, "Agility", unit="points", ge=0, le=1000)
    move: int = field(6, "Move: meters with a 3-shot action", unit="meters", ge=0, le=1000)
    speed: int = field(6, "Speed: added to every initiative", unit="points", ge=0, le=1000)
    skills: Mapping[str, int] = field(factory=dict, why="skill name to value", unit="points", ge=0, le=1000)
    defense: str = field("dodge", "the skill that attacks on it are rolled against (S-ROL-2)", choices=tuple(sorted(SKILL_DEFAULTS)))
    weapons: tuple[WeaponSpec, ...] = field((), "its weapons; the first ones that two hands can hold are in hand")
    in_hand: bool = field(True, "begins with weapons in hand; false: everything must be drawn first")
    armor: tuple[ArmorSpec, ...] = field((), "its armor; pieces add up")
    schticks: tuple[SchtickSpec, ...] = field((), "its schticks (S-CHR-3)")
    unnamed: bool = field(False, "an unnamed character: out at any Wound Point, 3-shot actions only (S-WND-3)")
    group: str = field("", "unnamed ones of one group and side roll initiative together; by side when empty (S-WND-3)")
    tags: tuple[str, ...] = field((), "terrain tags that go with it: prone, camouflage, ... (S-RNG-2)")
    surprised: bool = field(False, "can't defend actively before its own first shot (S-DEF-1)")
    hidden: bool = field(False, "sneaks: whoever does not detect it can't defend against its first attack (S-DEF-3)")
    wary: bool = field(False, "gains a bonus to detect who sneaks up on it (S-DEF-3)")


@attrs.frozen(kw_only=True)
class PlaceSpec:
    """A place with cover, concealment or something to destroy (S-RNG-2, S-WND-4)."""

    name: str = field(why="what people call it; unique")
    position: tuple[float, float] = field(why="where it is", unit="meters", ge=-1_000_000, le=1_000_000)
    radius: float = field(1.5, "how far around it one is covered", unit="meters", ge=0, le=1_000_000, decimals=2)
    tags: tuple[str, ...] = field((), "terrain tags: wall, corner, brush, ... (S-RNG-2)")
    cover: int = field(0, "cover, where no tag says it", unit="percent", ge=0, le=100)
    concealment: int = field(0, "concealment, where no tag says it", unit="percent", ge=0, le=100)
    facing: float | None = field(None, "covers against shots from this side only, degrees from +x toward +y; from all when absent", unit="degrees", ge=-360, le=360)
    arc: float = field(180.0, "how wide that side is", unit="degrees", gt=0, le=360)
    toughness: int = field(0, "above 0: a structure that can be shot to pieces; its cover goes with it (S-WND-4)", unit="points", ge=0, le=1000)


@attrs.frozen(kw_only=True)
class FieldSpec:
    """The ground of a shots fight."""

    places: tuple[PlaceSpec, ...] = field((), "places with cover, concealment or a structure")
    dense: bool = field(False, "targets of area attacks stand packed (S-RNG-4)")
