"""How far a study has come: a bar with rate and time left, on standard error when that is a terminal."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any


class Progress:
    """Shows how many battles are played; use it in a ``with`` statement.

    Args:
        title: what is going on.
        shown: whether anything may be shown at all.
        unit: what is counted, for the rate; empty for none.
    """

    def __init__(self, title: str, shown: bool = True, unit: str = "battles") -> None:
        self._title, self._unit = title, unit
        self._shown = shown and sys.stderr is not None and sys.stderr.isatty()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        if self._shown:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
                TextColumn("{task.fields[rate]}", markup=False), TimeElapsedColumn(), TextColumn("left"),
                TimeRemainingColumn(), console=Console(stderr=True), transient=True,
            )  # fmt: skip
            self._task = self._bar.add_task(self._title, total=None, rate="")
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def stage(self, text: str, done: int, total: int) -> None:
        """Begin a stage: so many battles of so many are there."""
        if self._bar is not None:
            self._bar.reset(self._task, description=f"{self._title}{text}", total=total, completed=done, rate="")

    def advance(self, battles: int) -> None:
        """Count battles that have been played."""
        if self._bar is not None:
            self._bar.advance(self._task, battles)
            speed = self._bar.tasks[0].speed
            self._bar.update(self._task, rate="" if speed is None or not self._unit else f"{speed:.0f} {self._unit}/s")
