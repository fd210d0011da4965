"""Straight-line motion in the plane: where something is, and when a distance is crossed (CLK-1).

Positions in feet, velocities in feet a count, times in counts from now. Nothing is polled: a crossing is the root of
a quadratic, computed when a velocity changes.
"""

from __future__ import annotations

from math import atan2, degrees, sqrt, tan

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
