"""What a hit would cost on the mean, before any die is rolled (P-DMG-1, P-LOS-6)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from engine import anatomy
from engine.steps import damage
from engine.steps.state import Action, Fight, Fighter


def mean_loss(fight: Fight, action: Action, target: Fighter, cover: int) -> float:
    """Return the health a hit costs on the mean: over locations that the cover leaves, and the damage dice.

    Args:
        action: a shot, declared or not.
        target: whom it hits.
        cover: percent that stands between them; of a called location it hides nothing.
    """
    weapon, option = action.weapon, action.option
    assert weapon is not None
    extra = fight.rules.burst_dice if option.mode == "burst" else 0  # type: ignore[attr-defined]
    dice = weapon.dice
    rolled = dice.number + extra, dice.sides, dice.constant
    called: str | None = option.location  # type: ignore[attr-defined]
    if called is not None:
        return _beyond(*rolled, target.armor.get(damage.CALLS[called][1][0], 0))
    places = _places(damage.hidden(cover, fight.rules))
    if not places:
        return 0.0
    total = sum(faces * _beyond(*rolled, target.armor.get(part, 0)) for part, faces in places)
    return total / sum(faces for _, faces in places)


@lru_cache(maxsize=64)
def _places(hidden: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return the parts of a body that cover leaves, each with its faces of the die of C-LOC-1."""
    found: dict[str, int] = {}
    for face in range(1, anatomy.FACES + 1):
        part, side = anatomy.location(face)
        if damage.covered_part(part, side) not in hidden:
            found[part] = found.get(part, 0) + 1
    return tuple(found.items())


@lru_cache(maxsize=4096)
def _beyond(number: int, sides: int, constant: int, armor: int) -> float:
    """Return the mean of what some dice and a constant come to beyond armor, exact before it is rounded."""
    ways = {0: 1}
    for _ in range(number):
        after: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0) + count
        ways = after
    whole = sum(damage.lost(total + constant, armor) * count for total, count in ways.items())
    return float(Fraction(whole, sides**number))
