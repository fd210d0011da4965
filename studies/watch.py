"""A battle watched as it runs: a lane a fighter, what it has left, how far its nearest opponent is; at a chosen speed.

On a terminal only. Watching is looking on: nothing waits in the engine, and the battle is the same byte for byte.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Any, Final

import msgspec
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from engine.events import Event
from studies.account import Account, outcome_text, title_of, told_line, totals_of
from studies.account_render import STYLES, fitted_name, print_end
from studies.account_story import Story
from studies.account_words import LEVELS
from studies.cli_text import number, shown
from studies.viewer.lanes import PHASES, Lanes, Span
from studies.viewer.model import VITAL, named
from studies.viewer.reading import Json
from studies.viewer.tracks import STAGES, Track, Tracks, most_of

SPEED: Final = 4.0
"""Counts a second: a count is a quarter of a second."""

FRAMES: Final = 12
"""Pictures a second."""

LOOKS: Final[dict[str, tuple[str, str]]] = {
    "waiting": (".", "dim"), "winding": ("/", "yellow"), "committed": ("#", "bold red"), "couched": ("=", "bold blue"),
    "working": ("+", "cyan"), "acting": ("*", "magenta"), "parrying": ("H", "green"), "guarding": ("h", "green"),
    "recovering": ("~", "dim"), "walking": (">", "green"), "lying": ("_", "yellow"), "stunned": ("x", "bold magenta"),
    "out": (" ", ""),
}  # fmt: skip
"""Phase to the character of its lane and its colour."""

_SIDES: Final = ("bold cyan", "bold yellow", "bold green", "bold magenta", "bold blue", "bold white")

_PAST, _AHEAD = 0.7, 0.3
"""Shares of a lane that show what was and what is planned."""

_LINES: Final = 6
"""Lines of the account below the lanes."""

_NARROWEST: Final = 16

_ROOMY: Final = 74
"""Columns from which a fighter's bar and its nearest opponent have room beside its lane."""


