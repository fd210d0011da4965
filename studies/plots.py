"""The plots of studies: each function returns a `Plot` that is drawn when it is asked for its bytes.

Outcomes are told apart by colour and by hatching; every estimate is drawn with its interval.
"""

from __future__ import annotations

from studies.plots_base import Plot
from studies.plots_curves import Breakpoint, Curve, share_curves
from studies.plots_map import heat_map
from studies.plots_shares import forest, outcome_bars, paired_differences
from studies.plots_times import time_histogram

__all__ = [
    "Breakpoint", "Curve", "Plot", "forest", "heat_map", "outcome_bars", "paired_differences", "share_curves",
    "time_histogram",
]  # fmt: skip
