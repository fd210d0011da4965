"""The event records of the steps system that no other system has, or that hold other figures there."""

from __future__ import annotations

import msgspec

from engine.events_base import Event


class Link(msgspec.Struct, gc=False):
    """One link of the chain of a difficulty: the rule, its steps (more is harder), and why (P-CHK-2)."""

    rule: str
    steps: int
    why: str


class Chain(Event, tag="chain"):
    """The chain of an attack's difficulty on one target, link by link: their sum, and the difficulty it is (P-CHK-2)."""

    target: str
    links: list[Link]
    steps: int
    difficulty: int


class Levelled(Event, tag="level"):
    """A weapon is being levelled, until the count at which the shot is committed (P-FIR-2)."""

    weapon: str
    target: str | None
    until: float


class Squeezed(Event, tag="commit"):
    """A shot is committed: when it breaks, and who may declare a dodge against it (P-FIR-2, P-MOD-2)."""

    weapon: str
    target: str | None
    impact: float


class Fired(Event, tag="fired"):
    """Rounds are fired (P-FIR-1); ``left`` are loaded still."""

    weapon: str
    mode: str
    rounds: int
    left: int


class StepsImpact(Event, tag="impact"):
    """What came of a shot on one target: hit, miss, no_target, out_of_reach, broken_off (no round is fired) or lost.

    ``struck`` is the cover or bystander a miss hit instead (P-CVR-1).
    """

    result: str
    target: str | None = None
    weapon: str | None = None
    distance: float | None = None
    difficulty: int | None = None
    total: int | None = None
    struck: str | None = None
    location: str | None = None
    damage: int | None = None
    rule: str | None = None
    why: str | None = None


class StepsWound(Event, tag="wound"):
    """A hit met armor: ``lost = max(0, damage - armor)``; the health it leaves (P-DMG-1)."""

    by: str
    location: str
    damage: int
    armor: int
    lost: int
    health: int


class ObjectHit(Event, tag="object"):
    """An object is hit: the damage, the points it has left; destroyed, it gives no cover (P-DMG-1)."""

    name: str
    position: tuple[int, int]
    damage: int
    health: int
    destroyed: bool


class Landed(Event, tag="landed"):
    """Where in-direct fire, or a miss with what has a radius, comes down (P-LOS-3)."""

    at: tuple[int, int]
    scatter: int


class DodgeDeclared(Event, tag="dodge"):
    """A dodge is declared against an attack, or its check is made (P-MOD-2, P-MOD-3)."""

    against: str
    declared: bool
    success: bool | None = None


class Faced(Event, tag="face"):
    """A combatant faces another way (P-LOS-2)."""

    facing: str
    why: str


class GuardMode(Event, tag="mode"):
    """A Combat Mode is taken (P-MOD-1)."""

    mode: str
    why: str


class Walk(Event, tag="walk"):
    """A combatant sets off at a pace along a path of squares, or stops (P-MOV-1)."""

    pace: str
    position: tuple[int, int]
    path: list[tuple[int, int]]
    why: str


class Stepped(Event, tag="step"):
    """A combatant comes onto a square (P-MOV-1)."""

    position: tuple[int, int]
    facing: str


class StepsDown(Event, tag="down"):
    """A combatant is out of the fight (P-DMG-1)."""

    why: str
    health: int


class StepsDeath(Event, tag="death"):
    """A combatant is dead (P-DMG-1)."""

    why: str
    health: int


class StepsAim(Event, tag="aim"):
    """A spell of aim is over, or the aim is lost (P-FIR-1)."""

    target: str
    spells: int
    why: str


class Sighted(Event, tag="sight"):
    """A combatant comes to see an opponent, or sees it no more (P-LOS-1, P-LOS-2)."""

    target: str
    seen: bool


STEPS_EVENTS: tuple[type[Event], ...] = (
    Chain, Levelled, Squeezed, Fired, StepsImpact, StepsWound, ObjectHit, Landed, DodgeDeclared, Faced, GuardMode, Walk,
    Stepped, StepsDown, StepsDeath, StepsAim, Sighted,
)  # fmt: skip
