"""Down and dead, and what becomes of those who fought the fallen (C-WND-4a, C-WND-6, CLK-4, CLK-8)."""

from __future__ import annotations

import pytest
from duels import CHEST, HEAD, LEFT_ARM, MISS, fight, fighter, struck, sword

SAVES = {"Bo/health_save": [1], "Bo/shock_save": [1]}
AXE = {"weapons": [sword(damage="1d100")]}
KILL = {"Ana/to_hit": [60], "Ana/location": [CHEST], "Ana/damage": [[60]], "Bo/health_save": [1], "Bo/shock_save": [1]}


@pytest.mark.parametrize(("cost", "state"), [(29, "standing"), (30, "down"), (59, "down"), (60, "dead"), (61, "dead")])
def test_a_fighter_is_down_at_its_htk_and_dead_at_twice(cost, state):
    """C-WND-6: a blow at the left arm."""
    fought = struck([cost], LEFT_ARM, rolls=SAVES)
    assert fought.result.combatants["Bo"]["state"] == state
    assert fought.result.combatants["Bo"]["htk_lost"] == cost


def test_going_down_ends_the_battle_when_no_one_else_of_the_side_can_fight():
    """C-WND-6, CLK-8: at the impact count, not when the queue is empty."""
    fought = struck([30], rolls=SAVES)
    assert (fought.result.outcome, fought.result.winner, fought.result.t) == ("win", "red", 10)
    assert fought.line("Bo", "down", "death") == [(10, "down")]


def test_death_is_told_apart_from_going_down():
    """C-WND-6."""
    fought = struck([60], rolls=SAVES)
    assert fought.line("Bo", "down", "death") == [(10, "down"), (10, "death")]
    assert "C-WND-6" in fought.of("death", "Bo")[0].why


@pytest.mark.parametrize(
    ("location", "head", "part"), [(HEAD, 1, "head"), (HEAD, 90, "neck"), (CHEST, None, "chest"), (60, None, "abdomen")]
)
def test_head_neck_or_torso_destroyed_is_death(location, head, part):
    """C-WND-6, C-WND-2."""
    fought = struck([60], location, rolls=SAVES | ({"Ana/head_location": [head]} if head else {}))
    assert fought.of("death", "Bo")[0].why == f"C-WND-6: {part} destroyed"


def test_losses_add_up_over_blows():
    """C-WND-6: 7 + 7 + 7 + 7 + 7 of 30: the fifth blow (at 70) is one too many; 28 and 35 ask for shock saves."""
    fought = struck([7] * 5, rolls={"Bo/health_save": [], "Bo/shock_save": [1, 1]})
    assert [event.htk_lost for event in fought.of("wound", "Bo")] == [7, 14, 21, 28, 35]
    assert fought.line("Bo", "down") == [(70, "down")]


def test_an_attack_of_one_who_goes_down_is_lost_or_dropped():
    """CLK-4: committed: lost; nothing of him fires later."""
    bo = [{"do": "attack", "at": 4}]
    fought = fight(
        [{"do": "attack"}], bo, ana_has=AXE, rolls=KILL, others=[fighter("Dan", "blue", 30)],
    )  # fmt: skip
    assert [(who, result) for _, who, result in fought.blows()] == [("Ana", "hit"), ("Bo", "lost")]
    assert max(event.t for event in fought.events if event.actor == "Bo") == 10


def team(cid_at, **cid):
    """Ana kills Bo at 10; Cid has been at him since a count; Dan, 40 ft off, keeps the battle going."""
    others = [
        fighter("Cid", "red", 10, [{"do": "attack", "target": "Bo", "at": cid_at}], **cid), fighter("Dan", "blue", 50),
    ]  # fmt: skip
    return fight([{"do": "attack"}], ana_has=AXE, rolls=KILL | {"Cid/to_hit": []}, others=others)


def test_a_target_down_before_the_commit_leaves_its_attacker_free_and_asked_at_once():
    """CLK-4: as after a free break-off: Cid winds up from 6 to 11."""
    fought = team(6)
    assert [(event.t, event.phase, event.free) for event in fought.of("break_off", "Cid")] == [(10, "windup", True)]
    assert (10, ("target_down",)) in fought.asked("Cid")
    assert fought.line("Cid", "commit", "impact") == []


