"""The script agent in a shots fight: own shots, answers to others, and what an order leaves out (contract 4, section 8).

A first shot is the initiative die that a test gives and Speed 6 (S-SEQ-1); shot s of a sequence whose highest is I is called at
count I - s (S-SEQ-2). Fights are over before the second sequence begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import agents
from agents.orders import read
from engine import Battle, InputError
from engine.errors import AgentError
from scenarios import from_document

Orders = Sequence[Mapping[str, Any]]

PISTOL = {"name": "pistol", "range": "normal", "damage": 0, "feed": "clip", "magazine": 6, "ammunition": 6}
KNIFE = {"name": "knife", "range": "melee", "damage": 0}
GRENADE = {"name": "grenade", "range": "short", "damage": 0, "thrown": True, "radius": 2}
FISTS = {"name": "fists", "range": "melee", "damage": 0, "hands": 0}


def character(name: str, side: str, x: float, orders: Orders = (), **has: Any) -> dict[str, Any]:
    """A character that nothing here can hurt: Toughness 1000."""
    return {
        "name": name, "side": side, "position": [x, 0.0], "speed": 6, "move": 6, "toughness": 1000,
        "weapons": [PISTOL, FISTS], "agent": {"policy": "script", "orders": list(orders)}, **has,
    }  # fmt: skip


def decisions(*fighters: dict[str, Any], dice: Mapping[str, int]) -> list[tuple[float, str, str, dict[str, Any]]]:
    """Fight the first sequence and return who decided what when: count, name, first reason, option."""
    rules = {"max_counts": max(dice.values()) + 5}
    scenario = from_document(
        {"schema": "couched.scenario/1", "name": "Test", "system": "shots", "rules": rules, "combatants": list(fighters)}
    )
    players = {name: agents.make(spec, name, scenario) for name, spec in scenario.agents.items()}
    rolls = {f"{name}/initiative": [[face]] for name, face in dice.items()}
    battle = Battle(scenario, rolls=rolls, standing={name: player.standing for name, player in players.items()})
    while request := battle.advance():
        battle.answer(request, players[request.combatant].decide(request))
    return [
        (event.t, event.actor or "", event.reason[0], event.option)  # type: ignore[attr-defined]
        for event in battle.events if event.type == "decision"
    ]  # fmt: skip


def of(name: str, made: Sequence[tuple[float, str, str, dict[str, Any]]]) -> list[tuple[float, str, dict[str, Any]]]:
    """Return what one of them decided."""
    return [(t, reason, option) for t, who, reason, option in made if who == name]


def test_an_order_means_the_nearest_opponent_and_the_first_weapon_that_can_be_used_on_it() -> None:
    ana = character("Ana", "red", 0.0, [{"do": "attack"}], weapons=[KNIFE, PISTOL, FISTS])
    far, near = character("Far", "blue", 12.0), character("Near", "blue", -9.0)
    made = decisions(ana, far, near, dice={"Ana": 6, "Far": 1, "Near": 1})
    assert of("Ana", made)[0] == (0.0, "start", {"do": "attack", "target": "Near", "weapon": "pistol"})


def test_an_order_waits_for_its_own_shot_when_an_attack_is_announced_first() -> None:
    ana, bo = character("Ana", "red", 0.0, [{"do": "attack"}]), character("Bo", "blue", 9.0, [{"do": "attack"}])
    made = of("Ana", decisions(ana, bo, dice={"Ana": 1, "Bo": 6}))
    assert [(t, reason, option["do"]) for t, reason, option in made[:2]] == [
        (0.0, "announced", "hold"), (5.0, "start", "attack"),
    ]  # fmt: skip


def test_an_order_that_is_legal_in_answer_is_taken_there() -> None:
    ana, bo = character("Ana", "red", 0.0, [{"do": "defend"}]), character("Bo", "blue", 9.0, [{"do": "attack"}])
    assert of("Ana", decisions(ana, bo, dice={"Ana": 1, "Bo": 6}))[0] == (0.0, "announced", {"do": "defend"})


def test_an_illegal_order_at_ones_own_shot_is_an_error_that_names_it() -> None:
    ana, bo = character("Ana", "red", 0.0, [{"do": "attack", "weapon": "fists"}]), character("Bo", "blue", 9.0)
    with pytest.raises(AgentError, match=r'agent of Ana: orders\[0\] \(do = "attack", weapon = "fists"\) is not legal at count 0'):
        decisions(ana, bo, dice={"Ana": 6, "Bo": 1})


def test_an_illegal_order_on_its_own_reason_is_an_error_even_in_answer_to_another() -> None:
    ana = character("Ana", "red", 0.0, [{"on": "announced", "do": "reload", "weapon": "pistol"}])
    with pytest.raises(AgentError, match="agent of Ana"):
        decisions(ana, character("Bo", "blue", 9.0, [{"do": "attack"}]), dice={"Ana": 1, "Bo": 6})


def test_an_order_ahead_lets_the_shots_run_down_and_is_taken_on_the_shot_of_its_count() -> None:
    ana, bo = character("Ana", "red", 0.0, [{"at": 4, "do": "attack"}]), character("Bo", "blue", 9.0)
    made = of("Ana", decisions(ana, bo, dice={"Ana": 6, "Bo": 1}))
    assert [(t, reason, option["do"]) for t, reason, option in made[:2]] == [(0.0, "start", "hold"), (4.0, "hold_expired", "attack")]


def test_a_timer_that_runs_out_between_two_of_its_own_shots_lets_the_order_wait() -> None:
    orders = [{"do": "attack"}, {"at": 1, "do": "attack"}]
    ana, bo = character("Ana", "red", 0.0, orders), character("Bo", "blue", 9.0)
    made = of("Ana", decisions(ana, bo, dice={"Ana": 6, "Bo": 1}))
    assert [(t, option["do"]) for t, _, option in made[:3]] == [(0.0, "attack"), (1.0, "hold"), (3.0, "attack")]


def test_an_attack_on_one_who_comes_closer_is_a_free_shot() -> None:
    schticks = [{"name": "stand_and_deliver"}]
    ana = character("Ana", "red", 0.0, [{"on": "closing", "do": "attack"}], schticks=schticks)
    bo = character("Bo", "blue", 20.0, [{"do": "run", "toward": "Ana"}])
    nearer = character("Cy", "blue", -3.0)
    made = of("Ana", decisions(ana, bo, nearer, dice={"Ana": 1, "Bo": 6, "Cy": 1}))
    assert made[0] == (0.0, "closing", {"do": "attack", "target": "Bo", "weapon": "pistol", "shots": 0})


def test_defending_another_means_whoever_is_attacked() -> None:
    ana = character("Ana", "red", 0.0, [{"on": "announced", "do": "defend_other"}])
    friend, other = character("Di", "red", 3.0), character("Ed", "red", -2.0)
    bo = character("Bo", "blue", 9.0, [{"do": "attack", "target": "Di"}])
    made = decisions(ana, friend, other, bo, dice={"Ana": 5, "Di": 1, "Ed": 1, "Bo": 6})
    assert of("Ana", made)[0] == (0.0, "announced", {"do": "defend_other", "target": "Di"})


def test_drawing_means_the_first_weapon_that_is_not_in_hand() -> None:
    ana = character("Ana", "red", 0.0, [{"do": "draw"}], weapons=[FISTS, PISTOL, KNIFE], in_hand=False)
    made = decisions(ana, character("Bo", "blue", 9.0), dice={"Ana": 6, "Bo": 1})
    assert of("Ana", made)[0] == (0.0, "start", {"do": "draw", "weapon": "pistol"})


@pytest.mark.parametrize(("order", "where"), [({"point": [4.0, 0.0]}, {"at": (4.0, 0.0)}), ({}, {"target": "Bo"})])
def test_an_area_attack_goes_to_its_point_and_without_one_to_the_nearest_opponent(
    order: dict[str, Any], where: dict[str, Any]
) -> None:
    ana = character("Ana", "red", 0.0, [{"do": "area", **order}], weapons=[GRENADE])
    made = of("Ana", decisions(ana, character("Bo", "blue", 9.0), dice={"Ana": 6, "Bo": 1}))
    assert made[0] == (0.0, "start", {"do": "area", "weapon": "grenade", **where})


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ({"do": "move"}, "a move with no goal"),
        ({"do": "run", "toward": "Bo", "away": "Cy"}, "a run with toward and away"),
        ({"do": "area", "at": [1.0, 2.0]}, "[1.0, 2.0]"),
        ({"do": "wait"}, "wait without `shot`"),
        ({"do": "couch"}, "'couch'"),
        ({"do": "attack", "on": "couched"}, "'couched'"),
        ({"do": "attack", "hurry": True}, "'hurry'"),
    ],
)  # fmt: skip
def test_an_order_of_another_system_or_that_makes_no_sense_is_refused(order: dict[str, Any], found: str) -> None:
    with pytest.raises(InputError) as caught:
        read([order], "orders", "shots")
    assert caught.value.found == found
