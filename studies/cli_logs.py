"""``couched replay``, ``diff``, ``explain`` and ``tell``: what can be done with logs."""

from __future__ import annotations

import click

from studies.cli_common import common, emit, map_option, write


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
@click.argument("seq", type=int, required=False)
@click.option("--at", type=float, help="In place of SEQ: the count of the event.")
@click.option("--who", help="With --at: the combatant it is about.")
@common
def explain_command(log: str, seq: int | None, at: float | None, who: str | None, as_json: bool) -> int:
    """Show what led to the event SEQ, with every modifier and its rule.

    \b
    couched explain duel.jsonl 52
    couched explain duel.jsonl --at 15 --who Bo
    """
    from engine.record import read_log
    from studies.explain import explain, find, report
    from studies.log_notes import digest_notes

    if (seq is None) == (at is None) or (who is not None and at is None):
        raise click.UsageError("either SEQ or --at COUNT [--who NAME]")
    recorded = read_log(log)
    events, notes = recorded.events, digest_notes(recorded)
    result = explain(events, find(events, at, who) if at is not None else seq or 0)
    if as_json:
        emit({**result.data(), "notes": notes})
    else:
        _lines([*(f"note: {note}" for note in notes), *report(result)])
    return 0


@click.command("tell", short_help="Tell a recorded battle again.")
@click.argument("log")
@click.option("--detail", type=click.Choice(["short", "normal", "full"]), default="normal", show_default=True,
              help="How much of the battle is told.")  # fmt: skip
@click.option("--seq", is_flag=True, help="Show the number of each event, as `couched explain` takes it.")
@map_option
@common
def tell_command(log: str, detail: str, seq: bool, maps: str, as_json: bool) -> int:
    """Tell a recorded battle again; one that is cut is told up to the cut."""
    import attrs

    from engine.record import read_log
    from studies.account import tell
    from studies.account_render import print_account
    from studies.log_notes import digest_notes

    recorded = read_log(log)
    account, notes = tell(recorded.events, detail, recorded.cut, maps), digest_notes(recorded)
    if as_json:
        emit({**attrs.asdict(account), "notes": notes})
    else:
        print_account(account, [f"note: {note}" for note in notes], seq=seq)
    return 0
