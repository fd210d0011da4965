"""One study: arms played battle by battle on the same seeds, look by look, kept as they come, stopped when it is decided.

Every kind of study - tournament, sweep, comparison, fork - is arms and settings handed to `run_study`. At each planned look
all arms have played the same battles; only there a stopping rule is asked, and what it says depends on the rows alone. So a
study that is killed and resumed decides what it would have decided.
"""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from engine import __version__
from engine.errors import InputError
from studies.arms import Arm, Row, Task, play, tasks
from studies.extras import need
from studies.progress import Progress
from studies.store import Keeper, Memory, Store
from studies.workers import Player, chunk_of, processes, run_tasks

if TYPE_CHECKING:
    import polars

    from studies.stopping import Decision, Rule


GRACE = 2.0
"""Seconds an interrupted study has to end in before another interrupt breaks it off."""


class Stopping(Protocol):
    """What may end a study at a look."""

    def plain(self) -> Mapping[str, Any]:
        """Return the rule as plain data, for the manifest."""

    def decide(self, table: polars.DataFrame, looks: Sequence[int]) -> Decision | None:
        """Return the decision that falls on the battles of a look, or None to go on.

        Args:
            table: the rows of all arms, by arm and battle; every arm has the same battles.
            looks: the looks so far, in battles of every arm; the last is this one.
        """


@attrs.frozen
class Scored:
    """A rule of `studies.stopping` or `studies.sprt` as a study takes it.

    Attributes:
        rule: decides on scores in the order of battles.
        scores: makes them of the rows.
    """

    rule: Rule
    scores: Callable[[polars.DataFrame], Sequence[float]]

    def plain(self) -> Mapping[str, Any]:
        """Return the rule as plain data."""
        return {"rule": type(self.rule).__name__, **attrs.asdict(self.rule)}  # type: ignore[arg-type]

    def decide(self, table: polars.DataFrame, looks: Sequence[int]) -> Decision | None:
        """Return what the rule says of the scores."""
        return self.rule.decide(self.scores(table))


def _labels(_study: Any, _attribute: Any, arms: Sequence[Arm]) -> None:
    labels = [arm.label for arm in arms]
    twice = sorted({label for label in labels if labels.count(label) > 1}) if len({*labels}) < len(labels) else []
    if not arms or twice:
        raise InputError("arms", f"{twice[0]!r} twice" if twice else "none", "one at least, each with a label of its own")


def _arms(arms: Iterable[Arm]) -> tuple[Arm, ...]:
    return tuple(arms)


def _counts(looks: Iterable[int]) -> tuple[int, ...]:
    return tuple(looks)


def _rising(_study: Any, _attribute: Any, looks: Sequence[int]) -> None:
    whole = looks and all(type(count) is int and count >= 1 for count in looks)
    if not whole or any(later <= earlier for earlier, later in pairwise(looks)):
        raise InputError("battles", repr(list(looks))[:80], "whole numbers from 1, each greater than the one before")


def _whole(_study: Any, attribute: Any, value: Any) -> None:
    if type(value) is not int:
        raise InputError(attribute.name, repr(value)[:80], "a whole number")


def _meter(_study: Any, _attribute: Any, name: str) -> None:
    from studies.meters import METERS

    if name and name not in METERS:
        raise InputError("meter", repr(name), f"one of {', '.join(sorted(METERS)) or 'none'}")


@attrs.frozen(kw_only=True)
class Study:
    """What is studied.

    Attributes:
        kind: tournament, sweep, compare, fork, ...
        arms: what is played, each on the same battles.
        seed: the root seed of all of them.
        looks: the battles of every arm at which the study is looked at, ascending; the last is where it ends.
        settings: whatever else makes it this study, as plain data; another value is another study.
        stopping: what may end it at a look; None plays to the last.
        meter: the measures taken of each battle, a name of `studies.meters.METERS`; empty for none.
        command: the command line it was called by.
    """

    kind: str
    arms: Sequence[Arm] = attrs.field(validator=_labels, converter=_arms)
    seed: int = attrs.field(validator=_whole)
    looks: Sequence[int] = attrs.field(validator=_rising, converter=_counts)
    settings: Mapping[str, Any] = attrs.field(factory=dict)
    stopping: Stopping | None = None
    meter: str = attrs.field(default="", validator=_meter)
    command: str = ""

    def manifest(self) -> dict[str, Any]:
        """Return what ``study.json`` says of it, plain data."""
        return {
            "kind": self.kind, "version": __version__, "seed": self.seed, "looks": list(self.looks), "meter": self.meter,
            "settings": dict(self.settings),
            "stopping": None if self.stopping is None else dict(self.stopping.plain()),
            "arms": [
                {
                    "label": arm.label, "digest": arm.scenario.digest, "source": arm.source,
                    "overrides": list(arm.overrides), "agents": dict(arm.agents), "tags": dict(arm.tags),
                }
                for arm in self.arms
            ],
            "command": self.command,
        }  # fmt: skip


