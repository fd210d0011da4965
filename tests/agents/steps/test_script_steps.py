"""The script agent in a steps fight: what an order leaves out, and when its turn has come (contract 4, section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from patrol import battle, foe
from skirmish import GRENADE, PISTOL, RIFLE, one, wall

from agents.orders import read
from engine import InputError
from engine.errors import AgentError
from engine.scenario import AgentSpec
from studies.run import run

Orders = Sequence[Mapping[str, Any]]


def told(orders: Orders, *others: Any, weapons: Any = (RIFLE, PISTOL), **more: Any) -> list[tuple[float, dict[str, Any]]]:
    """Return what Ana does when, holds left out, against opponents that hold for 60 counts."""
    script = AgentSpec("script", {"orders": list(orders)})
    ana = one("Ana", "red", (3, 7), facing="e", weapons=weapons)
    fight = battle({"Ana": script, "blue": "hold"}, ana, *others, max_counts=60, **more)
    log = run(fight, 0, on_illegal="raise").log()
    made = [line for line in log if line["type"] == "decision" and line["actor"] == "Ana"]
    return [(line["t"], line["option"]) for line in made if line["option"]["do"] != "hold"]


def tough(name: str, square: tuple[int, int]) -> Any:
    return foe(name, square, health=1000)


def test_an_order_means_the_nearest_opponent_in_sight_and_the_weapon_in_hand() -> None:
    near_behind = tough("Cy", (1, 7))
    made = told([{"do": "fire"}], tough("Bo", (12, 7)), tough("Di", (9, 7)), near_behind)
    assert made == [(0.0, {"do": "fire", "weapon": "rifle", "target": "Di"})]


def test_who_has_aimed_shoots_at_whom_it_aimed_at() -> None:
    """P-FIR-1."""
    made = told([{"do": "aim", "target": "Bo"}, {"do": "fire", "mode": "aimed"}], tough("Bo", (12, 7)), tough("Di", (9, 9)))
    assert made[1] == (4.0, {"do": "fire", "weapon": "rifle", "target": "Bo", "mode": "aimed"})


def test_to_bring_a_weapon_means_one_that_is_not_in_hand() -> None:
    """P-FIR-2."""
    assert told([{"do": "bring"}], tough("Bo", (9, 7)))[0][1] == {"do": "bring", "weapon": "pistol"}


def test_in_direct_fire_goes_to_its_point() -> None:
    """P-LOS-3: ``at`` is a count in an order."""
    made = told([{"do": "fire", "indirect": True, "at": 3, "point": [9, 3]}], tough("Bo", (16, 7)), weapons=(GRENADE,))
    assert made == [(3.0, {"do": "fire", "weapon": "grenade", "indirect": True, "at": [9, 3]})]


def test_in_direct_fire_means_the_nearest_in_sight() -> None:
    """P-LOS-3: nobody out of sight."""
    made = told([{"do": "fire", "indirect": True}], tough("Bo", (9, 7)), weapons=(GRENADE,))
    assert made[0][1]["target"] == "Bo"
    hidden = wall(*((6, row) for row in range(15)))
    with pytest.raises(AgentError, match=r"orders\[0\]"):
        told([{"do": "fire", "indirect": True}], tough("Bo", (9, 7)), weapons=(GRENADE,), objects=hidden)


def test_a_second_movement_waits_for_the_first_to_arrive() -> None:
    """CLK-2, P-MOV-1: two squares at a run are there at count 2."""
    orders = [{"do": "move", "pace": "running", "to": [5, 7]}, {"do": "move", "pace": "running", "to": [5, 9]}]
    assert [t for t, _ in told(orders, tough("Bo", (16, 7)))] == [0.0, 2.0]


def test_what_is_not_legal_in_its_turn_is_an_error_that_names_the_order() -> None:
    """P-LOS-5."""
    with pytest.raises(AgentError, match=r"orders\[0\] .*is not legal at count 0: P-LOS-5"):
        told([{"do": "fire", "target": "Bo"}], tough("Bo", (9, 7)), objects=wall((6, 7)))


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ({"do": "move", "pace": "running"}, "a move with no goal"),
        ({"do": "move", "pace": "running", "to": [1, 1], "path": [[1, 1]]}, "a move with to and path"),
        ({"do": "move", "pace": "still", "to": [1, 1]}, "a stop with to"),
        ({"do": "mode"}, "mode without `mode`"),
        ({"do": "face"}, "face without `facing`"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(order: Mapping[str, Any], found: str) -> None:
    """P-MOV-1."""
    with pytest.raises(InputError, match=found):
        read([order], "agent.orders", "steps")
