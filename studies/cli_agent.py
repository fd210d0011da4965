"""``couched agent check``: drills a program that plays as an external agent."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from studies.cli_common import common, emit, write

if TYPE_CHECKING:
    from studies.agent_drill import Drill, Finding

_VERBATIM = {"ignore_unknown_options": True, "allow_interspersed_args": False}


@click.group("agent", short_help="Drill a program that plays as an external agent.")
def agent_command() -> None:
    """Agents outside couched: programs that speak JSON lines (`couched schema agent`)."""


@agent_command.command("check", context_settings=_VERBATIM)
@click.option("--system", "systems", metavar="NAME", multiple=True,
              help="A rule system to drill it in; repeat for several.  [default: all it says it plays]")  # fmt: skip
@click.option("--answer-seconds", type=click.FloatRange(0, min_open=True), metavar="S",
              help="How long an answer may take.  [default: 5]")  # fmt: skip
@click.option("--start-seconds", type=click.FloatRange(0, min_open=True), metavar="S",
              help="How long a start may take.  [default: 10]")  # fmt: skip
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="COMMAND...")
@common
def check_command(
    systems: Sequence[str], answer_seconds: float | None, start_seconds: float | None, command: Sequence[str], as_json: bool
) -> int:
    """Start the program COMMAND..., have it play short battles, and say what is wrong with its lines (exit code 3 then).

    Options stand before the command. The program is run: check no program you would not start yourself.

    \b
    couched agent check python3 examples/agents/lunger.py
    couched agent check --system counts ./my_agent --level 3
    """
    from engine.registry import SYSTEMS, system
    from studies.agent_drill import Drill

    for name in systems:
        system(name)
    budget = {"answer_seconds": answer_seconds, "start_seconds": start_seconds}
    drill = Drill(command, systems or list(SYSTEMS), {name: value for name, value in budget.items() if value is not None})
    drill.run()
    if as_json:
        emit(data_of(drill, command))
    else:
        _tell(drill, command)
    return 0 if drill.ok else 3


def data_of(drill: Drill, command: Sequence[str]) -> dict[str, object]:
    """Return what a drill found as plain data; times in seconds."""
    import attrs

    return {
        "ok": drill.ok, "command": list(command), "name": drill.name,
        "findings": [attrs.asdict(found) for found in drill.findings], "times": drill.times._asdict(),
    }  # fmt: skip


def _tell(drill: Drill, command: Sequence[str]) -> None:
    from studies.cli_text import plural, shown

    write(shown(f"Drill of {shlex.join(command)}"))
    system = None
    for found in drill.findings:
        if found.system != system:
            system = found.system
            write(f"\n{system}")
        for line in _lines(found):
            write(shown(line))
    times = drill.times
    mean, longest, start = (f"{1000 * seconds:.1f} ms" for seconds in (times.mean, times.longest, times.start))
    write(f"\n{plural(times.answers, 'answer')}: {mean} in the mean, the longest {longest}; the longest start {start}")
    wrong = sum(found.ok is False for found in drill.findings)
    write(f"{plural(wrong, 'problem')}." if wrong else "No problem." if drill.ok else "It has played nothing.")


def _lines(found: Finding) -> list[str]:
    """Return a finding as it is printed: one line, and the program's own below it."""
    mark = {True: "fine ", False: "WRONG", None: "note "}[found.ok]
    told = [f"  {mark}  {found.check}: {found.told}"]
    return [*told, f"         it wrote: {found.line}"] if found.line is not None else told
