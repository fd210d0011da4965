"""Ratings: closed forms for two agents, choix for many, intervals by simulation."""

from __future__ import annotations

import math
from itertools import combinations

import choix
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from studies import ratings
from studies.intervals import Interval
from studies.ratings import Game

NAMES = ["ana", "bo", "cy", "dee"]
WINS = [[0, 30, 45.5, 60], [20, 0, 25, 41], [4.5, 25, 0, 33], [0, 9, 17, 0]]

# ---- Elo


def test_odds_of_ten_to_one_are_400_points() -> None:
    assert ratings.elo(10 / 11) == pytest.approx(400)
    assert ratings.score_of_elo(400) == pytest.approx(10 / 11)
    assert ratings.elo(0.75) == pytest.approx(400 * math.log10(3))
    assert ratings.elo(0.5) == 0


def test_winning_all_is_without_end_and_so_is_its_interval() -> None:
    assert ratings.elo(1.0) == math.inf
    assert ratings.elo(0.0) == -math.inf
    assert ratings.elo_interval(Interval(0.75, 1.0)) == (pytest.approx(190.848501887865), math.inf)


def test_differences_beyond_all_reason_have_the_scores_0_and_1() -> None:
    assert ratings.score_of_elo(1e9) == 1.0
    assert ratings.score_of_elo(-1e9) == 0.0


@given(st.floats(0.001, 0.999))
def test_elo_and_score_undo_each_other_and_are_antisymmetric(score: float) -> None:
    assert ratings.score_of_elo(ratings.elo(score)) == pytest.approx(score)
    assert ratings.elo(1 - score) == pytest.approx(-ratings.elo(score), abs=1e-9)


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan])
def test_what_is_no_score_has_no_elo(score: float) -> None:
    with pytest.raises(InputError, match=r"score: found .*; allowed: a number from 0 to 1"):
        ratings.elo(score)


# ---- Bradley-Terry


def test_two_agents_have_the_log_odds_of_their_wins_with_the_prior_draw_counted_half_to_each() -> None:
    found = ratings.bradley_terry(["a", "b"], [[0, 60], [40, 0]], prior=1.0)
    difference, interval = found.difference(0, 1)
    assert difference == pytest.approx(400 * math.log10(60.5 / 40.5))
    se = 400 / math.log(10) / math.sqrt(60.5 * 40.5 / 101)  # 1 / sqrt(n p q) in log odds
    assert interval == pytest.approx((difference - 1.959964 * se, difference + 1.959964 * se), rel=1e-6)
    assert found.table[0].elo == pytest.approx(difference / 2)
    assert found.table[0].high - found.table[0].elo == pytest.approx(1.959964 * se / 2, rel=1e-6)


def test_many_agents_have_the_ratings_that_choix_finds() -> None:
    found = ratings.bradley_terry(NAMES, WINS, prior=1.0)
    smoothed = numpy.array(WINS) + 0.5 * (1 - numpy.eye(4))
    expected = choix.ilsr_pairwise_dense(smoothed, tol=1e-12) * 400 / math.log(10)
    assert [rating.elo for rating in found.table] == pytest.approx(list(expected), abs=1e-5)
    assert sum(rating.elo for rating in found.table) == pytest.approx(0, abs=1e-9)


def test_the_covariance_is_the_pseudoinverse_of_the_information_by_finite_differences() -> None:
    found = ratings.bradley_terry(NAMES, WINS, prior=1.0)
    smoothed = numpy.array(WINS) + 0.5 * (1 - numpy.eye(4))
    at = numpy.array([rating.elo for rating in found.table]) * math.log(10) / 400

    def loss(x: numpy.ndarray) -> float:
        return float(sum(smoothed[i, j] * math.log1p(math.exp(x[j] - x[i])) for i in range(4) for j in range(4)))

    step, hessian = 1e-3, numpy.zeros((4, 4))
    for i in range(4):
        for j in range(4):
            e, f = numpy.eye(4)[i] * step, numpy.eye(4)[j] * step
            hessian[i, j] = (loss(at + e + f) - loss(at + e - f) - loss(at - e + f) + loss(at - e - f)) / (4 * step**2)
    eigen, vectors = numpy.linalg.eigh((hessian + hessian.T) / 2)
    kept = vectors[:, 1:]
    expected = kept @ numpy.diag(1 / eigen[1:]) @ kept.T * (400 / math.log(10)) ** 2
    assert numpy.array(found.covariance) == pytest.approx(expected, rel=1e-3, abs=0.5)


