"""The gunman's decisions: weapons ready, snapshots, cover, range, defense, grenades, Fortune."""

from __future__ import annotations

from typing import Any

import pytest
from showdown import answer, battle, decisions, first, played, who
from standoff import DERRINGER, FISTS, GRENADE, PISTOL, REVOLVER, RIFLE, SWORD, Has, Standoff, one

from engine.options import Hold
from engine.shots.actions import Attack, Move

WALL = {"name": "wall", "position": [0.0, 5.0], "tags": ["wall"]}
FIST_FIGHTER: Has = {"weapons": [FISTS], "shot": 8}


def ana(**has: Any) -> Has:
    return one("Ana", "red", **has)


def bo(x: float = 10.0, **has: Any) -> Has:
    return one("Bo", "blue", x, **({"shot": 8} | has))


# weapons


def test_it_draws_before_anything_else() -> None:
    option = first("gunman", ana(in_hand=False), bo())
    assert (option.do, option.weapon) == ("draw", "pistol")


def test_it_shoots_with_what_is_in_hand() -> None:
    option = first("gunman", ana(), bo())
    assert (option.do, option.weapon, option.target) == ("attack", "pistol", "Bo")


def test_it_draws_the_rifle_for_somebody_out_of_range_of_a_derringer() -> None:
    option = first("gunman", ana(weapons=[DERRINGER, RIFLE]), bo(80))
    assert (option.do, option.weapon) == ("draw", "rifle")


def emptied(*weapons: Has) -> Standoff:
    stage = Standoff(ana(weapons=list(weapons)), bo())
    stage.fighter("Ana").tools[weapons[0]["name"]].loaded = 0
    stage.until("Ana", "start")
    return stage


def test_it_reloads_an_empty_pistol() -> None:
    option = answer(emptied(PISTOL, FISTS), "gunman")
    assert (option.do, option.weapon) == ("reload", "pistol")


def test_it_draws_a_second_gun_rather_than_load_a_revolver_by_rounds() -> None:
    """S-SEQ-3: 1 shot against 3."""
    option = answer(emptied(REVOLVER | {"hands": 2}, PISTOL), "gunman")
    assert (option.do, option.weapon) == ("draw", "pistol")


def test_without_ammunition_it_closes_and_fights_with_what_it_has() -> None:
    empty = PISTOL | {"ammunition": 0, "magazine": 1}
    stage = Standoff(ana(weapons=[empty, FISTS]), bo(10))
    stage.fighter("Ana").tools["pistol"].loaded = 0
    stage.until("Ana", "start")
    option = answer(stage, "gunman")
    assert (option.do, option.toward) == ("run", "Bo")


def test_it_picks_up_a_gun_at_its_feet_when_it_has_nothing_to_shoot_with() -> None:
    stage = Standoff(ana(weapons=[FISTS]), bo(40, weapons=[PISTOL, FISTS]))
    tool = stage.fighter("Bo").tools.pop("pistol")
    stage.fighter("Bo").hands = [None, None]
    tool.owner, tool.place = None, (1.0, 0.0)
    stage.fight.lying.append(tool)
    stage.until("Ana", "start")
    option = answer(stage, "gunman")
    assert (option.do, option.weapon) == ("pick_up", "pistol")


# snapshots


@pytest.mark.parametrize(("shots", "taken"), [(1, 3), (2, 1), (3, 2), (4, 3), (7, 3)])
def test_it_takes_a_snapshot_where_another_shot_fits_in_by_it(shots: int, taken: int) -> None:
    """S-SEQ-3, S-SEQ-5: what is left at 1 is as good as a whole action, so 2 = 1 + 3 and 3 = 2 + 3; 4 = 3 + 3."""
    stage = Standoff(ana(), bo(shot=7))
    stage.until("Ana", "start")
    stage.fighter("Ana").counter = shots
    assert answer(stage, "gunman").shots == taken


def test_an_unnamed_one_takes_no_snapshots() -> None:
    """S-WND-3."""
    stage = Standoff(ana(unnamed=True), bo(shot=7), rolls={"Ana/initiative": [[4]] * 5})
    stage.until("Ana", "start")
    stage.fighter("Ana").counter = 2
    assert answer(stage, "gunman").shots == 3


# where to stand


def test_it_shoots_on_its_way_to_cover() -> None:
    """S-MOV-1, S-RNG-2."""
    option = first("gunman", ana(), bo(), places=[WALL])
    assert (option.do, option.shots, tuple(option.to)) == ("attack", 3, (0.0, 5.0))


