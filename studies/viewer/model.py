"""A log as the plain data of its page: what the page draws, and each event in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.record import ReadLog
from studies.account import outcome_text, title_of, told_line
from studies.account_story import Story
from studies.account_words import LEVELS
from studies.cli_text import number, shown, value_text
from studies.explain import links_of, mods_of, rule_ids
from studies.explain_steps import reasons_of
from studies.log_notes import digest_notes
from studies.viewer.ground import ground_of
from studies.viewer.lanes import PHASES, Lanes, Span
from studies.viewer.reading import Json, number_in, short, text_in
from studies.viewer.tracks import STAGES, Track, Tracks, most_of, squares_of

FORMAT: Final = "couched.view/1"

KINDS: Final = {
    "end": "ends", "wound": "wounds and effects", "hit": "hits", "blow": "other blows", "break": "break-offs, locks",
    "commit": "commits",
    "plan": "declarations", "notice": "noticing, parries", "move": "movement, stages", "quiet": "rolls, decisions, details",
}  # fmt: skip
"""Kinds of event a reader may filter by, what matters most first."""

RESULTS: Final = ("hit", "miss", "critical_miss", "parried", "out_of_reach", "no_target", "broken_off", "lost")
"""What may come of a blow; anything else is shown like a miss."""

VITAL: Final = {"counts": "HTK left", "shots": "Wound Points taken", "steps": "health left"}

_BEGINNERS: Final = frozenset({"commit", "loose", "announce", "fired"})
"""Types of event from which the arrow of a blow is drawn."""


def model_of(log: ReadLog) -> dict[str, Any]:
    """Return everything the page of a log shows, as JSON can hold it.

    Args:
        log: a log, whole or cut; types and fields that are not known are told as they stand.
    """
    events = log.events
    story = Story(events)
    header = log.header
    system = str(header.get("system"))
    specs = named(story.combatants)
    names = [str(spec["name"]) for spec in specs]
    lanes, tracks = Lanes(names), Tracks(header)
    for event in events:
        lanes.take(event)
        tracks.take(event)
    index = {name: place for place, name in enumerate(names)}
    sides = sorted({str(spec.get("side")) for spec in specs})
    phases, spans = list(PHASES), lanes.spans()
    return {
        "format": FORMAT, "system": system, "title": shown(title_of(story)), "facts": _facts(log, story),
        "outcome": shown(outcome_text(events, log.cut)), "notes": [shown(note) for note in _notes(log)],
        "end": max(float(event["t"]) for event in events), "vital": VITAL.get(system, ""), "sides": [shown(side) for side in sides],
        "phases": [[key, words, row] for key, (words, row) in PHASES.items()], "stages": list(STAGES), "results": list(RESULTS),
        "fighters": [
            {
                "name": shown(name), "side": sides.index(str(spec.get("side"))), "mark": text_in(spec, "mark") or "",
                "most": most_of(system, spec), "policy": _policy(spec),
                "spans": [_span(one, phases) for one in spans[name]],
                **_track(tracks.tracks[name], index),
            }
            for name, spec in zip(names, specs, strict=True)
        ],
        "ground": ground_of(header, events), "paths": _paths(events, index), "blows": _blows(events, index),
        "events": _events(story, index), **_reasons(story),
    }  # fmt: skip


def _span(span: Span, phases: Sequence[str]) -> list[Any]:
    """Return a stretch of a lane: from, to, phase, the event that began it, about what, and 1 if it lasts beyond the log."""
    return [short(span.start), short(span.end), phases.index(span.phase), span.seq, span.about, int(span.lasting)]


def named(specs: Sequence[Json]) -> list[Json]:
    """Return the combatants that have a name, each name once."""
    found: dict[str, Json] = {}
    for spec in specs:
        if isinstance(spec.get("name"), str):
            found.setdefault(spec["name"], spec)
    return list(found.values())


def _policy(spec: Json) -> str:
    agent = spec.get("agent")
    return str(agent.get("policy", "")) if isinstance(agent, Mapping) else str(agent or "")


def _notes(log: ReadLog) -> list[str]:
    return [*digest_notes(log), *([f"The log is {log.cut}."] if log.cut else [])]


def _facts(log: ReadLog, story: Story) -> list[list[str]]:
    """Return what was fought, as pairs of a label and a text."""
    header, scenario = log.header, story.scenario
    rows = [
        ("scenario", scenario.get("name")), ("about", scenario.get("description")), ("system", header.get("system")),
        ("seed", header.get("seed")), ("battle", header.get("battle")), ("scenario digest", header.get("digest")),
        ("couched", header.get("version")), ("events", len(log.events)), ("log", Path(log.path).name),
    ]  # fmt: skip
    return [[label, shown(value_text(value))] for label, value in rows if value not in (None, "")]


def _track(track: Track, index: Mapping[str, int]) -> dict[str, Any]:
    """Return a fighter's changes over time as plain data, opponents by their place in the list of fighters."""
    return {
        "motion": [[*map(short, row[:5]), row[5]] for row in track.motion],
        "facing": [[short(t), short(degree)] for t, degree in track.facing],
        "vital": [[short(t), short(value), seq] for t, value, seq in track.vital],
        "pow": [[short(t), short(value), seq] for t, value, seq in track.pow],
        "stages": {
            str(index[foe]): [[short(t), stage, short(far), seq] for t, stage, far, seq in rows]
            for foe, rows in track.stages.items() if foe in index
        },
        "tools": [[short(t), name, short(length)] for t, name, length in track.tools],
        "bounds": {tool: [short(bound) for bound in bounds] for tool, bounds in track.bounds.items()},
    }  # fmt: skip


