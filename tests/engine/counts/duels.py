"""Short ways to write a scripted fight of the counts system and to read its timeline.

Everything goes through the public doors: a document becomes a scenario, script agents give the orders, dice are
scripted, the battle is driven by ``advance`` and ``answer``, and what is read is the log.

The fighters of these fights never wait (SPD 12 against an INIT of 2d6), stand still (mode ``locked``), notice nothing
(perception 0, no bonus for commits), have no DEF and no PAB, are too heavy to be thrown back, and have no bash to speak of. A
test names what it needs otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import agents
from engine import Battle
from scenarios import from_document

Orders = list[dict[str, Any]]
Has = dict[str, Any]
Rolls = Mapping[str, Sequence[int | Sequence[int]]]

HIT, MISS = 50, 95
CHEST, ABDOMEN, GROIN, HEAD, RIGHT_LEG, LEFT_LEG = 20, 60, 82, 2, 86, 85
RIGHT_ARM, LEFT_ARM, RIGHT_HAND, RIGHT_FOOT = 40, 41, 52, 100


def sword(**changes: Any) -> Has:
    """A sword of W 10, 3 ft long (optimal 5), that does 7 + 2d4 crushing."""
    base = {"name": "sword", "wsd": 10, "damage": "7", "type": "crushing", "length": 3, "includes_type": True}
    return base | changes


def fighter(name: str, side: str, x: float, orders: Orders | None = None, **has: Any) -> Has:
    """A fighter of these fights, at (x, 0)."""
    table: Has = {
        "name": name, "side": side, "position": [x, 0], "mode": "locked", "weight": 5000, "spd": 12, "pab": 0,
        "combat_perception": 0, "def": 0, "weapons": [sword()],
        "agent": {"policy": "script", "orders": orders or []},
    }  # fmt: skip
    table |= has
    if "skills" not in table:
        table["skills"] = {weapon["name"]: 60 for weapon in table["weapons"]}
    return table


class Fought:
    """A battle that is over: its result, and its log as tuples that tests compare."""

    def __init__(self, battle: Battle) -> None:
        self.events = battle.events
        assert battle.result is not None
        self.result = battle.result

    def of(self, kind: str, actor: str | None = None) -> list[Any]:
        """Return the events of one type, of one fighter or of all."""
        return [event for event in self.events if event.type == kind and actor in (None, event.actor)]

    def line(self, actor: str, *kinds: str) -> list[tuple[float, str]]:
        """Return a fighter's timeline: when and what, of some types."""
        return [(event.t, event.type) for event in self.events if event.actor == actor and event.type in kinds]

    def blows(self) -> list[tuple[float, str, str]]:
        """Return every impact: when, whose, what came of it."""
        return [(event.t, event.actor, event.result) for event in self.of("impact")]

    def asked(self, actor: str) -> list[tuple[float, tuple[str, ...]]]:
        """Return every decision of a fighter: when, for which reasons."""
        return [(event.t, tuple(event.reason)) for event in self.of("decision", actor)]

    def took(self, actor: str) -> list[tuple[float, str]]:
        """Return what a fighter chose, but for holds."""
        chosen = [(event.t, event.option["do"]) for event in self.of("decision", actor)]
        return [(t, do) for t, do in chosen if do != "hold"]

    def inits(self, actor: str) -> list[tuple[float, float, bool]]:
        """Return every INIT of a fighter: when, how long, whether pre-set."""
        return [(event.t, event.counts, event.preset) for event in self.of("init", actor)]

    def mods(self, purpose: str, actor: str, number: int = 0) -> dict[str, float]:
        """Return the modifiers of a fighter's roll by rule (summed)."""
        found: dict[str, float] = {}
        for mod in self.rolls(purpose, actor)[number].mods:
            found[mod.rule] = found.get(mod.rule, 0) + mod.value
        return found

    def rolls(self, purpose: str, actor: str) -> list[Any]:
        """Return a fighter's rolls of one purpose."""
        return [event for event in self.of("roll", actor) if event.purpose == purpose]

    def moves(self, actor: str) -> list[tuple[float, float, float]]:
        """Return a fighter's changes of velocity: when, x, velocity along x."""
        return [(event.t, round(event.position[0], 6), round(event.velocity[0], 6)) for event in self.of("move", actor)]

    def stages(self, actor: str) -> list[tuple[float, str]]:
        """Return a fighter's stages: when, which."""
        return [(event.t, event.to) for event in self.of("stage", actor)]

    def effects(self, actor: str) -> list[tuple[float, str, str | None]]:
        """Return what wounds did to a fighter beyond the loss: when, what, where."""
        return [(event.t, event.effect, event.location) for event in self.of("effect", actor)]