@attrs.frozen
class Look:
    """A look at a study.

    Attributes:
        battles: the battles every arm had played.
        decision: what the stopping rule said; None when the study went on, or had no rule.
    """

    battles: int
    decision: Decision | None


@attrs.frozen(kw_only=True, eq=False)
class Played:
    """A study that was played, to its end or until it was interrupted.

    Attributes:
        study: what was studied.
        rows: its battles by arm and battle, columns as `studies.parts.frame` makes them: arm, battle, seed, outcome,
            winner, t (counts), reason, rolls, clock_events, able (JSON: side to fighters), measures as ``m:<name>``.
        looks: the looks that were taken.
        complete: whether it came to its end; else ``rows`` has the first battles, as many as every arm has: which of the later
            ones were finished depends on how long they last.
        left_out: the battles that were played and are not in ``rows``, because it was cut short before every arm had them.
        extended: the numbers of battles at which it was to end before it was extended.
        folder: where it is kept, or None.
        damaged: the names of parts that were found damaged when it was resumed; their battles were played again.
    """

    study: Study
    rows: polars.DataFrame
    looks: Sequence[Look]
    complete: bool
    folder: str | None = None
    damaged: Sequence[str] = ()
    left_out: int = 0
    extended: Sequence[int] = ()

    @property
    def decision(self) -> Decision | None:
        """What ended it, or None."""
        return self.looks[-1].decision if self.looks else None

    @property
    def battles(self) -> int:
        """How many battles, from the first on, every arm has: those of the last look when it is complete."""
        return self.looks[-1].battles if self.complete else self.rows.height // len(self.study.arms)

    @property
    def facts(self) -> dict[str, Any]:
        """Where the result comes from: kind, version, seed, range of battles, the arms' scenario digests, command line."""
        return {
            "kind": self.study.kind, "version": __version__, "seed": self.study.seed, "battles": [0, self.battles],
            "complete": self.complete, "scenarios": {arm.label: arm.scenario.digest for arm in self.study.arms},
            "command": self.study.command,
        }  # fmt: skip

    def command(self, arm: int, battle: int) -> str:
        """Return the command that plays one of its battles again."""
        return self.study.arms[arm].command(self.study.seed, battle)

    def errors(self) -> polars.DataFrame:
        """Return the battles with outcome ``error``: arm, battle, reason and the command that repeats each."""
        polars = need("polars")
        found = self.rows.filter(polars.col("outcome") == "error").select("arm", "battle", "reason")
        commands = [self.command(arm, battle) for arm, battle in found.select("arm", "battle").iter_rows()]
        return found.with_columns(polars.Series("command", commands, dtype=polars.String))


