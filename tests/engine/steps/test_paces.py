"""Moving: what each pace takes, how it hampers shooting, ways around obstacles, stopping, facing (P-MOV-1, P-LOS-2)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import FIRE, Fought, Player, fight, one, totals

from engine.steps.actions import Fire, Move

OPEN = ["A..........B", "............", "............", "............"]


def moved(order: dict[str, Any] | list[dict[str, Any]], rows: list[str] = OPEN, **more: Any) -> Fought:
    """Ana moves; Bo watches."""
    orders = order if isinstance(order, list) else [order]
    return fight(rows, one("Ana", "red", orders, **more.pop("ana", {})), one("Bo", "blue"), **more)


def way(pace: str, **goal: Any) -> dict[str, Any]:
    """An order to move."""
    return {"do": "move", "pace": pace} | goal


@pytest.mark.parametrize(
    ("pace", "times"),
    [("walking", [4, 8, 12]), ("jogging", [2, 4, 6]), ("running", [1, 2, 3]), ("sprinting", [0.66675, 1.3335, 2.00025])],
)
def test_what_a_square_takes_straight_on(pace: str, times: list[float]) -> None:
    """P-MOV-1: 0.25, 0.5, 1, 1.5 squares a count; two thirds of a count are 5333.33 ticks, rounded up to 5334."""
    fought = moved(way(pace, to=[3, 0]))
    assert fought.times("step", "Ana") == times
    assert [square for _, square, _ in fought.steps_taken("Ana")] == [(1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize(("pace", "ticks"), [("walking", 45255), ("jogging", 22628), ("running", 11314), ("sprinting", 7543)])
def test_a_diagonal_square_takes_the_root_of_two_as_long(pace: str, ticks: int) -> None:
    """P-MOV-1, CLK-1: 8000 x 1.41421356 = 11313.71 ticks a square, over the speed, rounded up."""
    fought = moved(way(pace, to=[1, 1]))
    assert [event.t * 8000 for event in fought.of("step", "Ana")] == [ticks]


@pytest.mark.parametrize(("pace", "steps"), [("walking", 0), ("jogging", 1), ("running", 2)])
def test_the_shooters_pace_at_the_impact_makes_it_harder(pace: str, steps: int) -> None:
    """P-MOV-1: walking 0, jogging 1, running 2."""
    fought = moved([way(pace, to=[8, 0]), FIRE], rolls={"Ana/check": totals(9)})
    assert fought.steps("P-MOV-1") == [steps]


def test_the_targets_movement_is_no_factor() -> None:
    """P-MOV-1: Bo sprints; at 4 he is 5 squares away."""
    bo = one("Bo", "blue", [way("sprinting", to=[11, 3])])
    fought = fight(["A....B......", *OPEN[1:]], one("Ana", "red", [FIRE]), bo, rolls={"Ana/check": totals(9)})
    assert sum(steps for rule, steps in fought.chain() if rule != "P-CHK-3") == 0


def test_what_counts_is_the_pace_at_the_impact_not_at_the_declaration() -> None:
    """P-MOV-1: jogging when it levels, at 3 still; walking when it levels, at 3 running."""
    slower = moved([way("jogging", to=[8, 0]), FIRE, way("still", at=3)], rolls={"Ana/check": totals(9)})
    assert slower.steps("P-MOV-1") == [0]
    faster = moved([way("walking", to=[8, 0]), FIRE, way("running", to=[8, 0], at=3)], rolls={"Ana/check": totals(9)})
    assert faster.steps("P-MOV-1") == [2]


def test_who_arrives_at_the_count_of_the_impact_stands_already() -> None:
    """P-MOV-1, CLK-2: two squares of jogging are over at 4, before the shot of 4 breaks, and it is taken from there."""
    fought = moved([way("jogging", to=[2, 0]), FIRE], rolls={"Ana/check": totals(9)})
    assert fought.steps("P-MOV-1") == [0]
    assert fought.of("impact")[0].distance == 9


def test_who_sprints_may_not_shoot_and_who_shoots_may_not_begin_to_sprint() -> None:
    """P-MOV-1."""
    refused: list[str | None] = []

    def sprint(request: Any) -> Any:
        if request.view.me.may_move:
            return Move(pace="sprinting", to=(8, 0))
        refused.append(request.legal(Fire(weapon="rifle", target="Bo")))
        return None

    def shoot(request: Any) -> Any:
        if request.view.me.action is None:
            return Fire(weapon="rifle", target="Bo")
        refused.append(request.legal(Move(pace="sprinting", to=(8, 0))))
        return None

    for answer in (sprint, shoot):
        moved([], players={"Ana": Player(answer)}, rules={"max_counts": 3})
    assert len(refused) == 2
    assert all((why or "").startswith("P-MOV-1") for why in refused)


# ways


def test_the_shortest_way_leads_around_a_wall_and_cuts_no_corner() -> None:
    """P-MOV-1: over the gap at the bottom: down beside the wall, across, and up."""
    rows = ["A#.", ".#.", "...", "B.."]
    fought = moved(way("running", to=[2, 0]), rows=rows)
    assert [square for _, square, _ in fought.steps_taken("Ana")] == [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)]


def test_the_shortest_way_over_open_ground_takes_diagonals() -> None:
    """P-MOV-1: three down and five across are three diagonal and two straight steps: 3 x 1.4143 + 2 counts, running."""
    fought = moved(way("running", to=[5, 3]))
    assert len(fought.times("step", "Ana")) == 5
    assert fought.times("step", "Ana")[-1] == pytest.approx(2 + 3 * 2**0.5, abs=0.001)


def test_one_may_take_a_way_of_ones_own() -> None:
    """P-MOV-1."""
    path = [[0, 1], [1, 2], [2, 2], [2, 1]]
    fought = moved(way("running", path=path))
    assert [list(square) for _, square, _ in fought.steps_taken("Ana")] == path


@pytest.mark.parametrize(
    ("path", "legal"),
    [([(1, 1)], False), ([(0, 1), (1, 2)], False), ([(0, 1), (0, 2), (1, 3)], True), ([(0, 2)], False), ([(1, 0)], False)],
)
def test_a_way_that_leaps_cuts_a_corner_or_leads_through_a_wall_is_refused(path: list[tuple[int, int]], legal: bool) -> None:
    """P-MOV-1: the walls are at (1, 0) and (1, 1)."""
    refused: list[str | None] = []
    player = Player(lambda request: refused.append(request.legal(Move(pace="walking", path=tuple(path)))))  # type: ignore[func-returns-value]
    fight(["A#.", ".#.", "...", "..B"], one("Ana", "red"), one("Bo", "blue"), players={"Ana": player}, rules={"max_counts": 1})
    assert (refused[0] is None) is legal
    assert legal or (refused[0] or "").startswith("P-MOV-1")


@pytest.mark.parametrize(
    ("path", "words"),
    [([(0, 1), (1, 2)], "a diagonal step cuts no blocked corner: (0, 1) to (1, 2)"), ([(1, 1)], "nobody can walk onto (1, 1)")],
)
def test_a_way_that_is_refused_says_whether_a_square_or_a_corner_is_in_the_way(path: list[tuple[int, int]], words: str) -> None:
    """P-MOV-1: the walls are at (1, 0) and (1, 1)."""
    refused: list[str | None] = []
    player = Player(lambda request: refused.append(request.legal(Move(pace="walking", path=tuple(path)))))  # type: ignore[func-returns-value]
    fight(["A#.", ".#.", "...", "..B"], one("Ana", "red"), one("Bo", "blue"), players={"Ana": player}, rules={"max_counts": 1})
    assert words in (refused[0] or "")


def test_people_block_nobody_and_share_squares() -> None:
    """P-MOV-1 [R]: Ana runs through Bo's square and stops on it coming back."""
    fought = moved(way("running", path=[[1, 0], [2, 0], [3, 0], [2, 0]]), rows=["A.B.", "...."])
    assert fought.state("Ana")["position"] == [2, 0]
    assert fought.state("Bo")["position"] == [2, 0]


