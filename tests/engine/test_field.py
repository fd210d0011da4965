"""When a distance is crossed is computed, not looked for (CLK-1)."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.field import NEVER, angle_between, time_to_close, time_to_drift, time_to_open

feet = st.floats(-100, 100, allow_nan=False).map(lambda value: round(value, 3))
speeds = st.floats(-10, 10, allow_nan=False).map(lambda value: round(value, 3))
distances = st.integers(1, 10_000).map(lambda value: value / 100)


def apart(rx: float, ry: float, vx: float, vy: float, t: float) -> float:
    """Return the distance of two points after some counts."""
    return hypot(rx + vx * t, ry + vy * t)


@pytest.mark.parametrize(
    ("moving", "distance", "wanted"),
    [
        ((10, 0, -2, 0), 4, 3.0),  # 6 ft at 2 ft/ct
        ((10, 0, 2, 0), 4, NEVER),  # away
        ((10, 0, 0, 0), 4, NEVER),  # still
        ((3, 0, -1, 0), 4, 0.0),  # already
        ((4, 0, 1, 0), 4, 0.0),  # exactly there
        ((10, 5, -1, 0), 5, 10.0),  # touches the circle once
        ((10, 5.01, -1, 0), 5, NEVER),  # passes by
        ((10, 3, -1, 0), 5, 6.0),  # 3-4-5: at 4 ft along
    ],
)
def test_closing_by_hand(moving: tuple[float, float, float, float], distance: float, wanted: float) -> None:
    assert time_to_close(*moving, distance) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("moving", "distance", "wanted"),
    [
        ((4, 0, 2, 0), 10, 3.0),
        ((4, 0, -2, 0), 10, 7.0),  # through the other and out behind: 14 ft
        ((4, 0, 0, 0), 10, NEVER),
        ((12, 0, -1, 0), 10, 0.0),
        ((0, 3, 1, 0), 5, 4.0),
    ],
)
def test_opening_by_hand(moving: tuple[float, float, float, float], distance: float, wanted: float) -> None:
    assert time_to_open(*moving, distance) == pytest.approx(wanted)


@given(feet, feet, speeds, speeds, distances)
def test_at_the_moment_of_closing_the_distance_is_met_and_not_before(
    rx: float, ry: float, vx: float, vy: float, distance: float
) -> None:
    t = time_to_close(rx, ry, vx, vy, distance)
    if not 0.0 < t < 10_000:
        return
    assert apart(rx, ry, vx, vy, t) == pytest.approx(distance, abs=1e-5)
    for share in (0.0, 0.25, 0.5, 0.9):
        assert apart(rx, ry, vx, vy, t * share) > distance - 1e-6


@given(feet, feet, speeds, speeds, distances)
def test_at_the_moment_of_opening_the_distance_is_met_and_not_before(
    rx: float, ry: float, vx: float, vy: float, distance: float
) -> None:
    t = time_to_open(rx, ry, vx, vy, distance)
    if not 0.0 < t < 10_000:
        return
    assert apart(rx, ry, vx, vy, t) == pytest.approx(distance, abs=1e-5)
    for share in (0.0, 0.25, 0.5, 0.9):
        assert apart(rx, ry, vx, vy, t * share) < distance + 1e-6


@given(feet, feet, speeds, speeds, distances)
def test_who_never_comes_as_close_is_never_seen_as_close(
    rx: float, ry: float, vx: float, vy: float, distance: float
) -> None:
    if time_to_close(rx, ry, vx, vy, distance) == NEVER:
        assert all(apart(rx, ry, vx, vy, t / 4) > distance - 1e-6 for t in range(400))


@given(feet, feet, speeds, speeds, distances)
def test_the_mirror_image_crosses_at_exactly_the_same_moment(
    rx: float, ry: float, vx: float, vy: float, distance: float
) -> None:
    """CLK-6 (3): to the last bit."""
    for crossing in (time_to_close, time_to_open):
        assert crossing(rx, ry, vx, vy, distance) == crossing(-rx, -ry, -vx, -vy, distance)


def test_a_target_drifts_off_the_heading_when_its_bearing_has_turned_that_far() -> None:
    """10 ft ahead, crossing at 1 ft/ct: 45 degrees after 10 counts, whichever way; straight ahead never."""
    assert time_to_drift(10, 0, 0, 1, 1, 0, pi / 4) == pytest.approx(10)
    assert time_to_drift(10, 0, 0, -1, 1, 0, pi / 4) == pytest.approx(10)
    assert time_to_drift(10, 0, 3, 0, 1, 0, pi / 4) == NEVER
    assert time_to_drift(10, 0, 0, 0, 1, 0, pi / 4) == NEVER


@given(st.floats(0, 360), st.floats(0, 180), st.floats(0.1, 50), st.floats(0.1, 50))
def test_an_angle_is_that_between_two_vectors_whatever_their_lengths(turn: float, angle: float, a: float, b: float) -> None:
    one, other = radians(turn), radians(turn + angle)
    found = angle_between(a * cos(one), a * sin(one), b * cos(other), b * sin(other))
    assert found == pytest.approx(angle, abs=1e-4)


def test_the_angles_that_rules_compare_with_are_free_of_noise() -> None:
    """C-HIT-2: up to and including 45 degrees."""
    assert angle_between(1, 1, 1, 0) == 45.0
    assert angle_between(0.1, 0.1, 7, 0) == 45.0
    assert angle_between(3, 0, 0, 2) == 90.0
    assert angle_between(1, 1, -1, -1) == 180.0
    assert angle_between(0, 0, 1, 0) == 0.0
