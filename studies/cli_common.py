"""What every command shares: its options, its output, its errors as text and as JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

LEVELS = ("debug", "info", "warning", "error")


def common(command: F) -> F:
    """Add the options every command has: ``--json`` and ``--log-level``."""
    command = click.option("--json", "as_json", is_flag=True, help="Machine-readable, on standard output.")(command)
    return click.option(
        "--log-level", type=click.Choice(LEVELS), expose_value=False, is_eager=True, callback=_set_level,
        help="Messages of the program itself, on standard error.  [default: warning]",
    )(command)  # fmt: skip


def _set_level(_context: click.Context, _param: click.Parameter, value: str | None) -> None:
    if value is not None:
        from engine.record import configure_logging

        configure_logging(value)


def map_option(command: F) -> F:
    """Add ``--map``: when the map of a battle on squares is shown."""
    return click.option(
        "--map", "maps", metavar="WHEN", default="ends", show_default=True, callback=_checked_map,
        help="When the map of a steps battle is shown: none, ends, shots (at every shot as well), or every so many counts.",
    )(command)  # fmt: skip


def _checked_map(_context: click.Context, _param: click.Parameter, value: str) -> str:
    from studies.account_maps import every_of

    every_of(value)
    return value


def emit(data: Any) -> None:
    """Print a JSON value to standard output, UTF-8 whatever the locale."""
    import msgspec

    write(msgspec.json.format(msgspec.json.encode(clean(data)), indent=2))


def emit_line(data: Any) -> None:
    """Print a JSON value on one line."""
    import msgspec

    write(msgspec.json.encode(clean(data)))


def clean(data: Any) -> Any:
    """Return JSON data whose texts can be encoded: a lone surrogate (from a file name) is spelled out."""
    match data:
        case str():
            return data.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {clean(key) if isinstance(key, str) else key: clean(value) for key, value in data.items()}
        case list() | tuple():
            return [clean(value) for value in data]
        case _:
            return data


def write(text: str | bytes = "") -> None:
    """Print a line to standard output; when its reader has left, go on in silence.

    Raises:
        InputError: standard output can't be written.
    """
    try:
        _put(text)
    except BrokenPipeError:
        hush()
    except OSError as error:
        from engine.errors import InputError

        hush()
        raise InputError("standard output", error.strerror or str(error), "room to write") from error


def _put(text: str | bytes) -> None:
    if isinstance(text, bytes):
        click.echo(text)
        return
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hush() -> None:
    """Send the rest of standard output nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def settle_streams() -> None:
    """Let standard output and error take everything: spell out what their encoding can't say, swallow when closed."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def error_data(error: Exception, exit_code: int) -> dict[str, Any]:
    """Return an error as the JSON object that ``--json`` prints."""
    data: dict[str, Any] = {"kind": type(error).__name__, "message": str(error), "exit_code": exit_code}
    for name in ("place", "found", "allowed", "mistakes"):
        if hasattr(error, name):
            data[name] = getattr(error, name)
    return {"error": data}
