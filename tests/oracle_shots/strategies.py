"""Random fights and plans for hypothesis, and dice by a seed that come to sixes more often than dice do."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from oracle_shots.plan import Deed

Rows = list[dict[str, Any]]

ARMS: Rows = [
    {"name": "fists", "range": "melee", "damage": 1, "strength": True, "hands": 0, "length": 0.7},
    {"name": "sword", "range": "melee", "damage": 3, "strength": True, "length": 1.0},
    {"name": "pistol", "range": "normal", "damage": 9, "feed": "clip", "magazine": 3, "ammunition": 30},
    {"name": "revolver", "range": "normal", "damage": 12, "feed": "rounds", "magazine": 2, "ammunition": 20},
    {"name": "derringer", "range": "short", "damage": 8},
    {"name": "rifle", "range": "long", "damage": 13, "hands": 2},
    {"name": "mounted", "range": "long", "damage": 11, "handheld": False, "hands": 2},
    {"name": "needle", "range": "short", "damage": 7, "ignores_armor": True},
    {"name": "bomb", "range": "normal", "damage": 12, "radius": 5.0, "handheld": False, "hands": 2},
    {"name": "flame", "range": "short", "damage": 9, "radius": 2.0, "handheld": False, "magazine": 4, "ignores_armor": True},
]
KITS = ([1, 2, 0], [2, 4], [3, 7, 0], [5, 0], [6], [8, 0], [1, 9, 0], [0], [3, 1, 0])
PLACES: Rows = [
    {"name": "wall", "position": [-4.0, 2.0], "radius": 4.0, "tags": ["wall"], "facing": 0.0, "arc": 120.0},
    {"name": "woods", "position": [3.0, 4.0], "radius": 5.0, "tags": ["woods"]},
    {"name": "shed", "position": [4.0, 0.0], "radius": 2.5, "tags": ["corner"], "toughness": 9},
    {"name": "port", "position": [-6.0, 0.0], "radius": 3.0, "tags": ["gun_port"], "facing": 20.0, "toughness": 14},
]
SCHTICKS: Rows = [
    {"name": "guts"}, {"name": "guts", "picks": 2}, {"name": "lightning_dodge"}, {"name": "crowd_breaker"},
    {"name": "iron_skin", "picks": 2}, {"name": "inner_focus"}, {"name": "stand_and_deliver"}, {"name": "fast_draw"},
    {"name": "fast_draw", "picks": 2},
]  # fmt: skip


def dice(seed: int) -> Callable[[str, int], list[int]]:
    """Return a source of faces: every stream has its own random numbers; a six comes once in four."""
    streams: dict[str, random.Random] = {}

    def face(source: random.Random) -> int:
        return 6 if source.random() < 0.25 else source.randint(1, 5)

    def chain(source: random.Random, first: int) -> list[int]:
        found: list[int] = []
        while first == 6:
            first = face(source)
            found.append(first)
        return found

    def faces(stream: str, count: int) -> list[int]:
        source = streams.setdefault(stream, random.Random(f"{seed} {stream}"))
        if stream.endswith("/tie"):
            return [source.randint(1, 100)]
        if count:
            return [face(source) for _ in range(count)]
        both = [face(source), face(source)]
        return [*both, *chain(source, both[0]), *chain(source, both[1])]

    return faces


halves = st.integers(-12, 12).map(lambda number: number / 2)


@st.composite
def characters(draw: st.DrawFn, name: str, side: str) -> dict[str, Any]:
    """A character with its weapons in hand."""
    kit = [dict(ARMS[index]) for index in draw(st.sampled_from(KITS))]
    row: dict[str, Any] = {
        "name": name, "side": side, "position": [draw(halves) * draw(st.sampled_from([1, 1, 1, 1, 8])), draw(halves)],
        "constitution": draw(st.sampled_from([0, 4, 8])), "toughness": draw(st.sampled_from([2, 2, 6])),
        "strength": draw(st.sampled_from([5, 9])), "move": draw(st.sampled_from([0, 5, 8, 17])),
        "speed": draw(st.sampled_from([0, 4, 6, 9])),
        "skills": {"guns": draw(st.sampled_from([9, 14])), "martial_arts": 14, "dodge": draw(st.sampled_from([8, 12])),
                   "medicine": draw(st.sampled_from([4, 12])), "stealth": draw(st.sampled_from([6, 12])), "detect": 8},
        "hidden": draw(st.sampled_from([False, False, True])), "wary": draw(st.booleans()),
        "in_hand": draw(st.sampled_from([True, True, True, False])),
        "weapons": kit, "armor": draw(st.sampled_from([[], [{"name": "vest", "armor": 3}], [{"name": "a", "armor": 1}, {"name": "b", "armor": 2}]])),
        "tags": draw(st.sampled_from([[], [], [], ["prone"], ["brush"]])), "surprised": draw(st.sampled_from([False, False, True])),
        "agent": "hold",
    }  # fmt: skip
    if draw(st.integers(0, 3)) == 0:
        return row | {"unnamed": True, "group": draw(st.sampled_from(["", "g"]))}
    schticks = draw(st.lists(st.sampled_from(SCHTICKS), max_size=2, unique_by=lambda one: one["name"]))
    if draw(st.integers(0, 4)) == 0:
        schticks = [*schticks, {"name": "signature_weapon", "weapon": kit[0]["name"]}]
    return row | {"schticks": schticks, "fortune": draw(st.sampled_from([0, 3])), "fu": draw(st.sampled_from([0, 9]))}


@st.composite
def fights(draw: st.DrawFn) -> dict[str, Any]:
    """The document of a fight of two sides; the plans of its characters stand beside it."""
    number = draw(st.sampled_from([2, 3, 4, 5, 6]))
    rows = [draw(characters(f"F{index}", "blue" if index % 2 else "red")) for index in range(number)]
    rules = {
        "ties": draw(st.sampled_from(["simultaneous", "simultaneous", "reach", "speed", "seeded"])),
        "max_counts": draw(st.sampled_from([25, 60, 90])), "stalemate_counts": 1000.0,
        "shot_counts": draw(st.sampled_from([1.0, 1.0, 0.5, 2.0])), "crossing_tests": draw(st.booleans()),
        "sequence_seconds": draw(st.sampled_from([3.0, 900.0, 20_000.0])),
    }  # fmt: skip
    document: dict[str, Any] = {
        "schema": "couched.scenario/1", "name": "A planned fight", "system": "shots", "rules": rules, "combatants": rows,
    }  # fmt: skip
    places = draw(st.lists(st.sampled_from(PLACES), unique_by=lambda place: place["name"]))
    if places:
        document["field"] = {"places": places, "dense": draw(st.booleans())}
    return document


@st.composite
def deeds(draw: st.DrawFn, row: dict[str, Any], document: dict[str, Any]) -> list[Deed]:
    """What a character means to do at its shots: attacks above all."""
    names = [one["name"] for one in document["combatants"]]
    aims = [*names, *names, *(place["name"] for place in document.get("field", {}).get("places", ()))]
    arms = {arm["name"]: arm for arm in row["weapons"]}
    found: list[Deed] = []
    for _ in range(draw(st.integers(2, 7))):
        arm = draw(st.sampled_from(sorted(arms)))
        goal = draw(goals(names))
        attack: Deed = {"do": "attack", "weapon": arm, "target": draw(st.sampled_from(aims))}
        if arms[arm].get("radius"):
            attack = {"do": "area", "weapon": arm}
            spot = draw(st.sampled_from([one["position"] for one in document["combatants"]]))
            attack |= draw(st.sampled_from([{"at": spot}, {"target": draw(st.sampled_from(names))}]))
        haste = draw(st.sampled_from([{}, {}, {"shots": 2}, {"shots": 1}, goal]))
        luck = {"fortune": True} if draw(st.integers(0, 5)) == 0 else {}
        others: list[Deed] = [
            {"do": "move", **goal}, {"do": "run", **goal}, {"do": "wait", "shot": draw(st.integers(1, 6))}, {"do": "drop"},
            {"do": "rise"}, {"do": "defend"}, {"do": "bind", "target": draw(st.sampled_from(names))}, {"do": "hold"},
            {"do": "schtick", "name": "inner_focus"}, {"do": "reload", "weapon": arm}, {"do": "reload", "weapon": arm},
            {"do": "defend", "kind": "alert"},
        ]  # fmt: skip
        found.append(draw(st.sampled_from([attack | haste | luck] * 12 + others)))
    foes = [one["name"] for one in document["combatants"] if one["side"] != row["side"]]
    drawn = [{"do": "draw", "weapon": arm} for arm in sorted(arms)] if not row["in_hand"] else []
    return [*drawn, *found, {"do": "run", "toward": draw(st.sampled_from(foes)), "distance": 1.0}]


@st.composite
def goals(draw: st.DrawFn, names: list[str]) -> Deed:
    """Where a movement goes."""
    who = draw(st.sampled_from(names))
    return draw(st.sampled_from([
        {"to": [draw(halves), draw(halves)]}, {"toward": who}, {"toward": who, "distance": 1.5}, {"away": who},
    ]))  # fmt: skip


@st.composite
def replies(draw: st.DrawFn, row: dict[str, Any], document: dict[str, Any]) -> list[Deed]:
    """What a character answers to announced attacks."""
    own = [one["name"] for one in document["combatants"] if one["side"] == row["side"]]
    friends = [name for name in own if name != row["name"]] or own
    kinds = ["dodge", "parry", "lightning_dodge", "alert"]
    foes = [one["name"] for one in document["combatants"] if one["side"] != row["side"]]
    guns = [arm["name"] for arm in row["weapons"] if arm["range"] != "melee"]
    found: list[Deed] = []
    if guns and any(one["name"] == "stand_and_deliver" for one in row.get("schticks", ())):
        found = [{"do": "attack", "weapon": draw(st.sampled_from(guns)), "target": foe, "shots": 0} for foe in foes]
    for _ in range(draw(st.integers(1, 5))):
        who, kind = draw(st.sampled_from(friends)), draw(st.sampled_from(kinds))
        found.append(draw(st.sampled_from([
            {"do": "hold"}, {"do": "defend", "kind": kind}, {"do": "defend_other", "target": who, "kind": kind},
            {"do": "interpose", "target": who}, {"do": "interpose", "target": who}, {"do": "volunteer"},
        ])))  # fmt: skip
    return found


@st.composite
def planned(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, tuple[list[Deed], list[Deed]]]]:
    """A fight, and what everybody means to do and to answer."""
    document = draw(fights())
    return document, {
        row["name"]: (draw(deeds(row, document)), draw(replies(row, document))) for row in document["combatants"]
    }
