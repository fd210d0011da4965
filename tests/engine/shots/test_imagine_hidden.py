"""Nobody peeks: whatever the truth behind what a character sees, it imagines the same (CLK-5, CLK-7)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from engine import Battle
from tests.engine.shots.imaginings import differences, futures, lie, shape, standing_of, window
from tests.engine.shots.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, scenario, seeds, shipped, step


def check(battle: Battle, seed: int, standing: dict[str, object]) -> None:
    """Lie about all that is hidden at the request a battle stands at: it shows the same, and the same is imagined."""
    request = battle.advance()
    if request is None:
        return
    fight = battle._fight.state
    before = window(request)
    first = request.imagine(seed % 5, standing)  # type: ignore[arg-type]
    held = shape(first)
    told = futures(first, chaotic(battle.scenario, seed))
    for number in range(3):
        lie(fight, fight.by_name[request.combatant], random.Random(seed + number))
        assert differences(before, window(request)) == {}, "the lie shows; it is not about what is hidden"
        again = request.imagine(seed % 5, standing)  # type: ignore[arg-type]
        assert differences(held, shape(again)) == {}
    assert futures(again, chaotic(battle.scenario, seed)) == told


@settings(max_examples=50)
@given(documents(), seeds, st.integers(0, 40))
def test_two_truths_that_look_the_same_are_imagined_the_same(drawn: Document, seed: int, requests: int) -> None:
    fought = scenario(drawn)
    players = chaotic(fought, seed)
    battle = begin(fought, players, seed)
    for _ in range(requests):
        step(battle, players)
    check(battle, seed, standing_of(players))


@pytest.mark.parametrize("name", sorted(scenarios.names("shots")))
def test_so_they_are_in_every_shipped_fight(name: str) -> None:
    fought = scenarios.load(name, overrides=["rules.max_counts=40"])
    for requests in (0, 17, 60):
        players = shipped(fought, 5)
        battle = begin(fought, players, 5)
        for _ in range(requests):
            step(battle, players)
        check(battle, requests, standing_of(players))


def test_a_lie_changes_what_is_true() -> None:
    """What the tests above rely on: of a fight with somebody who hides and somebody hurt, nearly all that is hidden changes."""
    fought = scenarios.load("ambush")
    players = shipped(fought, 1)
    battle = begin(fought, players, 1)
    while (request := battle.advance()) is not None and request.combatant != "Scout":
        step(battle, players)
    assert request is not None
    fight = battle._fight.state
    fight.by_name["Driver"].wounds = 7
    before = shape(battle)
    lie(fight, fight.by_name[request.combatant], random.Random(1))
    after = shape(battle)
    changed = {field for name in fight.by_name for field in differences(before[name], after[name])}
    assert {"wounds", "fortune", "fu", "fortune_for", "tools", "number", "x", "y", "counter"} <= changed
    assert differences(before["Scout"], after["Scout"]).keys() <= {"responding"}  # the attackers' Fortune is in it


def test_the_rolls_to_come_are_not_known() -> None:
    """CLK-7: a fight that is imagined is rolled with other dice than the true one, and others for every number."""
    fought = scenarios.load("shots_mirror")
    players = shipped(fought, 1)
    battle = begin(fought, players, 1)
    request = battle.advance()
    assert request is not None
    sequels = [futures(request.imagine(number, standing_of(players)), shipped(fought, 1)) for number in range(6)]
    while step(battle, players):
        pass
    assert battle.result is not None
    true = (battle.result.outcome, battle.result.winner, battle.result.t, battle.result.combatants)
    assert len({str(told[-1]) for told in sequels}) > 3
    assert sum(told[-1] == true for told in sequels) < 2
