"""``couched run``: one battle, told on the terminal, logged to a file."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from studies.cli_common import common, emit, map_option
from studies.run import ON_ILLEGAL

if TYPE_CHECKING:
    from engine.events import Event
    from engine.record import LogFile, Sink
    from studies.account_live import LiveAccount
    from studies.check import CheckSink
    from studies.run import OnIllegal, RunResult
    from studies.watch import Watch


@click.command("run")
@click.argument("scenario")
@click.option("--seed", type=int, default=0, show_default=True, help="The root seed of all random streams.")
@click.option("--battle", type=click.IntRange(0), default=0, show_default=True,
              help="The battle's index under the seed.")  # fmt: skip
@click.option("--log", "log_path", metavar="FILE", help="Write the event log (JSON Lines).")
@click.option("--rolls", "rolls_path", metavar="FILE", help='Scripted rolls: JSON, {"Ana/to_hit": [[42]], ...}.')
@click.option("--set", "overrides", metavar="PATH=VALUE", multiple=True, help="Override: combatants.Ana.htk=20.")
@click.option("--agents", "sides", metavar="SIDE=POLICY", multiple=True,
              help="Who plays a side: red=fencer, or a program: 'red=cmd:python3 my.py'.")  # fmt: skip
@click.option("--on-illegal", type=click.Choice(ON_ILLEGAL), default="error", show_default=True,
              help="What becomes of an agent that fails: the battle ends in an error, its fighter is out, or holds.")  # fmt: skip
@click.option("--detail", type=click.Choice(["short", "normal", "full"]), default="normal", show_default=True,
              help="How much of the battle is told.")  # fmt: skip
@click.option("--seq", is_flag=True, help="Show the number of each event, as `couched explain` takes it.")
@map_option
@click.option("--rolls-template", "template_path", metavar="FILE",
              help="Write the rolls that were asked for, stream by stream, as a file for --rolls.")  # fmt: skip
@click.option("--view", "view_path", metavar="FILE", help="Write a page of the battle, as `couched view` does.")
@click.option("--trace", "trace_path", metavar="FILE", help="Write a trace of it, as `couched trace` does.")
@click.option("--watch", is_flag=True, help="Watch it live on the terminal; in plain lines where there is none.")
@click.option("--speed", type=float, default=4.0, show_default=True, help="With --watch: counts a second.")
@click.option("--check", "checks", is_flag=True,
              help="Check what must hold in every battle, as `couched check` does of a log (exit code 3).")  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="Only the outcome.")
@click.option("--allow-external", is_flag=True,
              help="Run the programs that the scenario names as agents; those of --agents run anyway.")  # fmt: skip
@common
def run_command(
    scenario: str, seed: int, battle: int, log_path: str | None, rolls_path: str | None, overrides: Sequence[str],
    sides: Sequence[str], on_illegal: OnIllegal, detail: str, seq: bool, maps: str, template_path: str | None,
    view_path: str | None, trace_path: str | None, watch: bool, speed: float, checks: bool, quiet: bool,
    allow_external: bool, as_json: bool,
) -> int:  # fmt: skip
    """Run one battle and tell it.

    \b
    couched run duel --seed 7
    couched run duel --seed 7 --set combatants.Ana.skills.broadsword=80 --log duel.jsonl
    couched run duel --seed 7 --watch --view duel.html
    """
    import agents
    from scenarios import load
    from studies.arms import with_agents
    from studies.players_command import commands_of
    from studies.rolls_asked import RollsAsked
    from studies.run import run
    from studies.scripted import read_rolls
    from studies.viewer.pictures import pictures

    if watch and (quiet or as_json):
        raise click.UsageError("either --watch or --quiet or --json")
    resolved = load(scenario, overrides=list(overrides), parameters=agents.parameters)
    played = sides_of(sides)
    if played:
        resolved = with_agents(resolved, played)
    rolls = read_rolls(rolls_path, resolved) if rolls_path is not None else None
    template = writable("--rolls-template", template_path, (scenario, rolls_path)) if template_path is not None else None
    log = open_log(log_path, (scenario, rolls_path)) if log_path is not None else None
    inputs = (scenario, rolls_path, log_path)
    seen = pictures(f"{resolved.name}, seed {seed}", view_path, trace_path, lambda option, path: writable(option, path, inputs))
    asked = RollsAsked()
    live = None if quiet or as_json else _live(detail, seq, maps, speed if watch else None)
    checked = _check_sink() if checks else None
    sinks = [sink for sink in (log, seen, live, asked if template else None, checked) if sink is not None]
    result = _logged(log, live, lambda: run(
        resolved, seed, battle, rolls=rolls, sink=_All(sinks) if sinks else None, record=False, on_illegal=on_illegal,
        allow_external=allow_external or commands_of(played.values()),
    ))  # fmt: skip
    if template is not None:
        asked.save(template)
    if seen is not None:
        seen.save()
    if as_json:
        emit({
            **result.summary(), "log": log_path, "view": view_path, "trace": trace_path,
            **({"check": checked.data()} if checked is not None else {}),
        })  # fmt: skip
    elif live is not None:
        others: list[tuple[str, ...]] = [("--agents", text) for text in sides]
        others += [("--on-illegal", on_illegal)] if on_illegal != "error" else []
        others += [("--allow-external",)] if allow_external else []
        live.finish(_hints(scenario, seed, battle, log_path, rolls_path, overrides, others))
    else:
        _say(result)
    if checked is not None and not as_json:
        _tell_check(checked, live is None)
    if checked is not None and checked.checker.found:
        return 3
    return 1 if result.outcome == "error" else 0


def _check_sink() -> CheckSink:
    """Return a sink that checks what must hold in every battle."""
    from studies.check import CheckSink

    return CheckSink()


def _tell_check(checked: CheckSink, quiet: bool) -> None:
    """Print what a check found; nothing of a quiet run where all holds."""
    from studies.check import report
    from studies.cli_common import write
    from studies.cli_text import shown

    if checked.checker.found or not quiet:
        write("\n".join(shown(line) for line in report(checked.checker)))


def sides_of(texts: Sequence[str]) -> dict[str, str]:
    """Return who plays which side, of ``SIDE=POLICY`` and ``SIDE=cmd:COMMAND`` texts.

    Raises:
        InputError: a text is none, or a side comes twice.
    """
    from engine import InputError
    from studies.players_command import side_and_command

    found: dict[str, str] = {}
    for text in texts:
        side, policy = side_and_command(text) or _side_and_policy(text)
        if not side or not policy:
            raise InputError(f"--agents {text}", repr(text), "SIDE=POLICY, e.g. red=fencer")
        if side in found:
            raise InputError(f"--agents {text}", f"side {side!r} twice", "one policy a side")
        found[side] = policy
    return found


def _side_and_policy(text: str) -> tuple[str, str]:
    named, bracket, params = text.rpartition("[") if text.endswith("]") else (text, "", "")
    side, _, policy = named.rpartition("=")
    return side, policy + bracket + params


class _All:
    """Hands every event to several sinks."""

    def __init__(self, sinks: Sequence[Sink]) -> None:
        self._sinks = sinks

    def write(self, event: Event, line: bytes) -> None:
        for sink in self._sinks:
            sink.write(event, line)


def _live(detail: str, seq: bool, maps: str, speed: float | None) -> LiveAccount | Watch:
    """Return what tells the battle while it runs: a watch at a speed on a terminal, else an account in lines."""
    from studies.account_live import LiveAccount

    if speed is not None:
        from studies.account_render import console_for
        from studies.watch import speed_of, watch_on

        watch = watch_on(console_for(sys.stdout), speed_of(speed))
        if watch is not None:
            return watch
    return LiveAccount(detail, seq, maps=maps)


def _say(result: RunResult) -> None:
    """Print the outcome alone."""
    from studies.account import ended
    from studies.cli_common import write
    from studies.cli_text import shown

    write(shown(ended(result.outcome, result.winner, result.result.reason, result.t)))


def _logged(sink: LogFile | None, live: LiveAccount | Watch | None, battle: Any) -> RunResult:
    """Run a battle; its log is finished, or left readable when it was interrupted or the scripted rolls don't fit."""
    from engine.errors import ScriptedRollError

    try:
        result: RunResult = _told(live, battle)
    except (KeyboardInterrupt, ScriptedRollError):
        if sink is not None:
            sink.keep_part()
            click.echo(f"the log up to here: {sink.part}", err=True)
        raise
    except BaseException:
        if sink is not None:
            sink.discard()
        raise
    if sink is not None:
        _closed(sink)
    return result


