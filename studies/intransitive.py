"""What one rating an agent can't tell: pairings that end as no ratings expect, and threes that beat one another in turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from studies.extras import need
from studies.ratings import Ratings, check_wins, score_of_elo


class Residual(NamedTuple):
    """How two agents did against each other, and what their ratings expect.

    Attributes:
        first, second: the agents.
        games: the battles between them.
        score, expected: the share of points of the first, as it was and as rated.
        z: the deviation in standard errors of independent battles; draws make it smaller than a standard deviate.
        p: two-sided, not adjusted for the number of pairs; see `studies.statistics.holm`.
    """

    first: str
    second: str
    games: float
    score: float
    expected: float
    z: float
    p: float


class Cycle(NamedTuple):
    """Three agents of which each beats the next: no single rating can tell that.

    Attributes:
        first, second, third: the first beats the second, that the third, and that the first.
        scores: the share of points in the three pairings, in that order.
        margin: the least of them less one half.
    """

    first: str
    second: str
    third: str
    scores: tuple[float, float, float]
    margin: float


def residuals(names: Sequence[str], wins: Any, ratings: Ratings) -> list[Residual]:
    """Return every pairing against what the ratings expect of it, the greatest deviation first.

    Args:
        names, wins: as for `bradley_terry`.
        ratings: the ratings of these agents.
    """
    matrix = check_wins(names, wins)
    special = need("scipy.special")
    found = []
    for one, other in combinations(range(len(names)), 2):
        games = float(matrix[one, other] + matrix[other, one])
        if games:
            difference = ratings.table[one].elo - ratings.table[other].elo
            expected, score = score_of_elo(difference), float(matrix[one, other]) / games
            error = math.sqrt(expected * score_of_elo(-difference) / games)
            z = (score - expected) / error if error else math.copysign(math.inf, score - expected)
            p = min(1.0, 2 * float(special.ndtr(-abs(z))))
            found.append(Residual(names[one], names[other], games, score, expected, z, p))
    return sorted(found, key=lambda residual: -abs(residual.z))


def cycles(names: Sequence[str], wins: Any, margin: float = 0.0) -> list[Cycle]:
    """Return the threes in which each beats the next by more than a margin over one half, the clearest first.

    Args:
        names, wins: as for `bradley_terry`.
        margin: how far above one half the share of points must be.
    """
    matrix = check_wins(names, wins)
    games = matrix + matrix.T

    def score(one: int, other: int) -> float:
        return float(matrix[one, other] / games[one, other]) if games[one, other] else 0.5

    found = []
    for a, b, c in combinations(range(len(names)), 3):
        for trio in ((a, b, c), (a, c, b)):
            scores = (score(trio[0], trio[1]), score(trio[1], trio[2]), score(trio[2], trio[0]))
            if min(scores) - 0.5 > margin:
                first, second, third = (names[place] for place in trio)
                found.append(Cycle(first, second, third, scores, min(scores) - 0.5))
    return sorted(found, key=lambda cycle: -cycle.margin)
