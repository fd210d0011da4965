"""Counts become whole ticks, and come back exactly (CLK-1)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.units import TICKS_PER_COUNT, counts_of, ticks_up


def test_a_count_has_8000_ticks() -> None:
    assert TICKS_PER_COUNT == 8000
    assert ticks_up(1.0) == 8000


@given(st.integers(0, 10_000_000), st.sampled_from([1, 2, 3, 7, 1000]))
def test_a_duration_of_three_decimals_is_exact_and_so_are_its_shares(thousandths: int, quantum: int) -> None:
    """CLK-1: the duration, its half, its three quarters and three quarters of its one-and-a-half-fold."""
    counts = thousandths / 1000
    for share in (Fraction(1), Fraction(1, 2), Fraction(3, 4), Fraction(9, 8)):
        exact = Fraction(thousandths, 1000) * share * 8000 * quantum
        assert exact.denominator == 1
        assert ticks_up(counts * float(share), quantum) == exact


@given(st.integers(0, 40_000_000), st.sampled_from([1, 2, 3, 7]))
def test_a_tick_reads_as_a_short_decimal_and_comes_back(base: int, quantum: int) -> None:
    """1/8000 is six decimals: the float prints exactly the decimal number it stands for."""
    read = counts_of(base * quantum, quantum)
    assert Decimal(repr(read)) == Decimal(base) / 8000
    assert ticks_up(read, quantum) == base * quantum


@pytest.mark.parametrize(
    ("counts", "ticks"),
    [(0.0, 0), (1 / 3, 2667), (2 / 3, 5334), (0.00001, 1), (1 / 8000, 1), (1.0001 / 8000, 2), (1e-15, 0), (0.1 + 0.2, 2400)],
)
def test_a_fraction_of_a_tick_is_rounded_up_but_noise_is_none(counts: float, ticks: int) -> None:
    assert ticks_up(counts) == ticks
    assert ticks_up(counts, 3) == 3 * ticks
