"""Short ways to write a scripted fight of the shots system and to read its timeline.

Everything goes through the public doors: a document becomes a scenario, script agents give the orders, dice are
scripted, the battle is driven by ``advance`` and ``answer``, and what is read is the log.

Initiative has no die in these fights: the first shot of a sequence is Speed (10 for Ana, 8 for Bo), so that a sequence
lasts 10 counts and shot s is at count 10 - s. Everybody has skill 14 against Dodge 13, Toughness 6, no armor, a gun of
damage 10 that is never empty, and stands 10 m from the other. A test names what it needs otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import agents
from engine import Battle, Standing
from engine.options import Hold
from scenarios import from_document

Orders = list[dict[str, Any]]
Has = dict[str, Any]
Rolls = Mapping[str, Sequence[int | Sequence[int]]]

LEVEL, MISS, WONDER = [3, 3], [1, 5], [6, 6, 2, 2]
"""Open rolls of 0 (a hit by 1), of -4 (a miss), and of 0 with both first dice at six."""

SKILLS = {"guns": 14, "martial_arts": 14, "throwing": 14, "dodge": 13, "medicine": 12, "detect": 10, "stealth": 10}


def dice(total: int) -> list[int]:
    """Return the faces of an open roll of so many points that is no wonder; none when there is no roll of so many."""
    chains = [[face] for face in range(1, 6)] + [[6] * sixes + [face] for sixes in (1, 2, 3) for face in range(1, 6)]
    for one in chains:
        for other in chains:
            if sum(one) - sum(other) == total and not one[0] == 6 == other[0]:
                return [one[0], other[0], *one[1:], *other[1:]]
    raise AssertionError(f"no open roll of {total}")


def hurting(points: int, **changes: Any) -> Has:
    """A gun that does so many Wound Points at an Outcome of 1 (LEVEL) on Toughness 6 without armor."""
    return gun(damage=points + 5, **changes)


def gun(**changes: Any) -> Has:
    """A gun of normal range and damage 10 that needs no ammunition."""
    return {"name": "gun", "range": "normal", "damage": 10} | changes


def fists(**changes: Any) -> Has:
    """Fists: hand to hand, damage 10."""
    return {"name": "fists", "range": "melee", "damage": 10, "hands": 0, "length": 0.7} | changes


def bomb(**changes: Any) -> Has:
    """A launcher of radius 5, normal range, damage 10."""
    return {"name": "bomb", "range": "normal", "damage": 10, "radius": 5, "handheld": False} | changes


def fighter(name: str, side: str, x: float, orders: Orders | None = None, shot: int = 10, **has: Any) -> Has:
    """A character of these fights, at (x, 0); ``shot`` is its first shot of every sequence."""
    table: Has = {
        "name": name, "side": side, "position": [x, 0], "speed": shot, "toughness": 6, "constitution": 6, "move": 6,
        "weapons": [gun()], "agent": {"policy": "script", "orders": orders or []},
    }  # fmt: skip
    return table | has | {"skills": SKILLS | has.get("skills", {})}


class Fought:
    """A battle that is over: its result, and its log as tuples that tests compare."""

    def __init__(self, battle: Battle) -> None:
        self.events = battle.events
        assert battle.result is not None
        self.result = battle.result

    def of(self, kind: str, actor: str | None = None) -> list[Any]:
        """Return the events of one type, of one character or of all."""
        return [event for event in self.events if event.type == kind and actor in (None, event.actor)]

    def state(self, name: str) -> dict[str, Any]:
        """Return a character's final state."""
        return self.result.combatants[name]

    def calls(self) -> list[tuple[float, int, list[str]]]:
        """Return every shot that was called: when, which, who acts on it."""
        return [(event.t, event.shot, event.acting) for event in self.of("shot")]

    def declared(self, actor: str | None = None) -> list[tuple[float, str, str]]:
        """Return every declared action: when, whose, what."""
        return [(event.t, event.actor, event.option["do"]) for event in self.of("declare", actor)]

    def counters(self, actor: str) -> list[tuple[float, int, int, str]]:
        """Return what was paid within sequences: when, from, to, why; not what ran down with the clock."""
        paid = [event for event in self.of("counter", actor) if event.why != "runs down"]
        return [(event.t, event.before, event.after, event.why) for event in paid]

    def impacts(self, actor: str | None = None) -> list[tuple[float, str, str | None, str]]:
        """Return what came of attacks: when, whose, on whom, what."""
        return [(event.t, event.actor, event.target, event.result) for event in self.of("impact", actor)]

    def figures(self, actor: str | None = None) -> list[tuple[str | None, int, int, int]]:
        """Return the figures of attacks: target, total, difficulty, Outcome."""
        found = [event for event in self.of("impact", actor) if event.total is not None]
        return [(event.target, event.total, event.difficulty, event.outcome) for event in found]

    def points(self, actor: str | None = None) -> list[tuple[float, str, int, int]]:
        """Return every wound: when, whose, how many Wound Points, how many it leaves."""
        return [(event.t, event.actor, event.points, event.wounds) for event in self.of("wound", actor)]

    def asked(self, actor: str) -> list[tuple[float, tuple[str, ...]]]:
        """Return every decision of a character: when, for which reasons."""
        return [(event.t, tuple(event.reason)) for event in self.of("decision", actor)]

    def took(self, actor: str) -> list[tuple[float, str]]:
        """Return what a character chose, but for holds."""
        chosen = [(event.t, event.option["do"]) for event in self.of("decision", actor)]
        return [(t, do) for t, do in chosen if do != "hold"]

    def rolls(self, purpose: str, actor: str | None = None) -> list[Any]:
        """Return the rolls of one purpose."""
        return [event for event in self.of("roll", actor) if event.purpose == purpose]

    def mods(self, purpose: str, actor: str, number: int = 0) -> dict[str, float]:
        """Return the modifiers of a roll by rule (summed); what makes it easier is negative."""
        found: dict[str, float] = {}
        for mod in self.rolls(purpose, actor)[number].mods:
            found[mod.rule] = found.get(mod.rule, 0) + mod.value
        return found

    def moves(self, actor: str) -> list[tuple[float, float, float, str]]:
        """Return a character's changes of velocity: when, x, velocity along x, why."""
        moved = self.of("move", actor)
        return [(event.t, round(event.position[0], 4), round(event.velocity[0], 4), event.why) for event in moved]

    def defenses(self, target: str) -> list[tuple[float, str, int, bool]]:
        """Return the active defenses of a character as they come up and end: when, which, bonus, whether over."""
        return [(event.t, event.kind, event.bonus, event.over) for event in self.of("defense") if event.target == target]

    def downs(self) -> list[tuple[float, str]]:
        """Return who went out of the fight, and when."""
        return [(event.t, event.actor) for event in self.of("down")]


