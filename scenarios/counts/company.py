"""What is wrong between the combatants of a counts fight: whom they watch, and how near they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, hypot
from typing import Any

from scenarios.mistakes import Mistakes
from scenarios.node import show
from scenarios.systems import Placed


def check_company(nodes: Placed, specs: Sequence[Any], rules: Any, mistakes: Mistakes) -> None:
    """Note watched names that nobody has, and opponents that stand too near.

    Args:
        nodes: the combatants' tables with their paths.
        specs: the combatants; None for one with something wrong.
        rules: the rule set; None when something was wrong with it.
        mistakes: gathers what is wrong.
    """
    _check_watch(nodes, specs, mistakes)
    if rules is not None:
        _check_positions(nodes, specs, rules.least_distance, mistakes)


def _check_watch(nodes: Placed, specs: Sequence[Any], mistakes: Mistakes) -> None:
    """Note watched names that nobody has."""
    names = {node.text("name") or "" for _, node in nodes}
    for (path, node), spec in zip(nodes, specs, strict=True):
        watch = node.get("watch")
        for index, item in enumerate((watch.array or ()) if watch is not None and spec is not None else ()):
            others = names - {spec.name}
            if item.value not in others:
                mistakes.unknown(item, (*path, "watch", index), others, "another combatant's name:")


def _check_positions(nodes: Placed, specs: Sequence[Any], least: float, mistakes: Mistakes) -> None:
    """Note opponents nearer than ``least_distance``, rounded to 0.01 ft (C-MOD-6); a grid keeps it linear."""
    cells: dict[tuple[int, int], list[Any]] = {}
    for (path, node), spec in zip(nodes, specs, strict=True):
        if spec is None:
            continue
        near = next((other for other in _around(cells, spec, least) if _too_near(other, spec, least)), None)
        if near is not None:
            found = f"{show(list(spec.position))}, {_apart(near, spec):g} ft from {near.name} of side {near.side}"
            where = node.get("position") or node
            mistakes.add(where, (*path, "position"), f"{least:.12g} ft or more from opponents", found=found)
        cells.setdefault(_cell(spec, least), []).append(spec)


def _cell(spec: Any, size: float) -> tuple[int, int]:
    return floor(spec.position[0] / size), floor(spec.position[1] / size)


def _around(cells: dict[tuple[int, int], list[Any]], spec: Any, size: float) -> Iterator[Any]:
    """Yield the combatants placed so far in a cell and the eight around it."""
    x, y = _cell(spec, size)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            yield from cells.get((x + dx, y + dy), ())


def _too_near(one: Any, other: Any, least: float) -> bool:
    return one.side != other.side and _apart(one, other) < least


def _apart(one: Any, other: Any) -> float:
    """Return the distance of two combatants, height included, rounded as all distances are (C-MOD-6)."""
    x, y = one.position[0] - other.position[0], one.position[1] - other.position[1]
    return round(hypot(x, y, one.level - other.level), 2)
