"""What a combatant sees at a decision, and what it can reckon with (CLK-5, P-LOS-2, P-CHK-2)."""

from __future__ import annotations

from typing import Any

import pytest
from skirmish import GRENADE, Skirmish, one, thing, wall

from engine.options import Hold
from engine.steps.actions import Aim, Dodge, Fire, Mode, Move

Square = tuple[int, int]

SHOOT = Fire(weapon="rifle", target="Bo")


def ana_and_bo(square: Square = (8, 7), objects: Any = (), ana: Any = None, rules: Any = None, **bo: Any) -> Skirmish:
    """Ana at (2, 7) faces Bo, who by default is 6 squares to the east: at short range."""
    stage = Skirmish(one("Ana", "red", (2, 7), **(ana or {})), one("Bo", "blue", square, **bo), objects=objects, **(rules or {}))
    stage.until("Ana")
    return stage


# who is seen


def test_foes_in_sight_come_nearest_first_then_by_stream_key_and_the_others_are_names() -> None:
    """P-LOS-2, P-LOS-5: Cat in the rear, Dan behind a wall; Bea is as far as Bo."""
    stage = Skirmish(
        one("Ana", "red", (2, 7), facing="e"), one("Eve", "blue", (4, 7)), one("Bo", "blue", (8, 5)), one("Bea", "blue", (8, 9)),
        one("Cat", "blue", (0, 7)), one("Dan", "blue", (12, 3)), one("Abe", "red", (1, 7)), objects=wall((7, 5), (8, 4), (7, 4), (11, 3), (10, 3)),
    )  # fmt: skip
    stage.until("Ana")
    view = stage.view
    assert [foe.name for foe in view.foes] == ["Eve", "Bea"]
    assert [(one.name, one.side) for one in view.unseen] == [("Bo", "blue"), ("Cat", "blue"), ("Dan", "blue")]
    assert [friend.name for friend in view.friends] == ["Abe"]
    assert not hasattr(view.unseen[0], "square")


def test_who_is_out_of_sight_is_not_shown_by_name_but_a_friend_is() -> None:
    """P-LOS-2: the friend is in the rear, too."""
    stage = Skirmish(one("Ana", "red", (2, 7), facing="e"), one("Bo", "blue", (0, 7)), one("Abe", "red", (1, 7)))
    stage.until("Ana")
    assert stage.view.seen("Abe").square == (1, 7)
    for call in (
        lambda: stage.view.seen("Bo"), lambda: stage.view.seen("Nobody"), lambda: stage.view.line("Bo"),
        lambda: stage.view.cover((3, 3), "Bo"), lambda: stage.view.covered_square("Bo"), lambda: stage.view.links("rifle", "Bo"),
        lambda: stage.view.links("bow", "Abe"), lambda: stage.view.invalid("rifle", "Bo"),
    ):  # fmt: skip
        with pytest.raises(KeyError):
            call()


