"""The brawler's answers, and what it shares with the other fighting policies."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

from agents.base import closing_speed, least_crowded
from engine.counts.actions import Draw, Hold, Retreat, Rise, Unlock
from engine.scenario import AgentSpec
from scenarios import load
from studies.run import run


def told(until, rolls, *overrides, right="hold"):
    """Return Left's decisions but for holds, (t, option, note): a brawler, INIT 0, 5 ft from Right."""
    given = ["combatants.Left.spd=12", "combatants.Right.spd=12", "combatants.Right.mode='locked'", *overrides]
    scenario = load("mirror", overrides=[f"rules.max_counts={until}", *given])
    agents = {"Left": AgentSpec("brawler"), "Right": AgentSpec(right)}
    result = run(attrs.evolve(scenario, agents=agents), rolls=rolls, on_illegal="raise")
    found = [line for line in result.log() if line["type"] == "decision" and line["actor"] == "Left"]
    return [(line["t"], line["option"]["do"], line.get("note")) for line in found if line["option"]["do"] != "hold"]


def test_it_closes_to_press_3_and_strikes_whenever_it_is_ready():
    """X 10 at 5 ft: ready at 15; X 7 at Press 3, 2 ft: impact 22, ready 27."""
    rolls = {"Left/to_hit": [[99], [99]]}
    assert told(28, rolls) == [
        (0, "mode", "wants to be close"), (0, "attack", None), (15, "attack", None), (27, "attack", None),
    ]  # fmt: skip


def test_it_times_a_blow_at_a_foe_who_comes_closer():
    """11 ft apart, at 1 ft a count: a blow of X 13 from the first step on lands when both stand at Press 3."""
    told_ = told(6, {}, "combatants.Right.position=[8.5, 0.0]")
    assert told_[-1][1:] == ("attack", "comes closer by 1 ft a count")


def test_it_runs_to_a_fight_that_is_far_away_and_strikes_when_it_is_near():
    """62.5 ft away: it runs at 8 ft a count to 9 ft, where both are just Out, and walks from there.

    Its reach is 6.99 ft, 53.5 / 8 + 2.01 = 8.7 counts away; a blow of X 13 may begin at once.
    """
    found = told(1, {}, "combatants.Right.position=[60.0, 0.0]")
    assert [what for _, what, _ in found] == ["mode", "move", "attack"]


@pytest.mark.parametrize("policy", ["brawler", "fencer"])
def test_one_who_lies_gets_up_first(asked, policy):
    ask = asked(policy)
    ask.view.me.prone = True
    assert ask(3, "fallen") == Rise()


@pytest.mark.parametrize("policy", ["brawler", "fencer"])
def test_one_with_empty_hands_draws_what_it_has(asked, policy):
    ask = asked(policy)
    ask.view.me.weapons, ask.view.me.kit = [], [SimpleNamespace(name="dagger", in_hand=False)]
    ask.view.refused["unlock"] = "C-STG-6: no weapon of its is locked"
    assert ask(3, "ready") == Draw(weapon="dagger")


@pytest.mark.parametrize("policy", ["brawler", "fencer"])
def test_one_whose_weapons_are_locked_frees_them(asked, policy):
    ask = asked(policy)
    for tool in ask.view.me.weapons:
        tool.locked = True
    assert ask(3, "locked") == Unlock()


@pytest.mark.parametrize("policy", ["brawler", "fencer"])
def test_one_without_any_weapon_steps_back(asked, policy):
    ask = asked(policy)
    ask.view.me.weapons = []
    ask.view.refused["unlock"] = "C-STG-6: no weapon of its is locked"
    assert ask(3, "ready") == Retreat(target="Bo")


@pytest.mark.parametrize("policy", ["brawler", "fencer"])
def test_one_that_can_do_nothing_looks_again_later(asked, policy):
    ask = asked(policy)
    ask.view.me.weapons = []
    ask.view.refused = {"unlock": "C-STG-6: none", "retreat": "C-WND-3: it has no MVM left"}
    assert ask(3, "ready") == Hold()
    assert ask.wake == 7


@pytest.mark.parametrize("policy", ["brawler", "fencer"])
def test_one_without_opponents_holds(asked, policy):
    ask = asked(policy)
    ask.view.foes, ask.view.me.target = [], None
    assert ask(3, "ready") == Hold()


def place(name, x, y=0.0, distance=0.0):
    return SimpleNamespace(name=name, position=(x, y), distance=distance)


def test_of_two_foes_the_less_crowded_is_chosen_when_the_distance_is_alike():
    near, far = place("near", 5.0, 0.0, distance=5.0), place("far", 0.0, 6.0, distance=6.0)
    friend = place("friend", 5.0, 1.0)
    view = SimpleNamespace(foes=(near, far), friends=(friend,))
    assert least_crowded(view, 3.0).name == "far"
    assert least_crowded(view, 0.5).name == "near"


def test_nobody_is_chosen_where_nobody_is_left():
    assert least_crowded(SimpleNamespace(foes=(), friends=()), 3.0) is None


@pytest.mark.parametrize(
    ("mine", "theirs", "speed"),
    [
        ((1.0, 0.0), (0.0, 0.0), 1.0),
        ((0.0, 0.0), (1.0, 0.0), -1.0),
        ((1.0, 0.0), (1.0, 0.0), 0.0),
        ((0.0, 2.0), (0.0, 0.0), 0.0),
    ],
)
def test_closing_speed_counts_only_what_goes_along_the_line(mine, theirs, speed):
    me = SimpleNamespace(position=(0.0, 0.0), velocity=mine)
    foe = SimpleNamespace(position=(5.0, 0.0), velocity=theirs)
    assert closing_speed(me, foe) == speed
