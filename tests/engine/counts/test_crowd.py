"""Who is near in a crowd: the grid finds what a look at everybody finds, whoever moves, falls or hides (C-MOD-6, C-PER-1).

The battles are small, so that the grid is made to serve them, and each lookup is compared with a look at all as it is made.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import hypot
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Battle
from engine.counts import crowd, lookup
from engine.counts.crowd import Crowd
from tests.engine.strategies import Document, chaotic, document, fighter, lines, play, scenario, shipped

MANY, FEW = settings(max_examples=60), settings(max_examples=20)
LAST = 9
"""The last count at which everybody is asked about."""

WALL = {"name": "wall", "points": [[-3, -4], [0, 1], [1, 6]]}
RAIL = {"name": "rail", "points": [[-9, 2.5], [9, 2.5]], "sight": False}
EDGE = {"name": "edge", "start": [5, -20], "end": [5, 20], "drop": 3}
FIELDS: list[dict[str, Any]] = [{}, {}, {"walls": [WALL]}, {"walls": [WALL, RAIL], "edges": [EDGE]}]


# everybody, looked at one by one


def nearest_of_all(fight: Any, one: Any) -> Any:
    """Return the nearest able opponent: those in sight first, then by the rounded distance, then by stream key."""
    foes = [other for other in fight.fighters if other.side != one.side and other.out is None]
    return min(
        foes, key=lambda foe: (not lookup.sees(fight, one, foe), lookup.distance(fight, one, foe), foe.rank), default=None
    )


def engaged_with(fight: Any, friends: Any) -> set[Any]:
    foes = [other for other in fight.fighters if other.side != friends[0].side and other.out is None]
    return {foe for foe in foes for one in friends if lookup.engaged(fight, one, foe)}


def friends_inside(fight: Any, box: tuple[float, ...], side: str) -> set[Any]:
    left, low, right, high = box
    able = [(one, lookup.place(fight, one)) for one in fight.fighters if one.side == side and one.out is None]
    return {one for one, (x, y) in able if left <= x <= right and low <= y <= high}


def by_key(found: list[Any]) -> bool:
    return all(one.rank < other.rank for one, other in pairwise(found)) and all(one.out is None for one in found)


looked: Counter[str] = Counter()


@pytest.fixture(autouse=True)
def compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every battle a grid, and compare each of its answers with a look at everybody."""
    nearest, about, friends = Crowd.nearest, Crowd.opponents_about, Crowd.friends_in

    def check_nearest(self: Any, one: Any) -> Any:
        found = nearest(self, one)
        assert found is nearest_of_all(self._fight, one)
        looked["nearest"] += 1
        return found

    def check_about(self: Any, ones: Any) -> Any:
        found = about(self, ones)
        assert engaged_with(self._fight, tuple(ones)) <= set(found)
        assert by_key(found)
        looked["about"] += 1
        return found

    def check_friends(self: Any, box: Any, side: str) -> Any:
        found = friends(self, box, side)
        assert friends_inside(self._fight, box, side) <= set(found)
        assert by_key(found)
        assert {one.side for one in found} <= {side}
        looked["friends"] += 1
        return found

    for name, value in (("CROWDED", 2), ("FULL", 0.3), ("LEAST_CELL", 0.5)):
        monkeypatch.setattr(crowd, name, value)
    monkeypatch.setattr(Crowd, "nearest", check_nearest)
    monkeypatch.setattr(Crowd, "opponents_about", check_about)
    monkeypatch.setattr(Crowd, "friends_in", check_friends)


# placements


steps = st.integers(-9, 9)
spots = st.tuples(steps, steps)


@st.composite
def placed(draw: st.DrawFn) -> Document:
    """Some on a lattice, so that many are equally far, on two or three sides, some moving, some on other levels."""
    number, unit = draw(st.sampled_from([3, 9, 25, 45])), draw(st.sampled_from([0.6, 1.5, 40.0]))
    places = draw(st.lists(spots, min_size=number, max_size=number, unique=True))
    sides = draw(st.sampled_from([["red", "blue"], ["red", "blue", "green"], ["red", "red", "red", "red", "blue"]]))
    rows = []
    for index, (x, y) in enumerate(places):
        more = {"level": draw(st.sampled_from([0, 0, 0, 2, -2.5])), "velocity": list(draw(st.sampled_from([(0, 0), (3, -2), (-9, 1), (0.4, 0.3)])))}
        more |= {"name": f"F{index}"} if draw(st.booleans()) else {"stream": f"{99 - index}"}
        rows.append(fighter(f"F{index}", sides[index % len(sides)], unit * x + 0.13, unit * y + 0.17) | more)
    field = draw(st.sampled_from(FIELDS))
    return document(rows, max_counts=LAST + 1) | ({"field": field} if field else {})


