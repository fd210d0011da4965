"""What does not show is drawn within what shows, what the scenario says, and what there was time for (CLK-5, CLK-7)."""

from __future__ import annotations

from typing import Any

import pytest
from standoff import FISTS, GRENADE, KNIFE, PISTOL, Has, Standoff, one

from engine.options import Hold, Option
from engine.shots import imagine_draws
from engine.shots.actions import Attack, Defend, DefendOther, Fortune, Move, Run, Throw, Wait
from engine.shots.model import WeaponSpec
from engine.shots.state import Fighter

SHOOT = Attack(target="Bo", weapon="pistol")

NUMBERS = range(120)


def imagined(request: Any, name: str) -> list[Fighter]:
    """Return a character as it is in many imagined fights."""
    return [request.imagine(number, {})._fight.state.by_name[name] for number in NUMBERS]


def duel(**bo: Any) -> Standoff:
    """Ana, at shot 10, and Bo, at shot 7, with pistols at 10 m."""
    return Standoff(one("Ana", "red"), one("Bo", "blue", 10, **({"shot": 7} | bo)))


# Wound Points


@pytest.mark.parametrize(
    ("wounds", "least", "most"), [(0, 0, 0), (3, 1, 24), (24, 1, 24), (25, 25, 29), (29, 25, 29), (30, 30, 36), (50, 30, 36)]
)
def test_wound_points_are_any_of_the_step_that_shows(wounds: int, least: int, most: int) -> None:
    """S-WND-1: 1, 25, 30; past 30 no more than a Death Test of Constitution 6 is likelier than not to survive."""
    stage = duel()
    request = stage.until("Ana")
    stage.fighter("Bo").wounds = wounds
    assert {bo.wounds for bo in imagined(request, "Bo")} == set(range(least, most + 1))


def test_whoever_is_dying_failed_by_something_and_dies_within_its_time() -> None:
    """S-WND-2: failed by 1 .. 13; 1.5 minutes are 30 sequences, 6 hours 7200."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10), one("Cy", "blue", 12))
    request = stage.until("Ana")
    cy = stage.fighter("Cy")
    cy.out, cy.wounds, cy.dies_in, cy.failed_by = "dying", 40, 31, 13
    found = imagined(request, "Cy")
    assert {its.failed_by for its in found} == set(range(1, 14))
    for its in found:
        time = (7200, 4800, 3000, 1800, 1200, 800, 500, 300, 200, 120, 80, 50, 30)[its.failed_by - 1]
        assert 1 < its.dies_in <= 1 + time
        assert (its.out, its.dead) == ("dying", False)


# what is used up


def test_at_the_first_instant_nothing_is_used_up() -> None:
    """S-CHR-1, S-SEQ-3."""
    stage = Standoff(
        one("Ana", "red"), one("Bo", "blue", 10, fortune=5, fu=3, hidden=False, weapons=[PISTOL, GRENADE | {"ammunition": 2}])
    )
    for bo in imagined(stage.until("Ana"), "Bo"):
        pistol, grenade = bo.tools["pistol"], bo.tools["grenade"]
        assert (pistol.loaded, pistol.carried, grenade.carried, bo.fortune, bo.fu) == (6, 6, 2, 5, 3)


def test_later_no_more_is_used_up_than_there_were_whole_actions() -> None:
    """S-SEQ-3: five shots have gone by, time for one whole action; later seventeen, time for five."""
    stage = Standoff(one("Ana", "red", shot=7), one("Bo", "blue", 10, fortune=5, fu=3, shot=10), one("Cy", "red", 5, shot=12))
    request = stage.until("Ana")
    assert request.t == 5.0
    assert {bo.tools["pistol"].loaded for bo in imagined(request, "Bo")} == {5, 6}
    while request.t < 12.0:
        stage.answer(Hold())
        request = stage.until("Ana")
    assert request.t == 17.0
    found = imagined(request, "Bo")
    assert {bo.tools["pistol"].loaded for bo in found} == {1, 2, 3, 4, 5, 6}
    assert {bo.fortune for bo in found} == {0, 1, 2, 3, 4, 5}
    assert {bo.fu for bo in found} == {0, 1, 2, 3}


class Used(imagine_draws.Unknown):
    """Draws that have so much used up."""

    def __init__(self, used: int) -> None:
        self.used = used

    def spent(self, total: int) -> int:
        """Return that, at most all."""
        return min(total, self.used)


@pytest.mark.parametrize(
    ("feed", "used", "pledged", "loaded", "carried"),
    [
        ("clip", 0, 0, 6, 10), ("clip", 5, 0, 1, 10), ("clip", 6, 0, 0, 10), ("clip", 7, 0, 5, 4), ("clip", 12, 0, 0, 4),
        ("clip", 13, 0, 3, 0), ("clip", 16, 0, 0, 0), ("clip", 6, 1, 1, 10), ("none", 6, 0, 0, 10), ("none", 9, 0, 0, 10),
    ],
)  # fmt: skip
def test_a_weapon_is_reloaded_when_it_is_empty(feed: str, used: int, pledged: int, loaded: int, carried: int) -> None:
    """S-SEQ-3: 6 in the weapon, 10 beside it."""
    gun = WeaponSpec(name="gun", feed=feed, magazine=6, ammunition=10)
    assert imagine_draws.load(Used(used), gun, pledged) == (loaded, carried)


def test_what_was_thrown_and_lies_about_is_not_in_its_thrower_s_kit() -> None:
    """S-SEQ-3: Bo has one knife; thrown at Ana, it lies there. Cy's, the same, is in his hand and his still."""
    blades: list[Has] = [KNIFE, FISTS]
    stage = Standoff(
        one("Ana", "red", shot=7, skills={"dodge": 99}), one("Bo", "blue", 10, weapons=blades),
        one("Cy", "blue", 12, weapons=blades, shot=7),
    )  # fmt: skip
    request = stage.until("Ana", "start", Bo=Throw(target="Ana", weapon="knife"))
    fight = request.imagine(0, {})._fight.state
    assert [tool.name for tool in fight.lying] == ["knife"]
    assert (list(fight.by_name["Bo"].tools), list(fight.by_name["Cy"].tools)) == (["fists"], ["knife", "fists"])


