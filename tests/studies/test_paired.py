"""Comparisons on the same dice: what the pairing is worth, exact tests by hand, bootstraps that repeat."""

from __future__ import annotations

import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from engine.errors import InputError
from studies import paired
from studies.intervals import score_interval, wilson

SCORES = st.sampled_from([0.0, 0.5, 1.0])
PAIRS = st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=50)

# ---- the difference of two arms


def arms(better: int, worse: int, same: int) -> tuple[list[float], list[float]]:
    """Two arms that differ on so many seeds; of the others each wins."""
    return [1.0] * better + [0.0] * worse + [1.0] * same, [0.0] * better + [1.0] * worse + [1.0] * same


def test_mcnemars_exact_p_counts_the_discordant_seeds_only() -> None:
    found = paired.paired_difference(*arms(8, 2, 90))
    assert (found.better, found.worse, found.discordant, found.n) == (8, 2, 10, 100)
    assert found.value == pytest.approx(0.06)
    assert found.p == pytest.approx(2 * (1 + 10 + 45) / 2**10)


def test_the_share_of_better_seeds_has_clopper_and_pearsons_exact_interval() -> None:
    found = paired.paired_difference(*arms(10, 0, 5))
    assert (found.odds, found.odds_low, found.odds_high) == pytest.approx((1.0, 0.025**0.1, 1.0))
    found = paired.paired_difference(*arms(3, 7, 5), confidence=0.9)
    low, high = stats.beta.ppf(0.05, 3, 8), stats.beta.ppf(0.95, 4, 7)
    assert (found.odds, found.odds_low, found.odds_high) == pytest.approx((0.3, low, high))


def test_arms_that_never_differ_say_nothing_against_equality_and_leave_a_width() -> None:
    found = paired.paired_difference(*arms(0, 0, 40))
    assert (found.value, found.p, found.odds_low, found.odds_high) == (0.0, 1.0, 0.0, 1.0)
    assert math.isnan(found.odds)
    assert found.interval == pytest.approx((-0.0876, 0.0876), abs=1e-4)  # z2 / (40 + z2)


def test_draws_count_as_half_and_an_error_leaves_out_its_seed() -> None:
    found = paired.paired_difference([1.0, 0.5, math.nan, 0.0], [0.5, 0.5, 1.0, math.nan])
    assert (found.value, found.n, found.left_out, found.better, found.worse) == (0.25, 2, 2, 1, 0)


def test_no_seed_that_counts_leaves_everything_open() -> None:
    found = paired.paired_difference([math.nan], [1.0])
    assert math.isnan(found.value)
    assert (found.interval, found.n, found.left_out, found.p) == ((-1.0, 1.0), 0, 1, 1.0)


@given(PAIRS)
def test_swapping_the_arms_turns_the_difference_round(pairs: list[tuple[float, float]]) -> None:
    a, b = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    one, other = paired.paired_difference(a, b), paired.paired_difference(b, a)
    assert other.value == pytest.approx(-one.value)
    assert other.interval == pytest.approx((-one.high, -one.low), abs=1e-9)
    assert (other.better, other.worse) == (one.worse, one.better)
    assert other.p == pytest.approx(one.p)
    assert one.low <= one.value <= one.high


def test_pairing_by_seed_is_worth_battles_where_the_arms_agree_mostly() -> None:
    a, b = arms(12, 4, 34)
    a, b = a + [0.0] * 50, b + [0.0] * 50  # 46 and 38 wins of 100
    unpaired = math.hypot(wilson(46, 100).half, wilson(38, 100).half)
    assert paired.paired_difference(a, b).interval.half < 0.7 * unpaired


@pytest.mark.parametrize(("better", "worse"), [(0.3, 0.0), (0.1, 0.1), (0.02, 0.06)])
def test_the_interval_of_the_difference_covers_it_as_often_as_its_level_says(better: float, worse: float) -> None:
    rng = numpy.random.default_rng(11)
    held = 0
    for b, c, _ in rng.multinomial(100, [better, worse, 1 - better - worse], size=800):
        counts = {score: int(count) for score, count in ((1.0, b), (-1.0, c), (0.0, 100 - b - c)) if count}
        held += score_interval(counts, span=(-1.0, 1.0)).holds(better - worse)
    assert 0.925 <= held / 800 <= 0.985


def test_paired_scores_must_be_as_many_on_both_sides_and_lie_in_their_range() -> None:
    with pytest.raises(InputError, match="paired scores: found 2 and 1 of them; allowed: as many on both sides"):
        paired.paired_difference([1.0, 0.0], [1.0])
    with pytest.raises(InputError, match=r"scores: found 2\.0; allowed: numbers from 0 to 1"):
        paired.paired_difference([1.0], [2.0])


# ---- pairs of battles, sides swapped


def test_pairs_are_counted_in_five_classes_and_wins_on_both_sides_are_rare_where_the_side_decides() -> None:
    first, second = [1.0] * 8 + [1.0, 0.5], [0.0] * 8 + [1.0, 0.0]
    found = paired.pair_share(first, second)
    assert found.counts == {0.25: 1, 0.5: 8, 1.0: 1}
    assert found.value == pytest.approx(10.5 / 20 + 0.0)
    assert found.variance == pytest.approx((0.25 - 0.525) ** 2 / 10 + 8 * 0.025**2 / 10 + 0.475**2 / 10)


