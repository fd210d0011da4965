"""When one may move, wait, handle weapons, tend, use Fortune and schticks (S-MOV-1, S-SEQ-3, S-SEQ-4, S-CHR-1)."""

from __future__ import annotations

from typing import Any

import pytest
from standoff import FISTS, KNIFE, PISTOL, REVOLVER, RIFLE, SWORD, Standoff, one

from engine.options import Hold, Option
from engine.shots.actions import (
    Attack,
    Bind,
    Draw,
    Drop,
    Fortune,
    Move,
    PickUp,
    Reload,
    Rise,
    Run,
    Schtick,
    Throw,
    Wait,
)


def ana_and_bo(distance: float = 10.0, **ana: Any) -> Standoff:
    """Ana's own shot, 10, with Bo a distance away; Bo's is 9."""
    stage = Standoff(one("Ana", "red", **ana), one("Bo", "blue", distance, shot=9))
    stage.until("Ana")
    return stage


# movement


@pytest.mark.parametrize("kind", [Move, Run])
def test_a_movement_needs_one_goal_that_it_can_get_nearer_to(kind: type[Move] | type[Run]) -> None:
    """S-MOV-1."""
    stage = ana_and_bo()
    legal = [kind(to=(3.0, 4.0)), kind(to=(3, 4)), kind(toward="Bo"), kind(toward="Bo", distance=9.5), kind(away="Bo")]
    assert [stage.refused(option) for option in legal] == [None] * 5
    aimless = [
        kind(), kind(to=(3.0, 4.0), toward="Bo"), kind(toward="Bo", away="Bo"), kind(to=(0.0, 0.0)),
        kind(toward="Bo", distance=10.0), kind(toward="Bo", distance=11.0),
    ]  # fmt: skip
    assert [stage.refused(option) for option in aimless] == ["S-MOV-1"] * 6
    assert [stage.refused(option) for option in (kind(toward="Cy"), kind(away="Ana"))] == ["CLK-5"] * 2


def test_a_movement_goes_with_any_whole_action_but_no_quicker_one() -> None:
    """S-MOV-1: Move meters with any 3-shot action; S-SEQ-5: 2 and 1 are snapshots."""
    stage = ana_and_bo(weapons=[PISTOL, REVOLVER, KNIFE])
    ana = stage.fighter("Ana")
    for name in ("pistol", "revolver"):
        ana.tools[name].loaded = 1

    def there(kind: Any, **fields: Any) -> str | None:
        return stage.refused(kind(to=(2.0, 2.0), **fields))

    assert there(Attack, target="Bo", weapon="pistol") is None
    assert there(Reload, weapon="revolver") is None
    assert there(Attack, target="Bo", weapon="pistol", shots=2) == "S-MOV-1"
    assert there(Attack, target="Bo", weapon="pistol", shots=1) == "S-MOV-1"
    assert there(Reload, weapon="pistol") == "S-MOV-1"
    assert there(Draw, weapon="knife") == "S-MOV-1"
    ana.hands = [ana.tools["knife"], None]
    assert there(Throw, target="Bo", weapon="knife") is None
    assert there(Throw, target="Bo", weapon="knife", shots=2) == "S-MOV-1"


def test_an_unnamed_character_may_move_as_it_draws_since_that_takes_it_three_shots() -> None:
    """S-WND-3, S-MOV-1."""
    stage = ana_and_bo(unnamed=True, in_hand=False)
    assert stage.refused(Draw(weapon="pistol", to=(2.0, 2.0))) is None


def test_nobody_moves_without_move_or_while_lying() -> None:
    """S-MOV-1; one who lies must rise first [R]."""
    rooted = ana_and_bo(move=0)
    assert [rooted.refused(option) for option in (Move(away="Bo"), Run(away="Bo"))] == ["S-MOV-1"] * 2
    assert rooted.refused(Attack(target="Bo", weapon="pistol", to=(1.0, 1.0))) == "S-MOV-1"
    lying = ana_and_bo(tags=["prone"])
    assert [lying.refused(option) for option in (Move(away="Bo"), Run(away="Bo"))] == ["S-MOV-1"] * 2
    assert lying.refused(Rise()) is None
    assert lying.refused(Drop()) == "S-RNG-2"


def test_one_who_stands_may_drop_but_not_rise() -> None:
    """S-RNG-2."""
    stage = ana_and_bo()
    assert (stage.refused(Drop()), stage.refused(Rise())) == (None, "S-RNG-2")


# waiting


@pytest.mark.parametrize(("shot", "rule"), [(9, None), (1, None), (10, "S-SEQ-4"), (11, "S-SEQ-4"), (0, "S-SEQ-4")])
def test_one_waits_for_a_lower_shot_of_this_sequence(shot: int, rule: str | None) -> None:
    """S-SEQ-4: Ana is at 10."""
    assert ana_and_bo().refused(Wait(shot=shot)) == rule


# weapons


def test_only_what_is_carried_and_not_in_hand_is_drawn() -> None:
    """S-SEQ-3."""
    stage = ana_and_bo(weapons=[RIFLE, SWORD, FISTS])
    assert stage.refused(Draw(weapon="sword")) is None
    assert stage.refused(Draw(weapon="rifle")) == "S-SEQ-3"
    assert stage.refused(Draw(weapon="fists")) == "S-SEQ-3"
    assert stage.refused(Draw(weapon="bow")) == "S-CHR-2"


