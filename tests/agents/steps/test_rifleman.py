"""The rifleman's decisions: where it stands, whom it shoots, when it waits, dodges, reloads and holds its fire."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from patrol import agent, ana, answer, battle, decisions, first, foe, played
from skirmish import GRENADE, PISTOL, RIFLE, Skirmish, one, thing, wall

from engine.options import Hold
from engine.steps import movement
from engine.steps.actions import BreakOff, Dodge, Fire, Move

PLAIN = attrs.evolve(RIFLE, modes=("single",))


def at_start(*combatants: Any, **more: Any) -> Skirmish:
    """Return a fight that stands at Ana's first decision."""
    stage = Skirmish(*combatants, **more)
    stage.until("Ana", "start")
    return stage


# shots


def test_it_shoots_at_whom_it_sees_in_the_open() -> None:
    """P-CHK-3: six squares are short range, step 2, difficulty 11: 75% with an attribute of 5."""
    stage = at_start(ana(), foe("Bo", (9, 7)))
    player = agent(stage, "rifleman")
    option = player.decide(stage.request)
    assert (option.do, option.target, option.location) == ("fire", "Bo", None)


def test_it_calls_nothing_above_half_a_cover() -> None:
    """P-LOS-6: more than a small part shows: a call would only add its steps to the 2 of the cover."""
    option = first("rifleman", ana(), foe("Bo", (9, 7)), objects=[thing((8, 7), cover=50)])
    assert (option.do, option.location) == ("fire", None)


def test_it_calls_no_hidden_part() -> None:
    """P-LOS-6: three quarters of cover leave the head and one arm; an arm is 1 step, the cover would be 3."""
    option = first("rifleman", ana(), foe("Bo", (9, 7)), objects=[thing((8, 7), cover=75)])
    assert (option.do, option.location) == ("fire", "arm")


def test_it_aims_when_it_would_hardly_hit_otherwise() -> None:
    """P-FIR-1: untrained with an attribute of 4 at long range: 27 - 4 = 23, only a 20 hits; with two spells 19 - 4 = 15, 30%."""
    option = first("rifleman", ana(skills={}, shooting=4), foe("Bo", (19, 7), mode="none"))
    assert (option.do, option.target) == ("aim", "Bo")


def test_it_does_not_aim_when_a_second_shot_is_worth_more() -> None:
    """P-FIR-1: 75% twice in 8 counts against 95% once."""
    assert first("rifleman", ana(), foe("Bo", (9, 7))).mode != "aimed"


def test_it_finishes_who_is_badly_hurt() -> None:
    stage = at_start(ana(), foe("Bo", (9, 6)), foe("Cy", (9, 8)))
    assert answer(stage, "rifleman").target == "Bo"
    stage.fighter("Cy").health = 8
    assert answer(stage, "rifleman").target == "Cy"


def test_it_would_rather_shoot_at_the_armed() -> None:
    assert first("rifleman", ana(), foe("Bo", (8, 6), weapons=()), foe("Cy", (9, 8))).target == "Cy"


# friends


def test_it_does_not_shoot_through_a_friend_who_is_likelier_hit() -> None:
    """P-LOS-4, P-CVR-1: at long range with Art between, 27 - 5 = 22: only a 20 hits Bo; above 19 - 5 = 14, 15 to 19, hits Art."""
    stage = at_start(ana(weapons=(PLAIN,)), one("Art", "red", (8, 7)), foe("Bo", (18, 7)))
    assert answer(stage, "rifleman").do != "fire"


def test_it_shoots_at_somebody_else_instead() -> None:
    stage = at_start(ana(weapons=(PLAIN,)), one("Art", "red", (8, 7)), foe("Bo", (18, 7)), foe("Cy", (18, 10)))
    option = answer(stage, "rifleman")
    assert (option.do, option.target) == ("fire", "Cy")


def test_it_drops_a_shot_that_a_friend_walks_into() -> None:
    """P-FIR-2: until the commit that is free."""
    stage = at_start(ana(), one("Art", "red", (8, 5)), foe("Bo", (18, 7)))
    stage.does(Fire(weapon="rifle", target="Bo"), "commit")
    assert answer(stage, "rifleman") == Hold()
    art = stage.fighter("Art")
    movement.place(stage.fight, art, (8, 7))
    assert answer(stage, "rifleman") == BreakOff()


# dodging


def test_it_dodges_a_shot_that_would_likely_hit() -> None:
    """P-MOD-2: its own dodge succeeds with 75%, and takes two steps, 40%, from 75%."""
    stage = Skirmish(ana(), foe("Bo", (9, 7)))
    stage.until("Ana", "noticed", Bo=Fire(weapon="rifle", target="Ana"))
    assert answer(stage, "rifleman") == Dodge(against="Bo#1")
    assert answer(stage, "rifleman", caution=0) != Dodge(against="Bo#1")


def test_it_does_not_dodge_what_hardly_hits_anyway() -> None:
    """P-MOD-2: only a 20 hits, dodged or not."""
    stage = Skirmish(ana(), foe("Bo", (19, 7), shooting=0, skills={}))
    stage.until("Ana", "noticed", Bo=Fire(weapon="rifle", target="Ana"))
    assert answer(stage, "rifleman").do != "dodge"


# places


def test_it_goes_where_one_of_two_can_not_hit_it() -> None:
    """P-LOS-4: behind the end of the wall only Cy sees it; here both do."""
    stage = at_start(ana(), foe("Bo", (13, 3)), foe("Cy", (13, 11)), objects=[thing((4, 5), cover=75), thing((5, 5), cover=75)])
    option = answer(stage, "rifleman", shelter=2)
    assert option.do == "move"
    x, y = option.to
    covers = [stage.view.between(square, (x, y)).cover for square in ((13, 3), (13, 11))]
    assert max(covers) >= 75
    assert min(covers) < 100