def _told(live: LiveAccount | Watch | None, battle: Any) -> Any:
    """Run a battle; what was told when it breaks off includes its last instant."""
    try:
        return battle()
    except BaseException:
        if live is not None:
            live.flush()
        raise


def _closed(sink: LogFile) -> None:
    try:
        sink.close()
    except BaseException:
        sink.discard()
        raise


def open_log(path: str, inputs: Sequence[str | None]) -> LogFile:
    """Return a log file to write, after looking that nothing else is lost by it; see `writable`."""
    from engine.record import LogFile

    return LogFile(writable("--log", path, inputs))


def writable(option: str, path: str, inputs: Sequence[str | None]) -> Path:
    """Return the file an option names, after looking that nothing else is lost by writing it.

    Args:
        option: the option, for messages.
        path: the file's name; a symbolic link is followed.
        inputs: files the battle is read from, which it may not replace.

    Raises:
        InputError: a directory, a device, a file one may not write, or one of the inputs.
    """
    from engine import InputError

    target = Path(os.path.realpath(path)) if os.path.islink(path) else Path(path)
    place = f"{option} {path}"
    if path == "-" or _is_standard(Path(path)):
        raise InputError(place, "standard output, where the account goes", "the name of an ordinary file")
    if target.is_dir():
        raise InputError(place, "a directory", "the name of a file to write")
    if target.exists():
        if not target.is_file():
            raise InputError(place, "a device or pipe", "the name of an ordinary file")
        if not os.access(target, os.W_OK):
            raise InputError(place, "a file that may not be written", "a file that can be written")
        if any(other is not None and os.path.exists(other) and target.samefile(other) for other in inputs):
            raise InputError(place, "one of the files the battle is read from", "another file")
    return target


def _is_standard(target: Path) -> bool:
    """Whether a path leads to this process's own standard input, output or error."""
    if not target.exists():
        return False
    for descriptor in (0, 1, 2):
        with suppress(OSError):
            if os.path.samestat(target.stat(), os.fstat(descriptor)) and not target.samefile(os.devnull):
                return True
    return False


def _hints(
    scenario: str, seed: int, battle: int, log_path: str | None, rolls_path: str | None, overrides: Sequence[str],
    others: Sequence[tuple[str, ...]] = (),
) -> list[str]:
    """Return the commands that show this battle again."""
    words = ["couched", "run", scenario, "--seed", str(seed)]
    words += ["--battle", str(battle)] if battle else []
    words += ["--rolls", rolls_path] if rolls_path is not None else []
    words += [word for override in overrides for word in ("--set", override)]
    words += [word for pair in others for word in pair]
    hints = [f"again:  {shlex.join(words)}"]
    if log_path is not None:
        hints.append(f"replay: {shlex.join(['couched', 'replay', log_path])}")
    return hints
