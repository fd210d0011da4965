"""The options of a steps combatant: frozen values, each with the rules it stands on (section 6).

An action takes counts and keeps a combatant busy; moving goes on beside it; a dodge is declared against an attack
that is committed.
"""

from __future__ import annotations

from typing import ClassVar

from engine.options import Hold, Option

Square = tuple[int, int]


class Fire(Option, frozen=True, kw_only=True, tag="fire"):
    """Level a weapon, squeeze, and shoot (P-FIR-1, P-FIR-2); in-direct it may go to a square nobody is seen on (P-LOS-3).

    ``mode`` is single, aimed, burst or auto; ``location`` calls a part that is exposed (P-LOS-6); ``sweep`` is the
    facing along which full auto goes on from the target's square.
    """

    rules: ClassVar[tuple[str, ...]] = ("P-CHK-2", "P-FIR-1", "P-FIR-2", "P-LOS-1", "P-LOS-6", "P-LOS-3")
    weapon: str
    target: str | None = None
    mode: str = "single"
    location: str | None = None
    sweep: str | None = None
    indirect: bool = False
    at: Square | None = None


class Aim(Option, frozen=True, kw_only=True, tag="aim"):
    """Aim at a target, one spell; up to two count for an aimed shot (P-FIR-1)."""

    rules: ClassVar[tuple[str, ...]] = ("P-FIR-1", "P-LOS-1")
    target: str
    weapon: str


class Reload(Option, frozen=True, kw_only=True, tag="reload"):
    """Reload a weapon (P-FIR-2)."""

    rules: ClassVar[tuple[str, ...]] = ("P-FIR-2",)
    weapon: str


class Bring(Option, frozen=True, kw_only=True, tag="bring"):
    """Change to another weapon (P-FIR-2)."""

    rules: ClassVar[tuple[str, ...]] = ("P-FIR-2",)
    weapon: str


class Face(Option, frozen=True, kw_only=True, tag="face"):
    """Turn to one of the eight facings (P-FIR-2, P-LOS-2)."""

    rules: ClassVar[tuple[str, ...]] = ("P-FIR-2", "P-LOS-2")
    facing: str


class Mode(Option, frozen=True, kw_only=True, tag="mode"):
    """Take a Combat Mode: forward, guarded, full or none (P-MOD-1)."""

    rules: ClassVar[tuple[str, ...]] = ("P-MOD-1", "P-FIR-2")
    mode: str


class Move(Option, frozen=True, kw_only=True, tag="move"):
    """Move at a pace to a square, by the shortest way or along a path of one's own; ``still`` stops (P-MOV-1)."""

    rules: ClassVar[tuple[str, ...]] = ("P-MOV-1",)
    pace: str
    to: Square | None = None
    path: tuple[Square, ...] | None = None


class Cover(Option, frozen=True, kw_only=True, tag="cover"):
    """Move to the nearest square on which one is covered from an opponent, or from all that are seen (P-LOS-4)."""

    rules: ClassVar[tuple[str, ...]] = ("P-LOS-4", "P-MOV-1")
    pace: str
    threat: str | None = None


class Dodge(Option, frozen=True, kw_only=True, tag="dodge"):
    """Declare a dodge against a committed attack on oneself or on somebody one gives cover to (P-MOD-2, P-MOD-3)."""

    rules: ClassVar[tuple[str, ...]] = ("P-MOD-2", "P-MOD-3")
    against: str | None = None


class BreakOff(Option, frozen=True, kw_only=True, tag="break_off"):
    """Drop the action under way: free while levelling, as a miss once committed (P-FIR-2)."""

    rules: ClassVar[tuple[str, ...]] = ("P-FIR-2",)


class Wait(Option, frozen=True, kw_only=True, tag="wait"):
    """Do nothing until a count, unless something happens (CLK-5)."""

    rules: ClassVar[tuple[str, ...]] = ("CLK-5",)
    until: float


OPTIONS: tuple[type[Option], ...] = (Fire, Aim, Reload, Bring, Face, Mode, Move, Cover, Dodge, BreakOff, Wait, Hold)
"""Every option of the steps system."""