def test_an_even_fight_that_the_side_decides_has_a_narrow_interval_by_pairs_and_a_wide_one_by_battles() -> None:
    found = paired.pair_share([1.0] * 50, [0.0] * 50)
    assert (found.value, found.ratio) == (0.5, 0.0)
    assert found.interval.half < 0.4 * wilson(50, 100).half


def test_dice_that_decide_for_an_agent_on_either_side_make_a_pair_worth_one_battle() -> None:
    scores = [1.0] * 30 + [0.0] * 20
    found = paired.pair_share(scores, scores)
    assert found.ratio == pytest.approx(2)
    assert found.interval == pytest.approx(wilson(30, 50), abs=1e-9)


def test_a_pair_with_an_error_is_left_out_whole() -> None:
    found = paired.pair_share([1.0, math.nan, 0.5], [0.0, 1.0, 0.5])
    assert (found.pairs, found.left_out, found.value) == (2, 1, 0.5)


def test_no_pairs_leave_everything_open() -> None:
    found = paired.pair_share([], [])
    assert (found.interval, found.pairs, found.counts) == ((0.0, 1.0), 0, {})
    assert math.isnan(found.value)
    assert math.isnan(found.ratio)


def test_two_arms_against_one_opponent_make_pairs_too() -> None:
    a, b = [1.0, 0.0, 0.5], [0.0, 0.0, 1.0]
    assert paired.pair_scores(a, [1 - score for score in b]) == [1.0, 0.5, 0.25]


# ---- bootstraps

TIMES = [12.0, 7.5, 30.25, 9.0, 11.0, 14.5, 8.0, 22.0, 16.0, 10.0]
OTHERS = [10.0, 8.5, 21.0, 9.5, 7.0, 12.0, 8.25, 20.0, 11.0, 9.0]


def test_a_bootstrap_of_the_same_key_gives_the_same_interval_and_another_key_another() -> None:
    one = paired.bootstrap_difference(TIMES, OTHERS, key="a against b")
    assert one == paired.bootstrap_difference(TIMES, OTHERS, key="a against b")
    other = paired.bootstrap_difference(TIMES, OTHERS, key="a against c")
    assert one.value == other.value
    assert one.interval != other.interval
    assert one.interval == pytest.approx(other.interval, rel=0.15)


@pytest.mark.parametrize("statistic", ["mean", "median"])
def test_swapping_what_is_compared_turns_the_bootstrap_interval_round(statistic: str) -> None:
    one = paired.bootstrap_difference(TIMES, OTHERS, key="k", statistic=statistic)
    other = paired.bootstrap_difference(OTHERS, TIMES, key="k", statistic=statistic)
    assert (other.value, other.low, other.high) == pytest.approx((-one.value, -one.high, -one.low))
    assert one.low <= one.value <= one.high


def test_a_bootstrap_of_means_is_close_to_students_interval_where_that_is_right() -> None:
    values = list(numpy.random.default_rng(3).normal(20, 4, size=300))
    found = paired.bootstrap_mean(values, key="normal")
    student = stats.t.interval(0.95, 299, numpy.mean(values), stats.sem(values))
    assert found.method == "BCa"
    assert found.interval == pytest.approx(student, abs=0.08)


def test_the_percentile_interval_of_a_median_is_close_to_the_one_by_order_statistics() -> None:
    values = list(numpy.random.default_rng(5).exponential(10, size=200))
    found = paired.bootstrap_median(values, key="skew")
    ordered = sorted(values)
    assert found.method == "percentile"
    assert ordered[83] <= found.low <= ordered[89]  # 86 and 114 of 200 are the binomial 2.5 and 97.5 percent points
    assert ordered[110] <= found.high <= ordered[116]


def test_fewer_than_two_units_leave_an_interval_without_ends_and_equal_ones_none() -> None:
    assert paired.bootstrap_mean([3.0]) == (3.0, -math.inf, math.inf, 1, "none")
    assert paired.bootstrap_mean([math.nan, 3.0, 3.0]) == (3.0, 3.0, 3.0, 2, "constant")
    assert paired.bootstrap_mean([]).method == "none"


def test_differences_that_differ_by_rounding_only_are_all_alike() -> None:
    found = paired.bootstrap_difference([12.3, 10.3, 0.3, 5.0], [12.1, 10.1, 0.1, 4.8])
    assert (found.method, found.value) == ("constant", pytest.approx(0.2))
    assert found.low == found.high == found.value


def test_the_median_of_a_difference_is_not_the_difference_of_medians() -> None:
    found = paired.bootstrap_difference([1.0, 5.0, 9.0], [4.0, 0.0, 8.0], statistic="median")
    assert found.value == 1.0  # of -3, 5, 1


def test_a_bootstrap_covers_the_mean_of_skewed_times_nearly_as_often_as_its_level_says() -> None:
    rng = numpy.random.default_rng(17)
    held = sum(
        paired.bootstrap_mean(list(rng.exponential(1, size=50)), key=str(n)).interval.holds(1.0) for n in range(200)
    )
    assert 0.88 <= held / 200 <= 0.99


def test_an_unknown_statistic_is_refused() -> None:
    with pytest.raises(InputError, match="statistic: found 'mode'; allowed: mean, median"):
        paired.bootstrap_difference(TIMES, OTHERS, statistic="mode")
