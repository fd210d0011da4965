"""The agent of unnamed characters: whole actions only, spread over their opponents, rarely a thought for defense (S-WND-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from agents.base import Setup
from agents.cinema import PATIENCE, POOR
from agents.cinema_group import GROUP
from agents.gunman import Gunman
from agents.martial_artist import MartialArtist
from agents.parameters import Parameter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PARAMETERS = (
    Parameter("caution", 0.2, "defends when so many times what it saves is worth more than its shots", "times", 0, 100),
    PATIENCE,
    POOR,
    Parameter("spread", 1.5, "would rather attack its own share of the opponents, so many times", "times", 1, 100),
    *GROUP,
)

_HAND_TO_HAND: Mapping[str, float] = {"crowd": 4.0, "fair": 35.0}
_SHOOTING: Mapping[str, float] = {"keep": 0.0, "lie": 1e6}


class _Share:
    """Says which opponents are one's own share: they are dealt out in the order of stream keys.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        self._spread: float = setup.params["spread"]
        self._mine = _dealt(setup.scenario.combatants)[setup.combatant]

    def prefer(self, name: str) -> float:
        """Return by how much one would rather attack a foe of this name, as a factor."""
        return self._spread if name == self._mine else 1.0


_last: tuple[Sequence[Any], Mapping[str, str | None]] = ((), {})


def _dealt(combatants: Sequence[Any]) -> Mapping[str, str | None]:
    """Return everybody's own share of the opponents; what was dealt in the last fight is kept, for all of a crowd ask the same."""
    global _last
    if _last[0] is not combatants:
        keyed = sorted(combatants, key=lambda spec: spec.stream or spec.name)
        shares: dict[str, str | None] = {}
        for side in {spec.side: None for spec in keyed}:
            foes = [spec.name for spec in keyed if spec.side != side]
            friends = [spec.name for spec in keyed if spec.side == side]
            shares |= {name: foes[place % len(foes)] if foes else None for place, name in enumerate(friends)}
        _last = (combatants, shares)
    return _last[1]


class ShootingMob(Gunman):
    """One of a crowd with guns."""

    whole = True

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._share = _Share(setup)

    def prefer(self, name: str) -> float:
        """Return by how much it would rather attack a foe of this name: its own share first."""
        return self._share.prefer(name) * super().prefer(name)


class StrikingMob(MartialArtist):
    """One of a crowd with clubs."""

    whole = True

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._share = _Share(setup)

    def prefer(self, name: str) -> float:
        """Return by how much it would rather attack a foe of this name: its own share first."""
        return self._share.prefer(name) * super().prefer(name)


def build(setup: Setup) -> ShootingMob | StrikingMob:
    """Return one of a mob: with a gun it shoots, without one it runs at people."""
    if any(weapon.range != "melee" and not weapon.thrown for weapon in setup.spec.weapons):
        return ShootingMob(attrs.evolve(setup, params={**_SHOOTING, **setup.params}))
    return StrikingMob(attrs.evolve(setup, params={**_HAND_TO_HAND, **setup.params}))
