"""When a course meets a wall or goes over an edge is computed, and nothing leaks (CLK-1, C-MOD-6)."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.field import NEVER, Piece, crosses, time_to_cross, time_to_meet, time_to_touch

GAP = 0.01
UP = Piece.between((10, -5), (10, 5))
feet = st.integers(-3000, 3000).map(lambda value: value / 100)
speeds = st.integers(-100, 100).map(lambda value: value / 10)


def apart(piece: Piece, x: float, y: float) -> float:
    """Return the distance of a point from a piece."""
    px, py = piece.nearest(x, y)
    return hypot(px - x, py - y)


@pytest.mark.parametrize(
    ("course", "wanted"),
    [
        ((0, 0, 2, 0), 4.995),  # straight at it: 9.99 ft at 2 ft/ct
        ((0, 0, -2, 0), NEVER),  # away
        ((0, 0, 0, 3), NEVER),  # along
        ((0, 0, 0, 0), NEVER),  # not at all
        ((0, 0, 3, 1), 3.33),  # obliquely: 9.99 ft across at 3 ft/ct
        ((0, 0, 1, 1), NEVER),  # it is 10 ft up there: past its end
        ((20, 2, -5, 0), 1.998),  # from the other side
        ((10, -9, 0, 1), 3.99),  # at its end, straight
        ((9.99, -9, 0, 1), 4.0),  # grazes the end without coming nearer than 0.01 ft: the sides begin at -5
    ],
)
def test_a_wall_is_met_a_gap_before_it(course: tuple[float, float, float, float], wanted: float) -> None:
    found = time_to_meet(UP, *course, GAP)
    if course == (9.99, -9, 0, 1):
        assert found in (NEVER, pytest.approx(4.0, abs=1e-6))
    else:
        assert found == (NEVER if wanted == NEVER else pytest.approx(wanted))


def test_the_gap_is_across_the_wall_whatever_the_course() -> None:
    """A wall at 45 degrees through (10, 0), run at along the x axis: 0.01 ft across it is 0.01 times root 2 along."""
    slope = Piece.between((5, -5), (15, 5))
    assert time_to_meet(slope, 0, 0, 1, 0, GAP) == pytest.approx(10 - GAP * sqrt(2))


def test_who_stands_at_a_wall_may_go_along_and_away_but_no_nearer() -> None:
    for vx, vy, wanted in ((0, 1, NEVER), (-1, 0, NEVER), (-1, 4, NEVER), (1, 0, 0.0), (0.001, 1, 0.0)):
        assert time_to_meet(UP, 9.99, 0, vx, vy, GAP) == wanted


def test_a_corner_far_away_is_met_as_exactly_as_one_nearby() -> None:
    """A million feet off squares lose the hundredth of a foot; the miss distance does not."""
    assert time_to_touch(1_000_000, 0, 1, 0, GAP) == pytest.approx(999_999.99, abs=1e-6)
    assert time_to_touch(1_000_000, 0.02, 1, 0, GAP) == NEVER
    assert time_to_touch(3, 4, 0, 0, GAP) == NEVER


@given(feet, feet, speeds, speeds, feet, feet, feet, feet)
def test_nobody_is_nearer_than_the_gap_before_the_meeting_nor_farther_at_it(
    x: float, y: float, vx: float, vy: float, ax: float, ay: float, bx: float, by: float
) -> None:
    piece = Piece.between((ax, ay), (bx, by))
    if apart(piece, x, y) < 2 * GAP:
        return
    t = time_to_meet(piece, x, y, vx, vy, GAP)
    for share in (0.0, 0.2, 0.5, 0.8, 0.99):
        s = share * (t if t != NEVER else 100.0)
        assert apart(piece, x + vx * s, y + vy * s) > GAP - 1e-7
    if t != NEVER:
        assert apart(piece, x + vx * t, y + vy * t) == pytest.approx(GAP, abs=1e-7)


ROOM = [(0.0, 0.0), (20.0, 0.0), (20.0, 12.0), (11.0, 12.0), (10.0, 3.0), (9.0, 12.0), (0.0, 12.0), (0.0, 0.0)]
"""A closed room with a spike that comes in from above, its tip a sharp corner."""
WALLS = [Piece.between(*ends) for ends in pairwise(ROOM)]


def inside(x: float, y: float) -> bool:
    """Return whether a point is in the room, by counting the walls to the right of it."""
    odd = False
    for (ax, ay), (bx, by) in pairwise(ROOM):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


aims = st.one_of(st.tuples(feet, feet), st.sampled_from(ROOM))


@given(st.lists(aims, min_size=1, max_size=60))
def test_a_closed_room_never_leaks_however_one_walks_in_it(walk: list[tuple[float, float]]) -> None:
    """Every course is followed until it ends or meets a wall; corners are aimed at exactly."""
    x, y = 3.0, 3.0
    for to_x, to_y in walk:
        vx, vy = to_x - x, to_y - y
        t = min(1.0, *[time_to_meet(wall, x, y, vx, vy, GAP) for wall in WALLS])
        x, y = x + vx * t, y + vy * t
        assert inside(x, y)
        assert min(apart(wall, x, y) for wall in WALLS) > GAP - 1e-6


def test_an_edge_is_crossed_from_its_left_to_its_right_only() -> None:
    """From (10, -5) up to (10, 5) the left is where x is less."""
    assert time_to_cross(UP, 0, 0, 2, 0) == pytest.approx(5)
    assert time_to_cross(UP, 0, 0, 3, 1) == pytest.approx(10 / 3)
    assert time_to_cross(UP, 0, 0, 1, 1) == NEVER
    assert time_to_cross(UP, 0, 0, -1, 0) == NEVER
    assert time_to_cross(UP, 20, 0, -2, 0) == NEVER
    assert time_to_cross(UP, 10, 0, 1, 0) == 0.0
    assert time_to_cross(UP, 10, 0, 0, 1) == NEVER


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ((0, 0, 20, 0), True),
        ((0, 0, 9, 0), False),  # does not come so far
        ((0, 6, 20, 6), False),  # over its end
        ((0, 5, 20, 5), True),  # touches its end
        ((10, -9, 10, 9), True),  # looks along it
        ((10, 6, 10, 9), False),  # on its line, beyond it
        ((0, 10, 20, -10), True),
        ((0, 0, 20, 20), False),
    ],
)
def test_a_line_of_sight_meets_a_wall_or_not(line: tuple[float, float, float, float], wanted: bool) -> None:
    assert crosses(UP, *line) is wanted
    px, py, qx, qy = line
    assert crosses(UP, qx, qy, px, py) is wanted


@given(feet, feet, feet, feet)
def test_nobody_sees_out_of_a_closed_room(px: float, py: float, qx: float, qy: float) -> None:
    """From inside to outside the line meets a wall, through corners too; both see the same, to the last bit."""
    met = [crosses(wall, px, py, qx, qy) for wall in WALLS]
    assert met == [crosses(wall, qx, qy, px, py) for wall in WALLS]
    clear = min(apart(wall, *place) for wall in WALLS for place in ((px, py), (qx, qy))) > GAP
    if clear and inside(px, py) != inside(qx, qy):
        assert any(met)


@given(feet, feet, speeds, speeds, feet, feet, feet, feet)
def test_turned_and_mirrored_maps_have_the_same_moments_to_the_last_bit(
    x: float, y: float, vx: float, vy: float, ax: float, ay: float, bx: float, by: float
) -> None:
    """CLK-6 (3)."""
    piece = Piece.between((ax, ay), (bx, by))
    for sx, sy in ((-1, -1), (1, -1), (-1, 1)):
        other = Piece.between((sx * ax, sy * ay), (sx * bx, sy * by))
        assert time_to_meet(other, sx * x, sy * y, sx * vx, sy * vy, GAP) == time_to_meet(piece, x, y, vx, vy, GAP)
        assert crosses(other, sx * x, sy * y, sx * vx, sy * vy) == crosses(piece, x, y, vx, vy)
