"""Values that remember where they stand: the tree every scenario is read into, merged in and checked from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

import attrs

from scenarios.locate import Key, Path, locate

_BARE = re.compile(r"[\w-]+")
_SHOWN = 80


class Source:
    """Something values come from: a file, an override, a document.

    Args:
        label: what people call it in a message.
        text: its TOML text, where it has one; places then carry a line.
        folder: where files that its values name are looked for; None where none may be named.
        confined: whether these must lie in that folder or below it.
    """

    def __init__(
        self, label: str, text: str | None = None, folder: FilePath | None = None, confined: bool = True
    ) -> None:
        self.label = visible(label)
        self.text = text
        self.folder, self.confined = folder, confined

    @cached_property
    def _lines(self) -> dict[Path, int]:
        return locate(self.text or "")

    def line(self, path: Path) -> int:
        """Return the line of a value, or of the nearest table around it; 0 where there are no lines."""
        if self.text is None:
            return 0
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]


@attrs.frozen(eq=False)
class Node:
    """A value with its origin: a scalar, a dict of nodes by key, or a list of nodes."""

    value: Any
    source: Source
    path: Path = ()

    @property
    def table(self) -> dict[str, Node] | None:
        """The nodes by key, or None when this is no table."""
        return self.value if isinstance(self.value, dict) else None

    @property
    def array(self) -> list[Node] | None:
        """The nodes in order, or None when this is no array."""
        return self.value if isinstance(self.value, list) else None

    def get(self, key: str) -> Node | None:
        """Return the node under a key, or None when there is none."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def text(self, key: str) -> str | None:
        """Return the text under a key, or None when there is none."""
        found = self.get(key)
        return found.value if found is not None and isinstance(found.value, str) else None

    def with_value(self, value: Any) -> Node:
        """Return a node of the same origin with another value."""
        return attrs.evolve(self, value=value)

    def plain(self) -> Any:
        """Return the value as plain data."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


def node_of(value: Any, source: Source, path: Path = ()) -> Node:
    """Return plain data as a tree of nodes that remember their path in the source."""
    if isinstance(value, Mapping):
        return Node({str(key): node_of(item, source, (*path, str(key))) for key, item in value.items()}, source, path)
    if isinstance(value, list | tuple):
        return Node([node_of(item, source, (*path, index)) for index, item in enumerate(value)], source, path)
    return Node(value, source, path)


def depth_of(value: Any) -> int:
    """Return how deep plain data is nested, without recursion: a hostile file may nest past the stack."""
    deepest, level = 0, [value]
    while level:
        deepest += 1
        level = [item for value in level for item in _items(value)]
    return deepest


def _items(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, list | tuple):
        yield from value


def named_path(path: Path, index: int, element: Node) -> Path:
    """Return the path of an array's element: by its name where it has one, as ``--set`` addresses it."""
    return (*path, name_of(element) or index)


def name_of(element: Node) -> str | None:
    """Return what an array's element is called: a bare text, or its ``name``; None when it has none."""
    return element.value if isinstance(element.value, str) else element.text("name")


def names_in(node: Node | None) -> set[str]:
    """Return what the elements of an array are called."""
    return {name for item in (node.array or () if node is not None else ()) if (name := name_of(item))}


def show_path(path: Path) -> str:
    """Return a path as people write it: ``combatants.Ana.position[0]``, odd names quoted."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{_show_key(part)}" for part in path)
    return text.removeprefix(".")


def _show_key(part: Key) -> str:
    text = str(part)
    return text if _BARE.fullmatch(text) else visible(json.dumps(text, ensure_ascii=False))


def show(value: Any) -> str:
    """Return plain data as a short one-line text in TOML's notation."""
    text = visible(_toml(value))
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def _toml(value: Any) -> str:
    match value:
        case str():
            return json.dumps(value[: 2 * _SHOWN], ensure_ascii=False)
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 10**_SHOWN:
            return "a number of more than 80 digits"
        case list() | tuple():
            return f"[{', '.join(_toml(item) for item in value[:_SHOWN])}]"
        case Mapping():
            return f"{{{', '.join(f'{_show_key(key)} = {_toml(item)}' for key, item in list(value.items())[:_SHOWN])}}}"
        case _:
            return str(value)


def visible(text: str) -> str:
    """Return a text with everything unprintable escaped, so that a message stays one line."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
