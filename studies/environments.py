"""Opens battles as PettingZoo environments: scenarios by name, policies as commands write them (docs/environment.md)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import InputError, Scenario
from studies.extras import need

if TYPE_CHECKING:
    from agents.environment import Environment

VERSION = 0
"""Goes up when the same seed and actions no longer give the same episode, or spaces change."""

Policy = str | Callable[..., Any]
"""A policy as commands write it (``brawler[crowd=5]``), or a function that builds an agent from an `agents.Setup`."""


def environment(
    system: str,
    scenario: str | Path | Scenario,
    *,
    overrides: Sequence[str] = (),
    policies: Mapping[str, Policy] | None = None,
    slots: int | None = None,
    max_cycles: int | None = None,
    pulse: float = 2.0,
    asks: Collection[str] | None = None,
    shaping: float = 0.0,
    render_mode: str | None = None,
) -> Environment:
    """Return a bare environment: an action that its mask forbids is an error, and nothing else is checked by the library.

    Args:
        system: the rule system.
        scenario: a shipped name, a file, or a scenario that is loaded already.
        overrides: ``path=value`` texts, as ``--set`` takes them; only with a scenario that is loaded here.
        policies: who plays whom, by combatant or side; the others are the environment's agents.
        slots: how many options there is room for; None: as many as `agents.environment.SLOTS`.
        max_cycles: decisions of one agent, after which the episode is broken off for all.
        pulse: an agent that holds is asked again after so many counts.
        asks: the reasons agents are asked for; None: those that change what is best.
        shaping: how much more is paid for what is done to opponents less what is suffered.
        render_mode: None or ``ansi``.

    Raises:
        InputError: one of them is wrong, or the packages of the extra ``rl`` are not installed.
    """
    for package in ("pettingzoo", "gymnasium", "numpy"):
        need(package)
    from agents.environment import SLOTS, Environment

    resolved = _resolved(system, scenario, overrides)
    return Environment(
        resolved, f"couched_{system}_v{VERSION}", policies=_players(resolved, policies),
        slots=SLOTS if slots is None else slots, max_cycles=max_cycles, pulse=pulse, asks=asks, shaping=shaping,
        render_mode=render_mode,
    )  # fmt: skip


def wrapped(bare: Environment) -> Any:
    """Return an environment in the library's usual wrappers: a masked action loses, one out of order or bounds is an error."""
    from pettingzoo.utils import wrappers

    legal = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def _resolved(system: str, scenario: str | Path | Scenario, overrides: Sequence[str]) -> Scenario:
    import agents
    from scenarios import load

    if isinstance(scenario, Scenario):
        if overrides:
            allowed = "none with a scenario that is loaded already: load(..., overrides=...)"
            raise InputError("overrides", repr(overrides)[:80], allowed)
        resolved = scenario
    else:
        resolved = load(scenario, overrides=overrides, parameters=agents.parameters)
    if resolved.system != system:
        allowed = f"one of {system}; there is couched_{resolved.system}_v{VERSION} for it"
        raise InputError("scenario", f"{resolved.name!r} of the system {resolved.system}", allowed)
    return resolved


def _players(scenario: Scenario, policies: Any) -> dict[str, Any] | None:
    """Return who plays each combatant that is no agent; a combatant's own name goes before its side's.

    Raises:
        InputError: nobody is called so, or there is no such policy.
    """
    from agents.parameters import unknown

    if policies is None or not isinstance(policies, Mapping):
        return policies  # the environment says what is wrong
    sides: dict[str, list[str]] = {}
    for spec in scenario.combatants:
        sides.setdefault(spec.side, []).append(spec.name)
    found: dict[str, Any] = {}
    for who in policies:
        if who not in scenario.agents and who not in sides:
            raise unknown("policies", str(who), [*scenario.agents, *sides], "combatants and sides")
    for who, policy in sorted(policies.items(), key=lambda entry: (entry[0] in scenario.agents, str(entry[0]))):
        player = _player(policy, scenario.system, f"policies, {who}") if isinstance(policy, str) else policy
        found |= dict.fromkeys([who] if who in scenario.agents else sides[who], player)
    return found


def _player(text: str, system: str, place: str) -> Any:
    from engine.scenario import AgentSpec
    from studies.players import check_plays, player_of

    player = player_of(text, place)
    check_plays(player, system, place)
    spec = player.spec_for(system, place)
    return AgentSpec(spec.pop("policy"), spec)
