"""Runs the engine on a planned fight and sets its log beside what the oracle tells. The only file that knows both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from oracle_shots.fight import Fight
from oracle_shots.plan import Deed, Plan
from oracle_shots.state import Entry
from oracle_shots.strategies import dice

import scenarios
from engine import Battle, Standing
from engine.errors import ScriptedRollError
from engine.options import Hold
from engine.shots.actions import OPTIONS
from tests.invariants import hold

Plans = Mapping[str, tuple[list[Deed], list[Deed]]]
Line = dict[str, Any]

OWN_SHOT = frozenset({"start", "ready"})
ASKS = Standing(asks=OWN_SHOT | {"announced", "closing"})
BY_NAME = {option.__struct_config__.tag: option for option in OPTIONS}


def option(deed: Deed) -> Any:
    """Return the engine's option of a deed."""
    return msgspec.convert({key: value for key, value in deed.items() if key != "do"}, BY_NAME[deed["do"]])


def engine_run(document: Line, plans: Plans, rolls: Mapping[str, list[list[int]]]) -> Battle:
    """Play a document in the engine by plans, with scripted rolls; it stops where those run short."""
    scenario = scenarios.from_document(document)
    minds = {name: Plan(*deeds) for name, deeds in plans.items()}
    battle = Battle(scenario, seed=0, rolls=dict(rolls), standing=dict.fromkeys(minds, ASKS))
    with suppress(ScriptedRollError):
        while request := battle.advance():
            mind = minds[request.combatant]
            ask = mind.act if OWN_SHOT.intersection(request.reasons) else mind.answer
            deed = ask(lambda deed, request=request: request.legal(option(deed)) is None)  # type: ignore[misc]
            battle.answer(request, Hold() if deed["do"] == "hold" else option(deed))
    hold(battle)
    return battle


DETAILS: dict[str, tuple[str, ...]] = {
    "counter": ("before", "after"), "defense": ("target", "kind", "bonus"), "interpose": ("target",), "volunteer": (),
    "impact": ("result", "target", "total", "difficulty", "outcome", "damage"), "impairment": ("value",),
    "wound": ("by", "damage", "toughness", "armor", "points", "wounds"), "down": ("dying_sequences",), "death": (),
    "structure": ("name", "damage", "against", "toughness", "effect"), "bind": ("target", "bound", "healed", "wounds"),
    "reload": ("loaded", "left"),
}  # fmt: skip
"""What is compared of events that need no turning round."""


def entries(battle: Battle) -> list[Entry]:
    """Return what the engine's log tells, in the oracle's terms."""
    found = []
    for event in battle.events:
        line = msgspec.to_builtins(event) | {"type": event.type}
        details = _details(line)
        if details is not None:
            found.append((line["t"], line["type"], line.get("actor") or "", details))
    return found


def _details(line: Line) -> tuple[Any, ...] | None:
    match line["type"]:
        case "sequence":
            return line["number"], line["top"], tuple(sorted(line["order"].items()))
        case "shot":
            return line["shot"], tuple(sorted(line["acting"]))
        case "decision":
            return (line["option"]["do"],)
        case "announce":
            return tuple(sorted(line["targets"])), line["shots"]
        case "move":
            return tuple(round(value, 2) + 0.0 for value in (*line["position"], *line["velocity"]))
        case "defense" if line.get("over"):
            return None
        case "counter" if line["why"] == "runs down":
            return None
        case "draw":
            return (tuple(sorted(line["in_hand"])),)
        case "notice":
            return line["of"], line["noticed"] == "noticed"
    return tuple(line.get(key) for key in DETAILS[line["type"]]) if line["type"] in DETAILS else None


def disagreement(document: Line, plans: Plans, seed: int) -> str | None:
    """Play a fight on both sides, the engine with exactly the rolls the oracle used; return what differs first."""
    told = Fight(document, {name: Plan(*deeds) for name, deeds in plans.items()}, dice(seed)).play()
    battle = engine_run(document, plans, told.rolls)
    ours, theirs = Counter(told.entries), Counter(entries(battle))
    differs = sorted([*(ours - theirs), *(theirs - ours)], key=lambda one: one[0])
    if differs:
        t = differs[0][0]
        sides = [[one[1:] for one in side if one[0] == t] for side in ((ours - theirs).elements(), (theirs - ours).elements())]
        return f"at {t:g}\n  oracle {sides[0]}\n  engine {sides[1]}"
    if battle.result is None:
        return "the engine asks for other rolls than the oracle made"
    wounds = {name: state["wounds"] for name, state in battle.result.combatants.items()}
    ends = (battle.result.outcome, battle.result.winner, battle.result.t, wounds)
    if ends != (told.outcome, told.winner, told.t, told.wounds):
        return f"oracle ends {told.outcome, told.winner, told.t, told.wounds}, engine {ends}"
    return None
