"""What the oracle keeps of a fight."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from oracle_shots.figures import Place
from oracle_shots.plan import Plan


@dataclass(eq=False)
class Weapon:
    """A weapon of somebody."""

    row: dict[str, Any]
    loaded: int
    carried: int

    @property
    def name(self) -> str:
        return str(self.row["name"])

    @property
    def melee(self) -> bool:
        return bool(self.row["range"] == "melee")

    @property
    def hands(self) -> int:
        return int(self.row.get("hands", 1))

    @property
    def radius(self) -> float:
        return float(self.row.get("radius", 0.0))


@dataclass(eq=False)
class Up:
    """An active defense: for whom, until when (None: until its giver's next action)."""

    kind: str
    bonus: int
    giver: One
    target: One
    until: float | None
    value: str = "dodge"


@dataclass(eq=False)
class One:
    """A character."""

    row: dict[str, Any]
    plan: Plan
    rank: int
    x: float
    y: float
    prone: bool
    surprised: bool
    hidden: bool
    fortune: int
    fu: int
    weapons: dict[str, Weapon]
    hands: list[Weapon | None] = field(default_factory=lambda: [None, None])
    acted_in: int = 0
    drew_at: float = -1.0
    counter: int = 0
    holding: bool = False
    turn: bool = False
    number: int = 0
    course: tuple[float, float, float, float, float, float, Place] | None = None
    toward: One | None = None
    near: float = 0.0
    changed: float = 0.0
    ups: list[Up] = field(default_factory=list)
    heard: list[Blow] = field(default_factory=list)
    closing: list[One] = field(default_factory=list)
    freed_at: float = -1.0
    used: dict[str, int] = field(default_factory=dict)
    wounds: int = 0
    tended: bool = False
    failed_by: int = 0
    dies_in: int = 0
    out: bool = False
    dead: bool = False

    @property
    def name(self) -> str:
        return str(self.row["name"])

    @property
    def side(self) -> str:
        return str(self.row["side"])

    @property
    def unnamed(self) -> bool:
        return bool(self.row.get("unnamed"))

    def holds(self, weapon: Weapon) -> bool:
        return weapon in self.hands or weapon.hands == 0

    def skill(self, name: str) -> int:
        stands_in = ("perception", 5) if name in ("medicine", "detect") else ("agility", 7)
        return int(self.row["skills"].get(name, self.row.get(*stands_in)))

    def bonus(self, value: str) -> int:
        """S-DEF-2: what the best active defense of a value adds."""
        return max((up.bonus for up in self.ups if up.value == value), default=0)

    def picks(self, schtick: str) -> int:
        return sum(one.get("picks", 1) for one in self.row.get("schticks", ()) if one["name"] == schtick)


@dataclass(eq=False)
class Blow:
    """An announced attack."""

    by: One
    number: int
    do: str
    weapon: Weapon
    cost: int
    haste: int
    fortune: bool
    target: One | None = None
    place: dict[str, Any] | None = None
    unseen: bool = False
    free: bool = False
    at: Place | None = None
    caught: list[One] = field(default_factory=list)
    first: list[One] = field(default_factory=list)
    between: list[One] = field(default_factory=list)

    def on(self, one: One) -> bool:
        """Whether it may hit somebody."""
        return one in self.caught if self.at is not None else self.target is one


Entry = tuple[float, str, str, tuple[Any, ...]]


@dataclass
class Told:
    """What the oracle tells of a fight."""

    entries: list[Entry]
    rolls: dict[str, list[list[int]]]
    outcome: str
    winner: str | None
    t: float
    wounds: dict[str, int]
