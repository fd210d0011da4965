"""Asks a policy of the shots system one question, or lets policies fight whole battles, through the public doors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from standoff import FISTS, PISTOL, SWORD, Has, Standoff, one

import agents
from engine.options import Option
from engine.scenario import AgentSpec
from scenarios import from_document
from studies.run import RunResult, run

KITS: dict[str, list[Has]] = {"martial_artist": [SWORD, FISTS]}


def answer(stage: Standoff, policy: str, **params: float) -> Any:
    """Return what a fresh agent answers to the request a fight stands at; it must be legal."""
    request = stage.request
    assert request is not None
    agent = agents.make(AgentSpec(policy, params), request.combatant, stage.battle.scenario)
    option: Option = agent.decide(request)
    assert request.legal(option) is None
    return option


def first(policy: str, *characters: Has, params: dict[str, float] | None = None, **more: Any) -> Any:
    """Return what Ana does at her first shot."""
    stage = Standoff(*characters, **more)
    stage.until("Ana", "start")
    return answer(stage, policy, **(params or {}))


def who(name: str, side: str, agent: Any, x: float, y: float = 0.0, **has: Any) -> Has:
    """A combatant of a whole battle, played by a policy: skills of 14, Dodge 13, Toughness 6, Speed 6, Move 6."""
    table = one(name, side, x, weapons=KITS.get(agent if isinstance(agent, str) else agent["policy"], [PISTOL, FISTS]))
    del table["shot"]
    return table | {"position": [x, y], "constitution": 7, "agent": agent} | has


def battle(*combatants: Has, places: Sequence[Has] = (), **rules: Any) -> Any:
    """Return the scenario of some combatants."""
    document: Has = {
        "schema": "couched.scenario/1", "name": "A showdown", "system": "shots", "combatants": list(combatants),
        "rules": rules, "field": {"places": list(places)},
    }  # fmt: skip
    return from_document(document)


def played(scenario: Any, seed: int = 0, **agents_by_name: Any) -> RunResult:
    """Return a battle of a scenario; an illegal answer is an error."""
    return run(scenario, seed, agents=agents_by_name or None, on_illegal="raise")


def tally(scenario: Any, seeds: int = 60) -> Counter[str]:
    """Return how often each side wins, by seed from 0; other outcomes by their names."""
    found: Counter[str] = Counter()
    for seed in range(seeds):
        result = run(scenario, seed, record=False, on_illegal="raise").result
        found[result.winner or result.outcome] += 1
    return found


def decisions(result: RunResult, actor: str) -> list[dict[str, Any]]:
    """Return an actor's options in the order it chose them, but for holds."""
    found = [line["option"] for line in result.log() if line["type"] == "decision" and line["actor"] == actor]
    return [option for option in found if option["do"] != "hold"]
