"""Fighting with the whole body: when to throw somebody down, off an edge or against a wall, when to run into somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from agents.base import Setup, noted
from agents.footing import footing
from agents.ground import ground
from agents.parameters import Parameter
from engine.counts.actions import Move, Overbear, Throw
from engine.counts.stages import effect

if TYPE_CHECKING:
    from engine.counts.rules import CountsRules
    from engine.options import Option
    from engine.system import Request

BRAWN = (
    Parameter("overbear", 60, "overbears and throws with an OVB of at least this", "percent", 0, 1001),
    Parameter("lighter", 1.25, "overbears a foe it is so many times heavier than", "times", 0, 1000),
    Parameter("bash", 1.5, "runs right into a foe it is so many times heavier than", "times", 0, 1000),
)
"""The parameters of those who fight with the whole body."""

_FAIR = 35
"""The least chance at which it lays hands on somebody, percent."""

_ORDINARY_DEF = 30
"""What a foe's DEF is taken for, percent."""

_TRIES = 3
"""So often it lays hands on the same foe; who still stands by then is too good for that."""

_THROWN = 4.0
"""How near behind a foe an edge or a wall makes it worth a throw, feet."""


class Brawn:
    """What one fighter's weight and OVB are good for.

    Attributes:
        is_strong: whether it lays hands on anybody at all.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        self._rules = cast("CountsRules", setup.scenario.rules)
        self._footing = footing(setup.scenario.field, self._rules)
        self._ground = ground(self._rules)
        self._specs = setup.specs
        self._own: float = setup.spec.weight
        self._ovb: int = setup.spec.ovb
        self.is_strong = self._ovb >= setup.params["overbear"]
        self._lighter: float = setup.params["lighter"]
        self._bash: float = setup.params["bash"]
        self._tries: dict[str, int] = {}

    def grip(self, request: Request, foe: Any) -> Option | None:
        """Return a throw of a foe with an edge or a wall behind it, or an overbear of a lighter one (C-THR-1)."""
        if not self.is_strong or foe.prone or self._chance(foe) < _FAIR or self._tries.get(foe.name, 0) >= _TRIES:
            return None
        if (option := self._hold(request, foe)) is not None:
            self._tries[foe.name] = self._tries.get(foe.name, 0) + 1
        return option

    def _hold(self, request: Request, foe: Any) -> Option | None:
        """Return what it does with its hands to a foe in reach, if anything is worth it."""
        if self._footing is not None and self._footing.ends_behind(foe.position, request.view.me.position, _THROWN):
            throw = Throw(target=foe.name)
            return noted(request, throw, "something hard behind the foe") if request.legal(throw) is None else None
        overbear = Overbear(target=foe.name)
        if self._times(foe.name) < self._lighter or request.legal(overbear) is not None:
            return None
        return noted(request, overbear, "heavier than the foe")

    def charge(self, request: Request, foe: Any) -> Option | None:
        """Return a run right into a much lighter foe (C-KNB-5)."""
        run = Move(toward=foe.name, bash=True)
        if self._times(foe.name) < self._bash or request.legal(run) is not None:
            return None
        return noted(request, run, "heavy enough to run it over")

    def _chance(self, foe: Any) -> int:
        """Return the chance of an overbear at the present stage, against an ordinary DEF, percent (C-THR-1)."""
        change = effect(self._ground.stage(self._rules.overbear_length, foe.distance), self._rules)
        if not change.possible:
            return 0
        guard = -self._rules.helpless_target if foe.stunned else _ORDINARY_DEF
        return int((self._ovb + change.hit - guard) * change.hit_factor)

    def _times(self, foe: str) -> float:
        return self._own / float(self._specs[foe].weight)
