"""What a steps combatant can see: a thin read-only window on the state, valid until it answers (CLK-5, P-LOS-2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.options import Option
from engine.steps import actions, attack, forecast, legality, lookup, movement, offers, paths, reckon
from engine.steps.difficulty import Link, difficulty_of
from engine.steps.rules import StepsRules
from engine.steps.seen import Own, Seen, Unseen, unseen
from engine.steps.seen_threats import Threat
from engine.steps.seen_tools import SeenLine, SeenObject
from engine.steps.state import Fight, Fighter, Square
from engine.system import Request
from engine.units import Count


class View:
    """What a combatant knows at a decision.

    Attributes:
        me: itself, everything.
    """

    __slots__ = ("_at", "_fight", "_fighter", "_foes", "_friends", "_lines", "_unseen", "_windows", "me")

    def __init__(self, fight: Fight, fighter: Fighter) -> None:
        self._fight, self._fighter = fight, fighter
        self.me = Own(fight, fighter, fighter)
        self._at = -1

    @property
    def t(self) -> Count:
        """The moment, in counts."""
        return self._fight.t

    @property
    def rules(self) -> StepsRules:
        """The rule set; frozen."""
        return self._fight.rules

    # who is there

    @property
    def foes(self) -> tuple[Seen, ...]:
        """Opponents it has a line of sight to that can still fight, nearest first; at one distance by stream key (P-LOS-2)."""
        if self._at != self._fight.changes:
            self._look()
        return self._foes

    @property
    def unseen(self) -> tuple[Unseen, ...]:
        """Opponents out of sight that can still fight, by stream key: their names and sides, no more (P-LOS-2, P-LOS-5)."""
        if self._at != self._fight.changes:
            self._look()
        return self._unseen

    @property
    def friends(self) -> tuple[Seen, ...]:
        """Friends that can still fight, in sight or not, nearest first; at one distance by stream key."""
        if self._at != self._fight.changes:
            self._look()
        return self._friends

    def seen(self, name: str) -> Seen:
        """Return the window on somebody by name.

        Raises:
            KeyError: nobody of that name is there, or it is an opponent out of sight.
        """
        fight, me = self._fight, self._fighter
        if self._at != fight.changes:
            self._look()
        if name in self._windows:
            return self._windows[name]
        other = fight.by_name.get(name)
        if other is None or (other.side != me.side and not lookup.sees(fight, me, other)):
            raise KeyError(name)
        return Seen(fight, me, other)

    def _look(self) -> None:
        """Find out who is there; that holds until anything changes (`Fight.changes`)."""
        fight, me = self._fight, self._fighter
        (x, y), side = me.square, me.side
        near: list[tuple[int, int, Fighter]] = []
        hidden: list[Unseen] = []
        for one in fight.fighters:
            if one.out is not None or one is me:
                continue
            if one.side != side and not lookup.sees(fight, me, one):
                hidden.append(unseen(one.name, one.side))
                continue
            dx, dy = one.square[0] - x, one.square[1] - y
            near.append((dx * dx + dy * dy, one.rank, one))
        near.sort()
        found = [Seen(fight, me, one) for _, _, one in near]
        self._windows = {seen.name: seen for seen in found}
        self._foes = tuple([seen for seen in found if seen.side != side])
        self._friends = tuple([seen for seen in found if seen.side == side])
        self._unseen = tuple(hidden)
        self._lines: dict[str, SeenLine] = {}
        self._at = fight.changes

    # what comes

    @property
    def threats(self) -> tuple[Threat, ...]:
        """The committed attacks at it, or through it, that it was told of, by their attackers' stream keys (P-MOD-2, P-MOD-3)."""
        fight, me = self._fight, self._fighter
        found = [one.action for one in fight.fighters if one.action is not None and me in one.action.asked]
        return tuple([Threat(fight, me, action) for action in found])

    # the map

    @property
    def width(self) -> int:
        """Columns of the map."""
        return self._fight.width

    @property
    def height(self) -> int:
        """Rows of the map."""
        return self._fight.height

    @property
    def objects(self) -> tuple[SeenObject, ...]:
        """What stands on the map, by square, then by name (P-LOS-4)."""
        things = [thing for square in sorted(self._fight.things) for thing in self._fight.things[square]]
        things.sort(key=lambda thing: (thing.square, thing.name))
        return tuple([SeenObject(thing) for thing in things])

    def line(self, target: str) -> SeenLine:
        """Return what stands between it and somebody in sight: covers, percent of cover and concealment (P-LOS-4, P-LOS-7).

        Raises:
            KeyError: nobody of that name is in sight.
        """
        other, known = self.seen(target), self._lines
        if target not in known:
            fight = self._fight
            known[target] = SeenLine(lookup.line(fight, self._fighter.square, other.square), fight.rules)
        return known[target]

    def cover(self, square: Square, threat: str) -> int:
        """Return the percent of cover from objects that a square has from somebody in sight (P-LOS-4, P-LOS-5).

        Raises:
            KeyError: nobody of that name is in sight.
        """
        return lookup.line(self._fight, self.seen(threat).square, square, people=False).cover

    def between(self, start: Square, end: Square) -> SeenLine:
        """Return what objects stand between any two squares of the map, people left out (P-LOS-4, P-LOS-7)."""
        return SeenLine(lookup.line(self._fight, start, end, people=False), self._fight.rules)

    def hidden(self, start: Square, end: Square) -> bool:
        """Return whether objects hide any square of the map from another altogether; quicker than `between` (P-LOS-5)."""
        return lookup.hidden(self._fight, start, end)

    def covered_square(self, threat: str | None = None) -> Square | None:
        """Return the square `Cover` leads to: the nearest covered from an opponent, or from all in sight (P-LOS-4).

        Raises:
            KeyError: nobody of that name is in sight.
        """
        return paths.cover_from(self._fight, self._fighter, self.seen(threat).name if threat is not None else None)

    def arc(self, square: Square) -> str:
        """Return the arc of its own that a square lies in: front, flank or rear (P-LOS-2)."""
        return lookup.arc_of(self._fight, self._fighter, square)

    def guards(self, square: Square) -> bool:
        """Return whether its Combat Mode guards the arc a square lies in (P-MOD-1)."""
        return lookup.guards(self._fight, self._fighter, square)

    def passable(self, square: Square) -> bool:
        """Return whether one can walk over a square (P-MOV-1)."""
        return lookup.passable(self._fight, square)

    def walkable(self, square: Square) -> bool:
        """Return whether there is a way from one's own square to another (P-MOV-1)."""
        return paths.connected(self._fight, self._fighter.square, square)

    def path(self, goal: Square, dread: Callable[[Square], float] | None = None) -> tuple[Square, ...] | None:
        """Return the shortest way to a square, without its own; None when there is none (P-MOV-1).

        Args:
            goal: the square.
            dread: by how many squares longer the way over a square counts, for ways round; nothing below 0.
        """
        way = paths.shortest(self._fight, self._fighter.square, goal, dread)
        return None if way is None else tuple(way)

    def reach(self, squares: float) -> Mapping[Square, float]:
        """Return the squares one can walk to within so many squares, each with the length of the shortest way (P-MOV-1)."""
        return paths.around(self._fight, self._fighter.square, squares)

    def travel(self, path: tuple[Square, ...], pace: str) -> Count:
        """Return how long a way takes from its own square at a pace, counts (P-MOV-1)."""
        squares = (self._fighter.square, *path)
        pairs = zip(squares, path, strict=False)
        return sum(movement.step_counts(start, end, pace, self._fight.rules) for start, end in pairs)

    # what an option is worth

    def links(self, weapon: str, target: str, mode: str = "single", location: str | None = None) -> tuple[Link, ...]:
        """Return the chain of a shot with a weapon of its own at somebody in sight as things stand, undodged (P-CHK-2).

        Raises:
            KeyError: nobody of that name is in sight, or it has no such weapon.
        """
        fight, me = self._fight, self._fighter
        if weapon not in me.weapons:
            raise KeyError(weapon)
        option = actions.Fire(weapon=weapon, target=self.seen(target).name, mode=mode, location=location)
        return tuple(reckon.chain(fight, reckon.proposed(fight, me, option)))

    def difficulty(self, weapon: str, target: str, mode: str = "single", location: str | None = None) -> int:
        """Return the difficulty of such a shot, which d20 + shooting must reach (P-CHK-1).

        Raises:
            KeyError: as `links`.
        """
        return difficulty_of(sum(link.steps for link in self.links(weapon, target, mode, location)), self._fight.rules)

    def invalid(self, weapon: str, target: str) -> str | None:
        """Return why somebody in sight is no valid target of a direct shot now (rule id and words), or None (P-LOS-5).

        Raises:
            KeyError: as `links`.
        """
        fight, me = self._fight, self._fighter
        if weapon not in me.weapons:
            raise KeyError(weapon)
        action = reckon.proposed(fight, me, actions.Fire(weapon=weapon, target=self.seen(target).name))
        assert action.target is not None
        refused = attack.invalid(fight, action, action.target, lookup.line(fight, me.square, action.target.square))
        return None if refused is None else f"{refused[0]}: {refused[1]}"

    def chance(self, option: Option, dodged: bool = False) -> float:
        """Return the exact chance that a shot hits its target, or its square, as things stand (P-CHK-1, P-MOD-2).

        Args:
            option: a `Fire`; whether there is time, aim and rounds for it is left out of account.
            dodged: as if the target dodged.

        Returns:
            0.0 .. 1.0; 0.0 for other options, and for what is no valid target.
        """
        return reckon.of_option(self._fight, self._fighter, option, dodged)

    def loss(self, option: Option) -> float:
        """Return the health a hit of such a shot costs its target on the mean, armor and cover taken into account (P-DMG-1).

        Raises:
            KeyError: its target is not in sight.
        """
        if not isinstance(option, actions.Fire) or option.target is None or option.weapon not in self._fighter.weapons:
            return 0.0
        self.seen(option.target)
        target = self._fight.by_name[option.target]
        action = reckon.proposed(self._fight, self._fighter, option)
        cover = lookup.line(self._fight, self._fighter.square, target.square).cover
        return forecast.mean_loss(self._fight, action, target, min(cover, lookup.FULL - 1))

    def chances_at(self, square: Square, bands: Mapping[str, int], steps: int, shooting: int) -> reckon.Chances:
        """Return what tells the chance of a single shot at a square by where it comes from, people left out (P-CHK-3, P-LOS-5).

        Args:
            square: where it goes.
            bands: how far each range band reaches, all of them; none: 0 everywhere.
            steps: of skill.
            shooting: the attribute added to the check.
        """
        return reckon.chances(self._fight.land, tuple(bands.values()), steps, shooting, square, True)

    def chances_from(self, square: Square, bands: Mapping[str, int], steps: int, shooting: int) -> reckon.Chances:
        """Return what tells the chance of a single shot from a square by where it goes; the arguments are those of `chances_at`."""
        return reckon.chances(self._fight.land, tuple(bands.values()), steps, shooting, square, False)

    def refusal(self, option: Option) -> str | None:
        """Return why an option is not legal now (rule id and words), or None."""
        refused = legality.refusal(self._fight, self._fighter, option)
        return None if refused is None else f"{refused[0]}: {refused[1]}"


def request(fight: Fight, fighter: Fighter) -> Request:
    """Return the request for a combatant with all its reasons."""
    view = View(fight, fighter)
    return Request(fighter.name, fight.t, tuple(fighter.reasons), view, lambda: offers.options(fight, fighter))
