"""Stopping rules: looks and bounds by hand, figures of fastchess, rates by simulation, no matter how scores arrive."""

from __future__ import annotations

import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from studies.intervals import score_interval
from studies.sprt import Sprt, log_likelihood_ratio
from studies.stopping import Decision, Looks, TargetError

QUARTERS = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0, math.nan])

# ---- the planned looks


def test_looks_grow_by_their_factor_rounded_up_and_end_at_the_most() -> None:
    assert Looks(100, 1.5, 1000).counts == (100, 150, 225, 338, 507, 761, 1000)
    assert Looks(10, 2, 80).counts == (10, 20, 40, 80)


def test_ten_times_1_1_is_eleven_battles() -> None:
    assert Looks(10, 1.1, 14).counts == (10, 11, 13, 14)


def test_looks_never_stand_still() -> None:
    assert Looks(1, 1.01, 5).counts == (1, 2, 3, 4, 5)


def test_a_single_look_is_a_plan_too() -> None:
    assert Looks(50, 1.5, 50).counts == (50,)
    assert len(Looks(50, 1.5, 50)) == 1


def test_the_look_after_a_number_of_battles_is_the_next_planned_one() -> None:
    looks = Looks(10, 2, 80)
    assert [looks.after(n) for n in (0, 9, 10, 39, 40, 80)] == [10, 10, 20, 40, 80, None]


@pytest.mark.parametrize(
    ("first", "growth", "most", "place"),
    [
        (0, 1.5, 10, "first look"), (2.0, 1.5, 10, "first look"), (True, 1.5, 10, "first look"),
        (20, 1.5, 10, "most battles"), (1, 1.0, 10, "growth"), (1, math.nan, 10, "growth"), (1, math.inf, 10, "growth"),
        (1, "2", 10, "growth"),
    ],
)  # fmt: skip
def test_a_plan_that_makes_no_sense_is_refused(first: int, growth: float, most: int, place: str) -> None:
    with pytest.raises(InputError, match=place):
        Looks(first, growth, most)


# ---- stopping at a target error

LOOKS = Looks(10, 2, 80)


def test_each_look_has_its_part_of_the_level_and_the_study_stops_when_half_the_width_is_reached() -> None:
    rule = TargetError(0.07, LOOKS)  # four looks: 98.75 percent each, z = 2.4977
    assert rule.level == pytest.approx(0.9875)
    found = rule.decide([1.0] * 80)  # half widths z2 / (n + z2) / 2: 0.192, 0.119, 0.067
    assert found is not None
    assert (found.verdict, found.battles, found.look, found.looks, found.decided) == ("reached", 40, 3, 4, True)
    assert found.statistic == pytest.approx(2.4977**2 / (40 + 2.4977**2) / 2, abs=1e-5)
    assert found.interval == score_interval({1.0: 40}, rule.level)
    assert found.confidence == 0.95


def test_before_the_first_look_nothing_is_decided() -> None:
    assert TargetError(0.5, LOOKS).decide([1.0] * 9) is None


def test_between_looks_nothing_new_is_decided() -> None:
    rule = TargetError(0.07, LOOKS)
    assert rule.decide([1.0] * 39) is None
    assert rule.decide([1.0] * 40) == rule.decide([1.0] * 79)


def test_at_the_most_the_study_ends_though_the_error_is_not_reached() -> None:
    found = TargetError(0.01, LOOKS).decide([0.0, 1.0] * 40)
    assert found is not None
    assert (found.verdict, found.battles, found.decided) == ("not reached", 80, False)


def test_the_target_may_be_one_of_differences() -> None:
    found = TargetError(0.2, LOOKS, span=(-1.0, 1.0)).decide([-1.0, 0.0, 1.0, 0.0] * 20)
    assert found is not None
    assert found.value == 0
    assert found.interval == pytest.approx((-found.statistic, found.statistic))


