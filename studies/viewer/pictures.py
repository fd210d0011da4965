"""The page and the trace of a battle that is being run, for `couched run --view` and `--trace`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.events import Event
from engine.record import ReadLog, parse_log
from studies.viewer.out import save


class Pictures:
    """A sink that keeps a battle's log and, when it is over, makes pictures of it.

    Args:
        name: what the page calls the log.
        view: the file of the page, or None.
        trace: the file of the trace, or None.
    """

    def __init__(self, name: str, view: Path | None, trace: Path | None) -> None:
        self._name, self._view, self._trace = name, view, trace
        self._lines: list[bytes] = []

    def write(self, event: Event, line: bytes) -> None:
        """Keep one event."""
        self._lines.append(line)

    def page(self) -> str:
        """Return the page of the battle."""
        from studies.viewer.page import page_of

        return page_of(parse_log(b"".join(self._lines), self._name))

    def save(self) -> None:
        """Write what was asked for.

        Raises:
            InputError: a file can't be written.
        """
        log = parse_log(b"".join(self._lines), self._name)
        for path, option, make in ((self._view, "--view", _page), (self._trace, "--trace", _trace)):
            if path is not None:
                save(path, make(log), f"{option} {path}")


def _page(log: ReadLog) -> bytes:
    from studies.viewer.page import page_of

    return page_of(log).encode()


def _trace(log: ReadLog) -> bytes:
    import msgspec

    from studies.viewer.trace import trace_of

    return msgspec.json.encode(trace_of(log))


def pictures(
    name: str, view: str | None, trace: str | None, writable: Callable[[str, str], Path]
) -> Pictures | None:
    """Return a sink for the pictures that are asked for; None when none are.

    Args:
        name: what the page calls the log.
        view: the file of the page, or None.
        trace: the file of the trace, or None.
        writable: looks a file of an option over before the battle is run.

    Raises:
        InputError: a file can't be written, or both are the same.
    """
    if view is None and trace is None:
        return None
    files = [None if path is None else writable(option, path) for option, path in (("--view", view), ("--trace", trace))]
    if files[0] is not None and files[0] == files[1]:
        from engine.errors import InputError

        raise InputError(f"--trace {trace}", "the file of --view", "a file of its own")
    return Pictures(name, *files)
