"""Golden timelines: check, update, and what they say."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.errors import InputError
from engine.record import read_log
from studies.cli import invoke
from studies.golden import add_shipped, cases_in, check, default_folder, read_case, timeline, update

CASE = """
scenario = "timing_drill"
seed = 3
set = ["rules.max_counts=14"]
[rolls]
"Drill/to_hit" = [[97]]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "drill.toml").write_text(CASE)
    return tmp_path


def statuses(folder: Path) -> dict[str, str]:
    return {verdict.name: verdict.status for verdict in check(folder)}


def test_a_case_without_a_log_is_missing_until_it_is_updated(folder: Path) -> None:
    assert statuses(folder) == {"drill": "missing"}
    update(folder)
    assert statuses(folder) == {"drill": "same"}


def test_the_expected_log_is_a_log_without_version_and_digest(folder: Path) -> None:
    update(folder)
    log = read_log(folder / "drill.jsonl")
    assert log.cut is None
    assert not {"version", "digest"} & set(log.header)
    assert log.header["scenario"]["rules"] == {"max_counts": 14.0}
    assert log.end is not None
    assert "digest" not in log.end
    assert log.header["rolls"] == {"Drill/to_hit": [[97]]}
    assert log.events == timeline(read_case(folder / "drill.toml"))


def test_a_timeline_that_moved_is_told_with_its_first_difference(folder: Path) -> None:
    update(folder)
    log = folder / "drill.jsonl"
    log.write_text(log.read_text().replace('"impact":10.0', '"impact":11.0'))
    verdict = check(folder)[0]
    assert verdict.status == "different"
    assert any("impact: 11 against 10" in line for line in verdict.lines)


def test_a_log_that_is_cut_short_is_different(folder: Path) -> None:
    update(folder)
    log = folder / "drill.jsonl"
    log.write_bytes(log.read_bytes()[:-40])
    assert statuses(folder) == {"drill": "different"}


def test_updating_leaves_identical_files_alone(folder: Path) -> None:
    update(folder)
    os.utime(folder / "drill.jsonl", (1, 1))
    assert [verdict.status for verdict in update(folder)] == ["same"]
    assert (folder / "drill.jsonl").stat().st_mtime == 1
    assert sorted(path.name for path in folder.iterdir()) == ["drill.jsonl", "drill.toml"]


def test_a_log_without_a_case_is_a_stray(folder: Path) -> None:
    update(folder)
    (folder / "old.jsonl").write_text("")
    assert statuses(folder) == {"drill": "same", "old.jsonl": "stray"}


def test_a_case_whose_rolls_do_not_fit_is_an_error_and_the_others_go_on(folder: Path) -> None:
    (folder / "bad.toml").write_text(CASE.replace("[[97]]", "[[97], [1]]"))
    update(folder)
    verdicts = {verdict.name: verdict for verdict in check(folder)}
    assert verdicts["bad"].status == "error"
    assert "left over" in verdicts["bad"].lines[0]
    assert verdicts["drill"].status == "same"


def test_a_case_may_name_a_file_beside_it(folder: Path) -> None:
    (folder / "own").mkdir()
    (folder / "own" / "fight.toml").write_text(
        'schema = "couched.scenario/1"\nextends = "timing_drill"\nname = "Mine"\n'
    )
    (folder / "mine.toml").write_text('scenario = "own/fight.toml"\nset = ["rules.max_counts=5"]\n')
    update(folder)
    assert read_log(folder / "mine.jsonl").header["scenario"]["name"] == "Mine"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no scenario"),
        ("scenario = 7", "found 7; allowed: a text"),
        ('scenario = "duel"\nseed = true', "a whole number"),
        ('scenario = "duel"\nset = [1]', "a list of texts"),
        ('scenario = "duel"\nsede = 1', "an unknown key"),
        ("scenario =", "no TOML"),
    ],
)
def test_a_case_file_with_a_mistake_is_refused_with_its_place(text: str, told: str, folder: Path) -> None:
    (folder / "bad.toml").write_text(text)
    with pytest.raises(InputError, match=r"bad\.toml") as raised:
        cases_in(folder)
    assert told in str(raised.value)


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no case"):
        check(tmp_path)


def test_the_default_folder_is_that_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="no folder tests/golden here"):
        default_folder()
    (tmp_path / "tests" / "golden").mkdir(parents=True)
    (tmp_path / "deeper").mkdir()
    monkeypatch.chdir(tmp_path / "deeper")
    assert default_folder() == tmp_path / "tests" / "golden"


def test_a_case_is_added_for_every_shipped_scenario_that_has_none(folder: Path) -> None:
    added = add_shipped(folder)
    assert "duel" in added
    assert "timing_drill" not in added
    assert read_case(folder / "duel.toml").scenario == "duel"
    assert add_shipped(folder) == []


def test_the_commands_tell_and_exit_with_3_when_something_moved(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["golden", "check", str(folder)]) == 3
    assert "drill: missing" in capsys.readouterr().out
    assert invoke(["golden", "update", str(folder)]) == 0
    assert capsys.readouterr().out.endswith("1 of 1 written\n")
    assert invoke(["golden", "check", str(folder)]) == 0
    assert capsys.readouterr().out == "1 of 1 the same\n"
    log = folder / "drill.jsonl"
    log.write_text(log.read_text().replace('"impact":10.0', '"impact":11.0'))
    assert invoke(["golden", "check", str(folder), "--json"]) == 3
    data = json.loads(capsys.readouterr().out)
    assert (data["ok"], data["cases"][0]["status"]) == (False, "different")
