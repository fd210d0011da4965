"""Short ways to write a scripted firefight of the steps system on a drawn map, and to read its timeline.

Everything goes through the public doors: a document becomes a scenario, script agents give the orders, dice are
scripted, the battle is driven by ``advance`` and ``answer``, and what is read is the log.

A combatant's mark on the map is the first letter of its name. Everybody is trained, has 8 points of shooting and 5 of
dodge, health enough for any number of hits, and a rifle of bands 2, 6, 12, 24, 48 with all fire modes. So a check comes
to the die + 8: at medium range (15) a die of 7 hits; a first dodge (11) is made with a die of 6. A test names what it
needs otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import agents
from engine import Battle, Standing
from engine.options import Hold, Option
from engine.system import REASONS, Request
from scenarios import from_document

Orders = list[dict[str, Any]]
Has = dict[str, Any]
Rolls = Mapping[str, Sequence[int | Sequence[int]]]

EYE = 8
"""Everybody's shooting."""

FIRE: Has = {"do": "fire"}
DODGE: Has = {"do": "dodge", "on": "noticed"}

CHAIR = {"name": "chair", "cover": 25, "health": 8, "passable": True}
DESK = {"name": "desk", "cover": 50, "health": 25}
LEGEND: Has = {
    "c": CHAIR, "d": DESK, "h": {"name": "low wall", "cover": 50}, "t": {"name": "cabinet", "cover": 75, "health": 35},
    "#": {"name": "wall", "cover": 100}, "s": {"name": "smoke", "concealment": 50, "passable": True},
}  # fmt: skip
"""What the characters of a map mean that are no floor and nobody's mark."""


def totals(*checks: int) -> list[list[int]]:
    """Return the dice of checks of so many points in all, in turn."""
    return [[check - EYE] for check in checks]


def rifle(**changes: Any) -> Has:
    """Return a rifle of 2d6 with every fire mode."""
    return {
        "name": "rifle", "skill": "rifle", "damage": "2d6", "modes": ["single", "aimed", "burst", "auto"], "magazine": 30,
        "ammunition": 60, "point_blank": 2, "short": 6, "medium": 12, "long": 24, "extreme": 48,
    } | changes  # fmt: skip


def bomb(**changes: Any) -> Has:
    """Return a grenade that can be thrown in-direct, of a radius of 2 squares."""
    return rifle(name="bomb", damage="3d6", modes=["single"], indirect=True, radius=2.0) | changes


def one(name: str, side: str, orders: Orders | None = None, **has: Any) -> Has:
    """Return a combatant who stands on the map's square of its first letter."""
    table: Has = {
        "name": name, "side": side, "mark": name[0], "shooting": EYE, "dodge": 5, "health": 500,
        "skills": {"rifle": "trained"}, "weapons": [rifle()], "agent": {"policy": "script", "orders": orders or []},
    }  # fmt: skip
    return table | has


class Fought:
    """A battle: its result, and its log as tuples that tests compare."""

    def __init__(self, battle: Battle) -> None:
        self.events = battle.events
        self.result: Any = battle.result

    def of(self, kind: str, actor: str | None = None) -> list[Any]:
        """Return the events of one type, of one combatant or of all."""
        return [event for event in self.events if event.type == kind and actor in (None, event.actor)]

    def state(self, name: str) -> dict[str, Any]:
        """Return a combatant's final state."""
        found: dict[str, Any] = self.result.combatants[name]
        return found

    def impacts(self, actor: str | None = None) -> list[tuple[float, str, str | None, str]]:
        """Return what came of shots: when, whose, on whom, what."""
        return [(event.t, event.actor, event.target, event.result) for event in self.of("impact", actor)]

    def results(self, actor: str | None = None) -> list[str]:
        """Return what came of shots, a thing or bystander that a miss hit instead after it."""
        return [event.result if event.struck is None else f"{event.result}: {event.struck}" for event in self.of("impact", actor)]

    def chain(self, number: int = 0, actor: str | None = None) -> list[tuple[str, int]]:
        """Return the links of a chain: rule and steps."""
        return [(link.rule, link.steps) for link in self.of("chain", actor)[number].links]

    def difficulties(self, actor: str | None = None) -> list[int]:
        """Return the difficulties of all chains."""
        return [event.difficulty for event in self.of("chain", actor)]

    def steps(self, rule: str, actor: str | None = None) -> list[int]:
        """Return what a rule's links come to in each chain, in steps."""
        return [sum(link.steps for link in event.links if link.rule == rule) for event in self.of("chain", actor)]

    def rolls(self, purpose: str, actor: str | None = None) -> list[Any]:
        """Return the rolls of one purpose."""
        return [event for event in self.of("roll", actor) if event.purpose == purpose]

    def wounds(self, actor: str | None = None) -> list[tuple[float, str, str, int]]:
        """Return the wounds: when, whose, where, health lost."""
        return [(event.t, event.actor, event.location, event.lost) for event in self.of("wound", actor)]

    def declared(self, actor: str) -> list[tuple[str, float, float | None, float | None, float]]:
        """Return the declared actions: what, planned begin, commit, impact, ready."""
        events = self.of("declare", actor)
        return [(event.option["do"], event.begin, event.commit, event.impact, event.ready) for event in events]

    def asked(self, actor: str) -> list[tuple[float, tuple[str, ...]]]:
        """Return the decisions of a combatant: when, for which reasons."""
        return [(event.t, tuple(event.reason)) for event in self.of("decision", actor)]

    def times(self, kind: str, actor: str | None = None) -> list[float]:
        """Return when events of one type happened."""
        return [event.t for event in self.of(kind, actor)]

    def steps_taken(self, actor: str) -> list[tuple[float, tuple[int, int], str]]:
        """Return the squares a combatant came onto: when, which, facing where."""
        return [(event.t, tuple(event.position), event.facing) for event in self.of("step", actor)]

    def downs(self) -> list[tuple[float, str]]:
        """Return who went out of the fight, and when."""
        return [(event.t, event.actor) for event in self.of("down")]


