"""What stands on the field of a counts fight: reading it, and keeping combatants off its walls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Any, Final

from engine.counts.model import EdgeSpec, FieldSpec, WallSpec
from engine.field import Piece
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, named_path, show
from scenarios.structure import build

MOST_PIECES: Final = 1000
"""Straight pieces of wall, and edges, that a field may have together."""


def field(node: Node, path: Path, mistakes: Mistakes) -> FieldSpec | None:
    """Return a field, or None when something was wrong."""
    spec = build(FieldSpec, node, path, mistakes)
    if spec is None:
        return None
    for index, wall in enumerate(spec.walls):
        _check_wall(_item(node, "walls", index), _path(node, path, "walls", index), wall, mistakes)
    for index, edge in enumerate(spec.edges):
        _check_edge(_item(node, "edges", index), _path(node, path, "edges", index), edge, mistakes)
    _check_names(node, path, "walls", spec.walls, mistakes)
    _check_names(node, path, "edges", spec.edges, mistakes)
    pieces = sum(len(wall.points) - 1 for wall in spec.walls) + len(spec.edges)
    if pieces > MOST_PIECES:
        allowed = f"at most {MOST_PIECES} straight pieces of wall and edges"
        mistakes.add(node, path, allowed, found=f"{pieces} of them")
    return spec


def _item(node: Node, key: str, index: int) -> Node:
    """Return a wall's or an edge's node; it was read before, so it is there."""
    array = node.value[key].array
    assert array is not None
    found: Node = array[index]
    return found


def _path(node: Node, path: Path, key: str, index: int) -> Path:
    return named_path((*path, key), index, _item(node, key, index))


def _check_wall(node: Node, path: Path, wall: WallSpec, mistakes: Mistakes) -> None:
    """Note a wall of fewer than two corners, or one that stands on the spot."""
    points = node.value["points"]
    if len(wall.points) < 2:
        mistakes.add(points, (*path, "points"), "two corners or more")
    for index, (start, end) in enumerate(pairwise(wall.points)):
        if start == end:
            where = (*path, "points", index + 1)
            mistakes.add(points.array[index + 1], where, "another place than the corner before it")


def _check_edge(node: Node, path: Path, edge: EdgeSpec, mistakes: Mistakes) -> None:
    """Note an edge that has no length, and so no side."""
    if edge.start == edge.end:
        mistakes.add(node.value["end"], (*path, "end"), "another place than the start")


def _check_names(node: Node, path: Path, key: str, specs: Sequence[WallSpec | EdgeSpec], mistakes: Mistakes) -> None:
    """Note two walls, or two edges, that would answer to one name."""
    seen: set[str] = set()
    for index, spec in enumerate(specs):
        if spec.name in seen:
            item = _item(node, key, index)
            where = (*_path(node, path, key, index), "name")
            mistakes.add(item.get("name") or item, where, "each name once", found=f"a second {show(spec.name)}")
        seen.add(spec.name)


def check_places(
    spec: FieldSpec, nodes: Sequence[tuple[Path, Node]], specs: Sequence[Any], rules: Any, mistakes: Mistakes
) -> None:
    """Note combatants that stand on a wall, or nearer to it than anybody can come (``wall_gap``)."""
    gap = rules.wall_gap
    pieces = [
        (wall.name, Piece.between(*ends)) for wall in spec.walls if not wall.open for ends in pairwise(wall.points)
    ]
    for (path, node), fighter in zip(nodes, specs, strict=True):
        if fighter is None:
            continue
        x, y = fighter.position
        for name, piece in pieces:
            px, py = piece.nearest(x, y)
            if hypot(px - x, py - y) < gap:
                found = f"{show([x, y])}, on {name}"
                where = node.get("position") or node
                mistakes.add(where, (*path, "position"), f"{gap:g} ft or more from walls", found=found)
                break
