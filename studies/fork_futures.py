"""What comes of a fork in many futures: the option that was taken and the other one, on the same dice in each."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from studies.arms import Arm, Row, Task, row_of
from studies.cli_text import plural
from studies.fork_result import ARMS, Future, Question
from studies.result import StudyResult, parts_of
from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    import polars

    from engine.options import Option
    from engine.record import ReadLog
    from studies.fork_spot import Spot
    from studies.paired import Bootstrap, PairedDifference
    from studies.plots_base import Plot
    from studies.report_words import Contents
    from studies.run import OnIllegal


@attrs.frozen
class Way(Arm):
    """One of the two options, as a study plays it.

    Attributes:
        again: the command that asks the question again.
    """

    again: str = ""

    def command(self, seed: int, battle: int) -> str:
        """Return the command that plays a future again, both ways."""
        return f"{self.again} --future {battle + 1}"


@attrs.frozen
class Player:
    """Plays ranges of futures of one decision; it travels to workers whole.

    Attributes:
        log: the recorded battle, with the dice as they are up to the decision.
        spot: the decision.
        option: the other option.
        answered: how many answers stand before it.
        on_illegal: what an agent's failure does.
    """

    log: ReadLog
    spot: Spot
    option: Option
    answered: int
    on_illegal: OnIllegal

    def __call__(self, task: Task) -> list[Row]:
        """Play a range; a future that fails comes back as a row with outcome ``error``."""
        return [self._row(task.arm, battle) for battle in range(task.start, task.stop)]

    def _row(self, arm: int, battle: int) -> Row:
        from engine.events import Branch
        from studies.fork import play_on

        branches = [Branch(after=self.answered, number=battle + 1)]
        taken = self.option if arm else None
        try:
            done = play_on(self.log, self.spot, taken, branches, battle + 1, self.on_illegal, record=False)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            return Row(arm, battle, "error", None, 0.0, reason[:500], 0, 0, {}, {})
        return row_of(arm, battle, done.result, {})


def play_futures(
    log: ReadLog, question: Question, battles: int, on_illegal: OnIllegal, confidence: float, place: Mapping[str, Any],
    words: Sequence[str] = (),
) -> FuturesResult:  # fmt: skip
    """Play so many futures of a decision with both options.

    Args:
        log: the recorded battle, with the dice as they are up to the decision.
        question: what is asked of it.
        battles: how many futures.
        on_illegal: what an agent's failure does.
        confidence: the level of intervals.
        place: where and how they are played: keywords of `studies.study.run_study`.
        words: further words of the command that asks again.

    Raises:
        InputError: the folder can't be used, or an extra is missing.
    """
    import msgspec

    from scenarios import from_document
    from studies.intervals import check_confidence
    from studies.study import Study, run_study

    check_confidence(confidence, "--confidence")
    again, spot, header = question.command(*words), question.spot, question.header
    scenario = from_document(header["scenario"])
    settings = {
        "log": hashlib.sha256(b"".join(log.lines)).hexdigest()[:16], "battle": header["battle"], "who": spot.who, "at": question.at,
        "seq": question.seq, "wake": spot.wake, "do": msgspec.json.encode(question.option).decode(), "on_illegal": on_illegal,
        "confidence": confidence,
    }  # fmt: skip
    level = ["--confidence", f"{confidence:g}"] if confidence != 0.95 else []
    study = Study(
        kind="fork", arms=[Way(label, scenario, question.log, again=again) for label in ARMS], seed=int(header["seed"]),
        looks=(battles,), settings=settings, command=question.command(*words, "--battles", str(battles), *level),
    )  # fmt: skip
    player = Player(log, spot, question.option, question.answered, on_illegal)
    played = run_study(study, player=player, **place)
    return FuturesResult(**parts_of(question.title, played), question=question, confidence=confidence)


@attrs.frozen(eq=False, slots=False)
class FuturesResult(StudyResult):
    """Many futures of one decision, each played with both options on the same dice.

    Arm 0 has the option that was taken, arm 1 the other one; battle n of both is future n + 1.

    Attributes:
        question: what was asked.
        confidence: the level of intervals.
    """

    question: Question
    confidence: float = 0.95

    @cached_property
    def original(self) -> tuple[Future, ...]:
        """How the futures end with the option that was taken, future by future."""
        return self._ends(0)

    @cached_property
    def branch(self) -> tuple[Future, ...]:
        """How they end with the other option."""
        return self._ends(1)

    def _ends(self, arm: int) -> tuple[Future, ...]:
        rows = self.of(arm).sort("battle").select("battle", "outcome", "winner", "t", "reason").iter_rows()
        return tuple(Future(battle + 1, *end) for battle, *end in rows)

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
        notes = [f"Note: {note}." for note in self.question.notes]
        wins, side = self.wins(), self.question.side
        if not wins.n:
            ended = ": every one ended in an error" if self.battles.height else ""
            return [f"No future could be played on both sides{ended}.", *notes]
        was, now = (Column("share", "share").text(found) for found in self._shares())
        points = Column("points", "number", digits=1, signed=True).text(100 * wins.value)
        span = Column("span", "interval", digits=1, signed=True).text((100 * wins.low, 100 * wins.high))
        verdict = "no difference is shown" if wins.low <= 0.0 <= wins.high else "better" if wins.value > 0 else "worse"
        apart = f"{plural(wins.better, 'future')} won only so, {wins.worse} only as it was"
        level = f"{100 * self.confidence:g}% interval"
        changed = f"{points} points ({level} {span}): {verdict} ({apart})"
        return [f"Side {side} wins {now} of {plural(wins.n, 'future')}, as it was {was}: {changed}.", *notes]

    def tables(self) -> list[Table]:
        """Return the outcomes of both, their difference, and the futures to look at."""
        errors = [self.errors_table()] if self.errors else []
        return [self.outcomes_table(), self.difference_table(), self.futures_table(), *errors]

    def plots(self) -> list[Plot]:
        """Return how the same future comes out differently: won, and how long; then those of every study."""
        from studies.plots import paired_differences

        wins, time = self.wins(), self.time()
        if not wins.n:
            return []
        was, now = self.scores()
        fine = [pair for pair in self._pairs() if "error" not in (pair[0].outcome, pair[1].outcome)]
        won = [after - before for before, after in zip(was, now, strict=True)]
        longer = [after.t - before.t for before, after in fine]
        return [
            paired_differences("wins", f"The same future for side {self.question.side}", won, (wins.value, wins.low, wins.high),
                               "won so, less won as it was", ("only as it was", "only so")),
            paired_differences("durations", "How long the same future lasts", longer, (time.value, time.low, time.high),
                               "counts so, less counts as it was", ("shorter so", "longer so")),
            *super().plots(),
        ]  # fmt: skip

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

    def data(self, contents: Contents | None = None) -> dict[str, Any]:
        """Return everything as plain data, how each future ended as ``ends``."""
        return {
            **self.question.data(), **super().data(contents), "futures": len(self.branch), "confidence": self.confidence,
            "ends": [{"future": one.battle, "original": _end(one), "branch": _end(other)} for one, other in self._pairs()],
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
