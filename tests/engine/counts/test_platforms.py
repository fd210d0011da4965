"""Mounts and platforms: who is carried, at what cost, and lances on pikes (C-HIT-3, C-HIT-4, C-TIM-8, C-DMG-3)."""

from __future__ import annotations

import pytest
from duels import Has, fight, sword

from engine.errors import AgentError


def lance(**changes: object) -> Has:
    """A couched spear of W 10, 8 ft long (optimal 10), that does 1d20 piercing, as it says."""
    return sword(**{"name": "lance", "length": 8, "damage": "1d20", "type": "piercing"} | changes)


WALL = {"walls": [{"name": "wall", "points": [[30, -5], [30, 5]]}]}


# carried


def test_a_mount_carries_its_rider_from_the_start_past_everybody():
    """C-MOD-2, C-STG-5b: 10 ft/ct; neither mode nor optimal distance nor Bo stops it; the cap ends it at count 6."""
    fought = fight(distance=20, ana_has={"velocity": [10, 0], "mode": "static"}, rules={"max_counts": 6})
    assert fought.moves("Ana") == [(0, 0, 10)]
    assert fought.of("battle.end")[0].combatants["Ana"]["position"] == [60, 0]


def test_stages_change_along_the_way_at_their_moments():
    """C-STG-2: Ana's sword (optimal 5) against Bo at 20 ft: Out to 9 ft, then in and out again the same way.

    At 10 ft/ct: 9 ft (8.995 rounded up is still Out) after 1.1 counts, Over 3 (0.75) at 1.9251, at Bo 2.0, Out again at 2.9.
    """
    fought = fight(distance=20, ana_has={"velocity": [10, 0]}, rules={"max_counts": 6})
    stages = [to for _, to in fought.stages("Ana")]
    inward = [
        "out", "retreat_3", "retreat_2", "retreat_1", "optimal", "press_1", "press_2", "press_3", "over_1", "over_2", "over_3"
    ]  # fmt: skip
    assert stages == inward + inward[-2::-1]
    moments = {to: t for t, to in fought.stages("Ana")[:11]}
    assert moments["retreat_3"] == pytest.approx(1.1, abs=0.002)
    assert moments["over_3"] == pytest.approx(1.925, abs=0.002)
    assert fought.stages("Ana")[-1][0] == pytest.approx(2.9, abs=0.002)


def test_a_wall_stops_a_mount():
    """C-KNB-4: 29.99 ft at 10 ft/ct; its rider is asked."""
    fought = fight(distance=60, ana_has={"velocity": [10, 0]}, field=WALL)
    assert fought.moves("Ana") == [(0, 0, 10), (2.999, 29.99, 0)]
    assert fought.asked("Ana")[-1] == (2.999, ("arrived",))


def test_an_order_to_stop_ends_a_ride():
    """C-MOD-6."""
    fought = fight([{"do": "move", "speed": 0, "at": 2}], distance=60, ana_has={"velocity": [10, 0]})
    assert fought.moves("Ana") == [(0, 0, 10), (2, 20, 0)]


@pytest.mark.parametrize("order", [{"do": "press"}, {"do": "retreat"}, {"do": "move", "to": [0, 9], "speed": 1}])
def test_one_who_is_carried_takes_no_steps_of_its_own(order: Has):
    """C-MOD-2: mode locked is implied; it must get off first."""
    with pytest.raises(AgentError, match="C-MOD-2"):
        fight([order], distance=60, ana_has={"velocity": [10, 0]})


def test_after_a_ride_the_own_mode_holds_again():
    """C-MOD-2: stopped 20 ft before Bo, Ana, offensive, walks on."""
    fought = fight(
        [{"do": "move", "speed": 0, "at": 2}], distance=40, ana_has={"velocity": [10, 0], "mode": "offensive"}
    )  # fmt: skip
    assert fought.moves("Ana")[:3] == [(0, 0, 10), (2, 20, 0), (2, 20, 1)]


def test_a_stunned_rider_is_carried_no_farther():
    """C-WND-4, C-TIM-8: Bo's blow at one who closes at 4 ft/ct lands after 5 counts, 5 ft away, and stuns for 10 counts."""
    fought = fight(
        bo=[{"do": "attack"}], distance=25, ana_has={"velocity": [4, 0]}, bo_has={"weapons": [sword(damage="1d1000")]},
        rolls={"Bo/to_hit": [10], "Bo/location": [20], "Bo/damage": [[10]], "Ana/health_save": [99]},
    )  # fmt: skip
    assert fought.of("impact")[0].distance == 5
    stun = fought.of("stun", "Ana")[0]
    assert (stun.t, stun.until) == (5, 15)
    assert fought.moves("Ana") == [(0, 0, 4), (5, 20, 0)]


