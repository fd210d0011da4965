"""Stages of press and retreat (C-STG-1, C-STG-2, C-STG-3)."""

import itertools

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.counts.rules import CountsRules
from engine.counts.stages import FAR, LABELS, Stage, StageEffect, effect, hundredths, stage_table
from engine.errors import InputError

RULES = CountsRules()
LENGTHS = st.integers(0, 2500).map(lambda cents: cents / 100)

WORKED = {
    3.0: {
        9: "out", 8.5: "retreat_3", 8: "retreat_3", 7: "retreat_2", 6: "retreat_1", 5.5: "optimal", 4.01: "optimal",
        4: "press_1", 3: "press_2", 2: "press_3", 1.9: "over_1", 1.5: "over_1", 1.4: "over_2", 0.75: "over_2",
        0.7: "over_3",
    },
    8.0: {
        16: "out", 15.9: "retreat_3", 14.5: "retreat_3", 13: "retreat_2", 11.5: "retreat_1", 8.5: "press_1",
        7: "press_2", 5.5: "press_3", 5.4: "over_1", 4: "over_1", 3.9: "over_2", 2: "over_2", 1.9: "over_3",
    },
}  # fmt: skip


def stage_at(length: float, distance: float) -> str:
    return stage_table(length, RULES).at(hundredths(distance)).label


@pytest.mark.parametrize(
    ("length", "distance", "stage"),
    [(length, distance, stage) for length, row in WORKED.items() for distance, stage in row.items()],
)
def test_the_worked_distances_stand_at_their_stage(length: float, distance: float, stage: str) -> None:
    """C-STG-2, worked for weapons of 3 and 8 ft."""
    assert stage_at(length, distance) == stage


@pytest.mark.parametrize(
    ("length", "unit", "optimal", "press_3", "out"),
    [
        (3.0, 1.0, 5.0, 2.0, 9.0),
        (6.0, 1.0, 8.0, 5.0, 12.0),
        (6.01, 1.5, 8.01, 3.51, 14.01),
        (8.0, 1.5, 10.0, 5.5, 16.0),
    ],
)
def test_the_unit_is_longer_for_weapons_above_six_feet(
    length: float, unit: float, optimal: float, press_3: float, out: float
) -> None:
    """C-STG-1."""
    table = stage_table(length, RULES)
    assert (table.length, table.unit, table.optimal, table.press_3, table.out) == (length, unit, optimal, press_3, out)


def test_press_3_is_one_distance_and_a_hundredth_closer_is_the_over_press() -> None:
    """C-STG-2."""
    table = stage_table(3.0, RULES)
    assert table.span(Stage.PRESS_3) == (200, 200)
    assert [table.at(cents) for cents in (201, 200, 199)] == [Stage.PRESS_2, Stage.PRESS_3, Stage.OVER_1]


def test_a_weapon_of_one_foot_or_less_is_never_over_pressed() -> None:
    """C-STG-2."""
    for length in (0.0, 0.5, 1.0):
        assert {stage_table(length, RULES).at(cents) for cents in range(2000)}.isdisjoint(
            {Stage.OVER_1, Stage.OVER_2, Stage.OVER_3}
        )


def test_a_two_foot_weapon_has_no_over_1() -> None:
    """C-STG-2: its Press 3 stands at 1 ft, which is half its length."""
    table = stage_table(2.0, RULES)
    assert table.span(Stage.OVER_1) is None
    assert table.at(99) is Stage.OVER_2
    assert table.span(Stage.OVER_2) == (50, 99)
    assert table.span(Stage.OVER_3) == (0, 49)


@pytest.mark.parametrize(
    ("feet", "cents"), [(4.004999, 400), (4.005, 401), (0.285, 29), (2.675, 268), (4.0, 400), (1234567.125, 123456713)]
)
def test_distances_round_half_up_to_a_hundredth_of_a_foot(feet: float, cents: int) -> None:
    """C-MOD-6."""
    assert hundredths(feet) == cents


