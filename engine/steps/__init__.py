"""The steps system: ranged fire on a square grid, difficulty in steps.

The system itself is imported when it is first asked for: who needs a rule of it alone does not load all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.steps.setup import StepsSystem

    SYSTEM: StepsSystem


def __getattr__(name: str) -> StepsSystem:
    if name != "SYSTEM":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engine.steps.setup import StepsSystem

    system = globals()["SYSTEM"] = StepsSystem()
    return system
