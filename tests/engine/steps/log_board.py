"""The board as a log tells it: squares, facings, walks, objects and weapons, by the geometry of the oracle; nothing of the engine's."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from oracle_steps import figures

from scenarios import from_document
from tests.engine.stories import Line, Story

Square = tuple[int, int]

TICKS = 8000
PACES = ("walking", "jogging", "running", "sprinting")


class Stretch(NamedTuple):
    """A walk under way: its pace, the squares ahead, when the next one is reached."""

    pace: str
    path: list[Square]
    due: int


class Thing:
    """An object with its points."""

    def __init__(self, spec: Any) -> None:
        self.spec, self.health, self.gone = spec, spec.health, False


class Board:
    """What is told so far; every line is taken in its turn."""

    def __init__(self, story: Story) -> None:
        scenario = from_document(story.header["scenario"])
        self.rules: Any = scenario.rules
        ground: Any = scenario.field
        self.size: Square = (ground.width, ground.height) if ground is not None else (40, 30)
        self.things = [Thing(placed) for placed in (ground.objects if ground is not None else ())]
        self.on: dict[Square, list[Thing]] = {}
        for thing in self.things:
            self.on.setdefault(thing.spec.position, []).append(thing)
        self.specs = story.specs
        self.ranked = sorted(self.specs, key=lambda name: self.specs[name].stream or name)
        self.at: dict[str, Square] = {name: spec.position or (0, 0) for name, spec in self.specs.items()}
        self.facing = {name: spec.facing or self._first_facing(name) for name, spec in self.specs.items()}
        self.hand = {name: spec.weapons[0].name if spec.weapons else None for name, spec in self.specs.items()}
        self.mode = {name: spec.mode for name, spec in self.specs.items()}
        self.out: set[str] = set()
        self.walks: dict[str, Stretch] = {}
        self.aim: dict[str, tuple[str, int]] = {}
        self.doing: dict[str, Line] = {}
        self.options: dict[str, Any] = {}
        self.sees = {(one, other) for one, other in self.pairs() if self.has_sight(one, other)}

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield everybody able with every able opponent."""
        for one, spec in self.specs.items():
            for other, its in self.specs.items():
                if spec.side != its.side and one not in self.out and other not in self.out:
                    yield one, other

    def _first_facing(self, name: str) -> str:
        """P-LOS-2 [R]: toward the nearest opponent; of two equally near the first by stream key."""
        foes = [one for one in self.ranked if self.specs[one].side != self.specs[name].side]
        if not foes:
            return "n"
        here = self.at[name]
        return figures.looking(here, min((self.at[foe] for foe in foes), key=lambda square: self.gap2(here, square)))

    @staticmethod
    def gap2(one: Square, other: Square) -> int:
        """Return the square of a distance."""
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2

    def stands(self, square: Square) -> list[Any]:
        """Return what stands whole on a square."""
        return [thing.spec for thing in self.on.get(square, ()) if not thing.gone]

    def passable(self, square: Square) -> bool:
        """P-MOV-1."""
        on_map = 0 <= square[0] < self.size[0] and 0 <= square[1] < self.size[1]
        return on_map and all(spec.passable for spec in self.stands(square))

    def may_step(self, start: Square, end: Square) -> bool:
        """P-MOV-1: to a neighbour; a diagonal step cuts no corner that is blocked."""
        near = max(abs(start[0] - end[0]), abs(start[1] - end[1])) == 1
        return near and all(map(self.passable, (end, (end[0], start[1]), (start[0], end[1])) if start[0] != end[0] and start[1] != end[1] else (end,)))

    def objects(self, start: Square, end: Square) -> tuple[int, int]:
        """P-LOS-4, P-LOS-7: cover and concealment of objects between two squares."""
        between = [spec for square in figures.between(start, end) for spec in self.stands(square)]
        return sum(spec.cover for spec in between), sum(spec.concealment for spec in between)

    def bystanders(self, start: Square, end: Square) -> list[str]:
        """P-LOS-4: who stands between two squares and is not out."""
        between = set(figures.between(start, end))
        return [name for name in self.ranked if name not in self.out and self.at[name] in between]

    def cover(self, start: Square, end: Square) -> int:
        """P-LOS-4: objects, and half for one bystander, all for two."""
        people = len(self.bystanders(start, end))
        return self.objects(start, end)[0] + (self.rules.bystander_cover if people == 1 else self.rules.crowd_cover if people else 0)

    def has_sight(self, one: str, other: str) -> bool:
        """P-LOS-1, P-LOS-2."""
        here, there = self.at[one], self.at[other]
        return figures.arc(self.facing[one], here, there) != "rear" and self.objects(here, there)[0] < 100

    def pace(self, name: str) -> str:
        """Return how fast somebody moves."""
        return self.walks[name].pace if name in self.walks else "still"

    def step_ticks(self, start: Square, end: Square, pace: str) -> int:
        """P-MOV-1: how long a step takes, ticks."""
        speed = Fraction(str(getattr(self.rules, f"speed_{pace}")))
        return int(figures.step_time(start, end, speed) * TICKS)

    # lines

    def take(self, line: Line) -> None:
        """Take in a line."""
        taken = getattr(self, f"_{line['type']}", None)
        if taken is not None:
            taken(line)

    def _walk(self, line: Line) -> None:
        name, path = line["actor"], [(x, y) for x, y in line["path"]]
        before = self.walks.pop(name, None)
        if not path:
            return
        goes_on = before is not None and before.pace == line["pace"] and before.path[:1] == path[:1]
        now = round(line["t"] * TICKS)
        due = before.due if before is not None and goes_on else now + self.step_ticks(self.at[name], path[0], line["pace"])
        self.walks[name] = Stretch(line["pace"], path, due)

    def _step(self, line: Line) -> None:
        name = line["actor"]
        self.at[name] = square = (line["position"][0], line["position"][1])
        walk = self.walks.get(name)
        if walk is None:
            return
        rest = walk.path[1:]
        due = round(line["t"] * TICKS) + (self.step_ticks(square, rest[0], walk.pace) if rest else 0)
        self.walks[name] = Stretch(walk.pace, rest, due)

    def _face(self, line: Line) -> None:
        self.facing[line["actor"]] = line["facing"]

    def _mode(self, line: Line) -> None:
        self.mode[line["actor"]] = line["mode"]

    def _down(self, line: Line) -> None:
        self.out.add(line["actor"])
        self.doing.pop(line["actor"], None)
        self.sees = {pair for pair in self.sees if line["actor"] not in pair}

    def _object(self, line: Line) -> None:
        for thing in self.on[(line["position"][0], line["position"][1])]:
            if thing.spec.name == line["name"]:
                thing.health, thing.gone = line["health"], line.get("destroyed", False)

    def _sight(self, line: Line) -> None:
        (self.sees.add if line["seen"] else self.sees.discard)((line["actor"], line["target"]))

    def _aim(self, line: Line) -> None:
        if line["spells"]:
            self.aim[line["actor"]] = (line["target"], line["spells"])
        else:
            self.aim.pop(line["actor"], None)

    def _declare(self, line: Line) -> None:
        self.doing[line["actor"]] = line
        self.options[line["action"]] = line["option"]

    def _break_off(self, line: Line) -> None:
        if line.get("free"):
            self.doing.pop(line["actor"], None)

    def _ready(self, line: Line) -> None:
        done = self.doing.pop(line["actor"], None)
        if done is not None and done["option"]["do"] == "bring":
            self.hand[line["actor"]] = done["option"]["weapon"]
