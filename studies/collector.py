"""How often a process of couched's own looks for garbage that holds itself.

Most of what a battle lets go of is freed at once. The rest, fighters who know each other, waits for Python's collector,
which by itself looks so often that a battle of thousands, whose objects are all alive, spends a sixth of its time on it.
"""

from __future__ import annotations

import gc

THRESHOLDS = (10_000, 20, 50)
"""New containers before the young are looked through, and such looks before the older and the oldest are."""


def look_seldom() -> None:
    """Have Python's collector look seldomer: for the command, its workers and the benchmarks, not for who imports couched."""
    gc.set_threshold(*THRESHOLDS)
