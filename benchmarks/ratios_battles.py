"""The ratios of battles, timed in this process: PF-1, PF-2, PF-3, PF-7 and PF-8."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.configurations import Configuration
from benchmarks.ratios import LIMITS, Found, Plan, Row
from engine import Scenario
from studies.bench import interleaved, measure
from studies.bench_ratio import median_ratio
from studies.bench_table import number, span
from studies.bench_ways import Way, checksum, outcomes, recorded, ways
from studies.progress import Progress


def duels(plan: Plan, progress: Progress, found: Found) -> Iterator[Row]:
    """Yield what the duel shows: PF-1, PF-2, PF-7, PF-8."""
    duel = plan.duel
    progress.stage("rounds", 0, plan.rounds)
    report = measure(
        duel.name, duel.battles, plan.rounds, scenario=duel.load(), with_replay=True, tell=lambda: progress.advance(1)
    )
    found.checksums[duel.name], found.duel = report.checksum, report
    yield Row.of("skeleton", report.ratio("no sink", "SimPy"), f"{report.waits:.1f} waits a battle")
    read = report.ratio("and read", "no sink")
    digest = f"{number(read.value)} ({span(read)}) when the events are looked at, too: their digest is worked out then"
    yield Row.of("memory", report.ratio("in memory", "no sink"), digest)
    yield Row.of("log", report.ratio("JSONL log", "no sink"))
    events = f"{report.clock_events:.1f} clock events, {report.events:.1f} log events a battle"
    yield Row(LIMITS["polling"], report.clock_events / report.events, note=events)
    yield Row.of("replay", report.ratio("replay", "JSONL log"))


def crowds(plan: Plan, progress: Progress, found: Found) -> Iterator[Row]:
    """Yield what crowds show: PF-3, CPU an event of the log, without a sink, setting up included."""
    fought = {"duel": plan.duel, "crowd": plan.crowd, "big crowd": plan.big_crowd}
    progress.stage("rounds", 0, plan.rounds)
    calls: dict[str, Way] = {}
    events: dict[str, int] = {}
    for name, configuration in fought.items():
        scenario = configuration.load()
        events[name], expected, found.checksums[configuration.name] = _recorded(scenario, configuration)
        calls[name] = ways(scenario, configuration.battles, Path())["no sink"]
        if outcomes(calls[name]()) != expected:
            raise RuntimeError(f"{configuration.name}: the battles end otherwise without a log")
    times = interleaved(calls, plan.rounds, events, lambda: progress.advance(1))
    for name in ("crowd", "big crowd"):
        note = f"{fought[name].crowd} fighters, {events[name]} events, {fought[name].counts:g} counts"
        yield Row.of(name, median_ratio(times[name], times["duel"]), note)


def _recorded(scenario: Scenario, configuration: Configuration) -> tuple[int, str, str]:
    """Fight once, recorded; return the events, a digest of the outcomes, the checksum."""
    battles = recorded(scenario, configuration.battles, configuration.name)
    events = sum(len(battle.events) for battle in battles)
    return events, outcomes(battle.result for battle in battles if battle.result), checksum(battles)
