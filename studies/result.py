"""What every study hands back: what was studied, the battles, tables and plots; kinds of studies extend it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

import attrs

from engine import __version__
from studies.arms import Arm, Row
from studies.statistics import CONFIDENCE, Tally, quantile_battles, tally
from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    from pathlib import Path

    import polars

    from studies.plots_base import Plot
    from studies.report_words import Contents
    from studies.store import Store
    from studies.study import Played

SCHEMA = "couched.results/1"
"""What `StudyResult.data` calls its form."""

MANY = 12
"""Arms up to which each has a bar, a histogram and replays of its own."""

BARS = ("win", "loss", "draw", "timeout", "stalemate", "error")
"""The outcomes of battles for a side, in the order of `Tally` and of bars."""

OUTCOME_COLUMNS = (
    Column("arm"), Column("side"), Column("battles", "count"), Column("wins", "count"), Column("losses", "count"),
    Column("draws", "count"), Column("timeouts", "count"), Column("stalemates", "count"), Column("errors", "count"),
    Column("win_share", "share", "won"), Column("interval", "interval", "95% interval", PERCENT),
)  # fmt: skip

REPLAY_COLUMNS = (
    Column("arm"), Column("which"), Column("t", "number", "ends", "counts"), Column("outcome"), Column("winner"),
    Column("battle", "count"), Column("command", "command", "to play them again"),
)  # fmt: skip

ERROR_COLUMNS = (
    Column("arm"), Column("reason"), Column("battle", "count"), Column("command", "command", "to play them again"),
)  # fmt: skip

MOST_ERRORS = 20
"""Errors that are told one by one; all are in the battles."""


@attrs.frozen
class Facts:
    """What was studied, for whoever reads a result without having seen it made.

    Attributes:
        kind: ``tournament``, ``sweep``, ``compare``, ``fork``, ...
        seed: the root seed.
        start, stop: the battles of every arm under that seed: ``start`` to ``stop - 1``.
        version: the version of couched that played them.
        command: the command line that makes the study, or what was called from Python.
        complete: all that was meant to be played was played; else tables and plots are of a part.
        left_out: battles that were played and are left out everywhere, because the study was cut short before every arm had them.
        extended: the numbers of battles at which it was to end before it was extended.
        ended: why it ended there, in words: ``all 400 battles played``, ``decided after 128 battles``, ``interrupted``.
        settings: what else was told: confidence, stopping, what is varied, ...
    """

    kind: str
    seed: int
    start: int
    stop: int
    version: str
    command: str
    complete: bool = True
    ended: str = ""
    settings: Mapping[str, Any] = attrs.field(factory=dict)
    left_out: int = 0
    extended: tuple[int, ...] = ()

    @property
    def seeds(self) -> str:
        """The range of seeds, in words."""
        if self.stop <= self.start:
            return f"seed {self.seed}, no battles"
        if self.kind == "fork":
            return f"seed {self.seed}, futures {self.start + 1} to {self.stop} of both options"
        return f"seed {self.seed}, battles {self.start} to {self.stop - 1} of every arm"

    @classmethod
    def of(cls, played: Played) -> Facts:
        """Return the facts of a study that was played."""
        study = played.study
        settings = dict(study.settings)
        if study.stopping is not None:
            settings["stopping"] = dict(study.stopping.plain())
        return cls(
            study.kind, study.seed, 0, played.battles, __version__, study.command, played.complete, _ended(played), settings,
            played.left_out, tuple(played.extended),
        )  # fmt: skip


def _ended(played: Played) -> str:
    """Return why a study ended, in words."""
    if not played.complete:
        return "interrupted"
    each = f"{played.battles} of every arm"
    if played.decision is None:
        return f"all planned battles, {each}"
    return f"decided after {each}" if played.decision.decided else f"all planned battles, {each}, without a decision"


def parts_of(title: str, played: Played) -> dict[str, Any]:
    """Return what the base of a result is made of: ``SweepResult(**parts_of(title, played), cells=...)``."""
    return {"title": title, "facts": Facts.of(played), "arms": played.study.arms, "battles": played.rows}


@attrs.frozen(eq=False)
class StudyResult:
    """The result of a study; what kinds of studies return extends it with data frames of their own.

    Attributes:
        title: what was asked, in a line.
        facts: what was studied.
        arms: what was played; the column ``arm`` of battles is an index into it.
        battles: one row a battle, as `studies.store.frame` makes them.
    """

    title: str
    facts: Facts
    arms: tuple[Arm, ...] = attrs.field(converter=tuple, repr=False)
    battles: polars.DataFrame = attrs.field(repr=False)

    @property
    def kind(self) -> str:
        """The kind of study."""
        return self.facts.kind

    @property
    def digests(self) -> dict[str, str]:
        """The digest of every arm's scenario, by label."""
        return {arm.label: arm.scenario.digest for arm in self.arms}

    @property
    def errors(self) -> int:
        """Battles that ended in an error: with any, a command ends with exit code 1."""
        return int((self.battles["outcome"] == "error").sum())

    def findings(self) -> list[str]:
        """Return what was found, in sentences, the answer first; kinds of studies say it."""
        return []

    def tables(self) -> list[Table]:
        """Return the tables, the answer first; kinds of studies put theirs before these."""
        return [self.outcomes_table(), self.replays_table(), *([self.errors_table()] if self.errors else [])]

    def plots(self) -> list[Plot]:
        """Return the plots, the answer first; kinds of studies put theirs before these."""
        from studies.plots import outcome_bars, time_histogram

        if not self.battles.height or len(self.arms) > MANY:
            return []
        bars = outcome_bars("outcomes", "How the battles ended", _bars(self), wins=_names_of_wins(self.arms))
        times = {arm.label: ended for number, arm in enumerate(self.arms) if (ended := self._times(number))}
        return [bars, *([time_histogram("times", "When the battles ended", times)] if times else [])]

    def of(self, arm: int) -> polars.DataFrame:
        """Return the battles of one arm, by its number."""
        return self.battles.filter(self.battles["arm"] == arm)

    def tally(self, arm: int, side: str) -> Tally:
        """Return how the battles of an arm ended for a side."""
        part = self.of(arm)
        return tally(part["outcome"].to_list(), part["winner"].to_list(), side)

    def outcomes_table(self) -> Table:
        """Return how the battles of every arm ended for every side, each outcome apart."""
        rows = [
            _outcomes(arm, side, self.tally(number, side), self.share_level)
            for number, arm in enumerate(self.arms)
            for side in arm.sides
        ]
        note = "Shares are of the battles without errors; intervals are Wilson's."
        level = f"{100 * self.share_level:.4g}% interval"
        columns = [*OUTCOME_COLUMNS[:-1], Column("interval", "interval", level, PERCENT)]
        return Table.of("outcomes", "Outcomes", columns, rows, note)

    @property
    def share_level(self) -> float:
        """The level of the intervals of shares."""
        return float(getattr(self, "confidence", CONFIDENCE))

    def replays_table(self) -> Table:
        """Return the shortest, quartile and longest battles, each with the command that plays it again."""
        groups = self.replay_groups()
        rows = [
            _replay(self.arms[row.arm], self.facts.seed, name, row)
            for group in groups
            for name, row in quantile_battles(row for arm in group for row in _rows(self.of(arm))).items()
        ]
        together = len(groups) == 1 < len(self.arms)
        note = "By the time they ended; of all arms together." if together else "By the time they ended; errors have none."
        return Table.of("replays", "Battles to look at", REPLAY_COLUMNS, rows, note)

    def replay_groups(self) -> Sequence[Sequence[int]]:
        """Return the arms whose battles are replayed together: each by itself, or all when there are many."""
        arms = range(len(self.arms))
        return [arms] if len(arms) > MANY else [[number] for number in arms]

    def errors_table(self) -> Table:
        """Return the battles that ended in an error, the first of them, each with the command that plays it again."""
        failed = self.battles.filter(self.battles["outcome"] == "error")
        rows = [
            {**_replay(self.arms[row.arm], self.facts.seed, "error", row), "reason": row.reason}
            for row in _rows(failed.head(MOST_ERRORS))
        ]
        note = f"The first {MOST_ERRORS} of {failed.height}." if failed.height > MOST_ERRORS else ""
        return Table.of("errors", "Battles that ended in an error", ERROR_COLUMNS, rows, note)

    def data(self, contents: Contents | None = None) -> dict[str, Any]:
        """Return everything but the single battles as plain data; ``contents``: what it shows, when that is known already."""
        return {
            "schema": SCHEMA,
            "title": self.title,
            "facts": {**attrs.asdict(self.facts), "settings": dict(self.facts.settings)},
            "arms": [_arm_data(arm) for arm in self.arms],
            "battles": self.battles.height,
            "errors": self.errors,
            "findings": list(contents.findings if contents else self.findings()),
            "tables": [table.data() for table in (contents.tables if contents else self.tables())],
        }

    def to_json(self, contents: Contents | None = None) -> str:
        """Return `data` as JSON."""
        import msgspec

        from studies.cli_common import clean

        return msgspec.json.format(msgspec.json.encode(clean(self.data(contents)), order="sorted"), indent=2).decode() + "\n"

    def write(self, where: Store | str | Path) -> list[Path]:
        """Write the reports of the study into its folder; return their paths."""
        from studies.reports import write_reports

        return write_reports(where, self)

    def print(self, stream: IO[str] | None = None, *, brief: bool = False) -> None:
        """Print what was found and, unless that is enough, the tables, within the width of a terminal."""
        from studies.reports import print_result

        print_result(self, stream, brief=brief)

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from studies.report_html import fragment

        return fragment(self)

    def _times(self, arm: int) -> list[float]:
        """Return when the battles of an arm ended, without errors: they have no time."""
        part = self.of(arm)
        return part.filter(part["outcome"] != "error")["t"].to_list()


