"""The exact odds of the open roll, against hand figures and against an enumeration of whole chains (S-ROL-1)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache

import pytest

from engine.shots import odds

LONGEST = 14
"""Highest faces in a row that the enumeration goes to; what is left out is below 6 ** -14."""


@cache
def enumerated(sides: int, longest: int = LONGEST) -> dict[int, Fraction]:
    """Return the open roll's distribution from every pair of whole chains up to a length."""
    one: dict[int, Fraction] = {}
    for again in range(longest):
        for last in range(1, sides):
            one[again * sides + last] = Fraction(1, sides ** (again + 1))
    found: dict[int, Fraction] = defaultdict(Fraction)
    for plus, chance in one.items():
        for minus, other in one.items():
            found[plus - minus] += chance * other
    return found


def test_an_even_roll_of_six_sided_dice_comes_once_in_seven() -> None:
    """S-ROL-1, by hand: no highest face more on either side (5/7), and the same last face (1/5)."""
    assert odds.at_least(0, 6) - odds.at_least(1, 6) == pytest.approx(1 / 7, abs=1e-12)


@pytest.mark.parametrize(
    ("need", "chance"), [(0, Fraction(4, 7)), (1, Fraction(3, 7)), (-1, Fraction(24, 35)), (-2, Fraction(163, 210)), (3, Fraction(47, 210)), (4, Fraction(11, 70))]
)
def test_the_chances_near_the_middle_by_hand(need: int, chance: Fraction) -> None:
    """S-ROL-1: 1 or -1 comes 4 times in 35, 2 or -2 19 times in 210, 3 or -3 once in 15."""
    assert odds.at_least(need, 6) == pytest.approx(float(chance), abs=1e-12)


@pytest.mark.parametrize("sides", [3, 6, 10])
def test_every_chance_is_that_of_the_enumeration_of_all_chains(sides: int) -> None:
    """S-ROL-1."""
    whole = enumerated(sides)
    for need in range(-25, 26):
        exact = sum((chance for value, chance in whole.items() if value >= need), Fraction(0))
        assert odds.at_least(need, sides) == pytest.approx(float(exact), abs=1e-6 if sides == 3 else 1e-9)


@pytest.mark.parametrize("sides", [2, 3, 6, 20, 1000])
def test_a_table_leaves_out_less_than_a_millionth_of_a_millionth(sides: int) -> None:
    least, values = odds.open_roll(sides)
    assert sum(values) == pytest.approx(1.0, abs=1e-12)
    assert least == -(len(values) // 2)
    assert values == pytest.approx(values[::-1])


def test_far_outside_the_table_a_chance_is_one_or_none() -> None:
    assert (odds.at_least(-10_000, 6), odds.at_least(10_000, 6)) == (1.0, 0.0)


def test_a_fortune_point_adds_a_closed_die() -> None:
    """S-CHR-1: one chance in six each that 1 .. 6 less is needed."""
    by_hand = sum(odds.at_least(3 - face, 6) for face in range(1, 7)) / 6
    assert odds.at_least(3, 6, (1, 6)) == pytest.approx(by_hand, abs=1e-12)


def test_closed_dice_are_summed() -> None:
    """S-ROL-1: two dice of three faces: 2 once, 3 twice, 4 three times in nine."""
    least, values = odds.closed(2, 3)
    assert least == 2
    assert values == pytest.approx([1 / 9, 2 / 9, 3 / 9, 2 / 9, 1 / 9])


@pytest.mark.parametrize(("need", "soak"), [(-1, -3), (0, 0), (3, 4), (-6, 2), (5, -9)])
def test_mean_wound_points_are_those_of_the_enumeration(need: int, soak: int) -> None:
    """S-ROL-2, S-ROL-3: Outcome less soak, not below 0; one roll in 36 gains 3 Outcome, whatever it comes to (S-ROL-1)."""
    mean, some = Fraction(0), Fraction(0)
    for value, chance in enumerated(6).items():
        for share, more in ((Fraction(35, 36), 0), (Fraction(1, 36), 3)):
            points = max(0, value - need + more - soak) if value >= need else 0
            mean += chance * share * points
            some += chance * share * (points > 0)
    assert odds.points(need, soak, 6, 3) == pytest.approx(float(mean), abs=1e-7)
    assert odds.wounding(need, soak, 6, 3) == pytest.approx(float(some), abs=1e-9)
