"""What went wrong once when battles were played at random, each named by what failed."""

from __future__ import annotations

import pytest
from skirmish import Skirmish, one, thing, wall

from engine.options import Hold
from engine.steps.actions import Aim, Dodge, Face, Fire, Move
from engine.steps.rules import COVERED


def test_a_commit_due_at_the_count_of_a_dodge_is_pushed_back_with_its_shot() -> None:
    """P-MOD-2, P-FIR-2: Bo shoots at 2, to commit at 4; his dodge at 4 costs a count, so he commits at 5 and shoots at 7."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), rolls={"Bo/dodge": [[10]], "Ana/check": [[2]]})
    stage.until("Bo", Ana=Fire(weapon="rifle", target="Bo"))
    stage.request.wake = 2.0  # type: ignore[union-attr]
    stage.does(Hold(), "hold_expired", Ana=Fire(weapon="rifle", target="Bo"))
    stage.does(Fire(weapon="rifle", target="Ana"), "noticed")
    stage.does(Dodge(), "commit")
    action = stage.view.me.action
    assert (stage.view.t, action.commit, action.impact, action.ready) == (5.0, 5.0, 7.0, 7.0)
    stage.does(Hold(), "ready")
    assert [(event.t, event.impact) for event in stage.of("commit", "Bo")] == [(5.0, 7.0)]
    assert [event.t for event in stage.of("fired", "Bo")] == [7.0]


def test_who_stands_in_the_line_and_is_swept_over_dodges_an_attack_once() -> None:
    """P-MOD-3, P-FIR-1: one dodge roll of Cy's makes both harder: to hit him instead of Ana, and to hit him."""
    stage = Skirmish(
        one("Ana", "red", (2, 7)), one("Cy", "red", (4, 7)), one("Bo", "blue", (8, 7)),
        rolls={"Bo/check": [[1], [1]], "Cy/dodge": [[6]]},
    )  # fmt: skip
    stage.until("Cy", "noticed", Bo=Fire(weapon="rifle", target="Ana", mode="auto", sweep="e"))
    stage.does(Dodge(), "ready")
    stage.does(Hold(), "ready")
    chains = {event.target: sum(link.steps for link in event.links if link.rule == "P-MOD-2") for event in stage.of("chain")}
    assert chains == {"Ana": 0, "Cy": 2}
    assert [event.success for event in stage.of("dodge", "Cy")] == [None, True]
    assert stage.fighter("Cy").dodges == 1


def test_an_aim_at_one_who_has_gone_out_of_sight_counts_for_nothing() -> None:
    """P-FIR-1, P-LOS-1: Bo sprints a square north, behind the wall, before the spell is over."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), objects=wall((7, 6)))
    stage.until("Ana")
    stage.does(Aim(target="Bo", weapon="rifle"), "ready", Bo=Move(pace="sprinting", to=(8, 6)))
    assert stage.view.t == 4.0
    assert stage.view.me.aim is None


def test_ordering_the_same_way_again_in_the_middle_of_a_step_does_not_begin_the_step_anew() -> None:
    """P-MOV-1: walking, a square takes 4 counts; the way is ordered again at 1, 2 and 3."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)))
    stage.until("Ana")
    walk = Move(pace="walking", to=(5, 7))
    for facing in ("ne", "e", "ne", "e"):
        stage.does(walk, "ready")
        stage.does(Face(facing=facing), "ready")
    stage.until("Ana", "arrived")
    assert [event.t for event in stage.of("step", "Ana")] == [4.0, 8.0, 12.0]


@pytest.mark.parametrize("row", ["hides_25", "hides_50", "hides_75"])
def test_rules_that_hide_every_part_do_not_roll_for_a_location_without_end(row: str) -> None:
    """P-DMG-1 [R]: a row that would hide all of a valid target hides nothing; a d100 of 20 is the chest."""
    desk = thing((5, 7), name="desk", cover=int(row[-2:]))
    stage = Skirmish(
        one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), objects=[desk], rolls={"Ana/check": [[20]], "Ana/location": [[20]]},
        **{row: COVERED},
    )  # fmt: skip
    stage.until("Ana")
    stage.does(Fire(weapon="rifle", target="Bo"), "ready")
    assert [event.location for event in stage.of("wound", "Bo")] == ["right chest"]


def test_a_squeeze_without_duration_shoots_at_the_count_of_its_commit() -> None:
    """P-FIR-2: where levelling takes as long as a whole burst, nothing is left of it to squeeze."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), rolls={"Ana/check": [[1]]}, level_counts=4.0)
    stage.until("Ana")
    stage.does(Fire(weapon="rifle", target="Bo", mode="burst"), "ready")
    assert [event.t for event in stage.of("commit", "Ana")] == [4.0]
    assert [event.t for event in stage.of("fired", "Ana")] == [4.0]


def test_who_forfeits_when_asked_alone_is_not_asked_again() -> None:
    """CLK-5: Bo is the only one asked at 1, and forfeits; the next to be asked is Ana, about her commit at 2."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), one("Cy", "blue", (8, 9)))
    stage.until("Bo", Ana=Fire(weapon="rifle", target="Cy"))
    stage.request.wake = 1.0  # type: ignore[union-attr]
    stage.does(Hold(), "hold_expired")
    stage.battle.forfeit("Bo", "gone")
    request = stage.battle.advance()
    assert request is not None
    assert (request.combatant, request.t, request.reasons) == ("Ana", 2.0, ("commit",))
    assert request.options
