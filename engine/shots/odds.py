"""Exact chances of the open roll: what an attack hits with, and the Wound Points it can be expected to do (S-ROL-1).

One die of an open roll is ``sides * M + R``: M highest faces, each with chance ``1 / sides`` of one more, and a last
face R of ``1 .. sides - 1``; M and R are independent. So the roll is ``sides * (M1 - M2) + (R1 - R2)``, both parts in
closed form, and since two first highest faces cancel, the roll does not depend on whether they came up.
"""

from __future__ import annotations

from functools import lru_cache

NEGLIGIBLE = 1e-13
"""A chance that is left out of a table; all that are left out together stay below 1e-12."""

Table = tuple[int, tuple[float, ...]]
"""The least value of a whole number drawn at random, and the chances of it and of the values that follow."""


@lru_cache(maxsize=16)
def open_roll(sides: int) -> Table:
    """Return the distribution of an open roll, without the values of negligible chance (S-ROL-1).

    Args:
        sides: faces of the positive and the negative die, 2 or more.
    """
    chains = _chains(sides)
    most = len(chains) // 2
    widest = sides - 2
    values = [0.0] * (2 * (most * sides + widest) + 1)
    middle = len(values) // 2
    for place, chance in enumerate(chains):
        at = middle + (place - most) * sides
        for rest in range(-widest, widest + 1):
            values[at + rest] += chance * (sides - 1 - abs(rest)) / (sides - 1) ** 2
    return -middle, tuple(values)


def _chains(sides: int) -> list[float]:
    """Return the chances of ``M1 - M2``, from the least that counts to the greatest."""
    again = 1.0 / sides
    row = [(1.0 - again) / (1.0 + again)]
    while row[-1] * again > NEGLIGIBLE:
        row.append(row[-1] * again)
    return row[:0:-1] + row


@lru_cache(maxsize=16)
def closed(dice: int, sides: int) -> Table:
    """Return the distribution of the sum of some dice whose highest face is not re-rolled (S-ROL-1)."""
    row = [1.0]
    for _ in range(dice):
        sums = [0.0, *row]
        for place in range(1, len(sums)):
            sums[place] += sums[place - 1]
        last = len(row) + sides - 1
        row = [(sums[min(place + 1, len(row))] - sums[max(0, place + 1 - sides)]) / sides for place in range(last)]
    return dice, tuple(row)


@lru_cache(maxsize=16)
def _with_dice(sides: int, extra: tuple[int, int]) -> Table:
    """Return an open roll and some closed dice together (S-CHR-1)."""
    least, values = open_roll(sides)
    if not extra[0]:
        return least, values
    lowest, more = closed(*extra)
    found = [0.0] * (len(values) + len(more) - 1)
    for place, chance in enumerate(values):
        for further, other in enumerate(more):
            found[place + further] += chance * other
    return least + lowest, tuple(found)


@lru_cache(maxsize=16)
def _tails(sides: int, extra: tuple[int, int]) -> tuple[int, tuple[float, ...]]:
    """Return the chances of each value or more, from the least value on."""
    least, values = _with_dice(sides, extra)
    sums, total = [], 0.0
    for chance in reversed(values):
        total += chance
        sums.append(total)
    return least, tuple(reversed(sums))


def at_least(need: int, sides: int, extra: tuple[int, int] = (0, 1)) -> float:
    """Return the chance that an open roll comes to a number or more (S-ROL-1).

    Args:
        need: the number.
        sides: faces of the positive and the negative die.
        extra: closed dice that are added, how many and of how many faces: a Fortune point (S-CHR-1).

    Returns:
        0.0 .. 1.0, exact to about 1e-12.
    """
    least, sums = _tails(sides, extra)
    if need <= least:
        return 1.0
    return min(1.0, sums[need - least]) if need - least < len(sums) else 0.0


def points(need: int, soak: int, sides: int, wonder: int, extra: tuple[int, int] = (0, 1)) -> float:
    """Return the mean Wound Points of an attack, misses counted as none (S-ROL-2, S-ROL-3); the arguments of `of_attack`."""
    return of_attack(need, soak, sides, wonder, extra)[1]


def wounding(need: int, soak: int, sides: int, wonder: int, extra: tuple[int, int] = (0, 1)) -> float:
    """Return the chance that an attack hits and does at least one Wound Point (S-ROL-3); the arguments of `of_attack`."""
    return of_attack(need, soak, sides, wonder, extra)[2]


@lru_cache(maxsize=16384)
def of_attack(need: int, soak: int, sides: int, wonder: int, extra: tuple[int, int] = (0, 1)) -> tuple[float, float, float]:
    """Return the chance that an attack hits, its mean Wound Points, and the chance that it does any (S-ROL-2, S-ROL-3).

    The roll and its wonder are independent. What is found is kept: it depends on nothing but the arguments.

    Args:
        need: the least open roll that hits.
        soak: Toughness and armor less the Damage Value: what an Outcome must exceed to wound; may be negative.
        sides: faces of the positive and the negative die.
        wonder: the Outcome gained when both first dice show their highest face.
        extra: closed dice that are added to the roll.
    """
    least, values = _with_dice(sides, extra)
    rare = 1.0 / (sides * sides)
    usual = 1.0 - rare
    mean = any_at_all = 0.0
    first = max(0, need - least, need + soak + 1 - wonder - least)
    for place in range(first, len(values)):
        chance, done = values[place], least + place - need - soak
        if done > 0:
            mean += chance * (usual * done + rare * (done + wonder))
            any_at_all += chance * (usual + rare)
        else:
            mean += chance * (rare * (done + wonder))
            any_at_all += chance * rare
    return at_least(need, sides, extra), mean, any_at_all
