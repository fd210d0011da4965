"""Knockback in play: throws, the saves against them, and what a throw does to all else (C-KNB-1 to C-KNB-4).

Bo weighs 150 and has AGL 50, HTK 1000 and MVM 8; Ana stands 5 ft to its left and strikes at count 10.
"""

from __future__ import annotations

import pytest
from duels import (
    ABDOMEN,
    CHEST,
    GROIN,
    HEAD,
    LEFT_LEG,
    RIGHT_ARM,
    RIGHT_FOOT,
    RIGHT_HAND,
    RIGHT_LEG,
    Player,
    fight,
    fighter,
    struck,
    sword,
)  # fmt: skip

from engine.counts.actions import Move
from engine.counts.knockback import bash_damage, save_category, save_terms
from engine.counts.rules import CountsRules

RULES = CountsRules()
LIGHT = {"weight": 150, "htk": 1000}
LOWER_ARM, LOWER_LEG = 48, 96


def thrown(damage, rolls=None, at=ABDOMEN, kind="crushing", rules=None, **bo):
    """A blow at count 10 on Bo, who weighs 150."""
    saves = {"Bo/agl_save": list(rolls or [])}
    return struck([damage], at, kind, saves, bo_has=LIGHT | bo, rules=rules)


def flights(fought, actor="Bo"):
    """Return every throw: when, how far, at which velocity."""
    return [
        (event.t, event.feet, tuple(round(part, 6) for part in event.velocity))
        for event in fought.of("knockback", actor)
    ]


def needs(fought):
    return [event.need for event in fought.rolls("agl_save", "Bo")]


# how far


@pytest.mark.parametrize(("weight", "feet"), [(150, 2.0), (120, 3.0)])
def test_23_crushing_throws_by_weight(weight, feet):
    """C-KNB-1: worked; the throw is a motion of one count (C-KNB-4)."""
    fought = thrown(23, [50], weight=weight)
    assert flights(fought) == [(10, feet, (feet, 0.0))]
    assert fought.moves("Bo") == [(10, 5, feet), (11, 5 + feet, 0)]


def test_23_crushing_throw_200_pounds_nowhere():
    """C-KNB-1: worked; no save is asked."""
    fought = thrown(23, [], weight=200)
    assert flights(fought) == []
    assert fought.moves("Bo") == []


def test_energy_throws_nobody_back():
    """C-DMG-2."""
    assert flights(thrown(500, [], kind="energy")) == []


def test_a_throw_of_a_foot_asks_for_no_save():
    """C-KNB-2: more than 1 ft."""
    fought = thrown(10, [])
    assert flights(fought) == [(10, 1.0, (1.0, 0.0))]
    assert fought.rolls("agl_save", "Bo") == []


def test_knockback_is_reckoned_before_the_critical_multiplier_and_before_armor():
    """C-KNB-1, C-DMG-6: SL 6 triples what is lost, not the throw; armor of 5 stops no foot."""
    plate = {"name": "plate", "covers": ["abdomen"], "protection": {"crushing": 5}, "hits": 1000}
    fought = fight(
        ana=[{"do": "attack"}], ana_has={"weapons": [sword(damage="1d1000")], "skills": {"sword": 120}},
        bo_has=LIGHT | {"armor": [plate]},
        rolls={"Ana/to_hit": [60], "Ana/location": [ABDOMEN], "Ana/damage": [[23]], "Bo/agl_save": [50]},
    )  # fmt: skip
    assert fought.of("wound")[0].critical == 3
    assert flights(fought) == [(10, 2.0, (2.0, 0.0))]


def test_the_critical_multiplier_counts_where_the_rules_say_so():
    """C-KNB-1, field knockback_includes_critical: 23 x 3 is 13 units, 6.5 ft."""
    fought = fight(
        ana=[{"do": "attack"}], ana_has={"weapons": [sword(damage="1d1000")], "skills": {"sword": 120}},
        bo_has=LIGHT, rules={"knockback_includes_critical": True},
        rolls={"Ana/to_hit": [60], "Ana/location": [ABDOMEN], "Ana/damage": [[23]], "Bo/agl_save": [50]},
    )  # fmt: skip
    assert flights(fought) == [(10, 6.5, (6.5, 0.0))]


