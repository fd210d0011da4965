"""Simulated steps fights against exact odds: checks, dodges, what misses hit, locations, damage, scatter (P-CHK-1, P-CVR-1).

Expected chances are enumerated face by face here, with nothing of the engine's. Ana, who has 5 points of shooting unless a
test says otherwise, shoots at Bo once a count; nothing brings anybody down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any

import pytest
from oracle_steps import figures

from engine import Battle, Standing
from engine.options import Hold
from engine.steps.actions import Dodge, Fire
from scenarios import from_document
from tests.engine.chances import Keep, agrees, counted

MANY, SOME = 20_000, 8_000
D20, D6, D8 = range(1, 21), range(1, 7), range(1, 9)

GUN = {"name": "gun", "damage": "2d6", "modes": ["single", "burst"], "magazine": 0, "ammunition": 0,
       "point_blank": 2, "short": 4, "medium": 12, "long": 24, "extreme": 48}  # fmt: skip
BOMB = GUN | {"name": "bomb", "damage": "1d6", "modes": ["single"], "indirect": True, "radius": 0.5}
DESK, CHAIR = {"name": "desk", "cover": 50}, {"name": "chair", "cover": 25}
CABINET = {"name": "cabinet", "cover": 75}


class Shooter:
    """Shoots the same way over and over by its standing order."""

    standing = Standing(asks=frozenset({"start"}), order="keep_attacking")

    def __init__(self, **shot: Any) -> None:
        self.shot = {"weapon": "gun", "target": "Bo"} | shot

    def decide(self, request: Any) -> Any:
        """Begin."""
        return Fire(**self.shot)


class Dodger:
    """Dodges whenever it is asked."""

    standing = Standing(asks=frozenset({"noticed"}))

    def decide(self, request: Any) -> Any:
        """Dodge."""
        return Dodge()


class Still:
    """Does nothing."""

    standing = Standing(asks=frozenset())

    def decide(self, request: Any) -> Any:
        """Hold."""
        return Hold()


def drill(
    keep: tuple[str, ...], shots: int, things: tuple[Mapping[str, Any], ...] = (), shooter: Any = None, bo: Any = None,
    ana_has: Mapping[str, Any] | None = None, bo_has: Mapping[str, Any] | None = None, **rules: Any,
) -> list[Any]:  # fmt: skip
    """Return the events kept of so many shots of Ana's at Bo, 10 squares away (medium range), things from the fourth square on."""
    one = {"health": 1_000_000, "shooting": 5, "dodge": 5, "skills": {"gun": "trained", "bomb": "trained"}, "weapons": [GUN], "agent": "hold"}
    rows = [
        one | {"name": "Ana", "side": "red", "position": [0, 5]} | (ana_has or {}),
        one | {"name": "Bo", "side": "blue", "position": [10, 5]} | (bo_has or {}),
    ]
    placed = [{**thing, "position": [4 + place, 5]} for place, thing in enumerate(things)]
    settings = {
        "max_counts": shots + 0.5, "stalemate_counts": 10_000_000, "max_events": 100_000_000, "level_counts": 0, "squeeze_counts": 1,
        "burst_counts": 1, "dodge_counts": 0, "dodge_again": 0,
    } | rules  # fmt: skip
    scenario = from_document({
        "schema": "couched.scenario/1", "name": "A drill", "system": "steps", "combatants": rows, "rules": settings,
        "field": {"width": 11, "height": 11, "objects": placed},
    })  # fmt: skip
    minds = {"Ana": shooter or Shooter(), "Bo": bo or Still()}
    kept = Keep(*keep)
    battle = Battle(scenario, 3, standing={name: mind.standing for name, mind in minds.items()}, record=False, sinks=[kept])
    while request := battle.advance():
        battle.answer(request, minds[request.combatant].decide(request))
    assert battle.result is not None
    assert battle.result.outcome == "timeout", battle.result.reason
    return kept.events


def faces(what: Callable[[int], Any]) -> Counter[Any]:
    """Return how many faces of a d20 come to what."""
    return counted(map(what, D20))


# checks


@pytest.mark.parametrize(
    ("skill", "things", "difficulty"),
    [("trained", (), 15), ("expert", (), 11), ("untrained", (), 23), ("trained", (CHAIR,), 19), ("trained", (DESK, CHAIR), 27)],
)
def test_hits_by_difficulty(skill: str, things: tuple[Any, ...], difficulty: int) -> None:
    """P-CHK-1, P-CHK-3, P-LOS-5, P-MOD-2: a d20 and 5 reach the difficulty, or it is a 20."""
    seen = counted(event.result for event in drill(("impact",), SOME, things, ana_has={"skills": {"gun": skill}}))
    assert sum(seen.values()) == SOME
    assert agrees(seen, faces(lambda face: "hit" if face + 5 >= difficulty or face == 20 else "miss"))
    assert not agrees(seen, faces(lambda face: "hit" if face + 6 >= difficulty or face >= 19 else "miss"))


def test_the_die_of_a_check() -> None:
    """P-CHK-1: every face as often."""
    rolls = drill(("roll",), MANY)
    assert agrees(counted(event.faces[0] for event in rolls if event.purpose == "check"), faces(lambda face: face))


