"""What is asked of a log, and what comes of it: one battle beside the recorded one."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from engine.options import Option
from studies.cli_text import number
from studies.difference import Difference
from studies.difference import report as difference_report
from studies.fork_spot import Spot
from studies.tables import Column, Table

if TYPE_CHECKING:
    from studies.run import RunResult

Json = Mapping[str, Any]

ARMS = ("as it was", "what if")
"""What the two sides of a fork are called: the option that was taken, and the other one."""


class Future(NamedTuple):
    """How a battle ends.

    Attributes:
        battle: the number of its future; 0 on the recorded dice.
        outcome: win, draw, timeout, stalemate or error.
        winner: the side that won, or None.
        t: when, in counts.
        reason: why, in words.
    """

    battle: int
    outcome: str
    winner: str | None
    t: float
    reason: str

    @property
    def sentence(self) -> str:
        """How it ended, in a sentence."""
        from studies.account import ended

        return ended(self.outcome, self.winner, self.reason, self.t)


def future_of(future: int, battle: RunResult) -> Future:
    """Return how a battle ended that was played."""
    return Future(future, battle.outcome, battle.winner, battle.t, str(battle.result.reason))


def ending(end: Json) -> Future:
    """Return how a recorded battle ended."""
    return Future(0, str(end["outcome"]), end.get("winner"), float(end["t"]), str(end.get("reason") or ""))


@attrs.frozen
class Question:
    """What is asked of a log.

    Attributes:
        log: the log's file.
        spot: the decision.
        reasons: why it is asked.
        option: what is taken instead.
        legal: what is legal there, as texts.
        answered: how many answers of all combatants stand before it.
        at, seq: how the decision was named.
        notes: what is worth saying before the answer is believed.
        header: the log's header: scenario, digest, seed, battle, version.
    """

    log: str
    spot: Spot
    reasons: tuple[str, ...]
    option: Option
    legal: tuple[str, ...]
    answered: int
    at: float | None
    seq: int | None
    notes: tuple[str, ...]
    header: Json = attrs.field(repr=False)

    @property
    def side(self) -> str:
        """The side whose decision it is."""
        return next(str(one["side"]) for one in self.header["scenario"]["combatants"] if one["name"] == self.spot.who)

    @property
    def taken(self) -> str:
        """The option that was taken, as text; ``no decision`` where nobody was asked."""
        recorded = self.spot.recorded
        if recorded is None:
            return "no decision"
        words = [f"{key}={value}" for key, value in recorded["option"].items() if key != "do"]
        return " ".join([str(recorded["option"]["do"]), *words])

    @property
    def title(self) -> str:
        """What is asked, in a line."""
        spot = self.spot
        seq = "" if spot.recorded is None else f" (seq {spot.recorded['seq']})"
        return f"What if {spot.who} at count {number(spot.t)}{seq} does {self.option} in place of {self.taken}?"

    def command(self, *more: str) -> str:
        """Return the command that asks it again."""
        import msgspec

        place = ["--seq", str(self.seq)] if self.seq is not None else ["--at", repr(self.at)]
        do = msgspec.json.encode(self.option).decode()
        words = ["couched", "fork", self.log, *place, "--who", self.spot.who, "--do", do]
        return shlex.join([*words, *(["--wake"] if self.spot.wake else []), *more])

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        import msgspec

        header, recorded = self.header, self.spot.recorded
        return {
            "log": self.log, "scenario": header["scenario"].get("name"), "digest": header["digest"],
            "seed": header["seed"], "battle": header["battle"], "version": header["version"],
            "who": self.spot.who, "side": self.side, "t": self.spot.t, "reasons": list(self.reasons),
            "seq": recorded["seq"] if recorded is not None else None, "woken": self.spot.wake,
            "taken": recorded["option"] if recorded is not None else None,
            "option": msgspec.to_builtins(self.option), "legal": list(self.legal), "notes": list(self.notes),
        }  # fmt: skip


@attrs.frozen(eq=False)
class ForkResult:
    """One battle forked.

    Attributes:
        question: what was asked.
        future: the number of the future both sides were played in; 0: on the recorded dice.
        original: how the battle ended as it was (in a numbered future: with the option that was taken).
        branch: how it ended with the other option.
        difference: the first event that differs from the fork on, or None.
        before, events: the events of both, plain dicts.
    """

    question: Question
    future: int
    original: Future
    branch: Future
    difference: Difference | None
    before: Sequence[Json] = attrs.field(repr=False)
    events: Sequence[Json] = attrs.field(repr=False)

    @property
    def errors(self) -> int:
        """Battles that ended in an error though the recorded one did not, or the branch did."""
        return int(self.branch.outcome == "error")

    def findings(self) -> list[str]:
        """Return what was found, in sentences."""
        same = "" if self.difference is not None else "The battle goes on as it did. "
        return [*(f"{arm}: {end.sentence}" for arm, end in self._ends()), *([same.strip()] if same else [])]

    def tables(self, detail: str = "normal") -> list[Table]:
        """Return how both ended, and both accounts from the fork on, side by side."""
        columns = [Column("arm"), Column("outcome"), Column("winner"), Column("t", "number", "ended", "counts"), Column("reason")]
        rows = [(arm, end.outcome, end.winner, end.t, end.reason) for arm, end in self._ends()]
        return [Table("outcomes", "How they end", columns, rows), self.course_table(detail)]

    def course_table(self, detail: str = "normal") -> Table:
        """Return both accounts from the fork on, moment by moment."""
        columns = [Column("t", "number", "count"), Column("original", title=ARMS[0]), Column("branch", title=ARMS[1])]
        start = self.difference.index if self.difference is not None else len(self.events)
        one, other = (_told(events, start, detail) for events in (self.before, self.events))
        rows: list[tuple[Any, ...]] = []
        for t in sorted({*one, *other}):
            lines = _beside(one.get(t, []), other.get(t, []))
            rows += [(t if place == 0 else None, *pair) for place, pair in enumerate(lines)]
        return Table("course", "From the fork on", columns, rows)

    def difference_lines(self) -> list[str]:
        """Return the first event that differs, in lines for people."""
        if self.difference is None:
            return []
        return difference_report(self.difference, self.before, self.events, ARMS)

    def data(self) -> dict[str, Any]:
        """Return it as plain data for ``--json``."""
        return {
            **self.question.data(), "future": self.future, "original": self.original._asdict(), "branch": self.branch._asdict(),
            "difference": self.difference.data() if self.difference is not None else None,
        }  # fmt: skip

    def _ends(self) -> list[tuple[str, Future]]:
        return list(zip(ARMS, (self.original, self.branch), strict=True))


def _beside(one: Sequence[str], other: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Return two lists of lines side by side, the same lines in the same row."""
    from difflib import SequenceMatcher

    rows: list[tuple[str | None, str | None]] = []
    for _, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        rows += zip_longest(one[a:b], other[c:d])
    return rows


def _told(events: Sequence[Json], start: int, detail: str) -> dict[float, list[str]]:
    """Return the lines of an account from an event on, by count."""
    from studies.account import tell

    found: dict[float, list[str]] = {}
    for line in tell(events, detail).lines:
        if line.seq >= start:
            found.setdefault(line.t, []).append(f"{line.who} {line.text}".strip())
    return found
