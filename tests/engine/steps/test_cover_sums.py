"""Covers add up, and the sum is rounded down to the row it reaches (P-LOS-4, P-LOS-5)."""

from __future__ import annotations

import pytest
from firefights import FIRE, Player, fight, one, play, totals

import scenarios
from engine.steps.actions import Fire

SHIPPED = """
schema = "couched.scenario/1"
name = "Shipped cover"
system = "steps"
rules = { max_counts = 5 }
field = { rows = ["A..x.B"], legend = { x = "THING" } }

[[combatants]]
name = "Ana"
side = "red"
mark = "A"
weapons = ["pistol"]
agent = { policy = "script", orders = [{ do = "fire" }] }

[[combatants]]
name = "Bo"
side = "blue"
mark = "B"
agent = "hold"
"""


def boxes(*percents: int) -> list[dict[str, object]]:
    """Return objects of so much cover, one behind the other from column 1 on."""
    return [{"name": f"box {x}", "cover": percent, "position": [x, 0]} for x, percent in enumerate(percents, 1)]


def test_a_chair_and_a_desk_are_three_quarters_and_three_steps() -> None:
    """P-LOS-5: 25 + 50 = 75: medium 15 + 12 = 27."""
    fought = fight(["A..cd.....B"], one("Ana", "red", [FIRE]), one("Bo", "blue"), rolls={"Ana/check": totals(27)})
    assert fought.difficulties() == [27]
    assert fought.results() == ["hit"]
    assert [link.why for link in fought.of("chain")[0].links if link.rule == "P-LOS-5"] == ["cover 75%"]


@pytest.mark.parametrize(
    ("percents", "steps"),
    [((24,), 0), ((25,), 1), ((49,), 1), ((50,), 2), ((74,), 2), ((75,), 3), ((99,), 3), ((12, 12), 0), ((12, 13), 1),
     ((25, 25), 2), ((25, 25, 25), 3), ((40, 40), 3), ((30, 30), 2)],
)  # fmt: skip
def test_a_sum_counts_as_the_row_it_reaches(percents: tuple[int, ...], steps: int) -> None:
    """P-LOS-5 [R]: other sums round down, below 25 none; percents add, not steps."""
    ana, bo = one("Ana", "red", [FIRE]), one("Bo", "blue")
    fought = fight(["A....B"], ana, bo, objects=boxes(*percents), rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-5") == [steps]
    assert fought.difficulties() == [11 + 4 * steps]


@pytest.mark.parametrize("percents", [(100,), (50, 50), (25, 75), (80, 40), (25, 25, 25, 25)])
def test_a_hundred_percent_and_more_is_no_valid_target(percents: tuple[int, ...]) -> None:
    """P-LOS-5."""
    refused: list[str | None] = []
    ana = Player(lambda request: refused.append(request.legal(Fire(weapon="rifle", target="Bo"))))  # type: ignore[func-returns-value]
    fight(["A....B"], one("Ana", "red"), one("Bo", "blue"), objects=boxes(*percents), players={"Ana": ana})
    assert (refused[0] or "").startswith("P-LOS-5")


def test_several_objects_on_one_square_all_count() -> None:
    """P-LOS-4, P-LOS-5: a chair and a desk on one square."""
    pile = [{"name": "chair", "cover": 25, "position": [2, 0]}, {"name": "desk", "cover": 50, "position": [2, 0]}]
    ana, bo = one("Ana", "red", [FIRE]), one("Bo", "blue")
    fought = fight(["A....B"], ana, bo, objects=pile, rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-5") == [3]


@pytest.mark.parametrize(("name", "steps"), [("chair", 1), ("desk", 2), ("low_wall", 2)])
def test_the_shipped_chair_desk_and_low_wall_give_what_the_source_says(name: str, steps: int) -> None:
    """P-LOS-4: a chair 25, a desk 50, a low wall 50: 1, 2 and 2 steps."""
    fought = play(scenarios.loads(SHIPPED.replace("THING", name)), {"Ana/check": [9]})
    assert fought.steps("P-LOS-5") == [steps]


def test_cover_is_what_stands_there_at_the_impact_not_at_the_declaration() -> None:
    """P-LOS-5, CLK-4: Bo walks from the open to behind the desk while the shot is under way."""
    bo = one("Bo", "blue", [{"do": "move", "pace": "walking", "to": [4, 1]}])
    rows = ["A...B", "..d.."]
    fought = fight(rows, one("Ana", "red", [FIRE]), bo, rolls={"Ana/check": totals(9)})
    assert fought.times("step", "Bo") == [4]
    assert fought.steps("P-LOS-5") == [2]
