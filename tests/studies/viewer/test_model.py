"""Tests of what a page and a trace hold: every event of real battles, and logs that are cut or strange."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engine.record import ReadLog, encode, parse_log
from studies.account_totals import totals_of
from studies.run import run
from studies.viewer import page_of
from studies.viewer.model import model_of
from studies.viewer.trace import trace_of

BATTLES = ["duel", "skirmish_in_ruins", "cliff_edge", "shots_duel", "ambush", "steps_duel", "grenade_over_the_wall"]


def log_of(scenario: str, **settings: Any) -> ReadLog:
    result = run(scenario, seed=3, **settings)
    return parse_log(b"".join(encode(event) for event in result.events), f"{scenario}.jsonl")


@pytest.fixture(scope="module", params=BATTLES)
def log(request: pytest.FixtureRequest) -> ReadLog:
    return log_of(request.param)


def test_every_event_is_on_the_page_in_words(log: ReadLog) -> None:
    events = model_of(log)["events"]
    assert events["seq"] == [event["seq"] for event in log.events]
    assert events["t"] == pytest.approx([event["t"] for event in log.events], abs=1e-6)
    assert all(events["text"])
    assert [events["types"][kind] for kind in events["type"]] == [event["type"] for event in log.events]


def test_spans_of_what_a_fighter_does_never_overlap(log: ReadLog) -> None:
    model = model_of(log)
    for fighter in model["fighters"]:
        acts = [span for span in fighter["spans"] if model["phases"][span[2]][2] == "act"]
        assert all(one[1] <= other[0] + 1e-6 for one, other in pairwise(acts)), fighter["name"]
        assert all(0 <= span[0] <= span[1] <= model["end"] and (span[0] < span[1] or span[5]) for span in fighter["spans"])


def test_places_at_the_end_are_those_of_the_summary(log: ReadLog) -> None:
    model, end = model_of(log), log.events[-1]
    for fighter in model["fighters"]:
        t, x, y, vx, vy, _ = fighter["motion"][-1]
        state = end["combatants"][fighter["name"]]
        gone = end["t"] - t
        assert [x + vx * gone, y + vy * gone] == pytest.approx(state["position"], abs=1e-3), fighter["name"]


def test_what_is_left_at_the_end_is_that_of_the_summary(log: ReadLog) -> None:
    model, end = model_of(log), log.events[-1]
    for fighter in model["fighters"]:
        state, last = end["combatants"][fighter["name"]], fighter["vital"][-1][1]
        expected = {"counts": lambda s: s["htk"] - s["htk_lost"], "shots": lambda s: s["wounds"], "steps": lambda s: s["health"]}
        assert last == expected[model["system"]](state), fighter["name"]


def test_every_impact_is_a_blow_on_the_page(log: ReadLog) -> None:
    impacts = [event["seq"] for event in log.events if event["type"] == "impact"]
    assert [blow[5] for blow in model_of(log)["blows"]] == impacts


def test_a_log_cut_anywhere_makes_a_page_and_a_trace() -> None:
    whole = b"".join(log_of("duel").lines)
    for size in range(len(whole.split(b"\n", 1)[0]) + 1, len(whole), 997):
        cut = parse_log(whole[:size])
        assert cut.cut in model_of(cut)["notes"][-1]
        assert "couched-data" in page_of(cut)
        assert trace_of(cut)["traceEvents"]


@pytest.mark.parametrize("value", [None, True, "text", -1.5e300, [], {}, [1, 2, 3], 2**70])
def test_fields_of_any_kind_are_no_trouble(value: Any) -> None:
    log = log_of("duel")
    for kind in ("move", "stage", "declare", "windup", "impact", "wound", "recover", "roll", "mode", "stun", "bleed"):
        events = [
            {key: value if event["type"] == kind and key not in ("seq", "t", "type", "cause") else held for key, held in event.items()}
            for event in log.events
        ]
        strange = ReadLog("strange.jsonl", events, log.lines, None)
        assert len(model_of(strange)["events"]["seq"]) == len(events)
        msgspec.json.encode(trace_of(strange)["traceEvents"][-1]["name"])


def test_unknown_types_and_systems_are_told_as_they_stand() -> None:
    header = {"type": "battle.start", "seq": 0, "t": 0, "schema": "couched.events/1", "system": "dance", "scenario": {}}
    log = ReadLog("x.jsonl", [header, {"type": "pirouette", "seq": 1, "t": 2.5, "turns": 3}], [], None)
    assert model_of(log)["events"]["text"][1] == "pirouette: turns 3"


def test_the_same_log_makes_the_same_page() -> None:
    assert page_of(log_of("duel")) == page_of(log_of("duel"))


def test_a_trace_names_every_fighter_and_leads_from_blows_to_wounds() -> None:
    log = log_of("duel")
    rows = trace_of(log)["traceEvents"]
    names = {row["args"]["name"] for row in rows if row["name"] == "thread_name"}
    assert {"Ana", "Bo"} <= names
    wounds = [event for event in log.events if event["type"] == "wound"]
    starts, ends = ([row for row in rows if row["ph"] == sign] for sign in "sf")
    assert [row["id"] for row in starts] == [row["id"] for row in ends] == [wound["seq"] for wound in wounds]
    assert [row["ts"] for row in ends] == [1000 * wound["t"] for wound in wounds]


def test_slices_of_a_thread_never_cross() -> None:
    for scenario in BATTLES:
        threads: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for row in trace_of(log_of(scenario))["traceEvents"]:
            if row["ph"] == "X":
                threads.setdefault((row["pid"], row["tid"]), []).append((row["ts"], row["ts"] + row["dur"]))
        for slices in threads.values():
            slices.sort(key=lambda one: (one[0], -one[1]))
            for one, other in pairwise(slices):
                assert other[0] >= one[1] or other[1] <= one[1], scenario


@pytest.mark.parametrize("scenario", ["duel", "bridge", "skirmish_in_ruins", "couched_spear_against_charge"])
def test_counts_in_each_phase_are_those_the_account_tells(scenario: str) -> None:
    log = log_of(scenario)
    model, totals = model_of(log), totals_of(log.events)
    for fighter in model["fighters"]:
        for phase, told in totals[fighter["name"]].counts.items():
            spent = sum(span[1] - span[0] for span in fighter["spans"] if model["phases"][span[2]][0] == phase)
            assert spent == pytest.approx(told, abs=0.01), (fighter["name"], phase)


def test_who_falls_at_the_end_is_out_there() -> None:
    log = log_of("duel")
    (fallen,) = {event["actor"] for event in log.events if event["type"] in ("down", "death")}
    model = model_of(log)
    (fighter,) = (fighter for fighter in model["fighters"] if fighter["name"] == fallen)
    assert [span[5] for span in fighter["spans"] if model["phases"][span[2]][0] == "out"] == [1]


def test_pow_is_told_where_minds_are_attacked() -> None:
    log = log_of("mind_duel")
    fighters = {fighter["name"]: fighter["pow"] for fighter in model_of(log)["fighters"]}
    wounds = [event for event in log.events if event["type"] == "wound" and event.get("pow_lost")]
    assert wounds
    for event in wounds:
        first = fighters[event["actor"]][0][1]
        assert [event["t"], first - event["pow_lost"], event["seq"]] in fighters[event["actor"]]


def test_a_shot_at_a_place_is_at_nobody_in_a_trace() -> None:
    names = [row["name"] for row in trace_of(log_of("grenade_over_the_wall"))["traceEvents"] if row.get("cat") == "impact"]
    assert any(name.endswith("grenade") for name in names)
    assert not any("None" in name for name in names)
