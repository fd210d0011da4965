"""Dodging: declared at the commit, made at the impact, harder each time, paid with a count (P-MOD-2, P-MOD-3)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import DODGE, FIRE, Fought, fight, one, totals

ROW = ["A....B"]
AIM = {"do": "aim"}


def shot_at(bo: list[dict[str, Any]], shots: int = 1, dodges: list[int] | None = None, **more: Any) -> Fought:
    """Ana shoots so many times at Bo, each time badly; he has these orders and dice."""
    rolls = {"Ana/check": totals(*[9] * shots), "Bo/dodge": dodges or []} | more.pop("rolls", {})
    return fight(ROW, one("Ana", "red", [FIRE] * shots), one("Bo", "blue", bo, **more), rolls=rolls)


def test_a_dodge_is_declared_at_the_commit_and_made_at_the_impact() -> None:
    """P-MOD-2: at 2 and at 4; a success makes the attack 2 steps harder, 11 becomes 19."""
    fought = shot_at([DODGE], dodges=[6])
    assert [(event.t, event.declared, event.success) for event in fought.of("dodge")] == [(2, True, None), (4, False, True)]
    assert fought.asked("Bo")[1] == (2, ("noticed",))
    assert fought.difficulties() == [19]


@pytest.mark.parametrize(("die", "made"), [(5, False), (6, True)])
def test_the_dodge_check_is_11(die: int, made: bool) -> None:
    """P-MOD-2: step 2; with 5 points of dodge the die needs 6."""
    fought = shot_at([DODGE], dodges=[die])
    (roll,) = fought.rolls("dodge")
    assert [(mod.rule, mod.value) for mod in roll.mods] == [("P-CHK-1", 3), ("P-MOD-2", 8), ("P-CHK-1", -5)]
    assert (roll.need, roll.result) == (6, "dodged" if made else "not dodged")


def test_each_dodge_since_its_last_own_action_makes_the_next_a_step_harder() -> None:
    """P-MOD-2: 11, 15, 19: dice of 6, 10, 14, made or not."""
    fought = shot_at([DODGE] * 3, shots=3, dodges=[5, 10, 13])
    assert [roll.need for roll in fought.rolls("dodge")] == [6, 10, 14]
    assert fought.steps("P-MOD-2") == [0, 2, 0]


def test_an_own_action_makes_dodging_as_easy_as_before() -> None:
    """P-MOD-2: Bo turns between the second and the third."""
    turn = {"do": "face", "facing": "nw", "at": 9}
    fought = shot_at([DODGE, DODGE, turn, DODGE], shots=3, dodges=[6, 10, 6])
    assert [roll.need for roll in fought.rolls("dodge")] == [6, 10, 6]


def test_moving_is_no_action_of_ones_own() -> None:
    """P-MOD-2: a step between two dodges leaves the second a step harder."""
    step = {"do": "move", "pace": "jogging", "to": [4, 0]}
    fought = shot_at([DODGE, step | {"at": 4}, DODGE], shots=2, dodges=[6, 10])
    assert [roll.need for roll in fought.rolls("dodge")] == [6, 10]


def test_a_natural_20_saves_no_dodge_that_needs_more() -> None:
    """P-MOD-2: no points of dodge: 11, 15, 19, 23."""
    fought = shot_at([DODGE] * 4, shots=4, dodges=[11, 15, 19, 20], dodge=0)
    assert [event.success for event in fought.of("dodge") if not event.declared] == [True, True, True, False]


# what it costs


def test_who_is_idle_is_busy_for_a_count_after_a_dodge() -> None:
    """P-MOD-2: dodged at 4; what Bo declares at 4 begins at 5."""
    fought = shot_at([DODGE, FIRE | {"at": 4}], dodges=[6], rolls={"Bo/check": totals(9)})
    assert fought.declared("Bo") == [("fire", 5, 7, 9, 9)]


def test_who_failed_its_dodge_has_lost_the_count_too() -> None:
    """P-MOD-2."""
    fought = shot_at([DODGE, FIRE | {"at": 4}], dodges=[1], rolls={"Bo/check": totals(9)})
    assert fought.declared("Bo") == [("fire", 5, 7, 9, 9)]


def test_a_shot_that_is_levelled_comes_a_count_later() -> None:
    """P-MOD-2: Bo levels from 3; the dodge at 4 moves his commit from 5 to 6 and his impact from 7 to 8."""
    fought = shot_at([DODGE, FIRE | {"at": 3}], dodges=[6], rolls={"Bo/check": totals(9)})
    assert (fought.times("commit", "Bo"), fought.times("fired", "Bo")) == ([6], [8])


def test_a_shot_that_is_committed_comes_a_count_later() -> None:
    """P-MOD-2: Bo commits at 3, to shoot at 5; the dodge at 4 moves it to 6."""
    fought = shot_at([FIRE | {"at": 1}, DODGE], dodges=[6], rolls={"Bo/check": totals(9)})
    assert (fought.times("commit", "Bo"), fought.times("fired", "Bo")) == ([3], [6])


def test_aim_and_bring_under_way_come_a_count_later() -> None:
    """P-MOD-2: aim is over at 4 and is over at 5; a turn begun at 3.5 is over at 5.5."""
    assert [event.t for event in shot_at([AIM, DODGE], dodges=[6]).of("aim", "Bo")] == [5]
    turn = {"do": "face", "facing": "nw", "at": 3.5}
    assert shot_at([DODGE, turn], dodges=[6]).times("face", "Bo") == [5.5]


def test_who_shoots_at_the_very_instant_it_dodges_shoots_and_is_busy_afterwards() -> None:
    """P-MOD-2: both shoot at 4 and both dodge; what they declare at 4 begins at 5."""
    fought = fight(
        ROW, one("Ana", "red", [FIRE, DODGE, FIRE]), one("Bo", "blue", [FIRE, DODGE, FIRE]),
        rolls={"Ana/check": totals(9, 9), "Bo/check": totals(9, 9), "Ana/dodge": [6], "Bo/dodge": [6]},
    )  # fmt: skip
    assert fought.times("fired") == [4, 4, 9, 9]
    assert [begin for _, begin, *_ in fought.declared("Bo")] == [0, 5]
    assert fought.steps("P-MOD-2") == [2, 2, 0, 0]


def test_walking_goes_on_while_one_dodges() -> None:
    """P-MOD-2, P-MOV-1: jogging, a square every 2 counts."""
    fought = shot_at([{"do": "move", "pace": "jogging", "to": [2, 0]}, DODGE], dodges=[6])
    assert fought.times("step", "Bo") == [2, 4, 6]


def test_a_delayed_shot_can_be_delayed_again() -> None:
    """P-MOD-2: Bo commits at 3, to shoot at 5. Ana's shot at 4 makes that 6, Cid's at 5 makes it 7."""
    fought = fight(
        ["A....B", "C....."], one("Ana", "red", [FIRE]), one("Cid", "red", [FIRE | {"at": 1}]),
        one("Bo", "blue", [FIRE | {"at": 1}, DODGE, DODGE]),
        rolls={"Ana/check": totals(9), "Cid/check": totals(9), "Bo/check": totals(9), "Bo/dodge": [6, 10]},
    )  # fmt: skip
    assert fought.times("fired", "Bo") == [7]


# several attacks


def two_at_once(bo: list[dict[str, Any]], *dodges: int, **rolls: Any) -> Fought:
    """Ana and Cid shoot at Bo at 4."""
    dice = {"Ana/check": totals(9), "Cid/check": totals(9), "Bo/dodge": list(dodges)} | rolls
    ana, cid = one("Ana", "red", [FIRE]), one("Cid", "red", [FIRE])
    return fight(["A....B", "C....."], ana, cid, one("Bo", "blue", bo), rolls=dice)


def test_two_shots_at_one_instant_are_dodged_each_and_both_are_equally_hard() -> None:
    """P-MOD-2, CLK-2: against the state before: both 11; they cost two counts, and the next is two steps harder."""
    fought = two_at_once([DODGE, DODGE, FIRE | {"at": 4}], 6, 6, **{"Bo/check": totals(9)})
    assert [roll.need for roll in fought.rolls("dodge")] == [6, 6]
    assert fought.steps("P-MOD-2")[:2] == [2, 2]
    assert fought.declared("Bo") == [("fire", 6, 8, 10, 10)]


def test_one_may_dodge_one_of_two_shots_only() -> None:
    """P-MOD-2: the named one."""
    fought = two_at_once([DODGE | {"against": "Cid#1"}], 6)
    assert (fought.steps("P-MOD-2", "Ana"), fought.steps("P-MOD-2", "Cid")) == ([0], [2])


def test_counts_of_dodges_add_up_when_one_is_made_while_busy_with_others() -> None:
    """P-MOD-2: two dodges at 4 keep Bo busy to 6, one at 5 costs a further count: what he declares at 5 begins at 7."""
    fought = fight(
        ["A....B", "C.....", "D....."], one("Ana", "red", [FIRE]), one("Cid", "red", [FIRE]),
        one("Di", "red", [FIRE | {"at": 1}]), one("Bo", "blue", [DODGE] * 3 + [FIRE | {"at": 5}]),
        rolls={"Ana/check": totals(9), "Cid/check": totals(9), "Di/check": totals(9), "Bo/check": totals(9), "Bo/dodge": [6, 6, 14]},
    )  # fmt: skip
    assert [roll.need for roll in fought.rolls("dodge")] == [6, 6, 14]
    assert fought.declared("Bo") == [("fire", 7, 9, 11, 11)]


def test_breaking_off_what_a_dodge_has_delayed_saves_nothing() -> None:
    """P-MOD-2: Bo drops the shot at 4, the count of the dodge, and levels anew: from 5."""
    bo = [DODGE, FIRE | {"at": 3}, {"do": "break_off", "at": 4}, FIRE]
    fought = shot_at(bo, dodges=[6], rolls={"Bo/check": totals(9)})
    assert fought.declared("Bo") == [("fire", 3, 5, 7, 7), ("fire", 5, 7, 9, 9)]


def test_who_did_nothing_but_dodge_is_asked_when_it_is_free_again() -> None:
    """P-MOD-2: at 5."""
    assert (5, ("ready",)) in shot_at([DODGE], dodges=[6]).asked("Bo")


# what comes of nothing


def test_a_dodge_of_a_shot_that_is_broken_off_is_not_made_and_costs_nothing() -> None:
    """P-MOD-2, P-FIR-2: committed at 2, broken off at 3."""
    fought = fight(
        ROW, one("Ana", "red", [FIRE, {"do": "break_off", "at": 3}]), one("Bo", "blue", [DODGE, FIRE | {"at": 4}]),
        rolls={"Bo/dodge": [], "Bo/check": totals(9)},
    )  # fmt: skip
    assert fought.results("Ana") == ["broken_off"]
    assert fought.declared("Bo") == [("fire", 4, 6, 8, 8)]


def test_a_dodge_of_a_shot_whose_shooter_goes_down_is_not_made() -> None:
    """P-MOD-2, CLK-4: Cid shoots Ana, of health 1, at 3; her shot would break at 4."""
    fought = fight(
        ["A....B", "C....."], one("Ana", "red", [FIRE | {"at": 0.5, "target": "Bo"}], health=1), one("Cid", "blue", [FIRE]),
        one("Bo", "blue", [DODGE]), rolls={"Cid/check": totals(20), "Cid/location": [20], "Bo/dodge": []},
    )  # fmt: skip
    assert fought.downs() == [(4, "Ana")]
    assert fought.results("Ana") == []
    assert [event.declared for event in fought.of("dodge", "Bo")] == [True]


def test_who_goes_down_before_the_impact_dodges_no_more() -> None:
    """P-MOD-2: Bo is shot by Cid at 4; Ana's shot, which he meant to dodge, finds nobody at 5."""
    fought = fight(
        ["A....B", "C.....", ".....D"], one("Ana", "red", [FIRE | {"at": 1, "target": "Bo"}]),
        one("Cid", "red", [FIRE | {"target": "Bo"}]), one("Bo", "blue", [DODGE | {"at": 3}], health=1),
        one("Di", "blue"), rolls={"Cid/check": totals(20), "Cid/location": [20], "Bo/dodge": []},
    )  # fmt: skip
    assert fought.impacts() == [(4, "Cid", "Bo", "hit"), (5, "Ana", "Bo", "no_target")]


