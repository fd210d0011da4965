"""Simulated declarations against exact odds: how long an INIT is, and who notices what (C-INI-1, C-INI-2, C-PER-1, C-PER-2)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from duels import fighter, sword
from samples import STURDY, Drill, agrees, counted, in_turn

from engine.counts.actions import Attack
from studies.calc import calc

SPD = 3


def waits(spd: float, preset: bool, points: int = 0) -> Counter[float]:
    """Count the waits of the 36 rolls (C-INI-1, C-INI-2)."""
    share = 0.5 if preset else 1.0
    rolls = product(range(1, 7), repeat=2)
    return Counter(max(0.0, (one + two) * share - spd * share - points) for one, two in rolls)


@pytest.fixture(scope="module")
def declared() -> Drill:
    """Ana changes her weapon (fresh) and repeats herself (pre-set), without speed points and with two or one."""
    arms = [sword(name=name, wsd=1) for name in ("left", "right")]
    ana = fighter("Ana", "red", 0, spd=SPD, weapons=arms, combat_maneuver_rank=1000)
    bo = fighter("Bo", "blue", 5, **STURDY)
    row = [
        Attack(target="Bo", weapon=weapon, speed_points=points)
        for weapon, points in (("left", 0), ("left", 0), ("right", 2), ("right", 1))
    ]
    return Drill([ana, bo], {"Ana": in_turn(*row)}, ["init"], 69_000, rules={"speed_point_refill": 100})


CASES = [(False, 0), (True, 0), (False, 2), (True, 1)]


def seen_of(declared: Drill, preset: bool, points: int) -> Counter[float]:
    return counted(
        event.counts for event in declared.of("init", "Ana") if (event.preset, event.speed_points) == (preset, points)
    )


def test_twenty_thousand_declarations_are_a_quarter_each(declared: Drill) -> None:
    """C-INI-1: the same attack again is pre-set, another weapon is fresh."""
    number = len(declared.of("init"))
    assert number > 20_000
    for preset, points in CASES:
        assert abs(sum(seen_of(declared, preset, points).values()) - number / 4) <= 1


@pytest.mark.parametrize(("preset", "points"), CASES)
def test_how_long_an_init_is(preset: bool, points: int, declared: Drill) -> None:
    """C-INI-1, C-INI-2: 2d6 - 3, or half of both, less the points, never below 0; a point of SPD or one point spent would show."""
    seen = seen_of(declared, preset, points)
    assert agrees(seen, waits(SPD, preset, points))
    assert not agrees(seen, waits(SPD - 1, preset, points))
    assert not agrees(seen, waits(SPD, preset, points + 1))
    assert not agrees(seen, waits(SPD, not preset, points))


@pytest.mark.parametrize(("preset", "points"), CASES)
def test_the_odds_that_calc_tells(preset: bool, points: int) -> None:
    """C-INI-1: `calc odds init` is the enumeration of the 36 rolls."""
    told = calc("odds init", spd=SPD, preset=preset, speed_points=points)["counts"]
    assert told == pytest.approx({f"{wait:g}": ways / 36 for wait, ways in sorted(waits(SPD, preset, points).items())})


# noticing

PERCEPTION = {"Bo": 40, "Cy": 40, "Di": 90}


@pytest.fixture(scope="module")
def watched() -> Drill:
    """Three watch Ana strike at Bo: Bo and Di face her, Cy has her in his back."""
    ana = fighter("Ana", "red", 0, weapons=[sword(wsd=1)])
    others = [
        fighter(name, "blue", 5 if name == "Bo" else 40, **STURDY, watch=["Ana"], combat_perception=percent,
                facing=0 if name == "Cy" else 180)
        for name, percent in PERCEPTION.items()
    ]  # fmt: skip
    strike = Attack(target="Bo", weapon="sword")
    rules = {"notice_commit": 30}
    return Drill([ana, *others], {"Ana": lambda request: strike}, ["roll", "windup"], 12_000, rules)


def chances(early: int, late: int) -> dict[str, int]:
    """Return how often each is so of the 10,000 pairs of rolls: noticed at the wind-up, at the commit, not at all."""
    early, late = min(early, 100), min(late, 100)
    return {"windup": early * 100, "commit": (100 - early) * late, "never": (100 - early) * (100 - late)}


def looks(watched: Drill, name: str) -> Counter[str]:
    """Count what came of each attack for a watcher: its first roll made, its second one, or none."""
    rolls = watched.rolls("perception", name)
    whole = [roll.t for roll in rolls]
    found: Counter[str] = Counter()
    for roll in rolls:
        at_windup = roll.t == int(roll.t)
        if at_windup and roll.result == "noticed":
            found["windup"] += 1
        elif not at_windup:
            found["commit" if roll.result == "noticed" else "never"] += 1
    assert whole == sorted(whole)
    return found


@pytest.mark.parametrize(("name", "early"), [("Bo", 40), ("Cy", 20), ("Di", 90)])
def test_noticing_a_wind_up_and_a_commit(name: str, early: int, watched: Drill) -> None:
    """C-PER-1, C-PER-2: 40 and 70; from behind 20 and 50; 90 and more than 100."""
    seen = looks(watched, name)
    assert abs(sum(seen.values()) - 12_000) <= 1
    assert agrees(seen, chances(early, early + 30))
    assert not agrees(seen, chances(early, early)) or name == "Di"
    assert not agrees(seen, chances(early + 4, early + 34))


@pytest.mark.parametrize(("name", "rear"), [("Bo", False), ("Cy", True), ("Di", False)])
def test_the_odds_of_noticing_that_calc_tells(name: str, rear: bool, watched: Drill) -> None:
    """C-PER-1, C-PER-2."""
    told = calc("odds notice", perception=PERCEPTION[name], rear=rear)
    weights: dict[str, Any] = {"windup": told["windup"], "commit": told["commit"], "never": 1 - told["noticed"]}
    assert agrees(looks(watched, name), {what: round(part, 9) for what, part in weights.items()})
