"""What changes of every fighter over time, from the events of a log: place, facing, strength left, stages, tool in hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, degrees
from typing import Any, Final

import attrs

from studies.viewer.reading import Json, Point, as_point, number_in, point_in, rows_in, table_in, text_in

STAGES: Final = (
    "over_3", "over_2", "over_1", "press_3", "press_2", "press_1", "optimal", "retreat_1", "retreat_2", "retreat_3", "out",
)  # fmt: skip
"""The stages, from the closest (C-STG-1)."""

_COMPASS: Final = {name: 45.0 * place for place, name in enumerate(("e", "se", "s", "sw", "w", "nw", "n", "ne"))}
"""Facings on squares as degrees, from +x toward +y, which points down the page (P-LOS-2)."""


@attrs.define
class Track:
    """One fighter over time; every list is in the order of the log, its first entry at the battle's start.

    Attributes:
        motion: ``(t, x, y, vx, vy, seq)``: from ``t`` on it moves in a straight line.
        facing: ``(t, degrees)`` from +x toward +y; only where a log says it.
        vital: ``(t, value, seq)``: HTK or health left, or Wound Points taken.
        pow: ``(t, value, seq)``: POW left, where the system has it (C-DMG-7).
        stages: opponent to ``(t, index of STAGES, distance, seq)``.
        tools: ``(t, name, length)`` of the first tool in hand; the name is empty for none.
        bounds: ``[least, most]`` distance at which the log shows it in reach of somebody, by tool; feet.
    """

    motion: list[tuple[float, float, float, float, float, int]] = attrs.field(factory=list)
    facing: list[tuple[float, float]] = attrs.field(factory=list)
    vital: list[tuple[float, float, int]] = attrs.field(factory=list)
    pow: list[tuple[float, float, int]] = attrs.field(factory=list)
    stages: dict[str, list[tuple[float, int, float, int]]] = attrs.field(factory=dict)
    tools: list[tuple[float, str, float]] = attrs.field(factory=list)
    bounds: dict[str, list[float]] = attrs.field(factory=dict)

    def place_at(self, t: float) -> Point | None:
        """Return where it is at a moment not before its last change."""
        if not self.motion:
            return None
        since, x, y, vx, vy, _ = self.motion[-1]
        return x + vx * (t - since), y + vy * (t - since)


class Tracks:
    """The tracks of all fighters, as the events come."""

    def __init__(self, header: Json) -> None:
        self.tracks: dict[str, Track] = {}
        self._lengths: dict[str, dict[str, float]] = {}
        self._system = str(header.get("system"))
        for spec in rows_in(table_in(header, "scenario"), "combatants"):
            if isinstance(spec.get("name"), str):
                self.tracks[spec["name"]] = self._begun(spec)
        for name, track in self.tracks.items():
            self._face_first(name, track, header)

    def _begun(self, spec: Json) -> Track:
        """Return a track with what the scenario says of the start."""
        track, name = Track(), str(spec["name"])
        x, y = as_point(spec.get("position")) or (0.0, 0.0)
        vx, vy = as_point(spec.get("velocity")) or (0.0, 0.0)
        track.motion.append((0.0, x, y, vx, vy, 0))
        most = most_of(self._system, spec)
        track.vital.append((0.0, 0.0 if self._system == "shots" else most or 0.0, 0))
        if (power := number_in(spec, "pow")) is not None:
            track.pow.append((0.0, power, 0))
        tools = rows_in(spec, "weapons")
        self._lengths[name] = {str(tool.get("name")): number_in(tool, "length") or 0.0 for tool in tools}
        if tools:
            first = str(tools[0].get("name"))
            track.tools.append((0.0, first, self._lengths[name][first]))
        return track

    def _face_first(self, name: str, track: Track, header: Json) -> None:
        """Turn a fighter as the scenario says; where it says nothing, the page turns it to whom it is about."""
        for spec in rows_in(table_in(header, "scenario"), "combatants"):
            if spec.get("name") == name:
                degree = _COMPASS.get(str(spec.get("facing")), number_in(spec, "facing"))
                if degree is not None:
                    track.facing.append((0.0, degree))

    def take(self, event: Json) -> None:
        """Take the next event."""
        track = self.tracks.get(str(event.get("actor")))
        take = _TAKES.get(str(event["type"]))
        if track is not None and take is not None:
            take(self, track, event)

    def move(self, track: Track, event: Json) -> None:
        """Note a place, and how the fighter moves from there on."""
        place = point_in(event, "position")
        if place is not None:
            vx, vy = point_in(event, "velocity") or (0.0, 0.0)
            track.motion.append((float(event["t"]), *place, vx, vy, int(event["seq"])))
            if vx or vy:
                self._turn(track, event, vx, vy)

    def face(self, track: Track, event: Json) -> None:
        """Note a facing on squares."""
        degree = _COMPASS.get(str(event.get("facing")))
        if degree is not None:
            track.facing.append((float(event["t"]), degree))

    def step(self, track: Track, event: Json) -> None:
        """Note a square one comes onto."""
        self.move(track, event)
        self.face(track, event)

    def vital(self, track: Track, event: Json) -> None:
        """Note what strength is left, or which wounds were taken."""
        value = number_in(event, "health" if self._system == "steps" else "wounds")
        if self._system == "counts":
            lost, most = number_in(event, "htk_lost"), track.vital[0][1]
            value = None if lost is None else most - lost
        if value is not None and value != track.vital[-1][1]:
            track.vital.append((float(event["t"]), value, int(event["seq"])))
        mind = number_in(event, "pow_lost")
        if mind is not None and track.pow and track.pow[0][1] - mind != track.pow[-1][1]:
            track.pow.append((float(event["t"]), track.pow[0][1] - mind, int(event["seq"])))

    def tended(self, track: Track, event: Json) -> None:
        """Note the Wound Points that Medicine leaves to whom it tended (S-CHR-1)."""
        other = self.tracks.get(str(event.get("target")))
        if self._system == "shots" and other is not None:
            self.vital(other, event)

    def stage(self, track: Track, event: Json) -> None:
        """Note a stage, and the distances at which it is one within reach."""
        target, to, distance = text_in(event, "target"), text_in(event, "to"), number_in(event, "distance")
        if target is None or to not in STAGES or distance is None:
            return
        row = (float(event["t"]), STAGES.index(to), distance, int(event["seq"]))
        track.stages.setdefault(target, []).append(row)
        if track.tools and "out" not in (to, event.get("from")):
            least, most = track.bounds.get(track.tools[-1][1], (distance, distance))
            track.bounds[track.tools[-1][1]] = [min(least, distance), max(most, distance)]

    def draw(self, track: Track, event: Json) -> None:
        """Note what is in hand now."""
        held = event.get("in_hand")
        name = str(held[0]) if isinstance(held, list) and held else ""
        actor = str(event.get("actor"))
        track.tools.append((float(event["t"]), name, self._lengths.get(actor, {}).get(name, 0.0)))

    def aimed(self, track: Track, event: Json) -> None:
        """Turn a fighter to whom its blow is meant for (where no facing is told)."""
        first = event.get("targets")
        target = self.tracks.get(str(first[0] if isinstance(first, list) and first else event.get("target")))
        t = float(event["t"])
        here, there = track.place_at(t), target.place_at(t) if target is not None else None
        if self._system != "steps" and here is not None and there is not None and here != there:
            self._turn(track, event, there[0] - here[0], there[1] - here[1])

    def _turn(self, track: Track, event: Json, dx: float, dy: float) -> None:
        toward = self.tracks.get(str(event.get("toward")))
        t = float(event["t"])
        here, there = track.place_at(t), toward.place_at(t) if toward is not None else None
        if here is not None and there is not None and here != there:
            dx, dy = there[0] - here[0], there[1] - here[1]
        if self._system != "steps":
            track.facing.append((t, round(degrees(atan2(dy, dx)), 2)))


def most_of(system: str, spec: Json) -> float | None:
    """Return the strength a combatant begins with: HTK or health; None where there is no such number."""
    return number_in(spec, {"counts": "htk", "steps": "health"}.get(system, ""))


def squares_of(event: Json, key: str) -> Sequence[Point]:
    """Return the squares of a path."""
    value = event.get(key)
    return [place for one in value if (place := as_point(one)) is not None] if isinstance(value, list) else []


_TAKES: dict[str, Callable[[Tracks, Track, Any], None]] = {
    "move": Tracks.move, "step": Tracks.step, "face": Tracks.face, "wound": Tracks.vital, "bleed": Tracks.vital,
    "down": Tracks.vital, "death": Tracks.vital, "bind": Tracks.tended, "stage": Tracks.stage, "draw": Tracks.draw,
    "windup": Tracks.aimed, "release": Tracks.aimed, "commit": Tracks.aimed,
    "announce": Tracks.aimed,
}  # fmt: skip
