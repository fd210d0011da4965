"""Which options are legal: answers that make no sense, turns, attacks (CLK-5, S-SEQ-2, S-ROL-2, S-SEQ-5, S-RNG-1)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from standoff import DERRINGER, FISTS, GRENADE, KNIFE, PISTOL, RIFLE, SWORD, Standoff, one

from engine.errors import IllegalOption
from engine.options import Hold, Option
from engine.shots.actions import (
    OPTIONS,
    Area,
    Attack,
    Bind,
    Defend,
    Drop,
    Fortune,
    Interpose,
    Move,
    Schtick,
    Throw,
    Wait,
)

JUNK: tuple[Any, ...] = (
    None, True, "3", "", "Ana", "Bo", "pistol", 3.5, -1, 0, 3, 10**9, float("nan"), float("inf"), (1, 2), [1], {}, (float("inf"), 0),
)  # fmt: skip

SHOOT = Attack(target="Bo", weapon="pistol")


def ana_and_bo(distance: float = 10.0, **ana: Any) -> Standoff:
    """Ana's own shot, 10, with Bo a distance away; Bo's is 9."""
    stage = Standoff(one("Ana", "red", **ana), one("Bo", "blue", distance, shot=9))
    stage.until("Ana")
    return stage


# what is no option


@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("turn", [True, False])
def test_an_option_filled_with_nonsense_is_refused_with_words_and_never_breaks(kind: type[Option], turn: bool) -> None:
    """CLK-5."""
    stage = ana_and_bo(schticks=["inner_focus"], fortune=1)
    stage.fighter("Ana").turn = turn
    names = [field.name for field in msgspec.structs.fields(kind)]
    fine: dict[str, Any] = {"target": "Bo", "weapon": "pistol", "shot": 5, "roll": "attack", "name": "inner_focus"}
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    for name in names:
        for value in JUNK:
            filled = {key: fine[key] for key in required} | {name: value}
            why = stage.request.legal(kind(**filled))  # type: ignore[union-attr]
            assert why is None or why.partition(": ")[2]


@pytest.mark.parametrize(
    "option",
    [
        Attack(target=None, weapon="pistol"), Attack(target="Bo", weapon=7), Attack(target="Bo", weapon="pistol", shots="3"),
        Attack(target="Bo", weapon="pistol", shots=3.0), Attack(target="Bo", weapon="pistol", shots=True),
        Attack(target="Bo", weapon="pistol", fortune=1), Move(to=(1.0, float("nan"))), Move(to=(1.0,)), Move(to="there"),
        Move(toward="Bo", distance=-1.0), Move(toward="Bo", distance=float("inf")), Move(toward="Bo", distance=None),
        Wait(shot=5.5), Defend(kind=None), Fortune(roll=["attack"]), Schtick(name=3), Area(weapon="pistol", at=(1, "2")),
        Interpose(target="Bo", against=4),
    ],
)  # fmt: skip
def test_a_field_of_a_wrong_type_is_refused_as_such(option: Option) -> None:
    """CLK-5: nothing is coerced."""
    assert ana_and_bo().refused(option) == "CLK-5"


@pytest.mark.parametrize("answer", [None, "attack", 3, Option()])
def test_what_is_no_option_of_the_system_is_refused(answer: Any) -> None:
    """CLK-5."""
    assert ana_and_bo().refused(answer) == "CLK-5"


def test_an_illegal_answer_names_the_rule_and_what_was_legal() -> None:
    """CLK-5."""
    stage = ana_and_bo()
    with pytest.raises(IllegalOption) as caught:
        stage.answer(Attack(target="Bo", weapon="bow"))
    assert (caught.value.combatant, caught.value.rule) == ("Ana", "S-CHR-2")
    assert "attack target=Bo weapon=pistol" in caught.value.legal


# whose turn it is


def test_out_of_turn_only_defenses_fortune_schticks_and_hold_are_legal() -> None:
    """S-SEQ-2, S-DEF-1: Bo answers Ana's attack."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 1, shot=9, fu=1, fortune=1, schticks=["inner_focus"]))
    stage.until("Bo", "announced", Ana=Attack(target="Bo", weapon="fists"))
    legal = [Defend(), Hold(), Fortune(roll="attack"), Schtick(name="inner_focus")]
    assert [stage.refused(option) for option in legal] == [None] * 4
    actions = [Attack(target="Ana", weapon="pistol"), Move(to=(9.0, 9.0)), Drop(), Wait(shot=2)]
    assert [stage.refused(option) for option in actions] == ["S-SEQ-2"] * 4
    assert stage.kinds() == {"defend", "hold", "fortune", "schtick"}


def test_who_is_out_of_the_fight_may_do_nothing() -> None:
    """CLK-4."""
    stage = ana_and_bo()
    stage.fighter("Ana").out = "dying"
    assert [stage.refused(option) for option in (Hold(), SHOOT)] == ["CLK-4"] * 2


# targets and weapons