class Watch:
    """A sink that shows each moment when it has come.

    Args:
        console: the terminal.
        speed: counts a second, above 0.
        span: counts a lane shows.
        wait: sleeps so many seconds.
        clock: gives the seconds of a clock that never goes back.
    """

    def __init__(
        self, console: Console, speed: float = SPEED, span: float = 40.0, wait: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console, self._speed, self._span, self._wait, self._clock = console, speed, span, wait, clock
        self._story = Story(())
        self._specs: list[Json] = []
        self._lanes, self._tracks = Lanes([]), Tracks({})
        self._told: deque[Text] = deque(maxlen=_LINES)
        self._instant: list[Json] = []
        self._t, self._since = 0.0, 0.0
        self._live = Live(console=console, auto_refresh=False, vertical_overflow="crop")

    def write(self, event: Event, line: bytes) -> None:
        """Take one event; what happens later waits until its moment has come."""
        data = msgspec.json.decode(line)
        if not self._story.events and not self._instant:
            self._begin(data)
        if self._instant and data["t"] != self._instant[0]["t"]:
            self._take()
            self._pass(float(data["t"]))
        self._instant.append(data)

    def stop(self) -> None:
        """Leave the last picture standing and give the terminal back."""
        self._take()
        if self._live.is_started:
            self._show()
            self._live.stop()

    def finish(self, hints: Sequence[str] = ()) -> None:
        """Show the end: the tables and the outcome below the last picture."""
        self.stop()
        events = self._story.events
        print_end(Account("", (), (), totals_of(events), outcome_text(events), self._story.system), hints, self._console)

    def flush(self) -> None:
        """Leave the last picture standing: the battle breaks off."""
        self.stop()

    def _begin(self, header: Json) -> None:
        scenario = header.get("scenario")
        rows = scenario.get("combatants", []) if isinstance(scenario, Mapping) else []
        self._specs = named(rows)
        self._lanes = Lanes([str(spec["name"]) for spec in self._specs])
        self._tracks = Tracks(header)
        self._since = self._clock()
        self._live.start()

    def _take(self) -> None:
        """Take up the instant that was gathered."""
        told, self._instant = self._instant, []
        for event in told:
            self._story.add(event)
            self._lanes.take(event)
            self._tracks.take(event)
        for event in told:
            line = told_line(event, self._story, LEVELS.index("short"))
            if line is not None:
                words = f"{number(line.t):>9}  {line.who} {line.text}"
                self._told.append(Text(shown(words), style=STYLES[line.kind], no_wrap=True, overflow="ellipsis"))

    def _pass(self, until: float) -> None:
        """Let the time until the next moment go by, picture by picture."""
        while self._t < until:
            self._t = min(until, self._t + self._speed / FRAMES)
            ahead = self._since + self._t / self._speed - self._clock()
            if ahead > 0.0:
                self._show()
                self._wait(ahead)

    def _show(self) -> None:
        self._live.update(self._picture(), refresh=True)

    def _picture(self) -> RenderableType:
        """Return what the terminal shows of the moment."""
        room = max(1, self._console.height - _LINES - 4)
        people = self._specs[:room] if len(self._specs) <= room else self._specs[: room - 1]
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, justify="right")
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, overflow="ellipsis")
        wide = self._lane_width()
        for spec in people:
            table.add_row(*self._row(spec, wide))
        if len(people) < len(self._specs):
            table.add_row(Text(f"and {len(self._specs) - len(people)} more", style="dim"))
        head = f"count {self._t:.2f}   {title_of(self._story)}   {number(self._speed)} counts a second"
        return Group(Text(shown(head), style="bold", no_wrap=True), table, self._legend(), *self._told)

    def _lane_width(self) -> int:
        taken = 58 if self._is_roomy() else 20
        return max(_NARROWEST, self._console.width - taken)

    def _is_roomy(self) -> bool:
        return self._console.width >= _ROOMY

    def _row(self, spec: Json, wide: int) -> tuple[Text, Text, Text, Text]:
        """Return who, what is left of it, its lane, and where it stands."""
        name = str(spec["name"])
        track = self._tracks.tracks[name]
        sides = sorted({str(one.get("side")) for one in self._specs})
        roomy = self._is_roomy()
        who = Text(fitted_name(name, 14 if roomy else 8), style=_SIDES[sides.index(str(spec.get("side"))) % len(_SIDES)])
        standing = Text(shown(self._standing(name, track))) if roomy else Text()
        return who, self._left(spec, track), self._lane(name, wide), standing

    def _left(self, spec: Json, track: Track) -> Text:
        """Return what a fighter has left, as a bar where there is a whole."""
        value, most = track.vital[-1][1], most_of(self._story.system, spec)
        if not most:
            return Text(f"{number(value)} {'wounds' if self._story.system == 'shots' else ''}".strip())
        if not self._is_roomy():
            return Text(f"{number(value)}/{number(most)}")
        full = round(8 * max(0.0, min(1.0, value / most)))
        colour = "green" if 2 * value > most else "red"
        return Text.assemble(("|" * full, colour), ("." * (8 - full), "dim"), f" {number(value)}/{number(most)}")

    def _lane(self, name: str, wide: int) -> Text:
        """Return a lane around the moment: what was on the left of the bar, what is planned on its right."""
        spans = self._lanes.known(name)
        back = round(wide * _PAST)
        step = self._span / wide
        lane = Text()
        for place in range(wide):
            if place == back:
                lane.append("|", "bold")
                continue
            char, style = self._look(spans, self._t + (place - back + 0.5) * step)
            lane.append(char, style if place < back else f"{style} dim".strip())
        return lane

    def _look(self, spans: Sequence[Span], t: float) -> tuple[str, str]:
        there = [span.phase for span in spans if span.start <= t < span.end]
        there.sort(key=lambda phase: ("whole", "act", "state").index(PHASES[phase][1]))
        return LOOKS[there[0]] if t >= 0.0 and there else (" ", "")

    def _standing(self, name: str, track: Track) -> str:
        """Return how far the nearest opponent is, and the stage against it."""
        here = track.place_at(self._t)
        foes = [(far, foe) for foe in self._foes(name) if (far := self._apart(here, foe)) is not None]
        if self._is_out(name):
            return "out"
        if not foes:
            return ""
        far, foe = min(foes)
        stages = track.stages.get(foe)
        stage = f", {STAGES[stages[-1][1]].replace('_', ' ')}" if stages else ""
        unit = {"counts": "ft", "shots": "m"}.get(self._story.system, "sq")
        return f"{number(round(far, 1))} {unit} {foe}{stage}"

    def _foes(self, name: str) -> list[str]:
        sides = {str(spec["name"]): spec.get("side") for spec in self._specs}
        return [foe for foe, side in sides.items() if side != sides[name] and not self._is_out(foe)]

    def _is_out(self, name: str) -> bool:
        return any(span.phase == "out" for span in self._lanes.known(name))

    def _apart(self, here: tuple[float, float] | None, foe: str) -> float | None:
        there = self._tracks.tracks[foe].place_at(self._t)
        return None if here is None or there is None else hypot(here[0] - there[0], here[1] - there[1])

    def _legend(self) -> Text:
        """Return what the characters of the lanes met so far stand for."""
        met = {span.phase for spec in self._specs for span in self._lanes.known(str(spec["name"]))}
        words = {phase: told.split(":")[0] for phase, (told, _) in PHASES.items() if phase in met and phase != "out"}
        parts = [f"{LOOKS[phase][0]} {told}" for phase, told in words.items()]
        left = VITAL.get(self._story.system, "")
        return Text("  ".join([*([left] if left else []), *parts]), style="dim", no_wrap=True, overflow="ellipsis")


def watch_on(console: Console, speed: float) -> Watch | None:
    """Return a watch for a terminal; None where there is none: the battle is told in plain lines then."""
    return Watch(console, speed) if console.is_terminal else None


def speed_of(value: Any) -> float:
    """Return a speed in counts a second.

    Raises:
        InputError: not a number above 0 and up to a million.
    """
    from engine.errors import InputError

    if not isinstance(value, int | float) or not 0.0 < value <= 1e6:
        raise InputError("--speed", repr(value), "counts a second, above 0 and up to 1000000")
    return float(value)
