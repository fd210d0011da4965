"""One attack of the shots system (S-ROL-1 to S-ROL-3, S-RNG-3)."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.shots.attack import chain_is_whole, difficulty, is_wonder, open_roll, outcome, wounds
from engine.shots.rules import ShotsRules

RULES = ShotsRules()


def test_sixes_are_added_and_the_negative_die_is_taken_off() -> None:
    """S-ROL-1: worked, +6+6+1/-4 is +9."""
    assert open_roll([6, 6, 1], [4]) == 9
    assert open_roll([4], [6, 5]) == -7


@pytest.mark.parametrize(
    ("faces", "whole"),
    [([5], True), ([6, 6, 1], True), ([6], False), ([5, 2], False), ([], False), ([0], False), ([7], False)],
)
def test_a_chain_goes_on_after_sixes_only_and_ends_with_another_face(faces: list[int], whole: bool) -> None:
    """S-ROL-1."""
    assert chain_is_whole(faces, RULES) is whole


def test_both_first_dice_six_is_something_out_of_the_ordinary() -> None:
    """S-ROL-1."""
    assert is_wonder([6, 2], [6, 1], RULES)
    assert not is_wonder([6, 2], [5], RULES)


def test_the_worked_attack() -> None:
    """S-ROL-2, S-ROL-3: skill 14, +5/-2 against Dodge 13: Outcome 4, and 6 Wound Points, 8 when armor is ignored."""
    got = outcome(14 + open_roll([5], [2]), difficulty(13, 0, None), False, RULES)
    assert got == 4
    assert wounds(10, got, 6, 2, ignores_armor=False) == 6
    assert wounds(10, got, 6, 2, ignores_armor=True) == 8


def test_meeting_the_difficulty_is_a_hit_and_a_miss_does_nothing() -> None:
    """S-ROL-2: at or above hits."""
    assert wounds(10, outcome(13, 13, False, RULES), 6, 2, False) == 2
    assert wounds(100, outcome(12, 13, False, RULES), 6, 2, False) == 0


def test_a_wonder_lifts_the_outcome_of_a_hit_only() -> None:
    """S-ROL-1: +3 Outcome on a hit; a miss is a fumble and stays a miss."""
    assert outcome(15, 13, True, RULES) == 5
    assert outcome(12, 13, True, RULES) == -1
    assert outcome(15, 13, True, attrs.evolve(RULES, wonder_outcome=0)) == 2


def test_a_moving_target_is_at_least_as_hard_to_hit_as_its_move() -> None:
    """S-RNG-3."""
    assert difficulty(7, 2, 12) == 12
    assert difficulty(7, 6, 12) == 13


@given(damage=st.integers(0, 30), got=st.integers(-20, 40), toughness=st.integers(0, 15), armor=st.integers(0, 10))
def test_armor_never_adds_wounds_and_wounds_are_never_negative(
    damage: int, got: int, toughness: int, armor: int
) -> None:
    """S-ROL-3."""
    assert 0 <= wounds(damage, got, toughness, armor, False) <= wounds(damage, got, toughness, armor, True)
