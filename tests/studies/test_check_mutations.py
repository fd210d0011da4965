"""Every invariant, shown to be looked at: a good log is broken in one way, and just that is found, where it stands.

The logs are golden timelines, which hold; a change is made to a copy.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.record import read_log
from studies.check import INVARIANTS, check

Line = dict[str, Any]
Spoil = Callable[[list[Line]], Line]

FOLDER = Path(__file__).parents[1] / "golden"
LOGS = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


@cache
def _read(name: str) -> list[Line]:
    return read_log(FOLDER / f"{name}.jsonl").events


def log(name: str) -> list[Line]:
    """Return a copy of a golden log's lines."""
    return copy.deepcopy(_read(name))


def of(lines: list[Line], kind: str, place: int = 0, **fields: Any) -> Line:
    """Return a line of a type, the first that has some values; ``place`` skips some."""
    found = [line for line in lines if line["type"] == kind and all(line.get(name) == value for name, value in fields.items())]
    return found[place]


def state(lines: list[Line], place: int = 0) -> Line:
    """Return the last line's state of a combatant."""
    whole: Line = list(lines[-1]["combatants"].values())[place]
    return whole


def add(lines: list[Line], at: Line, **fields: Any) -> Line:
    """Put a line in after another, at its count, and number everything anew; return it."""
    place = at["seq"] + 1
    new = {"seq": place, "t": at["t"], "cause": at["seq"], **fields}
    for line in lines[place:]:
        line["seq"] += 1
        line["cause"] += line["cause"] >= place
    lines.insert(place, new)
    lines[-1]["events"] += 1
    return new


def value(kind: str, field: str, change: Any = 1, place: int = 0, **fields: Any) -> Spoil:
    """Return what changes a number of a line by so much, or puts another value in its place."""

    def spoil(lines: list[Line]) -> Line:
        line = of([line for line in lines if field in line], kind, place, **fields)
        number = isinstance(change, int | float) and not isinstance(change, bool)
        line[field] = line[field] + change if number else change
        return line

    return spoil


def ending(field: str, change: Any = 1, place: int = 0) -> Spoil:
    """Return what changes a value of a combatant's state in the last line."""

    def spoil(lines: list[Line]) -> Line:
        whole = state(lines, place)
        number = isinstance(change, int | float) and not isinstance(change, bool)
        whole[field] = whole[field] + change if number else change
        return lines[-1]

    return spoil


def total(name: str) -> Spoil:
    """Return what adds one to a combatant's total in the last line."""

    def spoil(lines: list[Line]) -> Line:
        state(lines)["totals"][name] += 1
        return lines[-1]

    return spoil


def moved(kind: str, place: int = 0, **fields: Any) -> Spoil:
    """Return what puts somebody five farther in a line."""

    def spoil(lines: list[Line]) -> Line:
        line = of(lines, kind, place, **fields)
        line["position"] = [line["position"][0] + 5, line["position"][1]]
        return line

    return spoil


def moved_at_the_end(lines: list[Line]) -> Line:
    """Put somebody elsewhere in the last line."""
    whole = state(lines)
    whole["position"] = [whole["position"][0] + 1, whole["position"][1]]
    return lines[-1]


def again(kind: str, place: int = 0, **fields: Any) -> Spoil:
    """Return what tells a line twice."""

    def spoil(lines: list[Line]) -> Line:
        line = of(lines, kind, place, **fields)
        return add(lines, line, **{name: its for name, its in line.items() if name not in ("seq", "t", "cause")})

    return spoil


def deed(kind: str, **fields: Any) -> Spoil:
    """Return what lets the first who goes down do something after it."""

    def spoil(lines: list[Line]) -> Line:
        down = of(lines, "down")
        return add(lines, down, type=kind, actor=down["actor"], **fields)

    return spoil


