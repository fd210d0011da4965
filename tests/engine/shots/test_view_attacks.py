"""What attacks are said to be worth before they are made: exact chances, mean Wound Points, difficulties (S-ROL-2, S-ROL-3)."""

from __future__ import annotations

from typing import Any

import pytest
from standoff import FISTS, GRENADE, KNIFE, PISTOL, RIFLE, Has, Standoff, one

from engine.options import Hold
from engine.shots.actions import Area, Attack, Draw, Run, Throw

ARMED: list[Has] = [PISTOL, KNIFE, FISTS]
SHOOT = Attack(target="Bo", weapon="pistol")

EVEN, LEVEL_AND_BETTER, THREE_AND_BETTER, FOUR_AND_BETTER = 3 / 7, 24 / 35, 47 / 210, 11 / 70
"""Chances that an open roll comes to 1, -1, 3, 4 or more, derived by hand in test_odds."""


def at_start(*others: Has, places: tuple[Has, ...] = (), dense: bool = False, **ana: Any) -> tuple[Standoff, Any]:
    """Ana (guns 14) is asked at her first shot, 10 m from Bo (Dodge 13); return the fight and what she sees."""
    stage = Standoff(one("Ana", "red", **ana), *(others or (one("Bo", "blue", 10, shot=8),)), places=places, dense=dense)
    return stage, stage.until("Ana").view


def chance(view: Any, option: Any) -> float:
    return round(float(view.chance(option)), 9)


def test_the_chance_of_an_attack_is_exact() -> None:
    """S-ROL-2: 14 against 13 needs -1 or more."""
    _, view = at_start()
    assert chance(view, SHOOT) == round(LEVEL_AND_BETTER, 9)


@pytest.mark.parametrize(("shots", "by_hand"), [(2, EVEN), (1, FOUR_AND_BETTER)])
def test_a_snapshot_is_worse_by_2_or_5(shots: int, by_hand: float) -> None:
    """S-SEQ-5: it needs 1, or 4."""
    _, view = at_start()
    assert chance(view, Attack(target="Bo", weapon="pistol", shots=shots)) == round(by_hand, 9)


def test_impairment_and_range_count() -> None:
    """S-WND-1, S-RNG-1: impaired by 2 at 25 m (-2) it needs -1 + 4 = 3."""
    stage, view = at_start(one("Bo", "blue", 25, shot=8))
    stage.fighter("Ana").wounds = 30
    assert chance(view, SHOOT) == round(THREE_AND_BETTER, 9)


def test_fortune_counts_as_a_closed_die_where_one_has_a_point() -> None:
    """S-CHR-1: the mean over faces 1 .. 6 of what needs that much less; without a point left nothing."""
    stage, view = at_start(fortune=1)
    lucky = Attack(target="Bo", weapon="pistol", fortune=True)
    assert view.chance(lucky) > view.chance(SHOOT)
    stage.fighter("Ana").fortune = 0
    assert view.chance(lucky) == view.chance(SHOOT)


def test_what_does_not_reach_has_no_chance() -> None:
    """S-RNG-1, S-MOV-1: a pistol 150 m, a thrown knife 30, fists 2."""
    _, view = at_start(one("Bo", "blue", 150.01, shot=8), weapons=ARMED)
    assert view.chance(SHOOT) == 0.0
    assert view.chance(Throw(target="Bo", weapon="knife")) == 0.0
    assert view.chance(Attack(target="Bo", weapon="fists")) == 0.0
    assert view.chance(Hold()) == 0.0
    assert view.expected_points(Hold()) == 0.0


def test_a_long_weapon_counts_as_normal_when_its_shooter_sets_out_with_the_shot() -> None:
    """S-RNG-1: at 65 m 0 standing, -6 moving."""
    _, view = at_start(one("Bo", "blue", 65, shot=8), weapons=[RIFLE])
    still = Attack(target="Bo", weapon="rifle")
    moving = Attack(target="Bo", weapon="rifle", to=(0.0, 5.0))
    assert chance(view, still) == round(LEVEL_AND_BETTER, 9)
    assert (view.expected(still)[0].need, view.expected(moving)[0].need) == (-1, 5)


