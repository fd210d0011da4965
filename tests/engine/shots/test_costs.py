"""What options cost in shots (S-SEQ-3, S-SEQ-4, S-SEQ-5, S-MOV-1, S-DEF-1, S-DEF-4, S-WND-3, S-CHR-3)."""

from __future__ import annotations

from typing import Any

import pytest
from standoff import FISTS, GRENADE, KNIFE, PISTOL, REVOLVER, SWORD, Standoff, one

from engine.options import Hold, Option
from engine.shots.actions import (
    Area,
    Attack,
    Bind,
    Defend,
    DefendOther,
    Draw,
    Drop,
    Fortune,
    Interpose,
    Move,
    PickUp,
    Reload,
    Rise,
    Run,
    Schtick,
    Throw,
    Volunteer,
    Wait,
)

ARMS = [PISTOL, REVOLVER, SWORD, KNIFE, GRENADE, FISTS]


def stage_of(bo: dict[str, Any] | None = None, rules: dict[str, Any] | None = None, **ana: Any) -> Standoff:
    """Ana at her own shot, 10, with all her weapons; Bo 1 m away."""
    stage = Standoff(one("Ana", "red", **({"weapons": ARMS} | ana)), one("Bo", "blue", 1, shot=9, **(bo or {})), rules=rules)
    stage.until("Ana")
    return stage


WHOLE: tuple[Option, ...] = (
    Attack(target="Bo", weapon="pistol"), Attack(target="Bo", weapon="sword"), Throw(target="Bo", weapon="knife"),
    Area(target="Bo", weapon="grenade"), Move(away="Bo"), Run(away="Bo"), PickUp(weapon="knife"),
    Reload(weapon="revolver"), Bind(target="Ana"), DefendOther(target="Abe"), DefendOther(target="Abe", kind="parry"),
    Interpose(target="Abe"),
)  # fmt: skip
QUICK: tuple[Option, ...] = (
    Draw(weapon="sword"), Reload(weapon="pistol"), Drop(), Rise(), Defend(), Defend(kind="parry"), Defend(kind="catch"),
    Defend(kind="alert"),
)  # fmt: skip
NOTHING: tuple[Option, ...] = (
    Hold(), Wait(shot=4), Fortune(roll="attack"), Schtick(name="inner_focus"), Volunteer(),
    Attack(target="Bo", weapon="pistol", shots=0),
)  # fmt: skip


@pytest.mark.parametrize(
    ("option", "shots"),
    [
        *((option, 3) for option in WHOLE), *((option, 1) for option in QUICK), *((option, 0) for option in NOTHING),
        (Attack(target="Bo", weapon="pistol", shots=2), 2), (Attack(target="Bo", weapon="pistol", shots=1), 1),
        (Throw(target="Bo", weapon="knife", shots=2), 2), (Area(target="Bo", weapon="grenade", shots=1), 1),
    ],
)  # fmt: skip
def test_most_actions_cost_three_shots_and_quick_ones_one(option: Option, shots: int) -> None:
    """S-SEQ-3, S-SEQ-5, S-MOV-1, S-DEF-1, S-DEF-4."""
    assert stage_of().cost(option) == shots


@pytest.mark.parametrize(("option", "shots"), [*((option, 3) for option in (*WHOLE, *QUICK)), *((option, 0) for option in NOTHING)])
def test_an_unnamed_character_pays_three_shots_for_whatever_takes_any(option: Option, shots: int) -> None:
    """S-WND-3: 3-shot actions only, a defense costs 3; S-SEQ-4: what costs nothing costs it nothing."""
    assert stage_of(unnamed=True).cost(option) == shots


def test_the_rule_set_sets_the_prices() -> None:
    """S-SEQ-3: every price is a field of the rule set; a snapshot costs the shots it is called by."""
    stage = stage_of(rules={"action_shots": 4, "quick_shots": 2, "run_shots": 5, "defense_shots": 0, "defend_other_shots": 6})
    shoot = [Attack(target="Bo", weapon="pistol", shots=shots) for shots in (3, 2, 1)]
    others = [Draw(weapon="sword"), Run(away="Bo"), Defend(), DefendOther(target="Abe"), Interpose(target="Abe")]
    assert [stage.cost(option) for option in (*shoot, *others)] == [4, 2, 1, 2, 5, 0, 6, 6]