@MANY
@given(placed(), st.sets(st.tuples(st.integers(0, 44), st.integers(1, LAST)), max_size=12), spots, spots)
def test_at_any_moment_the_grid_finds_whom_a_look_at_everybody_finds(
    drawn: Document, falls: set[tuple[int, int]], one: tuple[int, int], other: tuple[int, int]
) -> None:
    """C-MOD-6, C-PER-1: everybody is asked about at every count; some go out of the fight on the way."""
    for row in drawn["combatants"]:
        row["agent"] = {"policy": "script", "orders": [{"do": "hold", "at": t} for t in range(1, LAST + 1)]}
    fought = scenario(drawn)
    players = shipped(fought)
    battle = Battle(fought, standing={name: player.standing for name, player in players.items()}, record=False)
    state = battle._fight.state
    quits = {(f"F{who}", t) for who, t in falls}
    (left, right), (low, high) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    while request := battle.advance():
        t = round(request.t)
        if (request.combatant, t) in quits:
            battle.forfeit(request.combatant, "tired")
        else:
            battle.answer(request, players[request.combatant].decide(request))
            if battle.waiting:
                continue  # the same moment, and nobody has gone
        for each in state.fighters:
            state.crowd.nearest(each)
            state.crowd.opponents_about((each,))
        state.crowd.friends_in((left, low, right, high), "red")
    assert looked["nearest"]


def test_those_equally_far_go_by_stream_key_though_they_stand_in_different_cells() -> None:
    """C-MOD-6: four at 9 ft, and one at 9.004 that is as far by hundredths; the lowest key is the nearest."""
    ring = [("East", 9, 0), ("North", 0, 9), ("West", -9, 0), ("South", 0, -9), ("Away", 9.004, 0.1)]
    rows = [fighter("Mid", "red", 0), *(fighter(name, "blue", x, y) for name, x, y in ring)]
    state = Battle(scenario(document(rows)), record=False)._fight.state
    assert round(hypot(9.004, 0.1), 2) == 9
    assert state.crowd.nearest(state.by_name["Mid"]).name == "Away"
    assert {state.crowd.nearest(state.by_name[name]).name for name, _, _ in ring} == {"Mid"}


def test_one_alone_far_from_all_others_is_found() -> None:
    """However many empty cells lie between."""
    rows = [fighter(f"F{index}", "red", index % 7, index // 7) for index in range(40)] + [fighter("Far", "blue", 90_000, 9)]
    state = Battle(scenario(document(rows)), record=False)._fight.state
    assert {state.crowd.nearest(one).name for one in state.fighters if one.side == "red"} == {"Far"}


def test_one_that_flies_over_many_cells_in_a_tick_is_found() -> None:
    """C-KNB-1: a hundred thousand points of damage throw somebody by miles."""
    rows = [fighter(f"F{index}", "red", index % 7, index // 7) for index in range(40)] + [fighter("Thrown", "blue", 3, 9)]
    state = Battle(scenario(document(rows)), record=False)._fight.state
    thrown = state.by_name["Thrown"]
    thrown.vx = 1e6
    state.crowd.moved((thrown,))
    assert state.crowd.nearest(thrown).name == "F38"
    state.clock.now += 1
    assert state.crowd.nearest(thrown).name == "F34"


# battles


@st.composite
def battles(draw: st.DrawFn) -> Document:
    """A few with all sorts of weapons on a small field, who move, fall, shoot, are thrown and bind wounds."""
    rows = []
    for index, (x, y) in enumerate(draw(st.lists(spots, min_size=4, max_size=9, unique=True))):
        kit = draw(st.sampled_from([["broadsword"], ["spear", "dagger"], ["short_bow", "dagger"], ["javelin", "fist"]]))
        rows.append({
            "name": f"F{index}", "side": "red" if index % 2 else "blue", "position": [1.5 * x + 0.2, 1.5 * y + 0.3],
            "weapons": kit, "skills": {**dict.fromkeys([*kit, "bow"], 60), "combat_maneuver": 50},
            "level": draw(st.sampled_from([0, 0, 0, 3])), "velocity": draw(st.sampled_from([[0, 0], [0, 0], [2, -1]])),
            "mode": draw(st.sampled_from(["static", "offensive", "defensive"])), "ovb": draw(st.sampled_from([40, 90])),
            "agent": draw(st.sampled_from(["brawler", "fencer", "archer", "random"])),
        })  # fmt: skip
    field = draw(st.sampled_from(FIELDS))
    return document(rows, max_counts=90, minute=12) | ({"field": field} if field else {})


@FEW
@given(battles(), st.integers(0, 2**32), st.booleans())
def test_a_battle_with_the_grid_is_the_battle_without(drawn: Document, seed: int, wayward: bool) -> None:
    """CLK-6: to the byte, with wayward agents and with those that ship."""
    fought, players = scenario(drawn), chaotic if wayward else shipped
    with_grid = play(fought, players(fought, seed), seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crowd, "CROWDED", 1000)
        without = play(fought, players(fought, seed), seed)
        assert without._fight.state.crowd is None
    assert with_grid._fight.state.crowd is not None
    assert lines(with_grid) == lines(without)


def test_all_lookups_were_compared() -> None:
    """The tests above asked for each of them; run alone, this one asks itself."""
    test_a_battle_with_the_grid_is_the_battle_without()
    assert min(looked[kind] for kind in ("nearest", "about", "friends")) > 0, looked