def test_a_lame_rider_is_carried_on():
    """C-WND-4: a mount's speed is not the rider's MVM."""
    fought = fight(distance=20, ana_has={"velocity": [20, 0], "mvm": 1}, rules={"max_counts": 3})
    assert fought.moves("Ana") == [(0, 0, 20)]


# to hit


def test_who_rides_actively_counts_as_moving_even_at_a_stand():
    """C-HIT-3: the attacker -40, the target -40."""
    attack = [{"do": "attack"}]
    assert fight(attack, ana_has={"riding": True}).mods("to_hit", "Ana")["C-HIT-2"] == -40
    assert fight(attack, bo_has={"riding": True}).mods("to_hit", "Ana")["C-HIT-2"] == -40
    assert "C-HIT-2" not in fight(attack).mods("to_hit", "Ana")


def test_an_unsteady_platform_costs_forty():
    """C-HIT-4."""
    assert fight([{"do": "attack"}], ana_has={"unstable": True}).mods("to_hit", "Ana") == {"C-HIT-1": 60, "C-HIT-4": -40}


def test_two_carried_at_one_velocity_hit_as_if_moving_but_with_no_relative_speed():
    """C-HIT-2: side by side at 10 ft/ct: -40 and -40, nothing for the difference."""
    on = {"velocity": [0, 10]}
    fought = fight([{"do": "attack"}], ana_has=on, bo_has=on)
    assert fought.mods("to_hit", "Ana") == {"C-HIT-1": 60, "C-HIT-2": -80}


# lances on pikes


def test_a_lance_ridden_into_a_pike_line():
    """C-TIM-8, C-TIM-2, C-DMG-3: Ana rides at 10 ft/ct from 90 ft with a lance; Bo stands and waits with a pike.

    Bo does not move: Ana couches at X = 10 + 3 (Out), in 6.5 counts. Ana closes at more than 2 ft/ct: Bo couches at
    X = 10/2 = 5, in 2.5, and a release takes three quarters of 5: at 4.25, 1.25 of wind-up and 2.5 committed; it lands
    at 8, with Ana 10 ft away: the best distance of 8 ft of pike. Recovery is half of W, the longer: 5.
    """
    fought = fight(
        [{"do": "couch"}], [{"do": "couch"}, {"do": "release", "at": 4.25}], distance=90,
        ana_has={"velocity": [10, 0], "weapons": [lance()]}, bo_has={"weapons": [lance(name="pike")], "skills": {"pike": 200}},
        rolls={"Bo/to_hit": [9], "Bo/location": [20], "Bo/damage": [[12]], "Ana/health_save": [1]},
    )  # fmt: skip
    assert [event.t for event in fought.of("couched")] == [2.5, 6.5]
    declared = fought.of("declare", "Bo")[1]
    assert (declared.x, declared.commit, declared.impact, declared.ready) == (5, 5.5, 8, 13)
    blow = fought.of("impact", "Bo")[0]
    # skill 200, the target moves -40, 10 ft/ct straight at the point: 0 of -100
    assert (blow.t, blow.distance, blow.stage, blow.chance) == (8, 10, "optimal", 160)
    # 12 rolled; 10 ft/ct is one full step above 5: half as much again
    assert blow.damage == 18


def test_two_lances_meet_at_twice_the_speed():
    """C-DMG-3: 10 and 10 ft/ct are 20: three full steps above 5: 2.5 times the roll; C-TIM-8: each closes on the other."""
    rolls = {name: {"to_hit": [9], "location": [20], "damage": [[4]]} for name in ("Ana", "Bo")}
    fought = fight(
        [{"do": "attack", "at": 0}], [{"do": "attack", "at": 0}], distance=110,
        ana_has={"velocity": [10, 0], "weapons": [lance()], "skills": {"lance": 200}},
        bo_has={"velocity": [-10, 0], "weapons": [lance()], "skills": {"lance": 200}},
        rolls={f"{name}/{purpose}": faces for name, row in rolls.items() for purpose, faces in row.items()},
    )  # fmt: skip
    assert fought.blows()[:2] == [(5, "Ana", "hit"), (5, "Bo", "hit")]
    assert [event.distance for event in fought.of("impact")[:2]] == [10, 10]
    assert [event.damage for event in fought.of("impact")[:2]] == [10, 10]
