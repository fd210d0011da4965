"""``couched check`` and ``couched run --check``: what they say, and how they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.record import encode, parse_log
from studies.check import INVARIANTS, MOST, Checker, CheckSink, check, check_log
from studies.cli import invoke
from studies.run import run
from tests import invariants


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A whole log of a duel."""
    path = tmp_path / "duel.jsonl"
    assert invoke(["run", "duel", "--seed", "7", "--log", str(path), "--quiet"]) == 0
    return path


def rewritten(path: Path, old: str, new: str) -> Path:
    """Put another text into a log, wherever the old one stands first."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


def test_a_log_that_holds_is_fine(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert invoke(["check", str(duel)]) == 0
    events = len(duel.read_text().splitlines())
    assert capsys.readouterr().out == f"all {len(INVARIANTS)} invariants hold in {events} events\n"


def test_a_log_that_lies_is_told_event_by_event_with_exit_code_3(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lost = next(json.loads(line) for line in duel.read_text().splitlines() if '"type":"wound"' in line)
    rewritten(duel, f'"htk_lost":{lost["htk_lost"]}', '"htk_lost":1')
    capsys.readouterr()
    assert invoke(["check", str(duel)]) == 3
    first, wound, digest = capsys.readouterr().out.splitlines()
    assert first.startswith("2 violations in ")
    expected = f"htk: {lost['actor']} has lost HTK: 1; expected {lost['htk_lost']}"
    assert wound == f"event {lost['seq']} at count {lost['t']:g}, {expected}"
    assert ", digest: digest " in digest


def test_what_was_found_comes_as_json_too(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewritten(duel, '"seed":7', '"seed":8')
    capsys.readouterr()
    assert invoke(["check", str(duel), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["log"], told["cut"], told["holds"], told["found"]) == (str(duel), None, False, 1)
    (violation,) = told["violations"]
    assert set(violation) == {"invariant", "seq", "t", "what", "expected"}
    assert (violation["invariant"], violation["seq"]) == ("digest", told["events"] - 1)


def test_several_logs_are_told_each_with_its_name(duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(duel.read_bytes())
    rewritten(other, '"seed":7', '"seed":8')
    capsys.readouterr()
    assert invoke(["check", str(duel), str(other)]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{duel}: all ")
    assert lines[1].startswith(f"{other}: 1 violations in ")


def test_a_log_that_is_cut_is_checked_up_to_the_cut(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = duel.read_bytes().splitlines(keepends=True)
    duel.write_bytes(b"".join(lines[:60]) + lines[60][:20])
    capsys.readouterr()
    assert invoke(["check", str(duel)]) == 0
    assert capsys.readouterr().out == f"all {len(INVARIANTS)} invariants hold in 60 events (cut in line 61)\n"


@pytest.mark.parametrize("cut", range(1, 96, 7))
def test_a_cut_anywhere_is_no_violation(cut: int, duel: Path) -> None:
    lines = duel.read_bytes().splitlines(keepends=True)
    assert check_log(parse_log(b"".join(lines[:cut]))).violations == []


def test_what_is_no_log_is_an_error_of_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["check", str(tmp_path)]) == 2
    assert "Is a directory" in capsys.readouterr().err


@pytest.mark.parametrize("scenario", ["duel", "shots_duel", "steps_duel"])
def test_a_battle_is_checked_while_it_runs(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", scenario, "--check"]) == 0
    assert f"all {len(INVARIANTS)} invariants hold in " in capsys.readouterr().out
    assert invoke(["run", scenario, "--check", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["check"]["holds"], told["check"]["events"], told["check"]["violations"]) == (True, told["events"], [])


@pytest.fixture
def lying(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine tell of one HTK more than a wound costs."""
    from engine.counts import report

    true = report.other

    def lies(fight: Any, kind: Any, *rest: Any, **data: Any) -> Any:
        if kind.__struct_config__.tag == "wound":
            data["htk_lost"] += 1
        return true(fight, kind, *rest, **data)

    monkeypatch.setattr(report, "other", lies)


@pytest.mark.usefixtures("lying")
def test_a_battle_in_which_something_does_not_hold_ends_with_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", "--seed", "7", "--check", "--quiet"]) == 3
    assert "has lost HTK" in capsys.readouterr().out
    assert invoke(["run", "duel", "--seed", "7", "--check", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["check"]["holds"] is False
    invariants.look()


def test_without_the_option_nothing_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", "--json"]) == 0
    assert "check" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("scenario", ["duel", "shots_duel", "steps_duel"])
@pytest.mark.parametrize("kind", ["battle.start", "wound", "roll", "declare", "decision", "impact", "battle.end"])
def test_a_line_without_its_fields_is_a_violation_and_no_traceback(scenario: str, kind: str) -> None:
    lines = run(scenario, 7).log()
    line = next(line for line in lines if line["type"] == kind)
    for field in set(line) - {"type", "seq", "t", "cause"}:
        broken = [dict(one) for one in lines]
        del broken[line["seq"]][field]
        check(broken)
        broken[line["seq"]][field] = ["not", {"what": "it"}, "is"]
        check(broken)
    del line["t"]
    assert "form" in {one.invariant for one in check(lines)}


def test_of_very_many_violations_the_first_are_kept_and_all_are_counted() -> None:
    checker = Checker()
    lines = run("duel", 7).log()
    for number in range(MOST + 50):
        checker.take({**lines[3], "seq": 3, "t": 0.0} if number else lines[0])
    assert len(checker.violations) == MOST
    assert checker.found > MOST


def test_unknown_types_and_fields_are_no_violation() -> None:
    """Contract 3: readers must accept what they don't know."""
    lines = run("duel", 7).log()
    lines[5]["colour"] = "red"
    lines[-1] |= {"seq": lines[-1]["seq"] + 1, "events": lines[-1]["events"] + 1}
    lines.insert(-1, {"type": "weather", "seq": lines[-2]["seq"] + 1, "t": lines[-2]["t"], "cause": 0})
    assert [str(one) for one in check(lines)] == []


def test_a_sink_finds_what_a_log_has() -> None:
    sink = CheckSink()
    result = run("duel", 7, sink=sink)
    assert sink.checker.events == len(result.events)
    assert sink.checker.violations == []


@pytest.mark.usefixtures("lying")
def test_every_battle_of_a_test_is_looked_at() -> None:
    """The suite's own look-out finds a battle that does not hold."""
    run("duel", 7)
    assert {one.invariant for one in invariants.look()} == {"htk"}


def test_a_battle_that_ended_in_an_error_is_checked_but_for_its_end() -> None:
    class Broken:
        def decide(self, request: Any) -> Any:
            raise ValueError("no idea")

    result = run("duel", 7, agents={"Ana": Broken()})
    assert result.outcome == "error"
    assert check(json.loads(encode(event)) for event in result.events) == []