def test_a_target_down_after_the_commit_lets_the_blow_run_on_and_hit_nothing():
    """CLK-4: committed at 9: at 14 there is no target; recovery follows."""
    fought = team(4)
    assert fought.blows()[1:] == [(14, "Cid", "no_target")]
    assert fought.line("Cid", "commit", "impact", "recover", "ready") == [
        (9, "commit"), (14, "impact"), (14, "recover"), (19, "ready"),
    ]  # fmt: skip


def test_a_blow_of_the_same_instant_lands_on_one_who_dies_in_it():
    """CLK-3: Cid's impact at 10 too: both wounds are summed against the state before."""
    fought = fight(
        [{"do": "attack"}], ana_has=AXE, others=[fighter("Cid", "red", 10, [{"do": "attack"}], **AXE)],
        rolls=KILL | {
            "Cid/to_hit": [60], "Cid/location": [CHEST], "Cid/damage": [[5]], "Bo/health_save": [1], "Bo/shock_save": [1],
        },
    )  # fmt: skip
    assert [event.t for event in fought.of("wound", "Bo")] == [10, 10]
    assert fought.result.combatants["Bo"]["htk_lost"] == 65


def test_an_attack_out_of_range_at_its_impact_reaches_nothing_and_recovers():
    """CLK-4: Bo walks off at 4 ft/ct: 5 + 40 ft."""
    fought = fight([{"do": "attack"}], [{"do": "move", "to": [100, 0], "speed": 4}], rolls={"Ana/to_hit": []})
    assert fought.blows() == [(10, "Ana", "out_of_reach")]
    assert fought.line("Ana", "ready") == [(15, "ready")]


def test_a_fall_cancels_a_wind_up_and_loses_a_committed_blow():
    """CLK-4: Bo's leg gives way at 10."""
    def fallen(at):
        return fight(
            [{"do": "attack"}], [{"do": "attack", "at": at}], ana_has={"weapons": [sword(damage="1d8", type="energy")]},
            rolls={
                "Ana/to_hit": [60], "Ana/location": [86], "Ana/damage": [[8]], "Bo/health_save": [51], "Bo/agl_save": [51],
            },
        )  # fmt: skip

    assert [event.phase for event in fallen(8).of("break_off", "Bo")] == ["windup"]
    assert [result for _, who, result in fallen(4).blows() if who == "Bo"] == ["lost"]


def test_a_dropped_weapon_loses_the_blow_it_was_in():
    """CLK-4: Bo's sword arm fails at 10, his blow committed at 9."""
    fought = fight(
        [{"do": "attack"}], [{"do": "attack", "at": 4}], ana_has={"weapons": [sword(damage="1d8", type="energy")]},
        rolls={"Ana/to_hit": [60], "Ana/location": [40], "Ana/damage": [[8]], "Bo/health_save": [51]},
    )  # fmt: skip
    assert [result for _, who, result in fought.blows() if who == "Bo"] == ["lost"]
    assert (10, ("disarmed",)) in [(t, tuple(r for r in reasons if r == "disarmed")) for t, reasons in fought.asked("Bo")]


def test_all_down_at_once_is_a_draw():
    """CLK-8, CLK-3."""
    fought = fight(
        [{"do": "attack"}], [{"do": "attack"}], ana_has=AXE, bo_has=AXE,
        rolls=KILL | {
            "Bo/to_hit": [60], "Bo/location": [CHEST], "Bo/damage": [[60]], "Ana/health_save": [1], "Ana/shock_save": [1],
        },
    )  # fmt: skip
    assert (fought.result.outcome, fought.result.winner, fought.result.t) == ("draw", None, 10)


def test_a_blow_at_the_very_cap_still_lands():
    """CLK-2, CLK-8: END is the last rung: the fatal impact at 10 wins, though 10 is the cap."""
    fought = fight([{"do": "attack"}], ana_has=AXE, rules={"max_counts": 10}, rolls=KILL)
    assert (fought.result.outcome, fought.result.winner, fought.result.t) == ("win", "red", 10)


def test_a_miss_ends_nothing():
    """CLK-8: the cap is a timeout, never a win."""
    fought = fight([{"do": "attack"}], rolls={"Ana/to_hit": [MISS]})
    assert (fought.result.outcome, fought.result.winner, fought.result.t) == ("timeout", None, 100)
