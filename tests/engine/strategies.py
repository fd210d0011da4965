"""Random counts fights and wayward agents for hypothesis, and the few calls that drive a battle in tests."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import msgspec
from hypothesis import strategies as st

import agents
import scenarios
from engine import Battle, Request, Scenario, Standing
from engine.counts.actions import Attack, CountsOption, Fire, Hold
from engine.options import Option
from engine.record import encode
from engine.system import REASONS

Document = dict[str, Any]
Policy = Callable[[Request], Option]

WEAPONS = ("dagger", "rapier", "broadsword", "saber", "spear", "mace", "military_pick", "claws", "greatsword", "pike")
MISSILES = ("longbow", "crossbow", "javelin", "throwing_knife", "revolver", "mind_blade", "mind_bolt", "medium_shield")
EVERYTHING = Standing(asks=frozenset(REASONS))


def toml(document: Mapping[str, Any]) -> str:
    """Return a document as TOML text, tables in line."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in document.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def scenario(document: Mapping[str, Any]) -> Scenario:
    """Return the scenario of a document that may name gear and templates."""
    return scenarios.loads(toml(document))


def fight(*combatants: Document, **rules: Any) -> Scenario:
    """Return a scenario of these combatants under these rules."""
    return scenario(document(combatants, **rules))


def document(combatants: Sequence[Document], **rules: Any) -> Document:
    """Return the document of a fight."""
    return {
        "schema": "couched.scenario/1", "name": "A fight", "system": "counts", "rules": rules,
        "combatants": list(combatants),
    }  # fmt: skip


def fighter(name: str, side: str, x: float, y: float = 0.0, weapon: str = "broadsword", **more: Any) -> Document:
    """Return a fighter whose INIT is always 0 (SPD 12 against 2d6), who stands still and sees nothing coming."""
    return {
        "name": name, "side": side, "position": [x, y], "spd": 12, "mode": "locked", "combat_perception": 0,
        "skills": {weapon: 70}, "weapons": [weapon], "agent": "hold", **more,
    }  # fmt: skip


@attrs.define
class Chaos:
    """Takes any option of the list or a variation of one, sets timers at odd moments, and asks for every reason.

    Args:
        key: what its choices follow from.
        blind: names it never picks as a target.
    """

    key: str
    blind: frozenset[str] = frozenset()
    standing: Standing = EVERYTHING
    dice: random.Random = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.dice = random.Random(self.key)

    def decide(self, request: Request) -> Option:
        """Choose; attacks are chosen more often, so that fights end."""
        options = [option for option in request.options if self.blind.isdisjoint(map(str, option.fields().values()))]
        attacks = [option for option in options if self.is_attack(option)]
        option = self.dice.choice(attacks if attacks and self.dice.random() < 0.6 else options)
        if self.dice.random() < 0.3:
            request.wake = request.t + self.dice.randrange(1, 12000) / 1000
        return self.vary(request, option)

    def is_attack(self, option: Option) -> bool:
        """Return whether an option may end a fight."""
        return isinstance(option, Attack | Fire)

    def vary(self, request: Request, option: Option) -> Option:
        """Call a location or spend a speed point, where that is legal."""
        changes: dict[str, Any] = {}
        if hasattr(option, "location") and self.dice.random() < 0.3:
            changes["location"] = self.dice.choice(["head", "hand", "chest", "foot"])
        if getattr(option, "speed_points", None) is not None and self.dice.random() < 0.3:
            changes["speed_points"] = 1
        varied = msgspec.structs.replace(option, **changes)
        return varied if request.legal(varied) is None else option


def chaotic(fought: Scenario, seed: int = 0, blind: frozenset[str] = frozenset()) -> dict[str, Chaos]:
    """Return a wayward agent for each combatant, by its stream key."""
    return {spec.name: Chaos(f"{seed}/{spec.stream}", blind) for spec in fought.combatants}


