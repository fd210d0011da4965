"""Playing ranges of battles: the same rows on any number of processes, and when processes die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from strange_players import KILLERS, interrupted, killing, killing_once, made_up, raising, slow

from engine import InputError
from scenarios import load
from studies import extras, workers
from studies.arms import Arm, Row, Task, play, scenario_of, tasks, with_agents
from studies.meters import METERS
from studies.workers import DIED, alone, chunk_of, cores, processes, run_tasks


def ranges(count: int, chunk: int, document: bytes = b"") -> Iterator[Task]:
    return (Task(0, document, 7, at, min(at + chunk, count)) for at in range(0, count, chunk))


def played(*args: Any, **more: Any) -> list[Row]:
    """Play ranges; return their rows in order, after a look that each came with its range."""
    found: list[Row] = []

    def on_rows(task: Task, rows: list[Row]) -> None:
        assert [(row.arm, row.battle) for row in rows] == [(task.arm, at) for at in range(task.start, task.stop)]
        found.extend(rows)

    run_tasks(*args, on_rows, **more)
    return sorted(found, key=lambda row: (row.arm, row.battle))


def test_small_work_is_played_by_one_process_and_large_by_all_cores() -> None:
    assert processes(workers.SMALL, None) == 1
    assert processes(workers.SMALL + 1, None) == cores() >= 1
    assert processes(1, 7) == 7


@pytest.mark.parametrize("jobs", [0, -1, 1.0, True, "2"])
def test_a_number_of_processes_that_is_none_is_refused(jobs: Any) -> None:
    with pytest.raises(InputError, match="--jobs"):
        processes(10, jobs)


def test_ranges_are_some_for_each_worker_and_never_large() -> None:
    assert chunk_of(1600, 2) == 100
    assert chunk_of(160, 2) == 10
    assert chunk_of(3, 7) == 1
    assert chunk_of(10**9, 1) == workers.CHUNK


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (1, 40), (2, 1), (2, 7), (2, 100), (7, 3)])
def test_every_number_of_processes_and_every_chunking_gives_the_same_rows(jobs: int, chunk: int) -> None:
    assert played(ranges(40, chunk), jobs=jobs, player=made_up) == made_up(Task(0, b"", 7, 0, 40))


def test_real_battles_are_the_same_in_other_processes() -> None:
    arms = [Arm("a", load("mirror"), "mirror"), Arm("b", load("shots_mirror"), "shots_mirror")]
    here = played(tasks(arms, 5, 0, 6, 6), jobs=1)
    assert played(tasks(arms, 5, 0, 6, 2), jobs=2) == here
    assert {row.outcome for row in here} <= {"win", "draw", "timeout", "stalemate"}


def test_a_battle_that_kills_its_process_is_an_error_and_the_others_are_played() -> None:
    rows = played(ranges(40, 6), jobs=2, player=killing)
    for row, good in zip(rows, made_up(Task(0, b"", 7, 0, 40)), strict=True):
        if row.battle in KILLERS:
            assert row == Row(0, row.battle, "error", None, 0.0, DIED, 0, 0, {}, {})
        else:
            assert row == good


def test_a_process_that_is_killed_from_outside_costs_no_battle(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()
    assert played(ranges(40, 5, str(mark).encode()), jobs=2, player=killing_once) == made_up(Task(0, b"", 7, 0, 40))
    assert not mark.exists()


def test_a_process_that_dies_without_work_costs_nothing() -> None:
    assert len(played(ranges(8, 1), jobs=2, player=slow)) == 8
    for name in os.listdir("/proc"):
        if name.isdigit() and _is_worker(int(name)):
            os.kill(int(name), signal.SIGKILL)
    assert len(played(ranges(8, 1), jobs=2, player=slow)) == 8


def _is_worker(pid: int) -> bool:
    """Whether a process is one of joblib's that this one has started."""
    try:
        status, line = Path(f"/proc/{pid}/status").read_text(), Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return f"PPid:\t{os.getpid()}\n" in status and b"popen_loky_posix" in line


