"""What stands on the field of a log: walls and edges in feet, places in meters, objects on squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from studies.viewer.reading import Json, as_point, number_in, rows_in, short, table_in, text_in

UNITS = {"counts": "ft", "shots": "m", "steps": "squares"}
"""System to the unit of its places."""


def ground_of(header: Json, events: Sequence[Json]) -> dict[str, Any]:
    """Return what the map shows besides the fighters, as plain data.

    Returns:
        ``unit``; ``walls`` and ``edges`` (counts), ``places`` (shots), ``size`` and ``objects`` (steps), each object with
        the moment it is destroyed, if it is.
    """
    system = str(header.get("system"))
    field = table_in(table_in(header, "scenario"), "field")
    ground: dict[str, Any] = {"unit": UNITS.get(system, "")}
    if system == "counts":
        ground["walls"] = [_wall(row) for row in rows_in(field, "walls")]
        ground["edges"] = [row for edge in rows_in(field, "edges") if (row := _edge(edge)) is not None]
    elif system == "shots":
        ground["places"] = [row for place in rows_in(field, "places") if (row := _place(place)) is not None]
    elif system == "steps":
        ground["size"] = [number_in(field, "width") or 1, number_in(field, "height") or 1]
        ground["objects"] = _objects(field, events)
    return ground


def _wall(row: Json) -> dict[str, Any]:
    points = row.get("points")
    corners = [place for one in points if (place := as_point(one)) is not None] if isinstance(points, list) else []
    return {
        "name": text_in(row, "name") or "wall", "points": [[short(x), short(y)] for x, y in corners],
        "open": row.get("open") is True, "low": row.get("sight") is False,
    }  # fmt: skip


def _edge(row: Json) -> dict[str, Any] | None:
    start, end = as_point(row.get("start")), as_point(row.get("end"))
    if start is None or end is None:
        return None
    return {"name": text_in(row, "name") or "edge", "start": start, "end": end, "drop": number_in(row, "drop") or 0}


def _place(row: Json) -> dict[str, Any] | None:
    position = as_point(row.get("position"))
    if position is None:
        return None
    tags = row.get("tags")
    return {
        "name": text_in(row, "name") or "place", "position": position, "radius": number_in(row, "radius") or 0,
        "facing": number_in(row, "facing"), "arc": number_in(row, "arc"),
        "tags": [str(tag) for tag in tags] if isinstance(tags, list) else [],
        "cover": number_in(row, "cover") or 0, "concealment": number_in(row, "concealment") or 0,
    }  # fmt: skip


def _objects(field: Json, events: Sequence[Json]) -> list[dict[str, Any]]:
    """Return the objects on squares; one that is destroyed says when."""
    gone: dict[tuple[str, Any], list[float]] = {}
    for event in events:
        if event["type"] == "object" and event.get("destroyed"):
            gone.setdefault((str(event.get("name")), as_point(event.get("position"))), []).append(float(event["t"]))
    found = []
    for row in rows_in(field, "objects"):
        position = as_point(row.get("position"))
        if position is None:
            continue
        name = text_in(row, "name") or "object"
        times = gone.get((name, position))
        found.append({
            "name": name, "position": position, "symbol": text_in(row, "symbol") or "", "gone": times.pop(0) if times else None,
            "cover": number_in(row, "cover") or 0, "concealment": number_in(row, "concealment") or 0,
            "passable": row.get("passable") is True,
        })  # fmt: skip
    return found