def test_dodges_and_hits_on_who_dodged() -> None:
    """P-MOD-2: a d20 and 5 reach 11; the shot then needs 23 for 15."""
    seen: Counter[Any] = Counter()
    made = False
    for event in drill(("dodge", "impact"), MANY, bo=Dodger()):
        if event.type == "dodge":
            made = bool(event.success)
        else:
            seen[made, event.result] += 1
    pairs = [(dodge + 5 >= 11, face) for dodge, face in product(D20, repeat=2)]
    assert agrees(seen, counted((dodged, "hit" if face + 5 >= (23 if dodged else 15) else "miss") for dodged, face in pairs))
    assert not agrees(seen, counted((dodged, "hit" if face + 5 >= (19 if dodged else 15) else "miss") for dodged, face in pairs))


def test_what_a_miss_hits_instead() -> None:
    """P-CVR-1: the worked desk and chair before a target at 15: 27; 20..26 the desk, 16..19 the chair, 15 and below stray."""
    events = drill(("impact", "object"), MANY, (CHAIR, DESK), ana_has={"shooting": 10})
    seen = counted((event.result, event.struck) for event in events if event.type == "impact")

    def came(total: int) -> tuple[str, str | None]:
        return ("hit", None) if total >= 27 else ("miss", "desk" if total > 19 else "chair" if total > 15 else None)

    assert agrees(seen, faces(lambda face: came(face + 10)))
    assert not agrees(seen, faces(lambda face: came(face + 9)))


# where, how much


@cache
def places(hidden: frozenset[str]) -> Counter[str]:
    """C-LOC-1, P-DMG-1: the faces of the d100 whose part is not hidden."""
    found = [figures.location(face) for face in range(1, 101)]
    return counted(f"{side} {part}" if part != "head" else "head" for part, side in found if figures.member(part, side) not in hidden)


@pytest.mark.parametrize(("things", "percent"), [((), 0), ((CHAIR,), 25), ((DESK,), 50), ((CABINET,), 75)])
def test_locations_with_what_cover_hides(things: tuple[Any, ...], percent: int) -> None:
    """P-DMG-1: rolled again while cover hides it: 25% the left arm, 50% the legs, 75% all but head and right arm."""
    wounds = drill(("wound",), 4_000, things, ana_has={"shooting": 10}, ladder_base=-20)
    seen = counted(event.location.partition(",")[0] for event in wounds)
    hidden = {0: set(), 25: {"left arm"}, 50: {"left leg", "right leg"}, 75: {"left leg", "right leg", "left arm", "torso"}}
    assert sum(seen.values()) == 4_000
    assert agrees(seen, places(frozenset(hidden[percent])))
    assert not agrees(seen, places(frozenset(hidden[25 if percent != 25 else 0])))


def test_where_on_the_head() -> None:
    """C-LOC-2, P-DMG-1: a second d100."""
    wounds = drill(("wound",), SOME, (CABINET,), ana_has={"shooting": 10}, ladder_base=-20)
    seen = counted(event.location.partition(", ")[2] for event in wounds if event.location.startswith("head"))
    shares = {"skull": 30, "side": 20, "eyes": 5, "nose": 10, "cheeks": 15, "mouth": 5, "neck": 10, "throat": 5}
    assert agrees(seen, shares)
    assert not agrees(seen, shares | {"eyes": 10, "skull": 25})


def test_damage_of_a_burst_and_what_armor_leaves() -> None:
    """P-FIR-1, P-DMG-1: 2d6-1, a third die for the burst; 6 points of armor all over."""
    suit = {"name": "suit", "covers": [part for _, part in figures.BODY], "stops": 6}
    gun = GUN | {"damage": "2d6-1"}
    wounds = drill(
        ("wound",), MANY, shooter=Shooter(mode="burst"), ana_has={"weapons": [gun]}, bo_has={"armor": [suit]}, ladder_base=-20
    )
    seen = counted((event.damage, event.lost) for event in wounds)
    assert agrees(seen, counted((sum(dice) - 1, max(0, sum(dice) - 7)) for dice in product(D6, repeat=3)))
    assert not agrees(seen, counted((sum(dice), max(0, sum(dice) - 6)) for dice in product(D6, repeat=3)))


# in-direct fire


def test_where_in_direct_fire_comes_down() -> None:
    """P-LOS-3: 15 and 2 steps: 23; a square for 4 points of failure or a part of them, eight directions alike."""
    shooter = Shooter(weapon="bomb", target=None, at=(7, 5), indirect=True)
    events = drill(("landed",), MANY, shooter=shooter, ana_has={"weapons": [BOMB]})
    seen = counted((tuple(event.at), event.scatter) for event in events)

    def landed(face: int, way: int, points: int) -> Any:
        squares = 0 if face + 5 >= 23 else -(-(23 - face - 5) // points)
        dx, dy = list(figures.COMPASS.values())[way - 1]
        return (7 + dx * squares, 5 + dy * squares), squares

    assert agrees(seen, counted(landed(face, way, 4) for face, way in product(D20, D8)))
    assert not agrees(seen, counted(landed(face, way, 5) for face, way in product(D20, D8)))
