"""The figures of a comparison: pure functions of its rows. One battle with a and the same battle with b are one unit."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from studies.extras import need
from studies.intervals import check_confidence
from studies.paired import (
    RESAMPLES,
    Bootstrap,
    PairedDifference,
    bootstrap_difference,
    generator,
    middle,
    pair_scores,
    paired_difference,
)
from studies.statistics import POINTS, points

if TYPE_CHECKING:
    import polars

WINS = {**dict.fromkeys(POINTS, 0.0), "error": math.nan}
"""What a battle without a winner counts in the share of wins: nothing; an error is left out."""

KINDS = ("won", "lost", "draw", "timeout", "stalemate", "error")
"""How a battle ends for a side."""


class End(NamedTuple):
    """How one battle ended, and when (counts)."""

    outcome: str
    winner: str | None
    t: float

    def kind(self, side: str) -> str:
        """Return what it is for a side, one of `KINDS`."""
        if self.outcome != "win":
            return self.outcome
        return "won" if self.winner == side else "lost"


class Pair(NamedTuple):
    """One battle in both variants."""

    battle: int
    a: End
    b: End

    @property
    def failed(self) -> bool:
        """Whether either ended in an error."""
        return "error" in (self.a.outcome, self.b.outcome)


DifferenceT = TypeVar("DifferenceT", PairedDifference, Bootstrap)


class Compared(NamedTuple, Generic[DifferenceT]):
    """One figure of both variants, and the difference.

    Attributes:
        a, b: the figure of each, over the battles neither of which was an error; NaN without any.
        difference: a less b, with its interval.
    """

    a: float
    b: float
    difference: DifferenceT


def pairs_of(table: polars.DataFrame) -> list[Pair]:
    """Return the battles both variants have, by their index."""
    ends: list[dict[int, End]] = [{}, {}]
    for arm, battle, *end in table.select("arm", "battle", "outcome", "winner", "t").iter_rows():
        ends[arm][battle] = End(*end)
    return [Pair(battle, ends[0][battle], ends[1][battle]) for battle in sorted(ends[0].keys() & ends[1].keys())]


def scores_of(pairs: Sequence[Pair], side: str, undecided: bool) -> tuple[list[float], list[float]]:
    """Return what every battle counts for a side, with a and with b; NaN is left out.

    Args:
        pairs: the battles.
        side: whose.
        undecided: whether a battle without a winner counts half (Elo's score), or nothing (the share of wins).
    """
    others = POINTS if undecided else WINS
    a, b = (points([end.outcome for end in ends], [end.winner for end in ends], side, others) for ends in _ends(pairs))
    return a, b


def _ends(pairs: Sequence[Pair]) -> tuple[list[End], list[End]]:
    return [pair.a for pair in pairs], [pair.b for pair in pairs]


def win_differences(table: polars.DataFrame, side: str) -> list[float]:
    """Return, battle by battle, whether only a won (1), only b (-1), or neither alone (0), for a target error."""
    a, b = scores_of(pairs_of(table), side, undecided=False)
    return [one - other for one, other in zip(a, b, strict=True)]


def meeting_scores(table: polars.DataFrame, side: str) -> list[float]:
    """Return, battle by battle, what a scores against b as if they had met, for a sequential test."""
    a, b = scores_of(pairs_of(table), side, undecided=True)
    return pair_scores(a, [1 - score for score in b])


def compared_shares(
    pairs: Sequence[Pair], side: str, confidence: float, *, undecided: bool
) -> Compared[PairedDifference]:
    """Return the share of wins (or the score, undecided battles half) of both, and the paired difference."""
    a, b = scores_of(pairs, side, undecided)
    both = [(one, other) for one, other in zip(a, b, strict=True) if not math.isnan(one + other)]
    of_a, of_b = (math.fsum(pair[arm] for pair in both) / len(both) if both else math.nan for arm in (0, 1))
    return Compared(of_a, of_b, paired_difference(a, b, confidence))


def times_of(pairs: Sequence[Pair]) -> tuple[list[float], list[float]]:
    """Return when the battles ended, with a and with b, in counts; pairs with an error are left out."""
    a, b = ([end.t for end in ends] for ends in _ends([pair for pair in pairs if not pair.failed]))
    return a, b


def compared_times(pairs: Sequence[Pair], confidence: float) -> tuple[Compared[Bootstrap], Compared[Bootstrap]]:
    """Return the mean and the median time of both in counts, each with the difference by a paired bootstrap.

    The median is that of all studies, `studies.paired.middle`.
    """
    import statistics

    a, b = times_of(pairs)
    mean = bootstrap_difference(a, b, confidence, key="compare mean time")
    median = median_difference(a, b, confidence, key="compare median time")
    if not a:
        return Compared(math.nan, math.nan, mean), Compared(math.nan, math.nan, median)
    return (
        Compared(statistics.fmean(a), statistics.fmean(b), mean),
        Compared(float(middle(a)), float(middle(b)), median),
    )


def median_difference(a: Sequence[float], b: Sequence[float], confidence: float, key: str) -> Bootstrap:
    """Return the median of a less the median of b, with its percentile interval; seeds are resampled whole.

    This is not the median of the differences, which is 0 as soon as most battles go the same way in both.

    Args:
        a, b: finite figures, seed by seed.
        confidence: the level of the interval.
        key: names what is compared; the resampling depends on it and on nothing else.
    """
    check_confidence(confidence)
    numpy = need("numpy")
    if not a:
        return Bootstrap(math.nan, -math.inf, math.inf, 0, "none")
    value = float(middle(a) - middle(b))
    if len(a) == 1:
        return Bootstrap(value, -math.inf, math.inf, 1, "none")
    if len({*a}) == len({*b}) == 1 or list(a) == list(b):
        return Bootstrap(value, value, value, len(a), "constant")

    def statistic(one: Any, other: Any, axis: int) -> Any:
        return middle(one, axis) - middle(other, axis)

    data = (numpy.asarray(a, dtype=float), numpy.asarray(b, dtype=float))
    found = need("scipy.stats").bootstrap(
        data, statistic, n_resamples=RESAMPLES, batch=100, vectorized=True, paired=True, confidence_level=confidence,
        method="percentile", rng=generator(key),
    ).confidence_interval  # fmt: skip
    return Bootstrap(value, float(found.low), float(found.high), len(a), "percentile")


def crossed(pairs: Sequence[Pair], side: str) -> Counter[tuple[str, str]]:
    """Return how often battles ended how with a and how with b, for a side."""
    return Counter((pair.a.kind(side), pair.b.kind(side)) for pair in pairs)


def discordant(pairs: Sequence[Pair], side: str) -> tuple[list[Pair], list[Pair]]:
    """Return the battles a side wins only with a, and only with b; those with an error are left out."""
    found: tuple[list[Pair], list[Pair]] = ([], [])
    for pair in pairs:
        a, b = pair.a.kind(side) == "won", pair.b.kind(side) == "won"
        if a != b and not pair.failed:
            found[b].append(pair)
    return found
