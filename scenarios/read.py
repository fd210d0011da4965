"""From files to nodes: limits, TOML, and the chain of ``extends``."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import Any, Final

from engine.errors import ScenarioError
from scenarios.mistakes import fail, listing, nearest
from scenarios.node import Node, Source, depth_of, node_of, show, visible
from scenarios.systems import SYSTEMS

SCHEMA: Final = "couched.scenario/1"
MOST_BYTES: Final = 1 << 20
MOST_DEPTH: Final = 32
MOST_PARTS: Final = 500
MOST_EXTENDS: Final = 16
LIBRARY: Final = FilePath(__file__).parent / "library"

_DIGITS = re.compile(r"[0-9_]+")
_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


def shipped(system: str | None = None) -> dict[str, FilePath]:
    """Return the shipped scenarios' files by name, of one system or of all that are built."""
    folders = [name for name in SYSTEMS if system in (None, name)]
    return {path.stem: path for folder in folders for path in sorted(LIBRARY.glob(f"{folder}/*.toml"))}


def parse(text: str, label: str, folder: FilePath | None = None) -> Node:
    """Return a TOML text as nodes.

    Raises:
        ScenarioError: the text is too long, nested too deeply or not TOML; with the line.
    """
    source = Source(label, text, folder)
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise fail(source, 0, f"more than {MOST_BYTES} bytes", f"a text of at most {MOST_BYTES} bytes (1 MiB)")
    if not is_unicode(text):
        raise fail(source, 0, "half a surrogate pair", "Unicode text")
    if any(_parts(line) > MOST_PARTS for line in text.splitlines()):
        raise _too_deep(source)  # before tomllib, which takes long over such keys
    document = _tomllib(text, source)
    if depth_of(document) > MOST_DEPTH:
        raise _too_deep(source)
    return node_of(document, source)


def _tomllib(text: str, source: Source) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _too_deep(source) from None
    except ValueError as error:
        message = str(error)
        where = _WHERE.search(message)
        line = int(where[1]) if where and where[1] else _line_of_end(text, message)
        words = visible(_WHERE.sub("", message))
        raise fail(source, line, f"no valid TOML: {words}", "TOML 1.0, https://toml.io") from None


def _line_of_end(text: str, message: str) -> int:
    """Return the line of a mistake ``tomllib`` gives none for: a number too long to read, else the end of the text."""
    if "digits" in message:
        longest = max(_DIGITS.finditer(text), key=lambda match: match.end() - match.start())
        return text.count("\n", 0, longest.start()) + 1
    return text.rstrip("\n").count("\n") + 1


def _parts(line: str) -> int:
    """Return how many parts the dotted key or header on a line has, about."""
    key, sign, _ = line.partition("=")
    return key.count(".") + 1 if sign or ("," not in line and line.lstrip().startswith("[")) else 0


def is_unicode(text: str) -> bool:
    """Return whether a text can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _too_deep(source: Source) -> ScenarioError:
    return fail(source, 0, f"tables and arrays nested more than {MOST_DEPTH} deep", f"at most {MOST_DEPTH} levels")


def read_file(path: FilePath, label: str) -> Node:
    """Return a file as nodes.

    Raises:
        ScenarioError: it can't be read, is too long, or is not TOML in UTF-8; with the line where there is one.
    """
    source = Source(label)
    try:
        if not path.is_file():
            raise fail(source, 0, "no file there" if not path.exists() else "no ordinary file", "a TOML file")
        if (size := path.stat().st_size) > MOST_BYTES:
            raise fail(source, 0, f"a file of {size} bytes", f"a file of at most {MOST_BYTES} bytes (1 MiB)")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise fail(source, 0, f"a file that can't be read ({reason})", "a readable TOML file") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fail(source, line, f"a byte that is no UTF-8 (0x{data[error.start]:02x})", "text in UTF-8") from None
    return parse(text, label, path.parent)


def read_chain(name_or_path: str | FilePath) -> list[Node]:
    """Return a scenario's documents, what it extends first.

    Args:
        name_or_path: a shipped scenario's name, or a file.
    """
    name = str(name_or_path)
    files = shipped()
    if isinstance(name_or_path, str) and name in files:
        return extend(read_file(files[name], _shipped_label(files[name])), files[name], (files[name],))
    path = FilePath(name_or_path)
    if "\0" in name or (not name.endswith(".toml") and not os.path.exists(path)):
        raise fail(Source(name), 0, "no file and no shipped scenario", _choice(files), nearest(name, files))
    return extend(read_file(path, name), path, (_real(path),))


def extend(root: Node, path: FilePath | None, seen: tuple[FilePath, ...]) -> list[Node]:
    """Return the documents a document extends, first of all first, and the document itself.

    Args:
        root: the document.
        path: its file; None for a text, which can extend only shipped scenarios.
        seen: the files on the way here.
    """
    node = root.get("extends")
    if node is None:
        return [root]
    target, label = _target(node, path)
    if _real(target) in seen:
        raise _at(node, f"{show(node.value)}, which leads back to itself", "a chain of files without a cycle")
    if len(seen) >= MOST_EXTENDS:
        raise _at(node, f"a chain of more than {MOST_EXTENDS} files", f"at most {MOST_EXTENDS}")
    return [*extend(read_file(target, label), target, (*seen, _real(target))), root]


def _target(node: Node, path: FilePath | None) -> tuple[FilePath, str]:
    """Return the file an ``extends`` names, and what messages call it."""
    name, files = node.value, shipped()
    if not isinstance(name, str):
        raise _at(node, show(node.plain()), "a file beside this one, or a shipped scenario's name")
    if name in files:
        return files[name], _shipped_label(files[name])
    if not name.endswith(".toml") or path is None:
        raise _at(node, show(name), _choice(files), nearest(name, files))
    return _beside(node, name, path)


def _choice(files: Iterable[str]) -> str:
    return f"a .toml file, or one of {listing(sorted(files))}"


def _beside(node: Node, name: str, path: FilePath) -> tuple[FilePath, str]:
    parts = PurePosixPath(name)
    folder = path.parent
    inside = not parts.is_absolute() and ".." not in parts.parts and "\\" not in name and "\0" not in name
    target = folder / name
    if not inside or ":" in parts.parts[0] or not _real(target).is_relative_to(_real(folder)):
        raise _at(node, show(name), "a file in the same folder or below it (no absolute path, no ..)")
    if not target.is_file():
        raise _at(node, f"{show(name)}, which is no file", "a .toml file beside this one")
    return target, str(target) if not path.is_relative_to(LIBRARY) else _shipped_label(target)


def _at(node: Node, found: str, allowed: str, near: str = "") -> ScenarioError:
    return fail(node.source, node.source.line(node.path), found, allowed, near, path="extends")


def _real(path: FilePath) -> FilePath:
    return FilePath(os.path.realpath(path))


def _shipped_label(path: FilePath) -> str:
    """Return what messages call a shipped file: its path inside the package."""
    return path.relative_to(FilePath(__file__).parent.parent).as_posix()
