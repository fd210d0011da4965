"""Many futures of one decision as a study: kept, killed, resumed, extended, refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars
import pytest

from engine import InputError
from studies import fork
from studies.cli import invoke
from studies.fork_futures import FuturesResult

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fork") / "duel.jsonl"
    assert invoke(["run", "duel", "--seed", "1", "--log", str(path), "-q"]) == 0
    return path


def futures(log: Path, **more: Any) -> FuturesResult:
    found = fork(log, "Bo", "hold", **{"at": 0, "battles": 12, **more})
    assert isinstance(found, FuturesResult)
    return found


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*")) if path.is_file() and path.parent.name != "parts" and path.name != ".lock"
    }  # fmt: skip


def test_workers_and_interruptions_change_no_byte(log: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    futures(log, out=whole, jobs=1).write(whole)
    for jobs in (2, 7):
        folder = tmp_path / str(jobs)
        futures(log, out=folder, jobs=jobs).write(folder)
        assert contents(folder) == contents(whole)
    for path in (whole / "parts").iterdir():
        path.unlink()
    (whole / "battles.parquet").unlink()
    futures(log, out=whole, resume=True).write(whole)
    assert contents(whole) == contents(tmp_path / "2")


def test_a_fork_that_is_killed_goes_on_to_the_same_bytes(log: Path, tmp_path: Path) -> None:
    words = ["fork", str(log), "--at", "0", "--who", "Bo", "--do", "hold", "--battles", "60"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert invoke([*words, "--out", str(whole), "-q"]) == 0
    command = [sys.executable, "-m", "studies", *words, "--jobs", "2", "--out", str(killed), "--resume"]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL)
    while process.poll() is None and not list((killed / "parts").glob("*.parquet")):
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    assert not (killed / "report.html").exists()
    assert invoke([*words, "--out", str(killed), "--resume", "-q"]) == 0
    assert contents(killed) == contents(whole)


def test_more_futures_are_added_and_the_first_ones_are_kept(log: Path, tmp_path: Path) -> None:
    few = futures(log, battles=4, out=tmp_path)
    more = futures(log, battles=6, out=tmp_path, resume=True)
    assert more.branch[:4] == few.branch
    assert len(more.original) == 6
    assert more.facts.extended == (4,)
    assert polars.read_parquet(tmp_path / "battles.parquet").height == 12


def test_another_question_in_the_folder_is_refused_in_plain_words(log: Path, tmp_path: Path) -> None:
    futures(log, battles=2, out=tmp_path)
    with pytest.raises(InputError, match=r"--do was \{.*hold.*\}, is \{.*press.*\}"):
        fork(log, "Bo", "do=press,target=Ana", at=0, battles=2, out=tmp_path, resume=True)
    with pytest.raises(InputError, match=r"--confidence was 0\.95, is 0\.9"):
        futures(log, battles=2, out=tmp_path, resume=True, confidence=0.9)


@pytest.mark.parametrize(("more", "place"), [({"out": "x"}, "--out"), ({"cluster": "tcp://x:1"}, "--cluster"), ({"resume": True}, "--resume")])
def test_one_battle_is_kept_by_its_log(more: dict[str, Any], place: str, log: Path) -> None:
    with pytest.raises(InputError, match=f"{place}: found it with one battle"):
        futures(log, battles=1, **more)


def test_the_command_writes_the_reports_and_the_answer(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fork", str(log), "--at", "0", "--who", "Bo", "--do", "hold", "--battles", "5", "--out", str(tmp_path / "out")]
    assert invoke([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["futures"], data["battles"], len(data["ends"])) == (5, 10, 5)
    assert {"report.html", "report.md", "results.json", "battles.parquet"} <= set(contents(tmp_path / "out"))
    assert invoke([*words, "--resume"]) == 0
    out = capsys.readouterr().out
    assert "seed 1, futures 1 to 5 of both options" in out
    assert "reports:  " in out


def test_a_future_that_fails_is_named_with_its_command(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from studies.fork_course import Course

    def failing(_self: Course, _future: int, _on_illegal: Any) -> Any:
        raise RuntimeError("a fault")

    monkeypatch.setattr(Course, "go_on", failing)
    found = futures(log, battles=2, on_illegal="error")
    assert found.errors == 4
    assert found.findings()[0] == "No future could be played on both sides: every one ended in an error."
    commands = [row[-1] for row in found.errors_table().rows]
    assert commands[0] == f"couched fork {log} --at 0 --who Bo --do \'{{\"do\":\"hold\"}}\' --on-illegal error --future 1"
