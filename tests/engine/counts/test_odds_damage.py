"""Simulated blows against exact odds: damage by notation and type, and the HTK a blow costs (C-DMG-1 to C-DMG-6).

Four pairs of weapons, one of each damage type, 5,000 blows each at a chance of 65, against armor and PAB. Expected weights
are enumerated here, die by die, with figures copied from the rules by hand; `couched calc odds blow` must agree as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

import pytest
from samples import Drill, agrees, blows, by_weapon, counted, p_value

from studies.calc import calc

CHANCE, ARMOR, PAB = 65, 3, 5

TYPES: dict[str, tuple[int, int, Fraction]] = {
    "slicing": (4, -10, Fraction(3, 4)), "chopping": (2, 10, Fraction(1)), "crushing": (0, 15, Fraction(1)),
    "piercing": (-2, -10, Fraction(1, 2)), "ripping": (4, -15, Fraction(1)), "energy": (5, 10, Fraction(1, 2)),
    "projectile": (4, 0, Fraction(0)), "explosive": (0, 0, Fraction(1, 4)),
}  # fmt: skip
"""Damage, MOD and PAB share of each type (C-DMG-2)."""

NOTATIONS: dict[str, tuple[int, int, int]] = {
    "7": (7, 2, 4), "7*": (7, 2, 6), "7^": (7, 2, 8), "3+2d10": (3, 2, 10), "2d6": (0, 2, 6), "1": (1, 2, 4),
    "1d4": (0, 1, 4), "5+1d12": (5, 1, 12),
}  # fmt: skip
"""Constant, number of dice and faces (C-DMG-1)."""

PAIRS = (
    (("slicing", "7"), ("chopping", "7*")), (("crushing", "7^"), ("piercing", "3+2d10")),
    (("ripping", "1d4"), ("energy", "2d6")), (("projectile", "1"), ("explosive", "5+1d12")),
)  # fmt: skip
KINDS = [kind for pair in PAIRS for kind in pair]


@pytest.fixture(scope="module")
def drills() -> Mapping[str, Drill]:
    """The blows, by damage type; the weapon of each is named after it."""
    found: dict[str, Drill] = {}
    for seed, pair in enumerate(PAIRS):
        quick = {"includes_type": False, "magic": {"wsd": -10}}
        weapons = [{"name": kind, "type": kind, "damage": damage, **quick} for kind, damage in pair]
        skills = {kind: CHANCE - TYPES[kind][1] for kind, _ in pair}
        plate = {
            "name": "plate", "covers": list(PARTS), "protection": {kind: ARMOR for kind, _ in pair}, "hits": 1_000_000,
        }  # fmt: skip
        drill = blows(weapons, ("impact", "wound"), 5_000, ana_has={"skills": skills},
                      bo_has={"pab": PAB, "armor": [plate]}, seed=seed)  # fmt: skip
        found |= dict.fromkeys((kind for kind, _ in pair), drill)
    return found


PARTS = (
    "head", "chest", "upper_arm", "lower_arm", "hand", "abdomen", "groin", "upper_leg", "lower_leg", "foot",
)  # fmt: skip


def ways_of(notation: str, kind: str) -> Counter[int]:
    """Return the damage before armor by the number of ways: dice, constant and type, not below 0 (C-DMG-1a)."""
    constant, number, sides = NOTATIONS[notation]
    faces = product(range(1, sides + 1), repeat=number)
    return Counter(max(0, constant + sum(row) + TYPES[kind][0]) for row in faces)


def lost_of(damage: int, kind: str, sl: int, armor: int = ARMOR, pab: int = PAB, shift: int = 1) -> int:
    """Return the HTK of one blow, step by step (C-DMG-5, C-DMG-6)."""
    level = sl + (shift if kind == "piercing" else 0)
    critical = 1 if level <= 3 else 2 if level <= 5 else 3
    through = max(0, damage - armor)
    concussive = min(armor, through)
    spent = min(pab, ceil(concussive / 2))
    leaked = max(0, concussive - 2 * pab)
    stopped = floor((pab - spent) * TYPES[kind][2])
    return max(0, (through - concussive) * critical - stopped) + leaked


def lost_weights(notation: str, kind: str, **changes: Any) -> Counter[int]:
    """Return the HTK of an attack at the chance by the number of ways, 0 for a miss: faces of d100 times ways."""
    ways = ways_of(notation, kind)
    found: Counter[int] = Counter()
    for face in range(1, 101):
        for damage, times in ways.items():
            lost = lost_of(damage, kind, (CHANCE - face) // 10, **changes) if face <= CHANCE else 0
            found[lost] += times
    return found


def damage_seen(drill: Drill, kind: str) -> Counter[int]:
    return counted(event.damage for event in by_weapon(drill, kind) if event.result == "hit")


def lost_seen(drill: Drill, kind: str) -> Counter[int]:
    """Count the HTK of every attack; one that costs nothing, a miss, and one that armor stopped are 0."""
    wounds = counted(event.lost for event in drill.of("wound") if event.damage_type == kind)
    wounds[0] += len(by_weapon(drill, kind)) - sum(wounds.values())
    return wounds


@pytest.mark.parametrize(("kind", "notation"), KINDS)
def test_damage_by_notation_and_type(kind: str, notation: str, drills: Mapping[str, Drill]) -> None:
    """C-DMG-1, C-DMG-1a, C-DMG-2: and neither a point more nor dice of another size."""
    seen, weights = damage_seen(drills[kind], kind), ways_of(notation, kind)
    assert sum(seen.values()) > 3_000
    assert agrees(seen, weights)
    assert not agrees(seen, {damage + 1: ways for damage, ways in weights.items()})
    assert not agrees(seen, dict.fromkeys(weights, 1) | {min(weights): 2})


@pytest.mark.parametrize(("kind", "notation"), KINDS)
def test_htk_lost_by_a_blow(kind: str, notation: str, drills: Mapping[str, Drill]) -> None:
    """C-DMG-5, C-DMG-6, C-HIT-1: armor 3, PAB 5, chance 65; a point of armor or PAB more would show."""
    seen = lost_seen(drills[kind], kind)
    assert 4_990 <= sum(seen.values()) <= 5_010
    assert agrees(seen, lost_weights(notation, kind))
    assert not agrees(seen, lost_weights(notation, kind, armor=4))
    if TYPES[kind][2] >= Fraction(1, 2):
        assert not agrees(seen, lost_weights(notation, kind, pab=8))


def test_piercing_reads_the_critical_table_one_level_higher(drills: Mapping[str, Drill]) -> None:
    """C-DMG-5: without the shift the same sample is impossible to believe."""
    seen = lost_seen(drills["piercing"], "piercing")
    assert agrees(seen, lost_weights("3+2d10", "piercing"))
    assert p_value(seen, lost_weights("3+2d10", "piercing", shift=0)) < 1e-12


@pytest.mark.parametrize(("kind", "notation"), KINDS)
def test_the_odds_that_calc_tells(kind: str, notation: str, drills: Mapping[str, Drill]) -> None:
    """C-DMG-6: the distribution of `calc odds blow` is the enumerated one, and the sample's."""
    told = calc("odds blow", damage=notation, type=kind, chance=CHANCE, armor=ARMOR, pab=PAB)
    weights = lost_weights(notation, kind)
    total = sum(weights.values())
    assert told["lost"] == pytest.approx({str(lost): ways / total for lost, ways in sorted(weights.items())})
    assert agrees(lost_seen(drills[kind], kind), weights)
