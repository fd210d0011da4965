"""A program outside couched: started, written to, read from and ended, each within a time and an amount.

One line goes in, one line comes out; what it says on standard error is read too, so that it never waits for that, and the end of
it is kept. Nothing here waits without a deadline. Every program leads a process group of its own, which is killed as one.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any, Final

from agents import external_guard

LINE_BYTES: Final = 1 << 16
"""The longest line a program may answer with, bytes."""

BATTLE_BYTES: Final = 1 << 24
"""The most a program may write in one battle, on standard output and on standard error each, bytes."""

EXIT_SECONDS: Final = 1.0
"""How long a program may take to exit once its input is closed, or its output; then it is killed."""

TAIL_BYTES: Final = 2000
"""How much of the end of standard error is kept."""

_CHUNK: Final = 1 << 16
_GLANCE: Final = 0.005
_HOUR: Final = 3600.0


class ProgramError(Exception):
    """What a program did wrong, in words that go on after its name; it never leaves `agents.external`."""


class Program:
    """A running program.

    Args:
        command: the program and its arguments; no shell reads them.

    Attributes:
        keeps: whether it said that it can play another battle.

    Raises:
        ProgramError: it can't be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.keeps = False
        self._process = _started(command)
        self._group = self._process.pid
        external_guard.watch(self._group)
        pipes: Any = self._process
        self._stdin: IO[bytes] = pipes.stdin
        self._stdout: IO[bytes] = pipes.stdout
        self._stderr: IO[bytes] = pipes.stderr
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._unwritten = bytearray()
        self._unread = bytearray()
        self._tail = bytearray()
        self._said = self._grumbled = 0
        self._silent = False
        self._closed_in: float | None = None

    def begin(self) -> None:
        """Count what it writes from here on as another battle's."""
        self._said = self._grumbled = 0
        self._tail.clear()

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Write a line and return the next line it writes, without its end.

        Args:
            line: with its end.
            seconds: how long it may take.

        Raises:
            ProgramError: it ends, or writes too much.
            TimeoutError: it takes longer; the text says what it was about.
        """
        deadline = time.monotonic() + seconds
        self._unwritten += line
        while True:
            if not self._unwritten and (found := self._line()) is not None:
                return found
            if self._silent:
                raise ProgramError(self._why_silent())
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(self._what_it_lacks())
            self._turn(left)

    def finish(self, line: bytes) -> None:
        """Write a last line, as far as it takes it, and close its input; `close` waits for it to exit."""
        with suppress(ProgramError):
            self._unwritten += line
            self._write()
        self._close_input()

    def tell(self, line: bytes) -> None:
        """Write a line that nothing is answered to; what it does not take now goes before the next one.

        Raises:
            ProgramError: it is gone.
        """
        self._unwritten += line
        self._write()
        if self.exit_code() is not None:
            raise ProgramError(self._why_silent())

    def rest(self) -> bytes:
        """Return what it has written and nobody has read, after it has exited or the time for that is over."""
        if self._closed_in is None:
            return bytes(self._unread)
        end = self._closed_in + EXIT_SECONDS
        with suppress(ProgramError):
            while not self._silent and (left := end - time.monotonic()) > 0:
                self._turn(left)
        return bytes(self._unread)

    def exit_code(self, seconds: float = 0.0) -> int | None:
        """Return its exit code, minus the number of the signal that ended it, or None while it runs.

        It stays in the table of processes until `close`, so that nobody else can get its number.
        """
        end = time.monotonic() + seconds
        while (code := _code(self._process)) is None and time.monotonic() < end:
            time.sleep(_GLANCE)
        return code

    def close(self) -> int | None:
        """End it and all it has started: at once, or, after `finish`, when it has had time to exit by itself.

        Returns:
            Its own exit code; None when it had to be killed.
        """
        if self._process.returncode is not None:
            return self._process.returncode
        code = None
        try:
            if self._closed_in is not None:
                self.rest()
                code = self.exit_code(self._closed_in + EXIT_SECONDS - time.monotonic())
            else:
                code = self.exit_code()
        finally:
            self._kill()
        return code

    def tail(self) -> str:
        """Return the end of what it said on standard error."""
        return bytes(self._tail).decode("utf-8", "replace").strip()

    # what goes on

    def _turn(self, seconds: float) -> None:
        """Wait until something can be read or written, then do that."""
        watch, calls = select.poll(), {}
        for pipe, events, wanted, call in (
            (self._stderr, select.POLLIN, True, self._read_stderr),
            (self._stdout, select.POLLIN, not self._silent, self._read_stdout),
            (self._stdin, select.POLLOUT, bool(self._unwritten), self._write),
        ):
            if wanted and not pipe.closed:
                watch.register(pipe.fileno(), events)
                calls[pipe.fileno()] = call
        for number, _ in watch.poll(max(1, round(1000 * min(seconds, _HOUR)))):
            calls[number]()

    def _write(self) -> None:
        """Write what it takes; one that has closed its input is told nothing more, and may still answer."""
        try:
            while self._unwritten and not self._stdin.closed:
                written = os.write(self._stdin.fileno(), self._unwritten)
                del self._unwritten[:written]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unwritten.clear()
        if self._stdin.closed:
            self._unwritten.clear()

    def _read_stdout(self) -> None:
        chunk = _read(self._stdout.fileno())
        if chunk is None:
            return
        if not chunk:
            self._silent = True
            return
        self._said += len(chunk)
        self._unread += chunk
        if self._said > BATTLE_BYTES:
            raise ProgramError(f"wrote more than {BATTLE_BYTES} bytes in one battle")

    def _read_stderr(self) -> None:
        chunk = _read(self._stderr.fileno())
        if chunk is None:
            return
        if not chunk:
            self._stderr.close()
            return
        self._grumbled += len(chunk)
        self._tail += chunk
        del self._tail[:-TAIL_BYTES]
        if self._grumbled > BATTLE_BYTES:
            raise ProgramError(f"wrote more than {BATTLE_BYTES} bytes on standard error in one battle")

    def _line(self) -> bytes | None:
        """Return the next whole line it has written."""
        end = self._unread.find(b"\n", 0, LINE_BYTES + 1)
        if end < 0:
            if len(self._unread) > LINE_BYTES:
                raise ProgramError(f"wrote a line of more than {LINE_BYTES} bytes")
            return None
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    # what went wrong

    def _why_silent(self) -> str:
        code = self.exit_code(EXIT_SECONDS)
        half = f" in the middle of a line: {shown(bytes(self._unread))}" if self._unread else ""
        if code is None:
            return f"closed its standard output{half}"
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return how + (half or " in place of an answer")

    def _what_it_lacks(self) -> str:
        if self._unwritten:
            return "it does not read what it is sent"
        return f"it wrote half a line: {shown(bytes(self._unread))}" if self._unread else ""

    # its end

    def _close_input(self) -> None:
        self._unwritten.clear()
        if self._closed_in is None:
            self._closed_in = time.monotonic()
        with suppress(OSError):
            self._stdin.close()

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._group, signal.SIGKILL)
        self._process.wait()
        external_guard.unwatch(self._group)
        with suppress(ProgramError):
            while not self._stderr.closed and _waits(self._stderr.fileno()):
                self._read_stderr()
        for pipe in (self._stdin, self._stdout, self._stderr):
            with suppress(OSError):
                pipe.close()


def shown(line: bytes) -> str:
    """Return a line as messages show it: short, what is no text escaped."""
    text = ascii_safe(line[:80].decode("utf-8", "backslashreplace"))
    return f"{text!r}" if len(line) <= 80 else f"{text!r}..."


def ascii_safe(text: str) -> str:
    """Return a text without what terminals obey."""
    return "".join(char if char.isprintable() or char in "\n\t" else f"\\x{ord(char):02x}" for char in text)


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    if not hasattr(select, "poll") or os.name != "posix":
        raise ProgramError("can't be started: external agents need Linux, macOS or another POSIX system")
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            list(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
    except FileNotFoundError:
        raise ProgramError("can't be started: there is no such program, or it names an interpreter there is none of") from None
    except (OSError, ValueError) as error:
        raise ProgramError(f"can't be started: {getattr(error, 'strerror', None) or error}") from None


def _read(number: int) -> bytes | None:
    """Return what a pipe holds, nothing at its end, None when there is nothing yet."""
    try:
        return os.read(number, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _waits(number: int) -> bool:
    """Return whether a pipe holds something, or has come to its end."""
    watch = select.poll()
    watch.register(number, select.POLLIN)
    return bool(watch.poll(0))


def _code(process: subprocess.Popen[bytes]) -> int | None:
    """Return a process's exit code without taking it out of the table of processes, where the system can do that."""
    if process.returncode is None and hasattr(os, "waitid"):
        with suppress(ChildProcessError):
            info = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if info is None:
                return None
            return info.si_status if info.si_code == os.CLD_EXITED else -info.si_status
    return process.poll()
