"""Imagined counts fights: they show what is shown, end, give nothing away, and leave the real battle alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from engine import Battle, InputError, Request, Standing
from engine.counts.actions import Attack, Hold
from engine.errors import UsageError
from engine.record import encode
from tests.engine.counts.imagining import everything, otherwise, own_request, shown, story
from tests.engine.strategies import begin, chaotic, fight, fighter, shipped

LIBRARY = sorted(path.stem for path in (Path(scenarios.__file__).parent / "library/counts").glob("*.toml"))


def requests(name: str, seed: int, wayward: bool, most: int) -> Iterator[tuple[Battle, Request]]:
    """Yield some of the requests of a library battle, spread over its first part; each is answered afterwards."""
    fought = scenarios.load(name, overrides=["rules.max_counts=150"])
    players: dict[str, Any] = dict(chaotic(fought, seed)) if wayward else shipped(fought, seed)
    battle = begin(fought, players, seed, record=False)
    every = 1 + len(fought.combatants) // 3
    most = most if len(fought.combatants) < 10 else 1 + most // 8
    for number in range(most * every):
        request = battle.advance()
        if request is None:
            return
        if number % every == 0:
            yield battle, request
        battle.answer(request, players[request.combatant].decide(request))


PLAYED = [(name, wayward) for name in LIBRARY for wayward in (False, True)]


@pytest.mark.parametrize(("name", "wayward"), PLAYED)
def test_an_imagined_fight_shows_its_fighter_what_the_real_one_shows(name: str, wayward: bool) -> None:
    for number, (battle, request) in enumerate(requests(name, 5, wayward, 20)):
        imagined = request.imagine(number, everything(battle))
        asked = own_request(imagined, request.combatant)
        assert (asked.t, asked.reasons) == (request.t, request.reasons)
        assert shown(asked) == shown(request)
        assert asked.options == request.options


@pytest.mark.parametrize(("name", "wayward"), PLAYED)
def test_what_is_hidden_makes_no_difference_to_what_is_imagined(name: str, wayward: bool) -> None:
    """CLK-7, C-PER-1: no peeking."""
    for number, (battle, request) in enumerate(requests(name, 6, wayward, 8)):
        standing, state = everything(battle), battle._fight.state
        before = shown(request)
        told = story(request.imagine(number, standing), "a", 40)
        with otherwise(state, state.by_name[request.combatant]):
            assert shown(request) == before
            assert story(request.imagine(number, standing), "a", 40) == told


@pytest.mark.parametrize("name", LIBRARY)
def test_imagined_fights_can_be_played_to_their_end(name: str) -> None:
    for number, (battle, request) in enumerate(requests(name, 7, True, 4)):
        imagined = request.imagine(number, everything(battle))
        players = shipped(battle.scenario) if number % 2 else chaotic(battle.scenario, number)
        while (asked := imagined.advance()) is not None:
            player = players[asked.combatant]
            scripted = battle.scenario.agents[asked.combatant].policy == "script" and number % 2
            imagined.answer(asked, Hold() if scripted else player.decide(asked))
        assert imagined.result is not None
        assert imagined.result.outcome in ("win", "draw", "timeout", "stalemate"), imagined.result.reason
        assert imagined.events == []


@settings(max_examples=4)
@given(st.integers(0, 10_000), st.integers(0, 30))
def test_the_same_number_is_the_same_future_and_another_number_another(seed: int, after: int) -> None:
    met = list(requests("three_on_three", seed, True, 1 + after // 3))
    battle, _ = met[-1]
    request = battle.advance()
    if request is None:
        return
    standing = everything(battle)
    futures = [story(request.imagine(number, standing), "b") for number in (3, 3, 4)]
    assert futures[0] == futures[1]
    assert futures[0] != futures[2]


def test_to_imagine_changes_nothing_in_the_real_battle() -> None:
    logs = []
    for imagines in (False, True):
        fought = scenarios.load("skirmish_in_ruins")
        players = shipped(fought, 2)
        battle = begin(fought, players, 2)
        while (request := battle.advance()) is not None:
            if imagines and battle.answered % 4 == 0:
                story(request.imagine(1, everything(battle)), "c", 20)
            battle.answer(request, players[request.combatant].decide(request))
        logs.append([encode(event) for event in battle.events])
    assert logs[0] == logs[1]


# what is known and goes on


def duel(**more: Any) -> Battle:
    """Return a battle of two within reach who strike at INIT 0; Bo sees everything coming."""
    ana, bo = fighter("Ana", "red", 0.0), fighter("Bo", "blue", 5.0, combat_perception=100, **more)
    return Battle(fight(ana, bo), 3, standing=dict.fromkeys(("Ana", "Bo"), Standing()))


def asked(battle: Battle, combatant: str) -> Request:
    request = battle.advance()
    assert request is not None
    assert request.combatant == combatant
    return request


def test_a_blow_that_was_noticed_lands_in_the_imagined_fight_when_it_was_to_land() -> None:
    """A broadsword's X is 8: begun at 0, it lands at 8."""
    battle = duel()
    battle.answer(asked(battle, "Ana"), Attack(target="Bo", weapon="broadsword"))
    battle.answer(asked(battle, "Bo"), Hold())
    request = asked(battle, "Bo")
    assert request.reasons == ("noticed",)
    seen = request.view.seen("Ana").action
    for number in range(5):
        imagined = request.imagine(number, {})
        again = asked(imagined, "Bo")
        assert again.view.seen("Ana").action == seen
        imagined.answer(again, Hold())
        while imagined.t < seen.impact and (other := imagined.advance()) is not None and other.t < seen.impact:
            imagined.answer(other, Hold())
        imagined.advance()
        totals = imagined.summary()["Ana"]["totals"]
        assert totals["blows"] == 1


