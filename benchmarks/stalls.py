"""Look for battles that come to a standstill: every policy against those who want to end it (``python -m benchmarks stalls``).

A policy may lose, but it may not stall: a battle that one side wants to end has to end before its cap (CLK-8). Aggressive
opponents play against every policy on either side of every field of `benchmarks.fields`; and every policy against itself,
for two who wait for each other must come to blows as well. `AIMLESS` are left out of that: they want nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import attrs

from benchmarks.fields import FIELDS
from engine.scenario import AgentSpec, Scenario
from scenarios import loads
from studies.players import named
from studies.run import run

AGGRESSIVE: Final = {"counts": ("brawler",), "shots": ("martial_artist", "gunman"), "steps": ("rusher",)}
"""Who wants to end a battle, by rule system."""

SMALL: Final = {"lookahead": {"rollouts": 4, "candidates": 2, "horizon": 20, "budget": 200}}
"""Numbers that make costly policies cheap: whether they stall does not hang on how far they look."""

AIMLESS: Final = ("hold", "random")
"""Who wants nothing: they are targets only."""

EXCUSED: Final = {
    ("a horse", "hold"): "it is carried off, faster than anybody can run",
    ("a horse", "random"): "it is carried off, and gets off by chance only",
    ("mounted bow", "hold"): "it is carried off, faster than anybody can run",
    ("mounted bow", "random"): "it is carried off, and gets off by chance only",
    ("six rounds", "hold"): "whoever wants to end it has six rounds, and nothing to strike with",
    ("six rounds", "random"): "whoever wants to end it has six rounds, and nothing to strike with",
}
"""Targets that can't be got at, by field, and why."""

BATTLES, SMOKE_BATTLES = 20, 1
"""Seeds of every cell."""

ENDED: Final = ("win", "draw")


class Cell(NamedTuple):
    """One field and who plays on it."""

    system: str
    field: str
    red: str
    blue: str

    @property
    def words(self) -> str:
        """What the table calls it."""
        return f"{self.system}: {self.field}: {self.red} against {self.blue}"


def cells(system: str, policies: tuple[str, ...] = ()) -> Iterator[Cell]:
    """Yield the cells of a rule system.

    Args:
        system: the rule system.
        policies: those to look at; all that need no more than their name when empty.
    """
    for policy in policies or tuple(named(system)):
        pairs = [pair for foe in AGGRESSIVE[system] for pair in ((policy, foe), (foe, policy))]
        pairs += [] if policy in AIMLESS else [(policy, policy)]
        for field in FIELDS[system]:
            if (field, policy) in EXCUSED:
                continue
            for red, blue in dict.fromkeys(pairs):
                yield Cell(system, field, red, blue)


def played(scenario: Scenario, **sides: str) -> Scenario:
    """Return a scenario whose sides are played by policies: ``red="fencer"``."""
    agents = {spec.name: AgentSpec(sides[spec.side], SMALL.get(sides[spec.side], {})) for spec in scenario.combatants}
    return attrs.evolve(scenario, agents=agents)


def outcomes(cell: Cell, battles: int, first: int = 0) -> Counter[str]:
    """Return how often the battles of a cell end how.

    Args:
        cell: the field and the players.
        battles: how many, each with a seed of its own.
        first: the first seed.
    """
    scenario = played(loads(FIELDS[cell.system][cell.field]), red=cell.red, blue=cell.blue)
    return Counter(run(scenario, seed, record=False, on_illegal="raise").outcome for seed in range(first, first + battles))


def stalled(found: Counter[str]) -> int:
    """Return how many battles had no end."""
    return sum(count for outcome, count in found.items() if outcome not in ENDED)


def main(smoke: bool, json_file: Path | None, system: str | None = None, battles: int | None = None) -> int:
    """Play the matrix, print every cell with a standstill, and return the exit code: 1 when there is one."""
    count = battles or (SMOKE_BATTLES if smoke else BATTLES)
    rows = [(cell, outcomes(cell, count)) for name in ((system,) if system else FIELDS) for cell in cells(name)]
    bad = [(cell, found) for cell, found in rows if stalled(found)]
    for cell, found in bad:
        print(f"{cell.words}: {', '.join(f'{number} {outcome}' for outcome, number in sorted(found.items()))}")
    print(f"{len(rows)} cells of {count} battles, {sum(stalled(found) for _, found in rows)} without an end")
    if json_file is not None:
        data = {"battles": count, "cells": [{**cell._asdict(), "outcomes": dict(found)} for cell, found in rows]}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return 1 if bad else 0
