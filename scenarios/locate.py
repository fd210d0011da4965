"""Where every value of a TOML text stands: ``tomllib`` gives values without positions.

The text has been accepted by ``tomllib`` before it comes here, so this reads only the shape of valid TOML: keys,
headers, brackets and strings. It runs only when there is a mistake to report.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress
from typing import TypeAlias

Key: TypeAlias = str | int
Path: TypeAlias = tuple[Key, ...]

_SKIP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'',
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")


def locate(text: str) -> dict[Path, int]:
    """Return the line (from 1) of every table, key and array element of a valid TOML text.

    Args:
        text: a text that ``tomllib.loads`` accepts.

    Returns:
        path to line; a path is the keys and the array indexes from the root, as in the parsed document.
    """
    locator = _Locator(text)
    with suppress(RecursionError):  # nested past all limits: what was found so far is enough to name the place
        locator.run()
    return locator.lines


class _Locator:
    """One walk over one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {(): 1}
        self.counts: dict[Path, int] = {}
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def run(self) -> None:
        prefix: Path = ()
        while self.skip() < len(self.text):
            if self.text[self.at] == "[":
                prefix = self.header()
            else:
                self.pair(prefix)

    def skip(self, what: re.Pattern[str] = _SKIP) -> int:
        """Pass over blanks, comments and line ends; return where that led."""
        self.at = self._end(what)
        return self.at

    def header(self) -> Path:
        """Read ``[a.b]`` or ``[[a.b]]`` and return the path of the table it opens."""
        line = self.line()
        depth = 2 if self.text.startswith("[[", self.at) else 1
        self.at += depth
        path: Path = ()
        *parents, last = self.keys()
        for part in parents:
            path = self.inside((*path, part), line)
        path = (*path, last)
        if depth == 2:
            self.lines.setdefault(path, line)
            self.counts[path] = self.counts.get(path, 0) + 1
            path = (*path, self.counts[path] - 1)
        self.lines[path] = line
        self.at += depth
        return path

    def inside(self, path: Path, line: int) -> Path:
        """Return the path of a parent table: in an array of tables, its latest element."""
        self.lines.setdefault(path, line)
        return (*path, self.counts[path] - 1) if path in self.counts else path

    def pair(self, prefix: Path) -> None:
        """Read ``a.b = value``."""
        line = self.line()
        path = prefix
        for part in self.keys():
            path = (*path, part)
            self.lines.setdefault(path, line)
        self.at += 1
        self.skip(_BLANK)
        self.value(path)

    def keys(self) -> list[str]:
        """Read a dotted key and the blanks after it."""
        parts = []
        while True:
            self.skip(_BLANK)
            end = self._end(_KEY)
            parts.append(_key_text(self.text[self.at : end]))
            self.at = end
            self.skip(_BLANK)
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def value(self, path: Path) -> None:
        self.lines.setdefault(path, self.line())
        match self.text[self.at]:
            case "[":
                self.array(path)
            case "{":
                self.inline(path)
            case '"' | "'":
                self.at = self._end(_STRING)
            case _:
                self.at = self._end(_SCALAR)

    def array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while self.text[self.skip()] != "]":
            self.value((*path, index))
            index += 1
            if self.text[self.skip()] == ",":
                self.at += 1
        self.at += 1

    def inline(self, path: Path) -> None:
        self.at += 1
        while self.text[self.skip()] != "}":
            self.pair(path)
            if self.text[self.skip()] == ",":
                self.at += 1
        self.at += 1

    def line(self) -> int:
        return bisect_right(self.starts, self.at)

    def _end(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self.text, self.at)
        assert found is not None, "the text is not valid TOML"
        return found.end()


def _key_text(raw: str) -> str:
    """Return what one part of a key means: quotes and escapes undone."""
    if raw[0] not in "\"'":
        return raw
    text: str = tomllib.loads(f"k = {raw}")["k"]
    return text
