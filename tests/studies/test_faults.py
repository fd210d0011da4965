"""What is promised when things go wrong around a command, each fault forced: docs/reliability.md has the whole table.

Faults that belong to one part have their tests beside it (a study's folder in test_store, workers in test_workers, ...).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.errors import InputError, LogError
from engine.record import LogFile, encode, read_log
from studies.check import check_log
from studies.cli import invoke
from studies.run import run

ROOT = Path(__file__).parents[2]


def python(code: str, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program of Python's to its end."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run([sys.executable, "-c", code, *words], env=env, capture_output=True, check=False, stdin=subprocess.DEVNULL)


def couched(*words: str, limit: int | None = None, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own.

    Args:
        limit: so many bytes at most in any file it writes: its disk is full then.
        environment: all of its environment.
    """
    full = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n" if limit is not None else ""
    code = full + "import sys; from studies.cli import main; main(sys.argv[1:])"
    env = {"PYTHONPATH": str(ROOT), **(environment if environment is not None else os.environ)}
    return subprocess.run([sys.executable, "-c", code, *words], env=env, capture_output=True, check=False)


def one_message(done: subprocess.CompletedProcess[bytes], *told: str) -> None:
    """Look for exit code 2 with one clear message."""
    text = done.stderr.decode()
    assert done.returncode == 2, text
    assert text.startswith("error: ")
    assert "Traceback" not in text
    for part in told:
        assert part in text


# killed at any moment

KILLED = """
import os, sys
from engine import record
from studies.cli import invoke

when, log = sys.argv[1:]
written, replaced = record.LogFile.write, os.replace

def write(self, event, line):
    if event.seq == int(when):
        os.kill(os.getpid(), 9)
    written(self, event, line)

def replace(old, new):
    if when == "before":
        os.kill(os.getpid(), 9)
    replaced(old, new)
    if when == "after":
        os.kill(os.getpid(), 9)

if when.isdigit():
    record.LogFile.write = write
else:
    os.replace = replace
invoke(["run", "three_on_three", "--log", log, "-q"])
"""


@pytest.mark.parametrize("when", ["1", "256", "300", "before", "after"])
@pytest.mark.parametrize("older", [False, True])
def test_a_run_that_is_killed_leaves_no_log_that_lies(when: str, older: bool, tmp_path: Path) -> None:
    """The log is whole under its own name, or it is not there; what reached the disk can be read and holds."""
    log = tmp_path / "log.jsonl"
    before = b"".join(encode(event) for event in run("duel", 1).events)
    if older:
        log.write_bytes(before)
    assert python(KILLED, when, str(log)).returncode == -signal.SIGKILL
    if when == "after":
        assert check_log(read_log(log)).violations == []
        assert read_log(log).cut is None
        return
    assert (log.read_bytes() if log.exists() else None) == (before if older else None)
    part = tmp_path / "log.jsonl.part"
    if part.stat().st_size:
        found = read_log(part)
        assert (found.cut is None) is (when == "before")
        assert check_log(found).violations == []
    else:
        assert when == "1"
        with pytest.raises(LogError, match="an empty file"):
            read_log(part)
    assert invoke(["run", "duel", "-q", "--log", str(log)]) == 0
    assert read_log(log).cut is None
    assert not part.exists()


# full disks


@pytest.mark.parametrize("option", ["--log", "--view", "--trace", "--rolls-template"])
def test_a_disk_that_is_full_is_one_message_and_leaves_nothing_half_done(option: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    one_message(couched("run", "three_on_three", "-q", option, str(out), limit=900), str(out), "File too large")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_keeps_an_older_log(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("older")
    one_message(couched("run", "three_on_three", "-q", "--log", str(log), limit=9000), "room to write the log")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("log.jsonl", "older")]


@pytest.mark.parametrize("words", [["run", "duel"], ["check", "LOG"], ["tell", "LOG"]])
def test_an_output_that_is_full_is_a_message(words: list[str], tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join(encode(event) for event in run("duel", 1).events))
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "studies", *(str(log) if word == "LOG" else word for word in words)], stdout=full,
            stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: standard output: found No space left")
    assert b"Traceback" not in done.stderr


# places that can't be written


