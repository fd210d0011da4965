"""``couched calc`` on the steps system: misses, lines, arcs, the times of a shot and of a way, worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InputError
from studies.calc import calc, command
from studies.questions import Refused


@pytest.mark.parametrize(
    ("total", "hits"),
    [(24, "target"), (23, "target"), (22, "cover"), (16, "cover"), (15, "stray"), (3, "stray")],
)
def test_a_miss_hits_the_bystander_in_the_way_when_the_check_exceeds_the_difficulty_without_its_cover(total: int, hits: str) -> None:
    """P-CVR-1, the worked example: at 15 with D in the way, 23 hits E, 16 to 22 hit D, 15 is stray."""
    told = calc("steps-miss", difficulty=15, covers=[50], total=total)
    assert (told["difficulty"], told["hits"]) == (23, hits)


@pytest.mark.parametrize("covers", [[50, 25], [25, 50]])
def test_the_largest_cover_is_asked_about_first(covers: list[int]) -> None:
    """P-CVR-1, the worked example: desk and chair before 15: 27; 20..26 the desk, 16..19 the chair; wherever they stand."""
    struck = {total: calc("steps-miss", difficulty=15, covers=covers, total=total) for total in range(15, 28)}
    assert struck[27]["hits"] == "target"
    assert {struck[total]["percent"] for total in range(20, 27)} == {50}
    assert {struck[total]["percent"] for total in range(16, 20)} == {25}
    assert struck[15]["hits"] == "stray"


def test_of_equal_covers_the_nearer_one_is_asked_about_first() -> None:
    """P-CVR-1: two chairs are 50%, 23; the nearer is hit above 19, the other above 15."""
    told = calc("steps-miss", difficulty=15, covers=[25, 25], total=20)
    assert (told["place"], told["in_the_way"]) == (
        1, [{"place": 1, "percent": 25, "above": 19}, {"place": 2, "percent": 25, "above": 15}],
    )  # fmt: skip
    assert calc("steps-miss", difficulty=15, covers=[25, 25], total=19)["place"] == 2


def test_the_targets_dodge_helps_what_is_in_the_way_nothing() -> None:
    """P-CVR-1: 15, half cover, dodged: 31; D is hit from 16 on all the same, now up to 30."""
    assert calc("steps-miss", difficulty=15, covers=[50], total=30, harder=2)["hits"] == "cover"
    assert calc("steps-miss", difficulty=15, covers=[50], total=31, harder=2)["hits"] == "target"
    assert calc("steps-miss", difficulty=15, covers=[50], total=16, harder=2)["hits"] == "cover"


def test_a_bystander_that_dodged_is_two_steps_harder_to_hit() -> None:
    """P-CVR-1, P-MOD-3: above 15 + 8 = 23; the target itself is hit from 23 on, so nothing is left for the bystander."""
    told = calc("steps-miss", difficulty=15, covers=[50], total=22, dodged=[1])
    assert (told["hits"], told["in_the_way"][0]["above"]) == ("stray", 23)


def test_cover_too_thin_to_count_is_not_hit_either() -> None:
    """P-LOS-5, P-CVR-1: 20% is no row: nothing was subtracted, so nothing can be hit by taking it off."""
    told = calc("steps-miss", difficulty=15, covers=[20], total=14)
    assert (told["difficulty"], told["hits"], told["in_the_way"]) == (15, "stray", [])


def test_a_difficulty_off_the_ladder_is_no_difficulty() -> None:
    """P-CHK-1: 3, 7, 11, ..."""
    with pytest.raises(InputError, match="one of the ladder"):
        calc("steps-miss", difficulty=16, covers=[50], total=20)


def test_who_is_not_in_the_way_can_not_dodge_in_it() -> None:
    with pytest.raises(InputError, match="a place among the 1 that covers= gives"):
        calc("steps-miss", difficulty=15, covers=[50], total=20, dodged=[2])


def test_full_cover_leaves_nothing_to_shoot_at() -> None:
    """P-LOS-5."""
    with pytest.raises(Refused, match="P-LOS-5"):
        calc("steps-miss", difficulty=15, covers=[50, 50], total=20)


@pytest.mark.parametrize(
    ("mode", "more", "times"),
    [
        ("single", {}, (0.0, 2.0, 4.0)),
        ("aimed", {"spells": 2}, (8.0, 10.0, 12.0)),
        ("burst", {}, (0.0, 2.0, 4.0)),
        ("auto", {}, (0.0, 2.0, 8.0)),
        ("single", {"dodges": 1}, (0.0, 3.0, 5.0)),
    ],
)
def test_a_shot_is_levelled_two_counts_and_then_squeezed(mode: str, more: dict[str, Any], times: tuple[float, ...]) -> None:
    """P-FIR-2: 2 to level, 2 to squeeze; full auto 8 in all. P-FIR-1: a spell of aim 4. P-MOD-2: a dodge 1."""
    told = calc("steps-timeline", mode=mode, **more)
    assert (told["begin"], told["commit"], told["impact"]) == times
    assert told["ready"] == told["impact"]
    assert told["seconds"] == times[2] / 4


def test_aim_is_for_an_aimed_shot() -> None:
    """P-FIR-1."""
    with pytest.raises(Refused, match="P-FIR-1"):
        calc("steps-timeline", mode="burst", spells=1)


AIMED = {"skill": "trained", "range": "medium", "fire": "aimed"}


@pytest.mark.parametrize(
    ("aim", "spells", "step"), [({}, 1, 2), ({"spells": 1}, 1, 2), ({"spells": 2}, 2, 1), ({"aim": 5}, 1, 2), ({"aim": 12}, 2, 1)]
)
def test_aim_is_given_in_spells_or_in_counts(aim: dict[str, int], spells: int, step: int) -> None:
    """P-FIR-1: 4 counts a spell, a step easier for each of two at most; trained at medium range is step 3."""
    told = calc("steps-difficulty", **AIMED, **aim)
    assert (told["spells"], told["step"]) == (spells, step)


@pytest.mark.parametrize("what", ["steps-difficulty", "odds steps-check"])
@pytest.mark.parametrize(
    "question", [AIMED | {"aim": 2}, AIMED | {"spells": 0}, AIMED | {"fire": "single", "aim": 4}, AIMED | {"fire": "burst", "spells": 1}]
)
def test_aim_that_counts_for_nothing_is_refused(what: str, question: dict[str, object]) -> None:
    """P-FIR-1: an aimed shot needs a spell, and aim is for it alone."""
    attribute = {"attribute": 5} if "odds" in what else {}
    with pytest.raises(Refused, match="P-FIR-1"):
        calc(what, **question, **attribute)


def test_aim_is_given_once() -> None:
    with pytest.raises(InputError, match="aim and spells"):
        calc("steps-difficulty", **AIMED, aim=4, spells=1)


def test_a_step_has_all_in_it() -> None:
    """P-CHK-2: what makes up a step says nothing beside it."""
    with pytest.raises(InputError, match="step and spells"):
        calc("odds steps-check", attribute=5, step=3, spells=1)


@pytest.mark.parametrize(("pace", "counts"), [("walking", 40.0), ("jogging", 20.0), ("running", 10.0)])
def test_ten_squares_take_their_time_by_pace(pace: str, counts: float) -> None:
    """P-MOV-1: 0.25, 0.5, 1 squares a count; a count is a quarter of a second, a square 1.5 m."""
    told = calc("steps-move", pace=pace, squares=10)
    assert told == {"counts": counts, "seconds": counts / 4, "meters": 15.0}


def test_a_diagonal_step_is_longer_by_the_root_of_two() -> None:
    """P-MOV-1, CLK-1: at 1 a count 1.41421356 counts, 11313.7 ticks of 8000, so 11314."""
    assert calc("steps-move", pace="running", squares=0, diagonals=1)["counts"] == 11314 / 8000


@pytest.mark.parametrize(
    ("damage", "health", "left", "state"), [(5, 20, 17, "standing"), (22, 20, 0, "down"), (41, 20, -19, "down"), (42, 20, -20, "dead")]
)
def test_a_hit_costs_what_armor_lets_through(damage: int, health: int, left: int, state: str) -> None:
    """P-DMG-1: 2 stopped; down at 0, dead at -20."""
    assert calc("steps-hit", damage=damage, armor=2, health=health) == {"lost": damage - 2, "health": left, "state": state}


def test_the_line_runs_through_squares_and_not_through_corners() -> None:
    """P-LOS-1: from 0,0 to 2,2 it touches 1,0 and 0,1 at a corner only."""
    assert calc("steps-los", **{"from": [0, 0], "to": [2, 2]})["between"] == [[1, 1]]
    told = calc("steps-los", **{"from": [0, 0], "to": [2, 1]})
    assert (told["between"], told["distance"]) == ([[1, 0], [1, 1]], 2.24)


def test_what_stands_on_the_line_adds_up() -> None:
    """P-LOS-4, P-LOS-5: a chair and a character: 75%, three steps; P-LOS-7: smoke hides wholly, 4 more, and is no cover."""
    told = calc("steps-los", **{"from": [0, 0], "to": [5, 0], "map": ".h@.~."})
    assert (told["cover"], told["concealment"], told["valid"], told["steps"]) == (75, 100, True, 7)
    assert told["in_the_way"] == [
        {"what": "chair", "percent": 25, "square": "1,0"}, {"what": "a character", "percent": 50, "square": "2,0"},
    ]  # fmt: skip


def test_the_figure_of_the_source() -> None:
    """P-LOS-4, P-LOS-5: E behind D 50%; C behind a half wall 50%; B behind a wall: no target."""
    rows = "..#../.@.../..n.."
    seen = {row: calc("steps-los", **{"from": [0, row], "to": [4, row], "map": rows}) for row in range(3)}
    assert [(told["valid"], told["steps"]) for told in seen.values()] == [(False, None), (True, 2), (True, 2)]


def test_two_characters_in_the_way_leave_no_target() -> None:
    """P-LOS-4."""
    assert calc("steps-los", **{"from": [0, 0], "to": [3, 0], "map": ".@@."})["cover"] == 100


@pytest.mark.parametrize(
    ("word", "allowed"),
    [("map=.../..", "rows of one length"), ("map=.?.", "free"), ("map=..", "a square of the map"), ("map=", "rows of one length")],
)
def test_a_map_that_can_not_be_read_is_refused_with_what_is_allowed(word: str, allowed: str) -> None:
    with pytest.raises(InputError, match=allowed):
        command(["steps-los", "from=0,0", "to=2,0", word])


@pytest.mark.parametrize(
    ("to", "arc", "guards"),
    [
        ("6,4", "front", ["forward", "guarded", "full"]),
        ("6,6", "flank", ["guarded", "full"]),
        ("5,6", "rear", ["full"]),
        ("5,5", "front", ["forward", "guarded", "full"]),
    ],
)
def test_a_border_belongs_to_the_more_forward_arc(to: str, arc: str, guards: list[str]) -> None:
    """P-LOS-2, P-MOD-1: facing n, 45 degrees are front still, 135 flank."""
    told = command(["steps-arc", "facing=n", "from=5,5", f"to={to}"])
    assert (told["arc"], told["guarded_by"], told["seen"]) == (arc, guards, arc != "rear")


def test_a_square_is_a_column_and_a_row() -> None:
    with pytest.raises(InputError, match="a column and a row"):
        command(["steps-arc", "facing=n", "from=5", "to=6,6"])
