"""The agent that closes at a run, from cover to cover, and shoots bursts at arm's length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.base import HOLD, Setup
from agents.parameters import Parameter
from agents.squares import CAUTION, POOR, SHELTER, Soldier
from agents.squares_group import GROUP
from engine.steps.actions import Move

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    CAUTION,
    Parameter("patience", 1, "so long it waits with nobody in sight before it goes and looks", "counts", 1, 1_000_000),
    POOR,
    SHELTER,
    Parameter("near", 3, "stands still to shoot at who is no farther", "squares", 0, 1000),
    *GROUP,
)


class Rusher(Soldier):
    """Runs at the nearest opponent, shoots on its way, and stands when it is upon it."""

    patient = False

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._near: float = setup.params["near"]

    def engage(self, request: Request) -> Option | None:
        """Return the next step or shot of a rush."""
        view = request.view
        me = view.me
        self.busy_at = request.t
        option = self.reload(request)
        if option is not None:
            return option
        foe = view.foes[0]
        if foe.distance > self._near and (option := self.advance(request, foe.square, f"rushes {foe.name}", "running")):
            return option
        is_upon = foe.distance <= self._near and me.walking is not None
        if is_upon and (option := self.first(request, "near enough", Move(pace="still"))) is not None:
            return option
        shot = self.best(view)
        if shot is None or (shot.chance < self.poor and me.walking is not None):
            return HOLD
        return self.shoot(request, shot)


def build(setup: Setup) -> Rusher:
    """Return a rusher."""
    return Rusher(setup)
