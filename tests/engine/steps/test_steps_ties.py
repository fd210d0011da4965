"""Shots that break at one instant, under each tie policy (CLK-3)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import DODGE, FIRE, Fought, fight, one, rifle, totals

ROW = ["A....B"]
PISTOL = [rifle(name="pistol", medium=9, long=10, extreme=12)]


def duel(ties: str, ana: Any = None, bo: Any = None, orders: tuple[Any, Any] = (FIRE, FIRE), **rolls: Any) -> Fought:
    """Ana and Bo, of one point of health each, hit each other at one instant, as far as they come to it."""
    first = one("Ana", "red", [orders[0]], health=1) | (ana or {})
    second = one("Bo", "blue", [orders[1]], health=1) | (bo or {})
    dice = {"Ana/check": totals(20), "Bo/check": totals(20), "Ana/location": [20], "Bo/location": [20]} | rolls
    dice = {stream: row for stream, row in dice.items() if row is not None}
    return fight(ROW, first, second, rolls=dice, rules={"ties": ties})


ONLY_ANA: dict[str, Any] = {"Bo/check": None, "Bo/location": None}
ONLY_BO: dict[str, Any] = {"Ana/check": None, "Ana/location": None}


def test_simultaneous_two_put_each_other_out() -> None:
    """CLK-3: both shots are resolved against the state before."""
    fought = duel("simultaneous")
    assert fought.impacts() == [(4, "Ana", "Bo", "hit"), (4, "Bo", "Ana", "hit")]
    assert fought.result.outcome == "draw"


def test_the_longer_weapon_comes_first_and_who_is_put_out_by_it_loses_its_shot() -> None:
    """CLK-3: a rifle reaches 48 squares, the pistol 12; the log names the wound; Bo's round stays in the magazine."""
    fought = duel("reach", bo={"weapons": PISTOL}, **ONLY_ANA)
    assert fought.impacts() == [(4, "Ana", "Bo", "hit"), (4, "Bo", "Ana", "lost")]
    lost = fought.of("impact", "Bo")[0]
    assert lost.rule == "CLK-3"
    assert lost.cause == fought.of("wound", "Bo")[0].seq
    assert (fought.result.outcome, fought.result.winner) == ("win", "red")
    assert fought.of("fired", "Bo") == []
    assert fought.state("Bo")["loaded"] == {"pistol": 30}


def test_it_does_not_matter_who_is_listed_or_keyed_first() -> None:
    """CLK-3: the pistol is Ana's now."""
    fought = duel("reach", ana={"weapons": PISTOL}, **ONLY_BO)
    assert (fought.result.outcome, fought.result.winner) == ("win", "blue")


def test_equal_reach_is_simultaneous() -> None:
    """CLK-3."""
    assert duel("reach").result.outcome == "draw"


def test_the_quicker_action_comes_first() -> None:
    """CLK-3: full auto of 8 counts against a single shot of 4, both at 8."""
    orders = (FIRE | {"mode": "auto"}, FIRE | {"at": 4})
    fought = duel("speed", orders=orders, **ONLY_BO)
    assert fought.impacts() == [(8, "Bo", "Ana", "hit"), (8, "Ana", "Bo", "lost")]
    assert (fought.result.outcome, fought.result.winner) == ("win", "blue")


def test_equally_quick_is_simultaneous() -> None:
    """CLK-3: a burst takes 4 counts as a single shot does."""
    assert duel("speed", orders=(FIRE | {"mode": "burst"}, FIRE)).result.outcome == "draw"


@pytest.mark.parametrize(("ana", "bo", "end"), [(10, 11, "red"), (90, 2, "blue"), (50, 50, None)])
def test_seeded_the_lowest_draw_comes_first(ana: int, bo: int, end: str | None) -> None:
    """CLK-3: equal draws are simultaneous."""
    others = {"red": ONLY_ANA, "blue": ONLY_BO}.get(end or "", {})
    fought = duel("seeded", **{"Ana/tie": [ana], "Bo/tie": [bo]} | others)
    assert fought.result.winner == end
    assert fought.result.outcome == ("win" if end else "draw")


