"""Where a hit lands, what it costs, who goes down and who dies (P-DMG-1)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import FIRE, Fought, fight, one, rifle, totals

ROW = ["A....B"]


def hit(locations: list[int], damage: list[int] | None = None, row: str = "A....B", check: int = 28, **bo: Any) -> Fought:
    """Ana hits Bo once, for 7 points where nothing else is said."""
    rolls: dict[str, Any] = {"Ana/check": totals(check), "Ana/location": locations, "Ana/damage": [damage or [3, 4]]}
    return fight([row], one("Ana", "red", [FIRE]), one("Bo", "blue", **bo), rolls=rolls)


# where


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (11, "left chest"), (38, "right chest"), (39, "left chest"), (40, "right upper_arm"), (47, "left upper_arm"),
        (48, "right lower_arm"), (51, "left lower_arm"), (52, "right hand"), (53, "left hand"), (54, "right abdomen"),
        (81, "left abdomen"), (82, "right groin"), (84, "right groin"), (85, "left upper_leg"), (94, "right upper_leg"),
        (95, "left lower_leg"), (98, "right lower_leg"), (99, "left foot"), (100, "right foot"),
    ],
)  # fmt: skip
def test_a_d100_says_where_a_hit_lands_even_on_the_right(roll: int, words: str) -> None:
    """P-DMG-1, C-LOC-1."""
    assert hit([roll]).wounds() == [(4, "Bo", words, 7)]


@pytest.mark.parametrize(
    ("again", "detail"),
    [(1, "skull"), (30, "skull"), (31, "side"), (51, "eyes"), (56, "nose"), (66, "cheeks"), (81, "mouth"), (86, "neck"), (100, "throat")],
)
def test_a_hit_on_the_head_rolls_once_more_for_where(again: int, detail: str) -> None:
    """P-DMG-1, C-LOC-2: 10 is the last face of the head."""
    assert hit([10, again]).wounds() == [(4, "Bo", f"head, {detail}", 7)]


@pytest.mark.parametrize(
    ("thing", "hidden", "lands", "words"),
    [
        ("c", [41, 49, 53], 40, "right upper_arm"),  # a quarter hides the left arm
        ("c", [], 86, "right upper_leg"),
        ("d", [85, 86, 97, 98, 99, 100], 41, "left upper_arm"),  # half hides the legs, and no arm
        ("t", [11, 20, 60, 61, 82, 85, 86, 100, 41, 49, 53], 52, "right hand"),  # three quarters: all but head and an arm
        ("h", [86], 20, "right chest"),
    ],
)
def test_what_cover_hides_is_rolled_again(thing: str, hidden: list[int], lands: int, words: str) -> None:
    """P-DMG-1: 25% an arm, 50% the legs, 75% all but the head and one arm."""
    fought = hit([*hidden, lands], row=f"A..{thing}.B")
    assert [faces for roll in fought.rolls("location") for faces in roll.faces] == [*hidden, lands]
    assert fought.wounds() == [(4, "Bo", words, 7)]


def test_behind_three_quarters_of_cover_the_head_can_be_hit() -> None:
    """P-DMG-1, C-LOC-2: 5 is the head, 55 the eyes; the second roll is not one for a part."""
    assert hit([5, 55], row="A..t.B").wounds() == [(4, "Bo", "head, eyes", 7)]


def test_a_sum_of_cover_hides_what_its_row_hides() -> None:
    """P-DMG-1, P-LOS-5: a chair and a chair are 50%: the legs."""
    assert hit([86, 41], row="A.cc.B").wounds() == [(4, "Bo", "left upper_arm", 7)]


# how much


def test_armor_where_the_hit_lands_is_taken_off_and_pieces_add_up() -> None:
    """P-DMG-1: a vest of 3 and a plate of 2 on the chest: 12 - 5; elsewhere 12."""
    armor = [
        {"name": "vest", "covers": ["chest", "abdomen"], "stops": 3}, {"name": "plate", "covers": ["chest"], "stops": 2},
    ]  # fmt: skip
    assert hit([20], [6, 6], armor=armor).wounds() == [(4, "Bo", "right chest", 7)]
    assert hit([60], [6, 6], armor=armor).wounds() == [(4, "Bo", "right abdomen", 9)]
    assert hit([86], [6, 6], armor=armor).wounds() == [(4, "Bo", "right upper_leg", 12)]


def test_armor_that_stops_more_than_the_damage_leaves_one_unhurt_but_struck() -> None:
    """P-DMG-1, CLK-5."""
    armor = [{"name": "plate", "covers": ["chest"], "stops": 9}]
    fought = hit([20], armor=armor)
    assert fought.wounds() == [(4, "Bo", "right chest", 0)]
    assert fought.state("Bo")["health"] == 500
    assert (4, ("struck",)) in fought.asked("Bo")


@pytest.mark.parametrize(("dice", "faces", "lost"), [("1d8-1", [1], 0), ("1d8-3", [1], 0), ("3d6+2", [1, 2, 3], 8)])
def test_the_weapons_dice_and_their_constant_are_the_damage_never_below_0(dice: str, faces: list[int], lost: int) -> None:
    """P-DMG-1."""
    ana = one("Ana", "red", [FIRE], weapons=[rifle(damage=dice)])
    rolls = {"Ana/check": totals(28), "Ana/location": [20], "Ana/damage": [faces]}
    assert fight(ROW, ana, one("Bo", "blue"), rolls=rolls).wounds() == [(4, "Bo", "right chest", lost)]


# down and dead


@pytest.mark.parametrize(
    ("health", "left", "state"),
    [(8, 1, "standing"), (7, 0, "down"), (6, -1, "down"), (4, -3, "down"), (3, -4, "dead")],
)
def test_down_at_0_and_dead_at_as_much_below(health: int, left: int, state: str) -> None:
    """P-DMG-1: 7 points: 4 health leaves -3, above -4; 3 health leaves -4, beyond -3."""
    fought = hit([20], health=health)
    assert fought.state("Bo")["health"] == left
    assert fought.state("Bo")["state"] == state
    assert [event.health for event in fought.of("death")] == ([left] if state == "dead" else [])


def test_dead_at_exactly_as_far_below_0_as_the_health_was() -> None:
    """P-DMG-1: 6 health less 12 is -6: dead; less 11 is -5: down."""
    assert hit([20], [6, 6], health=6).state("Bo")["state"] == "dead"
    assert hit([20], [6, 5], health=6).state("Bo")["state"] == "down"


def two_hit(health: int, damage: tuple[list[int], list[int]]) -> Fought:
    """Ana and Cid hit Bo at one instant."""
    ana, cid = one("Ana", "red", [FIRE]), one("Cid", "red", [FIRE])
    return fight(
        ["A....B", "C....."], ana, cid, one("Bo", "blue", health=health),
        rolls={"Ana/check": totals(28), "Cid/check": totals(28), "Ana/damage": [damage[0]], "Cid/damage": [damage[1]],
               "Ana/location": [20], "Cid/location": [86]},
    )  # fmt: skip


def test_several_wounds_of_one_instant_are_added_up_before_anybody_is_down_or_dead() -> None:
    """P-DMG-1, CLK-2: 10 health: 5 and 6 leave -1; 10 and 10 are -10 and dead, though neither alone would be."""
    fought = two_hit(10, ([2, 3], [3, 3]))
    assert fought.wounds() == [(4, "Bo", "right chest", 5), (4, "Bo", "right upper_leg", 6)]
    assert fought.downs() == [(4, "Bo")]
    assert two_hit(10, ([5, 5], [5, 5])).state("Bo")["state"] == "dead"
    assert two_hit(12, ([2, 3], [3, 3])).state("Bo")["state"] == "standing"


def test_wounds_of_several_shots_add_up_over_time() -> None:
    """P-DMG-1: 20 health, 7 at each of 4, 8, 12."""
    rolls: dict[str, Any] = {"Ana/check": totals(28, 28, 28), "Ana/location": [20] * 3, "Ana/damage": [[3, 4]] * 3}
    fought = fight(ROW, one("Ana", "red", [FIRE] * 3), one("Bo", "blue", health=20), rolls=rolls)
    assert [event.health for event in fought.of("wound")] == [13, 6, -1]
    assert fought.downs() == [(12, "Bo")]


def test_what_was_dealt_and_taken_is_summed_up() -> None:
    """P-DMG-1."""
    fought = hit([20])
    assert fought.state("Ana")["totals"]["damage_dealt"] == 7
    assert fought.state("Bo")["totals"]["damage_taken"] == 7


def test_who_is_hurt_is_asked_for_it_at_that_count_and_fights_on_as_well_as_before() -> None:
    """P-DMG-1, CLK-5: wounds change no difficulty; Bo shoots back from 4."""
    bo = [FIRE | {"at": 4}]
    rolls: dict[str, Any] = {"Ana/check": totals(28), "Ana/damage": [[6, 6]], "Ana/location": [20], "Bo/check": totals(11)}
    fought = fight(ROW, one("Ana", "red", [FIRE]), one("Bo", "blue", bo, health=13), rolls=rolls)
    assert (4, ("struck", "hold_expired")) in fought.asked("Bo")
    assert fought.impacts("Bo") == [(8, "Bo", "Ana", "hit")]
