"""``--set path=value``: values laid over a scenario from outside, combatants and their things addressed by name."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from typing import Any, Final

import attrs

from scenarios.locate import Key, Path
from scenarios.mistakes import Mistakes, listing
from scenarios.node import Node, Source, depth_of, name_of, node_of
from scenarios.policy import DEFAULT_POLICY
from scenarios.read import MOST_DEPTH, is_unicode

_PART = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\'[^\']*\'|[^."\'=][^.=]*)\s*')

SHORTHANDS: Final = {"agent": "policy", "combat_maneuver": "percent"}
"""What the bare value of a key stands for in the table that spells it out."""


@attrs.frozen
class Override:
    """One ``path=value``, taken apart."""

    path: tuple[str, ...]
    value: Node

    @property
    def early(self) -> bool:
        """Whether it goes in before templates are expanded."""
        return self.path[0] != "combatants" or self.path[2:] == ("template",)


def parse_overrides(texts: Sequence[str], mistakes: Mistakes) -> list[Override]:
    """Return the overrides of ``path=value`` texts; what can't be taken apart is noted.

    Args:
        texts: each a path of keys joined by dots (odd names quoted), ``=``, and a TOML value or a bare word.
        mistakes: gathers what is wrong.
    """
    found = []
    for text in texts:
        source = Source(f"--set {text}")
        cut = _split(text) if is_unicode(text) else None
        if cut is None:
            mistakes.add(Node(text, source), (), "path=value, e.g. combatants.Ana.htk=30")
            continue
        path, raw = cut
        value = _value(raw)
        if depth_of(value) > MOST_DEPTH:
            mistakes.add(Node(value, source), (), f"at most {MOST_DEPTH} levels")
            continue
        found.append(Override(path, node_of(value, source)))
    return found


def _split(text: str) -> tuple[tuple[str, ...], str] | None:
    """Return the parts of the path and the text of the value; None when there is no such thing."""
    parts, at = [], 0
    while (match := _PART.match(text, at)) is not None:
        part = _part(match[1])
        if part is None:
            return None
        parts.append(part)
        at = match.end()
        if text[at : at + 1] != ".":
            break
        at += 1
    else:
        return None
    if text[at : at + 1] != "=" or len(parts) > MOST_DEPTH:
        return None
    return tuple(parts), text[at + 1 :].strip()


def _part(raw: str) -> str | None:
    if raw[0] == "'":
        return raw[1:-1]
    if raw[0] == '"':
        try:
            return str(json.loads(raw, strict=False))
        except ValueError:
            return None
    return raw.strip()


def _value(raw: str) -> Any:
    """Return the TOML value of a text; a text that is none stands for itself."""
    try:
        document = tomllib.loads(f"value = {raw}")
    except (ValueError, RecursionError):
        return raw
    return document["value"] if len(document) == 1 else raw


def apply(root: Node, overrides: Sequence[Override], mistakes: Mistakes) -> Node:
    """Return a document with overrides laid over it; a path that leads nowhere is noted."""
    for override in overrides:
        root = _Setter(override, mistakes).set(root)
    return root


@attrs.frozen
class _Setter:
    """One override on its way down a document."""

    override: Override
    mistakes: Mistakes

    def set(self, root: Node) -> Node:
        return self._into(root, self.override.path, ())

    def _into(self, node: Node, rest: tuple[str, ...], path: Path) -> Node:
        """Return a node with the value put in at the rest of the path."""
        if not rest:
            return self.override.value
        if node.array is not None:
            return self._into_array(node, node.array, rest, path)
        if node.table is None:
            key = str(path[-1]) if path else ""
            return self._into(self._spelled_out(node, SHORTHANDS.get(key, "name")), rest, path)
        return self._into_table(node, node.table, rest, path)

    def _into_table(self, node: Node, table: dict[str, Node], rest: tuple[str, ...], path: Path) -> Node:
        key = rest[0]
        if key in table:
            inner = table[key]
        elif path == () and key == "combatants":
            inner = self._fresh([])
        else:
            inner = self._fresh(DEFAULT_POLICY if key == "agent" else {})
        return node.with_value({**table, key: self._into(inner, rest[1:], (*path, key))})

    def _into_array(self, node: Node, items: list[Node], rest: tuple[str, ...], path: Path) -> Node:
        index = _index(items, rest[0])
        if index is None:
            self._unknown(items, rest[0], path)
            return node
        key: Key = rest[0] if name_of(items[index]) else index
        return node.with_value([*items[:index], self._into(items[index], rest[1:], (*path, key)), *items[index + 1 :]])

    def _spelled_out(self, node: Node, key: str) -> Node:
        """Return the table a bare value stands for: ``"broadsword"`` is ``{name = "broadsword"}``."""
        return self._fresh({key: node})

    def _fresh(self, value: Any) -> Node:
        return Node(value, self.override.value.source)

    def _unknown(self, items: list[Node], name: str, path: Path) -> None:
        names = sorted(filter(None, map(name_of, items)))
        found = Node(name, self.override.value.source)
        if names:
            self.mistakes.unknown(found, (*path, name), names, "one of")
        else:
            self.mistakes.add(found, (*path, name), f"a place from 0 to {len(items) - 1}" if items else listing([]))


def _index(items: list[Node], name: str) -> int | None:
    """Return where an array's element of a name is, or the element of a place where none has names."""
    for index, item in enumerate(items):
        if name_of(item) == name:
            return index
    nameless = not any(name_of(item) for item in items)
    return int(name) if nameless and name.isdecimal() and len(name) < 6 and int(name) < len(items) else None
