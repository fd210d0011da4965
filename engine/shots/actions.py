"""The options of a shots character: frozen values, each with the rules it stands on (section 8).

An option of one's own shot has a cost in shots; a response answers an announced attack; the rest costs nothing.
"""

from __future__ import annotations

from typing import ClassVar

from engine.options import Hold, Option

Place = tuple[float, float]


class Mover(Option, frozen=True, kw_only=True):
    """An option that may carry a movement of up to Move meters; at most one of its goals is given (S-MOV-1)."""

    to: Place | None = None
    toward: str | None = None
    away: str | None = None
    distance: float = 0.0


class Attack(Mover, frozen=True, kw_only=True, tag="attack"):
    """Shoot or strike a character or a structure; for 2 or 1 shots a snapshot (S-ROL-2, S-SEQ-5); 0: a free shot."""

    rules: ClassVar[tuple[str, ...]] = ("S-ROL-2", "S-ROL-3", "S-SEQ-3", "S-SEQ-5")
    target: str
    weapon: str
    shots: int = 3
    fortune: bool = False


class Throw(Mover, frozen=True, kw_only=True, tag="throw"):
    """Throw a weapon at a target; it leaves the hand (S-SEQ-3)."""

    rules: ClassVar[tuple[str, ...]] = ("S-ROL-2", "S-ROL-3", "S-SEQ-3", "S-SEQ-5", "S-RNG-1")
    target: str
    weapon: str
    shots: int = 3
    fortune: bool = False


class Area(Mover, frozen=True, kw_only=True, tag="area"):
    """Attack everyone around a point, or around a target (S-RNG-4)."""

    rules: ClassVar[tuple[str, ...]] = ("S-RNG-4", "S-ROL-2", "S-ROL-3", "S-SEQ-3", "S-SEQ-5")
    weapon: str
    target: str | None = None
    at: Place | None = None
    shots: int = 3
    fortune: bool = False


class Move(Mover, frozen=True, kw_only=True, tag="move"):
    """Move up to Move meters as a 3-shot action of its own (S-MOV-1)."""

    rules: ClassVar[tuple[str, ...]] = ("S-MOV-1", "S-SEQ-3")


class Run(Mover, frozen=True, kw_only=True, tag="run"):
    """Run up to twice Move meters (S-MOV-1)."""

    rules: ClassVar[tuple[str, ...]] = ("S-MOV-1",)


class Draw(Mover, frozen=True, kw_only=True, tag="draw"):
    """Draw a weapon; the hands it needs let go of what they hold (S-SEQ-3)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SEQ-3",)
    weapon: str


class PickUp(Mover, frozen=True, kw_only=True, tag="pick_up"):
    """Pick up a weapon that lies within reach (S-SEQ-3)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SEQ-3",)
    weapon: str


class Reload(Mover, frozen=True, kw_only=True, tag="reload"):
    """Reload a weapon in hand: quick by the clip, a whole action by rounds (S-SEQ-3)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SEQ-3",)
    weapon: str


class Bind(Mover, frozen=True, kw_only=True, tag="bind"):
    """Tend somebody within reach by Medicine: one who is dying, or Wound Points (S-CHR-1)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CHR-1", "S-SEQ-3")
    target: str
    fortune: bool = False


class Drop(Option, frozen=True, kw_only=True, tag="drop"):
    """Drop prone, a quick action (S-RNG-2)."""

    rules: ClassVar[tuple[str, ...]] = ("S-RNG-2", "S-SEQ-3")


class Rise(Option, frozen=True, kw_only=True, tag="rise"):
    """Get up, a quick action (S-RNG-2)."""

    rules: ClassVar[tuple[str, ...]] = ("S-RNG-2", "S-SEQ-3")


class Wait(Option, frozen=True, kw_only=True, tag="wait"):
    """Wait for a lower shot of this sequence (S-SEQ-4)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SEQ-4",)
    shot: int


class Defend(Option, frozen=True, kw_only=True, tag="defend"):
    """Defend actively until the clock leaves this count; ``kind`` is dodge, parry or one a schtick gives (S-DEF-1)."""

    rules: ClassVar[tuple[str, ...]] = ("S-DEF-1", "S-DEF-2", "S-DEF-5")
    kind: str = "dodge"


class DefendOther(Option, frozen=True, kw_only=True, tag="defend_other"):
    """Give another the bonus of an active defense (S-DEF-4)."""

    rules: ClassVar[tuple[str, ...]] = ("S-DEF-4",)
    target: str
    kind: str = "dodge"


class Interpose(Option, frozen=True, kw_only=True, tag="interpose"):
    """Step between an attack and its target: it is redirected (S-DEF-4); ``against`` is the action's id."""

    rules: ClassVar[tuple[str, ...]] = ("S-DEF-4",)
    target: str
    against: str | None = None


class Volunteer(Option, frozen=True, kw_only=True, tag="volunteer"):
    """Be the most vulnerable target of an announced area attack (S-RNG-4)."""

    rules: ClassVar[tuple[str, ...]] = ("S-RNG-4",)
    against: str | None = None


class Fortune(Option, frozen=True, kw_only=True, tag="fortune"):
    """Set a Fortune point aside for the next roll of a purpose, or take it back (S-CHR-1)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CHR-1", "S-SEQ-4")
    roll: str
    active: bool = True


class Schtick(Option, frozen=True, kw_only=True, tag="schtick"):
    """Use a schtick that must be called on (S-CHR-3)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CHR-3", "S-SEQ-4")
    name: str


ATTACKS = (Attack, Throw, Area)
RESPONSES = (Defend, DefendOther, Interpose, Volunteer)

OPTIONS: tuple[type[Option], ...] = (
    Attack, Throw, Area, Move, Run, Draw, PickUp, Reload, Bind, Drop, Rise, Wait, Defend, DefendOther, Interpose,
    Volunteer, Fortune, Schtick, Hold,
)  # fmt: skip
"""Every option of the shots system."""
