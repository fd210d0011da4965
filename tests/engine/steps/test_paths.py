"""Paths around what stands in the way, and the nearest covered square (P-MOV-1, P-LOS-4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skirmish import Skirmish, one, thing, wall

from engine.steps import lookup, paths

Square = tuple[int, int]

CHAIR = {"name": "chair", "cover": 25, "passable": True}


def ground(*objects: object, size: Square = (20, 15), me: Square = (0, 0)) -> Skirmish:
    """Ana on a square, Bo in the far corner, and what stands on the map."""
    stage = Skirmish(one("Ana", "red", me), one("Bo", "blue", (size[0] - 1, size[1] - 1)), objects=objects, size=size)  # type: ignore[arg-type]
    stage.until("Ana")
    return stage


def length(start: Square, path: list[Square]) -> int:
    """How long a path is, by `paths.step_length`."""
    return sum(paths.step_length(one, other) for one, other in zip([start, *path], path, strict=False))


# the shortest way


def test_the_shortest_way_over_open_ground_is_straight() -> None:
    """P-MOV-1."""
    assert paths.shortest(ground().fight, (2, 2), (5, 2)) == [(3, 2), (4, 2), (5, 2)]
    assert paths.shortest(ground().fight, (2, 2), (4, 4)) == [(3, 3), (4, 4)]


def test_a_way_goes_around_a_wall_and_cuts_no_corner() -> None:
    """P-MOV-1: (3, 1) to (5, 1) around (4, 1) on the map's edge row: five straight steps, for a diagonal would cut the wall's corner."""
    stage = ground(*wall((4, 0), (4, 1)))
    path = paths.shortest(stage.fight, (3, 1), (5, 1))
    assert path == [(3, 2), (4, 2), (5, 2), (5, 1)]


def test_there_is_no_way_to_what_is_walled_in_or_off_the_map() -> None:
    """P-MOV-1: the corner (0, 0) behind (1, 0), (0, 1); corners can't be cut."""
    stage = ground(*wall((1, 0), (0, 1)), me=(5, 5))
    assert paths.shortest(stage.fight, (5, 5), (0, 0)) is None
    assert paths.shortest(stage.fight, (5, 5), (1, 0)) is None
    assert paths.shortest(stage.fight, (5, 5), (-1, 3)) is None
    assert not paths.connected(stage.fight, (5, 5), (0, 0))
    assert paths.connected(stage.fight, (5, 5), (0, 2))


def test_what_is_passable_is_walked_over() -> None:
    """P-MOV-1."""
    stage = ground(thing((3, 2), **CHAIR))
    assert paths.shortest(stage.fight, (2, 2), (4, 2)) == [(3, 2), (4, 2)]


def test_what_is_destroyed_opens_the_way() -> None:
    """P-MOV-1, P-DMG-1."""
    stage = ground(thing((3, 0), name="door", cover=100, health=5), *wall((3, 1)), size=(6, 2))
    assert paths.shortest(stage.fight, (2, 0), (4, 0)) is None
    stage.fight.things[(3, 0)][0].destroyed = True
    lookup.forget(stage.fight)
    assert paths.shortest(stage.fight, (2, 0), (4, 0)) == [(3, 0), (4, 0)]


inside = st.tuples(st.integers(0, 9), st.integers(0, 9))


@given(st.sets(inside, max_size=30), inside, inside)
def test_a_way_is_made_of_legal_steps_and_none_is_shorter(blocked: set[Square], start: Square, goal: Square) -> None:
    """P-MOV-1: against lengths found by relaxing every step until nothing changes."""
    stage = ground(*wall(*sorted(blocked)), size=(10, 10))
    fight = stage.fight
    best = {start: 0} if lookup.passable(fight, start) else {}
    frontier = list(best)
    while frontier:
        square = frontier.pop()
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                other = (square[0] + dx, square[1] + dy)
                if other != square and lookup.may_step(fight, square, other):
                    far = best[square] + paths.step_length(square, other)
                    if far < best.get(other, far + 1):
                        best[other] = far
                        frontier.append(other)
    path = paths.shortest(fight, start, goal)
    assert (path is not None) == (goal in best)
    if path is not None:
        steps = list(zip([start, *path], path, strict=False))
        assert all(lookup.may_step(fight, one, other) for one, other in steps)
        assert [start, *path][-1] == goal
        assert length(start, path) == best[goal]


@given(st.sets(inside, max_size=20), inside, inside)
def test_a_way_turns_with_the_map(blocked: set[Square], start: Square, goal: Square) -> None:
    """CLK-6: a half turn of the map turns the way."""

    def turned(square: Square) -> Square:
        return 9 - square[0], 9 - square[1]

    path = paths.shortest(ground(*wall(*sorted(blocked)), size=(10, 10)).fight, start, goal)
    other = ground(*wall(*sorted(map(turned, blocked))), size=(10, 10)).fight
    assert paths.shortest(other, turned(start), turned(goal)) == (None if path is None else [turned(square) for square in path])


# covered squares


def test_the_nearest_covered_square_is_the_one_just_behind_the_desk() -> None:
    """P-LOS-4: Bo far east at (19, 7); a desk at (6, 7) covers what lies west of it, (5, 7) is one step from (5, 6)."""
    stage = Skirmish(one("Ana", "red", (5, 6)), one("Bo", "blue", (19, 7)), objects=[thing((6, 7), name="desk", cover=50)])
    stage.until("Ana")
    assert paths.cover_from(stage.fight, stage.fighter("Ana"), "Bo") == (5, 7)
    assert paths.cover_from(stage.fight, stage.fighter("Ana"), None) == (5, 7)


@pytest.mark.parametrize("objects", [[], [thing((6, 7), name="hedge", concealment=100)], [thing((6, 7), name="stool", cover=20)]])
def test_what_hides_or_covers_too_little_is_no_cover(objects: list[object]) -> None:
    """P-LOS-5, P-LOS-7: below 25 percent there is none; concealment stops no bullet."""
    stage = ground(*objects, me=(5, 6))
    assert paths.cover_from(stage.fight, stage.fighter("Ana"), "Bo") is None


def test_a_square_must_be_covered_from_everybody_in_sight() -> None:
    """P-LOS-4: with foes at both ends of the row, one desk is not enough; a second one on the other side is."""
    foes = [one("Bo", "blue", (19, 7)), one("Cy", "blue", (0, 7), facing="e")]
    east, west = thing((11, 7), name="desk", cover=50), thing((9, 7), name="desk", cover=50)
    alone = Skirmish(one("Ana", "red", (10, 7), facing="n"), *foes, objects=[east])
    alone.until("Ana")
    assert paths.cover_from(alone.fight, alone.fighter("Ana"), None) is None
    both = Skirmish(one("Ana", "red", (10, 6), facing="n"), *foes, objects=[east, west])
    both.until("Ana")
    assert paths.cover_from(both.fight, both.fighter("Ana"), None) == (10, 7)


@pytest.mark.parametrize(("most", "found"), [(3, None), (4, (5, 7))])
def test_no_cover_is_looked_for_farther_than_the_rule_says(most: int, found: Square | None) -> None:
    """P-LOS-4: only row 7 is covered from (19, 7), and from (5, 11) that is four straight steps away."""
    desk = thing((6, 7), name="desk", cover=50)
    stage = Skirmish(one("Ana", "red", (5, 11)), one("Bo", "blue", (19, 7)), objects=[desk], cover_search=most)
    stage.until("Ana")
    assert paths.cover_from(stage.fight, stage.fighter("Ana"), "Bo") == found
