"""The fencer's answers, in whole fights where every moment is known: INIT 0, perception and blows scripted.

Left fences with a broadsword (W 10, optimal at 5 ft). It stands at 5 ft at first and goes to 3.5 ft, where a great axe
(W 16, 5 ft long, optimal at 7 ft) is at Over 1. Its first attack is declared at 5 ft: X 10, impact 10, ready 15; the
next at 3.5 ft, Press 1: X 9.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.scenario import AgentSpec
from scenarios import load
from studies.run import run

NOTICED, MISS = [1], [99]

Rolls = dict[str, list[list[int]]]
Told = list[tuple[float, str, str | None]]


def told(orders: list[dict[str, Any]], until: float, rolls: Rolls, *overrides: str, **params: Any) -> Told:
    """Return Left's decisions but for holds, (t, option, note), against a Right that stands and follows orders."""
    given = [
        "combatants.Left.spd=12", "combatants.Right.spd=12", "combatants.Right.weapons=['great_axe']",
        "combatants.Right.mode='locked'", f"rules.max_counts={until}", *overrides,
    ]  # fmt: skip
    scenario = load("mirror", overrides=given)
    agents = {"Left": AgentSpec("fencer", params), "Right": AgentSpec("script", {"orders": orders})}
    result = run(attrs.evolve(scenario, agents=agents), rolls=rolls, on_illegal="raise")
    found = [line for line in result.log() if line["type"] == "decision" and line["actor"] == "Left"]
    return [(line["t"], line["option"]["do"], line.get("note")) for line in found if line["option"]["do"] != "hold"]


def test_it_goes_where_its_weapon_gains_most_and_strikes():
    assert told([], 9, {}) == [(0, "mode", "gains most at 3.5 ft"), (0, "attack", "in reach")]


def test_it_strikes_when_its_blow_lands_before_the_one_it_noticed():
    """The axe, from 14, lands at 30; the sword, from 15, at 24."""
    rolls: Rolls = {"Left/perception": [NOTICED], "Left/to_hit": [MISS, MISS]}
    assert told([{"at": 14, "do": "attack"}], 26, rolls)[2:] == [(15, "attack", "lands 6 before Right")]


def test_it_parries_a_heavy_blow_it_can_not_beat():
    """The axe, from 6, lands at 22, the sword only at 24; the parry, half of W, is up at 20."""
    rolls: Rolls = {"Left/perception": [NOTICED], "Left/to_hit": [MISS], "Right/to_hit": [MISS]}
    assert told([{"at": 6, "do": "attack"}], 22.5, rolls)[2:] == [(15, "parry", "up 2 before it lands")]


def test_a_parry_that_nothing_came_for_is_dropped():
    rolls: Rolls = {"Left/perception": [NOTICED], "Left/to_hit": [MISS], "Right/to_hit": [MISS]}
    assert told([{"at": 6, "do": "attack"}], 23.5, rolls)[3:] == [(23, "break_off", "nothing comes")]


def test_it_trades_with_what_it_can_neither_beat_nor_parry_in_time():
    """The axe, from 3, lands at 19; a parry would be up at 20."""
    rolls: Rolls = {"Left/perception": [NOTICED], "Left/to_hit": [MISS], "Right/to_hit": [MISS]}
    told_ = told([{"at": 3, "do": "attack"}], 20, rolls)
    assert told_[2:] == [(15, "attack", "can't be first: trades blows")]


def test_it_trades_with_a_light_blow_rather_than_lose_its_own():
    """Five times its own W would be heavy; the axe takes 1.6 times."""
    rolls: Rolls = {"Left/perception": [NOTICED], "Left/to_hit": [MISS], "Right/to_hit": [MISS]}
    told_ = told([{"at": 6, "do": "attack"}], 23, rolls, heavy=5)
    assert told_[2:] == [(15, "attack", "can't be first: trades blows")]


def test_it_knows_nothing_of_a_blow_it_did_not_notice():
    rolls: Rolls = {"Left/perception": [[100], [100]], "Left/to_hit": [MISS], "Right/to_hit": [MISS]}
    assert told([{"at": 6, "do": "attack"}], 23, rolls)[2:] == [(15, "attack", "in reach")]


def test_it_breaks_off_a_wind_up_when_a_shield_is_still_in_time():
    """The axe, from 7, is noticed only at its commit, 15, and lands at 23; the sword, begun at 15, lands at 24.

    A parry with the buckler takes a fresh INIT of at least 1 and a quarter of its W: far in time.
    """
    rolls: Rolls = {"Left/perception": [[100], NOTICED], "Left/to_hit": [MISS]}
    overrides = ("combatants.Left.weapons=['broadsword', 'buckler']", "combatants.Left.skills.shield=70")
    found = told([{"at": 7, "do": "attack"}], 15.5, rolls, *overrides)
    assert [what[:2] for what in found[2:]] == [(15, "attack"), (15, "break_off"), (15, "parry")]
    assert found[3][2] == "lands 1 too late: parries instead"


def test_it_spends_speed_points_when_they_decide_the_race():
    """SPD 5: a pre-set INIT is 1 on average. The axe, from 8.5, lands at 24.5; the sword, from 15, at 25, or 24.

    Three points: two go into the first, fresh INIT (2 on average), the third decides.
    """
    rolls: Rolls = {
        "Left/perception": [NOTICED], "Left/to_hit": [MISS, MISS], "Left/init": [[1, 1]] * 3, "Right/to_hit": [MISS],
    }  # fmt: skip
    overrides = ("combatants.Left.spd=5", "combatants.Left.combat_maneuver_rank=3")
    told_ = told([{"at": 8.5, "do": "attack"}], 24.6, rolls, *overrides)
    assert told_[2:] == [(15, "attack", "lands first with 1 speed point")]


def test_it_couches_while_nobody_is_in_reach_and_times_its_release():
    """From 30 ft it walks in at 1 ft a count; X is 13 at Out, so it is couched at 6.5.

    Skill 60 less an ordinary DEF of 30 is 20 at Retreat 1, 10 at Retreat 2, where 15 is fair: its reach is 6.99 ft, at
    23.01. A release at Out lands after three quarters of 13, 9.75: it may begin at 13.26.
    """
    found = told([], 14, {}, "combatants.Right.position=[27.5, 0.0]", run=1000)
    assert [what for _, what, _ in found] == ["mode", "couch", "release"]
    assert found[2][0] == pytest.approx(13.26, abs=0.01)


def test_after_its_patience_it_closes_in():
    told_ = told([], 16, {"Left/to_hit": [MISS]}, patience=1)
    assert (15, "mode", "loses patience and closes in") in told_
