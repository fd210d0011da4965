"""`couched bench`: speed figures as ratios of one run."""

from __future__ import annotations

import sys
from typing import Any

import click

from studies.cli_common import emit


@click.command("bench")
@click.argument("scenario", default="duel")
@click.option("--battles", type=click.IntRange(1, 100_000), default=40, show_default=True, help="Battles a round.")
@click.option("--rounds", type=click.IntRange(1, 1000), default=9, show_default=True, help="Interleaved rounds.")
@click.option("--smoke", is_flag=True, help="Two rounds of three battles: only to see that it works.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def bench_command(scenario: str, battles: int, rounds: int, smoke: bool, as_json: bool) -> None:
    """Time battles of SCENARIO against a bare SimPy skeleton doing the same waits.

    CPU time a battle without a sink, recorded in memory and with the full JSON Lines log; medians of interleaved
    rounds. Absolute figures drift with the machine: quote the ratios.
    """
    from studies.bench import machine, measure

    if smoke:
        battles, rounds = 3, 2
    report = measure(scenario, battles, rounds, _progress if sys.stderr.isatty() else None)
    data: dict[str, Any] = {
        "scenario": report.scenario, "battles": report.battles, "rounds": report.rounds,
        "waits_per_battle": report.waits, "events_per_battle": report.events,
        "clock_events_per_battle": report.clock_events,
        "clock_events_per_event": round(report.clock_events / report.events, 2),
        "checksum": report.checksum, "machine": machine(), "configurations": report.rows(),
    }  # fmt: skip
    emit(data) if as_json else click.echo(_table(data))


def _progress(done: int, rounds: int) -> None:
    click.echo(f"\rround {done + 1} of {rounds}" + ("\r\x1b[K" if done + 1 == rounds else ""), err=True, nl=False)


def _table(data: dict[str, Any]) -> str:
    lines = [
        f"{data['scenario']}: {data['battles']} battles a round, {data['rounds']} rounds interleaved, medians of CPU time",
        f"{data['waits_per_battle']:.1f} waits, {data['clock_events_per_battle']:.1f} clock events and "
        f"{data['events_per_battle']:.1f} log events a battle ({data['clock_events_per_event']} clock events a log event)",
        "",
        f"{'configuration':<14}{'us/battle':>11}{'+-':>8}{'battles/s':>11}{'events/s':>11}{'x skeleton':>12}{'x no sink':>11}",
    ]
    lines += [
        f"{row['configuration']:<14}{row['us_per_battle']:>11.1f}{row['spread_us']:>8.1f}{row['battles_per_s']:>11,}"
        f"{row['events_per_s']:>11,}{row['over_skeleton']:>12.2f}{row['over_no_sink']:>11.2f}"
        for row in data["configurations"]
    ]
    on = data["machine"]
    lines += ["", f"checksum {data['checksum']}; {on['python']}, {on['system']}, {on['processors']} processors"]
    return "\n".join(lines)
