"""What a tournament found: ratings, pairings, the bias of sides, and what ratings can't tell, as data frames and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from studies.extras import need
from studies.intervals import CONFIDENCE
from studies.paired import PairShare
from studies.result import StudyResult, parts_of
from studies.statistics import Tally, quantile_battles
from studies.tournament_figures import (
    ALL_PAIRINGS,
    Battles,
    Mean,
    Meeting,
    Ring,
    Strange,
    battles_of,
    counts_of,
    first_side,
    mean_over_seeds,
    meetings_of,
    ratings_of,
    rings_of,
    scopes,
    share_of,
    strange_of,
)

if TYPE_CHECKING:
    import polars

    from studies.plots_base import Plot
    from studies.ratings import Ratings
    from studies.report_words import Contents
    from studies.stopping import Decision
    from studies.study import Played
    from studies.tables import Table

QUANTILES = ("t_minimum", "t_lower", "t_median", "t_upper", "t_maximum")
"""The times of a pairing, as its data frame calls them, in counts."""


class Pairing(NamedTuple):
    """What came of two agents on a scenario.

    Attributes:
        meeting: who and where.
        counts: how the battles ended for the first agent, both sides together.
        share: its score share, with the interval of pairs; None in a mirror match.
        times: the shortest battle, the quartiles and the longest, in counts; empty without any.
    """

    meeting: Meeting
    counts: Tally
    share: PairShare | None
    times: tuple[float, ...]


class Side(NamedTuple):
    """What the first side of a scenario scores, whoever plays it.

    Attributes:
        scenario: where.
        between: which battles: of all pairings, each both ways round, or of an agent with itself.
        sides: the two sides.
        mean: the score of the first.
    """

    scenario: str
    between: str
    sides: tuple[str, str]
    mean: Mean


def result_of(played: Played, agents: Sequence[str], level: float) -> TournamentResult:
    """Return the result of a tournament that was played, or interrupted.

    Args:
        played: the study.
        agents: who is rated.
        level: the level of intervals: of one look, with a stopping rule.
    """
    where = played.study.settings["scenarios"]
    grounds = where[0] if len(where) == 1 else f"{len(where)} scenarios"
    title = (
        f"Tournament of {', '.join(agents)} on {grounds}"
        if len(agents) < 5
        else f"Tournament of {len(agents)} agents on {grounds}"
    )
    return TournamentResult(**parts_of(title, played), agents=tuple(agents), level=level, decision=played.decision)


@attrs.frozen(eq=False, slots=False)
class TournamentResult(StudyResult):
    """The result of a tournament.

    Attributes:
        agents: who was rated.
        level: the level of all intervals; above the confidence where several looks share it.
        decision: what ended it, or None.
    """

    agents: tuple[str, ...] = ()
    level: float = CONFIDENCE
    decision: Decision | None = None

    @cached_property
    def meetings(self) -> list[Meeting]:
        """Who met where, in the order of arms."""
        return meetings_of(self.arms)

    @cached_property
    def games(self) -> list[Battles]:
        """The battles of each arm."""
        return battles_of(self.battles, len(self.arms))

    @cached_property
    def found(self) -> list[Pairing]:
        """What came of every pairing."""
        return [self._pairing(meeting) for meeting in self.meetings]

    @cached_property
    def rated(self) -> dict[str, Ratings]:
        """The ratings: over all scenarios, where there are several, and on each; empty of one agent alone."""
        return ratings_of(self.meetings, self.games, self.agents, self.level)

    @cached_property
    def biases(self) -> list[Side]:
        """What the first side scores on every scenario: over all pairings, and of every agent against itself."""
        rows = []
        for scenario in dict.fromkeys(meeting.scenario for meeting in self.meetings):
            inside = [meeting for meeting in self.meetings if meeting.scenario == scenario]
            swapped = [meeting for meeting in inside if not meeting.mirror]
            if swapped:
                rows.append(self._bias(swapped, ALL_PAIRINGS))
            rows += [self._bias([meeting], f"{meeting.first} itself") for meeting in inside if meeting.mirror]
        return rows

    @cached_property
    def strange(self) -> dict[str, list[Strange]]:
        """By scope, the pairings against what the ratings expect; with two agents there is nothing to expect."""
        if len(self.agents) < 3:
            return {}
        inside = scopes(self.meetings)
        return {scope: strange_of(inside[scope], self.games, ratings) for scope, ratings in self.rated.items()}

    @cached_property
    def rings(self) -> dict[str, list[Ring]]:
        """By scope, the threes of which each beats the next."""
        inside = scopes(self.meetings)
        return {scope: rings_of(inside[scope], self.games, self.agents, self.level) for scope in self.rated}

    @property
    def pairings(self) -> polars.DataFrame:
        """One row a pairing and scenario.

        Columns: scenario, first, second; battles, wins, losses, draws, timeouts, stalemates, errors of the first;
        win_share with win_low and win_high (Wilson); pairs, score with low and high (pairs); ratio (`PairShare.ratio`);
        t_minimum to t_maximum in counts. Null where there is nothing.
        """
        return _frame([_pairing_row(pairing, self.level) for pairing in self.found], _PAIRINGS)

    @property
    def ratings(self) -> polars.DataFrame:
        """One row a scope (a scenario, or all) and agent: scope, agent, elo, low, high, games, score."""
        rows = [
            {"scope": scope, "agent": row.name, **row._asdict(), "games": int(row.games)}
            for scope, ratings in self.rated.items() for row in ratings.table
        ]  # fmt: skip
        return _frame(rows, _RATINGS)

    @property
    def sides(self) -> polars.DataFrame:
        """One row a scenario and kind of battles: scenario, between, side (the first), score, low, high, seeds."""
        rows = [
            {"scenario": side.scenario, "between": side.between, "side": side.sides[0], "score": side.mean.value,
             "low": side.mean.interval.low, "high": side.mean.interval.high, "seeds": side.mean.seeds}
            for side in self.biases
        ]  # fmt: skip
        return _frame(rows, _SIDES)

    def findings(self) -> list[str]:
        """Return what was found, in sentences, the answer first."""
        from studies.tournament_words import findings

        return findings(self)

    def data(self, contents: Contents | None = None) -> dict[str, Any]:
        """Return everything but the single battles as plain data, the data frames too; ``contents`` as for any study."""
        frames = {"pairings": self.pairings, "ratings": self.ratings, "sides": self.sides}
        return {**super().data(contents), **{name: frame.to_dicts() for name, frame in frames.items()}}

    def tables(self) -> list[Table]:
        """Return the tables, the answer first."""
        from studies.tournament_tables import tables

        return [*tables(self), self.replays_table(), *([self.errors_table()] if self.errors else [])]

    def replay_groups(self) -> list[list[int]]:
        """Return the arms of every scenario: their shortest, quartile and longest battles are replayed."""
        groups: dict[str, list[int]] = {}
        for number, arm in enumerate(self.arms):
            groups.setdefault(arm.tags["scenario"], []).append(number)
        return list(groups.values())

    def plots(self) -> list[Plot]:
        """Return the plots, the answer first."""
        from studies.tournament_words import plots

        return plots(self) if self.battles.height else []

    def _pairing(self, meeting: Meeting) -> Pairing:
        share = None if meeting.mirror else share_of(meeting, self.games, self.level)
        rows = (
            _Ended(*row)
            for arm in meeting.arms
            for row in zip(*self.games[arm][:2], self.games[arm].times, strict=True)
        )
        times = tuple(row.t for row in quantile_battles(rows).values())
        return Pairing(meeting, counts_of(meeting, self.games), share, times)

    def _bias(self, meetings: Sequence[Meeting], between: str) -> Side:
        scores = (score for meeting in meetings for score in first_side(meeting, self.games))
        return Side(meetings[0].scenario, between, meetings[0].sides, mean_over_seeds(scores, self.level))


class _Ended(NamedTuple):
    """When a battle ended."""

    battle: int
    outcome: str
    t: float


_PAIRINGS: Mapping[str, type] = {
    "scenario": str, "first": str, "second": str, "battles": int, "wins": int, "losses": int, "draws": int, "timeouts": int,
    "stalemates": int, "errors": int, "win_share": float, "win_low": float, "win_high": float, "pairs": int, "score": float,
    "low": float, "high": float, "ratio": float, **dict.fromkeys(QUANTILES, float),
}  # fmt: skip

_RATINGS: Mapping[str, type] = {
    "scope": str, "agent": str, "elo": float, "low": float, "high": float, "games": int, "score": float,
}  # fmt: skip

_SIDES: Mapping[str, type] = {
    "scenario": str, "between": str, "side": str, "score": float, "low": float, "high": float, "seeds": int,
}  # fmt: skip


def _pairing_row(pairing: Pairing, level: float) -> dict[str, Any]:
    """Return a row of the data frame of pairings."""
    meeting, counts, share, times = pairing
    low, high = counts.win_interval(level)
    row = {"scenario": meeting.scenario, "first": meeting.first, "second": meeting.second, **counts._asdict()}
    row |= {"win_share": counts.wins / counts.scored if counts.scored else None, "win_low": low, "win_high": high}
    if share is not None:
        row |= {"pairs": share.pairs, "score": share.value, "low": share.low, "high": share.high, "ratio": share.ratio}
    return {**row, **dict(zip(QUANTILES, times, strict=False))}


def _frame(rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, type]) -> polars.DataFrame:
    """Return a data frame with these columns; what is missing, or not a number, is null."""
    columns = {name: [row.get(name) for row in rows] for name in kinds}
    found: polars.DataFrame = need("polars").DataFrame(columns, schema=dict(kinds), strict=False).fill_nan(None)
    return found
