"""What takes how long: shots, work, breaking off, several declarations at one instant (P-FIR-2, CLK-2, CLK-4)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import DODGE, FIRE, Fought, Player, fight, one, rifle, totals

from engine.options import Hold
from engine.steps.actions import BreakOff, Fire

ROW = ["A....B"]
BREAK: dict[str, Any] = {"do": "break_off"}
TURN: dict[str, Any] = {"do": "face", "facing": "ne"}


def acts(*orders: dict[str, Any], checks: int = 0, **more: Any) -> Fought:
    """Ana carries out orders; Bo those given; each check of hers comes to 9."""
    ana = one("Ana", "red", list(orders), **more.pop("ana", {}))
    rolls = {"Ana/check": totals(*[9] * checks)} | more.pop("rolls", {})
    return fight(more.pop("rows", ROW), ana, one("Bo", "blue", more.pop("bo", [])), rolls=rolls, **more)


# how long


@pytest.mark.parametrize(("mode", "impact"), [("single", 4), ("burst", 4), ("auto", 8)])
def test_a_shot_levels_for_2_counts_and_is_committed_until_it_breaks(mode: str, impact: float) -> None:
    """P-FIR-2: a shot 4 counts, a burst 4, full auto 8; the first 2 are levelling."""
    fought = acts(FIRE | {"mode": mode}, checks=1)
    assert fought.declared("Ana") == [("fire", 0, 2, impact, impact)]
    assert (fought.times("level"), fought.times("commit"), fought.times("fired")) == ([0], [2], [impact])
    assert (impact, ("ready",)) in fought.asked("Ana")


@pytest.mark.parametrize(
    ("order", "counts"),
    [
        ({"do": "aim"}, 4),
        ({"do": "bring", "weapon": "pistol"}, 1),
        (TURN, 1),
        ({"do": "mode", "mode": "guarded"}, 1),
    ],
)
def test_other_actions_take_their_counts(order: dict[str, Any], counts: float) -> None:
    """P-FIR-2, P-FIR-1: aim 4, another weapon 1, facing 1, mode 1."""
    fought = acts(order, ana={"weapons": [rifle(), rifle(name="pistol")]})
    assert fought.declared("Ana") == [(order["do"], 0, None, None, counts)]
    assert fought.times("ready", "Ana") == [counts]


def test_reloading_takes_12_counts() -> None:
    """P-FIR-2."""
    fought = acts(FIRE, {"do": "reload"}, checks=1)
    assert fought.declared("Ana")[1] == ("reload", 4, None, None, 16)
    assert fought.times("reload") == [16]


def test_a_shot_follows_a_shot_every_four_counts() -> None:
    """P-FIR-2: no recovery."""
    assert acts(FIRE, FIRE, FIRE, checks=3).times("fired") == [4, 8, 12]


def test_a_new_weapon_is_in_hand_at_the_end_of_the_change() -> None:
    """P-FIR-2: at 1; the shot with it at 5."""
    ana = {"weapons": [rifle(), rifle(name="pistol")]}
    fought = acts({"do": "bring", "weapon": "pistol"}, FIRE | {"weapon": "pistol"}, ana=ana, checks=1)
    assert [(event.t, event.weapon) for event in fought.of("fired")] == [(5, "pistol")]
    assert fought.state("Ana")["in_hand"] == ["pistol"]


# breaking off


def test_breaking_off_while_levelling_is_free_and_one_begins_anew_at_once() -> None:
    """P-FIR-2: dropped at 1; the next shot levels from 1, breaks at 5; no round is lost."""
    fought = acts(FIRE, BREAK | {"at": 1}, FIRE, checks=1)
    assert [(event.t, event.free) for event in fought.of("break_off")] == [(1, True)]
    assert fought.declared("Ana")[1] == ("fire", 1, 3, 5, 5)
    assert [event.left for event in fought.of("fired")] == [29]


def test_the_count_of_the_commit_is_the_last_moment_to_break_off_for_nothing() -> None:
    """P-FIR-2, CLK-2: asked for the commit at 2, before it is made."""
    fought = acts(FIRE, BREAK | {"on": "commit"}, FIRE, checks=1)
    assert [(event.t, event.free) for event in fought.of("break_off")] == [(2, True)]
    assert fought.times("commit") == [4]
    assert fought.times("fired") == [6]


def test_what_is_committed_and_broken_off_is_a_miss_that_keeps_its_rounds_and_takes_its_time() -> None:
    """P-FIR-2: dropped at 3; at 4 nothing comes of it; then one is ready."""
    fought = acts(FIRE, BREAK | {"at": 3}, FIRE, checks=1)
    assert [(event.t, event.free) for event in fought.of("break_off")] == [(3, False)]
    assert fought.impacts() == [(4, "Ana", "Bo", "broken_off"), (8, "Ana", "Bo", "miss")]
    assert [(event.t, event.left) for event in fought.of("fired")] == [(8, 29)]


def test_a_break_off_at_the_count_of_the_impact_comes_too_late() -> None:
    """CLK-4: at 4 the shot has broken; nothing is under way any more, and the order is refused."""
    said: list[str | None] = []

    def answer(request: Any) -> Any:
        if request.t == 4:
            said.append(request.legal(BreakOff()))
            return Hold()
        request.wake = 4.0
        return Fire(weapon="rifle", target="Bo") if request.view.me.action is None else Hold()

    fought = acts(players={"Ana": Player(answer)}, checks=1)
    assert fought.results() == ["miss"]
    assert (said[0] or "").startswith("P-FIR-2")


def test_work_that_is_dropped_is_free_and_comes_to_nothing() -> None:
    """P-FIR-2: a reload dropped at 10, two counts before its end, loads nothing."""
    ana = {"weapons": [rifle(magazine=12)]}
    fought = acts(FIRE | {"mode": "auto"}, {"do": "reload"}, BREAK | {"at": 18}, FIRE, ana=ana, checks=2, rules={"max_counts": 30})
    assert fought.of("reload") == []
    assert fought.declared("Ana")[2] == ("fire", 18, 20, 22, 22)
    assert [event.left for event in fought.of("fired")] == [2, 1]


def test_a_second_declaration_of_an_instant_begins_a_count_later() -> None:
    """CLK-2: at 4 Bo levels, notices Ana's commit at 4, drops it for nothing, and declares again at 4: from 5."""
    bo = [TURN | {"facing": "nw", "at": 3}, FIRE, BREAK | {"on": "noticed"}, FIRE]
    fought = acts(FIRE | {"at": 2}, bo=bo, checks=1, rolls={"Bo/check": totals(9)})
    assert fought.times("commit", "Ana") == [4]
    assert [(begin, impact) for what, begin, _, impact, _ in fought.declared("Bo") if what == "fire"] == [(4, 8), (5, 9)]