def test_nobody_draws_where_only_one_shot_breaks() -> None:
    """CLK-3: Bo shoots a count later."""
    orders = (FIRE, FIRE | {"at": 1})
    fought = duel("seeded", orders=orders, **ONLY_ANA | {"Ana/tie": [], "Bo/tie": []})
    assert fought.rolls("tie") == []
    assert fought.result.winner == "red"


def test_who_is_hit_first_and_stands_shoots_all_the_same() -> None:
    """CLK-3: Bo has health enough."""
    fought = duel("reach", bo={"weapons": PISTOL, "health": 100})
    assert fought.impacts() == [(4, "Ana", "Bo", "hit"), (4, "Bo", "Ana", "hit")]
    assert fought.result.winner == "blue"


def test_a_second_shot_at_one_whom_the_first_put_out_finds_no_target() -> None:
    """CLK-3, CLK-4: Cid's pistol comes after Ana's rifle; its round is gone."""
    fought = fight(
        ["A....B", "C....D"], one("Ana", "red", [FIRE | {"target": "Bo"}]), one("Cid", "red", [FIRE | {"target": "Bo"}], weapons=PISTOL),
        one("Bo", "blue", health=1), one("Di", "blue"), rolls={"Ana/check": totals(20), "Ana/location": [20]}, rules={"ties": "reach"},
    )  # fmt: skip
    assert fought.impacts() == [(4, "Ana", "Bo", "hit"), (4, "Cid", "Bo", "no_target")]
    assert fought.state("Cid")["loaded"] == {"pistol": 29}


def two_through_a_chair(ties: str) -> Fought:
    """Ana, with a rifle, and Cid, with a pistol, shoot at Bo through one chair, at one instant."""
    cid = one("Cid", "red", [FIRE], weapons=PISTOL, position=[0, 0])
    del cid["mark"]
    return fight(
        ["A..c.B"], one("Ana", "red", [FIRE]), cid, one("Bo", "blue"), rules={"ties": ties},
        rolls={"Ana/check": totals(14), "Cid/check": totals(14), "Ana/damage": [[4, 4]]},
    )  # fmt: skip


def test_what_an_earlier_shot_of_the_instant_broke_covers_a_later_one_no_more() -> None:
    """CLK-3, P-DMG-1: with one state for both, both hit the chair, at 15; with the rifle first, the pistol's 14 hits, at 11."""
    assert two_through_a_chair("simultaneous").difficulties() == [15, 15]
    fought = two_through_a_chair("reach")
    assert fought.difficulties() == [15, 11]
    assert fought.results() == ["miss: chair", "hit"]


def test_a_dodge_against_two_shots_of_one_instant_costs_two_counts_under_every_policy() -> None:
    """CLK-3, P-MOD-2: whoever comes first, both dodges are equally hard."""
    for ties in ("simultaneous", "reach", "speed", "seeded"):
        fought = fight(
            ["A....B", "C....."], one("Ana", "red", [FIRE]), one("Cid", "red", [FIRE], weapons=PISTOL),
            one("Bo", "blue", [DODGE, DODGE, FIRE | {"at": 4}]), rules={"ties": ties},
            rolls={"Ana/check": totals(9), "Cid/check": totals(9), "Bo/check": totals(9), "Bo/dodge": [6, 6]},
        )  # fmt: skip
        assert [roll.need for roll in fought.rolls("dodge")] == [6, 6]
        assert fought.declared("Bo") == [("fire", 6, 8, 10, 10)]


def test_the_name_of_what_decides_is_in_the_log() -> None:
    """CLK-3: the draws of a seeded tie."""
    fought = duel("seeded", **{"Ana/tie": [10], "Bo/tie": [11]} | ONLY_ANA)
    assert [(roll.actor, roll.dice, roll.faces) for roll in fought.rolls("tie")] == [("Ana", "1d100", [10]), ("Bo", "1d100", [11])]
