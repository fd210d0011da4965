"""Forks of logs: the past as it was recorded, one decision taken another way, the agents going on by themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import studies
from agents.orders import Order
from engine.counts.actions import Hold
from engine.errors import InputError, LogError
from engine.record import ReadLog, encode, parse_log, read_log
from scenarios import load
from studies.cli import invoke
from studies.fork import fork
from studies.fork_futures import FuturesResult
from studies.fork_option import read_option
from studies.fork_result import ForkResult
from studies.replay import replay
from studies.run import run


class Kept:
    """A sink that keeps the lines."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def write(self, event: Any, line: bytes) -> None:
        self.lines.append(line)

    def log(self) -> ReadLog:
        return parse_log(b"".join(self.lines))


def recorded(name: str, *overrides: str, seed: int = 7, **setup: Any) -> ReadLog:
    """Return the log of a shipped battle."""
    found = run(load(name, overrides=list(overrides)), seed, **setup)
    return parse_log(b"".join(encode(event) for event in found.events))


@pytest.fixture(scope="module")
def drill() -> ReadLog:
    """The timing drill: its scenario says by hand what happens at which count."""
    return recorded("timing_drill")


@pytest.fixture(scope="module")
def duel() -> ReadLog:
    return recorded("duel")


@pytest.fixture
def duel_file(duel: ReadLog, tmp_path: Path) -> Path:
    path = tmp_path / "duel.jsonl"
    path.write_bytes(b"".join(duel.lines))
    return path


def one(log: ReadLog, who: str, do: Any, **more: Any) -> ForkResult:
    result = fork(log, who, do, **more)
    assert isinstance(result, ForkResult)
    return result


def many(log: ReadLog, who: str, do: Any, **more: Any) -> FuturesResult:
    result = fork(log, who, do, **more)
    assert isinstance(result, FuturesResult)
    return result


def decisions(log: ReadLog, who: str | None = None) -> list[dict[str, Any]]:
    return [event for event in log.events if event["type"] == "decision" and who in (None, event["actor"])]


def moments(events: Sequence[Any], kind: str, actor: str = "Drill") -> list[float]:
    """The counts at which something happened to a combatant."""
    return [event["t"] for event in events if event["type"] == kind and event.get("actor") == actor]


# the past