def test_who_commits_at_the_very_count_of_another_commit_does_not_break_off_for_nothing() -> None:
    """CLK-2 [R]: both commit at 2; Bo's answer comes after his own commit."""
    fought = acts(FIRE, bo=[FIRE, BREAK | {"on": "noticed"}], checks=1)
    assert [(event.t, event.actor, event.free) for event in fought.of("break_off")] == [(2, "Bo", False)]
    assert fought.impacts() == [(4, "Ana", "Bo", "miss"), (4, "Bo", "Ana", "broken_off")]


# when something happens to shooter or target


def test_a_target_that_goes_down_before_the_commit_leaves_the_shooter_free_at_once() -> None:
    """CLK-4: Cid puts Bo down at 4; Ana, levelling from 3, is asked at 4, and shoots at Di from then."""
    rows = ["A....B", "C....D"]
    fought = fight(
        rows, one("Ana", "red", [FIRE | {"at": 3, "target": "Bo"}, FIRE | {"target": "Di"}]),
        one("Cid", "red", [FIRE | {"target": "Bo"}]), one("Bo", "blue", health=1), one("Di", "blue"),
        rolls={"Cid/check": totals(20), "Cid/location": [20], "Ana/check": totals(9)},
    )  # fmt: skip
    assert (4, ("target_down",)) in fought.asked("Ana")
    assert [(event.t, event.free) for event in fought.of("break_off", "Ana")] == [(4, True)]
    assert fought.impacts("Ana") == [(8, "Ana", "Di", "miss")]
    assert [event.left for event in fought.of("fired", "Ana")] == [29]


def test_a_target_that_goes_down_at_the_count_of_the_commit_is_before_it() -> None:
    """CLK-2: wounds take effect before commits: Bo goes down at 4, when Ana would commit."""
    fought = fight(
        ["A....B", "C....D"], one("Ana", "red", [FIRE | {"at": 2, "target": "Bo"}]), one("Cid", "red", [FIRE | {"target": "Bo"}]),
        one("Bo", "blue", health=1), one("Di", "blue"), rolls={"Cid/check": totals(20), "Cid/location": [20]},
    )  # fmt: skip
    assert fought.of("commit", "Ana") == []
    assert fought.impacts("Ana") == []


