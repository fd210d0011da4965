"""Whatever a steps document holds, the answer is a scenario or an error of our own."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ScenarioError
from scenarios import from_document, load, loads, path_of

_texts = st.sampled_from(["", "Ada", "A", ".", "pistol", "script", "wall", "dodge", "x" * 300, "\n"]) | st.text(max_size=3)
_scalars = st.none() | st.booleans() | st.integers() | st.floats() | _texts
_values: st.SearchStrategy[Any] = st.recursive(
    _scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3), max_leaves=5
)

DOCUMENTS = [json.dumps(load(name).document) for name in ("steps_duel", "steps_mirror", "grenade_over_the_wall", "bystanders")]
LINES = path_of("grenade_over_the_wall").read_text("utf-8").splitlines()


def containers(value):
    """Return every table and array of a document."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return ([value] if isinstance(value, dict | list) else []) + [found for item in items for found in containers(item)]


def outcome(make):
    """Return the scenario, or None when it was refused in good order."""
    lines: tuple[str, ...] = ()
    try:
        return make()
    except ScenarioError as error:
        lines = error.mistakes
    assert lines
    assert all(line.isprintable() for line in lines)
    return None


@given(st.sampled_from(DOCUMENTS), st.data())
@settings(max_examples=150, deadline=None)
def test_a_document_with_one_value_changed_loads_and_round_trips_or_is_refused(text, data) -> None:
    document = json.loads(text)
    place = data.draw(st.sampled_from(containers(document)), label="place")
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    key = data.draw(st.sampled_from([*keys, "odd"]) if isinstance(place, dict) else st.sampled_from(keys or [0]), label="key")
    value = data.draw(_values, label="value")
    if isinstance(place, dict) or key < len(place):
        place[key] = value
    else:
        place.append(value)
    scenario = outcome(lambda: from_document(document))
    if scenario is not None:
        assert from_document(json.loads(json.dumps(scenario.document))) == scenario


@given(st.integers(0, len(LINES) - 1), st.sampled_from(["", "[", "3", '"x"', "x = 1", '[[combatants]]', 'name = "Zoe"', '"..",', "[field]", "mark = 3"]))
@settings(max_examples=100, deadline=None)
def test_a_file_with_one_line_changed_loads_or_is_refused(number, line) -> None:
    text = "\n".join([*LINES[:number], line, *LINES[number + 1 :]])
    scenario = outcome(lambda: loads(text))
    assert scenario is None or scenario.system == "steps"
