"""What the fairness tests of every rule system compare: logs renamed, turned about, without their order or a spectator."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from engine import Battle
from tests.engine.strategies import Document, plain, play, shipped

Event = dict[str, Any]


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return plain data with names, and action ids made of them, replaced."""
    if isinstance(value, dict):
        return {renamed(key, names): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if isinstance(value, str):
        head, mark, tail = value.partition("#")
        return names.get(head, head) + mark + tail
    return value


def body(battle: Battle) -> list[Event]:
    """Return the log without its header, and without the digest in its footer, which covers the header."""
    events = plain(battle)[1:]
    events[-1].pop("digest")
    return events


def told(battle: Battle, end: float) -> list[Event]:
    """Return what happens before a moment, without a spectator's lines and the numbering."""
    before = [event for event in plain(battle)[1:] if event["t"] < end and event.get("actor") != "Spectator"]
    rest = [{key: _unwatched(item) for key, item in event.items() if key not in ("seq", "cause")} for event in before]
    return [event for event in rest if event.get("acting") != []]


def _unwatched(item: Any) -> Any:
    """Return lists and tables of names without the spectator's."""
    if isinstance(item, dict):
        return {name: value for name, value in item.items() if name != "Spectator"}
    return [name for name in item if name != "Spectator"] if isinstance(item, list) else item


# mirror fights


def turned(events: list[Event], names: Mapping[str, str]) -> list[Event]:
    """Return a log seen from the other side: names swapped, places and velocities turned about the origin."""
    return [_turned(event) for event in renamed(events, names)]


PLACES = frozenset({"position", "velocity", "to", "at"})
"""The keys of places and velocities."""


def _turned(event: Event) -> Event:
    flipped = {}
    for key, item in event.items():
        if key in PLACES and isinstance(item, list):
            flipped[key] = [-part + 0.0 for part in item]
        elif isinstance(item, dict):
            flipped[key] = _turned(item)
        else:
            flipped[key] = item
    return flipped


UNTOLD = frozenset({"seq", "cause", "note"})
"""The numbering, and an agent's words, in which names stand."""

SETS = frozenset({"acting", "targets"})
"""Lists of names whose order is that of the stream keys."""


def told_by_cause(events: list[Event]) -> Counter[str]:
    """Return the events by what they say and what led to them, without numbering and order."""
    by_seq: dict[int, str] = {}
    said: Counter[str] = Counter()
    for event in events:
        plainly = {key: sorted(item) if key in SETS else item for key, item in event.items() if key not in UNTOLD}
        text = f"{json.dumps(plainly, sort_keys=True)} because {hash(by_seq.get(event.get('cause', 0), ''))}"
        text = text.replace("-0.0,", "0.0,").replace("-0.0]", "0.0]")
        by_seq[event["seq"]] = text
        said[text] += 1
    return said


def swapped(drawn: Document) -> Document:
    """Return a mirror fight whose twins have each other's stream keys."""
    other = deepcopy(drawn)
    rows = other["combatants"]
    for left, right in zip(rows[::2], rows[1::2], strict=True):
        left["stream"], right["stream"] = right["stream"], left["stream"]
    return other


TWINS = {"L0": "R0", "R0": "L0", "L1": "R1", "R1": "L1", "west": "east", "east": "west"}


def tally(fought: Any, battles: int) -> Counter[str | None]:
    """Return how often each side wins, None for the rest."""
    won: Counter[str | None] = Counter()
    for index in range(battles):
        result = play(fought, shipped(fought, 11, index), 11, index, record=False).result
        assert result is not None
        assert result.outcome != "error"
        won[result.winner] += 1
    return won
