"""Shots known by heart are those one would reckon anew: what is kept of a scenario leads to the same choices (CLK-6, P-CHK-2)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from agents import make, squares_fire, squares_known
from agents.base import Setup
from agents.squares_fire import best, cases, ways
from engine import Battle
from scenarios import load

SCENARIOS = ("firefight_in_the_office", "six_on_six", "steps_duel", "grenade_over_the_wall", "bystanders")


def fought(scenario: Any, seed: int, watch: Any = None) -> Any:
    """Fight a battle with the scenario's own agents, and return the digest of its log."""
    agents: dict[str, Any] = {one.name: make(scenario.agents[one.name], one.name, scenario, seed, 0) for one in scenario.combatants}
    standing = {name: agent.standing for name, agent in agents.items() if hasattr(agent, "standing")}
    battle = Battle(scenario, seed, standing=standing)
    while request := battle.advance():
        if watch is not None:
            watch(request, agents[request.combatant])
        battle.answer(request, agents[request.combatant].decide(request))
    return battle.events[-1].digest  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_known_by_heart_is_what_is_reckoned_anew(name: str) -> None:
    """P-CHK-2: at every decision of a battle whose cases all came up in the battle before."""
    scenario, seen = load(name), 0

    def watch(request: Any, agent: Any) -> None:
        nonlocal seen
        if not hasattr(agent, "cases"):
            return
        for patient in (False, True):
            seen += 1
            assert best(request.view, agent.prefer, agent.cases, patient) == best(request.view, agent.prefer, {}, patient)

    fought(scenario, 1)
    fought(scenario, 1, watch)
    assert seen


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_battle_is_the_same_whatever_was_fought_before(name: str) -> None:
    """CLK-6: nothing known, everything known, and much of other battles known."""
    scenario = load(name)
    squares_known._known.clear()
    first = fought(scenario, 3)
    fought(scenario, 4)
    assert fought(scenario, 3) == first == fought(load(name), 3)


def setup(scenario: Any, combatant: str = "Ada") -> Setup:
    return Setup(combatant, scenario)


def test_a_scenario_alike_but_for_armor_has_cases_of_its_own() -> None:
    """P-DMG-1: what a hit takes is not among what makes a case."""
    scenario = load("steps_duel")
    other = attrs.evolve(scenario)
    known = squares_known.cases_of(setup(scenario), (1.0,))
    assert squares_known.cases_of(setup(scenario), (1.0,)) is known
    assert squares_known.cases_of(setup(other), (1.0,)) is not known
    assert squares_known.cases_of(setup(scenario, "Ben"), (1.0,)) is not known
    assert squares_known.cases_of(setup(scenario), (2.0,)) is not known
    assert squares_known.cases_of(setup(scenario), (1.0,)) is known


def test_few_scenarios_and_few_cases_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """CLK-6: a sweep over scenarios fills no memory."""
    scenario = load("steps_duel")
    for _ in range(9):
        squares_known.cases_of(setup(attrs.evolve(scenario)), (1.0,))
        assert len(squares_known._known) <= squares_known.MOST_SCENARIOS
    monkeypatch.setattr(squares_fire, "_MOST_CASES", 3)
    digest = fought(load("six_on_six"), 0)
    assert all(len(known) <= 3 for known in squares_known._known[-1][1].values())
    monkeypatch.undo()
    assert fought(load("six_on_six"), 0) == digest


def test_shots_of_cases_alike_are_alike() -> None:
    """P-CHK-2: throughout a battle, whatever else differs between two moments."""
    scenario = load("firefight_in_the_office")
    known: dict[Any, Any] = {}
    again = 0

    def watch(request: Any, agent: Any) -> None:
        nonlocal again
        for case in cases(request.view, True):
            found = list(ways(request.view, case))
            again += (request.combatant, case) in known
            assert known.setdefault((request.combatant, case), found) == found

    fought(scenario, 2, watch)
    assert again
