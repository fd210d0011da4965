"""Simulated saves against exact odds: what wounds, throws and falls do; and bleeding, which is exact.

C-WND-1, C-WND-7, C-KNB-2, C-KNB-3, C-FAL-1. Each drill is many battles of twenty pairs far apart that strike, or fall,
once. Expected weights are enumerated here with figures copied from the rules by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any

import pytest
from duels import CHEST, fighter, struck, sword
from samples import Drill, agrees, counted

from engine.counts.actions import Attack, Move, Overbear, Throw
from studies.calc import calc

Shares = dict[Any, Fraction]
PAIRS = 20


def share(percent: int) -> Fraction:
    """Return the chance of a save: 96 and more fail (C-KNB-2a)."""
    return Fraction(min(max(percent, 0), 95), 100)


def duels_of(weapon: dict[str, Any], option: dict[str, Any], **victim: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return twenty pairs and what the strikers do: one attack each, at a chance of 95 or more."""
    rows, deeds = [], {}
    for number in range(PAIRS):
        name, foe, y = f"A{number}", f"V{number}", number * 200
        arms = [sword(wsd=1, **weapon)]
        rows.append(fighter(name, "red", 0, position=[0, y], weapons=arms, skills={"sword": 120}))
        rows.append(fighter(foe, "blue", 5, position=[5, y], **victim))
        deeds[name] = once(Attack(target=foe, weapon="sword", **option))
    return rows, deeds


def once(option: Any) -> Any:
    """Return a deed done at the start only."""
    from samples import HOLD

    return lambda request: option if "start" in request.reasons else HOLD


