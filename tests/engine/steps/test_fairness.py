"""Names, listing order, sides, stream keys, ticks a count and far spectators change nothing else in steps (CLK-6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import agents
import scenarios
from engine.options import Option
from engine.steps.grid import FACINGS
from tests.engine.fairness import TWINS, body, swapped, tally, told, told_by_cause
from tests.engine.steps.strategies import THINGS, Gambler, chaotic, combatants, document, documents, rules
from tests.engine.steps.turning import Turn, half
from tests.engine.strategies import Document, play, scenario, seeds, shipped

FEW = settings(max_examples=20)
Players = Callable[[Any, int], Mapping[str, Any]]
BOTH = pytest.mark.parametrize("players", [shipped, chaotic])


@BOTH
def test_listing_order_changes_nothing_but_the_header(players: Players) -> None:
    """CLK-2, CLK-6 (3): nothing goes by listing order, of combatants or of objects, not even the order of lines."""

    @FEW
    @given(documents(), seeds)
    def unmoved(drawn: Document, seed: int) -> None:
        field = {**drawn["field"], "objects": drawn["field"]["objects"][::-1]}
        one, two = scenario(drawn), scenario({**drawn, "combatants": drawn["combatants"][::-1], "field": field})
        assert body(play(one, players(one, seed), seed)) == body(play(two, players(two, seed), seed))

    unmoved()


@FEW
@given(documents(), seeds)
def test_renaming_combatants_renames_them_in_the_log_and_no_more(drawn: Document, seed: int) -> None:
    """CLK-6 (3): with the stream keys kept, names decide nothing; the new ones sort the other way round."""
    names = {f"F{index}": f"{'zyxwv'[index]} '<b>\u00e9/" for index in range(5)}
    for row in drawn["combatants"]:
        row["stream"] = row["name"]
    other = deepcopy(drawn)
    for row in other["combatants"]:
        row["name"] = names[row["name"]]
    one, two = scenario(drawn), scenario(other)
    forth = Turn(lambda at: at, (0, 0), names)
    back = Turn(lambda at: at, (0, 0), {new: old for old, new in names.items()})
    for first, second in (
        (shipped(one, seed), shipped(two, seed)), (told_apart(one, seed, None), told_apart(two, seed, back)),
    ):  # fmt: skip
        wanted = spoken(forth.lines(body(play(one, first, seed))))
        assert spoken(body(play(two, second, seed))) == wanted


def spoken(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a log without the agents' words, in which names stand."""
    return [{key: item for key, item in event.items() if key != "note"} for event in events]


class Twin(Gambler):
    """A wayward agent that sees the names and the map of another one."""

    turn: Turn | None = None

    def told(self, option: Option) -> str:
        """Return an option as the other one has it."""
        return str(option if self.turn is None else self.turn.option(option))


def told_apart(fought: Any, seed: int, turn: Turn | None, sides: tuple[str, ...] = ("red", "blue", "east")) -> dict[str, Twin]:
    """Return wayward agents of which those of some sides see what is turned."""
    found = {}
    for spec in fought.combatants:
        found[spec.name] = twin = Twin(f"{seed}/{spec.stream}")
        if spec.side in sides:
            twin.turn = turn
            twin.sign = -1 if turn is not None and turn.square((1, 0))[0] < turn.square((0, 0))[0] else 1
    return found


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
@given(documents(), seeds, st.sampled_from(["A", "Z"]), st.sampled_from(["red", "white"]))
def test_an_idle_spectator_out_of_sight_changes_nothing_for_the_others(drawn: Document, seed: int, stream: str, side: str) -> None:
    """CLK-6 (2): far off behind walls, of a third side or of one's own, first or last by stream key."""
    field = drawn["field"]
    walls = [{"name": "wall", "cover": 100, "position": [field["width"], y]} for y in range(field["height"])]
    drawn["field"] = {**field, "width": field["width"] + 60, "objects": [*field["objects"], *walls]}
    drawn["rules"]["stalemate_counts"] = 1200
    idle = {"name": "Spectator", "side": side, "stream": stream, "position": [field["width"] + 59, 0], "agent": "hold"}
    one, two = scenario(drawn), scenario({**drawn, "combatants": [idle, *drawn["combatants"]]})
    alone = play(one, chaotic(one, seed), seed)
    watcher = {"Spectator": shipped(two)["Spectator"]}
    watched = play(two, chaotic(two, seed, frozenset({"Spectator"})) | watcher, seed)
    assert alone.result is not None
    assert told(watched, alone.result.t) == told(alone, alone.result.t)


