"""What a miss hits instead: objects and bystanders in the line, by the same check (P-CVR-1, P-MOD-3)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import DODGE, FIRE, Fought, fight, one, totals

AT_BO = FIRE | {"target": "Bo"}


def shot(row: str, check: int, *others: Any, **rolls: Any) -> Fought:
    """Ana, trained, shoots at Bo at 10 squares, which is medium: 15."""
    return fight([row], one("Ana", "red", [AT_BO]), one("Bo", "blue"), *others, rolls={"Ana/check": totals(check)} | rolls)


# the worked figures


@pytest.mark.parametrize(
    ("check", "result"),
    [(24, "hit"), (23, "hit"), (22, "miss: Dan"), (19, "miss: Dan"), (16, "miss: Dan"), (15, "miss"), (9, "miss")],
)
def test_one_bystander_makes_15_a_23_and_is_hit_from_16_to_22(check: int, result: str) -> None:
    """P-CVR-1: trained, medium, D gives 50%: 24 and 23 hit E, 16 to 22 D, 15 goes astray."""
    fought = shot("A....D....B", check, one("Dan", "blue"))
    assert fought.difficulties() == [23]
    assert fought.results() == [result]
    struck = {"hit": ["Bo"], "miss": []}.get(result, ["Dan"])
    assert [who for _, who, _, _ in fought.wounds()] == struck


@pytest.mark.parametrize(
    ("check", "result"),
    [(27, "hit"), (26, "miss: desk"), (20, "miss: desk"), (19, "miss: chair"), (16, "miss: chair"), (15, "miss"), (10, "miss")],
)
@pytest.mark.parametrize("row", ["A..c.d....B", "A..d.c....B"])
def test_a_desk_and_a_chair_make_15_a_27_the_desk_is_hit_from_20_the_chair_from_16(row: str, check: int, result: str) -> None:
    """P-CVR-1: the largest penalty first, wherever it stands, then the next, cumulatively: 27 - 8 = 19, 19 - 4 = 15."""
    fought = shot(row, check)
    assert fought.difficulties() == [27]
    assert fought.results() == [result]


def test_of_equal_covers_the_nearest_to_the_shooter_is_first() -> None:
    """P-CVR-1: two crates of 30%, at 60% together, 2 steps: each is worth 1 by itself."""
    crates = [{"name": f"crate {x}", "cover": 30, "position": [x, 0]} for x in (7, 3)]
    for check, result in ((22, "miss: crate 3"), (20, "miss: crate 3"), (19, "miss: crate 7"), (16, "miss: crate 7"), (15, "miss")):
        fought = fight(
            ["A.........B"], one("Ana", "red", [FIRE]), one("Bo", "blue"), objects=crates, rolls={"Ana/check": totals(check)}
        )
        assert fought.difficulties() == [23]
        assert fought.results() == [result]


def test_it_is_the_same_roll_and_no_other_check_is_made() -> None:
    """P-CVR-1 [S]."""
    fought = shot("A....D....B", 20, one("Dan", "blue"))
    assert len(fought.rolls("check")) == 1


def test_the_impact_says_what_had_to_be_exceeded() -> None:
    """P-CVR-1."""
    (impact,) = shot("A....D....B", 20, one("Dan", "blue")).of("impact")
    assert (impact.target, impact.struck, impact.rule) == ("Bo", "Dan", "P-CVR-1")
    assert "exceeds 15" in impact.why


# what does not count for what is in the way


@pytest.mark.parametrize(("check", "result"), [(28, "hit"), (26, "miss: Dan"), (16, "miss: Dan"), (15, "miss")])
def test_the_targets_dodge_does_not_make_the_bystander_harder_to_hit(check: int, result: str) -> None:
    """P-CVR-1: Bo dodged: 31 (28 is the natural 20); for Dan it is 23 - 8 = 15 all the same."""
    fought = fight(
        ["A....D....B"], one("Ana", "red", [AT_BO]), one("Bo", "blue", [DODGE]), one("Dan", "blue"),
        rolls={"Ana/check": totals(check), "Bo/dodge": [6]},
    )  # fmt: skip
    assert fought.difficulties() == [31]
    assert fought.results() == [result]


@pytest.mark.parametrize(("check", "result"), [(15, "hit"), (14, "miss")])
def test_aim_at_the_target_does_not_make_the_bystander_easier_to_hit(check: int, result: str) -> None:
    """P-CVR-1, P-FIR-1: two spells of aim: 23 - 8 = 15 for Bo; for Dan 15 is still to be exceeded."""
    aim = {"do": "aim", "target": "Bo"}
    ana = one("Ana", "red", [aim, aim, AT_BO | {"mode": "aimed"}])
    fought = fight(["A....D....B"], ana, one("Bo", "blue"), one("Dan", "blue"), rolls={"Ana/check": totals(check)})
    assert fought.difficulties() == [15]
    assert fought.results() == [result]


@pytest.mark.parametrize(("check", "result"), [(27, "hit"), (26, "miss: Dan"), (20, "miss: Dan"), (19, "miss")])
def test_fire_mode_and_the_shooters_pace_count_for_the_bystander_too(check: int, result: str) -> None:
    """P-CVR-1: a burst: 19 without cover, 27 with."""
    ana = one("Ana", "red", [AT_BO | {"mode": "burst"}])
    fought = fight(["A....D....B"], ana, one("Bo", "blue"), one("Dan", "blue"), rolls={"Ana/check": totals(check)})
    assert fought.results() == [result]


# bystanders who dodge


@pytest.mark.parametrize(("check", "result"), [(24, "hit"), (23, "hit"), (22, "miss"), (16, "miss")])
def test_a_bystander_that_dodged_is_two_steps_harder_to_hit_in_this(check: int, result: str) -> None:
    """P-CVR-1 [R], P-MOD-3: 15 + 8 = 23 is to be exceeded, but 23 and more hit Bo: Dan is safe."""
    fought = shot("A....D....B", check, one("Dan", "blue", [DODGE]), **{"Dan/dodge": [6]})
    assert fought.difficulties() == [23]
    assert fought.results() == [result]


def test_a_bystander_whose_dodge_failed_is_hit_as_any_other() -> None:
    """P-MOD-3."""
    fought = shot("A....D....B", 16, one("Dan", "blue", [DODGE]), **{"Dan/dodge": [5]})
    assert fought.results() == ["miss: Dan"]


@pytest.mark.parametrize(
    ("die", "result"), [(20, "hit"), (18, "miss: Dan"), (17, "miss: chair"), (6, "miss: chair"), (5, "miss")]
)
def test_behind_a_nimble_bystander_the_chair_is_next(die: int, result: str) -> None:
    """P-CVR-1, P-MOD-3: 27 without Bo's dodge. Dan 27 - 8 + 8 = 27, the chair 27 - 8 - 4 = 15: his dodge is no help to it.

    Ana has 10 points of shooting, and Bo has dodged too: 35.
    """
    fought = fight(
        ["A..D.c....B"], one("Ana", "red", [AT_BO], shooting=10), one("Bo", "blue", [DODGE]),
        one("Dan", "blue", [DODGE]), rolls={"Ana/check": [die], "Bo/dodge": [6], "Dan/dodge": [6]},
    )  # fmt: skip
    assert fought.difficulties() == [35]
    assert fought.results() == [result]


# what a hit in the way does


def test_a_bystander_takes_the_damage_where_it_is_hit_less_its_armor() -> None:
    """P-CVR-1, P-DMG-1."""
    dan = one("Dan", "blue", armor=[{"name": "vest", "covers": ["chest"], "stops": 4}])
    fought = shot("A....D....B", 16, dan, **{"Ana/location": [20], "Ana/damage": [[3, 4]]})
    assert fought.wounds() == [(4, "Dan", "right chest", 3)]


def test_a_friend_in_the_way_is_hit_as_well_as_a_foe() -> None:
    """P-CVR-1."""
    fought = shot("A....D....B", 16, one("Dan", "red"))
    assert [who for _, who, _, _ in fought.wounds()] == ["Dan"]


def test_cover_in_front_of_the_bystander_hides_its_legs() -> None:
    """P-CVR-1, P-DMG-1: Dan stands behind the chair: the left arm is hidden, 41 (left) is rolled again, 42 is the right."""
    fought = shot("A..c.D....B", 20, one("Dan", "blue"), **{"Ana/location": [41, 42]})
    assert [(who, where) for _, who, where, _ in fought.wounds()] == [("Dan", "right upper_arm")]


def test_an_object_takes_the_damage_and_has_no_armor() -> None:
    """P-CVR-1, P-DMG-1: 7 of 25."""
    fought = shot("A....d....B", 16, **{"Ana/damage": [[3, 4]], "Ana/location": []})
    (event,) = fought.of("object")
    assert (event.t, event.name, event.damage, event.health, event.destroyed) == (4, "desk", 7, 18, False)


def test_a_burst_does_its_further_die_to_an_object_too() -> None:
    """P-FIR-1: 2d6 and a die."""
    ana = one("Ana", "red", [AT_BO | {"mode": "burst"}])
    fought = fight(["A....d....B"], ana, one("Bo", "blue"), rolls={"Ana/check": totals(20), "Ana/damage": [[6, 6, 6]]})
    assert [(event.damage, event.health) for event in fought.of("object")] == [(18, 7)]


def test_an_object_of_no_points_is_hit_and_stands() -> None:
    """P-DMG-1: a low wall that nothing breaks."""
    fought = shot("A....h....B", 16)
    assert fought.results() == ["miss: low wall"]
    assert fought.of("object") == []


def test_an_object_that_is_destroyed_gives_no_cover_any_more() -> None:
    """P-DMG-1: the chair of 8 is gone after 8; then it is 15, and 14 hits nothing."""
    ana = one("Ana", "red", [AT_BO, AT_BO])
    fought = fight(
        ["A....c....B"], ana, one("Bo", "blue"), rolls={"Ana/check": totals(18, 14), "Ana/damage": [[4, 4]]}
    )
    assert fought.difficulties() == [19, 15]
    assert fought.results() == ["miss: chair", "miss"]
    assert [event.destroyed for event in fought.of("object")] == [True]


def test_an_object_destroyed_at_the_instant_of_another_shot_through_it_covers_that_shot_still() -> None:
    """P-DMG-1, CLK-2: Ana and Cid shoot at 4 through one chair; both are resolved against the state before."""
    cid = one("Cid", "red", [AT_BO])
    del cid["mark"]
    fought = fight(
        ["A....c....B"], one("Ana", "red", [AT_BO]), cid | {"position": [0, 0]}, one("Bo", "blue"),
        rolls={"Ana/check": totals(18), "Cid/check": totals(18), "Ana/damage": [[4, 4]], "Cid/damage": [[4, 4]]},
    )  # fmt: skip
    assert fought.difficulties() == [19, 19]
    assert fought.results() == ["miss: chair", "miss: chair"]
    assert [(event.damage, event.destroyed) for event in fought.of("object")] == [(8, True)]


def test_the_way_is_open_where_an_object_was() -> None:
    """P-DMG-1, P-MOV-1: a crate blocks the only lane; shot to pieces at 4, it lets Bo run straight on."""
    crate = [{"name": "crate", "cover": 50, "health": 1, "position": [5, 0]}]
    bo = one("Bo", "blue", [{"do": "move", "pace": "running", "to": [0, 0], "at": 5}])
    rolls = {"Ana/check": totals(16)}
    fought = fight(["A.........B", "###########"], one("Ana", "red", [AT_BO]), bo, objects=crate, rolls=rolls)
    assert fought.results() == ["miss: crate"]
    assert [square for _, square, _ in fought.steps_taken("Bo")] == [(x, 0) for x in range(9, -1, -1)]
