"""Battles that tests of priority lists look at: a request in a real fight, and what conditions are there."""

from __future__ import annotations

from typing import Any

import agents
from agents.base import Setup
from agents.priority import Memory, Priority
from agents.priority_check import program, tongue_of
from agents.priority_scene import Judge, Look, Scene
from engine import Battle, Request, Scenario
from scenarios import loads


def fight(text: str, **options: Any) -> Battle:
    """Return a battle of a scenario's text, at its beginning."""
    return Battle(loads(text, parameters=agents.parameters), **options)


def setup_of(scenario: Scenario, name: str) -> Setup:
    """Return what an agent of a combatant is built from."""
    return Setup(name, scenario, {"list": "usual", "text": ""})


def player(scenario: Scenario, name: str, lines: str) -> Priority:
    """Return an agent that plays a combatant by some lines."""
    listed = program(f"system {scenario.system}\n{lines}", "test", scenario.system)
    return Priority(listed, setup_of(scenario, name))


def looked(battle: Battle, request: Request, expression: str, line: str = "hold") -> Any:
    """Return what an expression is at a request, as a line with some option sees it.

    Args:
        line: the option with its fields: ``attack weapon=spear``.
    """
    system = battle.scenario.system
    text = f"system {system}\nlet looked_at = {expression}\n{line}"
    listed = program(text, "test", system)
    rule, judge = listed.rules[0], Judge(tongue_of(system).names)
    look = Look(request, Memory(setup_of(battle.scenario, request.combatant)), tongue_of(system), listed.lets, judge)
    scene = Scene(look, rule.do, rule.target, rule.is_name, rule.weapon, rule.set)
    return listed.lets["looked_at"].kind.shown(scene["looked_at"])


def first(battle: Battle, name: str) -> Request:
    """Return the first request of a combatant; others hold until then."""
    from engine.options import Hold

    while (request := battle.advance()) is not None:
        if request.combatant == name:
            return request
        battle.answer(request, Hold())
    raise AssertionError(f"{name} is never asked")