def test_what_is_passable_is_walked_over() -> None:
    """P-MOV-1: a chair."""
    fought = moved(way("walking", to=[2, 0]), rows=["Ac.", "##B"])
    assert [square for _, square, _ in fought.steps_taken("Ana")] == [(1, 0), (2, 0)]


# stopping and changing


def test_one_stops_on_the_square_one_is_on() -> None:
    """P-MOV-1: jogging, stopped at 3 in the middle of the second square."""
    fought = moved([way("jogging", to=[8, 0]), way("still", at=3)])
    assert fought.times("step", "Ana") == [2]
    assert [(event.t, event.pace, event.why) for event in fought.of("walk", "Ana")] == [
        (0, "jogging", "ordered"), (3, "still", "stops"),
    ]  # fmt: skip
    assert fought.state("Ana")["position"] == [1, 0]


def test_another_pace_begins_the_square_anew() -> None:
    """P-MOV-1 [R]: walking from 0, running from 2: a whole count for the square that was half done."""
    fought = moved([way("walking", to=[8, 0]), way("running", to=[3, 0], at=2)])
    assert fought.times("step", "Ana") == [3, 4, 5]


def test_who_turns_aside_in_the_middle_of_a_step_has_lost_that_part_of_it() -> None:
    """P-MOV-1 [R]: 4 counts a square, from 0; ordered at 2 to another square: there at 6, not at 4."""
    fought = moved([way("walking", to=[3, 0]), way("walking", to=[0, 1], at=2)], rows=["A...B", "....."])
    assert fought.times("step", "Ana") == [6]
    assert fought.state("Ana")["position"] == [0, 1]


