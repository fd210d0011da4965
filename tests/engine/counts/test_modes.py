"""Modes: background movement that keeps a set distance (C-MOD-1 to C-MOD-6)."""

from __future__ import annotations

import pytest
from duels import MISS, fight, fighter, play, sword

SEVEN = [3, 4]


def kept(mode, distance, has=None, **more):
    """Bo, at a distance, in a mode with the set distance of his sword (5 ft); Ana stands at 0."""
    return fight(distance=distance, bo_has={"mode": mode} | (has or {}), **more)


def runner(to, speed, at=0):
    """An Ana who follows her own movement order and nothing else."""
    return [{"do": "move", "to": [to, 0], "speed": speed, "at": at}]


def test_a_fighter_is_static_unless_it_says_otherwise_and_keeps_its_weapon_length_and_2_feet():
    """C-MOD-1."""
    bo = fighter("Bo", "blue", 10, weapons=[sword(length=8)])
    del bo["mode"]
    fought = fight(distance=50, others=[{**bo, "name": "Cid"}], bo_has={"weapons": [sword(length=3)]})
    modes = {event.actor: (event.mode, event.set_distance) for event in fought.of("mode") if event.t == 0}
    assert modes["Cid"] == ("static", 10)
    assert modes["Bo"] == ("locked", 5)


def test_defensive_gives_ground_when_pressed_closer_and_stops_exactly_on_the_set_distance():
    """C-MOD-2, C-MOD-3, C-MOD-5: 1 ft at 1 ft/ct."""
    assert kept("defensive", 4).moves("Bo") == [(0, 4, 1), (1, 5, 0)]


def test_defensive_holds_when_the_opponent_is_farther_away():
    """C-MOD-2."""
    assert kept("defensive", 7).moves("Bo") == []


def test_offensive_advances_when_the_opponent_is_beyond_the_set_distance():
    """C-MOD-2, C-MOD-3."""
    assert kept("offensive", 7).moves("Bo") == [(0, 7, -1), (2, 5, 0)]


def test_offensive_holds_when_the_opponent_is_closer():
    """C-MOD-2."""
    assert kept("offensive", 4).moves("Bo") == []


@pytest.mark.parametrize(("distance", "moves"), [(4, [(0, 4, 1), (1, 5, 0)]), (7, [(0, 7, -1), (2, 5, 0)])])
def test_static_does_both(distance, moves):
    """C-MOD-2."""
    assert kept("static", distance).moves("Bo") == moves


@pytest.mark.parametrize("distance", [4, 7])
def test_locked_holds_its_ground(distance):
    """C-MOD-2."""
    assert kept("locked", distance).moves("Bo") == []


def test_locked_follows_its_own_movement_order():
    """C-MOD-2, C-MOD-6: a place to go to, though an opponent is near; 4 ft/ct at once."""
    assert kept("locked", 5, bo=runner(25, 4)).moves("Bo") == [(0, 5, 4), (5, 25, 0)]


@pytest.mark.parametrize(
    ("distance", "moves"),
    [
        (5.01, []), (4.99, []),
        (5.02, [(0, 5.02, -1), (0.02, 5, 0)]), (4.98, [(0, 4.98, 1), (0.02, 5, 0)]),
    ],
)  # fmt: skip
def test_a_mode_fires_beyond_the_set_distance_by_more_than_the_tolerance(distance, moves):
    """C-MOD-5: 0.01 ft either way is content."""
    assert kept("static", distance).moves("Bo") == moves


def test_a_mode_waits_a_preset_init_before_it_moves():
    """C-MOD-3: 3.5 - 1.5 = 2 counts."""
    fought = kept("offensive", 7, {"spd": 3}, rolls={"Bo/init": [SEVEN]})
    assert fought.inits("Bo") == [(0, 2, True)]
    assert fought.moves("Bo") == [(2, 7, -1), (4, 5, 0)]


def test_speed_points_can_be_spent_on_a_modes_init():
    """C-MOD-3, C-INI-2: 3.5 - 1.5 - 2 = 0."""
    fought = fight(
        bo=[{"do": "mode", "mode": "offensive", "speed_points": 2}], distance=7,
        bo_has={"spd": 3, "combat_maneuver_rank": 3}, rolls={"Bo/init": [SEVEN]},
    )  # fmt: skip
    assert fought.moves("Bo") == [(0, 7, -1), (2, 5, 0)]


