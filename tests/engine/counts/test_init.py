"""INIT: fresh and pre-set, speed points, and when none is rolled (C-INI-1, C-INI-1a, C-INI-2, C-INI-3)."""

from __future__ import annotations

import pytest
from duels import CHEST, HIT, MISS, RIGHT_LEG, Player, fight, fighter, sword

from engine.counts.actions import Attack, Hold
from engine.errors import AgentError

SLOW = {"spd": 3}
SEVEN = [3, 4]
DAGGER = sword(name="dagger", wsd=6)


def inits(orders, dice, distance=5, blows=2, has=None, **more):
    fought = fight(
        orders, distance=distance, ana_has=SLOW | (has or {}),
        rolls={"Ana/init": dice, "Ana/to_hit": [MISS] * blows} | more.pop("rolls", {}), **more,
    )  # fmt: skip
    return fought.inits("Ana")


@pytest.mark.parametrize(("dice", "counts"), [([3, 4], 4), ([6, 6], 9), ([1, 2], 0), ([1, 1], 0)])
def test_a_fresh_init_is_two_dice_less_spd_and_not_below_0(dice, counts):
    """C-INI-1: the first attack begins that many counts after its declaration."""
    fought = fight([{"do": "attack"}], ana_has=SLOW, rolls={"Ana/init": [dice], "Ana/to_hit": [MISS]})
    assert fought.inits("Ana") == [(0, counts, False)]
    assert fought.line("Ana", "declare", "windup", "commit", "impact") == [
        (0, "declare"), (counts, "windup"), (counts + 5, "commit"), (counts + 10, "impact"),
    ]  # fmt: skip


@pytest.mark.parametrize(("dice", "counts"), [([3, 4], 2), ([4, 4], 2.5), ([6, 6], 4.5), ([1, 2], 0), ([1, 1], 0)])
def test_a_preset_init_is_half_the_dice_less_half_of_spd_unrounded(dice, counts):
    """C-INI-1: the second of two like attacks, declared at 15."""
    assert inits([{"do": "attack"}] * 2, [[1, 2], dice]) == [(0, 0, False), (15, counts, True)]


def test_the_same_attack_with_the_same_weapon_at_another_target_is_fresh():
    """C-INI-1: same maneuver, same tool, but another target."""
    found = inits(
        [{"do": "attack", "target": "Bo"}, {"do": "attack", "target": "Cid"}], [[1, 2], SEVEN],
        others=[fighter("Cid", "blue", -5)],
    )  # fmt: skip
    assert found == [(0, 0, False), (15, 4, False)]


def test_the_same_attack_with_another_weapon_is_fresh():
    """C-INI-1."""
    found = inits(
        [{"do": "attack", "weapon": "sword"}, {"do": "attack", "weapon": "dagger", "at": 15}], [[1, 2], SEVEN],
        has={"weapons": [sword(), DAGGER]},
    )  # fmt: skip
    assert found == [(0, 0, False), (15, 4, False)]


def test_another_maneuver_with_the_same_weapon_and_target_is_fresh():
    """C-INI-1: an attack after a couch that was released."""
    found = inits(
        [{"do": "attack"}, {"do": "couch"}, {"do": "release", "on": "couched"}], [[1, 2], SEVEN, SEVEN],
    )  # fmt: skip
    assert found == [(0, 0, False), (15, 4, False), (24, 2, True)]


def test_the_first_action_after_a_break_off_is_fresh():
    """C-INI-1, C-TIM-7: the third attack would be pre-set; with no minus."""
    found = inits(
        [{"do": "attack"}, {"do": "attack"}, {"do": "break_off", "at": 18}, {"do": "attack"}], [[1, 2], [1, 2], SEVEN],
    )  # fmt: skip
    assert found == [(0, 0, False), (15, 0, True), (18, 4, False)]


def test_the_first_action_after_a_committed_break_off_is_fresh():
    """C-INI-1: dropped at 7, declared anew after the recovery at 15."""
    found = inits([{"do": "attack"}, {"do": "break_off", "at": 7}, {"do": "attack"}], [[1, 2], SEVEN], blows=1)
    assert found == [(0, 0, False), (15, 4, False)]


def test_even_a_release_or_a_parry_is_fresh_after_a_break_off():
    """C-INI-1: always the first action after a break-off."""
    found = inits(
        [{"do": "attack"}, {"do": "break_off", "at": 3}, {"do": "parry", "weapon": "sword"}], [[1, 2], SEVEN], blows=0
    )
    assert found == [(0, 0, False), (3, 4, False)]


