"""Group sense on the squares: shots at who threatens a badly hurt friend, spread over opponents, the wounded seek cover."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agents.registry import parameters
from agents.squares_group import Group

USUAL = {"rescue": 1, "crowd": 0, "wary": 1}


def foe(arc: str = "front", weapon: Any = "rifle") -> SimpleNamespace:
    return SimpleNamespace(name="Bo", square=(10, 0), weapon=weapon, arc=lambda square: arc)


def view(one: Any, *friends: tuple[tuple[int, int], str], hidden: bool = False, condition: str = "unhurt") -> SimpleNamespace:
    """Return what a soldier at the origin sees: one opponent, and friends by square and condition."""
    return SimpleNamespace(
        me=SimpleNamespace(square=(0, 0), condition=condition),
        friends=[SimpleNamespace(square=square, condition=fares) for square, fares in friends],
        seen=lambda name: one,
        hidden=lambda start, end: hidden,
    )


def factor(seen: Any, **params: float) -> float:
    made = Group({**USUAL, **params})
    made.look(seen)
    return made.factor(seen, "Bo")


def test_as_it_comes_nobody_is_rather_shot_at() -> None:
    assert factor(view(foe(), ((9, 0), "badly_hurt"))) == 1.0


def test_who_can_shoot_at_a_badly_hurt_friend_is_rather_shot_at() -> None:
    assert factor(view(foe(), ((5, 5), "badly_hurt")), rescue=3) == 3.0
    assert factor(view(foe(), ((5, 5), "hurt")), rescue=3) == 1.0


@pytest.mark.parametrize(
    ("one", "hidden"), [(foe(arc="rear"), False), (foe(weapon=None), False), (foe(), True)], ids=["behind it", "unarmed", "hidden"]
)
def test_who_cannot_shoot_at_that_friend_is_not(one: Any, hidden: bool) -> None:
    """P-LOS-2, P-LOS-5."""
    assert factor(view(one, ((5, 5), "badly_hurt"), hidden=hidden), rescue=3) == 1.0


def test_friends_who_are_nearer_take_from_the_wish() -> None:
    """Two of three are nearer than ten squares: 1 / (1 + 2 x 0.5)."""
    friends = (((5, 0), "unhurt"), ((9, 3), "hurt"), ((0, 9), "unhurt"))
    assert factor(view(foe(), *friends), crowd=0.5) == pytest.approx(0.5)


def test_a_place_on_the_ground_is_nobody() -> None:
    made = Group({**USUAL, "rescue": 3})
    assert made.factor(view(foe()), None) == 1.0


@pytest.mark.parametrize(("condition", "shelter"), [("unhurt", 0.5), ("hurt", 0.5), ("badly_hurt", 2.0)])
def test_who_is_badly_hurt_looks_for_better_cover(condition: str, shelter: float) -> None:
    """So that others are shot at instead."""
    assert Group({**USUAL, "wary": 4}).shelter(view(foe(), condition=condition), 0.5) == shelter


@pytest.mark.parametrize("policy", ["rifleman", "rusher", "flanker", "suppressor"])
def test_every_policy_of_steps_takes_the_numbers_and_has_them_off(policy: str) -> None:
    usual = {parameter.name: parameter.default for parameter in parameters(policy)}
    assert {name: usual[name] for name in USUAL} == USUAL
