"""Random fights and plans for hypothesis, and dice by a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from oracle_steps.figures import CALLED, COMPASS, NAMES, SKILL, looking
from oracle_steps.plan import Deed

Rows = list[dict[str, Any]]

ARMS: Rows = [
    {"name": "rifle", "damage": "2d6", "modes": ["single", "aimed", "burst", "auto"], "magazine": 12, "ammunition": 30, "extreme": 14},
    {"name": "pistol", "damage": "1d8+1", "modes": ["single", "aimed"], "magazine": 2, "ammunition": 5, "extreme": 12},
    {"name": "smg", "damage": "1d6-2", "modes": ["burst", "auto"], "magazine": 20, "ammunition": 20, "skill": "rifle", "extreme": 13},
    {"name": "bow", "damage": "3d4", "modes": ["single", "aimed"], "magazine": 0, "ammunition": 0, "extreme": 16},
]
ARMS += [
    {"name": "bomb", "damage": "2d6", "modes": ["single"], "magazine": 2, "ammunition": 3, "indirect": True, "radius": 1.5, "extreme": 11},
    {"name": "tube", "damage": "1d6", "modes": ["single", "aimed"], "magazine": 1, "ammunition": 9, "indirect": True, "radius": 1.0, "extreme": 12},
]  # fmt: skip
BANDS = {"point_blank": 1, "short": 3, "medium": 5, "long": 8}
ARMOR: Rows = [
    {"name": "vest", "covers": ["chest", "abdomen"], "stops": 3}, {"name": "cap", "covers": ["head", "hand"], "stops": 2},
]  # fmt: skip
THINGS: Rows = [
    {"name": "chair", "cover": 25, "health": 5, "passable": True}, {"name": "desk", "cover": 50, "health": 12},
    {"name": "cabinet", "cover": 75, "health": 9}, {"name": "wall", "cover": 100, "health": 0}, {"name": "ply", "cover": 30, "health": 3},
    {"name": "bush", "cover": 0, "concealment": 50, "passable": True}, {"name": "net", "cover": 10, "concealment": 60, "passable": True},
]  # fmt: skip


def dice(seed: int) -> Callable[[str, int, int], list[int]]:
    """Return a source of faces: every stream has its own random numbers; checks tend to be high, so that shots hit."""
    streams: dict[str, random.Random] = {}

    def faces(stream: str, number: int, sides: int) -> list[int]:
        source = streams.setdefault(stream, random.Random(f"{seed} {stream}"))
        least = 7 if stream.endswith("/check") and source.random() < 0.5 else 1
        return [source.randint(least, sides) for _ in range(number)]

    return faces


@st.composite
def combatants(draw: st.DrawFn, name: str, side: str, square: tuple[int, int]) -> dict[str, Any]:
    """A combatant with one or two weapons."""
    kit = [{**arm, **BANDS} for arm in draw(st.lists(st.sampled_from(ARMS), min_size=1, max_size=2, unique_by=str))]
    return {
        "name": name, "side": side, "position": list(square), "facing": draw(st.sampled_from(NAMES)),
        "shooting": draw(st.sampled_from([1, 5, 10])), "dodge": draw(st.sampled_from([0, 4, 9])),
        "health": draw(st.sampled_from([5, 12, 40])), "skills": {name: draw(st.sampled_from(list(SKILL))) for name in ("rifle", "pistol", "bow")},
        "mode": draw(st.sampled_from(["forward", "guarded", "guarded", "full", "none"])), "weapons": kit,
        "armor": draw(st.lists(st.sampled_from(ARMOR), max_size=2, unique_by=str)), "agent": "hold",
    }  # fmt: skip


@st.composite
def fights(draw: st.DrawFn) -> dict[str, Any]:
    """The document of a fight of two sides, or three, on a map with things on it."""
    width, height, number = draw(st.integers(4, 11)), draw(st.integers(2, 6)), draw(st.integers(2, 5))
    spots = draw(st.permutations([(x, y) for x in range(width) for y in range(height)]))
    sides = draw(st.sampled_from([("red", "blue"), ("red", "blue"), ("red", "blue", "white")]))
    if draw(st.integers(0, 4)) == 0:
        spots[1] = spots[0]
    rows = [draw(combatants(f"F{index}", sides[index % len(sides)], spots[index])) for index in range(number)]
    for row in rows:
        foe = next(one for one in [*rows[::-1], *rows] if one["side"] != row["side"])
        row["facing"] = draw(st.sampled_from([row["facing"], *[looking(tuple(row["position"]), tuple(foe["position"]))] * 4]))
    things = draw(st.lists(st.sampled_from(THINGS), max_size=min(9, len(spots) - number)))
    placed = [{**thing, "position": list(spot)} for thing, spot in zip(things, spots[number:], strict=False)]
    rules = {
        "ties": draw(st.sampled_from(["simultaneous", "simultaneous", "reach", "speed", "seeded"])),
        "max_counts": draw(st.sampled_from([20, 45, 80])), "stalemate_counts": 1000,
    }  # fmt: skip
    return {
        "schema": "couched.scenario/1", "name": "A planned fight", "system": "steps", "rules": rules, "combatants": rows,
        "field": {"width": width, "height": height, "objects": placed},
    }  # fmt: skip


@st.composite
def deeds(draw: st.DrawFn, row: dict[str, Any], document: dict[str, Any]) -> list[Deed]:
    """What a combatant means to do when it is free: shots above all."""
    names = [one["name"] for one in document["combatants"] if one["side"] != row["side"]] or [row["name"]]
    arms = [arm["name"] for arm in row["weapons"]]
    found: list[Deed] = []
    for _ in range(draw(st.integers(3, 9))):
        arm, who = draw(st.sampled_from(arms)), draw(st.sampled_from(names))
        fire: Deed = {"do": "fire", "weapon": arm, "target": who, "mode": draw(st.sampled_from(["single", "aimed", "burst", "auto"]))}
        extra = draw(st.sampled_from([{}, {}, {"location": draw(st.sampled_from(list(CALLED)))}, {"sweep": draw(st.sampled_from(NAMES))}]))
        spot = [draw(st.integers(-1, document["field"]["width"])), draw(st.integers(0, document["field"]["height"] - 1))]
        lob = {"do": "fire", "weapon": arm, "mode": fire["mode"], "indirect": True} | draw(st.sampled_from([{"at": spot}, {"target": who}]))
        steps = [list(COMPASS[name]) for name in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))]
        pace = draw(st.sampled_from(["walking", "jogging", "running", "sprinting"]))
        others: list[Deed] = [
            {"do": "aim", "weapon": arm, "target": who}, {"do": "reload", "weapon": arm}, {"do": "bring", "weapon": arm},
            {"do": "face", "facing": draw(st.sampled_from(NAMES))}, {"do": "mode", "mode": draw(st.sampled_from(["forward", "guarded", "full"]))},
            {"do": "move", "pace": pace, "steps": steps}, {"do": "move", "pace": pace, "steps": steps}, {"do": "move", "pace": "still"},
        ]  # fmt: skip
        found.append(draw(st.sampled_from([fire | extra, fire, lob if arm in ("bomb", "tube") else fire] * 4 + others)))
    ahead = next(one["position"] for one in document["combatants"] if one["name"] == names[0])
    turns = [looking(tuple(row["position"]), tuple(ahead)), draw(st.sampled_from(NAMES))]
    return [*found, *({"do": "reload", "weapon": arm} for arm in arms), *({"do": "face", "facing": turn} for turn in turns)]


@st.composite
def answers(draw: st.DrawFn) -> list[Deed]:
    """What a combatant answers to attacks."""
    return [{"do": do} for do in draw(st.lists(st.sampled_from(["dodge", "dodge", "dodge", "hold", "break_off"]), min_size=1, max_size=4))]


@st.composite
def planned(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, tuple[list[Deed], list[Deed]]]]:
    """A fight, and what everybody means to do and to answer."""
    document = draw(fights())
    return document, {row["name"]: (draw(deeds(row, document)), draw(answers())) for row in document["combatants"]}
