"""Asks a policy of the steps system one question, or lets policies fight whole battles, through the public doors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from skirmish import RIFLE, Skirmish, Square, one, scenario, thing

import agents
from engine.options import Option
from engine.scenario import AgentSpec, Scenario
from engine.steps.model import CombatantSpec, PlacedSpec
from studies.run import RunResult, run

POLICIES = ("rifleman", "rusher", "flanker", "suppressor")

GARDEN = (
    *(thing((6, row), name="low wall", cover=50) for row in (3, 4, 9, 10)),
    *(thing((13, row), name="low wall", cover=50) for row in (4, 5, 10, 11)),
    *(thing((column, 7), name="wall", cover=100) for column in (8, 9, 10, 11)),
)
"""A map of 20 x 15 squares that a half turn turns into itself: four low walls and a high one in the middle."""


def agent(stage: Skirmish, policy: str, **params: float) -> Any:
    """Return a fresh agent for whoever a fight asks."""
    assert stage.request is not None
    return agents.make(AgentSpec(policy, params), stage.request.combatant, stage.battle.scenario)


def answer(stage: Skirmish, policy: str, **params: float) -> Any:
    """Return what a fresh agent answers to the request a fight stands at; it must be legal."""
    assert stage.request is not None
    option: Option = agent(stage, policy, **params).decide(stage.request)
    assert stage.request.legal(option) is None
    return option


def first(policy: str, *combatants: CombatantSpec, params: Mapping[str, float] | None = None, **more: Any) -> Any:
    """Return what Ana does first."""
    stage = Skirmish(*combatants, **more)
    stage.until("Ana", "start")
    return answer(stage, policy, **(params or {}))


def ana(square: Square = (3, 7), **has: Any) -> CombatantSpec:
    """Ana, who looks east: a trained rifle, guarding her flanks."""
    return one("Ana", "red", square, **({"facing": "e", "mode": "guarded", "weapons": (RIFLE,)} | has))


def foe(name: str, square: Square, **has: Any) -> CombatantSpec:
    """An opponent of Ana, who looks west."""
    return one(name, "blue", square, **({"facing": "w", "weapons": (RIFLE,)} | has))


def battle(policies: Mapping[str, Any], *combatants: CombatantSpec, objects: Sequence[PlacedSpec] = (), **more: Any) -> Scenario:
    """Return a scenario whose combatants are played by policies: names of them, or of sides, to a policy or its spec."""
    spec = {name: policy if isinstance(policy, AgentSpec) else AgentSpec(policy) for name, policy in policies.items()}
    played = {one.name: spec.get(one.name) or spec[one.side] for one in combatants}
    return attrs.evolve(scenario(combatants, objects, **more), agents=played)


def two_on_two(left: str, right: str, **more: Any) -> Scenario:
    """Return two against two in the garden, each side with a policy of its own."""
    combatants = (
        one("Ana", "red", (1, 4), facing="e"), one("Art", "red", (1, 10), facing="e"),
        one("Bo", "blue", (18, 10), facing="w"), one("Cy", "blue", (18, 4), facing="w"),
    )  # fmt: skip
    return battle({"red": left, "blue": right}, *combatants, objects=GARDEN, **more)


def played(fight: Scenario, seed: int = 0) -> RunResult:
    """Return a battle of a scenario; an illegal answer is an error."""
    return run(fight, seed, on_illegal="raise")


def tally(fight: Scenario, seeds: int) -> Counter[str]:
    """Return how often each side wins, by seed from 0; other outcomes by their names."""
    found: Counter[str] = Counter()
    for seed in range(seeds):
        result = run(fight, seed, record=False, on_illegal="raise").result
        found[result.winner or result.outcome] += 1
    return found


def decisions(result: RunResult, actor: str) -> list[dict[str, Any]]:
    """Return an actor's options in the order it chose them, but for holds."""
    found = [line["option"] for line in result.log() if line["type"] == "decision" and line["actor"] == actor]
    return [option for option in found if option["do"] != "hold"]
