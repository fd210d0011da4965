"""The agent that holds a line: it couches, lets them come, and strikes as a charge comes into reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.base import closing_speed, noted
from agents.fencer import PARAMETERS as FENCER
from agents.fencer import Fencer
from agents.parameters import Parameter
from engine.counts.actions import Mode, Release

if TYPE_CHECKING:
    from agents.base import Setup
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    *(parameter for parameter in FENCER if parameter.name != "patience"),
    Parameter("patience", 120, "leaves the line after so long without an exchange", "counts", 1, 1_000_000),
)

_SLACK = 0.05
"""Counts that a blow may begin early: distances are seen in hundredths of a foot."""


_HEAVY = 1.5
"""A runner so many times heavier is taken to run on, right into it; others stop out of reach (C-STG-5b)."""


class Spearman(Fencer):
    """Stands with a couched weapon while nobody is in reach, and times its blow at whoever charges.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._specs = setup.specs
        self._charging_weight: float = _HEAVY * setup.spec.weight

    def _mode(self, request: Request, foe: Any, tool: Any) -> Mode | None:
        """Return a change to standing firm while nobody is near enough to contest ground, else what a fencer does."""
        if self._engaged(foe, tool) or self._impatient(request):
            return super()._mode(request, foe, tool)
        wanted = ("locked", tool.optimal)
        mode = Mode(mode="locked", set_distance=tool.optimal)
        if wanted == self._kept or request.legal(mode) is not None:
            return None
        self._kept = wanted
        request.note = "holds the line"
        return mode

    def _run_in(self, request: Request, foe: Any, tool: Any, distance: float) -> Option | None:
        """Return a run to the fight only when its patience is over."""
        return super()._run_in(request, foe, tool, distance) if self._impatient(request) else None

    def _reaches(self, request: Request, foe: Any, tool: Any, strike: Option) -> bool:
        """Return whether a blow has a fair chance, or lands as a charge comes into its best distance (C-TIM-8)."""
        left = self._until_there(request, foe, tool, strike)
        return super()._reaches(request, foe, tool, strike) if left is None else left <= _SLACK

    def _from_couch(self, request: Request, foe: Any, action: Any, threat: Any | None) -> Option:
        """Return the release that meets a charge, or a hold until it is time for it; else what a fencer does."""
        tool = next((tool for tool in request.view.me.weapons if tool.name == action.weapon), None)
        release = Release(target=foe.name)
        left = self._until_there(request, foe, tool, release) if tool is not None else None
        if left is None or request.legal(release) is not None:
            return super()._from_couch(request, foe, action, threat)
        if left > _SLACK:
            return self._look_again(request, max(left, 0.1))
        strike = self._strike(request, release, "meets the charge")
        return strike if request.legal(strike) is None else noted(request, release, "meets the charge")

    def _is_charger(self, foe: str) -> bool:
        """Return whether a foe rides, is carried, or is heavy enough to run somebody over."""
        spec = self._specs[foe]
        return bool(spec.riding or any(spec.velocity) or spec.weight >= self._charging_weight)

    def _until_there(self, request: Request, foe: Any, tool: Any, strike: Option) -> float | None:
        """Return in how many counts a blow may begin that lands as a charge comes into reach; None without a charge."""
        speed = closing_speed(request.view.me, foe)
        if speed <= self._rules.closing_speed or not self._is_charger(foe.name):
            return None
        plan = request.view.plan(strike, "noticed" in request.reasons)
        if plan is None:
            return None
        return float((foe.distance - tool.optimal) / speed - (plan.mean_impact - request.t))


def build(setup: Setup) -> Spearman:
    """Return a spearman."""
    return Spearman(setup)
