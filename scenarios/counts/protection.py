"""The protection of armor and shields: points against each of the eight damage types (C-ARM-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.counts.rules import DAMAGE_TYPES
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node

MOST: Final = 1000


def protection(points: Mapping[str, int]) -> dict[str, int]:
    """Return points against all eight types, in their order; types not named are not stopped."""
    return {kind: points.get(kind, 0) for kind in DAMAGE_TYPES}


def check_protection(node: Node, path: Path, mistakes: Mistakes) -> bool:
    """Note types that don't exist and points out of range in a table of protection; return whether all is well."""
    before = len(mistakes)
    for kind, item in (node.table or {}).items():
        if kind not in DAMAGE_TYPES:
            mistakes.unknown_key(item, (*path, kind), DAMAGE_TYPES)
        elif isinstance(item.value, int) and not 0 <= item.value <= MOST:
            mistakes.add(item, (*path, kind), f"a whole number from 0 up to {MOST}")
    return len(mistakes) == before
