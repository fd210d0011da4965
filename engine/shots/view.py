"""What a shots character can see: a thin read-only window on the state, valid until it answers (CLK-5)."""

from __future__ import annotations

from engine.options import Option
from engine.shots import costs, legality, lookup, offers, reckon, sight
from engine.shots.moment import Near
from engine.shots.reckon import Expected
from engine.shots.rules import ShotsRules
from engine.shots.seen import Own, Seen
from engine.shots.seen_attacks import Announced
from engine.shots.seen_tools import SeenPlace, SeenTool
from engine.shots.sight import in_sight
from engine.shots.state import Fight, Fighter
from engine.system import Request
from engine.units import Count


class View:
    """What a character knows at a decision.

    Attributes:
        me: itself, everything.
    """

    __slots__ = ("_fight", "_fighter", "me")

    def __init__(self, fight: Fight, fighter: Fighter) -> None:
        self._fight, self._fighter = fight, fighter
        self.me = Own(fight, fighter, fighter)

    @property
    def t(self) -> Count:
        """The moment, in counts."""
        return self._fight.t

    @property
    def shot(self) -> int:
        """The shot of this instant (S-SEQ-2)."""
        return lookup.shot_now(self._fight)

    @property
    def sequence(self) -> int:
        """The number of the sequence, from 1 (S-SEQ-1)."""
        return self._fight.sequence

    @property
    def rules(self) -> ShotsRules:
        """The rule set; frozen."""
        return self._fight.rules

    # who is there

    @property
    def foes(self) -> tuple[Seen, ...]:
        """Opponents in sight that can still fight, nearest first; at one distance by stream key."""
        look = sight.look_of(self._fight, self._fighter)
        if look.foe_windows is None:
            look.foe_windows = self._windows(sight.foes(self._fight, self._fighter))
        return look.foe_windows

    @property
    def friends(self) -> tuple[Seen, ...]:
        """Friends that can still fight, nearest first; at one distance by stream key."""
        look = sight.look_of(self._fight, self._fighter)
        if look.friend_windows is None:
            look.friend_windows = self._windows(sight.friends(self._fight, self._fighter))
        return look.friend_windows

    @property
    def others(self) -> tuple[Seen, ...]:
        """Everyone else in sight that can still fight, nearest first; at one distance by stream key."""
        fight, me = self._fight, self._fighter
        return self._windows(sorted(sight.foes(fight, me) + sight.friends(fight, me)))

    def friends_within(self, name: str, meters: float) -> int:
        """Return how many friends that can still fight are less than so far from an opponent, its distance not rounded.

        Raises:
            KeyError: nobody of that name is in sight: unknown, or hidden (S-DEF-3).
        """
        fight = self._fight
        return sight.friends_within(fight, self._fighter, fight.by_name[self.seen(name).name], meters)

    def _windows(self, near: Near) -> tuple[Seen, ...]:
        """Return the windows on some characters."""
        fight, me = self._fight, self._fighter
        return tuple([Seen(fight, me, one, distance) for distance, _, one in near])

    @property
    def fallen(self) -> tuple[Seen, ...]:
        """Everyone else who is out of the fight, nearest first; at one distance by stream key."""
        fight, me = self._fight, self._fighter
        here = lookup.place(fight, me)
        found = [one for one in fight.fighters if not one.able and one is not me]
        found.sort(key=lambda one: (lookup.apart(here, lookup.place(fight, one)), one.rank))
        return tuple([Seen(fight, me, one) for one in found])

    def seen(self, name: str) -> Seen:
        """Return the window on a character by name.

        Raises:
            KeyError: nobody of that name is in sight: unknown, or hidden (S-DEF-3).
        """
        known = sight.look_of(self._fight, self._fighter).seen
        window = known.get(name)
        if window is None:
            other = self._fight.by_name.get(name)
            if other is None or not in_sight(self._fight, self._fighter, other):
                raise KeyError(name)
            window = known[name] = Seen(self._fight, self._fighter, other)
        return window

    # what goes on

    @property
    def announced(self) -> tuple[Announced, ...]:
        """The attacks of others that are announced and not rolled yet, in the order of their stream keys (S-DEF-1)."""
        fight, me = self._fight, self._fighter
        look = sight.look_of(fight, me)
        if look.attack_windows is None:
            found = [action for action in fight.announced if action.fighter is not me and not action.over]
            found.sort(key=lambda action: action.rank)
            look.attack_windows = tuple([Announced(fight, me, action) for action in found])
        return look.attack_windows

    @property
    def closing(self) -> tuple[Seen, ...]:
        """Opponents that set out to come closer at this instant, nearest first, for a free shot (S-CHR-3)."""
        fight, me = self._fight, self._fighter
        found = sorted(me.closing, key=lambda one: (lookup.distance(fight, me, one), one.rank))
        return tuple([Seen(fight, me, one) for one in found if one.able])

    @property
    def places(self) -> tuple[SeenPlace, ...]:
        """The places with cover, concealment or a structure, nearest first, then by name (S-RNG-2)."""
        fight, me = self._fight, self._fighter
        if not fight.places:
            return ()
        look = sight.look_of(fight, me)
        if look.place_windows is None:
            found = [SeenPlace(fight, me, spot) for spot in fight.places.values()]
            look.place_windows = tuple(sorted(found, key=lambda spot: (spot.distance, spot.name)))
        return look.place_windows

    @property
    def lying(self) -> tuple[SeenTool, ...]:
        """The weapons that lie on the ground, nearest first, then by name."""
        if not self._fight.lying:
            return ()
        here = lookup.place(self._fight, self._fighter)
        found = [(lookup.apart(here, tool.place), tool.name, tool.place, tool) for tool in self._fight.lying if tool.place]
        found.sort(key=lambda entry: entry[:3])
        return tuple([SeenTool(self._fight, tool) for *_, tool in found])

    # what an option is worth

    def difficulty(self, weapon: str, target: str) -> int:
        """Return what an attack with a weapon of one's own on a character must reach now (S-ROL-2, S-RNG-2, S-RNG-3)."""
        fight, me = self._fight, self._fighter
        return reckon.difficulty(fight, me, fight.by_name[self.seen(target).name], me.tools[weapon])

    def expected(self, option: Option) -> tuple[Expected, ...]:
        """Return what an attack would do now to each in sight whom it reaches, friends too; nothing for other options."""
        return reckon.of_option(self._fight, self._fighter, option)

    def chance(self, option: Option) -> float:
        """Return the exact chance that an attack hits now; for an area that it hits the most vulnerable opponent.

        Returns:
            0.0 .. 1.0; 0.0 for other options, and out of range.
        """
        own, best = self._fighter.side, 0.0
        for found in self.expected(option):
            if found.chance > best and found.side != own:
                best = found.chance
        return best

    def expected_points(self, option: Option) -> float:
        """Return the mean Wound Points an attack would do now to opponents, misses counted as none (S-ROL-3)."""
        own = self._fighter.side
        return sum(found.points for found in self.expected(option) if found.side not in (own, ""))

    def cost(self, option: Option) -> int:
        """Return the shots an option costs now, schticks counted (S-SEQ-3)."""
        return costs.cost(self._fight, self._fighter, option)

    def refusal(self, option: Option) -> str | None:
        """Return why an option is not legal now (rule id and words), or None."""
        refused = legality.refusal(self._fight, self._fighter, option)
        return None if refused is None else f"{refused[0]}: {refused[1]}"


def request(fight: Fight, fighter: Fighter) -> Request:
    """Return the request for a character with all its reasons."""
    view = View(fight, fighter)
    return Request(fighter.name, fight.t, tuple(fighter.reasons), view, lambda: offers.options(fight, fighter))
