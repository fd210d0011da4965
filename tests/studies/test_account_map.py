"""The map of a steps battle: one character a square, from the log alone, wherever the log ends."""

from __future__ import annotations

import copy
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from engine.errors import InputError
from studies.account import tell
from studies.account_map import Map
from studies.account_map_print import colours_of, print_map, ruler
from studies.account_maps import maps_of
from studies.account_render import text_of
from studies.cli import invoke

LOG = Path(__file__).parent / "logs" / "steps.jsonl"
EVENTS: list[dict[str, Any]] = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]
SHOTS = LOG.with_name("shots.jsonl")


@pytest.fixture
def events() -> list[dict[str, Any]]:
    return copy.deepcopy(EVENTS)


def rows(found: Map) -> list[str]:
    return [f"{row.mark} {row.name} {row.text}" for row in found.fighters]


def start(combatants: list[dict[str, Any]], field: dict[str, Any] | None = None) -> Map:
    """Return the map at the start of a battle of these."""
    given = [{"side": f"side {place}", "position": [place, 0], "health": 20, **spec} for place, spec in enumerate(combatants)]
    scenario = {"field": field or {"width": 8, "height": 1, "objects": []}, "combatants": given}
    return maps_of([{"seq": 0, "t": 0.0, "type": "battle.start", "system": "steps", "scenario": scenario}], "ends")[0]


def test_the_map_shows_every_square_with_what_stands_on_it() -> None:
    """Ana's mark is A, so the grass that has the same symbol is shown as what only hides; a wall without one as full cover."""
    first = maps_of(EVENTS, "ends")[0]
    assert first.rows == [
        ".......#....",
        "............",
        ".A...d...B..",
        "..........C.",
        "...~........",
    ]
    assert first.legend == [("d", "desk 50% cover"), ("#", "wall 100% cover"), ("~", "tall grass 25% concealment")]


def test_the_rows_below_tell_where_each_is_what_it_faces_guards_and_has_left() -> None:
    """P-LOS-2: who has no facing looks at the nearest opponent; P-MOD-1, P-DMG-1."""
    assert rows(maps_of(EVENTS, "ends")[0]) == [
        "A Ana (1, 2), faces e →, forward, health 20/20",
        "B Bo (9, 2), faces w ←, guarded, health 20/20",
        "C Cy (10, 3), faces w ←, forward, health 20/20",
    ]


def test_the_last_map_has_all_that_happened_in_it() -> None:
    """Bo has walked and turned, Ana is hurt, Cy is dead, the desk is shot to pieces."""
    last = maps_of(EVENTS, "ends")[-1]
    assert last.title == "the map at the end, count 20"
    assert last.rows == [
        ".......#.B..",
        "............",
        ".A..........",
        "..........x.",
        "...~........",
    ]
    assert rows(last) == [
        "A Ana (1, 2), faces e →, forward, health 9/20",
        "B Bo (9, 0), faces n ↑, guarded, health 20/20",
        "x Cy (10, 3), dead, health -23/20",
    ]


@pytest.mark.parametrize("cut", range(1, len(EVENTS)))
def test_a_log_cut_anywhere_has_its_map(cut: int) -> None:
    maps = maps_of(EVENTS[:cut], "ends")
    assert len(maps) == (1 if cut == 1 else 2)
    assert maps[-1].title == "the map at the start" if cut == 1 else maps[-1].title.startswith("the map where the log stops, count ")
    assert all(len(row) == 12 for row in maps[-1].rows)
    assert maps[-1].seq == EVENTS[cut - 1]["seq"] + 1


def test_who_is_on_its_way_is_shown_on_the_square_it_is_on() -> None:
    """P-MOV-1: at count 1 Bo has come to (9, 1), running."""
    step = next(place for place, event in enumerate(EVENTS) if event["type"] == "step")
    found = maps_of(EVENTS[: step + 1], "ends")[-1]
    assert found.rows[1][9] == "B"
    assert rows(found)[1] == "B Bo (9, 1), faces n ↑, guarded, health 20/20, running"


def test_every_shot_has_a_map_with_its_line_of_fire() -> None:
    """P-LOS-1: at Cy from (1, 2) to (10, 3), by way of the desk, which is shown and not the line; the third is Bo's."""
    maps = maps_of(EVENTS, "shots")
    assert [found.title for found in maps[1:-1]] == [
        "count 4: Ana (A) shoots at Bo (B)", "count 9: Ana (A) shoots at Cy (C)", "count 9: Bo (B) shoots at Ana (A)",
        "count 14: Ana (A) lands a shot on (10, 4)",
    ]  # fmt: skip
    assert maps[2].rows == [
        ".......#.B..",
        "............",
        ".A***d......",
        "......****C.",
        "...~........",
    ]
    assert ("*", "line of fire") in maps[2].legend
    assert maps[4].rows[4] == "...~....***."


def test_maps_come_every_so_many_counts_with_what_was_before_them() -> None:
    """At counts 3, 6, 9 and 12; the next event is one after each of them, and 14 is followed by the end alone."""
    maps = maps_of(EVENTS, "3")
    assert [found.title for found in maps] == [
        "the map at the start", "the map at count 3", "the map at count 6", "the map at count 9", "the map at count 12",
        "the map at count 18", "the map at the end, count 20",
    ]  # fmt: skip
    assert [EVENTS[found.seq]["t"] for found in maps[1:-1]] == [4, 7, 10, 14, 20]
    assert maps[3].fighters[0].text.endswith("health 9/20")


