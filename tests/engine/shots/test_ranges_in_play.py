"""Range classes and penalties in a fight (S-RNG-1)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, fight, fists, gun

from engine.errors import AgentError

ATTACK = {"do": "attack"}


def shot(range_class, distance, order=ATTACK, **has):
    fought = fight(
        [order], distance=distance, ana_has={"weapons": [gun(range=range_class)]} | has, rolls={"Ana/attack": [LEVEL]},
    )
    return fought.figures()[0][1] - 14


@pytest.mark.parametrize(
    ("range_class", "distance", "penalty"),
    [
        ("normal", 19, 0), ("normal", 19.99, 0), ("normal", 20, -2), ("normal", 65, -6), ("normal", 150, -14),
        ("short", 9.99, 0), ("short", 10, -2), ("short", 29, -4), ("short", 30, -6),
        ("long", 99, 0), ("long", 100, -2), ("long", 250, -4), ("long", 1000, -20),
    ],
)  # fmt: skip
def test_every_full_base_range_is_worth_two(range_class, distance, penalty) -> None:
    """S-RNG-1: worked: normal at 19, 20, 65, 150 m; long, standing still, at 250."""
    assert shot(range_class, distance) == penalty


@pytest.mark.parametrize(("range_class", "distance"), [("normal", 151), ("normal", 150.01), ("short", 30.01), ("long", 1000.5)])
def test_beyond_the_farthest_there_is_no_shot(range_class, distance) -> None:
    """S-RNG-1: worked: normal at 151 m is refused."""
    with pytest.raises(AgentError, match="S-RNG-1"):
        shot(range_class, distance)


def test_a_long_weapon_counts_as_normal_for_one_who_moves_with_its_attack() -> None:
    """S-RNG-1: worked: at 60 m, having moved, -6."""
    assert shot("long", 60, ATTACK | {"to": [0.0, 6.0]}) == -6
    assert shot("long", 60) == 0


def test_a_long_weapon_counts_as_normal_while_a_movement_goes_on() -> None:
    """S-RNG-1, S-MOV-1: a move at shot 1 (count 9) takes 3 counts; at count 10 of the next sequence it is still under way."""
    fought = fight(
        [{"do": "move", "to": [0.0, 6.0], "at": 9}, ATTACK], distance=60, ana_has={"weapons": [gun(range="long")]},
        rules={"max_counts": 10}, rolls={"Ana/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.declared("Ana") == [(9, "Ana", "move"), (10, "Ana", "attack")]
    assert fought.figures("Ana") == [("Bo", 8, 13, -5)]


def test_a_long_weapon_is_refused_beyond_normal_reach_to_one_who_means_to_move() -> None:
    """S-RNG-1: at 160 m only from a stand."""
    assert shot("long", 160) == -2
    with pytest.raises(AgentError, match="S-RNG-1"):
        shot("long", 160, ATTACK | {"to": [0.0, 6.0]})


def test_who_has_arrived_stands_still_again() -> None:
    """S-RNG-1, S-MOV-1: a move of 3 shots is over when the next action comes."""
    fought = fight(
        [{"do": "move", "to": [0.0, 6.0]}, ATTACK], distance=60, ana_has={"weapons": [gun(range="long")]}, rolls={"Ana/attack": [LEVEL]},
    )
    assert fought.figures() == [("Bo", 14, 13, 1)]


def test_the_range_is_that_of_the_moment() -> None:
    """S-RNG-1, CLK-4: Bo walks from 18 away at 2 m a count: at 3 he is at 24 m."""
    fought = fight(
        [ATTACK, ATTACK], [{"do": "move", "away": "Ana"}], distance=18, bo_has={"shot": 10}, rolls={"Ana/attack": [LEVEL, LEVEL]}
    )
    assert [(total, event.distance) for (_, total, _, _), event in zip(fought.figures(), fought.of("impact"), strict=True)] == [
        (14, 18), (12, 24),
    ]  # fmt: skip


def test_what_is_thrown_flies_short() -> None:
    """S-RNG-1: 15 m: -2."""
    knife = gun(name="knife", range="short", thrown=True)
    fought = fight([{"do": "throw"}], distance=15, ana_has={"weapons": [knife]}, rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Bo", 12, 13, -1)]


def test_hand_to_hand_has_a_reach_and_no_range_penalty() -> None:
    """S-MOV-1 [H]: 2 m; beyond it no blow."""
    at = {"ana_has": {"weapons": [fists()]}}
    assert fight([ATTACK], distance=2, rolls={"Ana/attack": [LEVEL]}, **at).figures() == [("Bo", 14, 13, 1)]
    with pytest.raises(AgentError, match="S-MOV-1"):
        fight([ATTACK], distance=2.01, **at)


def test_distance_is_measured_in_both_directions_of_the_ground() -> None:
    """S-RNG-1: 12 and 16: 20 m."""
    fought = fight([ATTACK], bo_has={"position": [12, 16]}, rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Bo", 12, 13, -1)]
    assert fought.of("impact")[0].distance == 20


def test_ranges_are_rules() -> None:
    """S-RNG-1: fields normal_base, normal_max and range_step: 30 m of 5: six steps of 1."""
    rules = {"normal_base": 5, "normal_max": 30, "range_step": -1}
    fought = fight([ATTACK], distance=30, rules=rules, rolls={"Ana/attack": [LEVEL]})
    assert fought.figures() == [("Bo", 8, 13, -5)]


def test_the_penalty_is_told_with_distance_and_class() -> None:
    """Contract 3: the modifier's words."""
    fought = fight([ATTACK], distance=65, rolls={"Ana/attack": [LEVEL]})
    (mod,) = [mod for mod in fought.rolls("attack")[0].mods if mod.rule == "S-RNG-1"]
    assert (mod.value, mod.why) == (6, "65 m, normal range")
