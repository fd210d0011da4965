"""Comparing logs: the first event that differs, and what led to it on both sides."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from engine.record import ReadLog
from studies.difference import compare, first_difference, header_differences

LOG = Path(__file__).parent / "logs" / "handmade.jsonl"


@pytest.fixture
def events() -> list[dict[str, Any]]:
    return [json.loads(line) for line in LOG.read_text().splitlines()]


def log(events: list[dict[str, Any]], path: str = "a", cut: str | None = None) -> ReadLog:
    return ReadLog(path, events, [json.dumps(event).encode() + b"\n" for event in events], cut)


def test_a_log_is_the_same_as_itself(events: list[dict[str, Any]]) -> None:
    result = compare(log(events), log(copy.deepcopy(events)))
    assert result.same
    assert result.report() == ["identical: 22 lines"]


def test_the_first_event_that_differs_is_shown_with_its_fields(events: list[dict[str, Any]]) -> None:
    other = copy.deepcopy(events)
    other[9]["faces"] = [66]
    other[9]["result"] = "miss"
    other[12]["result"] = "miss"
    result = compare(log(events), log(other, "b"))
    assert not result.same
    assert result.difference is not None
    assert result.difference.index == 9
    assert result.difference.fields == ["faces.0: 42 against 66", "result: hit against miss"]


def test_what_led_to_it_is_told_once_where_both_sides_share_it(events: list[dict[str, Any]]) -> None:
    other = copy.deepcopy(events)
    other[13]["lost"] = 10
    difference = first_difference(events, other)
    assert difference is not None
    assert [text.split(":")[0] for text in difference.common] == [
        "seq 0, count 0", "seq 1, count 0", "seq 2, count 0", "seq 8, count 9", "seq 9, count 14", "seq 12, count 14",
    ]  # fmt: skip
    assert (difference.led_a, difference.led_b) == ([], [])


def test_causes_only_one_side_has_are_told_apart(events: list[dict[str, Any]]) -> None:
    other = copy.deepcopy(events)
    other[13]["cause"] = 8
    difference = first_difference(events, other)
    assert difference is not None
    assert [text.split(":")[0] for text in difference.led_a] == ["seq 9, count 14", "seq 12, count 14"]
    assert difference.led_b == []


def test_a_whole_number_and_a_fraction_of_the_same_size_differ(events: list[dict[str, Any]]) -> None:
    other = copy.deepcopy(events)
    other[8]["impact"] = 14
    assert first_difference(events, other) is not None


def test_the_order_of_fields_is_no_difference(events: list[dict[str, Any]]) -> None:
    assert first_difference(events, [dict(reversed(list(event.items()))) for event in events]) is None


def test_headers_differ_in_words_and_combatants_are_matched_by_name(events: list[dict[str, Any]]) -> None:
    other = copy.deepcopy(events[0])
    other["seed"] = 8
    other["digest"] = "e" * 64
    other["scenario"]["combatants"].reverse()
    other["scenario"]["combatants"][1]["htk"] = 40
    del other["scenario"]["rules"]["recovery_share"]
    assert header_differences(events[0], other) == [
        "scenario.rules.recovery_share: 0.75 against absent",
        "scenario.combatants.Ana.htk: 30 against 40",
        "scenario.combatants: listed as Ana, Bo against Bo, Ana",
        "seed: 7 against 8",
    ]


def test_only_headers_that_differ_are_the_same_when_only_events_count(events: list[dict[str, Any]]) -> None:
    other = copy.deepcopy(events)
    other[0]["seed"] = 8
    other[-1]["digest"] = "1" * 64
    strict, lenient = compare(log(events), log(other)), compare(log(events), log(other), events_only=True)
    assert not strict.same
    assert lenient.same
    assert "  seed: 7 against 8" in strict.report()
    assert strict.report()[-1] == "all events after the header are the same: 22 lines"


def test_a_log_that_goes_on_differs_from_one_that_is_cut(events: list[dict[str, Any]]) -> None:
    result = compare(log(events), log(events[:12], "b", "cut after line 12"))
    assert not result.same
    report = result.report()
    assert report[0] == "b is not complete: cut after line 12"
    assert "first difference at seq 12:" in report
    assert "  b: nothing more: it ends after 12 events" in report


def test_a_cause_that_points_forward_ends_the_chain(events: list[dict[str, Any]]) -> None:
    other = copy.deepcopy(events)
    other[13]["cause"] = 20
    difference = first_difference(events, other)
    assert difference is not None
    assert difference.led_b == []