@pytest.mark.parametrize("name", ["duel", "three_on_three", "gate", "wrestlers", "shots_duel", "gun_ports_and_walls", "bodyguards"])
def test_the_option_that_was_taken_gives_the_same_log(name: str) -> None:
    """So the agents are at the fork what they were: they go on to the end as they did (CLK-5, CLK-7)."""
    log = recorded(name, "rules.max_counts=40")
    made = decisions(log)
    for decision in (made[0], made[len(made) // 2], made[-1]):
        kept = Kept()
        result = one(log, decision["actor"], decision["option"], seq=decision["seq"], sink=kept)
        assert result.difference is None
        assert kept.lines == log.lines
        assert result.question.notes == ("the option is the one that was taken",)


def test_agents_that_draw_by_themselves_are_where_they_were() -> None:
    log = recorded("duel", "combatants.Ana.agent=random", "combatants.Bo.agent=random", "rules.max_counts=60")
    made = decisions(log, "Bo")
    middle = made[len(made) // 2]
    assert one(log, "Bo", middle["option"], seq=middle["seq"]).difference is None


@pytest.mark.parametrize(("name", "who"), [("duel", "Bo"), ("three_on_three", "Carl"), ("shots_duel", "Ada")])
def test_everything_before_the_fork_is_as_it_was_and_the_branch_replays(name: str, who: str) -> None:
    log = recorded(name, "rules.max_counts=60")
    decision = next(event for event in decisions(log, who) if event["option"]["do"] != "hold")
    kept = Kept()
    result = one(log, who, "hold", seq=decision["seq"], sink=kept)
    assert kept.lines[: decision["seq"]] == log.lines[: decision["seq"]]
    assert result.difference is not None
    assert result.difference.index == decision["seq"]
    assert replay(kept.log()).identical


def test_a_branch_can_be_forked_again(duel: ReadLog) -> None:
    kept = Kept()
    one(duel, "Bo", {"do": "press", "target": "Ana"}, seq=decisions(duel, "Bo")[1]["seq"], future=3, sink=kept)
    last = decisions(kept.log(), "Ana")[-1]
    again = Kept()
    result = one(kept.log(), "Ana", last["option"], seq=last["seq"], sink=again)
    assert again.lines == kept.lines
    assert not [note for note in result.question.notes if "answers otherwise" in note]


# the branch


def test_a_fork_takes_the_other_option_and_the_rules_go_on_from_it(drill: ReadLog) -> None:
    """At 60 the drill couches (half of X = 10: couched at 65) in place of its last blow."""
    result = one(drill, "Drill", "do=couch,weapon=broadsword", at=60)
    assert moments(result.events, "couched")[-1] == 65.0
    assert 65.0 in moments(drill.events, "commit")
    assert 65.0 not in moments(result.events, "commit")
    assert (result.branch.outcome, result.branch.t) == ("timeout", 80.0)


def test_a_script_goes_on_behind_the_order_whose_place_was_taken(drill: ReadLog) -> None:
    """Its break-off at 43 is struck off; the blow goes on, so that the next order, at 44, is not legal."""
    result = one(drill, "Drill", "hold", at=43)
    assert (result.branch.outcome, result.branch.t) == ("error", 44.0)
    assert "orders[5]" in result.branch.reason
    assert result.errors == 1


def test_the_timer_that_was_set_with_the_decision_runs_on(drill: ReadLog) -> None:
    """At 31.5 the script holds and is asked again at 40; a recouch in place of that changes nothing of its timer."""
    decision = next(event for event in decisions(drill, "Drill") if event["t"] == 36.5)
    result = one(drill, "Drill", "do=mode,mode=defensive", seq=decision["seq"])
    taken = next(event for event in result.events if event["seq"] == decision["seq"])
    assert (taken["option"]["do"], taken["wake"]) == ("mode", 40.0)
    assert 40.0 in moments(result.events, "windup")


def test_what_an_option_leaves_out_is_filled_in(drill: ReadLog) -> None:
    assert str(one(drill, "Drill", "attack", at=60).question.option) == "attack target=Post weapon=broadsword"


def test_the_note_in_the_log_says_what_was_taken_before(drill: ReadLog) -> None:
    result = one(drill, "Drill", Hold(), at=60)
    note = next(event for event in result.events if event["type"] == "decision" and event["t"] == 60.0)["note"]
    assert note == "what if, in place of attack target=Post weapon=broadsword"


def test_the_accounts_are_told_side_by_side(drill: ReadLog) -> None:
    table = one(drill, "Drill", "couch", at=60).course_table()
    rows = {t: (was, now) for t, was, now in table.rows if t is not None}
    assert rows[65.0][0].startswith("Drill is committed")
    assert rows[65.0][1].startswith("Drill holds broadsword couched")
    assert all(t >= 60 for t in rows)


def test_scripted_rolls_may_be_left_over_in_a_branch() -> None:
    """The blow that the roll was for is never struck."""
    log = recorded("timing_drill", "rules.max_counts=14", rolls={"Drill/to_hit": [[42]]})
    kept = Kept()
    result = one(log, "Drill", "hold", at=0, sink=kept)
    assert not moments(result.events, "impact")
    assert result.events[0]["branches"] == [{"after": 0, "number": 0}]
    assert replay(kept.log()).identical


# asked at a count of one's own


def test_waking_asks_at_a_count_at_which_nobody_asked(drill: ReadLog) -> None:
    """The first blow winds up to 5: dropped at 3 it is free (C-TIM-7), and the couch of count 15 comes as ordered."""
    kept = Kept()
    result = one(drill, "Drill", "break_off", at=3, wake=True, sink=kept)
    dropped = next(event for event in result.events if event["type"] == "break_off")
    assert (dropped["t"], dropped["free"]) == (3.0, True)
    assert 5.0 not in moments(result.events, "commit")
    assert moments(result.events, "couched")[0] == 20.0
    assert replay(kept.log()).identical


def test_waking_leaves_the_timer_that_ran_running(drill: ReadLog) -> None:
    """Asked at 41 it holds; at 43 its own timer rings, and it drops its blow as it did."""
    result = one(drill, "Drill", "hold", at=41, wake=True)
    assert moments(result.events, "break_off") == moments(drill.events, "break_off") == [43.0, 51.0]
    assert moments(result.events, "decision").count(41.0) == 1
    assert (result.branch.outcome, result.branch.t) == ("timeout", 80.0)


def test_who_is_asked_anyway_is_not_woken(drill: ReadLog) -> None:
    assert one(drill, "Drill", "hold", at=60, wake=True).question.spot.wake is False


def test_waking_between_two_shots_is_refused() -> None:
    """S-SEQ-2: a character is asked on a shot, and a shot is a whole count."""
    log = recorded("shots_duel")
    with pytest.raises(InputError, match=r"can't be asked then: it is not asked before"):
        fork(log, "Ada", "hold", at=0.5 + decisions(log, "Ada")[0]["t"], wake=True)


def test_waking_before_anything_is_decided_is_refused() -> None:
    """The sergeant's first shot of the first sequence comes after the first count."""
    log = recorded("ambush", "rules.max_counts=20")
    assert decisions(log, "Sergeant")[0]["t"] > 0
    with pytest.raises(InputError, match="has set no timer yet"):
        fork(log, "Sergeant", "hold", at=0, wake=True)


# which decision


def test_the_first_decision_at_or_after_the_count_is_meant_and_its_neighbours_are_told(drill: ReadLog) -> None:
    """The drill is asked at 40 and at 43."""
    result = one(drill, "Drill", "hold", at=41)
    assert result.question.spot.t == 43.0
    assert result.question.notes[0] == "Drill is not asked at 41, but at 40 before and at 43: forked at 43 (--wake asks at 41)"


def test_further_decisions_of_the_moment_are_told(duel: ReadLog) -> None:
    first, second = (event["seq"] for event in decisions(duel, "Bo")[:2])
    result = one(duel, "Bo", "hold", at=0)
    assert result.question.notes == (f"Bo decides more than once at 0: this is seq {first}; --seq takes {second}",)


@pytest.mark.parametrize(("who", "do", "more", "said"), [
    ("Drll", "hold", {"at": 0}, "did you mean 'Drill'"),
    ("Drill", "hold", {"at": 99}, "99, after the end; allowed: a count from 0 to 80"),
    ("Drill", "hold", {"at": 79}, "no decision of Drill at or after it; allowed: a count up to 75"),
    ("Drill", "hold", {"at": float("nan")}, "found nan"),
    ("Drill", "hold", {"at": -1}, "found -1"),
    ("Drill", "hold", {"seq": 1}, "1, no decision of Drill; allowed: one of theirs, the nearest: 5"),
    ("Drill", "hold", {}, "found neither; allowed: one of them"),
    ("Drill", "hold", {"at": 0, "seq": 5}, "found both"),
    ("Drill", "hold", {"seq": 5, "wake": True}, "--wake: found no --at"),
    ("Drill", "hold", {"at": 0, "battles": 0}, "--battles: found 0"),
    ("Drill", "hold", {"at": 0, "battles": 2, "future": 1}, "--future: found --battles 2 too"),
    ("Drill", "atack", {"at": 0}, "did you mean 'attack'"),
    ("Drill", "do=attack,wepon=broadsword", {"at": 0}, "did you mean 'weapon'"),
    ("Drill", "do=attack,weapon=broadsord", {"at": 0}, "did you mean 'broadsword'"),
    ("Drill", "do=attack,target=Pots", {"at": 0}, "did you mean 'Post'"),
    ("Drill", "do=attack,hurry=perhaps", {"at": 0}, "allowed: true or false"),
    ("Drill", "do=attack,do=hold", {"at": 0}, "given twice"),
    ("Drill", "do=attack,,", {"at": 0}, "key=value"),
    ("Drill", "target=Post", {"at": 0}, "no `do`"),
    ("Drill", "", {"at": 0}, "an option: do=attack"),
    ("Drill", '{"do": "attack"', {"at": 0}, "a JSON object"),
    ("Drill", '{"do": "attack", "hurry": 1}', {"at": 0}, "allowed: true or false"),
    ("Drill", "break_off", {"at": 0}, "C-TIM-7: nothing is under way); allowed: what was legal then: attack target=Post"),
])  # fmt: skip
def test_what_is_wrong_is_one_clear_error(who: str, do: str, more: dict[str, Any], said: str, drill: ReadLog) -> None:
    with pytest.raises(InputError) as error:
        fork(drill, who, do, **more)
    assert said in str(error.value)


def test_who_never_decides_is_refused_with_those_who_do(drill: ReadLog) -> None:
    with pytest.raises(InputError, match="never decides anything in this log; allowed: those who do: Drill"):
        fork(drill, "Post", "hold", at=0)


@pytest.mark.parametrize(("system", "text", "do", "fields"), [
    ("counts", "break_off", "break_off", {}),
    ("counts", "do=move, to=[3, 4.5], speed=1", "move", {"to": (3.0, 4.5), "speed": 1.0}),
    ("counts", "move,toward=Sir John", "move", {"toward": "Sir John"}),
    ("counts", 'do=attack,target="Bo, \\"the = sign\\"",hurry=true', "attack", {"target": 'Bo, "the = sign"', "hurry": True}),
    ("counts", "do=attack,target=7,speed_points=2", "attack", {"target": "7", "speed_points": 2}),
    ("counts", '{"do": "couch", "weapon": "spear"}', "couch", {"weapon": "spear"}),
    ("shots", '{"do": "area", "weapon": "grenade", "at": [1.0, 2.0]}', "area", {"weapon": "grenade", "at": (1.0, 2.0)}),
    ("shots", "do=area,weapon=grenade,at=[1, 2]", "area", {"weapon": "grenade", "at": (1.0, 2.0)}),
])  # fmt: skip
def test_options_are_read_from_text(system: str, text: str, do: str, fields: dict[str, Any]) -> None:
    order = read_option(text, system)
    assert isinstance(order, Order)
    assert (order.do, dict(order.fields)) == (do, fields)


# logs that can't be forked


def test_a_cut_log_is_refused(drill: ReadLog) -> None:
    with pytest.raises(LogError, match="not complete"):
        fork(parse_log(b"".join(drill.lines[:30])), "Drill", "hold", at=0)


def test_a_log_of_another_version_is_refused(drill: ReadLog) -> None:
    other = b"".join(drill.lines).replace(b'"version":"', b'"version":"9.', 1)
    with pytest.raises(LogError, match="a log of couched 9"):
        fork(parse_log(other), "Drill", "hold", at=0)


def test_a_log_that_does_not_replay_is_refused(drill: ReadLog) -> None:
    other = b"".join(drill.lines).replace(b'"type":"commit"', b'"type":"committed"', 1)
    with pytest.raises(LogError, match="does not replay"):
        fork(parse_log(other), "Drill", "hold", at=0)


class Holds:
    """An agent from outside that always holds."""

    def decide(self, request: Any) -> Any:
        return Hold()


def test_a_battle_of_an_agent_outside_the_program_is_refused() -> None:
    spec = 'combatants.Bo.agent={ policy = "external", command = ["bo"] }'
    log = recorded("duel", spec, "rules.max_counts=20", agents={"Bo": Holds()})
    with pytest.raises(InputError, match=r"combatants\.Bo\.agent: found an agent outside the program"):
        fork(log, "Ana", "hold", at=0)


def test_a_battle_another_agent_played_is_told_to_go_on_with_the_scenarios() -> None:
    log = recorded("duel", "rules.max_counts=20", agents={"Bo": Holds()})
    last = decisions(log, "Ana")[-1]
    notes = one(log, "Ana", last["option"], seq=last["seq"]).question.notes
    assert any(note.startswith("the scenario's agent of Bo answers otherwise than the log") for note in notes)


class Fails:
    """An agent that fails at once."""

    def decide(self, request: Any) -> Any:
        raise ValueError("no idea")


def test_a_forfeit_before_the_fork_is_followed() -> None:
    log = recorded("three_on_three", "rules.max_counts=20", agents={"Carl": Fails()}, on_illegal="forfeit")
    last = decisions(log)[-1]
    kept = Kept()
    one(log, last["actor"], "hold", seq=last["seq"], sink=kept)
    assert moments(kept.log().events, "down", "Carl")[0] == 0.0
    assert replay(kept.log()).identical


# many futures


def test_futures_are_drawn_anew_and_each_is_the_same_whoever_plays_it(duel: ReadLog) -> None:
    """Ana's own answer of the same instant is logged first; the dice that follow it are of the future already."""
    seq, before = decisions(duel, "Bo")[1]["seq"], decisions(duel, "Ana")[1]["seq"]
    result = many(duel, "Bo", "do=press,target=Ana", seq=seq, battles=6)
    assert [end.battle for end in result.branch] == [1, 2, 3, 4, 5, 6]
    assert len({end.t for end in result.original}) > 1
    for number in (2, 5):
        kept = Kept()
        alone = one(duel, "Bo", "do=press,target=Ana", seq=seq, future=number, sink=kept)
        assert (alone.original, alone.branch) == (result.original[number - 1], result.branch[number - 1])
        assert kept.lines[1 : before + 1] == duel.lines[1 : before + 1]
        assert kept.log().header["branches"][0]["number"] == number
        assert replay(kept.log()).identical


def test_the_same_option_changes_nothing_in_any_future(duel: ReadLog) -> None:
    decision = decisions(duel, "Bo")[1]
    result = many(duel, "Bo", decision["option"], seq=decision["seq"], battles=5)
    assert result.original == result.branch
    wins = result.wins()
    assert (wins.value, wins.better, wins.worse, wins.p) == (0.0, 0, 0, 1.0)


def test_more_futures_begin_with_the_same_ones(duel: ReadLog) -> None:
    few, more = (many(duel, "Bo", "hold", at=0, battles=battles) for battles in (2, 4))
    assert more.branch[:2] == few.branch


def test_workers_change_nothing(duel: ReadLog) -> None:
    pytest.importorskip("joblib")
    alone, two = (many(duel, "Bo", "hold", at=0, battles=5, jobs=jobs) for jobs in (1, 2))
    assert alone.data() == two.data()


def test_futures_are_counted_for_the_side_that_decides(duel: ReadLog) -> None:
    """Wins, losses and the difference, counted here from the rows."""
    result = many(duel, "Bo", "hold", at=0, battles=12)
    assert result.question.side == "blue"
    won = [[end.winner == "blue" for end in ends] for ends in (result.original, result.branch)]
    wins = result.wins()
    assert wins.value == pytest.approx((sum(won[1]) - sum(won[0])) / 12)
    assert wins.better == sum(now and not was for was, now in zip(*won, strict=True))
    table = result.outcomes_table()
    assert [row[2] for row in table.rows] == [sum(won[0]), sum(won[1])]
    mean = sum(now.t - was.t for was, now in zip(result.original, result.branch, strict=True)) / 12
    assert result.time().value == pytest.approx(mean)
    assert result.findings()[0].startswith(f"Side blue wins {100 * sum(won[1]) / 12:.1f}% of 12 futures")


def test_agents_that_draw_by_themselves_draw_anew_in_a_future() -> None:
    """With no dice between, only the agents' own streams can tell two futures apart."""
    log = recorded("duel", "combatants.Ana.agent=random", "combatants.Bo.agent=random", "rules.max_counts=60")
    first = decisions(log, "Ana")[0]
    next_ones = set()
    for future in range(1, 9):
        events = one(log, "Ana", first["option"], seq=first["seq"], future=future).events
        asked = [event for event in events if event["type"] == "decision" and event["seq"] > first["seq"]]
        next_ones.add(json.dumps([event["option"] for event in asked[:3]]))
    assert len(next_ones) > 1


def test_the_frame_has_a_row_for_each_future_and_option(duel: ReadLog) -> None:
    frame = many(duel, "Bo", "hold", at=0, battles=3).frame()
    assert frame.columns == ["future", "arm", "outcome", "winner", "t", "reason"]
    assert frame["future"].to_list() == [1, 1, 2, 2, 3, 3]


def test_a_future_that_fails_is_an_error_and_no_other(duel: ReadLog, monkeypatch: pytest.MonkeyPatch) -> None:
    from studies.fork_course import Course

    whole = Course.go_on

    def failing(self: Course, future: int, on_illegal: Any) -> Any:
        if future == 2:
            raise RuntimeError("a fault")
        return whole(self, future, on_illegal)

    sound = many(duel, "Bo", "hold", at=0, battles=3)
    monkeypatch.setattr(Course, "go_on", failing)
    result = many(duel, "Bo", "hold", at=0, battles=3)
    assert (result.errors, result.wins().n, result.wins().left_out) == (2, 2, 1)
    assert result.branch[1][1:] == ("error", None, 0.0, "RuntimeError: a fault")
    assert (result.branch[0], result.branch[2]) == (sound.branch[0], sound.branch[2])


# the command


def test_the_command_tells_both_battles_and_writes_a_log_that_replays(
    duel_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "branch.jsonl"
    words = ["fork", str(duel_file), "--at", "10", "--who", "Bo", "--do", "break_off", "--wake"]
    assert invoke([*words, "--log", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("What if Bo at count 10 does break_off in place of no decision?")
    assert "first difference at seq" in told
    assert "From the fork on" in told
    assert "\nwhat if: Side " in told
    assert replay(read_log(path)).identical


def test_the_command_repeats_to_the_byte_in_json(duel_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fork", str(duel_file), "--at", "0", "--who", "Bo", "--do", "hold", "--json", "--battles", "4"]
    printed = []
    for _ in range(2):
        assert invoke(words) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    data = json.loads(printed[0])
    assert [end["future"] for end in data["ends"]] == [1, 2, 3, 4]
    assert data["taken"]["do"] == "mode"


def test_the_commands_that_a_table_names_play_its_futures(
    duel_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import shlex

    result = many(read_log(duel_file), "Bo", "hold", at=0, battles=3)
    row = result.futures_table().rows[0]
    words = shlex.split(row[-1])
    assert words[0] == "couched"
    assert invoke([*words[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["original"]["t"] == row[5]


@pytest.mark.parametrize(("words", "code"), [
    (["--at", "0", "--do", "break_off"], 2),
    (["--at", "99", "--do", "hold"], 2),
    (["--at", "0", "--do", "hold", "--battles", "2", "--log", "x.jsonl"], 2),
    (["--at", "0"], 2),
])  # fmt: skip
def test_wrong_usage_is_exit_code_2(
    words: list[str], code: int, duel_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["fork", str(duel_file), "--who", "Bo", *words]) == code
    assert "error: " in capsys.readouterr().err


def test_a_refused_fork_leaves_no_log(duel_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "branch.jsonl"
    assert invoke(["fork", str(duel_file), "--at", "0", "--who", "Bo", "--do", "break_off", "--log", str(path)]) == 2
    assert not list(tmp_path.glob("branch*"))


def test_the_branch_never_takes_the_place_of_its_log(duel_file: Path) -> None:
    before = duel_file.read_bytes()
    words = ["fork", str(duel_file), "--at", "0", "--who", "Bo", "--do", "hold", "--log", str(duel_file)]
    assert invoke(words) == 2
    assert duel_file.read_bytes() == before


def test_a_branch_that_ends_in_an_error_is_exit_code_1(drill: ReadLog, tmp_path: Path) -> None:
    path = tmp_path / "drill.jsonl"
    path.write_bytes(b"".join(drill.lines))
    assert invoke(["fork", str(path), "--at", "43", "--who", "Drill", "--do", "hold", "-q"]) == 1


def test_studies_fork_is_the_function() -> None:
    assert studies.fork is fork
