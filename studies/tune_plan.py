"""What a tuning plays: which agents meet where, on which battles, under which numbers of arms.

Battles are told apart by their index under the root seed: rounds count up from 0, finalists and held-out battles begin so far
above that no battle serves two ends. Arms are numbered by what they are for, so that a killed study finds its battles again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import attrs

from engine import Scenario
from studies.arms import Arm, with_agents
from studies.players import Player
from studies.players_command import commands_of
from studies.tournament_arms import Ground, reversed_listing
from studies.tune_space import Space

FINAL_FROM: Final = 500_000
"""The first battle of those by which finalists are compared."""

HELD_FROM: Final = 1_000_000
"""The first held-out battle: nothing was chosen by it."""

FINALISTS: Final = 4
"""So many of what was tried are compared once more, beside the start."""


class Match(NamedTuple):
    """Two agents on a scenario, one way round.

    Attributes:
        ground: where.
        opponent: the second agent.
        swapped: whether the first plays the second side.
    """

    ground: Ground
    opponent: Player
    swapped: bool

    @property
    def side(self) -> str:
        """The side of the first agent."""
        return self.ground.sides[1] if self.swapped else self.ground.sides[0]


@attrs.frozen(slots=False)
class Plan:
    """What a tuning plays.

    Attributes:
        space: what is tuned.
        grounds: where.
        opponents: whom it is tuned against.
        held_out: whom it never meets before the end.
        trials: how many values are tried.
        battles: of every value, on every scenario, against every opponent, each way round.
        final: the held-out battles, counted alike.
        batch: how many values are tried together.
        seed: the root seed.
        overrides: ``path=value`` texts that are laid over every scenario.
    """

    space: Space
    grounds: tuple[Ground, ...]
    opponents: tuple[Player, ...]
    held_out: tuple[Player, ...]
    trials: int
    battles: int
    final: int
    batch: int
    seed: int
    overrides: tuple[str, ...] = ()

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """Whom a value meets in a round."""
        return tuple(self.against(self.opponents))

    def against(self, opponents: Sequence[Player]) -> Iterator[Match]:
        """Yield the matches against some opponents: on every scenario, both ways round."""
        for ground in self.grounds:
            for opponent in opponents:
                yield Match(ground, opponent, False)
                yield Match(ground, opponent, True)

    @property
    def rounds(self) -> int:
        """How many batches there are."""
        return -(-self.trials // self.batch)

    def tried(self, number: int) -> int:
        """Return how many values are tried in a round."""
        return min(self.batch, self.trials - number * self.batch)

    def selecting(self) -> int:
        """Return the battles by which finalists are compared."""
        return max(self.battles, self.final // 2)

    def round_arms(self, number: int) -> int:
        """Return the number of the first arm of a round: the start comes first in each."""
        return number * (self.batch + 1) * len(self.matches)

    @property
    def final_arms(self) -> int:
        """The number of the first arm of the finalists."""
        return self.round_arms(self.rounds)

    @property
    def held_arms(self) -> int:
        """The number of the first arm of the held-out battles."""
        return self.final_arms + (FINALISTS + 1) * len(self.matches)

    @property
    def total(self) -> int:
        """The battles of the whole study."""
        each = len(self.matches)
        rounds = sum((self.tried(number) + 1) * each * self.battles for number in range(self.rounds))
        held = 2 * len(self.grounds) * (2 * (len(self.opponents) + len(self.held_out)) + 1) * self.final
        return rounds + (FINALISTS + 1) * each * self.selecting() + held

    def arm(self, label: str, first: Player, match: Match, tags: Mapping[str, Any]) -> Arm:
        """Return an arm: an agent in a match."""
        ground = match.ground
        texts = (match.opponent.text, first.text) if match.swapped else (first.text, match.opponent.text)
        sides = dict(zip(ground.sides, texts, strict=True))
        scenario = self._reversed[ground.name] if match.swapped else ground.scenario
        where = f"{ground.name}: " if len(self.grounds) > 1 else ""
        return Arm(
            label=f"{where}{label} as {match.side} against {match.opponent.text}",
            scenario=with_agents(scenario, sides), source=ground.source, overrides=self.overrides, agents=sides,
            allowed=commands_of(sides.values()),
            tags={"scenario": ground.name, "who": label, "opponent": match.opponent.text, "swapped": match.swapped, **tags},
        )  # fmt: skip

    @cached_property
    def _reversed(self) -> dict[str, Scenario]:
        return {ground.name: reversed_listing(ground.scenario) for ground in self.grounds}

    def settings(self) -> dict[str, Any]:
        """Return what makes it this tuning, as plain data."""
        from studies.tune_search import method_of

        return {
            "scenarios": [ground.name for ground in self.grounds], "policy": self.space.start.text,
            "numbers": {number.name: [number.low, number.high] for number in self.space.numbers},
            "whole": dict(self.space.whole), "opponents": [player.text for player in self.opponents],
            "held_out": [player.text for player in self.held_out], "trials": self.trials, "battles": self.battles,
            "held_out_battles": self.final, "batch": self.batch, "method": method_of(self.space),
            "overrides": list(self.overrides),
        }  # fmt: skip
