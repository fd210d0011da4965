"""What a comparison found: two variants battle by battle, as data frames and tables."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from studies.compare_arms import A, B, words_of
from studies.compare_figures import (
    KINDS,
    Compared,
    Pair,
    compared_shares,
    compared_times,
    crossed,
    discordant,
    pairs_of,
)
from studies.compare_measures import Measured, measured
from studies.extras import need
from studies.intervals import CONFIDENCE
from studies.result import StudyResult, parts_of
from studies.statistics import Tally
from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    import polars

    from studies.paired import Bootstrap, PairedDifference
    from studies.plots_base import Plot
    from studies.report_words import Contents
    from studies.stopping import Decision
    from studies.study import Played

SHOWN = 3
"""The discordant battles of each direction that are told one by one."""


def result_of(played: Played, side: str, confidence: float) -> CompareResult:
    """Return the result of a comparison that was played, or interrupted.

    Args:
        played: the study.
        side: whose wins are compared.
        confidence: the level of intervals over all planned looks together.
    """
    study = played.study
    a, b = (words_of(arm.tags["settings"]) for arm in study.arms)
    looks = len(study.looks) if study.stopping is not None else 1
    return CompareResult(
        **parts_of(f"{study.settings['scenario']}: {a} (a) against {b} (b)", played), side=side, looks=looks,
        level=1 - (1 - confidence) / looks if looks > 1 else confidence, decision=played.decision,
    )  # fmt: skip


@attrs.frozen(eq=False, slots=False)
class CompareResult(StudyResult):
    """The result of a comparison.

    Attributes:
        side: whose wins are compared.
        looks: the looks that were planned; 1 without a stopping rule.
        level: the level of all intervals; above the confidence where several looks share it.
        decision: what the stopping rule said, or None.
    """

    side: str = ""
    looks: int = 1
    level: float = CONFIDENCE
    decision: Decision | None = None

    @property
    def better(self) -> str | None:
        """Which variant is shown to be better: both the exact test and the interval must say so; None: neither."""
        low, value, high = self.wins.difference.low, self.wins.difference.value, self.wins.difference.high
        shown = self.p <= 1 - float(self.facts.settings["confidence"]) and not low <= 0 <= high
        return (A if value > 0 else B) if shown else None

    @cached_property
    def matched(self) -> list[Pair]:
        """The battles both variants have; in an interrupted study some have been played with one only."""
        return pairs_of(self.battles)

    @cached_property
    def wins(self) -> Compared[PairedDifference]:
        """The share of battles the side wins, with its paired difference."""
        return compared_shares(self.matched, self.side, self.level, undecided=False)

    @cached_property
    def score(self) -> Compared[PairedDifference]:
        """The mean score of the side, undecided battles half, with its paired difference."""
        return compared_shares(self.matched, self.side, self.level, undecided=True)

    @cached_property
    def times(self) -> tuple[Compared[Bootstrap], Compared[Bootstrap]]:
        """The mean and the median time in counts, each with its difference by a paired bootstrap."""
        return compared_times(self.matched, self.level)

    @cached_property
    def measured(self) -> list[Measured]:
        """The measures of a meter in both variants, with their paired differences; none without a meter."""
        return measured(self.battles, self.level)

    @property
    def p(self) -> float:
        """The exact McNemar test that wins only with a and wins only with b are equally likely, times the planned looks."""
        return min(1.0, self.wins.difference.p * self.looks)

    @cached_property
    def only(self) -> tuple[list[Pair], list[Pair]]:
        """The battles the side wins only with a, and only with b."""
        return discordant(self.matched, self.side)

    @property
    def pairs(self) -> polars.DataFrame:
        """One row a battle both variants have.

        Columns: battle; a, b (how it ended for the side: won, lost, draw, timeout, stalemate, error); a_winner,
        b_winner; a_t, b_t in counts.
        """
        kinds = {"battle": int, "a": str, "b": str, "a_winner": str, "b_winner": str, "a_t": float, "b_t": float}
        rows = [
            (battle, a.kind(self.side), b.kind(self.side), a.winner, b.winner, a.t, b.t)
            for battle, a, b in self.matched
        ]
        found: polars.DataFrame = need("polars").DataFrame(rows, schema=kinds, orient="row")
        return found

    @property
    def differences(self) -> polars.DataFrame:
        """One row a figure: figure (wins, score, mean_t, median_t), a, b, difference (a less b), low, high, n.

        Shares are 0 to 1, times in counts; null where nothing is known.
        """
        kinds = {"figure": str, "a": float, "b": float, "difference": float, "low": float, "high": float, "n": int}
        found: list[Any] = [self.wins, self.score, *self.times]
        names = ("wins", "score", "mean_t", "median_t")
        rows = [(name, a, b, *difference[:4]) for name, (a, b, difference) in zip(names, found, strict=True)]
        made: polars.DataFrame = need("polars").DataFrame(rows, schema=kinds, orient="row").fill_nan(None)
        return made

    @property
    def measures(self) -> polars.DataFrame:
        """One row a measure: measure, a, b (means), difference (a less b), low, high, n; none without a meter."""
        kinds = {"measure": str, "a": float, "b": float, "difference": float, "low": float, "high": float, "n": int}
        rows = [(name, a, b, *found[:4]) for name, a, b, found in self.measured]
        made: polars.DataFrame = need("polars").DataFrame(rows, schema=kinds, orient="row")
        return made

    @property
    def undecided(self) -> bool:
        """Whether there are battles without a winner that are no errors."""
        return any(kind not in ("won", "lost", "error") for pair in crossed(self.matched, self.side) for kind in pair)

    @property
    def interval_title(self) -> str:
        """What intervals are called: by their confidence over all looks."""
        return f"{100 * float(self.facts.settings['confidence']):g}% interval"

    def findings(self) -> list[str]:
        """Return what was found, in sentences, the answer first."""
        from studies.compare_words import findings

        return findings(self)

    def tables(self) -> list[Table]:
        """Return the tables, the answer first; one without rows is left out."""
        made = (
            self.difference_table(), self.crossed_table(), self.times_table(), self.measures_table(),
            self.outcomes_table(), self.discordant_table(), self.replays_table(),
        )  # fmt: skip
        return [*(table for table in made if table.rows), *([self.errors_table()] if self.errors else [])]

    def plots(self) -> list[Plot]:
        """Return the plots, the answer first."""
        from studies.compare_words import plots

        return [*plots(self), *super().plots()]

    def difference_table(self) -> Table:
        """Return the share of wins in both variants, and the score where it is another thing, with the paired difference."""
        columns = [
            Column("figure"), Column("a", "share"), Column("b", "share"),
            Column("difference", "number", "a less b", PERCENT, signed=True),
            Column("interval", "interval", self.interval_title, PERCENT, signed=True), Column("p", "p"),
            Column("battles", "count"),
        ]  # fmt: skip
        figures = [("won", self.wins, self.p), *([("score", self.score, None)] if self.undecided else [])]
        rows = [
            (name, found.a, found.b, found.difference.value, tuple(found.difference.interval), p, found.difference.n)
            for name, found, p in figures
            if found.difference.n
        ]
        score = " Score: undecided battles count half." if self.undecided else ""
        looks = (
            f", times the {self.looks} planned looks, over which all intervals hold together" if self.looks > 1 else ""
        )
        note = f"Battle by battle; Tango's score intervals. p: exact McNemar test{looks}.{score}"
        return Table("difference", f"Battles won by side {self.side}", columns, rows, note)

    def crossed_table(self) -> Table:
        """Return how the same battle ended with a and with b, each outcome apart."""
        counts = crossed(self.matched, self.side)
        down, across = ([kind for kind in KINDS if any(pair[arm] == kind for pair in counts)] for arm in (0, 1))
        columns = [Column("a", title="with a"), *(Column(kind, "count", f"b: {kind}") for kind in across)]
        rows = [(one, *(counts[one, other] for other in across)) for one in down]
        a, b = map(len, self.only)
        wins = self.wins.difference
        note = f"For side {self.side}. Won only with a: {a}, only with b: {b}."
        if a + b:
            span = Column("odds", "interval", unit=PERCENT).text((wins.odds_low, wins.odds_high))
            share = Column("odds", "share").text(wins.odds)
            note += f" The share of the first: {share} (exact {self.interval_title} {span})."
        return Table("pairs", "The same battle with a and with b", columns, rows, note)

    def times_table(self) -> Table:
        """Return the mean and the median time of both variants, with the difference."""
        columns = [
            Column("figure"), Column("a", "number"), Column("b", "number"),
            Column("difference", "number", "a less b", signed=True),
            Column("interval", "interval", self.interval_title, signed=True), Column("battles", "count"),
        ]  # fmt: skip
        rows = [
            (name, found.a, found.b, found.difference.value, tuple(found.difference.interval), found.difference.n)
            for name, found in zip(("mean", "median"), self.times, strict=True)
            if found.difference.n
        ]
        note = "Paired bootstrap; of medians it is the difference of the two."
        return Table("times", "When battles end, in counts", columns, rows, note)

    def measures_table(self) -> Table:
        """Return the mean of every measure in both variants, with the difference."""
        columns = [
            Column("measure"), Column("a", "number"), Column("b", "number"),
            Column("difference", "number", "a less b", signed=True),
            Column("interval", "interval", self.interval_title, signed=True), Column("battles", "count"),
        ]  # fmt: skip
        rows = [(name, a, b, found.value, tuple(found.interval), found.n) for name, a, b, found in self.measured]
        note = "Means a battle, times in counts; paired bootstrap. Every interval holds by itself: of many some miss."
        return Table("measures", "What was measured", columns, rows, note)

    def outcomes_table(self) -> Table:
        """Return how the battles of each variant ended for the side, each outcome apart."""
        columns = [
            Column("arm"), Column("wins", "count", "won"), Column("losses", "count", "lost"),
            Column("draws", "count"), Column("timeouts", "count"), Column("stalemates", "count"), Column("errors", "count"),
            Column("win_share", "share", "share"), Column("interval", "interval", self.interval_title, PERCENT),
        ]  # fmt: skip
        arms = enumerate((A, B)) if self.battles.height else ()
        rows = [self._outcomes(name, self.tally(arm, self.side)) for arm, name in arms]
        note = "Share: of the battles without errors; Wilson's intervals, each variant by itself."
        return Table.of("outcomes", f"Outcomes for side {self.side}", columns, rows, note)

    def _outcomes(self, name: str, counts: Tally) -> dict[str, Any]:
        share = counts.wins / counts.scored if counts.scored else math.nan
        return {"arm": name, **counts._asdict(), "win_share": share, "interval": tuple(counts.win_interval(self.level))}

    def discordant_table(self) -> Table:
        """Return the first battles that are won only with a and only with b, with the commands that play both."""
        columns = [
            Column("which", title="battle"), Column("arm", title="played with"), Column("outcome"), Column("winner"),
            Column("t", "number", "ends", "counts"), Column("command", "command"),
        ]  # fmt: skip
        rows = [
            (f"{pair.battle}: won only with {name}", arm.label, *end, arm.command(self.facts.seed, pair.battle))
            for name, pairs in zip((A, B), self.only, strict=True)
            for pair in pairs[:SHOWN]
            for arm, end in zip(self.arms, (pair.a, pair.b), strict=True)
        ]
        first = f"the first {SHOWN} each way" if max(map(len, self.only)) > SHOWN else "all of them"
        note = f"Of the battles side {self.side} wins in one variant only, {first}."
        return Table("discordant", "Battles that come out differently", columns, rows, note)

    def data(self, contents: Contents | None = None) -> dict[str, Any]:
        """Return everything but the single battles as plain data."""
        return {
            **super().data(contents), "side": self.side, "level": self.level,
            "decision": None if self.decision is None else attrs.asdict(self.decision),
            "differences": self.differences.to_dicts(), "measures": self.measures.to_dicts(), "p": self.p,
            **{
                f"only_{name}": {"battles": len(pairs), "first": [pair.battle for pair in pairs[:SHOWN]]}
                for name, pairs in zip((A, B), self.only, strict=True)
            },
        }  # fmt: skip
