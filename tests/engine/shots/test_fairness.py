"""Names, listing order, sides, stream keys, ticks a count and far spectators change nothing else in shots (CLK-6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from tests.engine.fairness import TWINS, body, renamed, swapped, tally, told, told_by_cause, turned
from tests.engine.shots.strategies import chaotic, combatants, document, documents, rules
from tests.engine.strategies import Document, play, scenario, seeds, shipped

FEW = settings(max_examples=12)
Players = Callable[[Any, int], Mapping[str, Any]]
BOTH = pytest.mark.parametrize("players", [shipped, chaotic])


@BOTH
def test_listing_order_changes_nothing_but_the_header(players: Players) -> None:
    """CLK-2, CLK-6 (3): nothing goes by listing order, of characters or of places, not even the order of lines."""

    @FEW
    @given(documents(), seeds)
    def unmoved(drawn: Document, seed: int) -> None:
        other = {**drawn, "combatants": drawn["combatants"][::-1]}
        if "field" in drawn:
            other["field"] = {**drawn["field"], "places": drawn["field"]["places"][::-1]}
        one, two = scenario(drawn), scenario(other)
        assert body(play(one, players(one, seed), seed)) == body(play(two, players(two, seed), seed))

    unmoved()


@BOTH
def test_renaming_characters_renames_them_in_the_log_and_no_more(players: Players) -> None:
    """CLK-6 (3): with the stream keys kept, names decide nothing; the new ones sort the other way round."""
    names = {f"F{index}": f"{'zyxwv'[index]} '<b>\u00e9/" for index in range(5)}

    @FEW
    @given(documents(), seeds)
    def renamed_only(drawn: Document, seed: int) -> None:
        for row in drawn["combatants"]:
            row["stream"] = row["name"]
        other = deepcopy(drawn)
        for row in other["combatants"]:
            row["name"] = names[row["name"]]
        one, two = scenario(drawn), scenario(other)
        wanted = spoken(renamed(body(play(one, players(one, seed), seed)), names))
        assert spoken(body(play(two, players(two, seed), seed))) == wanted

    renamed_only()


def spoken(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a log without the agents' words, in which names stand."""
    return [{key: item for key, item in event.items() if key != "note"} for event in events]


@BOTH
def test_more_ticks_a_count_change_no_number_in_the_log(players: Players) -> None:
    """CLK-6 (4): at any ``time_scale`` every line but header and digest is the same."""

    @FEW
    @given(documents(), seeds, st.sampled_from([2, 3, 1000]))
    def scaled(drawn: Document, seed: int, scale: int) -> None:
        other = {**drawn, "rules": {**drawn["rules"], "time_scale": scale}}
        one, two = scenario(drawn), scenario(other)
        assert body(play(two, players(two, seed), seed)) == body(play(one, players(one, seed), seed))

    scaled()


@FEW
@given(documents(), seeds, st.sampled_from(["red", "blue"]), st.booleans())
def test_an_idle_spectator_out_of_reach_changes_nothing_for_the_others(
    drawn: Document, seed: int, side: str, unnamed: bool
) -> None:
    """CLK-6 (2): up to the end of the fight without it; Speed 0 never makes a sequence longer than Speed 9 does."""
    for row in drawn["combatants"]:
        row["speed"] = 9
    crowd = {"unnamed": True, "group": "far"} if unnamed else {}
    idle = {"name": "Spectator", "side": side, "position": [0.0, 900_000.0], "speed": 0, "agent": "hold", **crowd}
    drawn["rules"]["stalemate_counts"] = 1200
    one, two = scenario(drawn), scenario({**drawn, "combatants": [idle, *drawn["combatants"]]})
    alone = play(one, chaotic(one, seed), seed)
    watcher = {"Spectator": shipped(two)["Spectator"]}
    watched = play(two, chaotic(two, seed, frozenset({"Spectator"})) | watcher, seed)
    assert alone.result is not None
    assert told(watched, alone.result.t) == told(alone, alone.result.t)


# mirror fights

HALVES = ({"tags": ["wall"], "facing": 0.0}, {"tags": ["woods"]}, {"tags": ["gun_port"], "facing": 30.0, "arc": 90.0})


@st.composite
def grounds(draw: st.DrawFn) -> Document:
    """Ground that a half turn about the origin brings onto itself: each place has a twin, which faces the other way."""
    places = []
    for index, half in enumerate(draw(st.lists(st.sampled_from(HALVES), min_size=1, unique_by=str))):
        place = {**half, "name": f"w{index}", "position": [-5.0 * index - 2.0, 3.0], "radius": 4.0}
        x, y = place["position"]
        twin = {**place, "name": f"e{index}", "position": [-x, -y]}
        if "facing" in place:
            twin["facing"] = place["facing"] - 180.0
        places += [place, twin]
    return {"places": places, "dense": draw(st.booleans())}


@st.composite
def mirrors(draw: st.DrawFn) -> Document:
    """A fight of one or two a side, in which each character has a twin across the origin; twins swap stream keys."""
    rows = []
    for index in range(draw(st.integers(1, 2))):
        left = draw(combatants(f"L{index}", "west", -1))
        x, y = left["position"]
        right = {**left, "name": f"R{index}", "side": "east", "position": [-x, -y + 0.0]}
        left["stream"], right["stream"] = f"s{2 * index}", f"s{2 * index + 1}"
        rows += [left, right]
    return document(rows, draw(st.one_of(st.none(), grounds())), **draw(rules()))


@BOTH
def test_swapping_the_stream_keys_of_twins_mirrors_the_log(players: Players) -> None:
    """CLK-6 (3): exactly, up to the order of lines within an instant and the numbering of seq and cause."""

    @FEW
    @given(mirrors(), seeds)
    def mirrored(drawn: Document, seed: int) -> None:
        one, two = scenario(drawn), scenario(swapped(drawn))
        first = body(play(one, players(one, seed), seed))[:-1]
        second = body(play(two, players(two, seed), seed))[:-1]
        assert told_by_cause(first) == told_by_cause(turned(second, TWINS))

    mirrored()


def test_a_mirror_match_gives_both_sides_the_same_wins() -> None:
    """CLK-6 (3): with the stream keys swapped on the same seeds, each side wins exactly the other's share."""
    one = scenarios.load("shots_mirror")
    left, right = (spec.name for spec in one.combatants)
    two = scenarios.load("shots_mirror", overrides=[f"combatants.{left}.stream={right}", f"combatants.{right}.stream={left}"])
    sides = [spec.side for spec in one.combatants]
    first, second = tally(one, 60), tally(two, 60)
    assert first[sides[0]] == second[sides[1]]
    assert first[sides[1]] == second[sides[0]]
    assert first[None] == second[None]


def test_neither_side_of_a_mirror_match_has_an_edge() -> None:
    """CLK-6 (3): of the decided ones of 200 battles either side wins half, within four standard deviations."""
    fought = scenarios.load("shots_mirror")
    wins = tally(fought, 200)
    one, other = (wins[spec.side] for spec in fought.combatants)
    assert one + other > 150
    assert abs(one - other) < 4 * (one + other) ** 0.5
