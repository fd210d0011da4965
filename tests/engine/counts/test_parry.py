"""Parries with weapon and shield (C-ARM-6)."""

from __future__ import annotations

import pytest
from duels import MISS, fight, sword

from engine.errors import AgentError

ATTACK = [{"do": "attack"}]
TOUGH = {"htk": 1000, "health": 100}
SHIELD = sword(name="shield", wsd=8, length=0, shield=True, damage="1", protection={"crushing": 4}, hits=20)
SHIELDED = TOUGH | {"weapons": [sword(), SHIELD], "skills": {"sword": 60, "shield": 60}}


def parried(roll, parry, at=0, bo_has=TOUGH, weapon="sword", ana=ATTACK, bo=None, rolls=None, **more):
    """Ana's blow lands at 10 with chance 60; Bo's parry is ordered at a count."""
    orders = [{"do": "parry", "weapon": weapon, "at": at}] + (bo or [])
    dice = {"Ana/to_hit": [roll]} | ({"Bo/parry": [parry]} if parry is not None else {}) | (rolls or {})
    return fight(ana, orders, bo_has=bo_has, rolls=dice, **more)


def parries(fought):
    return [(event.t, event.what) for event in fought.of("parry", "Bo")]


@pytest.mark.parametrize(("parry", "result"), [(30, "parried"), (31, "hit")])
def test_a_parry_whose_success_number_is_at_least_the_blows_stops_it(parry, result):
    """C-ARM-6: both have 60 and the blow rolls 30: equal stops, one less does not."""
    fought = parried(30, parry)
    assert fought.blows() == [(10, "Ana", result)]
    assert parries(fought) == [(5, "up"), (10, "stopped" if result == "parried" else "beaten")]


def test_a_parry_that_fails_its_roll_stops_nothing():
    """C-ARM-6: d100 <= skill: a blow by the floor has number 5 - 0 - ... below 0, yet 61 is no parry."""
    fought = parried(5, 61, ana_has={"skills": {"sword": 0, "combat_maneuver": 30}})
    assert fought.blows() == [(10, "Ana", "hit")]


def test_a_weapon_is_up_after_half_its_speed_and_recovers_for_as_long():
    """C-ARM-6: W=10: up at 5; it meets the blow at 10 and is ready at 15."""
    fought = parried(30, 30)
    assert fought.line("Bo", "parry", "recover", "ready") == [
        (5, "parry"), (10, "parry"), (10, "recover"), (15, "ready"),
    ]  # fmt: skip


def test_a_shield_is_up_after_a_quarter_of_its_speed_and_recovers_for_as_long():
    """C-ARM-6: W=8: up at 2, met at 10, ready at 12."""
    fought = parried(30, 30, bo_has=SHIELDED, weapon="shield")
    assert fought.line("Bo", "parry", "recover", "ready") == [
        (2, "parry"), (10, "parry"), (10, "recover"), (12, "ready"),
    ]  # fmt: skip


def test_a_shield_takes_the_wear_of_the_blow_it_stops():
    """C-ARM-6, C-ARM-2: 7 + 3 points, 4 stopped (2 hits), 6 through (12 hits): 6 of 20 left."""
    fought = parried(30, 30, bo_has=SHIELDED, weapon="shield", rolls={"Ana/damage": [[1, 2]]})
    assert fought.of("parry", "Bo")[-1].shield_hits == 6


def test_up_exactly_at_the_impact_is_too_late():
    """C-ARM-6: ordered at 5, up at 10."""
    fought = parried(30, None, at=5)
    assert fought.blows() == [(10, "Ana", "hit")]


def test_up_a_moment_before_the_impact_is_in_time():
    """C-ARM-6: ordered at 4.999, up at 9.999."""
    assert parried(30, 30, at=4.999).blows() == [(10, "Ana", "parried")]


def test_a_parry_holds_until_it_meets_a_blow_and_then_no_longer():
    """C-ARM-6: a miss at 10 leaves it up; it stops the hit at 25 and is down for the one at 40."""
    fought = parried(
        MISS, 30, ana=ATTACK * 3, rolls={"Ana/to_hit": [MISS, 30, 60], "Ana/location": [60], "Ana/damage": [[1, 1]]}
    )
    assert fought.blows() == [(10, "Ana", "miss"), (25, "Ana", "parried"), (40, "Ana", "hit")]
    assert parries(fought) == [(5, "up"), (25, "stopped")]


def test_a_parry_that_is_dropped_recovers_as_one_that_met_a_blow():
    """C-ARM-6: up at 5, dropped at 8, ready at 13."""
    fought = parried(30, None, bo=[{"do": "break_off", "at": 8}])
    assert fought.line("Bo", "parry", "break_off", "recover", "ready") == [
        (5, "parry"), (8, "break_off"), (8, "recover"), (13, "ready"),
    ]  # fmt: skip
    assert fought.blows() == [(10, "Ana", "hit")]


def test_a_parry_dropped_before_it_is_up_leaves_nothing_to_recover_from():
    """C-TIM-7, C-ARM-6: dropped at 3, free at once."""
    fought = parried(30, None, bo=[{"do": "break_off", "at": 3}])
    assert fought.line("Bo", "parry", "recover") == []
    assert (3, ("ready",)) in fought.asked("Bo")


def test_a_parry_in_answer_to_a_noticed_wind_up_is_preset():
    """C-ARM-6, C-INI-1: noticed at 0, INIT 3.5 - 1.5 = 2, up at 7."""
    fought = fight(
        ATTACK, [{"do": "parry", "weapon": "sword", "on": "noticed"}], bo_has=TOUGH | {"combat_perception": 40, "spd": 3},
        rolls={"Bo/perception": [40], "Bo/init": [[3, 4]], "Ana/to_hit": [30], "Bo/parry": [30]},
    )  # fmt: skip
    assert fought.inits("Bo") == [(0, 2, True)]
    assert parries(fought) == [(7, "up"), (10, "stopped")]
    assert fought.blows() == [(10, "Ana", "parried")]


def test_nothing_else_is_declared_while_a_parry_is_up():
    """C-ARM-6, C-TIM-7: it must be dropped first."""
    with pytest.raises(AgentError, match="break it off first"):
        parried(30, None, bo=[{"do": "attack", "at": 7}])


def test_of_two_blows_at_one_instant_a_parry_meets_one():
    """C-ARM-6: by the strikers' keys: Ana's is met, Cid's hits."""
    from duels import fighter

    fought = parried(
        30, 30, others=[fighter("Cid", "red", 10, ATTACK)],
        rolls={"Cid/to_hit": [30], "Cid/location": [60], "Cid/damage": [[1, 1]]},
    )  # fmt: skip
    assert sorted(fought.blows()) == [(10, "Ana", "parried"), (10, "Cid", "hit")]


def test_a_broken_off_blow_meets_no_parry():
    """C-ARM-6, C-TIM-7: it lands on nobody, so that the parry stays up."""
    fought = parried(30, None, ana=[*ATTACK, {"do": "break_off", "at": 7}], rolls={"Ana/to_hit": []})
    assert parries(fought) == [(5, "up")]
