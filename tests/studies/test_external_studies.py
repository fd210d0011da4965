"""Programs as agents in studies: named on the command line or allowed, on any number of processes, never their hang."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from external_battles import OVERRIDES, STRANGE

from engine import InputError
from scenarios import load
from studies import compare, sweep, tournament
from studies.arms import with_agents
from studies.cli import invoke
from studies.cli_run import sides_of
from studies.players import player_of, players_of, split

ROOT = Path(__file__).resolve().parents[2]
PATIENT = "start_seconds=600,answer_seconds=600,battle_seconds=3600"


def cmd(*words: str, inside: str = PATIENT) -> str:
    """What a command calls a strange program."""
    return f"cmd[{inside}]:{shlex.join([sys.executable, STRANGE, *words])}"


# their names

@pytest.mark.parametrize(
    ("text", "command", "params"),
    [
        ("cmd:python3 my.py", ("python3", "my.py"), {}),
        (" cmd:my.py --level=3 'a b' ", ("my.py", "--level=3", "a b"), {}),
        ("cmd[answer_seconds=0.5, start_seconds=2]:./x", ("./x",), {"answer_seconds": 0.5, "start_seconds": 2}),
    ],
)
def test_a_program_is_named_with_its_words_and_its_budget(text: str, command: tuple[str, ...], params: Any) -> None:
    player = player_of(text)
    assert (player.policy, player.command) == ("external", command)
    assert player.spec == {"policy": "external", "command": list(command), **params}
    assert player_of(player.text) == player
    assert player.numbers() == player_of(player.text).numbers()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cmd:", "cmd:PROGRAM"), ("cmd:  ", "cmd:PROGRAM"), ("cmd:'a", "No closing quotation"), ("cmd", "found 'cmd'"),
        ("cmd:''", "cmd:PROGRAM"), ("external", "cmd:PROGRAM"), ("cmd[answer_second=1]:a", "did you mean 'answer_seconds'"),
        ("cmd[answer_seconds=0]:a", "a number of seconds from"),
    ],
)  # fmt: skip
def test_what_names_no_program_is_refused(text: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        player_of(text)
    assert told in str(refused.value)


def test_commas_in_a_commands_quotes_part_nothing() -> None:
    assert split("""brawler, cmd[answer_seconds=1,start_seconds=2]:x 'a,b' "c,\\"d" e\\,f, fencer[crowd=1,run=2]""") == [
        "brawler", """cmd[answer_seconds=1,start_seconds=2]:x 'a,b' "c,\\"d" e\\,f""", "fencer[crowd=1,run=2]",
    ]  # fmt: skip


def test_two_programs_that_are_the_same_are_refused() -> None:
    with pytest.raises(InputError, match="twice"):
        players_of("cmd:a 'b',cmd:a b")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("red=cmd:my.py --level=3", {"red": "cmd:my.py --level=3"}),
        ("a=b=cmd[answer_seconds=1]:x y=[z]", {"a=b": "cmd[answer_seconds=1]:x y=[z]"}),
    ],
)
def test_a_side_is_told_from_its_program(text: str, found: dict[str, str]) -> None:
    assert sides_of([text]) == found


@pytest.mark.parametrize("name", ["duel", "shots_duel", "steps_duel"])
def test_a_program_plays_a_side_of_any_system(name: str) -> None:
    scenario = load(name)
    side = scenario.combatants[0].side
    assert with_agents(scenario, {side: "cmd:x"}).agents[scenario.combatants[0].name].params == {"command": ["x"]}


# single battles

def test_a_program_named_on_the_command_line_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "duel", "--seed", "7", *(word for text in OVERRIDES for word in ("--set", text)), "--json"]
    assert invoke([*words, "--agents", f"red={cmd('good')}"]) == 0
    assert json.loads(capsys.readouterr().out)["winner"] == "blue"


def test_naming_one_program_allows_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    other = 'combatants.Bo.agent={policy="external",command=["true"]}'
    assert invoke(["run", "duel", "--set", other, "--agents", f"red={cmd('good')}"]) == 2
    assert "combatants.Bo.agent: found the external command ['true']" in capsys.readouterr().err


def test_the_account_names_the_command_that_plays_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    agent = f"red={cmd('good')}"
    assert invoke(["run", "duel", "--set", OVERRIDES[0], "--agents", agent]) == 0
    again = capsys.readouterr().out.splitlines()[-1].partition("again:")[2]
    assert shlex.split(again)[-2:] == ["--agents", agent]


@pytest.mark.parametrize("way", ["numbered", "fails_the_first_time"])
def test_a_log_of_a_program_replays_without_it(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, mark = tmp_path / "log.jsonl", tmp_path / "mark"
    invoke(["run", "duel", "-q", "--log", str(log), "--agents", f"red={cmd(way, str(mark))}", "--on-illegal", "forfeit"])
    mark.unlink()
    capsys.readouterr()
    assert invoke(["replay", str(log)]) == 0
    assert "identical" in capsys.readouterr().out
    assert not mark.exists()


# studies

def rows(result: Any) -> list[Any]:
    return [tuple(row) for row in result.battles.select("battle", "outcome", "winner", "t", "reason", "rolls").iter_rows()]


@pytest.mark.parametrize("way", ["good", "good_and_kept"])
def test_a_tournament_with_a_program_is_the_same_on_any_number_of_processes(way: str) -> None:
    one, other = (
        tournament("duel", [cmd(way), "brawler"], 3, overrides=OVERRIDES, jobs=jobs, progress=False) for jobs in (1, 2)
    )
    assert one.errors == other.errors == 0
    assert rows(one) == rows(other)


def test_a_program_that_fails_forfeits_its_battles_of_a_tournament_and_the_rows_say_why() -> None:
    result = tournament("duel", [cmd("exits"), "brawler"], 2, jobs=1, progress=False)
    assert {row[1] for row in rows(result)} == {"win"}
    assert all("forfeited: agent of" in row[4] and "ended with exit code 3" in row[4] for row in rows(result))


AGENT = f"combatants.Ana.agent={{policy='external',command=['{sys.executable}','{STRANGE}','good'],start_seconds=600}}"


def test_a_comparison_plays_a_program_only_when_it_is_allowed() -> None:
    with pytest.raises(InputError, match="--allow-external"):
        compare("duel", [AGENT], [], 1, progress=False)
    result = compare("duel", [AGENT], [], 1, allow_external=True, overrides=OVERRIDES, jobs=1, progress=False)
    assert result.errors == 0
    assert "--allow-external" in result.facts.command


def test_a_sweep_plays_a_program_only_when_it_is_allowed() -> None:
    vary = "combatants.Ana.htk=3,4"
    with pytest.raises(InputError, match="--allow-external"):
        sweep("duel", vary, 1, overrides=[AGENT], progress=False)
    result = sweep("duel", vary, 1, allow_external=True, overrides=[AGENT], jobs=1, progress=False)
    assert result.errors == 0
    assert "--allow-external" in result.facts.command


def test_the_command_that_repeats_a_battle_may_run_what_the_study_did() -> None:
    from studies.compare_arms import arms_of

    one, _other = arms_of("duel", [AGENT], [], allowed=True)
    assert "--allow-external" in one.command(0, 3)