def _outcomes(arm: Arm, side: str, counts: Tally, level: float) -> dict[str, Any]:
    won = counts.wins / counts.scored if counts.scored else None
    return {"arm": arm.label, "side": side, **counts._asdict(), "win_share": won, "interval": counts.win_interval(level)}


def _rows(part: polars.DataFrame) -> Iterator[Row]:
    """Yield battles of a data frame, as far as replaying them needs it."""
    columns = ("arm", "battle", "outcome", "winner", "t", "reason")
    for arm, battle, outcome, winner, t, reason in part.select(columns).iter_rows():
        yield Row(arm, battle, outcome, winner, t, reason, 0, 0, {}, {})


def _replay(arm: Arm, seed: int, name: str, row: Row) -> dict[str, Any]:
    return {
        "arm": arm.label, "which": name, "t": row.t, "outcome": row.outcome, "winner": row.winner, "battle": row.battle,
        "command": arm.command(seed, row.battle),
    }  # fmt: skip


def _bars(result: StudyResult) -> list[tuple[str, dict[str, int]]]:
    """Return the outcomes of every arm for its first side, as `studies.plots.outcome_bars` takes them."""
    rows = []
    for number, arm in enumerate(result.arms):
        counts = result.tally(number, arm.sides[0])
        rows.append((arm.label, dict(zip(BARS, counts[1:], strict=True))))
    return rows


def _names_of_wins(arms: Sequence[Arm]) -> tuple[str, str]:
    """Return what wins and losses of the first side are called: by the sides, where all arms have the same two."""
    sides = {arm.sides for arm in arms}
    if len(sides) == 1 and len(two := next(iter(sides))) == 2:
        return f"{two[0]} wins", f"{two[1]} wins"
    return "first side wins", "another wins"


def _arm_data(arm: Arm) -> dict[str, Any]:
    return {
        "label": arm.label, "source": arm.source, "overrides": list(arm.overrides), "tags": dict(arm.tags),
        "digest": arm.scenario.digest, "system": arm.scenario.system, "sides": list(arm.sides),
    }  # fmt: skip
