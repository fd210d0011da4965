"""When a tournament has played enough: every pairing's share, or every rating, known to a wanted error."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from engine import InputError
from studies.intervals import Interval
from studies.stopping import Decision
from studies.tournament_figures import Battles, Meeting, battles_of, ratings_of, share_of

if TYPE_CHECKING:
    import polars


class Width(NamedTuple):
    """How well one thing is known: its value, its interval, and the half width that is wanted."""

    value: float
    interval: Interval
    wanted: float

    @property
    def excess(self) -> float:
        """Half the interval's width over what is wanted; above 1: not known well enough."""
        return self.interval.half / self.wanted


@attrs.frozen
class Known:
    """Stop at the first planned look at which everything is known well enough.

    Every interval has the level ``1 - (1 - confidence) / looks`` (Bonferroni), as in `studies.stopping.TargetError`: so
    each, whatever made the tournament stop, holds what it is about with at least `confidence`.

    Attributes:
        meetings: the pairings; mirror matches have no share and are not asked.
        agents: who is rated.
        error: the half width wanted of every pairing's score share, or None.
        elo: the half width wanted of every rating, over all scenarios and on each, in Elo points; or None.
        looks: how many looks are planned.
        confidence: the level over all looks together.
    """

    meetings: Sequence[Meeting]
    agents: Sequence[str]
    error: float | None
    elo: float | None
    looks: int
    confidence: float

    def __attrs_post_init__(self) -> None:
        for name, value in (("--target-error", self.error), ("--target-elo", self.elo)):
            if value is not None and not (type(value) in (int, float) and 0 < value < math.inf):
                raise InputError(name, repr(value)[:80], "a number above 0")
        if all(meeting.mirror for meeting in self.meetings):
            raise InputError("--target-error", "one agent alone", "agents that meet one another")

    @property
    def level(self) -> float:
        """The level of the intervals of a single look."""
        return 1 - (1 - self.confidence) / self.looks

    def plain(self) -> Mapping[str, Any]:
        """Return the rule as plain data."""
        return {
            "rule": "Known",
            "error": self.error,
            "elo": self.elo,
            "confidence": self.confidence,
            "level": self.level,
        }

    def decide(self, table: polars.DataFrame, looks: Sequence[int]) -> Decision | None:
        """Return what falls at a look: ``reached``, at the last one perhaps ``not reached``, or None."""
        arms = sum(len(meeting.arms) for meeting in self.meetings)
        worst = max(self._widths(battles_of(table, arms)), key=lambda width: width.excess)
        reached = worst.excess <= 1
        if not reached and len(looks) < self.looks:
            return None
        return Decision(
            "reached" if reached else "not reached", looks[-1], len(looks), self.looks, worst.value, worst.interval,
            self.confidence, self.level, worst.interval.half, (0.0, worst.wanted),
        )  # fmt: skip

    def _widths(self, battles: Sequence[Battles]) -> Iterator[Width]:
        if self.error is not None:
            for meeting in self.meetings:
                if not meeting.mirror:
                    share = share_of(meeting, battles, self.level)
                    yield Width(share.value, share.interval, self.error)
        if self.elo is not None:
            for ratings in ratings_of(self.meetings, battles, self.agents, self.level).values():
                for row in ratings.table:
                    yield Width(row.elo, Interval(row.low, row.high), self.elo)
