"""Simulated shots fights against exact odds: initiative, attacks, areas, Death Tests, Medicine, detecting (S-ROL-1, S-SEQ-1).

Expected chances are enumerated die by die here (drills.py), with nothing of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from engine.options import Hold
from engine.shots.actions import Area, Attack, Bind
from tests.engine.chances import agrees, counted
from tests.engine.shots.drills import character, distribution, drill, open_rolls

SHOTS = 400
"""Attacks of a battle: few enough that Wound Points stay below 10,000."""


@cache
def attacks(**special: Any) -> list[Any]:
    """Return impacts, wounds and rolls of Ana, who attacks Bo, 8 m away in a vest, shot after shot."""
    bo = character("Bo", "blue", 8.0, armor=[{"name": "vest", "armor": 2}])
    ana = character("Ana", "red", 0.0, fortune=SHOTS if special.get("fortune") else 0)
    shot = Attack(target="Bo", weapon="pistol", **special)
    kept = ("impact", "wound", "roll")
    return [event for part in drill([ana, bo], {"Ana": lambda request: shot}, kept, SHOTS, battles=20) for event in part]


def impacts(sixes: bool = False, **special: Any) -> Any:
    """Count what came of the attacks, or of those with two sixes: result and Wound Points."""
    found: list[tuple[str, int]] = []
    told = not sixes
    for event in attacks(**special):
        if event.type == "roll" and event.purpose == "attack":
            told = not sixes or event.faces[0] == event.faces[1] == 6
        elif event.type == "impact" and told:
            found.append((event.result, 0))
        elif event.type == "wound" and told:
            found[-1] = found[-1][0], event.points
    return counted(found)


def chances(value: int, wonder: int = 3, extra: tuple[int, ...] = (0,)) -> dict[Any, Fraction]:
    """Enumerate result and Wound Points of skill less Dodge, damage 10 against Toughness 6 and armor 2 (S-ROL-1 to S-ROL-3)."""

    def came(roll: int, both: bool) -> tuple[str, int]:
        outcome = value + roll
        if outcome < 0:
            return ("critical_miss" if both else "miss"), 0
        return "hit", max(0, 10 + outcome + (wonder if both else 0) - 8)

    return distribution(came, extra)


def test_the_open_roll() -> None:
    """S-ROL-1: each six goes on, both ways."""
    rolls = [event.faces for event in attacks() if event.type == "roll" and event.purpose == "attack"]
    assert len(rolls) > 6000
    assert agrees(counted((_value(faces), faces[0] == faces[1] == 6) for faces in rolls), open_rolls())
    closed = counted(plus - minus for plus, minus in product(range(1, 7), repeat=2))
    assert not agrees(counted(map(_value, rolls)), closed)


def _value(faces: Any) -> int:
    rest, found = list(faces[2:]), []
    for face in faces[:2]:
        found.append(face)
        while face == 6:
            face = rest.pop(0)
            found[-1] += face
    return int(found[0] - found[1])


def test_hits_and_wound_points() -> None:
    """S-ROL-2, S-ROL-3: skill 14 against Dodge 13."""
    seen = impacts()
    assert agrees(seen, chances(1))
    assert not agrees(seen, chances(2))


def test_two_sixes_are_a_fumble_or_gain_three() -> None:
    """S-ROL-1: the two cancel, and the re-rolls go on as any."""
    seen = impacts(sixes=True)

    def came(gain: int) -> dict[Any, Fraction]:
        def one(roll: int, both: bool) -> Any:
            return (("hit", max(0, 3 + roll + gain)) if roll >= -1 else ("critical_miss", 0)) if both else None

        found = distribution(one)
        del found[None]
        return found

    assert sum(seen.values()) > 150
    assert agrees(seen, came(3))
    assert not agrees(seen, came(0))
    assert not agrees(seen, came(2))


def test_snapshots() -> None:
    """S-SEQ-5: -2 for two shots, -5 for one."""
    two, one = impacts(shots=2), impacts(shots=1)
    assert agrees(two, chances(1 - 2))
    assert agrees(one, chances(1 - 5))
    assert not agrees(two, chances(0))
    assert not agrees(one, chances(-3))


def test_a_fortune_point_adds_a_closed_die() -> None:
    """S-CHR-1."""
    seen = impacts(fortune=True)
    assert agrees(seen, chances(1, extra=(1, 2, 3, 4, 5, 6)))
    assert not agrees(seen, chances(4))


def test_initiative_and_who_comes_first() -> None:
    """S-SEQ-1, S-SEQ-2: one closed die each and Speed 7 or 6: of 36 pairs Ana is first in 21, Bo in 10, 5 are ties."""
    rows = [character("Ana", "red", 0.0, speed=7), character("Bo", "blue", 8.0, speed=6)]
    events = drill(rows, {}, ("sequence", "shot"), 40_000)[0]
    sequences = [event for event in events if event.type == "sequence"]
    pairs = counted((event.order["Ana"], event.order["Bo"]) for event in sequences)
    assert agrees(pairs, {(7 + one, 6 + other): 1 for one, other in product(range(1, 7), repeat=2)})
    assert not agrees(pairs, {(8 + one, 6 + other): 1 for one, other in product(range(6), range(1, 7))} | {(14, 7): 1})
    first = counted((event.order["Ana"] > event.order["Bo"]) - (event.order["Ana"] < event.order["Bo"]) for event in sequences)
    assert agrees(first, {1: 21, -1: 10, 0: 5})
    assert counted(event.top for event in sequences) == counted(max(event.order.values()) for event in sequences)


def test_a_group_has_one_die() -> None:
    """S-WND-3: each of a group adds its own Speed to it."""
    crowd = [character(f"Bo {index}", "blue", 8.0, speed=5 + index, unnamed=True) for index in range(3)]
    events = drill([character("Ana", "red", 0.0, speed=6), *crowd], {}, ("sequence",), 10_000)[0]
    shots = counted(tuple(event.order[f"Bo {index}"] for index in range(3)) for event in events)
    assert agrees(shots, {(5 + face, 6 + face, 7 + face): 1 for face in range(1, 7)})


def test_one_roll_of_an_area_meets_each_next_target_a_step_harder() -> None:
    """S-RNG-4: Dodges 12, 12 and 14 stand at 12, 13 and 16 against one skill of 14 and one roll."""
    bomb = {"name": "bomb", "range": "normal", "damage": 0, "radius": 2.0, "handheld": False}
    crowd = [character(name, "blue", 8.0, skills={"dodge": dodge}) for name, dodge in (("B", 14), ("C", 12), ("D", 12))]
    ana = character("Ana", "red", 0.0, weapons=[bomb])
    blast = Area(weapon="bomb", at=(8.0, 0.0))
    events = [event for part in drill([ana, *crowd], {"Ana": lambda request: blast}, ("impact",), SHOTS, battles=10) for event in part]
    met: dict[str, dict[str, str]] = {}
    for number, event in enumerate(events):
        met.setdefault(f"{number // 3} {event.action}", {})[event.target] = event.result
    seen = counted(tuple(met[action][name] for name in "CDB") for action in met)

    def came(roll: int, both: bool) -> tuple[str, ...]:
        return tuple("hit" if 14 + roll >= need else "miss" for need in (12, 13, 16))

    def flat(roll: int, both: bool) -> tuple[str, ...]:
        return tuple("hit" if 14 + roll >= need else "miss" for need in (12, 12, 14))

    assert agrees(seen, distribution(came))
    assert not agrees(seen, distribution(flat))


# many at once, by a blast that is scripted

CROWD = 80
SURE: Mapping[str, list[list[int]]] = {"Ana/attack": [[1, 1]]}


def blasted(damage: int, counts: float, deeds: bool, keep: tuple[str, ...], **more: Any) -> list[list[Any]]:
    """Return what is kept of 25 blasts that hit 80 named targets for the same Wound Points: damage less Toughness 6."""
    bomb = {"name": "bomb", "range": "normal", "damage": damage, "radius": 2.0, "handheld": False, "magazine": 1}
    crowd = [character(f"B{index}", "blue", 8.0, skills={"dodge": 14, "medicine": 12}, speed=20, **more) for index in range(CROWD)]
    ana = character("Ana", "red", 0.0, weapons=[bomb])
    plans: dict[str, Any] = {"Ana": lambda request: Area(weapon="bomb", at=(8.0, 0.0))}
    if deeds:
        plans |= {row["name"]: lambda request: Bind(target=request.combatant) for row in crowd}
    settings = {"area_step": 0, "impaired_1": 25, "impaired_2": 30, "death_from": 30}
    return drill([ana, *crowd], plans, keep, counts, battles=25, rolls=SURE, **settings)


MINUTES = (360, 240, 150, 90, 60, 40, 25, 15, 10, 6, 4, 2.5, 1.5)


def test_the_bands_of_the_death_test() -> None:
    """S-WND-2: 40 Wound Points: Constitution 6 less 2 and an open roll against 10; a failure by 14 kills at once."""
    battles = blasted(46, 20, False, ("roll", "down", "death"), constitution=6)
    events = [event for part in battles for event in part]
    tests = [event for event in events if event.type == "roll" and event.purpose == "death_test"]
    assert len(tests) == 25 * CROWD
    downs = [event for event in events if event.type == "down"]
    seen = counted("dead" if event.dying_sequences is None else event.dying_sequences for event in downs)
    seen["lives"] = len(tests) - len(downs)

    def bands(constitution: int) -> dict[Any, Fraction]:
        def came(roll: int, both: bool) -> Any:
            failed = 10 - (constitution - 2 + roll)
            return "lives" if failed <= 0 else "dead" if failed >= 14 else int(MINUTES[failed - 1] * 20)

        return distribution(came)

    assert agrees(seen, bands(6))
    assert not agrees(seen, bands(7))
    assert counted(event.type for event in events)["death"] == seen["dead"]


def test_medicine_takes_its_outcome_off() -> None:
    """S-CHR-1: 20 Wound Points, Medicine 12 against 10; two sixes heal 3 more; never more than there is."""
    seen = counted(())
    for events in blasted(26, 90, True, ("bind",)):
        first = {event.actor: event for event in reversed(events)}
        assert len(first) == CROWD
        seen.update((event.bound, event.healed) for event in first.values())

    def came(roll: int, both: bool) -> tuple[bool, int]:
        margin = 2 + roll
        return margin >= 0, min(20, margin + (3 if both else 0)) if margin >= 0 else 0

    assert agrees(seen, distribution(came))
    assert not agrees(seen, distribution(lambda roll, both: came(roll + 1, both)))


def test_detecting_who_sneaks_up() -> None:
    """S-DEF-3: detect 8, wary +3, against a stealth of 10: an open roll of -1."""
    sneakers = [character(f"S{index}", "red", 8.0, skills={"guns": 1, "stealth": 10}, hidden=True) for index in range(CROWD)]
    bo = character("Bo", "blue", 0.0, skills={"dodge": 200, "detect": 8}, wary=True)
    plans: dict[str, Any] = {row["name"]: lambda request: Attack(target="Bo", weapon="pistol") for row in sneakers}
    battles = drill([*sneakers, bo], plans | {"Bo": lambda request: Hold()}, ("roll",), 10, battles=25)
    rolls = [event for part in battles for event in part if event.purpose == "perception"]
    seen = counted(event.result for event in rolls)
    assert len(rolls) == 25 * CROWD

    def came(roll: int, both: bool) -> str:
        return "detected" if 11 + roll >= 10 else "not detected"

    assert agrees(seen, distribution(came))
    assert not agrees(seen, distribution(lambda roll, both: came(roll - 1, both)))