# the saves


def test_a_save_that_fails_throws_twice_as_far():
    """C-KNB-2: 51 over 50."""
    fought = thrown(23, [51])
    assert flights(fought) == [(10, 4.0, (4.0, 0.0))]
    assert fought.of("fall", "Bo") == []


def test_a_critical_miss_throws_twice_as_far_and_down():
    """C-KNB-2, C-KNB-2a: 96 fails whatever the chance; the fall is at once, the floor at the end of the throw (C-KNB-4)."""
    fought = thrown(23, [96, 1], agl=200)
    assert flights(fought) == [(10, 4.0, (4.0, 0.0))]
    assert fought.line("Bo", "fall", "collision") == [(10, "fall"), (11, "collision")]
    assert [(event.what, event.velocity) for event in fought.of("collision", "Bo")] == [("floor", 4.0)]
    assert fought.result.combatants["Bo"]["state"] == "lying"


@pytest.mark.parametrize(("roll", "falls"), [(30, False), (31, True)])
def test_farther_than_mvm_asks_for_a_second_save_at_10_for_each_foot_beyond(roll, falls):
    """C-KNB-2: 2 ft doubled to 4, MVM 2: 50 - 20, after the doubling (C-KNB-2a)."""
    fought = thrown(23, [51, roll] + [1] * falls, mvm=2)
    assert needs(fought)[:2] == [50, 30]
    assert (fought.line("Bo", "fall") == [(10, "fall")]) is falls
    assert flights(fought) == [(10, 4.0, (4.0, 0.0))]


def test_part_of_a_foot_beyond_mvm_counts_nothing():
    """C-KNB-2: 2 ft against MVM 1.5."""
    assert needs(thrown(23, [50, 50], mvm=1.5)) == [50, 50]


def test_exactly_mvm_asks_for_no_second_save():
    """C-KNB-2: farther than MVM."""
    assert needs(thrown(23, [50], mvm=2)) == [50]


def test_the_second_save_is_not_asked_of_one_that_falls_already():
    """C-KNB-2: a critical miss on the first."""
    fought = thrown(23, [96, 1], mvm=1)
    assert [event.result for event in fought.rolls("agl_save", "Bo")] == ["critical_miss", "made"]
    assert len(fought.of("fall", "Bo")) == 1


@pytest.mark.parametrize(
    ("at", "modifier"),
    [(LOWER_ARM, 25), (RIGHT_HAND, 25), (RIGHT_ARM, 10), (ABDOMEN, 0), (GROIN, 0), (CHEST, -10), (RIGHT_LEG, -10),
     (HEAD, -25), (LOWER_LEG, -25), (RIGHT_FOOT, -25)],
)  # fmt: skip
def test_the_struck_location_counts_on_both_saves(at, modifier):
    """C-KNB-3, C-KNB-2a: hand as lower arm, groin as abdomen, foot as lower leg."""
    assert needs(thrown(23, [1, 1], at, mvm=1.5)) == [50 + modifier] * 2


@pytest.mark.parametrize(
    ("part", "moving", "category"),
    [("left hand", False, "lower_arm"), ("left hand", True, "upper_arm"), ("chest", True, "head"), ("neck", True, "worse"),
     ("eyes", False, "head"), ("right lower_leg", True, "worse"), ("groin", True, "chest")],
)  # fmt: skip
def test_a_moving_target_saves_one_category_worse(part, moving, category):
    """C-KNB-3."""
    assert save_category(part, moving, RULES) == category


