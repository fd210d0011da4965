"""Lines of sight: what intervenes, whom one can shoot at, what people in the way give (P-LOS-1, P-LOS-2, P-LOS-4)."""

from __future__ import annotations

import pytest
from firefights import FIRE, Fought, Player, fight, one, play, rifle, totals

import scenarios
from engine.steps.actions import Fire

FIGURE = """
schema = "couched.scenario/1"
name = "The figure"
system = "steps"
rules = { max_counts = 20 }

[field]
rows = [
    "......C.....",
    ".....h......",
    "............",
    "F..A....D..E",
    "............",
    ".....#......",
    "......B.....",
]
legend = { h = { name = "half wall", cover = 50 }, "#" = { name = "wall", cover = 100 } }

[[combatants]]
name = "A"
side = "red"
mark = "A"
facing = "e"
shooting = 8
skills = { rifle = "trained" }
weapons = [{ name = "rifle", damage = "2d6" }]
agent = { policy = "script", orders = [ORDERS] }
""" + "".join(
    f'\n[[combatants]]\nname = "{name}"\nside = "blue"\nmark = "{name}"\nmode = "none"\nhealth = 500\nagent = "hold"\n'
    for name in "BCDEF"
)


def figure(orders: str, *checks: int) -> Fought:
    """Play the source's figure: A faces east, D in the open, E behind D, C behind half a wall, B behind a wall, F behind A."""
    return play(scenarios.loads(FIGURE.replace("ORDERS", orders)), {"A/check": totals(*checks)})


def test_the_figure_d_is_clear_and_e_and_c_are_half_covered() -> None:
    """P-LOS-1, P-LOS-4, P-LOS-5: D at 5 squares is short, 11; E at 8 is medium, 15 + 8; C at 4.24 is short, 11 + 8."""
    orders = ", ".join(f'{{ do = "fire", target = "{name}" }}' for name in "DEC")
    fought = figure(orders, 11, 23, 19)
    assert fought.impacts() == [(4, "A", "D", "hit"), (8, "A", "E", "hit"), (12, "A", "C", "hit")]
    assert fought.difficulties() == [11, 23, 19]
    assert fought.steps("P-LOS-5") == [0, 2, 2]


def test_the_figure_a_check_one_too_low_for_e_or_c_hits_what_covers_them() -> None:
    """P-LOS-4, P-CVR-1: 22 for E is D; 18 for C is the half wall; 10 for D is nobody."""
    orders = ", ".join(f'{{ do = "fire", target = "{name}" }}' for name in "DEC")
    assert figure(orders, 10, 22, 18).results() == ["miss", "miss: D", "miss: half wall"]


@pytest.mark.parametrize(("name", "rule"), [("B", "P-LOS-5"), ("F", "P-LOS-5"), ("C", None), ("D", None), ("E", None)])
def test_the_figure_b_behind_the_wall_and_f_in_the_rear_are_no_valid_targets(name: str, rule: str | None) -> None:
    """P-LOS-2, P-LOS-5."""
    found: list[str | None] = []

    def answer(request: object) -> None:
        found.append(request.legal(Fire(weapon="rifle", target=name)))  # type: ignore[attr-defined]

    play(scenarios.loads(FIGURE.replace("ORDERS", "")), players={"A": Player(answer)})
    assert (found[0] or "None").split(":")[0] == str(rule)


def test_the_figure_f_can_be_shot_once_a_has_turned_round() -> None:
    """P-LOS-2, P-FIR-2: a turn of 1 count, then a shot of 4, at short range."""
    fought = figure('{ do = "face", facing = "w" }, { do = "fire", target = "F" }', 11)
    assert fought.impacts() == [(5, "A", "F", "hit")]


# what intervenes