def test_battles_that_are_not_scored_count_for_the_looks_and_not_for_the_interval() -> None:
    found = TargetError(0.19, LOOKS).decide([math.nan] * 10 + [1.0] * 10)
    assert found is None  # ten scores in twenty battles: 0.192
    assert TargetError(0.2, LOOKS).decide([math.nan] * 10 + [1.0] * 10).battles == 20  # type: ignore[union-attr]


def test_nothing_but_errors_ends_at_the_most_with_nothing_known() -> None:
    found = TargetError(0.1, LOOKS).decide([math.nan] * 80)
    assert found is not None
    assert (found.verdict, found.interval) == ("not reached", (0.0, 1.0))
    assert math.isnan(found.value)


@pytest.mark.parametrize("error", [0.0, -1.0, math.nan, math.inf])
def test_an_error_that_is_none_is_refused(error: float) -> None:
    with pytest.raises(InputError, match=r"target error: found .*; allowed: a number above 0"):
        TargetError(error, LOOKS)


@given(st.lists(QUARTERS, min_size=80, max_size=80), st.floats(0.02, 0.4), st.floats(0.02, 0.4))
def test_a_greater_error_never_stops_later(scores: list[float], one: float, other: float) -> None:
    small, great = sorted((one, other))
    first, second = TargetError(small, LOOKS).decide(scores), TargetError(great, LOOKS).decide(scores)
    assert first is not None
    assert second is not None
    assert second.battles <= first.battles


def test_the_interval_at_the_stop_covers_the_share_at_least_as_often_as_promised() -> None:
    rng = numpy.random.default_rng(99)
    rule = TargetError(0.08, Looks(20, 1.5, 400))
    held = 0
    for draws in rng.random((300, 400)) < 0.85:
        found = rule.decide(draws.astype(float).tolist())
        assert found is not None
        held += found.interval.holds(0.85)
    assert held / 300 >= 0.95


# ---- the sequential test


def pentanomial(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> dict[float, int]:
    return {0.0: ll, 0.25: ld, 0.5: wl + dd, 0.75: wd, 1.0: ww}


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "expected"),
    [
        (pentanomial(223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, -3.07),
        (pentanomial(871, 26175, 55003, 980, 26678, 821), 0, 2, -4.98),
        ({1.0: 21404, 0.0: 21184, 0.5: 40708}, 0.5, 2.5, -1.57),
        ({1.0: 57433, 0.0: 57030, 0.5: 106593}, 0, 2, -2.59),
    ],
)
def test_the_ratio_is_the_one_that_fastchess_is_tested_with(
    counts: dict[float, int], elo0: float, elo1: float, expected: float
) -> None:
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(expected, abs=0.005)


THREE_TO_ONE = 400 * math.log10(3)
"""The Elo difference of a score of 3/4."""


def test_pairs_won_or_lost_whole_have_the_ratio_of_the_binomial() -> None:
    found = log_likelihood_ratio({1.0: 7, 0.0: 3}, 0, THREE_TO_ONE)
    assert found == pytest.approx(7 * math.log(1.5) + 3 * math.log(0.5))


def test_no_pairs_have_no_ratio() -> None:
    assert log_likelihood_ratio({}, 0, 10) == 0


@given(st.lists(st.integers(0, 40), min_size=5, max_size=5).filter(any))
def test_turning_scores_and_differences_round_turns_the_ratio_round(counts: list[int]) -> None:
    straight = {score / 4: count for score, count in enumerate(counts) if count}
    turned = {1 - score: count for score, count in straight.items()}
    assert log_likelihood_ratio(turned, -30, 10) == pytest.approx(-log_likelihood_ratio(straight, -10, 30), abs=1e-8)


def test_the_bounds_are_walds() -> None:
    assert Sprt(0, 5, LOOKS).bounds == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 5, LOOKS, alpha=0.01, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_eight_pairs_won_decide_for_three_to_one_and_four_do_not() -> None:
    rule = Sprt(0, THREE_TO_ONE, Looks(4, 2, 64))
    assert rule.decide([1.0] * 7) is None  # log 1.5 a pair: 2.94 is passed at 7.26 pairs
    found = rule.decide([1.0] * 8)
    assert found is not None
    assert (found.verdict, found.battles, found.look, found.decided) == ("elo1", 8, 2, True)
    assert found.statistic == pytest.approx(8 * math.log(1.5))


