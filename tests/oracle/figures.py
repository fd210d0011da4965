"""The oracle's own figures: what the rules say about a weapon, a distance, a location and one blow.

Written from the rules alone, apart from the engine, and importing nothing of it: where the two disagree, one is wrong.
Counts, feet and points are exact fractions or whole numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

TICKS = 8000  # CLK-1: ticks a count

# C-DMG-2: damage, MOD, WSD, share of PAB, shift on the critical table (C-DMG-5), factor for shock (C-WND-3)
TYPES: dict[str, tuple[int, int, int, Fraction, int]] = {
    "slicing": (4, -10, 2, Fraction(3, 4), 0),
    "chopping": (2, 10, 4, Fraction(1), 0),
    "crushing": (0, 15, 2, Fraction(1), 0),
    "piercing": (-2, -10, -4, Fraction(1, 2), 1),
    "ripping": (4, -15, 0, Fraction(1), 0),
    "energy": (5, 10, -5, Fraction(1, 2), 0),
    "projectile": (4, 0, -4, Fraction(0), 0),
    "explosive": (0, 0, 0, Fraction(1, 4), 0),
}
# C-LOC-1 and C-LOC-2: the last roll of each entry
PARTS = (
    (10, "head"), (39, "chest"), (47, "upper_arm"), (51, "lower_arm"), (53, "hand"), (81, "abdomen"), (84, "groin"),
    (94, "upper_leg"), (98, "lower_leg"), (100, "foot"),
)  # fmt: skip
HEAD = (
    (30, "skull"), (50, "side"), (55, "eyes"), (65, "nose"), (80, "cheeks"), (85, "mouth"), (95, "neck"),
    (100, "throat"),
)  # fmt: skip
ARM = ("upper_arm", "lower_arm", "hand")
LEG = ("upper_leg", "lower_leg", "foot")
SMALL = ("hand", "foot", "eyes", "nose", "mouth")


def exact(value: Any) -> Fraction:
    """Return a number of a scenario as the decimal it is written as."""
    return Fraction(str(value))


def ticks(counts: Fraction) -> int:
    """Return counts in ticks, rounded up to a whole tick (CLK-1)."""
    return -((-counts * TICKS) // 1)


@dataclass(frozen=True)
class Stage:
    """A stage of press or retreat: what it adds, or the share it leaves (C-STG-3)."""

    name: str
    hit: int = 0
    damage: int = 0
    wsd: int = 0
    factor: Fraction = Fraction(1)
    wsd_factor: Fraction = Fraction(1)

    @property
    def closed(self) -> bool:
        """No blow can land from here."""
        return self.name in ("out", "over_3")


def stage(length: Fraction, distance: Fraction) -> Stage:
    """Return the stage of a weapon's length in feet at a distance in feet (C-STG-1 to C-STG-3)."""
    unit = Fraction(3, 2) if length > 6 else Fraction(1)
    steps = (length + 2 - distance) / unit
    if steps <= -4:
        return Stage("out", wsd=3)
    if steps > 3:
        if distance >= length / 2:
            return Stage("over_1", factor=Fraction(1, 2))
        if distance >= length / 4:
            return Stage("over_2", factor=Fraction(1, 4), wsd_factor=Fraction(3, 2))
        return Stage("over_3")
    whole = int(steps)  # toward zero: Retreat k is -(k+1) < s <= -k, Press k is k <= s < k+1
    if whole == 0:
        return Stage("optimal")
    name = f"press_{whole}" if whole > 0 else f"retreat_{-whole}"
    return Stage(name, 10 * whole, whole, -whole)


@dataclass(frozen=True)
class Weapon:
    """A weapon as its figures work out: type, material and magic included."""

    name: str
    type: str
    length: Fraction
    wsd: Fraction  # W of C-TIM-8
    mod: int
    constant: int
    dice: int
    sides: int
    extra: int  # material and magic
    hands: int
    skill: str
    shield: bool

    @property
    def cap(self) -> int:
        """Most damage of a blow, and most HTK lost by it (C-DMG-4)."""
        return (self.constant + self.dice * self.sides + self.extra) * 3