def orphan(purpose: str, kind: str, **fields: Any) -> Spoil:
    """Return what lets nothing come of a roll: the line it causes has its cause's cause."""

    def spoil(lines: list[Line]) -> Line:
        causes = [line for line in lines[1:] if lines[line["cause"]].get("purpose") == purpose]
        line = of(causes, kind, **fields)
        roll = lines[line["cause"]]
        line["cause"] = roll["cause"]
        return roll

    return spoil


def elsewhere(lines: list[Line]) -> Line:
    """Let a location be rolled for another action than the blow that hits there."""
    roll = of(lines, "roll", purpose="location")
    roll["action"] = "Nobody#1"
    return roll


def no_end(lines: list[Line]) -> Line:
    """Let an action go on for good: its end is told of nothing."""
    line = next(one for one in lines if one["type"] == "ready" and one["why"] == "press")
    del line["action"]
    return of(lines, "declare", actor=line["actor"], t=next(
        one["t"] for one in lines if one["seq"] > line["seq"] and one["type"] == "declare" and one["actor"] == line["actor"]
    ))  # fmt: skip


def no_end_in_steps(lines: list[Line]) -> Line:
    """Let an action go on for good."""
    line = of(lines, "ready", why="aim")
    line["action"], line["type"] = None, "note"
    later = (one for one in lines if one["seq"] > line["seq"] and one["actor"] == line["actor"])
    return next(one for one in later if one["type"] in ("declare", "ready", "break_off"))


def nothing_comes_of_it(lines: list[Line]) -> Line:
    """Let an announced attack come to nothing, and its roll be that of another's."""
    impact = of(lines, "impact", result="miss")
    impact["type"] = "note"
    return of(lines, "announce", action=impact["action"])


DECISION = {"reason": ["ready"], "option": {"do": "hold"}, "rules": []}

