"""An account told while the battle runs says what one told afterwards says, and no less when it is interrupted."""

from __future__ import annotations

import json
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from engine.errors import AgentError
from scenarios import load
from studies.account import tell
from studies.account_live import LiveAccount
from studies.account_render import text_of
from studies.cli import invoke
from studies.run import run


@pytest.mark.parametrize("scenario", ["duel", "three_on_three", "bleeding_race"])
@pytest.mark.parametrize("detail", ["short", "normal", "full"])
def test_it_is_the_account_told_afterwards(scenario: str, detail: str) -> None:
    stream = StringIO()
    live = LiveAccount(detail, stream=stream)
    result = run(load(scenario), 7, sink=live)
    live.finish()
    told, whole = stream.getvalue(), text_of(tell(result.log(), detail))
    assert [line.split() for line in told.splitlines()] == [line.split() for line in whole.splitlines()]


class Broken:
    """Holds until a count, then breaks."""

    def decide(self, request: Any) -> Any:
        if request.t >= 8:
            raise AgentError("Ana", "oh")
        request.wake = 8.0
        return next(option for option in request.options if option.do == "hold")


def test_what_was_told_before_a_break_stands() -> None:
    stream = StringIO()
    live = LiveAccount("full", stream=stream)
    with pytest.raises(AgentError):
        run(load("duel"), 7, sink=live, agents={"Ana": Broken()}, on_illegal="raise")
    told = stream.getvalue()
    assert told.startswith("Broadsword against spear (counts, seed 7, battle 0)\n  Ana: side red")
    assert "Bo   declares attack on Ana" in told
    assert "fighter" not in told


def test_an_interrupt_leaves_what_was_told_with_its_last_instant(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[int] = []
    original = import_module("studies.run")._decided

    def interrupted(*_args: Any) -> Any:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return original(*_args)

    monkeypatch.setattr(import_module("studies.run"), "_decided", interrupted)
    assert invoke(["run", "duel", "--seed", "7"]) == 130
    captured = capsys.readouterr()
    assert "Ana  decides (start): take the offensive mode" in captured.out
    assert captured.err.strip() == "interrupted"


def test_the_rolls_a_battle_asked_for_play_it_again(tmp_path: Path) -> None:
    template, first, second = (str(tmp_path / name) for name in ("rolls.json", "a.jsonl", "b.jsonl"))
    assert invoke(["run", "duel", "--seed", "7", "-q", "--log", first, "--rolls-template", template]) == 0
    rolls = json.loads(Path(template).read_text())
    assert rolls["Ana/to_hit"] == [[4]]
    assert invoke(["run", "duel", "--seed", "8", "-q", "--log", second, "--rolls", template]) == 0
    assert invoke(["diff", first, second, "--events-only"]) == 0


def test_the_rolls_are_not_written_over_what_the_battle_is_read_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rolls.json"
    file.write_text("{}")
    words = ["run", "duel", "--rolls", str(file), "--rolls-template", str(file), "--log", str(tmp_path / "log.jsonl")]
    assert invoke(words) == 2
    assert "one of the files the battle is read from" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["rolls.json"]