def play(
    combatants: list[Has],
    rules: Has | None = None,
    rolls: Rolls | None = None,
    players: Mapping[str, Any] | None = None,
    seed: int = 0,
    field: Has | None = None,
) -> Fought:
    """Fight it out: scripted rolls of 1d100 may be given as numbers, other agents than the scripts by name."""
    document = {
        "schema": "couched.scenario/1", "name": "A fight", "system": "counts", "combatants": combatants,
        "rules": {"max_counts": 100, "notice_commit": 0, "bash_weight": 100_000} | (rules or {}),
    }  # fmt: skip
    if field is not None:
        document["field"] = field
    scenario = from_document(document)
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
    return Fought(battle)


def fight(
    ana: Orders | None = None,
    bo: Orders | None = None,
    distance: float = 5,
    rules: Has | None = None,
    rolls: Rolls | None = None,
    ana_has: Has | None = None,
    bo_has: Has | None = None,
    others: list[Has] | None = None,
    players: Mapping[str, Any] | None = None,
    field: Has | None = None,
) -> Fought:
    """Ana (red) at 0 against Bo (blue) at a distance on the x axis; others as they are."""
    combatants = [
        fighter("Ana", "red", 0, ana, **(ana_has or {})),
        fighter("Bo", "blue", distance, bo, **(bo_has or {})),
        *(others or []),
    ]
    return play(combatants, rules, rolls, players, field=field)


def struck(
    damage: Sequence[int],
    at: int = CHEST,
    kind: str = "crushing",
    rolls: Rolls | None = None,
    bo_has: Has | None = None,
    rules: Has | None = None,
    weapon: Has | None = None,
    number: int = 1,
    field: Has | None = None,
) -> Fought:
    """Ana strikes Bo at count 10 (and again every 15) for exactly so many points at one location, SL 0.

    Args:
        damage: the points of each blow; the weapon does 1dN + 0, so that the face is the damage.
        at: the face of the location roll, the same for every blow.
        kind: the damage type; the figures include it.
        number: how many dice the weapon's damage has.
    """
    tool = sword(damage=f"{number}d1000", type=kind, **(weapon or {}))
    chance = 60
    dice: dict[str, Any] = {
        "Ana/to_hit": [chance] * len(damage), "Ana/location": [at] * len(damage), "Ana/damage": [[one] for one in damage],
    }  # fmt: skip
    return fight(
        ana=[{"do": "attack"}] * len(damage), ana_has={"weapons": [tool]}, bo_has=bo_has, rules=rules,
        rolls=dice | dict(rolls or {}), field=field,
    )  # fmt: skip


class Player:
    """An agent that answers by a function of the request and remembers what it saw.

    Args:
        answer: takes a request and returns an option, or None to hold.
        asks: the reasons it wants to be asked for; all but ``commit`` by default.
    """

    def __init__(self, answer: Any, asks: frozenset[str] | None = None) -> None:
        from engine import Standing

        self.answer = answer
        self.standing = Standing(asks=asks) if asks is not None else Standing()

    def decide(self, request: Any) -> Any:
        """Return the function's option, or a hold."""
        from engine.counts.actions import Hold

        return self.answer(request) or Hold()
