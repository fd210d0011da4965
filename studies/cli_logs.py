"""``couched replay``, ``diff`` and ``explain``: what can be done with logs."""

from __future__ import annotations

import click

from studies.cli_common import common, emit, write


def _lines(lines: list[str]) -> None:
    from studies.cli_text import shown

    write("\n".join(shown(line) for line in lines))


@click.command("replay", short_help="Run a recorded battle again and compare.")
@click.argument("log")
@common
def replay_command(log: str, as_json: bool) -> int:
    """Run the recorded battle again: "identical", or the first difference (exit code 3).

    A log that is cut is compared up to the cut.
    """
    from engine.record import read_log
    from studies.replay import replay, report

    recorded = read_log(log)
    result = replay(recorded)
    if as_json:
        emit(result.data())
    else:
        _lines(report(result, recorded))
    return 0 if result.identical else 3


@click.command("diff", short_help="Show the first event in which two logs differ.")
@click.argument("log_a", metavar="LOG")
@click.argument("log_b", metavar="LOG")
@click.option("--events-only", is_flag=True, help="Headers that differ (seed, name, version) don't count.")
@common
def diff_command(log_a: str, log_b: str, events_only: bool, as_json: bool) -> int:
    """Show the first event that differs, with what led to it on both sides (exit code 3)."""
    from engine.record import read_log
    from studies.difference import compare

    result = compare(read_log(log_a), read_log(log_b), events_only)
    if as_json:
        emit(result.data())
    else:
        _lines(result.report())
    return 0 if result.same else 3


@click.command("explain", short_help="Show what led to an event, with every modifier and rule.")
@click.argument("log")
@click.argument("seq", type=int)
@common
def explain_command(log: str, seq: int, as_json: bool) -> int:
    """Show what led to the event SEQ, with every modifier and its rule."""
    from engine.record import read_log
    from studies.explain import explain, report

    result = explain(read_log(log).events, seq)
    if as_json:
        emit(result.data())
    else:
        _lines(report(result))
    return 0
