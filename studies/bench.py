"""Speed figures as ratios taken in one run: whole battles against a bare SimPy skeleton doing the same waits.

The skeleton's waits are read off the battle itself: INIT, wind-up, motion and recovery of every declared action, one
generator a fighter. Rounds are interleaved, medians are quoted, and a checksum of all results is printed beside them,
so that a faster wrong engine can't pass. Absolute figures drift with the machine; only ratios of one run compare.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import attrs
from simpy import Environment

from agents import make
from engine import Battle, Scenario
from engine.record import LogFile
from scenarios import load

Waits = list[list[int]]
"""One list of waits, in ticks, for each fighter."""

TICKS = 8000


@attrs.frozen
class Timing:
    """What one configuration took.

    Attributes:
        name: ``skeleton``, ``no sink``, ``in memory`` or ``JSONL log``.
        microseconds: CPU time a battle, median of the rounds.
        spread: half the distance between the quartiles of the rounds, microseconds.
        ratio: over the skeleton, median of the rounds' own ratios.
    """

    name: str
    microseconds: float
    spread: float
    ratio: float


@attrs.frozen
class Report:
    """The figures of one scenario.

    Attributes:
        scenario: its name.
        battles, rounds: battles a round, and rounds.
        waits: waits of the skeleton a battle.
        events: events of the log a battle.
        clock_events: events the clock processed a battle.
        timings: one a configuration, the skeleton first.
        checksum: of the outcomes of all battles.
    """

    scenario: str
    battles: int
    rounds: int
    waits: float
    events: float
    clock_events: float
    timings: tuple[Timing, ...]
    checksum: str

    def ratio(self, name: str, over: str) -> float:
        """Return how long one configuration takes over another."""
        by_name = {timing.name: timing.microseconds for timing in self.timings}
        return by_name[name] / by_name[over]

    def rows(self) -> list[dict[str, Any]]:
        """Return one plain row a configuration: CPU, battles and events a second, ratios over skeleton and no sink."""
        return [
            {
                "configuration": timing.name,
                "us_per_battle": round(timing.microseconds, 1),
                "spread_us": round(timing.spread, 1),
                "battles_per_s": round(1e6 / timing.microseconds),
                "events_per_s": round(1e6 / timing.microseconds * (self.waits if timing.name == "skeleton" else self.events)),
                "over_skeleton": round(timing.ratio, 2),
                "over_no_sink": round(self.ratio(timing.name, "no sink"), 2),
            }
            for timing in self.timings
        ]


def fight(scenario: Scenario, seed: int, battle: int, record: bool, sinks: Sequence[Any] = ()) -> Battle:
    """Run one battle with the scenario's own agents."""
    agents: dict[str, Any] = {
        one.name: make(scenario.agents[one.name], one.name, scenario, seed, battle) for one in scenario.combatants
    }
    standing = {name: agent.standing for name, agent in agents.items() if hasattr(agent, "standing")}
    fought = Battle(scenario, seed, battle, standing=standing, record=record, sinks=sinks)
    while request := fought.advance():
        fought.answer(request, agents[request.combatant].decide(request))
    return fought


def waits_of(battle: Battle) -> Waits:
    """Return the waits of every declared action of a recorded battle, in ticks, by fighter."""
    waits: dict[str, list[int]] = {}
    for event in battle.events:
        if event.type != "declare":
            continue
        moments = [event.t, event.begin, event.commit, event.impact, event.ready]  # type: ignore[attr-defined]
        known = [moment for moment in moments if moment is not None]
        spans = [round((after - before) * TICKS) for before, after in pairwise(known)]
        waits.setdefault(str(event.actor), []).extend(spans)
    return list(waits.values())


def skeleton(waits: Waits) -> None:
    """Wait the same waits on a bare SimPy environment."""
    environment = Environment()

    def body(own: list[int]) -> Any:
        for wait in own:
            yield environment.timeout(wait)

    for own in waits:
        environment.process(body(own))
    environment.run()


def measure(name: str = "duel", battles: int = 40, rounds: int = 9, tell: Callable[[int, int], None] | None = None) -> Report:
    """Measure one shipped scenario.

    Args:
        name: the scenario.
        battles: battles a round, seeds 0 and up.
        rounds: interleaved rounds; every round runs all configurations.
        tell: called with the round and the number of rounds, for progress.
    """
    scenario = load(name)
    recorded = [fight(scenario, seed, 0, True) for seed in range(battles)]
    waits = [waits_of(battle) for battle in recorded]
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        ways = _ways(scenario, battles, waits, Path(folder))
        for done in range(rounds):
            if tell is not None:
                tell(done, rounds)
            for way, run in ways.items():
                before = process_time()
                run()
                times.setdefault(way, []).append((process_time() - before) / battles * 1e6)
    events = sum(len(battle.events) for battle in recorded) / battles
    clock_events = sum(battle.result.clock_events for battle in recorded if battle.result) / battles
    number = sum(len(own) for all_of in waits for own in all_of) / battles
    timings = tuple(_timing(way, times) for way in ways)
    return Report(name, battles, rounds, number, events, clock_events, timings, _checksum(recorded))


def _ways(scenario: Scenario, battles: int, waits: list[Waits], folder: Path) -> dict[str, Callable[[], None]]:
    """Return the configurations by name, each running all battles once."""

    def bare() -> None:
        for all_of in waits:
            skeleton(all_of)

    def silent() -> None:
        for seed in range(battles):
            fight(scenario, seed, 0, False)

    def kept() -> None:
        for seed in range(battles):
            fight(scenario, seed, 0, True)

    def written() -> None:
        for seed in range(battles):
            sink = LogFile(folder / "battle.jsonl")
            fight(scenario, seed, 0, False, (sink,))
            sink.close()

    return {"skeleton": bare, "no sink": silent, "in memory": kept, "JSONL log": written}


def _timing(way: str, times: dict[str, list[float]]) -> Timing:
    own = sorted(times[way])
    quarter = len(own) // 4
    spread = (own[-1 - quarter] - own[quarter]) / 2
    ratios = [mine / base for mine, base in zip(times[way], times["skeleton"], strict=True)]
    return Timing(way, median(own), spread, median(ratios))


def _checksum(battles: list[Battle]) -> str:
    """Return a digest of what all battles came to."""
    whole = hashlib.sha256()
    for battle in battles:
        whole.update(str(battle.events[-1].digest).encode())  # type: ignore[attr-defined]
    return whole.hexdigest()[:16]


def machine() -> dict[str, Any]:
    """Return what the figures were taken on: interpreter, system, processors."""
    import platform

    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }
