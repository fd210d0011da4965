"""What the checks of a log share: what a violation is, and a part of the checking that takes the lines one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import attrs

Line = dict[str, Any]
Report = Callable[["Violation"], None]


@attrs.frozen
class Violation:
    """One thing in a log that does not hold.

    Attributes:
        invariant: the name of what should hold, one of `studies.check.INVARIANTS`.
        seq: the event it was found at.
        t: its count.
        what: what the log says.
        expected: what should stand there.
    """

    invariant: str
    seq: int
    t: float
    what: str
    expected: str

    def __str__(self) -> str:
        return f"event {self.seq} at count {self.t:.12g}, {self.invariant}: {self.what}; expected {self.expected}"


class Part:
    """A part of the checking: it takes the lines of one log in their order, and reports what does not hold.

    A line of type ``wound`` goes to the method ``on_wound``; ``before`` sees every line first, ``instant`` is called
    when all lines of a count are in, ``close`` with the last line of a whole log.

    Args:
        header: the ``battle.start`` line.
        report: where violations go.
    """

    system: ClassVar[str | None] = None
    """The system whose logs it is for; None for all."""

    def __init__(self, header: Line, report: Report) -> None:
        self.header = header
        self._report = report
        self.rows: dict[str, Line] = {row["name"]: row for row in header["scenario"]["combatants"]}
        self._handlers: dict[str, Callable[[Line], None] | None] = {}

    def take(self, line: Line) -> None:
        """Take one line."""
        kind = line["type"]
        if kind not in self._handlers:
            self._handlers[kind] = getattr(self, "on_" + kind.replace(".", "_"), None)
        self.before(line)
        handler = self._handlers[kind]
        if handler is not None:
            handler(line)

    def before(self, line: Line) -> None:
        """Look at a line before what is said of its type."""

    def instant(self, t: float) -> None:
        """Look at what is left when all lines of a count are in."""

    def close(self, footer: Line) -> None:
        """Compare what the lines told with the last one."""

    def fault(self, invariant: str, line: Line, what: str, expected: str) -> None:
        """Report what does not hold."""
        self._report(Violation(invariant, line["seq"], line["t"], what, expected))

    def same(self, invariant: str, line: Line, what: str, found: Any, expected: Any) -> None:
        """Report what is not as it should be."""
        if found != expected:
            self.fault(invariant, line, f"{what} {shown(found)}", shown(expected))

    def ended(self, footer: Line, name: str, what: str, found: Any, expected: Any) -> None:
        """Report a state at the end that the lines before don't lead to."""
        if found != expected:
            self.fault("states", footer, f"{name} ends with {what} {shown(found)}", f"{shown(expected)}, as the events tell")


def shown(value: Any) -> str:
    """Return a value as a message says it."""
    match value:
        case None:
            return "nothing"
        case float():
            return f"{value:.9g}"
        case list() | tuple() | set() | frozenset():
            return "(" + ", ".join(shown(one) for one in (sorted(value) if isinstance(value, set | frozenset) else value)) + ")"
        case _:
            return str(value)


def total(mods: Iterable[Line]) -> float:
    """Return what modifiers add up to."""
    return float(sum(mod["value"] for mod in mods))
