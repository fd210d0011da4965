"""What was measured of the battles of a study: means with intervals, and what first blood was worth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from studies.extras import need
from studies.intervals import Interval, wilson
from studies.meter_phases import FIRST_BLOOD
from studies.parts import MEASURE
from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    import polars

    from studies.result import StudyResult

MOST_ROWS = 80
"""Rows up to which the tables show every arm; above, the first arm alone."""

INTERVALS = "Student's t intervals, Wilson's for first blood; none where all battles are alike."


class Mean(NamedTuple):
    """The mean of a measure over battles.

    Attributes:
        n: the battles that were measured.
        value: their mean; NaN without any.
        interval: its interval; None with fewer than two battles, and where all are alike: their spread is not known.
    """

    n: int
    value: float
    interval: Interval | None


def names_of(battles: polars.DataFrame) -> list[str]:
    """Return the measures that battles have, sorted."""
    return sorted(name.removeprefix(MEASURE) for name in battles.columns if name.startswith(MEASURE))


def mean_of(values: Sequence[float], confidence: float) -> Mean:
    """Return the mean of independent measures with Student's t interval, cut off at 0: no measure is negative.

    Args:
        values: one a battle.
        confidence: the level of the interval.
    """
    n = len(values)
    if not n:
        return Mean(0, math.nan, None)
    mean = math.fsum(values) / n
    if min(values) == max(values):
        return Mean(n, mean, None)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1))
    half = float(need("scipy.special").stdtrit(n - 1, (1 + confidence) / 2)) * deviation / math.sqrt(n)
    return Mean(n, mean, Interval(max(0.0, mean - half), mean + half))


def means_of(part: polars.DataFrame, confidence: float) -> dict[str, Mean]:
    """Return the mean of every measure of an arm's battles, of first blood the share with Wilson's interval; errors have none."""
    found = {}
    for name in names_of(part):
        values = part[MEASURE + name].drop_nulls().to_list()
        found[name] = mean_of(values, confidence)
        if name.startswith(FIRST_BLOOD) and values:
            found[name] = found[name]._replace(interval=wilson(round(sum(values)), len(values), confidence))
    return found


def frame_of(result: StudyResult, confidence: float) -> polars.DataFrame:
    """Return one row an arm and measure: ``number, cell, measure, n, mean, low, high``."""
    rows = [
        (
            number,
            arm.label,
            name,
            mean.n,
            None if math.isnan(mean.value) else mean.value,
            *(mean.interval or (None, None)),
        )
        for number, arm in enumerate(result.arms)
        for name, mean in means_of(result.of(number), confidence).items()
    ]
    kinds = {"number": int, "cell": str, "measure": str, "n": int, "mean": float, "low": float, "high": float}
    found: polars.DataFrame = need("polars").DataFrame(rows, schema=kinds, orient="row")
    return found


def tables_of(result: StudyResult, confidence: float) -> list[Table]:
    """Return the tables of what was measured; none where nothing was."""
    names = names_of(result.battles)
    if not names:
        return []
    found = [_means_table(result, names, confidence)]
    if any(name.startswith(FIRST_BLOOD) for name in names):
        found.append(_blood_table(result, names, confidence))
    return found


def _arms(result: StudyResult, rows: int) -> tuple[range, str]:
    """Return the arms a table has room for, and a sentence on the others."""
    if rows * len(result.arms) <= MOST_ROWS:
        return range(len(result.arms)), ""
    return range(1), f" Of {result.arms[0].label} alone; results.json and measures.parquet have all."


def _means_table(result: StudyResult, names: Sequence[str], confidence: float) -> Table:
    arms, more = _arms(result, len(names))
    columns = [
        Column("arm"), Column("measure"), Column("n", "count", "battles"), Column("mean", "number"),
        Column("interval", "interval", f"{100 * confidence:.4g}% interval"),
    ]  # fmt: skip
    rows = [
        (result.arms[number].label, name, mean.n, mean.value, mean.interval)
        for number in arms
        for name, mean in means_of(result.of(number), confidence).items()
    ]
    note = f"Times in counts a battle; first blood: the share of battles in which a side dealt it. {INTERVALS}{more}"
    return Table("measures", "Measures", columns, rows, note)


def _blood_table(result: StudyResult, names: Sequence[str], confidence: float) -> Table:
    sides = [name.removeprefix(f"{FIRST_BLOOD}: ") for name in names if name.startswith(FIRST_BLOOD)]
    arms, more = _arms(result, len(sides))
    level = f"{100 * confidence:.4g}% interval"
    columns = [
        Column("arm"), Column("side"), Column("drew", "count", "drew it"), Column("won_with", "share", "then won"),
        Column("with_interval", "interval", level, PERCENT), Column("others", "count", "did not"),
        Column("won_without", "share", "then won "), Column("without_interval", "interval", level, PERCENT),
    ]  # fmt: skip
    rows = [row for number in arms for row in _blood_rows(result, number, sides, confidence)]
    note = (
        "Who dealt the first wound (both sides, where they did at one instant), and how often it won. That who strikes first wins "
        f"more often does not say that it wins because of that.{more}"
    )
    return Table("first-blood", "First blood", columns, rows, note)


def _blood_rows(
    result: StudyResult, number: int, sides: Sequence[str], confidence: float
) -> Iterator[tuple[object, ...]]:
    part = result.of(number)
    for side in sides:
        drew: list[bool] = (part[f"{MEASURE}{FIRST_BLOOD}: {side}"] == 1.0).to_list()
        won = [winner == side for winner in part["winner"].to_list()]
        groups = [[win for win, had in zip(won, drew, strict=True) if had is which] for which in (True, False)]
        cells: list[object] = []
        for group in groups:
            share = sum(group) / len(group) if group else None
            cells += [len(group), share, tuple(wilson(sum(group), len(group), confidence))]
        yield result.arms[number].label, side, *cells
