"""The figures of a tournament: what its battles say of pairings, ratings and sides; pure functions of the rows.

One seed is one unit: on each, a pairing plays the same dice twice, with the sides swapped, and so do all the other pairings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from studies.intervals import Interval, counted, mean_of, score_interval
from studies.intransitive import Cycle, Residual, cycles, residuals
from studies.paired import PairShare, pair_share
from studies.ratings import Game, Ratings, rate_games, wins_of
from studies.statistics import Tally, holm, points, tally

if TYPE_CHECKING:
    import polars

    from studies.arms import Arm

ALL = "all scenarios"
"""What stands for all of them together."""

ALL_PAIRINGS = "all pairings"
"""What stands for all battles between two agents on a scenario."""


class Meeting(NamedTuple):
    """Two agents on one scenario.

    Attributes:
        scenario: what the study calls it.
        first, second: the agents; the same one twice in a mirror match.
        sides: the two sides.
        arms: the numbers of the arm in which the first plays the first side, and of the one with the sides swapped; a
            mirror match has one arm.
    """

    scenario: str
    first: str
    second: str
    sides: tuple[str, str]
    arms: tuple[int, ...]

    @property
    def mirror(self) -> bool:
        """Whether it is an agent against itself."""
        return self.first == self.second


class Battles(NamedTuple):
    """The battles of one arm, in the order of their index."""

    numbers: Sequence[int]
    outcomes: Sequence[str]
    winners: Sequence[str | None]
    times: Sequence[float]

    def scores(self, side: str) -> dict[int, float]:
        """Return what each battle scores for a side, by its index; NaN is not scored."""
        return dict(zip(self.numbers, points(self.outcomes, self.winners, side), strict=True))


def meetings_of(arms: Sequence[Arm]) -> list[Meeting]:
    """Return the pairings of a tournament's arms, in their order."""
    numbers: dict[tuple[str, str, str], list[int]] = {}
    for number, arm in enumerate(arms):
        numbers.setdefault((arm.tags["scenario"], arm.tags["first"], arm.tags["second"]), []).append(number)
    return [
        Meeting(*key, sides=(arms[found[0]].sides[0], arms[found[0]].sides[1]), arms=tuple(found))
        for key, found in numbers.items()
    ]


def battles_of(table: polars.DataFrame, arms: int) -> list[Battles]:
    """Return the battles of each arm of a study's rows."""
    found = [Battles([], [], [], []) for _ in range(arms)]
    for part in table.partition_by("arm", maintain_order=True):
        columns = (part[name].to_list() for name in ("battle", "outcome", "winner", "t"))
        found[part["arm"][0]] = Battles(*columns)
    return found


def paired(meeting: Meeting, battles: Sequence[Battles]) -> list[tuple[int, float, float]]:
    """Return every seed both games of a pairing were played on: its index, and what the first agent scored in each."""
    one, other = (battles[arm].scores(side) for arm, side in zip(meeting.arms, meeting.sides, strict=True))
    return [(index, score, other[index]) for index, score in one.items() if index in other]


def counts_of(meeting: Meeting, battles: Sequence[Battles]) -> Tally:
    """Return how the battles of a pairing ended for its first agent, both sides together; for the first side of a mirror."""
    found = [
        tally(battles[arm].outcomes, battles[arm].winners, side)
        for arm, side in zip(meeting.arms, meeting.sides, strict=False)
    ]
    return Tally(*map(sum, zip(*found, strict=True)))


def share_of(meeting: Meeting, battles: Sequence[Battles], confidence: float) -> PairShare:
    """Return the score share of a pairing's first agent, with the interval of pairs."""
    pairs = paired(meeting, battles)
    return pair_share([one for _, one, _ in pairs], [other for _, _, other in pairs], confidence)


class Mean(NamedTuple):
    """A mean score over seeds, with its interval.

    Attributes:
        value: 0 to 1; NaN without seeds.
        interval: the score interval of the seeds' means.
        seeds: the seeds that count.
    """

    value: float
    interval: Interval
    seeds: int


