"""The policies by name; the module of one is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import attrs

from agents.base import Agent, Setup
from agents.parameters import AnyParameter, numbers, unknown
from engine.registry import SYSTEMS

if TYPE_CHECKING:
    from engine.scenario import AgentSpec, Scenario


@attrs.frozen
class Policy:
    """Where a policy lives, what it does in one sentence, and whether it reads its own parameters.

    Attributes:
        module: has ``build(setup) -> Agent`` and ``PARAMETERS``.
        summary: one sentence.
        systems: the rule systems it can play.
    """

    module: str
    summary: str
    systems: frozenset[str] = frozenset({"counts"})


EVERY = frozenset({"counts", "shots", "steps"})
"""Policies that ask no more of a system than its options."""

POLICIES: dict[str, Policy] = {
    "archer": Policy(
        "agents.archer", "Keeps away and shoots past its friends, guards itself in time, draws a blade when caught."
    ),
    "bodyguard": Policy(
        "agents.bodyguard", "Stays near its ward, steps between or defends it, tends the dying, fights back.", frozenset({"shots"})
    ),
    "brawler": Policy("agents.brawler", "Closes with an opponent and strikes whenever a blow has a fair chance."),
    "external": Policy("agents.external", "A program outside couched decides, by JSON lines on its standard streams.", EVERY),
    "counter_fighter": Policy(
        "agents.counter_fighter", "Slips out of blows it notices, strikes after them, drops its own where they lost their chance."
    ),
    "fencer": Policy("agents.fencer", "Keeps its best distance, couches while it waits, parries what it can't beat."),
    "flanker": Policy(
        "agents.flanker", "Goes round its target to where it does not guard, then shoots.", frozenset({"steps"})
    ),
    "gunman": Policy(
        "agents.gunman",
        "Shoots from cover, aims where it does most, keeps away from fists, defends itself in time.",
        frozenset({"shots"}),
    ),
    "hold": Policy("agents.hold", "Always holds: goes on with what is under way and declares nothing.", EVERY),
    "lookahead": Policy(
        "agents.lookahead", "Imagines what becomes of its best options and leaves its base's answer where that pays.", EVERY
    ),
    "martial_artist": Policy(
        "agents.martial_artist", "Runs at somebody, strikes, stays with it, and dodges what would hurt.", frozenset({"shots"})
    ),
    "mob": Policy(
        "agents.mob", "One of a crowd: whole actions only, spread over its opponents, from cover.", frozenset({"shots"})
    ),
    "priority": Policy(
        "agents.priority", "Goes by a list of lines that a player writes: the first that holds and is legal.", EVERY
    ),
    "random": Policy("agents.random_policy", "Takes any legal option, all with the same chance.", EVERY),
    "rider": Policy(
        "agents.rider", "Rides at its foes with a couched weapon, gets off when it is through, then fences."
    ),
    "rifleman": Policy(
        "agents.rifleman", "Shoots from cover, aims where that pays, waits for who comes, goes on at last.", frozenset({"steps"})
    ),
    "rusher": Policy(
        "agents.rusher", "Closes at a run from cover to cover and shoots at arm's length.", frozenset({"steps"})
    ),
    "script": Policy("agents.script", "Carries out a list of orders, each at its count or on its reason.", EVERY),
    "spearman": Policy(
        "agents.spearman", "Holds the line with a couched weapon and meets a charge as it comes into reach."
    ),
    "suppressor": Policy(
        "agents.suppressor", "Keeps opponents busy with bursts and full auto, throws over walls.", frozenset({"steps"})
    ),
    "utility": Policy(
        "agents.utility", "Adds up what the features of each option are worth to it, and takes the greatest sum.", EVERY
    ),
}


def names(system: str | None = None) -> tuple[str, ...]:
    """Return the names of the policies that can play a rule system, or any that is built in, sorted."""
    built = SYSTEMS if system is None else (system,)
    return tuple(sorted(name for name, policy in POLICIES.items() if not policy.systems.isdisjoint(built)))


def describe(name: str) -> str:
    """Return in one sentence what a policy does.

    Raises:
        InputError: no policy of that name.
    """
    return _policy(name, "agent").summary


def systems(name: str) -> tuple[str, ...]:
    """Return the rule systems a policy plays, those that are built in, sorted.

    Raises:
        InputError: no policy of that name.
    """
    return tuple(sorted(_policy(name, "agent").systems.intersection(SYSTEMS)))


def parameters(name: str) -> tuple[AnyParameter, ...]:
    """Return the numbers and names a scenario may set for a policy; a script's orders are not among them.

    Raises:
        InputError: no policy of that name.
    """
    return cast("tuple[AnyParameter, ...]", import_module(_policy(name, "agent").module).PARAMETERS)


def make(spec: AgentSpec, combatant: str, scenario: Scenario, seed: int = 0, battle: int = 0) -> Agent:
    """Build the agent that plays one combatant in one battle.

    Args:
        spec: the policy and its parameters, as the scenario gives them.
        combatant: whom it plays.
        scenario: the fight.
        seed: the root seed; an agent's own randomness is a stream derived from it (CLK-7).
        battle: the battle's index under that seed.

    Raises:
        InputError: an unknown policy or parameter, a value out of bounds, or a policy that can't play the system.
    """
    ready = None if spec.params else _ready.get((spec.policy, scenario.system))
    if ready is None:
        ready = _prepare(spec, combatant, scenario)
    build, params = ready
    return cast(Agent, build(Setup(combatant, scenario, params, seed, battle)))


Ready = tuple[Callable[[Setup], Any], Mapping[str, Any]]

_ready: dict[tuple[str, str], Ready] = {}
"""What builds a policy in a rule system, and its parameters when a scenario gives none; battles by the thousand ask for these."""


def _prepare(spec: AgentSpec, combatant: str, scenario: Scenario) -> Ready:
    """Return what builds an agent's policy, and its parameters, checked and complete."""
    place = f"combatants.{combatant}.agent"
    policy = _policy(spec.policy, f"{place}.policy")
    if scenario.system not in policy.systems:
        raise unknown(f"{place}.policy", spec.policy, names(scenario.system), f"policies for {scenario.system}")
    module: Any = import_module(policy.module)
    if spec.policy == "script":
        return module.build, spec.params
    ready = module.build, _checked(module, spec.params, place)
    if not spec.params and not hasattr(module, "checked"):
        _ready[spec.policy, scenario.system] = ready
    return ready


def _checked(module: Any, params: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    """Return a policy's parameters, complete; a policy with others than numbers and names has a ``checked`` of its own."""
    if hasattr(module, "checked"):
        return cast("Mapping[str, Any]", module.checked(params, place))
    return numbers(params, module.PARAMETERS, place)


def _policy(name: str, place: str) -> Policy:
    if name not in POLICIES:
        raise unknown(place, name, POLICIES, "policies")
    return POLICIES[name]
