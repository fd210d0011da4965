"""Concealment hinders sight only (P-LOS-7)."""

from __future__ import annotations

import pytest
from firefights import FIRE, fight, one, totals


def veils(*percents: int) -> list[dict[str, object]]:
    """Return things that hide so much and cover nothing, one behind the other from column 1 on."""
    return [
        {"name": f"veil {x}", "concealment": percent, "passable": True, "position": [x, 0]}
        for x, percent in enumerate(percents, 1)
    ]


@pytest.mark.parametrize(
    ("percents", "steps"),
    [((24,), 0), ((25,), 1), ((50,), 2), ((75,), 3), ((99,), 3), ((100,), 4), ((50, 50), 4), ((100, 100), 4), ((25, 50), 3)],
)
def test_the_rows_of_cover_and_at_the_full_four_steps_and_still_a_valid_target(percents: tuple[int, ...], steps: int) -> None:
    """P-LOS-7."""
    ana, bo = one("Ana", "red", [FIRE]), one("Bo", "blue")
    fought = fight(["A....B"], ana, bo, objects=veils(*percents), rolls={"Ana/check": totals(9)})
    assert fought.steps("P-LOS-7") == [steps]
    assert fought.difficulties() == [11 + 4 * steps]


def test_concealment_stops_no_bullet_and_a_miss_hits_none_of_it() -> None:
    """P-LOS-7, P-CVR-1: at 19, a check of 18 is above 11, the difficulty without it, and strays all the same."""
    fought = fight(["A..s.B"], one("Ana", "red", [FIRE]), one("Bo", "blue"), rolls={"Ana/check": totals(18)})
    assert fought.results() == ["miss"]
    assert fought.of("object") == []


def test_concealment_and_cover_add() -> None:
    """P-LOS-7 [R]: smoke 2 and a desk 2 at short range: step 6, 27."""
    fought = fight(["A.sd.B"], one("Ana", "red", [FIRE]), one("Bo", "blue"), rolls={"Ana/check": totals(27)})
    assert fought.difficulties() == [27]
    assert fought.results() == ["hit"]


@pytest.mark.parametrize(("check", "result"), [(27, "hit"), (26, "miss: desk"), (20, "miss: desk"), (19, "miss")])
def test_who_shoots_through_smoke_hits_the_desk_less_easily_too(check: int, result: str) -> None:
    """P-LOS-7, P-CVR-1: only the desk's penalty is taken off: 27 - 8 = 19 is to be exceeded."""
    fought = fight(["A.sd.B"], one("Ana", "red", [FIRE]), one("Bo", "blue"), rolls={"Ana/check": totals(check)})
    assert fought.results() == [result]


def test_the_full_table_of_locations_is_used_behind_concealment() -> None:
    """P-LOS-7, P-DMG-1: full concealment hides no part: a d100 of 99 is the left foot."""
    rolls = {"Ana/check": totals(27), "Ana/location": [99], "Ana/damage": [[1, 1]]}
    fought = fight(["A....B"], one("Ana", "red", [FIRE]), one("Bo", "blue"), objects=veils(100), rolls=rolls)
    assert fought.wounds() == [(4, "Bo", "left foot", 2)]


def test_one_thing_may_both_cover_and_hide() -> None:
    """P-LOS-5, P-LOS-7: a hedge of 25% and 50%: 1 + 2 steps."""
    hedge = [{"name": "hedge", "cover": 25, "concealment": 50, "position": [2, 0]}]
    ana, bo = one("Ana", "red", [FIRE]), one("Bo", "blue")
    fought = fight(["A....B"], ana, bo, objects=hedge, rolls={"Ana/check": totals(9)})
    assert (fought.steps("P-LOS-5"), fought.steps("P-LOS-7")) == ([1], [2])


def test_what_hides_is_destroyed_only_by_what_hits_it() -> None:
    """P-LOS-7: a hedge of 1 health, hit by a miss, hides and covers no more at the next shot."""
    hedge = [{"name": "hedge", "cover": 25, "concealment": 50, "health": 1, "position": [2, 0]}]
    ana, bo = one("Ana", "red", [FIRE, FIRE]), one("Bo", "blue")
    fought = fight(["A....B"], ana, bo, objects=hedge, rolls={"Ana/check": totals(22, 11)})
    assert fought.results() == ["miss: hedge", "hit"]
    assert fought.difficulties() == [23, 11]
