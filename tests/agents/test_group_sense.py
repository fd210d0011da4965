"""Fighters choose their foes with an eye on their friends: they spread, finish who is down, and keep to their own (counts)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from agents.registry import make
from engine.scenario import AgentSpec, Scenario
from scenarios import load
from studies.run import run


def seen(name: str, x: float, **more: Any) -> SimpleNamespace:
    """Return somebody on the x axis, as Ana sees it from 0."""
    usual = {"prone": False, "stunned": False, "hurt": False, "able": True, "velocity": (0.0, 0.0)}
    return SimpleNamespace(name=name, distance=abs(x), position=(x, 0.0), **{**usual, **more})


@pytest.fixture
def chosen(fight: Scenario, asked: Callable[[str], Any]) -> Callable[..., list[str]]:
    """Return what tells whom a brawler with some numbers goes for, as one look after the other shows foes and friends."""

    def choose(*looks: tuple[list[Any], list[Any]], **params: float) -> list[str]:
        agent: Any = make(AgentSpec("brawler", params), "Ana", fight)
        view, names = asked("brawler").view, []
        for view.foes, view.friends in looks:
            names.append(agent._opponent(view).name)
        return names

    return choose


def test_of_two_it_takes_the_nearer(chosen: Callable[..., list[str]]) -> None:
    assert chosen(([seen("Bo", 10.0), seen("Cy", 12.0)], [])) == ["Bo"]


def test_a_friend_that_is_nearer_to_one_leaves_it_the_other(chosen: Callable[..., list[str]]) -> None:
    """10 ft and 3 for the friend are more than 12."""
    assert chosen(([seen("Bo", 10.0), seen("Cy", -12.0)], [seen("Al", 7.0)])) == ["Cy"]


@pytest.mark.parametrize("weak", ["prone", "stunned", "hurt"])
def test_who_is_down_is_finished_first(chosen: Callable[..., list[str]], weak: str) -> None:
    """8 ft: 17 less 8 is nearer than 10."""
    foes = [seen("Bo", 10.0), seen("Cy", 17.0, **{weak: True})]
    assert chosen((foes, [])) == ["Cy"]
    assert chosen((foes, []), finish=0) == ["Bo"]


def test_it_leaves_its_foe_only_for_one_who_is_much_handier(chosen: Callable[..., list[str]]) -> None:
    """By more than 2 ft."""
    before = [seen("Bo", 10.0), seen("Cy", 20.0)]
    assert chosen((before, []), ([seen("Cy", 8.5), seen("Bo", 10.0)], [])) == ["Bo", "Bo"]
    assert chosen((before, []), ([seen("Cy", 7.5), seen("Bo", 10.0)], [])) == ["Bo", "Cy"]


def test_without_a_turn_it_never_leaves_its_foe(chosen: Callable[..., list[str]]) -> None:
    before = [seen("Bo", 10.0), seen("Cy", 20.0)]
    assert chosen((before, []), ([seen("Cy", 1.0), seen("Bo", 10.0)], []), turn=0) == ["Bo", "Bo"]


def test_turning_decides_battles_of_three_against_three() -> None:
    """The same seeds with and without: some come out differently, so the choice is a real one."""
    usual = load("three_on_three")
    staid = load("three_on_three", overrides=[f"combatants.{name}.agent={{policy='brawler',turn=0,finish=0}}" for name in ("Aldo", "Berta")])
    winners = [[run(scenario, seed, record=False).winner for seed in range(15)] for scenario in (usual, staid)]
    assert winners[0] != winners[1]


@pytest.mark.parametrize("weak", ["prone", "stunned", "hurt", "unarmed"])
def test_who_is_upon_a_friend_that_needs_cover_is_fought_first(chosen: Callable[..., list[str]], weak: str) -> None:
    """Cy is 12 ft from Al and 18 from Ana: 12 ft less is nearer than 10; a friend that can look after itself is left to it."""
    more = {} if weak == "unarmed" else {weak: True}
    friend = seen("Al", -30.0, **{"weapons": [] if weak == "unarmed" else ["sword"], **more})
    whole = seen("Al", -30.0, weapons=["sword"])
    foes = [seen("Bo", 10.0), seen("Cy", -18.0)]
    assert chosen((foes, [friend]), cover=12) == ["Cy"]
    assert chosen((foes, [friend]), cover=0) == ["Bo"]
    assert chosen((foes, [whole]), cover=12) == ["Bo"]


def test_who_is_farther_from_that_friend_than_a_run_is_not_upon_it(chosen: Callable[..., list[str]]) -> None:
    """12.1 ft."""
    friend = seen("Al", -30.1, weapons=[])
    assert chosen(([seen("Bo", 10.0), seen("Cy", -18.0)], [friend]), cover=12) == ["Bo"]
