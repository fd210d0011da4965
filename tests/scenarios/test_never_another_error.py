"""Whatever a document or a text holds, the answer is a scenario or an error of our own."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ScenarioError
from engine.scenario import Scenario
from scenarios import from_document, load, loads, path_of

_texts = st.sampled_from(["", "Ana", "Bo", "spear", "script", "x" * 300, "\n", "7", "counts", "soldier"]) | st.text(
    max_size=3
)
_scalars = st.none() | st.booleans() | st.integers() | st.floats() | _texts
_values: st.SearchStrategy[Any] = st.recursive(
    _scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3), max_leaves=5
)

DOCUMENTS = [
    json.dumps(load(name, overrides=overrides).document)
    for name, overrides in [
        ("timing_drill", []),
        ("three_on_three", ["combatants.Fay.agent={policy='external',command=['a']}"]),
    ]
]


def containers(value: Any) -> list[Any]:
    """Return every table and array of a document."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return ([value] if isinstance(value, dict | list) else []) + [found for item in items for found in containers(item)]


def outcome(make: Any) -> Scenario | None:
    """Return the scenario, or None when it was refused in good order."""
    lines: tuple[str, ...] = ()
    try:
        scenario: Scenario = make()
    except ScenarioError as error:
        lines = error.mistakes
    else:
        return scenario
    assert lines
    assert all(line.isprintable() for line in lines)
    return None


@given(st.sampled_from(DOCUMENTS), st.data())
@settings(max_examples=200, deadline=None)
def test_a_document_with_one_value_changed_loads_and_round_trips_or_is_refused(text: str, data: st.DataObject) -> None:
    document = json.loads(text)
    place = data.draw(st.sampled_from(containers(document)), label="place")
    keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
    key = data.draw(
        st.sampled_from([*keys, "odd"]) if isinstance(place, dict) else st.sampled_from(keys or [0]), label="key"
    )
    value = data.draw(_values, label="value")
    if isinstance(place, dict) or key < len(place):
        place[key] = value
    else:
        place.append(value)
    scenario = outcome(lambda: from_document(document))
    if scenario is not None:
        assert from_document(json.loads(json.dumps(scenario.document))) == scenario


@given(
    st.sampled_from(["timing_drill", "duel_basic", "gate"]),
    st.integers(0, 3000),
    st.integers(0, 40),
    st.text(max_size=4),
)
@settings(max_examples=150, deadline=None)
def test_a_file_with_a_piece_cut_out_or_put_in_loads_or_is_refused(name: str, at: int, cut: int, put: str) -> None:
    text = path_of(name).read_text("utf-8")
    at %= len(text)
    outcome(lambda: loads(text[:at] + put + text[at + cut :]))


@given(st.text("combatants.Drill\"'[]{}=#,htk0 weapons\\", max_size=40), _texts)
@settings(max_examples=150, deadline=None)
def test_any_text_as_an_override_is_applied_or_refused(path: str, value: str) -> None:
    outcome(lambda: load("timing_drill", overrides=[f"{path}={value}"]))
