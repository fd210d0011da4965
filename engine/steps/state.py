"""What is kept about a steps fight: combatants on their squares, objects, actions on the clock; no behaviour."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import attrs

from engine.steps.rules import BANDS
from engine.units import Tick

if TYPE_CHECKING:
    from engine.clock import Clock
    from engine.dice import Streams
    from engine.options import Option
    from engine.record import Log
    from engine.steps.damage import Dice
    from engine.steps.grid import Arcs
    from engine.steps.land import Land
    from engine.steps.model import CombatantSpec, PlacedSpec, WeaponSpec
    from engine.steps.rules import StepsRules
    from engine.system import Request

Seq = int | None
Square = tuple[int, int]

NO_TICK = -1


class Phase(Enum):
    """Where an action is: levelling (or waiting to begin), committed, working, over (P-FIR-2)."""

    WAITING = "waiting"
    WINDUP = "windup"
    COMMITTED = "committed"
    WORKING = "working"
    OVER = "over"


@attrs.define(eq=False)
class Weapon:
    """A weapon in play.

    Attributes:
        bands: how far each range band reaches, squares, the nearest first (P-CHK-3).
    """

    spec: WeaponSpec
    name: str
    dice: Dice
    level: str
    loaded: int
    carried: int
    bands: dict[str, int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.bands = {band: getattr(self.spec, band) for band in BANDS}


@attrs.define(eq=False)
class Thing:
    """An object on its square (P-LOS-4)."""

    spec: PlacedSpec
    name: str
    square: Square
    health: int
    destroyed: bool = False


@attrs.define(eq=False)
class Walking:
    """A movement under way: the squares ahead, and when the next one is reached (P-MOV-1).

    ``token`` tells a step that is due from one that was overtaken.
    """

    pace: str
    path: list[Square]
    goal: Square
    token: int
    due: Tick
    seq: Seq


@attrs.define(eq=False)
class Action:
    """A declared action (CLK-4).

    Attributes:
        token: counts what its timers were set anew; a timer with an older one is stale.
        commit, impact, ready: planned moments, ticks.
        due: when its present leg ends; ``next`` the rung and the call that it leads to.
        dodgers: who has declared a dodge against it (P-MOD-2, P-MOD-3).
        nimble: who has made a dodge check against it, and whether it succeeded.
        broken: broken off once committed: resolved as a miss.
    """

    id: str
    fighter: Fighter
    option: Option
    kind: str
    rank: int
    begin: Tick
    phase: Phase = Phase.WAITING
    weapon: Weapon | None = None
    target: Fighter | None = None
    at: Square | None = None
    commit: Tick = 0
    impact: Tick = 0
    ready: Tick = 0
    due: Tick = 0
    token: int = 0
    next: Any = None
    dodgers: list[Fighter] = attrs.field(factory=list)
    asked: list[Fighter] = attrs.field(factory=list)
    nimble: dict[Fighter, bool] = attrs.field(factory=dict)
    broken: bool = False
    seq: Seq = None


@attrs.define
class Totals:
    """What a combatant did in the battle, for the footer."""

    actions: int = 0
    shots: int = 0
    rounds: int = 0
    hits: int = 0
    misses: int = 0
    covers_hit: int = 0
    dodges: int = 0
    dodged: int = 0
    break_offs: int = 0
    damage_dealt: int = 0
    damage_taken: int = 0
    squares: int = 0


@attrs.define(eq=False)
class Fighter:
    """A combatant in play.

    Attributes:
        rank: its place by stream key, which orders draws and log lines (CLK-2).
        square: where it is; ``facing`` an index of `grid.FACINGS`.
        mode: its Combat Mode; `lookup.guards` says what it guards now.
        aim: whom it aims at with what, and for how many spells (P-FIR-1).
        dodges: dodges since its last own action (P-MOD-2).
        threats: committed attacks it may declare a dodge against.
        sees: opponents it sees, as it was last noted.
        busy_until: a dodge keeps it from beginning anything before.
        wait_until: when its wait is over, unless it has begun something since.
    """

    spec: CombatantSpec
    name: str
    side: str
    rank: int
    streams: Streams
    asks: frozenset[str]
    square: Square
    facing: int
    mode: str
    weapons: dict[str, Weapon]
    hand: Weapon | None
    armor: dict[str, int]
    health: int
    keeps_attacking: bool = False
    action: Action | None = None
    walking: Walking | None = None
    walks: int = 0
    aim: tuple[Fighter, Weapon, int] | None = None
    dodges: int = 0
    busy_until: Tick = 0
    threats: list[Action] = attrs.field(factory=list)
    sees: set[Fighter] = attrs.field(factory=set)
    riders: dict[str, Tick] = attrs.field(factory=dict)
    declared_at: Tick = NO_TICK
    declared: int = 0
    number: int = 0
    last: Option | None = None
    reasons: list[str] = attrs.field(factory=list)
    ask_seq: Seq = None
    decision_seq: Seq = None
    wound_seq: Seq = None
    wake_at: Tick = NO_TICK
    wait_token: int = 0
    wait_until: Tick = NO_TICK
    out: str | None = None
    dead: bool = False
    totals: Totals = attrs.field(factory=Totals)

    @property
    def able(self) -> bool:
        """Whether it can still fight."""
        return self.out is None


@attrs.define(eq=False)
class Harm:
    """A hit on a combatant, resolved against the state at the start of its rung, to be applied."""

    by: Fighter
    action: Action
    target: Fighter
    location: str
    damage: int
    armor: int
    seq: Seq


@attrs.define(eq=False)
class Breakage:
    """A hit on an object, to be applied."""

    by: Fighter
    action: Action
    thing: Thing
    damage: int
    seq: Seq


@attrs.define(eq=False)
class Fight:
    """One battle under the steps rules: everything the handlers share.

    Attributes:
        land: the map as it is until something breaks; ``arcs`` what lies in which arc.
        objects: all objects, in the map's order; ``things`` what stands on each square; ``occupants`` who, by stream key.
        crowd: the squares on which somebody is who can still fight, as bits (`Land.bit`).
        changes: goes up whenever what was seen may no longer be so: an answer is taken up, or somebody moves, turns, goes out.
        shared: imagined fights use the same objects, so they are copied before one of them is hit.
        moved: who has come onto another square or turned at this instant, so that sights are looked at anew.
        dodged: who is to pay for dodges made at this instant, and how many.
        asked: who is in a request of this pass.
        pairs: the smallest distance of two opponents so far, squares squared.
    """

    rules: StepsRules
    clock: Clock
    log: Log | None
    fighters: list[Fighter]
    by_name: dict[str, Fighter]
    per_count: int
    land: Land
    arcs: Arcs
    objects: list[Thing]
    things: dict[Square, list[Thing]] = attrs.field(factory=dict)
    shared: bool = False
    occupants: dict[Square, list[Fighter]] = attrs.field(factory=dict)
    crowd: int = 0
    changes: int = 0
    moved: dict[Fighter, None] = attrs.field(factory=dict)
    harms: list[Harm] = attrs.field(factory=list)
    breakages: list[Breakage] = attrs.field(factory=list)
    dodged: dict[Fighter, int] = attrs.field(factory=dict)
    standing: list[Fighter] = attrs.field(factory=list)
    requests: list[Request] = attrs.field(factory=list)
    decided: bool = False
    cap: Tick = 0
    progress_at: Tick = 0
    pairs: dict[tuple[Fighter, Fighter], int] = attrs.field(factory=dict)
    verdict: tuple[str, str | None, str] | None = None
    actions_at: Tick = NO_TICK
    actions_count: int = 0

    @property
    def width(self) -> int:
        """Columns of the map."""
        return self.land.width

    @property
    def height(self) -> int:
        """Rows of the map."""
        return self.land.height

    @property
    def t(self) -> float:
        """The current moment in counts."""
        return self.clock.now / self.per_count

    def ticks(self, counts: float) -> Tick:
        """Return a duration in ticks, a fraction rounded up to a whole base tick (CLK-1)."""
        base = counts * 8000
        whole = int(base)
        if base - whole > 1e-6:
            whole += 1
        return whole * self.rules.time_scale
