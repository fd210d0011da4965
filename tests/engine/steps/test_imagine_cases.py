"""What one combatant imagines in fights of a few lines: what is under way goes on at its times, what is hidden is likely (CLK-5)."""

from __future__ import annotations

from typing import Any

import pytest
from skirmish import EVERYTHING, GRENADE, Skirmish, one, thing, wall

from engine import Battle
from engine.options import Hold
from engine.steps.actions import Aim, Cover, Dodge, Fire, Mode, Move, Reload, Wait
from engine.steps.state import Fight, Phase

SHOOT = Fire(weapon="rifle", target="Bo")
AT_ANA = Fire(weapon="rifle", target="Ana")

STANDING = dict.fromkeys(("Ana", "Bo", "Cy", "Abe"), EVERYTHING)


def imagined(stage: Skirmish, number: int = 0) -> tuple[Battle, Fight]:
    """Return an imagined battle of the request a stage stands at, and its fight."""
    assert stage.request is not None
    battle = stage.request.imagine(number, STANDING)
    return battle, battle._fight.state


def until(battle: Battle, name: str, reason: str) -> Any:
    """Go on to a request for a reason; everybody holds."""
    while (request := battle.advance()) is not None:
        if request.combatant == name and reason in request.reasons:
            return request
        battle.answer(request, Hold())
    raise AssertionError(f"{name} is not asked for {reason}")


def ana_and_bo(square: Any = (8, 7), objects: Any = (), ana: Any = None, rules: Any = None, **bo: Any) -> Skirmish:
    """Ana at (2, 7) faces Bo, who by default is 6 squares to the east: at short range."""
    stage = Skirmish(one("Ana", "red", (2, 7), **(ana or {})), one("Bo", "blue", square, **bo), objects=objects, **(rules or {}))
    stage.until("Ana")
    return stage


# what one does oneself


def test_who_imagines_is_asked_in_the_first_pass_for_the_same_reasons() -> None:
    """CLK-5."""
    stage = ana_and_bo()
    stage.does(SHOOT, "commit")
    request = until(imagined(stage)[0], "Ana", "commit")
    assert (request.t, request.reasons) == (2.0, ("commit",))


def test_a_shot_at_its_commit_may_still_be_dropped_or_is_committed_at_once() -> None:
    """P-FIR-2: levelled from 0 to 2, it breaks at 4."""
    stage = ana_and_bo()
    stage.does(SHOOT, "commit")
    battle, fight = imagined(stage)
    request = until(battle, "Ana", "commit")
    battle.answer(request, Hold())
    until(battle, "Bo", "noticed")
    assert fight.by_name["Ana"].action.phase is Phase.COMMITTED  # type: ignore[union-attr]
    assert until(battle, "Ana", "ready").t == 4.0


def test_a_wait_a_timer_and_a_step_go_on_at_their_times() -> None:
    """CLK-5, P-MOV-1: a wait until 9, a timer at 5, walking a square takes 4 counts: asked again at 5, where the wait lasts."""
    stage = ana_and_bo()
    assert stage.request is not None
    stage.does(Move(pace="walking", to=(4, 7)), "ready")
    stage.request.wake = 5.0
    stage.does(Wait(until=9.0), "hold_expired")
    battle, fight = imagined(stage)
    assert fight.clock.now == 5 * 8000
    battle.answer(until(battle, "Ana", "hold_expired"), Hold())
    assert until(battle, "Ana", "arrived").t == 8.0
    assert until(battle, "Ana", "hold_expired").t == 9.0


def test_a_wait_that_was_given_up_for_an_action_expires_no_more() -> None:
    """CLK-5: the reload lasts from 5 to 17, the wait would have ended at 9."""
    stage = ana_and_bo()
    stage.fighter("Ana").weapons["rifle"].loaded = 1
    assert stage.request is not None
    stage.request.wake = 5.0
    stage.does(Wait(until=9.0), "hold_expired")
    stage.request.wake = 6.0
    stage.does(Reload(weapon="rifle"), "hold_expired")
    battle, _ = imagined(stage)
    battle.answer(until(battle, "Ana", "hold_expired"), Hold())
    request = battle.advance()
    while request is not None and request.combatant != "Ana":
        battle.answer(request, Hold())
        request = battle.advance()
    assert request is not None
    assert (request.t, request.reasons) == (17.0, ("ready",))


