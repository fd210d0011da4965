"""Random steps fights and wayward agents for hypothesis: what tests/engine/strategies.py is for counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import msgspec
from hypothesis import strategies as st

from engine import Request, Scenario
from engine.options import Option
from engine.steps.actions import Dodge, Fire
from engine.steps.damage import CALLS
from engine.steps.grid import FACINGS
from engine.steps.rules import GUARDS, SKILLS
from tests.engine.strategies import Chaos, Document

Square = tuple[int, int]

BANDS = {"point_blank": 1, "short": 3, "medium": 6, "long": 10, "extreme": 14}
ARMS: tuple[Document, ...] = (
    {"name": "rifle", "damage": "2d6", "modes": ["single", "aimed", "burst", "auto"], "magazine": 12, "ammunition": 30},
    {"name": "pistol", "damage": "1d8+1", "modes": ["single", "aimed"], "magazine": 3, "ammunition": 7},
    {"name": "smg", "damage": "1d6", "modes": ["burst", "auto"], "magazine": 20, "ammunition": 20},
    {"name": "bow", "damage": "3d4-1", "modes": ["single", "aimed"], "magazine": 0, "ammunition": 0},
    {"name": "grenade", "damage": "3d6", "modes": ["single"], "magazine": 2, "ammunition": 2, "indirect": True, "radius": 2.0},
    {"name": "launcher", "damage": "2d6", "modes": ["single", "aimed"], "magazine": 1, "ammunition": 5, "indirect": True, "radius": 1.5},
)  # fmt: skip
ARMOR: tuple[Document, ...] = (
    {"name": "vest", "covers": ["chest", "abdomen"], "stops": 4}, {"name": "helmet", "covers": ["head"], "stops": 6},
    {"name": "coat", "covers": ["chest", "upper_arm", "lower_arm", "upper_leg"], "stops": 1},
)  # fmt: skip
THINGS: tuple[Document, ...] = (
    {"name": "chair", "cover": 25, "health": 6, "passable": True}, {"name": "desk", "cover": 50, "health": 15},
    {"name": "cabinet", "cover": 75, "health": 20}, {"name": "wall", "cover": 100}, {"name": "plaster", "cover": 100, "health": 8},
    {"name": "bush", "concealment": 50, "passable": True}, {"name": "fence", "cover": 25, "concealment": 25, "health": 10},
    {"name": "curtain", "cover": 10, "concealment": 60, "health": 2, "passable": True},
)  # fmt: skip
POLICIES = ("random", "random", "rifleman", "rusher", "flanker", "suppressor", "hold")


@attrs.define
class Gambler(Chaos):
    """Takes any option or a variation of one: a call, a sweep, a way of its own, a square to hit, another moment.

    Attributes:
        sign: -1 for who sees the map turned by half, so that twins across it do the same each from its side.
    """

    sign: int = 1

    def decide(self, request: Request) -> Option:
        """Dodge half the time when it can, shoot more often than not, set timers at odd moments."""
        listed = sorted(request.options, key=self.told)
        options = [option for option in listed if self.blind.isdisjoint(map(str, option.fields().values()))]
        shots = [option for option in options if isinstance(option, Fire)]
        dodges = [option for option in options if isinstance(option, Dodge)]
        if dodges and self.dice.random() < 0.5:
            return self.dice.choice(dodges)
        option = self.dice.choice(shots if shots and self.dice.random() < 0.6 else options)
        if self.dice.random() < 0.3:
            request.wake = request.t + self.dice.randrange(1, 12000) / 1000
        return self.vary(request, option)

    def told(self, option: Option) -> str:
        """Return an option in words that twins share."""
        return str(option)

    def vary(self, request: Request, option: Option) -> Option:
        """Change an option where the change is legal."""
        changes = self._changes(request, option) if self.dice.random() < 0.4 else {}
        varied = msgspec.structs.replace(option, **changes)
        return varied if request.legal(varied) is None else option

    def _changes(self, request: Request, option: Option) -> dict[str, Any]:
        x, y = request.view.me.square
        near = (x + self.sign * self.dice.randrange(-3, 4), y + self.sign * self.dice.randrange(-3, 4))
        match option.do:
            case "fire":
                kinds: list[dict[str, Any]] = [
                    {"location": self.dice.choice(sorted(CALLS))}, {"sweep": FACINGS[self.dice.randrange(8) - 2 * (1 - self.sign)]},
                    {"target": None, "at": near, "location": None, "indirect": True},
                ]  # fmt: skip
                return self.dice.choice(kinds)
            case "move":
                path = [(x, y)]
                for _ in range(self.dice.randrange(1, 5)):
                    step = self.sign * self.dice.randrange(-1, 2), self.sign * self.dice.randrange(-1, 2)
                    path.append((path[-1][0] + step[0], path[-1][1] + step[1]))
                return self.dice.choice([{"to": near, "path": None}, {"to": None, "path": tuple(path[1:])}])
            case "wait":
                return {"until": request.t + self.dice.randrange(1, 9) / 2}
        return {}


def chaotic(fought: Scenario, seed: int = 0, blind: frozenset[str] = frozenset()) -> dict[str, Gambler]:
    """Return a wayward agent for each combatant, by its stream key."""
    return {spec.name: Gambler(f"{seed}/{spec.stream}", blind) for spec in fought.combatants}


def document(combatants: Sequence[Document], field: Document, **rules: Any) -> Document:
    """Return the document of a steps fight."""
    return {
        "schema": "couched.scenario/1", "name": "A fight", "system": "steps", "rules": rules, "field": field,
        "combatants": list(combatants),
    }  # fmt: skip


# random fights


@st.composite
def combatants(draw: st.DrawFn, name: str, side: str, square: Square) -> Document:
    """A combatant with some weapons on a square."""
    kit = draw(st.lists(st.sampled_from(ARMS), min_size=1, max_size=3, unique_by=lambda arm: str(arm["name"])))
    row: Document = {
        "name": name, "side": side, "position": list(square), "shooting": draw(st.sampled_from([2, 5, 9])),
        "dodge": draw(st.sampled_from([0, 5, 9])), "health": draw(st.sampled_from([6, 20, 50])),
        "skills": {arm["name"]: draw(st.sampled_from(SKILLS)) for arm in kit}, "mode": draw(st.sampled_from(GUARDS)),
        "weapons": [{**arm, **BANDS} for arm in kit], "armor": draw(st.lists(st.sampled_from(ARMOR), max_size=2, unique_by=str)),
        "agent": draw(st.sampled_from(POLICIES)),
    }  # fmt: skip
    facing = draw(st.sampled_from([None, *FACINGS]))
    return row | ({"facing": facing} if facing is not None else {})


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    """Tie policies and caps, and now and then other figures of the rules."""
    odd = {"level_counts": 1.5, "dodge_counts": 0.5, "speed_walking": 0.3, "small_part": 50, "bystander_cover": 25, "sure_hit": 19}
    return {
        "ties": draw(st.sampled_from(["simultaneous", "simultaneous", "reach", "speed", "seeded"])),
        "max_counts": draw(st.sampled_from([40, 90])), "stalemate_counts": draw(st.sampled_from([30, 1200])),
        **(odd if draw(st.integers(0, 3)) == 0 else {}),
    }  # fmt: skip


@st.composite
def grounds(draw: st.DrawFn, free: int, width: int = 0, height: int = 0) -> tuple[Document, list[Square]]:
    """A map with things on it, and so many squares without."""
    width, height = width or draw(st.integers(5, 13)), height or draw(st.integers(3, 9))
    spots = draw(st.permutations([(x, y) for x in range(width) for y in range(height)]))
    most = min(14, len(spots) - free)
    things = draw(st.lists(st.sampled_from(THINGS), max_size=most))
    placed = [{**thing, "position": list(spot)} for thing, spot in zip(things, spots[free:], strict=False)]
    if placed and draw(st.booleans()):
        placed.append({**draw(st.sampled_from(THINGS)), "name": "another", "position": placed[0]["position"]})
    return {"width": width, "height": height, "objects": placed}, list(spots[:free])


@st.composite
def documents(draw: st.DrawFn, least: int = 2, most: int = 5) -> Document:
    """A fight of two sides on a map with some cover; now and then two begin on one square."""
    number = draw(st.integers(least, most))
    ground, squares = draw(grounds(number))
    if draw(st.integers(0, 4)) == 0:
        squares[-1] = squares[0]
    rows = [draw(combatants(f"F{index}", "blue" if index % 2 else "red", square)) for index, square in enumerate(squares)]
    return document(rows, ground, **draw(rules()))
