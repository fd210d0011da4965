"""What a sweep hands back: every cell with its figures, the breakpoints, tables and plots."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from studies.breakpoints import Breakpoints
from studies.cli_text import listed, plural
from studies.extras import need
from studies.measures import frame_of, tables_of
from studies.result import OUTCOME_COLUMNS, REPLAY_COLUMNS, StudyResult, parts_of
from studies.sweep_bias import bias_table, biases
from studies.sweep_design import Value, read
from studies.sweep_figures import CellFigures, figures_of, row_of
from studies.sweep_interactions import (
    Effect,
    effects,
    interaction_findings,
    interactions_plot,
    interactions_table,
)
from studies.sweep_worth import worth_table, worths
from studies.tables import PERCENT, Column, Table
from studies.vary import Vary, short_names

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import polars

    from studies.plots_base import Plot
    from studies.report_words import Contents
    from studies.store import Store
    from studies.study import Played

FIRST_FLIPS = 2
"""Breakpoints that are told in a sentence."""


@attrs.frozen(eq=False, slots=False)
class SweepResult(StudyResult):
    """The result of a sweep. Arm 0 is the base: the scenario as it stands; every other arm is a cell.

    Attributes:
        varied: what was varied.
        side: whose wins are followed.
        confidence: the level of every interval.
        breakpoints: where the timelines say that the order of blows changes.
        worth: whether one thing was varied at a time; then what each change is worth is ranked.
        bias: whether it is told by how much one side wins more than the other.
    """

    varied: tuple[Vary, ...]
    side: str
    confidence: float
    breakpoints: Breakpoints
    worth: bool = False
    bias: bool = False

    @cached_property
    def figures(self) -> list[CellFigures]:
        """What was found in every cell, the base first."""
        return figures_of(self.battles, self.arms, self.side, self.confidence)

    @property
    def names(self) -> tuple[str, ...]:
        """What the varied things are called."""
        return short_names(self.varied)

    def value(self, arm: int, place: int) -> Value:
        """Return the value of something varied in a cell: a number where all its values are numbers."""
        return read(self.varied[place], self.arms[arm].tags["values"][place])

    def changes(self, arm: int) -> int:
        """Return how many things are set otherwise than in the base."""
        return len(self.arms[arm].overrides) - len(self.arms[0].overrides)

    @property
    def together(self) -> bool:
        """Whether it was played to tell what changes add together."""
        return self.worth and any(self.changes(arm) > 1 for arm in range(len(self.arms)))

    @cached_property
    def effects(self) -> list[Effect]:
        """What a linear model says of every change and of every two together; none where one thing was varied at a time."""
        return effects(self) if self.together else []

    @cached_property
    def cells(self) -> polars.DataFrame:
        """One row a cell: its values by path, outcomes of `side`, shares, intervals, difference to the base, times.

        Shares and differences are 0 to 1, times counts; ``p`` is adjusted for all cells (Holm); cell 0 is the base.
        """
        rows = []
        for figures in self.figures:
            row = row_of(figures, self.confidence)
            for key in ("interval", "difference_interval"):
                ends = row.pop(key) or (None, None)
                row |= {f"{key}_low": ends[0], f"{key}_high": ends[1]}
            values = {one.path: self.value(figures.arm, place) for place, one in enumerate(self.varied)}
            rows.append({"number": figures.arm, "cell": row.pop("cell"), **values, **row})
        return self._frame(rows, {key: kind for key, kind in _kinds(self.varied).items() if key in rows[0]})

    @cached_property
    def sides(self) -> polars.DataFrame:
        """One row a cell and side: how its battles ended, the share of wins with its interval."""
        keys = [column.key for column in OUTCOME_COLUMNS if column.key != "interval"]
        rows = []
        for number, arm in enumerate(self.arms):
            for side in arm.sides:
                counts = self.tally(number, side)
                low, high = counts.win_interval(self.confidence)
                share = counts.wins / counts.scored if counts.scored else None
                rows.append({"number": number, "cell": arm.label, "side": side, **counts._asdict(), "win_share": share,
                             "interval_low": low, "interval_high": high})  # fmt: skip
        kinds: dict[str, Any] = {"number": int, "cell": str, **dict.fromkeys(keys[2:-1], int)}
        return self._frame(
            rows, {"side": str, **kinds, "win_share": float, "interval_low": float, "interval_high": float}
        )

    @cached_property
    def replays(self) -> polars.DataFrame:
        """One row a cell and quantile: the battles of least, quartile and greatest length, with the command that plays each."""
        rows = [
            {"number": cell.arm, "cell": cell.label, "which": which, "t": row.t, "outcome": row.outcome, "winner": row.winner,
             "battle": row.battle, "command": self.arms[cell.arm].command(self.facts.seed, row.battle)}
            for cell in self.figures
            for which, row in cell.quantiles.items()
        ]  # fmt: skip
        kinds = {"number": int, "cell": str, "which": str, "t": float, "outcome": str, "winner": str, "battle": int}
        return self._frame(rows, {**kinds, "command": str})

    @cached_property
    def measures(self) -> polars.DataFrame:
        """One row a cell and measure: the battles measured, their mean, its interval; none without a meter."""
        return frame_of(self, self.confidence)

    @property
    def _paths(self) -> list[str]:
        return [one.path for one in self.varied]

    @property
    def together_frame(self) -> polars.DataFrame:
        """One row a change and one every two changes: what they add to the share of wins (0 to 1) and the length (counts)."""
        texts = ("first", "first_from", "first_to", "second", "second_from", "second_to")
        figures = ("wins", "wins_low", "wins_high", "wins_p", "longer", "longer_low", "longer_high", "longer_p")
        kinds: dict[str, Any] = {**dict.fromkeys(texts, str), **dict.fromkeys(figures, float), "seeds": int}
        return self._frame([effect.data(self._paths) for effect in self.effects], kinds)

    def _frame(self, rows: Sequence[dict[str, Any]], kinds: dict[str, Any]) -> polars.DataFrame:
        found: polars.DataFrame = need("polars").DataFrame(rows, schema=kinds)
        return found

    def findings(self) -> list[str]:
        """Return what was found, in sentences, the answer first."""
        known = [cell for cell in self.figures[1:] if cell.share is not None]
        if not known:
            return ["No battle could be counted."]
        share = Column("share", "share")
        low, high = (pick(known, key=lambda cell: cell.share or 0.0) for pick in (min, max))
        base = self.figures[0]
        scored = plural(base.counts.scored, "battle")
        if len(known) == 1:
            cells = f"with {low.label} {share.text(low.share)}"
        elif share.text(low.share) == share.text(high.share):
            cells = f"in each of {len(known)} cells {share.text(low.share)}"
        else:
            span = f"from {share.text(low.share)} ({low.label}) to {share.text(high.share)} ({high.label})"
            cells = f"in {len(known)} cells {span}"
        said = [f"Side {self.side} wins {share.text(base.share)} of {scored} as the scenario stands; {cells}."]
        tested = [cell for cell in known if cell.p is not None]
        different = [cell for cell in tested if cell.differs(self.confidence)]
        if tested:
            level = f"{100 * (1 - self.confidence):.3g}%"
            chance = f"at a chance of {level} for any false alarm (Holm)"
            said.append(f"{len(different)} of {plural(len(tested), 'cell')} shown to differ from that, {chance}.")
        flips = self.breakpoints.flips
        if flips:
            more = "; the others stand in the table" if len(flips) > FIRST_FLIPS else ""
            told = "; ".join(flip.sentence for flip in flips[:FIRST_FLIPS])
            said.append(f"{plural(len(flips), 'breakpoint')} of the timelines: {told}{more}.")
        return [*said, *interaction_findings(self), *self.breakpoints.notes]

    def tables(self) -> list[Table]:
        """Return the tables, the answer first."""
        found = [bias_table(self)] if self.bias else []
        found += [worth_table(self)] if self.worth else []
        found += [interactions_table(self)] if self.together else []
        found.append(self.cells_table())
        if self.breakpoints.flips:
            found.append(self.breakpoints_table())
        return [*found, self.times_table(), *tables_of(self, self.confidence), *super().tables()]

    def _value_columns(self) -> list[Column]:
        return [
            Column(one.path, "text" if one.numbers is None else "number", name)
            for one, name in zip(self.varied, self.names, strict=True)
        ]

    def _valued(self, figures: CellFigures) -> dict[str, Any]:
        values = {one.path: self.value(figures.arm, place) for place, one in enumerate(self.varied)}
        return {"number": figures.arm, **values, **row_of(figures, self.confidence)}

    def cells_table(self) -> Table:
        """Return every cell: its values, the share of wins, and the difference to the base."""
        level = f"{100 * self.confidence:.4g}% interval"
        columns = [
            Column("number", "count", "cell"), *self._value_columns(), Column("battles", "count"), Column("wins", "count"),
            Column("losses", "count"), Column("draws", "count"), Column("timeouts", "count"), Column("stalemates", "count"),
            Column("errors", "count"), Column("win_share", "share", "won"), Column("interval", "interval", level, PERCENT),
            Column("difference", "number", "to base", PERCENT, signed=True),
            Column("difference_interval", "interval", level, PERCENT, signed=True),
            Column("p", "p"), Column("differs"),
        ]  # fmt: skip
        rows = [self._valued(figures) for figures in self.figures]
        note = (
            f"Wins of side {self.side}; cell 0 is the base, the scenario as it stands. Differences are taken battle by battle on "
            "the same seeds; p is the exact McNemar test, adjusted for all cells (Holm)."
        )
        return Table.of("cells", "Cells", columns, rows, note)

    def times_table(self) -> Table:
        """Return when the battles of every cell ended."""
        columns = [
            Column("number", "count", "cell"), *self._value_columns(), Column("t_min", "number", "shortest", "counts"),
            Column("t_lower", "number", "lower quartile", "counts"), Column("t_median", "number", "median", "counts"),
            Column("t_upper", "number", "upper quartile", "counts"), Column("t_max", "number", "longest", "counts"),
        ]  # fmt: skip
        rows = [self._valued(figures) for figures in self.figures]
        return Table.of("cell-times", "When the battles ended", columns, rows, "Errors have no time.")

    def breakpoints_table(self) -> Table:
        """Return the values at which the order of two blows changes."""
        columns = [
            Column("path", title="of"), Column("value", "number"), Column("exact"), Column("first", title="the blow"),
            Column("second", title="against"), Column("below", title="below it lands"), Column("at", title="at it"),
            Column("above", title="above it"),
        ]  # fmt: skip
        rows = [
            (flip.path, float(flip.at), str(flip.at), f"{flip.first} {flip.n}", f"{flip.second} {flip.m}", *flip.order)
            for flip in self.breakpoints.flips
        ]
        return Table("breakpoints", "Breakpoints", columns, rows, " ".join(self.breakpoints.assumptions))

    def replay_groups(self) -> list[list[int]]:
        """Return the base by itself and all other cells together; ``replays`` has those of every cell."""
        return [[0], list(range(1, len(self.arms)))]

    def plots(self) -> list[Plot]:
        """Return curves along one number, maps of two settings, differences of texts; then those of every study."""
        from studies.sweep_plots import plots_of

        return [*plots_of(self), *interactions_plot(self), *super().plots()] if self.battles.height else []

    def data(self, contents: Contents | None = None) -> dict[str, Any]:
        """Return everything but the single battles as plain data; ``contents`` as for any study."""
        return {
            **super().data(contents),
            "varied": [{"path": one.path, "values": list(one.values)} for one in self.varied],
            "side": self.side,
            "cells": self.cells.to_dicts(),
            "breakpoints": [
                {"path": flip.path, "at": str(flip.at), "value": float(flip.at), "first": flip.first, "n": flip.n,
                 "second": flip.second, "m": flip.m, "below": flip.below, "above": flip.above, "together": flip.together}
                for flip in self.breakpoints.flips
            ],
            "worth": [change._asdict() for change in worths(self)] if self.worth else None,
            "together": [effect.data(self._paths) for effect in self.effects] if self.together else None,
            "bias": [bias._asdict() for bias in biases(self)] if self.bias else None,
            "assumptions": list(self.breakpoints.assumptions),
            "measures": self.measures.to_dicts(),
            "replays": self.replays.to_dicts(),
        }  # fmt: skip

    def write(self, where: Store | str | Path) -> list[Path]:
        """Write the reports of the study into its folder, and its data frames as Parquet; return their paths."""
        from pathlib import Path

        from studies.parts import parquet, write_whole
        from studies.store import Store as Kept

        written = super().write(where)
        folder = where.folder if isinstance(where, Kept) else Path(where)
        more = [*(["measures"] if self.measures.height else []), *(["together"] if self.together else [])]
        for name in ("cells", "sides", "replays", *more):
            table = self.together_frame if name == "together" else getattr(self, name)
            write_whole(folder / f"{name}.parquet", parquet(table))
            written.append(folder / f"{name}.parquet")
        table = Table(
            "replays-all",
            "Battles to look at",
            (Column("number", "count"), *REPLAY_COLUMNS),
            _replay_rows(self.replays),
        )
        write_whole(folder / "replays.csv", table.csv().encode())
        return [*written, folder / "replays.csv"]


def _replay_rows(replays: polars.DataFrame) -> list[tuple[Any, ...]]:
    keys = ("number", "cell", "which", "t", "outcome", "winner", "battle", "command")
    return list(replays.select(keys).iter_rows())


def _kinds(varied: Sequence[Vary]) -> dict[str, Any]:
    """Return the columns of `SweepResult.cells` with their types."""
    counts = ("battles", "wins", "losses", "draws", "timeouts", "stalemates", "errors")
    return {
        "number": int, "cell": str, **{one.path: str if one.numbers is None else float for one in varied},
        **dict.fromkeys(counts, int),
        **dict.fromkeys(("win_share", "interval_low", "interval_high", "difference", "difference_interval_low"), float),
        "difference_interval_high": float, "p": float, "differs": str,
        **dict.fromkeys(("t_min", "t_lower", "t_median", "t_upper", "t_max"), float),
    }  # fmt: skip


def result_of(
    played: Played,
    varied: Sequence[Vary],
    side: str,
    confidence: float,
    breakpoints: Breakpoints,
    *,
    worth: bool = False,
    bias: bool = False,
) -> SweepResult:
    """Return the result of a sweep that was played.

    Args:
        played: the study; its first arm is the base.
        varied: what was varied.
        side: whose wins are followed.
        confidence: the level of every interval.
        breakpoints: of the timelines.
        worth: whether one thing was varied at a time.
        bias: whether it is told by how much one side wins more than the other.
    """
    first = played.study.arms[0].scenario.name
    title = f"{first}: {listed(short_names(varied))} varied"
    return SweepResult(
        **parts_of(title, played), varied=tuple(varied), side=side, confidence=confidence, breakpoints=breakpoints,
        worth=worth, bias=bias,
    )  # fmt: skip
