"""The figures of a tuning: the best numbers against the start, seed by seed, on battles nothing was chosen by."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from studies.paired import PairedDifference, paired_difference
from studies.statistics import points

if TYPE_CHECKING:
    import polars

    from studies.tune_plan import Match, Plan

WORDS = {"trained": "tuned against", "held_out": "never met", "duel": "the start itself"}
"""What kinds of opponents are called."""


class Comparison(NamedTuple):
    """The best numbers beside the start against some opponents.

    Attributes:
        kind: ``trained``, ``held_out`` or ``duel``: best and start against each other.
        against: whom, in words.
        whole: whether these are all opponents of the kind.
        best: the best's mean score, 0 to 1.
        start: the start's.
        difference: between them, seed by seed.
    """

    kind: str
    against: str
    whole: bool
    best: float
    start: float
    difference: PairedDifference

    @property
    def words(self) -> str:
        """What the kind of opponents is called."""
        return WORDS[self.kind]

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        found = self.difference
        return {
            "kind": self.kind, "against": self.against, "whole": self.whole, "best": self.best, "start": self.start,
            "difference": found.value, "low": found.low, "high": found.high, "seeds": found.n, "left_out": found.left_out,
        }  # fmt: skip


def comparisons_of(plan: Plan, battles: polars.DataFrame, level: float) -> list[Comparison]:
    """Return the comparisons on held-out battles: over all opponents of a kind first, then against each.

    Args:
        plan: what was played.
        battles: the held-out battles; arms numbered as `studies.tune_run.Tuning` plays them.
        level: the level of intervals.
    """
    rows = {(arm, battle): (outcome, winner) for arm, battle, outcome, winner in _rows(battles)}
    seeds = sorted({battle for _, battle in rows})
    found: list[Comparison] = []
    arm = 0
    for kind, opponents in (("trained", plan.opponents), ("held_out", plan.held_out)):
        by_opponent: dict[str, list[tuple[list[float], list[float]]]] = {}
        for match in plan.against(opponents):
            start, best = (_scores(rows, arm + place, match, seeds) for place in range(2))
            by_opponent.setdefault(match.opponent.text, []).append((best, start))
            arm += 2
        everything = [pair for pairs in by_opponent.values() for pair in pairs]
        if everything:
            found.append(_compared(kind, ", ".join(by_opponent), True, everything, level))
        if len(by_opponent) > 1:
            found += [_compared(kind, name, False, pairs, level) for name, pairs in by_opponent.items()]
    duel: list[tuple[list[float], list[float]]] = []
    for match in plan.against([plan.space.start]):
        best = _scores(rows, arm, match, seeds)
        duel.append((best, [1.0 - score for score in best]))
        arm += 1
    found.append(_compared("duel", plan.space.start.text, True, duel, level))
    return found


def _rows(battles: polars.DataFrame) -> Any:
    return battles.select("arm", "battle", "outcome", "winner").iter_rows()


def _scores(rows: Any, arm: int, match: Match, seeds: Sequence[int]) -> list[float]:
    found = [rows.get((arm, seed), ("error", None)) for seed in seeds]
    return points([outcome for outcome, _ in found], [winner for _, winner in found], match.side)


def _compared(kind: str, against: str, whole: bool, pairs: Sequence[tuple[list[float], list[float]]], level: float) -> Comparison:
    """Return the comparison over matches: each seed is one unit, whatever was played on it."""
    best = [_mean(scores) for scores in zip(*(pair[0] for pair in pairs), strict=True)]
    start = [_mean(scores) for scores in zip(*(pair[1] for pair in pairs), strict=True)]
    difference = paired_difference(best, start, level)
    return Comparison(kind, against, whole, _mean_of(best), _mean_of(start), difference)


def _mean(scores: Sequence[float]) -> float:
    """Return the mean score of a seed; NaN when a battle on it was not scored."""
    return nan if any(isnan(score) for score in scores) else round(fmean(scores), 9)


def _mean_of(scores: Sequence[float]) -> float:
    kept = [score for score in scores if not isnan(score)]
    return fmean(kept) if kept else nan