def test_mean_wound_points_grow_with_damage_and_shrink_with_toughness() -> None:
    """S-ROL-3: pistol 9 on Toughness 6 without armor; Toughness 9 takes 3 from every hit that does more."""
    _, soft = at_start(one("Bo", "blue", 10, shot=8, toughness=0))
    _, hard = at_start(one("Bo", "blue", 10, shot=8, toughness=3))
    assert soft.expected_points(SHOOT) - hard.expected_points(SHOOT) == pytest.approx(3 * LEVEL_AND_BETTER)


def test_what_an_attack_must_reach_has_cover_and_movement_in_it() -> None:
    """S-RNG-2, S-RNG-3: 13, with half cover 17 for shots; a runner of Move 21 is no easier than 21 to shoot."""
    _, view = at_start(places=({"name": "wall", "position": [10.0, 0.0], "tags": ["wall"]},))
    assert (view.difficulty("pistol", "Bo"), view.difficulty("fists", "Bo"), view.seen("Bo").cover) == (17, 13, 4)
    stage = Standoff(one("Ana", "red", shot=9), one("Bo", "blue", 10, move=21, shot=10))
    view = stage.until("Ana", "start", Bo=Run(to=(10.0, 42.0))).view
    assert (view.difficulty("pistol", "Bo"), view.difficulty("fists", "Bo"), view.seen("Bo").moving) == (21, 13, True)
    assert view.seen("Bo").velocity == (0.0, 14.0)


def test_an_area_attack_tells_what_it_does_to_each_friends_too() -> None:
    """S-RNG-4: the lowest defense first, each next one a step harder; friends are no gain."""
    _, view = at_start(
        one("Bo", "blue", 10, shot=8), one("Cy", "blue", 11, shot=8, skills={"dodge": 12}), one("Al", "red", 9, shot=8),
        weapons=[GRENADE],
    )  # fmt: skip
    bomb = Area(weapon="grenade", target="Bo")
    found = view.expected(bomb)
    assert [one.name for one in found] == ["Cy", "Al", "Bo"]
    assert [one.need for one in found] == [0, 2, 3]  # 14 - 2 for 10 m of a short weapon: 12 against 12, 13 + 1, 13 + 2
    foes = sum(one.points for one in found if one.side == "blue")
    assert view.expected_points(bomb) == pytest.approx(foes)
    assert view.chance(bomb) == pytest.approx(4 / 7)


def test_packed_targets_make_an_area_attack_better() -> None:
    """S-RNG-4: ten of them, +3."""
    crowd = [one(f"Bo {number}", "blue", 10, shot=8) for number in range(10)]
    needs = []
    for dense in (False, True):
        _, view = at_start(*crowd, dense=dense, weapons=[GRENADE])
        needs.append(view.expected(Area(weapon="grenade", target="Bo 0"))[0].need)
    assert needs == [1, -2]


def test_a_structure_is_harmed_by_hits_of_more_than_its_toughness() -> None:
    """S-WND-4: 14 against 5 needs -9; damage 9 does nothing to Toughness 9."""
    wall = {"name": "wall", "position": [10.0, 0.0], "tags": ["wall"], "toughness": 8}
    stage, view = at_start(places=(wall,))
    option = Attack(target="wall", weapon="pistol")
    assert view.expected(option)[0].need == -9
    assert view.expected(option)[0].points == view.chance(option) > 0.9
    stage.fight.places["wall"].toughness = 9
    assert view.expected(option)[0].points == 0.0


def test_costs_and_refusals_are_told_with_their_rule() -> None:
    """S-SEQ-3, S-SEQ-2."""
    stage, view = at_start(schticks=[{"name": "fast_draw", "picks": 1}], in_hand=False)
    assert (view.cost(SHOOT), view.cost(Draw(weapon="pistol")), view.cost(Hold())) == (3, 0, 0)
    assert view.refusal(Hold()) is None
    refused = view.refusal(SHOOT)
    assert refused is not None
    assert refused.startswith("S-SEQ-3: pistol is not in hand")
    stage.answer(Hold())
