"""``--set path=value``: values laid over a scenario from outside, combatants and their things addressed by name."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

import attrs

from scenarios.locate import Key, Path
from scenarios.mistakes import Mistakes, listing
from scenarios.node import Node, Source, depth_of, name_of, node_of, show
from scenarios.read import MOST_DEPTH, is_unicode
from scenarios.unnamed import has_own_name, name_pieces

_PART = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\'[^\']*\'|[^."\'=][^.=]*)\s*')

SHORTHANDS: Final = {"agent": "policy", "combat_maneuver": "percent"}
"""What the bare value of a key stands for in the table that spells it out."""


FIXED: Final = ("schema", "system", "extends")
"""Keys of the root that decide how a file is read; they can't be laid over it."""

_FIXED_ALLOWED: Final = f"any value but {', '.join(FIXED)}: these stand in the file"


@attrs.frozen
class Override:
    """One ``path=value``, taken apart."""

    path: Path
    value: Node

    @property
    def early(self) -> bool:
        """Whether it goes in before templates are expanded."""
        return self.path[0] != "combatants" or self.path[2:] == ("template",)

    @property
    def renames(self) -> bool:
        """Whether it gives a combatant, or something a combatant has, another name."""
        return len(self.path) > 2 and self.path[-1] == "name"


def parse_overrides(texts: Sequence[str], mistakes: Mistakes) -> list[Override]:
    """Return the overrides of ``path=value`` texts; what can't be taken apart is noted.

    Args:
        texts: each a path of keys joined by dots (odd names quoted), ``=``, and a TOML value or a bare word.
        mistakes: gathers what is wrong.
    """
    found = []
    for text in texts:
        source = Source(f"--set {text}", folder=FilePath(), confined=False)
        cut = _split(text) if is_unicode(text) else None
        if cut is None:
            mistakes.add(Node(text, source), (), "path=value, e.g. combatants.Ana.htk=30")
            continue
        path, raw = cut
        if path[0] in FIXED:
            mistakes.add(Node(text, Source(f"--set {path[0]}")), (), _FIXED_ALLOWED, found=show(text))
            continue
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


def apply(root: Node, overrides: Sequence[Override], mistakes: Mistakes, *, early: bool, policy: str) -> Node:
    """Return a document with overrides laid over it; a path that leads nowhere is noted.

    New names are given last and all at once, so that every override may use the names of the file, and two
    combatants can swap theirs; a name that only an override gives is understood too.

    Args:
        root: the document.
        overrides: all of them.
        mistakes: gathers what is wrong.
        early: whether those are meant that go in before templates are expanded, or the others.
        policy: what plays a combatant without ``agent``, whose parameters they may set.
    """
    now = [override for override in overrides if override.early is early]
    given = _new_names(overrides)
    for override in now:
        if not override.renames:
            root = _Setter(override, mistakes, given, policy).set(root)
            root = name_pieces(root) if override.path[0] == "field" else root
    renames = sorted((override for override in now if override.renames), key=_depth, reverse=True)
    placed = [attrs.evolve(override, path=_placed(root, override.path)) for override in renames]
    for override in placed:
        root = _Setter(override, mistakes, given, policy).set(root)
    return root


def _depth(override: Override) -> int:
    return len(override.path)


def _new_names(overrides: Sequence[Override]) -> dict[Path, Key]:
    """Return the paths of things under the names overrides give them, with the names they have in the file."""
    named = (override for override in overrides if override.renames and isinstance(override.value.value, str))
    return {(*override.path[:-2], override.value.value): override.path[-2] for override in named}


def _placed(root: Node, path: Path) -> Path:
    """Return a path with places in arrays for names, as long as it leads somewhere."""
    found: list[Key] = []
    node: Node | None = root
    for part in path:
        if node is not None and node.array is not None:
            index = _index(node.array, part)
            found.append(part if index is None else index)
            node = None if index is None else node.array[index]
        else:
            found.append(part)
            node = node.get(str(part)) if node is not None else None
    return tuple(found)


@attrs.frozen
class _Setter:
    """One override on its way down a document."""

    override: Override
    mistakes: Mistakes
    given: Mapping[Path, Key]
    policy: str

    def set(self, root: Node) -> Node:
        return self._into(root, self.override.path, ())

    def _into(self, node: Node, rest: Path, path: Path) -> Node:
        """Return a node with the value put in at the rest of the path."""
        if not rest:
            return self.override.value
        if node.array is not None:
            return self._into_array(node, node.array, rest, path)
        if node.table is None:
            key = str(path[-1]) if path else ""
            return self._into(self._spelled_out(node, SHORTHANDS.get(key, "name")), rest, path)
        return self._into_table(node, node.table, rest, path)

    def _into_table(self, node: Node, table: dict[str, Node], rest: Path, path: Path) -> Node:
        key = str(rest[0])
        if key in table:
            inner = table[key]
        elif path == () and key == "combatants":
            inner = self._fresh([])
        else:
            inner = self._fresh(self.policy if key == "agent" else {})
        return node.with_value({**table, key: self._into(inner, rest[1:], (*path, key))})

    def _into_array(self, node: Node, items: list[Node], rest: Path, path: Path) -> Node:
        index = _index(items, rest[0])
        if index is None:
            index = _index(items, self.given.get((*path, rest[0]), rest[0]))
        if index is None:
            self._unknown(items, str(rest[0]), path)
            return node
        key: Key = name_of(items[index]) or index
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


def _index(items: list[Node], name: Key) -> int | None:
    """Return where an array's element of a name is, or the element of a place where none has names."""
    if isinstance(name, int):
        return name
    for index, item in enumerate(items):
        if name_of(item) == name:
            return index
    nameless = not any(map(has_own_name, items))
    return int(name) if nameless and name.isdecimal() and len(name) < 6 and int(name) < len(items) else None
