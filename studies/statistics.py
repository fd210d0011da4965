"""The statistics of studies: outcomes counted apart, shares with intervals, many comparisons at once.

Pure functions over numbers; nothing here knows how battles are played. Comparisons that use the pairing stand in
`studies.paired`, ratings in `studies.ratings`, stopping rules in `studies.stopping`; their names can be imported
from here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from engine.errors import InputError
from studies.extras import need
from studies.intervals import CONFIDENCE, Interval, counted, mean_of, score_interval, wilson
from studies.intransitive import Cycle, Residual, cycles, residuals
from studies.paired import (
    Bootstrap,
    PairedDifference,
    PairShare,
    bootstrap_difference,
    bootstrap_mean,
    bootstrap_median,
    pair_scores,
    pair_share,
    paired_difference,
)
from studies.ratings import Game, Ratings, bradley_terry, elo, elo_interval, rate_games, score_of_elo, wins_of

__all__ = [
    "CONFIDENCE", "Bootstrap", "Cycle", "Game", "Interval", "PairShare", "PairedDifference", "Ratings", "Residual",
    "Share", "Tally", "benjamini_hochberg", "bootstrap_difference", "bootstrap_mean", "bootstrap_median",
    "bradley_terry", "cycles", "elo", "elo_interval", "holm", "pair_scores", "pair_share", "paired_difference",
    "points", "quantile_battles", "rate_games", "residuals", "score_interval", "score_of_elo", "share", "tally",
    "wilson", "wins_of",
]  # fmt: skip

POINTS = {"draw": 0.5, "timeout": 0.5, "stalemate": 0.5, "error": math.nan}
"""What a battle without a winner scores for either side; NaN is not scored."""


class Timed(Protocol):
    """A battle's row, as far as its time goes (`studies.arms.Row`)."""

    @property
    def battle(self) -> int:
        """Its index."""

    @property
    def outcome(self) -> str:
        """How it ended."""

    @property
    def t(self) -> float:
        """When it ended, in counts."""


RowT = TypeVar("RowT", bound=Timed)


class Tally(NamedTuple):
    """The outcomes of battles for one side, each class apart.

    Attributes:
        battles: all of them.
        wins, losses: decided for the side, and for another.
        draws, timeouts, stalemates, errors: undecided, by their kind (CLK-8).
    """

    battles: int
    wins: int
    losses: int
    draws: int
    timeouts: int
    stalemates: int
    errors: int

    @property
    def scored(self) -> int:
        """The battles that count: all but errors."""
        return self.battles - self.errors

    def win_interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Return Wilson's interval of the share of wins among the battles that count."""
        return wilson(self.wins, self.scored, confidence)


class Share(NamedTuple):
    """A mean score with its interval.

    Attributes:
        value: the mean, 0 to 1; NaN without battles.
        low, high: the score interval (Wilson's where all scores are 0 or 1).
        n: the battles that count.
        left_out: the battles that were not scored.
    """

    value: float
    low: float
    high: float
    n: int
    left_out: int

    @property
    def interval(self) -> Interval:
        """The interval."""
        return Interval(self.low, self.high)


def tally(outcomes: Sequence[str], winners: Sequence[str | None], side: str) -> Tally:
    """Count the outcomes of battles for a side.

    Args:
        outcomes: one of `studies.arms.OUTCOMES` each.
        winners: the sides that won, None where none did.
        side: whose wins are counted.
    """
    kinds = {"win": 0, "loss": 0, "draw": 0, "timeout": 0, "stalemate": 0, "error": 0}
    for outcome, winner in zip(outcomes, winners, strict=True):
        kind = "loss" if outcome == "win" and winner != side else outcome
        if kind not in kinds:
            raise InputError("outcome", repr(outcome), "win, draw, timeout, stalemate, error")
        kinds[kind] += 1
    return Tally(len(outcomes), *kinds.values())


def points(
    outcomes: Sequence[str], winners: Sequence[str | None], side: str, others: Mapping[str, float] = POINTS
) -> list[float]:
    """Return what each battle scores for a side: 1 won, 0 lost, and what `others` says without a winner.

    Args:
        outcomes: one of `studies.arms.OUTCOMES` each.
        winners: the sides that won, None where none did.
        side: whose scores.
        others: points by outcome; all zeros make it the share of wins.
    """
    scores = []
    for outcome, winner in zip(outcomes, winners, strict=True):
        if outcome == "win":
            scores.append(1.0 if winner == side else 0.0)
        elif outcome in others:
            scores.append(float(others[outcome]))
        else:
            raise InputError("outcome", repr(outcome), ", ".join(("win", *others)))
    return scores


def share(scores: Sequence[float], confidence: float = CONFIDENCE) -> Share:
    """Return the mean of scores of independent battles, with its score interval; battles of one seed go in `pair_share`.

    Args:
        scores: 0 to 1 each, as `points` gives them; NaN is left out.
        confidence: the level of the interval.
    """
    counts = counted(scores)
    low, high = score_interval(counts, confidence)
    n = sum(counts.values())
    return Share(mean_of(counts), low, high, n, len(scores) - n)


def _check_p(pvalues: Sequence[float]) -> None:
    for p in pvalues:
        if not 0 <= p <= 1:
            raise InputError("p-values", repr(p), "numbers from 0 to 1")


def holm(pvalues: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values, in the order given (Holm 1979).

    Rejecting those at most alpha keeps the chance of any false alarm among all of them at most alpha, whatever their
    dependence.
    """
    _check_p(pvalues)
    adjusted = [0.0] * len(pvalues)
    least = 0.0
    for rank, place in enumerate(sorted(range(len(pvalues)), key=pvalues.__getitem__)):
        least = max(least, min(1.0, (len(pvalues) - rank) * pvalues[place]))
        adjusted[place] = least
    return adjusted


def benjamini_hochberg(pvalues: Sequence[float]) -> list[float]:
    """Return Benjamini and Hochberg's adjusted p-values, in the order given (1995).

    Rejecting those at most q keeps the expected share of false alarms among the rejected at most q, for tests that
    are independent or positively dependent, as cells on the same dice are.
    """
    _check_p(pvalues)
    if not pvalues:
        return []
    return [float(p) for p in need("scipy.stats").false_discovery_control(pvalues, method="bh")]


QUANTILES = {"minimum": 0.0, "lower quartile": 0.25, "median": 0.5, "upper quartile": 0.75, "maximum": 1.0}
"""The battles that a report names, by what they are of the times."""


def quantile_battles(rows: Iterable[RowT]) -> dict[str, RowT]:
    """Return the battles of least, quartile and greatest length: real battles, to be replayed.

    The quartiles are nearest ranks (the ceil(q n)-th shortest), equal times are settled by the battle's index, errors
    have no time and are left out. Rows of several arms are settled by their arm last. Empty without battles.
    """
    timed = sorted(
        (row for row in rows if row.outcome != "error"),
        key=lambda row: (row.t, row.battle, getattr(row, "arm", 0)),
    )
    if not timed:
        return {}
    return {name: timed[max(0, math.ceil(quantile * len(timed)) - 1)] for name, quantile in QUANTILES.items()}
