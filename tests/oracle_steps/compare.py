"""Runs the engine on a planned fight and sets its log beside what the oracle tells. The only file that knows both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from oracle_steps import judge
from oracle_steps.fight import FREE, Fight
from oracle_steps.plan import Deed, Plan
from oracle_steps.state import Entry
from oracle_steps.strategies import dice

import scenarios
from engine import Battle, Standing
from engine.errors import ScriptedRollError
from engine.options import Hold
from engine.steps.actions import OPTIONS
from tests.invariants import hold

Plans = Mapping[str, tuple[list[Deed], list[Deed]]]
Line = dict[str, Any]

ASKS = Standing(asks=FREE | {"noticed"})
BY_NAME = {option.__struct_config__.tag: option for option in OPTIONS}


def option(deed: Deed, square: tuple[int, int]) -> Any:
    """Return the engine's option of a deed of somebody on a square."""
    fields = {key: value for key, value in deed.items() if key != "do"}
    if "steps" in fields:
        fields["path"] = judge.way(square, fields.pop("steps"))
    return msgspec.convert(fields, BY_NAME[deed["do"]])


def engine_run(document: Line, plans: Plans, rolls: Mapping[str, list[list[int]]]) -> Battle:
    """Play a document in the engine by plans, with scripted rolls; it stops where those run short."""
    scenario = scenarios.from_document(document)
    minds = {name: Plan(*deeds) for name, deeds in plans.items()}
    streams: dict[str, list[list[int]]] = {f"{name}/{purpose}": [] for name in plans for purpose in ("check", "dodge", "location", "damage", "tie", "scatter")}
    battle = Battle(scenario, seed=0, rolls=streams | dict(rolls), standing=dict.fromkeys(minds, ASKS))
    with suppress(ScriptedRollError):
        while request := battle.advance():
            mind = minds[request.combatant]

            def made(deed: Deed, request: Any = request) -> Any:
                return option(deed, request.view.me.square)

            def may(deed: Deed, request: Any = request) -> bool:
                return request.legal(made(deed, request)) is None

            deed = mind.answer(may) if "noticed" in request.reasons else {"do": "hold"}
            if deed["do"] == "hold" and FREE.intersection(request.reasons):
                deed = mind.act(may)
            battle.answer(request, Hold() if deed["do"] == "hold" else made(deed))
    hold(battle)
    return battle


DETAILS: dict[str, tuple[str, ...]] = {
    "level": ("until",), "commit": ("impact",), "fired": ("mode", "rounds", "left"), "chain": ("target", "steps", "difficulty"),
    "impact": ("target", "result", "total", "struck"), "face": ("facing",), "mode": ("mode",), "down": (), "death": (),
    "aim": ("target", "spells"), "reload": ("loaded", "left"), "sight": ("target", "seen"), "ready": (), "break_off": (),
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
        case "decision":
            return (line["option"]["do"],)
        case "step":
            return tuple(line["position"]), line["facing"]
        case "object":
            return line["name"], tuple(line["position"]), line["health"], line["destroyed"]
        case "wound":
            return line["location"].partition(",")[0], line["damage"], line["armor"], line["lost"]
        case "landed":
            return tuple(line["at"]), line["scatter"]
        case "dodge":
            return line["declared"], line.get("success")
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
    health = {name: state["health"] for name, state in battle.result.combatants.items()}
    ends = (battle.result.outcome, battle.result.winner, battle.result.t, health)
    if ends != (told.outcome, told.winner, told.t, told.health):
        return f"oracle ends {told.outcome, told.winner, told.t, told.health}, engine {ends}"
    return None
