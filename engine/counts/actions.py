"""The options of a counts fighter: frozen values, each with the rules it stands on (section 14).

An option is a declaration (it takes time and an INIT), a rider (no duration: mode, DEF) or neither (hold, wait).
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engine.options import Hold as Hold
from engine.options import Option


class Declaration(Option, frozen=True, kw_only=True):
    """An option that takes an INIT; speed points shorten it (C-INI-2)."""

    speed_points: int = 0


class Attack(Declaration, frozen=True, kw_only=True, tag="attack"):
    """Strike a target: wind up, commit, land, recover (C-TIM-1)."""

    rules: ClassVar[tuple[str, ...]] = ("C-TIM-1", "C-TIM-8", "C-INI-1")
    target: str
    weapon: str
    location: str | None = None
    hurry: bool = False


class Couch(Declaration, frozen=True, kw_only=True, tag="couch"):
    """Bring a weapon to the end of its wind-up and hold it there (C-TIM-2)."""

    rules: ClassVar[tuple[str, ...]] = ("C-TIM-2", "C-TIM-8", "C-INI-1")
    weapon: str
    target: str | None = None
    hurry: bool = False


class Release(Declaration, frozen=True, kw_only=True, tag="release"):
    """Strike from held couched: three quarters of X (C-TIM-2)."""

    rules: ClassVar[tuple[str, ...]] = ("C-TIM-2", "C-TIM-8", "C-INI-1")
    target: str
    location: str | None = None


class BreakOff(Option, frozen=True, kw_only=True, tag="break_off"):
    """Drop the action under way: free before the commit, as a miss after it (C-TIM-7)."""

    rules: ClassVar[tuple[str, ...]] = ("C-TIM-7",)


class Recouch(Option, frozen=True, kw_only=True, tag="recouch"):
    """Let the recovery end in the couch instead of ready (C-TIM-3, C-TIM-4)."""

    rules: ClassVar[tuple[str, ...]] = ("C-TIM-3", "C-TIM-4")
    weapon: str | None = None


class Parry(Declaration, frozen=True, kw_only=True, tag="parry"):
    """Bring a weapon or shield up against the next blow that would land (C-ARM-6)."""

    rules: ClassVar[tuple[str, ...]] = ("C-ARM-6", "C-INI-1")
    weapon: str
    hurry: bool = False


class Press(Declaration, frozen=True, kw_only=True, tag="press"):
    """Gain ground toward an opponent by a contest (C-STG-4, C-STG-5)."""

    rules: ClassVar[tuple[str, ...]] = ("C-STG-4", "C-STG-5", "C-INI-1")
    target: str
    over: bool = False


class Retreat(Declaration, frozen=True, kw_only=True, tag="retreat"):
    """Gain ground away from an opponent by a contest (C-STG-4, C-STG-5)."""

    rules: ClassVar[tuple[str, ...]] = ("C-STG-4", "C-STG-5", "C-INI-1")
    target: str


class Lock(Declaration, frozen=True, kw_only=True, tag="lock"):
    """Try to lock an opponent's weapon in the over-press (C-STG-6)."""

    rules: ClassVar[tuple[str, ...]] = ("C-STG-6", "C-INI-1")
    target: str


class Unlock(Declaration, frozen=True, kw_only=True, tag="unlock"):
    """Free a locked weapon (C-STG-6)."""

    rules: ClassVar[tuple[str, ...]] = ("C-STG-6", "C-INI-1")


class Draw(Declaration, frozen=True, kw_only=True, tag="draw"):
    """Draw, change to, or pick up a weapon (C-THR-1)."""

    rules: ClassVar[tuple[str, ...]] = ("C-THR-1", "C-INI-1")
    weapon: str


class Rise(Declaration, frozen=True, kw_only=True, tag="rise"):
    """Get up (C-THR-1)."""

    rules: ClassVar[tuple[str, ...]] = ("C-THR-1", "C-INI-1")


