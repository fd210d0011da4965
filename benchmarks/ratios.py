"""The ratios that couched is to reach, measured by one command: ``python -m benchmarks ratios``.

Each row says what was measured, the least that must be reached, the aim, and where it stands. Battles are timed in this
process, in interleaved rounds (`benchmarks.ratios_battles`); workers, memory and start-up in fresh ones
(`benchmarks.ratios_processes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from benchmarks.configurations import Configuration
from studies.bench import Report
from studies.bench_ratio import Ratio
from studies.bench_table import number, span
from studies.progress import Progress


@attrs.frozen
class Limit:
    """What is to be reached.

    Attributes:
        id: its name, ``PF-1`` to ``PF-8``.
        what: what is measured.
        least: what must be reached.
        aim: what would be good.
        unit: of the three; empty for a ratio.
        more: whether more is better.
    """

    id: str
    what: str
    least: float
    aim: float
    unit: str = ""
    more: bool = False

    def state(self, value: float) -> str:
        """Return where a measured value stands."""
        sign = -1 if self.more else 1
        if sign * value <= sign * self.aim:
            return "aim reached"
        return "reached" if sign * value <= sign * self.least else "NOT REACHED"

    def bound(self, value: float) -> str:
        """Return a bound in words."""
        return f"{'>=' if self.more else '<='} {value:g}{self.unit}"


LIMITS = {
    "skeleton": Limit("PF-1", "a duel without sink, over SimPy doing the same waits (CPU)", 6, 3.5),
    "memory": Limit("PF-2", "the duel recorded in memory, over no sink (CPU)", 1.4, 1.15),
    "log": Limit("PF-2", "the duel with its full JSONL log, over no sink (CPU)", 1.8, 1.3),
    "crowd": Limit("PF-3", "an event of a battle of 200, over one of the duel (CPU)", 2, 1.3),
    "big crowd": Limit("PF-3", "an event of a battle of 2,000, over one of the duel (CPU)", 2, 1.3),
    "workers": Limit("PF-4", "a study on 2 workers, times as fast as on 1 (wall)", 1.75, 1.9, more=True),
    "big memory": Limit("PF-5", "peak memory of a battle of 2,000 without sink", 400, 200, " MB"),
    "growth": Limit("PF-5", "bytes a battle adds for good in a long study", 100, 20, " B"),
    "start": Limit("PF-6", "`couched run duel`, over importing simpy, attrs and structlog (CPU)", 4, 2.5),
    "polling": Limit("PF-7", "clock events a log event, the duel", 3, 2),
    "replay": Limit("PF-8", "replaying a log, over running the battle with its log (CPU)", 1.5, 1.1),
}
"""What is measured, in order; PF-5's flatness is read as bytes a battle: at 20 a million add 20 MB."""

IDS = tuple(dict.fromkeys(limit.id for limit in LIMITS.values()))


@attrs.frozen
class Row:
    """One measured value.

    Attributes:
        limit: what it is held against.
        value: the value, in the limit's unit.
        interval: of it, in words; empty when there is none.
        note: what else is worth saying.
    """

    limit: Limit
    value: float
    interval: str = ""
    note: str = ""

    @classmethod
    def of(cls, key: str, ratio: Ratio, note: str = "") -> Row:
        """Return the row of a ratio that was taken in rounds."""
        return cls(LIMITS[key], ratio.value, span(ratio), note)

    def cells(self) -> tuple[str, ...]:
        """Return its cells of the table."""
        limit = self.limit
        return (
            limit.id, limit.what, f"{number(self.value)}{limit.unit}", self.interval or "-", limit.bound(limit.least),
            limit.bound(limit.aim), limit.state(self.value),
        )  # fmt: skip

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        limit = self.limit
        return {
            "id": limit.id, "what": limit.what, "unit": limit.unit.strip() or "ratio", "value": self.value,
            "interval": self.interval or None, "at_least": limit.least, "aim": limit.aim, "state": limit.state(self.value),
            "note": self.note or None,
        }  # fmt: skip


HEAD = ("id", "what", "measured", "interval", "at least", "aim", "state")


@attrs.frozen(kw_only=True)
class Plan:
    """How much is done.

    Attributes:
        rounds: interleaved rounds.
        duel, crowd, big_crowd: what is fought.
        seconds: CPU that the study is to take, about; 0 for a short one.
        battles: of the long study.
        is_smoke: whether it only shows that all works, so that the figures mean nothing.
    """

    rounds: int
    duel: Configuration
    crowd: Configuration
    big_crowd: Configuration
    seconds: float
    battles: int
    is_smoke: bool = False

    @classmethod
    def whole(cls, every: Sequence[Configuration], rounds: int, battles: int) -> Plan:
        """Return the plan whose figures count."""
        by_name = {one.name: one for one in every}
        return cls(
            rounds=rounds, duel=by_name["duel"], crowd=by_name["200 fighters"], big_crowd=by_name["2000 fighters"],
            seconds=20.0, battles=battles,
        )  # fmt: skip

    @classmethod
    def smoke(cls, every: Sequence[Configuration]) -> Plan:
        """Return a plan that only shows that all of it works."""
        whole = cls.whole(every, 2, 60)
        return attrs.evolve(
            whole, is_smoke=True, seconds=0.0, duel=attrs.evolve(whole.duel, battles=3),
            crowd=attrs.evolve(whole.crowd, crowd=20), big_crowd=attrs.evolve(whole.big_crowd, crowd=40),
        )  # fmt: skip


@attrs.define
class Found:
    """What comes along with the ratios.

    Attributes:
        checksums: of the configurations that were fought, by name.
        duel: all figures of the duel, where it was measured.
    """

    checksums: dict[str, str] = attrs.field(factory=dict)
    duel: Report | None = None


def measured(plan: Plan, ids: Sequence[str], found: Found) -> Iterator[Row]:
    """Measure, and yield rows as they come.

    Args:
        plan: how much is done.
        ids: which of `IDS`.
        found: takes in what else comes out.
    """
    from benchmarks import ratios_battles as battles
    from benchmarks import ratios_processes as processes

    parts = {
        ("PF-1", "PF-2", "PF-7", "PF-8"): battles.duels, ("PF-3",): battles.crowds, ("PF-4",): processes.workers,
        ("PF-5",): processes.memory, ("PF-6",): processes.start,
    }  # fmt: skip
    for names, part in parts.items():
        if wanted := [name for name in names if name in ids]:
            with Progress(f"{', '.join(wanted)}: ", unit="") as progress:
                rows = [row for row in part(plan, progress, found) if row.limit.id in ids]
            yield from rows


def ordered(rows: Sequence[Row]) -> list[Row]:
    """Return rows in the order of the limits."""
    order = list(LIMITS.values())
    return sorted(rows, key=lambda row: order.index(row.limit))