def test_it_stays_where_the_cover_is_as_good() -> None:
    here = WALL | {"name": "here", "position": [0.0, 0.0]}
    option = first("gunman", ana(), bo(), places=[WALL, here])
    assert (option.do, option.to) == ("attack", None)


def test_it_leaves_cover_alone_that_faces_the_other_way_or_that_a_foe_holds() -> None:
    away = WALL | {"facing": 180.0}
    option = first("gunman", ana(), bo(), places=[away])
    assert option.to is None
    option = first("gunman", ana(), bo(), places=[WALL | {"position": [6.0, 1.0]}])
    assert option.to is None


def test_it_comes_into_range_as_it_shoots() -> None:
    """S-RNG-1: a pistol's base range is 20 m."""
    option = first("gunman", ana(), bo(45, weapons=[FISTS]))
    assert (option.do, option.toward, option.distance) == ("attack", "Bo", 18.0)


def test_with_a_rifle_it_stands_still_for_a_long_shot() -> None:
    """S-RNG-1: moving, a rifle counts as normal."""
    option = first("gunman", ana(weapons=[RIFLE]), bo(90))
    assert (option.do, option.to, option.toward) == ("attack", None, None)


def test_it_steps_away_from_fists_as_it_shoots_unless_it_does_not_care() -> None:
    option = first("gunman", ana(), bo(2, **FIST_FIGHTER))
    assert (option.do, option.away) == ("attack", "Bo")
    assert first("gunman", ana(), bo(2, **FIST_FIGHTER), params={"keep": 0}).away is None


def test_it_lies_down_where_two_shoot_from_afar_and_nothing_covers_it() -> None:
    """S-RNG-2."""
    far = (bo(20), one("Cy", "blue", 20, shot=7))
    assert first("gunman", ana(), *far).do == "drop"
    assert first("gunman", ana(), bo(20)).do == "attack"
    assert first("gunman", ana(), *far, params={"lie": 3}).do == "attack"
    assert first("gunman", ana(), *far, places=[WALL]).do == "attack"


def test_it_goes_on_towards_somebody_out_of_all_range() -> None:
    option = first("gunman", ana(), bo(400))
    assert (option.do, option.toward) == ("run", "Bo")


def test_it_waits_in_cover_for_who_is_out_of_range_and_then_goes_after_it() -> None:
    wall = {"name": "wall", "position": [0.0, 0.0], "tags": ["wall"]}
    stage = Standoff(ana(agent="gunman"), bo(400), places=[wall])
    stage.until("Ana", "start")
    assert answer(stage, "gunman") == Hold()
    ana_goes = who("Ana", "red", {"policy": "gunman", "patience": 20}, 0.0)
    result = played(battle(ana_goes, who("Bo", "blue", "hold", 400.0), places=[wall], max_counts=60))
    log = [line for line in result.log() if line["type"] == "declare" and line["actor"] == "Ana"]
    assert log[0]["t"] >= 20
    assert log[0]["option"]["do"] == "run"


def test_after_its_patience_it_goes_round_cover_it_can_not_hit() -> None:
    """S-RNG-2: +8 against shots from the front alone."""
    port = {"name": "port", "position": [20.0, 0.0], "tags": ["gun_port"], "facing": 180.0}
    ana_goes = who("Ana", "red", {"policy": "gunman", "patience": 15}, 0.0)
    scenario = battle(ana_goes, who("Bo", "blue", "hold", 20.0), places=[port])
    result = played(scenario)
    moves = [line for line in result.log() if line["type"] == "move" and line["actor"] == "Ana"]
    assert moves[0]["t"] >= 15
    assert max(line["position"][0] for line in moves) >= 20.0
    assert result.winner == "red"


# whom, and what else


def test_it_aims_at_who_is_easiest_to_put_out() -> None:
    """S-WND-3: one unnamed with Dodge 8 before one named with Dodge 13; but not behind nine tenths of cover."""
    mook = one("Mook", "blue", 10, unnamed=True, shot=8, skills={"dodge": 8}, toughness=4)
    rolls = {"Mook/initiative": [[2]] * 5}
    assert first("gunman", ana(), bo(), mook, rolls=rolls).target == "Mook"
    port = {"name": "port", "position": [10.0, 10.0], "tags": ["gun_port"]}
    covered = mook | {"position": [10.0, 10.0]}
    assert first("gunman", ana(), bo(), covered, places=[port], rolls=rolls).target == "Bo"


