"""The shipped lists: they beat chance clearly, and play every shipped battle of their system without a fault."""

from __future__ import annotations

from collections import Counter

import pytest

import agents
from agents.priority_file import of_system, shipped, system_of
from engine import Battle
from engine.registry import SYSTEMS
from scenarios import load, names
from studies.arms import with_agents
from studies.run import run

DUELS = {"counts": "mirror", "shots": "shots_mirror", "steps": "steps_mirror"}

BATTLES, LEAST = 20, 15
"""One that is no better than chance wins 15 or more of 20 once in fifty times."""

LENGTH = 150.0
"""Counts of a shipped battle that are looked at."""

LARGE = frozenset({"twenty_on_twenty", "hero_against_thirty"})


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_list_beats_chance(name: str) -> None:
    scenario = load(DUELS[system_of(name)])
    first, second = sorted({spec.side for spec in scenario.combatants})
    won: Counter[bool] = Counter()
    for mine, other in ((first, second), (second, first)):
        fight = with_agents(scenario, {mine: f"priority[list={name}]", other: "random"})
        won.update(run(fight, 5, battle, record=False).winner == mine for battle in range(BATTLES // 2))
    assert won[True] >= LEAST


@pytest.mark.parametrize("scenario", [name for system in SYSTEMS for name in names(system) if name not in LARGE])
def test_shipped_lists_play_every_shipped_battle_without_a_fault(scenario: str) -> None:
    """Each fighter by another list of its system, so that all meet all."""
    fought = load(scenario, parameters=agents.parameters)
    lists = of_system(fought.system)
    players = {}
    for number, name in enumerate(fought.agents):
        from engine.scenario import AgentSpec

        spec = AgentSpec("priority", {"list": lists[number % len(lists)]})
        players[name] = agents.make(spec, name, fought, 1, 0)
    standing = {name: player.standing for name, player in players.items()}
    battle = Battle(fought, 1, standing=standing, record=False)
    while (request := battle.advance()) is not None and request.t < LENGTH:
        battle.answer(request, players[request.combatant].decide(request))
    assert battle.result is None or battle.result.outcome != "error", battle.result
