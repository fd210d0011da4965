"""Names hold any Unicode, quotes, angle brackets and spaces; control characters they do not."""

from __future__ import annotations

import json

import pytest

from engine.errors import ScenarioError
from scenarios import from_document, loads

NAMES = [
    '<b>"x"</b>', "Ana Bo", " ", "🗡️ Zoë", "../../etc/passwd", "a.b", "a=b", "=1+2", "'", "\\n", "--seed", "名前",
    "[red]", "x" * 200, "\u202eevil", "e\u0301", "%s{0}", "null", "0", "-", "?",
]  # fmt: skip


def text_with(name: str) -> str:
    quoted = json.dumps(name, ensure_ascii=False)
    return (
        f'schema = "couched.scenario/1"\nname = {quoted}\nsystem = "counts"\n'
        f"[[combatants]]\nname = {quoted}\nside = {quoted}\n"
        f'[[combatants]]\nname = "other"\nside = "blue"\nposition = [5, 0]\nwatch = [{quoted}]\nweapons = ["spear"]\n'
        f'agent = {{ policy = "script", orders = [{{ do = "attack", weapon = "spear", target = {quoted} }}] }}\n'
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_name_comes_through_unchanged_and_round_trips(name: str) -> None:
    scenario = loads(text_with(name))
    first, second = scenario.combatants
    assert (scenario.name, first.name, first.side, first.stream, second.watch) == (name, name, name, name, (name,))
    assert set(scenario.agents) == {name, "other"}
    assert from_document(json.loads(json.dumps(scenario.document))) == scenario


@pytest.mark.parametrize("name", NAMES)
def test_an_override_reaches_a_name_that_is_quoted(name: str) -> None:
    scenario = loads(text_with(name), overrides=[f"combatants.{json.dumps(name)}.htk=77"])
    assert scenario.combatants[0].htk == 77


@pytest.mark.parametrize("name", ["", "x" * 201, "a\nb", "a\tb", "a\0b", "\u007f", "\u0085", "\u2028", "\u009b1m"])
def test_a_name_that_breaks_lines_or_terminals_is_refused_on_lines_that_print(name: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        loads(text_with(name))
    assert all(line.isprintable() for line in caught.value.mistakes)


def test_names_that_differ_only_in_composition_are_two_names() -> None:
    text = 'schema = "couched.scenario/1"\nname = "x"\nsystem = "counts"\n'
    rows = "".join(f'[[combatants]]\nname = "{name}"\nside = "a"\n' for name in ("\u00e9", "e\u0301"))
    assert len(loads(text + rows).agents) == 2
