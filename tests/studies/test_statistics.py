"""The statistics of studies: intervals against published and independent figures, adjustments worked by hand."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from engine.errors import InputError
from studies import statistics
from studies.intervals import Interval, score_interval, shares_under, wilson

# ---- Wilson's interval


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_figures_that_newcombe_1998_prints(k: int, n: int, low: float, high: float) -> None:
    assert wilson(k, n) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 5000), st.data(), st.sampled_from([0.5, 0.8, 0.95, 0.99, 0.999]))
def test_wilson_agrees_with_scipy(n: int, data: st.DataObject, confidence: float) -> None:
    k = data.draw(st.integers(0, n))
    expected = stats.binomtest(k, n).proportion_ci(confidence, method="wilson")
    assert wilson(k, n, confidence) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_of_none_and_of_all_touches_the_end_and_keeps_a_width() -> None:
    z2 = 3.841458820694124  # the 95th percentile of chi-square with one degree of freedom
    assert wilson(0, 10) == (0.0, pytest.approx(z2 / (10 + z2)))
    assert wilson(10, 10) == (pytest.approx(10 / (10 + z2)), 1.0)


def test_wilson_of_no_battles_knows_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


@pytest.mark.parametrize(("k", "n"), [(-1, 5), (6, 5), (1, 0)])
def test_wilson_refuses_more_than_there_were(k: int, n: int) -> None:
    with pytest.raises(InputError, match="0 <= k <= n"):
        wilson(k, n)


@pytest.mark.parametrize("confidence", [0.0, 1.0, -0.5, 95, math.nan])
def test_a_level_lies_between_0_and_1(confidence: float) -> None:
    with pytest.raises(InputError, match=r"confidence: found .*; allowed: a number above 0 and below 1"):
        wilson(1, 2, confidence)


# ---- the score interval of more than two values


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_score_interval_of_wins_and_losses_is_wilsons(won: int, lost: int) -> None:
    counts = {score: count for score, count in ((1.0, won), (0.0, lost)) if count}
    assert score_interval(counts) == pytest.approx(wilson(won, won + lost), abs=1e-9)


def tango(better: int, worse: int, n: int) -> tuple[float, float]:
    """Tango's 95 percent interval from his closed form of the restricted estimate (Statist. Med. 17, 1998)."""

    def z(difference: float) -> float:
        b = -better - worse + (2 * n - better + worse) * difference
        c = -worse * difference * (1 - difference)
        q = (math.sqrt(b * b - 8 * n * c) - b) / (4 * n)
        variance = n * (2 * q + difference * (1 - difference))
        return (better - worse - n * difference) / math.sqrt(variance)

    quantile = stats.norm.ppf(0.975)
    middle = (better - worse) / n
    low = optimize.brentq(lambda d: z(d) - quantile, -1 + 1e-9, middle - 1e-9)
    high = optimize.brentq(lambda d: z(d) + quantile, middle + 1e-9, 1 - 1e-9)
    return low, high


@pytest.mark.parametrize(
    ("better", "worse", "n"), [(40, 20, 160), (1, 0, 44), (0, 3, 50), (12, 2, 50), (7, 1, 21), (9, 9, 18), (5, 0, 9)]
)
def test_the_score_interval_of_differences_is_tangos(better: int, worse: int, n: int) -> None:
    counts = {1.0: better, -1.0: worse, 0.0: n - better - worse}
    seen = {score: count for score, count in counts.items() if count}
    assert score_interval(seen, span=(-1.0, 1.0)) == pytest.approx(tango(better, worse, n), abs=1e-7)


def test_no_difference_ever_seen_still_leaves_a_width() -> None:
    z2 = 3.841458820694124
    expected = z2 / (100 + z2)  # one side only can differ: the variance under d is d (1 - d), as Wilson's
    assert score_interval({0.0: 100}, span=(-1.0, 1.0)) == pytest.approx((-expected, expected))


@pytest.mark.parametrize(
    ("counts", "mean"),
    [
        ([3, 7, 20, 9, 4], 0.6),
        ([3, 7, 20, 9, 4], 0.4),
        ([0, 7, 20, 9, 0], 0.9),
        ([0, 0, 12, 0, 0], 0.55),
        ([5, 0, 0, 0, 5], 0.2),
        ([0, 1, 0, 30, 0], 0.3),
    ],
)
def test_the_likeliest_shares_under_a_mean_are_those_a_general_optimizer_finds(counts: list[int], mean: float) -> None:
    scores = numpy.arange(5) / 4
    weights = numpy.array(counts) / sum(counts)

    def loss(shares: numpy.ndarray) -> float:
        return -float(numpy.sum(weights[weights > 0] * numpy.log(shares[weights > 0])))

    found = optimize.minimize(
        loss, numpy.full(5, 0.2), method="SLSQP", bounds=[(1e-12, 1)] * 5, options={"ftol": 1e-15, "maxiter": 1000},
        constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ scores - mean}],
    )  # fmt: skip
    shares = shares_under({float(s): c for s, c in zip(scores, counts, strict=True) if c}, mean, (0.0, 1.0))
    dense = numpy.array([shares.get(float(score), 0.0) for score in scores])
    assert dense.sum() == pytest.approx(1)
    assert dense @ scores == pytest.approx(mean)
    assert loss(dense) == pytest.approx(found.fun, abs=1e-6)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60))
def test_the_score_interval_holds_the_mean_stays_in_range_and_turns_with_the_scores(scores: list[float]) -> None:
    found = statistics.share(scores)
    turned = statistics.share([1 - score for score in scores])
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert (turned.low, turned.high) == pytest.approx((1 - found.high, 1 - found.low), abs=1e-9)


