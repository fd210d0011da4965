"""The agent that shoots from cover: it goes behind things, aims where it does most, and keeps out of reach of fists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from agents.base import HOLD, Setup, noted
from agents.cinema import CAUTION, PATIENCE, POOR, Actor
from agents.cinema_aim import Plan, breach
from agents.cinema_arms import can_be_ready, draw_first, make_ready, pick_up, shoots, top_up
from agents.cinema_ground import approach, fists, flank, gap, shelter, shooters
from agents.cinema_group import GROUP
from agents.cinema_worth import CROWD
from agents.parameters import Parameter
from engine.shots.actions import Drop, Move, Rise, Run

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    CAUTION,
    PATIENCE,
    POOR,
    Parameter("keep", 3, "goes away from who fights hand to hand and is nearer", "meters", 0, 1_000_000),
    Parameter("lie", 2, "lies down where nothing covers it and so many can shoot at it from afar", "foes", 0, 1_000_000),
    *GROUP,
)

_WORSE = 0.6
"""A shot with a movement is made when it is worth at least so much of one standing still."""

_PRONE_AT = 15.0
"""Nobody nearer than this: one may lie down, meters."""

_UPON = 10.0
"""One who goes after somebody without cover comes so near, meters."""

_NEARER = 0.9
"""It goes to within so much of its weapon's base range."""


class Gunman(Actor):
    """Shoots, moves to cover as it does, gets its weapons ready in time; closes when nothing else is left.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._patience: float = setup.params["patience"]
        self._poor: float = setup.params["poor"] / 100.0
        self._keep: float = setup.params["keep"]
        self._lie: float = setup.params["lie"]
        self._busy = 0.0
        self._after: str | None = None

    def act(self, request: Request) -> Option:
        """Return the next thing a shooter does at its own shot."""
        view = request.view
        option = make_ready(request, self.worth)
        if option is not None:
            return option
        found = self.plan(request)
        if found is not None and found.chance >= self._poor:
            self._busy = request.t
        waited = request.t - self._busy >= self._patience
        if found is None:
            return self._without_a_shot(request, waited)
        if found.chance < self._poor and (wall := breach(request, self.worth)) is not None:
            return wall
        if waited and not self._is_after(view):
            self._after = view.foes[0].name
        return self._lie_or_rise(request) or self._shoot(request, found)

    def idle(self, request: Request) -> Option:
        """Return a reload in a lull, else a hold."""
        if request.view.me.turn and (option := top_up(request)) is not None:
            return option
        return HOLD

    # shooting

    def _shoot(self, request: Request, found: Plan) -> Option:
        """Return an attack: with a movement that is worth it, or in as few shots as pays."""
        view = request.view
        movement = self._movement(view, found)
        if movement is not None:
            fields, why = movement
            option = msgspec.structs.replace(found.whole, **fields)
            if self.worth.of(option) >= _WORSE * self.worth.of(found.whole):
                option = self.with_fortune(request, option)
                if request.legal(option) is None:
                    return noted(request, option, why)
        shots = getattr(found.option, "shots", 3)
        why = f"{found.chance:.0%}" if shots == 3 else f"{found.chance:.0%}, a snapshot: its shots go further"
        return noted(request, self.with_fortune(request, found.option), why)

    def _movement(self, view: Any, found: Plan) -> tuple[dict[str, Any], str] | None:
        """Return the movement that goes with a shot, and why: away from fists, behind cover, into range."""
        me = view.me
        if me.prone or me.move <= 0:
            return None
        if self._is_after(view):
            return self._charge(view)
        if not found.tool.melee and (near := self._too_near(view)) is not None:
            return {"away": near.name}, f"keeps away from {near.name}"
        place = shelter(view, shooters(view), self._keep) if view.places else None
        if place is not None:
            return {"to": place}, "goes behind cover"
        return self._into_range(view, found)

    def _too_near(self, view: Any) -> Any | None:
        """Return the nearest foe that fights hand to hand and is nearer than it likes."""
        for foe in view.foes[:CROWD]:
            if foe.distance >= self._keep:
                return None
            if fists(foe):
                return foe
        return None

    def _into_range(self, view: Any, found: Plan) -> tuple[dict[str, Any], str] | None:
        """Return the way into the base range of its weapon, for one without cover to leave."""
        tool, name = found.tool, getattr(found.whole, "target", None)
        if name is None or tool.melee:
            return None
        foe = next((foe for foe in view.foes if foe.name == name), None)
        if foe is None or foe.distance <= tool.base or view.me.cover_from(foe.position) > 0:
            return None
        return {"toward": name, "distance": round(_NEARER * tool.base, 2)}, "comes into range"

    def _charge(self, view: Any) -> tuple[dict[str, Any], str] | None:
        foe = next(foe for foe in view.foes if foe.name == self._after)
        place = flank(view, foe)
        if place is not None:
            return {"to": place}, f"goes where {foe.name} has less cover"
        if foe.distance <= view.rules.melee_reach or (not foe.cover and foe.distance <= _UPON):
            return None
        return {"toward": foe.name, "distance": 1.0}, f"goes after {foe.name}"

    # without a shot

    def _without_a_shot(self, request: Request, waited: bool) -> Option:
        """Return what one does that can hit nobody now: take up a weapon, wait in cover, or go where it can."""
        view = request.view
        me = view.me
        if me.prone and request.legal(Rise()) is None:
            return noted(request, Rise(), "nobody in range")
        if not any(can_be_ready(tool) for tool in me.kit if not tool.melee) and (option := pick_up(request)) is not None:
            return option
        if not waited and any(can_be_ready(tool) and shoots(tool) for tool in me.kit):
            place = shelter(view, view.foes)
            if place is not None:
                option = Run(to=place) if gap(me.position, place) > me.move else Move(to=place)
                if request.legal(option) is None:
                    return noted(request, option, "goes behind cover")
            if any(me.cover_from(foe.position) for foe in view.foes):
                return top_up(request) or noted(request, HOLD, "waits in cover for who comes")
        option = approach(view, view.foes[0])
        if request.legal(option) is None:
            return noted(request, option, "nobody in range: goes on")
        return draw_first(request, option) or HOLD

    def _is_after(self, view: Any) -> bool:
        """Return whether whom it has set out after can still be fought."""
        return self._after is not None and any(foe.name == self._after for foe in view.foes)

    def _lie_or_rise(self, request: Request) -> Option | None:
        """Return a drop where nothing else covers one who is shot at from afar; a rise when somebody comes (S-RNG-2)."""
        view = request.view
        me = view.me
        far = view.foes[0].distance >= _PRONE_AT and not self._is_after(view)
        if me.prone:
            up = not far and request.legal(Rise()) is None
            return noted(request, Rise(), "somebody is near") if up else None
        if not far or me.shot < 2:
            return None
        foes = shooters(view)
        if len(foes) < max(1.0, self._lie):
            return None
        if any(me.cover_from(foe.position) for foe in foes) or shelter(view, foes) is not None:
            return None
        return noted(request, Drop(), "nothing to hide behind") if request.legal(Drop()) is None else None


def build(setup: Setup) -> Gunman:
    """Return a gunman."""
    return Gunman(setup)
