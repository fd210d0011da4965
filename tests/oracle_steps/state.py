"""What the oracle keeps of a fight; times are whole ticks, 8000 a count."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from oracle_steps.figures import Square
from oracle_steps.plan import Deed, Plan

COUNT = 8000
Entry = tuple[float, str, str, tuple[Any, ...]]


@dataclass(eq=False)
class Gun:
    """A weapon of somebody."""

    row: dict[str, Any]
    loaded: int
    carried: int

    @property
    def name(self) -> str:
        return str(self.row["name"])


@dataclass(eq=False)
class Thing:
    """An object."""

    row: dict[str, Any]
    square: Square
    left: int
    gone: bool = False

    @property
    def name(self) -> str:
        return str(self.row["name"])


@dataclass(eq=False)
class Act:
    """An action under way: its moments, and how far it is (waiting, levelling, committed, working)."""

    by: One
    deed: Deed
    stage: str
    begin: int
    commit: int
    end: int
    gun: Gun | None = None
    target: One | None = None
    broken: bool = False
    over: bool = False
    dodgers: list[One] = field(default_factory=list)
    made: dict[One, bool] = field(default_factory=dict)

    @property
    def fires(self) -> bool:
        return bool(self.deed["do"] == "fire")

    @property
    def due(self) -> int:
        """When its present leg ends."""
        return {"waiting": self.begin, "levelling": self.commit}.get(self.stage, self.end)

    def push(self, ticks: int) -> None:
        """P-MOD-2: what is still to come comes later."""
        if self.stage == "waiting":
            self.begin += ticks
        if self.stage in ("waiting", "levelling"):
            self.commit += ticks
        self.end += ticks


@dataclass(eq=False)
class Walk:
    """A walk: its pace, what is ahead, and when the next square is reached."""

    pace: str
    path: list[Square]
    due: int


@dataclass(eq=False)
class One:
    """A combatant."""

    row: dict[str, Any]
    plan: Plan
    rank: int
    square: Square
    facing: str
    mode: str
    health: int
    guns: dict[str, Gun]
    hand: Gun
    act: Act | None = None
    walk: Walk | None = None
    aim: tuple[One, Gun, int] | None = None
    dodges: int = 0
    busy: int = 0
    rests: int = -1
    declared_at: int = -1
    declared: int = 0
    moved_at: int = -1
    reasons: set[str] = field(default_factory=set)
    threats: list[Act] = field(default_factory=list)
    sees: set[One] = field(default_factory=set)
    out: bool = False

    @property
    def name(self) -> str:
        return str(self.row["name"])

    @property
    def side(self) -> str:
        return str(self.row["side"])

    @property
    def pace(self) -> str:
        return self.walk.pace if self.walk is not None else "still"


@dataclass
class Told:
    """What the oracle tells of a fight."""

    entries: list[Entry]
    rolls: dict[str, list[list[int]]]
    outcome: str
    winner: str | None
    t: float
    health: dict[str, int]
