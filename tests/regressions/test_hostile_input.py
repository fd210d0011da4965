"""What fuzzing found: each test is named by what failed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec
import polars
import pytest

from benchmarks.fuzz_logs import log_of, signed
from engine import InputError, Request
from engine.errors import AgentError
from engine.options import Option
from engine.record import encode, parse_log
from scenarios import load, loads
from studies.parts import parquet
from studies.replay import replay, report
from studies.run import run
from studies.store import identity
from studies.tournament import tournament
from studies.viewer.study_page import StudyFolder


def study(folder: Path, seed: int = 1, *, resume: bool = False) -> polars.DataFrame:
    """Play a small study into a folder, or go on with it; return its battles."""
    tournament("duel_basic", "brawler,random", 2, seed=seed, out=folder, resume=resume, jobs=1, progress=False)
    return polars.read_parquet(folder / "battles.parquet")


def unfinished(folder: Path) -> None:
    """Take away what a study writes at its end."""
    (folder / "battles.parquet").unlink()


def test_a_part_of_another_study_took_the_place_of_battles(tmp_path: Path) -> None:
    """A part of another seed, copied into the folder, was taken for battles of the study that was gone on with."""
    mine, other = tmp_path / "mine", tmp_path / "other"
    battles = study(mine)
    assert not study(other, seed=2).equals(battles)
    unfinished(mine)
    for path in (mine / "parts").iterdir():
        path.unlink()
    for path in (other / "parts").iterdir():
        (mine / "parts" / path.name).write_bytes(path.read_bytes())
    assert study(mine, resume=True).equals(battles)


@pytest.mark.parametrize("data", [b"no table", parquet(polars.DataFrame({"arm": [0]}))])
def test_a_part_that_is_no_table_of_battles_was_a_traceback(tmp_path: Path, data: bytes) -> None:
    """What has a part's name, with the digest that belongs to it, and is none, ended --resume with a fault of polars."""
    battles = study(tmp_path)
    unfinished(tmp_path)
    manifest = json.loads((tmp_path / "study.json").read_bytes())
    name = f"000000-000000000-000000001-{hashlib.sha256(identity(manifest) + data).hexdigest()[:16]}.parquet"
    (tmp_path / "parts" / name).write_bytes(data)
    assert study(tmp_path, resume=True).equals(battles)


def test_a_log_written_again_was_called_the_same_to_the_byte() -> None:
    """The same events with other spaces and a digest that fits were "identical ... the same to the byte"."""
    lines = log_of("timing_drill").splitlines(keepends=True)
    again = signed(b"".join([*lines[:5], json.dumps(msgspec.json.decode(lines[5])).encode() + b"\n", *lines[6:]]))
    result = replay(log := parse_log(again))
    assert not result.identical
    assert any("line 6" in line and "written again" in line for line in report(result, log))


def test_the_replays_of_a_page_were_of_whatever_scenario_stood_in_the_folder(tmp_path: Path) -> None:
    """A scenario changed in scenarios.jsonl gave replays of another fight than the study's, without a word."""
    result = tournament("duel_basic", "brawler,random", 2, out=tmp_path, jobs=1, progress=False)
    result.write(tmp_path)
    before = StudyFolder(tmp_path)
    assert before.replay(before.named()[0])
    path = tmp_path / "scenarios.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"rules":{', b'"rules":{"max_counts":7.0,', 1).replace(b',"max_counts":4800.0', b"", 1))
    after = StudyFolder(tmp_path)
    (named,) = [one for one in after.named() if one.arm == 0][:1]
    with pytest.raises(InputError, match="another scenario than the study was played with"):
        after.replay(named)


GUARDED = """
schema = "couched.scenario/1"
name = "Three shots at once"
system = "steps"
rules = { guard_actions = 1 }
combatants = [
  { name = "F0", stream = "spear", side = "red", template = "grenadier", facing = "ne", position = [6, 0] },
  { name = "F1", side = "blue", template = "guard", position = [4, 2] },
  { name = "F2", side = "red", template = "suppressor", mode = "forward", position = [10, 4] },
]
"""


def test_a_battle_whose_guard_trips_between_the_answers_of_a_pass_did_not_replay() -> None:
    """CLK-8: the answers behind the one at which the guard trips are in no log; the replay gave up before the others."""
    fought = run(loads(GUARDED), 1)
    assert "more than 1 actions at one tick" in fought.reason
    assert replay(parse_log(b"".join(encode(event) for event in fought.events))).identical


@pytest.mark.parametrize("change", [
    {"arms": ["no arm"]}, {"arms": 7}, {"extended": 7}, {"extended": ["x"]}, {"stopping": {"elo0": "x"}}, {"looks": {}}, {"settings": 3},
])  # fmt: skip
def test_a_manifest_with_a_value_of_another_kind_was_a_traceback(tmp_path: Path, change: dict[str, object]) -> None:
    """An arm in study.json that is no table was "AttributeError: 'str' object has no attribute 'get'"."""
    study(tmp_path)
    path = tmp_path / "study.json"
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **change}), encoding="utf-8")
    with pytest.raises(InputError, match=r"another study|extended"):
        study(tmp_path, resume=True)


@pytest.mark.parametrize("scenario", ["duel", "shots_duel", "steps_duel"])
def test_the_log_of_a_forfeit_did_not_replay(scenario: str) -> None:
    """In shots and steps the fault of who forfeited got another word in the replay: "... : forfeit: forfeit"."""

    class Failing:
        def decide(self, _request: Request) -> Option:
            raise AgentError("Nobody", "lost: its way: forfeit")

    first = load(scenario).combatants[0].name
    done = run(scenario, 1, agents={first: Failing()}, on_illegal="forfeit")
    log = parse_log(b"".join(map(encode, done.events)))
    assert done.forfeits == (first,)
    assert next(line["why"] for line in log.events if line["type"] == "down") == f"CLK-5: {done.faults[first]}"
    assert replay(log).identical


@pytest.mark.parametrize("scenario", ["duel", "shots_duel", "steps_duel"])
def test_a_wake_in_whole_counts_was_another_one_in_the_replay(scenario: str) -> None:
    """An agent that set ``wake = 2`` had 2 in the log, and 2.0 in the replay, which was not called identical."""

    class Waking:
        def decide(self, request: Request) -> Option:
            request.wake = 2
            return request.options[0]

    first = load(scenario).combatants[0].name
    log = parse_log(b"".join(map(encode, run(scenario, 1, agents={first: Waking()}).events)))
    assert any(line.get("wake") == 2 for line in log.events)
    assert replay(log).identical
