"""Speed figures as ratios taken in one run: whole battles against peers that wait the same waits.

The peers' waits are read off the battles themselves: INIT, wind-up, motion and recovery of every declared action, one list
a fighter. All ways and all peers are run in each round, in turn; medians are quoted, ratios are those of the same round. The
checksum digests the logs, and every way must end every battle as the recorded one ended, so that a faster wrong engine
can't pass. Absolute figures drift with the machine; only ratios of one run compare.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import thread_time
from typing import Any

import attrs

from engine import Battle, Scenario
from studies.bench_peers import Waits, peers, same_waits
from studies.bench_ratio import Ratio, median_ratio
from studies.bench_ways import Way, checksum, fight, outcomes, recorded, replayed, waits_of, ways

__all__ = ["Report", "Timing", "fight", "interleaved", "machine", "measure"]

SKELETON = "SimPy"
"""The peer that ratios are over."""


@attrs.frozen
class Timing:
    """What one way or peer took.

    Attributes:
        name: ``SimPy`` or another peer, ``no sink``, ``in memory``, ``and read``, ``JSONL log`` or ``replay``.
        times: CPU microseconds a battle, one a round.
        peer: whether it is a peer.
    """

    name: str
    times: Sequence[float]
    peer: bool = False

    @property
    def microseconds(self) -> float:
        """CPU time a battle, median of the rounds."""
        return median(self.times)

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles of the rounds, microseconds."""
        low, _, high = quantiles(self.times, method="inclusive") if len(self.times) > 1 else (0.0, 0.0, 0.0)
        return (high - low) / 2


@attrs.frozen
class Report:
    """The figures of one scenario.

    Attributes:
        scenario: its name.
        system: its rule system.
        battles, rounds: battles a round, and rounds.
        waits: waits of the peers a battle.
        events: events of the log a battle.
        clock_events: events the clock processed a battle.
        timings: one a peer and one a way, the SimPy skeleton first.
        checksum: of the logs of all battles.
    """

    scenario: str
    system: str
    battles: int
    rounds: int
    waits: float
    events: float
    clock_events: float
    timings: tuple[Timing, ...]
    checksum: str

    def timing(self, name: str) -> Timing:
        """Return what one way or peer took."""
        return next(timing for timing in self.timings if timing.name == name)

    def ratio(self, name: str, over: str) -> Ratio:
        """Return how many times as long one takes as another: the median of the rounds, with its interval."""
        return median_ratio(self.timing(name).times, self.timing(over).times)

    def rows(self) -> list[dict[str, Any]]:
        """Return one plain row a way and a peer: CPU, battles and events a second, ratios with intervals."""
        return [
            {
                "configuration": timing.name,
                "peer": timing.peer,
                "us_per_battle": round(timing.microseconds, 1),
                "spread_us": round(timing.spread, 1),
                "battles_per_s": round(1e6 / timing.microseconds),
                "events_per_s": round(1e6 / timing.microseconds * (self.waits if timing.peer else self.events)),
                **_plain("over_skeleton", self.ratio(timing.name, SKELETON)),
                **_plain("over_no_sink", self.ratio(timing.name, "no sink")),
            }
            for timing in self.timings
        ]

    def data(self) -> dict[str, Any]:
        """Return all figures as plain data."""
        return {
            "scenario": self.scenario, "system": self.system, "battles": self.battles, "rounds": self.rounds,
            "waits_per_battle": self.waits, "events_per_battle": self.events, "clock_events_per_battle": self.clock_events,
            "clock_events_per_event": round(self.clock_events / self.events, 2), "checksum": self.checksum,
            "configurations": self.rows(),
        }  # fmt: skip


def _plain(key: str, ratio: Ratio) -> dict[str, Any]:
    low, high = ratio.interval
    return {key: round(ratio.value, 4), f"{key}_interval": [round(low, 4), round(high, 4)] if ratio.known else None}