def test_ones_own_state_is_taken_over_whole() -> None:
    """P-FIR-1, P-MOD-1: aim, mode, loads, health."""
    stage = ana_and_bo()
    stage.does(Aim(target="Bo", weapon="rifle"), "ready")
    stage.does(Mode(mode="guarded"), "ready")
    ana = stage.fighter("Ana")
    ana.health, ana.weapons["rifle"].loaded, ana.weapons["pistol"].carried = 7, 11, 3
    _, fight = imagined(stage)
    mine = fight.by_name["Ana"]
    assert (mine.health, mine.mode, mine.weapons["rifle"].loaded, mine.weapons["pistol"].carried) == (7, "guarded", 11, 3)
    assert mine.aim is not None
    assert (mine.aim[0].name, mine.aim[1].name, mine.aim[2]) == ("Bo", "rifle", 1)
    assert mine.aim[0] is fight.by_name["Bo"]


# what others do


def committed(objects: Any = (), **bo: Any) -> Skirmish:
    """Ana is told that Bo shoots at her: levelled from 0 to 2, his shot breaks at 4."""
    stage = ana_and_bo(objects=objects, **bo)
    stage.battle.answer(stage.request, Hold())  # type: ignore[arg-type]
    stage.until("Ana", "noticed", Bo=AT_ANA)
    return stage


def test_a_shot_one_was_told_of_breaks_at_its_time_and_can_be_dodged() -> None:
    """P-MOD-2: at 4, under its own name."""
    battle, fight = imagined(committed())
    request = until(battle, "Ana", "noticed")
    battle.answer(request, Dodge(against="Bo#1"))
    battle.advance()
    bo = fight.by_name["Bo"].action
    assert bo is not None
    assert [dodger.name for dodger in bo.dodgers] == ["Ana"]
    assert until(battle, "Bo", "ready").t == 4.0


def test_a_declared_dodge_is_declared_in_what_is_imagined() -> None:
    """P-MOD-2."""
    stage = committed()
    stage.does(Dodge(against="Bo#1"))
    _, fight = imagined(stage)
    bo = fight.by_name["Bo"].action
    assert bo is not None
    assert [dodger.name for dodger in bo.dodgers] == ["Ana"]
    assert fight.by_name["Ana"].threats == []


def test_what_a_shot_calls_is_drawn_in_keeping_with_its_chance() -> None:
    """P-CHK-1, P-LOS-6: at short range 11 plain; called at the head 19, where a hand or a foot is as hard."""
    stage = ana_and_bo()
    stage.battle.answer(stage.request, Hold())  # type: ignore[arg-type]
    stage.until("Ana", "noticed", Bo=Fire(weapon="rifle", target="Ana", location="head"))
    calls = {imagined(stage, number)[1].by_name["Bo"].action.option.location for number in range(40)}  # type: ignore[union-attr]
    assert calls == {"head", "hand", "foot"}


def test_a_plain_shot_is_mostly_taken_for_one() -> None:
    """P-LOS-6: a call at the torso is as hard."""
    stage = committed()
    calls = [imagined(stage, number)[1].by_name["Bo"].action.option.location for number in range(60)]  # type: ignore[union-attr]
    assert set(calls) == {None, "torso"}
    assert calls.count(None) > calls.count("torso")


def test_when_somebody_who_levels_will_shoot_is_drawn_within_the_times_of_its_fire() -> None:
    """P-FIR-2: Bo levels; two counts at most until the commit, and the squeeze of its mode after it."""
    stage = ana_and_bo()
    stage.battle.answer(stage.request, Wait(until=1.0))  # type: ignore[arg-type]
    stage.until("Ana", "hold_expired", Bo=AT_ANA)
    commits = set()
    for number in range(30):
        action = imagined(stage, number)[1].by_name["Bo"].action
        assert action is not None
        assert action.phase is Phase.WINDUP
        assert 8000 < action.commit <= 3 * 8000
        assert action.impact - action.commit == (6 if action.option.mode == "auto" else 2) * 8000  # type: ignore[attr-defined]
        commits.add(action.commit)
    assert len(commits) > 20


