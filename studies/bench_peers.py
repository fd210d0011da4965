"""Peers of the clock: other ways to wait the same waits, run in the same process in the same rounds.

Each takes battles, one after the other: of a battle one list of waits for each fighter, who wait theirs at once. It
returns how many ticks each battle took. None knows a rule: they are what the clock alone would cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from typing import Any

from simpy import Environment

from engine.errors import InputError
from studies.extras import need

Waits = Sequence[Sequence[int]]
"""Of one battle: one list of waits, in ticks, for each fighter."""

Peer = Callable[[Sequence[Waits]], list[float]]


def simpy_skeleton(battles: Sequence[Waits]) -> list[float]:
    """Wait on bare SimPy environments, a generator a fighter."""
    return [_on_simpy(waits) for waits in battles]


def _on_simpy(waits: Waits) -> float:
    environment = Environment()

    def body(own: Sequence[int]) -> Any:
        for wait in own:
            yield environment.timeout(wait)

    for own in waits:
        environment.process(body(own))
    environment.run()
    return float(environment.now)


def heap_of_callbacks(battles: Sequence[Waits]) -> list[float]:
    """Wait on heaps of plain callbacks: the least a clock in Python can do."""
    return [_on_a_heap(waits) for waits in battles]


def _on_a_heap(waits: Waits) -> float:
    queue: list[tuple[int, int, Callable[[], None]]] = []
    now = number = 0

    def body(own: Sequence[int]) -> Callable[[], None]:
        left = iter(own)

        def step() -> None:
            nonlocal number
            for wait in left:
                number += 1
                heappush(queue, (now + wait, number, step))
                return

        return step

    for own in waits:
        body(own)()
    while queue:
        now, _, step = heappop(queue)
        step()
    return float(now)


@cache
def _salabim() -> Any:
    """Return an environment of salabim, the component of a fighter and the one that has battles fought one by one."""
    salabim = need("salabim")

    class Body(salabim.Component):  # type: ignore[misc, name-defined]
        """A fighter."""

        def setup(self, own: Sequence[int]) -> None:
            """Take its waits."""
            self.own = own

        def process(self) -> Any:
            """Wait them."""
            for wait in self.own:
                yield self.hold(wait)

    class Series(salabim.Component):  # type: ignore[misc, name-defined]
        """Battles one after the other."""

        def setup(self, battles: Sequence[Waits], took: list[float]) -> None:
            """Take them."""
            self.battles, self.took = battles, took

        def process(self) -> Any:
            """Have the fighters of each wait, and go on when they are done."""
            for waits in self.battles:
                began = self.env.now()
                bodies = [Body(env=self.env, own=own) for own in waits]
                yield self.hold(longest(waits))
                yield self.hold(0, priority=1)
                assert all(body.isdata() for body in bodies)
                self.took.append(float(self.env.now() - began))

    return salabim.Environment(yieldless=False, random_seed="", set_numpy_random_seed=False), Series


def salabim_components(battles: Sequence[Waits]) -> list[float]:
    """Wait on salabim, a component a fighter, processes as generators (its faster way); its random seed is left alone.

    All battles share an environment and a run: setting up either costs as much as dozens of battles.
    """
    environment, series = _salabim()
    took: list[float] = []
    series(env=environment, battles=battles, took=took)
    environment.run()
    return took


def longest(waits: Waits) -> float:
    """Return how many ticks a battle takes."""
    return float(max((sum(own) for own in waits), default=0))


PEERS: Mapping[str, Peer] = {"SimPy": simpy_skeleton, "heap": heap_of_callbacks, "salabim": salabim_components}
"""All of them by name; the first is what ratios are over."""

OPTIONAL = {"salabim": "salabim"}
"""Peers that need a package of their own: the extra ``bench`` brings it."""


def peers(names: Sequence[str] | None = None) -> dict[str, Peer]:
    """Return peers by name, SimPy first and always.

    Args:
        names: which; without, all that are installed.

    Raises:
        InputError: no such peer, or its package is not installed.
    """
    if names is None:
        names = [name for name in PEERS if name not in OPTIONAL or _is_installed(OPTIONAL[name])]
    for name in names:
        if name not in PEERS:
            raise InputError(f"peer {name!r}", "no such name", f"one of {', '.join(PEERS)}")
        if name in OPTIONAL:
            need(OPTIONAL[name])
    return {name: peer for name, peer in PEERS.items() if name in names or name == "SimPy"}


def _is_installed(package: str) -> bool:
    try:
        need(package)
    except InputError:
        return False
    return True


def same_waits(battles: Sequence[Waits], chosen: Mapping[str, Peer]) -> None:
    """Have all peers wait all battles once, and check that each takes as many ticks as it should.

    Raises:
        RuntimeError: a peer does not: it waited something else, so that its time would tell nothing.
    """
    wanted = [longest(waits) for waits in battles]
    for name, peer in chosen.items():
        if (found := peer(battles)) != wanted:
            raise RuntimeError(f"the peer {name} takes {found} ticks and not {wanted}")