def measure(
    name: str,
    battles: int = 40,
    rounds: int = 9,
    *,
    scenario: Scenario | None = None,
    peer_names: Sequence[str] | None = None,
    with_replay: bool = False,
    tell: Callable[[], None] | None = None,
) -> Report:
    """Measure one scenario.

    Args:
        name: a file or a shipped scenario, or what the report calls the given one.
        battles: battles a round, seeds 0 and up.
        rounds: interleaved rounds, at least two; every round runs all peers and all ways.
        scenario: the scenario, where it is loaded already.
        peer_names: which peers; without, all that are installed.
        with_replay: replay the logs as well.
        tell: called after every round, for progress.

    Raises:
        InputError: a scenario with mistakes, whose agents are programs, or one of whose battles ends in an error; no such peer.
    """
    chosen = peers(peer_names)
    scenario = loaded(name) if scenario is None else scenario
    fought = recorded(scenario, battles, name)
    waits = [waits_of(battle) for battle in fought]
    same_waits(waits, chosen)
    expected = outcomes(battle.result for battle in fought if battle.result)
    with tempfile.TemporaryDirectory(prefix="couched-bench-") as place:
        folder = Path(place)
        calls: dict[str, Callable[[], object]] = {peer: partial(wait, waits) for peer, wait in chosen.items()}
        for way, run in ways(scenario, battles, folder).items():
            calls[way] = run
            _check(way, run, expected)
        if with_replay:
            calls["replay"] = replayed(folder, battles)
            calls["replay"]()
        times = interleaved(calls, rounds, battles, tell)
    return _report(name, scenario.system, fought, waits, {way: Timing(way, own, way in chosen) for way, own in times.items()})


def loaded(name: str) -> Scenario:
    """Return a scenario from a file or a shipped one, with its agents' parameters checked."""
    import agents
    from scenarios import load

    return load(name, parameters=agents.parameters)


def _check(name: str, run: Way, expected: str) -> None:
    """Fight all battles once, which also warms up; refuse a way in which they end otherwise."""
    if (found := outcomes(run())) != expected:
        raise RuntimeError(f"{name}: the battles end otherwise ({found}) than recorded ones ({expected})")


def interleaved(
    calls: Mapping[str, Callable[[], object]], rounds: int, battles: int | Mapping[str, int] = 1,
    tell: Callable[[], None] | None = None,
) -> dict[str, list[float]]:
    """Time calls in turn, round by round; every other round in the opposite order. What other threads do (a bar) is not counted.

    Args:
        calls: by name.
        rounds: how many.
        battles: what a time is divided by, for all or by name.
        tell: called after every round.

    Returns:
        CPU microseconds a battle, by name, one a round.
    """  # fmt: skip
    times: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(rounds):
        order = list(calls) if number % 2 == 0 else list(calls)[::-1]
        for name in order:
            gc.collect()
            before = thread_time()
            calls[name]()
            spent = thread_time() - before
            times[name].append(1e6 * spent / (battles if isinstance(battles, int) else battles[name]))
        if tell is not None:
            tell()
    return times


def _report(
    name: str, system: str, fought: Sequence[Battle], waits: Sequence[Waits], timings: Mapping[str, Timing]
) -> Report:
    """Put the figures together."""
    battles = len(fought)
    return Report(
        scenario=name, system=system, battles=battles, rounds=len(next(iter(timings.values())).times),
        waits=sum(len(own) for all_of in waits for own in all_of) / battles,
        events=sum(len(battle.events) for battle in fought) / battles,
        clock_events=sum(battle.result.clock_events for battle in fought if battle.result) / battles,
        timings=tuple(timings.values()), checksum=checksum(fought),
    )  # fmt: skip


def machine() -> dict[str, Any]:
    """Return what the figures were taken on: interpreter, system, kind and number of processors; no names."""
    import platform

    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "processors": os.cpu_count(),
    }


def _processor() -> str:
    """Return the kind of the processor, as Linux tells it; elsewhere what the interpreter knows."""
    import platform

    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or "unknown"
