"""A shots fight imagined by a character: it sees there what it sees here, may do there what it may do here, and it goes on (CLK-5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from standoff import FISTS, GRENADE, PISTOL, Standoff, one

import scenarios
from engine import Request, Standing
from engine.options import Hold
from engine.shots.actions import Area, Attack, Defend, Fortune, Run
from tests.engine.shots.imaginings import differences, futures, shape, standing_of, window
from tests.engine.shots.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, scenario, seeds, shipped

LIBRARY = sorted(scenarios.names("shots"))

SHOOT = Attack(target="Bo", weapon="pistol")


def same(request: Request, number: int, standing: dict[str, Standing]) -> Any:
    """Imagine the fight, check that its first request shows and allows what the true one does, and return the battle."""
    imagined = request.imagine(number, standing)
    first = imagined.advance()
    assert first is not None
    assert differences(window(request), window(first)) == {}
    return imagined


# whatever happens


@pytest.mark.parametrize("name", LIBRARY)
def test_in_every_shipped_fight_what_is_imagined_shows_and_allows_the_same_and_comes_to_an_end(name: str) -> None:
    fought = scenarios.load(name, overrides=["rules.max_counts=90"])
    players = shipped(fought, 1)
    battle = begin(fought, players, 1)
    number = 0
    while (request := battle.advance()) is not None:
        if number < 8 or number % 40 == 0:
            imagined = same(request, number, standing_of(players))
            if number % 160 == 0:
                assert futures(imagined, shipped(fought, 2))[-1][0] in ("win", "draw", "timeout", "stalemate")
        number += 1
        battle.answer(request, players[request.combatant].decide(request))


@settings(max_examples=20)
@given(documents(), seeds)
def test_among_wayward_characters_too(drawn: Document, seed: int) -> None:
    fought = scenario(drawn)
    players = chaotic(fought, seed)
    battle = begin(fought, players, seed)
    number = 0
    while (request := battle.advance()) is not None and number < 40:
        imagined = same(request, number, standing_of(players))
        if number % 25 == 5:
            assert futures(imagined, chaotic(fought, seed + 1))[-1][0] in ("win", "draw", "timeout", "stalemate")
        number += 1
        battle.answer(request, players[request.combatant].decide(request))


def test_a_window_that_differs_is_found() -> None:
    """What the tests above compare would show a wound, a weapon, a step or an option that is not the same."""
    stage = duel()
    before = window(stage.until("Ana"))
    bo = stage.fighter("Bo")
    bo.wounds, bo.hands, bo.x = 26, [None, None], 11.0
    stage.fighter("Ana").tools["pistol"].loaded = 0
    request = stage.battle._open[-1]
    request._options = ()
    found = differences(before, window(request))
    assert {"view.foes[0].condition", "view.foes[0].weapons, how many", "view.foes[0].distance", "options"} <= found.keys()
    assert "me.kit[0].loaded" in found


# which futures


def duel(**bo: Any) -> Standoff:
    """Ana and Bo with pistols at 10 m; she acts on shot 10, he on shot 8."""
    return Standoff(one("Ana", "red"), one("Bo", "blue", 10, **({"shot": 8} | bo)))


def test_the_same_number_imagines_the_same_and_another_something_else() -> None:
    """CLK-6, CLK-7."""
    stage = Standoff(one("Ana", "red", shot=7), one("Bo", "blue", 10, fortune=5, shot=10))
    request = stage.until("Ana", "ready", Bo=Attack(target="Ana", weapon="pistol"))
    shapes = [shape(request.imagine(number, {})) for number in (0, 0, *range(1, 9))]
    assert shapes[0] == shapes[1]
    assert len({str(its) for its in shapes}) > 2
    players = [chaotic(stage.battle.scenario, 3) for _ in range(10)]
    ends = [futures(request.imagine(number, {}), players.pop()) for number in (0, 0, *range(1, 9))]
    assert ends[0] == ends[1]
    assert len({str(end) for end in ends}) > 4


def test_imagining_changes_nothing_in_the_fight() -> None:
    """CLK-6: the same log, whether its fighters imagine or not."""
    fought = scenarios.load("shots_duel")
    logs = []
    for times in (0, 2):
        players = shipped(fought, 3)
        battle = begin(fought, players, 3)
        while (request := battle.advance()) is not None:
            for number in range(times):
                futures(request.imagine(number, standing_of(players)), shipped(fought, 4))
            battle.answer(request, players[request.combatant].decide(request))
        logs.append(battle.events)
    assert logs[0] == logs[1]


def test_an_imagined_fight_can_be_imagined_in_again() -> None:
    request = duel().until("Ana")
    first = request.imagine(0, {}).advance()
    assert first is not None
    same(first, 1, {})


# who is asked


def asked(imagined: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Return who is asked in the first pass, and why; everybody holds."""
    found = []
    begun = imagined.t
    while (request := imagined.advance()) is not None and request.t == begun:
        found.append((request.combatant, request.reasons))
        imagined.answer(request, Hold())
    return found


