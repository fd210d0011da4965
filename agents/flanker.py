"""The agent that works round: out of sight into a side its target does not guard, then it shoots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.base import HOLD, Setup
from agents.parameters import Parameter
from agents.rifleman import Rifleman
from agents.squares import CAUTION, POOR, SHELTER
from agents.squares_fire import best
from agents.squares_ground import flank
from engine.steps.actions import Move

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    CAUTION,
    Parameter("patience", 60, "so long it goes round one opponent, or waits, before it does something else", "counts", 1, 1_000_000),
    POOR,
    SHELTER,
    Parameter("radius", 6, "shoots from about so far", "squares", 1, 1000),
)

_NEAR = 3.0
"""Who is nearer than this is shot at from where one is."""


class Flanker(Rifleman):
    """Goes round its target, shoots where it is not guarded against, and is a rifleman when that takes too long."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._radius: float = setup.params["radius"]
        self._after: str | None = None
        self._until = 0.0
        self._planned: tuple[Any, ...] | None = None

    def engage(self, request: Request) -> Option | None:
        """Return the next thing on the way round, or a shot from where the target does not guard."""
        view = request.view
        foe = view.foes[0]
        if foe.name != self._after:
            self._after, self._until = foe.name, request.t + self.patience
        if not foe.guards(view.me.square) or foe.distance <= _NEAR or request.t >= self._until:
            return self._stop(request) or super().engage(request)
        option = self.reload(request) or self._round(request, foe)
        if option is not None:
            return option
        shot = best(view, self.prefer, patient=False)
        if foe.sees_me and shot is not None and shot.chance >= self.poor:
            self.busy_at = request.t
            return self.shoot(request, shot)
        return HOLD if view.me.walking is not None else super().engage(request)

    def _stop(self, request: Request) -> Option | None:
        """Return a stop for one that has come where it wanted to."""
        if self._planned is None or request.view.me.walking is None:
            return None
        self._planned = None
        return self.first(request, "has come round", Move(pace="still"))

    def _round(self, request: Request, foe: Any) -> Option | None:
        """Return a movement on the way round, planned anew when the target has moved or turned."""
        view = request.view
        me = view.me
        plan = foe.name, foe.square, foe.facing, foe.mode
        if not me.may_move or (self._planned == plan and me.walking is not None):
            return None
        path = flank(view, foe, self._radius, self.near(view))
        if path is None:
            return None
        self._planned = plan
        return self.first(request, f"goes round {foe.name}", Move(pace="running", path=path))

    def better_place(self, request: Request) -> Option | None:
        """Return no other place while the target does not guard against this one."""
        foes = request.view.foes
        if foes and not foes[0].guards(request.view.me.square):
            return None
        return super().better_place(request)


def build(setup: Setup) -> Flanker:
    """Return a flanker."""
    return Flanker(setup)
