"""What an instant's blows have done and is still to take effect: hits, pushes, grips, and missiles in flight."""

from __future__ import annotations

from typing import Any

import attrs

from engine.counts.state import Action, Fighter, Layer, Tool
from engine.units import Feet, Tick


@attrs.frozen(eq=False)
class Push:
    """What throws a fighter back without a wound: a bash, a throw, or what is left of a blow (C-KNB-5, C-THR-1).

    Attributes:
        by: who pushes; the target is thrown away from it.
        points: damage for knockback (C-KNB-1), of the damage type ``type``.
        part: the struck part, for the saves.
    """

    by: Fighter
    target: Fighter
    points: int
    type: str
    part: str
    seq: int | None


@attrs.define(eq=False)
class Grip:
    """An overbear that came off, to be applied: the target is thrown down, or held by a leg (C-THR-1, C-KNB-3)."""

    action: Action
    leg: str | None
    seq: int | None


@attrs.define(eq=False)
class Hit:
    """A blow that landed on the body, resolved against the state at the start of its rung, to be applied."""

    attacker: Fighter
    action: Action | None
    target: Fighter
    type: str
    part: str
    location: str
    damage: int
    armor: int
    sl: int
    blow: Any
    layers: list[tuple[Layer, float]]
    seq: int | None
    mental: bool = False
    pushes: bool = True


@attrs.define(eq=False)
class Missile:
    """A missile in flight: what was fixed when it was loosed, to be resolved on its arrival (C-MIS-1).

    ``terms`` are the modifiers of the moment it was loosed, ``excused`` those for the target's own movement;
    ``speed`` is the fighters' relative speed then, ft/ct; ``origin`` and ``height`` tell where.
    """

    rank: int
    action: Action
    fighter: Fighter
    target: Fighter
    tool: Tool
    terms: tuple[int, ...]
    excused: int
    called: str | None
    distance: float
    speed: float
    loosed: Tick
    origin: tuple[float, float]
    height: Feet
    seq: int | None
