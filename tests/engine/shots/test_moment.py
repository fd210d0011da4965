"""What is worked out once while requests are open holds for just so long: nothing anybody is shown is ever out of date (CLK-5)."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standoff import GRENADE, PISTOL, SWORD, Standoff, one

import scenarios
from engine import Battle, Request
from engine.options import Hold
from engine.shots.actions import Attack, Defend, DefendOther, Drop, Run, Throw
from engine.shots.state import Fight
from tests.engine.shots.imaginings import differences, window
from tests.engine.shots.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, scenario, seeds, shipped, step

SHOOT = Attack(target="Bo", weapon="pistol")


def state(battle: Battle) -> Fight:
    fight: Fight = battle._fight.state
    return fight


def crowding(request: Request) -> dict[str, int]:
    """Return how many friends are within some distances of each opponent."""
    view = request.view
    return {f"{foe.name} {far}": view.friends_within(foe.name, far) for foe in view.foes for far in (1.0, foe.distance, 40.0)}


def anew(request: Request, fight: Fight) -> tuple[Any, Any]:
    """Return what a request shows when nothing that was found out before counts."""
    kept, fight.moment = fight.moment, None
    for fighter in fight.fighters:
        fighter.kinds = fighter.best_first = None
        if fighter.motion is not None:
            fighter.motion.seen = (-1, (0.0, 0.0))
    fight.sides = fight.watchers = None
    found = window(request), crowding(request)
    fight.moment = kept
    return found


def check(battle: Battle, players: Any, requests: int) -> int:
    """Play on; at every request what is shown, asked twice, must be what is worked out anew. Return how many were looked at."""
    for number in range(requests):
        request = battle.advance()
        if request is None:
            return number
        fight = state(battle)
        assert fight.moment is not None
        first, crowd = window(request), crowding(request)
        again = window(request)
        true, counted = anew(request, fight)
        assert differences(true, first) == differences(true, again) == {}
        assert crowd == counted
        step(battle, players)
    return requests


@pytest.mark.parametrize("name", sorted(scenarios.names("shots")))
def test_what_is_shown_is_as_if_worked_out_anew_in_every_shipped_fight(name: str) -> None:
    fought = scenarios.load(name, overrides=["rules.max_counts=40"])
    players = shipped(fought, 3)
    assert check(begin(fought, players, 3), players, 12) > 5


@settings(max_examples=15)
@given(documents(), seeds, st.integers(5, 20))
def test_and_when_anybody_does_anything(drawn: Document, seed: int, requests: int) -> None:
    fought = scenario(drawn)
    players = chaotic(fought, seed)
    check(begin(fought, players, seed), players, requests)


# what ends it


def test_what_an_answer_changes_shows_at_the_next_request() -> None:
    """S-RNG-2, S-ROL-2: Bo, who drops, has 3 more against shots from afar; Ana's friend sees it where Ana saw it stand."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=10), one("Al", "red", 1, shot=9))
    view = stage.until("Ana").view
    assert (view.foes[0].prone, view.foes[0].cover, view.expected(SHOOT)[0].need) == (False, 0, -1)
    stage.answer(Hold())
    stage.until("Bo")
    stage.answer(Drop())
    view = stage.until("Al").view
    bo = view.foes[0]
    assert bo.prone
    assert bo.cover > 0
    assert view.expected(SHOOT)[0].need == -1 + bo.cover


def test_a_defense_that_is_up_counts_in_the_same_instant() -> None:
    """S-DEF-1, S-DEF-4: Cy sees the attack on Bo before and after Bo is defended: it must reach 3 more."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=8), one("Cy", "blue", 12, shot=8), one("Di", "blue", 9, shot=8))
    stage.until("Ana")
    stage.answer(SHOOT)
    request = stage.until("Cy", "announced")
    before = request.view.announced[0].on("Bo").need
    stage.answer(DefendOther(target="Bo"))
    fight = stage.battle._fight.state
    assert fight.by_name["Bo"].guards == []  # answers are taken up together
    while (request := stage.battle.advance()) is not None and "announced" in request.reasons:
        stage.battle.answer(request, Hold())
    assert before == -1
    roll = next(event for event in stage.of("roll") if event.purpose == "attack")
    assert roll.need == before + 3


def test_a_forfeit_shows_to_those_who_are_asked_in_the_same_pass() -> None:
    """CLK-5: Ana has looked at Bo; then Bo is put out while Ana is still to answer."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10), one("Cy", "blue", 30))
    waiting: list[Request] = [request for request in (stage.battle.advance(),) if request is not None]
    fight = stage.battle._fight.state
    ana = next(request for request in fight.requests if request.combatant == "Ana")
    assert [foe.name for foe in ana.view.foes] == ["Bo", "Cy"]
    assert ana.legal(SHOOT) is None
    assert len(ana.view.expected(SHOOT)) == 1
    stage.battle.forfeit("Bo", "it does not answer")
    assert [foe.name for foe in ana.view.foes] == ["Cy"]
    assert (ana.legal(SHOOT) or "").startswith("CLK-4")
    assert waiting


def test_nothing_is_kept_between_two_decisions() -> None:
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=8))
    stage.until("Ana")
    fight = stage.battle._fight.state
    first = fight.moment
    assert first is not None
    stage.answer(Hold())
    stage.until("Bo")
    assert fight.moment is not None
    assert fight.moment is not first
    stage.battle.forfeit("Bo", "it does not answer")
    assert fight.moment is None


