"""A combatant imagines how its fight goes on: what its view shows stays as it is, and the imagined battle can be played (CLK-5, CLK-7)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

import scenarios
from engine import Battle, Request
from engine.options import Hold
from engine.record import encode
from tests.engine.steps.imagined import dump, players, shows, standings, tale
from tests.engine.steps.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, scenario, seeds

LIBRARY = sorted(scenarios.names("steps"))

POLICIES = ("rifleman", "rusher", "flanker", "suppressor", "random", "hold")


def same_request(battle: Battle, name: str) -> Request:
    """Return the request of the first pass of an imagined battle for one who imagines it."""
    while (request := battle.advance()) is not None and request.combatant != name:
        battle.answer(request, Hold())
    assert request is not None
    return request


def differences(request: Request, standing: Any, number: int) -> list[Any]:
    """Return what a view shows otherwise in an imagined battle than where it is imagined."""
    before = shows(request)
    again = shows(same_request(request.imagine(number, standing), request.combatant))
    return [(key, before[key], again.get(key)) for key in before if before[key] != again.get(key)]


@pytest.mark.parametrize("name", LIBRARY)
def test_in_every_shipped_battle_what_a_view_shows_and_what_is_legal_are_the_same(name: str) -> None:
    """CLK-5: window by window, of every fifth request, as it is meant to be played and by agents who do anything."""
    fought = scenarios.load(name)
    for policy, seed in ((None, 1), ("random", 2)):
        agents = players(fought, seed, policy)
        battle = begin(fought, agents, seed)
        for asked in range(150):
            request = battle.advance()
            if request is None:
                break
            if asked % 5 == seed:
                assert differences(request, standings(agents), asked) == []
            battle.answer(request, agents[request.combatant].decide(request))


@settings(max_examples=40, deadline=None)
@given(documents(most=7), seeds)
def test_in_any_battle_what_a_view_shows_and_what_is_legal_are_the_same(drawn: Document, seed: int) -> None:
    """CLK-5: maps, arms and rules of all kinds, combatants that do anything."""
    fought = scenario(drawn)
    agents: Any = chaotic(fought, seed)
    battle = begin(fought, agents, seed)
    for asked in range(120):
        request = battle.advance()
        if request is None:
            break
        if asked % 3 == 0:
            assert differences(request, standings(agents), seed) == []
        battle.answer(request, agents[request.combatant].decide(request))


@pytest.mark.parametrize("name", LIBRARY)
def test_imagined_battles_are_played_to_their_ends_by_every_policy(name: str) -> None:
    """CLK-5, CLK-8."""
    fought = scenarios.load(name, overrides=["rules.max_counts=60"])
    agents = players(fought, 3, "rusher")
    battle = begin(fought, agents, 3)
    for asked, policy in enumerate(POLICIES * 8):
        request = battle.advance()
        if request is None:
            break
        if asked % 7 == 0:
            models = players(fought, asked, policy)
            result = tale(request.imagine(asked, standings(models)), models)[-1]
            assert result.outcome in ("win", "draw", "timeout", "stalemate"), result.reason
        battle.answer(request, agents[request.combatant].decide(request))


@settings(max_examples=15, deadline=None)
@given(documents(most=5), seeds)
def test_any_battle_imagined_is_played_to_its_end(drawn: Document, seed: int) -> None:
    """CLK-8: by combatants that do anything."""
    fought = scenario(drawn)
    agents: Any = chaotic(fought, seed)
    battle = begin(fought, agents, seed)
    for asked in range(60):
        request = battle.advance()
        if request is None:
            break
        if asked % 12 == 0:
            models: Any = chaotic(fought, seed + 1)
            result = tale(request.imagine(asked, standings(models)), models)[-1]
            assert result.outcome in ("win", "draw", "timeout", "stalemate"), result.reason
        battle.answer(request, agents[request.combatant].decide(request))


def some_request(name: str, seed: int, after: int) -> tuple[Battle, Request, Any]:
    """Return a battle at one of its requests, and the models to imagine with."""
    fought = scenarios.load(name)
    agents = players(fought, seed, "rifleman")
    battle = begin(fought, agents, seed)
    for _ in range(after):
        request = battle.advance()
        assert request is not None
        battle.answer(request, agents[request.combatant].decide(request))
    request = battle.advance()
    assert request is not None
    return battle, request, fought


@pytest.mark.parametrize("after", [0, 7, 40, 90])
def test_the_same_number_gives_the_same_imagined_battle(after: int) -> None:
    """CLK-7."""
    _, request, fought = some_request("firefight_in_the_office", 5, after)
    stories = []
    for _ in range(2):
        models = players(fought, 1, "rifleman")
        battle = request.imagine(17, standings(models))
        stories.append((dump(battle), tale(battle, models)))
    assert stories[0] == stories[1]


def test_another_number_draws_what_is_hidden_otherwise() -> None:
    """CLK-7: in the thick of a fight, out of ten numbers hardly two draw the same."""
    _, request, fought = some_request("firefight_in_the_office", 5, 60)
    standing = standings(players(fought, 1, "rifleman"))
    drawn = {repr(dump(request.imagine(number, standing))) for number in range(10)}
    assert len(drawn) == 10


def test_another_moment_or_fighter_draws_otherwise_under_the_same_number() -> None:
    """CLK-7: who was where in one imagining tells nothing of the next one."""
    battle, request, fought = some_request("six_on_six", 5, 60)
    standing, agents = standings(players(fought, 1, "rifleman")), players(fought, 5, "rifleman")
    drawn = []
    for _ in range(6):
        assert request is not None
        others = [row for row in dump(request.imagine(3, standing)) if row[0] != request.combatant]
        drawn.append(repr([(row[0], row[4], row[10]) for row in others if len(row) > 10]))
        battle.answer(request, agents[request.combatant].decide(request))
        request = battle.advance()  # type: ignore[assignment]
    assert len(set(drawn)) == 6


def test_at_the_start_nothing_is_hidden_but_what_others_choose() -> None:
    """P-FIR-2, P-MOV-1: before anybody can have moved or fired, all are where the scenario has them, unhurt and loaded."""
    fought = scenarios.load("street_ambush")
    battle = begin(fought, players(fought, 1, "rifleman"), 1)
    request = battle.advance()
    assert request is not None
    imagined = request.imagine(0, {})
    for mine, real in zip(imagined._fight.state.fighters, battle._fight.state.fighters, strict=True):
        assert (mine.square, mine.health, mine.mode) == (real.square, real.health, real.mode)
        assert [(one.loaded, one.carried) for one in mine.weapons.values()] == [
            (one.loaded, one.carried) for one in real.weapons.values()
        ]  # fmt: skip


@pytest.mark.parametrize("name", ["breach", "street_ambush", "firefight_in_the_office"])
def test_imagining_changes_nothing_of_the_battle_it_is_imagined_in(name: str) -> None:
    """CLK-6: the log is the same to the byte, though objects break in what is imagined."""
    logs = []
    for imagines in (False, True):
        fought = scenarios.load(name, overrides=["rules.max_counts=80"])
        agents = players(fought, 4, "suppressor")
        battle = begin(fought, agents, 4)
        asked = 0
        while (request := battle.advance()) is not None:
            if imagines and asked % 40 == 0:
                models = players(fought, asked, "suppressor")
                tale(request.imagine(asked, standings(models)), models)
            asked += 1
            battle.answer(request, agents[request.combatant].decide(request))
        logs.append([encode(event) for event in battle.events])
    assert logs[0] == logs[1]


@pytest.mark.parametrize("after", [0, 25, 70])
def test_in_an_imagined_battle_one_can_imagine_on(after: int) -> None:
    """CLK-5: a view within a view shows the same still."""
    _, request, fought = some_request("firefight_in_the_office", 6, after)
    standing = standings(players(fought, 1, "rifleman"))
    within = same_request(request.imagine(1, standing), request.combatant)
    assert shows(within) == shows(request)
    assert differences(within, standing, 2) == []
