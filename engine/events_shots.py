"""The event records of the shots system that no other system has, or that hold other figures there.

A record with the ``type`` of one of another system (``impact``, ``wound``, ``down``, ``death``, ``bind``) is the
same thing in its own figures.
"""

from __future__ import annotations

import msgspec

from engine.events_base import Event, Mod


class Sequence(Event, tag="sequence"):
    """A sequence begins: its number from 1, its highest shot, and everyone's first shot (S-SEQ-1)."""

    number: int
    top: int
    order: dict[str, int]


class Shot(Event, tag="shot"):
    """A shot is called: who acts on it (S-SEQ-2)."""

    shot: int
    acting: list[str]


class Counter(Event, tag="counter"):
    """A shot counter changes (S-SEQ-3): ``before`` is the ``after`` of the change before, or the first shot of the sequence.

    That of one who held runs down with the clock; this is told when it next counts, as a change of its own (S-SEQ-2).
    Where a schtick changes what an action costs, ``mods`` add up to the cost; at no cost ``after`` is ``before`` (S-CHR-3).
    """

    before: int
    after: int
    rule: str
    why: str
    mods: list[Mod] = msgspec.field(default_factory=list)


class Announce(Event, tag="announce"):
    """An attack is announced; whoever may respond is asked before it is rolled (S-DEF-1)."""

    weapon: str
    targets: list[str]
    shots: int
    at: tuple[float, float] | None = None


class Defense(Event, tag="defense"):
    """An active defense is up: for whom, what it raises and by how much (S-DEF-1, S-DEF-4); over when ``over``."""

    kind: str
    target: str
    value: str
    bonus: int
    over: bool = False


class Interposed(Event, tag="interpose"):
    """An attack on another is redirected to who stepped between (S-DEF-4)."""

    target: str
    against: str


class Volunteered(Event, tag="volunteer"):
    """A target of an area attack takes the worst of it (S-RNG-4)."""

    against: str


class ShotImpact(Event, tag="impact"):
    """What came of an attack on one target: hit, miss, critical_miss (a fumble), no_target, out_of_reach or lost.

    ``total`` is skill, modifiers and open roll together, ``difficulty`` what they had to reach, ``outcome`` by how
    much they did (S-ROL-2), which a structure does not have (S-WND-4); ``damage`` is before the target's Toughness and
    armor (S-ROL-3), and ``damage_mods`` add up to it. Of an area attack, which has one roll for all, ``mods`` add up to
    this target's ``difficulty``, and ``distance`` is that from the blast (S-RNG-4).
    """

    result: str
    target: str | None = None
    weapon: str | None = None
    distance: float | None = None
    total: int | None = None
    difficulty: int | None = None
    outcome: int | None = None
    damage: int | None = None
    mods: list[Mod] = msgspec.field(default_factory=list)
    damage_mods: list[Mod] = msgspec.field(default_factory=list)
    rule: str | None = None
    why: str | None = None


class ShotWound(Event, tag="wound"):
    """A hit met Toughness and armor: ``points = max(0, damage - toughness - armor)``; the state it leaves (S-ROL-3).

    Where a schtick changes Toughness, ``toughness_mods`` add up to it (S-CHR-3).
    """

    by: str
    damage: int
    toughness: int
    armor: int
    points: int
    wounds: int
    toughness_mods: list[Mod] = msgspec.field(default_factory=list)


class Impaired(Event, tag="impairment"):
    """Impairment changes: what is added to every roll from now on (S-WND-1)."""

    value: int
    wounds: int


class StructureHit(Event, tag="structure"):
    """A structure is hit: the damage, the Toughness it met (``against``) and leaves; ``effect``: none, worn, destroyed (S-WND-4).

    All hits of one instant meet the Toughness before them.
    """

    name: str
    damage: int
    against: int
    toughness: int
    destroyed: bool
    effect: str


class ShotDown(Event, tag="down"):
    """A character is out of the fight (S-WND-3); a dying one dies so many sequences from now unless tended (S-WND-2)."""

    why: str
    wounds: int
    dying_sequences: int | None = None


class ShotDeath(Event, tag="death"):
    """A character is dead (S-WND-2)."""

    why: str
    wounds: int


class Tended(Event, tag="bind"):
    """Somebody was tended by Medicine: whether it worked, and the Wound Points it leaves (S-CHR-1)."""

    target: str
    bound: bool
    healed: int
    wounds: int


class FortunePoint(Event, tag="fortune"):
    """A Fortune point is set aside for a roll, taken back, or spent (S-CHR-1); ``left`` are those left."""

    roll: str
    what: str
    left: int


class SchtickUsed(Event, tag="schtick"):
    """A schtick does something (S-CHR-3)."""

    name: str
    what: str
    left: int | None = None


SHOTS_EVENTS: tuple[type[Event], ...] = (
    Sequence, Shot, Counter, Announce, Defense, Interposed, Volunteered, ShotImpact, ShotWound, Impaired, StructureHit,
    ShotDown, ShotDeath, Tended, FortunePoint, SchtickUsed,
)  # fmt: skip