def test_a_target_is_an_opponent_who_can_still_fight() -> None:
    """S-ROL-2, CLK-4."""
    stage = Standoff(one("Ana", "red"), one("Abe", "red", 1, shot=8), one("Bo", "blue", 10, shot=9))
    stage.until("Ana")

    def shoot(target: str) -> str | None:
        return stage.refused(Attack(target=target, weapon="pistol"))

    assert [shoot(name) for name in ("Bo", "Abe", "Ana", "Cy")] == [None, "CLK-5", "CLK-5", "CLK-5"]
    stage.fighter("Bo").out = "dying"
    assert shoot("Bo") == "CLK-4"


def test_an_opponent_that_hides_is_no_target_until_it_attacks() -> None:
    """S-DEF-3."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=9, hidden=True))
    stage.until("Ana")
    assert stage.refused(SHOOT) == "S-DEF-3"
    assert "attack" not in stage.kinds()
    stage.until("Ana", "ready", Ana=Hold(), Bo=Attack(target="Ana", weapon="pistol"))
    assert stage.refused(SHOOT) is None


def test_a_weapon_must_be_in_hand_but_fists_always_are() -> None:
    """S-SEQ-3, S-CHR-2."""
    stage = ana_and_bo(1.0, in_hand=False)
    assert stage.refused(SHOOT) == "S-SEQ-3"
    assert stage.refused(Attack(target="Bo", weapon="bow")) == "S-CHR-2"
    assert stage.refused(Attack(target="Bo", weapon="fists")) is None


def test_an_empty_gun_does_not_shoot() -> None:
    """S-SEQ-3."""
    stage = ana_and_bo()
    assert stage.refused(SHOOT) is None
    stage.fighter("Ana").tools["pistol"].loaded = 0
    assert stage.refused(SHOOT) == "S-SEQ-3"


def test_what_is_thrown_is_thrown_and_what_attacks_an_area_attacks_an_area() -> None:
    """S-SEQ-3, S-RNG-4."""
    stage = ana_and_bo(weapons=[KNIFE, GRENADE, FISTS])
    legal = [Throw(target="Bo", weapon="knife"), Area(target="Bo", weapon="grenade"), Area(at=(9, 1), weapon="grenade")]
    assert [stage.refused(option) for option in legal] == [None] * 3
    assert stage.refused(Attack(target="Bo", weapon="knife")) == "S-SEQ-3"
    assert stage.refused(Throw(target="Bo", weapon="fists")) == "S-SEQ-3"
    area = [
        Attack(target="Bo", weapon="grenade"), Throw(target="Bo", weapon="grenade"), Area(target="Bo", weapon="knife"),
        Area(weapon="grenade"), Area(weapon="grenade", target="Bo", at=(9.0, 0.0)),
    ]  # fmt: skip
    assert [stage.refused(option) for option in area] == ["S-RNG-4"] * 5
    assert stage.refused(Area(weapon="grenade", target="Ana")) == "CLK-5"


def test_only_a_structure_that_stands_can_be_shot_to_pieces() -> None:
    """S-WND-4."""
    door = {"name": "door", "position": [5.0, 0.0], "tags": ["corner"], "toughness": 8}
    hedge = {"name": "hedge", "position": [5.0, 5.0], "tags": ["brush"]}
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=9), places=[door, hedge])
    stage.until("Ana")
    assert stage.refused(Attack(target="door", weapon="pistol")) is None
    assert stage.refused(Attack(target="hedge", weapon="pistol")) == "S-WND-4"
    stage.fight.places["door"].destroyed = True
    assert stage.refused(Attack(target="door", weapon="pistol")) == "S-WND-4"


# ranges


@pytest.mark.parametrize(
    ("weapon", "meters", "rule"),
    [
        (PISTOL, 150.0, None), (PISTOL, 150.01, "S-RNG-1"), (DERRINGER, 30.0, None), (DERRINGER, 30.01, "S-RNG-1"),
        (RIFLE, 1000.0, None), (RIFLE, 1000.01, "S-RNG-1"), (SWORD, 2.0, None), (SWORD, 2.01, "S-MOV-1"),
    ],
)  # fmt: skip
def test_no_attack_goes_beyond_the_farthest_shot_of_its_class_or_the_hand(
    weapon: dict[str, Any], meters: float, rule: str | None
) -> None:
    """S-RNG-1: 30, 150 and 1000 m; hand to hand 2 m (S-MOV-1)."""
    stage = ana_and_bo(meters, weapons=[weapon])
    assert stage.refused(Attack(target="Bo", weapon=weapon["name"])) == rule


@pytest.mark.parametrize(("meters", "rule"), [(30.0, None), (30.01, "S-RNG-1")])
def test_a_throw_and_a_grenade_go_as_far_as_short_range(meters: float, rule: str | None) -> None:
    """S-RNG-1."""
    stage = ana_and_bo(meters, weapons=[KNIFE, GRENADE])
    assert stage.refused(Throw(target="Bo", weapon="knife")) == rule
    assert stage.refused(Area(target="Bo", weapon="grenade")) == rule
    assert stage.refused(Area(at=(meters, 0.0), weapon="grenade")) == rule


@pytest.mark.parametrize(("meters", "rule"), [(150.0, None), (151.0, "S-RNG-1")])
def test_a_rifle_shot_on_the_move_counts_as_normal(meters: float, rule: str | None) -> None:
    """S-RNG-1: long counts as long only when the shooter stands still."""
    stage = ana_and_bo(meters, weapons=[RIFLE])
    assert stage.refused(Attack(target="Bo", weapon="rifle")) is None
    assert stage.refused(Attack(target="Bo", weapon="rifle", to=(0.0, 3.0))) == rule


def test_a_rifle_counts_as_normal_while_an_earlier_movement_lasts() -> None:
    """S-RNG-1: a run of 12 m takes 3 shots; a free shot within them is none of a still shooter."""
    stage = Standoff(
        one("Ana", "red", weapons=[RIFLE], schticks=["stand_and_deliver"]), one("Bo", "blue", 160, shot=9),
    )  # fmt: skip
    stage.until("Ana")
    stage.answer(Move(to=(0.0, 6.0)))
    stage.until("Ana", "closing", Bo=Move(toward="Ana"))
    assert stage.refused(Attack(target="Bo", weapon="rifle", shots=0)) == "S-RNG-1"


# shots, Fortune, free shots


@pytest.mark.parametrize(
    ("shots", "rule"), [(3, None), (2, None), (1, None), (0, "S-SEQ-5"), (4, "S-SEQ-5"), (-1, "S-SEQ-5")]
)
def test_an_attack_takes_three_shots_or_is_a_snapshot_of_two_or_one(shots: int, rule: str | None) -> None:
    """S-SEQ-5; an attack for no shots needs a schtick."""
    assert ana_and_bo().refused(Attack(target="Bo", weapon="pistol", shots=shots)) == rule


@pytest.mark.parametrize("shots", [2, 1])
def test_an_unnamed_character_takes_no_snapshots(shots: int) -> None:
    """S-WND-3."""
    stage = ana_and_bo(unnamed=True, weapons=[PISTOL, KNIFE])
    stage.fighter("Ana").hands = [stage.fighter("Ana").tools["pistol"], stage.fighter("Ana").tools["knife"]]
    assert stage.refused(SHOOT) is None
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=shots)) == "S-WND-3"
    assert stage.refused(Throw(target="Bo", weapon="knife", shots=shots)) == "S-WND-3"
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=0)) == "S-WND-3"


def test_fortune_on_an_attack_needs_a_point_that_is_not_set_aside() -> None:
    """S-CHR-1."""
    spent = Attack(target="Bo", weapon="pistol", fortune=True)
    assert ana_and_bo().refused(spent) == "S-CHR-1"
    stage = ana_and_bo(fortune=1)
    assert stage.refused(spent) is None
    stage.fighter("Ana").fortune_for.add("death_test")
    assert stage.refused(spent) == "S-CHR-1"


def closing(**ana: Any) -> Standoff:
    """Ana on her shot 9 is asked about Bo, who sets out from 20 m to come closer on his shot 10."""
    stage = Standoff(one("Ana", "red", shot=9, **ana), one("Bo", "blue", 20), one("Bea", "blue", 30, shot=7))
    stage.until("Ana", "closing", Bo=Move(toward="Ana"))
    return stage


def test_a_free_shot_is_for_who_is_closing_and_for_a_gun() -> None:
    """S-CHR-3: Stand and Deliver."""
    stage = closing(schticks=["stand_and_deliver"], weapons=[PISTOL, SWORD])
    assert stage.kinds() >= {"attack", "hold"}
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=0)) is None
    assert stage.refused(Attack(target="Bea", weapon="pistol", shots=0)) == "S-CHR-3"
    assert stage.refused(Attack(target="Bo", weapon="sword", shots=0)) == "S-CHR-3"
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=0, to=(1.0, 1.0))) == "S-MOV-1"
    assert stage.refused(SHOOT) == "S-SEQ-2"
    stage.fighter("Ana").tools["pistol"].loaded = 0
    assert stage.refused(Attack(target="Bo", weapon="pistol", shots=0)) == "S-SEQ-3"


def test_fists_reach_who_stands_within_two_meters_only() -> None:
    """S-MOV-1, as H of the rules: hand to hand reaches 2 m."""
    assert ana_and_bo(2.0, weapons=[FISTS]).refused(Attack(target="Bo", weapon="fists")) is None
    assert ana_and_bo(3.0, weapons=[FISTS]).refused(Attack(target="Bo", weapon="fists")) == "S-MOV-1"


def test_nobody_tends_while_it_is_not_their_turn() -> None:
    """S-SEQ-2."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 1, shot=9))
    stage.until("Bo", "announced", Ana=Attack(target="Bo", weapon="fists"))
    assert stage.refused(Bind(target="Bo")) == "S-SEQ-2"
