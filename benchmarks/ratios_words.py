"""What the measured ratios say: tables for a terminal or a page, or plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.ratios import HEAD, Found, Plan, Row
from studies.bench import Report, machine
from studies.bench_table import as_markdown, described, laid_out, number, span

PEERS = ("the waits of a duel, on", "us/battle", "over SimPy", "interval", "the duel over it", "interval")

SMOKE = "Only to see that it works: what was measured is tiny and tells nothing."


def told(rows: Sequence[Row], found: Found, plan: Plan, markdown: bool) -> str:
    """Return the ratios, their notes, the peers and the machine.

    Args:
        rows: what was measured.
        found: what came along.
        plan: how much was done.
        markdown: for a page rather than a terminal.
    """
    made = as_markdown if markdown else laid_out
    bullet = "- " if markdown else ""
    parts = [made([HEAD, *(row.cells() for row in rows)])]
    parts += [[f"{bullet}{row.limit.id}: {row.note}" for row in rows if row.note]]
    if found.duel is not None:
        parts += [made([PEERS, *_peers(found.duel)])]
    parts += [[f"Medians of {plan.rounds} interleaved rounds, intervals of 95%. {described(machine())}."]]
    if plan.is_smoke:
        parts.insert(0, [SMOKE])
    return "\n\n".join("\n".join(part) for part in parts if part)


def _peers(report: Report) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for timing in report.timings:
        if timing.peer:
            over, duel = report.ratio(timing.name, "SimPy"), report.ratio("no sink", timing.name)
            figures = number(over.value), span(over), number(duel.value), span(duel)
            rows.append((timing.name, f"{timing.microseconds:.1f}", *figures))
    return rows


def data(rows: Sequence[Row], found: Found, plan: Plan) -> dict[str, Any]:
    """Return it as plain data."""
    return {
        "machine": machine(), "rounds": plan.rounds, "smoke": plan.is_smoke, "ratios": [row.data() for row in rows],
        "checksums": found.checksums, "duel": found.duel and found.duel.data(),
    }  # fmt: skip
