"""Playing ranges of battles on one process, on all cores, or on a Dask cluster; rows come back as they are ready.

Which worker plays what, in which chunks and in which order, changes no row: every battle is made from its seed and index
alone. A worker that dies takes nothing with it: what it may have been playing is played again in a process of its own, battle by
battle; one that ends its process again and again becomes a row with outcome ``error``.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from engine.errors import InputError
from studies.arms import Row, Task, play
from studies.collector import look_seldom
from studies.extras import need

OnRows = Callable[[Task, list[Row]], None]

Player = Callable[[Task], list[Row]]
"""Plays a range of battles; it must be importable where the workers are."""

SMALL = 200
"""Battles up to which one process is quicker than starting others."""

CHUNK = 100
"""The most battles of one range: as much is lost at most by a worker when a study is killed."""

SECONDS = 1.0
"""How often one process alone hands on what it has played."""

IDLE = 30
"""Seconds after which a process without work ends."""

TRIES = 2
"""How often a battle must end its process, alone in it, to be called an error."""

DIED = "the process that played it died"
"""The reason of a battle that ends its process."""


def cores() -> int:
    """Return the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(battles: int, jobs: int | None) -> int:
    """Return how many processes play so many battles: one for small work, all cores above, or as told.

    Raises:
        InputError: ``jobs`` is no whole number from 1.
    """
    if jobs is None:
        return 1 if battles <= SMALL else cores()
    if type(jobs) is not int or jobs < 1:
        raise InputError("--jobs", repr(jobs), "a whole number from 1")
    return jobs


def chunk_of(battles: int, workers: int) -> int:
    """Return how many battles a range has: some ranges a worker, none larger than `CHUNK`."""
    return max(1, min(CHUNK, battles // (workers * 8)))


def run_tasks(tasks: Iterator[Task], on_rows: OnRows, *, jobs: int = 1, player: Player = play) -> None:
    """Play ranges of battles on this machine and hand their rows on as they are ready, in any order.

    Args:
        tasks: the ranges; taken as they are needed.
        on_rows: called in this process with a range and its rows.
        jobs: processes; 1 plays in this one.
        player: what plays a range.

    Raises:
        InputError: an extra is missing.
        KeyboardInterrupt: as it comes; what was finished has been handed on.
    """
    if jobs == 1:
        for task in tasks:
            _here(task, on_rows, player)
        return
    while (suspects := _crowd(tasks, on_rows, jobs, player)) is not None:
        for task, rows in alone(suspects, player):
            on_rows(task, rows)


def _here(task: Task, on_rows: OnRows, player: Player) -> None:
    """Play a range in this process; what is finished is handed on from time to time, and when it is interrupted."""
    rows: list[Row] = []
    start, since = task.start, time.monotonic()
    try:
        for battle in range(task.start, task.stop):
            rows += player(task._replace(start=battle, stop=battle + 1))
            if time.monotonic() - since >= SECONDS:
                ready, rows = rows, []
                on_rows(task._replace(start=start, stop=battle + 1), ready)
                start, since = battle + 1, time.monotonic()
    finally:
        if rows:
            on_rows(task._replace(start=start, stop=start + len(rows)), rows)


def _crowd(tasks: Iterator[Task], on_rows: OnRows, jobs: int, player: Player) -> list[Task] | None:
    """Play ranges on many processes to the end; when one of them dies, return what was being played."""
    from concurrent.futures.process import BrokenProcessPool

    joblib = need("joblib")
    out: dict[int, Task] = {}

    def handed_out() -> Iterator[Any]:
        for number, task in enumerate(tasks):
            out[number] = task
            yield joblib.delayed(numbered)(number, task, player)

    ready = None
    try:
        with joblib.parallel_config("loky", idle_worker_timeout=IDLE, **_watched()):
            crowd = joblib.Parallel(jobs, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")
            with _deaf():
                ready = crowd(handed_out())
            for number, rows in ready:
                on_rows(out.pop(number), rows)
        return None
    except BrokenProcessPool:
        pass
    finally:
        if ready is not None:
            _close(ready)
    return [out[number] for number in sorted(out)]


def _close(ready: Any) -> None:
    """End what is under way, without joblib's advice on it."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        ready.close()


def _watched() -> dict[str, Any]:
    return {"initializer": end_with, "initargs": (os.getpid(),)}


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that hear no ctrl-C, until `end_with` is called in them: one that still imports would print where it was."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # where Python starts its tracker of resources later, it lets signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with(parent: int) -> None:
    """Have this process, a worker, end when the one that started it has: a study that is killed leaves nobody behind.

    A ctrl-C, which a terminal sends to all of them, is the other one's to answer.
    """
    look_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(SECONDS)
        os._exit(1)

    Thread(target=watch, name="watch", daemon=True).start()


def numbered(number: int, task: Task, player: Player) -> tuple[int, list[Row]]:
    """Play a range in a worker, which says which one it was."""
    return number, player(task)


def alone(tasks: Iterable[Task], player: Player = play) -> Iterator[tuple[Task, list[Row]]]:
    """Play ranges battle by battle in a process of their own; a battle by which that dies `TRIES` times is an error.

    Yields:
        Each range with its rows.
    """
    with _Cell() as cell:
        for task in tasks:
            rows: list[Row] = []
            for battle in range(task.start, task.stop):
                rows += _tried(cell, task._replace(start=battle, stop=battle + 1), player)
            yield task, rows


def _tried(cell: _Cell, single: Task, player: Player) -> list[Row]:
    for _ in range(TRIES):
        rows = cell.play(single, player)
        if rows is not None:
            return rows
    return [Row(single.arm, single.start, "error", None, 0.0, DIED, 0, 0, {}, {})]


class _Cell:
    """A process that may die, and is then replaced."""

    def __init__(self) -> None:
        self._pool: Any = None

    def __enter__(self) -> _Cell:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, kill_workers=True)
            self._pool = None

    def play(self, task: Task, player: Player) -> list[Row] | None:
        """Play a range; None when the process dies by it."""
        from concurrent.futures.process import BrokenProcessPool

        if self._pool is None:
            self._pool = need("joblib.externals.loky").ProcessPoolExecutor(1, timeout=IDLE, **_watched())
        try:
            with _deaf():
                answer = self._pool.submit(player, task)
            rows: list[Row] = answer.result()
        except BrokenProcessPool:
            self.__exit__()
            return None
        return rows
