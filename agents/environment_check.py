"""The arguments of an environment, checked before the first battle."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any

from agents.parameters import unknown
from engine.errors import InputError
from engine.registry import system
from engine.scenario import AgentSpec

if TYPE_CHECKING:
    from engine.scenario import Scenario

MOST_SLOTS = 10_000
"""Slots of options at most: an observation has a row of numbers for each."""

LEAST_PULSE = 0.25
"""Counts between two questions to one who holds, at least: else an episode hardly moves."""


def check(scenario: Scenario, given: Mapping[str, Any]) -> None:
    """Refuse arguments of an environment that are wrong.

    Args:
        scenario: the fight.
        given: the others, by name.

    Raises:
        InputError: naming the first of them.
    """
    _check_policies(scenario, given["policies"])
    _check_whole("slots", given["slots"], MOST_SLOTS)
    if given["max_cycles"] is not None:
        _check_whole("max_cycles", given["max_cycles"])
    _check_number("pulse", given["pulse"], LEAST_PULSE)
    _check_number("shaping", given["shaping"], 0.0)
    if given["render_mode"] not in (None, "ansi"):
        raise InputError("render_mode", repr(given["render_mode"])[:80], 'None or "ansi"')
    if given["asks"] is not None:
        _check_asks(given["asks"], system(scenario.system).reasons)


def _check_policies(scenario: Scenario, policies: Any) -> None:
    if policies is None:
        return
    if not isinstance(policies, Mapping):
        raise InputError("policies", repr(policies)[:80], "a mapping of combatants' names to policies")
    for name, player in policies.items():
        if name not in scenario.agents:
            raise unknown("policies", str(name), scenario.agents, "combatants")
        if not isinstance(player, AgentSpec) and not callable(player):
            raise InputError(f"policies, {name}", repr(player)[:80], "a policy, or a function that builds an agent")
        if isinstance(player, AgentSpec) and player.policy == "external":
            raise InputError(f"policies, {name}", "external", "policies of couched; a program needs `couched run --agents`")
    if len(policies) == len(scenario.agents):
        raise InputError("policies", "one for every combatant", "none for at least one, who is then an agent")


def _check_whole(name: str, value: Any, most: int | None = None) -> None:
    if type(value) is not int or value < 1 or (most is not None and value > most):
        raise InputError(name, repr(value)[:80], "a whole number from 1" + (f" to {most}" if most is not None else ""))


def whole(value: Any) -> int | None:
    """Return a whole number of any library as Python's; None when it is none: nothing is rounded or read from a text."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def _check_number(name: str, value: Any, least: float) -> None:
    if type(value) not in (int, float) or not isfinite(value) or value < least:
        raise InputError(name, repr(value)[:80], f"a number from {least:g}")


def _check_asks(asks: Any, known: Collection[str]) -> None:
    if isinstance(asks, str) or not isinstance(asks, Collection):
        raise InputError("asks", repr(asks)[:80], "a set of reasons")
    for reason in sorted(map(str, asks)):
        if reason not in known:
            raise unknown("asks", reason, sorted(known), "reasons")