def test_a_target_that_goes_down_after_the_commit_is_shot_at_in_vain() -> None:
    """CLK-4: Ana, committed at 3, shoots at 5, and the round is gone."""
    fought = fight(
        ["A....B", "C....D"], one("Ana", "red", [FIRE | {"at": 1, "target": "Bo"}]), one("Cid", "red", [FIRE | {"target": "Bo"}]),
        one("Bo", "blue", health=1), one("Di", "blue"), rolls={"Cid/check": totals(20), "Cid/location": [20]},
    )  # fmt: skip
    assert fought.impacts("Ana") == [(5, "Ana", "Bo", "no_target")]
    assert [event.left for event in fought.of("fired", "Ana")] == [29]


def test_a_target_that_goes_out_of_sight_after_the_commit_is_shot_at_in_vain() -> None:
    """CLK-4, P-LOS-5: the round is gone; nothing is rolled."""
    rows = ["A....B", "..#...", "......"]
    fought = acts(FIRE, rows=rows, bo=[{"do": "move", "pace": "running", "to": [5, 2], "at": 2}])
    assert fought.results("Ana") == ["out_of_reach"]
    assert [event.left for event in fought.of("fired", "Ana")] == [29]


def test_a_target_that_went_out_of_sight_and_came_back_by_the_impact_is_hit_like_any_other() -> None:
    """CLK-4: what counts is the line at the impact."""
    rows = ["A....B", "..#...", "......"]
    path = [[5, 1], [5, 0]]
    fought = acts(FIRE, rows=rows, bo=[{"do": "move", "pace": "running", "path": path, "at": 2}], checks=1)
    assert fought.results("Ana") == ["miss"]


def test_a_mover_that_comes_into_the_line_at_the_count_of_the_impact_covers_and_one_that_leaves_does_not() -> None:
    """CLK-2: arrivals come before shots: Cid steps in at 4: 2 steps; Cid steps out at 4: none."""
    for start, path, steps in (("C", [[3, 1]], 2), ("D", [[3, 2]], 0)):
        rows = [".......", "A.....B" if start == "C" else "A..D..B", "...C..." if start == "C" else "......."]
        name = "Cid" if start == "C" else "Di"
        mover = one(name, "blue", [{"do": "move", "pace": "walking", "path": path}])
        ana = one("Ana", "red", [FIRE | {"target": "Bo"}])
        fought = fight(rows, ana, one("Bo", "blue"), mover, rolls={"Ana/check": totals(9)})
        assert fought.times("step", name) == [4]
        assert fought.steps("P-LOS-5") == [steps]


def test_who_goes_down_loses_its_shot_levelled_or_committed() -> None:
    """CLK-4: Ana, of health 1, is hit at 4; her shot, committed at 3, or levelled from 3, does not break."""
    for at in (1, 3):
        fought = acts(FIRE | {"at": at}, bo=[FIRE], ana={"health": 1}, rolls={"Bo/check": totals(20), "Bo/location": [20]})
        assert fought.downs() == [(4, "Ana")]
        assert fought.of("fired", "Ana") == []


def test_a_dodge_at_the_count_at_which_one_begins_to_reload_comes_first() -> None:
    """P-MOD-2: Bo dodges at 8 and declares the reload at 8: from 9 to 21."""
    bo = [FIRE, DODGE, {"do": "reload", "at": 8}]
    fought = acts(FIRE | {"at": 4}, bo=bo, checks=1, rolls={"Bo/check": totals(9), "Bo/dodge": [6]}, rules={"max_counts": 25})
    assert fought.declared("Bo")[1] == ("reload", 9, None, None, 21)
    assert fought.times("reload", "Bo") == [21]


# waiting


def test_who_waits_is_asked_at_its_count_or_when_something_happens() -> None:
    """CLK-5: waits until 10; is struck at 4."""
    fought = acts({"do": "wait", "until": 10}, bo=[FIRE], rolls={"Bo/check": totals(20)})
    assert [(t, reasons) for t, reasons in fought.asked("Ana") if t in (4, 10)] == [(4, ("struck",)), (10, ("hold_expired",))]


def test_a_standing_order_to_keep_attacking_shoots_again_without_asking() -> None:
    """CLK-5: asked at the start only."""
    ana = Player(lambda request: Fire(weapon="rifle", target="Bo"), frozenset({"start"}), "keep_attacking")
    fought = acts(players={"Ana": ana}, checks=5)
    assert fought.times("fired", "Ana") == [4, 8, 12, 16, 20]
    assert ana.asked == [(0, ("start",))]
