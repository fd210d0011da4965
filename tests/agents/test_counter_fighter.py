"""The counter-fighter's answers: it slips out of blows it notices, and drops its own where they have lost their chance."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from agents.registry import make, parameters
from engine.counts.actions import BreakOff, Hold, Mode
from engine.scenario import AgentSpec, Scenario
from scenarios import load
from studies.run import run


@pytest.fixture
def built(fight: Scenario, asked: Callable[[str], Any]) -> Callable[..., Any]:
    """Return what builds a counter-fighter for Ana, with one sword in hand and a chance that the test sets."""

    def build(chance: int = 40, foe_length: float = 3.0, **params: float) -> Any:
        asker = asked("counter_fighter")
        asker.agent = make(AgentSpec("counter_fighter", params), "Ana", fight)
        view: Any = asker.view
        view.me.weapons = view.me.weapons[:1]
        view.foes[0].weapons[0].length = foe_length
        view.chance = lambda target, weapon: chance
        return asker

    return build


def striking(asker: Any) -> None:
    """Have Ana wind up a blow at Bo."""
    asker.view.me.action = SimpleNamespace(
        kind="attack", phase="windup", weapon="sword", target="Bo", begin=0.0, commit=5.0, impact=10.0, ready=15.0
    )


def threatened(asker: Any, impact: float = 10.0) -> None:
    """Have Bo wind up a blow at Ana that she noticed."""
    asker.view.foes[0].action = SimpleNamespace(
        kind="attack", phase="windup", weapon="axe", target="Ana", begin=0.0, commit=impact / 2, impact=impact, ready=20.0
    )


def test_a_blow_that_has_lost_its_chance_is_broken_off_at_the_commit_count(built: Callable[..., Any]) -> None:
    """C-TIM-7: the last moment at which it costs nothing; 19 percent is below the usual 20."""
    asker = built(chance=19)
    striking(asker)
    assert asker(5.0, "commit") == BreakOff()


def test_the_third_blow_in_a_row_is_struck_whatever_its_chance(built: Callable[..., Any]) -> None:
    """Two who feint for ever never come to blows (CLK-8); after a blow it may feint again."""
    asker = built(chance=19)
    striking(asker)
    answers = [asker(5.0 + 10.0 * turn, "commit") for turn in range(4)]
    assert answers == [BreakOff(), BreakOff(), Hold(), BreakOff()]


def test_a_blow_with_a_chance_is_committed(built: Callable[..., Any]) -> None:
    asker = built(chance=20)
    striking(asker)
    assert asker(5.0, "commit") == Hold()


def test_no_blow_is_broken_off_where_feints_are_off(built: Callable[..., Any]) -> None:
    asker = built(chance=-1000, feint=-1000)
    striking(asker)
    assert asker(5.0, "commit") == Hold()


def test_it_slips_back_from_a_blow_it_notices_and_comes_back_when_that_is_over(built: Callable[..., Any]) -> None:
    """From 5 ft by 3; the blow lands at 10."""
    asker = built()
    threatened(asker)
    striking(asker)
    assert asker(2.0, "noticed") == Mode(mode="defensive", set_distance=8.0)
    assert asker.wake == pytest.approx(10.05)


def test_it_slips_once_from_one_blow(built: Callable[..., Any]) -> None:
    asker = built()
    threatened(asker)
    striking(asker)
    asker(2.0, "noticed")
    assert not isinstance(asker(4.0, "noticed"), Mode)


def test_it_does_not_slip_from_a_blow_that_is_nearly_there(built: Callable[..., Any]) -> None:
    """C-MOD-3: the INIT of the movement takes two counts on the mean; 3.9 are left."""
    asker = built()
    threatened(asker)
    striking(asker)
    assert not isinstance(asker(6.1, "noticed"), Mode)


def test_it_gives_no_ground_to_a_longer_weapon(built: Callable[..., Any]) -> None:
    """C-STG-3: the farther off, the better for that."""
    asker = built(foe_length=6.0)
    threatened(asker)
    striking(asker)
    assert not isinstance(asker(2.0, "noticed"), Mode)


def test_it_asks_for_the_commit_count_of_its_own_blows(built: Callable[..., Any]) -> None:
    assert "commit" in built().agent.standing.asks


def test_the_names_of_its_own_numbers() -> None:
    assert {"slip", "feint", "parry", "patience"} <= {parameter.name for parameter in parameters("counter_fighter")}


def test_in_a_whole_fight_it_slips_and_breaks_off() -> None:
    """Seeds 0-9 of the duel, the spear against it."""
    notes: set[str] = set()
    for seed in range(10):
        scenario = load("duel", overrides=["combatants.Ana.agent='counter_fighter'", "combatants.Bo.agent='counter_fighter'"])
        lines = [line for line in run(scenario, seed, on_illegal="raise").log() if line["type"] == "decision"]
        notes |= {line["note"].partition(":")[0] for line in lines if line.get("note")}
    assert {"slips back", "a feint"} <= notes
