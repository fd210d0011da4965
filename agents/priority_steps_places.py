"""Places on the squares by words: ``move to=cover``, ``to=search``; what an agent remembers of where it saw whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from agents.squares_ground import LOOK, Memory, bound, flank, hideout, place, posts

if TYPE_CHECKING:
    from agents.priority_scene import Look, Scene
    from agents.squares_ground import Known
    from engine.system import Request

    Square = tuple[int, int]

_AROUND = 4.0
"""A way round somebody ends so far from it, squares."""

_SHELTER = 1.0
"""What a chance to be hit counts beside one to hit when it looks for a place."""

_AGAIN = 8.0
"""A better place is looked for at most once in so many counts."""


@attrs.define
class Squares:
    """What an agent keeps of its map: whom it saw where, the squares beside cover, when it looked for a place last, and the last request."""

    memory: Memory
    beside: set[Square]
    looked_at: float = -_AGAIN
    asked: Request | None = None


def remember(look: Look) -> Squares:
    """Return what the agent keeps of its map, brought up to this request."""
    memory, view = look.memory, look.request.view
    if memory.squares is None:
        memory.squares = Squares(Memory(memory.setup), posts(view))
    kept: Squares = memory.squares
    if kept.asked is not look.request:
        kept.asked = look.request
        kept.memory.look(view)
    return kept


def squares_of(scene: Scene) -> Squares:
    """Return what the agent keeps of its map."""
    return remember(scene.look)


def _near(scene: Scene) -> list[Known]:
    """Return the opponents that count for a place: the nearest few of those known, in sight first."""
    memory = squares_of(scene).memory
    return [memory.known[foe.name] for foe in scene.look.nearby[:3]] or memory.lost(scene.view)[:3]


def _ahead(scene: Scene, goal: Square | None, pace: str) -> list[Square]:
    """Return where to stop next on the way to a square: what covers best a few squares on, then the next; where one goes already."""
    walking = scene.me.walking
    if walking is not None and walking.pace == pace:
        return [walking.goal]
    path = None if goal is None else scene.view.path(goal)
    if not path:
        return []
    kept = squares_of(scene)
    return list(dict.fromkeys((bound(scene.view, path, kept.beside, _near(scene)), path[0])))


def _to_foe(scene: Scene, pace: str) -> list[Square]:
    return [] if scene.foe is None else _ahead(scene, scene.foe.square, pace)


def _away(scene: Scene, pace: str) -> list[Square]:
    """Return the square within reach that is farthest from the foe."""
    if scene.foe is None:
        return []
    (x, y), here = scene.foe.square, scene.me.square
    reach = scene.view.reach(LOOK)
    far = [(-((sx - x) ** 2 + (sy - y) ** 2), reach[sx, sy], (sx, sy)) for sx, sy in reach if (sx, sy) != here]
    return [min(far)[2]] if far else []


def _place(scene: Scene, pace: str) -> list[Square]:
    """Return the best square near to shoot from; it is looked for every few counts."""
    kept, hand, near = squares_of(scene), scene.me.hand, _near(scene)
    if hand is None or not near or scene.request.t < kept.looked_at + _AGAIN:
        return []
    kept.looked_at = scene.request.t
    found = place(scene.view, hand, kept.beside, near, _SHELTER)
    return [] if found is None else [found[0]]


def _hide(scene: Scene, pace: str) -> list[Square]:
    """Return the nearest square that no opponent known has a line to."""
    found = hideout(scene.view, list(squares_of(scene).memory.known.values()), LOOK / 2)
    return [] if found is None else [found]


def _flank(scene: Scene, pace: str) -> list[Square]:
    """Return the next squares on the way to where the foe does not guard."""
    way = None if scene.foe is None else flank(scene.view, scene.foe, _AROUND, scene.look.nearby)
    return list(dict.fromkeys((way[min(len(way), 8) - 1], way[0]))) if way else []


def _lost(scene: Scene, pace: str) -> list[Square]:
    """Return where opponents out of sight were seen last, the nearest first."""
    return [one.square for one in squares_of(scene).memory.lost(scene.view) if one.square != scene.me.square]


def _search(scene: Scene, pace: str) -> list[Square]:
    """Return a way to where somebody was seen last, else to a place not looked at yet."""
    goal = next((square for square in _lost(scene, pace) if scene.view.walkable(square)), None)
    return _ahead(scene, goal if goal is not None else squares_of(scene).memory.unsearched(scene.view), pace)


_FOUND: Mapping[str, Callable[[Scene, str], list[Square]]] = {
    "foe": _to_foe, "away": _away, "place": _place, "hide": _hide, "flank": _flank, "lost": _lost, "search": _search,
}  # fmt: skip

PLACES = tuple(_FOUND)
"""Words for places: toward the foe, away from it, a better place to shoot from, out of sight, round the foe, where somebody was
seen last, where nobody has looked yet."""


def place_of(scene: Scene, word: str, pace: str = "") -> list[Any]:
    """Return the squares a word means here, first choice first; none when there is none."""
    return _FOUND[word](scene, pace)
