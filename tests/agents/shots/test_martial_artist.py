"""The martial artist's decisions: closing, striking, staying with an opponent, throwing on its way."""

from __future__ import annotations

from typing import Any

import pytest
from showdown import answer, battle, decisions, first, played, who
from standoff import FISTS, KNIFE, PISTOL, SWORD, Has, Standoff, one

from engine.shots.actions import Attack, Move, Run

KICKS: Has = {"weapons": [FISTS]}


def ana(**has: Any) -> Has:
    return one("Ana", "red", **(KICKS | has))


def bo(x: float = 10.0, **has: Any) -> Has:
    return one("Bo", "blue", x, **({"shot": 8} | has))


def test_it_runs_at_somebody_far_away_and_walks_up_to_somebody_near() -> None:
    """S-MOV-1: Move 6 or twice that, both for 3 shots."""
    far, near = first("martial_artist", ana(), bo(30)), first("martial_artist", ana(), bo(6))
    assert (far.do, far.toward, far.distance) == ("run", "Bo", 1.0)
    assert (near.do, near.toward, near.distance) == ("move", "Bo", 1.0)


def test_it_runs_to_where_somebody_will_be() -> None:
    """S-MOV-1: Bo goes 2 m a count along y; in 3 counts he is 6 m on."""
    stage = Standoff(ana(shot=10), bo(8, shot=11))
    stage.until("Ana", "start", Bo=Move(to=(8.0, 6.0)))
    option = answer(stage, "martial_artist")
    assert option.do == "run"
    x, y = option.to
    assert 6.5 < x < 8.0
    assert 5.0 < y < 8.0


def test_it_strikes_whom_it_can_reach_and_goes_where_that_one_goes() -> None:
    option = first("martial_artist", ana(), bo(2))
    assert (option.do, option.weapon, option.target, option.toward) == ("attack", "fists", "Bo", "Bo")


def test_it_draws_its_sword_on_the_way() -> None:
    option = first("martial_artist", ana(weapons=[SWORD, FISTS], in_hand=False), bo(12))
    assert (option.do, option.weapon) == ("draw", "sword")


def test_it_throws_a_knife_as_it_comes() -> None:
    """S-MOV-1: a throw carries up to Move meters."""
    option = first("martial_artist", ana(weapons=[KNIFE, FISTS]), bo(8))
    assert (option.do, option.weapon, option.toward) == ("throw", "knife", "Bo")
    assert first("martial_artist", ana(weapons=[KNIFE, FISTS]), bo(8), params={"fair": 100}).do == "run"


def test_it_gets_up_first() -> None:
    stage = Standoff(ana(), bo(10))
    stage.fighter("Ana").prone = True
    stage.until("Ana", "start")
    assert answer(stage, "martial_artist").do == "rise"


def test_it_goes_for_the_opponent_that_no_friend_is_nearer_to() -> None:
    friends = [one("Al", "red", 9, shot=7), one("Art", "red", 9, shot=7)]
    foes = [bo(10), one("Cy", "blue", -12, shot=7)]
    assert first("martial_artist", ana(), *friends, *foes).toward == "Cy"
    assert first("martial_artist", ana(), *friends, *foes, params={"crowd": 0}).toward == "Bo"


def test_it_catches_up_with_who_walks_away_as_it_shoots() -> None:
    """S-MOV-1: both have Move 6; twice that at a run."""
    scenario = battle(who("Ana", "red", "martial_artist", 0.0), who("Bo", "blue", "gunman", 12.0))
    struck = 0
    for seed in range(10):
        struck += any(option["do"] == "attack" for option in decisions(played(scenario, seed), "Ana"))
    assert struck >= 8


def test_a_snapshot_takes_no_movement_with_it() -> None:
    """S-MOV-1, S-SEQ-5."""
    stage = Standoff(ana(), bo(2))
    stage.until("Ana", "start")
    stage.fighter("Ana").counter = 2
    option = answer(stage, "martial_artist")
    assert isinstance(option, Attack)
    assert (option.shots, option.toward) == (1, None)


def test_it_shoots_point_blank_when_that_does_more() -> None:
    option = first("martial_artist", ana(weapons=[PISTOL | {"damage": 15}, FISTS]), bo(1.5))
    assert (option.do, option.weapon) == ("attack", "pistol")


def test_it_goes_toward_somebody_who_comes_to_it() -> None:
    """S-MOV-1: they meet, wherever that is."""
    stage = Standoff(ana(shot=10), bo(14, shot=11))
    stage.until("Ana", "start", Bo=Run(toward="Ana", distance=1.0))
    option = answer(stage, "martial_artist")
    assert (option.toward, option.to) == ("Bo", None)


@pytest.mark.parametrize("seed", range(8))
def test_two_of_a_kind_close_in_and_stay_with_each_other(seed: int) -> None:
    """S-MOV-1: 15 m apart each needs one run or two; from then on they strike."""
    fists = {"weapons": [FISTS]}
    scenario = battle(who("Ana", "red", "martial_artist", 0.0, **fists), who("Bo", "blue", "martial_artist", 15.0, **fists))
    result = played(scenario, seed)
    ways = [option for name in ("Ana", "Bo") for option in decisions(result, name) if option["do"] in ("move", "run")]
    assert len(ways) <= 4
    assert all(line["distance"] <= 1.0 for line in result.log() if line["type"] == "impact" and line.get("distance"))
