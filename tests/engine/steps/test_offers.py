"""The options that are offered: legal all, in an order of their own, every kind within reach (CLK-5, section 6)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from skirmish import EVERYTHING, GRENADE, PISTOL, RIFLE, Skirmish, one, scenario, thing, wall

from engine import Battle
from engine.options import Option
from engine.steps import legality, offers
from engine.steps.actions import OPTIONS, Aim, Cover, Dodge, Face, Fire, Mode, Move, Wait

KIT = (RIFLE, PISTOL, GRENADE)

GROUND = [
    *wall((10, 4), (10, 5), (10, 6), (10, 7)),
    thing((7, 8), name="desk", cover=50, health=15),
    thing((12, 8), name="desk", cover=50, health=15),
    thing((6, 3), name="chair", cover=25, passable=True, health=5),
    thing((14, 10), name="bush", concealment=50, passable=True),
]


def crowded() -> Skirmish:
    """Ana with everything in reach: three foes in sight, one behind the wall, a friend."""
    stage = Skirmish(
        one("Ana", "red", (2, 7), weapons=KIT), one("Abe", "red", (1, 7)), one("Bea", "blue", (8, 9)), one("Bo", "blue", (8, 5)),
        one("Cat", "blue", (5, 7)), one("Cy", "blue", (13, 5)), objects=GROUND,
    )  # fmt: skip
    stage.until("Ana")
    return stage


def offered(stage: Skirmish, name: str = "Ana") -> list[Option]:
    """Return what is offered to somebody now."""
    return list(offers.options(stage.fight, stage.fighter(name)))


def test_whatever_is_offered_is_legal_and_offered_once() -> None:
    """CLK-5."""
    stage = crowded()
    found = offered(stage)
    assert [legality.refusal(stage.fight, stage.fighter("Ana"), option) for option in found] == [None] * len(found)
    assert len(set(found)) == len(found)


def test_the_first_offer_is_a_shot_at_the_nearest_foe_then_the_others_by_distance_and_stream_key() -> None:
    """CLK-5, CLK-2: Cat at 3 squares; Bea and Bo equally far at (8, 5) and (8, 9), nobody between."""
    shots = [option for option in offered(crowded()) if isinstance(option, Fire)]
    singles = [shot.target for shot in shots if shot.mode == "single" and not shot.location]
    assert singles == ["Cat", "Bea", "Bo"]
    assert offered(crowded())[0] == Fire(weapon="rifle", target="Cat")


def test_what_is_offered_depends_on_neither_listing_nor_creation() -> None:
    """CLK-2: the same combatants listed backwards."""
    combatants = [one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 6)), one("Cat", "blue", (8, 8)), one("Di", "blue", (8, 7))]
    lists = []
    for order in (combatants, combatants[::-1]):
        stage = Skirmish(*order, objects=GROUND)
        stage.until("Ana")
        lists.append(offered(stage))
    assert lists[0] == lists[1]


def test_every_mode_call_and_sweep_of_the_weapon_in_hand_is_offered_at_the_nearest() -> None:
    """P-FIR-1, P-LOS-6: no aimed shot before there is an aim."""
    at_cat = [option for option in offered(crowded()) if isinstance(option, Fire) and option.target == "Cat"]
    plain = [option.mode for option in at_cat if not option.location and not option.sweep]
    assert plain == ["single", "burst", "auto"]
    assert {option.location for option in at_cat if option.location} == {"torso", "arm", "leg", "hand", "foot", "head", "eye"}
    assert [option.sweep for option in at_cat if option.sweep] == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]


def test_in_direct_fire_is_offered_at_foes_in_sight_and_at_squares() -> None:
    """P-LOS-3: Cy stands behind the wall, 11.2 squares away: to name him would tell where he is."""
    stage = crowded()
    ana = stage.fighter("Ana")
    ana.hand = ana.weapons["grenade"]
    lobs = [option for option in offered(stage) if isinstance(option, Fire) and option.indirect]
    assert {option.target for option in lobs if option.target} == {"Cat", "Bea", "Bo"}
    assert (6, 7) in {option.at for option in lobs}


def test_a_busy_combatant_is_offered_to_go_on_first() -> None:
    """CLK-5: nothing new may begin; it may hold, break off, move."""
    stage = crowded()
    stage.does(Fire(weapon="rifle", target="Cat"), "commit")
    found = offered(stage)
    assert [option.do for option in found[:2]] == ["hold", "break_off"]
    assert {option.do for option in found[2:]} == {"move", "cover"}
    assert "sprinting" not in {option.pace for option in found if isinstance(option, Move | Cover)}


def test_dodges_are_offered_by_name_against_every_attack_that_can_be_dodged() -> None:
    """P-MOD-2, P-MOD-3."""
    stage = crowded()
    stage.until("Ana", "noticed", Bo=Fire(weapon="rifle", target="Ana"), Bea=Fire(weapon="rifle", target="Ana"))
    assert [option for option in offered(stage) if isinstance(option, Dodge)] == [Dodge(against="Bea#1"), Dodge(against="Bo#1")]


def test_facings_modes_and_waits_are_others_than_now() -> None:
    """P-LOS-2, P-MOD-1: she faces east in forward mode."""
    found = offered(crowded())
    assert {option.facing for option in found if isinstance(option, Face)} == {"n", "ne", "se", "s", "sw", "w", "nw"}
    assert {option.mode for option in found if isinstance(option, Mode)} == {"guarded", "full", "none"}
    assert [option.until for option in found if isinstance(option, Wait)] == [4.0, 12.0]


def test_nobody_in_sight_leaves_the_way_ahead_and_the_middle_of_the_map_to_go_to() -> None:
    """P-MOV-1: Ana at (2, 7) looks west: (0, 7) is the last square; the middle is (10, 7)."""
    stage = Skirmish(one("Ana", "red", (2, 7), facing="w"), one("Bo", "blue", (19, 7)))
    stage.until("Ana")
    goals = {option.to for option in offered(stage) if isinstance(option, Move) and option.to}
    assert goals == {(0, 7), (10, 7)}
    assert not [option for option in offered(stage) if isinstance(option, Fire | Aim)]


def test_there_are_not_too_many_offers_in_a_crowd() -> None:
    """CLK-5: forty foes in sight: the nearest eight are offered as targets."""
    foes = [one(f"B{number:02}", "blue", (10 + number % 8, number // 8 * 3)) for number in range(40)]
    stage = Skirmish(one("Ana", "red", (2, 7), weapons=KIT), *foes)
    stage.until("Ana")
    found = offered(stage)
    assert len({option.target for option in found if isinstance(option, Fire)}) <= 8
    assert len(found) < 120


def two_teams() -> list[Any]:
    """Four combatants, two a side, on opposite ends of the map."""
    return [
        one("Ana", "red", (2, 5), weapons=KIT, mode="guarded"), one("Abe", "red", (2, 9), weapons=(PISTOL, GRENADE)),
        one("Bo", "blue", (17, 5), weapons=KIT), one("Bea", "blue", (17, 9), weapons=(GRENADE, RIFLE), mode="guarded"),
    ]  # fmt: skip


def played(seed: int) -> tuple[Battle, set[str]]:
    """A whole battle of random answers, and the kinds of options taken."""
    combatants = two_teams()
    standing = {spec.name: EVERYTHING for spec in combatants}
    battle = Battle(scenario(combatants, GROUND, max_counts=900), seed=seed, standing=standing)
    draw, kinds = Random(seed), set()
    while (request := battle.advance()) is not None:
        option = draw.choice(request.options)
        kinds.add(option.do)
        battle.answer(request, option)
    return battle, kinds


@pytest.mark.parametrize("seed", range(4))
def test_whole_battles_of_random_answers_come_to_an_end_without_an_error(seed: int) -> None:
    """CLK-8."""
    battle, _ = played(seed)
    assert battle.result is not None
    assert battle.result.outcome in ("win", "draw", "timeout", "stalemate")


def test_random_answers_reach_every_kind_of_option() -> None:
    """Section 6."""
    reached: set[str] = set()
    seed = 0
    names = {kind.__struct_config__.tag for kind in OPTIONS}
    while reached != names and seed < 12:
        reached |= played(seed)[1]
        seed += 1
    assert reached == names


def test_the_first_option_again_and_again_fights_a_battle_out() -> None:
    """Contract, section 5: `battle.answer(request, request.options[0])`."""
    combatants = [one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7))]
    battle = Battle(scenario(combatants), seed=3)
    while (request := battle.advance()) is not None:
        battle.answer(request, request.options[0])
    assert battle.result is not None
    assert battle.result.outcome in ("win", "draw")