def test_what_is_put_away_is_still_there() -> None:
    """S-SEQ-3: nothing that is not thrown is lost."""
    stage = duel(in_hand=False, weapons=[PISTOL, {"name": "sword", "damage": 8, "range": "melee"}, FISTS])
    for bo in imagined(stage.until("Ana"), "Bo"):
        assert (list(bo.tools), bo.hands) == (["pistol", "sword", "fists"], [None, None])


# active defenses and schticks


def after(defense: Option, **cy: Any) -> Any:
    """Al shoots at Bo and Cy at Ana, at count 0; Bo or his friend Dee defends, and then Ana, who set a point aside, imagines."""
    stage = Standoff(
        one("Ana", "red", fortune=2, shot=8), one("Al", "red", 1), one("Cy", "blue", 12), one("Bo", "blue", 10, shot=8),
        one("Dee", "blue", 11, shot=8, schticks=["lightning_dodge"]),
    )  # fmt: skip
    stage.until("Ana", "announced", Al=SHOOT, Cy=Attack(target="Ana", weapon="pistol"))
    stage.answer(Fortune(roll="initiative"))
    return stage.until("Ana", "announced", **{"Dee" if isinstance(defense, DefendOther) else "Bo": defense})


def test_an_active_defense_that_shows_is_up_until_the_clock_leaves_the_shot() -> None:
    """S-DEF-1: one of +3 is a dodge of Bo's own; a parry is worth the same."""
    for kind in ("dodge", "parry"):
        bo = after(Defend(kind=kind)).imagine(0, {})._fight.state.by_name["Bo"]
        assert (bo.defense.kind, bo.defense.bonus, bo.defense.until, bo.engaged, bo.guards) == ("dodge", 3, 8000, bo, [])


def test_a_defense_that_is_better_than_any_of_its_own_is_given_by_a_friend_who_has_it() -> None:
    """S-DEF-4, S-DEF-5: +5 is Dee's Lightning Dodge, which she has used in this sequence."""
    fight = after(DefendOther(target="Bo", kind="lightning_dodge")).imagine(0, {})._fight.state
    bo, dee = fight.by_name["Bo"], fight.by_name["Dee"]
    assert bo.defense is None
    assert [(up.kind, up.bonus, up.giver) for up in bo.guards] == [("lightning_dodge", 5, dee)]
    assert (dee.engaged, dee.used) == (bo, {"lightning_dodge": 1})


