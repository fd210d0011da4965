"""The golden timelines of this repository: all hold, and everything that can be named occurs in one of them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import agents
import scenarios
from engine.record import read_log
from studies.golden import Case, cases_in, check_case
from studies.systems import event_types, options, systems

FOLDER = Path(__file__).parents[1] / "golden"
CASES = cases_in(FOLDER)


@cache
def logs(system: str | None = None) -> list[list[dict[str, Any]]]:
    """The expected logs of one system, or of all."""
    found = [read_log(case.log).events for case in CASES]
    return [log for log in found if system in (None, log[0]["system"])]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_timeline_is_as_expected(case: Case) -> None:
    verdict = check_case(case)
    assert verdict.status == "same", "\n".join(["run `couched golden update` if this is meant", *verdict.lines])


def test_no_log_is_left_without_its_case() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == {case.name for case in CASES}


def test_every_system_has_a_timeline() -> None:
    assert set(systems()) == {log[0]["system"] for log in logs()}


@pytest.mark.parametrize("system", systems())
def test_every_shipped_scenario_has_a_timeline(system: str) -> None:
    assert set(scenarios.names(system)) <= {case.scenario for case in CASES}


@pytest.mark.parametrize("system", systems())
def test_every_agent_plays_in_a_timeline(system: str) -> None:
    playing = {row["agent"]["policy"] for log in logs(system) for row in log[0]["scenario"]["combatants"]}
    assert set(agents.names(system)) - {"external"} <= playing


@pytest.mark.parametrize("system", systems())
def test_every_option_is_taken_in_a_timeline(system: str) -> None:
    taken = {event["option"]["do"] for log in logs(system) for event in log if event["type"] == "decision"}
    assert {kind.__struct_config__.tag for kind in options(system)} <= taken


@pytest.mark.parametrize("system", systems())
def test_a_timeline_holds_only_types_of_event_that_the_log_of_its_system_has(system: str) -> None:
    named = {kind.__struct_config__.tag for kind in event_types(system)}
    assert {event["type"] for log in logs(system) for event in log} <= named


@pytest.mark.parametrize("system", systems())
def test_every_type_of_event_of_a_systems_own_occurs_in_a_timeline(system: str) -> None:
    own = {kind.__struct_config__.tag for kind in event_types(system) if kind.__module__ == f"engine.events_{system}"}
    assert own <= {event["type"] for log in logs(system) for event in log}


@pytest.mark.parametrize("system", systems())
def test_every_reason_to_be_asked_occurs_in_a_timeline(system: str) -> None:
    reasons = set(import_module(f"engine.{system}.requests").URGENCY)
    assert reasons <= {reason for log in logs(system) for event in log if event["type"] == "decision" for reason in event["reason"]}