def test_who_imagines_is_asked_first_and_with_it_whoever_has_its_shot() -> None:
    """S-SEQ-2."""
    stage = Standoff(one("Ana", "red", stream="z"), one("Bo", "blue", 10), one("Cy", "blue", 12, shot=9))
    request = stage.until("Ana")
    assert asked(request.imagine(0, {})) == [("Ana", ("start",)), ("Bo", ("ready",))]


def test_when_responses_are_asked_for_whoever_kept_its_shot_has_held() -> None:
    """S-SEQ-2, S-DEF-1: Cy, at shot 10 too, has held; Bo and his friend near him may respond."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=8), one("Cy", "blue", 12))
    request = stage.until("Bo", "announced", Ana=SHOOT)
    assert asked(request.imagine(0, {})) == [("Bo", ("announced",)), ("Cy", ("announced",))]


def test_who_defends_already_is_not_asked_again() -> None:
    """S-SEQ-4: Cy has dodged the blast that Bo, who set a point aside first, is asked about once more."""
    stage = Standoff(
        one("Ana", "red", weapons=[GRENADE]), one("Bo", "blue", 10, fortune=1, shot=8), one("Cy", "blue", 11, shot=8)
    )
    stage.until("Bo", "announced", Ana=Area(weapon="grenade", target="Bo"))
    stage.answer(Fortune(roll="initiative"))
    request = stage.until("Bo", "announced", Cy=Defend())
    assert asked(request.imagine(0, {})) == [("Bo", ("announced",))]


def test_others_are_asked_only_for_what_their_agents_want_to_be_asked_for() -> None:
    """CLK-5: Bo, who keeps attacking by a standing order, is not asked, nor is he for what is announced."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10))
    request = stage.until("Ana")
    standing = {"Bo": Standing(asks=frozenset(), order="keep_attacking"), "Ana": Standing(asks=frozenset())}
    assert asked(request.imagine(0, standing)) == [("Ana", ("start",))]


# what is under way


def test_a_shot_that_is_announced_still_lands_and_may_be_dodged() -> None:
    """S-DEF-1: with a difficulty nobody reaches it misses; without a dodge the counter of Bo stays at 8."""
    stage = duel(skills={"dodge": 99})
    request = stage.until("Bo", "announced", Ana=SHOOT)
    for option, left in ((Hold(), 8), (Defend(), 7)):
        imagined = request.imagine(0, {})
        first = imagined.advance()
        assert first is not None
        imagined.answer(first, option)
        later = imagined.advance()
        assert later is not None
        state = imagined._fight.state
        assert (later.t, state.by_name["Bo"].counter, state.by_name["Ana"].totals.misses) == (10.0 - left, left, 1)


def test_a_movement_goes_on_to_the_next_shot_of_who_moves() -> None:
    """S-MOV-1: Ana, at shot 10, runs 12 m over 3 shots; Bo, at shot 9, imagines her to be there at count 3."""
    stage = duel(shot=9)
    request = stage.until("Bo", "start", Ana=Run(to=(-12.0, 0.0)))
    imagined = request.imagine(0, {})
    assert asked(imagined) == [("Bo", ("start",))]
    ana = imagined._fight.state.by_name["Ana"]
    assert (imagined.t, ana.x, ana.motion) == (3.0, -12.0, None)


def test_the_next_sequence_begins_when_it_does() -> None:
    """S-SEQ-2: at shot 8 of a sequence whose highest shot is 10, eight shots are left of it."""
    request = duel().until("Bo", "start", Ana=SHOOT)
    assert request.t == 2.0
    imagined = request.imagine(0, {})
    while (later := imagined.advance()) is not None and later.view.sequence == 1:
        imagined.answer(later, Hold())
    assert later is not None
    assert imagined._fight.state.began == 10 * 8000


def test_ones_own_load_and_points_are_as_they_are() -> None:
    """S-CHR-1, S-SEQ-3."""
    stage = Standoff(one("Ana", "red", fortune=3, weapons=[PISTOL, FISTS]), one("Bo", "blue", 10, shot=8))
    stage.until("Ana", None, Ana=SHOOT)
    stage.answer(SHOOT)
    request = stage.until("Ana", "ready")
    for number in range(5):
        ana = request.imagine(number, {})._fight.state.by_name["Ana"]
        assert (ana.tools["pistol"].loaded, ana.tools["pistol"].carried, ana.fortune) == (5, 6, 3)