CASES: list[tuple[str, str, Spoil]] = [
    # in every system
    *((name, "order", value("decision", "seq", 100)) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "order", value("battle.end", "events")) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "times", value("decision", "t", -1, 6)) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "causes", value("decision", "cause", 100, 5)) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "causes", value("decision", "cause", None, 5)) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "rolls", value("battle.end", "rolls")) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "states", ending("side", "nobody's")) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "states", ending("able", False, place)) for name, place in (("duel", 1), ("shots_duel", 1), ("steps_duel", 0))),
    *((name, "states", value("battle.end", "winner", "nobody")) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "states", total("actions")) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "states", ending("in_hand", ["spoon"])) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "states", ending("state", "asleep")) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "down", deed("decision", **DECISION)) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "down", again("down")) for name in ("duel", "shots_duel", "steps_duel")),
    *((name, "distances", moved_at_the_end) for name in ("duel", "shots_duel", "steps_duel")),
    # counts
    ("duel", "states", total("blows")),
    ("duel", "states", total("lost_blows")),
    ("duel", "rolls", orphan("init", "init")),
    ("duel", "rolls", orphan("to_hit", "impact", result="miss")),
    ("duel", "rolls", elsewhere),
    ("duel", "rolls", value("roll", "need", 1, purpose="to_hit")),
    ("duel", "actions", again("impact", result="miss")),
    ("duel", "actions", again("declare")),
    ("duel", "actions", no_end),
    ("duel", "down", deed("notice", of="Bo", what="windup", noticed="Bo#1")),
    ("duel", "down", deed("mode", mode="static", set_distance=9.0, why="C-MOD-1")),
    ("duel", "htk", value("wound", "htk_lost")),
    ("duel", "htk", value("wound", "htk", place=1)),
    ("duel", "htk", value("wound", "through")),
    ("duel", "htk", value("wound", "concussive", place=1)),
    ("duel", "htk", value("down", "htk_lost")),
    ("duel", "htk", ending("htk_lost")),
    ("duel", "htk", ending("pow_lost")),
    ("bleeding_race", "htk", value("bleed", "htk_lost", 1, 3)),
    ("mind_duel", "htk", value("wound", "pow_lost")),
    ("duel", "states", ending("parts", {})),
    ("duel", "states", ending("bleeding")),
    ("duel", "states", total("wounds")),
    ("duel", "states", total("damage_dealt")),
    ("duel", "states", total("hits")),
    ("duel", "states", total("break_offs")),
    ("duel", "states", value("stage", "from", "press_9", 3)),
    ("missiles", "states", value("loose", "left")),
    ("missiles", "states", value("reload", "left")),
    ("missiles", "states", value("reload", "loaded")),
    ("sling_and_javelin", "states", value("draw", "in_hand", ["spoon"], 1)),
    ("duel", "distances", moved("move", 3)),
    ("duel", "distances", value("stage", "distance", 1.5, 4)),
    ("duel", "distances", value("move", "distance", 1.5, 2)),
    ("missiles", "distances", value("loose", "distance", 1.5)),
    # shots
    ("shots_duel", "rolls", orphan("attack", "impact")),
    ("shots_duel", "rolls", value("roll", "need", 1, purpose="attack")),
    ("shots_duel", "actions", again("impact", result="miss")),
    ("shots_duel", "actions", again("declare")),
    ("shots_duel", "actions", again("announce")),
    ("shots_duel", "actions", nothing_comes_of_it),
    ("shots_duel", "htk", value("wound", "wounds")),
    ("shots_duel", "htk", value("wound", "toughness")),
    ("shots_duel", "htk", value("wound", "damage", 1, 6)),
    ("shots_duel", "htk", value("impairment", "wounds")),
    ("shots_duel", "htk", ending("wounds")),
    ("shots_drill", "htk", value("bind", "wounds")),
    ("shots_duel", "states", ending("fortune")),
    ("shots_duel", "states", ending("shots_left", 1, 1)),
    ("shots_duel", "states", total("shots_spent")),
    ("shots_duel", "states", value("counter", "before", 1, 4)),
    ("shots_duel", "states", value("fortune", "left")),
    ("shots_drill", "states", value("reload", "loaded")),
    ("shots_duel", "times", value("shot", "shot", 1, 2)),
    ("shots_duel", "distances", moved("move", 1)),
    ("shots_duel", "distances", value("impact", "distance", 1, result="hit")),
    # steps
    ("steps_duel", "rolls", orphan("check", "impact")),
    ("steps_duel", "rolls", value("chain", "steps")),
    ("steps_duel", "actions", again("ready")),
    ("steps_duel", "actions", again("declare")),
    ("six_on_six", "actions", no_end_in_steps),
    ("steps_duel", "down", deed("sight", target="Ada", seen=False)),
    ("steps_duel", "htk", value("wound", "health")),
    ("steps_duel", "htk", value("wound", "armor", 1)),
    ("steps_duel", "htk", value("down", "health")),
    ("steps_duel", "htk", ending("health")),
    ("steps_duel", "states", ending("loaded", {"pistol": 9})),
    ("steps_duel", "states", ending("mode", "full")),
    ("steps_duel", "states", total("rounds")),
    ("steps_mirror", "states", ending("facing", "nowhere")),
    ("steps_mirror", "states", total("squares")),
    ("steps_duel", "states", value("fired", "left")),
    ("steps_duel", "states", value("reload", "left")),
    ("breach", "states", value("object", "health")),
    ("steps_mirror", "distances", moved("step", 4)),
    ("steps_duel", "distances", value("impact", "distance", 1, result="hit")),
]


@pytest.mark.parametrize("name", LOGS)
def test_everything_holds_in_a_golden_timeline(name: str) -> None:
    assert [str(one) for one in check(log(name))] == []


@pytest.mark.parametrize(("name", "invariant", "spoil"), CASES)
def test_a_log_that_is_broken_in_one_way_breaks_that_invariant_only(name: str, invariant: str, spoil: Spoil) -> None:
    lines = log(name)
    line = spoil(lines)
    found = check(lines)
    assert {one.invariant for one in found} == {invariant}, [str(one) for one in found[:5]]
    assert found[0].seq == line["seq"], [str(one) for one in found[:5]]


def test_every_invariant_is_broken_by_a_case() -> None:
    assert {invariant for _, invariant, _ in CASES} | {"digest", "form"} == set(INVARIANTS)
