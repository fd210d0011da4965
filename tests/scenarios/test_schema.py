"""The JSON Schema accepts what the reader accepts and refuses what an editor can see."""

from __future__ import annotations

import json
import tomllib

import attrs
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.counts.model import CombatantSpec
from engine.counts.rules import CountsRules
from scenarios import load, names, path_of, schema

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "counts"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\n'
CHECK = Draft202012Validator(schema())


def is_valid(text: str) -> bool:
    return bool(CHECK.is_valid(tomllib.loads(text)))


def test_the_schema_is_a_schema_and_plain_json() -> None:
    Draft202012Validator.check_schema(schema())
    assert json.loads(json.dumps(schema())) == schema()


@pytest.mark.parametrize("name", names())
def test_a_shipped_scenario_passes_as_file_and_resolved(name: str) -> None:
    assert is_valid(path_of(name).read_text("utf-8"))
    assert CHECK.is_valid(json.loads(json.dumps(load(name).document)))


def test_every_rule_and_every_field_of_a_combatant_is_described() -> None:
    counts = schema()["$defs"]["counts"]["properties"]
    combatant = counts["combatants"]["items"]["properties"]
    assert set(counts["rules"]["properties"]) == {field.name for field in attrs.fields(CountsRules)}
    assert {field.metadata["key"] or field.name for field in attrs.fields(CombatantSpec)} < set(combatant)
    assert counts["rules"]["properties"]["max_counts"]["exclusiveMinimum"] == 0
    assert "CLK-8" in counts["rules"]["properties"]["max_counts"]["description"]


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
