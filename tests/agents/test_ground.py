"""Where weapons are worth most: distances that follow from the stages (C-STG-2, C-STG-3)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from agents.ground import Ground
from engine.counts.rules import CountsRules


def weapon(length: float, w: float = 10.0) -> SimpleNamespace:
    return SimpleNamespace(length=length, w=w)


@pytest.fixture
def ground() -> Ground:
    return Ground(CountsRules())


@pytest.mark.parametrize(("length", "press_3"), [(3, 2.0), (8, 5.5), (7, 4.5), (1, 0.5)])
def test_the_nearest_good_distance_is_press_3_but_never_nearer_than_anyone_comes(ground, length, press_3):
    assert ground.nearest(length) == press_3


def test_out_of_reach_and_over_3_a_weapon_is_worth_nothing(ground):
    assert ground.rate(3, 10, 9.0) == 0.0
    assert ground.rate(3, 10, 0.7) == 0.0
    assert ground.rate(3, 10, 2.0) > ground.rate(3, 10, 5.0) > ground.rate(3, 10, 8.0) > 0.0


def test_equal_weapons_are_best_at_their_optimal_distance(ground):
    assert ground.best(weapon(3), weapon(3)) == 5.0


def test_a_spear_stays_where_a_sword_is_far(ground):
    best = ground.best(weapon(7), weapon(3))
    assert ground.stage(3, best).label in ("out", "retreat_3", "retreat_2")
    assert ground.rate(7, 10, best) > 0.0


def test_a_sword_goes_where_a_spear_is_over_pressed(ground):
    best = ground.best(weapon(3), weapon(7))
    assert ground.stage(7, best).label in ("over_1", "over_2", "over_3")
    assert ground.rate(3, 10, best) > 0.0


def test_against_empty_hands_one_stands_at_press_3(ground):
    assert ground.best(weapon(3), None) == 2.0


def test_coming_closer_pays_a_sword_against_a_spear_and_going_back_pays_the_spear(ground):
    """At 5 ft the sword is optimal and the spear at Press 2; inside 4.5 ft the spear is over-pressed."""
    assert ground.pays(weapon(3), weapon(7), 5.0, -1) > 0.1
    assert ground.pays(weapon(7), weapon(3), 4.0, 1) > 0.1


def test_ground_pays_nothing_between_equal_weapons(ground):
    assert ground.pays(weapon(3), weapon(3), 5.0, -1) == 0.0
    assert ground.pays(weapon(3), weapon(3), 5.0, 1) == 0.0


def test_two_weapons_out_of_reach_are_even(ground):
    assert ground.pays(weapon(3), weapon(3), 20.0, -1) == 0.0
