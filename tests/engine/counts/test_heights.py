"""Distances include the height between two levels; what is walked is on the ground (C-STG-2, C-STG-5, C-MOD-6).

The sword is 3 ft long (optimal 5 ft, a stage is 1 ft), the long one 8 ft (optimal 10 ft, a stage is 1.5 ft).
"""

from __future__ import annotations

from math import sqrt

import pytest
from duels import CHEST, fight, fighter, sword

SKILLED = {"skills": {"combat_maneuver": 100, "sword": 60}}


def contest(do, stages, distance=4.0, level=3.0, **more):
    """Ana, higher up, is so many stages ahead of Bo; both stand at 5 ft unless it is said otherwise."""
    order = {"do": do, "over": True} if more.pop("over", False) else {"do": do}
    return fight(
        [order], distance=distance, ana_has=SKILLED | {"level": level} | more.pop("ana_has", {}), bo_has=SKILLED,
        rolls={"Ana/maneuver": [1], "Bo/maneuver": [1 + 20 * stages]}, **more,
    )  # fmt: skip


def walked(fought, kind):
    """Return the ground a contest was worth, when the walk ended, and where, to a millionth."""
    (event,) = fought.of(kind)
    t, x, speed = fought.moves("Ana")[-1]
    assert speed == 0
    return event.ground, t, x


@pytest.mark.parametrize(
    ("stages", "ground", "place"),
    [
        (1, 1.35, 4 - sqrt(4**2 - 3**2)),
        (2, 3.5, 3.5),  # 3 ft is the height alone: to 0.5 ft on the ground
        (3, 3.5, 3.5),  # and 2 ft is less than the height
    ],
)
def test_a_press_from_another_level_walks_the_ground_between_the_two_distances(stages, ground, place):
    """C-STG-5, C-STG-2, C-MOD-6: from 5 ft (4 on the ground) to 4, 3 and 2 ft, never nearer on the ground than 0.5 ft."""
    assert walked(contest("press", stages), "press") == (ground, ground, pytest.approx(place, abs=1e-6))


def test_a_retreat_from_another_level_walks_the_ground_between_the_two_distances():
    """C-STG-5: from 5 to 7 ft: from 4 to 6.3246 ft on the ground, at a foot a count."""
    fought = contest("retreat", 2)
    assert walked(fought, "retreat") == (2.32, 2.32, pytest.approx(4 - sqrt(40), abs=1e-6))
    assert fought.of("move", "Ana")[-1].distance == 7


def test_one_right_above_another_retreats_from_where_it_stands():
    """C-STG-5: 3 ft up and none away; to 4 ft it is sqrt(7) = 2.6458 ft on the ground, away from where Ana faces."""
    fought = contest("retreat", 1, distance=0, ana_has={"facing": 0})
    assert walked(fought, "retreat") == (2.65, 2.65, pytest.approx(-sqrt(7), abs=1e-6))


def test_one_right_above_another_can_press_no_closer():
    """C-STG-5, C-MOD-6: its goal of 0.5 ft on the ground lies behind it."""
    fought = contest("press", 1, distance=0.3, level=5)
    assert [(event.stages, event.ground) for event in fought.of("press")] == [(1, 0)]
    assert fought.moves("Ana") == []


def test_ground_between_levels_ends_at_a_wall_and_is_kept_with_the_height():
    """C-STG-5, C-STG-5a: 0.99 ft back to the wall, 4.99 on the ground and 3 up: 5.8223 ft."""
    wall = {"walls": [{"name": "wall", "points": [[-1, -9], [-1, 9]]}]}
    fought = contest("retreat", 2, field=wall)
    assert walked(fought, "retreat") == (0.99, 0.99, -0.99)
    assert fought.of("move", "Ana")[-1].distance == 5.82


def test_a_loser_that_falls_meanwhile_does_not_throw_the_winner_off_its_ground():
    """C-STG-5: Bo goes over an edge at 0.1 and is a foot lower at 0.6; from 5.11 to 3 ft Ana walks her 2.11 ft and no farther."""
    edge = {"edges": [{"name": "brink", "start": [5.1, -9], "end": [5.1, 9], "drop": 1}]}
    fought = fight(
        [{"do": "press", "at": 0.3}], [{"do": "move", "to": [5.3, 0], "speed": 1}], 5, field=edge, ana_has=SKILLED,
        bo_has={"agl": 100, "htk": 1000}, rolls={"Ana/maneuver": [59]},
    )  # fmt: skip
    assert [(event.t, event.height) for event in fought.of("fall", "Bo")] == [(0.6, 1)]
    assert fought.moves("Ana") == [(0.3, 0, 1), (2.41, 2.11, 0)]


