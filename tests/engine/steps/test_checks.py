"""The check of an attack: its chain of steps, the ladder, the roll (P-CHK-1, P-CHK-2, P-CHK-3, P-MOD-2)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import DODGE, FIRE, Fought, fight, one, rifle, totals

MEDIUM = ["A.........B"]
DESKED = ["A....d....B"]


def shot(rows: list[str], skill: str = "trained", dodge: int | None = None, check: int = 9, **has: Any) -> Fought:
    """Ana shoots once at Bo, who dodges with a die of so many where one is given."""
    rolls: dict[str, Any] = {"Ana/check": totals(check)}
    if dodge is not None:
        rolls["Bo/dodge"] = [dodge]
    ana = one("Ana", "red", [FIRE], skills={"rifle": skill})
    bo = one("Bo", "blue", [DODGE] if dodge is not None else [])
    return fight(rows, ana | has, bo, rolls=rolls)


def test_a_trained_shot_at_medium_range_is_step_3_which_is_15() -> None:
    """P-CHK-1, P-CHK-3: 3 + 4 x 3."""
    assert shot(MEDIUM).difficulties() == [15]


def test_a_dodge_made_raises_it_two_steps_to_23() -> None:
    """P-CHK-2, P-CHK-3: 15 + 8."""
    assert shot(MEDIUM, dodge=6).difficulties() == [23]


def test_half_cover_raises_it_to_31_and_an_expert_lowers_it_to_27() -> None:
    """P-CHK-3: 23 + 8; an expert is one step better."""
    assert shot(DESKED, dodge=6).difficulties() == [31]
    assert shot(DESKED, "expert", dodge=6).difficulties() == [27]


def test_a_dodge_that_fails_changes_nothing() -> None:
    """P-CHK-2: die 5 + 5 is below 11."""
    fought = shot(MEDIUM, dodge=5)
    assert fought.difficulties() == [15]
    assert ("P-MOD-2", 0) in fought.chain()


def test_every_link_stands_in_the_chain_in_the_sources_order_even_where_it_is_0() -> None:
    """P-CHK-2: range and skill, dodge, cover, concealment, fire mode, other modifiers; the sum is what is needed."""
    fought = shot(MEDIUM)
    assert fought.chain() == [
        ("P-CHK-3", 3), ("P-CHK-3", 0), ("P-MOD-2", 0), ("P-LOS-5", 0), ("P-LOS-7", 0), ("P-FIR-1", 0), ("P-MOV-1", 0),
    ]  # fmt: skip


def test_a_chain_of_everything_at_once_adds_up() -> None:
    """P-CHK-2: novice at medium 4, dodged 2, desk 2, smoke 2, burst 1, jogging 1: step 12, difficulty 51."""
    orders = [{"do": "move", "pace": "jogging", "to": [0, 3]}, FIRE | {"mode": "burst", "target": "Bo"}]
    rows = ["A..........", "...........", "....sd....B", "..........."]
    fought = fight(
        rows, one("Ana", "red", orders, skills={"rifle": "novice"}), one("Bo", "blue", [DODGE]),
        rolls={"Ana/check": totals(9), "Bo/dodge": [6]},
    )  # fmt: skip
    assert fought.times("step", "Ana") == [2, 4, 6]
    assert fought.chain() == [
        ("P-CHK-3", 3), ("P-CHK-3", 1), ("P-MOD-2", 2), ("P-LOS-5", 2), ("P-LOS-7", 2), ("P-FIR-1", 1), ("P-MOV-1", 1),
    ]  # fmt: skip
    assert fought.difficulties() == [51]


def test_the_modifiers_of_the_roll_are_the_ladder_each_link_in_points_and_the_attribute() -> None:
    """P-CHK-1: 3, medium 12, dodged 8, cover 8, shooting -8: the die alone must show 23."""
    roll = shot(DESKED, dodge=6).rolls("check")[0]
    assert [(mod.rule, mod.value) for mod in roll.mods] == [
        ("P-CHK-1", 3), ("P-CHK-3", 12), ("P-MOD-2", 8), ("P-LOS-5", 8), ("P-CHK-1", -8),
    ]  # fmt: skip
    assert (roll.dice, roll.need) == ("1d20", 23)


@pytest.mark.parametrize(("check", "result"), [(14, "miss"), (15, "hit"), (16, "hit")])
def test_a_check_that_equals_the_difficulty_succeeds(check: int, result: str) -> None:
    """P-CHK-1: total >= 15."""
    fought = shot(MEDIUM, check=check)
    assert fought.results() == [result]
    assert fought.of("impact")[0].total == check


def test_a_natural_20_hits_however_hard_it_is_and_a_19_does_not() -> None:
    """P-MOD-2: 20 + 8 = 28 is below 31, and hits; 27 is below it, and does not."""
    assert shot(DESKED, dodge=6, check=28).results() == ["hit"]
    assert shot(DESKED, dodge=6, check=27).results()[0].startswith("miss")


def test_a_natural_20_does_not_hit_what_is_no_valid_target_any_more() -> None:
    """P-MOD-2: Bo sprints behind the wall between commit and impact; nothing is rolled."""
    rows = ["A....#....", ".........B"]
    bo = one("Bo", "blue", [{"do": "move", "at": 3, "pace": "sprinting", "to": [9, 0]}])
    fought = fight(rows, one("Ana", "red", [FIRE]), bo)
    assert fought.impacts() == [(4, "Ana", "Bo", "out_of_reach")]
    assert fought.rolls("check") == []


@pytest.mark.parametrize(
    ("skill", "difficulty"), [("untrained", 23), ("novice", 19), ("trained", 15), ("expert", 11), ("master", 7)]
)
def test_each_skill_level_is_a_step(skill: str, difficulty: int) -> None:
    """P-CHK-3: at medium."""
    assert shot(MEDIUM, skill).difficulties() == [difficulty]


def test_who_was_never_taught_a_weapon_is_untrained() -> None:
    """P-CHK-3: medium 3 + untrained 2."""
    fought = fight(MEDIUM, one("Ana", "red", [FIRE], skills={}), one("Bo", "blue"), rolls={"Ana/check": totals(9)})
    assert fought.chain()[:2] == [("P-CHK-3", 3), ("P-CHK-3", 2)]


@pytest.mark.parametrize(
    ("squares", "step"), [(2, 1), (3, 2), (6, 2), (7, 3), (12, 3), (13, 4), (24, 4), (25, 5), (48, 5)]
)
def test_a_band_reaches_to_its_last_square(squares: int, step: int) -> None:
    """P-CHK-3: bands of 2, 6, 12, 24, 48 squares."""
    fought = shot(["A" + "." * (squares - 1) + "B"])
    assert fought.chain()[0] == ("P-CHK-3", step)


def test_ranges_are_from_centre_to_centre() -> None:
    """P-CHK-3: 2 across and 1 down is 2.24 squares: short, not point blank."""
    fought = shot(["A..", "..B"])
    assert fought.chain()[0] == ("P-CHK-3", 2)
    assert fought.of("impact")[0].distance == 2.24


def test_below_step_0_the_ladder_goes_on_downward() -> None:
    """P-CHK-1, P-FIR-1: master at point blank, two spells of aim: 1 - 2 - 2 = -3, 3 - 12 = -9."""
    aim = {"do": "aim"}
    ana = one("Ana", "red", [aim, aim, FIRE | {"mode": "aimed"}], skills={"rifle": "master"})
    fought = fight(["AB"], ana, one("Bo", "blue"), rolls={"Ana/check": totals(9)})
    assert fought.difficulties() == [-9]
    assert fought.results() == ["hit"]


def test_a_target_that_runs_out_of_range_before_the_impact_is_out_of_reach() -> None:
    """P-CHK-3: a rifle of 10 squares; Bo at 10 is at 11 when the shot breaks."""
    ana = one("Ana", "red", [FIRE], weapons=[rifle(medium=8, long=9, extreme=10)])
    fought = fight(["A.........B."], ana, one("Bo", "blue", [{"do": "move", "pace": "walking", "to": [11, 0]}]))
    (impact,) = fought.of("impact")
    assert (impact.t, impact.result, impact.rule) == (4, "out_of_reach", "P-CHK-3")
