"""Terrain tags: which there are, and that each is named once (S-RNG-2)."""

from __future__ import annotations

from typing import Final

import attrs

from engine.shots.rules import ConcealmentTags, CoverTags
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node, show

COVER: Final = tuple(field.name for field in attrs.fields(CoverTags))
CONCEALMENT: Final = tuple(field.name for field in attrs.fields(ConcealmentTags))

OF_CHARACTERS: Final = (*COVER, *CONCEALMENT)
"""Tags that can go with a character."""

OF_PLACES: Final = tuple(tag for tag in OF_CHARACTERS if tag != "prone")
"""Tags a place can have: prone is who lies there."""


def check_tags(node: Node | None, path: Path, known: tuple[str, ...], mistakes: Mistakes) -> None:
    """Note tags that don't exist, and those named twice."""
    seen: set[str] = set()
    for index, item in enumerate((node.array or ()) if node is not None else ()):
        if not isinstance(item.value, str):
            continue
        if item.value not in known:
            mistakes.unknown(item, (*path, index), known, "a terrain tag:")
        elif item.value in seen:
            mistakes.add(item, (*path, index), "each tag once", found=f"a second {show(item.value)}")
        seen.add(item.value)
