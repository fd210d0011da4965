"""The state of a counts fight: fighters, tools, actions, motions. No behaviour beyond looking things up."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import attrs

from engine.clock import Clock, Timeline
from engine.counts.damage import Dice as DamageDice
from engine.counts.model import CombatantSpec, WeaponSpec
from engine.counts.rules import CountsRules, DamageType
from engine.counts.stages import Stage, StageTable
from engine.counts.terrain import Barrier, Terrain
from engine.dice import Streams
from engine.enums import quick
from engine.options import Option
from engine.record import Log
from engine.units import Feet, Tick

if TYPE_CHECKING:
    from engine.counts.crowd import Crowd
    from engine.system import Request

RIGHT, LEFT = 0, 1
NO_TICK: Tick = -1


@quick
class Phase(IntEnum):
    """Where an action stands; the order is the order of time."""

    DECLARED = 1
    WINDUP = 2
    COUCHED = 3
    COMMITTED = 4
    LANDED = 5
    WORKING = 6
    UP = 7
    OVER = 8


@attrs.define(eq=False)
class Tool:
    """A weapon or shield of one fighter, with what the rules make of its figures.

    ``strikes`` keeps what a blow with it takes at each stage, once it was reckoned (`declare.strike_plan`).
    """

    spec: WeaponSpec
    name: str
    rank: int
    kind: DamageType
    w: float
    hit_mod: int
    damage: DamageDice
    damage_add: int
    cap: int
    table: StageTable
    skill: int
    skilled: bool
    hits: float
    loaded: int = 0
    ammunition: int = 0
    recovered_at: Tick = 0
    last_x: float = 0.0
    token: int = 0
    owner: Fighter = attrs.field(init=False)
    strikes: dict[Stage, tuple[float, Tick, Tick, Tick]] = attrs.field(factory=dict, init=False)
    locked_by: Fighter | None = None


@attrs.define(eq=False)
class Action:
    """One declared action: its option, tool and target, its phase and its times (CLK-4)."""

    id: str
    fighter: Fighter
    kind: str
    option: Option
    rank: int
    tool: Tool | None = None
    target: Fighter | None = None
    phase: Phase = Phase.DECLARED
    x: float = 0.0
    begin: Tick = 0
    commit: Tick = 0
    impact: Tick = 0
    ready: Tick = 0
    hurry: bool = False
    broken: bool = False
    noticed_by: list[Fighter] = attrs.field(factory=list)
    met: bool = False
    late: bool = False
    guarded: bool = False
    seq: int | None = None


@attrs.define(eq=False)
class Motion:
    """Why a fighter moves: its kind (mode, move, ground, step, knockback, fall), toward or away from whom, where it ends.

    ``goal`` and ``limit`` are distances, feet, heights included; the goal of a walk over gained ground is on the ground.
    ``bash`` marks a run that goes on to contact, ``floored`` a throw whose fighter fell: the floor meets it at the end,
    ``carried`` that it is no movement of its own: thrown back, or falling (C-KNB-4, C-FAL-1).
    """

    kind: str
    speed: float
    why: str
    foe: Fighter | None = None
    direction: int = 1
    goal: float | None = None
    limit: float | None = None
    point: tuple[float, float] | None = None
    ends: Tick = NO_TICK
    anchor: tuple[float, float] | None = None
    barrier: Barrier | None = None
    heading: tuple[float, float] = (0.0, 0.0)
    bash: bool = False
    floored: bool = False
    seq: int | None = None
    carried: bool = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.carried = self.kind in ("knockback", "fall")


@attrs.define(eq=False)
class Part:
    """One location's damage and what has become of it (C-WND-2, C-WND-3)."""

    name: str
    damage: int = 0
    paralyses: int = 0
    injured: bool = False
    useless: bool = False
    disabled: bool = False
    destroyed: bool = False
    lasting: bool = False


@attrs.define(eq=False)
class Totals:
    """What a fighter has done so far.

    Attributes:
        blows: blows and shots that came to their impact count or were lost on the way to it; each has one ``impact``,
            or flies still.
        hits, misses, parried: what became of its own blows; ``parried`` of others' blows that it parried.
        lost_blows: how many of ``blows`` were lost (CLK-3, CLK-4).
        break_offs: actions it dropped by choice.
    """

    blows: int = 0
    hits: int = 0
    misses: int = 0
    parried: int = 0
    lost_blows: int = 0
    break_offs: int = 0
    damage_dealt: int = 0
    wounds: int = 0
    actions: int = 0


@attrs.define(eq=False)
class Layer:
    """A layer of armor as it wears (C-ARM-2)."""

    name: str
    covers: frozenset[str]
    protection: dict[str, int]
    hits: float
    left: float


