"""Binding wounds when nobody threatens: one's own first, then those of friends nearby (C-WND-7)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, cast

from agents.base import HOLD, Setup, closing_speed, noted
from agents.parameters import Parameter
from engine.counts.actions import Bind, BreakOff, Mode, Move

if TYPE_CHECKING:
    from engine.counts.rules import CountsRules
    from engine.options import Option
    from engine.system import Request

TEND = Parameter("tend", 30, "goes so far to bind a friend's wounds", "feet", 0, 1_000_000)

_INIT = 4.0
"""Counts that are added to the binding itself for its INIT."""

_RUNS = 2
"""So often it sets out for the same friend; by then something is in the way."""

_BESIDE = 2.0
"""How near it comes to a friend it binds, feet."""

_BIND, _BREAK_OFF, _STAND = Bind(), BreakOff(), Mode(mode="locked")


class Tending:
    """Decides when one fighter binds wounds.

    Attributes:
        has_friends: whether there is anybody else to look after.

    Args:
        setup: whom it plays, in which fight, with which parameters.
        few: whether it looks after friends at all; in a crowd it does not.
    """

    def __init__(self, setup: Setup, few: bool) -> None:
        rules = cast("CountsRules", setup.scenario.rules)
        self._takes, self._reach = rules.bind_counts + _INIT, rules.bind_reach
        self._far: float = setup.params["tend"]
        self._friends = _friends_of(setup) if few else []
        self.has_friends = bool(self._friends)
        self._goes_until = 0.0
        self._runs: dict[str, int] = {}

    def is_called_for(self, me: Any) -> bool:
        """Return whether there may be anything to bind: a wound of its own, or friends to look after."""
        return self.has_friends or bool(me.bleeding)

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
        if not any(_is_helpless(request.view.seen(name)) for name in self._friends):
            return None
        return self._friends_wounds(request, me) if self._has_peace(request.view, me) else None

    def _own_wounds(self, request: Request, me: Any) -> Option | None:
        if request.legal(_BIND) is None:
            return self._stand(request, me) or noted(request, _BIND, "nobody near: binds its wounds")
        if me.action is not None and me.action.phase == "couched" and request.legal(_BREAK_OFF) is None:
            return noted(request, _BREAK_OFF, "nobody near: there are wounds to bind")
        return None

    def _friends_wounds(self, request: Request, me: Any) -> Option | None:
        """Return a binding of the nearest friend who lies there bleeding, or a run to it; each has one helper."""
        view = request.view
        friends = [friend for name in self._friends if _is_helpless(friend := view.seen(name))]
        patients = [friend for friend in friends if friend.distance <= self._far]
        for patient in sorted(patients, key=lambda friend: friend.distance):
            if not _is_nearest(view, me, patient):
                continue
            bind = Bind(target=patient.name)
            if request.legal(bind) is None:
                return self._stand(request, me) or noted(request, bind, f"binds {patient.name}'s wounds")
            if patient.distance > self._reach and (run := self._go(request, me, patient)) is not None:
                return run
        return None

    def _go(self, request: Request, me: Any, patient: Any) -> Option | None:
        """Return a run to a friend, or a hold while it is on its way."""
        if request.t < self._goes_until and "arrived" not in request.reasons:
            request.wake = self._goes_until
            return HOLD
        run = Move(toward=patient.name, distance=_BESIDE)
        if me.action is not None or self._runs.get(patient.name, 0) >= _RUNS or request.legal(run) is not None:
            return None
        self._runs[patient.name] = self._runs.get(patient.name, 0) + 1
        self._goes_until = request.wake = request.t + max(1.0, patient.distance / max(me.mvm, 1.0)) + _INIT
        return noted(request, run, f"goes to bind {patient.name}'s wounds")

    def _stand(self, request: Request, me: Any) -> Option | None:
        """Return the mode that stands still, unless it has that: nobody walks while wounds are bound."""
        if me.mode == "locked" or request.legal(_STAND) is not None:
            return None
        return noted(request, _STAND, "stands, to bind wounds")

    def _has_peace(self, view: Any, me: Any) -> bool:
        """Return whether nobody is about to disturb a binding: nobody comes, nobody can shoot."""
        for foe in view.foes:
            speed = closing_speed(me, foe)
            if speed > 0.0 and foe.distance / speed < self._takes:
                return False
            if foe.in_sight and any(tool.missile and foe.distance <= tool.ranges[2] for tool in foe.weapons):
                return False
        return True


def _friends_of(setup: Setup) -> list[str]:
    """Return the names of a fighter's friends, by stream key."""
    side = setup.spec.side
    others = [spec for spec in setup.scenario.combatants if spec.side == side and spec.name != setup.combatant]
    others.sort(key=lambda spec: spec.stream or spec.name)
    return [spec.name for spec in others]


def _is_helpless(friend: Any) -> bool:
    """Return whether a friend has wounds that it can't bind itself."""
    return not friend.able and bool(friend.hurt)


def _is_nearest(view: Any, me: Any, patient: Any) -> bool:
    """Return whether no other of its side is nearer to a friend who needs one than a fighter is."""
    x, y = patient.position

    def gap(one: Any) -> float:
        return round(hypot(one.position[0] - x, one.position[1] - y), 2)

    return all(gap(me) <= gap(friend) for friend in view.friends if friend.name != patient.name)
