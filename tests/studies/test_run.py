"""Running one battle: what comes out, what happens when an agent fails, and the command around it."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import studies
from engine import Battle, IllegalOption, InputError, Scenario
from engine.counts.actions import Hold, Release
from engine.errors import AgentError
from engine.record import LogFile, encode, read_log
from scenarios import load
from studies.cli import invoke
from studies.run import run

ROOT = Path(__file__).parents[2]

ENDLESS = """
schema = "couched.scenario/1"
name = "Without end"
system = "counts"
[rules]
max_counts = 4000000
stalemate_counts = 4000000
[[combatants]]
name = "Ana"
side = "red"
htk = 1000000
weapons = ["broadsword"]
skills = { broadsword = 60 }
agent = "brawler"
[[combatants]]
name = "Bo"
side = "blue"
position = [5.0, 0.0]
htk = 1000000
weapons = ["broadsword"]
skills = { broadsword = 60 }
agent = "brawler"
"""


class Raising:
    """An agent that fails on its third decision."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, request: Any) -> Any:
        self.asked += 1
        if self.asked == 3:
            raise ValueError("no idea")
        return Hold()


class Answering:
    """An agent that always gives the same answer."""

    def __init__(self, option: Any) -> None:
        self.option = option

    def decide(self, request: Any) -> Any:
        return self.option


def short() -> Scenario:
    return load("duel", overrides=["rules.max_counts=60"])


def test_studies_run_is_the_function() -> None:
    assert studies.run is run
    result = studies.run("duel", seed=3, overrides=["rules.max_counts=20"])
    assert (result.scenario.name, result.seed) == ("Broadsword against spear", 3)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_does_not() -> None:
    once, again, other = (b"".join(map(encode, run(short(), seed).events)) for seed in (5, 5, 6))
    assert once == again
    assert once != other


def test_the_log_goes_to_the_sink_as_it_is_kept(tmp_path: Path) -> None:
    sink = LogFile(tmp_path / "log.jsonl")
    result = run(short(), 5, sink=sink)
    sink.close()
    assert read_log(tmp_path / "log.jsonl").events == result.log()


def test_nothing_is_kept_when_nothing_is_recorded() -> None:
    silent, told = run(short(), 5, record=False), run(short(), 5)
    assert not silent.events
    assert (silent.outcome, silent.t, silent.result.rolls) == (told.outcome, told.t, told.result.rolls)


def test_the_summary_is_plain_data() -> None:
    summary = run(short(), 5).summary()
    assert json.loads(json.dumps(summary))["combatants"].keys() == {"Ana", "Bo"}
    assert summary["outcome"] in {"win", "draw", "timeout", "stalemate"}


def test_an_agent_that_raises_ends_the_battle_as_an_error_that_names_it() -> None:
    result = run(short(), agents={"Ana": Raising()})
    assert result.outcome == "error"
    assert "agent of Ana" in result.result.reason
    assert "ValueError: no idea" in result.result.reason
    assert result.log()[-1]["outcome"] == "error"


def test_an_answer_that_is_no_option_is_the_agents_fault() -> None:
    result = run(short(), agents={"Bo": Answering("attack")})
    assert (result.outcome, result.winner) == ("error", None)
    assert "Bo" in result.result.reason
    assert "no option" in result.result.reason


def test_an_illegal_answer_is_the_agents_fault_and_names_the_rule() -> None:
    result = run(short(), agents={"Ana": Answering(Release(target="Bo"))})
    assert result.outcome == "error"
    assert "Ana: release target=Bo is not legal (C-TIM-2" in result.result.reason


def test_a_fault_can_forfeit_the_battle() -> None:
    result = run(short(), agents={"Ana": Raising()}, on_illegal="forfeit")
    assert (result.outcome, result.winner, result.forfeits) == ("win", "blue", ("Ana",))


def test_a_fault_can_be_answered_by_holding() -> None:
    result = run(short(), agents={"Ana": Answering(Release(target="Bo"))}, on_illegal="default_action")
    assert result.outcome != "error"
    notes = [event["note"] for event in result.log() if event["type"] == "decision" and event["actor"] == "Ana"]
    assert notes
    assert all(note.startswith("in place of a fault: Ana: release target=Bo is not legal") for note in notes)


