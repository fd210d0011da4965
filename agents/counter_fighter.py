"""The agent that fights the other's timing: it lets a blow come, slips out of its reach, and strikes into the recovery."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.base import HOLD, noted
from agents.fencer import PARAMETERS as FENCER
from agents.fencer import Fencer
from agents.parameters import Parameter
from agents.tools import weapon
from engine.counts.actions import BreakOff, Mode
from engine.system import Standing

if TYPE_CHECKING:
    from agents.base import Setup
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    *FENCER,
    Parameter("slip", 3, "gives so much ground to a blow it notices; 0: stands", "feet", 0, 1000),
    Parameter("feint", 20, "breaks a blow off at the commit count when its chance is below this", "percent", -1000, 1001),
)

_BREAK_OFF = BreakOff()

_IN_A_ROW = 2
"""So many feints one after the other; two who only feint would never come to blows."""

_STEP = 4.0
"""Counts a blow must still be under way for a slip to take it some ground: a pre-set INIT, and two feet (C-MOD-3)."""

_AFTER = 0.05
"""Counts after a blow at which it steps in again."""


class CounterFighter(Fencer):
    """Answers blows with its feet: back as they come, in again as they are over; feints where a blow has lost its chance.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.standing = Standing(asks=self.standing.asks | {"commit"})
        self._slip: float = setup.params["slip"]
        self._feint: float = setup.params["feint"]
        self._until = -1.0
        self._feints = 0

    def decide(self, request: Request) -> Option:
        """Return a slip before a blow it notices, a feint at the commit count, else what a fencer does."""
        view = request.view
        foe = self._opponent(view)
        if foe is None:
            return HOLD
        if "commit" in request.reasons and (feint := self._breaks_off(request, foe)) is not None:
            return feint
        if "noticed" in request.reasons and (slip := self._back(request, foe)) is not None:
            return slip
        return super().decide(request)

    def _breaks_off(self, request: Request, foe: Any) -> Option | None:
        """Return a break-off of its own blow at the last moment it is free, where the blow has lost its chance (C-TIM-7).

        A committed blow costs its motion and the recovery; dropped at the commit count it was a feint and costs neither.
        """
        action = request.view.me.action
        if action is None or action.kind != "attack" or action.target != foe.name or action.weapon is None:
            return None
        chance = request.view.chance(foe.name, action.weapon)
        if chance >= self._feint or self._feints >= _IN_A_ROW or request.legal(_BREAK_OFF) is not None:
            self._feints = 0
            return None
        self._feints += 1
        return noted(request, _BREAK_OFF, f"a feint: {max(chance, 0)} percent is not worth the recovery")

    def _back(self, request: Request, foe: Any) -> Option | None:
        """Return the mode that gives ground to a blow it notices, until that is over (C-MOD-2).

        Only where its own weapon is as long: who has the shorter one would lose more by it than the other.
        """
        threat = self._threat(request, foe)
        if threat is None or self._slip <= 0.0 or threat.impact - request.t < _STEP or request.t < self._until:
            return None
        own, theirs = weapon(request.view.me), weapon(foe)
        if own is None or (theirs is not None and theirs.length > own.length) or self._has_no_room(request.view.me, foe):
            return None
        mode = Mode(mode="defensive", set_distance=round(foe.distance + self._slip, 2))
        if request.legal(mode) is not None:
            return None
        self._until = threat.impact
        self._kept = None
        request.wake = threat.impact + _AFTER
        return noted(request, mode, "slips back")

    def _mode(self, request: Request, foe: Any, tool: Any) -> Mode | None:
        """Return no other mode while it slips, else what a fencer does."""
        return None if request.t < self._until else super()._mode(request, foe, tool)


def build(setup: Setup) -> CounterFighter:
    """Return a counter-fighter."""
    return CounterFighter(setup)
