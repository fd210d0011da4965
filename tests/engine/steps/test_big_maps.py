"""Big maps cost what of them is looked at, and answer as a plain look at the whole map would (P-MOV-1, P-LOS-5)."""

from __future__ import annotations

from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from skirmish import Skirmish, one, thing, wall

from engine.steps import footing, grid, land, lookup, paths
from engine.steps.footing import STRAIGHT
from engine.steps.state import Fight

Square = tuple[int, int]

inside = st.tuples(st.integers(0, 9), st.integers(0, 7))
covers = st.dictionaries(inside, st.sampled_from((25, 50, 75, 100)), max_size=40)


def stood(*objects: Any, size: Square = (10, 8)) -> Fight:
    """A fight of two in opposite corners of a map, with what stands on it."""
    return Skirmish(one("Ana", "red", (0, 0)), one("Bo", "blue", (size[0] - 1, size[1] - 1)), objects=objects, size=size).fight


def plain(fight: Fight) -> Any:
    """The whole map as a graph, square by square from the top left, column by column, steps clockwise from the top."""
    graph = networkx.Graph()
    squares = [(x, y) for x in range(fight.width) for y in range(fight.height) if lookup.passable(fight, (x, y))]
    graph.add_nodes_from(squares)
    for x, y in squares:
        for dx, dy in grid.DIRECTIONS:
            if lookup.may_step(fight, (x, y), (x + dx, y + dy)):
                graph.add_edge((x, y), (x + dx, y + dy), length=paths.step_length((x, y), (x + dx, y + dy)))
    return graph


# the ground


@given(st.sets(inside, max_size=50))
def test_the_steps_from_every_square_are_those_of_the_whole_map_in_the_same_order(blocked: set[Square]) -> None:
    """P-MOV-1: the order settles what a search finds first."""
    fight = stood(*wall(*sorted(blocked)))
    whole, walked = plain(fight), paths.ground(fight)
    for square in whole:
        expected = [(other, edge["length"]) for other, edge in whole.adj[square].items()]
        assert [*walked.steps(square)] == [*walked.steps(square)] == expected
    off = {(-1, 0), (0, -1), (10, 0), (0, 8)} | blocked
    assert not any(walked.is_open(square) for square in off)


@given(st.sets(inside, max_size=50))
def test_squares_are_connected_that_a_walk_over_the_whole_map_connects(blocked: set[Square]) -> None:
    """P-MOV-1."""
    fight = stood(*wall(*sorted(blocked)))
    parts = {square: number for number, part in enumerate(networkx.connected_components(plain(fight))) for square in part}
    everywhere = [(x, y) for x in range(-1, 11) for y in range(-1, 9)]
    for start in everywhere[::7]:
        for goal in everywhere:
            expected = start in parts and parts[start] == parts.get(goal)
            assert paths.connected(fight, start, goal) == expected


@given(st.sets(inside, max_size=30), inside)
def test_lengths_of_ways_come_in_the_order_of_the_whole_map(blocked: set[Square], start: Square) -> None:
    """P-MOV-1: nearest first; of two alike as on the whole map, as networkx finds them."""
    fight = stood(*wall(*sorted(blocked - {start})))
    expected = networkx.single_source_dijkstra_path_length(plain(fight), start, cutoff=5000, weight="length")
    assert [*paths.ground(fight).lengths(start, 5000).items()] == [*expected.items()]


@given(st.sets(inside, max_size=30), inside, inside, st.dictionaries(inside, st.integers(0, 3), max_size=20), st.booleans())
def test_the_cheapest_way_is_the_one_networkx_finds(
    blocked: set[Square], start: Square, goal: Square, costs: dict[Square, int], guided: bool
) -> None:
    """P-MOV-1: of many equally cheap ones the same."""
    fight = stood(*wall(*sorted(blocked - {start, goal})))
    if not paths.connected(fight, start, goal):
        return

    def at_least(square: Square, end: Square = goal) -> int:
        return max(abs(square[0] - end[0]), abs(square[1] - end[1])) * STRAIGHT if guided else 0

    def weight(one: Square, other: Square, edge: Any) -> int:
        return int(edge["length"]) + costs.get(other, 0) * 100

    expected = networkx.astar_path(plain(fight), start, goal, at_least, weight)
    assert paths.ground(fight).way(start, goal, lambda square: costs.get(square, 0) * 100, 1, at_least) == expected


