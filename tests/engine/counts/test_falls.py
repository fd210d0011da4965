"""Falls: the floor under one that is thrown down, walls, and edges (C-FAL-1, C-KNB-4).

120 crushing points throw Bo (150 lb, MVM 8) 12 ft; the save against the distance is made, the second one fails: it falls
and meets the floor at 12 ft/ct, as after a fall of 9 ft: 6d4, 24 %.
"""

from __future__ import annotations

import pytest
from duels import ABDOMEN, CHEST, struck

LIGHT = {"weight": 150, "htk": 1000}
DOWN = [1, 100]
"""AGL saves that let Bo be thrown 12 ft and down."""
SIX = [[4, 4, 4, 4, 4, 4]]


def floored(save=100, rolls=None, **bo):
    """Bo is thrown down at 10 and meets the floor at 11."""
    dice = {
        "Bo/agl_save": [*DOWN, save], "Bo/fall_damage": SIX, "Bo/fall_critical": [25], "Bo/location": [CHEST],
    }  # fmt: skip
    return struck([120], ABDOMEN, "crushing", dice | (rolls or {}), bo_has=LIGHT | bo)


def last_wound(fought):
    return fought.of("wound", "Bo")[-1]


def test_the_floor_hurts_like_a_fall_at_that_velocity():
    """C-KNB-4, C-FAL-1: worked, v = 12, 6d4, 24 %; explosive, SL 0, at a random location of the faller's own rolls."""
    fought = floored()
    assert [(event.t, event.velocity) for event in fought.of("collision", "Bo")] == [(11, 12.0)]
    assert [event.dice for event in fought.rolls("fall_damage", "Bo")] == ["6d4"]
    assert [event.need for event in fought.rolls("fall_critical", "Bo")] == [24]
    wound = last_wound(fought)
    assert (wound.t, wound.by, wound.damage_type, wound.damage, wound.location, wound.lost) == (
        11, "Bo", "explosive", 24, "chest", 24,
    )  # fmt: skip


def test_an_agl_save_halves_it():
    """C-FAL-1: 24 to 12; no location, no speed: plain AGL 50."""
    fought = floored(save=50)
    assert fought.rolls("agl_save", "Bo")[-1].need == 50
    assert last_wound(fought).damage == 12


@pytest.mark.parametrize(
    ("save", "falling", "damage"), [(50, 30, 5), (50, 31, 11), (100, 30, 11), (100, 31, 23)]
)
def test_a_falling_roll_halves_it_again_rounded_down(save, falling, damage):
    """C-FAL-1: 23, 11, 5."""
    rolls = {"Bo/falling": [falling], "Bo/fall_damage": [[4, 4, 4, 4, 4, 3]]}
    assert last_wound(floored(save, rolls, skills={"falling": 30})).damage == damage


def test_the_unskilled_roll_no_falling():
    """C-FAL-1."""
    assert floored(rolls={"Bo/falling": []}).rolls("falling", "Bo") == []


@pytest.mark.parametrize(("roll", "damage"), [(24, 48), (25, 24)])
def test_a_critical_fall_counts_twice(roll, damage):
    """C-FAL-1: 2 v percent."""
    assert last_wound(floored(rolls={"Bo/fall_critical": [roll]})).damage == damage


def test_armor_and_a_quarter_of_pab_work_against_a_fall():
    """C-FAL-1, C-DMG-6: 24 against 4: 20; 4 concussive cost 2 of 10 PAB; of the 8 left a quarter stops 2: 14."""
    plate = {"name": "plate", "covers": ["chest"], "protection": {"explosive": 4}, "hits": 1000}
    wound = last_wound(floored(pab=10, armor=[plate]))
    assert (wound.armor, wound.concussive, wound.pab_left, wound.lost) == (4, 4, 8, 14)


def test_a_fall_throws_nobody_back():
    """C-FAL-1: 24 explosive points would be 6 ft."""
    assert len(floored().of("knockback", "Bo")) == 1


def test_a_fall_wounds_as_any_hit():
    """C-WND-3, C-WND-5: a child of 10 lb is thrown 5.5 ft, 11 by a critical miss: 5d4. 20 of 60 HTK is the minor effect of
    an explosive hit, which counts three times for system shock: 5 + 60 of 54.
    """
    fought = struck(
        [5], ABDOMEN, "crushing",
        {
            "Bo/agl_save": [96, 100], "Bo/fall_damage": [[4] * 5], "Bo/fall_critical": [100], "Bo/location": [CHEST],
            "Bo/health_save": [51], "Bo/shock_save": [50],
        },
        bo_has={"weight": 10, "htk": 60},
    )  # fmt: skip
    assert fought.effects("Bo") == [(11, "system shock counts more", "chest")]


def test_a_fall_is_no_damage_dealt():
    """CLK-8: Ana's total is its blow's 120; the fall's 24 are nobody's."""
    fought = floored()
    assert fought.result.combatants["Ana"]["totals"]["damage_dealt"] == 120
    assert fought.result.combatants["Bo"]["totals"]["damage_dealt"] == 0
    assert fought.result.combatants["Bo"]["htk_lost"] == 144


def test_a_throw_that_ends_on_the_feet_hurts_nothing():
    """C-KNB-4."""
    fought = struck([120], ABDOMEN, "crushing", {"Bo/agl_save": [1, 1], "Bo/fall_damage": []}, bo_has=LIGHT)
    assert fought.of("collision", "Bo") == []


def test_less_than_2_ft_a_count_is_no_die():
    """C-FAL-1: floor(v / 2); thrown 1.5 ft and, by a critical miss doubled to 3, down: 1d4; 6 % critical."""
    fought = struck(
        [15], ABDOMEN, "crushing",
        {"Bo/agl_save": [96, 100], "Bo/fall_damage": [[4]], "Bo/fall_critical": [100], "Bo/location": [CHEST]}, bo_has=LIGHT,
    )  # fmt: skip
    assert [event.need for event in fought.rolls("fall_critical", "Bo")] == [6]
    assert last_wound(fought).damage == 4
