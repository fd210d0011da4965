"""Figures of the steps rules, worked out the long way: lines by clipping, arcs by signs, tables by hand. Knows nothing of the engine."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isqrt

Square = tuple[int, int]

COMPASS: dict[str, Square] = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip
NAMES = tuple(COMPASS)


@cache
def _between(dx: int, dy: int) -> tuple[Square, ...]:
    """P-LOS-1: every square of the box around a line is clipped by the line; those it has more than a point of are passed."""
    passed = []
    for x in range(min(0, dx), max(0, dx) + 1):
        for y in range(min(0, dy), max(0, dy) + 1):
            if (x, y) in ((0, 0), (dx, dy)):
                continue
            enter, leave = Fraction(0), Fraction(1)
            for centre, along in ((x, dx), (y, dy)):
                if along == 0:
                    if centre != 0:
                        leave = Fraction(-1)
                    continue
                one, other = (Fraction(2 * centre - 1, 2 * along), Fraction(2 * centre + 1, 2 * along))
                enter, leave = max(enter, min(one, other)), min(leave, max(one, other))
            if enter < leave:
                passed.append((enter, (x, y)))
    return tuple(square for _, square in sorted(passed))


def between(start: Square, end: Square) -> list[Square]:
    """Return the intervening squares of a line between two centres, the nearest to its start first (P-LOS-1)."""
    return [(start[0] + x, start[1] + y) for x, y in _between(end[0] - start[0], end[1] - start[1])]


def arc(facing: str, origin: Square, other: Square) -> str:
    """P-LOS-2: front within 45 degrees to either side, flanks within 135, rear beyond; a border is the more forward arc's.

    At 45 and 135 degrees the part along the facing is as long as the part across it.
    """
    fx, fy = COMPASS[facing]
    dx, dy = other[0] - origin[0], other[1] - origin[1]
    along, across = fx * dx + fy * dy, abs(fx * dy - fy * dx)
    if along >= across:
        return "front"
    return "flank" if -along <= across else "rear"


def looking(origin: Square, other: Square) -> str:
    """Return the facing nearest to the direction of another square: the one whose 22.5 degrees to either side hold it.

    The tangent of 22.5 degrees is the root of 2, less 1: across / along < that is (across + along)² < 2 along².
    """
    dx, dy = other[0] - origin[0], other[1] - origin[1]
    for name, (fx, fy) in COMPASS.items():
        along, across = fx * dx + fy * dy, abs(fx * dy - fy * dx)
        if along >= 0 and (across + along) ** 2 <= 2 * along**2:
            return name
    raise AssertionError("every direction is nearest to one of eight")


def ladder(steps: int) -> int:
    """P-CHK-1: 3, 7, 11, ..."""
    return 3 + 4 * steps


SKILL = {"untrained": 2, "novice": 1, "trained": 0, "expert": -1, "master": -2}
BAND = {"point_blank": 1, "short": 2, "medium": 3, "long": 4, "extreme": 5}
PACE = {"still": 0, "walking": 0, "jogging": 1, "running": 2}
SPEED = {"walking": Fraction(1, 4), "jogging": Fraction(1, 2), "running": Fraction(1), "sprinting": Fraction(3, 2)}
MODE = {"single": 0, "aimed": 0, "burst": 1, "auto": 2}
ROUNDS = {"single": 1, "aimed": 1, "burst": 3, "auto": 10}
CALLED = {"torso": 0, "arm": 1, "leg": 1, "hand": 2, "foot": 2, "head": 2, "eye": 3}
STRUCK = {"torso": "chest", "arm": "upper_arm", "leg": "upper_leg", "hand": "hand", "foot": "foot", "head": "head", "eye": "head"}


def band(gap2: int, bands: dict[str, int]) -> str | None:
    """P-CHK-3: the nearest band that reaches so far; None beyond all."""
    return next((name for name in BAND if gap2 <= bands[name] ** 2), None)


def row(percent: int) -> int:
    """P-LOS-5: 25% is a step, 50% two, 75% three; other sums round down."""
    return min(percent // 25, 3)


def hidden(percent: int) -> set[str]:
    """P-DMG-1: the parts that a sum of cover hides."""
    if percent >= 75:
        return {"torso", "left arm", "right leg", "left leg"}
    if percent >= 50:
        return {"right leg", "left leg"}
    return {"left arm"} if percent >= 25 else set()


BODY = ((10, "head"), (39, "chest"), (47, "upper_arm"), (51, "lower_arm"), (53, "hand"), (81, "abdomen"), (84, "groin"),
        (94, "upper_leg"), (98, "lower_leg"), (100, "foot"))  # fmt: skip


def location(face: int) -> tuple[str, str]:
    """C-LOC-1: the part by the die, the side by its parity."""
    return next(part for last, part in BODY if face <= last), "left" if face % 2 else "right"


def member(part: str, side: str) -> str:
    """Return which part of a covered body a location belongs to."""
    if part in ("upper_arm", "lower_arm", "hand"):
        return f"{side} arm"
    if part in ("upper_leg", "lower_leg", "foot"):
        return f"{side} leg"
    return part if part == "head" else "torso"


def exposed(call: str, percent: int) -> bool:
    """P-LOS-6: whether some of a called part is not hidden."""
    gone = hidden(percent)
    parts = {"arm": ("right arm", "left arm"), "hand": ("right arm", "left arm"), "leg": ("right leg", "left leg"),
             "foot": ("right leg", "left leg"), "head": ("head",), "eye": ("head",), "torso": ("torso",)}  # fmt: skip
    return not gone.issuperset(parts[call])


TICK = Fraction(1, 8000)


def step_time(start: Square, end: Square, speed: Fraction) -> Fraction:
    """Return how long a step takes, counts: a diagonal one is longer by the root of 2, rounded up to a tick (CLK-1)."""
    squares = (start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2
    square_of_ticks = Fraction(squares) / (speed * TICK) ** 2
    whole = isqrt(square_of_ticks.numerator // square_of_ticks.denominator)
    return (whole if Fraction(whole) ** 2 == square_of_ticks else whole + 1) * TICK