def victims(drill: Drill, *kinds: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield each victim that was hit, with the events of it of some types, battle by battle."""
    for events in drill.battles:
        hit = {event.target for event in events if event.type == "impact" and event.result == "hit"}
        for name in sorted(hit):
            yield name, [event for event in events if event.actor == name and event.type in kinds]


# wounds


PLAIN = {"critical_2": 100, "critical_3": 100}
"""No success level multiplies anything (C-DMG-5)."""


def wounds_of(damage: str, seed: int) -> Counter[int]:
    """Count the HTK a minute that victims of 100 HTK and a health of 60 bleed after one slicing blow at the chest."""
    rows, deeds = duels_of({"damage": damage, "type": "slicing"}, {"location": "chest"}, htk=100, health=60)
    drill = Drill(rows, deeds, ["impact", "bleed"], 1.5, PLAIN, seed=seed, battles=300)
    return counted(sum(event.rate for event in events[-1:]) for _, events in victims(drill, "bleed"))


def test_more_than_a_quarter_of_htk_threatens_the_minor_effect() -> None:
    """C-WND-1, C-WND-3: 31 to 34 of 100: bleeding 1 unless the save is made."""
    seen = wounds_of("30+1d4", 1)
    assert sum(seen.values()) > 5_500
    assert agrees(seen, {0: 60, 1: 40})
    assert not agrees(seen, {0: 64, 1: 36})


def test_more_than_half_of_htk_threatens_both_effects() -> None:
    """C-WND-1: 61 to 64 of 100: bleeding 2 unless the save is made, and 1 more unless the second one is, against 30."""
    seen = wounds_of("60+1d4", 2)
    assert sum(seen.values()) > 5_500
    assert agrees(seen, {0: 6_000, 2: 40 * 30, 3: 40 * 70})
    assert not agrees(seen, {0: 6_000, 2: 40 * 60, 3: 40 * 40})
    assert not agrees(seen, {0: 6_000, 2: 40 * 35, 3: 40 * 65})


# throws

AGL, MVM = 60, 3
BY_PART = {
    "head": -25, "chest": -10, "upper_arm": 10, "lower_arm": 25, "hand": 25, "abdomen": 0, "groin": 0, "upper_leg": -10,
    "lower_leg": -25, "foot": -25,
}  # fmt: skip
FACES = {
    "head": 10, "chest": 29, "upper_arm": 8, "lower_arm": 4, "hand": 2, "abdomen": 28, "groin": 3, "upper_leg": 10,
    "lower_leg": 4, "foot": 2,
}  # fmt: skip


WORSE = {
    "head": -50, "chest": -25, "upper_arm": 0, "lower_arm": 10, "hand": 10, "abdomen": -10, "groin": -10, "upper_leg": -25,
    "lower_leg": -50, "foot": -50,
}  # fmt: skip
"""One category worse: the target moves (C-KNB-3)."""

THROWN = ["impact", "knockback", "fall", "roll"]


@pytest.fixture(scope="module")
def thrown() -> Drill:
    """Blows of 21 to 24 crushing points throw 150 lb two feet; MVM 3 bears that, but not the four of a failed save."""
    rows, deeds = duels_of({"damage": "20+1d4"}, {}, htk=10_000, weight=150, agl=AGL, mvm=MVM)
    return Drill(rows, deeds, THROWN, 1.5, seed=3, battles=400)


@pytest.fixture(scope="module")
def thrown_on_the_run() -> Drill:
    """The same against those who run by at 2 ft/ct."""
    rows, deeds = duels_of({"damage": "20+1d4", "mod": 100}, {}, htk=10_000, weight=150, agl=AGL, mvm=MVM)
    for row in rows[1::2]:
        x, y = row["position"]
        deeds[row["name"]] = once(Move(to=(x, y + 50.0), speed=2.0))
    return Drill(rows, deeds, THROWN, 1.5, seed=5, battles=400)


def throws(mods: dict[str, int], beyond: int = 10, speed: int = 0) -> Shares:
    """Return the chance of each struck part, feet and whether the victim falls (C-KNB-2, C-KNB-2a, C-KNB-3).

    Args:
        beyond, speed: what the foot beyond MVM and the target's speed take off, in percent.
    """
    found: Shares = {}
    for part, faces in FACES.items():
        need, place = AGL + mods[part] - speed, Fraction(faces, 100)
        failed = 1 - share(need) - Fraction(5, 100)
        stays = share(need - beyond)
        found[part, 2.0, False] = place * share(need)
        found[part, 4.0, False] = place * failed * stays
        found[part, 4.0, True] = place * (failed * (1 - stays) + Fraction(5, 100))
    assert sum(found.values()) == 1
    return found


def throws_seen(drill: Drill) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for events in drill.battles:
        parts = {f"V{roll.actor[1:]}": roll.result.split(" ")[1] for roll in events
                 if roll.type == "roll" and roll.purpose == "location" and roll.actor[0] == "A"}  # fmt: skip
        feet = {event.actor: round(event.feet, 6) for event in events if event.type == "knockback"}
        fell = {event.actor for event in events if event.type == "fall"}
        found.update((parts[name], feet[name], name in fell) for name in feet)
    return found


def test_saves_against_a_throw_by_struck_part(thrown: Drill) -> None:
    """C-KNB-2, C-KNB-3: part, feet and fall together; a category mistaken or a forgotten foot beyond MVM would show."""
    seen = throws_seen(thrown)
    assert sum(seen.values()) > 7_000
    assert agrees(seen, throws(BY_PART))
    assert not agrees(seen, throws(dict.fromkeys(BY_PART, 0)))
    assert not agrees(seen, throws(BY_PART | {"chest": -25}))
    assert not agrees(seen, throws(BY_PART, beyond=0))


def test_saves_of_those_who_run(thrown_on_the_run: Drill) -> None:
    """C-KNB-2, C-KNB-3: one category worse and -10 for 2 ft/ct; either alone would show."""
    seen = throws_seen(thrown_on_the_run)
    assert sum(seen.values()) > 7_000
    assert agrees(seen, throws(WORSE, speed=10))
    assert not agrees(seen, throws(WORSE))
    assert not agrees(seen, throws(BY_PART, speed=10))


@pytest.mark.parametrize("part", BY_PART)
def test_the_throws_that_calc_tells(part: str) -> None:
    """C-KNB-2, C-KNB-3: falls and doublings, given the part."""
    told = calc("odds knockback-save", agl=AGL, location=part, feet=2, mvm=MVM)
    weights, place = throws(BY_PART), Fraction(FACES[part], 100)
    assert Fraction(told["exact"]["falls"]) == weights[part, 4.0, True] / place
    assert Fraction(told["exact"]["doubled"]) == 1 - weights[part, 2.0, False] / place


# falls

HEIGHT, FALLING, PAB = 9, 30, 8


@pytest.fixture(scope="module")
def fallen() -> Drill:
    """Twenty step over an edge of 9 ft, AGL 50, falling 30, PAB 8."""
    rows = [
        fighter(f"V{number}", "red", number * 10, position=[number * 10, 1], htk=10_000, pab=PAB, skills={"falling": FALLING})
        for number in range(PAIRS)
    ]
    deeds = {row["name"]: once(Move(to=(row["position"][0], -1.0), speed=8.0)) for row in rows}
    rows.append(fighter("Judge", "blue", 0, position=[0, 5_000]))
    edge = {"start": [-100, 0], "end": [1000, 0], "drop": HEIGHT}
    return Drill(rows, deeds, ["wound", "fall"], 4, field={"edges": [edge]}, seed=4, battles=500)


def dice(number: int, sides: int) -> Counter[int]:
    sums = Counter({0: 1})
    for _ in range(number):
        sums = sum((Counter({total + face: ways for total, ways in sums.items()}) for face in range(1, sides + 1)), Counter())
    return sums


def suffered(agl: int = 50, falling: int = FALLING, critical: int = 24) -> Shares:
    """Return the damage of a fall of 9 ft, 6d4: halved by a save, again by a roll, both down, then critical (C-FAL-1)."""
    found: Shares = {}
    for total, ways in dice(6, 4).items():
        for first, one in ((2, share(agl)), (1, 1 - share(agl))):
            for second, two in ((2, share(falling)), (1, 1 - share(falling))):
                for factor, three in ((2, Fraction(critical, 100)), (1, 1 - Fraction(critical, 100))):
                    damage = total // first // second * factor
                    found[damage] = found.get(damage, Fraction(0)) + Fraction(ways, 4**6) * one * two * three
    return found


def test_what_a_fall_does(fallen: Drill) -> None:
    """C-FAL-1: 24 % critical; other saves or a critical chance of 15 would show."""
    seen = counted(event.damage for event in fallen.of("wound"))
    assert sum(seen.values()) == 500 * PAIRS
    assert {(event.height, event.velocity) for event in fallen.of("fall")} == {(HEIGHT, 12.0)}
    assert agrees(seen, suffered())
    assert not agrees(seen, suffered(agl=45))
    assert not agrees(seen, suffered(falling=0))
    assert not agrees(seen, suffered(critical=15))


def test_what_a_fall_costs(fallen: Drill) -> None:
    """C-FAL-1, C-DMG-6: a quarter of PAB 8 stops 2."""
    costs: Shares = {}
    for damage, chance in suffered().items():
        costs[max(0, damage - 2)] = costs.get(max(0, damage - 2), Fraction(0)) + chance
    seen = counted(event.lost for event in fallen.of("wound"))
    assert agrees(seen, costs)
    assert not agrees(seen, {lost + 1: chance for lost, chance in costs.items()})


def test_the_fall_that_calc_tells() -> None:
    """C-FAL-1: `calc odds fall` is the enumeration."""
    told = calc("odds fall", height=HEIGHT, agl=50, falling=FALLING)["suffered"]
    assert told == pytest.approx({str(damage): float(chance) for damage, chance in sorted(suffered().items())})


# overbears and throws


def seized(option: Any, seed: int, **victim: Any) -> Drill:
    """Twenty seize one each at 3 ft: OVB 75 against DEF 20, W 1."""
    rows, deeds = [], {}
    for number in range(PAIRS):
        name, foe, y = f"A{number}", f"V{number}", number * 200
        rows.append(fighter(name, "red", 0, position=[0, y], ovb=75))
        rows.append(fighter(foe, "blue", 3, position=[3, y], **({"def": 20, "htk": 10_000} | victim)))
        deeds[name] = once(option(target=foe))
    kinds = ["impact", "fall", "knockback"]
    return Drill(rows, deeds, kinds, 1.5, {"overbear_wsd": 1}, seed=seed, battles=200)


def test_overbears_throw_down() -> None:
    """C-THR-1: 55 of 100."""
    drill = seized(Overbear, 6)
    seen = counted(event.result for event in drill.of("impact"))
    told = calc("odds overbear", ovb=75, **{"def": 20})
    assert agrees(seen, {name: told[name] for name in ("hit", "miss", "critical_miss")})
    assert agrees(seen, {"hit": 55, "miss": 40, "critical_miss": 5})
    assert not agrees(seen, {"hit": 75, "miss": 20, "critical_miss": 5})
    assert len(drill.of("fall")) == seen["hit"]


def feet_of(chance: int, doubles: bool = True) -> Counter[float]:
    """Count the feet of the 10,000 pairs of throw and save: half a foot for every full 5 of the success number."""
    found: Counter[float] = Counter()
    for roll in range(1, 101):
        feet = 0.5 * ((chance - roll) // 5) if roll <= chance else 0.0
        found[feet] += 95
        found[feet * 2 if doubles and feet > 1 else feet] += 5
    return found


def test_throws_throw_by_their_success_number() -> None:
    """C-THR-1, C-KNB-1, C-KNB-2: crushing points, 150 lb, and AGL 200: only 96 and more doubles what is more than 1 ft."""
    drill = seized(Throw, 7, weight=150, agl=200, mvm=100)
    seen = counted(round(event.feet, 6) for event in drill.of("knockback"))
    seen[0.0] = len(drill.of("impact")) - sum(seen.values())
    assert agrees(seen, feet_of(55))
    assert not agrees(seen, feet_of(75))
    assert not agrees(seen, feet_of(55, doubles=False))


# bleeding is not random


@pytest.mark.parametrize("wounds", [1, 2, 3, 4, 7])
def test_bleeding_drops_a_point_when_240_points_of_time_have_run(wounds: int) -> None:
    """C-WND-7: wounds at 10, 25, 40, ...; n of them run n a count, to the next whole tick; what has run carries over."""
    fought = struck(
        [30] * wounds, CHEST, "slicing", {"Bo/health_save": [51] * wounds}, bo_has={"htk": 100},
        rules={"max_counts": 1000} | dict.fromkeys(IMMORTAL, 100),
    )  # fmt: skip
    drops = [event.t for event in fought.of("bleed", "Bo") if event.lost]
    assert len(drops) >= 3 * wounds
    assert drops == expected_drops([Fraction(10 + 15 * number) for number in range(wounds)], len(drops))


IMMORTAL = ("down_share", "dead_share", "shock_share", "injured_share", "crippled_share", "destroyed_share")


def expected_drops(begins: list[Fraction], number: int) -> list[float]:
    """Return the counts at which so many points have run, each to the next tick of 1/8000; a tick late carries over."""
    done, now, found = Fraction(0), begins[0], []
    while len(found) < number:
        rate = sum(1 for begin in begins if begin <= now)
        due = Fraction(ceil((now + (240 - done) / rate) * 8000), 8000)
        change = min((begin for begin in begins if begin > now), default=due)
        until = min(due, change)
        done += rate * (until - now)
        now = until
        if now == due:
            done -= 240
            found.append(float(now))
    return found
