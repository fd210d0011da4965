"""Presses and retreats: contests for ground (C-STG-4, C-STG-5, C-STG-5a, C-STG-5b, C-STG-7)."""

from __future__ import annotations

import pytest
from duels import MISS, fight, sword

from engine.errors import AgentError

PRESS, RETREAT = [{"do": "press"}], [{"do": "retreat"}]
LONG = {"weapons": [sword(length=8)]}


def skilled(percent, **more):
    return {"skills": {"combat_maneuver": percent, "sword": 60}} | more


def contest(do, ana, bo, distance=5, bo_orders=None, over=False, **more):
    """Ana (Combat Maneuver 100) against Bo (100) with success numbers as given."""
    order = {"do": do, "over": True} if over else {"do": do}
    ana_has, bo_has = more.pop("ana_has", {}), more.pop("bo_has", {})
    return fight(
        [order], bo_orders, distance, ana_has=skilled(100) | ana_has, bo_has=skilled(100) | bo_has,
        rolls={"Ana/maneuver": [100 - ana], "Bo/maneuver": [100 - bo]}, **more,
    )  # fmt: skip


def contested(fought, kind="press"):
    (event,) = fought.of(kind)
    return event.t, event.stages, event.ground, event.winner, event.until


@pytest.mark.parametrize(
    ("ana", "bo", "stages", "ground", "until"),
    [(60, 41, 0, 0, 1), (60, 40, 1, 1, 1), (60, 21, 1, 1, 1), (60, 20, 2, 2, 2), (60, 0, 3, 3, 3)],
)
def test_every_full_20_of_difference_is_a_stage_walked_at_a_foot_a_count_and_lasts_at_least_one(
    ana, bo, stages, ground, until
):
    """C-STG-4, C-STG-5."""
    fought = contest("press", ana, bo)
    assert contested(fought) == (0, stages, ground, "Ana" if stages else None, until)
    assert fought.moves("Ana") == ([(0, 0, 1), (until, ground, 0)] if ground else [])
    assert fought.line("Ana", "ready") == [(until, "ready")]


def test_a_failed_roll_counts_as_a_negative_success_number():
    """C-STG-4: unskilled both, PCF 30: 30-10 = 20 against 30-50 = -20: two stages."""
    fought = fight(PRESS, rolls={"Ana/maneuver": [10], "Bo/maneuver": [50]})
    event = fought.of("press")[0]
    assert (event.success, event.opposed, event.stages) == (20, -20, 2)


def test_even_the_better_of_two_failures_gains_ground():
    """C-STG-4: -10 against -40: one stage."""
    assert fight(PRESS, rolls={"Ana/maneuver": [40], "Bo/maneuver": [70]}).of("press")[0].stages == 1


def test_a_retreat_gains_stages_away():
    """C-STG-4: two stages from 5 to 7 ft."""
    fought = contest("retreat", 60, 20)
    assert contested(fought, "retreat") == (0, 2, 2, "Ana", 2)
    assert fought.moves("Ana") == [(0, 0, -1), (2, -2, 0)]


def test_a_stage_of_a_long_weapon_is_a_foot_and_a_half():
    """C-STG-1, C-STG-5: from 10 to 8.5 ft, and the stages are told apart by each one's own weapon."""
    fought = contest("press", 60, 40, 10, ana_has=LONG | {"skills": {"combat_maneuver": 100}})
    assert contested(fought) == (0, 1, 1.5, "Ana", 1.5)
    assert fought.moves("Ana") == [(0, 0, 1), (1.5, 1.5, 0)]
    assert fought.stages("Ana") == [(0, "optimal"), (pytest.approx(1.5, abs=0.006), "press_1")]
    assert fought.stages("Bo")[0] == (0, "out")


@pytest.mark.parametrize(
    ("do", "moves"),
    [("press", [(0, 5, -1), (2, 3, 0)]), ("retreat", [(0, 5, 1), (2, 7, 0)]), ("hold", [])],
)
def test_an_opponent_that_is_ahead_takes_its_stages_either_way_or_none(do, moves):
    """C-STG-4: Bo is 40 ahead; asked for reason contest_won."""
    fought = contest("press", 10, 50, bo_orders=[{"do": do, "on": "contest_won"}])
    assert contested(fought) == (0, -2, 0, "Bo", 1)
    assert (0, ("contest_won",)) in fought.asked("Bo")
    assert fought.moves("Bo") == moves
    assert fought.moves("Ana") == []


def test_a_press_takes_at_least_a_count_though_nothing_is_gained():
    """C-STG-5."""
    assert contest("press", 10, 10).line("Ana", "press", "ready") == [(0, "press"), (1, "ready")]