def test_the_first_action_after_a_stun_is_fresh():
    """C-INI-1: Bo's second attack would repeat his first (W=4: 4, 6); he is stunned from 10 to 18."""
    fought = fight(
        [{"do": "attack"}], [{"do": "attack"}, {"do": "attack", "at": 18}],
        bo_has=SLOW | {"weapons": [sword(wsd=4)], "htk": 31}, ana_has={"weapons": [sword(damage="1d8")]},
        rolls={
            "Bo/init": [[1, 2], SEVEN], "Bo/to_hit": [MISS, MISS], "Ana/to_hit": [HIT + 10], "Ana/location": [CHEST],
            "Ana/damage": [[8]], "Bo/health_save": [51],
        },
    )  # fmt: skip
    assert [(event.t, event.until) for event in fought.of("stun", "Bo")] == [(10, 18), (18, 18)]
    assert fought.inits("Bo") == [(0, 0, False), (18, 4, False)]


def test_the_first_action_after_a_fall_is_fresh():
    """C-INI-1: Bo falls at 10 (a useless leg) and gets up: INIT 7-3, then 8 counts."""
    fought = fight(
        [{"do": "attack"}], [{"do": "rise", "on": "fallen"}], bo_has=SLOW,
        ana_has={"weapons": [sword(type="energy", damage="1d8")]},
        rolls={
            "Bo/init": [SEVEN], "Ana/to_hit": [60], "Ana/location": [RIGHT_LEG], "Ana/damage": [[8]],
            "Bo/health_save": [51], "Bo/agl_save": [51],
        },
    )  # fmt: skip
    assert fought.inits("Bo") == [(10, 4, False)]
    assert fought.line("Bo", "fall", "rise") == [(10, "fall"), (22, "rise")]


@pytest.mark.parametrize("do", ["press", "retreat"])
def test_a_press_or_retreat_is_preset_even_as_the_first_action(do):
    """C-INI-1, C-STG-5: a maneuver takes a pre-set INIT."""
    fought = fight([{"do": do}], ana_has=SLOW, rolls={"Ana/init": [SEVEN], "Ana/maneuver": [50], "Bo/maneuver": [50]})
    assert fought.inits("Ana") == [(0, 2, True)]


def test_a_parry_is_preset_even_as_the_first_action():
    """C-INI-1, C-ARM-6: a parry is declared as a reaction."""
    fought = fight([{"do": "parry", "weapon": "sword"}], ana_has=SLOW, rolls={"Ana/init": [SEVEN]})
    assert fought.inits("Ana") == [(0, 2, True)]


def test_an_attack_in_answer_to_something_noticed_is_preset():
    """C-INI-1: any other reaction to something noticed; here Bo's first action."""
    fought = fight(
        [{"do": "attack"}], [{"do": "attack", "on": "noticed"}], bo_has=SLOW | {"combat_perception": 40},
        rolls={"Bo/perception": [40], "Bo/init": [SEVEN], "Ana/to_hit": [MISS], "Bo/to_hit": [MISS]},
    )  # fmt: skip
    assert fought.inits("Bo") == [(0, 2, True)]
    assert fought.line("Bo", "notice", "windup", "impact") == [(0, "notice"), (2, "windup"), (12, "impact")]


def test_mode_movement_rolls_a_preset_init():
    """C-INI-1, C-MOD-3."""
    fought = fight(distance=6, ana_has=SLOW | {"mode": "static"}, rolls={"Ana/init": [SEVEN]})
    assert fought.inits("Ana") == [(0, 2, True)]
    assert fought.moves("Ana") == [(2, 0, 1), (3, 1, 0)]


def test_the_dice_of_a_contest_are_rolled_after_its_init():
    """C-INI-1a: the first attack makes the press pre-set beyond doubt: declared at 15, contested at 17."""
    fought = fight(
        [{"do": "attack"}, {"do": "press", "at": 15}], ana_has=SLOW,
        rolls={"Ana/init": [[1, 2], SEVEN], "Ana/to_hit": [MISS], "Ana/maneuver": [50], "Bo/maneuver": [50]},
    )  # fmt: skip
    assert [event.t for event in fought.rolls("maneuver", "Ana") + fought.rolls("maneuver", "Bo")] == [17, 17]


def test_a_press_dropped_during_its_init_rolls_no_contest():
    """C-INI-1a: free, and the next INIT is fresh."""
    fought = fight(
        [{"do": "attack"}, {"do": "press", "at": 15}, {"do": "break_off", "at": 16}, {"do": "press"}], ana_has=SLOW,
        rolls={"Ana/init": [[1, 2], SEVEN, SEVEN], "Ana/to_hit": [MISS], "Ana/maneuver": [50], "Bo/maneuver": [50]},
    )  # fmt: skip
    assert fought.inits("Ana") == [(0, 0, False), (15, 2, True), (16, 4, False)]
    assert [event.t for event in fought.rolls("maneuver", "Ana")] == [20]


