"""What features can't tell by themselves, for a policy that weighs them: what it remembers, what the field is like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from agents.features import situation
from agents.footing import footing
from agents.squares_ground import Memory

if TYPE_CHECKING:
    from agents import features_counts, features_steps
    from agents.base import Setup
    from agents.footing import Footing
    from engine.counts.rules import CountsRules
    from engine.system import Request


_BRINK = 6.0
"""How near behind it an edge keeps a fighter from giving ground, feet."""


class Way:
    """Tells the features of a counts request what walls and edges mean: the way round them, no ground to give.

    Args:
        field: the walls and edges.
    """

    def __init__(self, field: Footing) -> None:
        self._field = field

    def tell(self, request: Request) -> None:
        """Set the way and the brink of a request's features."""
        found = cast("features_counts.Situation", situation(request)).field
        if found.main is None:
            return
        here, there = found.me.position, found.main.position
        found.brink = self._field.drops_behind(here, there, _BRINK)
        if not self._field.is_clear(here, there):
            found.way = self._field.way(here, there)

    def branch(self, number: int) -> None:
        """Do nothing: nothing is drawn."""


class Lead:
    """Tells the features of a request where to look for opponents: where one was seen last, else a place not searched yet.

    Args:
        setup: whom it plays.
    """

    def __init__(self, setup: Setup) -> None:
        self._memory = Memory(setup)
        self._corner: tuple[int, int] | None = None
        self._seen_at = 0.0

    def tell(self, request: Request) -> None:
        """Set the lead of a request's features."""
        view: Any = request.view
        self._memory.look(view)
        ground = cast("features_steps.Situation", situation(request)).ground
        if view.foes:
            self._corner, self._seen_at = None, request.t
            return
        ground.waited = request.t - self._seen_at
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


def guide(setup: Setup) -> Way | Lead | None:
    """Return what tells the features of a policy's requests what they can't tell themselves; None where there is nothing."""
    match setup.scenario.system:
        case "steps":
            return Lead(setup)
        case "counts":
            found = footing(setup.scenario.field, cast("CountsRules", setup.scenario.rules))
            return None if found is None else Way(found)
        case _:
            return None