@pytest.mark.parametrize(("picks", "draw"), [(1, 0), (2, 0)])
def test_fast_draw_takes_a_shot_a_pick_off_drawing_but_none_comes_back(picks: int, draw: int) -> None:
    """S-CHR-3: 1 shot less a pick; 1 - 1 = 0, and no less."""
    stage = stage_of(schticks=[{"name": "fast_draw", "picks": picks}])
    assert stage.cost(Draw(weapon="sword")) == draw
    assert stage.cost(Attack(target="Bo", weapon="pistol")) == 3


@pytest.mark.parametrize(("picks", "draw"), [(1, 2), (2, 1), (3, 0), (4, 0)])
def test_fast_draw_takes_off_a_shot_a_pick_where_drawing_takes_longer(picks: int, draw: int) -> None:
    """S-CHR-3, with quick actions of 3 shots."""
    stage = stage_of(schticks=[{"name": "fast_draw", "picks": picks}], rules={"quick_shots": 3})
    assert stage.cost(Draw(weapon="sword")) == draw


def test_crowd_breaker_takes_a_shot_off_attacks_on_unnamed_ones_but_not_the_last() -> None:
    """S-CHR-3 [H]: 1 shot less, not below 1."""
    stage = stage_of(bo={"unnamed": True}, schticks=["crowd_breaker"])
    attacks: list[Option] = [Attack(target="Bo", weapon="fists", shots=shots) for shots in (3, 2, 1, 0)]
    assert [stage.cost(option) for option in (*attacks, Throw(target="Bo", weapon="knife"))] == [2, 1, 1, 0, 2]
    assert [stage.cost(option) for option in (Area(target="Bo", weapon="grenade"), Move(away="Bo"))] == [3, 3]


def test_crowd_breaker_takes_nothing_off_attacks_on_named_ones() -> None:
    """S-CHR-3."""
    stage = stage_of(schticks=["crowd_breaker"])
    assert stage.cost(Attack(target="Bo", weapon="fists")) == 3


def test_a_quicker_attack_on_an_unnamed_one_is_still_a_whole_action_that_a_movement_goes_with() -> None:
    """S-MOV-1, S-CHR-3: Crowd Breaker makes it cost 2 shots, no snapshot."""
    stage = stage_of(bo={"unnamed": True}, schticks=["crowd_breaker"])
    assert stage.refused(Attack(target="Bo", weapon="sword", to=(2.0, 2.0))) == "S-SEQ-3"
    assert stage.refused(Attack(target="Bo", weapon="pistol", to=(2.0, 2.0))) is None


def test_the_counter_falls_by_the_cost_and_the_next_action_comes_when_it_is_met() -> None:
    """S-SEQ-2, S-SEQ-3: a draw at 10, Bo asked at 9 too, then Ana's attack at 9 leads to 6, at count 4."""
    stage = stage_of()
    stage.answer(Draw(weapon="sword"))
    assert stage.until("Ana", "ready").t == 1.0
    stage.answer(Attack(target="Bo", weapon="sword"))
    assert stage.until("Ana", "ready").t == 4.0


def test_a_draw_for_no_shots_leaves_the_turn_and_comes_once_an_instant() -> None:
    """S-SEQ-4, S-CHR-3: Fast Draw."""
    stage = stage_of(schticks=["fast_draw"], weapons=[PISTOL, REVOLVER, SWORD, KNIFE], in_hand=False)
    assert stage.until("Ana").t == 0.0
    stage.answer(Draw(weapon="pistol"))
    assert stage.until("Ana").t == 0.0
    assert stage.refused(Draw(weapon="sword")) == "S-SEQ-4"
    assert stage.refused(Attack(target="Bo", weapon="pistol")) is None
