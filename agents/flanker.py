"""The agent that works round: out of sight into a side its target does not guard, then it shoots."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from agents.base import HOLD, Setup
from agents.parameters import Parameter
from agents.rifleman import Rifleman
from agents.squares import CAUTION, POOR, SHELTER
from agents.squares_fire import best
from agents.squares_ground import eyes, flank
from agents.squares_group import GROUP
from engine.steps.actions import Move

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

    Square = tuple[int, int]

PARAMETERS = (
    CAUTION,
    Parameter("patience", 60, "so long it goes round one opponent, or waits, at most", "counts", 1, 1_000_000),
    POOR,
    SHELTER,
    Parameter("radius", 6, "shoots from about so far", "squares", 1, 30),
    Parameter("exposed", 6, "goes round only where opponents see no more than so many squares of the way", "squares", 0, 1000),
    *GROUP,
)

_FAIR = 0.5
"""A chance, dodges reckoned with, that is worth standing for."""

_ANEW = 6.0
"""Plans its way anew at most once in so many counts."""

_LATER = 12.0
"""So much longer it waits when there was no way."""

_EYES = 3
"""Of the opponents in sight so many are kept out of the sight of, the nearest first."""

_NEAR = 3.0
"""Who is nearer than this is shot at from where one is."""


class Flanker(Rifleman):
    """Goes round its target, shoots where it is not guarded against, and is a rifleman where there is no way round."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._radius: float = setup.params["radius"]
        self._exposed: float = setup.params["exposed"]
        self._after: str | None = None
        self._until = 0.0
        self._goal: Square | None = None
        self._planned_at = -inf

    def engage(self, request: Request) -> Option | None:
        """Return the next thing on the way round, or a shot from where the target does not guard."""
        view = request.view
        foe = view.foes[0]
        if foe.name != self._after:
            self._after, self._until, self._goal = foe.name, request.t + self.patience, None
        if request.t >= self._until or self._is_in_place(view, foe):
            return self._stop(request) or super().engage(request)
        shot = best(view, self.prefer, self.cases, patient=False)
        is_fair = shot is not None and shot.likely >= _FAIR and any(one.sees_me for one in view.foes)
        if is_fair and (self._goal is None or view.me.walking is None):
            return super().engage(request)
        option = self.reload(request) or self._round(request, foe)
        if option is not None:
            return option
        if self._goal is None or view.me.walking is None:
            return super().engage(request)
        if foe.sees_me and shot is not None and shot.chance >= self.poor:
            self.busy_at = request.t
            return self.shoot(request, shot)
        return HOLD

    def _is_in_place(self, view: Any, foe: Any) -> bool:
        """Return whether the target is near, or does not guard against a shot that is a fair one."""
        if foe.distance <= _NEAR:
            return True
        if foe.guards(view.me.square):
            return False
        shot = best(view, self.prefer, self.cases)
        return foe.distance <= self._radius or (shot is not None and shot.option.target == foe.name and shot.likely >= _FAIR)

    def _stop(self, request: Request) -> Option | None:
        """Return a stop for one that has come where it wanted to."""
        if self._goal is None or request.view.me.walking is None:
            return None
        self._goal = None
        return self.first(request, "has come round", Move(pace="still"))

    def _round(self, request: Request, foe: Any) -> Option | None:
        """Return a movement on the way round, planned anew when the target guards against where it leads."""
        view = request.view
        me = view.me
        if not me.may_move or request.t < self._planned_at + _ANEW:
            return None
        if me.walking is not None and me.walking.goal == self._goal and not foe.guards(self._goal):
            return None
        self._planned_at = request.t
        others = view.foes[:_EYES]
        path = flank(view, foe, self._radius, others)
        if path is None or sum(eyes(view, square, others) for square in path) > self._exposed:
            self._goal, self._planned_at = None, request.t + _LATER
            return None
        self._goal = path[-1]
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
