"""Measures taken of a battle while it is played: sinks that keep figures, no events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from studies.meter_phases import PhaseMeter

if TYPE_CHECKING:
    from engine import Result, Scenario
    from engine.events_base import Event


class Meter(Protocol):
    """A sink that measures one battle."""

    def write(self, event: Event, line: bytes) -> None:
        """Take one event into account."""

    def measures(self, result: Result) -> Mapping[str, float]:
        """Return the figures, by name; the same names for every battle of a scenario."""


METERS: dict[str, Callable[[Scenario], Meter]] = {"phases": PhaseMeter}
"""Every meter by name."""
