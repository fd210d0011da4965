"""What a character sees of a shots fight: who is there, what is announced, where cover is (CLK-5, S-DEF-3)."""

from __future__ import annotations

from typing import Any

import pytest
from standoff import DERRINGER, FISTS, KNIFE, PISTOL, Has, Standoff, one

from engine.shots.actions import Attack, Move, Throw
from engine.shots.state import ActiveDefense

ARMED: list[Has] = [PISTOL, KNIFE, FISTS]
SHOOT = Attack(target="Bo", weapon="pistol")

LEVEL_AND_BETTER = 24 / 35
"""The chance that an open roll comes to -1 or more, derived by hand in test_odds."""


def at_start(*others: Has, places: tuple[Has, ...] = (), dense: bool = False, **ana: Any) -> tuple[Standoff, Any]:
    """Ana (guns 14) is asked at her first shot, 10 m from Bo (Dodge 13); return the fight and what she sees."""
    stage = Standoff(one("Ana", "red", **ana), *(others or (one("Bo", "blue", 10, shot=8),)), places=places, dense=dense)
    return stage, stage.until("Ana").view


# who is there


def test_opponents_and_friends_come_nearest_first_and_at_one_distance_by_stream_key() -> None:
    """CLK-2: never by listing order or name."""
    _, view = at_start(
        one("Zoe", "blue", 10, stream="1", shot=8), one("Bo", "blue", 10, stream="2", shot=8),
        one("Cy", "blue", 5, shot=8), one("Al", "red", 7, shot=8),
    )  # fmt: skip
    assert [foe.name for foe in view.foes] == ["Cy", "Zoe", "Bo"]
    assert [friend.name for friend in view.friends] == ["Al"]
    assert [other.name for other in view.others] == ["Cy", "Al", "Zoe", "Bo"]
    assert view.me.target == "Cy"


def test_whoever_is_out_is_listed_with_the_fallen_only() -> None:
    stage, view = at_start()
    stage.fighter("Bo").out = "dying"
    assert (view.foes, [one.name for one in view.fallen], view.seen("Bo").able) == ((), ["Bo"], False)


def test_an_opponent_who_hides_is_not_there_until_it_attacks() -> None:
    """S-DEF-3."""
    stage, view = at_start(one("Bo", "blue", 10, hidden=True), one("Cy", "blue", 20, shot=8))
    assert [foe.name for foe in view.foes] == ["Cy"]
    with pytest.raises(KeyError):
        view.seen("Bo")
    with pytest.raises(KeyError):
        view.seen("Nobody")
    assert view.expected(SHOOT) == ()
    stage.fighter("Bo").hidden = False
    assert [foe.name for foe in view.foes] == ["Bo", "Cy"]


def test_who_attacks_from_hiding_is_seen_by_who_is_asked_about_it() -> None:
    """S-DEF-3: Bo detects her, +4 with 5 (Perception) against stealth 7 (Agility)."""
    stage = Standoff(one("Ana", "red", hidden=True), one("Bo", "blue", 10, shot=8), rolls={"Bo/perception": [[5, 1]]})
    view = stage.until("Bo", "announced", Ana=SHOOT).view
    assert ([foe.name for foe in view.foes], view.announced[0].attacker, view.announced[0].answerable) == (["Ana"], "Ana", True)


def test_a_friend_who_hides_is_seen() -> None:
    """S-DEF-3."""
    _, view = at_start(one("Al", "red", 3, hidden=True), one("Bo", "blue", 10, shot=8))
    assert [friend.name for friend in view.friends] == ["Al"]


@pytest.mark.parametrize(
    ("wounds", "condition"),
    [(0, "unhurt"), (1, "hurt"), (24, "hurt"), (25, "impaired"), (29, "impaired"), (30, "badly_impaired")],
)
def test_wound_points_of_others_show_in_steps(wounds: int, condition: str) -> None:
    """S-WND-1."""
    stage, view = at_start()
    stage.fighter("Bo").wounds = wounds
    seen = view.seen("Bo")
    assert (seen.condition, seen.hurt, hasattr(seen, "wounds")) == (condition, wounds > 0, False)


def test_who_is_down_dying_or_dead_shows() -> None:
    """S-WND-2."""
    stage, view = at_start()
    bo = stage.fighter("Bo")
    bo.out = "down"
    assert (view.seen("Bo").condition, view.seen("Bo").dying) == ("down", False)
    bo.dies_in = 20
    assert (view.seen("Bo").condition, view.seen("Bo").dying) == ("dying", True)
    bo.dead = True
    assert (view.seen("Bo").condition, view.seen("Bo").dying) == ("dead", False)


