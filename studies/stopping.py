"""When a study has played enough: planned looks, and the rule that stops at a wanted error.

Whoever looks at the data after every battle and stops when it pleases will find something. Here the battle counts at
which anybody looks are planned beforehand, decisions fall only at them, and the levels allow for their number. A
decision depends on the scores in the order of their battles and on nothing else: not on workers, chunks, or on how
often it was asked for. `studies.sprt` has the sequential test.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import attrs

from engine.errors import InputError
from studies.intervals import CONFIDENCE, Interval, check_confidence, counted, mean_of, score_interval

LEAST_GROWTH = 1.01
"""The least growth factor between looks: nearer looks cost level and tell nothing new."""


@attrs.frozen
class Decision:
    """What a stopping rule says at a look.

    Attributes:
        verdict: ``reached`` or ``not reached`` (target error); ``elo1``, ``elo0`` or ``undecided`` (sequential test).
        battles: at how many battles of every arm (pairs, in a tournament) it fell.
        look: the number of the look, from 1.
        looks: the looks that were planned.
        value: the mean of the scores; NaN without any.
        interval: its interval, allowing for all planned looks.
        confidence: the level of that interval over all planned looks together.
        level: the level it has by itself.
        statistic: half the interval's width (target error), or the log likelihood ratio (sequential test).
        bounds: at which statistic the rule stops: 0 and the target, or the lower and the upper bound.
    """

    verdict: str
    battles: int
    look: int
    looks: int
    value: float
    interval: Interval
    confidence: float
    level: float
    statistic: float
    bounds: tuple[float, float]

    @property
    def decided(self) -> bool:
        """Whether the rule found what it looked for; else the planned battles were used up."""
        return self.verdict in ("reached", "elo0", "elo1")


class Rule(Protocol):
    """A stopping rule."""

    @property
    def looks(self) -> Looks:
        """The planned looks."""

    def decide(self, scores: Sequence[float]) -> Decision | None:
        """Return the first decision that falls on these scores, or None while it is open."""


def _whole(value: object, place: str, least: int) -> None:
    if type(value) is not int or value < least:
        raise InputError(place, repr(value), f"a whole number from {least}")


@attrs.frozen(slots=False)
class Looks:
    """The battle counts at which a study is looked at: each the growth factor times the one before, rounded up.

    Attributes:
        first: the first look, in battles of every arm.
        growth: the factor; at least `LEAST_GROWTH`.
        most: the last look: the study ends there.
    """

    first: int
    growth: float
    most: int

    def __attrs_post_init__(self) -> None:
        _whole(self.first, "first look", 1)
        _whole(self.most, "most battles", self.first)
        if type(self.growth) not in (int, float) or not LEAST_GROWTH <= self.growth < math.inf:
            raise InputError("growth of the looks", repr(self.growth), f"a number from {LEAST_GROWTH}")

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The planned battle counts, ascending; the last is `most`."""
        growth = Fraction(repr(self.growth))  # 10 x 1.1 is 11, as written
        counts = [self.first]
        while counts[-1] < self.most:
            counts.append(min(self.most, max(counts[-1] + 1, math.ceil(counts[-1] * growth))))
        return tuple(counts)

    def __len__(self) -> int:
        return len(self.counts)

    def taken(self, scores: Sequence[float]) -> Iterator[tuple[int, int, Counter[float]]]:
        """Yield every look that the scores reach: its number from 1, its battles, and how often each score came."""
        counts: Counter[float] = Counter()
        before = 0
        for look, count in enumerate(self.counts, 1):
            if count > len(scores):
                return
            counts.update(counted(scores[before:count]))
            before = count
            yield look, count, counts

    def after(self, battles: int) -> int | None:
        """Return the first planned count above a number of battles, or None after the last."""
        return next((count for count in self.counts if count > battles), None)


@attrs.frozen
class TargetError:
    """Stop at the first look at which the mean is known well enough: half its interval's width at most the error.

    The interval is the score interval of `studies.intervals` at the level ``1 - (1 - confidence) / K`` for K planned
    looks (Bonferroni). So with at least `confidence` all K intervals hold the true mean together, and with them the
    one at which the study happens to stop, whatever made it stop; this takes for granted that each interval holds it
    at its own level, which the benchmark checks by simulation.

    Attributes:
        error: the half width to reach, in the scores' unit (0.02: two points of a share).
        looks: the planned looks.
        confidence: the level over all looks together.
        span: the least and greatest score: (0, 1) for shares, (-1, 1) for differences of two arms.
    """

    error: float
    looks: Looks
    confidence: float = CONFIDENCE
    span: tuple[float, float] = (0.0, 1.0)

    def __attrs_post_init__(self) -> None:
        check_confidence(self.confidence)
        if not 0 < self.error < math.inf:
            raise InputError("target error", repr(self.error), "a number above 0")

    @property
    def level(self) -> float:
        """The level of the interval of a single look."""
        return 1 - (1 - self.confidence) / len(self.looks)

    def decide(self, scores: Sequence[float]) -> Decision | None:
        """Return the first decision that falls on the scores.

        Args:
            scores: one for each seed in the order of battles, NaN where it is not scored; more than the next look
                needs is no harm.

        Returns:
            ``reached``, or ``not reached`` at the last look, or None when another look is to come.
        """
        for look, count, counts in self.looks.taken(scores):
            interval = score_interval(counts, self.level, self.span)
            reached = interval.half <= self.error
            if reached or look == len(self.looks):
                return Decision(
                    "reached" if reached else "not reached", count, look, len(self.looks), mean_of(counts), interval,
                    self.confidence, self.level, interval.half, (0.0, self.error),
                )  # fmt: skip
        return None
