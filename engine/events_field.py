"""The event records of movement, ground, grips, falls and missiles; `engine.events` has the rest and the list of all."""

from __future__ import annotations

import msgspec

from engine.events_base import Event, Place


class Mode(Event, tag="mode"):
    """Background movement is set (C-MOD-1)."""

    mode: str
    set_distance: float
    why: str


class Defence(Event, tag="def"):
    """DEF is on or off now (C-HIT-9)."""

    active: bool


class Move(Event, tag="move"):
    """A velocity changes: where the fighter is now, and how it moves from here on."""

    position: Place
    velocity: Place
    why: str
    distance: float | None = None
    toward: str | None = None


class Stage(Event, tag="stage", kw_only=True):
    """A fighter's stage against an opponent changes (C-STG-2)."""

    before: str | None = msgspec.field(name="from", default=None)
    to: str
    target: str
    distance: float


class Contest(Event, tag="press"):
    """A press was contested: who won how many stages, and the ground to walk (C-STG-4, C-STG-5)."""

    target: str
    success: int
    opposed: int | None
    stages: int
    ground: float
    winner: str | None = None
    until: float | None = None


class RetreatContest(Contest, tag="retreat"):
    """A retreat was contested, or rolled simply (C-STG-4, C-STG-5, C-STG-7)."""


class Lock(Event, tag="lock"):
    """A weapon is locked, or a try to lock it failed (C-STG-6)."""

    target: str
    weapon: str | None
    locked: bool
    why: str


class Unlock(Event, tag="unlock"):
    """A locked weapon is free, or a try to free it failed (C-STG-6)."""

    weapon: str | None
    locked: bool
    why: str


class Parry(Event, tag="parry"):
    """A parry comes up, meets a blow, or is dropped (C-ARM-6)."""

    what: str
    weapon: str
    by: str | None = None
    success: int | None = None
    opposed: int | None = None
    shield_hits: float | None = None


class Draw(Event, tag="draw"):
    """A weapon comes into a hand, or leaves it."""

    weapon: str
    what: str
    in_hand: list[str]


class Rise(Event, tag="rise"):
    """A fighter stands again (C-THR-1)."""


class Knockback(Event, tag="knockback"):
    """A blow throws its target back (C-KNB-1)."""

    feet: float
    velocity: Place


class Fall(Event, tag="fall"):
    """A fighter falls and lies, or lands from a height (C-KNB-2, C-WND-4, C-FAL-1)."""

    why: str
    height: float | None = None
    velocity: float | None = None


class Edge(Event, tag="edge"):
    """A fighter comes over an edge (C-FAL-1)."""

    name: str
    drop: float


class Collision(Event, tag="collision"):
    """A thrown fighter hits something solid (C-KNB-4)."""

    what: str
    velocity: float


class Bash(Event, tag="bash"):
    """A charge meets a blow, or whoever it runs at: whoever has less saves against the difference (C-KNB-5)."""

    target: str
    bash: int
    blow: int
    difference: int
    thrown: str | None


class Grapple(Event, tag="overbear"):
    """An overbear, a throw, or a hold on a leg, and whether it came off (C-THR-1, C-KNB-3)."""

    target: str
    what: str
    success: bool
    location: str | None = None


class Loose(Event, tag="loose"):
    """A missile is on its way (C-MIS-1)."""

    weapon: str
    target: str
    distance: float
    arrives: float
    left: int


class Reloaded(Event, tag="reload"):
    """A missile weapon is loaded again (C-MIS-1)."""

    weapon: str
    loaded: int
    left: int


class Aimed(Event, tag="aim"):
    """A fighter follows a target with Targeting Perception, or lost it (C-HIT-4)."""

    target: str
    success: bool


class Bound(Event, tag="bind"):
    """A bleeding wound is bound, or the binding broke off (C-WND-7)."""

    target: str
    bound: bool
    rate: int
