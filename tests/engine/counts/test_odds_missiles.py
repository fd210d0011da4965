"""Simulated missiles against exact odds: range bands, DEF, following a target, bystanders (C-MIS-1, C-HIT-2 to C-HIT-5).

Ana shoots with a skill of 90. A target that rides actively counts as moving while it stands still (C-HIT-3).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from duels import fighter, sword
from samples import STURDY, Drill, agrees, counted, in_turn

from engine.counts.actions import Aim, Fire
from studies.calc import calc

FACES = range(1, 101)
SKILL = 90
RANGES = {"short": 20, "medium": 40, "long": 60}


def bow(name: str) -> dict[str, Any]:
    """A bow of W 1 with ten thousand shots in it, whose arrows take no time to speak of."""
    return sword(name=name, wsd=1, velocity=100_000, shots=10_000, ammunition=10_000, **RANGES)


def archer(**has: Any) -> dict[str, Any]:
    bows = [bow("first"), bow("second")]
    return fighter("Ana", "red", 0, weapons=bows, skills={"first": SKILL, "second": SKILL}, **({"def_on": False} | has))


def shots(chance: int) -> dict[str, int]:
    """Count what the hundred faces do at a chance."""
    hits = min(max(chance, 5), 95)
    return {"hit": hits, "miss": 95 - hits, "critical_miss": 5}


# range


@pytest.fixture(scope="module")
def ranged() -> Drill:
    """Targets at 20, 40 and 60 ft and at 20.01 and 40.01 ft, in turn, from either bow."""
    places = {"Bo": 20, "Cy": 40, "Di": 60, "Ed": 20.01, "Flo": 40.01}
    foes = [
        fighter(name, "blue", 0, position=[0, feet] if place % 2 else [feet, 0], **STURDY)
        for place, (name, feet) in enumerate(places.items())
    ]
    row = [Fire(target=name, weapon=weapon) for weapon in ("first", "second") for name in places]
    rules = {"bystander_feet": 0}
    return Drill([archer(), *foes], {"Ana": in_turn(*row)}, ["impact"], 19_990, rules)


@pytest.mark.parametrize(
    ("name", "feet", "modifier"), [("Bo", 20, 0), ("Ed", 20.01, -20), ("Cy", 40, -20), ("Flo", 40.01, -40), ("Di", 60, -40)]
)
def test_shots_by_range_band(name: str, feet: float, modifier: int, ranged: Drill) -> None:
    """C-MIS-1: a border belongs to the nearer band."""
    seen = counted(event.result for event in ranged.of("impact") if event.target == name)
    assert sum(seen.values()) > 3_900
    assert calc("missile-range", distance=feet, **RANGES)["modifier"] == modifier
    assert agrees(seen, shots(SKILL + modifier))
    assert not agrees(seen, shots(SKILL + (modifier - 20 if modifier > -40 else 0)))


# following a target


@pytest.fixture(scope="module")
def followed() -> Drill:
    """Ana, Targeting Perception 60, follows Bo and shoots, over and over; Bo rides."""
    bo = fighter("Bo", "blue", 20, riding=True, **STURDY)
    row = [option for weapon in ("first", "second") for option in (Aim(target="Bo"), Fire(target="Bo", weapon=weapon))]
    rules = {"aim_counts": 0.5}
    return Drill([archer(targeting_perception=60), bo], {"Ana": in_turn(*row)}, ["aim", "impact"], 29_990, rules)


def test_following_a_target_and_shooting_at_it(followed: Drill) -> None:
    """C-HIT-4: 60 of 100 times the target's -40 is -20; all pairs of rolls."""
    aims, hits = followed.of("aim"), followed.of("impact")
    assert len(hits) > 19_000
    seen = counted((aim.success, hit.result) for aim, hit in zip(aims, hits, strict=False))
    weights = {
        (made, result): times * faces
        for made, times, chance in ((True, 60, SKILL - 20), (False, 40, SKILL - 40))
        for result, faces in shots(chance).items()
    }
    assert sum(weights.values()) == 10_000
    assert agrees(seen, weights)
    unhalved = {(made, result): (60 if made else 40) * faces for made, result in weights for faces in [shots(50)[result]]}
    assert not agrees(seen, unhalved)


def test_a_moving_target_costs_what_calc_tells() -> None:
    """C-HIT-2, C-HIT-4."""
    still = {"attacker_speed": 0, "relative_speed": 0, "angle": 0, "target_speed": 2}
    assert calc("movement", **still)["modifier"] == -40
    assert calc("movement", targeting=True, **still)["modifier"] == -20


# who stands in the line


@pytest.fixture(scope="module")
def crowded() -> Drill:
    """Ana, DEF on, shoots at Bo, who rides; Cid, her friend, stands 3 ft beside the line."""
    bo = fighter("Bo", "blue", 20, riding=True, **STURDY)
    cid = fighter("Cid", "red", 10, position=[10, 3], **STURDY)
    ana = archer(def_on=True)
    row = [Fire(target="Bo", weapon=weapon) for weapon in ("first", "second")]
    return Drill([ana, bo, cid], {"Ana": in_turn(*row)}, ["impact"], 19_990)


def struck(chance: int, excused: int) -> Counter[str]:
    """Count who is struck by each of the hundred faces: the target, the bystander, nobody (C-MIS-1)."""
    found: Counter[str] = Counter()
    for face in FACES:
        if face >= 96:
            found["nobody"] += 1
        elif face <= max(chance, 5):
            found["Bo"] += 1
        else:
            found["Cid" if face <= chance - excused else "nobody"] += 1
    return found


def test_bystanders(crowded: Drill) -> None:
    """C-MIS-1, C-HIT-5: 90 - 30 for DEF - 40 for the riding target is 20; 21 to 60 would have hit but for the 40."""
    impacts = crowded.of("impact")
    seen = counted(event.target if event.result == "hit" else "missed" for event in impacts)
    seen["nobody"] = seen.pop("missed") - seen["Cid"]
    assert sum(seen.values()) > 19_000
    assert struck(20, -40) == {"Bo": 20, "Cid": 40, "nobody": 40}
    assert agrees(seen, struck(20, -40))
    assert not agrees(seen, struck(50, -40))
    assert not agrees(seen, struck(20, -20))
    assert not agrees(seen, struck(20, -44))
