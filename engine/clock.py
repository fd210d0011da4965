"""The count clock: SimPy orders time, the ladder orders the instant (CLK-1, CLK-2).

All SimPy events of a tick are drained first; each only enlists an item in a rung. Then the rungs are worked off,
and after every rung the clock returns to the lowest-numbered rung that has work. Rules run only in the handlers
of the rungs, so nothing at one tick is ordered by who was created or scheduled first.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from enum import IntEnum
from heapq import heappop, heappush
from typing import Any

from simpy import Environment, Event, Interrupt, Process, Timeout
from simpy.events import NORMAL

from engine.enums import quick
from engine.errors import GuardTripped
from engine.units import Tick


@quick
class Rung(IntEnum):
    """The rungs of an instant, worked off from the top (CLK-2)."""

    ARRIVE = 1
    STRIKE = 2
    APPLY = 3
    PHASE = 4
    DECIDE = 5
    COMMIT = 6
    NOTICE = 7
    PLAN = 8
    END = 9


Handler = Callable[[list[Any]], None]


class Timeline:
    """One combatant's body on the clock: a generator that waits and enlists, and knows no rule.

    It waits for an order, then goes through the order's legs: a wait in ticks, then an enlisting in a rung. Only
    a break-off, a stun or going down interrupts it.
    """

    __slots__ = ("_clock", "_order", "_waiting", "process")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._order: Event = clock.environment.event()
        self._waiting = False
        self.process: Process = clock.environment.process(self._body())

    def _body(self) -> Generator[Event, Any, None]:
        environment, clock = self._clock.environment, self._clock
        enlist = clock.enlist
        while True:
            try:
                item, legs = yield self._order
                self._order = Event(environment)
                self._waiting = True
                for wait, rung in legs:
                    if wait:
                        yield Timeout(environment, wait)
                    enlist(rung, item)
            except Interrupt:
                pass
            self._waiting = False

    def start(self, item: Any, legs: Sequence[tuple[Tick, int]]) -> None:
        """Give the next order: the item to enlist and its legs (ticks to wait, rung to enlist in)."""
        if self._order.triggered and not self._order._value[1]:
            self._order._value = (item, legs)
        else:
            self._order.succeed((item, legs))

    def interrupt(self) -> None:
        """Stop the order under way, if one is: a second interrupt of one instant, or one too late, does nothing."""
        if self._waiting:
            self._waiting = False
            self.process.interrupt()
        elif self._order.triggered:  # given in this very instant, not begun
            self._order._value = (None, ())


class Clock:
    """Integer ticks, the ladder of rungs, and the guards.

    Attributes:
        now: the current tick.
        events: SimPy events processed so far.

    Args:
        guard_events: events of one tick beyond which it does not move.
        events_limit: events in all.
        now: the tick it starts at.
    """

    __slots__ = (
        "_guard_at", "_guard_base", "_mask", "_queue", "_stop", "_work", "environment", "events", "events_limit",
        "guard_events", "handlers", "now",
    )  # fmt: skip

    def __init__(self, guard_events: int, events_limit: int, now: Tick = 0) -> None:
        self.environment = Environment(now)
        self._queue = self.environment._queue
        self.now = now
        self.events = 0
        self.guard_events = guard_events
        self.events_limit = events_limit
        self.handlers: Sequence[Handler | None] = ()
        self._work: list[list[Any]] = [[] for _ in range(len(Rung) + 1)]
        self._mask = 0
        self._stop = False
        self._guard_at: Tick = -1
        self._guard_base = 0

    def enlist(self, rung: int, item: Any) -> None:
        """Put an item into a rung of the current instant."""
        self._work[rung].append(item)
        self._mask |= 1 << rung

    def at(self, tick: Tick, rung: int, item: Any) -> None:
        """Enlist an item in a rung at a later tick; what has become stale by then is for the handler to see.

        It stands in SimPy's queue like any event, but as the bare pair: nobody waits for it, so it needs no callbacks.
        """
        queue: list[Any] = self._queue
        heappush(queue, (tick, NORMAL, next(self.environment._eid), (rung, item)))

    def pending(self) -> list[tuple[Tick, int, Any]]:
        """Return what `at` has set for later: tick, rung and item, in the order in which it is to be enlisted."""
        queue: list[Any] = self._queue
        timers = [entry for entry in queue if type(entry[3]) is tuple]
        timers.sort(key=lambda entry: (entry[0], entry[2]))
        return [(int(entry[0]), *entry[3]) for entry in timers]

    def enlisted(self, rung: int) -> Sequence[Any]:
        """Return what waits in a rung of the current instant."""
        return self._work[rung]

    def stop(self) -> None:
        """Make `run` return after the handler that is at work."""
        self._stop = True

    def run(self) -> bool:
        """Work until a handler stops the clock (True) or nothing is left to happen (False)."""
        self._stop = False
        queue, work, handlers = self._queue, self._work, self.handlers
        if queue and queue[0][0] == self.now:
            self._drain()
        while True:
            mask = self._mask
            if mask:
                rung = (mask & -mask).bit_length() - 1
                items = work[rung]
                work[rung] = []
                self._mask = mask & (mask - 1)
                handlers[rung](items)  # type: ignore[misc]
                if queue and queue[0][0] == self.now:
                    self._drain()
                if self._stop:
                    return True
            elif queue:
                self.now = int(queue[0][0])
                self._drain()
            else:
                return False

    def _drain(self) -> None:
        """Process every SimPy event of the current tick."""
        queue, now, work = self._queue, self.now, self._work
        self.environment._now = now
        done = 0
        while True:
            event: Any = heappop(queue)[3]
            done += 1
            if type(event) is tuple:
                rung, item = event
                work[rung].append(item)
                self._mask |= 1 << rung
            else:
                callbacks, event.callbacks = event.callbacks, None
                for callback in callbacks:
                    callback(event)
                if not event._ok and not hasattr(event, "_defused"):
                    raise event._value
            if not queue or queue[0][0] != now:
                break
        self.events += done
        if self._guard_at != now:
            self._guard_at, self._guard_base = now, self.events - done
        if self.events - self._guard_base > self.guard_events:
            self._trip(f"more than {self.guard_events} events at one tick")
        if self.events > self.events_limit:
            self._trip(f"the event budget of {self.events_limit} is spent")

    def _trip(self, guard: str) -> None:
        raise GuardTripped(guard, self.now, "", "", "CLK-8")
