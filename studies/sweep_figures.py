"""The figures of a sweep: what its battles say of every cell, and of its difference to the base; pure functions of the rows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from studies.arms import Arm, Row
from studies.intervals import Interval
from studies.statistics import PairedDifference, Tally, holm, paired_difference, points, quantile_battles, tally

if TYPE_CHECKING:
    import polars

LOST = {"draw": 0.0, "timeout": 0.0, "stalemate": 0.0, "error": math.nan}
"""What a battle without a winner adds to a share of wins; errors are not scored."""


class CellFigures(NamedTuple):
    """What was found in one cell.

    Attributes:
        arm: its number; 0 is the base.
        label: what it is called.
        counts: how its battles ended, for the side that is followed.
        share: that side's share of wins; None without battles that count.
        interval: Wilson's interval of it.
        quantiles: the battles of least, quartile and greatest length by name; empty without any.
        difference: its share of wins less the base's, battle by battle; None for the base, and for a cell that is the base.
        p: the exact p of no difference, adjusted for all cells (Holm); None where there is no difference to test.
    """

    arm: int
    label: str
    counts: Tally
    share: float | None
    interval: Interval
    quantiles: Mapping[str, Row]
    difference: PairedDifference | None
    p: float | None

    def time(self, which: str) -> float | None:
        """Return the count at which a battle of `quantiles` ended."""
        return self.quantiles[which].t if self.quantiles else None

    def differs(self, confidence: float) -> bool:
        """Tell whether the cell differs from the base, at a chance of false alarms for all cells together."""
        return self.p is not None and self.p <= 1 - confidence


def figures_of(battles: polars.DataFrame, arms: Sequence[Arm], side: str, confidence: float) -> list[CellFigures]:
    """Return what was found in every cell.

    Args:
        battles: the rows of all arms; the first arm is the base.
        arms: what was played.
        side: whose wins are followed.
        confidence: the level of every interval.
    """
    parts = {int(key[0]): part for key, part in battles.partition_by("arm", as_dict=True).items()}
    empty = battles.clear()
    base = parts.get(0, empty)
    found = []
    for number, arm in enumerate(arms):
        part = parts.get(number, empty)
        counts = tally(part["outcome"].to_list(), part["winner"].to_list(), side)
        same = arm.scenario.digest == arms[0].scenario.digest
        found.append(CellFigures(
            number, arm.label, counts, counts.wins / counts.scored if counts.scored else None,
            counts.win_interval(confidence), quantile_battles(rows_of(part)),
            None if same else difference_of(part, base, side, confidence), None,
        ))  # fmt: skip
    return _adjusted(found)


def _adjusted(cells: Sequence[CellFigures]) -> list[CellFigures]:
    """Return the cells with the p of their differences adjusted for all of them."""
    tested = [cell.arm for cell in cells if cell.difference is not None and cell.difference.n]
    raw = [cell.difference.p for cell in cells if cell.difference is not None and cell.difference.n]
    adjusted = dict(zip(tested, holm(raw), strict=True))
    return [cell._replace(p=adjusted.get(cell.arm)) for cell in cells]


def difference_of(part: polars.DataFrame, base: polars.DataFrame, side: str, confidence: float) -> PairedDifference:
    """Return a cell's share of wins less the base's, of the battles that both have."""
    shared = part.join(base.select("battle", "outcome", "winner"), on="battle", suffix="_base", maintain_order="left")
    ours = points(shared["outcome"].to_list(), shared["winner"].to_list(), side, LOST)
    theirs = points(shared["outcome_base"].to_list(), shared["winner_base"].to_list(), side, LOST)
    return paired_difference(ours, theirs, confidence)


def rows_of(part: polars.DataFrame) -> list[Row]:
    """Return battles of a data frame, as far as replaying them needs it."""
    columns = ("arm", "battle", "outcome", "winner", "t", "reason")
    return [
        Row(arm, battle, outcome, winner, t, reason, 0, 0, {}, {})
        for arm, battle, outcome, winner, t, reason in part.select(columns).iter_rows()
    ]


def row_of(cell: CellFigures, confidence: float) -> dict[str, Any]:
    """Return one cell as a row of a table."""
    difference = cell.difference
    return {
        "cell": cell.label, **cell.counts._asdict(), "win_share": cell.share, "interval": tuple(cell.interval),
        "difference": None if difference is None or not difference.n else difference.value,
        "difference_interval": None if difference is None or not difference.n else tuple(difference.interval),
        "p": cell.p,
        "differs": None if cell.p is None else "yes" if cell.differs(confidence) else "no",
        "t_min": cell.time("minimum"), "t_lower": cell.time("lower quartile"), "t_median": cell.time("median"),
        "t_upper": cell.time("upper quartile"), "t_max": cell.time("maximum"),
    }  # fmt: skip
