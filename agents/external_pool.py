"""Programs that play more than one battle, between two of them: those that said they keep nothing from one to the next."""

from __future__ import annotations

import atexit
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from agents.external_process import Program

MOST_IDLE: Final = 64
"""Programs that wait for another battle at most; further ones are ended."""

_idle: dict[tuple[str, ...], list[Program]] = {}


def take(command: Sequence[str]) -> Program | None:
    """Return a program of a command that waits for a battle, or None."""
    waiting = _idle.get(tuple(command))
    with suppress(IndexError):
        return waiting.pop() if waiting else None
    return None


def put(command: Sequence[str], program: Program) -> None:
    """Have a program wait for another battle."""
    if sum(map(len, _idle.values())) >= MOST_IDLE:
        program.close()
        return
    _idle.setdefault(tuple(command), []).append(program)


def end_all() -> None:
    """End all programs that wait for another battle; it happens by itself when the process exits."""
    while _idle:
        _, waiting = _idle.popitem()
        for program in waiting:
            program.close()


atexit.register(end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)
