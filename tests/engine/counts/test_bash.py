"""Charges: a run that meets a blow, or whoever it runs at (C-KNB-5).

Bo runs at Ana along the x axis. Whoever closes at more than 2 ft/ct is struck at X = 5 (W 10): declared at 4.75, Ana's
blow lands at 9.75, when Bo, 4 ft/ct from 45 ft, stands 6 ft off: Retreat 1, a point of damage less.
"""

from __future__ import annotations

import pytest
from duels import ABDOMEN, MISS, Player, fight, fighter, sword

from engine.counts.actions import Move

RULES = {"bash_weight": 50}
FLOOR_HIT = 1


def charge(points, ana_has=None, bo_has=None, rolls=None, roll=FLOOR_HIT, rules=None):
    """Bo, 150 lb, runs at Ana, 150 lb, at 4 ft/ct and meets a blow of so many points at 9.75."""
    dice = {"Ana/to_hit": [roll]}
    if roll == FLOOR_HIT:
        dice |= {"Ana/location": [ABDOMEN], "Ana/damage": [[points + 1]]}
    return fight(
        ana=[{"at": 4.75, "do": "attack"}], bo=[{"do": "move", "toward": "Ana", "speed": 4}], distance=45,
        ana_has={"weight": 150, "weapons": [sword(damage="1d1000")]} | (ana_has or {}),
        bo_has={"weight": 150, "htk": 1000, "mvm": 4} | (bo_has or {}),
        rules=RULES | (rules or {}), rolls=dice | (rolls or {}),
    )  # fmt: skip


def bashes(fought):
    return [(event.t, event.actor, event.bash, event.blow, event.difference, event.thrown) for event in fought.of("bash")]


def thrown(fought):
    return [(event.t, event.actor, event.feet, event.velocity[0]) for event in fought.of("knockback")]


# a blow meets a charge


def test_a_blow_stronger_than_the_charge_throws_the_runner_by_the_difference():
    """C-KNB-5: 150 / 50 x 4 = 12 against 23: 11 crushing are 1 ft away from Ana; the blow's own 2 ft are replaced."""
    fought = charge(23)
    assert fought.blows() == [(9.75, "Ana", "hit")]
    assert bashes(fought) == [(9.75, "Bo", 12, 23, 11, "Bo")]
    assert thrown(fought) == [(9.75, "Bo", 1.0, 1.0)]
    assert fought.moves("Bo")[:3] == [(0, 45, -4), (9.75, 6, 1), (10.75, 7, 0)]


def test_a_charge_stronger_than_the_blow_throws_the_striker_by_the_difference():
    """C-KNB-5: 12 against 2: 10 crushing are 1 ft; the runner runs on to Ana's optimal distance."""
    fought = charge(2)
    assert bashes(fought) == [(9.75, "Bo", 12, 2, 10, "Ana")]
    assert thrown(fought) == [(9.75, "Ana", 1.0, -1.0)]
    assert fought.moves("Ana") == [(9.75, 0, -1), (10.75, -1, 0)]
    assert fought.moves("Bo")[-1][1:] == (4, 0)


def test_a_charge_does_knockback_only():
    """C-KNB-5: Ana loses nothing to it."""
    assert [event.actor for event in charge(2).of("wound")] == ["Bo"]


def test_a_blow_that_misses_counts_nothing():
    """C-KNB-5: the whole bash of 12 throws Ana 1 ft."""
    fought = charge(0, roll=MISS)
    assert fought.blows() == [(9.75, "Ana", "miss")]
    assert bashes(fought) == [(9.75, "Bo", 12, 0, 12, "Ana")]
    assert thrown(fought) == [(9.75, "Ana", 1.0, -1.0)]


def test_equal_forces_throw_neither():
    """C-KNB-5."""
    fought = charge(12)
    assert bashes(fought) == [(9.75, "Bo", 12, 12, 0, None)]
    assert thrown(fought) == []


def test_the_runner_is_thrown_with_the_blows_type():
    """C-KNB-5, C-DMG-2: a difference of 11 slicing points is less than a unit of 15."""
    fought = charge(23, {"weapons": [sword(damage="1d1000", type="slicing")]})
    assert bashes(fought) == [(9.75, "Bo", 12, 23, 11, "Bo")]
    assert thrown(fought) == []


def test_the_saves_of_knockback_hold_for_it():
    """C-KNB-2, C-KNB-3: a difference of 20, 2 ft; Bo runs: abdomen counts as chest, -5 for each of 4 ft/ct: 50 - 10 - 20."""
    fought = charge(32, rolls={"Bo/agl_save": [21]})
    assert [event.need for event in fought.rolls("agl_save", "Bo")] == [20]
    assert thrown(fought) == [(9.75, "Bo", 4.0, 4.0)]


def test_a_striker_saves_without_a_location():
    """C-KNB-5: 300 / 50 x 4 = 24 against 0: 2 ft; Ana stands: 50."""
    fought = charge(0, roll=MISS, bo_has={"weight": 300}, rolls={"Ana/agl_save": [50]})
    assert [event.need for event in fought.rolls("agl_save", "Ana")] == [50]
    assert thrown(fought) == [(9.75, "Ana", 2.0, -2.0)]