# mirror fights


@st.composite
def mirrors(draw: st.DrawFn) -> Document:
    """A fight of one or two a side on a map that a half turn turns into itself; each has a twin, and twins swap stream keys."""
    width, height = draw(st.sampled_from([5, 7, 11])), draw(st.sampled_from([3, 5, 7]))
    turn = half(width, height)
    spots = draw(st.permutations([(x, y) for x in range(width // 2) for y in range(height)]))
    number = draw(st.integers(1, 2))
    rows, things = [], []
    for index in range(number):
        left = draw(combatants(f"L{index}", "west", spots[index]))
        right = {**left, "name": f"R{index}", "side": "east", "position": list(turn.square(spots[index]))}
        if "facing" in left:
            right["facing"] = FACINGS[FACINGS.index(left["facing"]) - 4]
        left["stream"], right["stream"] = f"s{2 * index}", f"s{2 * index + 1}"
        rows += [left, right]
    for thing, spot in zip(draw(st.lists(st.sampled_from(THINGS), max_size=6)), spots[number:], strict=False):
        things += [{**thing, "position": list(spot)}, {**thing, "position": list(turn.square(spot))}]
    return document(rows, {"width": width, "height": height, "objects": things}, **draw(rules()))


def twins(fought: Any, seed: int) -> dict[str, Twin]:
    """Return wayward agents of which those in the east see the map turned about."""
    size = fought.field.width, fought.field.height
    return told_apart(fought, seed, half(*size, TWINS), ("east",))


def planned(fought: Any, seed: int) -> dict[str, Any]:
    """Return agents with a plan: those that ship, a rusher for who draws among options by their place in a list."""
    plan = attrs.evolve(next(iter(fought.agents.values())), policy="rusher", params={})
    named = {name: plan if spec.policy == "random" else spec for name, spec in fought.agents.items()}
    return {name: agents.make(spec, name, fought, seed, 0) for name, spec in named.items()}


@pytest.mark.parametrize("players", [planned, twins])
def test_swapping_the_stream_keys_of_twins_mirrors_the_log(players: Players) -> None:
    """CLK-6 (3): exactly, up to the order of lines within an instant and the numbering of seq and cause."""

    @settings(max_examples=40)
    @given(mirrors(), seeds)
    def mirrored(drawn: Document, seed: int) -> None:
        one, two = scenario(drawn), scenario(swapped(drawn))
        about = half(drawn["field"]["width"], drawn["field"]["height"], TWINS)
        first = body(play(one, players(one, seed), seed))[:-1]
        second = body(play(two, players(two, seed), seed))[:-1]
        assert told_by_cause(first) == told_by_cause(about.lines(second))

    mirrored()


def test_a_mirror_match_gives_both_sides_the_same_wins() -> None:
    """CLK-6 (3): with the stream keys swapped on the same seeds, each side wins exactly the other's share."""
    one = scenarios.load("steps_mirror")
    names = [spec.name for spec in one.combatants]
    pairs = {"West 1": "East 2", "West 2": "East 1", "East 1": "West 2", "East 2": "West 1"}
    assert sorted(pairs) == sorted(names)
    two = scenarios.load("steps_mirror", overrides=[f'combatants."{name}".stream={pairs[name]}' for name in names])
    first, second = tally(one, 100), tally(two, 100)
    assert first["west"] == second["east"]
    assert first["east"] == second["west"]
    assert first[None] == second[None]


def test_neither_side_of_a_mirror_match_has_an_edge() -> None:
    """CLK-6 (3): of the decided ones of 200 battles either side wins half, within four standard deviations."""
    wins = tally(scenarios.load("steps_mirror"), 200)
    assert wins["west"] + wins["east"] > 100
    assert abs(wins["west"] - wins["east"]) < 4 * (wins["west"] + wins["east"]) ** 0.5
