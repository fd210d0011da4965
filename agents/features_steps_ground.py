"""What the features of steps are worked out from: one combatant's view at one request, each thing looked at once."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from agents.squares_fire import odds, shots
from agents.squares_ground import Known, danger, hideout, place, posts, promise
from engine.steps import grid
from engine.steps.actions import Fire
from engine.steps.declare import fire_counts
from engine.steps.difficulty import fire_steps
from engine.steps.rules import PACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.system import Request

Square = tuple[int, int]

_DODGES = 0.5
"""How likely one who guards against a shot is taken to dodge it."""

_PASSING = 0.3
"""A shot through one's square is so much of one at oneself."""

_SEEN = 3
"""So many of the nearest opponents count for a place."""

_HIDES = 4.0
"""How far one looks for a place out of sight, squares."""

_ARCS = {"forward": (grid.FRONT,), "guarded": (grid.FRONT, grid.FLANK), "full": (grid.FRONT, grid.FLANK, grid.REAR), "none": ()}


class Ground:
    """A combatant's view at one request.

    Attributes:
        view: the view itself.
        me: the combatant itself.
        foes: opponents in sight, nearest first.
        lead: where an opponent out of sight may be, as its agent has it; None: nobody told.
        waited: how long nobody was in sight, counts, as its agent has it.

    Args:
        request: the question.
    """

    def __init__(self, request: Request) -> None:
        self.view, self.reasons = request.view, request.reasons
        self.me = self.view.me
        self.foes: Sequence[Any] = self.view.foes
        self.lead: Square | None = None
        self.waited = 0.0
        self._by_name = {foe.name: foe for foe in self.foes}
        self._cache: dict[Any, Any] = {}

    def _once(self, key: Any, find: Any) -> Any:
        if key not in self._cache:
            self._cache[key] = find()
        return self._cache[key]

    # who

    def foe(self, name: str | None) -> Any | None:
        """Return an opponent in sight by name, or None."""
        return self._by_name.get(name or "")

    @property
    def worry(self) -> Square | None:
        """Where an opponent may come from: the nearest in sight, else the lead."""
        return self.foes[0].square if self.foes else self.lead

    @property
    def watched(self) -> int:
        """How many opponents in sight see it."""
        return int(self._once("watched", lambda: sum(1 for foe in self.foes[:6] if foe.sees_me)))

    @property
    def known(self) -> list[Known]:
        """The nearest opponents in sight, as places are judged by them."""

        def find() -> list[Known]:
            return [Known(foe.name, foe.square, foe.weapon.bands if foe.weapon else {}, self.view.t) for foe in self.foes[:_SEEN]]

        found: list[Known] = self._once("known", find)
        return found

    # weapons

    @property
    def is_empty(self) -> bool:
        """Whether nothing in hand can shoot."""
        hand = self.me.hand
        return hand is None or bool(hand.magazine and not hand.loaded)

    def is_loaded(self, name: str) -> bool:
        """Return whether a weapon of its own needs no reload."""
        tool = self._kit.get(name)
        return tool is not None and (not tool.magazine or tool.loaded > 0)

    @property
    def _kit(self) -> dict[str, Any]:
        found: dict[str, Any] = self._once("kit", lambda: {tool.name: tool for tool in self.me.weapons})
        return found

    def mean_damage(self, name: str) -> float:
        """Return the mean damage of a weapon of its own."""
        return float(self._kit[name].mean_damage)

    def betters(self, name: str) -> float:
        """Return the health a count that the best shot with a weapon is worth beyond the best with the one in hand."""

        def find() -> dict[str, float]:
            rates: dict[str, float] = {}
            for shot in shots(self.view):
                rates[shot.option.weapon] = max(rates.get(shot.option.weapon, 0.0), shot.rate)
            return rates

        rates = self._once("rates", find)
        hand = self.me.hand
        return float(rates.get(name, 0.0) - (rates.get(hand.name, 0.0) if hand is not None else 0.0))

    # shots

    def counts(self, mode: str) -> float:
        """Return how long a shot takes, counts."""
        return float(sum(fire_counts(mode, self.view.rules)))

    def likely(self, option: Fire, foe: Any) -> float:
        """Return the chance that a shot hits, a dodge every other time of one who guards against it."""
        plain = float(self.view.chance(option))
        if not plain or not self._once(("guards", foe.name), lambda: foe.guards(self.me.square)):
            return plain
        return (1 - _DODGES) * plain + _DODGES * float(self.view.chance(option, dodged=True))

    def aim_gain(self, option: Any, foe: Any) -> float:
        """Return what one more spell of aim adds to the chance of a shot."""
        rules, me = self.view.rules, self.me
        tool = self._kit.get(option.weapon)
        if tool is None or "aimed" not in tool.modes or self.view.invalid(option.weapon, option.target) is not None:
            return 0.0
        spells = me.aim.spells if me.aim is not None and (me.aim.target, me.aim.weapon) == (foe.name, option.weapon) else 0
        steps = sum(link.steps for link in self.view.links(option.weapon, option.target))
        bare = steps - fire_steps("single", 0.0, rules)
        more = min(spells + 1, rules.aim_most) * rules.aim_counts
        now = steps if not spells else bare + fire_steps("aimed", spells * rules.aim_counts, rules)
        return odds(bare + fire_steps("aimed", more, rules), me.shooting, rules) - odds(now, me.shooting, rules)

    def is_near_friends(self, weapon: str, square: Square) -> bool:
        """Return whether a blast on a square, or beside it, reaches itself or a friend."""
        radius = self._kit[weapon].radius if weapon in self._kit else 0.0
        if not radius:
            return False
        spared = self._once("spared", lambda: (self.me.square, *(friend.square for friend in self.view.friends)))
        return any(grid.within(square, one, radius + 1.0) for one in spared)

    def caught(self, weapon: str, square: Square) -> int:
        """Return how many opponents in sight a blast on a square reaches."""
        radius = self._kit[weapon].radius if weapon in self._kit else 0.0
        return sum(1 for foe in self.foes if grid.within(foe.square, square, radius))

    def saved_by(self, against: str | None) -> float:
        """Return the hits on itself that a dodge saves."""
        threats = [one for one in self.view.threats if one.answerable and not one.declared]
        threat = next((one for one in threats if against in (None, one.id)), None)
        if threat is None:
            return 0.0
        part = 1.0 if threat.at_me else _PASSING
        return float(part * threat.dodge_chance * (threat.chance() - threat.chance(dodged=True)))

    # guarding

    def guards_in(self, mode: str) -> int:
        """Return how many opponents in sight stand where a Combat Mode would guard."""
        arcs = self._once("arcs", lambda: [self.me.arc(foe.square) for foe in self.foes[:6]])
        return sum(1 for arc in arcs if arc in _ARCS.get(mode, ()))

    # places

    def end_of(self, option: Any) -> Square | None:
        """Return where a movement ends."""
        if option.do == "cover":
            found: Square | None = self._once(("cover", option.threat), lambda: self.view.covered_square(option.threat))
            return found
        if option.to is not None:
            end: Square = option.to
            return end
        return option.path[-1] if option.path else None

    def paces(self, pace: str) -> float:
        """Return how fast a pace is, 0 (still) to 4 (sprinting)."""
        return float(PACES.index(pace))

    def way(self, end: Square) -> float:
        """Return how far a square is as the crow flies, squares."""
        (x, y), (a, b) = self.me.square, end
        return hypot(a - x, b - y)

    def nearer(self, end: Square, goal: Square) -> float:
        """Return how much nearer to a goal a square is than one's own, squares."""
        return self.way(goal) - hypot(goal[0] - end[0], goal[1] - end[1])

    def danger(self, square: Square) -> float:
        """Return the chances of opponents in sight to hit one on a square, added up."""
        return float(self._once(("danger", square), lambda: danger(self.view, square, self.known)))

    def promise(self, square: Square) -> float:
        """Return the best chance to hit an opponent in sight from a square with what is in hand."""
        hand = self.me.hand
        if hand is None:
            return 0.0
        return float(self._once(("promise", square), lambda: promise(self.view, hand, square, self.known)))

    @property
    def better_place(self) -> Square | None:
        """The best square near to shoot from, where one is better than here."""

        def find() -> Square | None:
            if not self.foes or self.me.hand is None or self.me.walking is not None:
                return None
            found = place(self.view, self.me.hand, posts(self.view), self.known, 1.0)
            return None if found is None else found[0]

        square: Square | None = self._once("place", find)
        return square

    @property
    def hideout(self) -> Square | None:
        """The nearest square out of sight of the opponents in sight."""
        square: Square | None = self._once("hideout", lambda: hideout(self.view, self.known, _HIDES) if self.foes else None)
        return square
