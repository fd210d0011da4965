"""Battles that once went wrong, each named by what failed: they end without an error and replay to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenarios
import studies
from engine.record import encode, parse_log
from studies.replay import replay

HERE = Path(__file__).parent
SEEDS = {
    "an_arrival_that_ends_anothers_motion": 5222,
    "an_arrival_at_an_edge_that_ends_anothers_motion": 5651,
    "an_archer_that_stops_to_shoot_without_end": 1257,
}


def test_every_regression_has_a_seed() -> None:
    assert {path.stem for path in HERE.glob("*.toml")} == set(SEEDS)


@pytest.mark.parametrize("name", SEEDS)
def test_it_ends_without_an_error_and_replays_to_the_byte(name: str) -> None:
    """CLK-5, CLK-8."""
    fought = studies.run(scenarios.load(HERE / f"{name}.toml"), seed=SEEDS[name])
    assert fought.outcome != "error", fought.result.reason
    assert replay(parse_log(b"".join(encode(event) for event in fought.events))).identical


@pytest.mark.parametrize("name", ["crossbow_duel", "mind_duel", "sling_and_javelin", "moving_platform"])
def test_battles_of_archers_replay_to_the_byte(name: str) -> None:
    """CLK-5: an archer's whole set distance was logged as 40 and replayed as 40.0."""
    fought = studies.run(scenarios.load(name), seed=5)
    assert replay(parse_log(b"".join(encode(event) for event in fought.events))).identical
