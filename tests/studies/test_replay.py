"""Replaying logs: identical, different, cut, of another version, ended by a fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.counts.actions import Hold
from engine.errors import InputError
from engine.record import LogFile, ReadLog, parse_log, read_log
from scenarios import load
from studies.cli import invoke
from studies.replay import replay, report
from studies.run import run

Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("duel") / "duel.jsonl", "duel", seed=7)


def recorded(path: Path, name: str, *, overrides: tuple[str, ...] = (), **setup: Any) -> Path:
    sink = LogFile(path)
    run(load(name, overrides=list(overrides)), sink=sink, **setup)
    sink.close()
    return path


def changed(path: Path, number: int, change: Change) -> ReadLog:
    """Return a log with one line changed, and a digest that fits."""
    events = [json.loads(line) for line in path.read_text().splitlines()]
    change(events[number])
    lines = [json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for event in events]
    return parse_log(b"".join(lines))


def first(path: Path, kind: str) -> int:
    return next(event["seq"] for event in read_log(path).events if event["type"] == kind)


def test_a_battle_replays_to_the_byte(duel: Path) -> None:
    log = read_log(duel)
    result = replay(log)
    assert result.identical
    assert report(result, log) == [f"identical: {len(log.events)} lines, the same to the byte"]


@pytest.mark.parametrize("name", ["timing_drill", "mirror", "three_on_three", "gate", "duel_basic", "bleeding_race"])
def test_shipped_scenarios_replay(name: str, tmp_path: Path) -> None:
    overrides = ("rules.max_counts=150",)
    assert replay(read_log(recorded(tmp_path / "log", name, overrides=overrides, seed=2, battle=3))).identical


def test_scripted_rolls_replay(tmp_path: Path) -> None:
    path = recorded(
        tmp_path / "log", "timing_drill", overrides=("rules.max_counts=14",), rolls={"Drill/to_hit": [[42]]}
    )
    assert read_log(path).header["rolls"] == {"Drill/to_hit": [[42]]}
    assert replay(read_log(path)).identical


class Failing:
    """An agent that fails on its third decision."""

    asked = 0

    def decide(self, request: Any) -> Any:
        self.asked += 1
        if self.asked > 2:
            raise ValueError("no idea")
        return Hold()


@pytest.mark.parametrize(("name", "who", "policy", "outcome"), [
    ("duel", "Bo", "error", "error"),
    ("duel", "Bo", "forfeit", "win"),
    ("duel", "Ana", "default_action", "win"),
    ("three_on_three", "Carl", "forfeit", "win"),
])  # fmt: skip
def test_a_battle_with_a_fault_replays(name: str, who: str, policy: str, outcome: str, tmp_path: Path) -> None:
    path = recorded(tmp_path / "log", name, seed=1, agents={who: Failing()}, on_illegal=policy)
    log = read_log(path)
    assert log.end is not None
    assert log.end["outcome"] == outcome
    assert replay(log).identical


def test_a_changed_line_is_the_first_difference(duel: Path) -> None:
    number = first(duel, "commit")

    def later(event: dict[str, Any]) -> None:
        event["impact"] += 1.0

    log = changed(duel, number, later)
    result = replay(log)
    assert not result.identical
    assert result.difference is not None
    assert result.difference.index == number
    assert report(result, log)[0].startswith("note: digest")


def test_another_seed_is_a_difference(duel: Path) -> None:
    result = replay(changed(duel, 0, lambda event: event.update(seed=8)))
    assert not result.identical
    assert result.difference is not None
    assert result.difference.index > 0


def test_another_decision_is_a_difference_or_illegal(duel: Path) -> None:
    number = first(duel, "decision")
    result = replay(changed(duel, number, lambda event: event.update(option={"do": "release", "target": "Bo"})))
    assert not result.identical
    assert any("is not legal in the replay" in note for note in result.notes)


def test_a_decision_of_an_unknown_kind_is_refused_with_its_place(duel: Path) -> None:
    number = first(duel, "decision")
    with pytest.raises(InputError, match=rf"log .*, seq {number}, option"):
        replay(changed(duel, number, lambda event: event.update(option={"do": "surrender"})))


def test_a_log_cut_anywhere_is_identical_up_to_the_cut(duel: Path) -> None:
    data = duel.read_bytes()
    ends = [index + 1 for index, byte in enumerate(data) if byte == 10]
    cuts = [ends[0], *ends[1:12], ends[len(ends) // 2] + 7, ends[-2], ends[-2] + 30]
    for cut in cuts:
        log = parse_log(data[:cut])
        assert log.cut
        result = replay(log)
        assert result.identical, cut
        assert report(result, log)[-1].startswith("identical up to the cut")


def test_a_cut_log_that_differs_is_different(duel: Path) -> None:
    number = first(duel, "commit")
    log = changed(duel, number, lambda event: event.update(target="nobody"))
    cut = ReadLog(log.path, log.events[: number + 3], log.lines[: number + 3], "cut after a line")
    result = replay(cut)
    assert not result.identical
    assert result.difference is not None
    assert result.difference.index == number


def test_another_version_is_a_note(duel: Path) -> None:
    data = duel.read_bytes().replace(b'"version":"', b'"version":"9.', 1)
    result = replay(parse_log(data))
    assert result.difference is None
    assert any(note.startswith("recorded with couched 9.") for note in result.notes)


@pytest.mark.parametrize("key", ["seed", "battle", "scenario"])
def test_a_header_that_lacks_something_is_refused(key: str, duel: Path) -> None:
    with pytest.raises(InputError, match=rf"log .*, header, {key}"):
        replay(changed(duel, 0, lambda event: event.pop(key)))


def test_the_command_says_identical_or_exits_with_3(
    duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["replay", str(duel)]) == 0
    assert capsys.readouterr().out.startswith("identical: ")
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"".join(changed(duel, first(duel, "windup"), lambda event: event.update(t=0.0)).lines))
    assert invoke(["replay", str(other)]) == 3
    assert "first difference at seq" in capsys.readouterr().out
    assert invoke(["replay", str(other), "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["identical"] is False