def play(
    combatants: list[Has],
    rules: Has | None = None,
    rolls: Rolls | None = None,
    players: Mapping[str, Any] | None = None,
    field: Has | None = None,
    seed: int = 0,
) -> Fought:
    """Fight it out: scripted closed rolls of one die may be given as numbers, other agents than scripts by name."""
    scenario = scenario_of(combatants, rules, field)
    dice = {
        stream: [[roll] if isinstance(roll, int) else list(roll) for roll in row]
        for stream, row in (rolls or {}).items()
    }
    deciders = {
        one.name: (players or {}).get(one.name) or agents.make(scenario.agents[one.name], one.name, scenario, seed, 0)
        for one in scenario.combatants
    }
    standing = {name: agent.standing for name, agent in deciders.items() if hasattr(agent, "standing")}
    battle = Battle(scenario, seed, rolls=dice, standing=standing)
    while request := battle.advance():
        battle.answer(request, deciders[request.combatant].decide(request))
    fought = Fought(battle)
    _check_rolls(fought)
    return fought


def scenario_of(combatants: list[Has], rules: Has | None = None, field: Has | None = None) -> Any:
    """Return the scenario of a fight."""
    document: Has = {
        "schema": "couched.scenario/1", "name": "A fight", "system": "shots", "combatants": combatants,
        "rules": {"max_counts": 9, "initiative_dice": 0} | (rules or {}),
    }  # fmt: skip
    if field is not None:
        document["field"] = field
    return from_document(document)


def fight(
    ana: Orders | None = None,
    bo: Orders | None = None,
    distance: float = 10,
    rules: Has | None = None,
    rolls: Rolls | None = None,
    ana_has: Has | None = None,
    bo_has: Has | None = None,
    others: list[Has] | None = None,
    players: Mapping[str, Any] | None = None,
    field: Has | None = None,
) -> Fought:
    """Ana (red, shot 10) at 0 against Bo (blue, shot 8) at a distance on the x axis; others as they are."""
    combatants = [
        fighter("Ana", "red", 0, ana, **({"shot": 10} | (ana_has or {}))),
        fighter("Bo", "blue", distance, bo, **({"shot": 8} | (bo_has or {}))),
        *(others or []),
    ]
    return play(combatants, rules, rolls, players, field)


def _check_rolls(fought: Fought) -> None:
    """Check of every open roll that its modifiers add up to its need, and its faces to its margin (S-ROL-1)."""
    for event in fought.of("roll"):
        if event.need is not None:
            assert sum(mod.value for mod in event.mods) == event.need, event
            assert _open(event.faces, int(event.dice.removeprefix("open d"))) - event.need == event.margin, event


def _open(faces: Sequence[int], die: int) -> int:
    """Return what an open roll comes to: the negative chain is what is left when the positive one has ended."""
    positive, left = [faces[0]], list(faces[2:])
    while positive[-1] == die:
        positive.append(left.pop(0))
    return sum(positive) - faces[1] - sum(left)


class Player:
    """An agent that answers by a function of the request and remembers what it was asked.

    Args:
        answer: takes a request and returns an option, or None to hold.
        asks: the reasons it wants to be asked for.
        order: its standing order for all others.
    """

    def __init__(
        self, answer: Callable[[Any], Any], asks: frozenset[str] | None = None, order: str = "hold"
    ) -> None:
        self.answer = answer
        self.standing = Standing(order=order) if asks is None else Standing(asks=asks, order=order)
        self.asked: list[tuple[float, tuple[str, ...]]] = []

    def decide(self, request: Any) -> Any:
        """Return the function's option, or a hold."""
        self.asked.append((request.t, request.reasons))
        return self.answer(request) or Hold()
