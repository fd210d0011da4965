"""What a policy has not looked at yet: the same places in the same order as by sorting the whole map (P-LOS-4)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from patrol import ana, foe
from skirmish import Skirmish, wall

from agents import squares_ground
from agents.squares_ground import Memory
from engine.steps import grid

Square = tuple[int, int]

SIZE = (23, 17)
inside = st.tuples(st.integers(0, SIZE[0] - 1), st.integers(0, SIZE[1] - 1))
facings = st.sampled_from(grid.FACINGS)


class Draws:
    """A stream whose draws are the last number allowed; keeps how many there were to choose from."""

    def __init__(self) -> None:
        self.among: list[int] = []

    def stream(self, name: str) -> Draws:
        """Return itself, whatever the name."""
        return self

    def below(self, many: int) -> int:
        """Draw."""
        self.among.append(many)
        return many - 1


def corners(view: Any) -> list[Square]:
    """The places of a search, column by column."""
    spread = squares_ground._spread
    return [(x, y) for x in spread(view.width) for y in spread(view.height)]


def in_sight(view: Any, square: Square) -> bool:
    """Whether a square is one's own, or neither in one's rear nor behind full cover."""
    own = view.me.square
    return own == square or (view.me.arc(square) != "rear" and view.between(own, square).cover < 100)


def in_order(view: Any, left: list[Square]) -> list[Square]:
    """Those of some places one can walk to, sorted as they are to be looked at."""
    return sorted([one for one in left if view.walkable(one)], key=lambda one: squares_ground._after(view.me, one))


@given(st.sets(inside, max_size=120), inside, facings)
def test_the_first_place_to_search_is_the_first_of_all_sorted(blocked: set[Square], square: Square, facing: str) -> None:
    """On the first round."""
    view = looking(blocked, square, facing)
    left = in_order(view, [one for one in corners(view) if not in_sight(view, one)])
    draws: Any = Draws()
    found = Memory(draws).unsearched(view)
    if left:
        assert (found, draws.among) == (left[0], [])
    else:
        assert found is None


@given(st.sets(inside, max_size=120), inside, facings)
def test_on_later_rounds_a_place_is_drawn_from_all_sorted(blocked: set[Square], square: Square, facing: str) -> None:
    """When all was looked at in vain: the last of all that are out of sight, as the stream says."""
    view = looking(blocked, square, facing)
    left = in_order(view, [one for one in corners(view) if not in_sight(view, one)])
    draws: Any = Draws()
    memory = Memory(draws)
    memory._sights = [lambda square: True]
    assert memory.unsearched(view) == (left[-1] if left else None)
    assert draws.among == ([len(left)] if len(left) > 1 else [])


def looking(blocked: set[Square], square: Square, facing: str) -> Any:
    """What Ana sees who stands somewhere among walls and looks somewhere."""
    walls = wall(*sorted(blocked - {square, (22, 16)}))
    stage = Skirmish(ana(square, facing=facing), foe("Bo", (22, 16)), objects=walls, size=SIZE)
    stage.until("Ana", "start")
    return stage.view