def test_speed_counts_by_full_feet_a_count_and_the_category_only_in_motion():
    """C-KNB-2: -5 for each of 3.9, and for the one of a walk, which is no motion (C-KNB-2a, C-HIT-3)."""
    assert save_terms("abdomen", 3.9, True, 0, 0.0, RULES) == (-10, -15, 0, 0)
    assert save_terms("abdomen", 1.0, False, -25, 2.9, RULES) == (0, -5, -25, -20)


def test_a_target_on_the_run_saves_worse():
    """C-KNB-3, C-KNB-2: Bo runs at 2 ft/ct across: chest counts as head, -10 for the speed: 50 - 25 - 10."""
    runs = [{"at": 9, "do": "move", "to": [5, 50], "speed": 2}]
    fought = fight(
        ana=[{"do": "attack"}], bo=runs, bo_has=LIGHT,
        ana_has={"weapons": [sword(damage="1d1000")], "skills": {"sword": 200}},
        rolls={"Ana/to_hit": [90], "Ana/location": [CHEST], "Ana/damage": [[23]], "Bo/agl_save": [15]},
    )  # fmt: skip
    assert needs(fought) == [15]


def test_a_walk_at_1_ft_a_count_is_no_motion():
    """C-KNB-2a, C-HIT-3: chest stays chest, 50 - 10; its one foot a count still costs 5 (C-KNB-2)."""
    runs = [{"at": 9, "do": "move", "to": [5, 50], "speed": 1}]
    fought = fight(
        ana=[{"do": "attack"}], bo=runs, bo_has=LIGHT, ana_has={"weapons": [sword(damage="1d1000")]},
        rolls={"Ana/to_hit": [1], "Ana/location": [CHEST], "Ana/damage": [[23]], "Bo/agl_save": [35]},
    )  # fmt: skip
    assert needs(fought) == [35]


def test_an_injured_leg_counts_on_the_save():
    """C-WND-2: the same blow injures the leg (23 of 46): 50 - 10 - 20."""
    fought = struck(
        [23], LEFT_LEG, "crushing", {"Bo/health_save": [1], "Bo/agl_save": [20]}, bo_has={"weight": 150, "htk": 46}
    )
    assert needs(fought) == [20]


# what a throw does to all else


def test_what_is_under_way_goes_on_and_the_blow_may_be_out_of_reach():
    """CLK-4: Bo, committed at 7 (its blow due at 12), is thrown from 5 to 9 ft, which is Out."""
    fought = fight(
        ana=[{"do": "attack"}], bo=[{"at": 2, "do": "attack"}], bo_has=LIGHT,
        ana_has={"weapons": [sword(damage="1d1000")]},
        rolls={"Ana/to_hit": [60], "Ana/location": [ABDOMEN], "Ana/damage": [[40]], "Bo/agl_save": [50]},
    )  # fmt: skip
    assert fought.line("Bo", "commit", "break_off") == [(7, "commit")]
    assert fought.blows() == [(10, "Ana", "hit"), (12, "Bo", "out_of_reach")]


def test_stages_are_crossed_on_the_way():
    """C-KNB-4, C-STG-2: from 5 to 9 ft at 4 ft/ct; a border counts when the rounded distance is past it (5.995)."""
    fought = thrown(40, [50])
    assert [(round(t, 3), stage) for t, stage in fought.stages("Ana")] == [
        (0, "optimal"), (10.249, "retreat_1"), (10.499, "retreat_2"), (10.749, "retreat_3"), (10.999, "out"),
    ]  # fmt: skip


def test_a_throw_replaces_the_targets_own_movement():
    """C-KNB-4: Bo walks across from 9 on and is thrown at 10; afterwards it stands."""
    fought = fight(
        ana=[{"do": "attack"}], bo=[{"at": 9, "do": "move", "to": [5, 50], "speed": 1}], bo_has=LIGHT,
        ana_has={"weapons": [sword(damage="1d1000")]},
        rolls={"Ana/to_hit": [1], "Ana/location": [ABDOMEN], "Ana/damage": [[10]]},
    )  # fmt: skip
    assert [(event.t, event.why) for event in fought.of("move", "Bo")] == [
        (9, "ordered: to a place"), (10, "thrown back"), (11, "arrived"),
    ]  # fmt: skip
    assert fought.of("move", "Bo")[-1].velocity == (0.0, 0.0)