def test_somebody_able_is_never_imagined_to_have_lost_all_it_has() -> None:
    battle = duel()
    request = asked(battle, "Ana")
    for number in range(30):
        state = request.imagine(number, {}).summary()["Bo"]
        assert 0 <= state["htk_lost"] < state["htk"]
        assert state["able"]


def test_nothing_can_have_been_lost_at_the_very_beginning() -> None:
    battle = duel()
    assert request_loss(asked(battle, "Ana")) == {0}


def request_loss(request: Request) -> set[int]:
    return {request.imagine(number, {}).summary()["Bo"]["htk_lost"] for number in range(20)}


def test_what_others_have_lost_differs_from_future_to_future_later_on() -> None:
    battle = duel()
    for name in ("Ana", "Bo"):
        request = asked(battle, name)
        request.wake = 200.0
        battle.answer(request, Hold())
    request = asked(battle, "Ana")
    assert request.t == 200.0
    assert len(request_loss(request)) > 3


def test_the_time_cap_is_that_of_the_real_battle() -> None:
    battle = Battle(fight(fighter("Ana", "red", 0.0), fighter("Bo", "blue", 5.0), max_counts=30), 3)
    request = asked(battle, "Ana")
    imagined = request.imagine(0, {})
    while (other := imagined.advance()) is not None:
        imagined.answer(other, Hold())
    assert imagined.result is not None
    assert (imagined.result.outcome, imagined.result.t) == ("timeout", 30.0)


def test_an_imagined_battle_may_be_imagined_on() -> None:
    battle = duel()
    imagined = asked(battle, "Ana").imagine(1, {})
    inner = asked(imagined, "Ana").imagine(1, {})
    assert shown(own_request(inner, "Ana")) == shown(asked(imagined, "Ana"))


# what is refused


def test_an_answered_request_imagines_nothing() -> None:
    battle = duel()
    request = asked(battle, "Ana")
    battle.answer(request, Hold())
    with pytest.raises(UsageError, match="not open"):
        request.imagine(0, {})


@pytest.mark.parametrize("number", [-1, 1.0, True, None, "1"])
def test_a_future_has_a_whole_number(number: Any) -> None:
    with pytest.raises(InputError, match="whole number from 0"):
        asked(duel(), "Ana").imagine(number, {})


def test_who_has_forfeited_in_the_same_pass_is_out_of_the_imagined_fight() -> None:
    fought = fight(fighter("Ana", "red", 0.0), fighter("Bo", "blue", 5.0), fighter("Cy", "blue", 9.0))
    battle = Battle(fought, 3)
    request = asked(battle, "Ana")
    battle.forfeit("Bo", "a fault")
    imagined = request.imagine(0, {})
    assert [foe.name for foe in asked(imagined, "Ana").view.foes] == ["Cy"]
    assert not imagined.summary()["Bo"]["able"]


def test_a_fight_that_a_forfeit_has_decided_is_over_in_the_imagination_too() -> None:
    battle = duel()
    request = asked(battle, "Ana")
    battle.forfeit("Bo", "a fault")
    imagined = request.imagine(0, {})
    assert imagined.advance() is None
    assert imagined.result is not None
    assert (imagined.result.outcome, imagined.result.winner) == ("win", "red")
