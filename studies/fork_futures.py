"""What comes of a fork in many futures: the option that was taken and the other one, on the same dice in each."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from studies.cli_text import plural
from studies.fork_result import ARMS, Future, Question
from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    import polars

    from studies.paired import Bootstrap, PairedDifference


@attrs.frozen(eq=False)
class FuturesResult:
    """Many futures of one decision, each played with both options on the same dice.

    Attributes:
        question: what was asked.
        original: how they end with the option that was taken, future by future.
        branch: how they end with the other option.
        confidence: the level of intervals.
    """

    question: Question
    original: tuple[Future, ...] = attrs.field(repr=False)
    branch: tuple[Future, ...] = attrs.field(repr=False)
    confidence: float = 0.95

    @property
    def errors(self) -> int:
        """Battles that ended in an error."""
        return sum(end.outcome == "error" for end in (*self.original, *self.branch))

    def scores(self) -> tuple[list[float], list[float]]:
        """Return 1 for each future won by the side that decides, 0 for others, NaN for errors: as it was, what if."""
        from studies.statistics import points

        none = {"draw": 0.0, "timeout": 0.0, "stalemate": 0.0, "error": math.nan}
        one, other = (
            points([end.outcome for end in ends], [end.winner for end in ends], self.question.side, none)
            for ends in (self.original, self.branch)
        )
        return one, other

    def wins(self) -> PairedDifference:
        """Return the difference in the share of futures won, what if less as it was, with its interval."""
        from studies.statistics import paired_difference

        one, other = self.scores()
        return paired_difference(other, one, self.confidence)

    def time(self) -> Bootstrap:
        """Return the mean difference in how long the battle lasts, in counts, what if less as it was, with its interval."""
        from studies.statistics import bootstrap_difference

        one, other = ([math.nan if end.outcome == "error" else end.t for end in ends] for ends in (self.original, self.branch))
        return bootstrap_difference(other, one, self.confidence, key="fork time")

    def findings(self) -> list[str]:
        """Return what was found, in sentences, the answer first."""
        wins, side = self.wins(), self.question.side
        if not wins.n:
            return ["No future could be played on both sides: every one ended in an error."]
        was, now = (Column("share", "share").text(found) for found in self._shares())
        points = Column("points", "number", digits=1, signed=True).text(100 * wins.value)
        span = Column("span", "interval", digits=1, signed=True).text((100 * wins.low, 100 * wins.high))
        verdict = "no difference is shown" if wins.low <= 0.0 <= wins.high else "better" if wins.value > 0 else "worse"
        apart = f"{plural(wins.better, 'future')} won only so, {wins.worse} only as it was"
        level = f"{100 * self.confidence:g}% interval"
        changed = f"{points} points ({level} {span}): {verdict} ({apart})"
        return [f"Side {side} wins {now} of {plural(wins.n, 'future')}, as it was {was}: {changed}."]

    def tables(self) -> list[Table]:
        """Return the outcomes of both, their difference, and the futures to look at."""
        return [self.outcomes_table(), self.difference_table(), self.futures_table()]

    def outcomes_table(self) -> Table:
        """Return how the futures end, each kind of outcome apart."""
        from studies.paired import middle
        from studies.statistics import tally

        columns = [
            Column("arm"), Column("futures", "count"), Column("wins", "count"), Column("losses", "count"), Column("draws", "count"),
            Column("timeouts", "count"), Column("stalemates", "count"), Column("errors", "count"),
            Column("win_share", "share", "won"), Column("interval", "interval", f"{100 * self.confidence:g}% interval", PERCENT),
            Column("median_t", "number", "median end", "counts"),
        ]  # fmt: skip
        rows = []
        for arm, ends in self._arms():
            found = tally([end.outcome for end in ends], [end.winner for end in ends], self.question.side)
            times = [end.t for end in ends if end.outcome != "error"]
            share = found.wins / found.scored if found.scored else math.nan
            interval = tuple(found.win_interval(self.confidence))
            rows.append((arm, *found, share, interval, float(middle(times)) if times else None))
        note = f"Wins and losses of side {self.question.side}; shares are of the futures without errors."
        return Table("outcomes", "Outcomes", columns, rows, note)

    def difference_table(self) -> Table:
        """Return what the other option changes, future by future."""
        wins, time = self.wins(), self.time()
        level = f"{100 * self.confidence:g}% interval"
        columns = [
            Column("figure"), Column("value", "number", "difference", digits=3, signed=True),
            Column("interval", "interval", level, digits=3, signed=True), Column("n", "count", "futures"),
            Column("better", "count", "more"), Column("worse", "count", "less"), Column("p", "p"),
        ]  # fmt: skip
        rows = [
            ("share won (of 1)", wins.value, (wins.low, wins.high), wins.n, wins.better, wins.worse, wins.p),
            ("end (counts)", time.value, (time.low, time.high), time.n, *self._longer(), None),
        ]
        note = "What if less as it was, on the same futures. p: exact McNemar test of the futures that differ."
        return Table("difference", "Difference", columns, rows, note)

    def futures_table(self) -> Table:
        """Return the futures of least, quartile and greatest length, with the commands that play them."""
        from studies.statistics import quantile_battles

        columns = [
            Column("arm"), Column("which"), Column("future", "count"), Column("outcome"), Column("winner"),
            Column("t", "number", "ended", "counts"), Column("command", "command"),
        ]  # fmt: skip
        rows = []
        for arm, ends in self._arms():
            fine = [end for end in ends if end.outcome != "error"]
            for which, end in quantile_battles(fine).items() if fine else ():
                command = self.question.command("--future", str(end.battle))
                rows.append((arm, which, end.battle, end.outcome, end.winner, end.t, command))
        return Table("futures", "Futures to look at", columns, rows)

    def frame(self) -> polars.DataFrame:
        """Return one row a future and arm: ``future, arm, outcome, winner, t, reason``; t in counts."""
        from studies.extras import need

        kinds = {"future": int, "arm": str, "outcome": str, "winner": str, "t": float, "reason": str}
        rows = [(end.battle, arm, *end[1:]) for pair in self._pairs() for arm, end in zip(ARMS, pair, strict=True)]
        found: polars.DataFrame = need("polars").DataFrame(rows, schema=kinds, orient="row")
        return found

    def data(self) -> dict[str, Any]:
        """Return it as plain data for ``--json``."""
        return {
            **self.question.data(), "futures": len(self.branch), "confidence": self.confidence, "errors": self.errors,
            "tables": [table.data() for table in self.tables()],
            "battles": [
                {"future": one.battle, "original": _end(one), "branch": _end(other)} for one, other in self._pairs()
            ],
        }  # fmt: skip

    def _pairs(self) -> list[tuple[Future, Future]]:
        return list(zip(self.original, self.branch, strict=True))

    def _arms(self) -> list[tuple[str, tuple[Future, ...]]]:
        return list(zip(ARMS, (self.original, self.branch), strict=True))

    def _shares(self) -> tuple[float, float]:
        """Return the share of futures won, as it was and what if, of those without an error on either side."""
        pairs = [pair for pair in zip(*self.scores(), strict=True) if not any(map(math.isnan, pair))]
        return sum(one for one, _ in pairs) / len(pairs), sum(other for _, other in pairs) / len(pairs)

    def _longer(self) -> tuple[int, int]:
        pairs = [pair for pair in self._pairs() if "error" not in (pair[0].outcome, pair[1].outcome)]
        return sum(one.t < other.t for one, other in pairs), sum(one.t > other.t for one, other in pairs)


def _end(end: Future) -> dict[str, Any]:
    return {"outcome": end.outcome, "winner": end.winner, "t": end.t}
