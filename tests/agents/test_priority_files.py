"""Priority lists in scenarios, on the command line and in logs: the text goes along, the file is needed no more."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import agents
from agents.priority_file import USUAL_LISTS, of_system, shipped, system_of, text_of
from agents.priority_text import MOST_CHARACTERS
from engine.errors import InputError, ScenarioError
from engine.registry import SYSTEMS
from scenarios import from_document, load, loads
from studies.arms import with_agents
from studies.cli import main
from studies.players import player_of, players_of
from studies.run import run

LIST = "# Strikes.\nsystem counts\nattack if chance > 10\nmode mode=offensive\npress\n"

SCENARIO = """schema = "couched.scenario/1"
name = "two"
system = "counts"
[[combatants]]
name = "Ana"
side = "red"
template = "soldier"
position = [0.0, 0.0]
agent = { policy = "priority", list = "LIST" }
[[combatants]]
name = "Bo"
side = "blue"
template = "soldier"
position = [9.0, 0.0]
"""


def written(folder: Path, name: str = "mine.txt", text: str = LIST) -> Path:
    """Write a list, and a scenario beside it that names it."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    (folder / "two.toml").write_text(SCENARIO.replace("LIST", name), encoding="utf-8")
    return folder / "two.toml"


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command: what it exits with, and what it prints."""

    def called(*args: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as done:
            main(list(args))
        return int(str(done.value.code or 0)), capsys.readouterr().out

    return called


def loaded(path: Path) -> Any:
    return load(path, parameters=agents.parameters)


def test_a_scenario_holds_the_text_of_the_list_it_names(tmp_path: Path) -> None:
    scenario = loaded(written(tmp_path))
    spec = scenario.document["combatants"][0]["agent"]
    assert spec == {"policy": "priority", "list": "mine.txt", "text": LIST}
    (tmp_path / "mine.txt").unlink()
    again = from_document(scenario.document)
    assert again.digest == scenario.digest
    assert run(again, 1).outcome == run(scenario, 1).outcome


def test_another_text_is_another_scenario(tmp_path: Path) -> None:
    before = loaded(written(tmp_path)).digest
    assert loaded(written(tmp_path, text=LIST + "# more\n")).digest != before


def test_a_list_may_stand_in_the_scenario_itself() -> None:
    inline = 'list = "LIST"', 'text = """\nsystem counts\nattack if distance < 9\npress\n"""'
    scenario = loads(SCENARIO.replace(*inline), parameters=agents.parameters)
    assert scenario.agents["Ana"].params["text"].startswith("system counts")
    wrong = SCENARIO.replace(inline[0], 'text = "system counts\\nattak"')
    with pytest.raises(ScenarioError, match=r'agent\.text:2:1: found the option "attak" \(did you mean attack\?\)'):
        loads(wrong, parameters=agents.parameters)


def test_the_usual_list_is_written_out_by_its_name() -> None:
    scenario = loads(SCENARIO.replace('"LIST"', '"usual"'), parameters=agents.parameters)
    assert scenario.agents["Ana"].params == {"list": USUAL_LISTS["counts"], "text": text_of(USUAL_LISTS["counts"])}


def test_mistakes_of_a_list_are_told_with_those_of_the_scenario(tmp_path: Path) -> None:
    path = written(tmp_path, text="system counts\natack\nattack if distnce > 1\n")
    path.write_text(path.read_text().replace("[9.0, 0.0]", '"there"'))
    with pytest.raises(ScenarioError) as refused:
        loaded(path)
    told = refused.value.mistakes
    assert any(line.startswith('mine.txt:2:1: found the option "atack" (did you mean attack?)') for line in told)
    assert any(line.startswith('mine.txt:3:11: found the name "distnce" (did you mean distance?)') for line in told)
    assert any("combatants.Bo.position" in line for line in told)


@pytest.mark.parametrize("name", ["../mine.txt", "sub/../../mine.txt", "/etc/passwd.txt", "c:mine.txt", "a\\\\b.txt"])
def test_a_list_outside_the_scenarios_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "mine.txt").write_text(LIST)
    (folder / "two.toml").write_text(SCENARIO.replace("LIST", name))
    with pytest.raises(ScenarioError, match="in the scenario's folder or below it"):
        loaded(folder / "two.toml")


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "mine.txt").write_text(LIST)
    (folder / "link.txt").symlink_to(tmp_path / "mine.txt")
    (folder / "two.toml").write_text(SCENARIO.replace("LIST", "link.txt"))
    with pytest.raises(ScenarioError, match="in the scenario's folder or below it"):
        loaded(folder / "two.toml")


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("none.txt", None, "which is no file"),
        ("folder.txt", "folder", "which is no file"),
        ("long.txt", b"#" * (4 * MOST_CHARACTERS + 1), f"of {4 * MOST_CHARACTERS + 1} bytes"),
        ("bytes.txt", b"\xff\xfe\x00", "which is not UTF-8"),
        ("berserkr", None, "did you mean berserker?"),
        ("mine.toml", b"", "a file that ends in .txt"),
    ],
)
def test_a_file_that_is_no_list_is_one_message(tmp_path: Path, name: str, data: Any, told: str) -> None:
    if data == "folder":
        (tmp_path / name).mkdir()
    elif data is not None:
        (tmp_path / name).write_bytes(data)
    (tmp_path / "two.toml").write_text(SCENARIO.replace("LIST", name))
    with pytest.raises(ScenarioError) as refused:
        loaded(tmp_path / "two.toml")
    assert told in str(refused.value)
    assert str(refused.value).startswith(f"{tmp_path / 'two.toml'}:9: combatants.Ana.agent.list: found ")


@pytest.mark.parametrize("value", ["5", "true", '""', "[]", f'"{"x" * 301}"'])
def test_what_can_name_no_list_is_refused(value: str) -> None:
    with pytest.raises(ScenarioError, match="the name of a list, or of a file"):
        loads(SCENARIO.replace('"LIST"', value), parameters=agents.parameters)


def test_a_text_without_a_folder_names_shipped_lists_only() -> None:
    with pytest.raises(ScenarioError, match="one of archer_and_blade, "):
        loads(SCENARIO.replace("LIST", "mine.txt"), parameters=agents.parameters)


def test_commands_find_lists_from_where_they_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "my lists/mine.txt")
    player = player_of("priority[list=my lists/mine.txt]")
    assert player.text == 'priority[list="my lists/mine.txt"]'
    assert player.spec == {"policy": "priority", "list": "my lists/mine.txt", "text": LIST}
    changed = with_agents(load("duel"), {"red": 'priority[list="my lists/mine.txt"]'})
    assert changed.agents["Ana"].params["text"] == LIST


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("priority[list=berserkr]", "did you mean berserker?"),
        ("priority[list=none.txt]", "which is no file"),
        ("priority[lst=berserker]", "--agents priority.lst: found 'lst'; allowed: did you mean 'list'?"),
    ],
)
def test_a_wrong_list_of_a_command_is_one_message(text: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        player_of(text)
    assert told in str(refused.value)


def test_a_list_for_another_rule_system_is_refused_by_commands() -> None:
    with pytest.raises(ScenarioError, match="found a list for shots; allowed: a list for counts"):
        with_agents(load("duel"), {"red": "priority[list=duelist]"})


def test_two_lists_are_two_agents() -> None:
    assert len(players_of("priority[list=berserker],priority[list=counter_fighter],priority")) == 3


def test_a_log_replays_without_the_file(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path)
    assert command("run", "two.toml", "--log", "a.jsonl", "--detail", "short")[0] == 0
    (tmp_path / "mine.txt").unlink()
    (tmp_path / "two.toml").unlink()
    assert "identical" in command("replay", "a.jsonl")[1]
    header = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    assert header["scenario"]["combatants"][0]["agent"]["text"] == LIST


def test_validate_checks_lists_that_stand_alone(command: Run, tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "bad.txt").write_text("system counts\natack\n")
    assert command("validate", str(tmp_path / "mine.txt"))[0] == 0
    code, told = command("validate", str(tmp_path / "bad.txt"), "--json")
    assert code == 2
    (row,) = json.loads(told)["files"]
    assert row["mistakes"][0].endswith("attack, couch, release, break_off, recouch, parry, press, retreat, lock, unlock, draw, rise, fire, reload, "
                                       "aim, overbear, throw, bind, mode, def, move, wait, hold")  # fmt: skip
    assert command("validate", str(tmp_path / "none.txt"))[0] == 2


def test_there_are_four_lists_a_system_each_of_one_name() -> None:
    for system in SYSTEMS:
        assert len(of_system(system)) >= 4
        assert USUAL_LISTS[system] in of_system(system)
    assert {system_of(name) for name in shipped()} == set(SYSTEMS)
    assert len(shipped()) == sum(1 for _ in (Path(agents.__file__).parent / "lists").glob("*/*.txt"))


def test_lists_and_names_can_be_listed(command: Run) -> None:
    rows = json.loads(command("list", "lists", "--json")[1])
    assert {row["list"] for row in rows} == set(shipped())
    assert all(row["what"].endswith(".") and row["lines"] > 5 for row in rows)
    named = json.loads(command("list", "conditions", "--system", "steps", "--json")[1])
    assert {"name": "distance", "kind": "a number", "unit": "squares", "what": "how far the foe is; endless without one"} in named


def test_explain_tells_a_note_whole_that_an_account_cuts_short(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = command("run", "duel", "--seed", "7", "--agents", "red=priority", "--log", "a.jsonl")[1]
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    decision = next(line for line in lines if len(line.get("note", "")) > 200)
    assert decision["note"] not in told
    whole = command("explain", "a.jsonl", str(decision["seq"]))[1]
    assert all(part in whole for part in decision["note"].split("; "))
