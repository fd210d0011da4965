"""Tests of the lanes: hand-made events, and the spans they must become."""

from __future__ import annotations

from typing import Any

import pytest

from studies.viewer.lanes import PHASES, Lanes


def spans(*events: dict[str, Any], name: str = "Ana") -> list[tuple[str, float, float]]:
    lanes = Lanes(["Ana", "Bo"])
    for seq, event in enumerate(events):
        lanes.take({"actor": "Ana", "seq": seq, **event})
    return [(span.phase, span.start, span.end) for span in lanes.spans()[name]]


DECLARED = {
    "type": "declare", "t": 0.0, "option": {"do": "attack", "weapon": "spear", "target": "Bo"}, "action": "Ana#1",
    "begin": 2.0, "commit": 5.5, "impact": 9.0, "ready": 14.0,
}  # fmt: skip
WINDUP = {"type": "windup", "t": 2.0, "action": "Ana#1", "weapon": "spear", "target": "Bo", "until": 5.5}
COMMIT = {"type": "commit", "t": 5.5, "action": "Ana#1", "weapon": "spear", "target": "Bo", "impact": 9.0}
IMPACT = {"type": "impact", "t": 9.0, "action": "Ana#1", "result": "hit", "target": "Bo"}
RECOVER = {"type": "recover", "t": 9.0, "action": "Ana#1", "weapon": "spear", "until": 14.0}
END = {"type": "battle.end", "t": 20.0, "actor": None}


def test_a_blow_waits_for_init_winds_up_is_committed_and_recovers() -> None:
    assert spans(DECLARED, WINDUP, COMMIT, IMPACT, RECOVER, END) == [
        ("waiting", 0.0, 2.0), ("winding", 2.0, 5.5), ("committed", 5.5, 9.0), ("recovering", 9.0, 14.0),
    ]  # fmt: skip


def test_a_free_break_off_ends_the_wind_up_and_a_late_one_does_not() -> None:
    free = {"type": "break_off", "t": 4.0, "action": "Ana#1", "phase": "windup", "free": True}
    assert spans(DECLARED, WINDUP, free, END) == [("waiting", 0.0, 2.0), ("winding", 2.0, 4.0)]
    late = {"type": "break_off", "t": 6.0, "action": "Ana#1", "phase": "committed", "free": False}
    off = {**IMPACT, "result": "broken_off"}
    assert spans(DECLARED, WINDUP, COMMIT, late, off, END)[-1] == ("committed", 5.5, 9.0)


def test_a_stun_ends_the_action_and_lasts_until_it_is_over() -> None:
    stun = {"type": "stun", "t": 4.0, "until": 12.0}
    over = {"type": "stun", "t": 12.0, "until": 12.0, "over": True}
    assert spans(DECLARED, WINDUP, stun, over, END) == [("waiting", 0.0, 2.0), ("winding", 2.0, 4.0), ("stunned", 4.0, 12.0)]


def test_a_couch_lasts_until_the_release() -> None:
    declared = {**DECLARED, "option": {"do": "couch", "weapon": "spear"}, "commit": None, "impact": None, "couched": 4.0, "ready": None}
    windup, couched = {**WINDUP, "until": 4.0}, {"type": "couched", "t": 4.0, "weapon": "spear"}
    release = {"type": "release", "t": 10.0, "weapon": "spear", "target": "Bo", "until": 11.5}
    assert spans(declared, windup, couched, release, {**END, "t": 11.0}) == [
        ("waiting", 0.0, 2.0), ("winding", 2.0, 4.0), ("couched", 4.0, 10.0), ("winding", 10.0, 11.0),
    ]  # fmt: skip


def test_what_has_no_phases_of_its_own_is_work_until_it_is_done() -> None:
    draw = {"type": "declare", "t": 1.0, "option": {"do": "draw", "weapon": "dagger"}, "begin": 3.0, "ready": 7.0}
    ready = {"type": "ready", "t": 7.0, "why": "drawn"}
    assert spans(draw, ready, END) == [("waiting", 1.0, 3.0), ("working", 3.0, 7.0)]
    assert spans(draw, {"type": "stun", "t": 5.0, "until": 20.0}, END)[1] == ("working", 3.0, 5.0)


def test_a_missile_leaves_its_shooter_free_and_its_impact_ends_nothing_else() -> None:
    loose = {"type": "loose", "t": 7.0, "action": "Ana#1", "weapon": "bow", "target": "Bo", "arrives": 9.0}
    second = {**DECLARED, "t": 8.0, "action": "Ana#2", "begin": 8.0, "commit": None, "impact": None, "ready": 12.0}
    found = spans(DECLARED, WINDUP, COMMIT, loose, second, IMPACT, END)
    assert ("committed", 5.5, 7.0) in found
    assert found[-1] == ("working", 8.0, 12.0)


