"""The clock of one attack (C-TIM-1 to C-TIM-4, C-TIM-8)."""

from typing import NamedTuple

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.counts import timing
from engine.counts.rules import CountsRules
from engine.counts.stages import Stage

RULES = CountsRules()


class Times(NamedTuple):
    """The moments of an attack: commit, impact, ready, couched again."""

    commit: float
    impact: float
    ready: float
    couched: float


def attack(w: float, stage: Stage = Stage.OPTIMAL, closing: float = 0.0, couched: bool = False) -> Times:
    x = timing.effective_x(w, stage, closing, RULES)
    assert x is not None
    windup, motion = (timing.couched_strike_times if couched else timing.strike_times)(x, RULES)
    impact = windup + motion
    return Times(windup, impact, impact + timing.recovery(x, w, RULES), impact + timing.recouch(x, w, RULES))


def test_an_attack_of_ten_counts_commits_at_5_lands_at_10_and_is_ready_at_15() -> None:
    """C-TIM-1, C-TIM-3: worked, W=10; or couched again at 20."""
    assert attack(10.0) == (5.0, 10.0, 15.0, 20.0)


def test_a_couched_strike_lands_after_three_quarters() -> None:
    """C-TIM-2: worked, couched at 5, released at 5: commit 7.5, impact 12.5, ready 17.5."""
    assert timing.couch_time(10.0, RULES) == 5.0
    assert attack(10.0, couched=True)[:3] == (2.5, 7.5, 12.5)


def test_an_attack_of_seven_counts_halves_without_rounding() -> None:
    """C-TIM-1, C-TIM-2: worked, W=7."""
    assert attack(7.0)[:3] == (3.5, 7.0, 10.5)
    assert attack(7.0, couched=True).impact == 5.25


def test_a_charger_is_struck_in_half_the_time_rounded_up_but_recovery_reads_the_weapon() -> None:
    """C-TIM-4, C-TIM-8: worked, W=9 against 3 ft/ct: X=5, ready 9.5."""
    assert attack(9.0, closing=3.0)[:3] == (2.5, 5.0, 9.5)


def test_closing_at_just_two_feet_a_count_is_not_a_charge() -> None:
    """C-TIM-8."""
    assert timing.effective_x(9.0, Stage.OPTIMAL, 2.0, RULES) == 9.0


def test_a_charge_takes_the_place_of_the_stage() -> None:
    """C-TIM-8: then the stage modifier, otherwise."""
    assert timing.effective_x(10.0, Stage.OVER_2, 6.0, RULES) == 5.0
    assert timing.effective_x(11.0, Stage.OUT, 6.0, RULES) == 6.0


@pytest.mark.parametrize(
    ("w", "stage", "x", "ready"),
    [
        (10.0, Stage.PRESS_3, 7.0, 12.0),
        (6.0, Stage.PRESS_3, 3.0, 6.0),
        (10.0, Stage.OVER_2, 15.0, 22.5),
        (10.0, Stage.OVER_1, 10.0, 15.0),
        (10.0, Stage.RETREAT_2, 12.0, 18.0),
        (10.0, Stage.OUT, 13.0, 19.5),
    ],
)
def test_the_stage_changes_x(w: float, stage: Stage, x: float, ready: float) -> None:
    """C-TIM-8, C-STG-3: the first three are worked; Out counts as Retreat 3."""
    assert timing.effective_x(w, stage, 0.0, RULES) == x
    assert attack(w, stage).ready == ready


def test_a_press_never_makes_x_less_than_half_of_w_nor_less_than_one() -> None:
    """C-TIM-8."""
    assert timing.effective_x(5.0, Stage.PRESS_3, 0.0, RULES) == 2.5
    assert timing.effective_x(1.0, Stage.PRESS_3, 0.0, RULES) == 1.0


def test_no_blow_can_be_declared_at_over_3_not_even_at_a_charger() -> None:
    """C-TIM-8."""
    assert timing.effective_x(10.0, Stage.OVER_3, 0.0, RULES) is None
    assert timing.effective_x(10.0, Stage.OVER_3, 6.0, RULES) is None


def test_w_adds_the_type_and_what_else_changes_the_weapon_and_is_never_below_one() -> None:
    """C-TIM-8, C-DMG-2."""
    assert timing.weapon_speed(9.0, 2.0, -1.5, RULES) == 9.5
    assert timing.weapon_speed(2.0, -5.0, 0.0, RULES) == 1.0


def test_recovery_is_half_of_x_or_of_w_whichever_is_longer_and_a_recouch_twice_that() -> None:
    """C-TIM-4."""
    assert timing.recovery(5.0, 9.0, RULES) == 4.5
    assert timing.recovery(13.0, 10.0, RULES) == 6.5
    assert timing.recouch(5.0, 9.0, RULES) == 9.0
    assert timing.recouch(13.0, 10.0, RULES) == 13.0


def test_no_binary_noise_is_seen() -> None:
    """CLK-1: counts are decimal and exact."""
    assert timing.weapon_speed(4.1, 0.8, 0.0, RULES) == 4.9
    assert timing.strike_times(8.7, RULES) == (4.35, 4.35)
    assert timing.couched_strike_times(3.1, RULES) == (0.775, 1.55)
    assert timing.effective_x(11.9, Stage.RETREAT_3, 0.0, RULES) == 14.9


def test_a_scenario_can_change_the_shares() -> None:
    """C-TIM-1, C-TIM-4: the rule set's figures, not figures of the code."""
    rules = attrs.evolve(RULES, windup_share=0.25, recovery_share=1.0, closing_speed=9.0)
    assert timing.strike_times(10.0, rules) == (2.5, 7.5)
    assert timing.recovery(10.0, 10.0, rules) == 10.0
    assert timing.effective_x(9.0, Stage.OPTIMAL, 8.0, rules) == 9.0


@given(
    w=st.integers(1000, 40_000).map(lambda thousandths: thousandths / 1000),
    stage=st.sampled_from([stage for stage in Stage if stage is not Stage.OVER_3]),
    closing=st.floats(0, 20),
)
def test_x_stays_between_half_of_w_and_one_and_a_half_or_three_more(w: float, stage: Stage, closing: float) -> None:
    """C-TIM-8."""
    x = timing.effective_x(w, stage, closing, RULES)
    assert x is not None
    assert max(w / 2, 1.0) - 1e-9 <= x <= max(1.5 * w, w + 3.0) + 1e-9
    assert sum(timing.strike_times(x, RULES)) == pytest.approx(x)
    assert sum(timing.couched_strike_times(x, RULES)) == pytest.approx(0.75 * x)
