"""All named configurations, a row each: ``python -m benchmarks speed``."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.configurations import Configuration
from studies.bench import Report, measure

HEAD = ("configuration", "us/battle", "x skeleton", "memory/none", "JSONL/none", "clock events/event", "checksum")


def measured(chosen: Sequence[Configuration]) -> dict[str, Report]:
    """Measure configurations; return their reports by name."""
    return {one.name: measure(one.scenario, one.battles, one.rounds) for one in chosen}


def cells(name: str, report: Report) -> tuple[str, ...]:
    """Return a configuration's row of the table."""
    silent = next(timing for timing in report.timings if timing.name == "no sink")
    return (
        name,
        f"{silent.microseconds:.0f}",
        f"{silent.ratio:.1f}",
        f"{report.ratio('in memory', 'no sink'):.2f}",
        f"{report.ratio('JSONL log', 'no sink'):.2f}",
        f"{report.clock_events / report.events:.2f}",
        report.checksum,
    )
