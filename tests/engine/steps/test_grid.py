"""The square grid: which squares intervene, arcs, facings; exact, and the same however the map is turned (P-LOS-1, P-LOS-2)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.steps import grid

Square = tuple[int, int]

squares = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
facings = st.integers(0, 7)


def enters(start: Square, end: Square, square: Square) -> bool:
    """Whether the line between two centres runs through the inside of a square, by clipping it in exact fractions."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        way = end[axis] - start[axis]
        near, far = square[axis] - Fraction(1, 2) - start[axis], square[axis] + Fraction(1, 2) - start[axis]
        if way == 0:
            if not near < 0 < far:
                return False
            continue
        first, second = sorted((Fraction(near) / way, Fraction(far) / way))
        low, high = max(low, first), min(high, second)
    return low < high


def box(start: Square, end: Square) -> list[Square]:
    """Every square that could lie between two."""
    columns, rows = sorted((start[0], end[0])), sorted((start[1], end[1]))
    return [(x, y) for x in range(columns[0], columns[1] + 1) for y in range(rows[0], rows[1] + 1)]


# what intervenes


@pytest.mark.parametrize(
    ("end", "between"),
    [
        ((0, 0), []),
        ((1, 0), []),
        ((1, 1), []),
        ((3, 0), [(1, 0), (2, 0)]),
        ((0, -3), [(0, -1), (0, -2)]),
        ((3, 3), [(1, 1), (2, 2)]),
        ((2, 1), [(1, 0), (1, 1)]),
        ((3, 1), [(1, 0), (2, 1)]),
        ((4, 2), [(1, 0), (1, 1), (2, 1), (3, 1), (3, 2)]),
        ((-3, 1), [(-1, 0), (-2, 1)]),
    ],
)
def test_a_line_passes_these_squares_and_no_corner_counts(end: Square, between: list[Square]) -> None:
    """P-LOS-1: from (0, 0); y = x / 3 crosses y = 1/2 at x = 3/2, the corner of four squares: two are touched there only."""
    assert grid.between((0, 0), end) == between


@given(squares, squares)
def test_the_squares_between_are_those_whose_inside_the_line_enters(start: Square, end: Square) -> None:
    """P-LOS-1, by exact clipping against every square in reach."""
    expected = {square for square in box(start, end) if square not in (start, end) and enters(start, end, square)}
    found = grid.between(start, end)
    assert set(found) == expected
    assert len(found) == len(expected)


@given(squares, squares)
def test_a_line_is_the_same_in_both_directions(start: Square, end: Square) -> None:
    """P-LOS-1: who has a line to somebody is in line itself."""
    assert grid.between(start, end) == grid.between(end, start)[::-1]


@given(squares, squares, squares)
def test_a_line_moves_with_the_map(start: Square, end: Square, by: Square) -> None:
    """P-LOS-1."""
    moved = grid.between((start[0] + by[0], start[1] + by[1]), (end[0] + by[0], end[1] + by[1]))
    assert moved == [(x + by[0], y + by[1]) for x, y in grid.between(start, end)]


@given(squares, squares)
def test_a_line_turns_and_mirrors_with_the_map(start: Square, end: Square) -> None:
    """P-LOS-1: a quarter turn takes (x, y) to (-y, x), a mirror to (-x, y)."""
    found = grid.between(start, end)
    assert grid.between((-start[1], start[0]), (-end[1], end[0])) == [(-y, x) for x, y in found]
    assert grid.between((-start[0], start[1]), (-end[0], end[1])) == [(-x, y) for x, y in found]


@given(squares, squares)
def test_squares_between_come_in_the_order_of_the_line(start: Square, end: Square) -> None:
    """P-CVR-1: the nearest to the shooter first; each is farther along the line than the one before."""
    way = end[0] - start[0], end[1] - start[1]
    along = [(x - start[0]) * way[0] + (y - start[1]) * way[1] for x, y in grid.between(start, end)]
    assert along == sorted(set(along))


# arcs


@pytest.mark.parametrize(
    ("other", "arc"),
    [
        ((0, -5), "front"), ((5, -5), "front"), ((-5, -5), "front"), ((5, -4), "flank"), ((5, 0), "flank"), ((-5, 0), "flank"),
        ((5, 5), "flank"), ((-5, 5), "flank"), ((4, 5), "rear"), ((0, 5), "rear"), ((0, 0), "front"),
    ],
)  # fmt: skip
def test_the_front_is_45_degrees_to_either_side_and_a_border_is_the_more_forward_arc(other: Square, arc: str) -> None:
    """P-LOS-2: facing north; (5, -5) lies at exactly 45, (5, 5) at exactly 135 degrees."""
    assert grid.arc(0, (0, 0), other, 45.0, 135.0) == arc


@given(facings, squares, squares)
def test_arcs_turn_with_the_map(facing: int, origin: Square, other: Square) -> None:
    """P-LOS-2: a quarter turn to the right takes (x, y) to (-y, x) and each facing two on."""
    turned = grid.arc((facing + 2) % 8, (-origin[1], origin[0]), (-other[1], other[0]), 45.0, 135.0)
    assert turned == grid.arc(facing, origin, other, 45.0, 135.0)


@given(facings, squares, squares)
def test_arcs_mirror_with_the_map(facing: int, origin: Square, other: Square) -> None:
    """P-LOS-2: a mirror takes east to west."""
    mirrored = grid.arc(-facing % 8, (-origin[0], origin[1]), (-other[0], other[1]), 45.0, 135.0)
    assert mirrored == grid.arc(facing, origin, other, 45.0, 135.0)


@given(facings, squares, squares)
def test_what_is_in_the_rear_is_in_front_of_one_who_faces_about(facing: int, origin: Square, other: Square) -> None:
    """P-LOS-2: beyond 135 degrees is within 45 of the opposite facing."""
    if grid.arc(facing, origin, other, 45.0, 135.0) == "rear":
        assert grid.arc((facing + 4) % 8, origin, other, 45.0, 135.0) == "front"


@given(squares, squares)
def test_who_faces_toward_somebody_has_it_in_front(origin: Square, other: Square) -> None:
    """P-LOS-2: the nearest of eight facings is at most 22.5 degrees off."""
    assert grid.arc(grid.facing_toward(origin, other), origin, other, 22.5, 135.0) == "front"


@pytest.mark.parametrize(("other", "facing"), [((0, -9), "n"), ((9, -9), "ne"), ((9, -3), "e"), ((9, -4), "ne"), ((-1, 9), "s"), ((-9, 0), "w")])
def test_one_faces_the_nearest_of_eight_ways(other: Square, facing: str) -> None:
    """P-LOS-2: (9, -3) is 18.4 degrees off east, (9, -4) is 24.0, more than 22.5."""
    assert grid.FACINGS[grid.facing_toward((0, 0), other)] == facing


# distances and rows


def test_distance_is_from_centre_to_centre() -> None:
    """P-CHK-3: 3 columns and 4 rows are 5 squares."""
    assert grid.gap2((1, 1), (4, 5)) == 25
    assert grid.within((1, 1), (4, 5), 5)
    assert not grid.within((1, 1), (4, 6), 5.8)


def test_a_row_of_squares_runs_along_a_facing() -> None:
    """P-FIR-1: full auto sweeps neighbouring squares."""
    assert grid.line_of((4, 4), grid.FACINGS.index("sw"), 3) == ((4, 4), (3, 5), (2, 6))