def test_a_battle_that_kills_its_process_once_only_is_played_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()
    battle = KILLERS[0]
    ((_, rows),) = alone([Task(0, str(mark).encode(), 7, battle, battle + 1)], killing_once)
    assert rows == made_up(Task(0, b"", 7, battle, battle + 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_of_the_player_itself_comes_through(jobs: int) -> None:
    with pytest.raises(LookupError, match=r"battle \d"):
        played(ranges(4, 1), jobs=jobs, player=raising)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_can_not_be_kept_ends_the_work(jobs: int) -> None:
    def full(_task: Task, _rows: list[Row]) -> None:
        raise InputError("--out", "no room", "room")

    with pytest.raises(InputError, match="no room"):
        run_tasks(ranges(40, 1), full, jobs=jobs, player=slow)
    assert played(ranges(4, 1), jobs=jobs, player=made_up) == made_up(Task(0, b"", 7, 0, 4))


def test_one_process_hands_on_what_it_has_when_it_is_interrupted() -> None:
    found: list[int] = []

    def interrupted(task: Task) -> list[Row]:
        if task.start == 5:
            raise KeyboardInterrupt
        return made_up(task)

    with pytest.raises(KeyboardInterrupt):
        run_tasks(ranges(40, 40), lambda task, rows: found.extend(row.battle for row in rows), player=interrupted)
    assert found == [0, 1, 2, 3, 4]


def test_one_process_hands_on_what_it_has_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS", 0.0)
    found: list[tuple[int, int]] = []
    run_tasks(ranges(6, 3), lambda task, rows: found.append((task.start, len(rows))), player=made_up)
    assert found == [(battle, 1) for battle in range(6)]


def test_an_interrupt_ends_many_processes(tmp_path: Path) -> None:
    found: list[Row] = []

    def on_rows(_task: Task, rows: list[Row]) -> None:
        found.extend(rows)
        if len(found) == 10:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run_tasks(ranges(10_000, 1), on_rows, jobs=2, player=slow)
    assert len(found) == 10
    assert threading.current_thread() is threading.main_thread()


def test_processes_leave_a_ctrl_c_to_the_one_that_started_them() -> None:
    """A terminal sends it to all of them: a worker that heard it printed where it was."""
    assert played(ranges(40, 5), jobs=2, player=interrupted) == made_up(Task(0, b"", 7, 0, 40))
    assert [rows for _task, rows in alone(ranges(4, 2), interrupted)] == [made_up(task) for task in ranges(4, 2)]


EARLY = """
import os, signal, time
from threading import Thread
from strange_players import slow
from studies.arms import Task
from studies.workers import run_tasks

def pester():
    while True:
        os.killpg(0, signal.SIGINT)
        time.sleep(0.02)

found = []
signal.signal(signal.SIGINT, lambda *_: None)
Thread(target=pester, daemon=True).start()
run_tasks((Task(0, b"", 7, at, at + 1) for at in range(40)), lambda _task, rows: found.extend(rows), jobs=2, player=slow)
print(len(found))
"""


def test_a_ctrl_c_while_processes_start_is_no_traceback_of_theirs() -> None:
    """Nor does it end one: the process that started them, which goes on here, decides."""
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(root), str(root / "tests")])
    done = subprocess.run(
        [sys.executable, "-c", EARLY], env={**os.environ, "PYTHONPATH": paths}, start_new_session=True, capture_output=True, check=False
    )
    assert (done.stdout, done.stderr) == (b"40\n", b"")


def test_a_missing_package_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(extras, "import_module", none)
    with pytest.raises(InputError, match=r'the package joblib.*pip install "couched\[studies\]"'):
        run_tasks(ranges(4, 1), lambda *_: None, jobs=2, player=made_up)


def test_arms_are_played_side_by_side() -> None:
    arms = [Arm(label, load("mirror"), "mirror") for label in "ab"]
    found = [(task.arm, task.start, task.stop) for task in tasks(arms, 5, 0, 5, 3)]
    assert found == [(0, 0, 3), (1, 0, 3), (0, 3, 5), (1, 3, 5)]

    def left(arm: int, start: int, stop: int) -> list[tuple[int, int]]:
        return [(start, start + 1)] if arm == 1 else []

    assert [(task.arm, task.start, task.stop) for task in tasks(arms, 5, 0, 5, 3, left=left)] == [(1, 0, 1), (1, 3, 4)]


def test_a_scenario_travels_whole() -> None:
    scenario = load("duel", overrides=["combatants.Ana.htk=41"])
    (task,) = tasks([Arm("a", scenario, "duel")], 5, 0, 2, 10)
    assert scenario_of(task.document) == scenario
    assert play(task) == play(task._replace(stop=1)) + play(task._replace(start=1))


def test_a_battle_that_fails_is_a_row() -> None:
    document = dict(load("duel").document)
    broken = {**document, "combatants": [{**one, "agent": {"policy": "nobody"}} for one in document["combatants"]]}
    from scenarios import from_document

    (task,) = tasks([Arm("a", from_document(broken), "duel")], 5, 3, 4, 10)
    (row,) = play(task)
    assert (row.battle, row.outcome, row.winner) == (3, "error", None)
    assert row.reason.startswith("InputError: combatants.Ana.agent.policy: found 'nobody'")


def test_a_meter_that_fails_is_a_row_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_scenario: Any) -> Any:
        raise ZeroDivisionError("no blows")

    monkeypatch.setitem(METERS, "broken", broken)
    (task,) = tasks([Arm("a", load("duel"), "duel")], 5, 0, 1, 10, "broken")
    (row,) = play(task)
    assert (row.outcome, row.reason, row.measures) == ("error", "ZeroDivisionError: no blows", {})


def test_sides_are_played_by_other_policies() -> None:
    changed = with_agents(load("duel"), {"blue": "fencer"})
    assert {name: spec.policy for name, spec in changed.agents.items()} == {"Ana": "brawler", "Bo": "fencer"}
    assert changed.digest == load("duel", overrides=["combatants.Bo.agent=fencer"]).digest


@pytest.mark.parametrize(
    ("policies", "told"),
    [({"green": "hold"}, "no side 'green'; allowed: sides: blue, red"), ({"red": "gunman"}, "'gunman'"), ({"red": "script"}, "'script'")],
)  # fmt: skip
def test_sides_and_policies_there_are_none_of_are_refused(policies: dict[str, str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        with_agents(load("duel"), policies)


def test_processes_of_a_study_that_was_killed_end_too() -> None:
    code = (
        "import os\nfrom strange_players import made_up\nfrom studies.arms import Task\nfrom studies.workers import run_tasks\n"
        "run_tasks((Task(0, b'', 7, at, at + 1) for at in range(99)), lambda *_: os.kill(os.getpid(), 9), jobs=2, player=made_up)"
    )
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "tests")])}
    reading, writing = os.pipe()
    killed = subprocess.run([sys.executable, "-c", code], env=environment, check=False, stdout=writing, stderr=writing)
    os.close(writing)
    assert killed.returncode == -signal.SIGKILL
    with os.fdopen(reading) as pipe:
        assert "Error" not in pipe.read()  # comes back when all that hold the other end have ended
