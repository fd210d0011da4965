"""What an attack of the steps system costs: the health lost, and the hits that put one down, exact (P-DMG-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.counts.damage import Dice
from engine.errors import InputError
from engine.steps import damage as harm
from studies import calc_steps as steps
from studies.calc_steps import STEPS
from studies.odds_exact import dice_weights
from studies.odds_hit import MOST_SUMS
from studies.questions import Values

TAIL = 1e-9
"""A list without an end stops where less than this is left."""

MOST_HITS = 100
"""The most hits that are listed one by one."""

Weights = dict[Any, Fraction]


def harmed(values: Values, hit: Fraction, exact: dict[str, str]) -> dict[str, Any]:
    """Return the health an attack costs, and with ``health`` how many hits put its target down (P-DMG-1)."""
    by_hit = losses("steps-difficulty", values["damage"], values["armor"], values["fire"] == "burst")
    lost = {value: chance * hit for value, chance in by_hit.items()}
    lost[0] = lost.get(0, Fraction(0)) + 1 - hit
    mean = sum((value * chance for value, chance in lost.items()), Fraction(0))
    exact["mean_lost"] = str(mean)
    more: dict[str, Any] = {"mean_lost": float(mean)}
    health = values["health"]
    if health is not None:
        for name in ("down", "dead"):
            chance = sum((part for value, part in lost.items() if _reaches(health - value, health, name)), Fraction(0))
            more[name], exact[name] = float(chance), str(chance)
        more |= felled(by_hit, health, hit)
    return {**more, "lost": {str(value): float(lost[value]) for value in sorted(lost)}, "exact": exact}


def _reaches(left: int, most: int, name: str) -> bool:
    state = steps.state_of(left, most)
    return state == "dead" or state == name


def losses(calc: str, damage: str, armor: int, burst: bool) -> Weights:
    """Return the health one hit costs, by its chance (P-DMG-1, P-FIR-1).

    Raises:
        InputError: damage that is not written as dice, or more of them than are enumerated.
    """
    dice = harm.parse(damage)
    number = dice.number + (STEPS.burst_dice if burst else 0)
    if number * dice.sides > MOST_SUMS:
        raise InputError(f"calc odds {calc}, damage", damage, f"dice of {MOST_SUMS} faces together")
    total, found = dice.sides**number, Counter[int]()
    for rolled, ways in dice_weights(Dice(0, number, dice.sides)).items():
        found[harm.lost(max(0, rolled + dice.constant), armor)] += ways
    return {lost: Fraction(ways, total) for lost, ways in sorted(found.items())}


def felled(by_hit: Mapping[int, Fraction], health: int, hit: Fraction) -> dict[str, Any]:
    """Return how many hits put one down, and how many attacks that takes on average; nothing where no hit costs health.

    These are floats all through: their exact fractions would have thousands of digits.
    """
    losses = {lost: float(chance) for lost, chance in by_hit.items()}
    if losses.keys() == {0}:
        return {"hits": None}
    mean = mean_hits(losses, health)
    more: dict[str, Any] = {"mean_hits": mean}
    if hit:
        more["mean_attacks"] = mean / float(hit)
    hits, rest = hits_listed(losses, health)
    beyond = {"hits_beyond": {"from": MOST_HITS + 1, "probability": rest}} if rest >= TAIL else {}
    return more | {"hits": {str(number): chance for number, chance in hits.items()}} | beyond


def mean_hits(by_hit: Mapping[int, float], health: int) -> float:
    """Return how many hits put one of so much health down on average (P-DMG-1)."""
    costly = [(lost, chance) for lost, chance in by_hit.items() if lost]
    whole = sum(chance for _, chance in costly)
    means = [0.0]
    for left in range(1, health + 1):
        means.append((1 + sum(chance * means[left - lost] for lost, chance in costly if lost < left)) / whole)
    return means[health]


def hits_listed(by_hit: Mapping[int, float], health: int) -> tuple[dict[int, float], float]:
    """Return how likely each number of hits is the one that puts one down, and what is left after the last that is listed."""
    standing, found, rest = {health: 1.0}, {}, 1.0
    for number in range(1, MOST_HITS + 1):
        after: dict[int, float] = {}
        for left, chance in standing.items():
            for lost, part in by_hit.items():
                if left > lost:
                    after[left - lost] = after.get(left - lost, 0.0) + chance * part
        still = sum(after.values())
        if rest > still:
            found[number] = rest - still
        standing, rest = after, still
        if rest < TAIL:
            break
    return found, rest