@attrs.define(eq=False)
class Fighter:
    """One combatant's whole state."""

    spec: CombatantSpec
    name: str
    side: str
    rank: int
    streams: Streams
    asks: frozenset[str]
    timeline: Timeline
    x: float
    y: float
    fx: float
    fy: float
    agl: int
    defence: int
    mvm: float
    maneuver: int
    pool: int
    mode: str
    tools: dict[str, Tool] = attrs.field(factory=dict)
    hands: tuple[Tool | None, Tool | None] = (None, None)
    held: tuple[Tool, ...] = ()
    primary: Tool | None = None
    layers: list[Layer] = attrs.field(factory=list)
    watchers: list[Fighter] = attrs.field(factory=list)
    totals: Totals = attrs.field(factory=Totals)

    # motion
    vx: float = 0.0
    vy: float = 0.0
    moved_at: Tick = 0
    motion: Motion | None = None
    plan_token: int = 0
    foe: Fighter | None = None
    foe_fixed: bool = False
    followers: dict[Fighter, None] = attrs.field(factory=dict)
    stage: Stage | None = None
    segment: tuple[Fighter, Tick, float, float, float, float, bool, Feet] | None = None

    # background
    set_distance: float | None = None
    kept: dict[Fighter, tuple[float, Fighter]] = attrs.field(factory=dict)
    contested: dict[Fighter, int] = attrs.field(factory=dict)
    mode_points: int = 0
    mode_need: int = 0
    mode_token: int = 0
    ordered: Motion | None = None
    ordered_token: int = 0
    blocked: int = 0

    # action
    action: Action | None = None
    number: int = 0
    declared_at: Tick = NO_TICK
    declared: int = 0
    last: tuple[str, Tool | None, Fighter | None] | None = None
    fresh: bool = False
    riders: dict[str, Tick] = attrs.field(factory=dict)
    pool_epoch: int = 0
    def_on: bool = True
    def_token: int = 0
    won: int = 0

    # decisions
    view: Any = None
    reasons: list[str] = attrs.field(factory=list)
    keeps_attacking: bool = False
    struck_with: Option | None = None
    wait_token: int = 0
    wake_at: Tick = NO_TICK
    decision_seq: int | None = None
    ask_seq: int | None = None
    won_over: Fighter | None = None
    has_locked: bool = False

    # condition
    htk_lost: int = 0
    pow_lost: int = 0
    lost_by: dict[str, int] = attrs.field(factory=dict)
    shock_share: float = 0.0
    multiplied: set[str] = attrs.field(factory=set)
    aimed_at: Fighter | None = None
    leg_holds: dict[Fighter, str] = attrs.field(factory=dict)
    holding: Fighter | None = None
    grip: Tool = attrs.field(init=False)
    brink: Brink | None = None
    bleeding: list[int] = attrs.field(factory=list)
    level: float = 0.0
    parts: dict[str, Part] = attrs.field(factory=dict)
    stunned: bool = False
    stun_until: Tick = 0
    stun_token: int = 0
    prone: bool = False
    mvm_lost: float = 0.0
    bleed_rate: int = 0
    bleed_done: int = 0
    bleed_from: Tick = 0
    bleed_token: int = 0
    bleed_seq: int | None = None
    hurt_seq: int | None = None
    wound_seq: int | None = None
    out: str | None = None
    dead: bool = False

    @property
    def able(self) -> bool:
        """Whether it can still fight: not down, unconscious or dead (C-WND-6)."""
        return self.out is None

    def hold(self, right: Tool | None, left: Tool | None) -> None:
        """Have tools in hand, a two-handed one in both; ``held`` and ``primary`` go with them.

        ``primary`` is the tool distances are reckoned with: the first weapon in hand, else a shield.
        """
        self.hands = right, left
        self.held = tuple([tool for tool in ((right,) if left is right else (right, left)) if tool is not None])
        self.primary = next((tool for tool in self.held if not tool.spec.shield), self.held[0] if self.held else None)

    def let_go(self, tool: Tool) -> None:
        """Have a tool no longer in hand."""
        right, left = self.hands
        self.hold(None if right is tool else right, None if left is tool else left)


@attrs.define(eq=False)
class Brink:
    """An edge a fighter has come over and not fallen from yet: how far down, and the action that may come first (C-FAL-1)."""

    drop: float
    clock: Clock
    seq: int | None
    action: Action | None = None


@attrs.define(eq=False)
class Fight:
    """One battle under the counts rules: everything the handlers share.

    ``moment`` is another number whenever what a view shows may have changed since somebody could look: at every pass of
    DECIDE, when its answers are taken up, and when somebody forfeits meanwhile.
    """

    rules: CountsRules
    clock: Clock
    log: Log | None
    fighters: list[Fighter]
    by_name: dict[str, Fighter]
    per_count: int
    least: int = 0
    terrain: Terrain | None = None
    crowd: Crowd | None = None
    changed: dict[Fighter, None] = attrs.field(factory=dict)
    replans: dict[Fighter, None] = attrs.field(factory=dict)
    requests: list[Request] = attrs.field(factory=list)
    standing: dict[Fighter, int | None] = attrs.field(factory=dict)
    decided: bool = False
    fallen: list[Fighter] = attrs.field(factory=list)
    bindings: dict[Action, Fighter] = attrs.field(factory=dict)
    cap: Tick = 0
    progress_at: Tick = 0
    smallest: dict[tuple[Fighter, Fighter], float] = attrs.field(factory=dict)
    verdict: tuple[str, str | None, str] | None = None
    actions_at: Tick = NO_TICK
    actions_count: int = 0
    moment: int = 0

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
