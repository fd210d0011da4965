"""Responses to announced attacks: who may defend whom, step between, take the worst of an area (S-DEF-4, S-RNG-4, S-SEQ-4)."""

from __future__ import annotations

from typing import Any

import pytest
from standoff import FISTS, GRENADE, PISTOL, Has, Standoff, one

from engine.options import Option
from engine.shots.actions import Area, Attack, Defend, DefendOther, Interpose, Move, Throw, Volunteer

SHOOT = Attack(target="Bo", weapon="pistol")
BOMB = Area(target="Bo", weapon="grenade")


def attacked(ana: Option = SHOOT, cy: Has | None = None, bo: Has | None = None, dee: Has | None = None) -> Standoff:
    """Cy (blue) is asked about Ana's attack on Bo, 2 m from him; Dee is Bo's friend, too, 20 m from both."""
    stage = Standoff(
        one("Ana", "red", weapons=[PISTOL, GRENADE, FISTS]), one("Bo", "blue", 10, **({"shot": 7} | (bo or {}))),
        one("Cy", "blue", 12, **({"shot": 8} | (cy or {}))), one("Dee", "blue", 32, **({"shot": 8, "move": 20} | (dee or {}))),
    )  # fmt: skip
    stage.until("Cy", "announced", Ana=ana)
    return stage


@pytest.mark.parametrize("option", [DefendOther(target="Bo"), DefendOther(target="Bo", kind="parry"), Interpose(target="Bo")])
def test_a_friend_within_move_of_who_is_attacked_may_stand_up_for_it(option: Option) -> None:
    """S-DEF-4, with a Move of 2 for 2 m; 1 m short it may not."""
    assert attacked(cy={"move": 2}).refused(option) is None
    near = attacked(cy={"move": 2})
    near.fighter("Cy").x = 12.01
    assert near.refused(option) == "S-DEF-4"


@pytest.mark.parametrize("kind", [DefendOther, Interpose])
def test_one_stands_up_only_for_a_friend_who_is_attacked(kind: Any) -> None:
    """S-DEF-4."""
    stage = attacked(cy={"move": 20})
    refused = [stage.refused(kind(target=name)) for name in ("Ana", "Cy", "Dee", "Eve")]
    assert refused == ["S-DEF-4", "CLK-5", "S-DEF-4", "CLK-5"]
    stage.fighter("Bo").out = "dying"
    assert stage.refused(kind(target="Bo")) == "CLK-4"


@pytest.mark.parametrize("option", [DefendOther(target="Bo"), Interpose(target="Bo")])
def test_standing_up_for_another_needs_one_shot_left_though_it_costs_three(option: Option) -> None:
    """S-DEF-1, S-DEF-4 [R]: the cost may take the counter below 0."""
    stage = attacked()
    cy = stage.fighter("Cy")
    cy.counter = 1
    assert (stage.refused(option), stage.cost(option)) == (None, 3)
    cy.counter = 0
    assert stage.refused(option) == "S-DEF-1"
    cy.counter, cy.surprised = 8, True
    assert stage.refused(option) == "S-DEF-1"


def test_another_is_defended_with_any_kind_one_has() -> None:
    """S-DEF-4, S-DEF-5: for 3 shots; Lightning Dodge stays once a sequence."""
    stage = attacked(cy={"schticks": ["lightning_dodge"]})
    lightning = DefendOther(target="Bo", kind="lightning_dodge")
    assert (stage.refused(lightning), stage.cost(lightning)) == (None, 3)
    assert attacked().refused(lightning) == "S-DEF-5"
    stage.answer(lightning)
    stage.until("Cy", "announced", Ana=SHOOT)
    assert stage.refused(lightning) == "S-CHR-3"
    assert stage.refused(DefendOther(target="Bo")) is None


def test_nobody_defends_another_out_of_the_blue() -> None:
    """S-DEF-4, S-SEQ-4: a response is to an announced attack."""
    stage = Standoff(one("Abe", "red", 1), one("Ana", "red"), one("Bo", "blue", 10, shot=7))
    stage.until("Ana")
    for option in (DefendOther(target="Abe"), Interpose(target="Abe"), Volunteer()):
        assert stage.refused(option) in ("S-DEF-4", "S-RNG-4")


def test_one_steps_between_the_attack_it_names() -> None:
    """S-DEF-4: Abe's and Ana's attacks on Bo are announced at one instant; a third one's is none on Bo."""
    stage = Standoff(
        one("Abe", "red"), one("Ana", "red"), one("Art", "red"), one("Bo", "blue", 10, shot=7), one("Cy", "blue", 12, shot=8),
    )  # fmt: skip
    stage.until("Cy", "announced", Abe=SHOOT, Ana=SHOOT, Art=Attack(target="Cy", weapon="pistol"))
    legal = [Interpose(target="Bo"), Interpose(target="Bo", against="Abe#1"), Interpose(target="Bo", against="Ana#1")]
    assert [stage.refused(option) for option in legal] == [None] * 3
    wrong = [Interpose(target="Bo", against="Art#1"), Interpose(target="Bo", against="Ana#2")]
    assert [stage.refused(option) for option in wrong] == ["S-DEF-4"] * 2
    stage.answer(Interpose(target="Bo", against="Ana#1"))
    stage.until("Cy", "announced")
    assert stage.refused(Interpose(target="Bo", against="Ana#1")) == "S-DEF-4"
    assert stage.refused(Interpose(target="Bo", against="Abe#1")) is None