def _paths(events: Sequence[Json], index: Mapping[str, int]) -> list[list[Any]]:
    """Return the ways on squares: when, whose, over which squares; an empty one ends the way before."""
    return [
        [short(float(event["t"])), index[str(event.get("actor"))], [[short(x), short(y)] for x, y in squares_of(event, "path")]]
        for event in events if event["type"] == "walk" and str(event.get("actor")) in index
    ]  # fmt: skip


def _blows(events: Sequence[Json], index: Mapping[str, int]) -> list[list[Any]]:
    """Return the blows and shots: from when to when, whose, at whom (-1: nobody), the result, the seq of the impact."""
    begun: dict[str, float] = {}
    found = []
    for event in events:
        actor, action = str(event.get("actor")), str(event.get("action"))
        if event["type"] in _BEGINNERS:
            begun[action] = float(event["t"])
        elif event["type"] == "impact" and actor in index:
            result = str(event.get("result"))
            place = RESULTS.index(result) if result in RESULTS else 1
            target = index.get(str(event.get("target")), -1)
            t = float(event["t"])
            found.append([short(min(t, begun.get(action, t))), short(t), index[actor], target, place, int(event["seq"])])
    return found


def _events(story: Story, index: Mapping[str, int]) -> dict[str, Any]:
    """Return all events in columns: moment, type, fighter (-1: none), cause (-1), kind, and in words."""
    types: dict[str, int] = {}
    kinds = {kind: place for place, kind in enumerate(KINDS)}
    columns: dict[str, list[Any]] = {key: [] for key in ("seq", "t", "type", "actor", "cause", "kind", "text")}
    level = LEVELS.index("full")
    for event in story.events:
        line = told_line(event, story, level)
        cause = story.cause(event)
        columns["seq"].append(event["seq"])
        columns["t"].append(short(float(event["t"])))
        columns["type"].append(types.setdefault(str(event["type"]), len(types)))
        columns["actor"].append(index.get(line.who if line is not None else str(event.get("actor")), -1))
        columns["cause"].append(-1 if cause is None else cause["seq"])
        columns["kind"].append(kinds.get(line.kind, len(kinds) - 1) if line is not None else len(kinds) - 1)
        columns["text"].append(shown(_told(line.who, line.text) if line is not None else str(event["type"])))
    return {**columns, "types": list(types), "kinds": [[key, words] for key, words in KINDS.items()]}


def _told(who: str, text: str) -> str:
    return f"{who} {text}" if who else text


def _reasons(story: Story) -> dict[str, Any]:
    """Return what decided the events that people ask about: the steps of their figures, and rolls outside their chain.

    Returns:
        ``steps``: seq to ``[rule, value, why]``; ``beside``: seq to the seqs of such rolls; ``rules``: rule id to its
        constants in this battle, ``[field, value, unit, why]``.
    """
    from studies.systems import constants

    reasons = reasons_of(story.system)
    steps: dict[str, list[list[str]]] = {}
    beside: dict[str, list[int]] = {}
    met: dict[str, None] = {}
    for event in story.events:
        kind = str(event["type"])
        met.update(dict.fromkeys(rule_ids(event)))
        if kind in reasons.steps:
            rows = [mod for mod in mods_of(event, story) if isinstance(mod, Mapping)]
            steps[str(event["seq"])] = [[str(mod.get("rule")), _signed(mod.get("value")), str(mod.get("why"))] for mod in rows]
            met.update(dict.fromkeys(str(mod.get("rule")) for mod in rows))
        if kind in reasons.decided_by or kind in _DECIDED:
            chain = {link["seq"] for link in story.chain(event)}
            others = [link["seq"] for link in links_of(event, story) if link["seq"] not in chain]
            if others:
                beside[str(event["seq"])] = others
    changed = story.scenario.get("rules")
    known = constants(story.system, changed if isinstance(changed, Mapping) else {}) if story.system else ()
    rules: dict[str, list[list[str]]] = {}
    for row in known:
        if row.rule in met:
            rules.setdefault(row.rule, []).append([row.field, value_text(row.value), row.unit, row.why])
    return {"steps": steps, "beside": beside, "rules": rules}


_DECIDED: Final = frozenset({"impact", "wound"})


def _signed(value: Any) -> str:
    found = number_in({"value": value}, "value")
    if found is None:
        return value_text(value)
    return f"{'+' if found >= 0 else ''}{number(found)}"

