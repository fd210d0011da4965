"""Combatants as a combatant sees them: thin read-only windows on the state (CLK-5).

What somebody in sight does, holds and guards shows; its health shows in steps, its skills and rounds are its own.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf

import attrs

from engine.steps import grid, lookup, reckon
from engine.steps.seen_tools import OwnAction, OwnWeapon, SeenWeapon
from engine.steps.sight import Sight
from engine.steps.state import Fight, Fighter, Square, Weapon
from engine.units import Count

CONDITIONS = ("unhurt", "hurt", "badly_hurt", "down", "dead")
"""How anyone sees that somebody fares, the best first."""


@attrs.frozen
class Unseen:
    """An opponent out of sight: who, no more."""

    name: str
    side: str


@lru_cache(maxsize=4096)
def unseen(name: str, side: str) -> Unseen:
    """Return who is out of sight, made once: nothing about it changes."""
    return Unseen(name, side)


class Seen:
    """Another combatant: where it is, how it fares, what it holds and does."""

    __slots__ = ("_fight", "_fighter", "_viewer")

    def __init__(self, fight: Fight, viewer: Fighter, fighter: Fighter) -> None:
        self._fight, self._viewer, self._fighter = fight, viewer, fighter

    @property
    def name(self) -> str:
        """Its name."""
        return self._fighter.name

    @property
    def side(self) -> str:
        """Its side."""
        return self._fighter.side

    @property
    def able(self) -> bool:
        """Whether it can still fight."""
        return self._fighter.able

    @property
    def square(self) -> Square:
        """Where it is: column and row."""
        return self._fighter.square

    @property
    def distance(self) -> float:
        """Its distance from the viewer, squares, rounded to 0.01."""
        return lookup.distance(self._viewer.square, self._fighter.square)

    @property
    def facing(self) -> str:
        """Which of the eight ways it faces (P-LOS-2)."""
        return grid.FACINGS[self._fighter.facing]

    @property
    def sees_me(self) -> bool:
        """Whether it has a line of sight to the viewer (P-LOS-2, P-LOS-5)."""
        return lookup.sees(self._fight, self._fighter, self._viewer)

    @property
    def mode(self) -> str:
        """The Combat Mode that counts now: none while it reloads or sprints (P-MOD-1)."""
        return lookup.mode_of(self._fighter)

    @property
    def pace(self) -> str:
        """How fast it moves: still, walking, jogging, running or sprinting (P-MOV-1)."""
        return lookup.pace_of(self._fighter)

    @property
    def doing(self) -> str | None:
        """The kind of what it does: fire, aim, reload, bring, face, mode; None: nothing."""
        action = self._fighter.action
        return None if action is None else action.kind

    @property
    def phase(self) -> str | None:
        """Where that is: waiting, windup (levelling), committed or working (P-FIR-2)."""
        action = self._fighter.action
        return None if action is None else action.phase.value

    @property
    def condition(self) -> str:
        """How it fares, one of `CONDITIONS`: badly hurt is half its health or less (P-DMG-1)."""
        fighter = self._fighter
        if fighter.out is not None:
            return "dead" if fighter.dead else "down"
        if fighter.health >= fighter.spec.health:
            return "unhurt"
        return "badly_hurt" if 2 * fighter.health <= fighter.spec.health else "hurt"

    @property
    def weapon(self) -> SeenWeapon | None:
        """What it has in hand."""
        hand = self._fighter.hand
        return None if hand is None else SeenWeapon(self._fight, hand)

    def arc(self, square: Square) -> str:
        """Return the arc of its own that a square lies in: front, flank or rear (P-LOS-2)."""
        return lookup.arc_of(self._fight, self._fighter, square)

    def looks_at(self, square: Square) -> bool:
        """Return whether it has a line of sight to a square: not in its rear, not hidden by objects (P-LOS-2, P-LOS-5)."""
        return self.sight()(square)

    def sight(self) -> Sight:
        """Return what tells of any square whether it has a line of sight to it as things stand, later too (P-LOS-2, P-LOS-5)."""
        fight, fighter = self._fight, self._fighter
        return Sight(fight.land.hides, fight.arcs, fighter.square, fighter.facing)

    def guards(self, square: Square) -> bool:
        """Return whether its Combat Mode guards the arc a square lies in now (P-MOD-1)."""
        return lookup.guards(self._fight, self._fighter, square)


@attrs.frozen
class OwnAim:
    """An aim: at whom, with what, for how many spells that count (P-FIR-1)."""

    target: str
    weapon: str
    spells: int


@attrs.frozen
class OwnWalk:
    """A movement under way: its pace, the squares ahead, and when the next one is reached, counts (P-MOV-1)."""

    pace: str
    path: tuple[Square, ...]
    goal: Square
    next_at: Count


class Own(Seen):
    """A combatant as it sees itself: everything."""

    __slots__ = ("_tools",)

    def __init__(self, fight: Fight, viewer: Fighter, fighter: Fighter) -> None:
        super().__init__(fight, viewer, fighter)
        self._tools: dict[Weapon, OwnWeapon] = {}

    def _tool(self, weapon: Weapon) -> OwnWeapon:
        """Return the window on a weapon of its own, always the same one: it shows the weapon as it is."""
        found = self._tools.get(weapon)
        if found is None:
            found = self._tools[weapon] = OwnWeapon(self._fight, weapon, self._fighter)
        return found

    @property
    def health(self) -> int:
        """Its health points (P-DMG-1)."""
        return self._fighter.health

    @property
    def health_max(self) -> int:
        """What it began with."""
        return self._fighter.spec.health

    @property
    def shooting(self) -> int:
        """The attribute added to attack checks (P-CHK-1)."""
        return self._fighter.spec.shooting

    @property
    def dodge(self) -> int:
        """The attribute added to dodge checks (P-MOD-2)."""
        return self._fighter.spec.dodge

    @property
    def dodges(self) -> int:
        """Dodges since its last own action; each makes the next one harder (P-MOD-2)."""
        return self._fighter.dodges

    @property
    def dodge_chance(self) -> float:
        """The exact chance that its next dodge succeeds (P-MOD-2)."""
        return reckon.dodge(self._fight, self._fighter)

    @property
    def busy_until(self) -> Count:
        """The count before which it begins nothing because it dodged; not later than now: it is free (P-MOD-2)."""
        return self._fighter.busy_until / self._fight.per_count

    @property
    def chosen_mode(self) -> str:
        """The Combat Mode it has taken, whether or not it counts now (P-MOD-1)."""
        return self._fighter.mode

    @property
    def weapons(self) -> tuple[OwnWeapon, ...]:
        """All its weapons, in the scenario's order."""
        return tuple([self._tool(weapon) for weapon in self._fighter.weapons.values()])

    @property
    def hand(self) -> OwnWeapon | None:
        """The weapon in hand, which alone fires and aims."""
        hand = self._fighter.hand
        return None if hand is None else self._tool(hand)

    @property
    def aim(self) -> OwnAim | None:
        """Its aim, which a shot, a step, a dodge or another weapon loses (P-FIR-1)."""
        aim = self._fighter.aim
        return None if aim is None else OwnAim(aim[0].name, aim[1].name, aim[2])

    @property
    def action(self) -> OwnAction | None:
        """What is under way."""
        action = self._fighter.action
        return None if action is None else OwnAction(self._fight, action)

    @property
    def walking(self) -> OwnWalk | None:
        """The movement under way."""
        walking = self._fighter.walking
        if walking is None:
            return None
        return OwnWalk(walking.pace, tuple(walking.path), walking.goal, walking.due / self._fight.per_count)

    @property
    def may_move(self) -> bool:
        """Whether it has not set off or stopped at this instant yet (CLK-2)."""
        return self._fighter.riders.get("move", -inf) != self._fight.clock.now
