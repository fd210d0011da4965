"""The log accounts for every point: from the dice to the damage before armor, and from there to the HTK lost."""

from __future__ import annotations

import pytest
from duels import CHEST, fight, sword
from hypothesis import given
from hypothesis import strategies as st

from engine.counts import damage as harm
from engine.counts.rules import DAMAGE_TYPES, CountsRules

RULES = CountsRules()
AXE = sword(type="chopping", includes_type=False, material={"damage": 1}, magic={"damage": 2})


def mods(fought, purpose):
    return [(mod.rule, mod.value, mod.why) for mod in fought.rolls(purpose, "Ana")[0].mods]


def hewn(distance, bo_has=None):
    return fight(
        [{"do": "attack"}], distance=distance, ana_has={"weapons": [AXE], "skills": {"sword": 100}},
        bo_has={"htk": 1000} | (bo_has or {}),
        rolls={"Ana/to_hit": [20], "Ana/location": [CHEST], "Ana/damage": [[3, 4]]},
    )  # fmt: skip


def test_the_damage_roll_names_constant_type_material_magic_and_stage():
    """C-DMG-1a: 3 + 4 + 7, chopping +2, material +1, magic +2, Press 3 +3: 22."""
    fought = hewn(2)
    assert mods(fought, "damage") == [
        ("C-DMG-1", 7, "constant of sword"), ("C-DMG-2", 2, "chopping"), ("C-DMG-1a", 1, "material"),
        ("C-DMG-1a", 2, "magic"), ("C-STG-3", 3, "press_3"),
    ]  # fmt: skip
    roll = fought.rolls("damage", "Ana")[0]
    assert (roll.result, roll.need, fought.of("wound")[0].damage) == ("22", None, 22)


def test_the_damage_roll_names_what_the_over_press_takes():
    """C-STG-3: 19 at Over 1 are 9, rounded down."""
    fought = hewn(1.9)
    assert mods(fought, "damage")[-1] == ("C-STG-3", -10, "over_1: share of the damage")
    assert fought.of("wound")[0].damage == 9


def test_the_terms_name_speed_and_cap():
    """C-DMG-3, C-DMG-4: 12 at 15 ft/ct are 24; a cap of 20 takes 4."""
    assert harm.before_armor_terms(10, 2, 0, 0, 0, 15.0, 1.0, 20, RULES) == (2, 0, 0, 0, 0, 12, 0, -4)


def test_the_terms_name_what_is_missing_to_0():
    """C-DMG-1a: 1 - 2 (piercing) - 3 (Retreat 3) is 0."""
    assert harm.before_armor_terms(1, -2, 0, 0, -3, 0.0, 1.0, 60, RULES) == (-2, 0, 0, -3, 4, 0, 0, 0)


@given(
    rolled=st.integers(1, 60), kind=st.integers(-2, 5), extra=st.integers(-9, 9), stage=st.integers(-3, 3),
    speed=st.floats(0, 40), factor=st.sampled_from([1.0, 0.5, 0.25]), cap=st.integers(0, 90),
)  # fmt: skip
def test_dice_and_terms_are_always_the_damage_before_armor(rolled, kind, extra, stage, speed, factor, cap):
    terms = harm.before_armor_terms(rolled, kind, extra, 0, stage, speed, factor, cap, RULES)
    assert rolled + sum(terms) == harm.damage_before_armor(rolled, kind, extra, stage, speed, factor, cap, RULES)


@given(
    damage=st.integers(0, 90), kind=st.sampled_from(DAMAGE_TYPES), sl=st.integers(0, 9), armor=st.integers(0, 30),
    pab=st.integers(0, 20), cap=st.one_of(st.none(), st.integers(0, 60)),
)  # fmt: skip
def test_what_is_stopped_leaked_and_capped_always_adds_up_to_what_is_lost(damage, kind, sl, armor, pab, cap):
    figures = getattr(RULES.types, kind)
    blow = harm.resolve_blow(damage, figures, sl, armor, pab, cap, RULES)
    stopped, capped = harm.stopped_and_capped(blow, figures)
    assert min(stopped, capped, blow.leaked) >= 0
    assert (blow.through - blow.concussive) * blow.critical - stopped + blow.leaked - capped == blow.lost


SLAB = {"name": "slab", "covers": ["chest"], "hits": 10000.0}


@pytest.mark.parametrize(
    ("damage", "kind", "skill", "armor", "pab", "through", "concussive", "leaked", "critical", "stopped", "lost"),
    [
        (23, "crushing", 66, 10, 6, 13, 10, 0, 3, 1, 8),
        (23, "piercing", 20, 4, 5, 19, 4, 0, 1, 1, 14),
        (30, "crushing", 5, 10, 2, 20, 10, 6, 1, 0, 16),
        (10, "chopping", 5, 0, 4, 10, 0, 0, 1, 4, 6),
        (9, "slicing", 5, 12, 4, 0, 0, 0, 1, 0, 0),
    ],
)
def test_a_wound_carries_every_step_of_the_worked_blows(
    damage, kind, skill, armor, pab, through, concussive, leaked, critical, stopped, lost
):
    """C-DMG-6, its worked examples; the natural 5 makes the success number."""
    layers = [SLAB | {"protection": {kind: armor}}] if armor else []
    fought = fight(
        [{"do": "attack"}],
        ana_has={"weapons": [sword(damage="1d1000", type=kind)], "skills": {"sword": skill}},
        bo_has={"htk": 1000, "pab": pab, "armor": layers},
        rolls={"Ana/to_hit": [5], "Ana/location": [CHEST], "Ana/damage": [[damage]]},
    )
    wound = fought.of("wound")[0]
    found = (wound.through, wound.concussive, wound.leaked, wound.critical, wound.pab, wound.pab_stopped, wound.capped, wound.lost)
    assert found == (through, concussive, leaked, critical, pab, stopped, 0, lost)


DEF = {"def": 35, "htk": 1000}


@pytest.mark.parametrize(
    ("bo_has", "says"),
    [
        ({"facing": 0.0}, "no DEF: not aware of the attacker"),
        ({"def_on": False}, "no DEF: off"),
    ],
)
def test_a_roll_to_hit_says_why_def_is_missing(bo_has, says):
    """C-HIT-9: from behind, and with DEF off."""
    fought = hewn(5, DEF | bo_has)
    assert ("C-HIT-9", 0, says) in mods(fought, "to_hit")
    assert fought.of("impact")[0].chance == 100 + 10


def test_a_roll_against_a_stunned_target_says_that_def_is_missing_for_it():
    """C-HIT-7: the second blow meets a stunned target: DEF off and +20."""
    fought = fight(
        [{"do": "attack"}] * 2, ana_has={"weapons": [sword(damage="1d1000", type="slicing")]},
        bo_has=DEF | {"htk": 100, "health": 0},
        rolls={"Ana/to_hit": [5, 5], "Ana/location": [CHEST] * 2, "Ana/damage": [[60], [1]]},
    )  # fmt: skip
    second = fought.rolls("to_hit", "Ana")[1]
    assert [(mod.rule, mod.value, mod.why) for mod in second.mods] == [
        ("C-HIT-1", 60, "skill with sword"), ("C-HIT-7", 20, "the target is stunned or unconscious"),
        ("C-HIT-9", 0, "no DEF: stunned"),
    ]  # fmt: skip


def test_def_of_0_is_not_missed():
    """C-HIT-1: a target without DEF has none to lose."""
    assert [rule for rule, _, _ in mods(hewn(5, {"facing": 0.0}), "to_hit")] == ["C-HIT-1", "C-DMG-2"]
