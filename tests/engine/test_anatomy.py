"""Hit locations (C-LOC-1, C-LOC-2)."""

from collections import Counter

import pytest

from engine.anatomy import HEAD_DETAILS, PARTS, head_detail, location

# C-LOC-1: the first and the last face of every part, as the source's table has them.
PART_FACES = [
    (1, 10, "head"), (11, 39, "chest"), (40, 47, "upper_arm"), (48, 51, "lower_arm"), (52, 53, "hand"),
    (54, 81, "abdomen"), (82, 84, "groin"), (85, 94, "upper_leg"), (95, 98, "lower_leg"), (99, 100, "foot"),
]  # fmt: skip

# C-LOC-2
HEAD_FACES = [
    (1, 30, "skull"), (31, 50, "side"), (51, 55, "eyes"), (56, 65, "nose"), (66, 80, "cheeks"), (81, 85, "mouth"),
    (86, 95, "neck"), (96, 100, "throat"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "last", "part"), PART_FACES)
def test_every_face_between_the_borders_is_that_part(first: int, last: int, part: str) -> None:
    """C-LOC-1."""
    assert {location(face)[0] for face in range(first, last + 1)} == {part}


@pytest.mark.parametrize(("first", "last", "detail"), HEAD_FACES)
def test_every_face_between_the_borders_is_that_detail_of_the_head(first: int, last: int, detail: str) -> None:
    """C-LOC-2."""
    assert {head_detail(face) for face in range(first, last + 1)} == {detail}


def test_even_faces_are_right_and_odd_ones_left() -> None:
    """C-LOC-1."""
    assert [location(face)[1] for face in (1, 2, 99, 100)] == ["left", "right", "left", "right"]
    assert Counter(location(face)[1] for face in range(1, 101)) == {"left": 50, "right": 50}


def test_the_lists_of_names_are_complete_and_in_order() -> None:
    """C-LOC-1, C-LOC-2."""
    assert tuple(part for _, _, part in PART_FACES) == PARTS
    assert tuple(detail for _, _, detail in HEAD_FACES) == HEAD_DETAILS