def notation(text: str) -> tuple[int, int, int]:
    """Return constant, dice and faces of a damage text (C-DMG-1)."""
    if found := re.fullmatch(r"(-?\d+)([*^]?)", text):
        return int(found[1]), 2, {"": 4, "*": 6, "^": 8}[found[2]]
    found = re.fullmatch(r"(?:(-?\d+)\+)?(\d+)d(\d+)", text)
    if found is None:
        raise ValueError(text)
    return int(found[1] or 0), int(found[2]), int(found[3])


def weapon(table: Mapping[str, Any]) -> Weapon:
    """Return a weapon table with its damage type, material and magic worked in (C-TIM-8, C-DMG-1a, C-DMG-2)."""
    damage, mod, wsd, _, _ = TYPES[table["type"]]
    if table.get("includes_type", False):
        damage = mod = wsd = 0
    extras = [table.get("material", {}), table.get("magic", {})]
    constant, dice, sides = notation(table["damage"])
    total = exact(table["wsd"]) + wsd + sum(exact(extra.get("wsd", 0)) for extra in extras)
    return Weapon(
        name=table["name"], type=table["type"], length=exact(table["length"]), wsd=max(Fraction(1), total),
        mod=table.get("mod", 0) + mod + sum(extra.get("mod", 0) for extra in extras),
        constant=constant + damage, dice=dice, sides=sides, extra=sum(extra.get("damage", 0) for extra in extras),
        hands=table.get("hands", 1), skill=table.get("skill", "") or table["name"], shield=table.get("shield", False),
    )  # fmt: skip


def effective(tool: Weapon, distance: Fraction, closing: Fraction = Fraction(0)) -> Fraction:
    """Return X, the counts of a whole attack at a distance against a target closing at ft/ct (C-TIM-8)."""
    if closing > 2:
        return Fraction(-((-tool.wsd / 2) // 1))
    at = stage(tool.length, distance)
    return max(tool.wsd * at.wsd_factor + at.wsd, tool.wsd / 2, Fraction(1))


def recovery(tool: Weapon, x: Fraction) -> Fraction:
    """Return the counts from the impact back to ready (C-TIM-4)."""
    return max(x / 2, tool.wsd / 2)


def called(part: str, length: Fraction) -> int:
    """Return the percent a called location costs a weapon of this length in feet (C-HIT-6)."""
    if length <= 2 and part == "upper_leg":
        return -10
    if length <= 2 and part in ("lower_leg", "foot"):
        return -25
    return -20 if part in ("head", "hand", "foot") else -10


def entry(table: tuple[tuple[int, str], ...], roll: int) -> str:
    """Return what a d100 finds in a table of upper ends (C-LOC-1, C-LOC-2)."""
    return next(name for last, name in table if roll <= last)


def level(number: int) -> int:
    """Return the success level of a success number (C-HIT-1)."""
    return max(0, number // 10)


def rolled(tool: Weapon, faces: list[int], at: Stage) -> int:
    """Return the damage before armor of the faces rolled at a stage (C-DMG-1a, C-DMG-4)."""
    raw = max(0, sum(faces) + tool.constant + tool.extra + at.damage)
    return min((raw * at.factor) // 1, tool.cap)


@dataclass(frozen=True)
class Loss:
    """One blow against armor (C-DMG-6): HTK lost in all, the concussive leak among them, what stopped and went on."""

    lost: int
    leak: int
    stopped: int
    through: int

    @property
    def clean(self) -> int:
        """HTK lost without the leak: what causes secondary effects."""
        return self.lost - self.leak


def blow(damage: int, kind: str, sl: int, armor: int, pab: int, cap: int | None = None) -> Loss:
    """Return what one blow costs (C-DMG-5, C-DMG-6, C-DMG-4)."""
    share, shift = TYPES[kind][3], TYPES[kind][4]
    stopped = min(armor, damage)
    through = damage - stopped
    concussive = min(armor, through)
    used = min(pab, -(-concussive // 2))
    leak = max(0, concussive - 2 * used)
    critical = 3 if sl + shift >= 6 else 2 if sl + shift >= 4 else 1
    rest = max(0, (through - concussive) * critical - ((pab - used) * share) // 1)
    total = rest + leak if cap is None else min(rest + leak, cap)
    return Loss(total, min(leak, total), stopped, through)
