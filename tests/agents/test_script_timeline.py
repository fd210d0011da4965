"""Scripts in whole fights: the clock shows that every order came at its moment (contract 4)."""

from __future__ import annotations

from typing import Any

import attrs

from engine.scenario import AgentSpec
from scenarios import load
from studies.run import RunResult, run


def drill(orders: list[dict[str, Any]], until: float = 60, **rules: Any) -> RunResult:
    """Run orders for Drill against a post that holds: broadsword, W 10, 5 ft apart, every INIT 0."""
    overrides = [f"rules.max_counts={until}", *[f"rules.{key}={value}" for key, value in rules.items()]]
    scenario = load("timing_drill", overrides=overrides)
    agents = {**scenario.agents, "Drill": AgentSpec("script", {"orders": orders})}
    return run(attrs.evolve(scenario, agents=agents))


def moments(result: RunResult, *types: str) -> list[tuple[float, str]]:
    return [
        (line["t"], line["type"]) for line in result.log() if line["type"] in types and line.get("actor") == "Drill"
    ]


def test_a_break_off_is_timed_exactly_by_its_count():
    result = drill([{"do": "attack"}, {"at": 4.999, "do": "break_off"}])
    assert moments(result, "windup", "break_off", "commit") == [(0, "windup"), (4.999, "break_off")]


def test_orders_without_at_follow_as_soon_as_the_fighter_is_free():
    result = drill([{"do": "attack"}, {"do": "couch"}, {"do": "release"}])
    assert moments(result, "impact", "couched", "commit") == [
        (5, "commit"), (10, "impact"), (20, "couched"), (22.5, "commit"), (27.5, "impact"),
    ]  # fmt: skip


def test_a_recouch_is_taken_at_the_impact_count():
    result = drill([{"do": "attack"}, {"do": "recouch"}])
    assert moments(result, "impact", "couched") == [(10, "impact"), (20, "couched")]


def test_on_commit_breaks_off_at_the_last_free_moment():
    result = drill([{"do": "attack"}, {"on": "commit", "do": "break_off"}])
    assert moments(result, "break_off", "commit", "impact") == [(5, "break_off")]


def test_a_plain_attack_after_an_attack_waits_for_ready():
    result = drill([{"do": "attack"}, {"do": "attack"}], until=30)
    assert moments(result, "impact", "windup") == [(0, "windup"), (10, "impact"), (15, "windup"), (25, "impact")]


def test_where_recovery_is_no_phase_the_next_attack_follows_at_the_impact():
    result = drill([{"do": "attack"}, {"do": "attack"}], until=25, level='"basic"')
    assert moments(result, "impact", "windup") == [(0, "windup"), (10, "impact"), (10, "windup"), (20, "impact")]


def test_an_order_that_is_not_legal_ends_the_battle_with_an_error_that_names_it():
    result = drill([{"do": "attack"}, {"at": 15, "do": "release"}])
    assert result.outcome == "error"
    for part in ("Drill", "orders[1]", 'do = "release"', "count 15", "C-TIM-2"):
        assert part in result.result.reason


def test_a_used_up_script_holds_to_the_cap():
    result = drill([{"do": "attack"}], until=40)
    assert (result.outcome, result.t) == ("timeout", 40)
