"""The agent that is carried past its foes: it couches, strikes whom it comes to in time, and gets off when it is through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.base import HOLD, noted
from agents.fencer import PARAMETERS as FENCER
from agents.fencer import Fencer
from agents.tools import usable
from engine.counts.actions import Couch, Move, Release
from engine.field import NEVER, time_to_close

if TYPE_CHECKING:
    from agents.base import Setup
    from engine.options import Option
    from engine.system import Request

PARAMETERS = FENCER

_GET_OFF = Move(speed=0.0)

_SLACK = 0.05
"""Counts that a release may come early."""


class Rider(Fencer):
    """Rides at whom its mount carries it to, with a couched weapon; on foot it is a fencer."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._is_mounted = any(setup.spec.velocity)

    def decide(self, request: Request) -> Option:
        """Return what serves a charge while it rides, else what a fencer does."""
        me = request.view.me
        if self._is_mounted and not any(me.velocity):
            self._is_mounted = False
        if not self._is_mounted or "edge" in request.reasons or me.prone:
            return super().decide(request)
        return self._ride(request, me)

    def _ride(self, request: Request, me: Any) -> Option:
        """Return a couch, a release timed to land as the next foe comes into its best distance, or a hold."""
        tools = usable(me)
        action = me.action
        if action is not None and action.phase != "couched":
            return HOLD
        ahead = self._ahead(request.view, me, tools[0]) if tools else None
        if ahead is None:
            if request.legal(_GET_OFF) is None:
                self._is_mounted = False
                return noted(request, _GET_OFF, "is through: gets off")
            return HOLD
        foe, comes = ahead
        if action is None:
            return self._first(request, (Couch(weapon=tools[0].name),), "rides at them")
        release = Release(target=foe.name)
        plan = request.view.plan(release)
        if plan is None or request.legal(release) is not None:
            return self._look_again(request, 1.0)
        left = comes - (plan.mean_impact - request.t)
        if left > _SLACK:
            return self._look_again(request, left)
        return noted(request, release, f"comes to {foe.name} in {comes:.3g} counts")

    def _ahead(self, view: Any, me: Any, tool: Any) -> tuple[Any, float] | None:
        """Return the foe it comes to first, and in how many counts it is at its best distance; None when it is through."""
        best: tuple[Any, float] | None = None
        (x, y), (vx, vy) = me.position, me.velocity
        for foe in view.foes:
            (fx, fy), (wx, wy) = foe.position, foe.velocity
            counts = time_to_close(fx - x, fy - y, wx - vx, wy - vy, tool.optimal)
            if 0.0 < counts < (best[1] if best is not None else NEVER):
                best = foe, counts
        return best


def build(setup: Setup) -> Rider:
    """Return a rider."""
    return Rider(setup)
