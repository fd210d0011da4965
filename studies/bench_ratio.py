"""How many times as long one thing takes as another, with an interval, from times taken in the same rounds.

Times of one machine wander together, so that a round is a pair, and what counts are the rounds' own ratios: their median,
with an interval that needs no shape of their spread, or the mean of their logarithms, with Student's. Either knows the
rounds of one run only, not what another machine would say.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from statistics import median

import attrs

from engine.errors import InputError
from studies.extras import need
from studies.intervals import CONFIDENCE, Interval, check_confidence


@attrs.frozen
class Ratio:
    """How many times as long one takes.

    Attributes:
        value: the middle of the rounds' ratios.
        interval: in which it lies at the asked confidence; from 0 to infinity where the rounds are too few to tell.
        rounds: how many rounds there were.
    """

    value: float
    interval: Interval
    rounds: int

    @property
    def verdict(self) -> str:
        """``faster``, ``slower``, or ``no difference shown``, when the interval leaves out 1 on neither side."""
        if self.interval.holds(1.0):
            return "no difference shown"
        return "faster" if self.value < 1 else "slower"

    def data(self) -> dict[str, object]:
        """Return it as plain data; ends of an interval that is not known are None."""
        known = self.known
        return {
            "ratio": round(self.value, 4), "low": round(self.interval.low, 4) if known else None,
            "high": round(self.interval.high, 4) if known else None, "rounds": self.rounds, "verdict": self.verdict,
        }  # fmt: skip

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return self.interval.high < math.inf


def ratio_of(times: Sequence[float], over: Sequence[float], confidence: float = CONFIDENCE) -> Ratio:
    """Return the ratio of times over others taken in the same rounds: the geometric mean, with Student's interval.

    Args:
        times: one a round, above 0, in any unit.
        over: as many, in the same unit.
        confidence: the interval's level, for both sides together.

    Raises:
        InputError: fewer than two rounds, rounds that don't pair, or a time that is none.
    """
    logs = [math.log(ratio) for ratio in _ratios(times, over, confidence)]
    middle = math.fsum(logs) / len(logs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # it warns of rounds that are all the same; handled below
        low, high = need("scipy.stats").ttest_1samp(logs, 0.0).confidence_interval(confidence)
    if not low <= middle <= high:  # no spread: NaN, or ends on the wrong side of rounding
        low = high = middle
    return Ratio(math.exp(middle), Interval(math.exp(low), math.exp(high)), len(logs))


def median_ratio(times: Sequence[float], over: Sequence[float], confidence: float = CONFIDENCE) -> Ratio:
    """Return the median of the rounds' ratios, with the interval of a quantile by the binomial (no shape assumed).

    Nine rounds give an interval from the second to the eighth; for 95% there must be six.

    Args:
        times: one a round, above 0, in any unit.
        over: as many, in the same unit.
        confidence: what the interval holds at least, for both sides together.

    Raises:
        InputError: as `ratio_of`.
    """
    ratios = _ratios(times, over, confidence)
    low, high = need("scipy.stats").quantile_test(ratios, q=1.0, p=0.5).confidence_interval(confidence)
    interval = Interval(float(low), float(high)) if low <= high else Interval(0.0, math.inf)  # NaN: too few rounds
    return Ratio(median(ratios), interval, len(ratios))


def _ratios(times: Sequence[float], over: Sequence[float], confidence: float) -> list[float]:
    check_confidence(confidence)
    if len(times) != len(over) or len(times) < 2:
        raise InputError("rounds", f"{len(times)} and {len(over)}", "as many of both, at least 2")
    if not all(0 < time < math.inf for time in (*times, *over)):
        raise InputError("times", "one that is not above 0", "times above 0")
    return [time / base for time, base in zip(times, over, strict=True)]
