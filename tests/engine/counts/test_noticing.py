"""Noticing wind-ups and commits, what a view shows, and DEF (C-PER-1, C-PER-2, C-HIT-9)."""

from __future__ import annotations

import pytest
from duels import CHEST, MISS, Player, fight, fighter, sword

REAL = {"notice_commit": 30}
SHARP = {"combat_perception": 40}
AWAY, ACROSS = {"facing": 0}, {"facing": 90}
ATTACK = [{"do": "attack"}]


def looked(perception, bo_has=SHARP, orders=ATTACK, **more):
    rolls = {"Ana/to_hit": [MISS], "Bo/perception": perception} | more.pop("rolls", {})
    return fight(orders, bo_has=bo_has, rules=REAL, rolls=rolls, **more)


def needs(fought, who="Bo"):
    return [(event.t, event.need, event.result) for event in fought.rolls("perception", who)]


def test_a_wind_up_is_noticed_when_it_begins_and_not_rolled_for_again():
    """C-PER-1: d100 <= combat perception."""
    fought = looked([40])
    assert needs(fought) == [(0, 40, "noticed")]
    assert [(event.t, event.of, event.what, event.noticed) for event in fought.of("notice")] == [
        (0, "Ana", "windup", "Ana#1")
    ]
    assert fought.asked("Bo") == [(0, ("start",)), (0, ("noticed",))]


def test_whoever_has_not_noticed_the_wind_up_rolls_again_at_plus_30_when_it_is_committed():
    """C-PER-1: 41 fails, 70 <= 40+30 notices at 5."""
    fought = looked([41, 70])
    assert needs(fought) == [(0, 40, "not noticed"), (5, 70, "noticed")]
    assert [(event.t, event.what) for event in fought.of("notice")] == [(5, "commit")]
    assert fought.asked("Bo") == [(0, ("start",)), (5, ("noticed",))]


def test_an_attack_can_go_unnoticed():
    """C-PER-1."""
    fought = looked([41, 71])
    assert fought.of("notice") == []
    assert fought.asked("Bo") == [(0, ("start",))]


def test_only_the_target_and_those_who_watch_the_fighter_roll():
    """C-PER-1: Cid watches Ana and rolls, Dan does not."""
    others = [fighter("Cid", "blue", 30, watch=["Ana"], **SHARP), fighter("Dan", "blue", 40, **SHARP)]
    fought = looked([41, 71], others=others, rolls={"Cid/perception": [40]})
    assert needs(fought, "Cid") == [(0, 40, "noticed")]
    assert needs(fought, "Dan") == []


def test_couching_and_releasing_are_wind_ups_and_are_rolled_for():
    """C-PER-1: the couch at 0, the release at 5, its commit at 7.5."""
    fought = looked([41, 41, 71], orders=[{"do": "couch"}, {"do": "release", "on": "couched"}])
    assert needs(fought) == [(0, 40, "not noticed"), (5, 40, "not noticed"), (7.5, 70, "not noticed")]


def test_an_enemy_outside_the_front_is_rolled_for_at_minus_20():
    """C-PER-2: Ana stands behind Bo."""
    assert needs(looked([21, 51], SHARP | AWAY)) == [(0, 20, "not noticed"), (5, 50, "not noticed")]


def test_an_enemy_exactly_at_the_side_is_within_the_front():
    """C-PER-2: the front 180 degrees."""
    assert needs(looked([40], SHARP | ACROSS)) == [(0, 40, "noticed")]


def test_a_stunned_fighter_notices_nothing():
    """C-PER-2: Bo, stunned from 10 to 18, is not rolled for when Cid winds up at 12 and commits at 17."""
    fought = looked(
        [41, 71, 71], others=[fighter("Cid", "red", 10, [{"do": "attack", "at": 12}])],
        ana_has={"weapons": [sword(damage="1d8")]},
        rolls={
            "Ana/to_hit": [60], "Ana/location": [CHEST], "Ana/damage": [[8]], "Bo/health_save": [51],
            "Cid/to_hit": [MISS], "Bo/perception": [41, 71],
        },
    )  # fmt: skip
    assert [t for t, _, _ in needs(fought)] == [0, 5]
    assert [event.t for event in fought.of("commit", "Cid")] == [17]


@pytest.mark.parametrize(("perception", "seen"), [([40], "attack"), ([41, 100], None)])
def test_a_view_shows_an_enemys_action_only_if_noticed(perception, seen):
    """C-PER-1: else posture, place and gear."""
    found = {}

    def answer(request):
        foe = request.view.foes[0]
        found[request.t] = foe.action and foe.action.kind, foe.posture, foe.distance, [tool.name for tool in foe.weapons]
        if request.t == 0:
            request.wake = 4

    looked(perception, players={"Bo": Player(answer)})
    assert found[4] == (seen, "ready", 5, ["sword"])


def test_anyone_can_see_that_a_weapon_is_couched():
    """C-PER-1: couched-looking is a posture."""
    postures = []

    def answer(request):
        postures.append((request.t, request.view.foes[0].posture, request.view.foes[0].action))
        if request.t == 0:
            request.wake = 6

    looked([41], players={"Bo": Player(answer)}, orders=[{"do": "couch"}], rolls={"Ana/to_hit": []})
    assert postures[-1] == (6, "couched", None)


def test_def_counts_against_an_attacker_in_front():
    """C-HIT-9, C-HIT-1: unnoticed, but in front."""
    assert looked([41, 71], SHARP | {"def": 35}).of("impact")[0].chance == 60 - 35


def test_def_does_not_count_against_an_unnoticed_attack_from_behind():
    """C-HIT-9: unaware."""
    assert looked([21, 51], SHARP | AWAY | {"def": 35}).of("impact")[0].chance == 60


def test_def_counts_against_a_noticed_attack_from_behind():
    """C-HIT-9: this attack was noticed."""
    assert looked([20], SHARP | AWAY | {"def": 35}).of("impact")[0].chance == 60 - 35


def test_def_that_is_off_does_not_count():
    """C-HIT-1."""
    assert looked([41, 71], SHARP | {"def": 35, "def_on": False}).of("impact")[0].chance == 60


def test_changing_def_takes_a_preset_init():
    """C-HIT-9: 3.5 - 1.5 = 2 counts; off at 2, so the blow at 10 meets none."""
    fought = looked(
        [41, 71], SHARP | {"def": 35, "spd": 3}, bo=[{"do": "def", "active": False}], rolls={"Bo/init": [[3, 4]]}
    )
    assert fought.inits("Bo") == [(0, 2, True)]
    assert [(event.t, event.active) for event in fought.of("def")] == [(2, False)]
    assert fought.of("impact")[0].chance == 60


def test_def_changes_at_most_once_an_instant():
    """C-HIT-9, CLK-2: at 0 it is changed, and then no longer offered."""
    offered = []

    def answer(request):
        found = [option for option in request.options if option.do == "def"]
        offered.append((request.t, bool(found)))
        return found[0] if found and len(offered) == 1 else None

    looked([41, 71], SHARP, players={"Bo": Player(answer)})
    assert offered[:2] == [(0, True), (0, False)]
