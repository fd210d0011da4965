"""What single changes are worth: the difference each makes to the share of wins and to how long battles last, ranked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from studies.paired import Bootstrap, bootstrap_difference
from studies.statistics import holm
from studies.sweep_interactions import value_text
from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    import polars

    from studies.sweep_design import Value
    from studies.sweep_result import SweepResult


class Worth(NamedTuple):
    """One change and what it is worth.

    Attributes:
        path: what is changed.
        before, after: its value in the base, and in the cell.
        difference: what it adds to the share of wins, 0 to 1, battle by battle on the same seeds.
        low, high: its interval.
        p: exact, adjusted for all changes (Holm).
        longer: how much longer battles last, in counts; of the battles without an error on either side.
        longer_low, longer_high: its bootstrap interval; without end where fewer than two battles leave it open.
    """

    path: str
    before: Value
    after: Value
    difference: float
    low: float
    high: float
    p: float | None
    longer: float
    longer_low: float
    longer_high: float


def worths(result: SweepResult) -> list[Worth]:
    """Return what every change is worth, the greatest difference first; what changes nothing of the base is left out."""
    found = []
    base = result.of(0)
    cells = [cell for cell in result.figures[1:] if cell.difference and cell.difference.n and result.changes(cell.arm) == 1]
    adjusted = holm([cell.difference.p for cell in cells if cell.difference is not None])
    for cell, p in zip(cells, adjusted, strict=True):
        if cell.difference is None:
            continue
        place = changed(result, cell.arm)
        time = longer(result.of(cell.arm), base, result.confidence, cell.label)
        found.append(
            Worth(
                result.varied[place].path, result.value(0, place), result.value(cell.arm, place), cell.difference.value,
                cell.difference.low, cell.difference.high, p, time.value, time.low, time.high,
            )
        )  # fmt: skip
    return sorted(found, key=lambda worth: (-abs(worth.difference), worth.path, str(worth.after)))


def changed(result: SweepResult, arm: int) -> int:
    """Return the place of what is changed in a cell of a sweep that varies one thing at a time."""
    setting = result.arms[arm].overrides[-1]
    return next(place for place, one in enumerate(result.varied) if setting in map(one.setting, one.values))


def longer(part: polars.DataFrame, base: polars.DataFrame, confidence: float, key: str) -> Bootstrap:
    """Return how much longer the battles of a cell last than the base's, seed by seed; errors are left out."""
    shared = part.join(base.select("battle", "outcome", "t"), on="battle", suffix="_base", maintain_order="left")
    ours, theirs = (
        [math.nan if outcome == "error" else t for outcome, t in shared.select(f"outcome{end}", f"t{end}").iter_rows()]
        for end in ("", "_base")
    )
    return bootstrap_difference(ours, theirs, confidence, key=f"worth {key}")


def worth_table(result: SweepResult) -> Table:
    """Return what every change is worth, the greatest first."""
    level = f"{100 * result.confidence:.4g}% interval"
    columns = [
        Column("path", title="change of"), Column("before", title="from"), Column("after", title="to"),
        Column("difference", "number", "share of wins", PERCENT, signed=True),
        Column("interval", "interval", level, PERCENT, signed=True), Column("p", "p"),
        Column("longer", "number", "lasts longer", "counts", signed=True),
        Column("longer_interval", "interval", level, "counts", signed=True),
    ]  # fmt: skip
    rows = [
        (worth.path, value_text(worth.before), value_text(worth.after), worth.difference, (worth.low, worth.high), worth.p,
         worth.longer, (worth.longer_low, worth.longer_high))
        for worth in worths(result)
    ]  # fmt: skip
    note = (
        f"What one change adds to the share of wins of side {result.side} and to the battle's length, battle by battle on the same "
        "seeds, everything else as in the base. p is exact, adjusted for all changes (Holm)."
    )
    return Table("worth", "Worth", columns, rows, note)
