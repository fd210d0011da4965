"""``couched agent check`` drills a program that plays as an external agent, ``couched agent lines`` shows what passes."""

from __future__ import annotations

import shlex
import sys
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
    tell = {"tell": _progress} if sys.stderr is not None and sys.stderr.isatty() else {}
    budget = {"answer_seconds": answer_seconds, "start_seconds": start_seconds}
    drill = Drill(command, systems or list(SYSTEMS), {name: value for name, value in budget.items() if value is not None}, **tell)
    drill.run()
    if as_json:
        emit(data_of(drill, command))
    else:
        _tell(drill, command)
    return 0 if drill.ok else 3


def _progress(system: str, check: str) -> None:
    """Say on the terminal what is tried now: some checks take seconds."""
    click.echo(f"{system}: {check} ...", err=True)


@agent_command.command("lines", context_settings=_VERBATIM)
@click.option("--scenario", default="duel", show_default=True, metavar="S",
              help="A file or a shipped scenario; its first fighter is played.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="The root seed of all random streams.")
@click.option("--width", type=click.IntRange(20), default=300, show_default=True, metavar="N",
              help="Cut lines after so many characters.")  # fmt: skip
@click.option("--full", is_flag=True, help="Cut nothing.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="COMMAND...")
@common
def lines_command(scenario: str, seed: int, width: int, full: bool, command: Sequence[str], as_json: bool) -> int:
    """Have the program COMMAND... play a battle and print every line that passes: > to the program, < from it.

    Options stand before the command. What the program does wrong is said at the end (exit code 1 then).

    \b
    couched agent lines sh examples/agents/holder.sh
    couched agent lines --scenario steps_duel --full python3 examples/agents/lunger.py
    """
    from agents.external import checked
    from studies.agent_battles import fight, scenario_for, shortened
    from studies.cli_text import shown

    battle = fight(scenario_for(scenario), checked({"command": list(command)}, "agent lines"), seed=seed)
    if as_json:
        lines = [{"way": line.way, "line": line.text.decode("utf-8", "backslashreplace")} for line in battle.lines]
        emit({"lines": lines, "outcome": battle.outcome, "fault": battle.fault})
        return 1 if battle.fault is not None else 0
    for line in battle.lines:
        write(f"{line.way} {shortened(line.text, len(line.text) if full else width)}")
    if battle.fault is None:
        return 0
    write(shown(f"\n{battle.fault}"))
    return 1


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
