"""Climb the ladder: with enough battles each stronger agent beats the weaker one (``python -m benchmarks ladder``).

The steps are in `ladder.toml`. Both agents of a step play the same seeds on either side; a seed is won by who scores more
in its two battles (a win 1, anything else but a loss 1/2), and seeds that nobody wins tell nothing. A step is climbed when
so many seeds won by the stronger one would be rarer than `RARE` if both were equally strong (exact sign test).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import attrs

from benchmarks.fields import FIELDS
from engine.scenario import AgentSpec, Scenario
from scenarios import load, loads
from studies.extras import need
from studies.players import Player, player_of
from studies.run import run

STEPS: Final = Path(__file__).with_name("ladder.toml")

RARE: Final = 0.01
"""A step is climbed when chance would do as well no more often than this."""

HEAD: Final = ("system", "stronger", "weaker", "fights", "seeds", "won", "lost", "score", "p", "climbed")


class Step(NamedTuple):
    """Two neighbours on the ladder.

    Attributes:
        system: the rule system.
        weaker, stronger: agents as commands name them.
        fights: shipped scenarios, or ``system:field``.
        seeds: how many are played, each on all fights.
        smoke: how many are enough where the gap is wide.
    """

    system: str
    weaker: str
    stronger: str
    fights: tuple[str, ...]
    seeds: int
    smoke: int


class Climb(NamedTuple):
    """What a step came to: pairs of battles won and lost by the stronger agent, all pairs, and its mean score."""

    step: Step
    won: int
    lost: int
    pairs: int
    score: float

    @property
    def p(self) -> float:
        """How often equals would do as well: the exact sign test, one-sided."""
        decided = self.won + self.lost
        if not decided:
            return 1.0
        return float(need("scipy.stats").binomtest(self.won, decided, 0.5, alternative="greater").pvalue)

    @property
    def climbed(self) -> bool:
        """Whether the stronger agent is the stronger one with significance."""
        return self.p <= RARE

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table."""
        step = self.step
        figures = (str(self.pairs), str(self.won), str(self.lost), f"{self.score:.1%}", f"{self.p:.2g}")
        return (step.system, step.stronger, step.weaker, ", ".join(step.fights), *figures, "yes" if self.climbed else "NO")


def steps(system: str | None = None) -> tuple[Step, ...]:
    """Return the steps of a rule system, or of all, from the lowest up."""
    table: dict[str, list[dict[str, Any]]] = tomllib.loads(STEPS.read_text(encoding="utf-8"))
    return tuple(
        Step(name, row["weaker"], row["stronger"], tuple(row["fights"]), row["seeds"], row["smoke"])
        for name, rows in table.items()
        if system in (None, name)
        for row in rows
    )


def fight(name: str) -> Scenario:
    """Return a fight by the name the table gives it."""
    system, colon, field = name.partition(":")
    return loads(FIELDS[system][field]) if colon else load(name)


def score(scenario: Scenario, sides: Sequence[Player], seed: int) -> float:
    """Return what the player of the first side scores in one battle: 1, 0, or 1/2 for anything undecided."""
    order = list(dict.fromkeys(spec.side for spec in scenario.combatants))
    by_side = {side: AgentSpec(player.policy, dict(player.params)) for side, player in zip(order, sides, strict=True)}
    agents = {spec.name: by_side[spec.side] for spec in scenario.combatants}
    result = run(attrs.evolve(scenario, agents=agents), seed, record=False, on_illegal="raise")
    return 0.5 if result.winner is None else float(result.winner == order[0])


def pairs(step: Step, seeds: int, first: int = 0) -> Iterator[float]:
    """Yield the stronger agent's mean score of each pair of battles on one seed, the sides swapped.

    Args:
        step: who plays, on which fights.
        seeds: how many seeds each fight is played on.
        first: the first of them.
    """
    weaker, stronger = player_of(step.weaker), player_of(step.stronger)
    for scenario in map(fight, step.fights):
        for seed in range(first, first + seeds):
            yield (score(scenario, (stronger, weaker), seed) + 1.0 - score(scenario, (weaker, stronger), seed)) / 2


def climb(step: Step, seeds: int, first: int = 0) -> Climb:
    """Play a step on so many seeds, from a first one on."""
    found = list(pairs(step, seeds, first))
    won, lost = sum(value > 0.5 for value in found), sum(value < 0.5 for value in found)
    return Climb(step, won, lost, len(found), sum(found) / len(found))


def main(
    smoke: bool, json_file: Path | None, system: str | None = None, battles: int | None = None, first: int = 0
) -> int:
    """Climb, print the table, and return the exit code: 1 when a step isn't climbed.

    Args:
        smoke: play the few seeds that are enough where gaps are wide.
        json_file: where figures are written as well.
        system: one rule system only.
        battles: battles of every step on each side, instead of the table's.
        first: the first seed; another than 0 confirms on dice that nobody chose an agent by.
    """
    climbs = [climb(step, battles or (step.smoke if smoke else step.seeds), first) for step in steps(system)]
    table = [HEAD, *(found.cells() for found in climbs)]
    widths = [max(len(line[column]) for line in table) for column in range(len(HEAD))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    if json_file is not None:
        rows = [dict(zip(HEAD, found.cells(), strict=True)) for found in climbs]
        json_file.write_text(json.dumps({"rare": RARE, "first seed": first, "steps": rows}, indent=2) + "\n", encoding="utf-8")
    return 0 if all(found.climbed for found in climbs) else 1