def test_one_whose_run_a_throw_ends_is_asked():
    """CLK-5, C-KNB-4: reason arrived, beside struck; one that merely stood is not."""
    fought = fight(
        ana=[{"do": "attack"}], bo=[{"at": 9, "do": "move", "to": [5, 50], "speed": 1}], bo_has=LIGHT,
        ana_has={"weapons": [sword(damage="1d1000")]},
        rolls={"Ana/to_hit": [1], "Ana/location": [ABDOMEN], "Ana/damage": [[10]]},
    )  # fmt: skip
    assert (10, ("struck", "arrived")) in fought.asked("Bo")
    assert (10, ("struck",)) in thrown(10, []).asked("Bo")


def test_the_mode_judges_again_afterwards():
    """C-KNB-4, C-MOD-2: static Bo keeps 5 ft, is thrown to 7 and walks back at 1 ft/ct."""
    fought = thrown(23, [50], mode="static")
    assert fought.moves("Bo") == [(10, 5, 2), (11, 7, 0), (11, 7, -1), (13, 5, 0)]


def test_a_movement_ordered_in_a_throw_begins_after_it():
    """C-KNB-4: asked for at 10.5."""
    fought = fight(
        ana=[{"do": "attack"}], bo=[{"at": 10.5, "do": "move", "to": [30, 0], "speed": 2}], bo_has=LIGHT,
        ana_has={"weapons": [sword(damage="1d1000")]},
        rolls={"Ana/to_hit": [60], "Ana/location": [ABDOMEN], "Ana/damage": [[23]], "Bo/agl_save": [50]},
    )  # fmt: skip
    assert fought.moves("Bo")[:3] == [(10, 5, 2), (11, 7, 0), (11, 7, 2)]


def test_nobody_stops_a_throw_by_will():
    """C-KNB-4: an order to stop, at 10.5, changes nothing."""
    stops = Player(lambda request: Move(speed=0.0) if "struck" in request.reasons else None)
    fought = fight(
        ana=[{"do": "attack"}], bo_has=LIGHT, ana_has={"weapons": [sword(damage="1d1000")]}, players={"Bo": stops},
        rolls={"Ana/to_hit": [60], "Ana/location": [ABDOMEN], "Ana/damage": [[23]], "Bo/agl_save": [50]},
    )  # fmt: skip
    assert fought.took("Bo") == [(10, "move")]
    assert fought.moves("Bo") == [(10, 5, 2), (11, 7, 0)]


def test_a_stunned_target_is_thrown_all_the_same():
    """C-WND-4, C-KNB-4: a slicing blow of 30 stuns at the chest until 40 and throws a foot."""
    fought = struck(
        [30], CHEST, "slicing", {"Bo/health_save": [51], "Bo/minor_save": [1]}, bo_has={"weight": 150, "htk": 50}
    )
    assert fought.of("stun", "Bo")[0].until == 40
    assert fought.moves("Bo") == [(10, 5, 1), (11, 6, 0)]


def test_one_who_is_out_of_the_fight_is_not_thrown():
    """C-WND-6: 40 of 30 HTK."""
    fought = struck([40], ABDOMEN, "crushing", {"Bo/agl_save": [], "Bo/health_save": [1]}, bo_has={"weight": 150})
    assert flights(fought) == []


