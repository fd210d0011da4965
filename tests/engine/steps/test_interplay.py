"""What comes of several things that happen to one shot (CLK-2, CLK-4, P-MOD-2, P-MOD-3, P-CVR-1, P-FIR-1)."""

from __future__ import annotations

from typing import Any

from firefights import DODGE, FIRE, bomb, fight, one, totals

AT_BO = FIRE | {"target": "Bo"}
PAIRS = ["A....B", "C....D"]


def test_a_dodge_declared_against_a_shot_holds_though_the_shot_is_delayed_by_a_dodge_of_its_own() -> None:
    """P-MOD-2: Di shoots at Ana at 4, Ana at Bo at 5; her dodge of Di's shot makes that 6, and Bo dodges it then."""
    fought = fight(
        PAIRS, one("Ana", "red", [AT_BO | {"at": 1}, DODGE]), one("Cid", "red"), one("Bo", "blue", [DODGE]),
        one("Di", "blue", [FIRE | {"target": "Ana"}]),
        rolls={"Ana/check": totals(9), "Di/check": totals(9), "Ana/dodge": [6], "Bo/dodge": [6]},
    )  # fmt: skip
    assert [(event.t, event.declared) for event in fought.of("dodge", "Bo")] == [(3, True), (6, False)]
    assert fought.times("fired", "Ana") == [6]
    assert fought.steps("P-MOD-2", "Ana") == [2]


def test_a_target_may_go_down_in_the_count_by_which_a_dodge_delays_a_shot() -> None:
    """P-MOD-2, CLK-4: Ana's shot of 5 comes at 6; Cid has put Bo down at 5."""
    fought = fight(
        PAIRS, one("Ana", "red", [AT_BO | {"at": 1}, DODGE]), one("Cid", "red", [AT_BO | {"at": 1}]), one("Bo", "blue", health=1),
        one("Di", "blue", [FIRE | {"target": "Ana"}]),
        rolls={"Cid/check": totals(20), "Cid/location": [20], "Di/check": totals(9), "Ana/dodge": [6]},
    )  # fmt: skip
    assert fought.downs() == [(5, "Bo")]
    assert fought.impacts("Ana") == [(6, "Ana", "Bo", "no_target")]


def test_who_is_hit_and_stands_neither_loses_its_shot_nor_its_aim() -> None:
    """P-FIR-1, CLK-4: Ana is hit at 4, when her spell of aim is over, and at 8, when her aimed shot breaks."""
    ana = one("Ana", "red", [{"do": "aim"}, FIRE | {"mode": "aimed"}])
    fought = fight(["A....B"], ana, one("Bo", "blue", [FIRE, FIRE]), rolls={"Bo/check": totals(20, 20), "Ana/check": totals(10)})
    assert fought.impacts() == [(4, "Bo", "Ana", "hit"), (8, "Ana", "Bo", "hit"), (8, "Bo", "Ana", "hit")]
    assert fought.difficulties("Ana") == [7]


def test_a_friend_who_walks_into_the_line_after_the_commit_can_not_dodge_and_is_hit() -> None:
    """P-MOD-3, P-CVR-1: Di steps in at 3, when the shot is committed already."""
    di = one("Di", "red", [{"do": "move", "pace": "running", "path": [[4, 0]], "at": 2}, DODGE])
    rows = ["A..........B", "....D......."]
    fought = fight(rows, one("Ana", "red", [AT_BO]), one("Bo", "blue"), di, rolls={"Ana/check": totals(16)})
    assert fought.times("step", "Di") == [3]
    assert fought.results() == ["miss: Di"]
    assert fought.of("dodge") == []


def test_a_shooter_who_has_stepped_behind_a_wall_by_the_impact_has_no_line() -> None:
    """P-LOS-1, CLK-4: what counts is from where the shot breaks: at 4 Ana is a row lower, behind the wall."""
    ana = one("Ana", "red", [{"do": "move", "pace": "walking", "to": [0, 1]}, AT_BO])
    (impact,) = fight(["A....B", ".#...."], ana, one("Bo", "blue")).of("impact")
    assert (impact.t, impact.result, impact.rule) == (4, "out_of_reach", "P-LOS-5")


