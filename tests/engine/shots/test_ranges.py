"""Range, cover and area fire (S-RNG-1, S-RNG-2, S-RNG-4)."""

from math import inf, nextafter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.shots.ranges import area_difficulties, cover_bonus, density_bonus, hundredths, range_penalty
from engine.shots.rules import ShotsRules

RULES = ShotsRules()


@pytest.mark.parametrize(
    ("name", "meters", "still", "penalty"),
    [
        ("normal", 19, False, 0), ("normal", 20, False, -2), ("normal", 65, False, -6), ("normal", 150, False, -14),
        ("normal", 151, False, None), ("long", 250, True, -4), ("long", 60, False, -6), ("long", 1000, True, -20),
        ("long", 151, False, None), ("short", 9.99, False, 0), ("short", 30, False, -6), ("short", 30.5, True, None),
    ],
)  # fmt: skip
def test_every_full_base_range_costs_two(name: str, meters: float, still: bool, penalty: int | None) -> None:
    """S-RNG-1: the first seven are worked; beyond the farthest range there is no shot."""
    assert range_penalty(name, meters, still, RULES) == penalty


@pytest.mark.parametrize(
    ("cover", "concealment", "bonus"),
    [
        (25, 0, 2), (50, 0, 4), (75, 0, 6), (90, 0, 8), (100, 0, 8), (24, 0, 0), (74, 0, 4),
        (0, 50, 2), (0, 75, 4), (0, 90, 6), (0, 100, 6), (0, 49, 0), (25, 90, 6), (90, 90, 8),
    ],
)  # fmt: skip
def test_cover_and_concealment_add_to_dodge_by_their_row_and_the_better_counts(
    cover: float, concealment: float, bonus: int
) -> None:
    """S-RNG-2."""
    assert cover_bonus(cover, concealment, RULES) == bonus


def test_twelve_packed_targets_of_an_area_attack() -> None:
    """S-RNG-4: worked, a total of 16 becomes 19, and the targets stand at 12, 13, 16."""
    assert 16 + density_bonus(12, True, RULES) == 19
    assert density_bonus(12, False, RULES) == 0
    assert area_difficulties([14, 12, 12], RULES) == (12, 13, 16)


@given(meters=st.floats(0, 1200), more=st.floats(0, 100), still=st.booleans())
def test_farther_is_never_easier(meters: float, more: float, still: bool) -> None:
    """S-RNG-1."""
    here, there = (range_penalty("long", at, still, RULES) for at in (meters, meters + more))
    assert there is None or (here is not None and there <= here <= 0)


@given(st.one_of(st.floats(0, 1e7), st.integers(0, 10**7).map(lambda half: half / 200), st.floats(0, 1e300), st.just(float("inf"))))
@settings(max_examples=500)
def test_lengths_are_rounded_to_hundredths_as_python_rounds_them(meters: float) -> None:
    """Also those half-way between two, where the last binary digit decides, and those next to them."""
    for near in (meters, nextafter(meters, inf), nextafter(meters, 0.0)):
        assert hundredths(near) == round(near, 2)
