"""Simulated contests against exact odds: stages won by a press, parries, overbears (C-STG-4, C-ARM-6, C-THR-1).

Expected weights are enumerated here, all pairs of d100.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from duels import fighter, sword
from samples import NUMBER, STURDY, Drill, agrees, counted, in_turn, repeat

from engine.counts.actions import Attack, Overbear, Parry, Press, Retreat
from studies.calc import calc

FACES = range(1, 101)


# presses and retreats


def stages(own: int, other: int, step: int = 20) -> Counter[int]:
    """Count the stages won of the 10,000 pairs of rolls (C-STG-4)."""
    found: Counter[int] = Counter()
    for one in FACES:
        for two in FACES:
            gap = (own - one) - (other - two)
            found[abs(gap) // step * (1 if gap > 0 else -1)] += 1
    return found


@pytest.fixture(scope="module")
def pressed() -> Drill:
    """Ana presses and retreats in turn, Combat Maneuver 70 against a PCF of 45."""
    ana = fighter("Ana", "red", 0, skills={"sword": 60, "combat_maneuver": 70})
    bo = fighter("Bo", "blue", 5, pcf=45, **STURDY)

    def to_and_fro(request: Any) -> Any:
        gap = request.view.seen("Bo").distance
        return Press(target="Bo") if gap > 5 else Retreat(target="Bo")

    rules = {"maneuver_speed": 1000, "maneuver_least": 0.001}
    return Drill([ana, bo], {"Ana": to_and_fro}, ["press", "retreat"], 40, rules)


def test_stages_won_and_lost(pressed: Drill) -> None:
    """C-STG-4: a stage for every full 20 of 70 - a against 45 - b."""
    seen = counted(event.stages for event in (*pressed.of("press"), *pressed.of("retreat")))
    assert sum(seen.values()) > NUMBER
    assert agrees(seen, stages(70, 45))
    assert not agrees(seen, stages(70, 45, step=21))
    assert not agrees(seen, stages(70, 48))


def test_the_stages_that_calc_tells() -> None:
    """C-STG-4: `calc odds contest` is the enumeration."""
    told = calc("odds contest", a=70, b=45)
    assert told["stages"] == pytest.approx({str(won): ways / 10_000 for won, ways in sorted(stages(70, 45).items())})


# parries


def blocked(blow: int, parry: int, strict: bool = False) -> Counter[str]:
    """Count what comes of a blow that meets a parry, of the 10,000 pairs of rolls (C-ARM-6)."""
    found: Counter[str] = Counter()
    for one in FACES:
        for two in FACES:
            if one >= 96:
                result = "critical_miss"
            elif one > blow:
                result = "miss"
            else:
                ahead = (parry - two) - (blow - one)
                result = "parried" if two <= parry and (ahead > 0 or (ahead == 0 and not strict)) else "hit"
            found[result] += 1
    return found


@pytest.fixture(scope="module")
def parried() -> Drill:
    """Every blow of Ana's, 60, meets a parry of Bo's, 75."""
    ana = fighter("Ana", "red", 0, weapons=[sword(wsd=2)])
    bo = fighter("Bo", "blue", 5, weapons=[sword(wsd=1)], skills={"sword": 75}, **STURDY)
    deeds = {"Ana": repeat(Attack(target="Bo", weapon="sword")), "Bo": repeat(Parry(weapon="sword"))}
    return Drill([ana, bo], deeds, ["impact"], 2 * NUMBER)


def test_blows_that_meet_a_parry(parried: Drill) -> None:
    """C-ARM-6: stopped when its success number is at least the blow's; a parry of 78 or 72 would show."""
    seen = counted(event.result for event in parried.of("impact"))
    assert sum(seen.values()) == NUMBER
    assert agrees(seen, blocked(60, 75))
    assert not agrees(seen, blocked(60, 78))
    assert not agrees(seen, blocked(60, 72))
    assert not agrees(seen, Counter(hit=55, miss=40, critical_miss=5, parried=1))


# overbears


@pytest.fixture(scope="module")
def overborne() -> Drill:
    """Ana, OVB 70, grasps at Bo's legs from 3 ft, DEF 25: a called leg of one who stands, 70 - 25 - 10."""
    ana = fighter("Ana", "red", 0, ovb=70)
    bo = fighter("Bo", "blue", 3, **(STURDY | {"def": 25}))
    grasps = [Overbear(target="Bo", location=leg) for leg in ("upper_leg", "lower_leg")]
    return Drill([ana, bo], {"Ana": in_turn(*grasps)}, ["impact", "overbear"], NUMBER, {"overbear_wsd": 1})


@pytest.mark.parametrize(("leg", "called"), [("upper_leg", -10), ("lower_leg", -25)])
def test_overbears_by_the_leg(leg: str, called: int, overborne: Drill) -> None:
    """C-THR-1, C-KNB-3, C-HIT-6: like a hit roll under OVB, a leg called with bare hands."""
    results = {event.seq: event.result for event in overborne.of("impact")}
    calls = [event for event in overborne.of("overbear") if event.cause in results]
    seen = counted(results[event.cause] for event in calls if event.location and event.location.endswith(leg))
    told = calc("odds overbear", ovb=70, mod=called, **{"def": 25})
    weights = {name: told[name] for name in ("hit", "miss", "critical_miss")}
    assert sum(seen.values()) == NUMBER // 2
    assert weights == pytest.approx({"hit": (45 + called) / 100, "miss": (50 - called) / 100, "critical_miss": 0.05})
    assert agrees(seen, weights)
    assert not agrees(seen, {"hit": 48 + called, "miss": 47 - called, "critical_miss": 5})
