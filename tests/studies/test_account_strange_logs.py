"""Logs of any content can be told, explained and compared: what is unknown or misshapen is shown as it stands."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.record import ReadLog
from studies.account import tell
from studies.account_render import text_of
from studies.difference import compare
from studies.explain import explain, report

LOG = Path(__file__).parent / "logs" / "handmade.jsonl"
EVENTS: list[dict[str, Any]] = [json.loads(line) for line in LOG.read_text().splitlines()]
KEPT = ("seq", "t", "type")

scalars = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text(max_size=5)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)


@st.composite
def strange_logs(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return the handmade log with some fields set to anything."""
    events = copy.deepcopy(EVENTS)
    for _ in range(draw(st.integers(1, 4))):
        event = draw(st.sampled_from(events))
        key = draw(st.sampled_from([*(key for key in event if key not in KEPT), "cause", "actor", "action", "note"]))
        event[key] = draw(values)
    return events


@settings(max_examples=60)
@given(strange_logs(), st.sampled_from(["short", "normal", "full"]))
def test_any_log_can_be_told(events: list[dict[str, Any]], detail: str) -> None:
    printed = text_of(tell(events, detail))
    assert not any(ord(char) < 32 for char in printed.replace("\n", ""))


@settings(max_examples=60)
@given(strange_logs(), st.integers(0, len(EVENTS) - 1))
def test_any_event_can_be_explained(events: list[dict[str, Any]], seq: int) -> None:
    explanation = explain(events, seq)
    assert explanation.links[-1].event["seq"] == seq
    assert report(explanation)


@settings(max_examples=60)
@given(strange_logs())
def test_any_two_logs_can_be_compared(events: list[dict[str, Any]]) -> None:
    one, other = (ReadLog(name, log, [], None) for name, log in (("a", EVENTS), ("b", events)))
    result = compare(one, other)
    assert result.same == (result.difference is None and not result.header)
    assert result.report()
    assert json.dumps(result.data())
