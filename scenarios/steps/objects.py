"""Things that stand on squares: a name from the gear tables, its row overridden, or a complete new one (P-LOS-4, P-LOS-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from engine.steps.model import MOST_SQUARES, ObjectSpec, PlacedSpec
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, show
from scenarios.steps.gear import Gear
from scenarios.steps.kit import LIKE, row_like
from scenarios.structure import NAME_ALLOWED, build, is_name

OBJECT_NEEDS: Final = ("cover", "concealment", "passable")
"""Of what a thing of an unknown name must give at least one: without it there is nothing to it."""

T = TypeVar("T")

Square = tuple[int, int]

WHAT: Final = "an object's name or a table"


def thing(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> ObjectSpec | None:
    """Return what a symbol of the legend stands for, or None when something was wrong.

    Args:
        node: a name or a table.
        path: where it stands.
        gear: the gear tables names are looked up in.
        mistakes: gathers what is wrong.
    """
    if isinstance(node.value, str):
        if node.value not in gear.objects:
            mistakes.unknown(node, path, gear.objects, f"{WHAT}:")
        return gear.objects.get(node.value)
    if node.table is None:
        mistakes.add(node, path, WHAT)
        return None
    return _built(ObjectSpec, node, path, gear, mistakes)


def placed(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> PlacedSpec | None:
    """Return a thing of ``[[field.objects]]``, or None when something was wrong."""
    if node.table is None:
        mistakes.add(node, path, "a table with a name and a position")
        return None
    return _built(PlacedSpec, node, path, gear, mistakes)


def figures_of(node: Node) -> Any:
    """Return all that a thing's table says but its position: two that are alike in it differ in nothing else."""
    return tuple(
        [(key, type(item.value), item.value if not isinstance(item.value, dict | list) else id(item)) for key, item in
         (node.table or {}).items() if key != "position"]
    )  # fmt: skip


def again(node: Node, alike: Mapping[Any, PlacedSpec]) -> PlacedSpec | None:
    """Return a thing like one that was read before, on its own square; None where there is none, or no square.

    A resolved map may hold a hundred thousand of a kind, and reading every field of each would take long.
    """
    model, square = alike.get(figures_of(node)), square_of(node.get("position"))
    return None if model is None or square is None else standing(model, model.symbol, square)


def square_of(node: Node | None) -> Square | None:
    """Return a square as a file writes it, two whole numbers; None when it is none, which the reader of the class notes."""
    parts = [item.value for item in (node.array or ())] if node is not None else []
    fits = len(parts) == 2 and all(type(part) is int and 0 <= part <= MOST_SQUARES for part in parts)
    return (parts[0], parts[1]) if fits else None


def standing(spec: ObjectSpec, symbol: str, square: Square) -> PlacedSpec:
    """Return what the legend says of a symbol on the square where the map has it."""
    return PlacedSpec(
        name=spec.name, cover=spec.cover, concealment=spec.concealment, health=spec.health, passable=spec.passable,
        position=square, symbol=symbol,
    )  # fmt: skip


def _built(cls: type[T], node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> T | None:
    """Return a thing laid over the row of its name; a name that means nothing is noted."""
    name = node.get("name")
    if name is not None and not is_name(name.value):
        mistakes.add(name, (*path, "name"), NAME_ALLOWED)
        return None
    row = row_like(node, path, gear.objects, mistakes, "an object's name:")
    if row is None and all(node.get(key) is None for key in OBJECT_NEEDS):
        _note_empty(node, path, gear, mistakes)
        return None
    figures = {} if row is None else _figures(row)
    table = {**{key: node.with_value(value) for key, value in figures.items()}, **(node.table or {})}
    return build(cls, node.with_value(table), path, mistakes, extra=(LIKE,))


def _figures(row: ObjectSpec) -> dict[str, Any]:
    keys = ("name", "cover", "concealment", "health", "passable")
    return {key: getattr(row, key) for key in keys}


def _note_empty(node: Node, path: Path, gear: Gear, mistakes: Mistakes) -> None:
    """Note a thing of which nothing is known."""
    name = node.get("name")
    what = f"a table with {' or '.join(OBJECT_NEEDS)}, or a name among"
    if name is None:
        mistakes.add(node, path, f"{what} {', '.join(sorted(gear.objects))}", found=f"{show(node.plain())}, without a name")
    else:
        mistakes.unknown(name, (*path, "name"), gear.objects, what)