def test_a_short_way_on_a_big_map_looks_at_few_squares() -> None:
    """P-MOV-1: three steps straight on take no more than the squares they touch, of 40 000."""
    fight = stood(*wall((100, 50)), size=(200, 200))
    assert paths.shortest(fight, (5, 5), (8, 5)) == [(6, 5), (7, 5), (8, 5)]
    assert len(paths.ground(fight)._steps) == 3


def test_answers_about_the_ground_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """P-MOV-1: beyond the bound all are forgotten, and found again."""
    monkeypatch.setattr(footing, "_MOST_SQUARES", 20)
    monkeypatch.setattr(footing, "_MOST_STEPS", 5)
    fight = stood(*wall((9, 0)))
    for x in range(8):
        assert paths.around(fight, (x, 2), 1.0)[(x, 3)] == 1
        assert paths.shortest(fight, (x, 2), (x, 5)) == [(x, 3), (x, 4), (x, 5)]
        whole = paths.ground(fight)
        assert sum(1 + len(answer) for answer in whole._answers.values()) <= 20
        assert len(whole._steps) <= 5


def test_nobody_can_change_a_way_or_a_reach_that_is_remembered() -> None:
    """CLK-5: what a view hands out of it is the asker's own, or can't be changed."""
    fight = stood()
    way = paths.shortest(fight, (0, 0), (3, 0))
    assert way is not None
    way.clear()
    assert paths.shortest(fight, (0, 0), (3, 0)) == [(1, 0), (2, 0), (3, 0)]
    with pytest.raises(TypeError):
        paths.around(fight, (0, 0), 2.0)[(0, 1)] = 9.0  # type: ignore[index]


# lines


@given(covers, inside, inside)
def test_a_square_is_hidden_when_covers_on_the_line_add_up_to_full_cover(shares: dict[Square, int], start: Square, end: Square) -> None:
    """P-LOS-4, P-LOS-5."""
    fight = stood(*(thing(square, cover=cover) for square, cover in sorted(shares.items())))
    expected = sum(shares.get(square, 0) for square in grid.between(start, end)) >= 100
    assert [lookup.hidden(fight, start, end) for _ in range(2)] == [expected, expected]
    assert (lookup.line(fight, start, end, people=False).cover >= 100) == expected


def test_a_look_goes_no_farther_than_the_first_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """P-LOS-5: (3, 0) is the third square on the way."""
    fight = stood(*wall((3, 0)), size=(200, 200))
    walked, seen = grid.walked, []

    def watched(start: Square, end: Square, width: int) -> Any:
        for square in walked(start, end, width):
            seen.append(square)
            yield square

    monkeypatch.setattr(grid, "walked", watched)
    assert lookup.hidden(fight, (0, 0), (199, 0))
    assert seen == [1, 2, 3]


def test_what_breaks_is_hidden_behind_no_longer() -> None:
    """P-DMG-1, P-LOS-5."""
    fight = stood(thing((3, 0), cover=100, health=5))
    assert lookup.hidden(fight, (0, 0), (9, 0))
    fight.things[(3, 0)][0].destroyed = True
    lookup.forget(fight)
    assert not lookup.hidden(fight, (0, 0), (9, 0))


def test_lines_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """P-LOS-1: neither many lines nor many covers on few lines; one line with more than that is kept alone."""
    monkeypatch.setattr(land, "MOST_LINES", 5)
    fight = stood(*(thing((x, 0), cover=25) for x in range(1, 9)))
    lookup.forget(fight)
    for x in range(2, 10):
        assert len(lookup.line(fight, (0, 0), (x, 0)).covers) == x - 1
        assert len(lookup.line(fight, (0, 1), (x, 1)).covers) == 0
        lines, hides = fight.land.lines, fight.land.hides
        assert sum(len(line.covers) for line in lines.values()) <= 5 or sum(1 for line in lines.values() if line.covers) == 1
        lookup.hidden(fight, (0, 2), (x, 2))
        assert len(lines) <= 5
        assert len(hides) <= 6


far = st.integers(-90, 90)


@given(far, far)
def test_long_lines_pass_the_squares_short_ones_would(dx: int, dy: int) -> None:
    """P-LOS-1: by the middle of each: a square is passed when the line is nearer to its middle than its corners reach."""
    found = grid.between((7, 7), (7 + dx, 7 + dy))
    expected = {
        (7 + x, 7 + y)
        for x in range(min(0, dx), max(0, dx) + 1) for y in range(min(0, dy), max(0, dy) + 1)
        if 2 * abs(dx * y - dy * x) < abs(dx) + abs(dy)
    }  # fmt: skip
    assert set(found) == expected - {(7, 7), (7 + dx, 7 + dy)}
    assert len(found) == len(set(found))
