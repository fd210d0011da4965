"""The page on priority lists: its list is one, and what it says of mistakes is what is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agents.priority_check import program
from engine.errors import ScenarioError
from scenarios import load
from studies.arms import with_agents
from studies.run import run

PAGE = (Path(__file__).parents[2] / "docs" / "priority.md").read_text(encoding="utf-8")
LIST, TOLD = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def test_the_list_of_the_page_is_sound_and_fights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(program(LIST, "mine.txt").rules) == 11
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text(LIST, encoding="utf-8")
    played = [run(with_agents(load("duel"), {"red": "priority[list=mine.txt]", "blue": "random"}), seed) for seed in range(6)]
    assert {result.outcome for result in played} == {"win"}
    assert sum(result.winner == "red" for result in played) >= 4


def test_mistakes_are_told_as_the_page_says() -> None:
    lines = LIST.split("\n")
    lines[3], lines[7] = "let in_reach = chanse >= 25", "hold"
    with pytest.raises(ScenarioError) as refused:
        program("\n".join(lines), "mine.txt")
    assert set(TOLD.strip().split("\n")) <= set(refused.value.mistakes)
