"""What a tuning found: the best numbers, how they were come by, and whether they hold on what they never met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from engine import __version__
from studies.extras import need
from studies.intervals import CONFIDENCE
from studies.result import Facts, StudyResult
from studies.tables import PERCENT, Column, Table
from studies.tune_figures import Comparison, comparisons_of
from studies.tune_plan import HELD_FROM
from studies.tune_run import BEST, START

if TYPE_CHECKING:
    import polars

    from studies.plots_base import Plot
    from studies.report_words import Contents
    from studies.store import Store
    from studies.tune_plan import Plan
    from studies.tune_run import Finalist, Trial, Tuned
    from studies.tune_space import Space

HELD_COLUMNS = (
    Column("against"), Column("kind"), Column("best", "share", "best"), Column("start", "share", "start"),
    Column("difference", "number", "difference", PERCENT, signed=True), Column("interval", "interval", "95% interval", PERCENT),
    Column("seeds", "count"),
)  # fmt: skip

NUMBER_COLUMNS = (
    Column("number"), Column("start", "number"), Column("best", "number"), Column("change", "number", signed=True),
    Column("low", "number"), Column("high", "number"),
)  # fmt: skip

ROUND_COLUMNS = (
    Column("round", "count"), Column("tried", "count"), Column("start", "share", "start's score"),
    Column("mean_gain", "number", "mean gain", PERCENT, signed=True),
    Column("best_gain", "number", "best gain", PERCENT, signed=True),
)  # fmt: skip

FINALIST_COLUMNS = (
    Column("finalist"), Column("score", "share", "score"), Column("gain", "number", "gain", PERCENT, signed=True),
)  # fmt: skip


def result_of(plan: Plan, tuned: Tuned, command: str, confidence: float) -> TuneResult:
    """Return the result of a tuning that was played, or interrupted.

    Args:
        plan: what was played.
        tuned: how far it came.
        command: the command line that makes it.
        confidence: the level of intervals.
    """
    held = HELD_FROM + (plan.final if tuned.rows.height else 0)
    settings = {name: value for name, value in plan.settings().items() if name not in ("numbers", "whole")}
    ended = "all planned battles" if tuned.complete else f"interrupted after {len(tuned.trials)} of {plan.trials} values"
    facts = Facts(
        "tune", plan.seed, HELD_FROM, held, __version__, command, tuned.complete, ended,
        {**settings, "tuned": [number.name for number in plan.space.numbers], "confidence": confidence},
    )  # fmt: skip
    names = ", ".join(ground.name for ground in plan.grounds)
    held_out: dict[str, Any] = {"arms": tuned.arms, "battles": tuned.rows}
    return TuneResult(
        title=f"Tuning {plan.space.start.text} on {names}", facts=facts, plan=plan, tuned=tuned, level=confidence,
        **held_out,
    )  # fmt: skip


@attrs.frozen(eq=False, slots=False, kw_only=True)
class TuneResult(StudyResult):
    """The result of a tuning; ``battles`` and ``arms`` are those of the held-out battles.

    Attributes:
        plan: what was played.
        tuned: how far it came.
        level: the level of intervals.
    """

    plan: Plan = attrs.field(repr=False)
    tuned: Tuned = attrs.field(repr=False)
    level: float = CONFIDENCE

    @property
    def space(self) -> Space:
        """What was tuned."""
        return self.plan.space

    @property
    def trials(self) -> Sequence[Trial]:
        """What was tried, in order."""
        return self.tuned.trials

    @property
    def finalists(self) -> Sequence[Finalist]:
        """What was compared once more, on battles of its own."""
        return self.tuned.finalists

    @property
    def errors(self) -> int:
        """Battles that ended in an error, in all of the study."""
        return self.tuned.errors

    @property
    def best(self) -> dict[str, float]:
        """All numbers of the policy with the best values found; those of the start where nothing is better, or known yet."""
        return self.space.values(self.tuned.best if self.tuned.best is not None else self.space.middle)

    @property
    def agent(self) -> str:
        """What commands call the agent with the best numbers."""
        return self.space.text(self.tuned.best if self.tuned.best is not None else self.space.middle)

    @property
    def found(self) -> bool:
        """Whether something better than the start was found."""
        return bool(self.arms)

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The best against the start on held-out battles: over all opponents of a kind, then against each."""
        return comparisons_of(self.plan, self.battles, self.level) if self.found and self.battles.height else []

    def comparison(self, kind: str) -> Comparison | None:
        """Return the comparison over all opponents of a kind: ``trained``, ``held_out`` or ``duel``; None without one."""
        return next((one for one in self.comparisons if one.kind == kind and one.whole), None)

    @property
    def holds(self) -> bool:
        """Whether the gain is there with significance against all opponents, those it never met, too."""
        found = [one for kind in ("trained", "held_out") if (one := self.comparison(kind)) is not None]
        return bool(found) and all(one.difference.low > 0 for one in found)

    @property
    def history(self) -> polars.DataFrame:
        """One row a value tried: trial, round, score, start (the start's score in the same battles), gain; then its numbers."""
        rows = [
            {"trial": one.number, "round": one.round, "score": one.score, "start": one.start, "gain": one.gain,
             **{f"n:{number.name}": value for number, value in zip(self.space.numbers, one.values, strict=True)}}
            for one in self.trials
        ]  # fmt: skip
        columns = ["trial", "round", "score", "start", "gain", *(f"n:{number.name}" for number in self.space.numbers)]
        kinds = {name: need("polars").Int64 if name in ("trial", "round") else need("polars").Float64 for name in columns}
        table: polars.DataFrame = need("polars").DataFrame(rows, schema=kinds)
        return table

    def findings(self) -> list[str]:
        """Return what was found, the answer first."""
        from studies.tune_words import findings_of

        return findings_of(self)

    def tables(self) -> list[Table]:
        """Return the tables, the answer first."""
        tables = [self.rounds_table()]
        if self.comparisons:
            tables.insert(0, self.held_table())
        if self.finalists:
            tables += [self.finalists_table(), self.numbers_table()]
        return [*tables, *([self.errors_table()] if self.errors and self.battles.height else [])]

    def held_table(self) -> Table:
        """Return the best against the start on held-out battles."""
        rows = [
            {"against": one.against, "kind": one.words, "best": one.best, "start": one.start, "difference": one.difference.value,
             "interval": one.difference.interval, "seeds": one.difference.n}
            for one in self.comparisons
        ]  # fmt: skip
        note = (
            "Battles nothing was chosen by. Mean scores, a battle without a winner counts a half; differences seed by seed, "
            "over scenarios and sides. Against the start itself the difference is between the two that meet."
        )
        told = f"{self.level:.0%} interval"
        columns = [attrs.evolve(column, title=told) if column.key == "interval" else column for column in HELD_COLUMNS]
        return Table.of("held_out", "On battles it was not tuned on", columns, rows, note)

    def rounds_table(self) -> Table:
        """Return how the search went, round by round."""
        rows = []
        for number in sorted({one.round for one in self.trials}):
            of_it = [one for one in self.trials if one.round == number]
            gains = [one.gain for one in of_it]
            rows.append({"round": number, "tried": len(of_it), "start": of_it[0].start, "mean_gain": sum(gains) / len(gains),
                         "best_gain": max(gains)})  # fmt: skip
        note = (
            "Gains are over the start in the same battles; each round has its own. Timeouts and stalemates score nothing here, "
            "draws a half."
        )
        return Table.of("rounds", "The search", ROUND_COLUMNS, rows, note)

    def finalists_table(self) -> Table:
        """Return what was compared once more."""
        rows = [{"finalist": one.label, "score": one.score, "gain": one.gain} for one in self.finalists]
        note = f"Compared on {self.plan.selecting()} seeds of their own; middle: the mean of the best quarter of the later half."
        return Table.of("finalists", "Finalists", FINALIST_COLUMNS, rows, note)

    def numbers_table(self) -> Table:
        """Return the numbers, those that changed most first."""
        best = self.best
        rows: list[Mapping[str, Any]] = [
            {"number": each.name, "start": each.start, "best": best[each.name], "change": best[each.name] - each.start,
             "low": each.low, "high": each.high}
            for each in self.space.numbers
        ]  # fmt: skip
        rows.sort(key=lambda row: -abs(row["change"]) / (row["high"] - row["low"]))
        return Table.of("numbers", "The numbers", NUMBER_COLUMNS, rows, "Low and high: between what each was looked for.")

    def plots(self) -> list[Plot]:
        """Return the plots: how the search went, and the gain on held-out battles."""
        from studies.tune_plots import plots_of

        return plots_of(self)

    def data(self, contents: Contents | None = None) -> dict[str, Any]:
        """Return everything but single battles as plain data."""
        return {
            **super().data(contents), "agent": self.agent, "best": self.best, "start": dict(self.space.whole), "found": self.found,
            "holds": self.holds, "comparisons": [one.data() for one in self.comparisons],
        }  # fmt: skip

    def write(self, where: Store | str | Path) -> list[Path]:
        """Write the reports, the numbers found and the history into the study's folder; return their paths."""
        from studies.tune_write import write_all

        return [*write_all(where, self), *super().write(where)]


__all__ = ["BEST", "START", "TuneResult", "result_of"]
