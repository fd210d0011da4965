"""``couched calc`` on the shots system: areas, shot counters, dying, impairment, structures, worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InputError
from studies.calc import calc, command
from studies.calc_shots import acts_of
from studies.questions import Refused


def test_packed_targets_are_hit_in_the_order_of_their_defense() -> None:
    """S-RNG-4, the worked example: 12 targets, 16 -> 19; the first at 12, the second at 13, the third at 16."""
    told = calc("shots-area", roll=16, dodges=[14, 12, 12], dense=True, targets=12)
    assert told == {
        "total": 19, "density": 3, "hits": 3, "dodges": [12, 12, 14], "difficulties": [12, 13, 16], "outcomes": [7, 6, 3],
    }  # fmt: skip


def test_density_counts_full_groups_of_packed_targets() -> None:
    """S-RNG-4: 19 are one group of ten, 20 are two; targets that stand loosely are none."""
    dodges = [30] * 19
    assert calc("shots-area", roll=16, dodges=dodges, dense=True)["total"] == 19
    assert calc("shots-area", roll=16, dodges=[*dodges, 30], dense=True)["total"] == 22
    assert calc("shots-area", roll=16, dodges=[*dodges, 30])["total"] == 16


def test_a_roll_that_misses_the_first_target_misses_all() -> None:
    """S-RNG-4."""
    told = calc("shots-area", roll=11, dodges=[12, 12])
    assert (told["hits"], told["outcomes"]) == (0, [-1, -2])


def test_an_area_can_not_hold_fewer_targets_than_are_named() -> None:
    with pytest.raises(InputError, match="at least the 3"):
        calc("shots-area", roll=16, dodges=[12, 12, 14], targets=2)


def test_the_next_action_comes_when_the_count_down_meets_the_counter() -> None:
    """S-SEQ-2, S-SEQ-3: from 14 for 3, 3 and 1: 14, 11, 8, and 7 are left; the sequence began at shot 16, two counts before."""
    told = calc("shots-shots", initiative=14, costs=[3, 3, 1], top=16)
    assert told == {
        "shots": [14, 11, 8],
        "acts": [
            {"shot": 14, "count": 2.0, "cost": 3}, {"shot": 11, "count": 5.0, "cost": 3}, {"shot": 8, "count": 8.0, "cost": 1},
        ],
        "left": 7, "next_sequence": 16.0, "not_acted": 0,
    }  # fmt: skip


def test_an_action_may_cost_more_than_is_left_and_is_the_last() -> None:
    """S-SEQ-3: 7, 4, 1; the action at shot 1 leaves -2, which is nothing more this sequence, and nothing is carried over."""
    told = calc("shots-shots", initiative=7)
    assert (told["shots"], told["left"], "not_acted" in told) == ([7, 4, 1], 0, False)
    assert calc("shots-shots", initiative=4, costs=[3, 3, 3])["not_acted"] == 1


def test_an_action_without_cost_is_followed_by_another_at_the_same_shot() -> None:
    """S-SEQ-4."""
    assert acts_of(5, [0, 3, 3])[0] == [(5, 0), (5, 3), (2, 3)]


def test_defending_between_two_actions_brings_the_next_one_later() -> None:
    """S-DEF-1: from 14 an attack leaves 11, a dodge at shot 12 leaves 10."""
    told = calc("shots-shots", initiative=14, costs=[3, 3], defenses=[12])
    assert (told["shots"], told["left"]) == ([14, 10], 7)


def test_who_defends_at_its_own_shot_acts_all_the_same() -> None:
    """S-SEQ-2, S-DEF-1: it stood on 9; a dodge and an attack there leave 5."""
    assert calc("shots-shots", initiative=9, defenses=[9])["shots"] == [9, 5, 2]


def test_nobody_defends_without_a_shot_left() -> None:
    """S-DEF-1: 3 is spent at once; at shot 2 there is nothing left."""
    with pytest.raises(Refused, match=r"S-DEF-1: no shot is left to defend with at shot 2"):
        calc("shots-shots", initiative=3, costs=[3], defenses=[2])


def test_one_may_defend_before_its_first_shot() -> None:
    """S-DEF-1: at any time: from 9, a dodge at shot 12 leaves 8."""
    assert calc("shots-shots", initiative=9, costs=[3], defenses=[12], top=12)["shots"] == [8]


@pytest.mark.parametrize("values", [{"top": 8}, {"defenses": [10]}])
def test_a_sequence_has_no_shot_above_its_highest(values: dict[str, Any]) -> None:
    """S-SEQ-1."""
    with pytest.raises(InputError, match="calc shots-shots"):
        calc("shots-shots", initiative=9, **values)


@pytest.mark.parametrize(
    ("damage", "toughness", "left", "destroyed", "hits"),
    [
        (7, 7, 7, False, None),  # not above it: nothing
        (9, 7, 6, False, 4),  # 7, 6, 5, 4, then 9 is twice 4 or more
        (13, 7, 6, False, 2),  # 7, then 13 is twice 6 or more
        (14, 7, 0, True, 1),  # twice its Toughness
        (2, 1, 0, True, 1),
    ],
)  # fmt: skip
def test_damage_above_its_toughness_wears_a_structure_down(
    damage: int, toughness: int, left: int, destroyed: bool, hits: int | None
) -> None:
    """S-WND-4."""
    told = calc("shots-structure", damage=damage, toughness=toughness)
    assert told == {"toughness": left, "destroyed": destroyed, "hits": hits}


@pytest.mark.parametrize(
    ("failed_by", "state", "minutes", "sequences"),
    [(1, "dying", 360.0, 7200), (4, "dying", 90.0, 1800), (13, "dying", 1.5, 30), (14, "dead", 0.0, 0), (40, "dead", 0.0, 0)],
)
def test_a_failed_death_test_leaves_less_time_the_more_it_failed_by(
    failed_by: int, state: str, minutes: float, sequences: int
) -> None:
    """S-WND-2; a sequence is about 3 seconds (S-SEQ-1)."""
    assert calc("shots-death", failed_by=failed_by) == {"state": state, "minutes": minutes, "sequences": sequences}


@pytest.mark.parametrize(
    ("wounds", "guts", "value"),
    [(24, 0, 0), (25, 0, -1), (29, 0, -1), (30, 0, -2), (90, 0, -2), (30, 1, 0), (25, 2, 1), (30, 2, 2), (24, 2, 0)],
)
def test_wound_points_impair_and_guts_turn_it_round(wounds: int, guts: int, value: int) -> None:
    """S-WND-1."""
    assert calc("shots-impairment", wounds=wounds, guts=guts)["impairment"] == value


def test_a_further_wound_asks_for_a_death_test_from_30_on() -> None:
    """S-WND-2: whoever has 30 is past it with the next one."""
    assert [calc("shots-impairment", wounds=wounds)["death_tests"] for wounds in (29, 30, 31)] == [False, True, True]


def test_a_list_is_written_with_commas_or_as_json() -> None:
    assert command(["shots-area", "roll=13", "dodges=12,14"]) == command(["shots-area", "roll=13", "dodges=[12, 14]"])
    assert command(["shots-area", "roll=13", "dodges=12"])["difficulties"] == [12]


@pytest.mark.parametrize("word", ["dodges=", "dodges=12,", "dodges=a", "dodges=[]", "dodges=[12.5]", "dodges=[true]", "dodges=99999"])
def test_a_list_of_anything_else_is_refused_with_what_is_allowed(word: str) -> None:
    with pytest.raises(InputError, match=r"whole numbers \(3,3,1 or \[3, 3, 1\]\), each from -1000 to 1000"):
        command(["shots-area", "roll=13", word])


def test_cover_or_concealment_makes_an_attack_a_ranged_one_unless_it_is_said_not_to_be() -> None:
    """S-RNG-2: 17 against 13 + 4 behind half cover: Outcome 0; hand to hand cover is nothing."""
    attack = {"skill": 14, "dice": [[5], [2]], "dodge": 13, "damage": 10, "toughness": 6}
    assert calc("shots-attack", cover=60, **attack)["outcome"] == 0
    assert calc("shots-attack", concealment=75, **attack)["outcome"] == 0
    assert calc("shots-attack", cover=60, ranged=True, **attack)["outcome"] == 0
    assert calc("shots-attack", cover=60, ranged=False, **attack)["outcome"] == 4


def test_distances_are_rounded_as_in_battles() -> None:
    """S-RNG-1: 39.999 m is 40 m, two full base ranges; 30.004 m is 30 m, the farthest shot of a short weapon."""
    assert calc("shots-range", **{"class": "normal", "distance": 39.999}) == {"penalty": -4}
    assert calc("shots-range", **{"class": "short", "distance": 30.004}) == {"penalty": -6}