@pytest.mark.parametrize("option", ["--log", "--view", "--trace", "--rolls-template"])
@pytest.mark.parametrize("place", [".", "/proc/nowhere/out", "file/out", "no/out"])
def test_a_place_that_can_not_be_written_is_one_message(
    option: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    assert invoke(["run", "duel", "-q", option, place]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert place in told
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_goes_away_while_a_battle_runs_is_one_message(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    log = LogFile(folder / "log.jsonl")
    for event in run("duel", 1).events:
        log.write(event, encode(event))
    shutil.rmtree(folder)
    with pytest.raises(InputError, match="No such file or directory; allowed: room to write the log"):
        log.close()
    log.discard()


# two at once


def test_two_battles_do_not_write_one_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    first, lines = LogFile(path), run("duel", 1).events
    for event in lines[:-1]:
        first.write(event, encode(event))
    with pytest.raises(InputError, match="another battle that is writing it; allowed: a log of its own for each"):
        LogFile(path)
    first.write(lines[-1], encode(lines[-1]))
    first.close()
    assert path.read_bytes() == b"".join(map(encode, lines))
    LogFile(path).discard()


def test_two_runs_do_not_write_one_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = LogFile(path)
    one_message(couched("run", "duel", "-q", "--log", str(path)), "another battle that is writing it")
    log.discard()
    assert couched("run", "duel", "-q", "--log", str(path)).returncode == 0


def test_the_lock_of_a_log_goes_with_a_run_that_is_killed(tmp_path: Path) -> None:
    assert python(KILLED, "300", str(tmp_path / "log.jsonl")).returncode == -signal.SIGKILL
    assert invoke(["run", "duel", "-q", "--log", str(tmp_path / "log.jsonl")]) == 0


# readers that leave, streams that are closed


def shell(command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell; its output is the exit code of the first program in it."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COUCHED": f"{sys.executable} -m studies"}
    return subprocess.run(["sh", "-c", command], env=env, capture_output=True, check=False)


@pytest.mark.parametrize("words", ["run three_on_three --detail full", "list rules", "schema log"])
def test_the_reader_of_the_output_may_leave(words: str) -> None:
    done = shell(f"cd {ROOT} && ($COUCHED {words}; echo code $? >&2) | head -c 1")
    assert done.stderr.decode() == "code 0\n"


def test_a_log_is_whole_though_the_reader_of_the_account_left(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    done = shell(f"($COUCHED run three_on_three --detail full --log {log}; echo code $? >&2) | head -c 1")
    assert done.stderr.decode() == "code 0\n"
    assert log.read_bytes() == b"".join(encode(event) for event in run("three_on_three", 0).events)


@pytest.mark.parametrize("closed", ["2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_are_no_fault(closed: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert shell(f"$COUCHED run duel --log {log} {closed}").returncode == 0
    assert read_log(log).cut is None


# the surroundings


def test_a_locale_without_unicode_changes_no_log(tmp_path: Path) -> None:
    scenario = tmp_path / "s.toml"
    text = (ROOT / "scenarios" / "library" / "counts" / "duel.toml").read_text().replace("Bo", "Bö 槍")
    scenario.write_text(text, encoding="utf-8")
    logs = []
    for number, locale in enumerate(({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, {"PYTHONUTF8": "1"})):
        log = tmp_path / f"{number}.jsonl"
        done = couched("run", str(scenario), "--seed", "3", "--log", str(log), environment={"PATH": os.environ["PATH"], **locale})
        assert (done.returncode, done.stderr) == (0, b"")
        logs.append(log.read_bytes())
    assert logs[0] == logs[1]
    assert "Bö 槍".encode() in logs[0]


@pytest.mark.parametrize("home", [{}, {"HOME": "/proc/nowhere"}])
def test_a_home_is_not_needed(home: dict[str, str], tmp_path: Path) -> None:
    """Neither by a battle nor by its page; nothing is kept anywhere but where one said."""
    page = tmp_path / "page.html"
    done = couched("run", "duel", "-q", "--view", str(page), environment={"PATH": os.environ["PATH"], **home})
    assert (done.returncode, done.stderr) == (0, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_study_with_its_plots_needs_no_home(tmp_path: Path) -> None:
    out = tmp_path / "study"
    words = ["sweep", "duel", "--vary", "combatants.Ana.htk=20:30:10", "--battles", "2", "--out", str(out)]
    done = couched(*words, environment={"PATH": os.environ["PATH"], "HOME": "/proc/nowhere"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert (out / "report.html").exists()


def test_a_clock_that_jumps_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No number of a battle or a study comes of the time of day, nor of how long anything took."""
    from studies.sweep import sweep

    def studied(name: str) -> bytes:
        sweep("duel", "combatants.Ana.htk=20:30:10", 3, jobs=1, progress=False, out=tmp_path / name)
        return (tmp_path / name / "battles.parquet").read_bytes()

    log, study = run("three_on_three", 3).log(), studied("before")
    jumps = iter(range(10**9))
    for name in ("time", "monotonic", "perf_counter"):
        monkeypatch.setattr(time, name, lambda: (-1) ** next(jumps) * 1e6 * next(jumps))
    jumped = run("three_on_three", 3).log(), studied("after")
    monkeypatch.undo()
    assert jumped == (log, study)