def test_only_a_gun_in_hand_that_lacks_rounds_is_reloaded_while_some_are_carried() -> None:
    """S-SEQ-3."""
    stage = ana_and_bo(weapons=[PISTOL, SWORD, REVOLVER])
    pistol = stage.fighter("Ana").tools["pistol"]
    assert stage.refused(Reload(weapon="pistol")) == "S-SEQ-3"
    pistol.loaded = 5
    assert stage.refused(Reload(weapon="pistol")) is None
    pistol.carried = 0
    assert stage.refused(Reload(weapon="pistol")) == "S-SEQ-3"
    assert stage.refused(Reload(weapon="sword")) == "S-SEQ-3"
    stage.fighter("Ana").tools["revolver"].loaded = 0
    assert stage.refused(Reload(weapon="revolver")) == "S-SEQ-3"


def test_only_what_lies_within_two_meters_is_picked_up() -> None:
    """S-SEQ-3, S-MOV-1: Ana's knife misses Bo, 2.5 m away, on an open roll of 1 - 5; she walks up to it."""
    stage = Standoff(
        one("Ana", "red", weapons=[KNIFE, FISTS]), one("Bo", "blue", 2.5, shot=1 + 6),
        rolls={"Ana/attack": [[1, 5]]},
    )  # fmt: skip
    stage.until("Ana")
    stage.answer(Throw(target="Bo", weapon="knife"))
    stage.until("Ana", "ready")
    assert stage.refused(PickUp(weapon="knife")) == "S-SEQ-3"
    assert stage.refused(PickUp(weapon="sword")) == "S-SEQ-3"
    stage.answer(Move(toward="Bo", distance=2.0))
    stage.until("Ana", "ready")
    assert stage.refused(PickUp(weapon="knife")) is None
    assert "pick_up" in stage.kinds()
    stage.answer(PickUp(weapon="knife"))
    stage.until("Ana", "ready")
    assert stage.refused(Throw(target="Bo", weapon="knife")) is None


# tending


def test_the_dying_and_the_wounded_of_ones_own_side_within_reach_are_tended_oneself_too() -> None:
    """S-CHR-1, S-WND-2."""
    stage = Standoff(
        one("Ana", "red"), one("Abe", "red", 2, shot=8), one("Al", "red", 3, shot=7), one("Bo", "blue", 1, shot=9),
    )  # fmt: skip
    stage.until("Ana")
    ana, abe, al, bo = (stage.fighter(name) for name in ("Ana", "Abe", "Al", "Bo"))

    def tend(name: str) -> str | None:
        return stage.refused(Bind(target=name))

    assert [tend(name) for name in ("Ana", "Abe", "Bo", "Cy")] == ["S-CHR-1", "S-CHR-1", "CLK-5", "CLK-5"]
    for hurt in (ana, abe, al, bo):
        hurt.wounds = 12
    assert [tend(name) for name in ("Ana", "Abe", "Al", "Bo")] == [None, None, "S-CHR-1", "CLK-5"]
    ana.tended = True
    assert tend("Ana") == "S-CHR-1"
    abe.tended, abe.out, abe.dies_in = True, "dying", 99
    assert tend("Abe") is None
    assert stage.refused(Bind(target="Abe", fortune=True)) == "S-CHR-1"
    abe.dies_in, abe.dead = 0, True
    assert tend("Abe") == "S-WND-2"


# what costs no shot


def test_a_fortune_point_is_set_aside_while_one_is_free_and_taken_back_later() -> None:
    """S-CHR-1, S-SEQ-4: each zero-shot option once an instant."""
    stage = ana_and_bo(fortune=1)
    assert stage.refused(Fortune(roll="attack", active=False)) == "S-CHR-1"
    assert stage.refused(Fortune(roll="luck")) == "S-CHR-1"
    assert stage.refused(Fortune(roll="attack")) is None
    stage.answer(Fortune(roll="attack"))
    stage.until("Ana")
    assert stage.refused(Fortune(roll="attack")) == "S-CHR-1"
    assert stage.refused(Fortune(roll="death_test")) == "S-CHR-1"
    assert stage.refused(Fortune(roll="attack", active=False)) == "S-SEQ-4"
    stage.answer(Wait(shot=5))
    stage.until("Ana", "ready")
    assert stage.refused(Fortune(roll="attack", active=False)) is None


def test_nobody_sets_aside_fortune_it_does_not_have() -> None:
    """S-CHR-1."""
    assert ana_and_bo().refused(Fortune(roll="attack")) == "S-CHR-1"


def test_only_a_schtick_of_ones_own_that_can_be_called_on_is_used() -> None:
    """S-CHR-3."""
    stage = ana_and_bo(fu=1, schticks=["guts", "inner_focus"])
    answers: list[Option] = [Schtick(name="inner_focus"), Schtick(name="guts"), Schtick(name="iron_skin")]
    assert [stage.refused(option) for option in answers] == [None, "S-WND-1", "S-CHR-3"]


def test_holding_is_always_legal() -> None:
    """CLK-5."""
    assert ana_and_bo().refused(Hold()) is None


def test_a_second_weapon_of_one_name_that_is_picked_up_is_numbered() -> None:
    """S-SEQ-3: Bo's knife misses Ana, who has one of her own; both are hers to throw then."""
    stage = Standoff(
        one("Ana", "red", weapons=[KNIFE, FISTS], shot=9), one("Bo", "blue", 5, weapons=[KNIFE]),
        rolls={"Bo/attack": [[1, 5]]},
    )  # fmt: skip
    stage.until("Ana", "start", Bo=Throw(target="Ana", weapon="knife"))
    stage.answer(PickUp(weapon="knife"))
    stage.until("Ana", "ready")
    assert [stage.refused(Throw(target="Bo", weapon=name)) for name in ("knife", "knife 2")] == [None, None]
    knives = [option.weapon for option in stage.request.options if isinstance(option, Throw)]  # type: ignore[union-attr]
    assert knives == ["knife"] * 3 + ["knife 2"] * 3
