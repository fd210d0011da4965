"""Playing imagined futures, and finding out which answer leads to the best of them (CLK-5, CLK-7)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

import attrs

from agents.base import HOLD
from agents.lookahead_value import value
from engine.errors import IllegalOption

if TYPE_CHECKING:
    from agents.lookahead_models import Models
    from agents.lookahead_options import Candidate
    from engine.imagine import ImaginedBattle
    from engine.system import Request

LONGEST = 400
"""Answers after which a future is judged as it stands, however short of the horizon."""

FIRST = 8
"""Futures of the first round, at least."""


ROUNDS = 2
"""The first round takes no more than one part in so many of what may be spent, so that something is left for the best."""


@attrs.define(eq=False)
class Trial:
    """A candidate and what its futures were worth, in the order of their numbers."""

    candidate: Candidate
    values: list[float] = attrs.field(factory=list)

    @property
    def mean(self) -> float:
        """What they were worth on the average, 0 to 1; nothing is known before the first."""
        return sum(self.values) / len(self.values) if self.values else 0.0

    def lead(self, other: Trial) -> tuple[float, float]:
        """Return how much more its futures are worth than another's of the same numbers, and the standard error of that."""
        gains = [mine - its for mine, its in zip(self.values, other.values, strict=False)]
        number = len(gains)
        if number < 2:
            return sum(gains), inf
        mean = sum(gains) / number
        spread = sum((gain - mean) ** 2 for gain in gains) / (number - 1)
        return mean, sqrt(spread / number)


class Futures:
    """The imagined futures of one decision.

    Attributes:
        answers: how many decisions were made in them.

    Args:
        request: the decision.
        models: who plays in them.
        side: whose worth counts.
        system: the rule system.
        horizon: counts after which a future is judged.
        seed: the number of the first of them, and the seed of its players.
    """

    def __init__(self, request: Request, models: Models, side: str, system: str, horizon: float, seed: int) -> None:
        self._request, self._models, self._side, self._system = request, models, side, system
        self._until = request.t + horizon
        self._seed = seed
        self.answers = 0

    def extend(self, trial: Trial, number: int) -> None:
        """Play more futures of a candidate, so that there are a number of them."""
        for index in range(len(trial.values), number):
            trial.values.append(self._play(trial.candidate, index))

    def _play(self, candidate: Candidate, index: int) -> float:
        """Return what one future of an answer is worth; the same index of two answers is the same luck."""
        battle = self._request.imagine(self._seed + index, self._models.standing)
        players: dict[str, Any] = {}
        me, asked, last = self._request.combatant, battle.advance(), self.answers + LONGEST
        while asked is not None and asked.combatant != me:
            self._answer(battle, asked, players, index)
            asked = battle.advance()
        if asked is not None:
            asked.wake = candidate.wake
            battle.answer(asked, candidate.option)
        while self.answers < last and (asked := battle.advance()) is not None and battle.t <= self._until:
            self._answer(battle, asked, players, index)
        return value(battle, self._side, self._system)

    def _answer(self, battle: ImaginedBattle, asked: Request, players: dict[str, Any], index: int) -> None:
        """Let a model answer; one whose answer is not legal holds."""
        self.answers += 1
        player = players.get(asked.combatant)
        if player is None:
            player = players[asked.combatant] = self._models.make(asked.combatant, self._seed, index)
        try:
            battle.answer(asked, player.decide(asked))
        except IllegalOption:
            asked.wake = asked.note = None
            battle.answer(asked, HOLD)


def halve(futures: Futures, trials: list[Trial], rollouts: int, most: int) -> list[Trial]:
    """Play the futures of all candidates, in rounds: after each the worse half is dropped, and the others play on.

    The first one, the base's answer, stays to the end: all others are compared with it. When none can still turn out to
    be better (its lead and the standard error of it are no more than 0), that is all. What the first future takes tells how
    many the first round can be; later on the mean of all does. Candidates that can't be paid for are dropped: in the first
    round the last ones first, later on the worst.

    Args:
        futures: plays them.
        trials: the candidates, the base's answer first.
        rollouts: futures of those that stay to the end.
        most: answers in all that may be spent.

    Returns:
        The trials that were played to the end, the base's first.
    """
    base, number = trials[0], min(rollouts, max(FIRST, rollouts // 4))
    futures.extend(base, 1)
    affordable = most // max(1, futures.answers)
    number = min(number, max(FIRST, affordable // (ROUNDS * len(trials))))
    rest = trials[1 : affordable // number]
    while rest:
        rest = _round(futures, trials, rest, number, most)
        rest = [trial for trial in rest if sum(trial.lead(base)) > 0.0]
        further = min(rollouts, number * 2) - number
        left = sorted(rest, key=lambda trial: -trial.mean)[: (len(rest) + 1) // 2]
        while left and not _affords(futures, trials, most, (1 + len(left)) * further):
            left.pop()
        if not further or not left:
            break
        rest, number = left, number + further
    return [base, *rest]


def _round(futures: Futures, trials: list[Trial], rest: list[Trial], number: int, most: int) -> list[Trial]:
    """Play so many futures of the base's answer and of others, as long as they can be paid for; return those others."""
    futures.extend(trials[0], number)
    for place, trial in enumerate(rest):
        if not _affords(futures, trials, most, number - len(trial.values)):
            return rest[:place]
        futures.extend(trial, number)
    return rest


def _affords(futures: Futures, trials: list[Trial], most: int, more: int) -> bool:
    """Return whether so many more futures can be paid for if they take what those before took on the average."""
    played = _played(trials)
    return futures.answers * (played + more) <= most * played


def _played(trials: Sequence[Trial]) -> int:
    return sum(len(trial.values) for trial in trials)


def best(trials: Sequence[Trial], sure: float, least: float, enough: int = 0) -> Trial:
    """Return the best candidate that leads the base's answer for sure, else the base's own.

    Args:
        trials: the base's first.
        sure: standard errors of the lead that it must be above 0.
        least: the least lead worth a change, 0 to 1.
        enough: of how many futures it must be the lead: of a few, chance makes one of many candidates look good.
    """
    found, most = trials[0], 0.0
    for trial in trials[1:]:
        lead, error = trial.lead(trials[0])
        if len(trial.values) >= enough and lead >= least and lead > sure * error and lead > most:
            found, most = trial, lead
    return found
