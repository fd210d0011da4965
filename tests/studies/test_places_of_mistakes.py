"""Every message about a file names the file, and counts what it found as people do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.errors import InputError
from engine.record import parse_log, read_log
from scenarios import load
from studies.cli import invoke
from studies.log_notes import WRONG_DIGEST
from studies.replay import replay
from studies.run import run
from studies.scripted import read_rolls

Edit = Callable[[list[dict[str, Any]]], object]


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[Edit], Path]:
    """Return a function that writes a log of a duel, edited, and says where."""

    def write(edit: Edit, scenario: str = "shots_duel") -> Path:
        events = run(load(scenario), 7).log()
        edit(events)
        path = tmp_path / "edited.jsonl"
        path.write_text("".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events))
        return path

    return write


def first(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(event for event in events if event["type"] == kind)


EDITS: dict[str, Edit] = {
    "seq": lambda events: first(events, "decision").update(option={"do": "surrender"}),
    "note": lambda events: first(events, "decision").update(note=5),
    "header, seed": lambda events: events[0].update(seed=None),
    "header, rolls": lambda events: events[0].update(rolls={"Nobody/attack": [[1]]}),
    "header": lambda events: events[0].update(asks=5),
    "scenario": lambda events: events[0]["scenario"]["combatants"][0].update(move="fast"),
}


@pytest.mark.parametrize("place", EDITS)
def test_what_is_wrong_in_a_log_is_told_with_its_file(place: str, edited: Callable[[Edit], Path]) -> None:
    path = edited(EDITS[place])
    with pytest.raises(InputError) as refused:
        replay(read_log(path))
    assert str(path) in str(refused.value)
    assert place in str(refused.value)


def test_a_stream_that_is_scripted_twice_is_told_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "rolls.json"
    path.write_text('{"Ada/attack": [[1, 2]], "Ada/attack": [[1, 2]]}')
    with pytest.raises(InputError, match=r"rolls .*rolls\.json: found 'Ada/attack' twice"):
        read_rolls(str(path), load("shots_duel"))


@pytest.mark.parametrize(
    ("data", "found"),
    [(b"[]\n", 'found "[]", which is no event'), (b"5", 'found "5", which is no event'), (b"hello\n", 'found "hello\\n", no JSON'),
     (b'{"seq":0,"t":0', "found a first line that is cut"), (b"", "found an empty file"), (b"{}\n", 'found "{}", which is no event')],
)  # fmt: skip
def test_what_is_no_log_is_not_called_cut(data: bytes, found: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_log(data, "odd.jsonl")
    assert str(refused.value).startswith(f"log 'odd.jsonl': {found}; allowed")


@pytest.mark.parametrize(
    ("rolls", "found"),
    [({"Ana/overbear": [[50]]}, "1 of 1 roll left over"), ({"Ana/to_hit": [[3, 3]]}, "allowed: 1 face from 1 to 100"),
     ({"Ana/init": [[3, 3]]}, "only 1 roll; allowed")],
)  # fmt: skip
def test_one_is_told_as_one(rolls: dict[str, list[list[int]]], found: str) -> None:
    """CLK-7."""
    with pytest.raises(InputError) as refused:
        run(load("duel"), 7, rolls=rolls)
    assert found in str(refused.value)


@pytest.mark.parametrize("scenario", ["duel", "shots_duel"])
@pytest.mark.parametrize("words", [["tell"], ["explain", "3"]])
def test_a_log_that_somebody_edited_is_told_with_a_note(
    scenario: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "battle.jsonl"
    assert invoke(["run", scenario, "-q", "--log", str(path)]) == 0
    capsys.readouterr()
    for edit, notes in ((False, 0), (True, 1)):
        if edit:
            path.write_bytes(path.read_bytes().replace(b'"seed":0', b'"seed":8', 1))
        assert invoke([words[0], str(path), *words[1:]]) == 0
        assert capsys.readouterr().out.count(f"note: {WRONG_DIGEST}\n") == notes
        assert invoke([words[0], str(path), *words[1:], "--json"]) == 0
        assert len(json.loads(capsys.readouterr().out)["notes"]) == notes