def test_the_score_interval_widens_with_its_level_and_narrows_with_battles() -> None:
    counts = {0.0: 4, 0.5: 3, 1.0: 5}
    many = {score: 10 * count for score, count in counts.items()}
    assert score_interval(many).half < score_interval(counts).half < score_interval(counts, 0.99).half


@pytest.mark.parametrize("mean", [0.5, 0.8, 0.95])
def test_the_score_interval_covers_the_mean_about_as_often_as_its_level_says(mean: float) -> None:
    rng = numpy.random.default_rng(2024)
    shares = shares_under({0.0: 1, 0.25: 2, 0.5: 4, 0.75: 2, 1.0: 1}, mean, (0.0, 1.0))
    scores = sorted(shares)
    draws = rng.multinomial(60, [shares[score] for score in scores], size=800)
    held = 0
    for draw in draws:
        counts = {score: int(count) for score, count in zip(scores, draw, strict=True) if count}
        held += score_interval(counts).holds(mean)
    assert 0.925 <= held / 800 <= 0.985  # 95 percent, three standard errors of the simulation, and its own error


def test_scores_outside_their_range_are_refused() -> None:
    with pytest.raises(InputError, match=r"scores: found 1.5; allowed: numbers from 0 to 1"):
        statistics.share([0.5, 1.5])


def test_no_scores_at_all_leave_the_whole_range_and_no_value() -> None:
    found = statistics.share([math.nan])
    assert math.isnan(found.value)
    assert found[1:] == (0.0, 1.0, 0, 1)


# ---- outcomes

OUTCOMES = ["win", "win", "draw", "timeout", "stalemate", "error", "win"]
WINNERS = ["red", "blue", None, None, None, None, "red"]


def test_each_class_of_outcome_is_counted_apart_CLK_8() -> None:
    found = statistics.tally(OUTCOMES, WINNERS, "red")
    assert found == (7, 2, 1, 1, 1, 1, 1)
    assert found.scored == 6
    assert found.win_interval() == wilson(2, 6)


def test_a_battle_without_a_winner_scores_half_and_an_error_nothing_at_all() -> None:
    found = statistics.points(OUTCOMES, WINNERS, "red")
    assert found[:5] == [1.0, 0.0, 0.5, 0.5, 0.5]
    assert math.isnan(found[5])
    assert statistics.share(found).left_out == 1
    assert statistics.share(found).value == pytest.approx(3.5 / 6)


def test_what_an_undecided_battle_scores_can_be_told() -> None:
    told = {"draw": 0.25, "timeout": 0.0, "stalemate": 0.0, "error": 0.0}
    assert statistics.points(OUTCOMES, WINNERS, "blue", told) == [0.0, 1.0, 0.25, 0.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize("count", [statistics.tally, statistics.points])
def test_an_unknown_outcome_is_refused(count: object) -> None:
    with pytest.raises(InputError, match="outcome: found 'won'; allowed: win, draw, timeout, stalemate, error"):
        count(["won"], ["red"], "red")  # type: ignore[operator]


# ---- many comparisons


def test_holm_multiplies_the_least_p_by_all_the_next_by_one_less_and_never_falls() -> None:
    assert statistics.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_benjamini_and_hochberg_divide_by_the_rank_and_never_rise_downwards() -> None:
    assert statistics.benjamini_hochberg([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.02, 0.04, 0.04, 0.02])


def test_adjusted_p_values_end_at_1_and_none_are_none() -> None:
    assert statistics.holm([0.9, 0.8]) == [1.0, 1.0]
    assert statistics.holm([]) == statistics.benjamini_hochberg([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusting_keeps_the_order_and_holm_is_the_stricter(pvalues: list[float]) -> None:
    holm, bh = statistics.holm(pvalues), statistics.benjamini_hochberg(pvalues)
    by_p = sorted(range(len(pvalues)), key=pvalues.__getitem__)
    assert all(holm[a] <= holm[b] for a, b in pairwise(by_p))
    assert all(p <= low + 1e-12 and low <= high + 1e-12 for p, low, high in zip(pvalues, bh, holm, strict=True))


@pytest.mark.parametrize("adjust", [statistics.holm, statistics.benjamini_hochberg])
@pytest.mark.parametrize("wrong", [-0.1, 1.1, math.nan])
def test_what_is_no_p_value_is_refused(adjust: object, wrong: float) -> None:
    with pytest.raises(InputError, match=r"p-values: found .*; allowed: numbers from 0 to 1"):
        adjust([0.5, wrong])  # type: ignore[operator]


def test_holm_keeps_the_chance_of_any_false_alarm_at_its_level() -> None:
    rng = numpy.random.default_rng(7)
    alarms = sum(min(statistics.holm(list(rng.random(20)))) <= 0.05 for _ in range(2000))
    assert 0.035 <= alarms / 2000 <= 0.065


# ---- the battles that a report names


class Ended(NamedTuple):
    """A battle's row, as far as its time goes."""

    battle: int
    outcome: str
    t: float


def rows(*times: float) -> list[Ended]:
    return [Ended(battle, "win", t) for battle, t in enumerate(times)]


def test_quantile_battles_are_nearest_ranks_with_ties_settled_by_the_index() -> None:
    found = statistics.quantile_battles(reversed(rows(3, 1, 2, 2, 5)))  # by time: 1, 2, 3, 0, 4
    assert {name: row.battle for name, row in found.items()} == {
        "minimum": 1, "lower quartile": 2, "median": 3, "upper quartile": 0, "maximum": 4
    }  # fmt: skip


def test_one_battle_is_all_its_quantiles_and_errors_have_no_time() -> None:
    found = statistics.quantile_battles([*rows(4), Ended(1, "error", 0.0)])
    assert {row.battle for row in found.values()} == {0}
    assert statistics.quantile_battles([Ended(0, "error", 0.0)]) == {}
