"""Tests of `couched view`, `couched trace` and `run --view --trace --watch`: files written whole, and clear refusals."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import pytest

from engine.record import read_log
from studies.cli import invoke


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "duel.jsonl"
    assert invoke(["run", "duel", "--seed", "3", "--quiet", "--log", str(path)]) == 0
    return path


def test_a_page_and_a_trace_go_beside_the_log_when_no_file_is_named(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["view", str(log)]) == 0
    assert invoke(["trace", str(log)]) == 0
    assert log.with_suffix(".html").read_text("utf-8").startswith("<!doctype html>")
    assert msgspec.json.decode((log.parent / "duel.trace.json").read_bytes())["traceEvents"]
    assert f"{len(read_log(log).events)} events; open it" in capsys.readouterr().out


def test_json_tells_what_was_written(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    page = log.parent / "page.html"
    assert invoke(["view", str(log), "-o", str(page), "--json"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    assert told == {"page": str(page), "bytes": page.stat().st_size, "events": len(read_log(log).events), "cut": None}


def test_run_makes_the_same_page_and_trace_as_the_commands(log: Path) -> None:
    page, trace = log.parent / "run.html", log.parent / "run.json"
    assert invoke(["run", "duel", "--seed", "3", "--quiet", "--view", str(page), "--trace", str(trace)]) == 0
    assert invoke(["view", str(log)]) == 0
    assert invoke(["trace", str(log)]) == 0
    named = log.with_suffix(".html").read_text("utf-8").replace("duel.jsonl", "Broadsword against spear, seed 3")
    assert page.read_text("utf-8") == named
    assert trace.read_bytes() == (log.parent / "duel.trace.json").read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["view", "LOG", "-o", "LOG"], "one of the files the battle is read from"),
        (["view", "LOG", "-o", "."], "a directory"),
        (["view", "LOG", "-o", "nowhere/page.html"], "No such file or directory"),
        (["view", "missing.jsonl"], "No such file or directory"),
        (["trace", "missing.jsonl"], "No such file or directory"),
        (["view", "."], "study.json"),
        (["trace", "LOG", "-o", "LOG"], "one of the files the battle is read from"),
        (["run", "duel", "--view", "a.html", "--trace", "a.html"], "the file of --view"),
        (["run", "duel", "--watch", "--speed", "0"], "--speed"),
        (["run", "duel", "--watch", "--quiet"], "either --watch or --quiet or --json"),
        (["run", "duel", "--view", "."], "a directory"),
    ],
)
def test_what_can_not_be_done_is_one_clear_error(
    log: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(log.parent)
    monkeypatch.setattr("studies.watch.watch_on", lambda console, speed: None)
    before = sorted(os.listdir(log.parent))
    assert invoke(["duel.jsonl" if word == "LOG" else word for word in words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error
    assert sorted(os.listdir(log.parent)) == before


def test_what_is_no_log_makes_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "notes.jsonl"
    other.write_text('{"a": 1}\n')
    assert invoke(["view", str(other)]) == 2
    assert "couched event log" in capsys.readouterr().err
    assert not other.with_suffix(".html").exists()


def test_without_a_terminal_watching_is_reading(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert invoke(["run", "duel", "--seed", "3", "--watch"]) == 0
    assert capsys.readouterr().out == told


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "duel"
    assert invoke(["tournament", "duel", "--agents", "brawler,fencer", "--battles", "2", "--out", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("name", ["study.json", "results.json", "scenarios.jsonl", "report.html"])
def test_the_page_of_a_study_goes_over_none_of_its_files(study: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = (study / name).read_bytes()
    assert invoke(["view", str(study), "-o", str(study / name)]) == 2
    assert "one of the files" in capsys.readouterr().err
    assert (study / name).read_bytes() == before


def test_a_page_inside_the_study_may_be_made_again(study: Path) -> None:
    for _ in range(2):
        assert invoke(["view", str(study), "-o", str(study / "page.html")]) == 0


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("scenarios.jsonl", "", "scenarios.jsonl with 0 lines"),
        ("scenarios.jsonl", "{}\n{}\n", "scenarios.jsonl, line 1"),
        ("report.html", "<!doctype html><p>", "report.html, which is cut"),
        ("study.json", '{"schema":"couched.study/1","arms":5}', "arms 5 in study.json"),
        ("study.json", '{"schema":"couched.other/1"}', "couched.other/1"),
        ("results.json", "[]", "results.json, which is no JSON object"),
    ],
)
def test_a_damaged_study_is_one_clear_error_and_leaves_nothing(
    study: Path, tmp_path: Path, name: str, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(study, tmp_path / "study")
    (tmp_path / "study" / name).write_text(text)
    assert invoke(["view", str(tmp_path / "study"), "-o", str(tmp_path / "page.html")]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error
    assert os.listdir(tmp_path) == ["study"]
