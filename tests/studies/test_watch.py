"""Tests of watching a battle: what the terminal shows, that nothing waits that need not, and that the battle is the same."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from engine.errors import InputError
from engine.record import encode
from studies.run import run
from studies.watch import Watch, speed_of, watch_on


class Clock:
    """A clock that goes on only when somebody waits."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


def terminal(width: int = 120, height: int = 30) -> Console:
    return Console(file=StringIO(), force_terminal=True, width=width, height=height, color_system=None, markup=False)


def watched(scenario: str, console: Console, speed: float = 8.0) -> tuple[Any, Clock, str]:
    clock = Clock()
    watch = Watch(console, speed, wait=clock.wait, clock=clock)
    result = run(scenario, seed=3, sink=watch)
    watch.finish()
    return result, clock, console.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", ["duel", "shots_duel", "steps_duel"])
def test_a_battle_takes_as_long_as_its_counts_at_the_chosen_speed(scenario: str) -> None:
    result, clock, _ = watched(scenario, terminal(), speed=16.0)
    assert clock.now - 100.0 == pytest.approx(result.t / 16.0)


def test_watching_changes_no_byte() -> None:
    seen, _, _ = watched("duel", terminal())
    alone = run("duel", seed=3)
    assert [encode(event) for event in seen.events] == [encode(event) for event in alone.events]


def test_the_picture_shows_who_is_left_with_what_and_how_far_away() -> None:
    _, _, text = watched("duel", terminal())
    assert "Ana" in text
    assert "|||||||| 30/30" in text
    assert "9 ft Bo, out" in text
    assert "Bo hits Ana" in text
    assert "Side blue wins at count 23" in text
    assert "/ winding up" in text


def test_a_lane_shows_what_was_left_of_the_moment_and_what_is_planned_right_of_it() -> None:
    _, _, text = watched("duel", terminal())
    lanes = [line for line in text.replace("\r", "\n").split("\n") if "Bo   " in line and "|" in line]
    assert any("/" in lane.rpartition("|")[2] for lane in lanes), "a wind-up is planned"
    assert any("#" in lane.rpartition("|")[0] for lane in lanes), "a committed blow was"


def test_more_fighters_than_lines_are_counted() -> None:
    _, _, text = watched("twenty_on_twenty", terminal(height=20), speed=1000.0)
    assert "and 31 more" in text


def test_a_narrow_terminal_is_no_trouble() -> None:
    _, _, text = watched("duel", terminal(width=30, height=8))
    assert "Side blue wins" in text


def test_a_narrow_terminal_keeps_the_lanes_whole_and_leaves_out_what_has_no_room() -> None:
    _, _, text = watched("duel", terminal(width=40, height=12))
    lanes = [line for line in text.replace("\r", "\n").split("\n") if "Bo  " in line and "/30" in line]
    assert lanes
    assert not any("…" in lane for lane in lanes)
    assert "count 23.00" in text


def test_without_a_terminal_there_is_nothing_to_watch() -> None:
    assert watch_on(Console(file=StringIO()), 4.0) is None


@pytest.mark.parametrize("speed", [0, -1.0, float("nan"), float("inf"), 2e6, "fast"])
def test_a_speed_is_a_number_of_counts_a_second(speed: Any) -> None:
    with pytest.raises(InputError, match="--speed"):
        speed_of(speed)
