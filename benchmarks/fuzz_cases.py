"""What a fuzzed case is, and what every run of one must keep to: a right battle, or one clear error with exit code 2."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unicodedata import category

import attrs

MOST_EVENTS = 400
"""Events of a battle that a case looks at."""

MOST_CLOCK_EVENTS = 20_000
"""The event budget a scenario may have in a case: a scenario may ask for a billion, and is to be guarded all the same."""

MOST_SECONDS = 20.0
"""CPU seconds after which a case hangs."""


class Find(Exception):  # noqa: N818
    """A case went wrong: what, in one line."""


class Hang(BaseException):
    """A case took longer than it may."""


@attrs.frozen
class Case:
    """One input.

    Attributes:
        kind: which door it goes through.
        payload: the input itself, as it is kept in a corpus.
        reference: what it was made from, where a change must show; None where nothing is known of it.
    """

    kind: str
    payload: bytes
    reference: bytes | None = None


@attrs.frozen
class Kind:
    """A door that is fuzzed: how its cases are made and checked.

    Attributes:
        name: its name, and its corpus' folder.
        suffix: of its files in a corpus.
        make: makes a case.
        check: runs one; returns what became of it in a word ("refused", "fought", ...) and raises `Find`.
    """

    name: str
    suffix: str
    make: Callable[[Random], Case]
    check: Callable[[Case], str]


class Enough(Exception):  # noqa: N818
    """A battle has been looked at long enough."""


class Lines:
    """A sink that keeps the lines of a battle and stops it after so many."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self.lines: list[bytes] = []
        self.most = most

    def write(self, _event: Any, line: bytes) -> None:
        """Take one event."""
        self.lines.append(line)
        if len(self.lines) >= self.most:
            raise Enough


@contextmanager
def bounded(seconds: float = MOST_SECONDS, wall: bool = False) -> Iterator[None]:
    """Raise `Hang` in what takes more CPU seconds than that, or more seconds of wall time; only in the main thread."""

    def ring(_signal: int, _frame: Any) -> None:
        raise Hang(f"more than {seconds:g} seconds of {'wall' if wall else 'CPU'} time")

    timer, number = (signal.ITIMER_REAL, signal.SIGALRM) if wall else (signal.ITIMER_VIRTUAL, signal.SIGVTALRM)
    before = signal.signal(number, ring)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)


def refused(error: Exception) -> str:
    """Return "refused" for a clear refusal.

    Raises:
        Find: the error is none of couched's, has another exit code, or its text is no message.
    """
    from engine.errors import CouchedError

    if not isinstance(error, CouchedError) or error.exit_code != 2:
        raise Find(f"{type(error).__name__}: {error}") from error
    text = str(error)
    if not text.strip() or any(category(sign) == "Cc" for line in text.split("\n") for sign in line):
        raise Find(f"a message that is no text: {text!r}") from error
    return "refused"


def checked(kind: Kind, case: Case) -> str:
    """Run one case within its bounds; return what became of it.

    Raises:
        Find: it went wrong, in whatever way.
    """
    try:
        with bounded():
            return kind.check(case)
    except Hang as hang:
        raise Find(f"hangs: {hang}") from None
    except (Find, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise Find(f"{type(error).__name__}: {error}") from error


def fought(scenario: Any, rolls: Any = None, seed: int = 1) -> tuple[list[bytes], Any]:
    """Fight a battle twice, as far as a case looks; return its lines, and its result where it came to an end.

    Raises:
        Find: the two differ, an agent raised, or the whole battle does not replay.
    """
    first, result = _once(scenario, rolls, seed)
    again, _ = _once(scenario, rolls, seed)
    if first != again:
        raise Find("two runs of one battle differ")
    if result is None:
        return first, None
    if " raised " in result.reason:
        raise Find(result.reason)
    from engine.record import parse_log
    from studies.replay import replay

    found = replay(parse_log(b"".join(first)))
    if not found.identical:
        raise Find(f"the battle does not replay: {found.difference or found.notes}")
    return first, result


def _once(scenario: Any, rolls: Any, seed: int) -> tuple[list[bytes], Any]:
    from studies.run import run

    sink = Lines()
    try:
        return sink.lines, run(scenario, seed, rolls=rolls, sink=sink, record=False).result
    except Enough:
        return sink.lines, None
