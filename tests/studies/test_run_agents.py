"""``couched run --agents``: who plays a side is said on the command line."""

from __future__ import annotations

import json

import pytest

from studies.cli import invoke


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    invoke(["run", "duel", "--seed", "3", "--json", *words])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_side_is_played_by_the_policy_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    by_side = told(capsys, "--agents", "red=fencer", "--agents", "blue=hold")
    by_name = told(capsys, "--set", "combatants.Ana.agent=fencer", "--set", "combatants.Bo.agent=hold")
    assert by_side == by_name
    assert by_side["t"] != told(capsys)["t"]


def test_the_command_that_runs_it_again_names_the_agents(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", "--agents", "red=hold", "--on-illegal", "forfeit"]) == 0
    out = capsys.readouterr().out
    assert "agent hold" in out
    assert out.splitlines()[-1] == "again:  couched run duel --seed 0 --agents red=hold --on-illegal forfeit"


def test_a_log_of_other_agents_replays(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    log = f"{tmp_path}/fight.jsonl"
    assert invoke(["run", "duel", "--agents", "red=spearman", "--log", log, "--quiet"]) == 0
    assert invoke(["replay", log]) == 0


@pytest.mark.parametrize(("policy", "outcome"), [("forfeit", "win"), ("error", "error")])
def test_what_becomes_of_an_agent_that_fails_is_chosen(
    policy: str, outcome: str, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = 'combatants.Ana.agent={policy = "script", orders = [{at = 0, do = "release", target = "Bo"}]}'
    assert told(capsys, "--set", orders, "--on-illegal", policy)["outcome"] == outcome


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["red"], "--agents red: found 'red'; allowed: SIDE=POLICY, e.g. red=fencer"),
        (["=hold"], "--agents =hold: found '=hold'; allowed: SIDE=POLICY, e.g. red=fencer"),
        (["red="], "--agents red=: found 'red='; allowed: SIDE=POLICY, e.g. red=fencer"),
        (["red=hold", "red=fencer"], "--agents red=fencer: found side 'red' twice; allowed: one policy a side"),
        (["green=hold"], "--agents green=hold: found no side 'green'; allowed: sides: blue, red"),
        (["red=gunman"], "--agents red=gunman: found 'gunman'; allowed: policies for counts:"),
        (["red=script"], "--agents red=script: found 'script'; allowed: policies"),
    ],
)
def test_agents_that_are_none_are_refused(texts: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "duel", *(word for text in texts for word in ("--agents", text))]) == 2
    assert capsys.readouterr().err.startswith(f"error: {message}")
