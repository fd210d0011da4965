"""Agents outside couched as commands name them: ``cmd:python3 my.py``, ``cmd[answer_seconds=1]:python3 my.py``.

Whoever names a program on the command line allows it to be run; one that a scenario names needs ``--allow-external``. The words
are parted as a shell parts them, but no shell is called.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine import InputError

COMMAND_FORM: Final = "cmd:PROGRAM ARGUMENT..., words parted as in a shell, e.g. cmd:python3 my_agent.py"

_TEXT = re.compile(r"\s*cmd(?:\[(?P<params>[^\[\]]*)\])?:(?P<words>.*)", re.DOTALL)
_SIDE = re.compile(r"(?P<side>.+?)=(?P<agent>\s*cmd(?:\[[^\[\]]*\])?:.*)", re.DOTALL)


def is_command(text: Any) -> bool:
    """Return whether a text names a program as an agent."""
    return isinstance(text, str) and _TEXT.fullmatch(text) is not None


def parts_of(text: str) -> tuple[str | None, str]:
    """Return what stands in the brackets of such a text, and the command line after them."""
    found = _TEXT.fullmatch(text)
    assert found is not None
    return found["params"], found["words"]


def words_of(line: str, place: str) -> list[str]:
    """Return a command line's words.

    Raises:
        InputError: there are none, or a quote is not closed.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise InputError(place, f"{line!r} ({error})"[:160], COMMAND_FORM) from None
    if not words or not words[0]:
        raise InputError(place, repr(line)[:80], COMMAND_FORM)
    return words


def text_of(command: Sequence[str], inside: str) -> str:
    """Return such a text of a command and what stands in its brackets."""
    return f"cmd[{inside}]:{shlex.join(command)}" if inside else f"cmd:{shlex.join(command)}"


def side_and_command(text: str) -> tuple[str, str] | None:
    """Return side and agent of ``SIDE=cmd:...``, or None for another text."""
    found = _SIDE.fullmatch(text)
    return None if found is None else (found["side"], found["agent"])


def split_texts(text: str) -> list[str]:
    """Return the agents of a list with commas; those in brackets part nothing, nor do those in a command's quotes."""
    found, part, depth, quote, escaped = [], "", 0, "", False
    for char in text:
        command = is_command(part)
        if escaped:
            escaped = False
        elif command and char == "\\" and quote != "'":
            escaped = True
        elif quote:
            quote = "" if char == quote else quote
        elif command and char in "\"'":
            quote = char
        elif not command and char in "[]":
            depth = max(0, depth + (1 if char == "[" else -1))
        elif char == "," and (command or not depth):
            found.append(part)
            part = ""
            continue
        part += char
    return [each.strip() for each in [*found, part]]


def commands_of(texts: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the commands that agents' texts name: those that may be run because of it."""
    return tuple(tuple(words_of(parts_of(text)[1], "--agents")) for text in texts if is_command(text))