def test_a_schtick_that_no_attack_shows_may_have_been_used_or_not() -> None:
    """S-CHR-3: at the first instant it can't have been."""
    focused: list[Has] = [{"name": "inner_focus"}, {"name": "lightning_dodge"}]
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, fu=1, schticks=focused, shot=8))
    assert all(bo.used == {} and bo.fu == 1 for bo in imagined(stage.until("Ana"), "Bo"))
    stage.answer(Hold())
    request = stage.until("Ana")
    assert request.t > 0.0
    found = imagined(request, "Bo")
    assert {frozenset(bo.used) for bo in found} == {
        frozenset(names) for names in ((), ("inner_focus",), ("lightning_dodge",), ("inner_focus", "lightning_dodge"))
    }
    assert {bo.fu for bo in found if "inner_focus" in bo.used} == {0}


# who hides, and who was surprised


def test_who_hides_is_where_it_began_or_on_the_way_to_its_nearest_opponent() -> None:
    """S-DEF-3, S-MOV-1: by count 5 Bo, whose Move is 6, may have come 10 m nearer; his shot may be this one, or one of the next three."""
    stage = Standoff(one("Ana", "red", shot=12), one("Al", "red", 1, shot=7), one("Bo", "blue", 20, hidden=True, shot=12),
                     one("Cy", "blue", 30, shot=12))  # fmt: skip
    assert {(bo.x, bo.y) for bo in imagined(stage.until("Ana"), "Bo")} == {(20.0, 0.0)}
    stage.answer(Hold())
    request = stage.until("Al")
    assert request.t == 5.0
    found = imagined(request, "Bo")
    assert {(bo.x, bo.y) for bo in found} == {(20.0, 0.0), (17.5, 0.0), (15.0, 0.0), (12.5, 0.0), (10.0, 0.0)}
    assert all(bo.hidden for bo in found)
    assert {bo.counter for bo in found} == {4, 5, 6, 7}


def test_a_fight_in_a_mirror_is_imagined_in_a_mirror() -> None:
    """CLK-6: the other way round in space, the same for the same stream keys, whatever anybody is called."""
    found = []
    for sign, bo in ((1.0, "Bo"), (-1.0, "Yan")):
        stage = Standoff(one("Ana", "red", shot=12), one("Al", "red", sign, shot=7),
                         one(bo, "blue", sign * 20, hidden=True, shot=12, stream="b"), one("Cy", "blue", sign * 30, shot=12))  # fmt: skip
        request = stage.until("Al")
        others = [imagined(request, name) for name in (bo, "Cy")]
        found.append([(sign * its.x, its.counter, its.fortune, its.tools["pistol"].loaded) for row in others for its in row])
    assert found[0] == found[1]


def test_at_the_first_instant_who_hides_or_is_surprised_still_does_and_is() -> None:
    """S-DEF-1, S-DEF-3."""
    stage = Standoff(one("Ana", "red", shot=12), one("Al", "red", 1, hidden=True, surprised=True, shot=9), one("Bo", "blue", 9, shot=12))
    request = stage.until("Ana")
    assert all(al.hidden and al.surprised for al in imagined(request, "Al"))
    stage.answer(Move(to=(-3.0, 0.0)))
    request = stage.until("Ana", "ready")
    assert {(al.hidden, al.surprised) for al in imagined(request, "Al")} == {
        (hides, surprised) for hides in (False, True) for surprised in (False, True)
    }


# movements


@pytest.mark.parametrize(("does", "ends"), [(Run(away="Ana"), {3}), (Move(away="Ana"), {3})])
def test_a_movement_ends_with_the_shots_of_its_action(does: Option, ends: set[int]) -> None:
    """S-MOV-1: Bo, at shot 10, moves until his next shot, at count 3."""
    stage = Standoff(one("Ana", "red", shot=9), one("Bo", "blue", 10))
    found = imagined(stage.until("Ana", "start", Bo=does), "Bo")
    assert {bo.motion.end / 8000 for bo in found if bo.motion is not None} == ends


def test_a_movement_of_who_has_no_shot_left_may_end_at_any_of_the_shots_an_action_takes() -> None:
    """S-MOV-1: Bo moves at shots 8, 5 and 2, which leaves him none; at shot 1 Ana sees him on the way."""
    stage = Standoff(one("Ana", "red", shot=7), one("Bo", "blue", 10, shot=8))
    stage.until("Ana", None, Bo=Move(away="Ana"))
    stage.answer(Wait(shot=1))
    for shot in (5, 2):
        assert stage.until("Bo").view.shot == shot
        stage.answer(Move(away="Ana"))
    request = stage.until("Ana")
    assert (request.t, request.view.foes[0].shot) == (7.0, 0)
    assert {bo.motion.end / 8000 for bo in imagined(request, "Bo") if bo.motion is not None} == {8.0, 9.0, 10.0}
