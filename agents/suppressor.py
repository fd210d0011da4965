"""The agent that keeps opponents busy: bursts and full auto at whom it sees, blasts over walls, reloads out of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.base import Setup
from agents.parameters import Parameter
from agents.rifleman import Rifleman
from agents.squares import CAUTION, PATIENCE, POOR, SHELTER
from agents.squares_fire import Shot
from agents.squares_group import GROUP

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    CAUTION,
    PATIENCE,
    POOR,
    SHELTER,
    Parameter("volume", 1.5, "would rather shoot bursts and full auto, so many times", "times", 1, 100),
    *GROUP,
)

_VOLLEYS: Mapping[str, float] = {"auto": 2.0, "burst": 1.0}
"""How much of `volume` goes to a fire mode: full auto lasts twice as long."""


class Suppressor(Rifleman):
    """Shoots much, at whoever is in sight, and leaves aiming to others."""

    patient = False

    def __init__(self, setup: Setup) -> None:
        self._volume: float = setup.params["volume"]
        super().__init__(setup)

    def prefer(self, mode: str) -> float:
        """Return by how much it would rather shoot in a fire mode: bursts and full auto first."""
        return self._volume * _VOLLEYS.get(mode, 1.0 / self._volume)

    def bide(self, request: Request, shot: Shot | None) -> Option | None:
        """Return a shot all the same: it keeps heads down."""
        return None if shot is None else self.shoot(request, shot)


def build(setup: Setup) -> Suppressor:
    """Return a suppressor."""
    return Suppressor(setup)
