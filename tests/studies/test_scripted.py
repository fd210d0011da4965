"""Scripted rolls: read strictly, every stream a combatant of the scenario and a purpose of its system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.errors import InputError
from scenarios import load
from studies.scripted import check_rolls, read_rolls


def test_rolls_are_read_as_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "rolls.json"
    file.write_text('{"Ana/to_hit": [[42], [7]], "Ana/init": [[3, 4]]}')
    assert read_rolls(str(file), load("duel")) == {"Ana/to_hit": [[42], [7]], "Ana/init": [[3, 4]]}


def test_a_combatant_may_have_a_slash_in_its_name() -> None:
    scenario = load("duel", overrides=['combatants.Ana.name="A/b"'])
    assert check_rolls({"A/b/to_hit": [[42]]}, scenario) == {"A/b/to_hit": [[42]]}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ([], "found []"),
        ({"to_hit": [[1]]}, "combatant/purpose"),
        ({"Anna/to_hit": [[1]]}, "did you mean Ana?"),
        ({"Ana/to_hti": [[1]]}, "did you mean to_hit?"),
        ({"Ana/attack": [[1]]}, "no purpose 'attack'"),
        ({"Ana/to_hit": 42}, "a list of rolls"),
        ({"Ana/to_hit": [42]}, "'Ana/to_hit', roll 1: found 42"),
        ({"Ana/to_hit": [[1], []]}, "'Ana/to_hit', roll 2: found []"),
        ({"Ana/to_hit": [["42"]]}, 'the face "42"'),
        ({"Ana/to_hit": [[4.0]]}, "the face 4.0"),
        ({"Ana/to_hit": [[True]]}, "the face true"),
        ({"Ana/to_hit": [[0]]}, "the face 0"),
    ],
)
def test_what_can_not_be_a_script_is_refused_with_its_place(data: Any, told: str) -> None:
    with pytest.raises(InputError) as raised:
        check_rolls(data, load("duel"))
    assert told in str(raised.value)
    assert raised.value.exit_code == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"{", "line 1, column 2"),
        (b'{"Ana/to_hit": [[1]], "Ana/to_hit": [[2]]}', "'Ana/to_hit' twice"),
        (b'{"Ana/to_hit": [[\xff]]}', "no UTF-8"),
        (b'{"Ana/to_hit": [[NaN]]}', "the face NaN"),
        (b"[" * 100_000, "too many levels"),
    ],
)
def test_a_file_that_is_no_json_is_refused_with_its_place(text: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "rolls.json"
    file.write_bytes(text)
    with pytest.raises(InputError) as raised:
        read_rolls(str(file), load("duel"))
    assert told in str(raised.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_rolls(str(tmp_path / "none.json"), load("duel"))
