"""Writing and reading logs: sinks for events, JSON Lines files, digests, and the program's own messages.

Nothing else in the engine writes. A log file grows under a temporary name and gets its own name when it is
complete; a killed run leaves the temporary file, readable up to where it was cut.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import attrs
import msgspec

from engine.errors import InputError, LogError
from engine.events import BattleEnd, Event

FLUSH_EVERY = 256

BLOCK = 64
"""Events encoded together, where nobody wants each as it happens."""

_encoder = msgspec.json.Encoder()


def encode(event: Event) -> bytes:
    """Return an event as one line of JSON, with its line end."""
    return _encoder.encode(event) + b"\n"


class Sink(Protocol):
    """Anything that takes events as they happen."""

    def write(self, event: Event, line: bytes) -> None:
        """Take one event, and the line it makes in a log."""


class Log:
    """The log of one battle: numbers the events, keeps them or passes them on, and digests them.

    Where all sinks are log files, events are encoded and written in blocks of `BLOCK`: nobody sees each as it happens.

    Args:
        keep: keep the events in memory (``events``).
        sinks: where each event goes as it happens.
    """

    __slots__ = ("_files", "_hash", "_kept", "_pending", "_sinks", "seq")

    def __init__(self, keep: bool = True, sinks: Sequence[Sink] = ()) -> None:
        self._kept: list[Event] | None = [] if keep else None
        self._sinks = tuple(sinks)
        self._hash = hashlib.sha256() if sinks else None
        self._files = [sink for sink in sinks if type(sink) is LogFile]  # one made from it may look at each event
        self._pending: list[Event] | None = [] if sinks and len(self._files) == len(sinks) else None
        for file in self._files:
            file.pull = self._pass_on_block
        self.seq = 0

    def add(self, event: Event) -> int:
        """Take an event that carries the current ``seq``; return that number. Without a cause, the header is it."""
        if event.cause is None and self.seq:
            event.cause = 0
        if self._kept is not None:
            self._kept.append(event)
        if self._pending is not None:
            self._pending.append(event)
            if len(self._pending) >= BLOCK:
                self._pass_on_block()
        elif self._sinks:
            self._pass_on(event)
        seq = self.seq
        self.seq = seq + 1
        return seq

    def _pass_on_block(self) -> None:
        """Write what is pending."""
        if self._pending:
            lines = _encoder.encode_lines(self._pending)
            number, self._pending = len(self._pending), []
            assert self._hash is not None
            self._hash.update(lines)
            for file in self._files:
                file.write_block(lines, number)

    def _pass_on(self, event: Event) -> None:
        assert self._hash is not None
        line = _encoder.encode(event) + b"\n"
        self._hash.update(line)
        for sink in self._sinks:
            sink.write(event, line)

    def digest(self) -> str:
        """Return the SHA-256 of all lines so far; an empty text when there are none yet, but only events in memory."""
        if self._hash is None:
            return ""
        self._pass_on_block()
        return self._hash.hexdigest()

    @property
    def events(self) -> list[Event]:
        """The events so far, when they are kept; the digest of lines that nobody wrote is worked out when one looks."""
        kept = self._kept or []
        if kept and isinstance(kept[-1], BattleEnd) and not kept[-1].digest:
            kept[-1].digest = hashlib.sha256(_encoder.encode_lines(kept[:-1])).hexdigest()
        return kept


class LogFile:
    """A sink that writes JSON Lines to ``<path>.part`` and renames it to ``path`` when it is closed.

    Attributes:
        pull: what writes the events that the log still holds back, called before the file is closed.

    Args:
        path: the log's own name.

    Raises:
        InputError: the path can't be written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.part = self.path.with_name(self.path.name + ".part")
        if self.path.is_dir():
            raise InputError(f"log {str(self.path)!r}", "a directory", "the name of a file to write")
        try:
            self._file = _locked(self.part)
        except BlockingIOError as error:
            raise InputError(f"log {str(self.path)!r}", "another battle that is writing it", "a log of its own for each") from error
        except OSError as error:
            raise InputError(f"log {str(self.path)!r}", error.strerror or "no access", "a file that can be written") from error
        self._lines = 0
        self.pull: Callable[[], None] = _nothing

    def write(self, event: Event, line: bytes) -> None:
        """Write one event's line; every few hundred lines reach the disk together."""
        self.write_block(line, 1)

    def write_block(self, lines: bytes, number: int) -> None:
        """Write the lines of some events; every few hundred reach the disk together."""
        try:
            self._file.write(lines)
            self._lines += number
            if self._lines >= FLUSH_EVERY:
                self._lines = 0
                self._file.flush()
        except OSError as error:
            raise InputError(f"log {str(self.path)!r}", error.strerror or "no access", "room to write the log") from error

    def close(self) -> None:
        """Finish the file and give it its own name."""
        self.pull()
        try:
            self._file.flush()
            os.replace(self.part, self.path)
            self._file.close()
        except OSError as error:
            raise InputError(f"log {str(self.path)!r}", error.strerror or "no access", "room to write the log") from error

    def keep_part(self) -> None:
        """Leave the cut log under its temporary name (an interrupted run, rolls that don't fit)."""
        with suppress(OSError, InputError):
            self.pull()
        with suppress(OSError):
            self._file.close()

    def discard(self) -> None:
        """Remove what was written (an input error found on the way)."""
        with suppress(OSError):
            self._file.close()
        self.part.unlink(missing_ok=True)


def _nothing() -> None:
    """Hold nothing back."""