def test_no_map_is_shown_where_none_is_wanted() -> None:
    assert maps_of(EVENTS, "none") == []


@pytest.mark.parametrize("when", ["", "often", "0", "-3", "nan", "inf", "1e-9"])
def test_a_wish_for_maps_that_can_not_be_met_is_refused(when: str) -> None:
    with pytest.raises(InputError, match="none, ends"):
        maps_of(EVENTS, when)


def test_a_battle_on_no_squares_has_no_map() -> None:
    log = [json.loads(line) for line in SHOTS.read_text(encoding="utf-8").splitlines()]
    assert tell(log).maps == []


def test_every_fighter_has_a_character_of_its_own() -> None:
    """By its mark, its initial, a letter of its name, any letter; what can't stand for a square never does."""
    found = start([{"name": name, "mark": mark} for name, mark in (
        ("Ana", ""), ("Abe", ""), ("Bo", "A"), ("Aa", ""), ("日本", "日"), ("b", "\u202e"), ("x", "*"), ("-", "&"),
    )])  # fmt: skip
    marks = [row.mark for row in found.fighters]
    assert marks == ["N", "B", "A", "a", "C", "b", "X", "D"]
    assert found.rows == ["".join(marks)]


def test_more_fighters_than_letters_are_shown_all_the_same() -> None:
    found = start([{"name": f"-{place}"} for place in range(70)], {"width": 70, "height": 1, "objects": []})
    marks = [row.mark for row in found.fighters]
    assert len(set(marks[:62])) == 62
    assert set(marks[62:]) == {"?"}
    assert ("?", "more") in found.legend


def test_several_on_one_square_share_a_character_and_the_fallen_give_way() -> None:
    found = start([{"name": "Ana", "position": [1, 0]}, {"name": "Bo", "position": [1, 0]}])
    assert found.rows == [".&......"]
    assert ("&", "several") in found.legend


def test_of_several_things_on_a_square_the_best_cover_is_shown() -> None:
    things = [{"name": "bush", "concealment": 50, "position": [3, 0]}, {"name": "crate", "cover": 50, "position": [3, 0]},
              {"name": "car", "cover": 75, "position": [4, 0]}, {"name": "chair", "cover": 25, "position": [5, 0]},
              {"name": "water", "position": [6, 0]}]  # fmt: skip
    found = start([{"name": "Ana"}], {"width": 8, "height": 1, "objects": things})
    assert found.rows == ["A..=%-o."]


def test_of_a_huge_map_the_part_around_the_fighters_is_shown() -> None:
    field = {"width": 400, "height": 300, "objects": []}
    found = start([{"name": "Ana", "position": [200, 150]}, {"name": "Bo", "position": [203, 150]}], field)
    assert (found.left, found.top) == (198, 148)
    assert found.rows == ["........", "........", "..A..B..", "........", "........"]
    assert ruler(found) == "  200  205"


def test_a_battle_spread_over_a_huge_map_is_told_without_one(events: list[dict[str, Any]]) -> None:
    scenario = events[0]["scenario"]
    scenario["field"] |= {"width": 400, "height": 300}
    scenario["combatants"][2]["position"] = [399, 299]
    assert maps_of(events, "ends") == []
    assert "map" not in text_of(tell(events))


def test_off_a_terminal_a_map_is_printed_as_it_is() -> None:
    text = text_of(tell(EVENTS, maps="ends"))
    assert "\n   2 .A...d...B..\n" in text
    assert "\n     0    5    10\n" in text
    assert "\n   d desk 50% cover; # wall 100% cover; ~ tall grass 25% concealment\n" in text


def test_on_a_terminal_fighters_have_the_colour_of_their_side() -> None:
    stream = StringIO()
    print_map(maps_of(EVENTS, "ends")[0], Console(file=stream, force_terminal=True, color_system="standard", width=80))
    assert "\x1b[1;31mA\x1b[0m" in stream.getvalue()
    assert "\x1b[1;34mB\x1b[0m" in stream.getvalue()


def test_sides_that_are_no_colours_take_those_that_are_free() -> None:
    assert colours_of(["attackers", "red", "defenders"]) == {"red": "red", "attackers": "blue", "defenders": "green"}


def test_a_map_too_wide_for_the_terminal_is_cut_and_not_wrapped() -> None:
    stream = StringIO()
    print_map(maps_of(EVENTS, "ends")[0], Console(file=stream, force_terminal=True, color_system=None, width=12))
    assert "   2 .A...d." in stream.getvalue().splitlines()


# the command line


def test_tell_shows_the_map_as_often_as_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for words in ([], ["--map", "none"], ["--map", "shots"], ["--map", "7"]):
        assert invoke(["tell", str(LOG), *words]) == 0
        shown.append(sum(".......#" in line for line in capsys.readouterr().out.splitlines()))
    assert shown == [2, 0, 6, 4]


def test_tell_gives_maps_to_programs_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["tell", str(LOG), "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["maps"][0]
    assert first["rows"][2] == ".A...d...B.."
    assert first["fighters"][0] == {"mark": "A", "name": "Ana", "side": "red", "text": "(1, 2), faces e →, forward, health 20/20"}


@pytest.mark.parametrize("command", [["tell", str(LOG)], ["run", "steps_duel", "--quiet"]])
def test_a_wrong_map_is_one_message_with_exit_code_2(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke([*command, "--map", "often"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: --map: found 'often'; allowed: none, ends")
    assert len(error.splitlines()) == 1