@pytest.mark.parametrize(
    ("over", "ground", "until", "distance"), [(False, 3, 3, 2), (True, 4.5, 4.5, 0.5)]
)
def test_a_gain_stops_at_press_3_unless_the_mover_asks_for_more(over, ground, until, distance):
    """C-STG-5, C-MOD-6: five stages from 5 ft: to Press 3 at exactly 2 ft, or to the least distance of 0.5 ft."""
    fought = contest("press", 99, 0, over=over, bo_has={"skills": {"combat_maneuver": 80}})
    assert contested(fought) == (0, 5, ground, "Ana", until)
    assert fought.result.combatants["Ana"]["position"] == [5 - distance, 0]


def test_two_who_press_at_once_stop_at_press_3_too():
    """C-STG-5: each gains four stages from 8 ft; they close at 2 ft/ct and neither asked for more than 2 ft."""
    fought = fight(
        PRESS, PRESS, 8, ana_has=skilled(100), bo_has=skilled(100),
        rolls={"Ana/maneuver": [10, 90], "Bo/maneuver": [90, 10]},
    )  # fmt: skip
    assert [(event.actor, event.stages) for event in fought.of("press")] == [("Ana", 4), ("Bo", 4)]
    places = fought.result.combatants
    assert places["Bo"]["position"][0] - places["Ana"]["position"][0] == pytest.approx(2)
    assert fought.of("lock") == []


def test_one_within_press_3_gains_nothing_without_asking_for_more():
    """C-STG-5: at Over 1."""
    assert contested(contest("press", 60, 20, 1.9)) == (0, 2, 0, "Ana", 1)


def test_a_mover_that_stops_at_a_stage_is_put_exactly_on_its_distance():
    """C-STG-5: from 2.37 ft Press 3 is 0.37 ft away."""
    fought = contest("press", 60, 20, 2.37)
    assert fought.result.combatants["Ana"]["position"] == [pytest.approx(0.37), 0]
    assert fought.stages("Ana")[-1] == (pytest.approx(0.37, abs=0.006), "press_3")


def test_ground_lost_stays_lost_and_the_modes_do_not_undo_it():
    """C-STG-5a: Bo, static with 5 ft, is pressed to 3 ft and stays there."""
    fought = contest("press", 60, 20, bo_has={"mode": "static"})
    assert fought.moves("Bo") == []
    assert fought.result.combatants["Ana"]["position"] == [2, 0]


def test_the_distance_a_contest_ends_at_is_the_set_distance_of_both():
    """C-STG-5a: pressed to 3 ft, Ana (locked no more: offensive) follows a Bo who walks off to 3 ft behind him."""
    fought = fight(
        PRESS, [{"do": "move", "to": [10, 0], "speed": 2, "at": 10}], ana_has=skilled(100), bo_has=skilled(100),
        rolls={"Ana/maneuver": [40], "Bo/maneuver": [80]},
    )  # fmt: skip
    assert fought.result.combatants["Ana"]["position"] == [pytest.approx(7), 0]


def test_ground_lost_is_forgotten_when_the_loser_disengages():
    """C-STG-5a: Bo's retreat of ten stages ends at 15 ft, Out for both: static Ana comes back to her own 5 ft."""
    fought = fight(
        bo=RETREAT, ana_has=skilled(100, mode="static"), bo_has=skilled(300),
        rolls={"Bo/maneuver": [100], "Ana/maneuver": [100]},
    )  # fmt: skip
    assert fought.of("retreat")[0].stages == 10
    assert fought.result.combatants["Bo"]["position"] == [15, 0]
    assert fought.result.combatants["Ana"]["position"] == [10, 0]


def test_ground_lost_is_forgotten_when_they_disengage_by_running():
    """C-STG-5a: pressed to 3 ft, Bo runs to Out and stands at 30 ft; Ana then keeps her own 5 ft, not 3."""
    fought = fight(
        PRESS, [{"do": "move", "to": [30, 0], "speed": 4, "at": 10}], ana_has=skilled(100), bo_has=skilled(100),
        rolls={"Ana/maneuver": [40], "Bo/maneuver": [80]},
    )  # fmt: skip
    assert fought.result.combatants["Ana"]["position"] == [pytest.approx(25), 0]


def test_a_move_toward_or_away_within_the_out_distance_is_a_press_or_a_retreat():
    """C-STG-5b: at 8 ft; both roll."""
    toward = fight(
        [{"do": "move", "toward": "Bo", "speed": 4}], distance=8, rolls={"Ana/maneuver": [10], "Bo/maneuver": [50]}
    )
    assert contested(toward) == (0, 2, 2, "Ana", 2)
    away = fight([{"do": "move", "away": "Bo", "speed": 4}], distance=8, rolls={"Ana/maneuver": [10], "Bo/maneuver": [50]})
    assert contested(away, "retreat") == (0, 2, 2, "Ana", 2)


