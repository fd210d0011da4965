"""Movement orders in a battle: speeds, arrivals, what they may not do (C-MOD-6, C-STG-2, C-STG-5b, C-CHR-1)."""

from __future__ import annotations

import pytest
from duels import Player, fight, sword

from engine.counts.actions import Move
from engine.errors import AgentError


def test_without_a_speed_one_moves_at_top_speed():
    """C-MOD-6, C-CHR-1: MVM 8: 40 ft in 5 counts."""
    fought = fight([{"do": "move", "to": [-40, 0]}])
    assert fought.moves("Ana") == [(0, 0, -8), (5, -40, 0)]


def test_nobody_moves_faster_than_its_mvm():
    """C-CHR-1."""
    with pytest.raises(AgentError, match="MVM 8"):
        fight([{"do": "move", "to": [-40, 0], "speed": 8.5}])


def test_one_who_has_arrived_is_asked():
    """CLK-5: reason arrived."""
    assert fight([{"do": "move", "to": [-40, 0]}]).asked("Ana")[-1] == (5, ("arrived",))


def test_a_movement_is_stopped_by_an_order():
    """C-MOD-6: after 3 counts at 4 ft/ct."""
    fought = fight([{"do": "move", "to": [-40, 0], "speed": 4}, {"do": "move", "speed": 0, "at": 3}])
    assert fought.moves("Ana") == [(0, 0, -4), (3, -12, 0)]


def test_a_movement_is_replaced_by_another():
    """C-MOD-6: back from -12 ft."""
    fought = fight([{"do": "move", "to": [-40, 0], "speed": 4}, {"do": "move", "to": [0, 0], "speed": 2, "at": 3}])
    assert fought.moves("Ana") == [(0, 0, -4), (3, -12, 2), (9, 0, 0)]


def test_a_run_stops_at_the_distance_asked_where_that_is_farther():
    """C-STG-5b: 40 ft to 20 ft at 4 ft/ct."""
    fought = fight([{"do": "move", "toward": "Bo", "speed": 4, "distance": 20}], distance=40)
    assert fought.moves("Ana")[:2] == [(0, 0, 4), (5, 20, 0)]


def test_a_move_away_stops_at_the_distance_asked():
    """C-MOD-6: from 20 ft to 40 ft."""
    fought = fight([{"do": "move", "away": "Bo", "speed": 4, "distance": 40}], distance=20)
    assert fought.moves("Ana") == [(0, 0, -4), (5, -20, 0)]


def test_one_who_is_engaged_can_not_walk_to_a_place_unless_locked():
    """C-STG-5b, C-MOD-2: else it presses or retreats."""
    with pytest.raises(AgentError, match="C-STG-5b"):
        fight([{"do": "move", "to": [-40, 0]}], ana_has={"mode": "static"})


def test_a_movement_changes_both_fighters_stages_at_the_crossings():
    """C-STG-2, C-MOD-6: Ana walks off at 1 ft/ct from 5 ft; her sword's stages by rounded distance, Bo's spear's too.

    Retreat 1 from 6 ft on (5.995 rounded), 7, 8, Out from 9; the spear (optimal 10): Press 3 at 5.5, Press 2 to 7,
    Press 1 to 8.5, optimal.
    """
    fought = fight([{"do": "move", "to": [-6, 0], "speed": 1}], bo_has={"weapons": [sword(length=8)]})
    near = {"abs": 0.011}
    assert fought.stages("Ana") == [
        (0, "optimal"), (pytest.approx(1, **near), "retreat_1"), (pytest.approx(2, **near), "retreat_2"),
        (pytest.approx(3, **near), "retreat_3"), (pytest.approx(4, **near), "out"),
    ]  # fmt: skip
    assert fought.stages("Bo") == [
        (0, "over_1"), (pytest.approx(0.5, **near), "press_3"), (pytest.approx(0.51, **near), "press_2"),
        (pytest.approx(2, **near), "press_1"), (pytest.approx(3.5, **near), "optimal"),
    ]  # fmt: skip


def test_a_change_of_stage_is_a_reason_to_be_asked():
    """CLK-5, C-STG-2."""
    fought = fight([{"do": "move", "to": [-2, 0], "speed": 1}])
    assert [reasons for _, reasons in fought.asked("Bo")] == [("start",), ("stage_changed",), ("stage_changed",)]


def test_a_view_tells_where_everyone_is_at_the_moment():
    """CLK-1, CLK-5: 2.5 counts into a run at 4 ft/ct, between two events."""
    seen = []

    def answer(request):
        if "start" in request.reasons:
            request.wake = 2.5
            return Move(to=(-40.0, 0.0), speed=4.0)
        if request.t == 2.5:
            seen.append((request.reasons, request.view.me.position, request.view.foes[0].distance))
        return None

    fight(players={"Ana": Player(answer)})
    assert seen == [(("hold_expired",), (-10, 0), 15)]


def test_a_course_across_the_field_ends_at_its_place():
    """C-MOD-6: 30 and 40 ft: 50 ft at 5 ft/ct."""
    fought = fight([{"do": "move", "to": [-30, 40], "speed": 5}])
    (start, stop) = fought.of("move", "Ana")
    assert start.velocity == pytest.approx((-3, 4))
    assert (stop.t, stop.position, stop.velocity) == (10, (-30, 40), (0, 0))


def test_one_to_whom_others_have_come_meanwhile_stays_where_it_is():
    """C-MOD-6: Bo stands 5 ft from Ana when her INIT is over, who wanted to come as near as 12 ft: nobody is put 7 ft back."""
    fought = fight(
        [{"do": "move", "toward": "Bo", "distance": 12}], [{"do": "move", "toward": "Ana"}], 20,
        ana_has={"spd": 2}, rolls={"Ana/init": [(6, 6)]},
    )  # fmt: skip
    moves = fought.moves("Ana")
    assert moves[0][0] > 2.5
    assert moves[1][1] == pytest.approx(0, abs=0.01)
    assert fought.moves("Bo")[:2] == [(0, 20, -8), (1.875, 5, 0)]
