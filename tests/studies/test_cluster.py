"""The same study on a real Dask cluster, whose workers are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from strange_players import KILLERS, killing, lacking, made_up, raising, slow, worded

import studies
import studies.cluster
import studies.study
from engine import InputError
from scenarios import load
from studies import workers
from studies.arms import Arm, Row, Task
from studies.cli import invoke
from studies.cluster import run_on_cluster
from studies.study import Study, run_study

ROOT = Path(__file__).resolve().parents[2]
HTK = "combatants.Ana.htk=20"

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore")  # what Dask says about itself


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    import dask

    settings = {
        "distributed.scheduler.allowed-failures": 0, "distributed.admin.log-format": "%(message)s",
        "temporary-directory": str(tmp_path_factory.mktemp("dask")),
    }  # fmt: skip
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50, host="127.0.0.1"
        ) as made,
    ):
        yield made


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense"])
def test_a_cluster_that_can_not_be_reached_leaves_no_folder(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies.cluster, "CONNECT", 0.5)
    with pytest.raises(InputError, match="--cluster"):
        studies.compare("duel", a=HTK, battles=4, out=tmp_path / "out", cluster=address)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", ["compare", "tournament", "sweep", "fork"])
def test_a_study_whose_workers_are_killed_has_the_same_bytes_as_one_here(
    kind: str, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[str, Any] = {
        "compare": lambda **more: studies.compare("duel", a=HTK, battles=40, meter="phases", **more),
        "tournament": lambda **more: studies.tournament("duel", ["brawler", "fencer"], battles=20, **more),
        "sweep": lambda **more: studies.sweep("duel", HTK, battles=40, **more),
        "fork": lambda **more: studies.fork(tmp_path / "duel.jsonl", "Bo", "hold", at=0, battles=40, **more),
    }
    assert invoke(["run", "duel", "--seed", "1", "--log", str(tmp_path / "duel.jsonl"), "-q"]) == 0
    made[kind](out=tmp_path / "here", jobs=1).write(tmp_path / "here")
    keep, victims = studies.study._Run._keep, pids(cluster)[:1]

    def keeping(run: Any, task: Task, rows: list[Row]) -> None:
        keep(run, task, rows)
        while victims:
            os.kill(victims.pop(), signal.SIGKILL)

    monkeypatch.setattr(studies.study._Run, "_keep", keeping)
    done = made[kind](out=tmp_path / "there", cluster=cluster.scheduler_address)
    done.write(tmp_path / "there")
    assert not victims
    assert (done.facts.complete, done.errors) == (True, 0)
    for name in ("battles.parquet", "study.json", "results.json", "report.html"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


def ranges(count: int, chunk: int) -> Iterator[Task]:
    return (Task(0, b"", 7, at, min(at + chunk, count)) for at in range(0, count, chunk))


def played(address: str, count: int, chunk: int, player: Any) -> list[Row]:
    found: list[Row] = []
    run_on_cluster(ranges(count, chunk), lambda _task, rows: found.extend(rows), address, player=player)
    return sorted(found, key=lambda row: row.battle)


def pids(cluster: Any) -> list[int]:
    with distributed.Client(cluster, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def test_a_study_on_a_cluster_has_the_same_bytes_as_one_here(cluster: Any, tmp_path: Path) -> None:
    study = Study(kind="test", arms=[Arm("a", load("mirror"), "mirror"), Arm("b", load("duel"), "duel")], seed=3, looks=[4, 9])
    here, there = tmp_path / "here", tmp_path / "there"
    run_study(study, out=here, jobs=1)
    done = run_study(study, out=there, cluster=cluster.scheduler_address)
    assert done.complete
    assert (there / "battles.parquet").read_bytes() == (here / "battles.parquet").read_bytes()
    assert (there / "study.json").read_bytes() == (here / "study.json").read_bytes()


def test_a_worker_that_is_killed_midway_costs_no_battle(cluster: Any) -> None:
    victims = pids(cluster)[:1]
    found: list[Row] = []

    def on_rows(_task: Task, rows: list[Row]) -> None:
        found.extend(rows)
        while len(found) > 10 and victims:
            os.kill(victims.pop(), signal.SIGKILL)

    run_on_cluster(ranges(100, 5), on_rows, cluster.scheduler_address, player=slow)
    assert not victims
    assert sorted(found, key=lambda row: row.battle) == made_up(Task(0, b"", 7, 0, 100))


def test_a_battle_that_kills_its_workers_is_an_error_and_the_others_are_played(cluster: Any) -> None:
    rows = played(cluster.scheduler_address, 30, 5, killing)
    good = made_up(Task(0, b"", 7, 0, 30))
    assert [row for row in rows if row.battle not in KILLERS] == [row for row in good if row.battle not in KILLERS]
    assert [(row.battle, row.outcome, row.reason) for row in rows if row.battle in KILLERS] == [
        (battle, "error", workers.DIED) for battle in KILLERS
    ]


def test_an_interrupt_leaves_the_cluster_in_peace(cluster: Any) -> None:
    def on_rows(_task: Task, _rows: list[Row]) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run_on_cluster(ranges(10_000, 5), on_rows, cluster.scheduler_address, player=slow)
    assert played(cluster.scheduler_address, 10, 5, made_up) == made_up(Task(0, b"", 7, 0, 10))


@pytest.mark.parametrize(
    ("player", "told"),
    [(worded, "with couched 0.0.0-other on a worker"), (lacking, "whose workers lack something: No module named 'none_such'")],
)  # fmt: skip
def test_workers_that_are_not_like_us_are_refused(
    player: Any, told: str, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if player is worded:
        monkeypatch.setattr(studies.cluster, "versioned", worded)
    with pytest.raises(InputError, match=told) as caught:
        played(cluster.scheduler_address, 4, 2, player)
    assert caught.value.place == "--cluster"


def test_a_fault_of_the_player_itself_comes_through(cluster: Any) -> None:
    with pytest.raises(LookupError, match="battle"):
        played(cluster.scheduler_address, 4, 2, raising)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:1", "nonsense://x:1", "", "not an address", "tcp://"])
def test_an_address_without_a_scheduler_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies.cluster, "CONNECT", 0.5)
    with pytest.raises(InputError, match=r"--cluster: found .*the address of a Dask scheduler that is running"):
        played(address, 4, 2, made_up)


def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies.cluster, "CONNECT", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1", silence_logs=50) as empty,
        pytest.raises(InputError, match="no workers; allowed: a cluster with workers"),
    ):
        played(empty.scheduler_address, 4, 2, made_up)


@pytest.mark.parametrize("gone", ["workers", "scheduler"])
def test_a_cluster_that_goes_away_ends_the_study(gone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies.cluster, "PATIENCE", 0.5)
    monkeypatch.setattr(studies.cluster, "_LOOK", 0.2)
    made = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1", silence_logs=50
    )
    found: list[Row] = []

    def on_rows(_task: Task, rows: list[Row]) -> None:
        if not found:
            made.scale(0) if gone == "workers" else made.close()
        found.extend(rows)

    with pytest.raises(InputError, match="a cluster that stays; --resume goes on"):
        run_on_cluster(ranges(10_000, 5), on_rows, made.scheduler_address, player=slow)
    made.close()
    assert found


@contextmanager
def of_processes(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A cluster of two processes of its own; gives its address and its scheduler."""
    told = folder / "scheduler.json"

    def started(kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", str(told), "--no-dashboard", *words]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", "0")
    worker = started("worker", "--nthreads", "1", "--no-nanny", "--death-timeout", "60")
    try:
        until = time.monotonic() + 120
        while not told.exists() and time.monotonic() < until:
            time.sleep(0.05)
        yield json.loads(told.read_bytes())["address"], scheduler
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()