def test_an_agent_that_never_lost_has_a_finite_rating_and_more_wins_a_greater_one() -> None:
    few = ratings.bradley_terry(["a", "b"], [[0, 10], [0, 0]])
    many = ratings.bradley_terry(["a", "b"], [[0, 1000], [0, 0]])
    assert few.difference(0, 1)[0] == pytest.approx(400 * math.log10(10.5 / 0.5))
    assert many.difference(0, 1)[0] == pytest.approx(400 * math.log10(1000.5 / 0.5))


def test_a_ladder_of_unbeaten_agents_is_rated_too() -> None:
    wins = numpy.triu(numpy.full((40, 40), 10000.0), 1)
    found = ratings.bradley_terry([str(n) for n in range(40)], wins)
    values = [rating.elo for rating in found.table]
    assert values == sorted(values, reverse=True)
    assert values[0] == pytest.approx(-values[-1])
    assert all(math.isfinite(rating.low) and rating.low < rating.high for rating in found.table)


def test_the_order_of_agents_changes_nothing() -> None:
    order = [2, 0, 3, 1]
    mixed = ratings.bradley_terry([NAMES[n] for n in order], numpy.array(WINS)[numpy.ix_(order, order)])
    straight = {rating.name: rating for rating in ratings.bradley_terry(NAMES, WINS).table}
    for rating in mixed.table:
        expected = straight[rating.name]
        assert rating[1:] == pytest.approx(expected[1:], abs=1e-6)


def test_agents_that_never_met_and_lone_ones_and_none_are_rated_0() -> None:
    assert [rating.elo for rating in ratings.bradley_terry(NAMES, numpy.zeros((4, 4))).table] == [0, 0, 0, 0]
    (alone,) = ratings.bradley_terry(["a"], [[0]]).table
    assert (alone.elo, alone.low, alone.high, alone.games) == (0, 0, 0, 0)
    assert ratings.bradley_terry([], []).table == ratings.rate_games([], []).table == ()


@pytest.mark.parametrize("wins", [[[0, 1]], [[0, -1], [0, 0]], [[1, 0], [0, 0]], [[0, math.nan], [0, 0]]])
def test_what_is_no_matrix_of_wins_is_refused(wins: list[list[float]]) -> None:
    with pytest.raises(InputError, match="wins: found"):
        ratings.bradley_terry(["a", "b"], wins)


def test_a_prior_of_no_draws_is_refused() -> None:
    with pytest.raises(InputError, match="prior: found 0; allowed: a number of draws above 0"):
        ratings.bradley_terry(["a", "b"], [[0, 1], [1, 0]], prior=0)


# ---- games on shared seeds


def shared(rng: numpy.random.Generator, strengths: list[float], seeds: int) -> list[Game]:
    """Play every pairing twice a seed; the seed's luck makes the two battles of a pairing end alike half the time."""
    games = []
    for one, other in combinations(range(len(strengths)), 2):
        chance = 1 / (1 + math.exp(strengths[other] - strengths[one]))
        for seed in range(seeds):
            luck = rng.random(2)
            second = luck[0] if rng.random() < 0.5 else luck[1]
            games += [Game(one, other, float(u < chance), seed) for u in (luck[0], second)]
    return games


def test_games_give_the_ratings_of_their_matrix_and_leave_out_what_is_not_scored() -> None:
    games = [Game(0, 1, 1.0, 0), Game(1, 0, 0.5, 0), Game(0, 1, math.nan, 1), Game(2, 0, 0.0, 1)]
    wins = ratings.wins_of(3, games)
    assert wins.tolist() == [[0, 1.5, 1], [0.5, 0, 0], [0, 0, 0]]
    found, expected = ratings.rate_games("abc", games), ratings.bradley_terry("abc", wins)
    assert [r.elo for r in found.table] == pytest.approx([r.elo for r in expected.table])
    assert (found.method, expected.method) == ("clustered", "fisher")


