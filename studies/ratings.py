"""Ratings: Elo differences, and the Bradley-Terry model for many agents at once.

One Elo point is log(10) / 400 of a natural log odds: 400 points are odds of ten to one. Draws count as half a win for
either side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import attrs

from engine.errors import InputError
from studies.extras import need
from studies.intervals import CONFIDENCE, Interval, deviate

ELO = 400 / math.log(10)
"""Elo points of one natural log odds."""

PRIOR = 1.0
"""Drawn battles that every two agents are taken to have had beforehand, so that every rating is finite."""


def elo(score: float) -> float:
    """Return the Elo difference of an expected score: 0 for one half; infinite for 0 and 1."""
    if not 0 <= score <= 1:
        raise InputError("score", repr(score), "a number from 0 to 1")
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return ELO * math.log(score / (1 - score))


def score_of_elo(difference: float) -> float:
    """Return the expected score of an Elo difference: 10/11 for 400."""
    odds = 10 ** (-abs(difference) / 400)
    return (odds if difference < 0 else 1.0) / (1 + odds)


def elo_interval(interval: Interval) -> Interval:
    """Return the interval of the Elo difference that belongs to one of the score; monotone, so at the same level."""
    return Interval(elo(max(0.0, interval.low)), elo(min(1.0, interval.high)))


class Game(NamedTuple):
    """One battle between two agents.

    Attributes:
        first, second: their numbers.
        score: of the first, 0 to 1; NaN is left out.
        seed: what battles on the same dice share: the index of the battle.
    """

    first: int
    second: int
    score: float
    seed: int


class Rating(NamedTuple):
    """The rating of one agent.

    Attributes:
        name: the agent.
        elo: its rating in Elo points; the mean of all is 0.
        low, high: its interval.
        games: the battles that count.
        score: its share of the points in them; NaN without any.
    """

    name: str
    elo: float
    low: float
    high: float
    games: float
    score: float


@attrs.frozen
class Ratings:
    """Bradley-Terry ratings of agents.

    Attributes:
        table: one rating each, in the order given.
        covariance: of the ratings, in squared Elo points, rows and columns in the order given.
        confidence: the level of the intervals.
        method: ``fisher`` (independent battles) or ``clustered`` (battles of one seed depend on one another).
    """

    table: tuple[Rating, ...]
    covariance: tuple[tuple[float, ...], ...]
    confidence: float
    method: str

    def difference(self, first: int, second: int) -> tuple[float, Interval]:
        """Return the Elo difference of two agents, with its interval; those of the two ratings do not tell it."""
        value = self.table[first].elo - self.table[second].elo
        cov = self.covariance
        variance = cov[first][first] + cov[second][second] - cov[first][second] - cov[second][first]
        half = deviate(self.confidence) * math.sqrt(max(0.0, variance))
        return value, Interval(value - half, value + half)


def check_wins(names: Sequence[str], wins: Any) -> Any:
    """Return a matrix of wins as an array.

    Raises:
        InputError: it has another shape, or entries that can't be wins.
    """
    numpy = need("numpy")
    matrix = numpy.array(wins, dtype=float)
    if len(names) == 0 and matrix.size == 0:
        return matrix.reshape(0, 0)
    if matrix.shape != (len(names), len(names)):
        raise InputError(
            "wins", f"a matrix of shape {matrix.shape}", f"one row and one column for each of {len(names)}"
        )
    if not numpy.all(numpy.isfinite(matrix)) or numpy.any(matrix < 0) or numpy.any(numpy.diag(matrix) != 0):
        raise InputError("wins", "negative, infinite or own entries", "finite numbers from 0, and 0 against oneself")
    return matrix


def _check_prior(prior: float) -> None:
    if not 0 < prior < math.inf:
        raise InputError("prior", repr(prior), "a number of draws above 0")


def _anchored(information: Any) -> Any:
    """Return the information with a term that holds the mean of the ratings, which games tell nothing about."""
    size = len(information)
    return information + need("numpy").trace(information) / size**2 + (size == 1)


def _inverse(information: Any) -> Any:
    """Return the covariance of ratings of mean 0: the pseudoinverse of their information."""
    numpy = need("numpy")
    size = len(information)
    centering = numpy.eye(size) - 1 / size
    return centering @ numpy.linalg.inv(_anchored(information)) @ centering


def _fit(weights: Any) -> tuple[Any, Any, Any]:
    """Return log strengths of mean 0, the expected scores, and the information matrix of (half) wins.

    The likelihood is concave, and with every weight above 0 it has one maximum; its second derivatives are at hand,
    and the information they are gives the intervals.
    """
    numpy = need("numpy")
    size = len(weights)
    games = weights + weights.T

    def expected(strengths: Any) -> Any:
        return need("scipy.special").expit(strengths[:, None] - strengths[None, :])

    def loss(strengths: Any) -> float:
        return float(numpy.sum(weights * numpy.logaddexp(0, strengths[None, :] - strengths[:, None])))

    def slope(strengths: Any) -> Any:
        return numpy.sum(games * expected(strengths) - weights, axis=1)

    def information(strengths: Any) -> Any:
        p = expected(strengths)
        cross = games * p * (1 - p)
        return numpy.diag(cross.sum(axis=1)) - cross

    strengths = need("scipy.optimize").minimize(
        loss, numpy.zeros(size), jac=slope, hess=lambda at: _anchored(information(at)), method="trust-exact",
        options={"gtol": 1e-9 * max(1.0, float(games.max(initial=0.0)))},
    ).x  # fmt: skip
    for _ in range(3):  # what is left to the last digit: Newton's steps from so near
        strengths = strengths - numpy.linalg.solve(_anchored(information(strengths)), slope(strengths))
        strengths = strengths - strengths.mean()
    return strengths, expected(strengths), information(strengths)


def _ratings(
    names: Sequence[str], wins: Any, strengths: Any, covariance: Any, confidence: float, method: str
) -> Ratings:
    z = deviate(confidence)
    games, scores = (wins + wins.T).sum(axis=1), wins.sum(axis=1)
    table = []
    for place, name in enumerate(names):
        value, half = ELO * float(strengths[place]), ELO * z * math.sqrt(max(0.0, float(covariance[place, place])))
        played = float(games[place])
        score = float(scores[place]) / played if played else math.nan
        table.append(Rating(name, value, value - half, value + half, played, score))
    rows = tuple(tuple(float(entry) * ELO * ELO for entry in row) for row in covariance)
    return Ratings(tuple(table), rows, confidence, method)


def bradley_terry(names: Sequence[str], wins: Any, confidence: float = CONFIDENCE, prior: float = PRIOR) -> Ratings:
    """Rate agents from a matrix of wins (Bradley and Terry 1952), by maximum likelihood with a few drawn battles added.

    Assumes independent battles; `rate_games` allows for battles that share their seeds. A draw counts as half a win
    for either side, which makes intervals a little too wide, never too narrow, where there are draws. Intervals are
    normal, from the inverse Fisher information among ratings of mean 0.

    Args:
        names: the agents.
        wins: wins of the row's agent over the column's, halves allowed, shape (agents, agents), 0 on the diagonal.
        confidence: the level of the intervals.
        prior: the draws every two agents are taken to have had, above 0; pulls ratings together a little and keeps
            the ones of the unbeaten and of those who never met finite.

    Raises:
        InputError: no such matrix, no level, or no prior.
    """
    _check_prior(prior)
    matrix = check_wins(names, wins)
    if not names:
        return Ratings((), (), confidence, "fisher")
    strengths, _, information = _fit(_with_prior(matrix, prior))
    covariance = _inverse(information)
    return _ratings(names, matrix, strengths, covariance, confidence, "fisher")


def _with_prior(matrix: Any, prior: float) -> Any:
    numpy = need("numpy")
    return matrix + prior / 2 * (1 - numpy.eye(len(matrix)))


def wins_of(size: int, games: Sequence[Game]) -> Any:
    """Return the matrix of (half) wins of games, shape (size, size); games that are not scored are left out."""
    matrix = need("numpy").zeros((size, size))
    for first, second, score, _ in games:
        if not math.isnan(score):
            matrix[first, second] += score
            matrix[second, first] += 1 - score
    return matrix


def rate_games(
    names: Sequence[str], games: Sequence[Game], confidence: float = CONFIDENCE, prior: float = PRIOR
) -> Ratings:
    """Rate agents from their games, with intervals that allow for games on the same seed.

    The ratings are those of `bradley_terry`; their covariance is the sandwich estimate clustered by seed (Liang and
    Zeger 1986): all games of one seed, swapped sides and other pairings alike, are one unit. Needs some tens of seeds
    to be worth its name. Each draw of the prior adds a unit that might as well have been won or lost, so that scores
    which are all alike leave an interval.

    Args:
        names: the agents, by their numbers in the games.
        games: the games.
        confidence, prior: as for `bradley_terry`.
    """
    _check_prior(prior)
    if not names:
        return Ratings((), (), confidence, "clustered")
    numpy = need("numpy")
    matrix = wins_of(len(names), games)
    strengths, expected, information = _fit(_with_prior(matrix, prior))
    units: dict[int, Any] = {}
    for first, second, score, seed in games:
        if not math.isnan(score):
            unit = units.setdefault(seed, numpy.zeros(len(names)))
            unit[first] += score - expected[first, second]
            unit[second] -= score - expected[first, second]
    prior_units = prior / 4 * (1 - numpy.eye(len(names)))
    meat = numpy.diag(prior_units.sum(axis=1)) - prior_units
    for seed in sorted(units):
        meat = meat + numpy.outer(units[seed], units[seed])
    bread = _inverse(information)
    return _ratings(names, matrix, strengths, bread @ meat @ bread, confidence, "clustered")