def test_a_fault_can_be_raised() -> None:
    with pytest.raises(IllegalOption):
        run(short(), agents={"Ana": Answering(Release(target="Bo"))}, on_illegal="raise")
    with pytest.raises(AgentError, match="raised ValueError: no idea"):
        run(short(), agents={"Ana": Raising()}, on_illegal="raise")


def test_an_agents_note_is_in_the_log() -> None:
    class Noting(Answering):
        note = "patience"

    log = run(short(), agents={"Ana": Noting(Hold())}).log()
    assert {event.get("note") for event in log if event["type"] == "decision" and event["actor"] == "Ana"} == {
        "patience"
    }


def test_agents_are_closed_when_the_battle_is_over() -> None:
    class Closing(Answering):
        closed = 0

        def close(self) -> None:
            self.closed += 1

    agent = Closing(Hold())
    run(short(), agents={"Ana": agent})
    assert agent.closed == 1


EXTERNAL = 'combatants.Ana.agent={policy="external",command=["true"]}'


def test_a_program_that_a_scenario_names_is_refused_unless_it_is_allowed(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", "--set", EXTERNAL]) == 2
    assert "combatants.Ana.agent: found the external command ['true']" in capsys.readouterr().err


def test_a_scenario_that_names_a_program_is_valid_and_the_program_is_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = tmp_path / "mark"
    assert invoke(["validate", "duel", "--set", EXTERNAL.replace('"true"', f'"touch", "{mark}"')]) == 0
    assert not mark.exists()


def test_a_combatant_with_an_external_agent_can_be_played_by_an_object() -> None:
    result = run(load("duel", overrides=[EXTERNAL, "rules.max_counts=5"]), agents={"Ana": Holder()})
    assert result.outcome == "timeout"


class Holder:
    """Holds."""

    def decide(self, request: Any) -> Any:
        return next(option for option in request.options if option.do == "hold")


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"seed": True}, "seed"), ({"seed": "7"}, "seed"), ({"seed": 7.0}, "seed"), ({"battle": -1}, "battle"),
        ({"battle": True}, "battle"), ({"rolls": [1]}, "rolls"), ({"rolls": {"Ana/to_hit": 3}}, "rolls, 'Ana/to_hit'"),
        ({"rolls": {"Ann/to_hit": [[3]]}}, "rolls"), ({"rolls": {"Ana/to_hti": [[3]]}}, "rolls"),
        ({"agents": {"Ann": Holder()}}, "agents"), ({"agents": {"Ana": 3}}, "agents, 'Ana'"), ({"agents": [3]}, "agents"),
        ({"on_illegal": "shrug"}, "on_illegal"), ({"overrides": ["rules.max_counts=5"]}, "overrides"),
    ],
)  # fmt: skip
def test_arguments_of_a_wrong_kind_are_one_clear_input_error(more: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError) as caught:
        run(load("duel"), **more)
    assert caught.value.place == place


@pytest.mark.parametrize("scenario", [5, None, b"duel", ["duel"]])
def test_a_scenario_of_a_wrong_kind_is_an_input_error(scenario: Any) -> None:
    for call in (run, load, Battle):
        with pytest.raises(InputError, match="scenario: found"):
            call(scenario)


@pytest.mark.parametrize("overrides", ["rules.max_counts=5", 5, [5], {"rules.max_counts": 5}, iter(["rules.max_counts=5"])])
def test_overrides_that_are_no_list_of_texts_are_an_input_error(overrides: Any) -> None:
    for call in (run, load):
        with pytest.raises(InputError, match="overrides: found"):
            call("duel", overrides=overrides)


def test_a_stream_through_the_api_is_refused_in_the_words_of_the_command_line() -> None:
    with pytest.raises(InputError, match="no purpose 'to_hti': did you mean to_hit"):
        run("duel", rolls={"Ana/to_hti": [[3]]})
    with pytest.raises(InputError, match="no combatant 'Ann': did you mean Ana"):
        run("duel", rolls={"Ann/to_hit": [[3]]})