def test_each_speed_point_takes_a_count_off_an_init():
    """C-INI-2: 7-3-2 fresh, 3.5-1.5-1 pre-set."""
    found = inits(
        [{"do": "attack", "speed_points": 2}, {"do": "attack", "speed_points": 1}], [SEVEN, SEVEN],
        has={"combat_maneuver_rank": 3},
    )  # fmt: skip
    assert found == [(0, 2, False), (17, 1, True)]


def test_speed_points_take_an_init_not_below_0():
    """C-INI-1, C-INI-2."""
    found = inits([{"do": "attack", "speed_points": 3}], [[2, 3]], blows=1, has={"combat_maneuver_rank": 3})
    assert found == [(0, 0, False)]


def test_no_more_speed_points_than_the_pool_holds_can_be_spent():
    """C-INI-2: the pool is the Combat Maneuver rank."""
    with pytest.raises(AgentError, match="C-INI-2"):
        inits([{"do": "attack", "speed_points": 3}], [SEVEN], has={"combat_maneuver_rank": 2})
    with pytest.raises(AgentError, match="C-INI-2"):
        inits([{"do": "attack", "speed_points": 2}] * 2, [[1, 2]], blows=1, has={"combat_maneuver_rank": 3})


def test_the_pool_refills_every_240_counts():
    """C-INI-2: spent at 0, still empty at 239.999, full at 240."""
    pools = []

    def answer(request):
        pools.append((request.t, request.view.me.speed_points))
        if request.t == 0:
            request.wake = 239.999
            return Attack(target="Bo", weapon="sword", speed_points=3)
        request.wake = 240 if request.t < 240 else None
        if request.t < 239:
            request.wake = 239.999
        return Hold()

    fight(
        players={"Ana": Player(answer)}, ana_has=SLOW | {"combat_maneuver_rank": 3}, rules={"max_counts": 300},
        rolls={"Ana/to_hit": [MISS], "Ana/init": [SEVEN]},
    )  # fmt: skip
    assert pools == [(0, 3), (11, 0), (16, 0), (239.999, 0), (240, 3)]


def test_the_pool_refills_when_one_disengages():
    """C-INI-2: Bo's retreat of ten stages takes him from 5 ft to 15 ft: Out for both."""
    pools = []

    def answer(request):
        pools.append((request.t, request.view.me.speed_points))
        if request.t == 0:
            return Attack(target="Bo", weapon="sword", speed_points=3)
        request.wake = 30 if request.t < 30 else None
        return Hold()

    fight(
        bo=[{"do": "retreat"}], players={"Ana": Player(answer)}, ana_has=SLOW | {"combat_maneuver_rank": 3},
        bo_has={"skills": {"combat_maneuver": 150}},
        rolls={"Ana/init": [SEVEN], "Bo/maneuver": [1], "Ana/maneuver": [100]},
    )  # fmt: skip
    assert pools[0] == (0, 3)
    assert pools[-1] == (30, 3)


def test_the_pool_refills_for_both_when_they_are_out_for_both():
    """C-INI-2, C-STG-5b: Bo, with a spear (Out from 16 ft on), walks off to 45 ft; Ana's sword was Out at 9 already."""
    pools = []

    def answer(request):
        pools.append((request.t, request.view.me.speed_points))
        if request.t == 0:
            return Attack(target="Bo", weapon="sword", speed_points=3)
        request.wake = 60 if request.t < 60 else None
        return Hold()

    fight(
        bo=[{"do": "move", "to": [45, 0], "speed": 2}], players={"Ana": Player(answer)},
        ana_has={"combat_maneuver_rank": 3}, bo_has={"weapons": [sword(length=8)]},
    )  # fmt: skip
    assert pools[-1] == (60, 3)


def test_turning_to_someone_far_away_refills_nothing():
    """C-INI-2: nobody disengages when Ana turns from Bo at 30 ft to Cy at 40 ft; what she spends on it stays spent."""
    pools = []

    def answer(request):
        pools.append(request.view.me.speed_points)
        return Attack(target="Cy", weapon="sword", speed_points=3) if request.t == 0 else Hold()

    fight(
        distance=30, players={"Ana": Player(answer)}, ana_has=SLOW | {"combat_maneuver_rank": 3},
        others=[fighter("Cy", "blue", -40)], rolls={"Ana/init": [SEVEN]},
    )  # fmt: skip
    assert pools[:2] == [3, 0]


def test_recovery_rolls_no_init():
    """C-INI-3: one attack, one INIT, though it recovers and is ready again."""
    assert len(inits([{"do": "attack"}], [SEVEN], blows=1)) == 1
