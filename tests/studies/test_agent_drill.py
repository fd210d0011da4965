"""The drill of external agents: programs that are right pass, each fault is found, with the line that shows it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from external_battles import STRANGE

from agents import external_process
from engine.registry import SYSTEMS
from studies.agent_drill import CHECKS, CROWDED, SHORT, Drill, Finding
from studies.cli import invoke

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = {"lunger.py": sys.executable, "holder.sh": "sh", "gambler.mjs": "node"}
PATIENT = {"start_seconds": 600, "answer_seconds": 600, "battle_seconds": 3600}


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take its time to let a program exit."""
    monkeypatch.setattr(external_process, "EXIT_SECONDS", 600)


def drilled(*words: str, systems: tuple[str, ...] = ("counts",), **budget: float) -> Drill:
    drill = Drill([sys.executable, STRANGE, *words], systems, {**PATIENT, **budget})
    drill.run()
    return drill


def wrong(drill: Drill) -> list[Finding]:
    return [found for found in drill.findings if found.ok is False]


def test_every_system_has_its_battles() -> None:
    assert set(SHORT) == set(CROWDED) == set(SYSTEMS)


def test_every_example_is_drilled() -> None:
    assert {path.name for path in (ROOT / "examples" / "agents").iterdir() if path.is_file()} == set(EXAMPLES)


@pytest.mark.parametrize(("name", "interpreter"), EXAMPLES.items(), ids=EXAMPLES)
def test_the_examples_pass(name: str, interpreter: str) -> None:
    if shutil.which(interpreter) is None:
        pytest.skip(f"{interpreter} is not installed")
    drill = Drill([interpreter, str(ROOT / "examples" / "agents" / name)], list(SYSTEMS), PATIENT)
    drill.run()
    assert [found for found in drill.findings if found.ok is not True] == []
    assert drill.ok
    assert {found.check for found in drill.findings} == {check for check, _ in CHECKS}
    assert {found.system for found in drill.findings} == set(SYSTEMS)
    assert drill.name == name.partition(".")[0]
    assert drill.times.answers > 20
    assert 0 < drill.times.mean <= drill.times.longest


def test_a_program_that_may_not_be_kept_passes() -> None:
    drill = drilled("good")
    assert drill.ok
    assert [found.check for found in drill.findings if found.ok is None] == ["may be kept"]


@pytest.mark.parametrize(
    ("words", "told", "line"),
    [
        (["exits"], "ended with exit code 3", '"protocol"'),
        (["answers", "xyzzy"], "which is no JSON", "xyzzy"),
        (["answers", '{"option": 999}'], "answered with option 999", '{"option": 999}'),
        (["answers", '{"option": {"do": "flee"}}'], "an option that does 'flee'", '{"option": {"do": "flee"}}'),
        (["greets", '{"type": "hello"}'], "greeted with protocol None", '{"type": "hello"}'),
    ],
)
def test_a_fault_is_told_with_the_line_that_shows_it(words: list[str], told: str, line: str) -> None:
    drill = drilled(*words)
    assert not drill.ok
    first = wrong(drill)[0]
    assert told in first.told
    assert line in str(first.line)


def test_a_program_that_hangs_is_not_asked_on_and_on() -> None:
    drill = drilled("never_answers", answer_seconds=0.2)
    assert [found.check for found in wrong(drill)] == ["plays"]
    assert drill.findings[-1].told.startswith("it took too long")


def test_a_program_whose_battles_change_one_another_is_found() -> None:
    [found] = wrong(drilled("counts_its_battles"))
    assert found.check == "may be kept"
    assert "differs the second time" in found.told
    assert '"battle 3"' in str(found.line)


def test_a_program_that_rolls_dice_of_its_own_is_found() -> None:
    assert "repeats itself" in [found.check for found in wrong(drilled("moody"))]


def test_a_program_that_says_more_than_it_is_asked_is_found() -> None:
    told = [(found.check, found.told) for found in wrong(drilled("says_goodbye"))]
    assert told
    assert all("bytes more than it was asked for" in each for _check, each in told)


def test_a_key_that_nobody_reads_is_remarked() -> None:
    drill = drilled("misspells")
    assert drill.ok
    assert any("nobody reads 'waek'" in found.told for found in drill.findings)


def test_a_program_that_stays_when_it_is_over_is_remarked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_process, "EXIT_SECONDS", 0.1)
    drill = drilled("stays")
    assert drill.ok
    assert any("did not exit" in found.told for found in drill.findings)


def test_a_system_that_a_program_does_not_play_is_left_out() -> None:
    line = '{"type": "hello", "protocol": "couched.agent/1", "systems": ["counts"]}'
    drill = drilled("greets", line, systems=("counts", "steps"))
    assert drill.ok
    assert [(found.check, found.told) for found in drill.findings if found.system == "steps"] == [
        ("greets", "it says that it plays counts, not steps")
    ]


def test_a_program_that_plays_nothing_does_not_pass() -> None:
    line = '{"type": "hello", "protocol": "couched.agent/1", "systems": []}'
    assert not drilled("greets", line).ok


# the command

def check(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = invoke(["agent", "check", *words])
    return code, capsys.readouterr().out


def test_the_command_says_what_is_fine_and_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys, "--system", "counts", sys.executable, STRANGE, "good")
    assert code == 0
    assert "\ncounts\n  fine   greets: " in out
    assert " ms in the mean, the longest " in out
    assert out.endswith("No problem.\n")


def test_the_command_says_what_is_wrong_and_ends_with_3(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys, "--system", "shots", sys.executable, STRANGE, "answers", "xyzzy")
    assert code == 3
    assert "  WRONG  plays: agent of Ada: its program " in out
    assert "\n         it wrote: xyzzy\n" in out
    assert "problems.\n" in out


def test_the_command_gives_its_findings_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys, "--json", "--system", "counts", sys.executable, STRANGE, "answers", "xyzzy")
    found: dict[str, Any] = json.loads(out)
    assert code == 3
    assert found["ok"] is False
    assert found["command"] == [sys.executable, STRANGE, "answers", "xyzzy"]
    assert {"system", "check", "ok", "told", "line"} == set(found["findings"][0])
    assert {"answers", "mean", "longest", "start"} == set(found["times"])


def test_options_after_the_program_are_the_programs_own(capsys: pytest.CaptureFixture[str]) -> None:
    _code, out = check(capsys, "no-such-program-anywhere", "--json", "--level", "3")
    assert out.startswith("Drill of no-such-program-anywhere --json --level 3\n")
    assert "there is no such program" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [([], "Missing argument"), (["--system", "chess", "true"], "'chess'"), (["--answer-seconds", "0", "true"], "0")],
)
def test_a_drill_of_nothing_is_refused(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["agent", "check", *words]) == 2
    assert told in capsys.readouterr().err


def test_what_is_tried_is_told_as_it_begins(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error, when that is a terminal."""
    words = ["agent", "check", "--system", "counts", sys.executable, STRANGE, "exits_at_once"]
    assert invoke(words) == 3
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert invoke(words) == 3
    told = capsys.readouterr()
    assert told.err.splitlines()[0] == "counts: greets ..."
    assert "greets ..." not in told.out
