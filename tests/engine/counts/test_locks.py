"""Locks: weapons caught in the over-press, and how they come free (C-STG-6)."""

from __future__ import annotations

import pytest
from duels import MISS, Player, fight, sword

from engine.errors import AgentError

SHORT = {"weapons": [sword(name="knife", length=1)]}


def skilled(percent=100, **more):
    return {"skills": {"combat_maneuver": percent, "sword": 60, "knife": 60}} | more


def lock(ana, bo, distance=1.9, **more):
    """Ana tries to lock Bo's weapon, success numbers as given, at her Over 1."""
    orders = more.pop("orders", [{"do": "lock"}])
    return fight(
        orders, more.pop("bo_orders", None), distance, ana_has=skilled() | more.pop("ana_has", {}),
        bo_has=skilled() | more.pop("bo_has", {}),
        rolls={"Ana/maneuver": [100 - ana], "Bo/maneuver": [100 - bo]} | more.pop("rolls", {}), **more,
    )  # fmt: skip


def locks(fought):
    return [(event.t, event.actor, event.weapon, event.locked) for event in fought.of("lock")]


def test_at_its_own_over_3_a_fighters_weapon_is_locked():
    """C-STG-6: two swords at 0.6 ft: both."""
    assert sorted(locks(fight(distance=0.6))) == [(0, "Ana", "sword", True), (0, "Bo", "sword", True)]


def test_a_short_weapon_is_not_locked_where_a_long_one_is():
    """C-STG-6, C-STG-2: a foot of knife is never over-pressed."""
    assert locks(fight(distance=0.6, bo_has=SHORT)) == [(0, "Ana", "sword", True)]


def test_walking_into_over_3_locks_the_weapon_on_the_way():
    """C-STG-6: Bo with a knife presses from 1.4 ft to 0.5: the sword's Over 3 begins below 0.75 ft."""
    fought = fight(
        bo=[{"do": "press", "over": True}], distance=1.4, ana_has=skilled(), bo_has=SHORT | skilled(),
        rolls={"Bo/maneuver": [1], "Ana/maneuver": [100]},
    )  # fmt: skip
    ((t, *rest),) = locks(fought)
    assert (t, rest) == (pytest.approx(0.66, abs=0.006), ["Ana", "sword", True])
    assert (t, ("stage_changed", "locked")) in [(at, tuple(sorted(r, reverse=True))) for at, r in fought.asked("Ana")]


@pytest.mark.parametrize("order", [{"do": "attack"}, {"do": "parry", "weapon": "sword"}, {"do": "couch"}])
def test_a_locked_weapon_can_neither_attack_nor_parry(order):
    """C-STG-6."""
    with pytest.raises(AgentError, match="not legal"):
        fight([order], distance=0.6)


def test_a_full_20_locks_the_others_weapon_after_a_count():
    """C-STG-6: Bo's sword is locked; Ana is ready at 1."""
    fought = lock(60, 40)
    assert locks(fought) == [(0, "Bo", "sword", True)]
    assert fought.line("Ana", "ready") == [(1, "ready")]


def test_a_contest_lost_by_one_whose_weapon_is_locked_already_says_so():
    """C-STG-6, CLK-7: Bo is 20 better twice; the rolls of the second contest come to a line of the log, too."""
    tries = [{"do": "lock", "on": "locked"}]
    fought = lock(0, 0, orders=tries, bo_orders=[{"do": "lock"}], rolls={"Ana/maneuver": [60, 60], "Bo/maneuver": [40, 40]})
    assert locks(fought) == [(0, "Ana", "sword", True), (0, "Ana", None, False)]
    assert fought.of("lock")[1].why == "no weapon left to lock"
    assert fought.line("Ana", "ready") == [(1, "ready")]


def test_less_than_a_full_20_locks_nothing():
    """C-STG-6."""
    fought = lock(60, 41)
    assert locks(fought) == [(0, "Ana", None, False)]
    assert fought.line("Ana", "ready") == [(1, "ready")]


def test_an_opponent_that_is_a_full_20_ahead_locks_the_weapon_of_the_one_who_tried():
    """C-STG-6: it lost a lock contest."""
    assert locks(lock(40, 60)) == [(0, "Ana", "sword", True)]


