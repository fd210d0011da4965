"""`couched bench`: speed figures as ratios of one run."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from studies.cli_common import common, emit, write

if TYPE_CHECKING:
    from studies.bench import Report

EVENTS = 6000
"""Events of a round, about, when the number of battles is not told."""

MOST = 40
"""Battles of a round at most, when their number is not told."""

HEAD = ("", "us/battle", "+-", "battles/s", "events/s", "x SimPy", "interval", "x no sink", "interval")


@click.command("bench", short_help="Speed figures, as ratios of one run.")
@click.argument("scenarios", metavar="[SCENARIO]...", nargs=-1)
@click.option("--battles", type=click.IntRange(1, 100_000), help="Battles a round.  [default: by their length, up to 40]")
@click.option("--rounds", type=click.IntRange(2, 1000), default=9, show_default=True, help="Interleaved rounds.")
@click.option(
    "--peer", "peer_names", metavar="NAME", multiple=True,
    help="A peer beside SimPy: heap, salabim; repeat for several.  [default: all that are installed]",
)  # fmt: skip
@click.option("--smoke", is_flag=True, help="Two rounds of three battles: only to see that it works.")
@common
def bench_command(
    scenarios: tuple[str, ...], battles: int | None, rounds: int, peer_names: tuple[str, ...], smoke: bool, as_json: bool
) -> None:
    """Time battles of each SCENARIO (default: duel) against peers that only wait the same waits.

    Peers are a bare SimPy skeleton, a heap of plain callbacks and, where it is installed, salabim. Battles are fought
    without a sink, recorded in memory (and read), with the full JSON Lines log, and replayed from it. CPU time, medians
    of rounds in which all take turns; intervals of 95%. Absolute figures drift with the machine: quote the ratios.
    """
    from studies.bench import loaded, machine, measure
    from studies.bench_peers import peers
    from studies.progress import Progress

    names = list(dict.fromkeys(scenarios or ("duel",)))
    chosen = list(peers(peer_names or None))
    fights = {name: loaded(name) for name in names}
    if smoke:
        battles, rounds = 3, 2
    reports = []
    with Progress("rounds of ", unit="") as progress:
        for name, scenario in fights.items():
            many = battles or _battles(scenario, name)
            progress.stage(name, 0, rounds)
            tell = partial(progress.advance, 1)
            reports.append(measure(name, many, rounds, scenario=scenario, peer_names=chosen, with_replay=True, tell=tell))
    if as_json:
        emit(_data(reports, machine()))
    else:
        write("\n\n".join([*map(_table, reports), _foot(machine())]))


def _battles(scenario: Any, name: str) -> int:
    """Return how many battles a round has, by the length of the first: the same number on every machine."""
    from studies.bench_ways import recorded

    (battle,) = recorded(scenario, 1, name)
    return max(1, min(MOST, EVENTS // len(battle.events)))


def _data(reports: list[Report], machine: dict[str, Any]) -> dict[str, Any]:
    """Return plain data: the figures of one scenario, or of several under ``scenarios``."""
    figures = [report.data() for report in reports]
    return {**figures[0], "machine": machine} if len(figures) == 1 else {"scenarios": figures, "machine": machine}


def _table(report: Report) -> str:
    from studies.bench_table import laid_out
    from studies.cli_text import shown

    lines = [
        f"{shown(report.scenario)} ({report.system}): {report.battles} battles a round, {report.rounds} rounds, "
        f"checksum {report.checksum}",
        f"a battle: {report.waits:.1f} waits, {report.clock_events:.1f} clock events, {report.events:.1f} log events "
        f"({report.clock_events / report.events:.2f} clock events a log event)",
        "",
        *laid_out([HEAD, *_rows(report)]),
    ]
    return "\n".join(lines)


def _rows(report: Report) -> list[tuple[str, ...]]:
    from studies.bench_table import number, span

    rows: list[tuple[str, ...]] = []
    for timing, row in zip(report.timings, report.rows(), strict=True):
        skeleton, silent = (report.ratio(timing.name, over) for over in ("SimPy", "no sink"))
        rows.append((
            f"{timing.name} (waits)" if timing.peer else timing.name, f"{timing.microseconds:.1f}", f"{timing.spread:.1f}",
            f"{row['battles_per_s']:,}", f"{row['events_per_s']:,}", number(skeleton.value), span(skeleton),
            number(silent.value), span(silent),
        ))  # fmt: skip
    return rows


def _foot(machine: dict[str, Any]) -> str:
    from studies.bench_table import described

    return (
        "CPU time, medians of rounds in which all take turns; ratios are medians of the rounds' own, intervals hold with "
        f"95%.\nmachine: {described(machine)}"
    )