# who stands between


def through(cid: list[dict[str, Any]], check: int, *dodges: int, **more: Any) -> Fought:
    """Ana shoots at Bo, with Cid in the line."""
    ana = one("Ana", "red", [FIRE | {"target": "Bo"}])
    rolls = {"Ana/check": totals(check), "Cid/dodge": list(dodges)} | more.pop("rolls", {})
    return fight(["A..C......B", "..........."], ana, one("Bo", "blue"), one("Cid", "blue", cid, **more), rolls=rolls)


def test_who_gives_cover_is_asked_at_the_commit_and_may_dodge_though_it_is_not_aimed_at() -> None:
    """P-MOD-3: the target is no harder to hit for it, and no less covered."""
    fought = through([DODGE], 9, 6)
    assert fought.asked("Cid")[1] == (2, ("noticed",))
    assert fought.steps("P-MOD-2") == [0]
    assert fought.steps("P-LOS-5") == [2]


def test_who_gives_cover_with_its_back_to_the_shooter_is_not_asked() -> None:
    """P-MOD-3, P-MOD-1."""
    fought = through([DODGE], 9, facing="e")
    assert fought.asked("Cid") == [(0, ("start",))]


def test_who_gives_cover_pays_for_its_dodge() -> None:
    """P-MOD-3, P-MOD-2."""
    cid = [DODGE, FIRE | {"target": "Ana", "at": 4}]
    assert through(cid, 9, 6, rolls={"Cid/check": totals(9)}).declared("Cid") == [("fire", 5, 7, 9, 9)]


def test_who_has_left_the_line_by_the_impact_has_nothing_to_dodge() -> None:
    """P-MOD-3: Cid jogs a square aside, arriving at the very count of the impact."""
    cid = [DODGE, {"do": "move", "pace": "jogging", "to": [3, 1]}, FIRE | {"target": "Ana", "at": 4}]
    fought = through(cid, 9, rolls={"Cid/check": totals(9)})
    assert fought.times("step", "Cid") == [4]
    assert fought.steps("P-LOS-5", "Ana") == [0]
    assert fought.declared("Cid") == [("fire", 4, 6, 8, 8)]
