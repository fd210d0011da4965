"""Two commits compared: ``python -m benchmarks compare REV_A [REV_B] [--configuration NAME]... [--rounds N]``.

Both are checked out into temporary folders and fight the same battles in processes of their own, with this interpreter.
A round starts a fresh process of each, with one hash seed for both, and asks them in turn for each configuration, so that
nothing of one process's luck (memory layout, hashes) outlasts its round. It asks several times and takes the least of a
round: what else the machine does only ever adds. The ratios are those of CPU time, B over A.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from types import TracebackType
from typing import Any

import attrs

from benchmarks.compare_trees import ROOT, Commit, checked_out, resolve
from benchmarks.configurations import Configuration
from engine.errors import InputError
from studies.bench_ratio import Ratio, ratio_of
from studies.intervals import CONFIDENCE
from studies.progress import Progress

CHILD = Path(__file__).with_name("compare_child.py")
ROUNDS = 9
REPEATS = 3, 12
"""How often each configuration is fought in a round, at least and at most; the least time counts."""

SECONDS = 0.5
"""The CPU time that each commit spends on a configuration in a round, as far as the repeats allow."""


@attrs.define
class Series:
    """What one commit did of one configuration.

    Attributes:
        seconds: CPU time of each round, the least of its repeats.
        outcomes: a digest of each round's results.
        checksum: of its logs.
        error: why it could not be fought; then there is nothing else.
    """

    seconds: list[float] = attrs.field(factory=list)
    outcomes: set[str] = attrs.field(factory=set)
    checksum: str = ""
    error: str = ""

    def take(self, answer: dict[str, Any], anew: bool) -> None:
        """Take in an answer, the first of a round or another one."""
        if "error" in answer:
            self.error = answer["error"]
            return
        if anew:
            self.seconds.append(answer["seconds"])
        self.seconds[-1] = min(self.seconds[-1], answer["seconds"])
        self.outcomes.add(answer["outcomes"])
        self.checksum = answer["checksum"] or self.checksum


@attrs.frozen
class Row:
    """One configuration of both commits: what a and b did, the ratio b over a (None where one could not be fought)."""

    configuration: Configuration
    a: Series
    b: Series
    ratio: Ratio | None

    @property
    def same(self) -> bool:
        """Whether both fought the same battles, event by event, in every round."""
        return self.a.checksum == self.b.checksum and self.a.outcomes == self.b.outcomes and len(self.a.outcomes) == 1


class Fighter:
    """A process that fights for one commit; use it in a ``with`` statement.

    Args:
        commit: whom it fights for.
        tree: where its files are.
        scratch: a folder it may write to.
        hash_seed: of its interpreter.
    """

    def __init__(self, commit: Commit, tree: Path, scratch: Path, hash_seed: int) -> None:
        self._commit = commit
        self._complaints = TemporaryFile()  # noqa: SIM115
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(CHILD), str(tree), str(scratch)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self._complaints, text=True, encoding="utf-8", cwd=tree, start_new_session=True,
            env={**clean, "PYTHONPATH": str(tree), "PYTHONHASHSEED": str(hash_seed)},
        )  # fmt: skip

    def __enter__(self) -> Fighter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()
        self._complaints.close()

    def greet(self) -> None:
        """Wait until it is there.

        Raises:
            InputError: its commit is none that can be measured.
        """
        wrong = self._answer()["wrong"]
        if wrong is not None:
            raise InputError(f"revision {self._commit.asked!r}", wrong, "a commit with engine, agents and scenarios that run")

    def ask(self, task: dict[str, Any]) -> dict[str, Any]:
        """Return its answer to a task.

        Raises:
            InputError: it died.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            self._dead()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            self._dead()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _dead(self) -> None:
        self._complaints.seek(0)
        last = self._complaints.read().decode("utf-8", "replace").strip().splitlines()[-1:]
        said = f" ({last[0]})" if last else ""
        raise InputError(f"revision {self._commit.asked!r}", f"its process ended{said}", "a commit that fights its battles")


def compared(
    commits: tuple[Commit, Commit], trees: tuple[Path, Path], scratch: Path, chosen: Sequence[Configuration], rounds: int,
    way: str, progress: Progress,
) -> list[Row]:
    """Fight all rounds; return one row a configuration.

    Args:
        commits, trees: a and b, and where their files are.
        scratch: a folder for what they write.
        chosen: what is fought.
        rounds: at least two.
        way: ``no sink``, ``in memory`` or ``JSONL log``.
        progress: is told of each configuration that is done in a round.
    """  # fmt: skip
    series = [(Series(), Series()) for _ in chosen]
    progress.stage("", 0, rounds * len(chosen))
    for number in range(rounds):
        with ExitStack() as stack:
            both = [stack.enter_context(Fighter(*pair, scratch, number)) for pair in zip(commits, trees, strict=True)]
            for fighter in both:
                fighter.greet()
            for configuration, its in zip(chosen, series, strict=True):
                _fight(both, its, _task(configuration, way), number)
                progress.advance(1)
    level = 1 - (1 - CONFIDENCE) / len(chosen)
    return [Row(one, a, b, _ratio(a, b, level)) for one, (a, b) in zip(chosen, series, strict=True)]


def _task(configuration: Configuration, way: str) -> dict[str, Any]:
    return {
        "scenario": configuration.scenario, "text": configuration.text, "battles": configuration.battles,
        "way": way, "warm": not configuration.long, "repeats": (1, 1) if configuration.long else REPEATS,
    }  # fmt: skip


def _fight(both: Sequence[Fighter], series: tuple[Series, Series], task: dict[str, Any], number: int) -> None:
    """Have both fight a configuration in turn in a round, and take in what they answer."""
    repeat, (repeats, most) = 0, task["repeats"]
    while repeat < repeats:
        for which in (0, 1) if (repeat + number) % 2 else (1, 0):
            if not series[which].error:
                asked = {**task, "checksum": number == 0 and repeat == 0, "warm": task["warm"] and repeat == 0}
                series[which].take(both[which].ask(asked), repeat == 0)
        if repeat == 0:
            repeats = _repeats(series, repeats, most)
        repeat += 1


def _repeats(series: tuple[Series, Series], least: int, most: int) -> int:
    """Return how often a configuration is fought in a round, by what its first time took."""
    slowest = max((one.seconds[-1] for one in series if one.seconds), default=SECONDS)
    return max(least, min(most, int(SECONDS / slowest)))


def _ratio(a: Series, b: Series, level: float) -> Ratio | None:
    return None if a.error or b.error else ratio_of(b.seconds, a.seconds, level)


def compare(
    revisions: tuple[str, str], chosen: Sequence[Configuration], rounds: int = ROUNDS, way: str = "no sink", root: Path = ROOT
) -> tuple[tuple[Commit, Commit], list[Row]]:
    """Check both commits out, compare them, and leave nothing behind.

    Raises:
        InputError: a commit that is none or can't be measured.
    """
    a, b = (resolve(revision, root) for revision in revisions)
    with TemporaryDirectory(prefix="couched-compare-", ignore_cleanup_errors=True) as scratch, ExitStack() as stack:
        trees = stack.enter_context(checked_out(a, root)), stack.enter_context(checked_out(b, root))
        progress = stack.enter_context(Progress("comparing", unit=""))
        return (a, b), compared((a, b), trees, Path(scratch), chosen, rounds, way, progress)