def won_from_ana(do, **more):
    """Bo, winding up since 0, is 40 ahead in Ana's press of 1 and answers."""
    return fight(
        [{"do": "press", "at": 1}], [{"do": "attack"}, {"do": do, "on": "contest_won"} | more],
        ana_has=skilled(100), bo_has=skilled(100),
        rolls={"Ana/maneuver": [90], "Bo/maneuver": [50], "Bo/to_hit": [MISS]},
    )  # fmt: skip


@pytest.mark.parametrize(("do", "moves"), [("press", [(1, 5, -1), (3, 3, 0)]), ("retreat", [(1, 5, 1), (3, 7, 0)])])
def test_won_ground_is_taken_in_the_middle_of_an_action_which_goes_on(do, moves):
    """C-STG-4, CLK-4: the blow lands at 10 as declared."""
    fought = won_from_ana(do)
    assert fought.moves("Bo") == moves
    assert fought.blows() == [(10, "Bo", "miss")]


@pytest.mark.parametrize("direction", ["toward", "away"])
def test_a_move_does_not_replace_the_action_under_way_when_ground_was_won(direction):
    """C-STG-5b, C-TIM-7: it would be a press or retreat of Bo's own, and he has an attack under way."""
    with pytest.raises(AgentError, match="break it off first"):
        won_from_ana("move", **{direction: "Ana"})


def test_either_fighters_out_distance_makes_a_move_a_press():
    """C-STG-5b: at 12 ft a sword is Out, an 8 ft spear is not (16 ft)."""
    fought = fight(
        [{"do": "move", "toward": "Bo"}], distance=12, bo_has=LONG, rolls={"Ana/maneuver": [10], "Bo/maneuver": [50]}
    )
    assert len(fought.of("press")) == 1


def test_a_run_from_farther_out_stops_at_the_opponents_optimal_distance():
    """C-STG-5b: from 42 ft at 4 ft/ct to 10 ft, an 8 ft spear's optimal distance: 8 counts."""
    fought = fight([{"do": "move", "toward": "Bo", "speed": 4}], distance=42, bo_has=LONG)
    assert fought.moves("Ana")[:2] == [(0, 0, 4), (8, 32, 0)]


def test_one_who_lies_can_not_press():
    """C-STG-4, C-THR-1: Bo's leg gives way at 10; a press at 12 is refused until he has risen."""
    with pytest.raises(AgentError, match="must rise first"):
        fight(
            [{"do": "attack"}], [{"do": "press", "at": 12}], ana_has={"weapons": [sword(type="energy", damage="1d8")]},
            rolls={"Ana/to_hit": [60], "Ana/location": [86], "Ana/damage": [[8]], "Bo/health_save": [51], "Bo/agl_save": [51]},
        )  # fmt: skip


SIMPLE = {"simple_retreat": True, "level": "basic"}


def test_a_simple_retreat_that_succeeds_goes_back_as_far_as_out():
    """C-STG-7: one roll under PCF (30); from 5 ft half of MVM 8 is 9 ft, and Out is 9 ft."""
    fought = fight(RETREAT, rules=SIMPLE, rolls={"Ana/maneuver": [30], "Bo/maneuver": []})
    assert fought.result.combatants["Ana"]["position"] == [-4, 0]
    assert fought.stages("Ana")[-1] == (pytest.approx(4, abs=0.006), "out")


def test_a_simple_retreat_that_succeeds_goes_back_half_of_mvm_where_that_is_farther():
    """C-STG-7: MVM 20: 10 ft, to 15 ft."""
    fought = fight(RETREAT, rules=SIMPLE, rolls={"Ana/maneuver": [1], "Bo/maneuver": []}, ana_has={"mvm": 20})
    assert fought.result.combatants["Ana"]["position"] == [-10, 0]


def test_a_simple_retreat_that_fails_ends_at_retreat_2():
    """C-STG-7: 7 ft."""
    fought = fight(RETREAT, rules=SIMPLE, rolls={"Ana/maneuver": [31], "Bo/maneuver": []})
    assert fought.result.combatants["Ana"]["position"] == [-2, 0]
    assert fought.stages("Ana")[-1] == (pytest.approx(2, abs=0.006), "retreat_2")


def test_a_press_is_contested_even_where_retreats_are_simple():
    """C-STG-7: it replaces C-STG-4 for retreats only."""
    fought = fight(PRESS, rules=SIMPLE, rolls={"Ana/maneuver": [10], "Bo/maneuver": [50]})
    assert fought.of("press")[0].opposed == -20
