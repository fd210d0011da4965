"""The event records of the log, one class a type, and the version of their schema.

Records are msgspec structs: cheap to make on the hot path, encoded at the end. Every record has ``seq``, ``t``
(counts), ``actor``, ``action`` and ``cause`` where they mean something; a field left at its default is left out
of the line. Readers must accept types and fields they don't know.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.events_base import SCHEMA, Event, Mod, Place
from engine.events_field import (
    Aimed,
    Bash,
    Bound,
    Collision,
    Contest,
    Defence,
    Draw,
    Edge,
    Fall,
    Grapple,
    Knockback,
    Lock,
    Loose,
    Mode,
    Move,
    Parry,
    Reloaded,
    RetreatContest,
    Rise,
    Stage,
    Unlock,
)
from engine.events_shots import SHOTS_EVENTS
from engine.events_steps import STEPS_EVENTS


class Branch(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """From where on the dice of a battle belong to a branch (CLK-7).

    Attributes:
        after: so many answers are given by all combatants together before the one that it begins with.
        number: which of its futures, from 1; 0 for the same dice, scripted rolls needing neither last nor be used up.
    """

    after: int
    number: int


class BattleStart(Event, tag="battle.start"):
    """The header: everything that is needed to play the battle again, but for the decisions."""

    schema: str
    version: str
    system: str
    scenario: dict[str, Any]
    digest: str
    seed: int
    battle: int
    rolls: dict[str, list[list[int]]] | None = None
    asks: dict[str, list[str]] | None = None
    orders: dict[str, str] | None = None
    branches: list[Branch] | None = None


class BattleEnd(Event, tag="battle.end"):
    """The footer: the outcome, every combatant's state and totals, and the digest of all lines before it."""

    outcome: str
    reason: str
    winner: str | None
    combatants: dict[str, dict[str, Any]]
    events: int
    rolls: int
    digest: str


class Decision(Event, tag="decision"):
    """An answer: the reasons it was asked for, the option taken, when to ask again, the agent's own note."""

    reason: list[str]
    option: dict[str, Any]
    rules: list[str]
    wake: float | None = None
    note: str | None = None


class Roll(Event, tag="roll"):
    """One roll of dice with every modifier, what it had to reach, and what came of it."""

    purpose: str
    dice: str
    faces: list[int]
    result: str
    mods: list[Mod] = msgspec.field(default_factory=list)
    need: float | None = None
    margin: float | None = None


class Declare(Event, tag="declare"):
    """An action is declared: its option, rules and planned times in counts."""

    option: dict[str, Any]
    rules: list[str]
    begin: float
    commit: float | None = None
    impact: float | None = None
    ready: float | None = None
    couched: float | None = None
    x: float | None = None
    w: float | None = None


class Init(Event, tag="init"):
    """The INIT a declaration (or a background movement) waits, in counts (C-INI-1)."""

    counts: float
    preset: bool
    speed_points: int = 0
    purpose: str | None = None


class Windup(Event, tag="windup"):
    """A wind-up begins (C-TIM-1)."""

    kind: str
    weapon: str
    until: float
    target: str | None = None


class Couched(Event, tag="couched"):
    """A weapon is couched: held at the end of its wind-up (C-TIM-2)."""

    weapon: str


class Release(Event, tag="release"):
    """A couched weapon begins its strike (C-TIM-2)."""

    weapon: str
    target: str
    until: float


class Commit(Event, tag="commit"):
    """The wind-up has ended and the blow is in motion (C-TIM-1)."""

    weapon: str
    target: str
    impact: float


class Impact(Event, tag="impact"):
    """A blow's impact count: hit, miss, critical_miss, parried, out_of_reach, no_target, broken_off or lost."""

    result: str
    target: str | None = None
    weapon: str | None = None
    distance: float | None = None
    stage: str | None = None
    chance: float | None = None
    roll: int | None = None
    sl: int | None = None
    location: str | None = None
    damage: int | None = None
    rule: str | None = None
    why: str | None = None


