"""The mob's decisions: whole actions, spread over its opponents, from cover, with little thought for defense."""

from __future__ import annotations

from typing import Any

import pytest
from showdown import answer, battle, decisions, first, played, who
from standoff import FISTS, PISTOL, SWORD, Has, Standoff, one

from agents.base import Setup
from agents.mob import build
from agents.registry import parameters
from engine import Scenario
from engine.options import Hold
from engine.shots.actions import Attack

WHOLE = {"attack", "move", "run", "throw", "draw", "reload", "pick_up"}


def thug(name: str, x: float = 0.0, y: float = 0.0, **has: Any) -> Has:
    table = who(name, "thugs", "mob", x, y, unnamed=True, toughness=5, skills={"guns": 9, "martial_arts": 9, "dodge": 8})
    return table | has


def heroes() -> list[Has]:
    return [who("Ada", "heroes", "gunman", 20.0, 3.0), who("Bea", "heroes", "gunman", 20.0, -3.0)]


def test_a_crowd_spreads_over_its_opponents_by_stream_keys() -> None:
    """The first shot of four goes at each of two, twice, in the order of stream keys, whatever their names."""
    gang = [thug(name, y=y, stream=key) for name, y, key in (("X", 0, "4"), ("Y", 1, "3"), ("Z", 2, "2"), ("W", -1, "1"))]
    log = played(battle(*gang, *heroes())).log()
    shots = [(line["actor"], line["option"]["target"]) for line in log if line["type"] == "declare" and line["actor"] in "XYZW"]
    assert dict(reversed(shots)) == {"W": "Ada", "Z": "Bea", "Y": "Ada", "X": "Bea"}


def test_they_take_whole_actions_only() -> None:
    """S-WND-3: named ones of a mob, too."""
    gang = [thug("X"), thug("Y", y=2.0), thug("Z", y=-2.0, unnamed=False, weapons=[SWORD, FISTS])]
    for seed in range(5):
        result = played(battle(*gang, *heroes()), seed)
        taken = [option for name in "XYZ" for option in decisions(result, name)]
        assert {option.get("shots", 3) for option in taken} == {3}
        assert {option["do"] for option in taken} <= WHOLE | {"defend", "rise"}


def test_one_with_a_gun_goes_to_cover_and_one_without_goes_at_people() -> None:
    wall = {"name": "wall", "position": [0.0, 5.0], "tags": ["wall"]}
    rolls = {"Ana/initiative": [[6]] * 5}
    armed = one("Ana", "red", unnamed=True)
    option = first("mob", armed, one("Bo", "blue", 10, shot=7), places=[wall], rolls=rolls)
    assert (option.do, tuple(option.to)) == ("attack", (0.0, 5.0))
    option = first("mob", armed | {"weapons": [SWORD]}, one("Bo", "blue", 10, shot=7), places=[wall], rolls=rolls)
    assert (option.do, option.toward) == ("run", "Bo")


@pytest.mark.parametrize(("caution", "does"), [(0.2, "hold"), (20.0, "defend")])
def test_they_rarely_defend(caution: float, does: str) -> None:
    """S-WND-3: it costs them 3 shots."""
    stage = Standoff(
        one("Ana", "red", unnamed=True, skills={"dodge": 8, "guns": 12}), one("Bo", "blue", 10, shot=12),
        rolls={"Ana/initiative": [[3]] * 5},
    )  # fmt: skip
    stage.until("Ana", "announced", Bo=Attack(target="Ana", weapon="pistol"))
    assert answer(stage, "mob", caution=caution).do == does


def test_a_lone_one_without_opponents_in_sight_holds() -> None:
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=8, hidden=True, weapons=[PISTOL]))
    stage.until("Ana", "start")
    assert answer(stage, "mob") == Hold()


def test_shares_are_those_of_the_fight_at_hand_whatever_was_fought_before() -> None:
    """The same names in two fights: in one A2's share is B2, in the other, of one opponent, B1; each asked again after the other."""
    crowd = [one(name, "red", 20, unnamed=True) for name in ("A1", "A2")]
    two = Standoff(*crowd, one("B1", "blue"), one("B2", "blue", 1)).battle.scenario
    lone = Standoff(*crowd, one("B1", "blue")).battle.scenario
    params = {parameter.name: parameter.default for parameter in parameters("mob")}

    def prefers(fought: Scenario) -> list[str]:
        mob = build(Setup("A2", fought, params))
        return [name for name in ("B1", "B2") if mob.prefer(name) > 1.0]

    assert [prefers(fought) for fought in (two, lone, two, lone)] == [["B2"], ["B1"], ["B2"], ["B1"]]
