"""The shots system: cinematic action on a shot counter.

The system itself is imported when it is first asked for: who needs a rule of it alone does not load all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.shots.setup import ShotsSystem

    SYSTEM: ShotsSystem


def __getattr__(name: str) -> ShotsSystem:
    if name != "SYSTEM":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engine.shots.setup import ShotsSystem

    system = globals()["SYSTEM"] = ShotsSystem()
    return system
