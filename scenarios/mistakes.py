"""All mistakes of a scenario, gathered and reported at once."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from engine.errors import ScenarioError
from scenarios.locate import Path
from scenarios.node import Node, Source, show, show_path

_LISTED = 24
_HINTS = 200
_LONG = 60
"""Characters of what is allowed from which the nearest name stands before it."""


class Mistakes:
    """What is wrong with one scenario: ``place: path: found X; allowed: Y (did you mean Z?)``, one line each.

    The nearest name stands before a long list of what is allowed.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, int]] = {}
        self._sources: list[Source] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, node: Node, path: Path, allowed: str, *, found: str | None = None, near: str = "") -> None:
        """Note one mistake.

        Args:
            node: the value that is wrong; its origin gives the place.
            path: where it stands in the scenario, combatants and weapons by name.
            allowed: what would have been right.
            found: what was found, the value itself when absent.
            near: the nearest known name, if any.
        """
        source = node.source
        if source not in self._sources:
            self._sources.append(source)
        line = source.line(node.path)
        what = show(node.plain()) if found is None else found
        text = _sentence(source, line, show_path(path), what, allowed, near)
        self._found.setdefault(text, (self._sources.index(source), line))

    def told(self, node: Node, sentences: Iterable[str]) -> None:
        """Note what is wrong with a file that a value names, told already with its own places."""
        if node.source not in self._sources:
            self._sources.append(node.source)
        for sentence in sentences:
            self._found.setdefault(sentence, (self._sources.index(node.source), node.source.line(node.path)))

    def missing(self, node: Node, path: Path, allowed: str) -> None:
        """Note a value that is required and absent from a table."""
        self.add(node, path, allowed, found="nothing")

    def unknown(self, node: Node, path: Path, known: Iterable[str], what: str) -> None:
        """Note a text that names nothing known."""
        names = sorted(known)
        self.add(node, path, f"{what} {listing(names)}", near=self._nearest(str(node.value), names))

    def unknown_key(self, node: Node, path: Path, known: Iterable[str], near: str = "") -> None:
        """Note a key that means nothing here; ``node`` is the value under it."""
        names = sorted(known)
        key = str(path[-1])
        near = near or self._nearest(key, names)
        self.add(node, path, f"keys {listing(names)}", found=f"unknown key {show(key)}", near=near)

    def _nearest(self, name: str, names: list[str]) -> str:
        """Return the nearest known name; not among thousands of mistakes, where looking would take minutes."""
        return nearest(name, names) if len(self) < _HINTS else ""

    def check(self, place: str) -> None:
        """Raise when anything was noted.

        Raises:
            ScenarioError: with all mistakes, by file and line.
        """
        if self._found:
            raise ScenarioError(place, sorted(self._found, key=self._found.__getitem__))


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name most like one, or an empty text."""
    folded = {other.casefold(): other for other in known}
    close = get_close_matches(name[:200].casefold(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else ""


def listing(names: list[str]) -> str:
    """Return names as a list in words, the first two dozen of many."""
    if not names:
        return "(there are none)"
    more = f", ... ({len(names)} in all)" if len(names) > _LISTED else ""
    return ", ".join(show(name)[1:-1] for name in names[:_LISTED]) + more


def fail(source: Source, line: int, found: str, allowed: str, near: str = "", path: str = "") -> ScenarioError:
    """Return the error of a text that can't be read at all."""
    return ScenarioError(source.label, [_sentence(source, line, path, found, allowed, near)])


def _sentence(source: Source, line: int, path: str, found: str, allowed: str, near: str) -> str:
    place = f"{source.label}:{line}" if line else source.label
    where = f"{place}: {path}" if path else place
    if near and len(allowed) > _LONG:
        return f"{where}: found {found} (did you mean {near}?); allowed: {allowed}"
    hint = f" (did you mean {near}?)" if near else ""
    return f"{where}: found {found}; allowed: {allowed}{hint}"


def is_number(value: Any) -> bool:
    """Return whether a value is a number; a switch is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)
