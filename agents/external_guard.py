"""Ends the programs of a couched process that ends without having ended them, however it ends.

A process that is killed can tidy nothing up. So the first program it starts brings a guard with it: a small process that is told
which process groups there are, and kills them when its input closes - which the system does for a process that has died.

Run as a file it is that guard. Nothing but the standard library is imported here.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from contextlib import suppress
from threading import RLock

_lock = RLock()
_guard: subprocess.Popen[bytes] | None = None
_watched: dict[int, None] = {}


def watch(group: int) -> None:
    """Have a process group killed when this process dies."""
    with _lock:
        _watched[group] = None
        if not _told(group):
            _start()


def unwatch(group: int) -> None:
    """Leave a process group alone that has ended; its number may become another's."""
    with _lock:
        _watched.pop(group, None)
        if _guard is not None and not _told(-group):
            _start()


def _told(number: int) -> bool:
    """Tell the guard; return whether there is one that listens."""
    if _guard is None or _guard.stdin is None:
        return False
    try:
        _guard.stdin.write(b"%d\n" % number)
    except OSError:
        return False
    return True


def _start() -> None:
    """Start a guard, in place of one that died, and tell it of all groups."""
    global _guard
    stop()
    if not sys.executable:
        return
    null = subprocess.DEVNULL
    command = [sys.executable, "-I", "-S", os.path.abspath(__file__)]
    with suppress(OSError):
        _guard = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=null, stderr=null, bufsize=0, start_new_session=True
        )
        for group in _watched:
            _told(group)


def stop() -> None:
    """End the guard: it kills what it still watches."""
    global _guard
    guard, _guard = _guard, None
    if guard is not None and guard.stdin is not None:
        with suppress(OSError):
            guard.stdin.close()
        guard.wait()


def _forget() -> None:
    """In a process that was forked off: its parent's guard and programs are none of its own."""
    global _guard, _lock
    _lock = RLock()
    guard, _guard = _guard, None
    _watched.clear()
    if guard is not None and guard.stdin is not None:
        guard.returncode = 0
        with suppress(OSError):
            guard.stdin.close()


def main() -> None:
    """Be the guard: a number a line, negative for a group that has ended; at the end of the input kill the others."""
    for deaf in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(deaf, signal.SIG_IGN)
    groups: dict[int, None] = {}
    for line in sys.stdin.buffer:
        number = int(line)
        if number > 0:
            groups[number] = None
        else:
            groups.pop(-number, None)
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
else:
    atexit.register(stop)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_forget)
