"""Stages of press and retreat: how near two fighters stand, reckoned with one fighter's own weapon (C-STG-1 to 3).

Distances are compared as whole hundredths of a foot (C-MOD-6), so that a border is a border.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, isfinite

import attrs

from engine.counts.rules import CountsRules
from engine.enums import quick
from engine.errors import InputError
from engine.units import Feet

PRESSES = 3
"""Stages on either side of optimal before Out and the over-press (C-STG-2)."""

OVER_1_SHARE = Fraction(1, 2)
"""Over 1 holds down to this share of the weapon's length (C-STG-2)."""

OVER_2_SHARE = Fraction(1, 4)
"""Over 2 holds down to this share of the weapon's length (C-STG-2)."""

FAR = 10**12
"""The highest distance of Out, in hundredths of a foot: farther than any field."""

_LABELS = (
    "out", "retreat_3", "retreat_2", "retreat_1", "optimal", "press_1", "press_2", "press_3",
    "over_1", "over_2", "over_3",
)  # fmt: skip


@quick
class Stage(IntEnum):
    """The eleven stages, from far to near (C-STG-2)."""

    OUT = 0
    RETREAT_3 = 1
    RETREAT_2 = 2
    RETREAT_1 = 3
    OPTIMAL = 4
    PRESS_1 = 5
    PRESS_2 = 6
    PRESS_3 = 7
    OVER_1 = 8
    OVER_2 = 9
    OVER_3 = 10

    @property
    def label(self) -> str:
        """The stage's name in logs and answers."""
        return _LABELS[self]


LABELS: dict[str, Stage] = {stage.label: stage for stage in Stage}
"""Every stage by its label."""

_NEAR_TO_FAR: tuple[Stage, ...] = tuple(reversed(Stage))


@attrs.frozen
class StageEffect:
    """What a stage does to offensive acts (C-STG-3): either modifiers or factors, the others neutral.

    Attributes:
        possible: whether a blow has a chance at all (not at Out, not at Over 3).
        hit: percent added to the chance.
        damage: points added to the damage.
        wsd: counts added to W; Out counts as Retreat 3 here (C-TIM-8).
        hit_factor, damage_factor, wsd_factor: what the final chance, the final damage and W are multiplied by.
    """

    possible: bool
    hit: int = 0
    damage: int = 0
    wsd: float = 0.0
    hit_factor: float = 1.0
    damage_factor: float = 1.0
    wsd_factor: float = 1.0


def hundredths(distance: Feet) -> int:
    """Return a distance in whole hundredths of a foot, half up (C-MOD-6).

    Args:
        distance: feet; noise of a millionth of a hundredth does not tip a half.
    """
    return floor(round(distance * 100.0, 6) + 0.5)


class StageTable:
    """The stages of one weapon length, as borders on the line of distances (C-STG-1, C-STG-2).

    Attributes:
        length: the weapon's length in feet.
        optimal: the optimal distance in feet.
        unit: feet of one stage.
        press_3: the distance of Press 3 in feet; below 0 for weapons shorter than a foot.
        out: the least distance in feet that is Out.
        over_2: the least distance that is not Over 3, in hundredths of a foot.
    """

    __slots__ = ("_highs", "_lows", "length", "optimal", "out", "over_2", "press_3", "unit")

    def __init__(self, length: Fraction, extra: Fraction, unit: Fraction) -> None:
        optimal = length + extra
        closest = floor((optimal - PRESSES * unit) * 100 + Fraction(1, 2))
        lows = [
            0,
            min(ceil(length * OVER_2_SHARE * 100), closest),
            min(ceil(length * OVER_1_SHARE * 100), closest),
            closest,
            closest + 1,
            floor((optimal - 2 * unit) * 100) + 1,
            floor((optimal - unit) * 100) + 1,
            *(ceil((optimal + k * unit) * 100) for k in range(1, PRESSES + 2)),
        ]
        self._lows = tuple(max(low, 0) for low in lows)
        self._highs = (*(low - 1 for low in self._lows[1:]), FAR)
        self.length, self.optimal, self.unit = float(length), float(optimal), float(unit)
        self.press_3, self.out = closest / 100, self._lows[-1] / 100
        self.over_2 = self._lows[1]

    def at(self, hundredths: int) -> Stage:
        """Return the stage at a distance in hundredths of a foot, 0 or more (C-STG-2)."""
        return _NEAR_TO_FAR[bisect_right(self._lows, hundredths) - 1]

    def around(self, hundredths: int) -> tuple[int, int]:
        """Return the lowest and the highest distance of the stage that holds at a distance (C-STG-2)."""
        index = bisect_right(self._lows, hundredths)
        return self._lows[index - 1], self._highs[index - 1]

    def span(self, stage: Stage) -> tuple[int, int] | None:
        """Return the lowest and the highest distance of a stage, both within it.

        Args:
            stage: any stage.

        Returns:
            Hundredths of a foot, from 0 up (the ruling that nobody comes nearer than ``least_distance`` is the
            mover's to keep); None for a stage the weapon does not have, as Over 1 of a 2 ft weapon.
        """
        index = len(_LABELS) - 1 - stage
        low = self._lows[index]
        high = FAR if stage is Stage.OUT else self._lows[index + 1] - 1
        return (low, high) if low <= high else None


def stage_table(length: Feet, rules: CountsRules) -> StageTable:
    """Return the stages of a weapon length, built once per length and rule set (C-STG-1).

    Raises:
        InputError: the length is negative, not finite, or has more than two decimals.
    """
    return _table(length, rules.optimal_extra, rules.stage_unit, rules.stage_unit_long, rules.long_length)


def _exact(value: float) -> Fraction:
    """Return the fraction that a number's decimal text names."""
    return Fraction(repr(float(value)))


@lru_cache(maxsize=4096)
def _table(length: float, extra: float, unit: float, unit_long: float, long_length: float) -> StageTable:
    """Build a stage table from the constants it depends on."""
    if not isfinite(length) or length < 0 or (_exact(length) * 100).denominator != 1:
        raise InputError("length", f"{length}", "a length in feet, 0 or more, with at most two decimals (C-MOD-6)")
    chosen = unit_long if length > long_length else unit
    return StageTable(_exact(length), _exact(extra), _exact(chosen))


_last: tuple[CountsRules | None, tuple[StageEffect, ...]] = (None, ())


def effect(stage: Stage, rules: CountsRules) -> StageEffect:
    """Return what a stage does to offensive acts (C-STG-3).

    The table of the rule set asked for last is at hand: to look one up by its constants takes longer than all the rest.
    """
    global _last
    known, table = _last
    if known is not rules:
        table = _effects(
            rules.stage_hit, rules.stage_damage, rules.stage_wsd, rules.over1_factor, rules.over2_factor, rules.over2_wsd
        )
        _last = (rules, table)
    return table[stage]


@lru_cache(maxsize=1024)
def _effects(
    hit: int, damage: int, wsd: float, over1: float, over2: float, over2_wsd: float
) -> tuple[StageEffect, ...]:
    """Build the effects of all stages, far to near."""
    near = range(-PRESSES, PRESSES + 1)
    return (
        StageEffect(False, wsd=PRESSES * wsd, hit_factor=0.0, damage_factor=0.0),
        *(StageEffect(True, k * hit, k * damage, -k * wsd) for k in near),
        StageEffect(True, hit_factor=over1, damage_factor=over1),
        StageEffect(True, hit_factor=over2, damage_factor=over2, wsd_factor=over2_wsd),
        StageEffect(False, hit_factor=0.0, damage_factor=0.0),
    )
