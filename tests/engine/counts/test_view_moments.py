"""A view serves its fighter for the whole battle, and what it has worked out never outlives its moment (CLK-5, C-PER-1)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

import pytest
from duels import fighter, sword

from agents import make
from engine import Battle, Request
from engine.counts.actions import Draw, Hold
from engine.counts.view import View
from scenarios import from_document, load


def three() -> Battle:
    """Ana at 0 against Bo at 5 and Cid at 5.5; all are asked at 0."""
    fighters = [fighter("Ana", "red", 0), fighter("Bo", "blue", 5), fighter("Cid", "blue", 5.5)]
    document = {
        "schema": "couched.scenario/1", "name": "moments", "system": "counts", "combatants": fighters,
        "rules": {"max_counts": 30, "notice_commit": 0},
    }  # fmt: skip
    return Battle(from_document(document))


def requests_of(name: str, most: int = 150) -> Iterator[Request]:
    """The first requests of a shipped fight, answered by its own agents after they were looked at."""
    scenario = load(name)
    players = {one.name: make(scenario.agents[one.name], one.name, scenario, 4) for one in scenario.combatants}
    standing = {who: player.standing for who, player in players.items() if hasattr(player, "standing")}
    battle = Battle(scenario, 4, standing=standing, record=False)
    while most and (request := battle.advance()) is not None:
        yield request
        battle.answer(request, players[request.combatant].decide(request))
        most -= 1


def looked(view: View) -> list[Any]:
    """What a view keeps for a moment or longer: who stands where, how far off, with what in hand, and the chances."""
    found: list[Any] = [[(tool.name, tool.in_hand) for tool in view.me.kit], [tool.name for tool in view.me.weapons]]
    for other in (*view.foes, *view.friends):
        held = [tool.name for tool in other.weapons]
        chances = [view.chance(other.name, tool.name) for tool in view.me.weapons]
        found.append((other.name, other.distance, other.in_sight, held, chances))
    return found


def test_who_forfeits_while_others_are_asked_is_no_opponent_any_more() -> None:
    battle = three()
    request = battle.advance()
    assert request is not None
    assert request.combatant == "Ana"
    view = request.view
    assert [foe.name for foe in view.foes] == ["Bo", "Cid"]
    battle.forfeit("Bo", "it does not answer")
    assert [foe.name for foe in view.foes] == ["Cid"]
    assert not view.seen("Bo").able


@pytest.mark.parametrize("name", ["duel", "three_on_three", "skirmish_in_ruins"])
def test_a_view_shows_at_every_request_what_one_made_at_that_moment_shows(name: str) -> None:
    """Each view is looked at twice, before and after the others of its pass; what was kept from before would differ."""
    for request in requests_of(name):
        kept = request.view
        assert looked(kept) == looked(View(kept._fight, kept._fighter))
        assert looked(kept) == looked(View(kept._fight, kept._fighter))


def test_distances_go_with_the_places_and_friends_are_none_of_the_foes() -> None:
    """C-MOD-6: to 0.01 ft, no nearer than 0.5; everybody stands on one level here."""
    moved = set()
    for request in requests_of("duel"):
        [foe], me = request.view.foes, request.view.me
        (ax, ay), (bx, by) = me.position, foe.position
        assert foe.distance == pytest.approx(max(0.5, hypot(bx - ax, by - ay)), abs=0.0051)
        assert request.view.friends == ()
        moved.add(foe.distance)
    assert len(moved) > 3


def test_a_fighter_is_hindered_by_an_action_by_lying_by_a_bleeding_wound_and_by_a_locked_weapon() -> None:
    told = set()
    for request in requests_of("three_on_three"):
        me = request.view.me
        facts = me.action is not None, me.prone, me.bleeding > 0, any(tool.locked for tool in me.weapons)
        assert me.is_hindered() is any(facts)
        told.add(any(facts))
    assert told == {True, False}


def test_the_last_view_tells_the_end_of_the_battle() -> None:
    last = None
    for request in requests_of("duel", 10_000):
        last = request
    assert last is not None
    view = last.view
    assert [foe.name for foe in view.foes] == [one.name for one in view._fight.fighters if one.able and one is not view._fighter]


def test_a_weapon_that_is_drawn_is_in_hand_for_everybody_who_looks() -> None:
    """C-THR-1: with INIT 0 the knife is drawn at 8, into the right hand, in place of the sword; one view serves each all along."""
    ana = fighter("Ana", "red", 0, weapons=[sword(), sword(name="axe"), sword(name="knife")])
    document = {
        "schema": "couched.scenario/1", "name": "drawing", "system": "counts", "combatants": [ana, fighter("Bo", "blue", 5)],
        "rules": {"max_counts": 12},
    }  # fmt: skip
    battle, views = Battle(from_document(document)), set()
    shown: dict[tuple[float, str], list[str]] = {}
    while (request := battle.advance()) is not None:
        view = request.view
        ana_seen = view.me if request.combatant == "Ana" else view.seen("Ana")
        shown[request.t, request.combatant] = [tool.name for tool in ana_seen.weapons]
        views.add((request.combatant, id(view)))
        first = request.combatant == "Ana" and request.t == 0
        request.wake = request.t + 4
        battle.answer(request, Draw(weapon="knife") if first else Hold())
    assert shown[0, "Ana"] == shown[4, "Bo"] == ["sword", "axe"]
    assert shown[8, "Ana"] == shown[8, "Bo"] == ["knife", "axe"]
    assert len(views) == 2
