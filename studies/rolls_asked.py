"""Gathering the rolls a battle asks for, as a file of scripted rolls that plays it again."""

from __future__ import annotations

import json
from pathlib import Path

from engine.events import Event, Roll


class RollsAsked:
    """A sink that keeps every roll's faces by stream, in the order they are asked for."""

    def __init__(self) -> None:
        self.rolls: dict[str, list[list[int]]] = {}

    def write(self, event: Event, line: bytes) -> None:
        """Take one event."""
        if isinstance(event, Roll):
            self.rolls.setdefault(f"{event.actor}/{event.purpose}", []).append(list(event.faces))

    def save(self, path: Path) -> None:
        """Write the streams, one a line, each with its rolls; the file is there whole or as it was.

        Raises:
            InputError: the file can't be written.
        """
        rows = (f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(rolls)}" for name, rolls in self.rolls.items())
        from studies.viewer.out import save

        save(path, ("{\n" + ",\n".join(rows) + "\n}\n").encode(), f"--rolls-template {path}")
