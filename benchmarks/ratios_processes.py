"""The ratios of whole processes: PF-4 (workers), PF-5 (memory), PF-6 (start-up)."""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.ratios import LIMITS, Found, Plan, Row
from studies.bench_ratio import median_ratio
from studies.bench_table import busy
from studies.progress import Progress

ROOT = Path(__file__).resolve().parents[1]

SHORT, LONGER = 200, 600
"""Battles of the two studies that tell what one more battle takes."""

RUN = (sys.executable, "-m", "studies", "run", "duel")
IMPORTS = (sys.executable, "-c", "import simpy, attrs, structlog")


def ended(words: Sequence[str]) -> tuple[bytes, float]:
    """Run a program to its end; return what it printed and the CPU seconds it and its children took.

    It is ended with us, however we end, and what it has written for a while is gone then.

    Raises:
        RuntimeError: it failed.
    """
    before = _children()
    with TemporaryDirectory(prefix="couched-bench-", ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=_environment(folder),
            start_new_session=True,
        )  # fmt: skip
        try:
            printed, complaints = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
    if process.returncode:
        raise RuntimeError(f"{' '.join(words[1:])} ended with code {process.returncode}: {complaints.decode()[-500:]}")
    return printed, _children() - before


def _environment(folder: str) -> dict[str, str]:
    """Return an environment in which our packages are found, and what is written for a while goes to a folder."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "TMPDIR": folder}


def _children() -> float:
    """Return the CPU seconds of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def answer(*words: object) -> dict[str, Any]:
    """Return what `benchmarks.ratios_child` answers."""
    printed, _ = ended([sys.executable, "-m", "benchmarks.ratios_child", *map(str, words)])
    found: dict[str, Any] = json.loads(printed)
    return found


def workers(plan: Plan, progress: Progress, _found: Found) -> Iterator[Row]:
    """Yield PF-4: wall time of a study on one worker over two, fresh processes in turn."""
    progress.stage("rounds", 0, plan.rounds)
    battles = _duels(plan.seconds) if plan.seconds else SHORT
    times: dict[int, list[float]] = {1: [], 2: []}
    for number in range(plan.rounds):
        rows = set()
        for jobs in (1, 2) if number % 2 == 0 else (2, 1):
            found = answer("study", jobs, battles)
            times[jobs].append(found["seconds"])
            rows.add(found["rows"])
        if len(rows) > 1:
            raise RuntimeError(f"{battles} duels: other results on 2 workers than on 1")
        progress.advance(1)
    note = f"{battles} duels, {median(times[1]):.1f} s on one worker"
    if busy():
        note += f"{busy()}, too busy to tell"
    yield Row.of("workers", median_ratio(times[1], times[2]), note)


def _duels(seconds: float) -> int:
    """Return how many battles a study needs that takes so many seconds of CPU."""
    short, longer = (answer("study", 1, battles)["cpu"] for battles in (SHORT, LONGER))
    battle = max(longer - short, 1e-3) / (LONGER - SHORT)
    return 100 * math.ceil(seconds / battle / 100)


def memory(plan: Plan, progress: Progress, _found: Found) -> Iterator[Row]:
    """Yield PF-5: the peak of a big battle, and what a long study adds a battle."""
    progress.stage("processes", 0, 2)
    crowd = answer("crowd", plan.big_crowd.crowd, int(plan.big_crowd.counts))
    note = f"{_mb(crowd['before'])} before the battle"
    yield Row(LIMITS["big memory"], crowd["peak"] / 1e6, note=note)
    progress.advance(1)
    long = answer("duels", plan.battles)
    note = f"{long['battles']} duels: {_mb(long['half'])} half-way, {_mb(long['end'])} at the end, {_mb(long['peak'])} at most"
    yield Row(LIMITS["growth"], max(0.0, long["bytes"]), note=note)
    progress.advance(1)


def start(plan: Plan, progress: Progress, _found: Found) -> Iterator[Row]:
    """Yield PF-6: CPU of a whole process that fights the duel over one that imports what it stands on."""
    progress.stage("rounds", 0, plan.rounds)
    times: dict[Sequence[str], list[float]] = {RUN: [], IMPORTS: []}
    for words in times:
        ended(words)  # what is compiled once belongs to no round
    for number in range(plan.rounds):
        for words in (RUN, IMPORTS) if number % 2 == 0 else (IMPORTS, RUN):
            times[words].append(ended(words)[1])
        progress.advance(1)
    note = f"{1e3 * median(times[RUN]):.0f} ms over {1e3 * median(times[IMPORTS]):.0f} ms"
    yield Row.of("start", median_ratio(times[RUN], times[IMPORTS]), note)


def _mb(size: float) -> str:
    return f"{size / 1e6:.0f} MB"