def test_a_result_shows_what_was_fought_and_how_it_ended() -> None:
    assert repr(run("duel", 7)) == "<RunResult of 'Broadsword against spear', seed 7, battle 0: win 'red' at count 15>"


def test_the_command_tells_the_battle(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", "--seed", "7", "--set", "rules.max_counts=60"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Broadsword against spear (counts, seed 7, battle 0)\n")
    assert "declares attack on" in told
    assert told.endswith("again:  couched run duel --seed 7 --set rules.max_counts=60\n")


def test_the_command_can_be_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", "-q", "--set", "rules.max_counts=1"]) == 0
    assert capsys.readouterr().out.startswith("Time is up, nobody has won at count 1")


def test_the_command_writes_a_log_that_it_can_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "a b.jsonl"
    assert invoke(["run", "duel", "--seed", "7", "--log", str(log), "--set", "rules.max_counts=60"]) == 0
    assert f"replay: couched replay '{log}'" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["a b.jsonl"]
    assert read_log(log).header["seed"] == 7


def test_the_command_speaks_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = str(tmp_path / "log.jsonl")
    assert invoke(["run", "duel", "--seed", "7", "--battle", "2", "--json", "--log", log]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["seed"], data["battle"], data["log"], data["system"]) == (7, 2, log, "counts")
    assert data["digest"] == load("duel").digest