def run_study(
    study: Study,
    *,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: bool = True,
    player: Player = play,
) -> Played:
    """Play a study; what is finished is kept as it comes.

    Args:
        study: what is studied.
        out: the folder it is kept in; None for memory alone.
        resume: go on with the study that is in the folder.
        jobs: processes; None for one when there is little to play, else one a core.
        cluster: the address of a Dask scheduler to play it on instead.
        progress: show how far it is, when standard error is a terminal.
        player: what plays a range of battles.

    Returns:
        The study; not complete when it was interrupted (SIGINT, SIGTERM): then with the first battles that every arm has.

    Raises:
        InputError: an argument is wrong, the folder can't be used or holds another study, the cluster fails, or an
            extra is missing.
    """
    _check(out, resume, jobs, cluster)
    with interruptible(), _kept(study, out, resume) as keeper, Progress(study.kind, progress) as bar:
        run = _Run(study, keeper, bar, jobs, cluster, player)
        left_out = 0
        try:
            rows, complete = run.to_the_end(), True
            keeper.finish(rows)
        except KeyboardInterrupt:
            rows, left_out, complete = *_same_battles(keeper, len(study.arms)), False
            keeper.cut_short(rows)
        return Played(
            study=study, rows=rows, looks=tuple(run.looks), complete=complete,
            folder=None if out is None else os.fspath(out), damaged=tuple(getattr(keeper, "damaged", ())), left_out=left_out,
            extended=tuple(getattr(keeper, "extended", ())),
        )  # fmt: skip


def _same_battles(keeper: Keeper, arms: int) -> tuple[polars.DataFrame, int]:
    """Return the battles from the first on that every arm has, and how many others there are."""
    played = keeper.rows().height
    firsts = [next(iter(keeper.spans.done(arm)), (0, 0)) for arm in range(arms)]
    most = min(stop if start == 0 else 0 for start, stop in firsts)
    rows = keeper.rows(most)
    return rows, played - rows.height


def _check(out: Any, resume: bool, jobs: int | None, cluster: str | None) -> None:
    processes(0, jobs)
    if resume and out is None:
        raise InputError("--resume", "no folder", "it with --out, the folder of the study to go on with")
    if jobs is not None and cluster is not None:
        raise InputError("--cluster", "it together with --jobs", "one of them: a cluster has its own workers")
    need("polars")
    if cluster is not None:
        from studies.cluster import reach

        reach(cluster)


@contextmanager
def _kept(study: Study, out: Any, resume: bool) -> Iterator[Keeper]:
    keeper: Keeper = (
        Memory() if out is None else Store(out, study.manifest(), resume, [arm.scenario.document for arm in study.arms])
    )
    try:
        yield keeper
    finally:
        keeper.close()


@contextmanager
def interruptible() -> Iterator[None]:
    """Have ctrl-C and SIGTERM end a study; a second one soon after does not break into the end. Only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    last = -math.inf

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal last
        now = time.monotonic()
        soon, last = now - last < GRACE, now
        if not soon:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Run:
    """A study under way."""

    def __init__(
        self, study: Study, keeper: Keeper, bar: Progress, jobs: int | None, cluster: str | None, player: Player
    ) -> None:
        self.looks: list[Look] = []
        self._study, self._keeper, self._bar = study, keeper, bar
        self._jobs, self._cluster, self._player = jobs, cluster, player

    def to_the_end(self) -> polars.DataFrame:
        """Play look by look until a decision falls or the last one is taken; return the battles."""
        study = self._study
        for number, count in enumerate(study.looks, 1):
            self._play_to(number, count)
            decision = None
            if study.stopping is not None:
                decision = study.stopping.decide(self._keeper.rows(count), study.looks[:number])
            self.looks.append(Look(count, decision))
            if decision is not None:
                break
        return self._keeper.rows(self.looks[-1].battles)

    def _play_to(self, number: int, count: int) -> None:
        """Have every arm play the battles below a look that it has not played."""
        study, spans = self._study, self._keeper.spans
        arms, looks = len(study.arms), len(study.looks)
        battles = sum(last - first for arm in range(arms) for first, last in spans.missing(arm, 0, count))
        self._bar.stage(f", look {number} of {looks}" if looks > 1 else "", arms * count - battles, arms * count)
        if battles == 0:
            return
        jobs = processes(battles, self._jobs)
        workers = jobs if self._cluster is None else 16
        ranges = tasks(study.arms, study.seed, 0, count, chunk_of(battles, workers), study.meter, spans.missing)
        if self._cluster is None:
            run_tasks(ranges, self._keep, jobs=jobs, player=self._player)
        else:
            from studies.cluster import run_on_cluster

            run_on_cluster(ranges, self._keep, self._cluster, player=self._player)

    def _keep(self, task: Task, rows: list[Row]) -> None:
        self._keeper.put(task.arm, task.start, task.stop, rows, self._study.seed)
        self._bar.advance(task.stop - task.start)
