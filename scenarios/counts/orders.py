"""What one order of a script may say in the counts system; whether it is legal the engine judges in its turn."""

from __future__ import annotations

from typing import Final

import attrs

from engine.anatomy import HEAD_DETAILS, PARTS
from engine.counts.model import field
from engine.counts.rules import MODES
from engine.system import REASONS

DO_NAMES: Final = (
    "attack", "couch", "release", "break_off", "recouch", "parry", "press", "retreat", "lock", "unlock", "mode",
    "move", "def", "fire", "reload", "aim", "overbear", "throw", "bind", "rise", "draw", "wait", "hold",
)  # fmt: skip
"""Everything a counts fighter may be told to do (contract, section 4)."""


@attrs.frozen(kw_only=True)
class Order:
    """One order: what, from when, on which reason, and the option's own fields."""

    do: str = field(why="what to do", choices=DO_NAMES)
    at: float | None = field(None, "not before this count", unit="counts", ge=0, le=10_000_000, decimals=3)
    on: str | None = field(None, "only when asked for this reason", choices=REASONS)
    weapon: str | None = field(None, "the weapon it is done with")
    target: str | None = field(None, "the opponent it is done to")
    location: str | None = field(None, "the location called", choices=PARTS + HEAD_DETAILS)
    speed_points: int = field(0, "speed points spent on the INIT", unit="counts", ge=0, le=1000)
    hurry: bool = field(False, "while the tool still recovers, at -50")
    mode: str | None = field(None, "the mode to take", choices=MODES)
    set_distance: float | None = field(None, "the distance a mode keeps", unit="feet", ge=0.5, le=1_000_000, decimals=2)
    active: bool = field(True, "whether DEF is to be on")
    to: tuple[float, float] | None = field(None, "the place to move to", unit="feet", ge=-1_000_000, le=1_000_000)
    toward: str | None = field(None, "whom to move toward")
    away: str | None = field(None, "whom to move away from")
    speed: float | None = field(None, "how fast; top speed when absent", unit="ft/ct", ge=0, le=1000)
    distance: float | None = field(None, "where a move stops", unit="feet", ge=0, le=1_000_000, decimals=2)
    bash: bool = field(False, "a run at an opponent goes on to contact (C-KNB-5)")
    over: bool = field(False, "a press goes on past Press 3")
    until: float | None = field(None, "the count to wait for", unit="counts", ge=0, le=10_000_000, decimals=3)