def test_a_window_that_is_kept_shows_the_present() -> None:
    """S-MOV-1: Bo runs 12 m toward Ana over 3 shots; the window of the first instant tells its distance at any later one."""
    stage = Standoff(one("Ana", "red", shot=10), one("Bo", "blue", 24, shot=10), one("Al", "red", 1, shot=9))
    kept = stage.until("Ana").view.foes[0]
    assert (kept.distance, kept.position) == (24.0, (24.0, 0.0))
    stage.answer(Hold())
    stage.until("Bo")
    stage.answer(Run(to=(0.0, 0.0)))
    assert stage.until("Al").t == 1.0
    assert (kept.distance, kept.position) == (20.0, (20.0, 0.0))


def test_where_a_movement_has_led_is_told_anew_at_every_count() -> None:
    """S-MOV-1: 12 m in 3 shots are 4 m a count."""
    others = [one(name, "red", shot=shot) for name, shot in (("Ana", 10), ("Al", 9), ("Ann", 8), ("Abe", 7))]
    stage = Standoff(*others, one("Bo", "blue", 24, shot=10))
    stage.until("Bo")
    stage.answer(Run(to=(0.0, 0.0)))
    found = []
    for name in ("Al", "Ann", "Abe"):
        bo = stage.until(name).view.seen("Bo")
        found.append((bo.position, bo.position))
    assert found == [((20.0, 0.0),) * 2, ((16.0, 0.0),) * 2, ((12.0, 0.0),) * 2]


def test_friends_near_an_opponent_are_counted_without_oneself_and_without_rounding() -> None:
    stage = Standoff(
        one("Ana", "red", 4), one("Al", "red", 6), one("Ann", "red", 0.004), one("Bo", "blue", 10, shot=8), one("Cy", "blue", 9.5, shot=8)
    )  # fmt: skip
    view = stage.until("Ana").view
    assert [view.friends_within("Bo", far) for far in (4.0, 4.001, 6.001, 9.99, 10.0)] == [0, 1, 1, 1, 2]
    with pytest.raises(KeyError):
        view.friends_within("Nobody", 3.0)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=2, max_size=6), st.floats(0, 120))
@settings(max_examples=30)
def test_so_many_as_are_so_near(places: list[tuple[float, float]], far: float) -> None:
    friends = [one(f"R{number}", "red", position=[x, y]) for number, (x, y) in enumerate(places)]
    stage = Standoff(*friends, one("Bo", "blue", 10, shot=8))
    view = stage.until("R0").view
    near = sum(hypot(x - 10.0, y - 0.0) < far for x, y in places[1:])
    assert view.friends_within("Bo", far) == near


def test_the_kinds_of_defense_stay_those_of_the_schticks_while_what_can_be_used_changes() -> None:
    """S-DEF-5: a Lightning Dodge comes once a sequence; what was found out of it in the first sequence is no answer in the second."""
    stage = Standoff(one("Ana", "red", schticks=[{"name": "lightning_dodge"}], weapons=[PISTOL, GRENADE]), one("Bo", "blue", 10, shot=8))

    def kinds() -> list[str]:
        return [kind.kind for kind in stage.until("Ana").view.me.defenses if kind.value == "dodge"]

    assert kinds() == ["lightning_dodge", "dodge", "parry"]
    stage.answer(Defend(kind="lightning_dodge"))
    assert kinds() == ["dodge", "parry"]
    stage.answer(Hold())
    assert kinds() == ["lightning_dodge", "dodge", "parry"]


def test_nothing_is_kept_while_anything_happens() -> None:
    """Between the answers and the next requests no handler finds what was found out before."""
    fought = scenarios.load("shootout_in_cover")
    players = shipped(fought, 1)
    battle = begin(fought, players, 1)
    found: list[object] = []

    def watched(handler: Any) -> Any:
        def handle(items: list[Any]) -> None:
            found.append(state(battle).moment)
            handler(items)

        return handle

    clock: Any = battle._clock
    clock.handlers = [handler and watched(handler) for handler in clock.handlers]
    for _ in range(60):
        request = battle.advance()
        assert request is not None
        window(request)
        step(battle, players)
    assert len(found) > 60
    assert set(found) == {None}


def test_a_window_made_while_nobody_is_asked_shows_the_present_too() -> None:
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10))
    view = stage.until("Ana").view
    bo = stage.fighter("Bo")
    kept = view.foes[0]
    assert kept.distance == 10.0
    bo.x = 7.0
    assert kept.distance == 7.0


def test_a_weapon_is_reckoned_by_the_way_it_is_used() -> None:
    """S-MOV-1, S-RNG-1: a sword strikes within reach, and would fly farther; neither answer stands for the other."""
    stage = Standoff(one("Ana", "red", weapons=[SWORD]), one("Bo", "blue", 10, shot=8))
    view = stage.until("Ana").view
    strike, throw = Attack(target="Bo", weapon="sword"), Throw(target="Bo", weapon="sword")
    assert (len(view.expected(strike)), len(view.expected(throw)), len(view.expected(strike))) == (0, 1, 0)


def test_each_side_counts_its_own_friends() -> None:
    stage = Standoff(one("Ana", "red", 1), one("Al", "red", 9), one("Gus", "green", 0), one("Bo", "blue", 10, shot=8))
    waiting = stage.until("Ana")
    gus = next(request for request in stage.battle._fight.state.requests if request.combatant == "Gus")
    assert (waiting.view.friends_within("Bo", 5.0), gus.view.friends_within("Bo", 5.0)) == (1, 0)
