"""What `couched list` and `couched schema` show."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine.errors import InputError
from engine.events import EVENT_TYPES
from studies.listing import LISTS, PURPOSES, constants, listing
from studies.listing_schemas import agent_schema, log_schema, scenario_schema

LOG = Path(__file__).parent / "logs" / "handmade.jsonl"


@pytest.mark.parametrize("what", LISTS)
def test_every_list_has_rows_that_are_plain_data(what: str) -> None:
    rows = listing(what)
    assert rows
    assert json.loads(json.dumps(rows)) == rows


def test_a_list_nobody_knows_names_the_nearest() -> None:
    with pytest.raises(InputError, match="did you mean weapons"):
        listing("waepons")


def test_a_system_nobody_knows_is_refused() -> None:
    with pytest.raises(InputError, match="counts, shots, steps"):
        listing("rules", "chess")


def test_the_rules_of_a_system_come_with_rule_unit_and_source() -> None:
    rows = {row["field"]: row for row in listing("rules")}
    assert rows["windup_share"] == {
        "field": "windup_share", "rule": "C-TIM-1", "default": 0.5, "unit": "share of X", "source": "source",
        "why": rows["windup_share"]["why"],
    }  # fmt: skip
    assert rows["types.chopping.mod"]["default"] == 10


def test_constants_take_what_a_scenario_changed() -> None:
    rows = {row.field: row for row in constants("counts", {"ties": "reach", "types": {"slicing": {"mod": 3}}})}
    assert (rows["ties"].default, rows["ties"].value) == ("simultaneous", "reach")
    assert (rows["types.slicing.mod"].default, rows["types.slicing.mod"].value) == (-10, 3)


def test_a_system_without_a_rule_set_has_no_constants() -> None:
    assert constants("chess") == []


def test_the_purposes_are_those_of_the_system() -> None:
    assert [row["name"] for row in listing("purposes", "shots")] == ["initiative", "attack", "death_test", "medicine"]


def test_every_purpose_the_counts_system_rolls_is_listed() -> None:
    source = (Path(__file__).parents[2] / "engine" / "counts" / "rolls.py").read_text()
    rolled = set(re.findall(r'streams\.(?:d100|roll)\("(\w+)"', source))
    assert {"to_hit", "init"} <= rolled <= set(PURPOSES["counts"])


def validator(schema: dict[str, Any]) -> Any:
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_log_schema_takes_every_line_of_a_log() -> None:
    check = validator(log_schema())
    for line in LOG.read_text().splitlines():
        check.validate(json.loads(line))


def test_the_log_schema_takes_types_and_fields_it_does_not_know() -> None:
    check = validator(log_schema())
    check.validate({"seq": 3, "t": 1.5, "type": "weather", "rain": True})
    check.validate({"seq": 3, "t": 1.5, "type": "couched", "actor": "Ana", "weapon": "spear", "mood": "calm"})


@pytest.mark.parametrize(
    "line",
    [
        {"t": 1.0, "type": "couched", "weapon": "spear"},
        {"seq": -1, "t": 1.0, "type": "couched", "weapon": "spear"},
        {"seq": 1, "t": "1", "type": "couched", "weapon": "spear"},
        {"seq": 1, "t": 1.0, "type": "couched"},
        {"seq": 1, "t": 1.0, "type": "roll", "purpose": "init", "dice": "2d6", "faces": "34", "result": "7"},
        {"seq": 1, "t": 1.0, "type": "couched", "weapon": "spear", "cause": "0"},
    ],
)
def test_the_log_schema_refuses_what_is_no_event(line: dict[str, Any]) -> None:
    assert not validator(log_schema()).is_valid(line)


def test_the_log_schema_knows_every_type() -> None:
    named = {part["if"]["properties"]["type"]["const"] for part in log_schema()["allOf"]}
    assert named == {kind.__struct_config__.tag for kind in EVENT_TYPES}


def test_the_scenario_schema_is_a_schema() -> None:
    validator(scenario_schema())


def test_the_agent_schema_takes_requests_and_replies() -> None:
    check = validator(agent_schema())
    hold = {"do": "hold"}
    check.validate({"combatant": "Ana", "t": 0, "reasons": ["start"], "view": {}, "options": [hold]})
    check.validate({"option": {"do": "attack", "target": "Bo", "weapon": "broadsword"}, "wake": 12.5, "note": "now"})
    assert not check.is_valid({"option": {"do": "surrender"}})
    assert not check.is_valid({"option": {"do": "attack", "target": "Bo"}})


@pytest.mark.parametrize("what", ["weapons", "armor", "scenarios", "options", "modes", "damage-types"])
def test_a_list_of_a_system_that_is_not_built_says_so(what: str) -> None:
    with pytest.raises(InputError, match="'shots', a system that is not built yet; allowed: one of counts"):
        listing(what, "shots")
