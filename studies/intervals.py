"""Intervals for means of scores: Wilson's, and the same idea for more than two values.

A score lies in a known range and takes few values: 0 and 1 (lost, won), 0, 1/2 and 1 (with draws), quarters (pairs of
battles), -1, 0 and 1 (differences of two arms). `score_interval` holds every mean that a score test does not reject,
with the variance estimated under that mean: for two values it is Wilson's interval (Wilson 1927), for differences of
two arms it is Tango's (Tango 1998), and its estimate under a mean is the one of the generalized sequential test
(`studies.sprt`). It never leaves the range and has a width even when all scores are the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.errors import InputError
from studies.extras import need

CONFIDENCE = 0.95
"""The level of an interval when none is told."""

Counts = Mapping[float, int]
"""How many battles (or pairs) had each score."""


class Interval(NamedTuple):
    """A confidence interval, in the unit of what it is about.

    Attributes:
        low, high: its ends, both inside.
    """

    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        """Tell whether a value lies inside."""
        return self.low <= value <= self.high


def check_confidence(confidence: float, place: str = "confidence") -> None:
    """Refuse a level that is none.

    Raises:
        InputError: it does not lie between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise InputError(place, repr(confidence), "a number above 0 and below 1, like 0.95")


def deviate(confidence: float) -> float:
    """Return the z of a two-sided level: 1.96 for 0.95."""
    check_confidence(confidence)
    return float(need("scipy.special").ndtri((1 + confidence) / 2))


def wilson(k: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's score interval of a share, without correction for continuity.

    Args:
        k: how many of them did.
        n: how many there were; with none, nothing is known and the interval is 0 to 1.
        confidence: its level, for both sides together.

    Raises:
        InputError: not 0 <= k <= n, or no level.
    """
    if not 0 <= k <= n:
        raise InputError("k of n", f"{k} of {n}", "0 <= k <= n")
    z = deviate(confidence)
    if n == 0:
        return Interval(0.0, 1.0)
    share = k / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(0.0 if k == 0 else middle - half, 1.0 if k == n else middle + half)


def counted(scores: Iterable[float]) -> Counter[float]:
    """Return how often each score came; those that are NaN (battles not scored) are left out."""
    return Counter(score + 0.0 for score in scores if not math.isnan(score))


def mean_of(counts: Counts) -> float:
    """Return the mean of counted scores; NaN of none."""
    n = sum(counts.values())
    return math.fsum(score * count for score, count in counts.items()) / n if n else math.nan


def check_span(counts: Counts, span: tuple[float, float]) -> None:
    """Refuse scores outside their range.

    Raises:
        InputError: naming the first that is outside.
    """
    for score in sorted(counts):
        if not span[0] <= score <= span[1]:
            raise InputError("scores", repr(score), f"numbers from {span[0]:g} to {span[1]:g}")


def shares_under(counts: Counts, mean: float, span: tuple[float, float]) -> dict[float, float]:
    """Return the likeliest probabilities of the scores among those with a given mean.

    Every observed score gets ``p / (1 + theta (score - mean))`` with the theta that makes the mean right (Owen 1988;
    Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio", eq. 1.3). Where no theta
    does, the end of the range, though never observed, takes the rest.

    Args:
        counts: how often each score was observed; at least one.
        mean: strictly between the ends of the range.
        span: the least and the greatest score there can be.
    """
    if mean < mean_of(counts):
        mirrored = {-score: count for score, count in counts.items()}
        found = shares_under(mirrored, -mean, (-span[1], -span[0]))
        return {-score: share for score, share in found.items()}
    n = sum(counts.values())
    high = span[1]
    seen = [(score, score - mean, count / n) for score, count in sorted(counts.items())]

    def excess(theta: float) -> float:
        return math.fsum(share * off / (1 + theta * off) for _, off, share in seen)

    least = -(1 - counts.get(high, 0) / n) / (high - mean)
    if high not in counts and excess(least) <= 0:
        shares = {score: share / (1 + least * off) for score, off, share in seen}
        return {**shares, high: max(0.0, 1 - math.fsum(shares.values()))}
    theta = 0.0
    if excess(0.0) < 0:
        theta = need("scipy.optimize").brentq(excess, least, 0.0, xtol=1e-15, rtol=1e-14)
    return {score: share / (1 + theta * off) for score, off, share in seen}


def _variance(counts: Counts, mean: float, span: tuple[float, float]) -> float:
    """Return the variance of one score under the likeliest probabilities with this mean."""
    shares = shares_under(counts, mean, span)
    return math.fsum(share * (score - mean) ** 2 for score, share in shares.items())


def _upper(counts: Counts, z: float, span: tuple[float, float]) -> float:
    """Return the greatest mean that the score test does not reject."""
    n, mean, high = sum(counts.values()), mean_of(counts), span[1]
    if mean >= high:
        return high

    def rejected(value: float) -> float:
        if value >= high:
            return n * (high - mean) ** 2
        return n * (value - mean) ** 2 - z * z * _variance(counts, value, span)

    near = mean + 1e-9 * (high - mean)
    if rejected(near) >= 0:
        return near
    return float(need("scipy.optimize").brentq(rejected, near, high, xtol=1e-12))


def score_interval(counts: Counts, confidence: float = CONFIDENCE, span: tuple[float, float] = (0.0, 1.0)) -> Interval:
    """Return the score interval of the mean of independent scores from a known range.

    Assumes that the counted units (battles, or pairs of battles on one seed) are independent; what is paired must be
    one unit. Its coverage is close to its level, not guaranteed: the tests simulate it.

    Args:
        counts: how often each score was observed; with none the interval is the whole range.
        confidence: its level, for both sides together.
        span: the least and the greatest score there can be.

    Raises:
        InputError: a score outside its range, or no level.
    """
    z = deviate(confidence)
    check_span(counts, span)
    if not counts:
        return Interval(*span)
    mirrored = {-score: count for score, count in counts.items()}
    return Interval(-_upper(mirrored, z, (-span[1], -span[0])), _upper(counts, z, span))
