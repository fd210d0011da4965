"""Playing on and on in bounded memory: ``python -m benchmarks soak [--battles N] [--minutes M] [--scenario NAME]``.

One process plays a study's battles and keeps their rows in a folder, as a study does, and looks at its resident set as it
goes. Then battles of 200 and of 2,000 fighters are compared. It ends with code 3 when a battle adds more to the resident
set than `MOST_GROWTH` bytes for good, or when the CPU time per event grows more than `MOST_BLOW_UP` times.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from benchmarks.crowd import crowd_text
from engine import Scenario

CHUNK = 10
"""Battles of a range that is handed to the folder at once."""

LOOKS = 40
"""How often the resident set is looked at."""

MOST_GROWTH = 200.0
"""Bytes a battle may add to the resident set; a million battles would then add 200 MB."""

CROWDS = (200, 2000)

COUNTS = 10.0
"""How long the battles of crowds last, counts."""

MOST_BLOW_UP = 4.0
"""How many times the CPU time per event may grow with ten times the fighters, who fight ten rows deep."""


@attrs.frozen
class Look:
    """One look: battles played so far, resident bytes."""

    battles: int
    resident: int


@attrs.frozen
class Crowd:
    """A battle of many: fighters, events of its log, CPU seconds to set up and to fight it, resident bytes at its end."""

    fighters: int
    events: int
    opening: float
    fighting: float
    resident: int

    @property
    def per_event(self) -> float:
        """CPU microseconds an event takes, the setting up included."""
        return 1e6 * (self.opening + self.fighting) / self.events


def resident() -> int:
    """Return the bytes of this process that are in memory now (Linux)."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def slope(looks: Sequence[Look]) -> float:
    """Return how many bytes a battle adds: the median over all pairs of looks, which single ones don't move (Theil, Sen)."""
    pairs = [(one, other) for place, one in enumerate(looks) for other in looks[place + 1 :] if other.battles > one.battles]
    return median((other.resident - one.resident) / (other.battles - one.battles) for one, other in pairs) if pairs else 0.0


def played(scenario: Scenario, battles: int, seconds: float | None = None) -> Iterator[Look]:
    """Play so many battles, or for so many CPU seconds, into a folder; yield looks at the memory."""
    from studies.arms import Arm, play, tasks
    from studies.store import Store
    from studies.study import Study

    study = Study(kind="soak", arms=[Arm("soak", scenario, scenario.name)], seed=1, looks=[battles])
    began, every = time.process_time(), max(CHUNK, battles // LOOKS)
    with TemporaryDirectory() as place, Store(Path(place) / "study", study.manifest()) as store:
        looked = began
        for task in tasks(study.arms, study.seed, 0, battles, CHUNK):
            store.put(task.arm, task.start, task.stop, play(task), study.seed)
            now = time.process_time()
            if task.stop % every == 0 or (seconds is not None and now - looked > seconds / LOOKS):
                looked = now
                yield Look(task.stop, resident())
            if seconds is not None and now - began > seconds:
                return


def crowd(fighters: int, counts: float = COUNTS) -> Crowd:
    """Fight a battle of so many soldiers, in two lines of battle."""
    from engine import Battle
    from scenarios import loads
    from studies.run import build_agents, play

    scenario = loads(crowd_text(fighters, counts))
    began = time.process_time()
    players = build_agents(scenario, 1, 0, {})
    standing: dict[str, Any] = {name: player.standing for name, player in players.items() if hasattr(player, "standing")}
    lines = _Counted()
    battle = Battle(scenario, 1, 0, standing=standing, record=False, sinks=(lines,))
    opened = time.process_time()
    play(battle, players)
    return Crowd(fighters, lines.number, opened - began, time.process_time() - opened, resident())


class _Counted:
    """A sink that counts."""

    def __init__(self) -> None:
        self.number = 0

    def write(self, _event: Any, _line: bytes) -> None:
        """Take one event."""
        self.number += 1


def main(scenario: Scenario, battles: int, minutes: float | None) -> int:
    """Play, print, and return 3 when memory grows or a crowd blows up."""
    start = resident()
    looks = list(played(scenario, battles, None if minutes is None else 60 * minutes))
    late = looks[len(looks) // 2 :]  # the first half warms up: imports, caches, the libraries' own pools
    growth = slope(late)
    sizes = f"{_mb(start)} at the start, {_mb(late[0].resident)} half-way, {_mb(looks[-1].resident)} at the end"
    print(f"{looks[-1].battles} battles: resident {sizes}")
    print(f"a battle adds {growth:.1f} bytes (at most {MOST_GROWTH:g}); a million would add {_mb(max(0.0, growth) * 1e6)}")
    few, many = (crowd(fighters) for fighters in CROWDS)
    for one in (few, many):
        print(f"{one.fighters} fighters: {one.events} events, {one.opening:.2f} s to set up, {one.fighting:.2f} s to fight, "
              f"{one.per_event:.0f} us an event, resident {_mb(one.resident)}")  # fmt: skip
    blow_up = many.per_event / few.per_event
    print(f"ten times the fighters: {blow_up:.1f} times the time an event (at most {MOST_BLOW_UP:g})")
    return 3 if growth > MOST_GROWTH or blow_up > MOST_BLOW_UP else 0


def _mb(size: float) -> str:
    return f"{size / 1e6:.0f} MB"