def test_it_throws_a_grenade_among_many_but_not_where_friends_stand() -> None:
    """S-RNG-4."""
    kit = [PISTOL, GRENADE, FISTS]
    foes = [one(f"Bo {number}", "blue", 9 + number / 2, shot=8) for number in range(4)]
    option = first("gunman", ana(weapons=kit), *foes)
    assert (option.do, option.weapon) == ("area", "grenade")
    friends = [one(f"Al {number}", "red", 9.1 + number / 2, shot=7) for number in range(3)]
    assert first("gunman", ana(weapons=kit), *foes, *friends).do == "attack"


def test_it_does_not_bomb_itself() -> None:
    option = first("gunman", ana(weapons=[PISTOL, GRENADE]), bo(1.5, weapons=[PISTOL]))
    assert (option.do, option.weapon) == ("attack", "pistol")


def test_a_fortune_point_goes_to_a_shot_that_gains_by_it() -> None:
    """S-CHR-1."""
    assert first("gunman", ana(fortune=2), bo()).fortune
    assert not first("gunman", ana(), bo()).fortune
    assert not first("gunman", ana(fortune=2), bo(toughness=30)).fortune


def test_near_death_it_sets_fortune_aside_for_death_tests() -> None:
    """S-WND-2: Constitution 6 against 36 - 30."""
    stage = Standoff(ana(fortune=1), bo())
    stage.fighter("Ana").wounds = 36
    stage.until("Ana", "start")
    option = answer(stage, "gunman")
    assert (option.do, option.roll, option.active) == ("fortune", "death_test", True)


def test_it_calls_on_inner_focus_before_it_attacks() -> None:
    """S-CHR-3."""
    option = first("gunman", ana(fu=1, schticks=[{"name": "inner_focus"}]), bo())
    assert (option.do, option.name) == ("schtick", "inner_focus")


# defense


def shot_at(policy: str = "gunman", damage: int = 12, shots: int = 3, left: int = 10, **params: float) -> Any:
    """Return what Ana answers to Bo's announced shot with a gun of some damage."""
    gun = PISTOL | {"damage": damage}
    stage = Standoff(ana(shot=9), bo(10, shot=10, weapons=[gun]))
    stage.until("Ana", "announced", Bo=Attack(target="Ana", weapon="pistol", shots=shots))
    stage.fighter("Ana").counter = left
    return answer(stage, policy, **params)


@pytest.mark.parametrize("policy", ["gunman", "martial_artist", "bodyguard"])
def test_it_dodges_what_would_hurt(policy: str) -> None:
    """S-DEF-1: damage 12 on Toughness 6, 14 against 13."""
    option = shot_at(policy)
    assert (option.do, option.kind) == ("defend", "dodge")


def test_it_lets_pass_what_can_hardly_hurt() -> None:
    """S-ROL-3: damage 0 on Toughness 6."""
    assert shot_at(damage=0) == Hold()


def test_it_does_not_defend_when_told_not_to() -> None:
    assert shot_at(caution=0.0) == Hold()


def test_its_last_shot_is_worth_an_attack_and_is_kept_for_it() -> None:
    """S-SEQ-3: at 1 a whole action is lost by a defense; damage 9 at a chance of 3/7 does less."""
    assert shot_at(damage=8, shots=2, left=1) == Hold()


def test_it_takes_its_free_shot_at_who_comes() -> None:
    """S-CHR-3."""
    stage = Standoff(ana(shot=8, schticks=[{"name": "stand_and_deliver"}]), bo(shot=10))
    stage.until("Ana", "closing", Bo=Move(toward="Ana"))
    option = answer(stage, "gunman")
    assert (option.do, option.target, option.shots) == ("attack", "Bo", 0)


def test_it_closes_with_a_blade_only_when_guns_are_of_no_use() -> None:
    """Nothing to shoot with: it draws its sword within reach and strikes."""
    option = first("gunman", ana(weapons=[SWORD]), bo(1.5))
    assert (option.do, option.weapon) == ("attack", "sword")


def test_it_keeps_one_gun_in_hand_over_a_whole_fight() -> None:
    scenario = battle(who("Ana", "red", "gunman", 0.0), who("Bo", "blue", "gunman", 15.0))
    drawn = [option for option in decisions(played(scenario), "Ana") if option["do"] == "draw"]
    assert drawn == []
