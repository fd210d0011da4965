"""Checking a log: what must hold in every battle, found from the events alone, without asking a rule.

    couched check LOG        a log that was written
    couched run S --check    a battle while it runs

In Python, `check` takes the events of a log, and `CheckSink` is a sink for `studies.run`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from studies import check_counts, check_counts_ground, check_order, check_shots, check_shots_counters, check_steps
from studies.check_base import Line, Part, Violation

if TYPE_CHECKING:
    from engine.events import Event
    from engine.record import ReadLog

INVARIANTS = {
    "order": "lines are numbered one by one; the last one counts them",
    "times": "times never go back",
    "causes": "causes form a tree: each exists and is earlier",
    "rolls": "no roll is unused, modifiers add up, and the last line counts all",
    "actions": "every action ends exactly once",
    "down": "nobody who is down acts; everybody goes down, and dies, once at most",
    "htk": "HTK, POW, Wound Points and health are accounted for to the point, link by link",
    "states": "the states that events tell lead to the final state",
    "distances": "places follow from the moves, and distances from the places",
    "digest": "the digest of the last line is that of the lines before it",
    "form": "a line has the fields that its type has",
}
"""What is checked, by the name that violations give."""

PARTS: tuple[type[Part], ...] = (
    check_order.Order, check_order.Causes, check_order.Rolls, check_order.Ends, *check_counts.PARTS,
    *check_counts_ground.PARTS, *check_shots.PARTS, *check_shots_counters.PARTS, *check_steps.PARTS,
)  # fmt: skip

MOST = 1000
"""So many violations are kept; the rest is counted."""


class Checker:
    """Takes the lines of one log in their order and collects what does not hold.

    Attributes:
        violations: what was found so far, at most `MOST` of it.
        found: how many there were.
        events: how many lines it has taken.
    """

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.found = self.events = 0
        self._parts: list[Part] = []
        self._t = 0.0
        self._hash = hashlib.sha256()

    def take(self, line: Line, raw: bytes | None = None) -> None:
        """Take one line.

        Args:
            line: the event as a plain dict.
            raw: the line itself; with it for every line, the digest at the end is looked at.
        """
        self.events += 1
        try:
            self._take(line)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            what = f"{line.get('type')} can't be read: {type(error).__name__} {error}"
            self._note(Violation("form", self.events - 1, self._t, what, "the fields that `couched schema log` says"))
        if raw is not None:
            self._digest(line, raw)

    def _take(self, line: Line) -> None:
        if line["type"] == "battle.start" and not self._parts:
            self._parts = [part(line, self._note) for part in PARTS if part.system in (None, line["system"])]
        ends = line["type"] == "battle.end"
        if line["t"] > self._t:
            self._instant()
            self._t = line["t"]
        for part in self._parts:
            part.take(line)
        if ends:
            self._instant(error=line["outcome"] == "error")
            for part in self._parts if line["outcome"] != "error" else ():
                part.close(line)

    def _instant(self, error: bool = False) -> None:
        """Tell the parts that a count is over; one that an error broke off has no ends."""
        for part in self._parts if not error else ():
            part.instant(self._t)

    def _digest(self, line: Line, raw: bytes) -> None:
        if line.get("type") == "battle.end" and line.get("digest") != self._hash.hexdigest():
            self._note(Violation("digest", line["seq"], line["t"], f"digest {line.get('digest')}", self._hash.hexdigest()))
        self._hash.update(raw)

    def _note(self, violation: Violation) -> None:
        self.found += 1
        if len(self.violations) < MOST:
            self.violations.append(violation)


class CheckSink:
    """A sink that checks a battle while it runs (`couched run --check`)."""

    def __init__(self) -> None:
        self.checker = Checker()

    def write(self, event: Event, line: bytes) -> None:
        """Take one event."""
        self.checker.take(msgspec.json.decode(line), line)

    def data(self) -> dict[str, Any]:
        """Return what was found as JSON data."""
        return data(self.checker)


def check(events: Iterable[Line]) -> list[Violation]:
    """Return what does not hold in a log; a cut one is checked up to the cut.

    Args:
        events: the lines as plain dicts, from the header on.
    """
    checker = Checker()
    for line in events:
        checker.take(line)
    return checker.violations


def check_log(log: ReadLog) -> Checker:
    """Return a checker that has taken a log that was read."""
    checker = Checker()
    for line, raw in zip(log.events, log.lines, strict=True):
        checker.take(line, raw)
    return checker


def data(checker: Checker) -> dict[str, Any]:
    """Return what was found as JSON data."""
    rows = [
        {"invariant": one.invariant, "seq": one.seq, "t": one.t, "what": one.what, "expected": one.expected}
        for one in checker.violations
    ]
    return {"holds": not checker.found, "events": checker.events, "found": checker.found, "violations": rows}


def report(checker: Checker) -> list[str]:
    """Return what was found as lines for people."""
    if not checker.found:
        return [f"all {len(INVARIANTS)} invariants hold in {checker.events} events"]
    rest = checker.found - len(checker.violations)
    tail = [f"... and {rest} more"] if rest else []
    return [f"{checker.found} violations in {checker.events} events", *(str(one) for one in checker.violations), *tail]
