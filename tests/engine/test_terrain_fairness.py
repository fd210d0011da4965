"""The promises of CLK-6 hold on a field with walls and edges too: listing, ticks a count, mirrors, and no way out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.fairness import TWINS, body, swapped, told_by_cause, turned
from tests.engine.strategies import Document, chaotic, documents, plain, play, scenario, seeds, shipped
from tests.engine.test_fairness import mirrors

FEW = settings(max_examples=8)
PILLAR = {"name": "pillar", "points": [[0.2, 0.1], [-0.1, 0.2], [-0.2, -0.1], [0.1, -0.2], [0.2, 0.1]]}
"""Between the sides; turned half about the origin each side of it comes to lie on another."""


def arena(radius: float) -> Document:
    """Return a closed ring of six walls around everybody, which a half turn brings onto itself."""
    half = [[radius, -radius / 2], [radius, radius], [0.0, radius * 1.5]]
    ring = [*half, *[[-x + 0.0, -y + 0.0] for x, y in half]]
    return {"name": "arena", "points": [*ring, ring[0]], "sight": False}


rings = st.sampled_from([6.0, 8.25]).map(arena)
CLIFF = {"name": "cliff", "start": [-30, 3.5], "end": [30, 3.5], "drop": 2}
"""Behind those who stand at the top of the strip: the left of its course, to the north, is high; it stops them."""
BRINK = {"name": "brink", "start": [30, -1.5], "end": [-30, -1.5], "drop": 5}
"""South of everybody: the left of its westward course is south; so it too is a wall to them. Turned, they go over."""
fields = st.fixed_dictionaries(
    {"walls": st.one_of(st.just([PILLAR]), rings.map(lambda ring: [ring, PILLAR])),
     "edges": st.lists(st.sampled_from([CLIFF, BRINK, {**BRINK, "name": "over", "start": [-30, -1], "end": [30, -1]}]),
                       unique_by=lambda edge: edge["name"])}
)  # fmt: skip


@FEW
@given(documents(), fields, seeds)
def test_listing_order_of_fighters_and_walls_changes_nothing(drawn: Document, field: Document, seed: int) -> None:
    """CLK-2, CLK-6 (3)."""
    other = {key: rows[::-1] for key, rows in field.items()}
    one = scenario({**drawn, "field": field})
    two = scenario({**drawn, "combatants": drawn["combatants"][::-1], "field": other})
    assert body(play(one, chaotic(one, seed), seed)) == body(play(two, chaotic(two, seed), seed))


@FEW
@given(documents(), fields, seeds, st.sampled_from([2, 1000]))
def test_more_ticks_a_count_change_no_number(drawn: Document, field: Document, seed: int, scale: int) -> None:
    """CLK-6 (4)."""
    drawn["field"] = field
    other = {**drawn, "rules": {**drawn["rules"], "time_scale": scale}}
    one, two = scenario(drawn), scenario(other)
    assert body(play(two, chaotic(two, seed), seed)) == body(play(one, chaotic(one, seed), seed))


Players = Callable[[Any, int], Mapping[str, Any]]


@pytest.mark.parametrize("players", [shipped, chaotic])
def test_twins_in_a_ring_that_mirrors_itself_mirror_the_log(players: Players) -> None:
    """CLK-6 (3)."""

    @FEW
    @given(mirrors(), rings, seeds)
    def mirrored(drawn: Document, ring: Document, seed: int) -> None:
        drawn["field"] = {"walls": [ring, PILLAR]}
        one, two = scenario(drawn), scenario(swapped(drawn))
        first = body(play(one, players(one, seed), seed))[:-1]
        second = body(play(two, players(two, seed), seed))[:-1]
        assert told_by_cause(first) == told_by_cause(turned(second, TWINS))

    mirrored()


def within(ring: list[list[float]], x: float, y: float) -> bool:
    """Return whether a point is inside a ring, by counting the walls to the right of it."""
    odd = False
    for (ax, ay), (bx, by) in pairwise(ring):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


@FEW
@given(documents(), rings, seeds)
def test_whatever_they_do_nobody_leaves_the_ring_or_enters_the_pillar(drawn: Document, ring: Document, seed: int) -> None:
    """CLK-1, C-KNB-4: presses, retreats, runs, throws and falls."""
    drawn["field"] = {"walls": [ring, PILLAR]}
    fought = scenario(drawn)
    for event in plain(play(fought, chaotic(fought, seed), seed)):
        if event["type"] == "move":
            assert within(ring["points"], *event["position"]), event
            assert not within(PILLAR["points"], *event["position"]), event
