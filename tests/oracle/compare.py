"""Runs the engine on a scripted duel and sets its log beside the oracle's timeline. The only file that knows both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from oracle.duel import DEFAULT, Line, Outcome, play
from oracle.readings import Readings
from oracle.rolls import Faces

import agents
import scenarios
from engine import Battle
from engine.errors import CouchedError
from tests.invariants import hold

Entry = tuple[float, str, str, tuple[tuple[str, Any], ...]]

# What both sides tell of each type; other types and fields are not compared.
TOLD: dict[str, tuple[str, ...]] = {
    "windup": (), "couched": (), "release": (), "commit": (), "impact": ("result", "chance", "roll", "sl"),
    "wound": ("by", "lost", "part"), "ready": (), "break_off": ("free",), "notice": ("of",), "stun": ("until",),
    "down": (), "death": (), "parry": (), "press": ("stages",), "retreat": ("stages",),
}  # fmt: skip
ROLLED = frozenset({"hit", "miss", "critical_miss", "parried"})


def engine_run(
    document: Mapping[str, Any], rolls: Mapping[str, list[list[int]]]
) -> tuple[list[dict[str, Any]], str, str | None]:
    """Play a document in the engine with scripted rolls; return its events as plain data, outcome and winner.

    A script that comes to an order that is not legal ends the fight here, as it does in the oracle.
    """
    scenario = scenarios.from_document(dict(document))
    battle = Battle(scenario, seed=0, rolls=dict(rolls))
    minds = {name: agents.make(spec, name, scenario) for name, spec in scenario.agents.items()}
    try:
        while request := battle.advance():
            battle.answer(request, minds[request.combatant].decide(request))
    except CouchedError as error:
        hold(battle)
        return plain(battle), "error", str(error)
    return plain(battle), battle.result.outcome, battle.result.winner


def plain(battle: Any) -> list[dict[str, Any]]:
    """Return a battle's events as plain data."""
    return [msgspec.to_builtins(event) | {"type": event.type} for event in battle.events]


def engine_entries(events: list[dict[str, Any]], design: bool) -> list[Entry]:
    """Return what the engine's events tell, in the oracle's terms."""
    dropped: set[tuple[str, str]] = set()
    entries = []
    for event in events:
        if event["type"] == "draw" and event["what"] == "dropped":
            dropped.add((event["actor"], event["weapon"]))
        recovered = event["type"] == "ready" and (event["actor"], event.get("weapon")) in dropped
        if kept(event, design) and not recovered:
            entries.append(entry(event["t"], event["type"], event["actor"], event))
    return settled(entries)


def settled(entries: list[Entry]) -> list[Entry]:
    """Leave out the stun of a fighter that goes down at the same instant, and a second `ready` of one instant."""
    ends = {(t, actor) for t, kind, actor, _ in entries if kind in ("down", "death")}
    ready = {one for one in entries if one[1] == "ready"}
    rest = [one for one in entries if one[1] != "ready" and not (one[1] == "stun" and (one[0], one[2]) in ends)]
    return [*rest, *ready]


def kept(event: Mapping[str, Any], design: bool) -> bool:
    """Return whether an event is one that the oracle tells of too."""
    match event["type"]:
        case "windup":
            return event.get("kind") in ("attack", "couch")
        case "ready":
            return event["why"] == "stun over" or (design and event["why"] == "recovered")
        case "wound":
            return bool(event["lost"])
        case "stun":
            return not event.get("over", False)
        case "parry":
            return event["what"] not in ("up", "dropped")
        case "break_off":
            return event.get("why") == "by choice"
    return event["type"] in TOLD


def entry(t: float, kind: str, actor: str, details: Mapping[str, Any]) -> Entry:
    """Return one line in terms that compare and sort."""
    keys = TOLD[kind]
    if kind == "impact":
        keys = ("result", *(("chance", "roll") if details["result"] in ROLLED else ()))
        keys += ("sl",) if details["result"] == "hit" else ()
    if kind == "wound" and "part_damage" in details:
        details = {**details, "part": details["part_damage"]}
    return t, kind, actor, tuple((key, details.get(key)) for key in keys)


def oracle_entries(lines: list[Line]) -> list[Entry]:
    """Return what the oracle's lines tell."""
    told = [line for line in lines if line.type != "wound" or line.details["lost"]]
    return settled([entry(line.t, line.type, line.actor, line.details) for line in told])


def disagreement(document: Mapping[str, Any], faces: Faces, readings: Readings = DEFAULT) -> str | None:
    """Play a duel on both sides, the engine with exactly the rolls the oracle used; return what differs first."""
    told: Outcome = play(document, {}, faces, readings)
    events, outcome, winner = engine_run(document, told.rolls_used)
    design = document["rules"].get("level", "design") == "design"
    ours, theirs = Counter(oracle_entries(told.lines)), Counter(engine_entries(events, design))
    differs = sorted([*((ours - theirs).elements()), *((theirs - ours).elements())], key=lambda one: one[:3])
    if differs:
        t = differs[0][0]
        sides = [[one for one in sorted(side.elements(), key=str) if one[0] == t] for side in (ours, theirs)]
        ends = f"({told.outcome} {told.reason} / {outcome} {winner})"
        return f"at {t:g}\n  oracle {sides[0]}\n  engine {sides[1]}\n  {ends}"
    if (told.outcome, told.winner) != (outcome, winner) and told.outcome != "error":
        return f"oracle {told.outcome} {told.winner} at {told.t:g}, engine {outcome} {winner}"
    if (told.outcome == "error") != (outcome == "error"):
        return f"oracle {told.outcome} {told.reason} at {told.t:g}, engine {outcome} {winner}"
    made = rolls_made(events)
    if told.outcome != "error" and made != told.rolls_used:
        return f"rolls: oracle {told.rolls_used}\n  engine {made}"
    return None


def rolls_made(events: list[dict[str, Any]]) -> dict[str, list[list[int]]]:
    """Return every roll of a log by its stream."""
    made: dict[str, list[list[int]]] = {}
    for event in events:
        if event["type"] == "roll":
            made.setdefault(f"{event['actor']}/{event['purpose']}", []).append(list(event["faces"]))
    return made
