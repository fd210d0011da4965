"""Hit locations: where a blow or a bullet lands, shared by the systems that ask (C-LOC-1, C-LOC-2).

The look-ups are arrays over the hundred faces of the die, because every hit asks.
"""

from __future__ import annotations

LOCATIONS: tuple[tuple[int, str], ...] = (
    (10, "head"),
    (39, "chest"),
    (47, "upper_arm"),
    (51, "lower_arm"),
    (53, "hand"),
    (81, "abdomen"),
    (84, "groin"),
    (94, "upper_leg"),
    (98, "lower_leg"),
    (100, "foot"),
)
"""The highest d100 face of each part, in order (C-LOC-1); chest is also the upper back, groin the behind."""

HEAD_LOCATIONS: tuple[tuple[int, str], ...] = (
    (30, "skull"),
    (50, "side"),
    (55, "eyes"),
    (65, "nose"),
    (80, "cheeks"),
    (85, "mouth"),
    (95, "neck"),
    (100, "throat"),
)
"""The highest d100 face of each detail of the head, in order (C-LOC-2)."""

FACES = 100
"""Faces of the die both tables are read with."""

PARTS: tuple[str, ...] = tuple(part for _, part in LOCATIONS)
"""The ten parts of C-LOC-1, from the head down."""

HEAD_DETAILS: tuple[str, ...] = tuple(detail for _, detail in HEAD_LOCATIONS)
"""The eight details of the head of C-LOC-2."""

SIDES: tuple[str, str] = ("right", "left")
"""The side by the die's parity: even is right, odd is left (C-LOC-1)."""


def _by_face(table: tuple[tuple[int, str], ...]) -> tuple[str, ...]:
    """Return the table spread over the faces; index 0 is never rolled."""
    names = [""]
    for last, name in table:
        names.extend([name] * (last + 1 - len(names)))
    return tuple(names)


_PART_OF = tuple((part, SIDES[face & 1]) for face, part in enumerate(_by_face(LOCATIONS)))
_DETAIL_OF = _by_face(HEAD_LOCATIONS)


def location(roll: int) -> tuple[str, str]:
    """Return the part a blow lands on and its side (C-LOC-1).

    Args:
        roll: a d100 face, 1..100; the caller checks it.

    Returns:
        One of `PARTS` and one of `SIDES`.
    """
    return _PART_OF[roll]


def head_detail(roll: int) -> str:
    """Return where on the head a blow lands (C-LOC-2).

    Args:
        roll: a second d100 face, 1..100; the caller checks it.

    Returns:
        One of `HEAD_DETAILS`.
    """
    return _DETAIL_OF[roll]