def test_being_out_ends_everything_for_good() -> None:
    down = {"type": "down", "t": 6.0, "why": "C-WND-6"}
    death = {"type": "death", "t": 8.0, "why": "C-WND-6"}
    found = spans(DECLARED, WINDUP, COMMIT, down, death, END)
    assert found[-1] == ("out", 6.0, 20.0)
    assert ("committed", 5.5, 6.0) in found


def test_an_attack_of_shots_spends_its_shots_and_a_defense_goes_on_beside_it() -> None:
    attack = {"type": "declare", "t": 0.0, "option": {"do": "attack", "target": "Bo"}, "begin": 0.0, "impact": 0.0, "ready": 3.0}
    impact = {"type": "impact", "t": 0.0, "result": "miss", "target": "Bo", "difficulty": 14, "total": 9}
    defend = {"type": "declare", "t": 1.0, "option": {"do": "defend", "kind": "dodge"}, "begin": 1.0, "ready": 2.0}
    assert spans(attack, impact, defend, END) == [("acting", 0.0, 3.0), ("guarding", 1.0, 2.0)]


def test_a_way_along_squares_lasts_until_it_stops() -> None:
    walk = {"type": "walk", "t": 1.0, "pace": "running", "path": [[1, 2], [2, 2]], "position": [0, 2]}
    stop = {"type": "walk", "t": 3.5, "pace": "still", "path": [], "position": [2, 2]}
    assert spans(walk, stop, END) == [("walking", 1.0, 3.5)]


@pytest.mark.parametrize("strange", [{"type": "windup"}, {"type": "recover", "until": "soon"}, {"type": "declare", "option": 7, "begin": "x"}])
def test_events_with_fields_of_other_kinds_are_no_trouble(strange: dict[str, Any]) -> None:
    found = spans({"t": 1.0, **strange}, END)
    assert all(phase in PHASES and start <= end for phase, start, end in found)


def test_nobody_has_spans_of_another() -> None:
    assert spans(DECLARED, WINDUP, END, name="Bo") == []


def test_what_begins_as_the_log_ends_is_there_and_lasts() -> None:
    lanes = Lanes(["Ana", "Bo"])
    events: list[dict[str, Any]] = [
        DECLARED, WINDUP, COMMIT, IMPACT, RECOVER, {"type": "down", "t": 9.0, "actor": "Bo", "why": "C-WND-6"}, {**END, "t": 9.0},
    ]  # fmt: skip
    for seq, event in enumerate(events):
        lanes.take({"actor": "Ana", "seq": seq, **event})
    lasting = {name: [(span.phase, span.start, span.end) for span in found if span.lasting] for name, found in lanes.spans().items()}
    assert lasting == {"Ana": [("recovering", 9.0, 9.0)], "Bo": [("out", 9.0, 9.0)]}


def test_a_tool_that_is_ready_again_leaves_the_blow_of_another_alone() -> None:
    shield = {"action": "Ana#2", "weapon": "shield"}
    declared = {**DECLARED, "t": 9.0, "option": {"do": "attack", "weapon": "shield"}, "begin": 11.0, "commit": 15.0, "impact": 19.0}
    windup, commit = {**WINDUP, **shield, "t": 11.0, "until": 15.0}, {**COMMIT, **shield, "t": 15.0, "impact": 19.0}
    ready = {"type": "ready", "t": 14.0, "action": "Ana#1", "weapon": "spear", "why": "recovered"}
    found = spans(DECLARED, WINDUP, COMMIT, IMPACT, RECOVER, declared, windup, ready, commit, {**IMPACT, **shield, "t": 19.0}, END)
    assert ("winding", 11.0, 15.0) in found
    assert ("recovering", 9.0, 14.0) in found


def test_a_weapon_stays_couched_while_its_release_waits_for_init() -> None:
    declared = {**DECLARED, "option": {"do": "couch", "weapon": "spear"}, "commit": None, "impact": None, "couched": 4.0, "ready": None}
    windup, couched = {**WINDUP, "until": 4.0}, {"type": "couched", "t": 4.0, "weapon": "spear"}
    freed = {**DECLARED, "t": 6.0, "option": {"do": "release", "target": "Bo"}, "begin": 10.0, "commit": 11.5, "impact": 13.0}
    release = {"type": "release", "t": 10.0, "weapon": "spear", "target": "Bo", "until": 11.5}
    found = spans(declared, windup, couched, freed, release, {**END, "t": 11.0})
    assert found[2:] == [("couched", 4.0, 10.0), ("winding", 10.0, 11.0)]
