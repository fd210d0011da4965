"""What two variants change in the measures of a meter, battle by battle: where a fighter's counts go, break-offs, first blood."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from studies.paired import Bootstrap, bootstrap_difference
from studies.parts import MEASURE

if TYPE_CHECKING:
    import polars


class Measured(NamedTuple):
    """One measure in both variants.

    Attributes:
        measure: what was measured.
        a, b: its mean in each, over the battles that have it in both.
        difference: the mean of a less b, with its bootstrap interval.
    """

    measure: str
    a: float
    b: float
    difference: Bootstrap


def measured(table: polars.DataFrame, confidence: float) -> list[Measured]:
    """Return every measure that both variants have, compared over the battles that have it in both.

    Args:
        table: the rows of both arms.
        confidence: the level of each interval by itself.
    """
    names = sorted(name for name in table.columns if name.startswith(MEASURE))
    found = []
    for name in names:
        a, b = _pairs(table, name)
        if a:
            difference = bootstrap_difference(a, b, confidence, key=f"compare {name}")
            title = name.removeprefix(MEASURE)
            found.append(Measured(title, math.fsum(a) / len(a), math.fsum(b) / len(b), difference))
    return found


def _pairs(table: polars.DataFrame, name: str) -> tuple[list[float], list[float]]:
    """Return a measure battle by battle in both arms; battles that lack it in either are left out."""
    values: list[dict[int, float]] = [{}, {}]
    for arm, battle, value in table.select("arm", "battle", name).iter_rows():
        if value is not None and not math.isnan(value):
            values[arm][battle] = value
    shared = sorted(values[0].keys() & values[1].keys())
    return [values[0][battle] for battle in shared], [values[1][battle] for battle in shared]