def test_a_scheduler_that_vanishes_ends_the_study_and_it_is_gone_on_with_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed, so it can say good-bye to nobody."""
    import dask

    monkeypatch.setattr(studies.cluster, "CONNECT", 60.0)
    more: dict[str, Any] = {"a": HTK, "battles": 400}
    studies.compare("duel", out=tmp_path / "here", jobs=1, **more)
    keep = studies.study._Run._keep
    impatient = {"distributed.comm.timeouts.connect": "2s"}
    with of_processes(tmp_path) as (address, scheduler), dask.config.set(impatient):

        def keeping(run: Any, task: Task, rows: list[Row]) -> None:
            keep(run, task, rows)
            scheduler.kill()

        monkeypatch.setattr(studies.study._Run, "_keep", keeping)
        with pytest.raises(InputError, match="the scheduler has gone away; allowed: a cluster that stays; --resume goes on"):
            studies.compare("duel", out=tmp_path / "there", cluster=address, **more)
    monkeypatch.undo()
    assert not (tmp_path / "there" / "battles.parquet").exists()
    assert len(list((tmp_path / "there" / "parts").iterdir())) > 0
    studies.compare("duel", out=tmp_path / "there", jobs=1, resume=True, **more)
    for name in ("battles.parquet", "study.json"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