def test_lost_pairs_decide_for_the_lower_difference() -> None:
    found = Sprt(0, THREE_TO_ONE, Looks(4, 2, 64)).decide([0.0] * 64)
    assert found is not None
    assert (found.verdict, found.battles, found.statistic) == ("elo0", 8, pytest.approx(8 * math.log(0.5)))


def test_a_test_that_comes_to_its_most_is_undecided() -> None:
    found = Sprt(0, 5, LOOKS).decide([0.5, 1.0, 0.0, 0.5] * 20)
    assert found is not None
    assert (found.verdict, found.battles, found.decided) == ("undecided", 80, False)


def test_pairs_that_are_not_scored_move_nothing() -> None:
    found = Sprt(0, 5, LOOKS).decide([math.nan] * 80)
    assert found is not None
    assert (found.verdict, found.statistic) == ("undecided", 0.0)


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0, elo1"), ({"elo0": 5, "elo1": 0}, "elo0, elo1"),
        ({"elo0": math.nan, "elo1": 0}, "elo0, elo1"), ({"elo0": 0, "elo1": math.inf}, "elo0, elo1"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.5}, "alpha"), ({"elo0": 0, "elo1": 5, "beta": 0.0}, "beta"),
    ],
)  # fmt: skip
def test_a_test_that_makes_no_sense_is_refused(settings: dict[str, float], place: str) -> None:
    with pytest.raises(InputError, match=place):
        Sprt(looks=LOOKS, **settings)  # type: ignore[arg-type]


def first_decision(rule: TargetError | Sprt, scores: list[float], cuts: list[int]) -> Decision | None:
    """Hand the scores over in pieces and return the first decision."""
    for cut in sorted({*cuts, len(scores)}):
        if (found := rule.decide(scores[:cut])) is not None:
            return found
    return None


@given(
    st.lists(QUARTERS, min_size=0, max_size=100),
    st.lists(st.integers(0, 100), max_size=20),
    st.sampled_from([TargetError(0.12, LOOKS), Sprt(-20, 60, LOOKS)]),
)
def test_how_the_scores_arrive_changes_no_decision(
    scores: list[float], cuts: list[int], rule: TargetError | Sprt
) -> None:
    assert repr(first_decision(rule, scores, cuts)) == repr(rule.decide(scores))


@given(st.lists(QUARTERS, min_size=80, max_size=80))
def test_swapping_the_agents_swaps_the_verdicts(scores: list[float]) -> None:
    straight = Sprt(-50, 50, LOOKS).decide(scores)
    turned = Sprt(-50, 50, LOOKS).decide([1 - score for score in scores])
    assert straight is not None
    assert turned is not None
    swapped = {"elo0": "elo1", "elo1": "elo0", "undecided": "undecided"}
    assert (turned.verdict, turned.battles) == (swapped[straight.verdict], straight.battles)


@pytest.mark.parametrize(("mean_elo", "verdict"), [(0, "elo1"), (60, "elo0")])
def test_wrong_decisions_are_as_rare_as_promised(mean_elo: float, verdict: str) -> None:
    rng = numpy.random.default_rng(1234)
    mean = 1 / (1 + 10 ** (-mean_elo / 400))
    single = numpy.array([(1 - mean) * 0.8 + 0.0, 0.2, mean * 0.8])
    single = single / single.sum()
    single += numpy.array([-1, 0, 1]) * (mean - single @ [0, 0.5, 1]) / 1.0  # exactly the mean, a fifth of draws
    rule = Sprt(0, 60, Looks(40, 1.25, 2000))
    wrong = 0
    for _ in range(400):
        battles = rng.choice([0, 0.5, 1], size=(2, 2000), p=single)
        found = rule.decide(battles.mean(axis=0).tolist())
        assert found is not None
        wrong += found.verdict == verdict
    assert wrong / 400 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)