def test_setting_a_mode_and_a_distance_takes_no_time():
    """C-MOD-1: no duration; the attack of the same instant begins at once."""
    fought = fight(
        bo=[{"do": "mode", "mode": "static", "set_distance": 6}, {"do": "attack"}], rolls={"Bo/to_hit": [MISS]}
    )
    assert [(event.t, event.mode, event.set_distance) for event in fought.of("mode", "Bo")][-1] == (0, "static", 6)
    assert fought.moves("Bo") == [(0, 5, 1), (1, 6, 0)]
    assert fought.line("Bo", "windup") == [(0, "windup")]


def test_movement_goes_on_while_the_fighter_does_something_else():
    """C-MOD-3: attacking from 0 to 15, Bo comes from 9 ft (Out: X=13) to 5 ft; at 1 ft/ct he does not count as moving."""
    fought = kept("offensive", 9, bo=[{"do": "attack"}], rolls={"Bo/to_hit": [MISS]})
    assert fought.moves("Bo") == [(0, 9, -1), (4, 5, 0)]
    assert fought.line("Bo", "windup", "commit", "impact") == [(0, "windup"), (6.5, "commit"), (13, "impact")]


def test_the_trigger_is_the_computed_moment_at_which_the_distance_is_crossed():
    """C-MOD-5: Ana leaves at 2 ft/ct at count 10 and stands at 15; Bo follows from the crossing on, and stops once.

    The rounded distance is beyond 5.01 from 5.015 ft on: 0.0075 counts after her start. He is then 5.0075 ft behind
    his place when she stands.
    """
    fought = kept("offensive", 5, ana=runner(-10, 2, at=10), rules={"mode_tolerance": 0.01})
    (start, stop) = fought.moves("Bo")
    assert start == (pytest.approx(10.0075, abs=0.001), 5, -1)
    assert stop == (pytest.approx(20.0075, abs=0.001), -5, 0)


def test_two_who_follow_each_other_settle_without_chatter():
    """C-MOD-5: 3 ft too far, both come at 1 ft/ct: 1.5 counts, two lines of movement each."""
    fought = fight(distance=8, ana_has={"mode": "static"}, bo_has={"mode": "static"})
    assert fought.moves("Ana") == [(0, 0, 1), (1.5, 1.5, 0)]
    assert fought.moves("Bo") == [(0, 8, -1), (1.5, 6.5, 0)]


def test_two_who_follow_each_other_settle_though_one_starts_later():
    """C-MOD-5: Ana at once, Bo after 2 counts; 6 ft apart then, together half a count for the last foot."""
    fought = fight(distance=8, ana_has={"mode": "static"}, bo_has={"mode": "static", "spd": 3}, rolls={"Bo/init": [SEVEN]})
    assert fought.moves("Ana") == [(0, 0, 1), (2.5, 2.5, 0)]
    assert fought.moves("Bo") == [(2, 8, -1), (2.5, 7.5, 0)]


@pytest.mark.parametrize("distance", [8, 3, 5.5])
def test_whatever_the_dice_two_who_follow_each_other_start_and_stop_at_most_once_each(distance):
    """C-MOD-5: settle, not chatter: 40 seeds of INIT dice."""
    for seed in range(40):
        pair = [fighter("Ana", "red", 0, mode="static", spd=3), fighter("Bo", "blue", distance, mode="static", spd=3)]
        fought = play(pair, seed=seed)
        places = fought.result.combatants
        gap = places["Bo"]["position"][0] - places["Ana"]["position"][0]
        assert gap == pytest.approx(5, abs=0.011)
        assert len(fought.moves("Ana")) <= 2
        assert len(fought.moves("Bo")) <= 2


def test_a_follower_whose_init_ends_when_the_distance_is_restored_stays_where_it_is():
    """C-MOD-5: judged when the INIT ends; Ana has come to 5 ft at 3, Bo's INIT runs to 3.5."""
    fought = fight(distance=8, ana_has={"mode": "static"}, bo_has={"mode": "static", "spd": 3}, rolls={"Bo/init": [[5, 5]]})
    assert fought.inits("Bo") == [(0, 3.5, True)]
    assert fought.moves("Ana") == [(0, 0, 1), (3, 3, 0)]
    assert fought.moves("Bo") == []


