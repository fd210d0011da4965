"""The figures of the shots rules as the specification has them, worked out on their own."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Any

ACTION, QUICK, FOR_ANOTHER = 3, 1, 3
HASTE = {3: 0, 2: -2, 1: -5, 0: 0}
RANGES = {"short": (10.0, 30.0), "normal": (20.0, 150.0), "long": (100.0, 1000.0)}
COVER_TAGS = {"prone": 25, "flimsy": 25, "wall": 50, "tree": 50, "corner": 75, "gun_port": 90}
CONCEALMENT_TAGS = {"brush": 50, "darkness": 50, "camouflage": 75, "woods": 75, "hay": 90}
MINUTES = (360, 240, 150, 90, 60, 40, 25, 15, 10, 6, 4, 2.5, 1.5)
REACH = 2.0

Place = tuple[float, float]


def apart(one: Place, other: Place) -> float:
    """Meters between two places, to the centimeter."""
    return round(hypot(other[0] - one[0], other[1] - one[1]), 2)


def range_penalty(name: str, meters: float, still: bool) -> int | None:
    """S-RNG-1: -2 for every full base range; None beyond the farthest shot; long is long for one who stands still."""
    base, most = RANGES["normal" if name == "long" and not still else name]
    return None if meters > most else -2 * int(meters / base + 1e-9)


def cover_bonus(cover: int, concealment: int) -> int:
    """S-RNG-2: the better of the rows of cover and of concealment."""
    behind = sum(cover >= row for row in (25, 50, 75, 90)) * 2
    hidden = sum(concealment >= row for row in (50, 75, 90)) * 2
    return max(behind, hidden)


def shields(place: dict[str, Any], here: Place, origin: Place) -> bool:
    """S-RNG-2: whether a place covers somebody in it against what comes from a point."""
    if apart(here, (place["position"][0], place["position"][1])) > place["radius"]:
        return False
    if place.get("facing") is None or origin == here:
        return True
    bearing = degrees(atan2(origin[1] - here[1], origin[0] - here[0]))
    off = (bearing - place["facing"]) % 360.0
    return round(min(off, 360.0 - off), 6) <= place.get("arc", 180.0) / 2


def open_roll(faces: list[int]) -> int:
    """S-ROL-1: the positive chain less the negative one; faces are both first, then the re-rolls of each."""
    rest = faces[2:]
    sums = []
    for first in faces[:2]:
        total = face = first
        while face == 6:
            face = rest.pop(0)
            total += face
        sums.append(total)
    assert not rest
    return sums[0] - sums[1]


def time_to_live(failed_by: int, seconds: float) -> int | None:
    """S-WND-2: sequences to live after a Death Test failed by so much; None: dead at once."""
    if failed_by >= 14:
        return None
    sequences = MINUTES[failed_by - 1] * 60 / seconds
    return max(1, -int(-sequences // 1))


def impairment(wounds: int, guts: int) -> int:
    """S-WND-1: what Wound Points do to every roll; Guts once: nothing, twice: the reverse."""
    steps = (wounds >= 25) + (wounds >= 30)
    return -steps if guts == 0 else steps * (guts - 1)