def test_stepping_between_without_a_name_means_the_single_attack_not_the_blast() -> None:
    """S-DEF-4, S-RNG-4: Abe's grenade comes first by stream key, but nobody can step into it."""
    stage = Standoff(
        one("Abe", "red", weapons=[GRENADE]), one("Ana", "red"), one("Bo", "blue", 10, shot=7), one("Cy", "blue", 15, shot=8),
    )  # fmt: skip
    stage.until("Cy", "announced", Abe=BOMB, Ana=SHOOT)
    assert stage.refused(Interpose(target="Bo", against="Abe#1")) == "S-DEF-4"
    stage.answer(Interpose(target="Bo"))
    stage.until("Cy")
    assert [event.against for event in stage.of("interpose")] == ["Ana#1"]


def test_nobody_steps_into_an_area_attack_but_may_defend_another_against_it() -> None:
    """S-DEF-4, S-RNG-4."""
    stage = attacked(BOMB)
    assert stage.refused(Interpose(target="Bo")) == "S-DEF-4"
    assert stage.refused(DefendOther(target="Bo")) is None


def test_one_who_lies_steps_between_nothing() -> None:
    """S-DEF-4 [R]: it would have to rise."""
    stage = attacked(cy={"tags": ["prone"]})
    assert stage.refused(Interpose(target="Bo")) == "S-DEF-4"
    assert stage.refused(DefendOther(target="Bo")) is None


def test_a_target_of_an_area_attack_may_take_the_worst_of_it() -> None:
    """S-RNG-4: Cy stands 2 m from Bo, within the 3 m of the grenade; it costs nothing."""
    stage = attacked(BOMB)
    assert (stage.refused(Volunteer()), stage.refused(Volunteer(against="Ana#1"))) == (None, None)
    assert stage.cost(Volunteer()) == 0
    assert stage.refused(Volunteer(against="Ana#2")) == "S-RNG-4"
    stage.answer(Volunteer())
    stage.until("Cy", "start")
    assert [event.actor for event in stage.of("volunteer")] == ["Cy"]
    assert next(event.target for event in stage.of("impact")) == "Cy"


def test_one_out_of_its_radius_or_attacked_singly_does_not_volunteer() -> None:
    """S-RNG-4."""
    assert attacked().refused(Volunteer()) == "S-RNG-4"
    stage = Standoff(
        one("Ana", "red", weapons=[GRENADE]), one("Bo", "blue", 10, shot=7), one("Cy", "blue", 15, shot=8),
    )  # fmt: skip
    stage.until("Cy", "announced", Ana=BOMB)
    assert stage.refused(Volunteer()) == "S-RNG-4"


def test_a_free_shot_can_not_be_responded_to() -> None:
    """S-SEQ-4: no response to a response; Bo, who comes closer, is not asked about it."""
    stage = Standoff(one("Ana", "red", shot=9, schticks=["stand_and_deliver"]), one("Bo", "blue", 20, shot=10))
    stage.until("Ana", "closing", Bo=Move(toward="Ana"))
    stage.answer(Attack(target="Bo", weapon="pistol", shots=0))
    stage.until("Ana")
    assert len(stage.of("impact", "Ana")) == 1
    assert [event.reason for event in stage.of("decision", "Bo")] == [["start"]]


def test_one_response_to_an_attack_and_then_it_is_over() -> None:
    """S-SEQ-4: after his dodge Bo is not asked about it again."""
    stage = Standoff(one("Ana", "red"), one("Bo", "blue", 10, shot=7))
    stage.until("Bo", "announced", Ana=SHOOT)
    stage.answer(Defend())
    assert stage.until("Bo").t == 4.0
    assert [event.reason for event in stage.of("decision", "Bo")] == [["announced"]]


def test_throwing_and_shooting_at_another_are_both_stepped_into() -> None:
    """S-DEF-4."""
    knife = {"name": "knife", "range": "short", "damage": 7, "thrown": True}
    stage = Standoff(one("Ana", "red", weapons=[knife]), one("Bo", "blue", 10, shot=7), one("Cy", "blue", 12, shot=8))
    stage.until("Cy", "announced", Ana=Throw(target="Bo", weapon="knife"))
    assert stage.refused(Interpose(target="Bo")) is None