@pytest.mark.parametrize(
    ("rows", "steps"),
    [
        (["A.d.B"], 2),  # straight through
        (["A....", ".d...", "..B.."], 2),  # along the diagonal, through its centre
        (["Ad...", "d....", "..B.."], 0),  # both touch the diagonal only at a corner
        (["Ad..", "...B"], 2),  # 1 down in 3: passes (1, 0) before the edge of the rows
        (["A...", "..dB"], 2),
        (["A.d.", "...B"], 0),  # at column 2 it is in the lower row already
        (["A...B", "dd.dd"], 0),  # beside the line
    ],
)  # fmt: skip
def test_an_object_intervenes_on_a_square_that_the_line_passes_through(rows: list[str], steps: int) -> None:
    """P-LOS-1: touching only a corner is not passing through."""
    fought = fight(rows, one("Ana", "red", [FIRE]), one("Bo", "blue"), rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-5") == [steps]


def test_what_stands_on_the_squares_of_shooter_and_target_does_not_count() -> None:
    """P-LOS-1: chairs under both."""
    chairs = [{"name": "chair", "cover": 25, "passable": True, "position": [x, 0]} for x in (0, 4)]
    ana, bo = one("Ana", "red", [FIRE]), one("Bo", "blue")
    fought = fight(["A...B"], ana, bo, objects=chairs, rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-5") == [0]


def test_people_on_the_squares_of_shooter_and_target_do_not_count() -> None:
    """P-LOS-1: Cid beside Ana on her square, Di beside Bo on his."""
    cid, di = one("Cid", "red", position=[0, 0]), one("Di", "blue", position=[4, 0])
    ana = one("Ana", "red", [FIRE | {"target": "Bo"}])
    del cid["mark"], di["mark"]
    fought = fight(["A...B"], ana, one("Bo", "blue"), cid, di, rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-5") == [0]


# people in the way


@pytest.mark.parametrize("side", ["red", "blue"])
def test_one_character_in_the_way_gives_half_cover_friend_or_foe(side: str) -> None:
    """P-LOS-4."""
    ana = one("Ana", "red", [FIRE | {"target": "Bo"}])
    fought = fight(["A.C.B"], ana, one("Bo", "blue"), one("Cid", side), rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-5") == [2]


def test_a_character_who_walks_gives_half_cover_too() -> None:
    """P-LOS-4: any posture; Cid jogs along the line, 2 squares by count 4."""
    ana = one("Ana", "red", [FIRE | {"target": "Bo"}])
    cid = one("Cid", "red", [{"do": "move", "pace": "jogging", "to": [6, 0]}])
    fought = fight(["AC......B"], ana, one("Bo", "blue"), cid, rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-5") == [2]


def test_the_second_character_to_come_into_the_way_makes_the_target_invalid_at_the_impact() -> None:
    """P-LOS-4: two give 100%; Di walks into the line at count 4, at the count of the impact: arrivals come first."""
    ana = one("Ana", "red", [FIRE | {"target": "Bo"}])
    di = one("Di", "blue", [{"do": "move", "pace": "walking", "to": [3, 0]}])
    fought = fight(["A.C..B", "...D.."], ana, one("Bo", "blue"), one("Cid", "blue"), di)
    (impact,) = fought.of("impact")
    assert (impact.t, impact.result, impact.rule) == (4, "out_of_reach", "P-LOS-5")
    assert "100%" in impact.why


def test_a_character_and_a_chair_are_three_quarters_and_with_a_desk_full_cover() -> None:
    """P-LOS-4, P-LOS-5: 50 + 25 = 75; 50 + 50 = 100."""
    ana = one("Ana", "red", [FIRE | {"target": "Bo"}])
    fought = fight(["A.Cc.B"], ana, one("Bo", "blue"), one("Cid", "blue"), rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-5") == [3]
    player = Player(lambda request: refused.append(request.legal(Fire(weapon="rifle", target="Bo"))))  # type: ignore[func-returns-value]
    refused: list[str | None] = []
    fight(["A.Cd.B"], one("Ana", "red"), one("Bo", "blue"), one("Cid", "blue"), players={"Ana": player})
    assert (refused[0] or "").startswith("P-LOS-5")


def test_who_is_down_gives_no_cover() -> None:
    """P-LOS-4 [R]: Cid, of health 1, is shot first; then Bo behind him is in the open."""
    ana = one("Ana", "red", [FIRE | {"target": "Cid"}, FIRE | {"target": "Bo"}])
    cid = one("Cid", "blue", health=1)
    fought = fight(["A.C.B"], ana, one("Bo", "blue"), cid, rolls={"Ana/check": totals(15, 9), "Ana/location": [20]})
    assert fought.downs() == [(4, "Cid")]
    assert fought.steps("P-LOS-5") == [0, 0]


# the rear


@pytest.mark.parametrize(("facing", "result"), [("ne", "hit"), ("n", "hit"), ("nw", "hit")])
def test_a_target_in_front_or_in_the_flank_up_to_135_degrees_is_seen(facing: str, result: str) -> None:
    """P-LOS-2: Bo lies east: 45, 90, 135 degrees off."""
    ana = one("Ana", "red", [FIRE], facing=facing)
    assert fight(["A..B"], ana, one("Bo", "blue"), rolls={"Ana/check": totals(15)}).results() == [result]


def test_a_target_that_comes_into_the_rear_before_the_impact_is_out_of_reach() -> None:
    """P-LOS-2: facing nw, Bo due east is at 135 degrees; a square farther south, from 3.5 on, beyond."""
    ana = one("Ana", "red", [FIRE], facing="nw", weapons=[rifle()])
    bo = one("Bo", "blue", [{"do": "move", "pace": "running", "to": [3, 1], "at": 2.5}])
    fought = fight(["A..B", "...."], ana, bo)
    (impact,) = fought.of("impact")
    assert (impact.t, impact.result, impact.rule) == (4, "out_of_reach", "P-LOS-2")
