"""When the map of a steps battle is shown: at its start and end, every so many counts, or at every shot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import InputError
from engine.steps.grid import between
from studies.account_map import Ground, Map, Square, moment

Json = Mapping[str, Any]

NONE, ENDS, SHOTS = "none", "ends", "shots"
"""No map; at the start and the end; at every shot too, with its line of fire."""

WHEN_ALLOWED = "none, ends (at the start and the end), shots (and at every shot), or a number of counts (and so often between)"

_FEWEST = 0.001


def every_of(when: str) -> float | None:
    """Return the counts between two maps; None for the words.

    Raises:
        InputError: neither one of the words nor a number of counts above 0.
    """
    if when in (NONE, ENDS, SHOTS):
        return None
    try:
        counts = float(when)
    except ValueError:
        counts = 0.0
    if not _FEWEST <= counts <= 1e6:
        raise InputError("--map", repr(when), WHEN_ALLOWED)
    return counts


class MapTeller:
    """Gives the maps of a battle as its events come.

    Args:
        when: ``none``, ``ends``, ``shots`` or a number of counts.

    Raises:
        InputError: ``when`` is none of these.
    """

    def __init__(self, when: str = ENDS) -> None:
        self._when, self._every = when, every_of(when)
        self._ground: Ground | None = None
        self._begun = False
        self._next = self._every or 0.0
        self._last: Json = {}

    def take(self, event: Json) -> list[Map]:
        """Take the next event, and return the maps that are shown before it."""
        if event.get("type") == "battle.start" and not self._last:
            self._set_up(event)
            self._last = event
            return []
        maps = self._due(event)
        self._last = event
        if self._ground is not None:
            self._ground.take(event)
        return maps

    def last(self) -> list[Map]:
        """Return the map at the end, or where the log is cut."""
        if self._ground is None or self._when == NONE:
            return []
        seq, t = self._last.get("seq", 0) + 1, self._last.get("t", 0)
        end = "at the end" if self._last.get("type") == "battle.end" else "where the log stops"
        title = f"the map {end}, {moment(t)}" if self._begun else "the map at the start"
        return self._shown(seq, title)

    def _set_up(self, event: Json) -> None:
        scenario = event.get("scenario")
        if event.get("system") != "steps" or not isinstance(scenario, Mapping):
            return
        try:
            self._ground = Ground(scenario)
        except (TypeError, ValueError, KeyError, AttributeError):
            self._ground = None

    def _due(self, event: Json) -> list[Map]:
        """Return the maps that are shown before an event: the first of all, those of counts gone by, that of a shot."""
        if self._ground is None or self._when == NONE:
            return []
        seq, t = int(event["seq"]), float(event.get("t", 0))
        maps: list[Map] = []
        if not self._begun:
            self._begun = True
            maps += self._shown(seq, "the map at the start")
        if self._every is not None and t > self._next:
            times = int((t - self._next) // self._every)
            shown = self._next + times * self._every
            shown -= self._every if shown >= t else 0.0
            maps += self._shown(seq, f"the map at {moment(shown)}")
            self._next = shown + self._every
        if self._when == SHOTS and event.get("type") in _SHOTS:
            maps += self._line(event, seq)
        return maps

    def _line(self, event: Json, seq: int) -> list[Map]:
        """Return the map with the line of fire of a shot at somebody, or to where in-direct fire comes down."""
        assert self._ground is not None
        figures = self._ground.figures
        shooter, target = figures.get(str(event.get("actor"))), figures.get(str(event.get("target")))
        if shooter is None:
            return []
        who = f"{moment(event['t'])}: {shooter.name} ({shooter.mark})"
        if event.get("type") == "landed":
            at = event.get("at")
            end = (int(at[0]), int(at[1])) if isinstance(at, list) and len(at) == 2 else shooter.square
            fire = [*between(shooter.square, end), end] if end != shooter.square else []
            return self._shown(seq, f"{who} lands a shot on ({end[0]}, {end[1]})", fire)
        if target is None or event.get("total") is None or target is shooter:
            return []
        return self._shown(seq, f"{who} shoots at {target.name} ({target.mark})", between(shooter.square, target.square))

    def _shown(self, seq: int, title: str, fire: Sequence[Square] = ()) -> list[Map]:
        assert self._ground is not None
        found = self._ground.shown(seq, title, fire)
        return [] if found is None else [found]


_SHOTS = frozenset({"impact", "landed"})


def maps_of(events: Sequence[Json], when: str) -> list[Map]:
    """Return the maps of a log, each with the event it is shown before.

    Raises:
        InputError: ``when`` says nothing that can be done.
    """
    teller = MapTeller(when)
    return [found for event in events for found in teller.take(event)] + teller.last()
