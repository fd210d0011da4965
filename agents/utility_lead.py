"""Where opponents out of sight may be, for a policy that weighs features: what those can't remember (P-LOS-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from agents.features import situation
from agents.squares_ground import Memory

if TYPE_CHECKING:
    from agents.base import Setup
    from agents.features_steps import Situation
    from engine.system import Request


class Lead:
    """Tells the features of a request where to look for opponents: where one was seen last, else a place not searched yet.

    Args:
        setup: whom it plays.
    """

    def __init__(self, setup: Setup) -> None:
        self._memory = Memory(setup)
        self._corner: tuple[int, int] | None = None

    def tell(self, request: Request) -> None:
        """Set the lead of a request's features."""
        view: Any = request.view
        self._memory.look(view)
        ground = cast("Situation", situation(request)).ground
        if view.foes:
            self._corner = None
            return
        lost = [one.square for one in self._memory.lost(view) if one.square != view.me.square and view.walkable(one.square)]
        if lost:
            ground.lead, self._corner = lost[0], None
            return
        if self._corner is None or "arrived" in request.reasons or view.me.square == self._corner:
            self._corner = self._memory.unsearched(view)
        ground.lead = self._corner

    def branch(self, number: int) -> None:
        """Draw on from the stream of a numbered branch of the battle (CLK-7)."""
        self._memory.branch(number)
