"""Names for walls, edges and places that the file gives none: by order, and never one that the file uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from scenarios.node import Node, Source

WORDS: Final[Mapping[str, str]] = {"walls": "wall", "edges": "edge", "places": "place"}
"""Arrays of a field whose tables may go without a name, and what such a table is called: wall, wall 2, wall 3, ..."""

_DEFAULT: Final = Source("default name")


def name_pieces(root: Node) -> Node:
    """Return a document in which all that stands on the field has a name.

    Names given here before are given anew, so that it can be done again when names of the file's own have changed.
    """
    field = root.get("field")
    if root.table is None or field is None or field.table is None:
        return root
    named = {key: _named(item, WORDS[key]) if key in WORDS else item for key, item in field.table.items()}
    return root.with_value({**root.table, "field": field.with_value(named)})


def has_own_name(node: Node) -> bool:
    """Return whether an array's element has a name, and not only one given here."""
    if isinstance(node.value, str):
        return True
    name = node.get("name")
    return name is not None and name.source is not _DEFAULT


def _named(items: Node, word: str) -> Node:
    if items.array is None:
        return items
    taken = {node.text("name") for node in items.array if has_own_name(node)}
    free = (name for name in _names(word) if name not in taken)
    return items.with_value(
        [node if node.table is None or has_own_name(node) else _called(next(free), node) for node in items.array]
    )


def _names(word: str) -> Iterator[str]:
    yield word
    yield from (f"{word} {number}" for number in count(2))


def _called(name: str, node: Node) -> Node:
    return node.with_value({**(node.table or {}), "name": Node(name, _DEFAULT)})