def shipped(fought: Scenario, seed: int = 0, battle: int = 0) -> dict[str, Any]:
    """Return the agents a scenario names."""
    return {name: agents.make(spec, name, fought, seed, battle) for name, spec in fought.agents.items()}


def begin(fought: Scenario, players: Mapping[str, Any], seed: int = 0, battle: int = 0, **more: Any) -> Battle:
    """Open a battle with the standing orders of its agents."""
    standing = {name: player.standing for name, player in players.items() if hasattr(player, "standing")}
    return Battle(fought, seed, battle, standing=standing, **more)


def step(battle: Battle, players: Mapping[str, Any]) -> bool:
    """Answer one request; return False when the battle is over."""
    request = battle.advance()
    if request is None:
        return False
    battle.answer(request, players[request.combatant].decide(request))
    return True


def play(fought: Scenario, players: Mapping[str, Any], seed: int = 0, battle: int = 0, **more: Any) -> Battle:
    """Run a battle to its end."""
    opened = begin(fought, players, seed, battle, **more)
    while step(opened, players):
        pass
    return opened


def lines(battle: Battle) -> list[bytes]:
    """Return the log's lines."""
    return [encode(event) for event in battle.events]


def plain(battle: Battle) -> list[dict[str, Any]]:
    """Return the log as plain dicts."""
    return [msgspec.json.decode(line) for line in lines(battle)]


def of_type(battle: Battle, *types: str) -> list[dict[str, Any]]:
    """Return the events of some types as plain dicts."""
    return [event for event in plain(battle) if event["type"] in types]


def decode(option: Mapping[str, Any]) -> Option:
    """Return the option of a recorded decision."""
    return msgspec.convert(option, CountsOption)  # type: ignore[no-any-return]


HOLD = Hold()


# random fights

quarters = st.integers(0, 12).map(lambda number: number / 4)


@st.composite
def combatants(draw: st.DrawFn, name: str, side: str, sign: int) -> Document:
    """A fighter with one or two weapons of the gear tables, somewhere on its side of the field."""
    kit = draw(st.lists(st.sampled_from(WEAPONS + MISSILES), min_size=1, max_size=2, unique=True))
    return {
        "name": name, "side": side, "position": [sign * (draw(quarters) + 0.25), draw(quarters)],
        "htk": draw(st.sampled_from([12, 30, 60])), "spd": draw(st.sampled_from([3, 5, 12])),
        "health": draw(st.sampled_from([5, 50, 95])), "def": draw(st.sampled_from([0, 30])),
        "mode": draw(st.sampled_from(["static", "offensive", "defensive", "locked"])),
        "combat_perception": draw(st.sampled_from([0, 40, 90])), "combat_maneuver_rank": draw(st.sampled_from([0, 2])),
        "targeting_perception": draw(st.sampled_from([0, 60])), "pow": draw(st.sampled_from([10, 30])),
        "skills": {**dict.fromkeys(kit, draw(st.sampled_from([40, 70, 110]))), "combat_maneuver": 50},
        "weapons": kit, "armor": draw(st.sampled_from([[], ["mail_shirt"], ["gambeson", "helm"]])),
        "agent": draw(st.sampled_from(["random", "brawler", "fencer", "brawler"])),
    }  # fmt: skip


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    """Levels, tie policies and caps."""
    return {
        "level": draw(st.sampled_from(["design", "basic", "advanced"])),
        "ties": draw(st.sampled_from(["simultaneous", "reach", "speed", "seeded"])),
        "max_counts": draw(st.sampled_from([40, 90.125, 160])),
        "stalemate_counts": draw(st.sampled_from([30, 1200])),
    }  # fmt: skip


@st.composite
def documents(draw: st.DrawFn, least: int = 2, most: int = 4) -> Document:
    """A fight of two sides."""
    number = draw(st.integers(least, most))
    rows = [
        draw(combatants(f"F{index}", "blue" if index % 2 else "red", 1 if index % 2 else -1)) for index in range(number)
    ]
    return document(rows, **draw(rules()))


seeds = st.integers(0, 2**32)
