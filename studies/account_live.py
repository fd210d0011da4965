"""An account told while the battle runs: instant by instant, so that an interrupt leaves what was told so far."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import IO, Any

import msgspec

from engine.events import Event
from studies.account import Account, fighters_of, outcome_text, title_of, told_line, totals_of
from studies.account_map_print import print_between
from studies.account_maps import ENDS, MapTeller
from studies.account_render import console_for, print_end, print_header, print_line, who_width
from studies.account_story import Story
from studies.account_words import LEVELS


class LiveAccount:
    """A sink that tells each instant when the next one begins.

    Args:
        detail: ``short``, ``normal`` or ``full``.
        seq: whether each line begins with the number of its event.
        stream: where to; standard output when None.
        maps: when the map of a battle on squares is shown, as in `studies.account.tell`.

    Raises:
        InputError: ``maps`` says nothing that can be done.
    """

    def __init__(
        self, detail: str = "normal", seq: bool = False, stream: IO[str] | None = None, maps: str = ENDS
    ) -> None:
        self._maps = MapTeller(maps)
        self._level, self._seq = LEVELS.index(detail), seq
        self._stream = stream or sys.stdout
        self._console = console_for(self._stream)
        self._story = Story(())
        self._instant: list[Mapping[str, Any]] = []
        self._width = 0

    def write(self, event: Event, line: bytes) -> None:
        """Take one event."""
        data = msgspec.json.decode(line)
        if self._instant and data["t"] != self._instant[0]["t"]:
            self.flush()
        self._instant.append(data)

    def flush(self) -> None:
        """Tell the instant that was gathered."""
        told, self._instant = self._instant, []
        for event in told:
            self._story.add(event)
        if told and told[0] is self._story.header:
            fighters = fighters_of(self._story)
            self._width = who_width((name for name, _ in fighters), self._console)
            print_header(title_of(self._story), fighters, self._console)
        for event in told:
            for found in self._maps.take(event):
                print_between(found, self._console)
            line = told_line(event, self._story, self._level)
            if line is not None:
                print_line(line, self._width, self._console, self._seq)
        self._stream.flush()

    def finish(self, hints: Sequence[str] = ()) -> None:
        """Tell the rest, the tables and the outcome."""
        self.flush()
        events = self._story.events
        account = Account("", (), (), totals_of(events), outcome_text(events), self._story.system)
        print_end(account, hints, self._console, self._maps.last())
