"""Group sense on the squares: friends finish who is hurt, spread over opponents, and shoot at who threatens a wounded friend.

Nobody talks: what one goes by is what all can see, how people fare, where they stand and which way they face (P-LOS-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.parameters import Parameter
from engine.steps import grid

if TYPE_CHECKING:
    from collections.abc import Mapping

RESCUE = Parameter("rescue", 1, "would rather shoot at who can shoot at a badly hurt friend, so many times", "times", 1, 100)
CROWD = Parameter("crowd", 0, "each friend nearer to an opponent takes so much from the wish to shoot at it", "times", 0, 100)
WARY = Parameter("wary", 1, "once badly hurt, a chance to be hit counts so many times what `shelter` says", "times", 0, 100)
GROUP = (RESCUE, CROWD, WARY)
"""The parameters of group sense."""

BADLY = "badly_hurt"
"""Half of its health or less (P-DMG-1)."""


class Group:
    """By how much one would rather shoot at whom, for how friends fare and where they are.

    Args:
        params: the policy's parameters, those of `GROUP` among them.
    """

    def __init__(self, params: Mapping[str, Any]) -> None:
        self._rescue: float = params["rescue"]
        self._crowd: float = params["crowd"]
        self._wary: float = params["wary"]
        self._factors: dict[str, float] = {}

    @property
    def has_favorites(self) -> bool:
        """Whether it would rather shoot at some than at others."""
        return self._rescue != 1.0 or self._crowd != 0.0

    def look(self, view: Any) -> None:
        """Forget what was found out at the decision before."""
        self._factors = {}

    def factor(self, view: Any, name: str | None) -> float:
        """Return by how much one would rather shoot at somebody in sight; found out once a decision."""
        if name is None or not self.has_favorites:
            return 1.0
        if name not in self._factors:
            self._factors[name] = self._found(view, view.seen(name))
        return self._factors[name]

    def shelter(self, view: Any, usual: float) -> float:
        """Return what a chance to be hit counts for one beside one to hit: more once it is badly hurt."""
        return usual * self._wary if view.me.condition == BADLY else usual

    def _found(self, view: Any, foe: Any) -> float:
        found = 1.0
        if self._crowd:
            gap = grid.gap2(view.me.square, foe.square)
            nearer = sum(1 for friend in view.friends if grid.gap2(friend.square, foe.square) < gap)
            found /= 1.0 + self._crowd * nearer
        if self._rescue != 1.0 and any(_threatens(view, foe, friend) for friend in view.friends if friend.condition == BADLY):
            found *= self._rescue
        return found


def _threatens(view: Any, foe: Any, friend: Any) -> bool:
    """Return whether an opponent with a weapon has somebody before it and in its sight (P-LOS-2, P-LOS-5)."""
    if foe.weapon is None or foe.arc(friend.square) == grid.REAR:
        return False
    return not view.hidden(foe.square, friend.square)