def document(rows: Sequence[str], combatants: Sequence[Has], rules: Has | None = None, objects: Sequence[Has] = ()) -> Has:
    """Return a scenario's document: a drawn map, of whose legend it keeps what the map has."""
    drawn = "".join(rows)
    legend = {char: thing for char, thing in LEGEND.items() if char in drawn}
    field: Has = {"rows": list(rows), "legend": legend}
    if objects:
        field["objects"] = list(objects)
    return {
        "schema": "couched.scenario/1", "name": "A firefight", "system": "steps", "field": field,
        "combatants": list(combatants), "rules": {"max_counts": 20} | (rules or {}),
    }  # fmt: skip


def fight(
    rows: Sequence[str], *combatants: Has, rolls: Rolls | None = None, rules: Has | None = None,
    objects: Sequence[Has] = (), players: Mapping[str, Any] | None = None, seed: int = 0,
) -> Fought:  # fmt: skip
    """Fight it out: scripted rolls of one die may be given as numbers, other agents than scripts by name."""
    return play(from_document(document(rows, combatants, rules, objects)), rolls, players, seed)


def play(scenario: Any, rolls: Rolls | None = None, players: Mapping[str, Any] | None = None, seed: int = 0) -> Fought:
    """Fight a scenario out, and check what every log of it must hold."""
    dice = {
        stream: [[roll] if isinstance(roll, int) else list(roll) for roll in row]
        for stream, row in (rolls or {}).items()
    }
    deciders = {
        spec.name: (players or {}).get(spec.name) or agents.make(scenario.agents[spec.name], spec.name, scenario, seed, 0)
        for spec in scenario.combatants
    }
    standing = {name: agent.standing for name, agent in deciders.items() if hasattr(agent, "standing")}
    battle = Battle(scenario, seed, rolls=dice, standing=standing)
    while request := battle.advance():
        battle.answer(request, deciders[request.combatant].decide(request))
    fought = Fought(battle)
    _check(fought)
    return fought


def _check(fought: Fought) -> None:
    """Check that modifiers add up to needs (P-CHK-1) and links to their difficulty (P-CHK-2)."""
    for event in fought.of("roll"):
        if event.need is not None:
            assert sum(mod.value for mod in event.mods) == event.need, event
            assert event.faces[0] - event.need == event.margin, event
    for event in fought.of("chain"):
        assert sum(link.steps for link in event.links) == event.steps, event
        assert 3 + 4 * event.steps == event.difficulty, event


class Player:
    """An agent that answers by a function of the request and remembers when it was asked, and why.

    Args:
        answer: takes a request and returns an option, or None to hold.
        asks: the reasons it wants to be asked for; all when absent.
        order: its standing order for the others.
    """

    def __init__(
        self, answer: Callable[[Request], Option | None], asks: frozenset[str] | None = None, order: str = "hold"
    ) -> None:
        self.answer = answer
        self.standing = Standing(asks=frozenset(REASONS) if asks is None else asks, order=order)
        self.asked: list[tuple[float, tuple[str, ...]]] = []

    def decide(self, request: Request) -> Option:
        """Return the function's option, or a hold."""
        self.asked.append((request.t, tuple(request.reasons)))
        return self.answer(request) or Hold()
