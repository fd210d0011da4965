"""The log of every shipped scenario of every system holds what `couched schema log` and `couched list events` say.

The battles are cut short: their first counts have nearly every type of event, and the big ones take long.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from scenarios import load
from studies.listing import listing
from studies.listing_schemas import log_schema
from studies.run import run

SCENARIOS: list[tuple[str, str]] = [(row["system"], row["name"]) for row in listing("scenarios")]
MOST_COUNTS = 24


@cache
def log_of(name: str) -> list[dict[str, Any]]:
    return run(load(name, overrides=[f"rules.max_counts={MOST_COUNTS}"]), 1, record=True).log()


@cache
def validator() -> Any:
    schema = log_schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def shape(value: Any) -> Any:
    """Return what a schema of types sees of a value; of lines of one shape one is enough."""
    if isinstance(value, dict):
        return tuple(sorted((key, shape(inner)) for key, inner in value.items()))
    if isinstance(value, list):
        return "list", tuple(sorted({repr(shape(inner)) for inner in value}))
    return type(value).__name__


@pytest.mark.parametrize(("system", "name"), SCENARIOS)
def test_every_line_of_a_shipped_scenarios_log_is_as_the_schema_says(system: str, name: str) -> None:
    lines = {(line["type"], repr(shape(line))): line for line in log_of(name)}
    assert {"battle.start", "decision", "battle.end"} <= {kind for kind, _ in lines}
    for line in lines.values():
        assert [f"{error.json_path}: {error.message}" for error in validator().iter_errors(line)] == [], line["type"]


@pytest.mark.parametrize("system", sorted({system for system, _ in SCENARIOS}))
def test_the_list_of_events_names_every_type_that_occurs(system: str) -> None:
    listed = {row["type"] for row in listing("events", system)}
    occurring = {line["type"] for of, name in SCENARIOS if of == system for line in log_of(name)}
    assert len(occurring) > len({"battle.start", "battle.end", "decision", "roll", "declare"})
    assert occurring - listed == set()


def test_the_schema_refuses_a_line_that_lacks_what_its_type_has() -> None:
    roll = next(line for line in log_of("steps_duel") if line["type"] == "roll")
    assert not validator().is_valid({key: value for key, value in roll.items() if key != "faces"})
