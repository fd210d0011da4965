"""Range penalties, cover and concealment, area fire (S-RNG-1, S-RNG-2, S-RNG-4)."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

from engine.shots.rules import ShotsRules

HUNDREDTHS = 2
"""Decimals of a meter that distances are compared at."""

_LADDER = 6
"""Decimals of a meter that count; the rest is noise of binary fractions."""

_PLAIN, _ONE_SIDE = 1e9, 0.499999
"""Up to so many hundredths, what is no nearer to a half than this is on one side of it, whatever the last binary digit."""

_WELL_WITHIN = 0.999
"""A distance of so many base ranges is surely within the first, noise or not."""


def hundredths(meters: float) -> float:
    """Return a length rounded to 0.01 m, just as ``round`` does it; faster where it is plainly on one side of a half."""
    scaled = meters * 100.0
    if 0.0 <= scaled < _PLAIN:
        whole = int(scaled + 0.5)
        if abs(scaled - whole) < _ONE_SIDE:
            return whole / 100
    return round(meters, HUNDREDTHS)


def range_class(name: str, still: bool) -> str:
    """Return the class a weapon counts as: long only when the shooter stands still, else normal (S-RNG-1)."""
    return "normal" if name == "long" and not still else name


def reach(name: str, rules: ShotsRules) -> tuple[float, float]:
    """Return the base range and the farthest shot of a class, in meters (S-RNG-1)."""
    match name:
        case "short":
            return rules.short_base, rules.short_max
        case "long":
            return rules.long_base, rules.long_max
        case _:
            return rules.normal_base, rules.normal_max


def range_penalty(name: str, distance: float, still: bool, rules: ShotsRules) -> int | None:
    """Return the penalty for range, for every full base range (S-RNG-1).

    Args:
        name: the weapon's class: short, normal or long.
        distance: meters, 0 or more; rounded to 0.01 m as all distances are.
        still: the shooter stands still.

    Returns:
        0 or a negative number; None beyond the class's farthest shot.
    """
    return gap_penalty(name, hundredths(distance), still, rules)


def gap_penalty(name: str, gap: float, still: bool, rules: ShotsRules) -> int | None:
    """Return the penalty for a distance that is rounded already; see `range_penalty` (S-RNG-1)."""
    if name == "short":
        base, farthest = rules.short_base, rules.short_max
    elif name == "long" and still:
        base, farthest = rules.long_base, rules.long_max
    else:
        base, farthest = rules.normal_base, rules.normal_max
    if gap > farthest:
        return None
    bases = gap / base
    return rules.range_step * floor(round(bases, _LADDER)) if bases > _WELL_WITHIN else 0


def cover_bonus(cover: float, concealment: float, rules: ShotsRules) -> int:
    """Return the Dodge gained from cover or concealment, the better, against a ranged attack (S-RNG-2).

    Args:
        cover, concealment: percent; a value between two rows takes the lower.
    """
    if not cover and not concealment:
        return 0
    behind = _row(cover, ((90, rules.cover_90), (75, rules.cover_75), (50, rules.cover_50), (25, rules.cover_25)))
    hidden = _row(
        concealment, ((90, rules.concealment_90), (75, rules.concealment_75), (50, rules.concealment_50))
    )
    return max(behind, hidden)


def _row(percent: float, rows: Iterable[tuple[int, int]]) -> int:
    """Return the bonus of the highest row a percentage reaches."""
    for least, bonus in rows:
        if percent >= least:
            return bonus
    return 0


def density_bonus(targets: int, dense: bool, rules: ShotsRules) -> int:
    """Return what packed targets add to an area attack (S-RNG-4)."""
    return rules.density_bonus * (targets // rules.density_targets) if dense else 0


def area_difficulties(dodges: Iterable[int], rules: ShotsRules) -> tuple[int, ...]:
    """Return what an area attack must reach for each target, the most vulnerable first (S-RNG-4)."""
    return tuple(dodge + place * rules.area_step for place, dodge in enumerate(sorted(dodges)))
