"""Priority lists as files: those that are shipped, by name, and a player's own; the ``list`` parameter of the policy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

from agents.priority_check import Program, program
from agents.priority_text import MOST_CHARACTERS
from engine.errors import InputError

FOLDER: Final = Path(__file__).parent / "lists"
SUFFIX: Final = ".txt"
USUAL: Final = "usual"
"""The name of a system's own list: the one that is played when none is named."""

USUAL_LISTS: Final[Mapping[str, str]] = {"counts": "spear_and_distance", "shots": "cover_shooter", "steps": "careful_rifle"}

_MOST_BYTES: Final = 4 * MOST_CHARACTERS
_ALLOWED = f"a list: a text of at most {MOST_CHARACTERS} characters in UTF-8"


@cache
def shipped() -> Mapping[str, Path]:
    """Return the shipped lists' files by name, sorted; no two systems have a list of one name."""
    files = sorted(FOLDER.glob(f"*/*{SUFFIX}"), key=lambda path: path.stem)
    return {path.stem: path for path in files}


def system_of(name: str) -> str:
    """Return the rule system a shipped list is for."""
    return shipped()[name].parent.name


def of_system(system: str) -> tuple[str, ...]:
    """Return the names of the lists shipped for a rule system, sorted."""
    return tuple(name for name in shipped() if system_of(name) == system)


def meant(name: str, system: str) -> str:
    """Return the name of a list, ``usual`` taken for what it stands for in a rule system."""
    return USUAL_LISTS[system] if name == USUAL else name


def text_of(name: str) -> str:
    """Return a shipped list's text."""
    return shipped()[name].read_text(encoding="utf-8")


def read(name: str, place: str, folder: Path | None, confined: bool = True) -> str:
    """Return the text of a list.

    Args:
        name: a shipped list's name, or a file.
        place: what messages call the place that names it.
        folder: where files are looked for; None where there are none.
        confined: whether a file must lie in that folder or below it.

    Raises:
        InputError: there is no such list, or its file can't be read.
    """
    if name in shipped():
        return text_of(name)
    if not name.endswith(SUFFIX) or folder is None or "\0" in name:
        near = get_close_matches(name[:80], shipped(), 1)
        hint = f"did you mean {near[0]}? " if near else ""
        files = f"a file that ends in {SUFFIX}, or " if folder is not None else ""
        raise InputError(place, repr(name[:80]), f"{hint}{files}one of {', '.join(shipped())}")
    path = folder / name
    if confined:
        _check_inside(name, path, folder, place)
    return _text(path, name, place)


def _check_inside(name: str, path: Path, folder: Path, place: str) -> None:
    outside = os.path.isabs(name) or "\\" in name or ".." in Path(name).parts or ":" in name
    if outside or not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise InputError(place, repr(name[:80]), "a file in the scenario's folder or below it (no absolute path, no ..)")


def _text(path: Path, name: str, place: str) -> str:
    try:
        if not path.is_file():
            raise InputError(place, f"{name!r}, which is no file", f"{_ALLOWED}, beside the scenario")
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(place, f"{name!r} of {path.stat().st_size} bytes", _ALLOWED)
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise InputError(place, f"{name!r}, which can't be read ({error.strerror})", _ALLOWED) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError(place, f"{name!r}, which is not UTF-8 (line {line})", _ALLOWED) from None


@attrs.frozen
class ListName:
    """The parameter that names a list: a shipped one, or a file; its text goes with it into the scenario.

    Attributes:
        name: what the scenario calls it.
        held: under what the scenario then holds the text.
    """

    name: str = "list"
    held: str = "text"
    default: str = USUAL
    why: str = "which list it plays: a shipped one's name (`couched list lists`), or a text file beside the scenario"
    unit: str = "a name"

    @property
    def allowed(self) -> str:
        """In words what it may be."""
        return f"the name of a list, or of a file that ends in {SUFFIX}"

    @property
    def span(self) -> str:
        """What it may be, as tables show it."""
        return f"a name or a file ({SUFFIX})"

    def fits(self, value: Any) -> bool:
        """Return whether a value can name a list at all."""
        return isinstance(value, str) and 0 < len(value) <= 300 and value.isprintable()

    def nearest(self, value: Any) -> str:
        """Return the shipped list most like a name, or an empty text."""
        near = get_close_matches(value[:80], shipped(), 1) if isinstance(value, str) else []
        return near[0] if near else ""

    def checked(self, value: Any, place: str) -> str:
        """Return a value if it can name a list.

        Raises:
            InputError: it can't.
        """
        if not self.fits(value):
            raise InputError(f"{place}.{self.name}", repr(value)[:80], self.allowed)
        return str(value)

    def hold(
        self, given: Mapping[str, Any], system: str | None, place: str, folder: Path | None, confined: bool = True
    ) -> dict[str, Any]:
        """Return what is given with the list's text, checked: nothing more is looked up when the battle is played.

        Args:
            given: the policy's parameters.
            system: the rule system of the fight; None when it isn't known yet.
            place: what messages call the agent.
            folder: where files are looked for; None where there are none.
            confined: whether a file must lie in that folder or below it.

        Raises:
            InputError: there is no such list.
            ScenarioError: it has mistakes; all of them.
        """
        name, text = given.get(self.name, self.default), given.get(self.held)
        if not isinstance(name, str) or (text is not None and not isinstance(text, str)):
            return dict(given)
        if text is None and name == USUAL and system is None:
            return dict(given)
        label = f"{place}.{self.held}" if text is not None and self.name not in given else None
        if text is None:
            name = meant(name, system) if system is not None else name
            text = read(name, f"{place}.{self.name}", folder, confined)
        program(text, label or label_of(name), system)
        return {**given, self.name: name, self.held: text}


@attrs.frozen
class ListText:
    """The parameter that holds a list's text, in place of a file."""

    name: str = "text"
    default: str = ""
    why: str = "the list itself, in place of a file; `list` is only what it is called then"
    unit: str = "a text"

    @property
    def allowed(self) -> str:
        """In words what it may be."""
        return _ALLOWED

    @property
    def span(self) -> str:
        """What it may be, as tables show it."""
        return f"up to {MOST_CHARACTERS} characters"

    def fits(self, value: Any) -> bool:
        """Return whether a value is such a text."""
        return isinstance(value, str) and len(value) <= MOST_CHARACTERS

    def nearest(self, value: Any) -> str:
        """Return nothing: no text is nearest to another."""
        return ""

    def checked(self, value: Any, place: str) -> str:
        """Return a value if it is such a text.

        Raises:
            InputError: it is not.
        """
        if not self.fits(value):
            raise InputError(f"{place}.{self.name}", repr(value)[:80], self.allowed)
        return str(value)


def label_of(name: str) -> str:
    """Return what messages call a list."""
    return f"lists/{system_of(name)}/{name}{SUFFIX}" if name in shipped() else name


def of_file(path: str) -> Program:
    """Return the list of a file that stands alone.

    Raises:
        InputError: it can't be read.
        ScenarioError: it has mistakes.
    """
    return program(read(path, path, Path(), confined=False), path)