def test_who_arrives_is_asked_and_stands() -> None:
    """P-MOV-1, CLK-5."""
    fought = moved(way("running", to=[2, 0]))
    assert (2, ("arrived",)) in fought.asked("Ana")
    assert fought.of("walk", "Ana")[-1].pace == "still"


def test_moving_goes_on_beside_an_action() -> None:
    """P-MOV-1, section 6: Ana walks while she shoots; neither waits for the other."""
    fought = moved([way("walking", to=[3, 0]), FIRE], rolls={"Ana/check": totals(9)})
    assert fought.times("step", "Ana") == [4, 8, 12]
    assert fought.times("fired", "Ana") == [4]


def test_who_goes_down_goes_no_farther() -> None:
    """P-MOV-1, P-DMG-1: Bo, of health 1, jogs; at 4 he comes onto his second square, is hit there, and stays."""
    bo = one("Bo", "blue", [way("jogging", to=[0, 0])], health=1)
    rows = ["A.....B", ".......", "......C"]
    fought = fight(rows, one("Ana", "red", [FIRE]), bo, one("Cid", "blue"), rolls={"Ana/check": totals(19), "Ana/location": [20]})
    assert fought.downs() == [(4, "Bo")]
    assert fought.times("step", "Bo") == [2, 4]
    assert fought.state("Bo")["position"] == [4, 0]


# facing


def test_who_runs_or_sprints_looks_where_it_goes_who_walks_or_jogs_does_not() -> None:
    """P-LOS-2: facing east, going south."""
    for pace, looks in (("walking", "e"), ("jogging", "e"), ("running", "s"), ("sprinting", "s")):
        fought = moved(way(pace, to=[0, 2]))
        assert {facing for _, _, facing in fought.steps_taken("Ana")} == {looks}


def test_who_runs_turns_with_every_bend_of_the_way() -> None:
    """P-LOS-2: at once, when the step begins."""
    fought = moved(way("running", path=[[0, 1], [1, 1], [1, 0]]))
    assert [(event.t, event.facing) for event in fought.of("face", "Ana")] == [(0, "s"), (1, "e"), (2, "n")]


def test_who_runs_past_its_target_has_it_in_the_rear_at_the_impact() -> None:
    """P-LOS-2, P-MOV-1: Ana runs east past Bo; at 4, four squares on, he is behind her."""
    rows = ["A..........", "..B........"]
    fought = moved([way("running", to=[10, 0]), FIRE], rows=rows)
    (impact,) = fought.of("impact")
    assert (impact.result, impact.rule) == ("out_of_reach", "P-LOS-2")


# cover


def test_taking_cover_goes_to_the_nearest_covered_square() -> None:
    """P-LOS-4, section 6: from (0, 2) the line to Bo falls two rows in five columns: in column 1 it passes the wall in row 2."""
    fought = moved({"do": "cover", "pace": "jogging"}, rows=["A....B", "......", ".#...."])
    assert [(t, square) for t, square, _ in fought.steps_taken("Ana")] == [(2, (0, 1)), (4, (0, 2))]
    assert fought.of("walk", "Ana")[0].why == "takes cover"
