"""The agent that fights hand to hand: it runs at somebody, strikes, stays with it, and dodges what would hurt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from agents.base import HOLD, Setup, noted
from agents.cinema import CAUTION, WHOLE, Actor
from agents.cinema_aim import Plan
from agents.cinema_arms import draw_first, make_ready
from agents.cinema_ground import approach, beside, goes_away
from agents.cinema_group import GROUP
from agents.parameters import Parameter
from engine.shots.actions import Draw, Rise

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    CAUTION,
    Parameter("crowd", 4, "each friend nearer to a foe counts as so much more way to it", "meters", 0, 1000),
    Parameter("fair", 35, "throws or shoots on its way when the chance is at least this", "percent", 0, 100),
    *GROUP,
)

_FOES = 6
"""So many of the nearest foes are looked at."""

_BESIDE = 1.0
"""How near it stays to whom it strikes, meters."""


class MartialArtist(Actor):
    """Closes by the shortest way, strikes as often as pays, and goes where its opponent goes.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._crowd: float = setup.params["crowd"]
        self._fair: float = setup.params["fair"] / 100.0
        self._foe: str | None = None
        self._fleeing: set[str] = set()

    def act(self, request: Request) -> Option:
        """Return a blow, what brings it nearer, or what gets a weapon into its hands."""
        view = request.view
        me, reach = view.me, view.rules.melee_reach
        if me.prone and request.legal(Rise()) is None:
            return noted(request, Rise(), "up and at them")
        foe = self._opponent(view)
        if foe.moving and goes_away(me, foe):
            self._fleeing.add(foe.name)
        if foe.distance <= reach or view.foes[0].distance <= reach:
            return self._at_hand(request)
        found = self.plan(request)
        if found is not None and found.chance >= self._fair and request.legal(found.whole) is None:
            option = msgspec.structs.replace(found.whole, toward=foe.name, distance=_BESIDE)
            if request.legal(option) is None:
                return noted(request, option, "on its way")
        if (draw := self._blade(request)) is not None:
            return draw
        return self._close(request, foe)

    def _opponent(self, view: Any) -> Any:
        """Return the foe with the shortest way, friends that are nearer to it counted; the last one while it is as near."""
        best, found = 0.0, None
        for foe in view.foes[:_FOES]:
            distance = foe.distance
            nearer = view.friends_within(foe.name, distance)
            way = distance + self._crowd * nearer - (self._crowd if foe.name == self._foe else 0.0)
            way /= self.prefer(foe.name)
            if found is None or way < best:
                best, found = way, foe
        assert found is not None
        self._foe = found.name
        return found

    def _at_hand(self, request: Request) -> Option:
        """Return the best blow, staying with whom it strikes; a weapon when that is worth more."""
        ready = make_ready(request, self.worth)
        if ready is not None:
            return ready
        found = self.plan(request)
        if found is None:
            return self._close(request, request.view.foes[0])
        return self._strike(request, found)

    def _strike(self, request: Request, found: Plan) -> Option:
        """Return a blow; with a whole one it goes where its target goes."""
        view, option = request.view, found.option
        target = next((foe for foe in view.foes if foe.name == getattr(option, "target", None)), None)
        if getattr(option, "shots", 0) == WHOLE and target is not None and not view.me.prone:
            there = beside(view, target, target.name in self._fleeing)
            fields = {"toward": target.name, "distance": _BESIDE} if there is None else {"to": there}
            staying = msgspec.structs.replace(option, **fields)
            option = staying if request.legal(staying) is None else option
        return noted(request, self.with_fortune(request, option), f"{found.chance:.0%}")

    def _blade(self, request: Request) -> Option | None:
        """Return a draw of the best weapon to strike with, on the way; fists are always there."""
        blades = [tool for tool in request.view.me.kit if tool.melee and not tool.thrown]
        blades.sort(key=lambda tool: (-(tool.damage + tool.value), not tool.in_hand, tool.hands))
        if not blades or blades[0].in_hand:
            return None
        draw = Draw(weapon=blades[0].name)
        return noted(request, draw, "before it gets there") if request.legal(draw) is None else None

    def _close(self, request: Request, foe: Any) -> Option:
        """Return what brings it to a foe; a hold when nothing does."""
        option = approach(request.view, foe, foe.name in self._fleeing)
        if request.legal(option) is None:
            return noted(request, option, f"closes with {foe.name}")
        found = self.plan(request)
        if found is None:
            return draw_first(request, option) or HOLD
        return noted(request, found.option, f"{found.chance:.0%}")


def build(setup: Setup) -> MartialArtist:
    """Return a martial artist."""
    return MartialArtist(setup)