def test_it_stays_where_nothing_is_better() -> None:
    assert first("rifleman", ana(), foe("Bo", (9, 7)), objects=[thing((2, 2), cover=75)]).do == "fire"


def test_it_does_not_shoot_at_whom_it_will_not_see_when_it_shoots() -> None:
    """P-LOS-5: it runs behind a wall; the shot would come four counts later."""
    stage = at_start(ana((3, 5)), foe("Bo", (15, 5)), objects=wall(*((6, row) for row in range(6, 12))))
    stage.does(Move(pace="running", to=(3, 9)))
    assert answer(stage, "rifleman").do != "fire"


# waiting


def test_it_waits_for_who_comes_into_sight_and_then_goes_and_looks() -> None:
    hidden = wall(*((10, row) for row in range(15) if row != 14))
    stage = at_start(ana(), foe("Bo", (16, 3)), objects=hidden)
    assert answer(stage, "rifleman") == Hold()
    assert stage.request is not None
    assert stage.request.wake == 40
    fight = battle({"Ana": "rifleman", "Bo": "hold"}, ana(), foe("Bo", (16, 3)), objects=hidden)
    first_move = next(line for line in played(fight).log() if line["type"] == "walk" and line["actor"] == "Ana")
    assert first_move["t"] == 40


def test_it_guards_its_flanks_while_nobody_is_in_sight() -> None:
    """P-MOD-1."""
    stage = at_start(ana(mode="forward"), foe("Bo", (16, 3)), objects=wall(*((10, row) for row in range(15))))
    option = answer(stage, "rifleman")
    assert (option.do, option.mode) == ("mode", "guarded")


def test_it_turns_round_when_it_is_hit_by_nobody_it_sees() -> None:
    """P-LOS-2: it looks east and is hit from the west."""
    hit = {"Bo/check": [[19]], "Bo/location": [[30]], "Bo/damage": [[1, 1]]}
    stage = Skirmish(ana((9, 7)), foe("Bo", (3, 7), facing="e"), rolls=hit)
    stage.until("Ana", "struck", Bo=Fire(weapon="rifle", target="Ana"))
    option = answer(stage, "rifleman")
    assert (option.do, option.facing) == ("face", "w")


# weapons


def emptied(*combatants: Any, **more: Any) -> Skirmish:
    stage = Skirmish(*combatants, **more)
    stage.until("Ana", "start")
    stage.fighter("Ana").weapons["rifle"].loaded = 0
    return stage


def test_it_brings_another_loaded_weapon_under_fire() -> None:
    """P-FIR-2: 1 count against 12."""
    option = answer(emptied(ana(weapons=(RIFLE, PISTOL)), foe("Bo", (6, 7))), "rifleman")
    assert (option.do, option.weapon) == ("bring", "pistol")


def test_it_reloads_out_of_sight_where_such_a_place_is_near() -> None:
    stage = emptied(ana(), foe("Bo", (12, 7)), objects=wall((5, 5), (5, 4)))
    option = answer(stage, "rifleman")
    assert option.do == "move"
    assert stage.view.between((12, 7), option.to).cover >= 100


def test_it_reloads_where_it_stands_when_there_is_none() -> None:
    option = answer(emptied(ana(), foe("Bo", (12, 7))), "rifleman")
    assert (option.do, option.weapon) == ("reload", "rifle")


def test_it_fills_a_magazine_up_in_a_lull() -> None:
    stage = at_start(ana(), foe("Bo", (16, 3)), objects=wall(*((10, row) for row in range(15))))
    stage.fighter("Ana").weapons["rifle"].loaded = 5
    assert answer(stage, "rifleman").do == "reload"


def test_it_throws_at_where_somebody_has_gone_out_of_sight() -> None:
    """P-LOS-3: at the square where it saw Bo last, in-direct."""
    thrower = ana(weapons=(GRENADE, RIFLE), shooting=9)
    stage = at_start(thrower, foe("Bo", (9, 7)), objects=wall((8, 8), (8, 9), (8, 10)))
    player = agent(stage, "rifleman")
    player.decide(stage.request)
    bo = stage.fighter("Bo")
    movement.place(stage.fight, bo, (9, 10))
    player.memory.known = {"Bo": player.memory.known["Bo"].__class__("Bo", (9, 9), {}, 0.0)}
    option = player.decide(stage.request)
    assert (option.do, option.indirect, option.at, option.target) == ("fire", True, (9, 9), None)


def test_it_throws_no_grenade_where_it_would_reach_itself_or_a_friend() -> None:
    """P-LOS-3: the blast reaches two squares."""
    armed = ana(weapons=(GRENADE,))
    assert first("rifleman", armed, foe("Bo", (9, 7))).do == "fire"
    assert first("rifleman", armed, foe("Bo", (5, 7))).do != "fire"
    assert first("rifleman", armed, foe("Bo", (9, 7)), one("Art", "red", (9, 9))).do != "fire"


@pytest.mark.parametrize("policy", ["rifleman", "flanker", "suppressor", "rusher"])
def test_nobody_does_anything_with_empty_hands_but_go_on(policy: str) -> None:
    fight = battle({"Ana": policy, "Bo": "hold"}, ana(weapons=()), foe("Bo", (12, 7)), max_counts=60)
    assert {option["do"] for option in decisions(played(fight), "Ana")} <= {"move", "mode", "face"}