def test_what_shows_of_a_foe() -> None:
    """CLK-5: Bo levels his rifle at Ana, jogging; his health shows in steps."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (12, 7), mode="guarded"), one("Cy", "blue", (12, 9)))
    stage.until("Bo")
    stage.does(Move(pace="jogging", to=(6, 7)), "ready")
    stage.battle.answer(stage.request, Fire(weapon="rifle", target="Ana"))  # type: ignore[arg-type]
    stage.until("Ana", "noticed")
    bo = stage.view.seen("Bo")
    assert (bo.side, bo.able, bo.square, bo.distance, bo.facing, bo.pace) == ("blue", True, (11, 7), 9.0, "w", "jogging")
    assert (bo.mode, bo.doing, bo.phase, bo.condition, bo.sees_me) == ("guarded", "fire", "committed", "unhurt", True)
    assert (bo.weapon.name, bo.weapon.bands["extreme"], bo.weapon.modes) == ("rifle", 48, ("single", "aimed", "burst", "auto"))
    assert not hasattr(bo, "health")
    assert not hasattr(bo.weapon, "loaded")


@pytest.mark.parametrize(
    ("health", "condition"), [(20, "unhurt"), (19, "hurt"), (11, "hurt"), (10, "badly_hurt"), (1, "badly_hurt")]
)
def test_how_hurt_a_foe_is_shows_in_steps(health: int, condition: str) -> None:
    """P-DMG-1: of 20 points, 10 or fewer is badly hurt."""
    stage = ana_and_bo()
    stage.fighter("Bo").health = health
    assert stage.view.foes[0].condition == condition


# itself


def test_a_combatant_knows_everything_of_itself() -> None:
    """CLK-5."""
    me = ana_and_bo().view.me
    assert (me.name, me.square, me.facing, me.health, me.health_max, me.mode) == ("Ana", (2, 7), "e", 20, 20, "forward")
    assert (me.shooting, me.dodge, me.dodges, me.busy_until, me.able) == (5, 5, 0, 0.0, True)
    assert (me.aim, me.action, me.walking, me.may_move) == (None, None, None, True)
    assert [weapon.name for weapon in me.weapons] == ["rifle", "pistol"]
    rifle, pistol = me.weapons
    assert (rifle.in_hand, rifle.level, rifle.loaded, rifle.carried, rifle.magazine) == (True, "trained", 30, 60, 30)
    assert (pistol.in_hand, pistol.level, pistol.damage, pistol.mean_damage) == (False, "novice", "1d8", 4.5)
    assert me.hand.name == "rifle"
    assert (rifle.band((8, 7)), pistol.band((8, 7)), pistol.band((19, 7))) == ("short", "medium", None)
    assert (rifle.ready("auto"), pistol.ready(), pistol.ready("burst")) == (True, True, False)


def test_its_action_is_shown_with_its_phase_and_times() -> None:
    """P-FIR-2: two counts to level, two to squeeze."""
    stage = ana_and_bo()
    stage.does(SHOOT, "commit")
    action = stage.view.me.action
    assert (action.id, action.kind, action.phase, action.weapon, action.target) == ("Ana#1", "fire", "windup", "rifle", "Bo")
    assert (action.begin, action.commit, action.impact, action.ready, action.broken) == (0.0, 2.0, 4.0, 4.0, False)
    assert stage.view.t == 2.0


def test_its_aim_and_its_walk_are_shown() -> None:
    """P-FIR-1, P-MOV-1: a spell takes 4 counts; walking, a square takes 4."""
    stage = ana_and_bo()
    stage.does(Aim(target="Bo", weapon="rifle"), "ready")
    assert (stage.view.me.aim.target, stage.view.me.aim.weapon, stage.view.me.aim.spells) == ("Bo", "rifle", 1)
    stage.does(Move(pace="walking", to=(4, 7)), "ready")
    walk = stage.view.me.walking
    assert (walk.pace, walk.path, walk.goal, walk.next_at) == ("walking", ((3, 7), (4, 7)), (4, 7), 8.0)
    assert stage.view.me.aim is None
    assert not stage.view.me.may_move


# the map


def test_objects_are_shown_and_what_is_broken_covers_no_more() -> None:
    """P-LOS-4, P-LOS-7, P-DMG-1."""
    stage = ana_and_bo(objects=[thing((5, 7), name="desk", cover=50, health=8), thing((4, 3), name="bush", concealment=75, passable=True)])
    bush, desk = stage.view.objects
    assert (bush.name, bush.square, bush.cover, bush.concealment, bush.passable) == ("bush", (4, 3), 0, 75, True)
    assert (desk.name, desk.cover, desk.health, desk.passable, desk.destroyed) == ("desk", 50, 8, False, False)
    stage.fight.things[(5, 7)][0].destroyed = True
    assert (desk.cover, desk.passable, desk.destroyed) == (0, True, True)
    assert (stage.view.width, stage.view.height) == (20, 15)


def test_lines_cover_and_ways_can_be_asked_for() -> None:
    """P-LOS-4, P-LOS-5, P-MOV-1: a desk and a chair before Bo; from (2, 6) the line leaves row 6 at column 5, past the desk."""
    stage = ana_and_bo(objects=[thing((4, 7), name="desk", cover=50), thing((6, 7), name="chair", cover=25, concealment=50, passable=True)])
    view = stage.view
    line = view.line("Bo")
    assert (line.cover, line.concealment, [cover.percent for cover in line.covers]) == (75, 50, [50, 25])
    assert view.cover((2, 7), "Bo") == 75
    assert view.cover((2, 6), "Bo") == 25
    assert view.cover((2, 1), "Bo") == 0
    assert view.passable((6, 7))
    assert not view.passable((4, 7))
    assert view.path((2, 5)) == ((2, 6), (2, 5))
    assert view.path((4, 7)) is None
    assert view.travel(((2, 6), (3, 5)), "running") == pytest.approx(1 + 2**0.5)
    assert view.covered_square() == (2, 7)


def test_a_line_is_looked_at_anew_when_something_on_it_breaks() -> None:
    """P-DMG-1, P-CVR-1: at short range behind half cover the shot needs 19; 10 + 5 exceeds 11 and hits the desk instead."""
    desk = thing((5, 7), name="desk", cover=50, health=1)
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), objects=[desk], rolls={"Ana/check": [[10]]})
    stage.until("Ana")
    assert stage.view.line("Bo").cover == 50
    assert not stage.view.passable((5, 7))
    stage.does(SHOOT, "ready")
    assert stage.view.line("Bo").cover == 0
    assert stage.view.passable((5, 7))


def test_arcs_and_what_is_guarded() -> None:
    """P-LOS-2, P-MOD-1: facing east, forward guards the front, 45 degrees to either side."""
    stage = ana_and_bo()
    assert [stage.view.arc(square) for square in ((8, 1), (2, 1), (0, 7))] == ["front", "flank", "rear"]
    assert [stage.view.guards(square) for square in ((8, 1), (2, 1), (0, 7))] == [True, False, False]
    stage.does(Mode(mode="guarded"), "ready")
    assert [stage.view.guards(square) for square in ((8, 1), (2, 1), (0, 7))] == [True, True, False]


# what a shot is worth


def test_the_chain_of_a_shot_has_every_link_in_order() -> None:
    """P-CHK-2, P-CHK-3: short range 2, trained 0, no dodge, half cover 2, quarter concealment 1, burst 1, standing 0: step 6 = 27."""
    stage = ana_and_bo(objects=[thing((5, 7), cover=50, concealment=25)])
    links = stage.view.links("rifle", "Bo", "burst")
    assert [(link.rule, link.steps) for link in links] == [
        ("P-CHK-3", 2), ("P-CHK-3", 0), ("P-MOD-2", 0), ("P-LOS-5", 2), ("P-LOS-7", 1), ("P-FIR-1", 1), ("P-MOV-1", 0),
    ]  # fmt: skip
    assert stage.view.difficulty("rifle", "Bo", "burst") == 3 + 4 * 6
    assert stage.view.difficulty("pistol", "Bo") == 3 + 4 * (3 + 1 + 2 + 1)


@pytest.mark.parametrize(
    ("column", "option", "dodged", "chance"),
    [
        (8, SHOOT, False, 15 / 20), (8, SHOOT, True, 7 / 20), (4, SHOOT, False, 19 / 20), (19, SHOOT, True, 1 / 20),
        (8, Fire(weapon="rifle", target="Bo", mode="burst"), False, 11 / 20),
        (8, Fire(weapon="rifle", target="Bo", mode="auto"), False, 7 / 20),
        (8, Fire(weapon="rifle", target="Bo", location="head"), False, 7 / 20),
        (8, Fire(weapon="pistol", target="Bo"), False, 7 / 20), (19, Fire(weapon="pistol", target="Bo"), False, 0.0),
        (8, Fire(weapon="rifle", target="Ana"), False, 0.0), (8, Fire(weapon="rifle", target="Nobody"), False, 0.0),
        (8, Fire(weapon="rifle", target="Bo", location="nose"), False, 0.0), (8, Fire(weapon="bow", target="Bo"), False, 0.0),
        (8, Fire(weapon="rifle"), False, 0.0), (8, Hold(), False, 0.0), (8, Fire(weapon=3, target="Bo"), False, 0.0),
    ],
)  # fmt: skip
def test_the_chance_of_a_shot_is_exact(column: int, option: Any, dodged: bool, chance: float) -> None:
    """P-CHK-1, P-MOD-2: at short range 11 less the attribute 5 leaves 6 on the die; a natural 20 hits any valid target.

    (19, 7) is 17 squares off: long range, 4 steps, and 2 for the dodge: 27 - 5 = 22 on a d20.
    """
    assert ana_and_bo((column, 7)).view.chance(option, dodged) == pytest.approx(chance)


def test_the_chance_counts_aim_pace_and_what_can_not_be_seen() -> None:
    """P-FIR-1, P-MOV-1, P-LOS-5: a spell of aim is a step easier, running two harder, behind a wall there is none."""
    stage = ana_and_bo()
    stage.does(Aim(target="Bo", weapon="rifle"), "ready")
    assert stage.view.chance(Fire(weapon="rifle", target="Bo", mode="aimed")) == pytest.approx(19 / 20)
    stage.does(Move(pace="running", to=(2, 1)), "ready")
    stage.fighter("Ana").facing = 2
    assert stage.view.chance(SHOOT) == pytest.approx(7 / 20)
    assert ana_and_bo(objects=wall((5, 7))).view.chance(SHOOT) == 0.0


def test_the_chance_of_in_direct_fire_is_that_of_no_scatter() -> None:
    """P-LOS-3: a grenade at 6 squares is medium range 3, expert -1, in-direct 2: 19 - 5 = 14 on the die; 16 squares are out of range.

    Who is out of sight can't be named: a chance would tell how far away it is.
    """
    in_sight = ana_and_bo(ana={"weapons": (GRENADE,)})
    assert in_sight.view.chance(Fire(weapon="grenade", target="Bo", indirect=True)) == pytest.approx(7 / 20)
    stage = ana_and_bo(ana={"weapons": (GRENADE,)}, objects=wall((5, 7)))
    assert stage.view.chance(Fire(weapon="grenade", target="Bo", indirect=True)) == 0.0
    assert stage.view.chance(Fire(weapon="grenade", at=(8, 7), indirect=True)) == pytest.approx(7 / 20)
    assert stage.view.chance(Fire(weapon="grenade", at=(18, 7), indirect=True)) == 0.0


def test_why_a_target_is_not_valid_can_be_asked() -> None:
    """P-CHK-3: the pistol does not reach, which is said before anything else."""
    stage = ana_and_bo((19, 7))
    assert stage.view.invalid("rifle", "Bo") is None
    assert stage.view.invalid("pistol", "Bo") == "P-CHK-3: Bo is out of range"


# what comes


def test_a_threat_is_shown_with_its_attacker_its_impact_and_the_chances() -> None:
    """P-MOD-2: 11 - 5 = 6 on the die, 15 of 20; the shot at short range, trained, likewise; dodged, 14 on the die."""
    stage = ana_and_bo()
    assert stage.view.threats == ()
    stage.until("Ana", "noticed", Bo=Fire(weapon="rifle", target="Ana"))
    (threat,) = stage.view.threats
    assert (threat.id, threat.attacker, threat.weapon, threat.mode, threat.impact) == ("Bo#1", "Bo", "rifle", "single", 4.0)
    assert (threat.at_me, threat.target, threat.answerable, threat.declared) == (True, "Ana", True, False)
    assert threat.dodge_chance == pytest.approx(15 / 20)
    assert (threat.chance(), threat.chance(dodged=True)) == (pytest.approx(15 / 20), pytest.approx(7 / 20))
    stage.does(Dodge(), "ready")
    (threat,) = stage.view.threats
    assert (threat.answerable, threat.declared) == (False, True)


def test_each_dodge_since_its_last_action_makes_the_next_a_step_harder() -> None:
    """P-MOD-2: 15 - 5 = 10 on the die, 11 of 20; then 7 of 20."""
    stage = ana_and_bo()
    chances = []
    for dodges in (0, 1, 2):
        stage.fighter("Ana").dodges = dodges
        chances.append(stage.view.me.dodge_chance)
    assert chances == [15 / 20, 11 / 20, 7 / 20]


def test_who_gives_cover_sees_the_attack_that_comes_through_it() -> None:
    """P-MOD-3: Cy stands between Bo and Ana."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), one("Cy", "red", (5, 7)))
    stage.until("Cy", "noticed", Bo=Fire(weapon="rifle", target="Ana"))
    (threat,) = stage.view.threats
    assert (threat.at_me, threat.target, threat.answerable) == (False, "Ana", True)


def test_an_attack_from_behind_is_not_shown() -> None:
    """P-MOD-1: told only who guards that arc."""
    stage = Skirmish(one("Ana", "red", (2, 7), facing="w"), one("Bo", "blue", (8, 7)))
    stage.until("Ana")
    stage.request.wake = 3.0  # type: ignore[union-attr]
    stage.does(Hold(), "hold_expired", Bo=Fire(weapon="rifle", target="Ana"))
    assert stage.fighter("Bo").action is not None
    assert stage.view.threats == ()


def test_asking_changes_nothing() -> None:
    """CLK-5, CLK-6: two battles of the same seed, one of them asked for everything, leave the same log."""

    def logged(asks: bool) -> list[Any]:
        stage = ana_and_bo(objects=[thing((5, 8), name="desk", cover=50)])
        for option in (SHOOT, Hold()):
            if asks:
                view = stage.view
                _ = (view.foes, view.unseen, view.objects, view.threats, view.covered_square(), view.path((9, 9)), stage.request.options)  # type: ignore[union-attr]
                _ = [view.chance(offer) for offer in stage.request.options]  # type: ignore[union-attr]
            stage.does(option)
        return stage.battle.events

    assert logged(True) == logged(False)
