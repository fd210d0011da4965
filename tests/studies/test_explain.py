"""Explaining one event: its chain of causes, the modifiers, and the constants of the rules met."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import InputError
from studies.explain import explain, report

LOG = Path(__file__).parent / "logs" / "handmade.jsonl"


@pytest.fixture
def events() -> list[dict[str, Any]]:
    return [json.loads(line) for line in LOG.read_text().splitlines()]


def test_the_chain_leads_from_the_start_to_the_event(events: list[dict[str, Any]]) -> None:
    links = explain(events, 16).links
    assert [link.event["seq"] for link in links] == [0, 1, 2, 8, 9, 12, 13, 16]


def test_a_wound_is_explained_with_the_rolls_that_made_it(events: list[dict[str, Any]]) -> None:
    links = explain(events, 13).links
    purposes = [link.event["purpose"] for link in links if link.event["type"] == "roll"]
    assert purposes == ["to_hit", "location", "damage"]


def test_every_modifier_is_listed_with_its_rule(events: list[dict[str, Any]]) -> None:
    told = [line.strip() for line in report(explain(events, 12))]
    for line in ("+70  skill with broadsword (C-HIT-1)", "+10  chopping (C-DMG-2)", "-35  DEF (C-HIT-1)"):
        assert line in told


def test_rules_come_with_their_constants_and_what_this_battle_made_of_them(events: list[dict[str, Any]]) -> None:
    events[17]["why"] = "recovery (C-TIM-4)"
    rows = {row.field: row for row in explain(events, 17).rules["C-TIM-4"]}
    assert rows["recovery_share"].default == 0.5
    assert rows["recovery_share"].value == 0.75
    assert rows["recovery_share"].why


def test_an_event_that_is_not_there_is_refused_with_what_is(events: list[dict[str, Any]]) -> None:
    with pytest.raises(InputError, match="found 99; allowed: a seq of this log, 0 to 21"):
        explain(events, 99)


def test_the_explanation_is_plain_data_for_programs(events: list[dict[str, Any]]) -> None:
    data = json.loads(json.dumps(explain(events, 12).data()))
    assert data["chain"][-1]["event"]["type"] == "impact"
    assert data["rules"]["C-DMG-2"]


def test_a_log_of_a_system_without_a_rule_set_is_explained_all_the_same(events: list[dict[str, Any]]) -> None:
    events[0]["system"] = "unheard of"
    assert explain(events, 12).rules["C-HIT-1"] == []


def test_the_steps_of_a_wound_add_up_to_what_was_lost_each_with_its_rule(events: list[dict[str, Any]]) -> None:
    events[13].update({"critical": 3, "pab": 6, "leaked": 1, "pab_stopped": 4, "capped": 2, "lost": 22})
    mods = explain(events, 13).links[-1].mods
    assert [(mod["rule"], mod["value"]) for mod in mods] == [
        ("C-DMG-1a", 17), ("C-ARM-1", -4), ("C-DMG-6", -4), ("C-DMG-5", 18), ("C-DMG-6", -4), ("C-DMG-6", 1), ("C-DMG-4", -2),
    ]  # fmt: skip
    assert sum(mod["value"] for mod in mods) == 22
    assert {"C-ARM-1", "C-DMG-4", "C-DMG-5", "C-DMG-6"} <= set(explain(events, 13).rules)


def test_a_wound_with_figures_of_another_kind_has_no_steps(events: list[dict[str, Any]]) -> None:
    events[13]["through"] = "many"
    assert explain(events, 13).links[-1].mods == []


def test_of_the_damage_types_only_those_met_are_explained(events: list[dict[str, Any]]) -> None:
    fields = [row.field for rows in explain(events, 13).rules.values() for row in rows]
    assert {field.split(".")[1] for field in fields if field.startswith("types.")} == {"chopping"}