def test_an_error_outcome_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    script = 'combatants.Ana.agent={policy="script",orders=[{at=0,do="release",target="Bo"}]}'
    assert invoke(["run", "duel", "--set", script, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["outcome"] == "error"
    assert "Ana" in data["reason"]


def rolls_file(tmp_path: Path, data: Any) -> str:
    file = tmp_path / "rolls.json"
    file.write_text(json.dumps(data))
    return str(file)


@pytest.mark.parametrize(
    ("rolls", "told", "left"),
    [
        ({"Ana/init": []}, "Ana/init", ["log.jsonl.part", "rolls.json"]),
        ({"Ana/init": [[3, 4]] * 500}, "left over at the end", ["log.jsonl.part", "rolls.json"]),
        ({"Ana/init": [[3, 7]]}, "2 faces from 1 to 6", ["log.jsonl.part", "rolls.json"]),
        ({"Ann/init": [[3, 4]]}, "did you mean Ana?", ["rolls.json"]),
    ],
)
def test_scripted_rolls_that_do_not_fit_leave_the_log_up_to_there(
    rolls: Any, told: str, left: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, file = tmp_path / "log.jsonl", rolls_file(tmp_path, rolls)
    assert invoke(["run", "duel", "--set", "rules.max_counts=60", "--log", str(log), "--rolls", file]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert sorted(path.name for path in tmp_path.iterdir()) == left
    if len(left) > 1:
        assert f"the log up to here: {log}.part" in captured.err
        assert invoke(["explain", f"{log}.part", "0"]) == 0


def test_every_stream_with_rolls_left_over_is_named_at_once() -> None:
    with pytest.raises(InputError) as caught:
        run(load("timing_drill"), rolls={"Post/tie": [[3]], "Drill/parry": [[3], [4]]})
    assert str(caught.value).startswith(
        "scripted rolls, streams 'Post/tie', 'Drill/parry': found 1 of 1 roll, 2 of 2 rolls left over at the end"
    )


@pytest.mark.parametrize("path", ["-", "/dev/stdout", "/dev/stderr", "/dev/fd/1"])
def test_the_log_is_not_written_where_the_account_goes(path: str, tmp_path: Path) -> None:
    for out in (subprocess.PIPE, open(tmp_path / "out", "wb")):  # noqa: SIM115
        done = subprocess.run(
            [sys.executable, "-m", "studies", "run", "duel", "--log", path], stdout=out, stderr=out,
            cwd=Path(__file__).parents[2], check=False,
        )  # fmt: skip
        assert done.returncode == 2
        if out != subprocess.PIPE:
            out.close()
            told = (tmp_path / "out").read_text()
        else:
            told = done.stderr.decode()
        assert told == f"error: --log {path}: found standard output, where the account goes; allowed: the name of an ordinary file\n"


def test_a_disk_that_fills_up_under_the_log_is_one_message_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_args: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert invoke(["run", "duel", "--seed", "7", "-q", "--log", str(tmp_path / "log.jsonl")]) == 2
    assert "log.jsonl': found No space left on device; allowed: room to write the log" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_scripted_rolls_are_used(tmp_path: Path) -> None:
    result = run(load("timing_drill", overrides=["rules.max_counts=14"]), rolls={"Drill/to_hit": [[97]]})
    impact = next(event for event in result.log() if event["type"] == "impact")
    assert (impact["t"], impact["roll"], impact["result"]) == (10.0, 97, "critical_miss")


def test_an_older_log_stays_when_the_new_one_fails(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("older")
    rolls = rolls_file(tmp_path, {"Ana/init": [[9, 9]]})
    assert invoke(["run", "duel", "--log", str(log), "--rolls", rolls]) == 2
    assert log.read_text() == "older"


def test_a_log_that_can_not_be_written_is_refused_before_the_battle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = tmp_path / "s.toml"
    scenario.write_text(ENDLESS)
    for target, told in (
        (tmp_path, "a directory"),
        (tmp_path / "no" / "log", "No such file"),
        (Path("/dev/null"), "a device or pipe"),
        (scenario, "one of the files the battle is read from"),
    ):
        assert invoke(["run", str(scenario), "--log", str(target)]) == 2
        assert told in capsys.readouterr().err
    assert scenario.read_text() == ENDLESS
    assert Path("/dev/null").is_char_device()


def test_a_link_to_a_log_is_followed(tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "log.jsonl")
    assert invoke(["run", "duel", "-q", "--log", str(link)]) == 0
    assert link.is_symlink()
    assert read_log(tmp_path / "log.jsonl").end is not None


def endless(tmp_path: Path) -> tuple[subprocess.Popen[bytes], Path]:
    """Start a battle without end and wait until some of its log is on disk."""
    scenario, log = tmp_path / "s.toml", tmp_path / "log.jsonl"
    scenario.write_text(ENDLESS)
    command = [sys.executable, "-m", "studies", "run", str(scenario), "-q", "--log", str(log)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    part = tmp_path / "log.jsonl.part"
    while process.poll() is None and not (part.exists() and part.stat().st_size > 100_000):
        time.sleep(0.02)
    return process, part


def test_a_killed_run_leaves_a_log_that_is_readable_up_to_the_cut(tmp_path: Path) -> None:
    process, part = endless(tmp_path)
    process.kill()
    process.communicate()
    log = read_log(part)
    assert log.cut
    assert len(log.events) > 100
    assert not (tmp_path / "log.jsonl").exists()


def test_an_interrupted_run_says_where_its_log_is(tmp_path: Path) -> None:
    process, part = endless(tmp_path)
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate()
    assert process.returncode == 130
    assert f"the log up to here: {part}" in err.decode()
    assert b"Traceback" not in err
    assert read_log(part).cut


def test_a_long_cap_is_told_without_an_exponent() -> None:
    long = ["rules.max_counts=1200000", "rules.stalemate_counts=1300000"]
    result = run("mirror", overrides=[*long, "combatants.Left.agent=hold", "combatants.Right.agent=hold"])
    assert result.result.reason == "the cap of 1200000 counts is reached (CLK-8)"


def test_the_events_of_a_battle_without_a_log_are_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody has counted them: there were "events": 0."""
    assert invoke(["run", "timing_drill", "--json"]) == 0
    assert "events" not in json.loads(capsys.readouterr().out)
    log = tmp_path / "log.jsonl"
    assert invoke(["run", "timing_drill", "--json", "--log", str(log)]) == 0
    assert json.loads(capsys.readouterr().out)["events"] == len(log.read_bytes().splitlines())
