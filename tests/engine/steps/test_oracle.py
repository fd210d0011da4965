"""The oracle of steps against the worked figures of the rules, and the engine against the oracle."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle_steps import figures
from oracle_steps.compare import disagreement
from oracle_steps.fight import Fight
from oracle_steps.plan import Deed, Plan
from oracle_steps.state import Told
from oracle_steps.strategies import planned

GUN = {
    "name": "gun", "damage": "2d6", "modes": ["single", "aimed", "burst", "auto"], "magazine": 30, "ammunition": 30,
    "point_blank": 2, "short": 4, "medium": 12, "long": 24, "extreme": 48,
}  # fmt: skip
SHOOT: Deed = {"do": "fire", "weapon": "gun", "target": "Bo", "mode": "single"}
CHAIR, DESK = {"name": "chair", "cover": 25, "passable": True}, {"name": "desk", "cover": 50}


def combatant(name: str, side: str, x: int, **more: Any) -> dict[str, Any]:
    """A trained shooter of 8 points in row 1, who dodges with 5 and guards the front."""
    return {
        "name": name, "side": side, "position": [x, 1], "facing": "e" if x < 6 else "w", "shooting": 8, "dodge": 5, "health": 100,
        "mode": "forward", "skills": {"gun": "trained"}, "weapons": [GUN], **more,
    }  # fmt: skip


def fight(
    rolls: dict[str, list[list[int]]], ana: list[Deed], bo: list[Deed] | None = None, things: tuple[dict[str, Any], ...] = (),
    cap: float = 4, between: list[dict[str, Any]] | None = None, ana_has: dict[str, Any] | None = None, **bo_has: Any,
) -> Told:  # fmt: skip
    """Ana shoots at Bo, ten squares away at medium range; things stand from the fourth square on; dice fall as told."""
    rows = [combatant("Ana", "red", 0, **(ana_has or {})), combatant("Bo", "blue", 10, **bo_has), *(between or [])]
    plans = {row["name"]: Plan([], [{"do": "dodge"}] if row["name"] in ("Bo", "Di") and f"{row['name']}/dodge" in rolls else []) for row in rows}
    plans["Ana"], plans["Bo"].deeds = Plan(ana, []), bo or []
    left = {stream: list(faces) for stream, faces in rolls.items()}
    placed = [{**thing, "position": [4 + place, 1]} for place, thing in enumerate(things)]
    document = {"rules": {"max_counts": cap}, "combatants": rows, "field": {"width": 12, "height": 3, "objects": placed}}
    return Fight(document, plans, lambda stream, number, sides: left[stream].pop(0)).play()


def of(told: Told, kind: str, actor: str = "Ana") -> list[tuple[Any, ...]]:
    """Return what is told of one kind and combatant, with its moment."""
    return [(t, *details) for t, its, who, details in told.entries if (its, who) == (kind, actor)]


def total(check: int) -> dict[str, list[list[int]]]:
    """Return the die of a check of so many points in all."""
    return {"Ana/check": [[check - 8]]}


HIT = {"Ana/location": [[20]], "Ana/damage": [[1, 1]]}


# --- the oracle against the worked figures ------------------------------------------------------------------------------


def test_the_ladder_p_chk_1() -> None:
    assert [figures.ladder(step) for step in (-1, 0, 3, 5, 7)] == [-1, 3, 15, 23, 31]


def test_a_line_passes_squares_and_touches_corners_p_los_1() -> None:
    assert figures.between((0, 0), (3, 3)) == [(1, 1), (2, 2)]
    assert figures.between((0, 0), (3, 1)) == [(1, 0), (2, 1)]
    assert figures.between((5, 5), (5, 2)) == [(5, 4), (5, 3)]
    assert figures.between((0, 0), (1, 2)) == [(0, 1), (1, 1)]


def test_arcs_and_their_borders_p_los_2() -> None:
    where = [(0, -3), (2, -2), (3, -2), (3, 0), (2, 2), (2, 3), (0, 1), (0, 0)]
    assert [figures.arc("n", (0, 0), square) for square in where] == ["front", "front", "flank", "flank", "flank", "rear", "rear", "front"]
    assert [figures.looking((0, 0), square) for square in ((5, 2), (5, 3), (-1, 9))] == ["e", "se", "s"]


@pytest.mark.parametrize(("percent", "row"), [(24, 0), (25, 1), (49, 1), (50, 2), (75, 3), (99, 3)])
def test_rows_of_cover_p_los_5(percent: int, row: int) -> None:
    assert figures.row(percent) == row


def test_times_of_steps_p_mov_1() -> None:
    assert [float(figures.step_time((0, 0), (0, 1), speed)) for speed in figures.SPEED.values()] == [4, 2, 1, 0.666750]
    assert float(figures.step_time((0, 0), (1, 1), figures.SPEED["running"])) == 1.41425


def test_a_shot_takes_four_counts_and_meets_15_at_medium_range_p_fir_2_p_chk_3() -> None:
    told = fight(total(15) | HIT, [SHOOT])
    assert (of(told, "level"), of(told, "commit"), of(told, "fired")) == ([(0, 2), (4, 6)], [(2, 4)], [(4, "single", 1, 29)])
    assert (of(told, "chain"), of(told, "impact")) == ([(4, "Bo", 3, 15)], [(4, "Bo", "hit", 15, None)])
    assert of(told, "wound", "Bo") == [(4, "right chest", 2, 0, 2)]


def test_a_dodge_makes_it_23_p_mod_2() -> None:
    told = fight(total(22) | {"Bo/dodge": [[6]]}, [SHOOT])
    assert of(told, "dodge", "Bo") == [(2, True, None), (4, False, True)]
    assert (of(told, "chain"), of(told, "impact")) == ([(4, "Bo", 5, 23)], [(4, "Bo", "miss", 22, None)])


@pytest.mark.parametrize(("check", "struck"), [(26, "desk"), (20, "desk"), (19, "chair"), (16, "chair"), (15, None)])
def test_the_worked_desk_and_chair_p_cvr_1(check: int, struck: str | None) -> None:
    told = fight(total(check) | HIT, [SHOOT], things=(CHAIR, DESK))
    assert of(told, "chain") == [(4, "Bo", 6, 27)]
    assert of(told, "impact") == [(4, "Bo", "miss", check, struck)]


@pytest.mark.parametrize(
    ("check", "die", "struck"), [(22, 1, "Di"), (16, 1, "Di"), (15, 1, None), (22, 20, None), (23, 20, "hit")]
)
def test_a_bystander_is_hit_above_15_or_having_dodged_above_23_p_cvr_1_p_mod_3(check: int, die: int, struck: str | None) -> None:
    di = combatant("Di", "blue", 7)
    told = fight(total(check) | HIT | {"Di/dodge": [[die]]}, [SHOOT], between=[di])
    assert of(told, "impact")[0][2:] == (("hit", check, None) if struck == "hit" else ("miss", check, struck))


def test_two_bystanders_leave_no_valid_target_p_los_4() -> None:
    told = fight({}, [SHOOT], between=[combatant("Di", "blue", 7), combatant("Ed", "blue", 8)])
    assert of(told, "fired") == []


def test_aim_makes_it_easier_by_a_step_a_spell_p_fir_1() -> None:
    aim: Deed = {"do": "aim", "weapon": "gun", "target": "Bo"}
    told = fight(total(9) | HIT, [aim, aim, SHOOT | {"mode": "aimed"}], cap=12)
    assert (of(told, "aim"), of(told, "chain")) == ([(4, "Bo", 1), (8, "Bo", 2), (12, "Bo", 0)], [(12, "Bo", 1, 7)])


def test_what_half_cover_hides_is_rolled_again_p_dmg_1() -> None:
    told = fight(total(23) | {"Ana/location": [[90], [97], [42]], "Ana/damage": [[3, 4]]}, [SHOOT], things=(DESK,))
    assert of(told, "wound", "Bo") == [(4, "right upper_arm", 7, 0, 7)]


def test_in_direct_fire_scatters_a_square_for_four_points_p_los_3() -> None:
    bomb = GUN | {"indirect": True, "radius": 1.0}
    lob: Deed = {"do": "fire", "weapon": "gun", "mode": "single", "indirect": True, "at": [10, 1]}
    rolls = total(18) | {"Ana/scatter": [[5]], "Ana/damage": [[3, 4]]}
    told = fight(rolls, [lob], ana_has={"weapons": [bomb]})
    assert of(told, "chain") == [(4, "10,1", 5, 23)]
    assert of(told, "landed") == [(4, (8, 1), 2)]  # 5 points short: two squares, back toward Ana
    told = fight(rolls | total(23) | {"Ana/location": [[20]]}, [lob], ana_has={"weapons": [bomb]})
    assert (of(told, "landed"), of(told, "wound", "Bo")) == ([(4, (10, 1), 0)], [(4, "right chest", 7, 0, 7)])


def test_down_at_0_and_dead_as_far_below_p_dmg_1() -> None:
    told = fight(total(15) | HIT, [SHOOT], health=2)
    assert ([t for t, *_ in of(told, "down", "Bo")], of(told, "death", "Bo"), told.outcome, told.winner) == ([4], [], "win", "red")
    assert of(fight(total(15) | HIT, [SHOOT], health=1), "death", "Bo") == [(4,)]


# --- the engine against the oracle --------------------------------------------------------------------------------------

PLAYED = settings(max_examples=200, suppress_health_check=list(HealthCheck))
Planned = tuple[dict[str, Any], dict[str, tuple[list[Deed], list[Deed]]]]


@PLAYED
@given(planned(), st.integers(0, 10**6))
def test_a_planned_fight_goes_as_the_oracle_says_p_chk_2_p_los_5_p_mod_2_p_cvr_1_p_mov_1_p_fir_2_p_dmg_1(given_plans: Planned, seed: int) -> None:
    """The engine's log and the oracle tell the same, event by event, on the same dice."""
    document, plans = given_plans
    found = disagreement(document, plans, seed)
    assert found is None, found
