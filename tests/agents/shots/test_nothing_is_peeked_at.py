"""The policies of shots decide by what shows: whatever the truth behind it, they answer the same (CLK-5)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from engine import Scenario
from tests.engine.shots.imaginings import lie
from tests.engine.shots.strategies import documents
from tests.engine.strategies import Document, begin, scenario, seeds, shipped, step

Answer = tuple[Any, ...]


def answer(fought: Scenario, seed: int, requests: int, lied: bool) -> Answer | None:
    """Return what is answered after so many requests, when it is lied about all that is hidden then, or not."""
    players = shipped(fought, seed)
    battle = begin(fought, players, seed)
    for _ in range(requests):
        step(battle, players)
    request = battle.advance()
    if request is None:
        return None
    fight = battle._fight.state
    if lied:
        lie(fight, fight.by_name[request.combatant], random.Random(seed))
    option = players[request.combatant].decide(request)
    return request.combatant, option, request.wake, request.note() if callable(request.note) else request.note


@settings(max_examples=60)
@given(documents(), seeds, st.integers(0, 60))
def test_two_truths_that_look_the_same_are_answered_the_same(drawn: Document, seed: int, requests: int) -> None:
    fought = scenario(drawn)
    assert answer(fought, seed, requests, lied=False) == answer(fought, seed, requests, lied=True)


@pytest.mark.parametrize("name", sorted(scenarios.names("shots")))
def test_so_they_are_in_every_shipped_fight(name: str) -> None:
    fought = scenarios.load(name)
    for requests in (0, 5, 11, 23, 37):
        assert answer(fought, 3, requests, lied=False) == answer(fought, 3, requests, lied=True)