def test_of_others_their_shots_defense_and_gear_in_hand_show() -> None:
    """S-SEQ-1, S-ROL-2: a cinematic fight is open."""
    _, view = at_start(one("Bo", "blue", 10, shot=8, weapons=[DERRINGER, PISTOL, KNIFE], toughness=7, unnamed=False))
    bo = view.seen("Bo")
    assert (bo.shot, bo.defense, bo.toughness, bo.armor, bo.move, bo.distance) == (8, 13, 7, 0, 6, 10.0)
    assert [tool.name for tool in bo.weapons] == ["derringer", "pistol"]
    assert not hasattr(bo, "kit")
    assert not hasattr(bo.weapons[0], "loaded")


def test_a_character_knows_everything_of_itself() -> None:
    stage, view = at_start(fortune=2, fu=3, schticks=[{"name": "guts"}], weapons=ARMED)
    stage.fighter("Ana").wounds = 12
    me = view.me
    assert (me.turn, me.shot, me.wounds, me.fortune, me.fu, me.schticks) == (True, 10, 12, 2, 3, ("guts",))
    assert (me.impairment, me.surprised, me.holding, me.prone, me.moving, me.action) == (0, False, False, False, False, None)
    assert (me.skills["guns"], me.skills["dodge"], me.skills["stealth"]) == (14, 13, 7)
    pistol = me.kit[0]
    assert (pistol.name, pistol.value, pistol.damage, pistol.loaded, pistol.carried) == ("pistol", 14, 9, 6, 6)
    assert (pistol.range, pistol.base, pistol.reach, pistol.ready, pistol.in_hand) == ("normal", 20.0, 150.0, True, True)


def test_the_kinds_of_defense_one_could_use_now_come_best_first() -> None:
    """S-DEF-1, S-DEF-5: a Lightning Dodge is +5 for 1 shot; without a shot left there is none."""
    stage, view = at_start(schticks=[{"name": "lightning_dodge"}])
    found = [(kind.kind, kind.cost, kind.bonus) for kind in view.me.defenses if kind.value == "dodge"]
    assert found == [("lightning_dodge", 1, 5), ("dodge", 1, 3), ("parry", 1, 3)]
    stage.fighter("Ana").counter = 0
    assert view.me.defenses == ()


def test_windows_can_not_be_written_and_hand_out_no_state() -> None:
    """CLK-5."""
    _, view = at_start(places=({"name": "wall", "position": [0, 0], "tags": ["wall"]},))
    windows = (view, view.me, view.foes[0], view.me.kit[0], view.foes[0].weapons[0], view.places[0])
    for window in windows:
        names = [name for name in dir(window) if not name.startswith("_")]
        values = [getattr(window, name) for name in names if not callable(getattr(window, name))]
        flat = [item for value in values for item in (value if isinstance(value, tuple | frozenset) else (value,))]
        assert not {type(item).__module__ for item in flat} & {"engine.shots.state", "engine.clock", "engine.dice"}
        with pytest.raises(AttributeError):
            window.wounds = 0


# what goes on


def announced_to_bo(**ana: Any) -> tuple[Standoff, Any]:
    stage = Standoff(one("Ana", "red", **ana), one("Bo", "blue", 10, shot=8), one("Cy", "blue", 12, shot=7))
    view = stage.until("Bo", "announced", Ana=Attack(target="Bo", weapon="pistol")).view
    return stage, view


def test_an_announced_attack_shows_who_with_what_at_whom_and_how_likely() -> None:
    """S-DEF-1: 14 against 13."""
    _, view = announced_to_bo()
    (attack,) = view.announced
    assert (attack.id, attack.attacker, attack.kind, attack.weapon, attack.targets) == ("Ana#1", "Ana", "attack", "pistol", ("Bo",))
    assert (attack.shots, attack.melee, attack.thrown, attack.at_me, attack.answerable, attack.redirectable) == (
        3, False, False, True, True, False,
    )  # fmt: skip
    assert (attack.difficulty, round(attack.chance, 9)) == (13, round(LEVEL_AND_BETTER, 9))


def test_it_tells_what_a_defense_would_leave_of_it() -> None:
    """S-DEF-1: three more, 14 against 16."""
    _, view = announced_to_bo()
    assert view.announced[0].on(more=3).need == view.announced[0].on().need + 3 == 2


def test_it_does_not_tell_of_the_fortune_set_aside_for_it() -> None:
    """S-CHR-1."""
    stage = Standoff(one("Ana", "red", fortune=1), one("Bo", "blue", 10, shot=8))
    view = stage.until("Bo", "announced", Ana=Attack(target="Bo", weapon="pistol", fortune=True)).view
    assert round(view.announced[0].chance, 9) == round(LEVEL_AND_BETTER, 9)


