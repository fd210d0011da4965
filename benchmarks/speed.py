"""All named configurations, a row each: ``python -m benchmarks speed``, with the checksums that must come out.

The checksums are kept in `checksums.json`, so that a faster engine that fights other battles is found out on the spot.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.configurations import Configuration
from studies.bench import Report, measure
from studies.bench_table import number
from studies.bench_ways import checksum, recorded

PEERS = ("SimPy", "heap")
CHECKSUMS = Path(__file__).with_name("checksums.json")

HEAD = ("configuration", "us/battle", "x SimPy", "x heap", "memory/none", "JSONL/none", "clock events/event", "checksum")
"""Of salabim only `couched bench` and the ratios tell: its way to start a run costs more than the waits of few battles."""


def measured(chosen: Sequence[Configuration], rounds: int | None, tell: Callable[[], None] | None = None) -> dict[str, Report]:
    """Measure configurations; return their reports by name.

    Args:
        chosen: which.
        rounds: how many; without, each its own.
        tell: called after every round.
    """
    return {
        one.name: measure(one.name, one.battles, rounds or one.rounds, scenario=one.load(), peer_names=PEERS, tell=tell)
        for one in chosen
    }


def cells(report: Report) -> tuple[str, ...]:
    """Return a configuration's row of the table."""
    return (
        report.scenario,
        f"{report.timing('no sink').microseconds:.0f}",
        *(number(report.ratio("no sink", peer).value) for peer in PEERS),
        f"{report.ratio('in memory', 'no sink').value:.2f}",
        f"{report.ratio('JSONL log', 'no sink').value:.2f}",
        f"{report.clock_events / report.events:.2f}",
        report.checksum,
    )


def fought(chosen: Sequence[Configuration]) -> dict[str, str]:
    """Fight configurations once, without a clock; return their checksums by name."""
    return {one.name: checksum(recorded(one.load(), one.battles, one.name)) for one in chosen}


def expected(file: Path = CHECKSUMS) -> dict[str, dict[str, Any]]:
    """Return the checksums that are kept, by configuration: of how many battles, and which."""
    kept: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return kept


def differing(found: Mapping[str, str], chosen: Sequence[Configuration], kept: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return a line for each configuration whose battles are not those that are kept."""
    lines = []
    for one in chosen:
        wanted = kept.get(one.name)
        if wanted is None:
            lines.append(f"{one.name}: no checksum is kept; found {found[one.name]} (speed --update keeps it)")
        elif wanted != entry(one, found[one.name]):
            lines.append(
                f"{one.name}: other battles, checksum {found[one.name]} of {one.battles} battles in place of "
                f"{wanted['checksum']} of {wanted['battles']}"
            )
    return lines


def entry(configuration: Configuration, found: str) -> dict[str, Any]:
    """Return what is kept of a configuration."""
    return {"battles": configuration.battles, "checksum": found}


def update(found: Mapping[str, str], every: Sequence[Configuration], file: Path = CHECKSUMS) -> None:
    """Keep the checksums that were found, and drop those of configurations that are no more."""
    kept = expected(file) if file.exists() else {}
    new = {one.name: entry(one, found[one.name]) if one.name in found else kept.get(one.name) for one in every}
    text = json.dumps({name: row for name, row in new.items() if row is not None}, indent=2)
    file.write_text(text + "\n", encoding="utf-8")