def mean_over_seeds(scores: Iterable[tuple[int, float]], confidence: float) -> Mean:
    """Return the mean of scores that share seeds: each seed's mean is one unit; NaN is left out.

    Args:
        scores: index of the battle and score, 0 to 1.
        confidence: the level of the interval.
    """
    units: dict[int, list[float]] = {}
    for index, score in scores:
        if not math.isnan(score):
            units.setdefault(index, []).append(score)
    counts = counted(math.fsum(units[index]) / len(units[index]) for index in sorted(units))
    return Mean(mean_of(counts), score_interval(counts, confidence), counts.total())


def first_side(meeting: Meeting, battles: Sequence[Battles]) -> list[tuple[int, float]]:
    """Return what the first side scored on each seed: in the mean over both games of a pairing, NaN where one failed."""
    if meeting.mirror:
        return list(battles[meeting.arms[0]].scores(meeting.sides[0]).items())
    return [(index, (one + 1 - other) / 2) for index, one, other in paired(meeting, battles)]


def scopes(meetings: Sequence[Meeting]) -> dict[str, list[Meeting]]:
    """Return what is rated: all scenarios together, where there are several, and each by itself; without mirrors."""
    between = [meeting for meeting in meetings if not meeting.mirror]
    found: dict[str, list[Meeting]] = {ALL: between} if len({meeting.scenario for meeting in between}) > 1 else {}
    for meeting in between:
        found.setdefault(meeting.scenario, []).append(meeting)
    return found


def games_of(meetings: Sequence[Meeting], battles: Sequence[Battles], agents: Sequence[str]) -> list[Game]:
    """Return the games of pairings, whole pairs only: a pair one game of which failed is left out."""
    number = {name: place for place, name in enumerate(agents)}
    return [
        Game(number[meeting.first], number[meeting.second], score, index)
        for meeting in meetings
        for index, *pair in paired(meeting, battles)
        if not math.isnan(sum(pair))
        for score in pair
    ]


def ratings_of(
    meetings: Sequence[Meeting], battles: Sequence[Battles], agents: Sequence[str], confidence: float
) -> dict[str, Ratings]:
    """Return the ratings of every scope, anchored at mean 0."""
    return {
        scope: rate_games(agents, games_of(inside, battles, agents), confidence)
        for scope, inside in scopes(meetings).items()
    }


class Strange(NamedTuple):
    """A pairing that ends otherwise than ratings expect.

    Attributes:
        residual: what was found and what was expected.
        p: adjusted for the number of pairings (Holm).
    """

    residual: Residual
    p: float


class Ring(NamedTuple):
    """Three agents that beat one another in turn.

    Attributes:
        cycle: who beats whom.
        clear: whether the intervals of all three pairings lie above one half.
    """

    cycle: Cycle
    clear: bool


def strange_of(inside: Sequence[Meeting], battles: Sequence[Battles], ratings: Ratings) -> list[Strange]:
    """Return the pairings of a scope against what its ratings expect, the greatest deviation first."""
    agents = [row.name for row in ratings.table]
    found = residuals(agents, wins_of(len(agents), games_of(inside, battles, agents)), ratings)
    return [Strange(*pair) for pair in zip(found, holm([row.p for row in found]), strict=True)]


def rings_of(
    inside: Sequence[Meeting], battles: Sequence[Battles], agents: Sequence[str], confidence: float
) -> list[Ring]:
    """Return the threes of a scope of which each beats the next, the clearest first."""
    beats = _beats(inside, battles, confidence)
    wins = wins_of(len(agents), games_of(inside, battles, agents))
    return [Ring(cycle, all(beats.get(pair, False) for pair in _pairs(cycle))) for cycle in cycles(agents, wins)]


def _pairs(cycle: Cycle) -> list[tuple[str, str]]:
    return [(cycle.first, cycle.second), (cycle.second, cycle.third), (cycle.third, cycle.first)]


def _beats(inside: Sequence[Meeting], battles: Sequence[Battles], confidence: float) -> Mapping[tuple[str, str], bool]:
    """Return, of each ordered pair of agents, whether the first is clearly better than the second."""
    scores: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for meeting in inside:
        scores.setdefault((meeting.first, meeting.second), []).extend(
            (index, (one + other) / 2) for index, one, other in paired(meeting, battles)
        )
    found = {}
    for (first, second), units in scores.items():
        interval = mean_over_seeds(units, confidence).interval
        found[first, second], found[second, first] = interval.low > 0.5, interval.high < 0.5
    return found