class Fire(Declaration, frozen=True, kw_only=True, tag="fire"):
    """Loose a missile at a target: wind up, commit, loose at the impact count, fly (C-MIS-1)."""

    rules: ClassVar[tuple[str, ...]] = ("C-MIS-1", "C-TIM-1", "C-INI-1")
    target: str
    weapon: str
    location: str | None = None
    hurry: bool = False


class Reload(Declaration, frozen=True, kw_only=True, tag="reload"):
    """Reload a missile weapon (C-MIS-1)."""

    rules: ClassVar[tuple[str, ...]] = ("C-MIS-1", "C-INI-1")
    weapon: str


class Aim(Declaration, frozen=True, kw_only=True, tag="aim"):
    """Follow a target with Targeting Perception; it holds for the next blow or shot at it (C-HIT-4)."""

    rules: ClassVar[tuple[str, ...]] = ("C-HIT-4", "C-INI-1")
    target: str


class Overbear(Declaration, frozen=True, kw_only=True, tag="overbear"):
    """Throw an opponent down by OVB against DEF; with a leg as location: take hold of that leg (C-THR-1, C-KNB-3)."""

    rules: ClassVar[tuple[str, ...]] = ("C-THR-1", "C-TIM-1", "C-INI-1")
    target: str
    location: str | None = None


class Throw(Declaration, frozen=True, kw_only=True, tag="throw"):
    """Throw an opponent away: an overbear whose success number is knockback (C-THR-1)."""

    rules: ClassVar[tuple[str, ...]] = ("C-THR-1", "C-KNB-1", "C-INI-1")
    target: str


class Bind(Declaration, frozen=True, kw_only=True, tag="bind"):
    """Bind one bleeding wound, one's own or a friend's within reach (C-WND-7)."""

    rules: ClassVar[tuple[str, ...]] = ("C-WND-7", "C-INI-1")
    target: str | None = None


class Mode(Option, frozen=True, kw_only=True, tag="mode"):
    """Set the background movement and the distance it keeps (C-MOD-1); no duration.

    ``set_distance`` None keeps the distance as it is; ``speed_points`` are spent on each INIT the mode asks for.
    """

    rules: ClassVar[tuple[str, ...]] = ("C-MOD-1", "C-MOD-2")
    mode: str
    set_distance: float | None = None
    speed_points: int = 0


class Defence(Option, frozen=True, kw_only=True, tag="def"):
    """Turn DEF on or off after a pre-set INIT (C-HIT-9); no declaration."""

    rules: ClassVar[tuple[str, ...]] = ("C-HIT-9",)
    active: bool
    speed_points: int = 0


class Move(Option, frozen=True, kw_only=True, tag="move"):
    """Move in the background: to a place, or toward or away from someone, at a speed (C-MOD-4, C-MOD-6).

    Exactly one of ``to``, ``toward`` and ``away`` is given. ``speed`` None is the fighter's top speed; ``distance``
    is where a move toward or away from someone stops. ``speed`` 0 without any of the three stops a movement. ``bash``
    lets a run at an opponent go on to contact (C-KNB-5).
    """

    rules: ClassVar[tuple[str, ...]] = ("C-MOD-4", "C-MOD-6", "C-STG-5b")
    to: tuple[float, float] | None = None
    toward: str | None = None
    away: str | None = None
    speed: float | None = None
    distance: float | None = None
    bash: bool = False
    speed_points: int = 0


class Wait(Option, frozen=True, kw_only=True, tag="wait"):
    """Do nothing new until a count, or until something happens (CLK-5)."""

    rules: ClassVar[tuple[str, ...]] = ("CLK-5",)
    until: float


CountsOption = (
    Attack | Couch | Release | BreakOff | Recouch | Parry | Press | Retreat | Lock | Unlock
    | Draw | Rise | Fire | Reload | Aim | Overbear | Throw | Bind | Mode | Defence | Move | Wait | Hold
)  # fmt: skip

OPTIONS: tuple[type[Option], ...] = CountsOption.__args__

decode_option = msgspec.convert
