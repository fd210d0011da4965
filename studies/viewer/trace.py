"""A log as a trace for Perfetto and chrome://tracing: one count is a millisecond there.

A side is a process, a fighter two threads: what it does, and its blows and wounds, with an arrow from a blow to each wound
it led to. States that go on beside what it does (recovering, stunned ...) may overlap: they are asynchronous slices. What
a fighter has left is a counter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.record import ReadLog
from studies.account import sentence, title_of
from studies.account_story import Story
from studies.viewer.lanes import PHASES, Lanes, Span
from studies.viewer.model import VITAL, named
from studies.viewer.reading import Json, text_in
from studies.viewer.tracks import Tracks

MICROSECONDS: Final = 1000
"""Microseconds of a trace in a count."""

BLINK: Final = 1
"""How long a slice for what takes no time is, in microseconds: an arrow needs one to begin and to end on."""

FIRST_THREAD: Final = 101
"""The first thread's number: a viewer takes one that is its process's number for something special."""

_SIGNS: Final = frozenset(
    {"break_off", "notice", "knockback", "fall", "parry", "defense", "dodge", "press", "retreat", "lock", "unlock"}
)
"""Types of event that stand in a trace as moments."""


def trace_of(log: ReadLog) -> dict[str, Any]:
    """Return the trace of a log in Chrome's trace event format (JSON object form).

    Args:
        log: a log, whole or cut.
    """
    story = Story(log.events)
    specs = named(story.combatants)
    names = [str(spec["name"]) for spec in specs]
    sides = sorted({str(spec.get("side")) for spec in specs})
    homes = {
        str(spec["name"]): (sides.index(str(spec.get("side"))) + 1, FIRST_THREAD + 2 * place) for place, spec in enumerate(specs)
    }
    lanes, tracks = Lanes(names), Tracks(log.header)
    for event in log.events:
        lanes.take(event)
        tracks.take(event)
    rows = [*_names(sides, homes)]
    for name, spans in lanes.spans().items():
        for number, span in enumerate(spans):
            rows += _slices(span, f"{name} {number}", homes[name], story)
    for event in log.events:
        rows += _moments(event, homes, story)
    counter = VITAL.get(story.system, "left")
    for name, track in tracks.tracks.items():
        pid, _ = homes[name]
        common = {"ph": "C", "name": f"{name}: {counter}", "pid": pid}
        rows += [{**common, "ts": _ts(t), "args": {"now": value}} for t, value, _ in track.vital]
    return {
        "displayTimeUnit": "ms", "traceEvents": rows,
        "otherData": {"title": title_of(story), "couched": str(log.header.get("version")), "one count": "1 ms"},
    }  # fmt: skip


def _ts(t: float) -> float:
    return round(t * MICROSECONDS, 3)


def _names(sides: Sequence[str], homes: Mapping[str, tuple[int, int]]) -> Iterator[dict[str, Any]]:
    """Yield the names of processes and threads, in the order in which they are shown."""
    for place, side in enumerate(sides):
        yield {"ph": "M", "name": "process_name", "pid": place + 1, "args": {"name": f"side {side}"}}
        yield {"ph": "M", "name": "process_sort_index", "pid": place + 1, "args": {"sort_index": place}}
    for name, (pid, tid) in homes.items():
        for thread, title in ((tid, name), (tid + 1, f"{name}: blows and wounds")):
            yield {"ph": "M", "name": "thread_name", "pid": pid, "tid": thread, "args": {"name": title}}
            yield {"ph": "M", "name": "thread_sort_index", "pid": pid, "tid": thread, "args": {"sort_index": thread}}


def _slices(span: Span, key: str, home: tuple[int, int], story: Story) -> Iterator[dict[str, Any]]:
    """Yield a phase: what a fighter does as a slice of its thread, a state as an asynchronous one."""
    words, row = PHASES[span.phase]
    event = story.by_seq.get(span.seq, {})
    common = {"name": words.split(":")[0], "cat": span.phase, "pid": home[0], "tid": home[1], "ts": _ts(span.start)}
    began = sentence(event, story) if event else ""
    told = {"about": span.about, "seq": span.seq, "action": str(event.get("action") or ""), "began": began}
    if row == "act" and span.end > span.start:
        yield {"ph": "X", **common, "dur": round(_ts(span.end) - _ts(span.start), 3), "args": told}
    if row == "act":
        return
    who = str(event.get("actor"))
    common["name"] = f"{who}: {common['name']}"
    yield {"ph": "b", **common, "id2": {"local": key}, "args": told}
    yield {"ph": "e", **common, "id2": {"local": key}, "ts": _ts(span.end)}


def _moments(event: Json, homes: Mapping[str, tuple[int, int]], story: Story) -> Iterator[dict[str, Any]]:
    """Yield what an event is in the trace: a blow, a wound with the arrow to it, or a moment."""
    home = homes.get(str(event.get("actor")))
    kind = str(event.get("type"))
    if home is None:
        return
    if kind == "impact":
        target = text_in(event, "target")
        name = f"{text_in(event, 'result') or 'impact'}: {text_in(event, 'weapon') or 'blow'}"
        yield _blink(event, home, f"{name} at {target}" if target is not None else name, story)
    elif kind == "wound":
        yield _blink(event, home, "wound", story)
        yield from _arrow(event, home, homes, story)
    elif kind in ("down", "death"):
        yield _moment(event, home, kind, story)
    elif kind in _SIGNS:
        yield _moment(event, home, kind.replace("_", " "), story)


def _blink(event: Json, home: tuple[int, int], name: str, story: Story) -> dict[str, Any]:
    pid, tid = home
    return {
        "ph": "X", "name": name, "cat": str(event["type"]), "pid": pid, "tid": tid + 1, "ts": _ts(float(event["t"])), "dur": BLINK,
        "args": {"seq": event["seq"], "text": sentence(event, story)},
    }  # fmt: skip


def _moment(event: Json, home: tuple[int, int], name: str, story: Story) -> dict[str, Any]:
    pid, tid = home
    return {
        "ph": "i", "s": "t", "name": name, "cat": str(event["type"]), "pid": pid, "tid": tid, "ts": _ts(float(event["t"])),
        "args": {"seq": event["seq"], "text": sentence(event, story)},
    }  # fmt: skip


def _arrow(event: Json, home: tuple[int, int], homes: Mapping[str, tuple[int, int]], story: Story) -> Iterator[dict[str, Any]]:
    """Yield the arrow from the blow that led to a wound, if one did."""
    blow = next((link for link in reversed(story.chain(event)) if link.get("type") == "impact"), None)
    start = homes.get(str(blow.get("actor"))) if blow is not None else None
    if blow is None or start is None:
        return
    common = {"name": "wound", "cat": "blow", "id": event["seq"]}
    yield {"ph": "s", **common, "pid": start[0], "tid": start[1] + 1, "ts": _ts(float(blow["t"]))}
    yield {"ph": "f", "bp": "e", **common, "pid": home[0], "tid": home[1] + 1, "ts": _ts(float(event["t"]))}
