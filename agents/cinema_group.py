"""Group sense in shots: friends finish who is hurt together, and leave alone whom an announced attack is likely to put out.

Nobody talks: what one goes by is what all can see, how opponents fare and which attacks are announced (S-DEF-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.cinema_worth import loss
from agents.parameters import Parameter
from engine.shots.seen import CONDITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

FINISH = Parameter("finish", 1, "would rather attack one who is as badly hurt as can be, so many times", "times", 1, 100)
LEAVE = Parameter("leave", 0, "leaves to a friend what so many times its announced attack is likely to do", "times", 0, 100)
GROUP = (FINISH, LEAVE)
"""The parameters of group sense."""

_WORST = CONDITIONS.index("badly_impaired")
"""As badly as somebody can fare that still fights."""

_LEAST = 0.05
"""What is left of the wish to attack one who is as good as out."""


class Group:
    """By how much one would rather attack whom, for what friends do.

    Args:
        params: the policy's parameters, those of `GROUP` among them.
    """

    def __init__(self, params: Mapping[str, Any]) -> None:
        self._finish: float = params["finish"]
        self._leave: float = params["leave"]
        self._factors: dict[str, float] = {}

    def look(self, view: Any) -> None:
        """Take in how opponents fare and what friends have announced, for the decision that begins."""
        self._factors = {}
        if self._finish != 1.0:
            self._factors = {foe.name: self._finish ** (CONDITIONS.index(foe.condition) / _WORST) for foe in view.foes}
        if self._leave:
            self._leave_to_friends(view)

    def factor(self, name: str) -> float:
        """Return by how much it would rather attack a foe of this name."""
        return self._factors.get(name, 1.0)

    def _leave_to_friends(self, view: Any) -> None:
        side, foes, taken = view.me.side, {foe.name: foe for foe in view.foes}, dict[str, float]()
        friends = {friend.name for friend in view.friends}
        for attack in view.announced:
            if attack.attacker in friends:
                for name in attack.targets:
                    if name in foes and foes[name].side != side:
                        taken[name] = taken.get(name, 0.0) + loss(foes[name], attack.on(name))
        for name, share in taken.items():
            self._factors[name] = self.factor(name) * max(_LEAST, 1.0 - self._leave * share)