def test_a_lock_takes_a_preset_init_and_a_count():
    """C-STG-6: after an attack (so that the INIT is no first one): 3.5-1.5 counts, then 1."""
    fought = lock(
        60, 40, orders=[{"do": "attack"}, {"do": "lock", "at": 20}], ana_has={"spd": 3},
        rolls={"Ana/init": [[1, 2], [3, 4]], "Ana/to_hit": [MISS]},
    )  # fmt: skip
    assert fought.inits("Ana") == [(0, 0, False), (20, 2, True)]
    assert locks(fought) == [(22, "Bo", "sword", True)]
    assert fought.line("Ana", "ready") == [(15, "ready"), (23, "ready")]


def test_a_lock_is_tried_only_in_the_over_press():
    """C-STG-6: at Press 3 it is refused."""
    with pytest.raises(AgentError, match="C-STG-6"):
        lock(60, 40, distance=2)


def test_either_fighters_over_press_is_enough_to_try():
    """C-STG-6: at 1.9 ft a knife is at optimal, the sword at Over 1: the knife may lock it."""
    fought = lock(60, 40, ana_has=SHORT)
    assert locks(fought) == [(0, "Bo", "sword", True)]


def test_an_unlock_at_over_3_moves_the_fighter_out_to_a_quarter_of_its_weapons_length():
    """C-STG-6: roll 70 under 70; from 0.6 to 0.75 ft, Over 2; the sword is free."""
    fought = fight(
        [{"do": "unlock"}], distance=0.6, ana_has=skilled(70), bo_has=SHORT, rolls={"Ana/unlock": [70]},
    )  # fmt: skip
    assert [(event.weapon, event.locked) for event in fought.of("unlock")] == [("sword", False)]
    assert fought.result.combatants["Ana"]["position"] == [pytest.approx(-0.15), 0]
    assert fought.stages("Ana")[-1][1] == "over_2"
    assert fought.line("Ana", "ready") == [(1, "ready")]


def test_the_step_of_an_unlock_is_no_ground_lost_in_a_contest():
    """C-STG-6, C-STG-5a: static again at 5, Ana goes back from 0.75 ft to her own set distance of 5 ft."""
    fought = fight(
        [{"do": "unlock"}, {"do": "mode", "mode": "static", "at": 5}], distance=0.6, ana_has=skilled(70), bo_has=SHORT,
        rolls={"Ana/unlock": [70]},
    )  # fmt: skip
    assert fought.result.combatants["Ana"]["position"] == [pytest.approx(-4.4), 0]


def test_an_unlock_that_fails_leaves_the_weapon_locked():
    """C-STG-6: 71 against 70."""
    fought = fight([{"do": "unlock"}], distance=0.6, ana_has=skilled(70), bo_has=SHORT, rolls={"Ana/unlock": [71]})
    assert [(event.weapon, event.locked) for event in fought.of("unlock")] == [("sword", True)]
    assert fought.moves("Ana") == []


def test_a_weapon_locked_in_a_contest_comes_free_where_it_is():
    """C-STG-6: at Over 1 nobody has to move."""
    fought = lock(60, 40, bo_orders=[{"do": "unlock", "on": "locked"}], rolls={"Bo/unlock": [100]})
    assert [event.locked for event in fought.of("unlock", "Bo")] == [False]
    assert fought.moves("Bo") == []


def test_an_unlock_without_a_locked_weapon_is_refused():
    """C-STG-6."""
    with pytest.raises(AgentError, match="C-STG-6"):
        fight([{"do": "unlock"}], distance=1.9)


def test_a_blow_whose_weapon_is_locked_before_it_lands_is_lost():
    """C-STG-6, CLK-4: Bo strikes at Over 1 (commit 5, impact 10); Ana locks his sword at 7."""
    fought = lock(
        60, 40, orders=[{"do": "lock", "at": 7}], bo_orders=[{"do": "attack"}], rolls={"Bo/to_hit": []},
    )  # fmt: skip
    assert fought.blows() == [(10, "Bo", "lost")]


def test_the_one_whose_weapon_is_locked_is_asked():
    """C-STG-6, CLK-5: reason locked; and unlock is offered."""
    offered = []

    def answer(request):
        offered.append((request.t, request.reasons, "unlock" in {option.do for option in request.options}))

    lock(60, 40, players={"Bo": Player(answer)})
    assert offered == [(0, ("start",), False), (0, ("locked",), True)]