def test_a_mover_does_not_trigger_again_while_its_own_init_is_under_way():
    """C-MOD-5: Ana crosses out, back in and out again during Bo's INIT of 4.5 counts: one INIT."""
    fought = kept(
        "static", 5, {"spd": 3}, rolls={"Bo/init": [[6, 6]]},
        ana=[
            {"do": "move", "to": [-1, 0], "speed": 1}, {"do": "move", "to": [0, 0], "speed": 1, "at": 1},
            {"do": "move", "to": [-1, 0], "speed": 1, "at": 2},
        ],
    )  # fmt: skip
    assert len(fought.inits("Bo")) == 1
    assert [t for t, _, _ in fought.moves("Bo")] == [pytest.approx(4.5, abs=0.02), pytest.approx(5.5, abs=0.02)]
    assert fought.moves("Bo")[-1][1:] == (4, 0)


def test_two_followers_with_conflicting_set_distances_pursue_without_further_events():
    """C-MOD-5: static 5 against static 10 at 7 ft: one velocity each, until the cap."""
    fought = fight(distance=7, ana_has={"mode": "static"}, bo_has={"mode": "static", "set_distance": 10})
    assert fought.moves("Ana") == [(0, 0, 1)]
    assert fought.moves("Bo") == [(0, 7, 1)]
    assert fought.result.outcome == "timeout"
    assert fought.result.combatants["Bo"]["position"] == [107, 0]


def test_a_run_toward_the_opponent_makes_the_mode_offensive_and_away_defensive():
    """C-MOD-4: whatever was set."""
    toward = fight([{"do": "move", "toward": "Bo", "speed": 4}], distance=45)
    assert [event.mode for event in toward.of("mode", "Ana")] == ["locked", "offensive"]
    away = fight([{"do": "move", "away": "Bo", "speed": 4}], distance=45)
    assert [event.mode for event in away.of("mode", "Ana")] == ["locked", "defensive"]


@pytest.mark.parametrize(("do", "mode"), [("press", "offensive"), ("retreat", "defensive")])
def test_a_press_makes_the_mode_offensive_and_a_retreat_defensive(do, mode):
    """C-MOD-4."""
    fought = fight([{"do": do}], rolls={"Ana/maneuver": [50], "Bo/maneuver": [50]})
    assert [event.mode for event in fought.of("mode", "Ana")] == ["locked", mode]


def test_a_move_is_a_preset_init_and_then_the_asked_speed_at_once():
    """C-MOD-6: 2 counts, then 20 ft at 4 ft/ct."""
    fought = fight(runner(20, 4), distance=50, ana_has={"spd": 3}, rolls={"Ana/init": [SEVEN]})
    assert fought.inits("Ana") == [(0, 2, True)]
    assert fought.moves("Ana") == [(2, 0, 4), (7, 20, 0)]
    assert (7, ("arrived",)) in fought.asked("Ana")


def test_with_several_foes_the_set_distance_is_kept_to_the_nearest():
    """C-MOD-6: Bo between Ana at 4 ft and Cid at 20 ft gives ground to Ana."""
    assert kept("static", 4, others=[fighter("Cid", "red", 24)]).moves("Bo") == [(0, 4, 1), (1, 5, 0)]


def test_with_several_foes_the_set_distance_is_kept_to_the_current_target():
    """C-MOD-6: having chosen Cid, 16 ft away and Out, Bo goes to him: 11 ft."""
    fought = kept(
        "offensive", 5, others=[fighter("Cid", "red", 21)], bo=[{"do": "attack", "target": "Cid"}], rolls={"Bo/to_hit": [MISS]}
    )
    assert fought.moves("Bo") == [(0, 5, 1), (11, 16, 0)]


def test_distances_are_rounded_to_a_hundredth_before_they_are_compared():
    """C-MOD-6: 5.014 is 5.01, within the tolerance; 5.016 is 5.02, beyond it."""
    assert kept("static", 5.014).moves("Bo") == []
    assert len(kept("static", 5.016).moves("Bo")) == 2