class Wound(Event, tag="wound"):
    """A blow cost HTK: the chain from damage to loss (C-DMG-6), and the state it leaves.

    ``lost`` is ``(through - concussive) * critical - pab_stopped + leaked - capped``: ``leaked`` are the concussive
    points PAB could not stop, ``pab`` is the PAB before the blow, ``pab_left`` what the concussive points left of it.
    A mental blow costs ``pow`` instead, ``pow_lost`` in all (C-DMG-7).
    """

    by: str
    location: str
    damage_type: str
    damage: int
    armor: int
    through: int
    concussive: int
    critical: int
    pab_left: int
    lost: int
    htk: int
    htk_lost: int
    part_damage: int
    leaked: int = 0
    pab: int | None = None
    pab_stopped: int = 0
    capped: int = 0
    armor_hits: dict[str, float] = msgspec.field(default_factory=dict)
    pow: int | None = None
    pow_lost: int | None = None


class Effect(Event, tag="effect"):
    """What a wound does beyond the loss, with the state it leaves."""

    effect: str
    rule: str
    location: str | None = None
    value: float | None = None
    state: dict[str, Any] = msgspec.field(default_factory=dict)


class Recover(Event, tag="recover"):
    """A tool begins to recover, to ready or to couched (C-TIM-3, C-TIM-4)."""

    weapon: str
    until: float
    to: str = "ready"


class Ready(Event, tag="ready"):
    """A fighter or a tool is ready again; ``why`` says after what."""

    why: str
    weapon: str | None = None


class BreakOff(Event, tag="break_off"):
    """An action is dropped: free in the wind-up, as a miss once committed (C-TIM-7)."""

    phase: str
    free: bool
    why: str


class Notice(Event, tag="notice"):
    """Someone notices a wind-up or a commit (C-PER-1)."""

    of: str
    what: str
    noticed: str


class Bleed(Event, tag="bleed"):
    """A point of HTK is lost to bleeding, or the rate changes (C-WND-7)."""

    lost: int
    htk_lost: int
    rate: int


class Stun(Event, tag="stun"):
    """A stun begins, grows or ends; ``until`` is its end in counts (C-WND-4)."""

    until: float
    over: bool = False


class Down(Event, tag="down"):
    """A fighter is out of the fight (C-WND-6, C-WND-4a)."""

    why: str
    htk_lost: int


class Death(Event, tag="death"):
    """A fighter is dead (C-WND-6)."""

    why: str
    htk_lost: int


EVENT_TYPES: tuple[type[Event], ...] = (
    BattleStart, BattleEnd, Decision, Roll, Declare, Init, Windup, Couched, Release, Commit, Impact, Wound, Effect,
    Recover, Ready, BreakOff, Notice, Mode, Defence, Move, Stage, Contest, RetreatContest, Lock, Unlock, Parry, Draw,
    Rise, Knockback, Fall, Edge, Collision, Bash, Grapple, Loose, Reloaded, Aimed, Bound, Bleed, Stun, Down, Death,
    *SHOTS_EVENTS, *STEPS_EVENTS,
)  # fmt: skip

__all__ = [
    "EVENT_TYPES",
    "SCHEMA",
    "Aimed",
    "Bash",
    "BattleEnd",
    "BattleStart",
    "Bleed",
    "Bound",
    "BreakOff",
    "Collision",
    "Commit",
    "Contest",
    "Couched",
    "Death",
    "Decision",
    "Declare",
    "Defence",
    "Down",
    "Draw",
    "Edge",
    "Effect",
    "Event",
    "Fall",
    "Grapple",
    "Impact",
    "Init",
    "Knockback",
    "Lock",
    "Loose",
    "Mod",
    "Mode",
    "Move",
    "Notice",
    "Parry",
    "Place",
    "Ready",
    "Recover",
    "Release",
    "Reloaded",
    "RetreatContest",
    "Rise",
    "Roll",
    "Stage",
    "Stun",
    "Unlock",
    "Windup",
    "Wound",
]