def test_playing_every_battle_twice_on_the_same_dice_narrows_no_clustered_interval() -> None:
    rng = numpy.random.default_rng(4)
    games = [Game(0, 1, float(score), seed) for seed, score in enumerate(rng.random(400) < 0.6)]
    single, double = ratings.rate_games("ab", games), ratings.rate_games("ab", games * 2)
    naive = ratings.bradley_terry("ab", ratings.wins_of(2, games * 2))
    assert double.difference(0, 1)[1].half == pytest.approx(single.difference(0, 1)[1].half, rel=0.02)
    assert naive.difference(0, 1)[1].half == pytest.approx(single.difference(0, 1)[1].half / math.sqrt(2), rel=0.02)


def test_sides_that_decide_a_fight_make_a_clustered_interval_narrow() -> None:
    games = [Game(0, 1, float(side), seed) for seed in range(100) for side in (0, 1)]
    clustered = ratings.rate_games("ab", games).difference(0, 1)[1].half
    fisher = ratings.bradley_terry("ab", ratings.wins_of(2, games)).difference(0, 1)[1].half
    assert 0 < clustered < 0.2 * fisher


def test_clustered_intervals_cover_the_ratings_as_often_as_their_level_says_where_fishers_do_not() -> None:
    rng = numpy.random.default_rng(21)
    strengths = [0.6, 0.1, -0.7]
    truth = (strengths[0] - strengths[1]) * 400 / math.log(10)
    held = naive = 0
    for _ in range(300):
        games = shared(rng, strengths, 80)
        held += ratings.rate_games("abc", games).difference(0, 1)[1].holds(truth)
        naive += ratings.bradley_terry("abc", ratings.wins_of(3, games)).difference(0, 1)[1].holds(truth)
    assert 0.91 <= held / 300 <= 0.985
    assert naive < held


def test_agents_that_only_drew_are_alike_and_known_the_better_the_more_they_drew() -> None:
    few, many = (
        ratings.rate_games("ab", [Game(0, 1, 0.5, seed) for seed in range(seeds) for _ in (0, 1)]).difference(0, 1)
        for seeds in (10, 100)
    )
    assert few[0] == many[0] == pytest.approx(0, abs=1e-9)
    assert 0 < many[1].half < few[1].half
    assert few[1].low == pytest.approx(-few[1].high)


def test_the_interval_of_one_that_never_lost_is_finite_wide_and_above_its_opponents() -> None:
    found = ratings.rate_games("ab", [Game(0, 1, 1.0, seed) for seed in range(10) for _ in (0, 1)])
    best, worst = found.table
    assert (best.elo, best.score, worst.score) == (pytest.approx(200 * math.log10(20.5 / 0.5)), 1.0, 0.0)
    assert math.isfinite(best.high)
    assert best.low > worst.high
    assert best.high - best.low > 200


@pytest.mark.parametrize("draws", [0.0, 0.6])
def test_intervals_hold_where_one_nearly_always_scores_and_where_most_battles_are_drawn(draws: float) -> None:
    # Scores of mean 0.95, or of mean 0.55 with three draws in five; 40 seeds, two battles each. At 93% fewer than
    # 175 of 200 come once in 1000.
    rng = numpy.random.default_rng(11)
    mean = 0.55 if draws else 0.95
    lost = 1 - mean - draws / 2
    truth = 400 * math.log10(mean / (1 - mean))
    held = 0
    for _ in range(200):
        dice = rng.random(80)
        scores = numpy.where(dice < lost, 0.0, numpy.where(dice < lost + draws, 0.5, 1.0))
        games = [Game(0, 1, float(score), place // 2) for place, score in enumerate(scores)]
        held += ratings.rate_games("ab", games).difference(0, 1)[1].holds(truth)
    assert held >= 175
