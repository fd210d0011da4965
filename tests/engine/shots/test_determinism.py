"""Same shots scenario, seed and agents give the same bytes, and nothing leaks from battle to battle (CLK-6, CLK-5)."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import given, settings

import scenarios
from engine.events import Event
from engine.record import StructlogSink, configure_logging, parse_log
from studies.replay import replay
from tests.engine.shots.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, lines, play, scenario, seeds, shipped, step

FEW = settings(max_examples=12)
Players = Callable[[Any, int], Mapping[str, Any]]
BOTH = pytest.mark.parametrize("players", [shipped, chaotic])


@BOTH
def test_the_same_fight_seed_and_agents_give_the_same_bytes(players: Players) -> None:
    """CLK-6 (1)."""

    @FEW
    @given(documents(), seeds)
    def same(drawn: Document, seed: int) -> None:
        fought = scenario(drawn)
        assert lines(play(fought, players(fought, seed), seed)) == lines(play(fought, players(fought, seed), seed))

    same()


SUBPROCESS = """
import scenarios
from tests.engine.strategies import lines, play, shipped
from tests.engine.shots.strategies import chaotic
import hashlib
whole = hashlib.sha256()
for name in ("bodyguards", "ambush", "grenade_in_a_crowd", "duel_of_schticks"):
    fought = scenarios.load(name, overrides=["rules.max_counts=40"])
    for seed in (1, 2):
        for players in (shipped(fought, seed), chaotic(fought, seed)):
            for line in lines(play(fought, players, seed)):
                whole.update(line)
print(whole.hexdigest())
"""


def test_the_hash_seed_of_python_changes_no_byte() -> None:
    """CLK-6 (1): three processes, three PYTHONHASHSEEDs, one digest."""
    root = Path(__file__).parents[3]
    digests = set()
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)}
        done = subprocess.run(
            [sys.executable, "-c", SUBPROCESS], cwd=root, env=environment, capture_output=True, text=True, check=True
        )
        digests.add(done.stdout)
    assert len(digests) == 1


class Counting:
    """An observer that only counts."""

    def __init__(self) -> None:
        self.seen = 0

    def write(self, event: Event, line: bytes) -> None:
        self.seen += 1


@FEW
@given(documents(), seeds)
def test_an_observer_changes_nothing(drawn: Document, seed: int) -> None:
    """CLK-6 (2): with a sink or without, every line is the same, and the sink sees each once."""
    fought, counting = scenario(drawn), Counting()
    watched = play(fought, chaotic(fought, seed), seed, sinks=(counting,))
    assert lines(watched) == lines(play(fought, chaotic(fought, seed), seed))
    assert counting.seen == len(watched.events)


@FEW
@given(documents(), seeds)
def test_a_battle_without_a_log_ends_the_same(drawn: Document, seed: int) -> None:
    """The numbers are computed by the same code with nobody listening: all but the count of events is equal."""
    fought = scenario(drawn)
    logged = play(fought, chaotic(fought, seed), seed).result
    silent = play(fought, chaotic(fought, seed), seed, record=False).result
    assert silent is not None
    assert logged is not None
    assert silent.events == 0
    for part in ("outcome", "winner", "reason", "t", "combatants", "rolls", "clock_events"):
        assert getattr(silent, part) == getattr(logged, part)


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_the_log_level_changes_no_number(level: str) -> None:
    """CLK-1, CLK-6 (2)."""
    fought = scenarios.load("bodyguards", overrides=["rules.max_counts=40"])
    quiet = lines(play(fought, shipped(fought, 3), 3))
    told = io.StringIO()
    try:
        configure_logging(level, told)
        loud = lines(play(fought, shipped(fought, 3), 3, sinks=(StructlogSink(),)))
    finally:
        structlog.reset_defaults()
    assert loud == quiet
    assert bool(told.getvalue()) == (level in ("debug", "info"))


@FEW
@given(documents(), seeds)
def test_four_battles_are_two_and_two(drawn: Document, seed: int) -> None:
    """CLK-6 (5): in order, in reverse and alone, battle 2 is the same battle 2."""
    fought = scenario(drawn)

    def battle(index: int) -> list[bytes]:
        return lines(play(fought, shipped(fought, seed, index), seed, index))

    forward = {index: battle(index) for index in (0, 1, 2, 3)}
    backward = {index: battle(index) for index in (3, 2, 1, 0)}
    assert forward == backward


@FEW
@given(documents(), documents(), seeds)
def test_interleaved_battles_do_not_touch_each_other(first: Document, second: Document, seed: int) -> None:
    """CLK-6 (5): two battles advanced in turns equal the same two fought one after the other."""
    one, other = scenario(first), scenario(second)
    players = [chaotic(one, seed), chaotic(other, seed + 1)]
    battles = [begin(one, players[0], seed), begin(other, players[1], seed)]
    going = [True, True]
    while any(going):
        for index in (0, 1):
            going[index] = going[index] and step(battles[index], players[index])
    assert lines(battles[0]) == lines(play(one, chaotic(one, seed), seed))
    assert lines(battles[1]) == lines(play(other, chaotic(other, seed + 1), seed))


@BOTH
def test_recorded_answers_reproduce_a_battle_to_the_byte_without_its_agents(players: Players) -> None:
    """CLK-5: the log alone is fed back; the scenario is the header's."""

    @FEW
    @given(documents(), seeds)
    def again(drawn: Document, seed: int) -> None:
        fought = scenario(drawn)
        found = replay(parse_log(b"".join(lines(play(fought, players(fought, seed), seed)))))
        assert found.identical, found.difference

    again()
