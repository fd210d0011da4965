"""Playing ranges of battles on one process, on all cores, or on a Dask cluster; rows come back as they are ready.

Which worker plays what, in which chunks and in which order, changes no row: every battle is made from its seed and index alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from engine.errors import InputError
from studies.arms import Row, Task, play

OnRows = Callable[[Task, list[Row]], None]

SMALL = 200
"""Battles up to which one process is quicker than starting others."""

CHUNK = 200
"""The most battles of one range: as much is lost at most by a worker when a study is killed."""

TRIES = 3
"""How often ranges are handed out anew after a worker has died, before they are played one battle a process."""


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
    return max(1, min(CHUNK, -(-battles // (workers * 8))))


def run_tasks(
    tasks: Sequence[Task], on_rows: OnRows, *, jobs: int = 1, cluster: str | None = None
) -> None:
    """Play ranges of battles and hand their rows on as they are ready, in any order.

    Args:
        tasks: the ranges.
        on_rows: called in this process with a range and its rows.
        jobs: processes.
        cluster: address of a Dask scheduler to play them on instead.

    Raises:
        InputError: the cluster can't be reached, or an extra is missing.
        KeyboardInterrupt: as it comes; what was handed on is complete.
    """
    if not tasks:
        return
    if cluster is None and jobs == 1:
        for task in tasks:
            on_rows(task, play(task))
        return
    left = {index: task for index, task in enumerate(tasks)}
    with _backend(cluster):
        for _ in range(TRIES):
            if _attempt(left, on_rows, jobs):
                return
        _one_by_one(left, on_rows)


def _attempt(left: dict[int, Task], on_rows: OnRows, jobs: int) -> bool:
    """Play what is left; return whether all of it came back. A worker that dies leaves the rest for another try."""
    joblib = library("joblib", "studies")
    ready = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")(
        joblib.delayed(_numbered)(index, task) for index, task in sorted(left.items())
    )
    try:
        for index, rows in ready:
            on_rows(left.pop(index), rows)
    except _deaths():
        return False
    finally:
        ready.close()
    return not left


def _numbered(index: int, task: Task) -> tuple[int, list[Row]]:
    return index, play(task)


def _one_by_one(left: dict[int, Task], on_rows: OnRows) -> None:
    """Play what keeps killing its worker one battle a process: a battle that does so is an error, the others are played."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    for index in sorted(left):
        task, rows = left.pop(index), []
        for battle in range(task.start, task.stop):
            single = task._replace(start=battle, stop=battle + 1)
            with ProcessPoolExecutor(1) as pool:
                try:
                    rows += pool.submit(play, single).result()
                except BrokenProcessPool:
                    rows.append(Row(task.arm, battle, "error", None, 0.0, "the process that played it died", 0, 0, {}, {}))
        on_rows(task, rows)


def _deaths() -> tuple[type[BaseException], ...]:
    """Return the errors that say a worker has died."""
    from concurrent.futures.process import BrokenProcessPool

    found: list[type[BaseException]] = [BrokenProcessPool]
    try:
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        found.append(TerminatedWorkerError)
    except ImportError:
        pass
    try:
        from distributed.scheduler import KilledWorker

        found.append(KilledWorker)
    except ImportError:
        pass
    return tuple(found)


@contextmanager
def _backend(cluster: str | None) -> Iterator[None]:
    """Have joblib play on a Dask cluster, or on processes of this machine."""
    joblib = library("joblib", "studies")
    with ExitStack() as stack:
        if cluster is not None:
            distributed = library("distributed", "cluster")
            try:
                stack.enter_context(distributed.Client(cluster, timeout="10s", set_as_default=True))
            except (OSError, ValueError, TimeoutError) as error:
                raise InputError("--cluster", f"{cluster!r}: {error}", "the address of a Dask scheduler, tcp://HOST:PORT") from error
            stack.enter_context(joblib.parallel_config(backend="dask"))
        yield


def library(name: str, extra: str) -> Any:
    """Return a library that comes with an extra.

    Raises:
        InputError: it is not installed; the message says how to get it.
    """
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise InputError(f"the library {name}", "not installed", f"pip install 'couched[{extra}]'") from error