@pytest.mark.parametrize(("health", "least", "most"), [(20, 20, 20), (15, 11, 19), (4, 1, 10)])
def test_the_health_of_one_in_sight_is_drawn_within_its_condition(health: int, least: int, most: int) -> None:
    """P-DMG-1: of 20 points, 10 or fewer is badly hurt."""
    stage = ana_and_bo()
    stage.fighter("Bo").health = health
    drawn = {imagined(stage, number)[1].by_name["Bo"].health for number in range(80)}
    assert min(drawn) >= least
    assert max(drawn) <= most
    assert len(drawn) >= min(most - least + 1, 5)


def test_who_walks_goes_on_and_who_runs_goes_the_way_it_looks() -> None:
    """P-MOV-1, P-LOS-2: Bo runs west, so his next square is (7, 7), within the count a step takes."""
    stage = ana_and_bo()
    stage.battle.answer(stage.request, Wait(until=0.5))  # type: ignore[arg-type]
    stage.until("Ana", "hold_expired", Bo=Move(pace="running", to=(4, 7)))
    for number in range(10):
        walking = imagined(stage, number)[1].by_name["Bo"].walking
        assert walking is not None
        assert (walking.pace, walking.path[0]) == ("running", (7, 7))
        assert 4000 < walking.due <= 4000 + 8000


# who is out of sight


def test_who_can_have_come_nowhere_yet_is_where_it_began() -> None:
    """P-MOV-1: at the start Bo is behind his wall."""
    stage = ana_and_bo(objects=wall((7, 7), (7, 6), (7, 8)))
    assert {imagined(stage, number)[1].by_name["Bo"].square for number in range(10)} == {(8, 7)}


def test_who_is_out_of_sight_is_drawn_where_it_can_have_walked_and_is_not_seen() -> None:
    """P-LOS-5, P-MOV-1: after 2 counts at 1.5 squares at most, 3 squares of way; a wall from top to bottom but for a gap hides."""
    barrier = wall(*((7, y) for y in range(15) if y != 2))
    stage = ana_and_bo(square=(9, 9), objects=barrier)
    stage.does(Wait(until=2.0), "hold_expired")
    squares = set()
    for number in range(60):
        battle, fight = imagined(stage, number)
        bo = fight.by_name["Bo"]
        squares.add(bo.square)
        assert max(abs(bo.square[0] - 9), abs(bo.square[1] - 9)) <= 3
        assert bo.square[0] > 7
        assert [unseen.name for unseen in until(battle, "Ana", "hold_expired").view.unseen] == ["Bo"]
    assert len(squares) > 10


def test_who_shows_by_the_cover_it_gives_stands_where_it_does() -> None:
    """P-LOS-4: a post on (4, 8) hides Cy on (5, 8), but not the line past him to Bo: the half cover tells of him."""
    stage = Skirmish(
        one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 8)), one("Cy", "blue", (5, 8)), objects=wall((4, 8)),
    )  # fmt: skip
    stage.until("Ana")
    stage.does(Wait(until=20.0), "hold_expired")
    assert [one.name for one in stage.view.unseen] == ["Cy"]
    assert stage.view.line("Bo").cover == 50
    for number in range(20):
        battle, fight = imagined(stage, number)
        assert fight.by_name["Cy"].square == (5, 8)
        assert until(battle, "Ana", "hold_expired").view.line("Bo").cover == 50


def test_nobody_is_imagined_where_it_would_show_by_its_cover() -> None:
    """P-LOS-4: Cy can be anywhere behind Ana, but not in the line to her friend Abe there, who shows uncovered."""
    stage = Skirmish(
        one("Ana", "red", (8, 7), facing="e"), one("Abe", "red", (2, 7)), one("Bo", "blue", (12, 7)), one("Cy", "blue", (5, 9)),
    )  # fmt: skip
    stage.until("Ana")
    stage.does(Wait(until=30.0), "hold_expired")
    squares = {imagined(stage, number)[1].by_name["Cy"].square for number in range(150)}
    assert len(squares) > 30
    assert not squares & {(x, 7) for x in range(3, 8)}


