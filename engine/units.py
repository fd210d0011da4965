"""Units of the engine: integer ticks inside, decimal counts outside (CLK-1)."""

from __future__ import annotations

from math import ceil
from typing import TypeAlias

Tick: TypeAlias = int
Count: TypeAlias = float
Feet: TypeAlias = float
Percent: TypeAlias = int

TICKS_PER_COUNT = 8000
"""Ticks in one count at ``time_scale`` 1: halves, quarters and 3/8 of any 0.001 count are whole ticks (CLK-1)."""


def ticks_up(counts: Count, quantum: int = 1) -> Tick:
    """Return a duration in ticks, a fraction rounded up to a whole base tick (CLK-1).

    Args:
        counts: the duration in counts; a rounding noise of a billionth of a tick is not a fraction.
        quantum: the rule set's ``time_scale``, the ticks of one base tick.
    """
    return ceil(round(counts * TICKS_PER_COUNT, 6)) * quantum


def counts_of(tick: Tick, quantum: int = 1) -> Count:
    """Return a tick as counts, exact in the decimal text of the float (CLK-1)."""
    return tick / (TICKS_PER_COUNT * quantum)