def test_a_target_at_no_more_than_2_ft_a_count_has_no_bash():
    """C-KNB-5: Bo comes at 2 ft/ct from 26 ft: W 7 at Out is X 10 (C-TIM-8),
    from 0 to 10, and Bo is 6 ft off by then."""
    fought = fight(
        ana=[{"do": "attack"}], bo=[{"do": "move", "toward": "Ana", "speed": 2}], distance=26, rules=RULES,
        ana_has={"weapons": [sword(wsd=7, damage="1d1000")]}, bo_has={"weight": 150, "htk": 1000},
        rolls={"Ana/to_hit": [1], "Ana/location": [ABDOMEN], "Ana/damage": [[10]]},
    )  # fmt: skip
    assert fought.blows() == [(10, "Ana", "hit")]
    assert bashes(fought) == []


def test_one_that_is_thrown_toward_a_striker_does_not_charge():
    """C-KNB-5: by its own motion. Cid throws Bo at 10, at 4 ft/ct toward Ana, who strikes at 10.5."""
    arms = {"weapons": [sword(damage="1d1000")]}
    cid = fighter("Cid", "red", 12, [{"do": "attack", "target": "Bo"}], **arms)
    fought = fight(
        ana=[{"at": 0.5, "do": "attack"}], ana_has={"weapons": [sword(damage="1d1000", wsd=8)]}, distance=7, others=[cid], rules=RULES,
        bo_has={"weight": 150, "htk": 1000, "agl": 100},
        rolls={
            "Cid/to_hit": [60], "Cid/location": [ABDOMEN], "Cid/damage": [[40]], "Bo/agl_save": [1],
            "Ana/to_hit": [1], "Ana/location": [ABDOMEN], "Ana/damage": [[4]],
        },
    )  # fmt: skip
    assert (10.5, "Ana", "hit") in fought.blows()
    assert bashes(fought) == []


# a run to contact


def run(speed=4, distance=40.5, ana_has=None, bo_has=None, rolls=None, ana=None):
    """Bo runs at Ana to contact: half a foot."""
    orders = [{"do": "move", "toward": "Ana", "speed": speed, "bash": True}]
    return fight(
        ana=ana, bo=orders, distance=distance, rules=RULES, rolls=rolls, ana_has={"weight": 150} | (ana_has or {}),
        bo_has={"weight": 150} | (bo_has or {}),
    )  # fmt: skip


def test_a_bash_runs_on_to_contact_and_throws_the_one_run_at():
    """C-KNB-5: past the optimal distance of 5 ft; 12 against nothing: 1 ft; the runner stops at half a foot."""
    fought = run()
    assert bashes(fought) == [(10, "Bo", 12, 0, 12, "Ana")]
    assert thrown(fought) == [(10, "Ana", 1.0, -1.0)]
    assert fought.moves("Bo") == [(0, 40.5, -4), (10, 0.5, 0)]
    assert (10, ("arrived",)) in fought.asked("Bo")


def test_the_one_run_at_saves_against_the_whole_bash():
    """C-KNB-5, C-KNB-2: 30 points of 375 lb at 4 ft/ct, 3 ft; 51 over 50: 6 ft."""
    fought = run(bo_has={"weight": 375}, rolls={"Ana/agl_save": [51]})
    assert thrown(fought) == [(10, "Ana", 6.0, -6.0)]


def test_a_plain_run_ends_at_the_optimal_distance_without_a_bash():
    """C-STG-5b."""
    orders = [{"do": "move", "toward": "Ana", "speed": 4}]
    fought = fight(bo=orders, distance=45, rules=RULES, ana_has={"weight": 150}, bo_has={"weight": 150})
    assert fought.moves("Bo")[-1] == (10, 5, 0)
    assert bashes(fought) == []


def test_of_two_charges_that_meet_the_lesser_is_thrown_by_the_difference():
    """C-KNB-5: 12 against 300 / 50 x 4 = 24: Ana is thrown 1 ft, whoever ranks first."""
    for names in ({}, {"stream": "Zoe"}):
        ana = [{"do": "move", "toward": "Bo", "speed": 4, "bash": True}]
        fought = run(distance=80.5, ana=ana, ana_has=names, bo_has={"weight": 300})
        assert [event.difference for event in fought.of("bash")] == [12]
        assert thrown(fought) == [(10, "Ana", 1.0, -1.0)]


@pytest.mark.parametrize(
    ("option", "rule"),
    [(Move(toward="Ana", speed=2.0, bash=True), "C-KNB-5"), (Move(away="Ana", bash=True), "C-KNB-5"),
     (Move(to=(0.0, 0.0), bash=True), "C-KNB-5"), (Move(toward="Ana", distance=1.0, bash=True), "C-KNB-5"),
     (Move(toward="Ana", bash=True), None)],
)  # fmt: skip
def test_a_bash_needs_an_opponent_and_speed(option, rule):
    """C-KNB-5: faster than 2 ft/ct, toward an opponent."""
    assert told(option, 40) == rule


def test_a_bash_begins_outside_the_reach_of_both():
    """C-STG-5b: Out of a 3 ft sword is 9 ft."""
    assert told(Move(toward="Ana", bash=True), 8.99) == "C-STG-5b"
    assert told(Move(toward="Ana", bash=True), 9) is None


def told(option, distance):
    """Return the rule that forbids Bo an option at the start."""
    found = []

    def answer(request):
        refusal = request.legal(option)
        found.append(refusal and refusal.split(":")[0])

    fight(distance=distance, players={"Bo": Player(answer)})
    return found[0]
