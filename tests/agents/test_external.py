"""Programs outside couched that play: what they are told, what they may answer, and what becomes of those that fail."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from external_battles import PATIENT, STRANGE, duel, fought, played_by, strange

from agents import external_process
from agents.base import Setup
from agents.external import External, checked
from engine import InputError, Request, Scenario
from studies.run import RunResult, run

# a battle

def test_a_program_plays_as_an_agent_inside_would() -> None:
    outside, inside = (
        [{**line, "seq": 0, "cause": 0} for line in fought(scenario).log()[1:-1] if line["type"] != "decision"]
        for scenario in (strange("good"), played_by({"Ana": {"policy": "hold"}}))
    )
    assert outside == inside


def test_the_same_battle_is_the_same_to_the_byte() -> None:
    one, other = fought(strange("good")), fought(strange("good"))
    assert one.log() == other.log()


def test_the_log_names_the_command_as_the_scenario_does() -> None:
    header = fought(strange("good")).log()[0]
    ana = next(row for row in header["scenario"]["combatants"] if row["name"] == "Ana")
    assert ana["agent"] == {"policy": "external", "command": [sys.executable, STRANGE, "good"], **PATIENT}


def test_standard_error_is_read_so_that_nobody_waits_for_it() -> None:
    assert fought(strange("loud")).outcome == "win"


class Tapped:
    """An external agent whose lines are kept, and that answers the tester's lines in place of the program's."""

    def __init__(self, scenario: Scenario, name: str = "Ana") -> None:
        self.lines: list[tuple[str, Any]] = []
        spec = scenario.agents[name]
        setup = Setup(name, scenario, checked(spec.params, "test"), 7)
        self.agent = External(setup, tap=lambda way, line, _took: self.lines.append((way, json.loads(line))))


def test_the_lines_of_a_battle_are_a_greeting_requests_and_an_end() -> None:
    scenario = strange("good")
    tapped = Tapped(scenario)
    fought(scenario, agents={"Ana": tapped.agent})
    to = [line for way, line in tapped.lines if way == ">"]
    back = [line for way, line in tapped.lines if way == "<"]
    assert [line["type"] for line in to] == ["hello", *["request"] * (len(back) - 1), "end"]
    assert [line["request"] for line in to[1:-1]] == list(range(1, len(back)))
    assert to[0]["combatant"] == "Ana"
    assert (to[-1]["outcome"], to[-1]["winner"], to[-1]["won"]) == ("win", "blue", False)


def test_a_program_is_not_told_who_plays_whom_nor_the_seed_of_the_battle() -> None:
    scenario = strange("good")
    tapped = Tapped(scenario)
    fought(scenario, agents={"Ana": tapped.agent})
    hello = tapped.lines[0][1]
    assert all(not {"agent", "stream"} & row.keys() for row in hello["scenario"]["combatants"])
    assert "brawler" not in json.dumps(hello)
    assert hello["seed"] != 7


def test_what_a_program_asks_to_be_asked_for_is_what_it_is_asked() -> None:
    line = json.dumps({"type": "hello", "protocol": "couched.agent/1", "asks": ["struck"]})
    scenario = strange("greets", line)
    log = fought(scenario).log()
    assert log[0]["asks"]["Ana"] == ["struck"]
    assert {line["reasons"][0] for line in log if line["type"] == "decision" and line["actor"] == "Ana"} <= {"struck"}


# answers

def answered(answer: Any) -> RunResult:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return fought(strange("answers", text))


@pytest.mark.parametrize(
    ("answer", "option"),
    [
        ({"option": {"do": "attack", "target": "Bo", "weapon": "broadsword"}}, {"target": "Bo", "weapon": "broadsword"}),
        ({"option": {"do": "attack", "target": "Bo", "weapon": "broadsword", "speed_points": 1, "id": 7}},
         {"target": "Bo", "weapon": "broadsword", "speed_points": 1}),
        ({"option": {"do": "hold"}, "wake": 3, "note": "ünïcode \U0001f3f9", "request": 1, "type": "answer"}, {}),
        ({"option": {"do": "hold"}, "wake": None, "note": None, "mood": "unknown keys are nobody's business"}, {}),
    ],
)  # fmt: skip
def test_an_option_may_be_spelled_out(answer: Any, option: Any) -> None:
    done = answered(answer)
    first = next(event for event in done.events if event.type == "decision" and event.actor == "Ana")
    assert done.outcome == "win"
    assert first.option == {"do": answer["option"]["do"], **option}
    assert first.note == answer.get("note")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("xyzzy", "answered 'xyzzy', which is no JSON"),
        ("[1]", "answered '[1]', which is no JSON object"),
        ("[" * 9000, "which is no JSON"),
        ('{"option": NaN}', "which is no JSON"),
        ('{"note": "\\xff", "option": 0}', "which is no JSON"),
        ({}, "answered '{}', without an option"),
        ({"option": 9999}, "answered with option 9999; allowed: an id from 0 to"),
        ({"option": -1}, "answered with option -1; allowed: an id from 0 to"),
        ({"option": True}, "answered with option True; allowed: an id"),
        ({"option": 0.0}, "answered with option 0.0; allowed: an id"),
        ({"option": "hold"}, "answered with option 'hold'; allowed: an id"),
        ({"option": None}, "answered with option None; allowed: an id"),
        ({"option": {"do": "atack", "target": "Bo"}}, "did you mean 'attack'?"),
        ({"option": {}}, "an option that does None; allowed: aim, attack"),
        ({"option": {"do": "attack", "target": "Bo"}}, "answered with attack and a wrong field: Object missing required field `weapon`"),
        ({"option": {"do": "attack", "target": 3, "weapon": "x"}}, "answered with attack and a wrong field"),
        ({"option": {"do": "hold", "target": "Bo"}}, "answered with hold and the field 'target'; allowed: do"),
        ({"option": {"do": "attack", "target": "Bo", "weapn": "x"}}, "the field 'weapn'; did you mean 'weapon'? allowed: do"),
        ({"option": 0, "request": 2}, "answered request 2 when it was asked request 1"),
        ({"option": 0, "request": True}, "answered request True when it was asked request 1"),
        ({"option": 0, "wake": "soon"}, "answered with wake 'soon'; allowed: a count"),
        ({"option": 0, "wake": True}, "answered with wake True"),
        ({"option": 0, "note": 5}, "answered with note 5; allowed: a text"),
        ({"option": 0, "type": "reply"}, "whose type is 'reply'; a line of type 'answer' was due"),
        ({"option": {"do": "hold"}, "wake": 10**300}, "its wake is not legal"),
        ({"option": {"do": "attack", "target": "Bo", "weapon": "halberd"}}, "is not legal"),
    ],
)  # fmt: skip
def test_what_is_no_answer_ends_the_battle_and_the_reason_says_so(answer: Any, told: str) -> None:
    done = answered(answer)
    assert done.outcome == "error"
    assert told in done.reason
    assert "Ana" in done.reason
    assert len(done.reason) < 20_000


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hi", "greeted with 'hi', which is no JSON"),
        ('{"protocol": "couched.agent/1"}', "whose type is None; a line of type 'hello' was due"),
        ('{"type": "hello"}', "greeted with protocol None; couched speaks 'couched.agent/1'"),
        ('{"type": "hello", "protocol": "couched.agent/2"}', "greeted with protocol 'couched.agent/2'"),
        ('{"type": "hello", "protocol": "couched.agent/1", "systems": ["steps"]}', "says that it plays steps, not counts"),
        ('{"type": "hello", "protocol": "couched.agent/1", "asks": ["reddy"]}', "did you mean 'ready'?"),
        ('{"type": "hello", "protocol": "couched.agent/1", "asks": "ready"}', "greeted with asks 'ready'; allowed: an array"),
        ('{"type": "hello", "protocol": "couched.agent/1", "order": "flee"}', "greeted with order 'flee'; allowed: 'hold'"),
        ('{"type": "hello", "protocol": "couched.agent/1", "keep": 1}', "greeted with keep 1; allowed: true or false"),
        ('{"type": "hello", "protocol": "couched.agent/1", "name": 1}', "greeted with name 1; allowed: a text"),
    ],
)
def test_what_is_no_greeting_ends_the_battle_and_the_reason_says_so(line: str, told: str) -> None:
    done = fought(strange("greets", line))
    assert (done.outcome, done.t) == ("error", 0)
    assert told in done.reason


# faults

FAULTS = [
    (["never_greets"], {"start_seconds": 0.2}, "gave no greeting within 0.2 seconds (start_seconds)"),
    (["never_answers"], {"answer_seconds": 0.2}, "gave no answer to request 1 within 0.2 seconds (answer_seconds)"),
    (["never_answers"], {"battle_seconds": 0.2}, "gave no answer to request 1 within 0.2 seconds (battle_seconds)"),
    (["half_a_line_and_hangs"], {"answer_seconds": 4}, """it wrote half a line: '{"option": '"""),
    (["half_a_line"], {}, """ended with exit code 0 in the middle of a line: '{"option": '"""),
    (["exits"], {}, "ended with exit code 3 in place of an answer; its standard error ends: out of ideas"),
    (["exits_at_once"], {}, "ended with exit code 0 in place of an answer"),
    (["kills_itself"], {}, "was ended by signal 9 in place of an answer"),
    (["closes_its_output"], {}, "closed its standard output"),
    (["floods"], {}, "wrote a line of more than 65536 bytes"),
    (["floods_lines"], {}, "answered '', which is no JSON"),
    (["floods_stderr"], {}, "wrote more than 16777216 bytes on standard error in one battle; its standard error ends: ..."),
]


@pytest.mark.parametrize(("words", "params", "told"), FAULTS, ids=[" ".join(row[0]) for row in FAULTS])
def test_a_program_that_fails_ends_the_battle_and_the_reason_says_how(words: list[str], params: Any, told: str) -> None:
    done = fought(strange(*words, **params))
    assert done.outcome == "error"
    assert told in done.reason
    assert done.reason.startswith(f"agent of Ana: its program {sys.executable} ")


@pytest.mark.parametrize("words", [["exits"], ["answers", "xyzzy"]])
def test_a_program_that_fails_forfeits_where_that_is_what_failing_means(words: list[str]) -> None:
    done = fought(strange(*words), on_illegal="forfeit")
    assert (done.outcome, done.winner, done.forfeits) == ("win", "blue", ("Ana",))
    assert "Ana" in done.faults["Ana"]
    assert any(done.faults["Ana"] in json.dumps(line) for line in done.log())


def test_a_program_that_is_gone_holds_to_the_end_where_failing_means_that() -> None:
    done = fought(strange("exits"), on_illegal="default_action")
    notes = [event.note for event in done.events if event.type == "decision" and event.actor == "Ana"]
    assert done.outcome == "win"
    assert len(notes) > 1
    assert all("ended with exit code 3" in note for note in notes)


def test_a_program_that_failed_is_started_anew_for_the_next_battle(tmp_path: Path) -> None:
    scenario = strange("fails_the_first_time", str(tmp_path / "mark"))
    assert [fought(scenario).outcome for _ in range(3)] == ["error", "win", "win"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["no-such-program-anywhere"], "can't be started: there is no such program"),
        (["{}/text"], "can't be started: Permission denied"),
        (["{}"], "can't be started: Permission denied"),
        (["{}/bare"], "can't be started: Exec format error"),
        (["{}/lost"], "can't be started: there is no such program, or it names an interpreter there is none of"),
        (["a\0b"], "can't be started: embedded null byte"),
    ],
)
def test_what_is_no_program_fails_at_once(command: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no program")
    (tmp_path / "bare").write_bytes(b"\x01\x02")
    (tmp_path / "lost").write_text("#!/no/such/interpreter\n")
    for name in ("bare", "lost"):
        (tmp_path / name).chmod(0o755)
    done = fought(duel([word.format(tmp_path) for word in command]))
    assert (done.outcome, done.t) == ("error", 0)
    assert told in done.reason


def test_what_a_program_may_write_in_a_battle_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_process, "BATTLE_BYTES", 100)
    assert "wrote more than 100 bytes in one battle" in fought(strange("good")).reason


def test_a_program_that_does_not_read_is_told_so() -> None:
    program = external_process.Program([sys.executable, STRANGE, "never_reads"])
    try:
        with pytest.raises(TimeoutError, match="it does not read what it is sent"):
            program.exchange(b"x" * 1_000_000, 1.0)
    finally:
        program.close()


def test_terminals_are_not_told_what_a_program_says_as_it_is() -> None:
    done = answered("\x1b[31mred\x07")
    assert "\x1b" not in done.reason
    assert "\x07" not in done.reason
    assert "red" in done.reason


def test_a_time_of_day_that_jumps_is_nothing_to_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fought(strange("good", answer_seconds=60))
    jumps = iter(range(10**9))
    monkeypatch.setattr(time, "time", lambda: (-1) ** next(jumps) * 1e9)
    assert fought(strange("good", answer_seconds=60)).log() == before.log()


# who may be run

def test_a_command_is_run_only_when_it_is_allowed(tmp_path: Path) -> None:
    scenario = strange("numbered", str(tmp_path / "mark"))
    for allowed in (False, (), [("other",)]):
        with pytest.raises(InputError, match="a command only with --allow-external"):
            run(scenario, allow_external=allowed)
    assert not (tmp_path / "mark").exists()
    run(scenario, allow_external=[(sys.executable, STRANGE, "numbered", str(tmp_path / "mark"))])
    assert (tmp_path / "mark").exists()


@pytest.mark.parametrize(
    ("params", "place"),
    [
        ({}, "agent.command"), ({"command": []}, "agent.command"), ({"command": "true"}, "agent.command"),
        ({"command": [3]}, "agent.command"), ({"command": [""]}, "agent.command"),
        ({"command": ["a"], "answer_seconds": 0}, "agent.answer_seconds"),
        ({"command": ["a"], "answer_second": 1}, "did you mean 'answer_seconds'"),
    ],
)  # fmt: skip
def test_parameters_that_are_none_are_refused(params: Any, place: str) -> None:
    with pytest.raises(InputError) as refused:
        checked(params, "agent")
    assert place in str(refused.value)


def test_a_request_is_answered_by_the_very_option_that_was_listed() -> None:
    scenario = strange("good")
    agent = Tapped(scenario).agent
    seen: list[bool] = []

    class Watching:
        standing = agent.standing

        def decide(self, request: Request) -> Any:
            option = agent.decide(request)
            seen.append(any(option is listed for listed in request.options))
            return option

    try:
        run(scenario, 7, agents={"Ana": Watching()})
    finally:
        agent.close()
    assert seen
    assert all(seen)
