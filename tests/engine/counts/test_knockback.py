"""Knockback and falls (C-KNB-1, C-KNB-4, C-FAL-1)."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.counts.knockback import fall, impact, knockback_feet
from engine.counts.rules import CountsRules

RULES = CountsRules()
TYPES = RULES.types


@pytest.mark.parametrize(
    ("weight", "feet"), [(150, 2.0), (200, 0.0), (120, 3.0), (174, 2.0), (175, 1.0), (126, 2.0), (125, 3.0)]
)
def test_23_crushing_throws_by_weight(weight: float, feet: float) -> None:
    """C-KNB-1: the first three are worked."""
    assert knockback_feet(23, TYPES.crushing, weight, RULES) == feet


@pytest.mark.parametrize(
    ("kind", "feet"),
    [("slicing", 1.0), ("chopping", 1.5), ("piercing", 1.0), ("ripping", 1.5), ("projectile", 3.0), ("explosive", 7.5)],
)
def test_each_type_has_its_unit_for_half_a_foot(kind: str, feet: float) -> None:
    """C-KNB-1, C-DMG-2: 30 points."""
    assert knockback_feet(30, getattr(TYPES, kind), 150, RULES) == feet


def test_energy_throws_nobody_back() -> None:
    """C-DMG-2: no knockback unit."""
    assert knockback_feet(500, TYPES.energy, 20, RULES) == 0.0


def test_a_light_target_is_not_thrown_by_a_blow_without_a_full_unit() -> None:
    """C-KNB-1: the weight counts only where the damage part is above 0."""
    assert knockback_feet(4, TYPES.crushing, 20, RULES) == 0.0
    assert knockback_feet(5, TYPES.crushing, 100, RULES) == 2.5


def test_a_fall_of_nine_feet() -> None:
    """C-FAL-1: worked, v = 12, 6d4, 24%."""
    assert fall(9.0, RULES) == (12.0, 6, 24.0)


def test_a_fall_with_true_gravity() -> None:
    """C-FAL-1: field fall_acceleration; 2 ft/ct per count makes v = 6 of 9 ft."""
    assert fall(9.0, attrs.evolve(RULES, fall_acceleration=2.0)) == (6.0, 3, 12.0)


def test_no_height_is_no_fall() -> None:
    """C-FAL-1."""
    assert fall(0.0, RULES) == (0.0, 0, 0.0)


def test_a_wall_met_at_five_feet_a_count_hurts_like_a_fall_at_that_velocity() -> None:
    """C-KNB-4."""
    assert impact(5.0, RULES) == (5.0, 2, 10.0)


@given(damage=st.integers(0, 500), weight=st.floats(1, 1000), heavier=st.floats(0, 500))
def test_more_weight_or_less_damage_never_throws_farther(damage: int, weight: float, heavier: float) -> None:
    """C-KNB-1."""
    feet = knockback_feet(damage, TYPES.crushing, weight, RULES)
    assert 0.0 <= knockback_feet(damage, TYPES.crushing, weight + heavier, RULES) <= feet
    assert knockback_feet(damage + 1, TYPES.crushing, weight, RULES) >= feet
