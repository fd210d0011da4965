"""In-direct fire: no line of sight, two steps harder, scatter, a blast and what keeps it off (P-LOS-3)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import Fought, bomb, fight, one, totals

WALLED = [
    ".............",
    "......#......",
    "......#......",
    "......#......",
    "A.....#.B....",
    "......#......",
    "......#......",
    "......#......",
    ".............",
]
"""Ana throws from (0, 4) over the wall; Bo is at (8, 4): medium range, trained 15, in-direct 23."""

AT: dict[str, Any] = {"do": "fire", "indirect": True, "point": [8, 4]}


def thrown(*others: Any, check: int = 23, rows: list[str] = WALLED, order: Any = None, **more: Any) -> Fought:
    """Ana throws one bomb, of 9 points, at (8, 4)."""
    ana = one("Ana", "red", [order or AT], weapons=[bomb()])
    bo = one("Bo", "blue")
    dice = {"Ana/check": totals(check), "Ana/damage": [[2, 3, 4]]} | more.pop("rolls", {})
    return fight(rows, ana, bo, *others, rolls=dice, **more)


def landed(fought: Fought) -> tuple[tuple[int, int], int]:
    """Return where it came down, and how far off that is."""
    (event,) = fought.of("landed")
    return tuple(event.at), event.scatter


def test_over_a_wall_it_needs_no_line_of_sight_and_is_two_steps_harder() -> None:
    """P-LOS-3: medium 3, trained 0, in-direct 2: step 5, 23; neither cover nor dodge are in the chain."""
    fought = thrown()
    assert fought.chain() == [("P-CHK-3", 3), ("P-CHK-3", 0), ("P-LOS-3", 2), ("P-FIR-1", 0), ("P-MOV-1", 0)]
    assert fought.difficulties() == [23]
    assert landed(fought) == ((8, 4), 0)
    assert [(t, who, lost) for t, who, _, lost in fought.wounds()] == [(4, "Bo", 9)]


def test_it_may_be_thrown_at_an_opponent_in_sight_and_follows_it() -> None:
    """P-LOS-3: at where Bo is when it breaks: at 4 he is on (8, 5), 8.06 squares off."""
    fought = fight(
        [row.replace("#", ".") for row in WALLED], one("Ana", "red", [{"do": "fire", "indirect": True, "target": "Bo"}], weapons=[bomb()]),
        one("Bo", "blue", [{"do": "move", "pace": "walking", "to": [8, 5]}]), rolls={"Ana/check": totals(23)},
    )  # fmt: skip
    assert landed(fought) == ((8, 5), 0)


@pytest.mark.parametrize(("check", "squares"), [(22, 1), (19, 1), (18, 2), (15, 2), (14, 3), (9, 4)])
def test_a_failure_scatters_it_one_square_for_every_4_points_begun(check: int, squares: int) -> None:
    """P-LOS-3: missing 23 by 1 to 4 one square, by 5 to 8 two; a scatter die of 3 is to the right, southward."""
    fought = thrown(check=check, rolls={"Ana/scatter": [3]})
    assert landed(fought) == ((8, 4 + squares), squares)
    assert fought.impacts() == [(4, "Ana", None, "miss")]


@pytest.mark.parametrize(
    ("face", "square"),
    [(1, (9, 4)), (2, (9, 5)), (3, (8, 5)), (4, (7, 5)), (5, (7, 4)), (6, (7, 3)), (7, (8, 3)), (8, (9, 3))],
)
def test_the_scatter_die_counts_clockwise_from_the_direction_of_the_throw(face: int, square: tuple[int, int]) -> None:
    """P-LOS-3: 1 is onward, 5 back."""
    assert landed(thrown(check=22, rolls={"Ana/scatter": [face]})) == (square, 1)


def test_the_blast_reaches_friend_and_foe_within_its_radius_with_one_roll_of_damage() -> None:
    """P-LOS-3: radius 2: Cid (a friend) at 2 squares, Di at 1.41, Ed at 2.24 not."""
    rows = list(WALLED)
    rows[2] = "......#.C...."
    rows[3] = "......#..D..."
    rows[5] = "......#...E.."
    fought = thrown(one("Cid", "red"), one("Di", "blue"), one("Ed", "blue"), rows=rows)
    assert {(who, lost) for _, who, _, lost in fought.wounds()} == {("Bo", 9), ("Cid", 9), ("Di", 9)}
    assert len(fought.rolls("damage")) == 1


def test_a_thrower_too_near_is_reached_too() -> None:
    """P-LOS-3: thrown at a square 2 away: 7 + 8 = 15."""
    order = AT | {"point": [2, 4]}
    fought = thrown(order=order, check=15)
    assert fought.wounds()[0][1] == "Ana"
    assert len(fought.wounds()) == 1


def test_full_cover_keeps_the_blast_off_and_people_do_not() -> None:
    """P-LOS-3: landed at (7, 4): Di on (5, 4) is behind the wall; Bo at (8, 4), and Cid behind him at (9, 4), are not."""
    rows = list(WALLED)
    rows[4] = "A....D#.BC..."
    fought = thrown(one("Cid", "blue"), one("Di", "blue"), rows=rows, order=AT | {"point": [7, 4]}, check=23)
    assert {who for _, who, _, _ in fought.wounds()} == {"Bo", "Cid"}


def test_cover_from_where_it_landed_hides_parts() -> None:
    """P-LOS-3, P-DMG-1: a desk between the blast and Bo hides both legs: 86 (right upper leg) is rolled again."""
    rows = list(WALLED)
    rows[4] = "A.....#.Bd..."
    fought = thrown(
        rows=rows, order=AT | {"point": [10, 4]}, check=23, rolls={"Ana/location": [86, 20], "Ana/damage": [[1, 1, 1]]}
    )
    assert fought.wounds() == [(4, "Bo", "right chest", 3)]


def test_armor_where_each_is_hit_stops_its_own() -> None:
    """P-LOS-3, P-DMG-1: both take 9; Bo wears 4 on the chest."""
    rows = list(WALLED)
    rows[3] = "......#.C...."
    vest = [{"name": "vest", "covers": ["chest"], "stops": 4}]
    ana = one("Ana", "red", [AT], weapons=[bomb()])
    fought = fight(
        rows, ana, one("Bo", "blue", armor=vest), one("Cid", "blue"),
        rolls={"Ana/check": totals(23), "Ana/damage": [[2, 3, 4]], "Ana/location": [20, 20]},
    )  # fmt: skip
    assert {(who, lost) for _, who, _, lost in fought.wounds()} == {("Bo", 5), ("Cid", 9)}


def test_a_blast_breaks_what_stands_within_it() -> None:
    """P-LOS-3, P-DMG-1: the chair of 8 is gone, the desk of 25 has 16 left; a wall that nothing breaks is not logged."""
    rows = list(WALLED)
    rows[4] = "A.....#cBd..."
    fought = thrown(rows=rows)
    assert {(event.name, event.health, event.destroyed) for event in fought.of("object")} == {
        ("chair", 0, True), ("desk", 16, False),
    }  # fmt: skip


def test_full_cover_keeps_the_blast_off_objects_too() -> None:
    """P-LOS-3: the chair just behind the wall, 2 squares from where it lands, stands."""
    rows = list(WALLED)
    rows[4] = "A....c#.B...."
    fought = thrown(rows=rows, order=AT | {"point": [7, 4]}, check=23)
    assert fought.of("object") == []
    assert [who for _, who, _, _ in fought.wounds()] == ["Bo"]


def test_objects_broken_by_the_blast_protect_from_that_blast_still() -> None:
    """P-LOS-3, CLK-2: everything is resolved against the state before: a door of 100% and 5 points keeps Bo whole, once."""
    door = [{"name": "door", "cover": 100, "health": 5, "position": [7, 4]}]
    rows = ["........."] * 4 + ["A.......B"] + ["........."] * 4
    ana = one("Ana", "red", [AT | {"point": [6, 4]}] * 2, weapons=[bomb(magazine=2)])
    rolls = {"Ana/check": totals(23, 23), "Ana/damage": [[2, 3, 4]] * 2}
    fought = fight(rows, ana, one("Bo", "blue"), objects=door, rolls=rolls)
    assert [(event.t, event.destroyed) for event in fought.of("object")] == [(4, True)]
    assert [(t, who) for t, who, _, _ in fought.wounds()] == [(8, "Bo")]


def test_a_natural_20_lands_where_it_should() -> None:
    """P-MOD-2: extreme 5, untrained 2, in-direct 2: 39; a die of 20 comes to 28 only."""
    rows = ["A" + "." * 24 + "B"]
    ana = one("Ana", "red", [{"do": "fire", "indirect": True, "target": "Bo"}], weapons=[bomb()], skills={})
    fought = fight(rows, ana, one("Bo", "blue"), rolls={"Ana/check": [20]})
    assert fought.difficulties() == [39]
    assert landed(fought) == ((25, 0), 0)


def test_scatter_may_take_it_off_the_map_and_to_nobody() -> None:
    """P-LOS-3: missed by 14 it comes down four squares northward of the only row."""
    rows = ["A.......B"]
    ana = one("Ana", "red", [{"do": "fire", "indirect": True, "target": "Bo"}], weapons=[bomb()])
    fought = fight(rows, ana, one("Bo", "blue"), rolls={"Ana/check": totals(9), "Ana/scatter": [7]})
    assert landed(fought) == ((8, -4), 4)
    assert fought.wounds() == []


def test_nobody_dodges_in_direct_fire() -> None:
    """P-LOS-3, P-MOD-2: it is aimed at a square; Bo is not asked before he is struck."""
    fought = thrown()
    assert fought.asked("Bo") == [(0, ("start",)), (4, ("struck",))]


def test_a_direct_hit_with_a_blast_reaches_those_around_with_the_same_damage() -> None:
    """P-LOS-3: in the open at 8 squares, 15; Bo is hit himself once, Cid beside him by the blast."""
    rows = [".........", "A.......B", "........C"]
    ana = one("Ana", "red", [{"do": "fire", "target": "Bo"}], weapons=[bomb()])
    fought = fight(
        rows, ana, one("Bo", "blue"), one("Cid", "blue"),
        rolls={"Ana/check": totals(15), "Ana/damage": [[2, 3, 4]], "Ana/location": [20, 20]},
    )  # fmt: skip
    assert fought.wounds() == [(4, "Bo", "right chest", 9), (4, "Cid", "right chest", 9)]


def test_in_direct_fire_is_harder_for_one_who_jogs() -> None:
    """P-LOS-3, P-MOV-1: 23 + 4; four counts of jogging are two squares, from (0, 4) to (2, 4): 6 off, short: 23."""
    ana = one("Ana", "red", [{"do": "move", "pace": "jogging", "to": [4, 4]}, AT], weapons=[bomb()])
    fought = fight(WALLED, ana, one("Bo", "blue"), rolls={"Ana/check": totals(23)})
    assert fought.chain()[0] == ("P-CHK-3", 2)
    assert fought.chain()[-1] == ("P-MOV-1", 1)
    assert fought.difficulties() == [23]


# direct shots of what bursts


def shot(check: int, row: str = "A....B", rolls: Any = None, *others: Any, **gun: Any) -> Fought:
    """Ana shoots a bomb of 9 points directly at Bo, 5 squares away: short range, trained, 11."""
    dice = {"Ana/check": totals(check), "Ana/damage": [[2, 3, 4]]} | (rolls or {})
    ana = one("Ana", "red", [{"do": "fire"}], weapons=[bomb(**gun)])
    return fight(["......", row, "......"], ana, one("Bo", "blue"), *others, rolls=dice)


@pytest.mark.parametrize(("check", "squares"), [(10, 1), (9, 1)])
def test_a_direct_shot_with_a_radius_that_hits_nothing_comes_down_by_its_points_of_failure(check: int, squares: int) -> None:
    """P-LOS-3: 11 missed by 1 or 2: one square, back toward Ana; Bo at 1 square is within the radius of 2, she at 4 not."""
    fought = shot(check, rolls={"Ana/scatter": [5]})
    assert fought.impacts() == [(4, "Ana", "Bo", "miss")]
    assert landed(fought) == ((4, 1), squares)
    assert [(t, who, lost) for t, who, _, lost in fought.wounds()] == [(4, "Bo", 9)]


def test_a_direct_miss_without_a_radius_comes_down_nowhere() -> None:
    """P-LOS-3."""
    fought = shot(10, rolls={"Ana/damage": [], "Ana/scatter": []}, radius=0.0, indirect=False)
    assert (fought.of("landed"), fought.wounds()) == ([], [])


def test_a_miss_with_a_radius_that_hits_cover_bursts_on_its_square() -> None:
    """P-LOS-3, P-CVR-1: half cover 19; 18 hits the desk on (3, 1), once: Bo at 2 squares is reached, Ana at 3 is not."""
    fought = shot(18, "A..d.B", {"Ana/scatter": []})
    assert fought.results() == ["miss: desk"]
    assert fought.of("landed") == []
    assert [(t, who, lost) for t, who, _, lost in fought.wounds()] == [(4, "Bo", 9)]
    assert [event.damage for event in fought.of("object")] == [9]


def test_a_miss_with_a_radius_that_hits_a_bystander_bursts_on_its_square() -> None:
    """P-LOS-3, P-CVR-1: Cid on (4, 1) is hit, and hurt once; Bo beside him is reached."""
    fought = shot(18, "A...CB", {"Ana/scatter": []}, one("Cid", "red"))
    assert fought.results() == ["miss: Cid"]
    assert sorted((who, lost) for _, who, _, lost in fought.wounds()) == [("Bo", 9), ("Cid", 9)]
