"""Straight-line motion in the plane: where something is, and when a distance is crossed (CLK-1).

Positions in feet, velocities in feet a count, times in counts from now. Nothing is polled: a crossing is the root of
a quadratic, computed when a velocity changes.
"""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt, tan

import attrs

NEVER = float("inf")


def time_to_close(rx: float, ry: float, vx: float, vy: float, distance: float) -> float:
    """Return when two points at relative place (rx, ry), velocity (vx, vy), are first as close as ``distance``.

    0 when they are already; ``NEVER`` when they never will be.
    """
    c = rx * rx + ry * ry - distance * distance
    if c <= 0.0:
        return 0.0
    b = rx * vx + ry * vy
    if b >= 0.0:
        return NEVER
    root = b * b - (vx * vx + vy * vy) * c
    if root < 0.0:
        return NEVER
    return c / (sqrt(root) - b)


def time_to_open(rx: float, ry: float, vx: float, vy: float, distance: float) -> float:
    """Return when two points at relative place (rx, ry), velocity (vx, vy), are first as far as ``distance``.

    0 when they are already; ``NEVER`` when they never will be (no relative motion).
    """
    c = rx * rx + ry * ry - distance * distance
    if c >= 0.0:
        return 0.0
    a = vx * vx + vy * vy
    if a == 0.0:
        return NEVER
    b = rx * vx + ry * vy
    root = sqrt(b * b - a * c)
    return -c / (b + root) if b > 0.0 else (root - b) / a


def time_to_drift(rx: float, ry: float, vx: float, vy: float, hx: float, hy: float, angle: float) -> float:
    """Return when the bearing of a target has turned by ``angle`` radians from a heading.

    Args:
        rx, ry: the target's place as the mover sees it now.
        vx, vy: the target's velocity relative to the mover.
        hx, hy: the heading, a unit vector.
        angle: below a right angle.
    """
    along, across = hx * rx + hy * ry, hx * ry - hy * rx
    d_along, d_across = hx * vx + hy * vy, hx * vy - hy * vx
    slope = tan(angle)
    first = NEVER
    for sign in (1.0, -1.0):
        gap = along * slope - sign * across
        change = d_along * slope - sign * d_across
        if gap > 0.0 and change < 0.0:
            first = min(first, -gap / change)
    return first


def angle_between(ax: float, ay: float, bx: float, by: float) -> float:
    """Return the angle of two vectors in degrees, 0..180, free of rounding noise; 0 when either is null."""
    return round(degrees(atan2(abs(ax * by - ay * bx), ax * bx + ay * by)), 9)


def time_to_touch(rx: float, ry: float, vx: float, vy: float, distance: float) -> float:
    """Return when a mover comes within a distance of a fixed point, by the course's miss distance.

    Unlike `time_to_close` it keeps its precision for a small distance far away: nothing squared is taken from
    something squared of another size.

    Args:
        rx, ry: the point's place as the mover sees it now, farther than ``distance``.
        vx, vy: the mover's velocity.
        distance: feet.
    """
    speed = hypot(vx, vy)
    if not speed:
        return NEVER
    miss, along = abs(rx * vy - ry * vx) / speed, (rx * vx + ry * vy) / speed
    if along <= 0.0 or miss >= distance:
        return NEVER
    return max(0.0, along - sqrt((distance - miss) * (distance + miss))) / speed


@attrs.frozen
class Piece:
    """A straight piece of a wall or an edge, from (ax, ay) to (bx, by): along (dx, dy) for ``length`` feet."""

    ax: float
    ay: float
    bx: float
    by: float
    dx: float
    dy: float
    length: float

    @classmethod
    def between(cls, start: tuple[float, float], end: tuple[float, float]) -> Piece:
        """Return the piece from one point to another, which may be the same."""
        x, y = end[0] - start[0], end[1] - start[1]
        length = hypot(x, y)
        return cls(*start, *end, x / length, y / length, length) if length else cls(*start, *end, 1.0, 0.0, 0.0)

    def side(self, x: float, y: float) -> float:
        """Return how far left of its line a point lies, feet; negative on the right."""
        return self.dx * (y - self.ay) - self.dy * (x - self.ax)

    def along(self, x: float, y: float) -> float:
        """Return how far along its line a point lies, feet from its start."""
        return self.dx * (x - self.ax) + self.dy * (y - self.ay)

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return its point nearest to a point."""
        along = min(max(self.along(x, y), 0.0), self.length)
        return self.ax + self.dx * along, self.ay + self.dy * along


STILL = 1e-9
"""A share of the speed below which a mover does not come nearer to what it touches: rounding noise."""


def time_to_meet(piece: Piece, x: float, y: float, vx: float, vy: float, gap: float) -> float:
    """Return when a mover first comes within a gap of a straight piece; ``NEVER`` when it never does.

    All places so near a piece are a convex region: its two long sides and a circle at either end. One who stands in
    it already is stopped at once (0) when it comes nearer still, and never when it goes away or along.

    Args:
        piece: the piece.
        x, y: the mover's place.
        vx, vy: its velocity.
        gap: feet, above 0.
    """
    px, py = piece.nearest(x, y)
    rx, ry = px - x, py - y
    near = hypot(rx, ry)
    if near <= gap + STILL:
        nearer = rx * vx + ry * vy > STILL * hypot(vx, vy) * near
        return 0.0 if nearer else NEVER
    ends = min(
        time_to_touch(piece.ax - x, piece.ay - y, vx, vy, gap),
        time_to_touch(piece.bx - x, piece.by - y, vx, vy, gap),
    )
    side, closing = piece.side(x, y), piece.dx * vy - piece.dy * vx
    if abs(side) <= gap or side * closing >= 0.0:
        return ends
    t = (abs(side) - gap) / abs(closing)
    return min(ends, t) if 0.0 <= piece.along(x + vx * t, y + vy * t) <= piece.length else ends


def time_to_cross(piece: Piece, x: float, y: float, vx: float, vy: float) -> float:
    """Return when a mover left of a piece crosses it to its right; 0 for one on it that goes right, else ``NEVER``."""
    side, closing = piece.side(x, y), piece.dx * vy - piece.dy * vx
    if closing >= -STILL * hypot(vx, vy):
        return NEVER
    t = max(0.0, side) / -closing
    return t if -STILL <= piece.along(x + vx * t, y + vy * t) <= piece.length + STILL else NEVER


def crosses(piece: Piece, px: float, py: float, qx: float, qy: float) -> bool:
    """Return whether the straight line from one point to another meets a piece, its ends included.

    Exchanging the two points, or turning or mirroring everything, changes nothing, to the last bit.
    """
    p, q = piece.side(px, py), piece.side(qx, qy)
    if (p > 0.0 and q > 0.0) or (p < 0.0 and q < 0.0):
        return False
    a = (px - piece.ax) * (qy - piece.ay) - (py - piece.ay) * (qx - piece.ax)
    b = (px - piece.bx) * (qy - piece.by) - (py - piece.by) * (qx - piece.bx)
    if (a > 0.0 and b > 0.0) or (a < 0.0 and b < 0.0):
        return False
    if p == 0.0 and q == 0.0:
        low, high = sorted((piece.along(px, py), piece.along(qx, qy)))
        return high >= 0.0 and low <= piece.length
    return True
