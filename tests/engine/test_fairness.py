"""Names, listing order, sides, stream keys, ticks a count and far spectators change nothing else (CLK-6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from tests.engine.fairness import TWINS, body, renamed, swapped, tally, told, told_by_cause, turned
from tests.engine.strategies import (
    Document,
    chaotic,
    combatants,
    document,
    documents,
    play,
    rules,
    scenario,
    seeds,
    shipped,
)

FEW = settings(max_examples=20)


@FEW
@given(documents(), seeds)
def test_listing_order_changes_nothing_but_the_header(drawn: Document, seed: int) -> None:
    """CLK-2, CLK-6 (3): nothing goes by listing order, not even the order of lines."""
    other = {**drawn, "combatants": drawn["combatants"][::-1]}
    one, two = scenario(drawn), scenario(other)
    assert body(play(one, chaotic(one, seed), seed)) == body(play(two, chaotic(two, seed), seed))


@FEW
@given(documents(), seeds)
def test_listing_order_changes_nothing_for_the_shipped_agents(drawn: Document, seed: int) -> None:
    """CLK-6 (3)."""
    other = {**drawn, "combatants": drawn["combatants"][1:] + drawn["combatants"][:1]}
    one, two = scenario(drawn), scenario(other)
    assert body(play(one, shipped(one, seed), seed)) == body(play(two, shipped(two, seed), seed))


@FEW
@given(documents(), seeds)
def test_renaming_combatants_renames_them_in_the_log_and_no_more(drawn: Document, seed: int) -> None:
    """CLK-6 (3): with the stream keys kept, names decide nothing; the new ones sort the other way round."""
    names = {f"F{index}": f"{'zyxw'[index]} '<b>\u00e9/" for index in range(4)}
    for row in drawn["combatants"]:
        row["stream"] = row["name"]
    other = deepcopy(drawn)
    for row in other["combatants"]:
        row["name"] = names[row["name"]]
    one, two = scenario(drawn), scenario(other)
    wanted = renamed(body(play(one, chaotic(one, seed), seed)), names)
    assert body(play(two, chaotic(two, seed), seed)) == wanted


@FEW
@given(documents(), seeds, st.sampled_from([2, 3, 7, 1000]))
def test_more_ticks_a_count_change_no_number_in_the_log(drawn: Document, seed: int, scale: int) -> None:
    """CLK-6 (4): at any ``time_scale`` every line but header and digest is the same."""
    other = {**drawn, "rules": {**drawn["rules"], "time_scale": scale}}
    one, two = scenario(drawn), scenario(other)
    assert body(play(two, chaotic(two, seed), seed)) == body(play(one, chaotic(one, seed), seed))


@FEW
@given(documents(), seeds)
def test_more_ticks_a_count_change_nothing_for_the_shipped_agents(drawn: Document, seed: int) -> None:
    """CLK-6 (4)."""
    other = {**drawn, "rules": {**drawn["rules"], "time_scale": 2}}
    one, two = scenario(drawn), scenario(other)
    assert body(play(two, shipped(two, seed), seed)) == body(play(one, shipped(one, seed), seed))


@FEW
@given(documents(), seeds, st.sampled_from(["red", "blue"]))
def test_an_idle_spectator_out_of_reach_changes_nothing_for_the_others(drawn: Document, seed: int, side: str) -> None:
    """CLK-6 (2): up to the end of the fight without it, whose moment a spectator of a side may put off."""
    idle = {"name": "Spectator", "side": side, "position": [0.0, 900_000.0], "mode": "locked", "agent": "hold"}
    drawn["rules"]["stalemate_counts"] = 1200
    one, two = scenario(drawn), scenario({**drawn, "combatants": [idle, *drawn["combatants"]]})
    unseen = frozenset({"Spectator"})
    alone = play(one, chaotic(one, seed), seed)
    watched = play(two, chaotic(two, seed, unseen) | shipped_idle(two), seed)
    assert alone.result is not None
    end = alone.result.t
    assert told(watched, end) == told(alone, end)


def shipped_idle(fought: Any) -> dict[str, Any]:
    """Return the spectator's own agent."""
    return {"Spectator": shipped(fought)["Spectator"]}


# mirror fights


@st.composite
def mirrors(draw: st.DrawFn) -> Document:
    """A fight of one or two a side, in which each fighter has a twin across the origin; twins swap stream keys."""
    rows = []
    for index in range(draw(st.integers(1, 2))):
        left = draw(combatants(f"L{index}", "west", -1))
        x, y = left["position"]
        right = {**left, "name": f"R{index}", "side": "east", "position": [-x, -y + 0.0]}
        left["stream"], right["stream"] = f"s{2 * index}", f"s{2 * index + 1}"
        rows += [left, right]
    policy = draw(rules())
    return document(rows, **policy)


Players = Callable[[Any, int], Mapping[str, Any]]


@pytest.mark.parametrize("players", [shipped, chaotic])
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
    one = scenarios.load("mirror")
    two = scenarios.load("mirror", overrides=["combatants.Left.stream=Right", "combatants.Right.stream=Left"])
    first, second = tally(one, 150), tally(two, 150)
    assert first["left"] == second["right"]
    assert first["right"] == second["left"]
    assert first[None] == second[None]


def test_neither_side_of_a_mirror_match_has_an_edge() -> None:
    """CLK-6 (3): of the decided ones of 300 battles either side wins half, within four standard deviations."""
    wins = tally(scenarios.load("mirror"), 300)
    decided = wins["left"] + wins["right"]
    assert decided > 200
    assert abs(wins["left"] - wins["right"]) < 4 * decided**0.5
