"""What the oracle keeps of a fighter, its tools and its action under way, and how a scenario's tables become that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from oracle.figures import ARM, LEG, Weapon, exact, weapon
from oracle.maneuvers import Walk


@dataclass
class Tool:
    """A weapon of a fighter, the hands that hold it, and when its recovery ends (ticks; None: it is not recovering)."""

    weapon: Weapon
    sides: tuple[str, ...] = ()
    recovers: int | None = None
    to_couch: bool = False
    impact: int = 0
    x: Fraction = Fraction(0)
    target: str | None = None


@dataclass
class Act:
    """An action: phases are init, windup, ended, committed, couched, raising, up, walking."""

    actor: str
    kind: str
    tool: Tool
    target: str | None
    x: Fraction
    begin: int
    phase: str = "init"
    until: int = 0  # end of the wind-up, or of bringing a parry up
    impact: int = 0
    called: str | None = None
    broken: bool = False
    rushed: bool = False
    owed: int | None = None  # end of the recovery that a hurried action cut short
    noticed: set[str] = field(default_factory=set)
    live: bool = True
    pending: bool = False  # INIT 0, and its beginning put off (a reading)

    @property
    def total(self) -> Fraction:
        """Counts of the whole action, from its beginning to its impact."""
        return self.x * Fraction(3, 4) if self.kind == "release" else self.x


@dataclass
class Layer:
    """One layer of armor and the hits it has left."""

    covers: tuple[str, ...]
    protection: Mapping[str, int]
    most: Fraction
    left: Fraction

    def stops(self, part: str, kind: str, basic: bool) -> int:
        """Return the points it stops of a damage type at a part (C-ARM-2)."""
        if part not in self.covers:
            return 0
        full = self.protection.get(kind, 0)
        if basic:
            return full if self.left > 0 else 0
        return (full * self.left / self.most) // 1


@dataclass
class Fighter:
    """One fighter: what the scenario says and what has become of it."""

    name: str
    key: str
    side: str
    place: tuple[Fraction, Fraction]
    htk: int
    spd: int
    agl: int
    health: int
    pab: int
    defence: int
    rank: int
    pcf: int
    perception: int
    skills: Mapping[str, int]
    tools: list[Tool]
    armor: list[Layer]
    watch: tuple[str, ...]
    orders: list[dict[str, Any]]
    def_on: bool
    walk: Walk | None = None
    lost: int = 0
    shock: int = 0
    shock_75: bool = False
    parts: dict[str, int] = field(default_factory=dict)
    paralysed: dict[str, int] = field(default_factory=dict)
    useless: set[str] = field(default_factory=set)
    disabled: set[str] = field(default_factory=set)
    bleeding: int = 0
    bled: int = 0  # ticks times rate since the last point
    bled_at: int = 0
    stunned: int = 0  # the tick its stun ends at; 0: not stunned
    prone: bool = False
    out: bool = False
    dead: bool = False
    act: Act | None = None
    fresh: bool = False  # the next INIT is fresh, whatever is declared (C-INI-1)
    last: tuple[str, str, str | None] | None = None
    declared_at: int = -1
    spent: int = 0
    spent_in: int = 0
    wake: int | None = None
    def_due: int | None = None
    def_next: bool = True
    def_at: int = -1

    def held(self, name: str | None) -> Tool | None:
        """Return the tool of that name in hand, or the first in hand when none is named."""
        return next((tool for tool in self.tools if tool.sides and name in (None, tool.weapon.name)), None)

    def injured(self, tool: Tool) -> int:
        """Return what injured arms take off an act with a tool (C-WND-2)."""
        found = [f"{side} {part}" for side in tool.sides for part in ARM]
        return sum(-20 for place in found if 2 * self.parts.get(place, 0) >= self.scale(place) and place in self.parts)

    def dazed(self) -> int:
        """Return what an injured head takes off perception (C-WND-2)."""
        heads = [place for place in ("head", "head eyes") if place in self.parts]
        return -20 if any(2 * self.parts[place] >= self.scale(place) for place in heads) else 0

    def slowed(self) -> int:
        """Return what injured legs, belly and loins take off a maneuver (C-WND-2)."""
        places = [place for place in self.parts if place.split()[-1] in (*LEG, "abdomen", "groin")]
        return sum(-20 for place in places if 2 * self.parts[place] >= self.scale(place))

    def lamed(self) -> bool:
        """Something it walks with is useless: its MVM is less than the oracle keeps count of."""
        return any(place.split()[-1] in (*LEG, "abdomen", "groin") for place in (*self.useless, *self.disabled))

    def lame(self, damage: int, place: str) -> int:
        """Return what a part with so much damage takes off the AGL save it asks for (C-WND-2)."""
        return -20 if 2 * damage >= self.scale(place) else 0

    def scale(self, place: str) -> Fraction:
        """Return the HTK that all of a part's thresholds are shares of (C-WND-2)."""
        small = place.split()[-1] in ("hand", "foot", "eyes", "nose", "mouth")
        return Fraction(self.htk, 2) if small else Fraction(self.htk)


def hands(tables: list[dict[str, Any]]) -> list[Tool]:
    """Return the tools, those that two hands can hold in hand, in listing order; the right hand first."""
    free = ["right", "left"]
    tools = []
    for table in tables:
        made = weapon(table)
        taken = tuple(free[: made.hands]) if len(free) >= made.hands else ()
        free = free[len(taken) :]
        tools.append(Tool(made, taken))
    return tools


def fighter(table: Mapping[str, Any]) -> Fighter:
    """Return a fighter of a combatant table with full inline weapons and armor (C-CHR-1 for the defaults)."""
    get: Callable[..., Any] = table.get
    armor = get("armor", [])
    suits = [layer for layer in armor if layer.get("suit", "none") != "none"]
    x, y = get("position", (0.0, 0.0))
    return Fighter(
        name=table["name"], key=get("stream", "") or table["name"], side=table["side"], place=(exact(x), exact(y)),
        htk=get("htk", 30), spd=get("spd", 3), agl=get("agl", 50) + sum(suit.get("agl", 0) for suit in suits),
        health=get("health", 50), pab=get("pab", 4), rank=get("combat_maneuver_rank", 0), pcf=get("pcf", 30),
        defence=get("def", 30) + sum(suit.get("def", 0) for suit in suits), def_on=get("def_on", True),
        perception=get("combat_perception", 40), skills=get("skills", {}), tools=hands(get("weapons", [])),
        armor=[
            Layer(tuple(layer["covers"]), layer.get("protection", {}), exact(layer.get("hits", 150)),
                  exact(layer.get("hits", 150)))
            for layer in armor
        ],
        watch=tuple(get("watch", ())), orders=list(get("agent", {}).get("orders", [])),
    )  # fmt: skip
