"""Players of ranges that misbehave, for tests of studies; in a module of their own, so that workers can import it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from studies.arms import Row, Task, play

KILLERS = (7, 23)
"""Battles that end the process which plays them."""


def made_up(task: Task) -> list[Row]:
    """Rows that are made of their numbers alone."""
    return [
        Row(
            task.arm, battle, ("win", "draw", "timeout")[(task.arm + battle) % 3], ("red", None, None)[(task.arm + battle) % 3],
            battle / 8, f"reason {battle % 5}", battle, 2 * battle, {"red": battle % 2, "blue": 1}, {"waiting:Ana": battle / 4},
        )
        for battle in range(task.start, task.stop)
    ]  # fmt: skip


def slow(task: Task) -> list[Row]:
    """Made up rows that take their time."""
    time.sleep(0.01 * (task.stop - task.start))
    return made_up(task)


def killing(task: Task) -> list[Row]:
    """Made up rows; some battles end the process that plays them."""
    if any(task.start <= battle < task.stop for battle in KILLERS):
        os.kill(os.getpid(), signal.SIGKILL)
    return slow(task)


def killing_once(task: Task) -> list[Row]:
    """Made up rows; the process that first plays one battle ends, as if killed from outside. The document names a mark."""
    mark = Path(task.document.decode())
    if task.start <= KILLERS[0] < task.stop and mark.exists():
        mark.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return slow(task)


def interrupted(task: Task) -> list[Row]:
    """Made up rows, from a process that is sent a ctrl-C, as a terminal sends it to all."""
    os.kill(os.getpid(), signal.SIGINT)
    return slow(task)


def raising(task: Task) -> list[Row]:
    """No rows: the player itself is at fault."""
    raise LookupError(f"battle {task.start}")


def telling(task: Task) -> list[Row]:
    """Real battles; every range is told by a line in the file the environment names."""
    with open(os.environ["COUCHED_TEST_TOLD"], "a", encoding="utf-8") as file:
        file.write(f"{task.arm} {task.start} {task.stop}\n")
    return play(task)


def lacking(task: Task) -> list[Row]:
    """No rows: a package is not there."""
    import none_such  # type: ignore[import-not-found]

    return [*none_such.play(task)]


def worded(task: Task, player: object) -> tuple[str, list[Row]]:
    """Made up rows, from another version of couched."""
    return "0.0.0-other", made_up(task)
