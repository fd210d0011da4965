"""The ground of a shots fight: places with cover, concealment or a structure (S-RNG-2, S-WND-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.shots.model import FieldSpec, PlaceSpec
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, named_path, show
from scenarios.shots.tags import CONCEALMENT, COVER, OF_PLACES, check_tags
from scenarios.structure import build
from scenarios.systems import Placed

MOST_PLACES: Final = 1000
"""Places that a field may have."""

_ALL_ROUND: Final = 180.0
"""The arc of a place that names none."""


def field(node: Node, path: Path, mistakes: Mistakes) -> FieldSpec | None:
    """Return a field, or None when something was wrong."""
    spec = build(FieldSpec, node, path, mistakes)
    rows = node.get("places")
    items = (rows.array or ()) if rows is not None else ()
    for index, item in enumerate(items):
        check_tags(item.get("tags"), (*named_path((*path, "places"), index, item), "tags"), OF_PLACES, mistakes)
    if len(items) > MOST_PLACES:
        mistakes.add(node, (*path, "places"), f"at most {MOST_PLACES} places", found=f"{len(items)} of them")
    for index, place in enumerate(spec.places if spec is not None else ()):
        _check_place(items[index], named_path((*path, "places"), index, items[index]), place, mistakes)
    return spec


def _check_place(node: Node, path: Path, place: PlaceSpec, mistakes: Mistakes) -> None:
    """Note figures of a place that mean nothing: nothing to hide behind, an arc without a side, cover given twice."""
    if not (place.tags or place.cover or place.concealment or place.toughness):
        mistakes.missing(node, path, "tags, cover, concealment or toughness: something that makes it a place (S-RNG-2)")
    if place.facing is None and place.arc != _ALL_ROUND:
        allowed = "an arc beside facing: without it a place covers from all sides (S-RNG-2)"
        mistakes.add(node.get("arc") or node, (*path, "arc"), allowed)
    for key, known in (("cover", COVER), ("concealment", CONCEALMENT)):
        given = next((tag for tag in place.tags if tag in known), None)
        if given is not None and getattr(place, key):
            found = f"{getattr(place, key)} beside the tag {show(given)}"
            mistakes.add(node.get(key) or node, (*path, key), f"{key} from a tag or as a number, not both (S-RNG-2)", found=found)


def check_places(spec: FieldSpec, nodes: Placed, _specs: Sequence[Any], _rules: Any, mistakes: Mistakes) -> None:
    """Note characters that have the name of a place: an attack on it could mean either."""
    names = {place.name for place in spec.places}
    for path, node in nodes:
        if (name := node.text("name")) in names:
            found = f"{show(name)}, the name of a place too"
            mistakes.add(node.value["name"], (*path, "name"), "a name that no place has", found=found)
