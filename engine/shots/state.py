"""What is kept about a shots fight: characters, counters, announced attacks; no behaviour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from engine.units import Tick

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.clock import Clock
    from engine.dice import Streams
    from engine.options import Option
    from engine.record import Log
    from engine.shots.defenses import Defense, Kind
    from engine.shots.model import CombatantSpec, FieldSpec, PlaceSpec, WeaponSpec
    from engine.shots.moment import Moment
    from engine.shots.rules import ShotsRules
    from engine.shots.schticks import Schtick
    from engine.system import Request

Seq = int | None
Place = tuple[float, float]

NO_TICK = -1


@attrs.define(eq=False)
class Tool:
    """A weapon in play: who holds it, what is loaded and carried, where it lies when nobody has it.

    Attributes:
        owner: who has it; None while it lies at ``place``.
        melee: whether it strikes hand to hand.
        area: whether it attacks everyone around a point (S-RNG-4).
    """

    spec: WeaponSpec
    name: str
    owner: Fighter | None
    skill: str
    loaded: int
    carried: int
    place: Place | None = None
    melee: bool = attrs.field(init=False)
    area: bool = attrs.field(init=False)

    @melee.default
    def _strikes(self) -> bool:
        return self.spec.range == "melee"

    @area.default
    def _spreads(self) -> bool:
        return self.spec.radius > 0


@attrs.define(eq=False)
class Motion:
    """A movement under way: from a place at a velocity, spread over its action's shots (S-MOV-1).

    Attributes:
        vx, vy: meters a count.
        toward: whom it leads to; it is over as soon as they are ``distance`` meters apart.
        seen: where it has led by a tick, once somebody has asked; a movement never changes, only the tick does.
        meets: when that will be, at the velocities of now; ``NO_TICK``: not before ``end``.
    """

    x: float
    y: float
    vx: float
    vy: float
    begin: Tick
    end: Tick
    toward: str | None = None
    distance: float = 0.0
    meets: Tick = NO_TICK
    seen: tuple[Tick, Place] = attrs.field(init=False, default=(NO_TICK, (0.0, 0.0)))


@attrs.define(eq=False)
class ActiveDefense:
    """An active defense that is up (S-DEF-1, S-DEF-2).

    Attributes:
        kind: which one.
        value: the value it raises: ``dodge`` (any skill attacks are rolled against) or ``detect``.
        bonus: by how much.
        until: it holds while the clock is before this tick; None: until the defender's own next action (S-WND-3).
        giver: who pays for it, when another defends.
    """

    kind: str
    value: str
    bonus: int
    until: Tick | None
    giver: Fighter
    seq: Seq


@attrs.define
class Totals:
    """What a character did in the battle, for the footer."""

    actions: int = 0
    attacks: int = 0
    snapshots: int = 0
    hits: int = 0
    misses: int = 0
    fumbles: int = 0
    defenses: int = 0
    interposed: int = 0
    shots_spent: int = 0
    wounds_dealt: int = 0
    wounds_taken: int = 0
    meters: float = 0.0
    ammunition: int = 0


HOOKS = ("cost", "attack", "damage", "toughness", "impairment", "refusal")
"""What schticks are asked for again and again: only those are that have something to say."""

_SILENT: Mapping[str, tuple[Schtick, ...]] = dict.fromkeys(HOOKS, ())


@attrs.define(eq=False)
class Fighter:
    """A character in play.

    Attributes:
        rank: its place by stream key, which orders draws and log lines (CLK-2).
        saying: those of its schticks that have something to say, by hook.
        kinds: the active defenses it has, once somebody has asked: its schticks are the same throughout (S-DEF-5); ``best_first``
            in order.
        counter: its shot counter (S-SEQ-1); what counts is `lookup.shot_of`.
        holding: lets its shots run down with the clock instead of acting; ``held_seq``: since which event.
        turn: whether it may act at this instant: its counter was met, or it held (S-SEQ-2).
        asked: whether it was ever asked for its shot; ``asked_for``: the reasons of its last answer.
        acted: actions so far in the sequence ``acted_in``.
        responding: announced attacks it may still respond to in this instant.
        defense: its own active defense; ``guards`` those that others give it; ``engaged``: whom it defends, itself or
            another.
        closing: opponents that set out to come closer at this instant, for a free shot.
        riders: the tick at which it last used each zero-shot option: each once an instant.
        fortune_for: purposes a Fortune point is set aside for.
        unaware: names of hidden attackers of this instant that it has not detected (S-DEF-3).
        out: why it is out of the fight, or None.
        failed_by: by how much it failed its last Death Test.
        dies_in: the number of the sequence with which it dies unless it is tended; 0 while it is not dying.
    """

    spec: CombatantSpec
    name: str
    side: str
    rank: int
    streams: Streams
    asks: frozenset[str]
    x: float
    y: float
    keeps_attacking: bool = False
    schticks: tuple[Schtick, ...] = ()
    kinds: Mapping[str, Kind] | None = None
    best_first: Sequence[tuple[Kind, Defense]] | None = None
    saying: Mapping[str, tuple[Schtick, ...]] = attrs.field(init=False)
    tools: dict[str, Tool] = attrs.field(factory=dict)
    hands: list[Tool | None] = attrs.field(factory=lambda: [None, None])
    armor: int = 0
    motion: Motion | None = None
    moves: int = 0
    prone: bool = False
    counter: int = 0
    holding: bool = False
    held_seq: Seq = None
    turn: bool = False
    asked: bool = False
    asked_for: tuple[str, ...] = ()
    acted: int = 0
    acted_in: int = 0
    surprised: bool = False
    hidden: bool = False
    defense: ActiveDefense | None = None
    guards: list[ActiveDefense] = attrs.field(factory=list)
    engaged: Fighter | None = None
    responding: list[Action] = attrs.field(factory=list)
    unaware: set[str] = attrs.field(factory=set)
    closing: list[Fighter] = attrs.field(factory=list)
    riders: dict[str, Tick] = attrs.field(factory=dict)
    used: dict[str, int] = attrs.field(factory=dict)
    fortune: int = 0
    fu: int = 0
    fortune_for: set[str] = attrs.field(factory=set)
    wounds: int = 0
    tended: bool = False
    failed_by: int = 0
    dies_in: int = 0
    dying_seq: Seq = None
    out: str | None = None
    dead: bool = False
    number: int = 0
    last: Option | None = None
    reasons: list[str] = attrs.field(factory=list)
    ask_seq: Seq = None
    decision_seq: Seq = None
    wake_at: Tick = NO_TICK
    wound_seq: Seq = None
    totals: Totals = attrs.field(factory=Totals)

    @saying.default
    def _by_hook(self) -> Mapping[str, tuple[Schtick, ...]]:
        if not self.schticks:
            return _SILENT
        return {hook: tuple([one for one in self.schticks if hook in one.says]) for hook in _SILENT}

    @property
    def able(self) -> bool:
        """Whether it can still fight."""
        return self.out is None


@attrs.define(eq=False)
class Action:
    """A declared action (CLK-4): an attack stays announced until it is resolved at the same instant.

    Attributes:
        shots: what it costs; ``option_shots`` what an attack was declared for, which makes it a snapshot.
        target: the character attacked, tended, ...; None for other actions and for structures.
        place: the structure attacked.
        at: the point of an area attack.
        caught: everyone an area attack may reach.
        first: who volunteered to be its most vulnerable target; ``first_seq``: the event of the last who did.
        between: who interposed; the nearest to the target takes it.
        free: a free shot, which nobody can respond to (S-SEQ-4).
        unseen: whether the attacker was hidden when it attacked (S-DEF-3).
    """

    id: str
    fighter: Fighter
    option: Option
    kind: str
    rank: int
    shots: int
    option_shots: int = 3
    tool: Tool | None = None
    target: Fighter | None = None
    place: Structure | None = None
    at: Place | None = None
    caught: list[Fighter] = attrs.field(factory=list)
    first: list[Fighter] = attrs.field(factory=list)
    first_seq: Seq = None
    between: list[Fighter] = attrs.field(factory=list)
    free: bool = False
    area: bool = False
    unseen: bool = False
    moving: bool = False
    fortune: bool = False
    over: bool = False
    seq: Seq = None


@attrs.define(eq=False)
class Structure:
    """A place of the ground in play; its Toughness when it is a structure (S-WND-4)."""

    spec: PlaceSpec
    name: str
    x: float
    y: float
    cover: int
    concealment: int
    toughness: int
    destroyed: bool = False


@attrs.define(eq=False)
class Harm:
    """A hit on a character, resolved against the state at the start of its rung, to be applied.

    ``toughness`` are the terms of what it meets beside armor.
    """

    action: Action
    target: Fighter
    damage: int
    toughness: list[tuple[int, str, str]]
    armor: int
    points: int
    seq: Seq


@attrs.define(eq=False)
class StructureHarm:
    """A hit on a structure, to be applied (S-WND-4)."""

    action: Action
    place: Structure
    damage: int
    seq: Seq


@attrs.define(eq=False)
class Fight:
    """One battle under the shots rules: everything the handlers share.

    Attributes:
        sequence: number of the sequence, from 1; 0 before the first.
        began: the tick it began at; ``top`` its highest shot.
        announced: attacks announced and not resolved.
        harms: hits on characters to be applied; ``broken`` those on structures.
        unresponded: those among them that nobody was asked to respond to yet.
        grasping: actions that pick up a weapon of a name at this instant; ``tending`` those that tend somebody.
        pairs: of two opponents, when their movement last changed, their smallest distance so far, meters, and their
            relative place then.
        planned: the tick of the next shot that is to be called; ``called`` that of the last one.
        steered: those whose velocity has changed since who meets whom was last computed.
        sides: everybody by side, once somebody has asked.
        watchers: who has a free shot at who comes closer, once somebody has asked.
        moment: what was worked out since requests were opened; None as soon as anything may change.
    """

    rules: ShotsRules
    clock: Clock
    log: Log | None
    fighters: list[Fighter]
    by_name: dict[str, Fighter]
    per_count: int
    per_shot: int
    field: FieldSpec | None = None
    places: dict[str, Structure] = attrs.field(factory=dict)
    lying: list[Tool] = attrs.field(factory=list)
    sequence: int = 0
    began: Tick = 0
    top: int = 0
    sequence_seq: Seq = None
    planned: Tick = NO_TICK
    called: Tick = NO_TICK
    steered: set[Fighter] = attrs.field(factory=set)
    announced: list[Action] = attrs.field(factory=list)
    unresponded: list[Action] = attrs.field(factory=list)
    harms: list[Harm] = attrs.field(factory=list)
    broken: list[StructureHarm] = attrs.field(factory=list)
    grasping: list[tuple[Action, str]] = attrs.field(factory=list)
    tending: list[tuple[Action, Fighter, bool]] = attrs.field(factory=list)
    standing: list[Fighter] = attrs.field(factory=list)
    requests: list[Request] = attrs.field(factory=list)
    decided: bool = False
    cap: Tick = 0
    progress_at: Tick = 0
    pairs: dict[tuple[Fighter, Fighter], tuple[Tick, float, Place | None]] = attrs.field(factory=dict)
    verdict: tuple[str, str | None, str] | None = None
    moment: Moment | None = None
    sides: dict[str, list[Fighter]] | None = None
    watchers: tuple[Fighter, ...] | None = None
    actions_at: Tick = NO_TICK
    actions_count: int = 0

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
