"""A resolved document spells everything out and loads again to an equal scenario."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from engine.counts.rules import CountsRules
from engine.errors import ScenarioError
from scenarios import from_document, load, loads, names

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "counts"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\n'


@pytest.mark.parametrize("name", names())
def test_a_document_that_went_through_json_gives_an_equal_scenario_back(name: str) -> None:
    scenario = load(name)
    again = from_document(json.loads(json.dumps(scenario.document)))
    assert again == scenario
    assert again.digest == scenario.digest


def test_a_document_holds_every_rule_so_that_a_log_replays_when_defaults_change() -> None:
    rules = loads(f"{HEAD}rules.level = 'basic'\n{ANA}").document["rules"]
    assert set(rules) == {field.name for field in attrs.fields(CountsRules)}
    assert rules["level"] == "basic"
    assert rules["types"]["slicing"] == {
        "damage": 4, "mod": -10, "wsd": 2.0, "pab_share": 0.75, "knockback_unit": 15, "shock_factor": 1, "sl_shift": 0,
    }  # fmt: skip


def test_a_document_names_no_template_and_no_gear_by_bare_name() -> None:
    document = loads(f'{HEAD}{ANA}template = "soldier"\nagent = "fencer"').document
    [ana] = document["combatants"]
    assert "template" not in ana
    assert "extends" not in document
    assert [type(item) for item in (*ana["weapons"], *ana["armor"])] == [dict] * 4
    assert ana["agent"] == {"policy": "fencer"}
    assert "def" in ana
    assert "defence" not in ana


def test_an_old_document_means_what_it_meant_though_gear_and_policies_are_gone() -> None:
    document = json.loads(json.dumps(load("duel").document))
    ana = document["combatants"][0]
    ana["weapons"][0]["name"] = "sword of old"
    ana["skills"]["sword of old"] = 71
    ana["skills"]["forgotten art"] = 5
    ana["armor"][0]["material"] = "mithril"
    ana["agent"] = {"policy": "forgotten", "depth": 3}
    scenario = from_document(document)
    assert scenario.combatants[0].weapons[0].skill == "sword of old"
    assert scenario.agents["Ana"].params == {"depth": 3}
    assert from_document(scenario.document) == scenario


def broken(change: str, value: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(load("duel").document))
    if change in document:
        document[change] = value
    else:
        document["combatants"][0][change] = value
    return document


@pytest.mark.parametrize(
    ("change", "value", "found"),
    [
        ("htk", "30", 'document: combatants.Ana.htk: found "30"'),
        ("htk", None, "document: combatants.Ana.htk: found"),
        ("htk", 30.0, "document: combatants.Ana.htk: found 30.0"),
        ("weapons", ["spear"], 'document: combatants.Ana.weapons.spear: found "spear"'),
        ("template", "soldier", 'document: combatants.Ana.template: found "soldier"'),
        ("skills", {"a\nb": 3}, 'document: combatants.Ana.skills."a\\\\nb": found key'),
        ("system", "chess", 'document: system: found "chess"'),
        ("combatants", [], "document: combatants: found"),
        ("name", "\ud800", "document: found what no log can hold"),
    ],
)
def test_a_document_is_read_as_strictly_as_a_file(change: str, value: Any, found: str) -> None:
    with pytest.raises(ScenarioError, match=found):
        from_document(broken(change, value))


@pytest.mark.parametrize("document", [[], None, "x", {"extends": "duel"}, {"a": object()}, {"name": 1 << 70}])
def test_what_is_no_document_is_an_input_error(document: Any) -> None:
    with pytest.raises(ScenarioError, match=r"^document: "):
        from_document(document)


def test_a_document_nested_too_deeply_is_refused() -> None:
    deep: Any = 1
    for _ in range(2000):
        deep = [deep]
    with pytest.raises(ScenarioError, match="nested at most 32 deep"):
        from_document({"name": deep})


def test_an_order_that_a_battle_refused_in_its_turn_is_read_from_its_log_again() -> None:
    document = load("duel").document
    script = {"policy": "script", "orders": [{"do": "move", "toward": "Bo", "speed": 900.0}, {"do": "couch", "over": True}]}
    ana, bo = document["combatants"]
    again = from_document({**document, "combatants": [{**ana, "agent": script}, bo]})
    assert again.agents["Ana"].params["orders"] == script["orders"]