def test_who_could_step_between_sees_what_it_would_take() -> None:
    """S-DEF-4: Cy's own defense, without cover or active defense."""
    stage = Standoff(
        one("Ana", "red"), one("Bo", "blue", 10, shot=8), one("Cy", "blue", 12, shot=7, skills={"dodge": 15}),
        places=[{"name": "wall", "position": [12.0, 0.0], "tags": ["wall"]}],
    )  # fmt: skip
    view = stage.until("Cy", "announced", Ana=SHOOT).view
    (attack,) = view.announced
    assert (attack.at_me, attack.redirectable, attack.targets) == (False, True, ("Bo",))
    assert attack.on(between=True).need == 15 - 14
    assert attack.on().need == 15 + 4 - 14


def test_an_active_defense_shows_in_what_it_raises_while_it_is_up() -> None:
    """S-DEF-1, S-DEF-2: 13 + 3, for blows and shots."""
    stage, view = at_start()
    bo = stage.fighter("Bo")
    assert (view.seen("Bo").defense, view.seen("Bo").guarded, view.difficulty("pistol", "Bo")) == (13, 0, 13)
    bo.defense = ActiveDefense("parry", "dodge", 3, None, bo, None)
    assert (view.seen("Bo").defense, view.seen("Bo").guarded, view.difficulty("pistol", "Bo")) == (16, 3, 16)


def test_opponents_that_come_closer_are_seen_by_who_has_a_free_shot() -> None:
    """S-CHR-3."""
    stage = Standoff(
        one("Ana", "red"), one("Bo", "blue", 10, shot=8, schticks=[{"name": "stand_and_deliver"}]),
    )  # fmt: skip
    view = stage.until("Bo", "closing", Ana=Move(toward="Bo")).view
    assert [foe.name for foe in view.closing] == ["Ana"]
    assert view.chance(Attack(target="Ana", weapon="pistol", shots=0)) > 0.0


def test_places_show_what_cover_they_give_against_the_nearest_opponent() -> None:
    """S-RNG-2: a corner that faces +x gives +6 against Bo at +x, nothing against a shot from -x; destroyed, nothing."""
    corner = {"name": "corner", "position": [3.0, 4.0], "tags": ["corner"], "facing": 0.0, "toughness": 8}
    brush = {"name": "brush", "position": [1.0, 0.0], "tags": ["brush"]}
    stage, view = at_start(places=(corner, brush))
    assert [(spot.name, spot.distance, spot.bonus) for spot in view.places] == [("brush", 1.0, 2), ("corner", 5.0, 6)]
    spot = view.places[1]
    assert (spot.bonus_against((-20.0, 4.0)), spot.cover, spot.toughness, spot.radius) == (0, 75, 8, 1.5)
    stage.fight.places["corner"].destroyed = True
    assert (spot.destroyed, spot.bonus) == (True, 0)


def test_cover_from_other_places_can_be_asked_of_everyone() -> None:
    """S-RNG-2: half cover that faces -x."""
    wall = {"name": "wall", "position": [10.0, 0.0], "tags": ["wall"], "facing": 180.0}
    _, view = at_start(places=(wall,))
    bo = view.seen("Bo")
    assert (bo.cover, bo.cover_from((0.0, 0.0)), bo.cover_from((20.0, 0.0)), view.me.cover_from((10.0, 0.0))) == (4, 4, 0, 0)


def test_weapons_that_lie_on_the_ground_are_seen_where_they_lie() -> None:
    """S-SEQ-3: the last knife lies where it was thrown."""
    knife = KNIFE | {"ammunition": 0}
    stage = Standoff(one("Ana", "red", weapons=[knife, FISTS]), one("Bo", "blue", 10, shot=8), rolls={"Ana/attack": [[1, 5]]})
    view = stage.until("Bo", "start", Ana=Throw(target="Bo", weapon="knife")).view
    assert [(tool.name, tool.position, tool.thrown) for tool in view.lying] == [("knife", (10.0, 0.0), True)]


def test_a_view_is_looked_up_when_it_is_read() -> None:
    """CLK-5: nothing is copied."""
    stage, view = at_start()
    assert (view.shot, view.sequence, view.t) == (10, 1, 0.0)
    before = view.me.shot
    stage.answer(SHOOT)
    stage.until("Ana", "ready")
    assert (before, view.shot, view.me.shot, view.t) == (10, 7, 7, 3.0)
    assert view.rules.die == 6
