"""What `couched list` and `couched schema` show."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from engine.errors import InputError
from engine.events import EVENT_TYPES
from engine.registry import SYSTEMS
from studies.listing import LISTS, listing
from studies.listing_schemas import agent_schema, log_schema, scenario_schema
from studies.systems import OF_ALL, PURPOSES, SHARED, constants, event_types, systems

LOG = Path(__file__).parent / "logs" / "handmade.jsonl"


@pytest.mark.parametrize("what", LISTS)
def test_every_list_has_rows_that_are_plain_data(what: str) -> None:
    rows = listing(what)
    assert rows
    assert json.loads(json.dumps(rows)) == rows


@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("what", LISTS)
def test_a_list_is_of_the_system_that_is_named_or_says_which_systems_have_it(what: str, system: str) -> None:
    try:
        rows = listing(what, system)
    except InputError as error:
        having = error.allowed.split(" or ")
        assert system not in having
        assert all(listing(what, other) for other in having)
    else:
        assert json.loads(json.dumps(rows)) == rows


def test_scenarios_agents_and_events_are_those_of_all_systems_unless_one_is_named() -> None:
    for what in ("scenarios", "agents", "events"):
        parts = [row for system in systems() for row in listing(what, system)]
        assert all(row in parts for row in listing(what))
        assert all(row in listing(what) for row in parts)


def test_the_types_that_a_system_shares_are_types_there_are() -> None:
    named = {kind.__struct_config__.tag for kind in EVENT_TYPES if kind.__module__ in OF_ALL}
    assert all(shared <= named for shared in SHARED.values())


def test_every_type_of_event_is_some_systems() -> None:
    assert set(event_types()) == set(EVENT_TYPES)


def test_policies_are_another_name_of_agents() -> None:
    assert listing("policies") == listing("agents")


def test_the_other_lists_are_those_of_counts_unless_a_system_is_named() -> None:
    for what in ("options", "weapons", "rules", "skills"):
        assert listing(what) == listing(what, "counts")


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
    assert [row["name"] for row in listing("purposes", "shots")][:4] == ["initiative", "attack", "death_test", "medicine"]


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
    assert named == {kind.__struct_config__.tag for kind in event_types()}


def test_the_log_schema_takes_a_type_that_two_systems_share_in_the_figures_of_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Rain(msgspec.Struct, tag_field="type", tag="rain"):
        inches: float

    class Drizzle(msgspec.Struct, tag_field="type", tag="rain"):
        drops: int

    monkeypatch.setattr("studies.systems.event_types", lambda: [Rain, Drizzle])
    check = validator(log_schema())
    head = {"seq": 0, "t": 0.0, "type": "rain"}
    assert [check.is_valid({**head, **own}) for own in ({"inches": 1.5}, {"drops": 3}, {})] == [True, True, False]


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
def test_a_list_of_a_system_that_is_not_built_says_so(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(SYSTEMS, "steps", raising=False)
    with pytest.raises(InputError, match="'steps', a system that is not built yet; allowed: one of counts"):
        listing(what, "steps")


def test_the_things_that_stand_on_a_map_are_listed() -> None:
    """P-LOS-4: the source's own figures."""
    cover = {row["name"]: row["cover"] for row in listing("objects")}
    assert (cover["chair"], cover["desk"], cover["low_wall"], cover["wall"]) == (25, 50, 50, 100)


def test_every_key_of_every_calc_is_listed_with_its_meaning() -> None:
    for row in listing("calcs"):
        assert row["what"][0] not in " :", row["calc"]
        assert row["rules"]
        for key in row["keys"]:
            assert len(key["what"]) > 2, (row["calc"], key)
            assert key["allowed"]
            assert "default" in key or key["required"] or key["key"] not in ("cover", "pace", "fire")


def test_the_calcs_of_one_system_are_listed_alone() -> None:
    found = {system: [row["calc"] for row in listing("calcs", system)] for system in ("counts", "shots", "steps")}
    assert {name.removeprefix("odds ").partition("-")[0] for name in found["steps"]} == {"steps"}
    assert "odds shots-area" in found["shots"]
    assert {"stage", "odds hit", "knockback-save"} <= set(found["counts"])
    everything = [*found["counts"], *found["shots"], *found["steps"]]
    assert sorted(everything) == sorted(row["calc"] for row in listing("calcs"))