def test_a_shooter_in_the_back_is_put_where_its_shot_can_come_from() -> None:
    """P-MOD-1, P-LOS-2: guarded all round, Ana is told of Bo's shot from her rear: wherever he is, it is as likely to hit."""
    stage = Skirmish(one("Ana", "red", (8, 7), facing="e", mode="full"), one("Bo", "blue", (3, 7)), one("Cy", "blue", (12, 7)))
    stage.until("Ana")
    stage.battle.answer(stage.request, Hold())  # type: ignore[arg-type]
    stage.until("Ana", "noticed", Bo=AT_ANA)
    threat = stage.view.threats[0]
    assert [one.name for one in stage.view.unseen] == ["Bo"]
    squares = set()
    for number in range(20):
        battle, fight = imagined(stage, number)
        request = until(battle, "Ana", "noticed")
        mine = request.view.threats[0]
        assert (mine.id, mine.chance(), mine.impact, mine.answerable) == (threat.id, threat.chance(), 4.0, True)
        squares.add(fight.by_name["Bo"].square)
    assert all(x <= 6 and abs(x - 3) <= 3 and abs(y - 7) <= 3 for x, y in squares)


# the ground


def test_what_breaks_in_what_is_imagined_stays_whole_in_the_battle() -> None:
    """P-DMG-1: a grenade at the wall before Bo; the real wall, and the next imagined one, are as they were."""
    stage = ana_and_bo(
        objects=(thing((7, 7), cover=50, health=1, name="crate"),), ana={"weapons": (GRENADE,)}, rules={"sure_hit": 1, "dead_factor": 1000},
    )  # fmt: skip
    battle, fight = imagined(stage)
    battle.answer(until(battle, "Ana", "start"), Fire(weapon="grenade", target="Bo", indirect=True))
    until(battle, "Ana", "ready")
    assert fight.things[(7, 7)][0].destroyed
    assert not stage.fight.things[(7, 7)][0].destroyed
    assert not imagined(stage, 1)[1].things[(7, 7)][0].destroyed
    assert stage.view.between((2, 7), (8, 7)).cover == 50


def test_what_breaks_in_the_battle_stays_whole_in_what_was_imagined_before() -> None:
    """P-DMG-1."""
    stage = ana_and_bo(
        objects=(thing((7, 7), cover=50, health=1, name="crate"),), ana={"weapons": (GRENADE,)}, rules={"sure_hit": 1, "dead_factor": 1000},
    )  # fmt: skip
    _, fight = imagined(stage)
    stage.does(Fire(weapon="grenade", target="Bo", indirect=True), "ready")
    assert stage.fight.things[(7, 7)][0].destroyed
    assert not fight.things[(7, 7)][0].destroyed


def test_what_was_shot_to_pieces_covers_nobody_in_what_is_imagined() -> None:
    """P-DMG-1, P-LOS-4."""
    stage = ana_and_bo(
        objects=(thing((7, 7), cover=50, health=1, name="crate"),), ana={"weapons": (GRENADE,)}, rules={"sure_hit": 1, "dead_factor": 1000},
    )  # fmt: skip
    stage.does(Fire(weapon="grenade", target="Bo", indirect=True), "ready")
    battle, _ = imagined(stage)
    view = until(battle, "Ana", "ready").view
    assert view.between((2, 7), (8, 7)).cover == 0
    assert view.objects[0].destroyed


def test_cover_taken_is_the_same_square() -> None:
    """P-LOS-4: a legal option of the request leads to the same place."""
    stage = ana_and_bo(objects=(thing((3, 8), cover=50, name="desk"),))
    battle, fight = imagined(stage)
    battle.answer(until(battle, "Ana", "start"), Cover(pace="walking"))
    until(battle, "Ana", "ready")
    walking = fight.by_name["Ana"].walking
    assert walking is not None
    assert walking.goal == stage.view.covered_square()
