"""The answers of ``couched calc`` on a map of squares: lines of sight, what stands in the way, arcs (P-LOS-1 to P-LOS-7)."""

from __future__ import annotations

from typing import Any

from engine.clock import Clock
from engine.dice import Dice
from engine.errors import InputError
from engine.field import angle_between
from engine.scenario import Scenario
from engine.steps import difficulty as ladder
from engine.steps import grid, lookup
from engine.steps.land import Cover, Line
from engine.steps.model import CombatantSpec, FieldSpec, PlacedSpec
from engine.steps.setup import StepsFight
from engine.steps.state import Fight
from studies.calc_steps import FULL, STEPS
from studies.questions import Calc, Key, Values, found, optional, text, wholes

Square = tuple[int, int]

MOST_SIDE = 100
"""The longest side of a map in a question."""

PERSON = "@"

OBJECTS: dict[str, PlacedSpec] = {
    symbol: PlacedSpec(name=name, cover=cover, concealment=hides, position=(0, 0))
    for symbol, name, cover, hides in (
        ("h", "chair", 25, 0), ("n", "low wall", 50, 0), ("#", "wall", 100, 0),
        ("1", "25% cover", 25, 0), ("2", "50% cover", 50, 0), ("3", "75% cover", 75, 0),
        ('"', "bush", 0, 50), ("~", "smoke", 0, 100),
    )
}  # fmt: skip
"""What the characters of a map in a question stand for; ``.`` is free ground and ``@`` a character (P-LOS-4)."""

LEGEND = ", ".join([". free", f"{PERSON} a character", *(f"{symbol} {spec.name}" for symbol, spec in OBJECTS.items())])

SQUARE: dict[str, Any] = {"ge": 0, "le": 10_000}

PLACES: tuple[Key, ...] = (
    wholes("from", "its square: column,row from 0,0 at the top left", **SQUARE),
    wholes("to", "the other's square", **SQUARE),
)

MAP = text("map", f"rows of the map with / between them: {LEGEND}")


def square(calc: str, values: Values, name: str) -> Square:
    """Return the square of a key.

    Raises:
        InputError: not two numbers.
    """
    if len(values[name]) != 2:
        raise InputError(f"calc {calc}, {name}", found(values[name]), "a column and a row: 3,4")
    x, y = values[name]
    return int(x), int(y)


# lines


def steps_los(values: Values) -> dict[str, Any]:
    """Answer P-LOS-1 to P-LOS-7: the squares between, and with a map what stands on them and whether that leaves a target."""
    start, end = (square("steps-los", values, name) for name in ("from", "to"))
    told: dict[str, Any] = {
        "distance": lookup.distance(start, end), "facing": grid.FACINGS[grid.facing_toward(start, end)],
        "between": [list(one) for one in grid.between(start, end)],
    }  # fmt: skip
    if values["map"] is None:
        return told
    fight = fight_of(values["map"], start, end)
    return told | on_the_line(fight, lookup.line(fight, start, end))


def on_the_line(fight: Fight, line: Line) -> dict[str, Any]:
    """Return what stands on a line, what it adds up to, and the steps it costs; none where no target is left."""
    steps = ladder.cover_steps(line.cover, fight.rules)
    hiding = ladder.concealment_steps(line.concealment, fight.rules)
    return {
        "cover": line.cover, "concealment": line.concealment, "valid": line.cover < FULL,
        "steps": None if steps is None else steps + hiding,
        "in_the_way": [{"what": _what(cover), "percent": cover.percent, "square": f"{_place(cover)}"} for cover in line.covers],
    }  # fmt: skip


def _what(cover: Cover) -> str:
    return cover.thing.spec.name if cover.thing is not None else "a character"


def _place(cover: Cover) -> str:
    if cover.fighter is not None:
        x, y = cover.fighter.square
    else:
        assert cover.thing is not None
        x, y = cover.thing.spec.position
    return f"{x},{y}"


def fight_of(rows: str, *needed: Square) -> Fight:
    """Return a fight on a map as a question draws it.

    Raises:
        InputError: rows of different lengths, a character that stands for nothing, a map too large, or a square that is not on it.
    """
    lines = rows.split("/")
    width, height = len(lines[0]), len(lines)
    if not 1 <= width <= MOST_SIDE or height > MOST_SIDE or any(len(line) != width for line in lines):
        raise InputError("calc steps-los, map", found(rows), f"rows of one length, up to {MOST_SIDE} squares a side")
    for x, y in needed:
        if x >= width or y >= height:
            raise InputError("calc steps-los", f"{x},{y}", f"a square of the map: up to {width - 1},{height - 1}")
    things: list[PlacedSpec] = []
    people: list[CombatantSpec] = []
    for y, line in enumerate(lines):
        for x, symbol in enumerate(line):
            if symbol == PERSON:
                people.append(CombatantSpec(name=f"{x},{y}", side="one", position=(x, y)))
            elif symbol in OBJECTS:
                things.append(_placed(OBJECTS[symbol], (x, y)))
            elif symbol != ".":
                raise InputError("calc steps-los, map", found(symbol), LEGEND)
    ground = FieldSpec(width=width, height=height, objects=tuple(things))
    scenario = Scenario(
        name="a question", system="steps", rules=STEPS, combatants=tuple(people), agents={}, document={}, field=ground
    )
    clock = Clock(STEPS.guard_events, STEPS.max_events)
    return StepsFight(scenario, clock, Dice(0, 0), None, {}).state


def _placed(spec: PlacedSpec, at: Square) -> PlacedSpec:
    return PlacedSpec(name=spec.name, cover=spec.cover, concealment=spec.concealment, position=at)


# arcs


def steps_arc(values: Values) -> dict[str, Any]:
    """Answer P-LOS-2 and P-MOD-1: the arc of a combatant another square lies in, and the Combat Modes that guard it."""
    start, end = (square("steps-arc", values, name) for name in ("from", "to"))
    facing = grid.FACINGS.index(values["facing"])
    arc = grid.arc(facing, start, end, STEPS.front_degrees, STEPS.flank_degrees)
    off = angle_between(*grid.DIRECTIONS[facing], end[0] - start[0], end[1] - start[1])
    return {
        "arc": arc, "degrees": round(off, 6), "seen": arc != grid.REAR, "guarded_by": list(GUARDING[arc]),
        "facing_there": grid.FACINGS[grid.facing_toward(start, end)],
    }  # fmt: skip


GUARDING = {grid.FRONT: ("forward", "guarded", "full"), grid.FLANK: ("guarded", "full"), grid.REAR: ("full",)}
"""Which Combat Modes guard an arc (P-MOD-1)."""

GRID_CALCS: tuple[Calc, ...] = (
    Calc("steps-los", (*PLACES, optional(MAP)), steps_los, ("P-LOS-1", "P-LOS-4", "P-LOS-5", "P-LOS-7")),
    Calc("steps-arc", (text("facing", "which way one looks", grid.FACINGS), *PLACES), steps_arc, ("P-LOS-2", "P-MOD-1")),
)
"""Every calc about squares."""
