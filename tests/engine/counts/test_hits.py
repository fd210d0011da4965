"""To hit, in a battle (C-HIT-1 to C-HIT-9, C-STG-3)."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from duels import CHEST, MISS, RIGHT_LEG, fight, fighter, play, sword

ATTACK = [{"do": "attack"}]
AXE = sword(wsd=6, type="chopping", includes_type=False)


def impact(fought, actor="Ana", number=0):
    event = fought.of("impact", actor)[number]
    return event.result, event.chance, event.sl


def swung(roll, skill=60, distance=5, order=None, bo_has=None, ana_has=None, **weapon):
    hit = {"Ana/to_hit": [roll]}
    tool = sword(**weapon)
    has = {"weapons": [tool], "skills": {"sword": skill}} | (ana_has or {})
    return fight([{"do": "attack"} | (order or {})], distance=distance, ana_has=has, bo_has={"htk": 1000} | (bo_has or {}), rolls=hit)


@pytest.mark.parametrize(("roll", "result", "sl"), [(42, "hit", 2), (5, "hit", 6), (65, "hit", 0), (66, "miss", 0)])
def test_skill_type_and_stage_less_def_make_the_chance(roll, result, sl):
    """C-HIT-1: skill 70, chopping (+10), Press 2 (+20), DEF 35: chance 65; 42 is SL 2, 5 is SL 6."""
    fought = fight(
        ATTACK, distance=3, ana_has={"weapons": [AXE], "skills": {"sword": 70}}, bo_has={"def": 35, "htk": 1000},
        rolls={"Ana/to_hit": [roll]},
    )  # fmt: skip
    found = impact(fought)
    assert found[:2] == (result, 65)
    if result == "hit":
        assert found[2] == sl
    assert fought.mods("to_hit", "Ana") == {"C-HIT-1": 70 - 35, "C-DMG-2": 10, "C-STG-3": 20}


@pytest.mark.parametrize(("roll", "result"), [(95, "hit"), (96, "critical_miss"), (97, "critical_miss"), (100, "critical_miss")])
def test_96_to_100_always_miss_critically(roll, result):
    """C-HIT-1: even with a chance of 120."""
    assert impact(swung(roll, 120))[:2] == (result, 120)


@pytest.mark.parametrize(("roll", "result"), [(1, "hit"), (5, "hit"), (6, "miss")])
def test_01_to_05_hit_at_sl_0_whatever_the_chance(roll, result):
    """C-HIT-8: chance 0 - 20 at Retreat 2."""
    found = impact(swung(roll, 0, 7))
    assert found[:2] == (result, -20)
    if result == "hit":
        assert found[2] == 0


def test_a_blow_without_a_chance_is_not_rolled_for():
    """C-HIT-8, C-STG-3: Out: no natural 05 helps."""
    fought = fight(ATTACK, distance=9, rolls={"Ana/to_hit": []})
    assert impact(fought)[0] == "out_of_reach"


def test_one_without_the_skill_has_none():
    """C-HIT-1: skill 0."""
    fought = fight(ATTACK, ana_has={"skills": {"combat_maneuver": 30}}, rolls={"Ana/to_hit": [6]})
    assert impact(fought)[:2] == ("miss", 0)


@pytest.mark.parametrize(
    ("distance", "chance"),
    [(8, 30), (7, 40), (6, 50), (5, 60), (4, 70), (3, 80), (2, 90), (1.9, 30), (1.4, 15)],
)
def test_the_stage_at_the_impact_changes_the_chance(distance, chance):
    """C-STG-3, C-HIT-7: +-10 a stage, half at Over 1, a quarter at Over 2."""
    assert impact(swung(MISS, distance=distance))[:2] == ("miss", chance)


def test_the_share_of_the_over_press_is_of_the_final_chance_rounded_down():
    """C-STG-3: (60 - 25) / 2 = 17; (60 - 25) / 4 = 8."""
    assert impact(swung(MISS, distance=1.9, bo_has={"def": 25}))[1] == 17
    assert impact(swung(MISS, distance=1.4, bo_has={"def": 25}))[1] == 8


def crossing(degrees, speed=3):
    """Bo runs past Ana so that at 10, when her blow lands, he is 5 ft away and moves at an angle to her line."""
    vx, vy = speed * cos(radians(degrees)), speed * sin(radians(degrees))
    start, goal = [5 - 10 * vx, -10 * vy], [5 + 10 * vx, 10 * vy]
    bo = fighter("Bo", "blue", 0, [{"do": "move", "to": goal, "speed": speed}], position=start)
    fought = play([fighter("Ana", "red", 0, [{"do": "attack", "at": 5}]), bo], rolls={"Ana/to_hit": [MISS]})
    (event,) = fought.of("impact")
    assert (event.t, event.distance) == (10, 5)
    return event.chance


def test_a_target_that_crosses_at_a_right_angle_is_hardest_to_hit():
    """C-HIT-2: 3 ft/ct at 90 degrees: -40 - 30."""
    assert crossing(90) == 60 - 70


def test_a_target_that_crosses_at_30_degrees_counts_60_percent_of_its_velocity():
    """C-HIT-2: -40 - 18."""
    assert crossing(30) == 60 - 58


def test_a_target_that_comes_straight_counts_only_as_moving():
    """C-HIT-2: -40 at 3 ft/ct; at 6 ft Retreat 1."""
    fought = fight(
        [{"do": "attack", "at": 5}], [{"do": "move", "toward": "Ana", "speed": 3}], 36, rolls={"Ana/to_hit": [MISS]}
    )
    assert impact(fought)[1] == 60 - 10 - 40
    assert fought.mods("to_hit", "Ana")["C-HIT-2"] == -40


def test_an_attacker_that_moves_takes_minus_40():
    """C-HIT-2: Ana runs at 3 ft/ct; her blow of 13 counts lands at 6 ft, as she runs."""
    fought = fight(
        [{"do": "move", "toward": "Bo", "speed": 3}, {"do": "attack"}], distance=45, rolls={"Ana/to_hit": [MISS]}
    )
    (event,) = fought.of("impact")
    assert (event.t, event.distance, event.chance) == (13, 6, 60 - 10 - 40)


def test_background_movement_at_a_foot_a_count_does_not_count_as_moving():
    """C-HIT-3: Bo, offensive, comes from 9 ft to 5; struck at 2 with 7 ft between: Retreat 2, and 1 ft/ct straight."""
    fought = fight(
        ATTACK, distance=18, bo_has={"mode": "offensive"}, ana_has={"weapons": [sword(wsd=8)]}, rolls={"Ana/to_hit": [MISS]}
    )
    (event,) = fought.of("impact")
    assert (event.t, event.distance, event.chance) == (11, 7, 40)
    assert "C-HIT-2" not in fought.mods("to_hit", "Ana")


def test_an_unstable_platform_takes_40():
    """C-HIT-4."""
    assert impact(swung(MISS, ana_has={"unstable": True}))[1] == 20


@pytest.mark.parametrize(
    ("location", "length", "modifier"),
    [
        ("head", 3, -20), ("hand", 3, -20), ("foot", 3, -20), ("chest", 3, -10), ("upper_leg", 3, -10), ("lower_leg", 3, -10),
        ("upper_leg", 2, -10), ("lower_leg", 2, -25), ("foot", 2, -25), ("head", 2, -20), ("abdomen", 2, -10),
    ],
)  # fmt: skip
def test_a_called_location_costs_by_height_and_size(location, length, modifier):
    """C-HIT-6: short hand weapons reach low badly; otherwise -20 head, hand, foot, -10 the rest."""
    fought = swung(MISS, order={"location": location}, length=length, distance=length + 2)
    assert impact(fought)[1] == 60 + modifier
    assert fought.mods("to_hit", "Ana")["C-HIT-6"] == modifier


def downed(bo_orders=None, rolls=None, **more):
    """Ana's first blow (10) takes Bo's right leg: he falls. She strikes again at 25."""
    return fight(
        ATTACK * 2, bo_orders, ana_has={"weapons": [sword(type="energy", damage="1d8")]}, bo_has={"def": 25} | more,
        rolls={
            "Ana/to_hit": [35, MISS], "Ana/location": [RIGHT_LEG], "Ana/damage": [[8]], "Bo/health_save": [51],
            "Bo/agl_save": [51],
        } | (rolls or {}),
    )  # fmt: skip


def test_a_target_that_lies_is_easier_to_hit():
    """C-HIT-7: +20; DEF counts on."""
    assert impact(downed(), number=1)[1] == 60 - 25 + 20


def test_an_attacker_that_lies_takes_minus_20():
    """C-HIT-7: Bo strikes from the ground at 12: impact 22."""
    fought = downed([{"do": "attack", "at": 12}], {"Bo/to_hit": [MISS]})
    assert [(event.t, event.chance) for event in fought.of("impact", "Bo")] == [(22, 40)]


def test_a_stunned_target_has_no_def_and_is_easier_to_hit():
    """C-HIT-7, C-WND-4: Bo, stunned from 10 to 18, is struck by Cid at 12."""
    fought = fight(
        ATTACK, others=[fighter("Cid", "red", 10, ATTACK, weapons=[sword(wsd=12)])],
        ana_has={"weapons": [sword(damage="1d8")]}, bo_has={"def": 25},
        rolls={
            "Ana/to_hit": [35], "Ana/location": [CHEST], "Ana/damage": [[8]], "Bo/health_save": [51], "Cid/to_hit": [MISS],
        },
    )  # fmt: skip
    (event,) = fought.of("impact", "Cid")
    assert (event.t, event.chance) == (12, 80)


def test_a_swing_is_one_roll_and_rolls_nothing_more_when_it_misses():
    """C-HIT-8: the roll is made and logged, with its need and margin."""
    fought = swung(MISS)
    assert [(event.purpose, event.need, event.margin) for event in fought.of("roll", "Ana") if event.purpose != "init"] == [
        ("to_hit", 60, -35)
    ]
