"""The processes of external agents: nothing of them is left, however a battle or couched itself comes to its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from external_battles import PATIENT, STRANGE, fought, played_by, strange

from agents import external_pool, external_process
from studies.run import run

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def alive(number: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked for does not."""
    try:
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        pytest.skip("ps tells which processes run")
    return bool(state.strip()) and not state.strip().startswith("Z")


def gone(number: int) -> bool:
    """Wait until a process has ended; it is killed already, so that takes no time that counts."""
    until = time.monotonic() + 60
    while alive(number) and time.monotonic() < until:
        time.sleep(0.02)
    return not alive(number)


def numbers(place: Path, writer: subprocess.Popen[bytes] | None = None) -> list[int]:
    """Wait for a file with the numbers of processes, and return them."""
    until = time.monotonic() + 120
    while not place.exists() and time.monotonic() < until:
        assert writer is None or writer.poll() is None, writer.communicate()
        time.sleep(0.02)
    return [int(word) for word in place.read_text().split()]


def test_a_program_that_hangs_is_killed_with_its_children(tmp_path: Path) -> None:
    done = fought(strange("parent", str(tmp_path / "numbers"), answer_seconds=0.2))
    assert "(answer_seconds)" in done.reason
    found = numbers(tmp_path / "numbers")
    assert len(found) == 2
    assert all(gone(number) for number in found)


def test_a_program_that_does_not_end_with_the_battle_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_process, "EXIT_SECONDS", 0.1)
    assert fought(strange("stays")).outcome == "win"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_of_a_program_when_couched_is_stopped(number: signal.Signals, tmp_path: Path) -> None:
    place = tmp_path / "numbers"
    inside = ",".join(f"{name}={value}" for name, value in PATIENT.items())
    agent = f"red=cmd[{inside}]:'{sys.executable}' '{STRANGE}' parent '{place}'"
    command = [sys.executable, "-m", "studies", "run", "duel", "-q", "--agents", agent]
    couched = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found = numbers(place, couched)
    assert all(alive(each) for each in found)
    couched.send_signal(number)
    _out, err = couched.communicate()
    assert couched.returncode == {signal.SIGINT: 130}.get(number, -number)
    assert b"Traceback" not in err
    assert all(gone(each) for each in found)


def test_nothing_is_left_of_the_programs_of_workers_when_a_study_is_killed(tmp_path: Path) -> None:
    place = tmp_path / "numbers"
    inside = ",".join(f"{name}={value}" for name, value in PATIENT.items())
    agent = f"cmd[{inside}]:'{sys.executable}' '{STRANGE}' parent '{place}'"
    command = [sys.executable, "-m", "studies", "tournament", "duel", "--agents", f"{agent},brawler", "--battles", "2", "--jobs", "2"]
    couched = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    found = numbers(place, couched)
    couched.kill()
    couched.communicate()
    assert all(gone(each) for each in found)


LEAKS = """
import os, sys
from external_battles import strange, fought
from agents import external_guard, external_pool
def files():
    return len(os.listdir("/proc/self/fd" if os.path.exists("/proc/self/fd") else "/dev/fd"))
fought(strange("good"))
before = files()
for words in (["good"], ["exits"], ["floods"], ["never_answers"], ["good_and_kept"], ["closes_its_output"]):
    fought(strange(*words, answer_seconds=0.5))
external_pool.end_all()
assert files() == before, (before, files())
external_guard.stop()
try:
    found = os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("clean")
else:
    print("left", found)
"""


def test_no_file_and_no_process_is_left_behind() -> None:
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": paths}
    words = [sys.executable, "-W", "error", "-X", "dev", "-c", LEAKS]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("clean", "")


# programs that play more than one battle

def test_a_program_that_may_be_kept_is_started_once(tmp_path: Path) -> None:
    place = tmp_path / "starts"
    scenario = strange("numbered", str(place))
    logs = [run(scenario, 7, battle, allow_external=True).log() for battle in (0, 1, 0)]
    external_pool.end_all()
    assert place.read_text() == "started\n"
    assert logs[0] == logs[2]
    assert logs[0] != logs[1]


def test_a_program_that_may_not_be_kept_is_started_for_each_battle() -> None:
    scenario = strange("good")
    fought(scenario)
    assert external_pool.take([sys.executable, STRANGE, "good"]) is None


def test_a_kept_program_that_does_not_greet_again_is_replaced() -> None:
    scenario = strange("remembers")
    assert [fought(scenario).outcome for _ in range(3)] == ["win", "win", "win"]
    external_pool.end_all()


def test_two_fighters_of_one_program_are_two_processes(tmp_path: Path) -> None:
    place = tmp_path / "starts"
    spec = {"policy": "external", "command": [sys.executable, STRANGE, "numbered", str(place)], **PATIENT}
    scenario = played_by({"Ana": spec, "Bo": spec})
    assert [fought(scenario).outcome for _ in range(2)] == ["stalemate", "stalemate"]
    external_pool.end_all()
    assert place.read_text() == "started\nstarted\n"


def test_programs_that_wait_are_not_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_pool, "MOST_IDLE", 0)
    fought(strange("good_and_kept"))
    assert external_pool.take([sys.executable, STRANGE, "good_and_kept"]) is None
