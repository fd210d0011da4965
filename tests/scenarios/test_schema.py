"""The JSON Schema accepts what the reader accepts and refuses what an editor can see."""

from __future__ import annotations

import json
import tomllib

import attrs
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from scenarios import load, names, path_of, schema
from scenarios.policy import POLICIES, playing
from scenarios.systems import SYSTEMS, entry

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "counts"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\n'
CHECK = Draft202012Validator(schema())

OWN_KEY = {"counts": "htk", "shots": "toughness", "steps": "shooting"}
"""System to a key that only its combatants have."""


def is_valid(text: str) -> bool:
    return bool(CHECK.is_valid(tomllib.loads(text)))


def test_the_schema_is_a_schema_and_plain_json() -> None:
    Draft202012Validator.check_schema(schema())
    assert json.loads(json.dumps(schema())) == schema()


@pytest.mark.parametrize("name", names())
def test_a_shipped_scenario_passes_as_file_and_resolved(name: str) -> None:
    assert is_valid(path_of(name).read_text("utf-8"))
    assert CHECK.is_valid(json.loads(json.dumps(load(name).document)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_and_every_field_of_a_combatant_is_described(system: str) -> None:
    found, parts = entry(system), schema()["$defs"][system]["properties"]
    combatant = parts["combatants"]["items"]["properties"]
    assert set(parts["rules"]["properties"]) == {field.name for field in attrs.fields(found.rules)}
    assert {field.metadata["key"] or field.name for field in attrs.fields(found.combatant)} < set(combatant)
    assert parts["rules"]["properties"]["max_counts"]["exclusiveMinimum"] == 0
    assert "CLK-8" in parts["rules"]["properties"]["max_counts"]["description"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_file_may_name_the_policies_of_its_system_and_what_that_knows(system: str) -> None:
    head = HEAD.replace("counts", system)
    for policy in set(POLICIES) - {"script", "external"}:
        assert is_valid(head + ANA + f'agent = "{policy}"') == (policy in playing(system)), policy
    for template in entry(system).load_gear().templates:
        assert is_valid(head + ANA + f'template = "{template}"')
    others = [name for name in SYSTEMS if name != system]
    assert all(not is_valid(head + ANA + f"{OWN_KEY[other]} = 7") for other in others)
    assert is_valid(head + ANA + f"{OWN_KEY[system]} = 7")


def test_a_file_that_names_no_system_may_be_of_any_but_not_of_two() -> None:
    head = HEAD.replace('system = "counts"', 'extends = "duel"')
    assert all(is_valid(head + ANA + f"{key} = 7") for key in OWN_KEY.values())
    assert not is_valid(head + ANA + "".join(f"{key} = 7\n" for key in OWN_KEY.values()))


@pytest.mark.parametrize(
    "lines",
    [
        'weapons = ["spear", { name = "spear", wsd = 3 }]',
        'weapons = [{ name = "odd", wsd = 3, damage = "7", type = "slicing", length = 2 }]',
        "skills.combat_maneuver = { percent = 50, rank = 2 }",
        'agent = { policy = "fencer", any = [1, 2] }',
        'agent = { policy = "external", command = ["a"] }',
        'agent = { policy = "script", orders = [{ do = "hold", at = 1.5, on = "ready" }] }',
    ],
)
def test_what_a_file_may_say_passes(lines: str) -> None:
    assert is_valid(HEAD + ANA + lines)


@pytest.mark.parametrize(
    "text",
    [
        ANA,
        HEAD,
        HEAD + "combatants = []",
        HEAD.replace("/1", "/2") + ANA,
        HEAD.replace("counts", "cuonts") + ANA,
        HEAD.replace("Test", "a\\nb") + ANA,
        "colour = 1\n" + HEAD + ANA,
        HEAD + 'rules.level = "x"\n' + ANA,
        HEAD + "rules.max_count = 1\n" + ANA,
        HEAD + "rules.types.slicing.damage = 1.5\n" + ANA,
        HEAD + ANA + 'htk = "7"',
        HEAD + ANA + "htk = 7.9",
        HEAD + ANA + "htk = true",
        HEAD + ANA + "htk = 0",
        HEAD + ANA + "defence = 7",
        HEAD + ANA + "position = [1]",
        HEAD + ANA + 'mode = "x"',
        HEAD + ANA + 'template = "x"',
        HEAD + ANA + 'agent = "x"',
        HEAD + ANA + 'agent = "script"',
        HEAD + ANA + 'agent = { policy = "script", orders = [{ at = 1 }] }',
        HEAD + ANA + 'agent = { policy = "script", orders = [{ do = "attck" }] }',
        HEAD + ANA + 'agent = { policy = "external", command = [] }',
        HEAD + ANA + 'weapons = ["broadswrod"]',
        HEAD + ANA + 'weapons = [{ name = "spaer", wsd = 3 }]',
        HEAD + ANA + 'weapons = [{ name = "spear", type = "x" }]',
        HEAD + ANA + 'armor = ["mailshirt"]',
        HEAD + ANA + "skills = { sword = 1.5 }",
        HEAD + '[[combatants]]\nside = "a"',
        'schema = "couched.scenario/1"\nextends = "duel"\nrules.level = "x"',
    ],
)
def test_what_an_editor_can_see_is_refused(text: str) -> None:
    assert not is_valid(text)
