"""What is worked out about a fight while it stands still, so that it is worked out once.

A fight stands still from when its requests are opened until their answers are taken up: many ask the same of it, again
and again, and nothing in it changes. `Fight.moment` is there for just so long. It is None at all other times, from the
first answer that is taken up or the first forfeit on, and then whatever is asked is worked out anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.shots.reckon import Aim
    from engine.shots.seen import Seen
    from engine.shots.seen_attacks import Announced
    from engine.shots.seen_tools import OwnTool, SeenPlace, SeenTool
    from engine.shots.state import Action, Fighter, Tool

Near = list[tuple[float, int, "Fighter"]]
"""Characters with their distances from a viewer, meters, and their ranks; the nearest first, then by stream key."""


class Look:
    """What one character sees of a moment, as far as it has looked.

    Attributes:
        foes: opponents in sight that can still fight; ``friends`` likewise.
        foe_windows, friend_windows, attack_windows, place_windows, kit: what its view shows of these, of announced attacks and of
            its weapons; ``seen`` by name.
        aims: what an attack with a weapon on somebody comes to, by weapon, name and kind (`engine.shots.reckon`).
    """

    __slots__ = ("aims", "attack_windows", "foe_windows", "foes", "friend_windows", "friends", "kit", "place_windows", "seen")

    def __init__(self) -> None:
        self.foes: Near | None = None
        self.friends: Near | None = None
        self.foe_windows: tuple[Seen, ...] | None = None
        self.friend_windows: tuple[Seen, ...] | None = None
        self.attack_windows: tuple[Announced, ...] | None = None
        self.place_windows: tuple[SeenPlace, ...] | None = None
        self.kit: tuple[OwnTool, ...] | None = None
        self.seen: dict[str, Seen] = {}
        self.aims: dict[tuple[Tool, str, str], Aim | None] = {}


class Moment:
    """What was found out since the requests were opened.

    Attributes:
        token: what tells this moment from others; windows hold it, not the moment, which would hold them in turn.
        looks: by who looks.
        sides: who can still fight, by side, in the order of stream keys.
        covers: what cover adds for somebody against a shot from a place, by both, the place as two numbers.
        attacks: what announced attacks must roll to hit and do beyond that to wound, by attack, target, and whether that would
            step between.
        arms: what others see in somebody's hands.
        gaps: how far those of a side who can still fight are from somebody, meters, not rounded, in order.
    """

    __slots__ = ("arms", "attacks", "covers", "gaps", "looks", "sides", "token")

    def __init__(self) -> None:
        self.token = object()
        self.looks: dict[Fighter, Look] = {}
        self.sides: dict[str, list[Fighter]] | None = None
        self.covers: dict[tuple[Fighter, float, float], int] = {}
        self.attacks: dict[tuple[Action, Fighter, bool], tuple[int, int]] = {}
        self.arms: dict[Fighter, tuple[SeenTool, ...]] = {}
        self.gaps: dict[tuple[str, Fighter], list[float]] = {}
