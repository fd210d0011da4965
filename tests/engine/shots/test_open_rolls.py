"""Open rolls: scripted faces, chains, wonders and fumbles (S-ROL-1)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, fight, fighter

from engine.errors import ScriptedRollError

ATTACK = {"do": "attack"}


@pytest.mark.parametrize(
    ("faces", "comes_to"),
    [
        ([5, 2], 3), ([1, 5], -4), ([3, 3], 0),
        ([6, 4, 6, 1], 9),  # worked: +6+6+1/-4
        ([6, 1, 5], 10), ([2, 6, 6, 3], -13), ([5, 6, 1], -2),
        ([6, 6, 2, 5], -3), ([6, 6, 6, 1, 6, 6, 3], -8),  # both first dice six: re-rolled and added
    ],
)  # fmt: skip
def test_each_six_is_rolled_again_and_added_to_its_own_chain(faces, comes_to) -> None:
    """S-ROL-1: positive less negative; skill 14 on top."""
    fought = fight([ATTACK], rolls={"Ana/attack": [faces]})
    (roll,) = fought.rolls("attack")
    assert (roll.faces, roll.margin) == (faces, comes_to + 14 - 13)
    bonus = 3 if faces[:2] == [6, 6] and roll.margin >= 0 else 0
    assert fought.figures() == [("Bo", 14 + comes_to, 13, 1 + comes_to + bonus)]


@pytest.mark.parametrize(
    "faces",
    [
        [], [5], [6, 4], [6, 4, 6], [5, 2, 1], [5, 6], [6, 6, 1], [6, 6], [6, 1, 2, 3], [0, 3], [7, 3], [-1, 2],
    ],
)  # fmt: skip
def test_faces_that_are_no_open_roll_are_refused(faces) -> None:
    """S-ROL-1, CLK-7: too few, too many, or not on the die."""
    with pytest.raises(ScriptedRollError, match="Ana/attack"):
        fight([ATTACK], rolls={"Ana/attack": [faces]})


def test_a_stream_that_runs_out_is_an_error_that_names_it() -> None:
    """CLK-7."""
    with pytest.raises(ScriptedRollError, match="Ana/attack"):
        fight([ATTACK] * 2, rolls={"Ana/attack": [MISS]})


@pytest.mark.parametrize(
    ("stream", "rows"),
    [("Ana/attack", [MISS, MISS]), ("Ana/death_test", [MISS]), ("Bo/medicine", [MISS]), ("Ana/tie", [7]), ("Zed/attack", [MISS])],
)
def test_a_scripted_roll_that_is_left_over_is_an_error_that_names_it(stream, rows) -> None:
    """CLK-7."""
    rolls = {"Ana/attack": [MISS]} | {stream: rows}
    with pytest.raises(ScriptedRollError, match=stream):
        fight([ATTACK], rolls=rolls)


def test_an_initiative_face_outside_the_die_is_an_error() -> None:
    """CLK-7, S-SEQ-1."""
    with pytest.raises(ScriptedRollError, match="Ana/initiative"):
        fight(rules={"initiative_dice": 1}, rolls={"Ana/initiative": [7]})


def test_a_wonder_that_hits_gains_three_outcome() -> None:
    """S-ROL-1, S-ROL-3: +6+2/-6-2 is 0: 14 against 13, Outcome 1 + 3; damage 10 + 4, Toughness 6: 8 points."""
    fought = fight([ATTACK], rolls={"Ana/attack": [[6, 6, 2, 2]]})
    assert fought.figures() == [("Bo", 14, 13, 4)]
    assert fought.points("Bo") == [(0, "Bo", 8, 8)]
    assert fought.counters("Ana") == [(0, 10, 7, "attack")]


def test_a_wonder_that_just_hits_counts_as_a_hit() -> None:
    """S-ROL-1, S-ROL-2: -1: 13 against 13 is at it: Outcome 0 + 3."""
    fought = fight([ATTACK], rolls={"Ana/attack": [[6, 6, 1, 2]]})
    assert fought.figures() == [("Bo", 13, 13, 3)]


def test_a_wonder_that_misses_is_a_fumble_and_loses_three_shots() -> None:
    """S-ROL-1: 14 - 2 = 12 against 13; counter 10 - 3 - 3 = 4: next at shot 4."""
    fought = fight([ATTACK], rolls={"Ana/attack": [[6, 6, 1, 3]]})
    assert fought.impacts() == [(0, "Ana", "Bo", "critical_miss")]
    assert fought.counters("Ana") == [(0, 10, 7, "attack"), (0, 7, 4, "fumble")]
    assert [(t, shot) for t, shot, acting in fought.calls() if "Ana" in acting] == [(0, 10), (6, 4)]
    assert fought.rolls("attack")[0].result == "fumble"
    assert fought.state("Ana")["totals"]["fumbles"] == 1


def test_a_fumble_may_take_the_counter_below_zero_and_is_forgotten_with_the_sequence() -> None:
    """S-ROL-1, S-SEQ-1: 4 - 3 - 3 = -2; the next sequence begins with 4."""
    fought = fight(
        [ATTACK] * 2, ana_has={"shot": 4}, bo_has={"shot": 4}, rules={"max_counts": 4},
        rolls={"Ana/attack": [[6, 6, 1, 3], MISS]},
    )  # fmt: skip
    assert fought.counters("Ana") == [(0, 4, 1, "attack"), (0, 1, -2, "fumble"), (4, 4, 1, "attack")]


def test_one_who_fumbled_below_one_shot_can_not_defend() -> None:
    """S-ROL-1, S-DEF-1: no shot is left at count 1, when Bo attacks."""
    fought = fight(
        [ATTACK, {"do": "defend", "on": "announced"}], [ATTACK], ana_has={"shot": 5}, bo_has={"shot": 4}, rules={"max_counts": 4},
        rolls={"Ana/attack": [[6, 6, 1, 3]], "Bo/attack": [MISS]},
    )  # fmt: skip
    assert fought.counters("Ana") == [(0, 5, 2, "attack"), (0, 2, -1, "fumble")]
    assert fought.impacts("Bo") == [(1, "Bo", "Ana", "miss")]


def test_a_wonder_goes_by_the_first_faces_alone() -> None:
    """S-ROL-1: sixes in one chain only are no wonder: a plain miss."""
    fought = fight([ATTACK], rolls={"Ana/attack": [[5, 6, 6, 1]]})
    assert fought.impacts() == [(0, "Ana", "Bo", "miss")]
    assert fought.counters("Ana") == [(0, 10, 7, "attack")]


def test_what_a_wonder_does_is_a_rule() -> None:
    """S-ROL-1: fields fumble_shots and wonder_outcome."""
    rules = {"fumble_shots": 1, "wonder_outcome": 5}
    fought = fight([ATTACK] * 2, rules=rules, rolls={"Ana/attack": [[6, 6, 1, 3], [6, 6, 2, 2]]})
    assert fought.counters("Ana")[1] == (0, 7, 6, "fumble")
    assert fought.figures()[1] == ("Bo", 14, 13, 6)


def test_the_die_is_a_rule() -> None:
    """S-ROL-1: field die: of ten faces a six ends a chain and a ten goes on: +10+1/-6 is 5."""
    fought = fight([ATTACK], rules={"die": 10}, rolls={"Ana/attack": [[10, 6, 1]]})
    assert fought.figures() == [("Bo", 19, 13, 6)]
    assert fought.rolls("attack")[0].dice == "open d10"


def test_two_attackers_of_one_instant_roll_each_from_its_own_stream() -> None:
    """CLK-7."""
    cid = fighter("Cid", "red", 0, [ATTACK])
    fought = fight([ATTACK], others=[cid], rolls={"Ana/attack": [MISS], "Cid/attack": [LEVEL]})
    assert fought.impacts() == [(0, "Ana", "Bo", "miss"), (0, "Cid", "Bo", "hit")]