def _locked(part: Path) -> BinaryIO:
    """Open a file that no other process writes, and empty it.

    Raises:
        BlockingIOError: another one does.
        OSError: it can't be opened.
    """
    while True:
        file = open(part, "ab")  # noqa: SIM115
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.exists(part) and os.path.samestat(os.fstat(file.fileno()), os.stat(part)):
                file.truncate(0)
                return file
        except OSError:
            file.close()
            raise
        file.close()  # whoever wrote it has given it its own name meanwhile


@attrs.frozen
class ReadLog:
    """A log as it was read.

    Attributes:
        path: where from.
        events: one plain dict a line; unknown types and fields are kept.
        lines: the raw lines, with line ends, as bytes.
        cut: where and how the log is cut, in words; None when it is whole.
    """

    path: str
    events: list[dict[str, Any]]
    lines: list[bytes]
    cut: str | None

    @property
    def header(self) -> dict[str, Any]:
        """The ``battle.start`` event."""
        return self.events[0]

    @property
    def end(self) -> dict[str, Any] | None:
        """The ``battle.end`` event, if the log has it."""
        return self.events[-1] if self.events[-1].get("type") == "battle.end" else None


def read_log(path: str | os.PathLike[str]) -> ReadLog:
    """Read a log file; one cut anywhere is read up to the cut.

    Raises:
        LogError: it can't be read, or is no couched event log.
    """
    name = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise LogError(f"log {name!r}", error.strerror or "no access", "a couched event log") from error
    return parse_log(data, name)


_COMMON: Mapping[str, tuple[tuple[type, ...], str]] = {
    "seq": ((int,), "the line's number, a whole one"),
    "type": ((str,), "the type of the event, a text"),
    "t": ((int, float), "the count it happens at, a number"),
}
"""What every line has: of which kinds, and what messages call that."""


def parse_log(data: bytes, name: str = "log") -> ReadLog:
    """Read a log from its bytes; see `read_log`."""
    events: list[dict[str, Any]] = []
    lines: list[bytes] = []
    cut = None
    rows = data.splitlines(keepends=True)
    for number, line in enumerate(rows, 1):
        event = _parse_line(line)
        if event is None:
            cut = f"cut in line {number}"
            if number < len(rows):
                raise _no_event(line, f"log {name!r}, line {number}")
            break
        if number == 1:
            _check_header(event, name)
        elif event["seq"] != events[-1]["seq"] + 1:
            raise LogError(f"log {name!r}, line {number}", f"seq {event['seq']}", f"seq {events[-1]['seq'] + 1}")
        events.append(event)
        lines.append(line)
    if not events:
        raise LogError(f"log {name!r}", _no_first(data), "a couched event log, first line battle.start")
    if cut is None and events[-1].get("type") != "battle.end":
        cut = f"cut after line {len(events)}"
    return ReadLog(name, events, lines, cut)


def _no_first(data: bytes) -> str:
    """Return what stands where the first event of a log should."""
    try:
        return f"{_excerpt(msgspec.json.encode(msgspec.json.decode(data)))}, which is no event"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "a first line that is cut" if data.startswith(b"{") else f"{_excerpt(data)}, no JSON" if data else "an empty file"


def _parse_line(line: bytes) -> dict[str, Any] | None:
    """Return the event of a line, or None when it is not one."""
    try:
        event = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not isinstance(event, dict) or not line.endswith(b"\n"):
        return None
    return event if all(type(event.get(key)) in kinds for key, (kinds, _) in _COMMON.items()) else None


def _no_event(line: bytes, place: str) -> LogError:
    """Return what is wrong with a line that is no event: that it is no JSON object, or the field it lacks or has wrongly."""
    try:
        event = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        event = None
    for key, (kinds, allowed) in _COMMON.items() if isinstance(event, dict) else ():
        if key not in event:
            return LogError(f"{place}, {key}", f"nothing in {_excerpt(line)}", allowed)
        if type(event[key]) not in kinds:
            return LogError(f"{place}, {key}", _excerpt(msgspec.json.encode(event[key])), allowed)
    return LogError(place, _excerpt(line), "one JSON object a line, numbered by seq")


def _check_header(event: dict[str, Any], name: str) -> None:
    schema = str(event.get("schema"))
    if event["type"] != "battle.start" or schema.split("/")[0] != "couched.events":
        raise LogError(f"log {name!r}, line 1", f"type {_quoted(event['type'])}", "battle.start with schema couched.events/1")
    if schema != "couched.events/1":
        raise LogError(f"log {name!r}, line 1", f"schema {_quoted(schema)}", "couched.events/1")


def _excerpt(line: bytes) -> str:
    text = line[:60].decode("utf-8", "replace")
    return _quoted(text + ("..." if len(line) > 60 else ""))


def _quoted(text: str) -> str:
    """Return a text as JSON writes it."""
    return msgspec.json.encode(text).decode()


class StructlogSink:
    """A sink that hands each event to structlog at level ``info``."""

    def __init__(self, logger: Any = None) -> None:
        import structlog

        self._logger = logger or structlog.get_logger("couched.events")

    def write(self, event: Event, line: bytes) -> None:
        """Log one event with its fields."""
        data = msgspec.to_builtins(event)
        self._logger.info(data.pop("type"), **data)


def configure_logging(level: str = "warning", stream: Any = None) -> None:
    """Set up the program's own messages: one line each on standard error, through structlog.

    Args:
        level: debug, info, warning or error; no number in any battle depends on it (CLK-1).
        stream: where to; standard error when None.
    """
    import structlog

    numeric = getattr(logging, level.upper(), None)
    if not isinstance(numeric, int):
        raise InputError("--log-level", repr(level), "debug, info, warning or error")
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(numeric),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.KeyValueRenderer(key_order=["level", "event"]),
        ],
        logger_factory=structlog.PrintLoggerFactory(stream or sys.stderr),
        cache_logger_on_first_use=False,
    )


