"""Where the combatants of a steps fight stand: on the square of their mark, or on one they name (P-LOS-1, P-MOV-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from engine.steps.model import CombatantSpec, FieldSpec
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, show
from scenarios.steps.field import FLOOR, PLACE, Drawing, draw, is_on, is_symbol, squares_of
from scenarios.steps.gear import Gear
from scenarios.steps.objects import Square, square_of
from scenarios.systems import Placed

MARK_ALLOWED = f"one character that can be seen, not {FLOOR} and none of the legend"


def settle(
    node: Node | None, _field: Any, gear: Gear, nodes: Placed, specs: Sequence[Any], mistakes: Mistakes
) -> tuple[FieldSpec | None, list[Any]]:
    """Return the map, None when it could not be read, and the combatants with their squares.

    Args:
        node: ``[field]``, or None.
        gear: the gear tables that names of objects are looked up in.
        nodes: the combatants' tables with their paths.
        specs: the combatants; None for one with something wrong.
        mistakes: gathers what is wrong.
    """
    drawing = draw(node, gear, mistakes)
    marks = _marks(nodes, drawing, mistakes)
    _check_characters(drawing, marks, mistakes)
    solid = {thing.position: thing.name for thing in drawing.spec.objects if not thing.passable}
    settled = []
    for (path, fighter), spec in zip(nodes, specs, strict=True):
        square = _square(fighter, path, drawing, mistakes)
        if square is not None and drawing.readable:
            _check_square(square, fighter, path, drawing.spec, solid, mistakes)
        settled.append(_placed(spec, square))
    return drawing.spec if drawing.readable else None, settled


def _placed(spec: CombatantSpec | None, square: Square | None) -> CombatantSpec | None:
    return spec if spec is None or square is None else attrs.evolve(spec, position=square)


def _marks(nodes: Placed, drawing: Drawing, mistakes: Mistakes) -> dict[str, str]:
    """Return who has which mark; marks that can't be, that the legend has, or that two have, are noted."""
    owners: dict[str, str] = {}
    for path, node in nodes:
        mark = node.get("mark")
        if mark is None or mark.value == "" or not isinstance(mark.value, str):
            continue
        place = (*path, "mark")
        if not is_symbol(mark.value):
            mistakes.add(mark, place, MARK_ALLOWED)
        elif mark.value in drawing.symbols:
            mistakes.add(mark, place, MARK_ALLOWED, found=f"{show(mark.value)}, a symbol of the legend")
        elif mark.value in owners:
            mistakes.add(mark, place, "each mark once", found=f"{show(mark.value)}, the mark of {owners[mark.value]} too")
        else:
            owners[mark.value] = node.text("name") or "?"
    return owners


def _check_characters(drawing: Drawing, marks: dict[str, str], mistakes: Mistakes) -> None:
    """Note characters of the map that mean nothing, each once, with its first square."""
    for char, squares in drawing.others.items():
        if char in marks or drawing.rows is None:
            continue
        x, y = squares[0]
        more = f", {len(squares)} times in all" if len(squares) > 1 else ""
        known = " ".join([FLOOR, *sorted(drawing.symbols), *sorted(marks)])
        mistakes.add(
            drawing.rows.value[y], (*PLACE, "rows", y), f"floor, symbols of the legend, marks of combatants: {known}",
            found=f"{show(char)} in column {x} of row {y} (counted from 0){more}",
        )  # fmt: skip


def _square(node: Node, path: Path, drawing: Drawing, mistakes: Mistakes) -> Square | None:
    """Return a combatant's square: the one it names, else that of its mark; None when it has none, which is noted."""
    position, mark = node.get("position"), node.text("mark")
    if position is not None:
        return square_of(position)
    if mark is None or mark == "":
        if node.get("mark") is None or mark == "":
            mistakes.missing(node, (*path, "position"), "position = [column, row], or a mark that is on the map")
        return None
    squares = drawing.others.get(mark, ())
    if len(squares) == 1:
        return squares[0]
    if not squares and drawing.readable and mark not in drawing.symbols and is_symbol(mark):
        allowed = "a mark that is on the map (rows), or position = [column, row]"
        mistakes.add(node.value["mark"], (*path, "mark"), allowed, found=f"{show(mark)}, which the map has nowhere")
    if len(squares) > 1:
        shown = " and ".join(str(list(square)) for square in squares[:3])
        found = f"{show(mark)}, which the map has {len(squares)} times: {shown}"
        mistakes.add(node.value["mark"], (*path, "mark"), "a mark that is once on the map", found=found)
    return None


def _check_square(
    square: Square, node: Node, path: Path, spec: FieldSpec, solid: dict[Square, str], mistakes: Mistakes
) -> None:
    """Note a combatant off the map, or where something stands that nobody can walk over (P-MOV-1)."""
    item, key = (node.get("position"), "position") if node.get("position") is not None else (node.get("mark"), "mark")
    if not is_on(square, spec):
        mistakes.add(item or node, (*path, key), squares_of(spec), found=f"{list(square)}")
    elif square in solid:
        found = f"{list(square)}, where {show(solid[square])} stands"
        mistakes.add(item or node, (*path, key), "a square with nothing on it that nobody can walk over (P-MOV-1)", found=found)
