"""Couched weapons: held at the end of the wind-up, released in three quarters (C-TIM-2, C-TIM-3, C-TIM-4)."""

from __future__ import annotations

import pytest
from duels import MISS, fight, sword

PHASES = ("windup", "couched", "release", "commit", "impact", "recover", "ready")
COUCH_AND_RELEASE = [{"do": "couch"}, {"do": "release", "on": "couched"}]


def couched_strike(orders=COUCH_AND_RELEASE, distance=5, blows=1, **weapon):
    return fight(orders, distance=distance, ana_has={"weapons": [sword(**weapon)]}, rolls={"Ana/to_hit": [MISS] * blows})


def test_a_weapon_of_ten_is_couched_at_5_and_a_release_then_lands_at_12_5():
    """C-TIM-2: couched at 5; release at 5: commit 7.5, impact 12.5, ready 17.5."""
    assert couched_strike().line("Ana", *PHASES) == [
        (0, "windup"), (5, "couched"), (5, "release"), (7.5, "commit"), (12.5, "impact"), (12.5, "recover"), (17.5, "ready"),
    ]  # fmt: skip


def test_a_couched_strike_of_a_weapon_of_seven_lands_5_25_after_its_release():
    """C-TIM-2: W=7: couched at 3.5, released then, commit 3.5+1.75, impact 3.5+5.25, recovery 3.5."""
    fought = couched_strike(wsd=7)
    assert fought.line("Ana", "couched", "commit", "impact", "ready") == [
        (3.5, "couched"), (5.25, "commit"), (8.75, "impact"), (12.25, "ready"),
    ]  # fmt: skip


def test_a_couch_is_held_as_long_as_one_likes():
    """C-TIM-2: held from 5 to 40."""
    fought = couched_strike([{"do": "couch"}, {"do": "release", "at": 40}])
    assert fought.line("Ana", *PHASES)[1:] == [
        (5, "couched"), (40, "release"), (42.5, "commit"), (47.5, "impact"), (47.5, "recover"), (52.5, "ready"),
    ]  # fmt: skip


def test_the_fighter_is_asked_when_its_weapon_is_couched():
    """C-TIM-2, CLK-5: reason couched, then recovering and ready as after any blow."""
    assert couched_strike().asked("Ana") == [
        (0, ("start",)), (5, ("couched",)), (12.5, ("recovering",)), (17.5, ("ready",)),
    ]  # fmt: skip


def test_a_recouch_counts_from_the_impact_and_takes_the_whole_attack_again():
    """C-TIM-3: impact 10, couched again at 20; released then, it lands at 27.5."""
    fought = couched_strike(
        [{"do": "attack"}, {"do": "recouch", "on": "recovering"}, {"do": "release", "on": "couched"}], blows=2
    )
    assert fought.line("Ana", "impact", "couched", "release", "commit", "ready") == [
        (5, "commit"), (10, "impact"), (20, "couched"), (20, "release"), (22.5, "commit"), (27.5, "impact"), (32.5, "ready"),
    ]  # fmt: skip


def test_a_recouch_chosen_in_the_middle_of_the_recovery_still_counts_from_the_impact():
    """C-TIM-3, C-TIM-4: asked for at 12, couched at 20 all the same."""
    fought = couched_strike([{"do": "attack"}, {"do": "recouch", "at": 12}])
    assert fought.line("Ana", "couched", "ready") == [(20, "couched")]


@pytest.mark.parametrize(("distance", "impact", "couched"), [(2, 7, 17), (8, 13, 26), (1.4, 15, 30)])
def test_a_recouch_lasts_the_longer_of_the_attack_and_the_weapon_speed(distance, impact, couched):
    """C-TIM-4: max(X, WSD): Press 3 (X=7) 10 counts, Retreat 3 13, Over 2 15."""
    fought = couched_strike([{"do": "attack"}, {"do": "recouch", "on": "recovering"}], distance)
    assert fought.line("Ana", "impact", "couched") == [(impact, "impact"), (couched, "couched")]


def test_recovery_after_a_couched_strike_goes_by_the_whole_attack_not_by_its_three_quarters():
    """C-TIM-4: at Retreat 3 X=13: couched at 6.5, impact 9.75 later, recovery 6.5."""
    fought = couched_strike(distance=8)
    assert fought.line("Ana", "couched", "commit", "impact", "ready") == [
        (6.5, "couched"), (9.75, "commit"), (16.25, "impact"), (22.75, "ready"),
    ]  # fmt: skip


def test_a_release_reckons_the_attack_anew_with_the_stage_it_is_declared_at():
    """C-TIM-2, C-TIM-8: couched against nobody near; released at a charger at 3 ft/ct: X=5, 1.25 + 2.5 counts."""
    fought = fight(
        [{"do": "couch"}, {"do": "release", "at": 10}], [{"do": "move", "toward": "Ana", "speed": 3}], 42,
        rolls={"Ana/to_hit": [MISS]},
    )  # fmt: skip
    assert fought.line("Ana", "release", "commit", "impact", "ready") == [
        (10, "release"), (11.25, "commit"), (13.75, "impact"), (18.75, "ready"),
    ]  # fmt: skip


def test_a_held_couch_can_be_dropped_at_once_without_a_minus():
    """C-TIM-7: while couched dropping is free; the fighter is asked at once and the next INIT is as ever."""
    fought = couched_strike(
        [{"do": "couch"}, {"do": "break_off", "at": 8}, {"do": "attack"}],
    )  # fmt: skip
    (dropped,) = fought.of("break_off")
    assert (dropped.t, dropped.phase, dropped.free) == (8, "couched", True)
    assert fought.line("Ana", "break_off", "windup", "commit", "impact") == [
        (0, "windup"), (8, "break_off"), (8, "windup"), (13, "commit"), (18, "impact"),
    ]  # fmt: skip


def test_a_couch_can_be_dropped_while_the_weapon_is_lifted():
    """C-TIM-7."""
    fought = couched_strike([{"do": "couch"}, {"do": "break_off", "at": 2}], blows=0)
    assert fought.line("Ana", "windup", "break_off", "couched") == [(0, "windup"), (2, "break_off")]


def test_a_release_can_be_broken_off_in_its_quarter_of_wind_up_but_not_after():
    """C-TIM-2, C-TIM-7: released at 5, wind-up to 7.5."""
    early = couched_strike([*COUCH_AND_RELEASE, {"do": "break_off", "at": 7.5}], blows=0)
    assert [event.free for event in early.of("break_off")] == [True]
    assert early.blows() == []
    late = couched_strike([*COUCH_AND_RELEASE, {"do": "break_off", "at": 7.501}], blows=0)
    assert [event.free for event in late.of("break_off")] == [False]
    assert late.blows() == [(12.5, "Ana", "broken_off")]


def test_releasing_takes_a_preset_init():
    """C-INI-1: fresh 2d6 - SPD for the couch (7-3), half of both for the release (3.5-1.5)."""
    fought = fight(
        COUCH_AND_RELEASE, ana_has={"spd": 3}, rolls={"Ana/init": [[3, 4], [3, 4]], "Ana/to_hit": [MISS]},
    )  # fmt: skip
    assert fought.inits("Ana") == [(0, 4, False), (9, 2, True)]
    assert fought.line("Ana", "couched", "release", "commit", "impact") == [
        (9, "couched"), (11, "release"), (13.5, "commit"), (18.5, "impact"),
    ]  # fmt: skip
