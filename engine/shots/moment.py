"""What is worked out about a fight while it stands still, so that it is worked out once.

A fight stands still from when its requests are opened until their answers are taken up: many ask the same of it, again
and again, and nothing in it changes. `Fight.moment` is there for just so long. It is None at all other times, from the
first answer that is taken up or the first forfeit on, and then whatever is asked is worked out anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from engine.shots.reckon import Aim
    from engine.shots.seen import Seen
    from engine.shots.seen_attacks import Announced
    from engine.shots.seen_tools import OwnTool, SeenPlace, SeenTool
    from engine.shots.state import Action, Fighter, Tool


@attrs.define(eq=False)
class Look:
    """What one character sees of a moment, as far as it has looked.

    Attributes:
        foes: opponents in sight that can still fight, with their distances, the nearest first; ``friends`` likewise.
        foe_windows, friend_windows, attack_windows, place_windows, kit: what its view shows of these, of announced attacks and of
            its weapons; ``seen`` by name.
        aims: what an attack with a weapon on somebody comes to, by weapon, name and kind (`engine.shots.reckon`).
    """

    foes: list[tuple[float, int, Fighter]] | None = None
    friends: list[tuple[float, int, Fighter]] | None = None
    foe_windows: tuple[Seen, ...] | None = None
    friend_windows: tuple[Seen, ...] | None = None
    attack_windows: tuple[Announced, ...] | None = None
    place_windows: tuple[SeenPlace, ...] | None = None
    kit: tuple[OwnTool, ...] | None = None
    seen: dict[str, Seen] = attrs.field(factory=dict)
    aims: dict[tuple[Tool, str, str], Aim | None] = attrs.field(factory=dict)


@attrs.define(eq=False)
class Moment:
    """What was found out since the requests were opened.

    Attributes:
        looks: by who looks.
        sides: who can still fight, by side, in the order of stream keys.
        covers: what cover adds for somebody against a shot from a place, by both, the place as two numbers.
        attacks: what announced attacks must roll to hit and do beyond that to wound, by attack, target, and whether that would
            step between.
        arms: what others see in somebody's hands.
        gaps: how far those of a side who can still fight are from somebody, meters, not rounded, in order.
    """

    looks: dict[Fighter, Look] = attrs.field(factory=dict)
    sides: dict[str, list[Fighter]] | None = None
    covers: dict[tuple[Fighter, float, float], int] = attrs.field(factory=dict)
    attacks: dict[tuple[Action, Fighter, bool], tuple[int, int]] = attrs.field(factory=dict)
    arms: dict[Fighter, tuple[SeenTool, ...]] = attrs.field(factory=dict)
    gaps: dict[tuple[str, Fighter], list[float]] = attrs.field(factory=dict)
