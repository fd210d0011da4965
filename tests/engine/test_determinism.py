"""Same scenario, seed and agents give the same bytes, and nothing leaks from battle to battle (CLK-6, CLK-5)."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import given, settings

import scenarios
from engine import Battle, Standing
from engine.events import Event
from engine.record import StructlogSink, configure_logging
from tests.engine.strategies import (
    Document,
    begin,
    chaotic,
    decode,
    documents,
    lines,
    plain,
    play,
    scenario,
    seeds,
    shipped,
    step,
)

FEW = settings(max_examples=20)


class Counting:
    """An observer that only counts."""

    def __init__(self) -> None:
        self.seen = 0

    def write(self, event: Event, line: bytes) -> None:
        self.seen += 1


@FEW
@given(documents(), seeds)
def test_the_same_fight_seed_and_agents_give_the_same_bytes(drawn: Document, seed: int) -> None:
    """CLK-6 (1)."""
    fought = scenario(drawn)
    assert lines(play(fought, chaotic(fought, seed), seed)) == lines(play(fought, chaotic(fought, seed), seed))


@FEW
@given(documents(), seeds)
def test_the_shipped_agents_are_as_reproducible(drawn: Document, seed: int) -> None:
    """CLK-6 (1)."""
    fought = scenario(drawn)
    assert lines(play(fought, shipped(fought, seed), seed)) == lines(play(fought, shipped(fought, seed), seed))


@FEW
@given(documents(), seeds)
def test_another_seed_changes_only_the_rolls_seeded_by_it(drawn: Document, seed: int) -> None:
    """The header names its seed, and no other line before the first roll depends on it."""
    fought = scenario(drawn)
    one, other = (plain(play(fought, chaotic(fought), number)) for number in (seed, seed + 1))
    for first, second in zip(one[1:], other[1:], strict=False):
        if first["type"] == "roll":
            break
        assert first == second


SUBPROCESS = """
import scenarios
from engine.record import encode
from tests.engine.strategies import chaotic, lines, play, shipped
import hashlib
whole = hashlib.sha256()
for name in ("three_on_three", "duel", "gate"):
    fought = scenarios.load(name, overrides=["rules.max_counts=60"])
    for seed in (1, 2):
        for players in (shipped(fought, seed), chaotic(fought, seed)):
            for line in lines(play(fought, players, seed)):
                whole.update(line)
print(whole.hexdigest())
"""


def test_the_hash_seed_of_python_changes_no_byte() -> None:
    """CLK-6 (1): three processes, three PYTHONHASHSEEDs, one digest."""
    root = Path(__file__).parents[2]
    digests = set()
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)}
        done = subprocess.run(
            [sys.executable, "-c", SUBPROCESS], cwd=root, env=environment, capture_output=True, text=True, check=True
        )
        digests.add(done.stdout)
    assert len(digests) == 1


@FEW
@given(documents(), seeds)
def test_an_observer_changes_nothing(drawn: Document, seed: int) -> None:
    """CLK-6 (2): with a sink or without, every line is the same, and the sink sees each once."""
    fought = scenario(drawn)
    counting = Counting()
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
    assert (silent.outcome, silent.winner, silent.reason, silent.t) == (
        logged.outcome, logged.winner, logged.reason, logged.t,
    )  # fmt: skip
    assert (silent.combatants, silent.rolls, silent.clock_events) == (
        logged.combatants, logged.rolls, logged.clock_events,
    )  # fmt: skip


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_the_log_level_changes_no_number(level: str) -> None:
    """CLK-1, CLK-6 (2)."""
    fought = scenarios.load("three_on_three", overrides=["rules.max_counts=60"])
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


@FEW
@given(documents(), seeds)
def test_recorded_answers_reproduce_a_battle_to_the_byte_without_its_agents(drawn: Document, seed: int) -> None:
    """CLK-5: the log alone is fed back; the scenario is the header's."""
    fought = scenario(drawn)
    first = play(fought, chaotic(fought, seed), seed)
    assert lines(again(plain(first))) == lines(first)


@FEW
@given(documents(), seeds)
def test_recorded_answers_of_the_shipped_agents_reproduce_a_battle(drawn: Document, seed: int) -> None:
    """CLK-5."""
    fought = scenario(drawn)
    first = play(fought, shipped(fought, seed), seed)
    assert lines(again(plain(first))) == lines(first)


def again(log: list[dict[str, Any]]) -> Battle:
    """Fight a recorded battle again from its log."""
    header = log[0]
    asks = header.get("asks") or {}
    standing = {name: Standing(asks=frozenset(reasons)) for name, reasons in asks.items()}
    battle = Battle(scenarios.from_document(header["scenario"]), header["seed"], header["battle"], standing=standing)
    recorded = deque(event for event in log if event["type"] == "decision")
    while request := battle.advance():
        decision = recorded.popleft()
        assert (decision["actor"], decision["t"], tuple(decision["reason"])) == (
            request.combatant, request.t, request.reasons,
        )  # fmt: skip
        request.wake = decision.get("wake")
        battle.answer(request, decode(decision["option"]), decision.get("note"))
    assert not recorded
    return battle
