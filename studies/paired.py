"""Comparisons of two arms on the same dice: battle by battle, never mean against mean.

Both arms of a comparison play the same seeds, and every pairing of a tournament is played on each seed with its sides
swapped. What belongs to one seed is one unit; only units are independent. A battle that ended in an error has the
score NaN, and its unit is left out and counted.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.errors import InputError
from studies.extras import need
from studies.intervals import CONFIDENCE, Interval, check_confidence, check_span, counted, mean_of, score_interval

RESAMPLES = 4999
"""Resamples of a bootstrap."""

ROUNDING = 1e-9
"""Values nearer to one another than this (times the greater of 1 and themselves) are taken for equal."""


class PairedDifference(NamedTuple):
    """What arm a scores above arm b on the same seeds.

    Attributes:
        value: mean of a - b (a share: 0.1 is ten points); NaN without battles.
        low, high: its interval: Tango's score interval where scores are 0 and 1, with draws its like for more values.
        n: the seeds that count.
        left_out: the seeds left out because a battle on them was not scored.
        better, worse: the seeds on which a scored more than b, and less. The others say nothing about a difference.
        odds: of these discordant seeds, the share on which a was better; NaN without any.
        odds_low, odds_high: its exact interval (Clopper and Pearson 1934), conditional on their number.
        p: exact two-sided McNemar (sign) test that better and worse are equally likely; 1 without discordant seeds.
    """

    value: float
    low: float
    high: float
    n: int
    left_out: int
    better: int
    worse: int
    odds: float
    odds_low: float
    odds_high: float
    p: float

    @property
    def interval(self) -> Interval:
        """The interval of the difference."""
        return Interval(self.low, self.high)

    @property
    def discordant(self) -> int:
        """The seeds on which the arms differ."""
        return self.better + self.worse


class PairShare(NamedTuple):
    """The score share of one agent over pairs of battles, same seed, sides swapped.

    Attributes:
        value: mean score of a battle, 0 to 1; NaN without pairs.
        low, high: its interval, from the scores of pairs.
        pairs: the pairs that count.
        left_out: the pairs left out because a battle of them was not scored.
        counts: how many pairs had each mean score 0, 0.25, 0.5, 0.75, 1 (pentanomial).
        variance: of the mean score of one pair.
        ratio: that variance over half the variance of one battle: below 1 the pairing has made the interval narrower;
            NaN where all battles had one score.
    """

    value: float
    low: float
    high: float
    pairs: int
    left_out: int
    counts: Mapping[float, int]
    variance: float
    ratio: float

    @property
    def interval(self) -> Interval:
        """The interval of the share."""
        return Interval(self.low, self.high)


class Bootstrap(NamedTuple):
    """A bootstrap estimate.

    Attributes:
        value: the statistic of the data; NaN without any.
        low, high: its interval; without end where fewer than two units leave it open.
        n: the units.
        method: ``BCa``, ``percentile``, ``constant`` (all units alike but for rounding) or ``none`` (fewer than two).
    """

    value: float
    low: float
    high: float
    n: int
    method: str

    @property
    def interval(self) -> Interval:
        """The interval of the statistic."""
        return Interval(self.low, self.high)


def _together(a: Sequence[float], b: Sequence[float]) -> tuple[list[tuple[float, float]], int]:
    """Return the pairs in which both are numbers, and how many are left out."""
    if len(a) != len(b):
        raise InputError("paired scores", f"{len(a)} and {len(b)} of them", "as many on both sides, seed by seed")
    kept = [(one, other) for one, other in zip(a, b, strict=True) if not (math.isnan(one) or math.isnan(other))]
    return kept, len(a) - len(kept)


def paired_difference(a: Sequence[float], b: Sequence[float], confidence: float = CONFIDENCE) -> PairedDifference:
    """Compare the scores of two arms on the same seeds.

    The exact interval is the one of `odds`. Turned into a difference of shares it would take the number of
    discordant seeds for known and miss far too often; so the interval of the difference is the score interval, which
    allows for it.

    Args:
        a, b: scores from 0 to 1 seed by seed, as `studies.statistics.points` gives them; NaN leaves a seed out.
        confidence: the level of both intervals.

    Raises:
        InputError: not as many on both sides, a score outside 0 to 1, or no level.
    """
    pairs, left_out = _together(a, b)
    for side in range(2):
        check_span(counted(pair[side] for pair in pairs), (0.0, 1.0))
    counts = counted(one - other for one, other in pairs)
    better = sum(one > other for one, other in pairs)
    worse = sum(one < other for one, other in pairs)
    low, high = score_interval(counts, confidence, (-1.0, 1.0))
    odds, odds_low, odds_high, p = _discordant(better, worse, confidence)
    return PairedDifference(
        mean_of(counts), low, high, len(pairs), left_out, better, worse, odds, odds_low, odds_high, p
    )


def _discordant(better: int, worse: int, confidence: float) -> tuple[float, float, float, float]:
    """Return the share of the better ones with its exact interval and the exact p of equal chances."""
    n = better + worse
    if not n:
        return math.nan, 0.0, 1.0, 1.0
    test = need("scipy.stats").binomtest(better, n, 0.5)
    low, high = test.proportion_ci(confidence, method="exact")
    return better / n, float(low), float(high), float(test.pvalue)


def pair_scores(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """Return the mean score of one agent on each seed: of its battle on one side and of that on the other.

    For two arms a and b that play the same opponent, ``pair_scores(a, [1 - x for x in b])`` is the score of a against
    b as if they had met: above one half where a does better.
    """
    if len(first) != len(second):
        raise InputError("pairs", f"{len(first)} and {len(second)} battles", "as many of both, seed by seed")
    return [(one + other) / 2 for one, other in zip(first, second, strict=True)]


def pair_share(first: Sequence[float], second: Sequence[float], confidence: float = CONFIDENCE) -> PairShare:
    """Return the score share of an agent that played each seed on both sides, with the interval of pairs.

    Battles of one seed are not independent; pairs are. The interval is the score interval of the pairs' scores (the
    pentanomial model of chess testing, as in Fishtest and fastchess).

    Args:
        first, second: its scores (0 to 1) seed by seed, on one side and on the other; NaN leaves the pair out.
        confidence: the level of the interval.

    Raises:
        InputError: not as many of both, a score outside 0 to 1, or no level.
    """
    pairs, left_out = _together(first, second)
    battles = counted(score for pair in pairs for score in pair)
    check_span(battles, (0.0, 1.0))
    counts = counted((one + other) / 2 for one, other in pairs)
    low, high = score_interval(counts, confidence)
    single, variance = _variance(battles), _variance(counts)
    ratio = variance / (single / 2) if single > 0 else math.nan
    return PairShare(mean_of(counts), low, high, len(pairs), left_out, dict(sorted(counts.items())), variance, ratio)


def _variance(counts: Mapping[float, int]) -> float:
    """Return the variance of counted scores (over n, not n - 1); NaN of none."""
    n, mean = sum(counts.values()), mean_of(counts)
    return math.fsum(count * (score - mean) ** 2 for score, count in counts.items()) / n if n else math.nan


def generator(key: str) -> Any:
    """Return a numpy generator that depends on a text alone: what is compared draws the same numbers everywhere."""
    numpy = need("numpy")
    words = hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()
    return numpy.random.Generator(numpy.random.PCG64(int.from_bytes(words, "big")))


def middle(values: Any, axis: int | None = None) -> Any:
    """Return the median of times as every study tells it: of an even number the lower middle one, that of a real battle.

    Like the quartiles in `studies.statistics.quantile_battles`. The bootstrap of a median (of differences, say) takes the
    mean of both middle ones instead, so that it turns round when what is compared is swapped.
    """
    return need("numpy").quantile(values, 0.5, axis=axis, method="inverted_cdf")


def bootstrap_mean(values: Sequence[float], confidence: float = CONFIDENCE, key: str = "") -> Bootstrap:
    """Return the mean of independent values with its BCa bootstrap interval (Efron 1987).

    Args:
        values: finite numbers in any unit; NaN is left out.
        confidence: the level of the interval.
        key: names what is estimated; the resampling depends on it and on nothing else.
    """
    return _bootstrap([value for value in values if not math.isnan(value)], "mean", "BCa", confidence, key)


def bootstrap_median(values: Sequence[float], confidence: float = CONFIDENCE, key: str = "") -> Bootstrap:
    """Return the median of independent values with its percentile bootstrap interval; arguments as `bootstrap_mean`."""
    return _bootstrap([value for value in values if not math.isnan(value)], "median", "percentile", confidence, key)


def bootstrap_difference(
    a: Sequence[float], b: Sequence[float], confidence: float = CONFIDENCE, key: str = "", statistic: str = "mean"
) -> Bootstrap:
    """Return the mean (or median) of a - b over the seeds, with its bootstrap interval; seeds are resampled whole.

    Args:
        a, b: figures of two arms seed by seed (times in counts, say); NaN leaves a seed out.
        confidence: the level of the interval.
        key: names what is compared; swapping a and b under one key turns the interval round and changes nothing else.
        statistic: ``mean`` (BCa interval) or ``median`` (percentile interval: BCa fails on medians of few values).

    Raises:
        InputError: not as many on both sides, another statistic, or no level.
    """
    if statistic not in ("mean", "median"):
        raise InputError("statistic", repr(statistic), "mean, median")
    pairs, _ = _together(a, b)
    method = "BCa" if statistic == "mean" else "percentile"
    return _bootstrap([one - other for one, other in pairs], statistic, method, confidence, key)


def _bootstrap(values: Sequence[float], statistic: str, method: str, confidence: float, key: str) -> Bootstrap:
    check_confidence(confidence)
    numpy = need("numpy")
    function: Callable[..., Any] = getattr(numpy, statistic)
    if not values:
        return Bootstrap(math.nan, -math.inf, math.inf, 0, "none")
    value = float(function(values))
    if len(values) == 1:
        return Bootstrap(value, -math.inf, math.inf, 1, "none")
    if max(values) - min(values) <= ROUNDING * max(1.0, abs(min(values)), abs(max(values))):
        return Bootstrap(value, value, value, len(values), "constant")
    found = need("scipy.stats").bootstrap(
        (numpy.asarray(values, dtype=float),), function, n_resamples=RESAMPLES, batch=100, vectorized=True,
        confidence_level=confidence, method=method, rng=generator(key),
    ).confidence_interval  # fmt: skip
    return Bootstrap(value, float(found.low), float(found.high), len(values), method)
