"""What a tournament plays: on each scenario every pairing of agents, both ways round."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from engine import InputError, Scenario
from studies.arms import Arm, with_agents
from studies.players import Player, check_plays
from studies.players_command import commands_of


class Ground(NamedTuple):
    """A scenario agents meet on.

    Attributes:
        name: what the study calls it.
        source: the shipped name or the file.
        scenario: the fight.
        sides: its two sides, sorted by name.
    """

    name: str
    source: str
    scenario: Scenario
    sides: tuple[str, str]


def grounds_of(sources: Any, overrides: Sequence[str]) -> list[Ground]:
    """Return the scenarios of a tournament, loaded and named.

    Raises:
        InputError: there is none, one comes twice, one can't be loaded, or one has not two sides.
    """
    import agents
    from scenarios import load

    given = (
        [sources] if isinstance(sources, str | os.PathLike) else list(sources) if isinstance(sources, Iterable) else []
    )
    if not given:
        raise InputError("scenarios", repr(sources)[:80], "files or names of shipped scenarios, one at least")
    texts = [os.fspath(source) if isinstance(source, os.PathLike) else source for source in given]
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError("scenarios", repr(text)[:80], "files or names of shipped scenarios")
        if text in texts[:place]:
            raise InputError("scenarios", f"{text} twice", "each once")
    loaded = [load(text, overrides=overrides, parameters=agents.parameters) for text in texts]
    return [
        Ground(name, text, scenario, two_sides(scenario, name))
        for name, text, scenario in zip(_names(texts), texts, loaded, strict=True)
    ]


def _names(sources: Sequence[str]) -> list[str]:
    """Return what scenarios are called: a file by its stem, where that is enough."""
    stems = [Path(source).stem if source.endswith(".toml") else source for source in sources]
    return [stem if stems.count(stem) == 1 else source for stem, source in zip(stems, sources, strict=True)]


def two_sides(scenario: Scenario, name: str) -> tuple[str, str]:
    """Return the two sides of a scenario, sorted by name.

    Raises:
        InputError: it has another number of sides.
    """
    sides = sorted({str(spec.side) for spec in scenario.combatants})
    if len(sides) != 2:
        raise InputError(
            f"scenario {name}", f"{len(sides)} sides ({', '.join(sides)})", "two: an agent plays each of them"
        )
    return sides[0], sides[1]


def arms_of(
    grounds: Sequence[Ground], players: Sequence[Player], overrides: Sequence[str] = (), *, mirror: bool = False
) -> list[Arm]:
    """Return what is played: on every scenario every pairing both ways round, and every agent against itself if wanted.

    Raises:
        InputError: an agent can't play a scenario.
    """
    found = []
    for ground in grounds:
        plain, reverse = check_players(ground, players), reversed_listing(ground.scenario)
        for first, second in combinations(players, 2):
            found.append(_arm(ground, plain, (first, second), overrides, several=len(grounds) > 1))
            found.append(_arm(ground, reverse, (first, second), overrides, several=len(grounds) > 1, swapped=True))
        if mirror:
            found += [_arm(ground, plain, (player, player), overrides, several=len(grounds) > 1) for player in players]
    return found


def _arm(
    ground: Ground, scenario: Scenario, pair: tuple[Player, Player], overrides: Sequence[str], *, several: bool,
    swapped: bool = False,
) -> Arm:  # fmt: skip
    first, second = (player.text for player in pair)
    sides = dict(zip(ground.sides, (second, first) if swapped else (first, second), strict=True))
    named = ", ".join(f"{side}={text}" for side, text in sides.items())
    return Arm(
        label=f"{ground.name}: {named}" if several else named,
        scenario=with_agents(scenario, sides),
        source=ground.source,
        overrides=tuple(overrides),
        agents=sides,
        tags={"scenario": ground.name, "first": first, "second": second, "swapped": swapped},
        allowed=commands_of(sides.values()),
    )


def check_players(ground: Ground, players: Sequence[Player]) -> Scenario:
    """Return the scenario of a tournament after a look that every agent can play each side of it.

    Raises:
        InputError: one can't: another rule system, or not this combatant.
    """
    from studies.run import build_agents, close_agents

    for player in players:
        check_plays(player, ground.scenario.system, f"--agents on {ground.name}")
        played = with_agents(ground.scenario, dict.fromkeys(ground.sides, player.text))
        close_agents(build_agents(played, 0, 0, {}, commands_of([player.text])))
    return ground.scenario


def reversed_listing(scenario: Scenario) -> Scenario:
    """Return a scenario with its combatants listed the other way round."""
    from scenarios import from_document

    return from_document({**scenario.document, "combatants": list(scenario.document["combatants"])[::-1]})
