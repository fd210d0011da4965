"""SimPy orders time, the ladder orders the instant (CLK-1, CLK-2, CLK-8)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from engine.clock import Clock, Rung, Timeline
from engine.errors import GuardTripped


class Ladder:
    """A clock whose rungs write down what they were handed, and do what a test asks."""

    def __init__(self, guard_events: int = 1000, limit: int = 100_000) -> None:
        self.clock = Clock(guard_events, limit)
        self.worked: list[tuple[int, str, list[Any]]] = []
        self.on: dict[Any, Callable[[], None]] = {}
        self.clock.handlers = [None, *(self._handler(rung) for rung in Rung)]

    def _handler(self, rung: Rung) -> Callable[[list[Any]], None]:
        def work(items: list[Any]) -> None:
            self.worked.append((self.clock.now, rung.name, sorted(items, key=str)))
            for item in items:
                self.on.pop(item, lambda: None)()

        return work

    def run(self) -> list[tuple[int, str, list[Any]]]:
        """Run to the end and return what was worked."""
        self.clock.run()
        return self.worked


def test_the_rungs_are_worked_from_the_top_whatever_was_enlisted_first() -> None:
    wanted = [(0, name, [name]) for name in ("ARRIVE", "STRIKE", "APPLY")]
    for order in permutations((Rung.ARRIVE, Rung.STRIKE, Rung.APPLY)):
        ladder = Ladder()
        for rung in order:
            ladder.clock.enlist(rung, rung.name)
        assert ladder.run() == wanted


def test_all_nine_rungs_have_the_order_of_the_rules() -> None:
    names = [rung.name for rung in sorted(Rung)]
    assert names == ["ARRIVE", "STRIKE", "APPLY", "PHASE", "DECIDE", "COMMIT", "NOTICE", "PLAN", "END"]
    ladder = Ladder()
    for rung in reversed(Rung):
        ladder.clock.enlist(rung, rung.name)
    assert [name for _, name, _ in ladder.run()] == names


def test_after_every_rung_the_clock_returns_to_the_lowest_with_work() -> None:
    ladder = Ladder()
    ladder.on["notice"] = lambda: ladder.clock.enlist(Rung.DECIDE, "asked")
    ladder.on["asked"] = lambda: ladder.clock.enlist(Rung.STRIKE, "late blow")
    ladder.clock.enlist(Rung.NOTICE, "notice")
    ladder.clock.enlist(Rung.END, "end")
    assert [name for _, name, _ in ladder.run()] == ["NOTICE", "DECIDE", "STRIKE", "END"]


def test_what_a_rung_enlists_in_itself_is_worked_after_it_and_not_with_it() -> None:
    ladder = Ladder()
    ladder.on["first"] = lambda: ladder.clock.enlist(Rung.STRIKE, "second")
    ladder.clock.enlist(Rung.STRIKE, "first")
    assert ladder.run() == [(0, "STRIKE", ["first"]), (0, "STRIKE", ["second"])]


def test_everything_due_at_a_tick_is_gathered_before_any_rung_is_worked() -> None:
    """Two blows and a motion that were scheduled in all orders, from now and from later, meet at tick 10."""
    due = [(Rung.STRIKE, "a"), (Rung.STRIKE, "b"), (Rung.ARRIVE, "c")]
    for order in permutations(due):
        ladder = Ladder()
        ladder.on["early"] = lambda ladder=ladder, last=order[2]: ladder.clock.at(10, *last)  # type: ignore[misc]
        ladder.clock.at(4, Rung.PHASE, "early")
        for rung, item in order[:2]:
            ladder.clock.at(10, rung, item)
        assert ladder.run()[1:] == [(10, "ARRIVE", ["c"]), (10, "STRIKE", ["a", "b"])]


def test_what_a_handler_sets_for_the_tick_of_its_own_joins_the_instant() -> None:
    ladder = Ladder()
    ladder.on["end"] = lambda: ladder.clock.at(0, Rung.ARRIVE, "at once")
    ladder.clock.enlist(Rung.END, "end")
    assert ladder.run() == [(0, "END", ["end"]), (0, "ARRIVE", ["at once"])]


def test_a_handler_that_stops_the_clock_is_the_last_of_that_run_and_the_rest_waits() -> None:
    ladder = Ladder()
    ladder.on["ask"] = ladder.clock.stop
    ladder.clock.enlist(Rung.DECIDE, "ask")
    ladder.clock.enlist(Rung.COMMIT, "commit")
    ladder.clock.at(5, Rung.END, "end")
    assert ladder.clock.run() is True
    assert ladder.worked == [(0, "DECIDE", ["ask"])]
    assert ladder.clock.run() is False
    assert ladder.worked[1:] == [(0, "COMMIT", ["commit"]), (5, "END", ["end"])]


def test_a_clock_with_nothing_to_do_says_so() -> None:
    assert Ladder().clock.run() is False


# timelines


def test_a_timeline_waits_each_leg_and_enlists_the_item_in_its_rung() -> None:
    ladder = Ladder()
    timeline = Timeline(ladder.clock)
    timeline.start("blow", [(3, Rung.PHASE), (5, Rung.PHASE), (5, Rung.STRIKE)])
    assert ladder.run() == [(3, "PHASE", ["blow"]), (8, "PHASE", ["blow"]), (13, "STRIKE", ["blow"])]


def test_a_leg_without_a_wait_is_enlisted_at_once() -> None:
    ladder = Ladder()
    Timeline(ladder.clock).start("blow", [(0, Rung.PHASE), (5, Rung.STRIKE)])
    assert ladder.run() == [(0, "PHASE", ["blow"]), (5, "STRIKE", ["blow"])]


def test_a_timeline_takes_one_order_after_the_other() -> None:
    ladder = Ladder()
    timeline = Timeline(ladder.clock)
    ladder.on["one"] = lambda: timeline.start("two", [(4, Rung.STRIKE)])
    timeline.start("one", [(3, Rung.STRIKE)])
    assert ladder.run() == [(3, "STRIKE", ["one"]), (7, "STRIKE", ["two"])]


def test_an_interrupted_order_enlists_nothing_more_and_the_next_one_runs() -> None:
    ladder = Ladder()
    timeline = Timeline(ladder.clock)

    def break_off() -> None:
        timeline.interrupt()
        timeline.start("other", [(4, Rung.STRIKE)])

    ladder.on["break"] = break_off
    ladder.clock.at(5, Rung.DECIDE, "break")
    timeline.start("blow", [(2, Rung.PHASE), (8, Rung.STRIKE)])
    assert ladder.run() == [(2, "PHASE", ["blow"]), (5, "DECIDE", ["break"]), (9, "STRIKE", ["other"])]


@pytest.mark.parametrize("timer_first", [True, False])
def test_an_interrupt_at_the_strike_instant_comes_too_late_whoever_was_created_first(timer_first: bool) -> None:
    """The blow is gathered with everything due at its tick, before any rule could interrupt it (CLK-4)."""
    ladder = Ladder()
    timeline = Timeline(ladder.clock)
    ladder.on["interrupt"] = timeline.interrupt
    if timer_first:
        ladder.clock.at(10, Rung.ARRIVE, "interrupt")
    timeline.start("blow", [(10, Rung.STRIKE)])
    if not timer_first:
        ladder.clock.at(10, Rung.ARRIVE, "interrupt")
    assert ladder.run() == [(10, "ARRIVE", ["interrupt"]), (10, "STRIKE", ["blow"])]


def test_two_interrupts_at_one_instant_are_one() -> None:
    ladder = Ladder()
    timeline = Timeline(ladder.clock)
    ladder.on["one"] = ladder.on["two"] = timeline.interrupt
    ladder.clock.at(5, Rung.APPLY, "one")
    ladder.clock.at(5, Rung.APPLY, "two")
    timeline.start("blow", [(10, Rung.STRIKE)])
    assert ladder.run() == [(5, "APPLY", ["one", "two"])]
    timeline.start("next", [(10, Rung.STRIKE)])
    assert ladder.run()[1:] == [(20, "STRIKE", ["next"])]


def test_an_interrupt_before_the_first_order_or_after_the_last_does_nothing() -> None:
    ladder = Ladder()
    timeline = Timeline(ladder.clock)
    timeline.interrupt()
    ladder.clock.run()
    timeline.interrupt()
    timeline.start("blow", [(3, Rung.STRIKE)])
    ladder.clock.run()
    timeline.interrupt()
    timeline.start("next", [(3, Rung.STRIKE)])
    assert ladder.run() == [(3, "STRIKE", ["blow"]), (6, "STRIKE", ["next"])]


def test_an_order_interrupted_in_the_instant_it_was_given_never_begins() -> None:
    """A fighter that declares and is stunned at one tick strikes no blow."""
    ladder = Ladder()
    timeline = Timeline(ladder.clock)
    ladder.clock.run()

    def declared_and_stunned() -> None:
        timeline.start("blow", [(3, Rung.STRIKE)])
        timeline.interrupt()

    ladder.on["now"] = declared_and_stunned
    ladder.clock.enlist(Rung.DECIDE, "now")
    assert ladder.run() == [(0, "DECIDE", ["now"])]


def test_after_an_order_dropped_in_its_own_instant_the_next_one_is_not_late() -> None:
    """Neither in that instant nor in a later one does it wait for the legs of the dropped order."""
    for later in (False, True):
        ladder = Ladder()
        timeline = Timeline(ladder.clock)
        ladder.clock.run()

        def again(timeline: Timeline = timeline) -> None:
            timeline.start("next", [(4, Rung.STRIKE)])

        def dropped(later: bool = later, ladder: Ladder = ladder, timeline: Timeline = timeline) -> None:
            timeline.start("blow", [(30, Rung.STRIKE)])
            timeline.interrupt()
            if later:
                ladder.clock.at(1, Rung.PHASE, "again")
            else:
                again(timeline)

        ladder.on["drop"], ladder.on["again"] = dropped, again
        ladder.clock.enlist(Rung.DECIDE, "drop")
        assert ladder.run()[-1] == (5 if later else 4, "STRIKE", ["next"])


# guards


def test_more_events_at_one_tick_than_the_guard_allows_trip_it() -> None:
    ladder = Ladder(guard_events=50)

    def again() -> None:
        ladder.on["again"] = again
        ladder.clock.at(ladder.clock.now, Rung.PHASE, "again")

    ladder.on["again"] = again
    ladder.clock.at(7, Rung.PHASE, "again")
    with pytest.raises(GuardTripped, match="more than 50 events at one tick") as caught:
        ladder.clock.run()
    assert (caught.value.tick, caught.value.rule) == (7, "CLK-8")


def test_as_many_events_as_the_guard_allows_do_not() -> None:
    ladder = Ladder(guard_events=50)
    for _ in range(50):
        ladder.clock.at(7, Rung.PHASE, "one")
        ladder.clock.at(8, Rung.PHASE, "one")
    assert ladder.clock.run() is False


def test_more_events_of_one_tick_drained_at_once_trip_the_guard_too() -> None:
    ladder = Ladder(guard_events=50)
    for _ in range(51):
        ladder.clock.at(7, Rung.PHASE, "one")
    with pytest.raises(GuardTripped, match="more than 50 events at one tick"):
        ladder.clock.run()


def test_a_spent_event_budget_trips_its_guard_however_the_clock_moves() -> None:
    ladder = Ladder(limit=100)

    def again() -> None:
        ladder.on["again"] = again
        ladder.clock.at(ladder.clock.now + 1, Rung.PHASE, "again")

    ladder.on["again"] = again
    ladder.clock.at(1, Rung.PHASE, "again")
    with pytest.raises(GuardTripped, match="event budget of 100"):
        ladder.clock.run()
    assert ladder.clock.events == 101
