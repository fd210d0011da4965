"""What a shots attack is worth: opponents put out of the fight, less friends; each thing looked at once a decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.shots.actions import Area, Attack, Throw

if TYPE_CHECKING:
    from engine.options import Option
    from engine.shots.view import View

TO_GO = {"unhurt": 33.0, "hurt": 24.0, "impaired": 10.0, "badly_impaired": 6.0}
"""Wound Points after which somebody is likely to go down, by how it looks (S-WND-2)."""

_FEW = 6.0
"""Those of one who looks worse still."""

NAMED, UNNAMED = 1.0, 0.35
"""What it is worth to put somebody out of the fight."""

HARM = 2.0
"""So many times worse it is to do to a friend what one would do to a foe."""

CROWD = 8
"""So many of the nearest foes are looked at."""

Prefer = Callable[[str], float]
"""By how much a policy would rather attack a foe of this name, as a factor."""

Best = tuple[float, "Option | None", float]
"""What the best attack with a weapon is worth, that attack, and its chance; 0.0 and None when none is worth anything."""

NOTHING: Best = (0.0, None, 0.0)


def left(me: Any, death_from: int) -> float:
    """Return the Wound Points after which one is likely to go down oneself, at least 4 (S-WND-2)."""
    return max(4.0, float(death_from + 5 - me.wounds))


def loss(one: Any, found: Any, to_go: float | None = None) -> float:
    """Return how much of somebody an attack can be expected to take: 1.0 is a named character out of the fight.

    Args:
        one: the character, as it is seen.
        found: the `engine.shots.reckon.Expected` of the attack on it.
        to_go: Wound Points it can still take; by its looks when None.
    """
    if one.unnamed:
        return float(UNNAMED * found.out)
    limit = TO_GO.get(one.condition, _FEW) if to_go is None else to_go
    return float(NAMED * min(1.0, found.points / limit))


def attack_with(tool: Any, target: str) -> Option:
    """Return the whole action that uses a weapon on somebody."""
    if tool.area:
        return Area(weapon=tool.name, target=target)
    if tool.thrown:
        return Throw(weapon=tool.name, target=target)
    return Attack(weapon=tool.name, target=target)


class Worth:
    """What attacks are worth at one decision; made for it, and gone with it.

    Attributes:
        view: what the character sees.

    Args:
        view: the view of the request.
        prefer: whom the policy would rather attack; nobody when None.
    """

    __slots__ = ("_best", "_prefer", "_side", "_whom", "view")

    def __init__(self, view: View, prefer: Prefer | None = None) -> None:
        self.view, self._side, self._prefer = view, view.me.side, prefer
        self._whom: dict[str, tuple[bool, float, float]] = {}
        self._best: dict[str, Best] = {}

    def of(self, option: Option) -> float:
        """Return what an attack is worth now: foes hurt, less friends hurt."""
        return self.weighed(option)[0]

    def weighed(self, option: Option) -> tuple[float, float]:
        """Return what an attack is worth now, and its chance to hit; of an area the most vulnerable opponent."""
        total = chance = 0.0
        for name, side, _, hits, points, out in self.view.expected(option):
            if hits > chance and side != self._side:
                chance = hits
            if side:
                whom = self._whom.get(name)
                unnamed, limit, factor = whom if whom is not None else self._looked_at(self.view.seen(name))
                part = points / limit
                taken = UNNAMED * out if unnamed else NAMED * (part if part < 1.0 else 1.0)
                total += taken * factor
        return total, chance

    def _looked_at(self, one: Any) -> tuple[bool, float, float]:
        """Return whether somebody is unnamed, after how many Wound Points it goes down, and the factor by which that counts."""
        name = one.name
        rather = 1.0 if self._prefer is None else self._prefer(name)
        factor = -HARM if one.side == self._side else rather
        whom = self._whom[name] = one.unnamed, TO_GO.get(one.condition, _FEW), factor
        return whom

    def best_with(self, tool: Any) -> Best:
        """Return what a weapon of one's own is worth if it were in hand and loaded, and the attack that makes it so."""
        name = tool.name
        best = self._best.get(name)
        if best is None:
            best = self._best[name] = self._best_with(tool)
        return best

    def _best_with(self, tool: Any) -> Best:
        best, found, hits = 0.0, None, 0.0
        view = self.view
        far = max(tool.reach, view.rules.melee_reach) + tool.radius
        for foe in view.foes[:CROWD]:
            if foe.distance > far:
                continue
            name = foe.name
            if name not in self._whom:
                self._looked_at(foe)
            option = attack_with(tool, name)
            worth, chance = self.weighed(option)
            if worth > best:
                best, found, hits = worth, option, chance
        return best, found, hits

    def hits_somebody(self, tool: Any) -> bool:
        """Return whether a weapon that was looked at is worth anything on somebody."""
        return self._best.get(tool.name, NOTHING)[1] is not None