@pytest.mark.parametrize(
    ("stage", "hit", "damage", "wsd"),
    [
        ("retreat_3", -30, -3, 3.0), ("retreat_2", -20, -2, 2.0), ("retreat_1", -10, -1, 1.0), ("optimal", 0, 0, 0.0),
        ("press_1", 10, 1, -1.0), ("press_2", 20, 2, -2.0), ("press_3", 30, 3, -3.0),
    ],
)  # fmt: skip
def test_each_stage_has_the_modifiers_of_the_table(stage: str, hit: int, damage: int, wsd: float) -> None:
    """C-STG-3."""
    assert effect(LABELS[stage], RULES) == StageEffect(True, hit, damage, wsd)


def test_the_over_press_halves_and_quarters_and_over_3_and_out_allow_nothing() -> None:
    """C-STG-3; Out slows a declaration as Retreat 3 does (C-TIM-8)."""
    over_1, over_2 = effect(Stage.OVER_1, RULES), effect(Stage.OVER_2, RULES)
    assert (over_1.hit_factor, over_1.damage_factor, over_1.wsd_factor) == (0.5, 0.5, 1.0)
    assert (over_2.hit_factor, over_2.damage_factor, over_2.wsd_factor) == (0.25, 0.25, 1.5)
    assert [effect(stage, RULES).possible for stage in (Stage.OUT, Stage.OVER_1, Stage.OVER_2, Stage.OVER_3)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert effect(Stage.OUT, RULES).wsd == 3.0


def test_a_scenario_can_change_the_stage_constants() -> None:
    """C-STG-1, C-STG-3: the rule set's figures, not figures of the code."""
    rules = attrs.evolve(RULES, stage_unit=0.5, optimal_extra=1.0, stage_hit=5, over1_factor=0.75)
    assert stage_table(3.0, rules).press_3 == 2.5
    assert effect(Stage.PRESS_2, rules).hit == 10
    assert effect(Stage.OVER_1, rules).hit_factor == 0.75


def test_press_3_of_an_uneven_unit_stands_at_the_nearest_hundredth() -> None:
    """C-MOD-6: 5 - 3 x 0.333 = 4.001 ft is compared as 4.00."""
    table = stage_table(3.0, attrs.evolve(RULES, stage_unit=0.333))
    assert table.span(Stage.PRESS_3) == (400, 400)


@pytest.mark.parametrize("length", [-0.01, 3.125, float("nan"), float("inf")])
def test_a_length_that_is_no_length_is_refused_in_words(length: float) -> None:
    with pytest.raises(InputError, match="two decimals"):
        stage_table(length, RULES)


@given(length=LENGTHS)
def test_the_spans_tile_the_line_from_nothing_to_far(length: float) -> None:
    """C-STG-2: every distance has exactly one stage."""
    table = stage_table(length, RULES)
    spans = [span for stage in reversed(Stage) if (span := table.span(stage))]
    assert spans[0][0] == 0
    assert spans[-1][1] == FAR
    assert all(nearer[1] + 1 == farther[0] for nearer, farther in itertools.pairwise(spans))


@given(length=LENGTHS, near=st.integers(0, 5000), farther=st.integers(0, 5000))
def test_going_back_never_presses_closer(length: float, near: int, farther: int) -> None:
    """C-STG-2."""
    table = stage_table(length, RULES)
    assert table.at(near + farther) <= table.at(near)


@given(length=LENGTHS, cents=st.integers(0, 5000))
def test_a_stage_holds_exactly_within_its_span(length: float, cents: int) -> None:
    """C-STG-2."""
    table = stage_table(length, RULES)
    holding = [stage for stage in Stage if (span := table.span(stage)) and span[0] <= cents <= span[1]]
    assert holding == [table.at(cents)]


@given(length=LENGTHS, cents=st.integers(0, 5000))
def test_the_stages_are_those_of_the_formula(length: float, cents: int) -> None:
    """C-STG-2, written as the rule states it, in hundredths so that nothing rounds."""
    whole = round(length * 100)
    unit, ahead = (150, whole + 200 - cents) if whole > 600 else (100, whole + 200 - cents)
    if ahead > 3 * unit:
        stage = "over_1" if 2 * cents >= whole else "over_2" if 4 * cents >= whole else "over_3"
    elif ahead >= 0:
        stage = ("optimal", "press_1", "press_2", "press_3")[ahead // unit]
    else:
        stage = ("optimal", "retreat_1", "retreat_2", "retreat_3", "out")[min(-ahead // unit, 4)]
    assert stage_table(length, RULES).at(cents).label == stage
