"""What a comparison of two commits says: a table, or plain data."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from benchmarks.compare import Row, Series
from benchmarks.compare_trees import Commit
from studies.bench import machine
from studies.bench_table import laid_out

HEAD = ("configuration", "a ms/battle", "b ms/battle", "b/a", "interval", "b is", "battles")


def told(commits: tuple[Commit, Commit], rows: Sequence[Row], way: str) -> str:
    """Return the table, with what it is about."""
    names = [f"{letter}: {commit.label}, {commit.title}" for letter, commit in zip("ab", commits, strict=True)]
    table = laid_out([HEAD, *map(_cells, rows)])
    measured = [row.ratio for row in rows if row.ratio is not None]
    rounds = measured[0].rounds if measured else 0
    foot = (
        f"CPU time, {way}, medians of {rounds} rounds of fresh processes in turn; b/a is the mean ratio of a round, and the\n"
        f"intervals hold together with 95%"
    )
    return "\n".join([*names, "", *table, "", foot, *_notes(rows)])


def _cells(row: Row) -> tuple[str, ...]:
    if row.ratio is None:
        return row.configuration.name, *(_time(row, series) for series in (row.a, row.b)), "-", "-", "-", "not compared"
    low, high = row.ratio.interval
    return (
        row.configuration.name, _time(row, row.a), _time(row, row.b), f"{row.ratio.value:.3f}", f"{low:.3f} to {high:.3f}",
        row.ratio.verdict, "the same" if row.same else "DIFFERENT",
    )  # fmt: skip


def _time(row: Row, series: Series) -> str:
    return "-" if series.error else f"{1e3 * median(series.seconds) / row.configuration.battles:.2f}"


def _notes(rows: Sequence[Row]) -> list[str]:
    """Return what could not be fought, and which battles came out otherwise."""
    lines = []
    for row in rows:
        for letter, series in (("a", row.a), ("b", row.b)):
            if series.error:
                lines.append(f"{row.configuration.name}: {letter} could not fight it: {series.error.splitlines()[0]}")
            elif len(series.outcomes) > 1:
                lines.append(f"{row.configuration.name}: the rounds of {letter} differ among themselves")
        if row.ratio is not None and row.a.checksum != row.b.checksum:
            lines.append(f"{row.configuration.name}: other battles, checksums {row.a.checksum} and {row.b.checksum}")
    return lines


def data(commits: tuple[Commit, Commit], rows: Sequence[Row], way: str) -> dict[str, Any]:
    """Return it as plain data."""
    return {
        "a": commits[0]._asdict(), "b": commits[1]._asdict(), "way": way, "machine": machine(),
        "configurations": [
            {
                "configuration": row.configuration.name, "battles": row.configuration.battles,
                "ratio": row.ratio and row.ratio.data(), "same": row.same, "a": _series(row.a), "b": _series(row.b),
            }
            for row in rows
        ],
    }  # fmt: skip


def _series(series: Series) -> dict[str, Any]:
    return {"seconds": series.seconds, "checksum": series.checksum, "error": series.error or None}
