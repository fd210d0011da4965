"""The clock of one attack: W, X, wind-up, motion, recovery (C-TIM-1 to C-TIM-4, C-TIM-8).

Plain numbers in counts. Results are rounded to a billionth of a count, which takes off the noise of binary
fractions (half of 8.7 is 4.35) and nothing else.
"""

from __future__ import annotations

from math import ceil

from engine.counts.rules import CountsRules
from engine.counts.stages import Stage, effect
from engine.units import Count


def weapon_speed(wsd: Count, type_wsd: float, extra_wsd: float, rules: CountsRules) -> Count:
    """Return W: the weapon's WSD with all that changes it for good (C-TIM-8).

    Args:
        wsd: the weapon's figure.
        type_wsd: the damage type's modifier; 0 when the figure includes it.
        extra_wsd: material, magic and shield modifiers, summed.
    """
    return max(round(wsd + type_wsd + extra_wsd, 9), rules.least_wsd)


def effective_x(w: Count, stage: Stage, closing: float, rules: CountsRules) -> Count | None:
    """Return X, the counts of the attack, before a couched strike's three quarters (C-TIM-8).

    Args:
        w: the weapon speed W.
        stage: the striker's stage at declaration; Out counts as Retreat 3.
        closing: how fast the target closes by its own motion, ft/ct.

    Returns:
        X in counts, or None where no blow can be declared (Over 3).
    """
    if stage is Stage.OVER_3:
        return None
    if closing > rules.closing_speed:
        return max(float(ceil(round(w * rules.closing_share, 9))), rules.least_wsd)
    change = effect(stage, rules)
    x = round(w * change.wsd_factor + change.wsd, 9)
    return max(x, round(w * rules.least_share, 9), rules.least_wsd)


def strike_times(x: Count, rules: CountsRules) -> tuple[Count, Count]:
    """Return the wind-up and the motion of an attack from ready, in counts (C-TIM-1)."""
    windup = round(x * rules.windup_share, 9)
    return windup, round(x - windup, 9)


def couched_strike_times(x: Count, rules: CountsRules) -> tuple[Count, Count]:
    """Return the wind-up and the motion of a strike from held couched, in counts (C-TIM-2)."""
    return round(x * rules.couched_windup_share, 9), round(x * rules.couched_commit_share, 9)


def couch_time(x: Count, rules: CountsRules) -> Count:
    """Return how long it takes from ready to couched, in counts (C-TIM-2)."""
    return round(x * rules.windup_share, 9)


def recovery(x: Count, w: Count, rules: CountsRules) -> Count:
    """Return how long the tool takes from the impact to ready: half of X or of W, the longer (C-TIM-3, C-TIM-4)."""
    return round(max(x, w) * rules.recovery_share, 9)


def recouch(x: Count, w: Count, rules: CountsRules) -> Count:
    """Return how long the tool takes from the impact back to couched: X or W, the longer (C-TIM-3, C-TIM-4)."""
    return round(max(x, w) * rules.recouch_share, 9)