def test_two_on_one_spot_part_by_the_whole_ground():
    """C-STG-5, C-MOD-6: Bo walks onto Ana, who counts as at 0.5 ft; two stages on lies 2 ft: she walks 2 ft, not 1.5."""
    fought = fight(
        [{"do": "retreat", "at": 6}], [{"do": "move", "to": [0, 0], "speed": 1}], 5, ana_has=SKILLED, bo_has=SKILLED,
        rolls={"Ana/maneuver": [1], "Bo/maneuver": [21]},
    )  # fmt: skip
    assert fought.moves("Bo")[-1] == (5, 0, 0)
    assert walked(fought, "retreat") == (2, 8, -2)


LONG = {"weapons": [sword(length=8)], "skills": {"sword": 60, "combat_maneuver": 70}, "level": 1.2}


@pytest.mark.parametrize(("behind", "locked"), [(1.2, False), (1.0, True)])
def test_the_step_out_of_over_3_needs_the_ground_it_walks(behind, locked):
    """C-STG-6, C-STG-2: at 1.3 ft (0.5 on the ground, 1.2 up); 2 ft is 1.6 on the ground: 1.1 ft to step, though 0.7 closer by distance."""
    wall = {"walls": [{"name": "wall", "points": [[-behind, -9], [-behind, 9]]}]}
    fought = fight(
        [{"do": "unlock"}], distance=0.5, ana_has=LONG, bo_has={"weapons": [sword(length=1)]},
        rolls={"Ana/unlock": [70]}, field=wall,
    )  # fmt: skip
    assert [event.locked for event in fought.of("unlock")] == [locked]
    assert fought.moves("Ana") == ([] if locked else [(0, 0, -1), (1.1, -1.1, 0)])


@pytest.mark.parametrize(("level", "bashed"), [(0, True), (0.5, True), (0.51, False), (9, False)])
def test_nobody_runs_into_one_that_is_higher_or_lower_than_the_least_distance(level, bashed):
    """C-KNB-5: the run ends at half a foot on the ground all the same."""
    fought = fight(
        bo=[{"do": "move", "toward": "Ana", "speed": 4, "bash": True}], distance=40.5, rules={"bash_weight": 50},
        ana_has={"weight": 150, "level": level}, bo_has={"weight": 150},
    )  # fmt: skip
    assert [event.target for event in fought.of("bash")] == (["Ana"] if bashed else [])
    assert fought.moves("Bo")[-1][:2] == (10, 0.5)


RANGES = {"velocity": 15, "short": 20, "medium": 40, "long": 60}
BOW = sword(name="bow", wsd=8, hands=2, reload=6, ammunition=5) | RANGES
TOUGH = {"htk": 1000, "health": 100}


def shot_past(level, struck, place, bo_goes, roll, bo_level=0):
    """Ana shoots at Bo, 30 ft away at 3 ft/ct, and misses by his movement; Cy stands in the line but for the height."""
    return fight(
        [{"do": "fire", "target": "Bo"}], [{"do": "move", "to": bo_goes, "speed": 3}], 30,
        ana_has={"weapons": [BOW], "def_on": False}, bo_has=TOUGH | {"level": bo_level},
        others=[fighter("Cy", "red", 0, position=place, level=level, **TOUGH)],
        rolls={"Ana/to_hit": [roll]} | ({"Ana/location": [CHEST], "Ana/damage": [[1, 1]]} if struck else {}),
    ).of("wound")  # fmt: skip


@pytest.mark.parametrize(("level", "struck"), [(0, True), (2.9, True), (3.1, False), (-9, False)])
def test_a_friend_above_or_below_the_line_of_fire_is_not_in_it(level, struck):
    """C-MIS-1: on its line from (0, 0) to (30, 30), where Bo is at 10: 8 counts, and two over 30 ft."""
    wounds = shot_past(level, struck, [10, 10], [30, 400], 30)
    assert [event.actor for event in wounds] == (["Cy"] if struck else [])


@pytest.mark.parametrize(("level", "struck"), [(10, True), (0, False), (20, False)])
def test_the_line_of_fire_climbs_evenly(level, struck):
    """C-MIS-1: Bo is 20 ft higher, 43.3 ft away (long range) when it is loosed; Cy stands half-way, where it passes 10 ft above the ground."""
    wounds = shot_past(level, struck, [15, 16.3], [30, 400], 20, bo_level=20)
    assert [event.actor for event in wounds] == (["Cy"] if struck else [])
