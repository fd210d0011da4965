"""Binding wounds when nobody threatens: one's own first, then those of friends nearby (C-WND-7)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, cast

from agents.base import Setup, closing_speed, noted
from agents.parameters import Parameter
from engine.counts.actions import Bind, BreakOff, Move

if TYPE_CHECKING:
    from engine.counts.rules import CountsRules
    from engine.options import Option
    from engine.system import Request

TEND = Parameter("tend", 30, "goes so far to bind a friend's wounds", "feet", 0, 1_000_000)

_INIT = 4.0
"""Counts that are added to the binding itself for its INIT."""

_BESIDE = 2.0
"""How near it comes to a friend it binds, feet."""

_BIND, _BREAK_OFF = Bind(), BreakOff()


class Tending:
    """Decides when one fighter binds wounds.

    Args:
        setup: whom it plays, in which fight, with which parameters.
        few: whether it looks after friends at all; in a crowd it does not.
    """

    def __init__(self, setup: Setup, few: bool) -> None:
        rules = cast("CountsRules", setup.scenario.rules)
        self._takes, self._reach = rules.bind_counts + _INIT, rules.bind_reach
        self._walk = rules.moving_speed
        self._far: float = setup.params["tend"]
        side = setup.spec.side
        others = [spec.name for spec in setup.scenario.combatants if spec.side == side and spec.name != setup.combatant]
        self._friends = sorted(others) if few else []

    def tend(self, request: Request, me: Any, foe: Any, near: float) -> Option | None:
        """Return what binds a wound, or brings it to one; None when there is none, or no peace for it.

        Args:
            foe: the nearest opponent.
            near: the distance within which it would have to fight, feet.
        """
        hurt = bool(me.bleeding)
        if (not hurt and not self._friends) or (foe.distance <= near and foe.in_sight):
            return None
        if hurt:
            return self._own_wounds(request, me) if self._has_peace(request.view, me) else None
        if not any(request.view.seen(name).hurt for name in self._friends):
            return None
        return self._friends_wounds(request, me) if self._has_peace(request.view, me) else None

    def _own_wounds(self, request: Request, me: Any) -> Option | None:
        if request.legal(_BIND) is None:
            return noted(request, _BIND, "nobody near: binds its wounds")
        if me.action is not None and me.action.phase == "couched" and request.legal(_BREAK_OFF) is None:
            return noted(request, _BREAK_OFF, "nobody near: there are wounds to bind")
        return None

    def _friends_wounds(self, request: Request, me: Any) -> Option | None:
        """Return a binding of the nearest friend who needs one, or a run to it; each friend has one helper."""
        view = request.view
        patients = [
            friend for name in self._friends if (friend := view.seen(name)).hurt and friend.distance <= self._far
        ]
        for patient in sorted(patients, key=lambda friend: (friend.distance, friend.name)):
            if not _is_nearest(view, me, patient):
                continue
            bind = Bind(target=patient.name)
            if request.legal(bind) is None:
                return noted(request, bind, f"binds {patient.name}'s wounds")
            run = Move(toward=patient.name, distance=_BESIDE)
            (vx, vy), gap = me.velocity, patient.distance
            if gap > self._reach and vx * vx + vy * vy <= self._walk * self._walk and request.legal(run) is None:
                request.wake = request.t + max(1.0, gap / max(me.mvm, 1.0)) + _INIT
                return noted(request, run, f"goes to bind {patient.name}'s wounds")
        return None

    def _has_peace(self, view: Any, me: Any) -> bool:
        """Return whether nobody is about to disturb a binding: nobody comes, nobody can shoot."""
        for foe in view.foes:
            speed = closing_speed(me, foe)
            if speed > 0.0 and foe.distance / speed < self._takes:
                return False
            if foe.in_sight and any(tool.missile and foe.distance <= tool.ranges[2] for tool in foe.weapons):
                return False
        return True


def _is_nearest(view: Any, me: Any, patient: Any) -> bool:
    """Return whether a fighter is the nearest of its side to a friend who needs it; equal ones go by name."""
    x, y = patient.position

    def place(one: Any) -> tuple[float, str]:
        return round(hypot(one.position[0] - x, one.position[1] - y), 2), one.name

    return all(place(me) <= place(friend) for friend in view.friends if friend.name != patient.name)
