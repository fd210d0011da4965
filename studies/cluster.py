"""Playing ranges of battles on a Dask cluster.

This speaks to the cluster itself and not through joblib's dask backend: that one waits forever for a task which has killed
its workers (it tells the error to a future nobody asks; seen with joblib 1.6).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine import __version__
from engine.errors import InputError
from studies.arms import Row, Task, play
from studies.extras import need
from studies.workers import OnRows, Player, alone

CONNECT = 10.0
"""Seconds to reach the scheduler in, and to find a worker."""

PATIENCE = 60.0
"""Seconds a study waits for a worker when the last one has gone."""

_LOOK = 2.0
_AHEAD = 3
_ADDRESS = "the address of a Dask scheduler that is running, tcp://HOST:PORT"


def run_on_cluster(tasks: Iterator[Task], on_rows: OnRows, address: str, *, player: Player = play) -> None:
    """Play ranges of battles on a Dask cluster and hand their rows on as they are ready, in any order.

    A range that has killed as many workers as the scheduler allows (``distributed.scheduler.allowed-failures``) is
    played on this machine, in a process of its own (`studies.workers.alone`).

    Args:
        tasks: the ranges; taken as they are needed.
        on_rows: called in this process with a range and its rows.
        address: the scheduler's.
        player: what plays a range.

    Raises:
        InputError: the cluster can't be reached, goes away, has no workers or other versions of couched on them; or an
            extra is missing.
        KeyboardInterrupt: as it comes; what was handed on is complete.
    """
    suspects: list[Task] = []
    with _quiet(), _connected(address) as client:
        try:
            _play(client, tasks, on_rows, address, player, suspects)
        except need("concurrent.futures").CancelledError as error:
            raise _gone(address, "the scheduler has gone away") from error
    for task, rows in alone(suspects, player):
        on_rows(task, rows)


def reach(address: str) -> None:
    """See that a cluster is there and has workers, before anything is begun.

    Raises:
        InputError: it can't be reached, or has no workers; or an extra is missing.
    """
    with _quiet(), _connected(address):
        pass


def _play(
    client: Any, tasks: Iterator[Task], on_rows: OnRows, address: str, player: Player, suspects: list[Task]
) -> None:
    """Keep the workers busy until all ranges are played; those that kill workers are set aside."""
    waiting: dict[Any, Task] = {}
    room = _cores(client, address) * _AHEAD
    try:
        while True:
            while len(waiting) < room and (task := next(tasks, None)) is not None:
                waiting[client.submit(versioned, task, player, pure=False)] = task
            if not waiting:
                return
            for future in _some(client, waiting, address):
                try:
                    rows = _rows_of(future, address)
                except TimeoutError:  # the worker that holds them has gone: it is played again
                    if client.status != "running":
                        raise _gone(address, "the scheduler has gone away") from None
                    continue
                task = waiting.pop(future)
                if rows is None:
                    suspects.append(task)
                else:
                    on_rows(task, rows)
            room = max(room, _cores(client, address) * _AHEAD)
    finally:
        if waiting and client.status == "running":
            client.cancel(list(waiting))


def versioned(task: Task, player: Player) -> tuple[str, list[Row]]:
    """Play a range in a worker, which says which version of couched it has."""
    return __version__, player(task)


def _some(client: Any, waiting: dict[Any, Task], address: str) -> list[Any]:
    """Return the ranges that are ready: at least one."""
    wait = need("distributed").wait
    since = time.monotonic()
    while True:
        try:
            return list(wait(list(waiting), timeout=_LOOK, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            if client.status != "running":
                raise _gone(address, "the scheduler has gone away") from None
            if _cores(client, address):
                since = time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                raise _gone(address, "no workers left") from None


def _cores(client: Any, address: str) -> int:
    """Return how many cores the workers have."""
    try:
        if client.status == "running":
            return sum(client.ncores().values())
    except OSError:  # it vanished in the middle of the question
        pass
    raise _gone(address, "the scheduler has gone away")


def _rows_of(future: Any, address: str) -> list[Row] | None:
    """Return the rows of a range; None when it has killed its workers.

    Raises:
        TimeoutError: they can't be had for the time being.
    """
    killed = need("distributed.scheduler").KilledWorker
    try:
        version, rows = future.result(timeout=CONNECT)
    except killed:
        return None
    except ImportError as error:
        found = f"{address!r}, whose workers lack something: {error}"
        raise InputError("--cluster", found, f"workers with couched {__version__} installed") from error
    if version != __version__:
        found = f"{address!r}, with couched {version} on a worker"
        raise InputError("--cluster", found, f"workers with couched {__version__}")
    return rows  # type: ignore[no-any-return]


def _gone(address: str, why: str) -> InputError:
    return InputError("--cluster", f"{address!r}: {why}", "a cluster that stays; --resume goes on from what is on disk")


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Give a client of the cluster that has found a worker at least.

    Raises:
        InputError: there is no scheduler, or there are no workers.
    """
    distributed = need("distributed")
    try:
        client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError, TypeError, AssertionError) as error:  # distributed asserts that its loop has started
        raise InputError("--cluster", f"{address!r}: {error}", _ADDRESS) from error
    with client, client.as_current():
        try:
            client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError as error:
            raise InputError("--cluster", f"{address!r}: no workers", "a cluster with workers") from error
        yield client


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask says about lost workers off the terminal: rows and errors tell it."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)
