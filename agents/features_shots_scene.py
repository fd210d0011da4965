"""What the features of shots are worked out from: one character's view at one request, each thing looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.cinema_arms import can_be_ready, shoots, usable
from agents.cinema_ground import fists, gap, shooters
from agents.cinema_worth import Worth, left, loss

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.options import Option
    from engine.system import Request

    Place = tuple[float, float]

_NEAR = 5.0
"""Who fights hand to hand and is nearer than this is one to keep away from, meters."""

_EDGE = 2
"""A gun is the better weapon though a blade is worth so many points more: it needs no way."""

_DEATHLY = 3
"""So many Wound Points beyond those from which Death Tests are asked for, the next one may well be failed."""


class Scene:
    """A character's view at one request.

    Attributes:
        view: the view itself.
        me: the character itself.
        foes: opponents in sight, nearest first.
        reach: how near hand to hand is, meters.

    Args:
        request: the question.
    """

    def __init__(self, request: Request) -> None:
        self.view, self.reasons = request.view, request.reasons
        self.me = self.view.me
        self.foes: Sequence[Any] = self.view.foes
        self.reach: float = self.view.rules.melee_reach
        self._by_name = {foe.name: foe for foe in self.foes}
        self._worth = Worth(self.view)
        self._cache: dict[Any, Any] = {}

    def _once(self, key: Any, find: Any) -> Any:
        if key not in self._cache:
            self._cache[key] = find()
        return self._cache[key]

    # who and what

    def foe(self, name: str | None) -> Any | None:
        """Return an opponent in sight by name, or None."""
        return self._by_name.get(name or "")

    @property
    def structures(self) -> frozenset[str]:
        """The names of places that can be attacked."""
        found: frozenset[str] = self._once("structures", lambda: frozenset([spot.name for spot in self.view.places]))
        return found

    @property
    def shooters(self) -> list[Any]:
        """The nearest opponents that can shoot from where they are."""
        found: list[Any] = self._once("shooters", lambda: shooters(self.view))
        return found

    @property
    def near_fists(self) -> Any | None:
        """The nearest opponent that fights hand to hand and is near; None too for one who does so itself."""
        if self.is_brawler:
            return None
        return self._once("fists", lambda: next((foe for foe in self.foes[:6] if foe.distance < _NEAR and fists(foe)), None))

    def fights_by_hand(self, foe: Any) -> bool:
        """Return whether an opponent has nothing in hand that shoots."""
        return fists(foe)

    def tool(self, name: str) -> Any | None:
        """Return a weapon of one's own by name."""
        return self._kit.get(name)

    @property
    def _kit(self) -> dict[str, Any]:
        found: dict[str, Any] = self._once("kit", lambda: {tool.name: tool for tool in self.me.kit})
        return found

    @property
    def is_armed(self) -> bool:
        """Whether something beside fists and feet is ready in hand."""
        return bool(self._once("armed", lambda: any(tool.hands for tool in usable(self.me))))

    @property
    def is_brawler(self) -> bool:
        """Whether the best it has is for hand to hand."""

        def find() -> bool:
            tools = [tool for tool in self.me.kit if can_be_ready(tool)]
            near = max([tool.value + tool.damage for tool in tools if tool.melee], default=0)
            far = max([tool.value + tool.damage for tool in tools if shoots(tool)], default=-1)
            return bool(near > far + _EDGE)

        return bool(self._once("brawler", find))

    @property
    def base(self) -> float:
        """The base range of the weapon in hand that shoots farthest, meters."""
        return float(
            self._once("base", lambda: max([tool.base for tool in self.me.kit if tool.in_hand or shoots(tool)], default=self.reach))
        )

    def is_farthest(self, name: str) -> bool:
        """Return whether a weapon of the kit that can be ready reaches farther than all that are in hand."""
        tool = self._kit.get(name)
        in_hand = max([one.reach for one in usable(self.me)], default=0.0)
        return tool is not None and can_be_ready(tool) and not tool.thrown and tool.reach > in_hand

    # attacks

    def worth(self, option: Option) -> float:
        """Return the opponents an attack puts out of the fight, friends counted against it."""
        return float(self._once(("worth", option), lambda: self._worth.of(option)))

    @property
    def best_worth(self) -> float:
        """What the best whole attack with something ready is worth."""

        def find() -> float:
            return max([self._worth.best_with(tool)[0] for tool in usable(self.me)], default=0.0)

        return float(self._once("best", find))

    def betters(self, name: str) -> float:
        """Return what the best attack with a weapon of the kit, were it ready, is worth beyond what is ready now."""
        tool = self._kit.get(name)
        if tool is None or not can_be_ready(tool):
            return -self.best_worth
        return self._worth.best_with(tool)[0] - self.best_worth

    # defenses

    def saved_by(self, kind: str) -> float:
        """Return how much of itself a kind of defense saves from what is announced on it."""
        mine = [attack for attack in self.view.announced if attack.answerable and attack.at_me]
        found = next((each for each in self.me.defenses if each.kind == kind), None)
        if not mine or found is None or found.value != "dodge" or found.bonus <= self.me.guarded:
            return 0.0
        to_go = left(self.me, self.view.rules.death_from)
        more = found.bonus - self.me.guarded
        return sum(loss(self.me, one.on(), to_go) - loss(self.me, one.on(more=more), to_go) for one in mine)

    def saved_for(self, option: Any) -> float:
        """Return what defending another saves of it, less what it costs oneself."""
        if option.do == "volunteer":
            return 0.0
        try:
            ward = self.view.seen(option.target)
        except KeyError:
            return 0.0
        attacks = [attack for attack in self.view.announced if attack.answerable and ward.name in attack.targets]
        if option.do == "defend_other":
            more = max(self.view.rules.defense_bonus - ward.guarded, 0)
            return sum(loss(ward, one.on(ward.name)) - loss(ward, one.on(ward.name, more=more)) for one in attacks)
        attacks = [attack for attack in attacks if option.against in (None, attack.id) and attack.redirectable]
        to_go = left(self.me, self.view.rules.death_from)
        return sum(loss(ward, one.on(ward.name)) - loss(self.me, one.on(between=True), to_go) for one in attacks[:1])

    @property
    def is_near_death(self) -> bool:
        """Whether the next Death Test may well be failed."""
        return bool(self.me.wounds >= self.view.rules.death_from + _DEATHLY)

    # places

    def gap(self, one: Place, other: Place) -> float:
        """Return the distance of two places, meters."""
        return gap(one, other)

    def end_of(self, option: Any) -> Place | None:
        """Return where the movement of an option ends; None for one without a movement."""
        move = self.me.move * (self.view.rules.run_factor if option.do == "run" else 1.0)
        here: Place = self.me.position
        if option.to is not None:
            return _along(here, option.to, move, 0.0)
        name = option.toward or option.away
        if name is None:
            return None
        try:
            there = self.view.seen(name).position
        except KeyError:
            return None
        if option.toward is not None:
            return _along(here, there, move, option.distance)
        size = gap(here, there) or 1.0
        return here[0] + (here[0] - there[0]) / size * move, here[1] + (here[1] - there[1]) / size * move

    def approached(self, option: Any, end: Place) -> tuple[Any, float, float]:
        """Return the opponent a movement is about, and how far it is before and after."""
        foe = self.foe(option.toward) or self.foe(getattr(option, "target", None)) or self.foes[0]
        return foe, float(foe.distance), gap(end, foe.position)

    def cover_at(self, place: Place) -> float:
        """Return the mean Dodge that cover gives at a place against those who shoot."""
        return float(self._once(("cover", place), lambda: self._cover_at(place)))

    def _cover_at(self, place: Place) -> float:
        foes = self.shooters
        if not foes:
            return 0.0
        if place == self.me.position:
            return float(sum(self.me.cover_from(foe.position) for foe in foes)) / len(foes)
        spots = [spot for spot in self.view.places if not spot.destroyed and gap(spot.position, place) <= spot.radius]
        return sum(max([spot.bonus_against(foe.position) for spot in spots], default=0) for foe in foes) / len(foes)


def _along(start: Place, end: Place, most: float, short: float) -> Place:
    """Return the point on the way to another, at most so far on, so far short of it."""
    size = gap(start, end)
    way = min(most, max(0.0, size - short))
    part = way / size if size else 0.0
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
