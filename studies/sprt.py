"""The sequential test of chess testing: is one agent (or arm) better by elo1, or only by elo0?

The generalized sequential probability ratio test on pairs of battles: the likelihood of the pairs' scores, maximized
among all distributions with the mean of elo1, over the one with the mean of elo0 (Van den Bergh; fastchess and
Fishtest, ``logistic`` Elo, pentanomial). The scores' own distribution gives the variance, so neither draws nor the
dependence within a pair need a model.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import attrs

from engine.errors import InputError
from studies.intervals import Counts, check_span, mean_of, score_interval, shares_under
from studies.ratings import score_of_elo
from studies.stopping import Decision, Looks

SPAN = (0.0, 1.0)
"""The range of a pair's score."""


def log_likelihood_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """Return how much likelier the pairs' scores are under elo1 than under elo0, as a natural logarithm.

    Args:
        counts: how many pairs had each score, 0 to 1; fastchess adds a thousandth of a pair to classes that never
            came, here the likeliest distribution may use the ends of the range without that.
        elo0, elo1: the Elo differences that are told apart.
    """
    check_span(counts, SPAN)
    if not counts:
        return 0.0
    zero, one = (shares_under(counts, score_of_elo(elo), SPAN) for elo in (elo0, elo1))
    return math.fsum(count * math.log(one[score] / zero[score]) for score, count in counts.items())


@attrs.frozen
class Sprt:
    """Decide between two Elo differences, at planned looks only.

    The bounds are Wald's: ``log(beta / (1 - alpha))`` and ``log((1 - beta) / alpha)``. With them a difference of at most
    elo0 is taken for elo1 with a chance of about alpha, and one of at least elo1 for elo0 with about beta; looking
    less often lets the ratio overshoot the bounds and only makes both smaller. At the last look the test ends
    ``undecided``, which is no alarm either. The ratio is asymptotic: keep the first look at some tens of pairs. The
    benchmark checks both rates by simulation.

    Attributes:
        elo0, elo1: the Elo differences, elo0 below elo1.
        looks: the planned looks, in pairs.
        alpha, beta: the chances of the two wrong decisions, above 0 and below one half.
    """

    elo0: float
    elo1: float
    looks: Looks
    alpha: float = 0.05
    beta: float = 0.05

    def __attrs_post_init__(self) -> None:
        if not (-2000 <= self.elo0 < self.elo1 <= 2000):
            found = f"{self.elo0!r} and {self.elo1!r}"
            raise InputError("elo0, elo1", found, "two numbers from -2000 to 2000, the first below the second")
        for place, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise InputError(place, repr(value), "a number above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which it stops for elo0 and for elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def decide(self, scores: Sequence[float]) -> Decision | None:
        """Return the first decision that falls on the scores.

        The interval that goes with it allows for all planned looks (Bonferroni), as `TargetError`'s does, at the level
        ``1 - alpha``.

        Args:
            scores: the mean score of each pair in the order of battles, 0 to 1, as `studies.paired.pair_scores` gives
                them; NaN where it is not scored. More than the next look needs is no harm.

        Returns:
            ``elo1``, ``elo0``, or ``undecided`` at the last look, or None when another look is to come.
        """
        lower, upper = self.bounds
        for look, count, counts in self.looks.taken(scores):
            ratio = log_likelihood_ratio(counts, self.elo0, self.elo1)
            if lower < ratio < upper and look < len(self.looks):
                continue
            verdict = "elo1" if ratio >= upper else "elo0" if ratio <= lower else "undecided"
            level = 1 - self.alpha / len(self.looks)
            return Decision(
                verdict, count, look, len(self.looks), mean_of(counts), score_interval(counts, level),
                1 - self.alpha, level, ratio, (lower, upper),
            )  # fmt: skip
        return None