def test_an_object_destroyed_a_count_before_covers_a_shot_that_was_committed_while_it_stood_no_more() -> None:
    """P-DMG-1: Ana breaks the chair at 4; Cid, on her square, shoots at 5: short, 11."""
    cid = one("Cid", "red", [AT_BO | {"at": 1}], position=[0, 0])
    del cid["mark"]
    fought = fight(
        ["A..c.B"], one("Ana", "red", [AT_BO]), cid, one("Bo", "blue"),
        rolls={"Ana/check": totals(14), "Ana/damage": [[4, 4]], "Cid/check": totals(9)},
    )  # fmt: skip
    assert fought.difficulties() == [15, 11]


def test_two_blasts_of_one_instant_add_up() -> None:
    """P-LOS-3, CLK-2: 9 and 9 of 18 health; neither alone would put Bo down."""
    throw = FIRE | {"indirect": True, "point": [8, 0]}
    ana, cid = one("Ana", "red", [throw], weapons=[bomb()]), one("Cid", "red", [throw], weapons=[bomb()])
    dice: dict[str, Any] = {}
    for name in ("Ana", "Cid"):
        dice |= {f"{name}/check": totals(23), f"{name}/damage": [[3, 3, 3]], f"{name}/location": [20]}
    fought = fight(["A.......B", "C........"], ana, cid, one("Bo", "blue", health=18), rolls=dice)
    assert fought.downs() == [(4, "Bo")]
    assert fought.state("Bo")["health"] == 0


def test_aim_helps_in_direct_fire_at_whom_one_sees() -> None:
    """P-FIR-1, P-LOS-3: medium 15, in-direct 8, a spell -4: 19."""
    ana = one("Ana", "red", [{"do": "aim"}, AT_BO | {"indirect": True, "mode": "aimed"}], weapons=[bomb(modes=["single", "aimed"])])
    fought = fight(["A.......B"], ana, one("Bo", "blue"), rolls={"Ana/check": totals(19)})
    assert fought.difficulties() == [19]
    assert [event.scatter for event in fought.of("landed")] == [0]


def test_a_bystander_who_goes_down_before_the_impact_covers_nobody_and_is_hit_by_no_miss() -> None:
    """P-LOS-4, P-CVR-1: Ed puts Di down at 4; Ana's shot through his square, at 5, is 15 and 14 strays."""
    rows = ["A...D.....B", "..........E"]
    fought = fight(
        rows, one("Ana", "red", [AT_BO | {"at": 1}]), one("Bo", "blue"), one("Di", "red", health=1),
        one("Ed", "blue", [FIRE | {"target": "Di"}]), rolls={"Ed/check": totals(20), "Ed/location": [20], "Ana/check": totals(14)},
    )  # fmt: skip
    assert fought.downs() == [(4, "Di")]
    assert fought.difficulties("Ana") == [15]
    assert fought.results("Ana") == ["miss"]


def test_a_bystander_put_down_at_the_instant_of_the_shot_through_it_covers_it_still_and_is_hit_twice() -> None:
    """P-LOS-4, CLK-2: Ed's and Ana's shots both break at 4: 23 for Bo; 20 hits Di as well."""
    rows = ["A...D.....B", "..........E"]
    fought = fight(
        rows, one("Ana", "red", [AT_BO]), one("Bo", "blue"), one("Di", "red", health=1),
        one("Ed", "blue", [FIRE | {"target": "Di"}]), rolls={"Ed/check": totals(20), "Ana/check": totals(20)},
    )  # fmt: skip
    assert fought.difficulties("Ana") == [23]
    assert fought.results("Ana") == ["miss: Di"]
    assert [event.by for event in fought.of("wound", "Di")] == ["Ana", "Ed"]


def test_one_who_breaks_off_a_committed_shot_may_still_dodge_and_is_ready_a_count_later() -> None:
    """P-FIR-2, P-MOD-2: committed at 3, dropped at 3.5, due at 5; the dodge at 4 makes that 6."""
    bo = [FIRE | {"at": 1}, DODGE, {"do": "break_off", "at": 3.5}, FIRE]
    fought = fight(
        ["A....B"], one("Ana", "red", [FIRE]), one("Bo", "blue", bo),
        rolls={"Ana/check": totals(9), "Bo/check": totals(9), "Bo/dodge": [6]},
    )  # fmt: skip
    assert fought.impacts("Bo") == [(6, "Bo", "Ana", "broken_off"), (10, "Bo", "Ana", "miss")]
