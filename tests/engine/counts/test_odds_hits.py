"""Simulated blows against exact odds: who is hit, how well, and where (C-HIT-1, C-HIT-8, C-STG-3, C-LOC-1, C-LOC-2).

Bo takes 20,000 or 10,000 blows of each kind. Expected weights are counted face by face here, and by `couched calc odds`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from samples import NUMBER, Drill, agrees, blows, by_weapon, counted

from studies.calc import calc

FACES = range(1, 101)

PARTS = {
    "head": 10, "chest": 29, "upper_arm": 8, "lower_arm": 4, "hand": 2, "abdomen": 28, "groin": 3, "upper_leg": 10,
    "lower_leg": 4, "foot": 2,
}  # fmt: skip
HEAD = {
    "skull": 30, "side": 20, "eyes": 5, "nose": 10, "cheeks": 15, "mouth": 5, "neck": 10, "throat": 5,
}  # fmt: skip


def what_each_face_does(chance: int, floor: int = 5, critical: int = 96, step: int = 10) -> dict[tuple[str, Any], int]:
    """Count result and SL of the hundred faces (C-HIT-1, C-HIT-8)."""
    found: dict[tuple[str, Any], int] = {}
    for face in FACES:
        if face >= critical:
            came: tuple[str, Any] = ("critical_miss", None)
        elif face <= chance or face <= floor:
            came = ("hit", max(0, (chance - face) // step))
        else:
            came = ("miss", None)
        found[came] = found.get(came, 0) + 1
    return found


@pytest.fixture(scope="module")
def pressed() -> Drill:
    """A called head at 85 - 20; a pike of 8 ft at its Over 1, 71 halved to 35."""
    weapons = [{"name": "sword"}, {"name": "pike", "length": 8}]
    return blows(weapons, options=[{"location": "head"}, {}], keep=("impact", "roll"),
                 ana_has={"skills": {"sword": 85, "pike": 71}})  # fmt: skip


@pytest.fixture(scope="module")
def extremes() -> Drill:
    """A chance of -30 and one of 120."""
    weapons = [{"name": "stick", "mod": -60}, {"name": "sword", "mod": 20}]
    return blows(weapons, ana_has={"skills": {"stick": 30, "sword": 100}}, keep=("impact", "roll"), number=NUMBER // 2,
                 seed=1)  # fmt: skip


def results(drill: Drill, weapon: str) -> Any:
    return counted((event.result, event.sl) for event in by_weapon(drill, weapon))


def test_a_chance_of_65(pressed: Drill) -> None:
    """C-HIT-1, C-HIT-6: SL 6 on 1 to 5, the last five faces miss critically."""
    seen = results(pressed, "sword")
    assert sum(seen.values()) == 20_000
    assert agrees(seen, what_each_face_does(65))
    assert not agrees(seen, what_each_face_does(65, critical=98))
    assert not agrees(seen, what_each_face_does(65, step=11))
    assert not agrees(seen, what_each_face_does(69))


def test_half_of_71_at_over_1(pressed: Drill) -> None:
    """C-STG-3: rounded down to 35."""
    seen = results(pressed, "pike")
    assert agrees(seen, what_each_face_does(35))
    assert not agrees(seen, what_each_face_does(71))
    assert not agrees(seen, {key: what_each_face_does(71)[key] for key in what_each_face_does(35)})


def test_a_chance_of_minus_30_hits_by_the_floor(extremes: Drill) -> None:
    """C-HIT-8: 1 to 5, at SL 0."""
    seen = results(extremes, "stick")
    assert agrees(seen, what_each_face_does(-30))
    assert agrees(seen, {("hit", 0): 5, ("miss", None): 90, ("critical_miss", None): 5})
    assert not agrees(seen, what_each_face_does(-30, floor=0))
    assert not agrees(seen, what_each_face_does(-30, floor=8))


def test_a_chance_of_120_misses_from_96(extremes: Drill) -> None:
    """C-HIT-1: SL 2 to 11."""
    seen = results(extremes, "sword")
    assert agrees(seen, what_each_face_does(120))
    assert not agrees(seen, what_each_face_does(120, critical=101))
    assert not agrees(seen, what_each_face_does(116))


@pytest.mark.parametrize(
    ("which", "weapon", "chance"),
    [("pressed", "sword", 65), ("pressed", "pike", 35), ("extremes", "stick", -30), ("extremes", "sword", 120)],
)
def test_the_odds_that_calc_tells(which: str, weapon: str, chance: int, request: pytest.FixtureRequest) -> None:
    """C-HIT-1: hit, miss and critical miss, and each SL."""
    told = calc("odds hit", chance=chance)
    weights: dict[Any, Fraction] = {("hit", int(sl)): Fraction(part).limit_denominator(100) for sl, part in told["sl"].items()}
    weights |= {(name, None): Fraction(told["exact"][name]) for name in ("miss", "critical_miss")}
    assert sum(weights.values()) == 1
    assert agrees(results(request.getfixturevalue(which), weapon), weights)


def test_where_blows_land(extremes: Drill) -> None:
    """C-LOC-1: ten parts; even is right, odd is left."""
    places = [event.result.split(" ") for event in extremes.rolls("location")]
    assert len(places) > 9_500
    seen = counted(part for _, part in places)
    assert agrees(seen, PARTS)
    assert not agrees(seen, PARTS | {"chest": 26, "abdomen": 31})
    assert agrees(counted(side for side, _ in places), {"left": 1, "right": 1})
    assert not agrees(counted(side for side, _ in places), {"left": 53, "right": 47})


def test_each_part_has_the_sides_of_its_own_faces(extremes: Drill) -> None:
    """C-LOC-1: chest 11 to 39 has fifteen odd faces and fourteen even ones, groin 82 to 84 two even ones."""
    weights: dict[str, int] = {}
    first = 1
    for part, faces in PARTS.items():
        for face in range(first, first + faces):
            place = f"{'left' if face % 2 else 'right'} {part}"
            weights[place] = weights.get(place, 0) + 1
        first += faces
    seen = counted(event.result for event in extremes.rolls("location"))
    assert (weights["left chest"], weights["right groin"]) == (15, 2)
    assert agrees(seen, weights)
    other = {"left": "right", "right": "left"}
    swapped = {f"{other[side]} {part}": faces for (side, part), faces in ((key.split(" "), weights[key]) for key in weights)}
    assert not agrees(seen, swapped)


def test_where_on_the_head(pressed: Drill, extremes: Drill) -> None:
    """C-LOC-2: of calls of the head."""
    seen = counted(event.result for event in pressed.rolls("head_location"))
    assert sum(seen.values()) > 12_000
    assert agrees(seen, HEAD)
    assert not agrees(seen, HEAD | {"eyes": 10, "nose": 5})
    assert agrees(counted(event.result for event in extremes.rolls("head_location")), HEAD)
