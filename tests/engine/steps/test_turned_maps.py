"""Whole battles of random answers on a turned map, under other names, listed the other way round: the same log (CLK-6, CLK-7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import attrs
import msgspec
import pytest
from skirmish import EVERYTHING, GRENADE, PISTOL, RIFLE, one, scenario, thing, wall

from engine import Battle
from engine.options import Option
from engine.steps.grid import FACINGS
from engine.steps.model import CombatantSpec, PlacedSpec

Square = tuple[int, int]

WIDTH, HEIGHT = 20, 15

GROUND = (
    *wall((10, 4), (10, 5), (10, 6), (10, 7)),
    thing((7, 8), name="desk", cover=50, health=15),
    thing((12, 8), name="desk", cover=50, health=15),
    thing((6, 3), name="chair", cover=25, passable=True, health=5),
    thing((14, 10), name="bush", concealment=50, passable=True),
    thing((15, 3), name="crate", cover=75, health=20),
)

KIT = (RIFLE, PISTOL, GRENADE)

TEAMS = (
    one("Ana", "red", (2, 5), weapons=KIT), one("Abe", "red", (2, 9), weapons=(PISTOL, GRENADE)),
    one("Bo", "blue", (17, 5), weapons=KIT, mode="guarded"), one("Bea", "blue", (17, 9), weapons=(GRENADE, RIFLE)),
)  # fmt: skip

NAMES = {"Ana": "Zoe", "Abe": "Yan", "Bo": "Anton", "Bea": "Aaron"}


def opened(team: Sequence[CombatantSpec], ground: Sequence[PlacedSpec], size: Square, seed: int, **rules: Any) -> Battle:
    """A battle that asks everybody for everything."""
    standing = {spec.name: EVERYTHING for spec in team}
    return Battle(scenario(team, ground, size, max_counts=400, **rules), seed=seed, standing=standing)


def side_by_side(first: Battle, second: Battle, seed: int, answer: Any) -> None:
    """Play a battle with random answers, and the other one with what they are there."""
    draw = Random(seed)
    while (request := first.advance()) is not None:
        other = second.advance()
        assert other is not None
        assert (other.reasons, other.t) == (request.reasons, request.t)
        option = draw.choice(request.options)
        first.answer(request, option)
        second.answer(other, answer(option))
    assert second.advance() is None


def lines(battle: Battle) -> list[Any]:
    """The events of a battle between its first and its last, as plain data."""
    return [msgspec.json.decode(msgspec.json.encode(event)) for event in battle.events[1:-1]]


# a quarter turn to the right


def turned(square: Sequence[int]) -> Square:
    """Where a square comes to lie."""
    return HEIGHT - 1 - square[1], square[0]


def looks(facing: str) -> str:
    """Where a facing comes to look."""
    return FACINGS[(FACINGS.index(facing) + 2) % 8]


def turned_option(option: Option) -> Option:
    """What an option is on the turned map."""
    changes: dict[str, Any] = {}
    for name in option.__struct_fields__:
        value = getattr(option, name)
        if value is None:
            continue
        if name in ("at", "to"):
            changes[name] = turned(value)
        elif name == "path":
            changes[name] = tuple([turned(square) for square in value])
        elif name in ("facing", "sweep"):
            changes[name] = looks(value)
    return msgspec.structs.replace(option, **changes)


def turned_line(value: Any, key: str = "") -> Any:
    """What a logged value is on the turned map."""
    if isinstance(value, dict):
        return {name: turned_line(part, name) for name, part in value.items()}
    if key in ("position", "at", "to") and isinstance(value, list):
        return list(turned(value))
    if key == "path" and value:
        return [list(turned(square)) for square in value]
    if key in ("facing", "sweep") and isinstance(value, str):
        return looks(value)
    if key == "target" and isinstance(value, str) and (found := re.fullmatch(r"(\d+),(\d+)", value)):
        return "{},{}".format(*turned((int(found[1]), int(found[2]))))
    return value


def breakages_apart(found: list[Any]) -> tuple[list[Any], list[str]]:
    """The lines without the order of objects broken at one instant, which is that of their squares."""
    kept = [line for line in found if line["type"] != "object"]
    for line in kept:
        line.pop("seq")
        line.pop("cause", None)
    broken = sorted(msgspec.json.encode({**line, "seq": 0, "cause": 0}).decode() for line in found if line["type"] == "object")
    return kept, broken


@pytest.mark.parametrize("seed", range(6))
def test_a_battle_on_a_turned_map_is_the_battle_turned(seed: int) -> None:
    """CLK-6: lines, arcs, paths, covers, scatter and all draws."""
    team = [attrs.evolve(spec, position=turned(spec.position)) for spec in TEAMS]  # type: ignore[arg-type]
    ground = [attrs.evolve(placed, position=turned(placed.position)) for placed in GROUND]
    first, second = opened(TEAMS, GROUND, (WIDTH, HEIGHT), seed), opened(team, ground, (HEIGHT, WIDTH), seed)
    side_by_side(first, second, seed, turned_option)
    assert breakages_apart(turned_line_all(first)) == breakages_apart(lines(second))


def turned_line_all(battle: Battle) -> list[Any]:
    """The lines of a battle as they are on the turned map."""
    return [turned_line(line) for line in lines(battle)]


# other names, another order


def renamed(option: Option) -> Option:
    """What an option is under the other names."""
    changes = {name: NAMES[value] for name in ("target", "threat") if (value := getattr(option, name, None)) is not None}
    against = getattr(option, "against", None)
    if against is not None:
        name, number = against.split("#")
        changes["against"] = f"{NAMES[name]}#{number}"
    return msgspec.structs.replace(option, **changes)


@pytest.mark.parametrize("seed", range(3))
def test_names_and_the_order_of_listing_change_nothing_but_names(seed: int) -> None:
    """CLK-7: the stream keys stay, the new names sort the other way round."""
    team = [attrs.evolve(spec, name=NAMES[spec.name], stream=spec.name) for spec in reversed(TEAMS)]
    first, second = opened(TEAMS, GROUND, (WIDTH, HEIGHT), seed), opened(team, GROUND[::-1], (WIDTH, HEIGHT), seed)
    side_by_side(first, second, seed, renamed)
    words = re.sub(r"\b(Ana|Abe|Bo|Bea)\b", lambda found: NAMES[found[1]], msgspec.json.encode(lines(first)).decode())
    assert msgspec.json.decode(words) == lines(second)


@pytest.mark.parametrize("seed", range(2))
def test_a_finer_clock_changes_no_count(seed: int) -> None:
    """CLK-6: `time_scale` 3 gives the same counts, for nothing is rounded otherwise."""
    first = opened(TEAMS, GROUND, (WIDTH, HEIGHT), seed)
    second = opened(TEAMS, GROUND, (WIDTH, HEIGHT), seed, time_scale=3)
    side_by_side(first, second, seed, lambda option: option)
    assert lines(first) == lines(second)