def test_a_lying_target_slides_and_does_not_fall_again():
    """C-KNB-2: Cid throws it down at 8; at 10 it saves against the distance alone, and no floor hurts it."""
    cid = fighter("Cid", "red", 2, [{"do": "overbear", "target": "Bo"}])
    fought = fight(
        ana=[{"do": "attack"}], ana_has={"weapons": [sword(damage="1d1000")]}, bo_has=LIGHT | {"mvm": 3}, others=[cid],
        rolls={
            "Cid/overbear": [1], "Ana/to_hit": [60], "Ana/location": [ABDOMEN], "Ana/damage": [[23]],
            "Bo/agl_save": [96],
        },
    )  # fmt: skip
    assert fought.line("Bo", "fall", "knockback", "collision") == [(8, "fall"), (10, "knockback")]
    assert flights(fought) == [(10, 4.0, (4.0, 0.0))]


# several at once


def two(first, second, place, saves, at=(ABDOMEN, ABDOMEN)):
    """Ana from the left, Cid from a place, both strike Bo at count 10 for so many points."""
    arms = {"weapons": [sword(damage="1d1000")]}
    cid = fighter("Cid", "red", 0, [{"do": "attack", "target": "Bo"}], position=place, **arms)
    dice = {"Bo/agl_save": saves}
    for name, points, where in (("Ana", first, at[0]), ("Cid", second, at[1])):
        dice |= {f"{name}/to_hit": [60], f"{name}/location": [where], f"{name}/damage": [[points]]}
    return fight(ana=[{"do": "attack"}], ana_has=arms, bo_has=LIGHT, others=[cid], rolls=dice)


def test_throws_of_one_instant_add_as_vectors():
    """CLK-2: 2 ft to the right and 3 ft to the left are 1 ft to the left, which asks for no save."""
    fought = two(20, 30, [10, 0], [])
    assert flights(fought) == [(10, 1.0, (-1.0, 0.0))]


def test_equal_throws_from_two_sides_cancel_out():
    """CLK-2: 2 ft against 2 ft."""
    fought = two(20, 20, [10, 0], [])
    assert flights(fought) == []


def test_one_pair_of_saves_is_rolled_against_the_sum():
    """CLK-2, C-KNB-2: 2 ft to the right and 2 ft up, 2.83 ft in all; failed, twice as far."""
    fought = two(20, 20, [5, -5], [51])
    assert len(fought.rolls("agl_save", "Bo")) == 1
    assert flights(fought) == [(10, pytest.approx(32**0.5), (4.0, 4.0))]


def test_the_location_of_the_blow_with_the_most_feet_counts():
    """C-KNB-3, CLK-2: Cid's 3 ft at the chest against Ana's 2 ft at the lower arm."""
    assert needs(two(20, 30, [5, -5], [1], (LOWER_ARM, CHEST))) == [40]
    assert needs(two(30, 20, [5, -5], [1], (LOWER_ARM, CHEST))) == [75]


def test_a_second_throw_adds_to_what_is_left_of_the_first():
    """C-KNB-4: thrown 4 ft at 10 and, half a count later with 2 ft to go, 10 points (12 at
    Retreat 2) are 1 ft more: 3 ft in the next count."""
    arms = {"weapons": [sword(damage="1d1000")]}
    cid = fighter("Cid", "red", 0, [{"at": 0.5, "do": "attack", "target": "Bo"}], **arms)
    fought = fight(
        ana=[{"do": "attack"}], ana_has=arms, bo_has=LIGHT, others=[cid],
        rolls={
            "Ana/to_hit": [60], "Ana/location": [ABDOMEN], "Ana/damage": [[40]], "Bo/agl_save": [50],
            "Cid/to_hit": [1], "Cid/location": [ABDOMEN], "Cid/damage": [[12]],
        },
    )  # fmt: skip
    assert fought.moves("Bo") == [(10, 5, 4), (10.5, 7, 3), (11.5, 10, 0)]


@pytest.mark.parametrize("weight", [150, 300])
def test_a_bash_is_weight_over_50_times_the_closing_speed(weight):
    """C-KNB-5: rounded down, none at 2 ft/ct."""
    assert bash_damage(weight, 4.0, RULES) == weight // 50 * 4
    assert bash_damage(weight, 2.0, RULES) == 0
    assert bash_damage(140, 2.5, RULES) == 7
