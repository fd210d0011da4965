"""Exact odds: distributions by enumeration in whole numbers; nothing is sampled. The open roll is in `studies.odds_open`.

A distribution is a mapping from values to weights, whole numbers that add up to a known total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from engine.anatomy import FACES
from engine.counts.damage import Blow, Dice, critical_multiplier, resolve_blow
from engine.counts.hitting import succeeds, success_level
from engine.counts.rules import CountsRules, DamageType

Value = TypeVar("Value", int, float)


def dice_weights(dice: Dice) -> dict[int, int]:
    """Return the sums of the dice (without the constant) by the number of ways; ``sides ** number`` in all."""
    ways = {0: 1}
    for _ in range(dice.number):
        ways = _one_die_more(ways, dice.sides)
    return ways


def _one_die_more(ways: Mapping[int, int], sides: int) -> dict[int, int]:
    """Return the sums with one die more, by a sliding window over the sums before."""
    low, high = min(ways), max(ways)
    more, window = {}, 0
    for total in range(low + 1, high + sides + 1):
        window += ways.get(total - 1, 0) - ways.get(total - 1 - sides, 0)
        more[total] = window
    return more


def mean_of(weights: Iterable[tuple[Value, int]], total: int) -> Fraction:
    """Return the mean of a distribution, exact."""
    return sum((Fraction(value) * weight for value, weight in weights), Fraction(0)) / total


def shares(weights: Mapping[Any, int], total: int) -> dict[str, float]:
    """Return a distribution as JSON: each value as text, in order, with its probability."""
    return {f"{value:.12g}" if isinstance(value, float) else str(value): weights[value] / total for value in weights}


def ordered(weights: Mapping[Any, int]) -> dict[Any, int]:
    """Return a distribution in the order of its values."""
    return dict(sorted(weights.items()))


def told(main: Mapping[str, Fraction], **more: Any) -> dict[str, Any]:
    """Return the main probabilities as floats and as exact fractions, and what else there is."""
    exact = {name: str(value) for name, value in main.items()}
    return {**{name: float(value) for name, value in main.items()}, **more, "exact": exact}


class Hits(NamedTuple):
    """How many of the hundred faces do what: hits by SL, misses, critical misses (C-HIT-1, C-HIT-8)."""

    by_sl: dict[int, int]
    miss: int
    critical_miss: int

    @property
    def hit(self) -> int:
        """The faces that hit."""
        return sum(self.by_sl.values())


def hit_faces(chance: int, rules: CountsRules) -> Hits:
    """Return what each face of d100 does against a chance (C-HIT-1, C-HIT-8)."""
    by_sl: Counter[int] = Counter()
    other: Counter[str] = Counter()
    for roll in range(1, FACES + 1):
        result = succeeds(chance, roll, rules)
        if result == "hit":
            by_sl[success_level(chance - roll, rules)] += 1
        else:
            other[result] += 1
    return Hits(dict(sorted(by_sl.items())), other["miss"], other["critical_miss"])


def blow_weights(
    by_sl: Mapping[int, int],
    before_armor: Mapping[int, int],
    kind: DamageType,
    armor: int,
    pab: int,
    cap: int | None,
    rules: CountsRules,
) -> dict[Blow, int]:
    """Return every outcome of a blow that hits, by weight: faces of the hit times ways of the damage (C-DMG-6).

    Args:
        by_sl: faces of d100 by the SL they give.
        before_armor: ways by damage before armor.
        kind, armor, pab, cap: as in `resolve_blow`.
    """
    levels: dict[int, tuple[int, int]] = {}
    for sl, faces in by_sl.items():
        critical = critical_multiplier(sl, kind.sl_shift, rules)
        levels[critical] = sl, levels.get(critical, (0, 0))[1] + faces
    blows: Counter[Blow] = Counter()
    for sl, faces in levels.values():
        for damage, ways in before_armor.items():
            blows[resolve_blow(damage, kind, sl, armor, pab, cap, rules)] += faces * ways
    return blows


def init_weights(spd: int, preset: bool, points: int, rules: CountsRules) -> dict[float, int]:
    """Return the counts of an INIT by the number of ways (C-INI-1, C-INI-2).

    Args:
        spd: the fighter's SPD.
        preset: a pre-set INIT: half the dice, half of SPD, unrounded.
        points: speed points spent, a count each.
    """
    share = rules.preset_share if preset else 1.0
    off = spd * share + points * rules.speed_point_counts
    counts: Counter[float] = Counter()
    for rolled, ways in dice_weights(Dice(0, rules.init_dice, rules.init_sides)).items():
        counts[max(0.0, round(rolled * share - off, 9))] += ways
    return dict(counts)


def contest_weights(own: int, other: int, rules: CountsRules) -> dict[int, int]:
    """Return the stages gained (below 0: lost) by the number of the 10,000 pairs of rolls (C-STG-4)."""
    stages: Counter[int] = Counter()
    for apart in range(1 - FACES, FACES):
        ahead = own - other - apart
        gained = abs(ahead) // rules.contest_step
        stages[gained if ahead > 0 else -gained] += FACES - abs(apart)
    return dict(sorted(stages.items()))
