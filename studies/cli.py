"""The `couched` command: which subcommands there are, and how it ends.

A subcommand's module is imported when it is asked for, so that ``couched --version`` and ``couched run`` start fast.
Exit codes: 0 fine, 1 the battle or study ended in an error outcome, 2 input or usage is wrong, 3 a verification
failed, 130 interrupted.
"""

from __future__ import annotations

import errno
import re
import sys
from importlib import import_module
from typing import Any

import click

from studies.cli_common import emit, error_data, hush, settle_streams
from studies.collector import look_seldom

COMMANDS = {
    "run": "studies.cli_run",
    "tournament": "studies.cli_tournament",
    "sweep": "studies.cli_sweep",
    "compare": "studies.cli_compare",
    "tune": "studies.cli_tune",
    "tell": "studies.cli_logs",
    "replay": "studies.cli_logs",
    "diff": "studies.cli_logs",
    "explain": "studies.cli_logs",
    "check": "studies.cli_check",
    "fork": "studies.cli_fork",
    "view": "studies.cli_view",
    "trace": "studies.cli_view",
    "golden": "studies.cli_golden",
    "validate": "studies.cli_data",
    "list": "studies.cli_data",
    "schema": "studies.cli_data",
    "calc": "studies.cli_calc",
    "agent": "studies.cli_agent",
    "bench": "studies.cli_bench",
}
"""Subcommand to the module that defines it, under the name ``<command>_command``."""


class Commands(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """Return one command."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[name]), f"{name}_command")
        return command

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        """Return the command of the arguments; an unknown one names the nearest."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"commands: {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {name!r}; {hint}", context)
        return super().resolve_command(context, args)


def _print_version(context: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        from engine import __version__

        click.echo(f"couched {__version__}")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def couched() -> None:
    """Fights on a continuous count clock: run them, read them, replay them, explain them.

    SCENARIO is a file or the name of a shipped scenario (`couched list scenarios`).
    """


def main(args: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code; never a traceback."""
    words = sys.argv[1:] if args is None else args
    look_seldom()
    try:
        code = invoke(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        hush()
        code = 0
    sys.exit(code)


def invoke(words: list[str]) -> int:
    """Run the command line and return its exit code; every error is one message on standard error."""
    settle_streams()
    try:
        code = couched.main(args=words, prog_name="couched", standalone_mode=False)
    except (KeyboardInterrupt, click.Abort):
        return _interrupted(words)
    except BrokenPipeError:
        hush()
        return 0
    except Exception as error:
        return _failed(error, words)
    return code if isinstance(code, int) else 0


def _interrupted(words: list[str]) -> int:
    click.echo("interrupted", err=True)
    if "--json" in words:
        emit({"error": {"kind": "Interrupted", "message": "interrupted", "exit_code": 130}})
    return 130


def _failed(error: Exception, words: list[str]) -> int:
    """Report an error; return its exit code."""
    code, text = _described(error)
    click.echo(wrapped(text), err=True)
    if re.search(r"--log-level[= ]debug\b", " ".join(words)):
        import traceback

        click.echo("".join(traceback.format_exception(error)), err=True)
    if "--json" in words:
        emit(error_data(error, code))
    return code


def wrapped(text: str) -> str:
    """Return a message with long lines wrapped under their words on a terminal; as it is elsewhere."""
    if not sys.stderr.isatty():
        return text
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    wrapper = textwrap.TextWrapper(width, subsequent_indent=" " * 9, break_long_words=False, break_on_hyphens=False)
    return "\n".join(wrapper.fill(line) if len(line) > width else line for line in text.split("\n"))


def _described(error: Exception) -> tuple[int, str]:
    """Return the exit code of an error and the message for people."""
    from studies.cli_text import shown

    match error:
        case click.exceptions.NoArgsIsHelpError():
            return 2, error.format_message()
        case click.ClickException():
            usage = error.ctx.get_usage() + "\n" if isinstance(error, click.UsageError) and error.ctx else ""
            return 2, f"{usage}error: {error.format_message()}"
        case OSError(filename=None, errno=errno.ENOSPC | errno.EFBIG | errno.EDQUOT | errno.EIO):
            hush()
            return 2, f"error: standard output: found {error.strerror}; allowed: room to write"
        case OSError():
            place = error.filename or "file"
            return 2, f"error: {place}: {error.strerror or error}"
        case RecursionError():
            return 2, "error: the input is nested too deeply"
    from engine.errors import CouchedError

    if isinstance(error, CouchedError):
        lines = [shown(line) for line in str(error).split("\n")]
        return error.exit_code, "error: " + "\n       ".join(lines)
    return 1, f"error: a fault of couched itself: {type(error).__name__}: {error} (--log-level debug shows where)"
