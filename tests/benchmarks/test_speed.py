"""The named configurations, their checksums, and the table of speed; no test looks at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

from benchmarks import speed
from benchmarks.__main__ import invoke
from benchmarks.configurations import Configuration, chosen, configurations
from engine.errors import InputError
from engine.registry import SYSTEMS

DUEL = Configuration(name="duel", scenario="duel", battles=2, rounds=2)
CROWD = Configuration(name="a few", crowd=6, counts=5.0, battles=1, rounds=2, long=True)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small configurations, and a file of their checksums."""
    every = [DUEL, CROWD]

    def some(names: Sequence[str], _every: object = None) -> list[Configuration]:
        return chosen(names, every)

    monkeypatch.setattr("benchmarks.configurations.configurations", lambda: every)
    monkeypatch.setattr("benchmarks.configurations.chosen", some)
    file = tmp_path / "checksums.json"
    monkeypatch.setattr(speed.expected, "__defaults__", (file,))
    monkeypatch.setattr(speed.update, "__defaults__", (file,))
    speed.update(speed.fought(every), every)
    return file


def test_every_system_is_covered() -> None:
    assert {one.load().system for one in configurations() if not one.crowd} == set(SYSTEMS)


def test_every_configuration_has_a_checksum_of_its_battles_and_no_other_has() -> None:
    assert {name: row["battles"] for name, row in speed.expected().items()} == {one.name: one.battles for one in configurations()}


def test_names_are_used_once() -> None:
    names = [one.name for one in configurations()]
    assert len({*names}) == len(names)


def test_the_battles_of_the_duel_are_those_that_are_kept() -> None:
    which = chosen(["duel", "steps duel"])
    assert speed.differing(speed.fought(which), which, speed.expected()) == []


def test_long_configurations_are_fought_only_when_they_are_named() -> None:
    assert not any(one.long for one in chosen([]))
    assert [one.name for one in chosen(["2000 fighters", "duel"])] == ["duel", "2000 fighters"]


def test_an_unknown_configuration_names_the_nearest() -> None:
    with pytest.raises(InputError, match="did you mean '200 fighters'"):
        chosen(["200 fighter"])


def test_a_crowd_is_two_sides_of_equal_number() -> None:
    sides = [one.side for one in CROWD.load().combatants]
    assert sides.count("red") == sides.count("blue") == 3


def test_speed_prints_a_row_a_configuration_and_ends_well(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    assert invoke(["speed", "--configuration", "duel", "--configuration", "a few", "--json", str(figures)]) == 0
    captured = capsys.readouterr()
    assert [line.split("  ")[0] for line in captured.out.splitlines()[:3]] == ["configuration", "duel", "a few"]
    assert captured.err.endswith("checksums: as expected (2 configurations)\n")
    written = json.loads(figures.read_text(encoding="utf-8"))
    assert written["configurations"][0]["checksum"] == json.loads(kept.read_text(encoding="utf-8"))["duel"]["checksum"]


def test_speed_without_a_command_is_speed(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["--configuration", "duel", "--markdown"]) == 0
    assert capsys.readouterr().out.startswith("| configuration | us/battle |")


def test_another_checksum_ends_with_code_3(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept.write_text('{"duel": {"battles": 2, "checksum": "0123456789abcdef"}}', encoding="utf-8")
    assert invoke(["speed", "--check"]) == 3
    assert "of 2 battles in place of 0123456789abcdef of 2" in capsys.readouterr().err


def test_a_configuration_whose_checksum_is_not_kept_ends_with_code_3(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept.write_text("{}", encoding="utf-8")
    assert invoke(["speed", "--check"]) == 3
    assert "duel: no checksum is kept; found " in capsys.readouterr().err


def test_checksums_are_kept_when_told_to_and_others_stay(kept: Path) -> None:
    before = json.loads(kept.read_text(encoding="utf-8"))
    kept.write_text(json.dumps({**before, "duel": {"battles": 1, "checksum": "0"}, "gone": before["duel"]}), encoding="utf-8")
    assert invoke(["speed", "--check", "--update", "--configuration", "duel"]) == 0
    assert json.loads(kept.read_text(encoding="utf-8")) == before


def test_a_checksum_of_other_numbers_of_battles_is_another() -> None:
    more = attrs.evolve(DUEL, battles=3)
    found = speed.fought([DUEL])
    assert speed.differing(found, [more], {"duel": speed.entry(DUEL, found["duel"])}) != []


def test_an_unknown_option_is_one_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["speed", "--fast"]) == 2
    assert "No such option" in capsys.readouterr().err


def test_a_file_that_can_not_be_written_is_one_error(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["speed", "--configuration", "duel", "--json", str(tmp_path / "no folder" / "file")]) == 2
    assert "no folder" in capsys.readouterr().err
