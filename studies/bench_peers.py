"""Peers of the clock: other ways to wait the same waits, run in the same process in the same rounds.

Each takes the waits of one battle, one list of ticks for each fighter, waits them one after the other, all fighters at
once, and returns the tick at which the last is done. None knows a rule: they are what the clock alone would cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from importlib.util import find_spec
from typing import Any

from simpy import Environment

from engine.errors import InputError
from studies.extras import need

Waits = Sequence[Sequence[int]]
"""One list of waits, in ticks, for each fighter."""

Peer = Callable[[Waits], float]


def simpy_skeleton(waits: Waits) -> float:
    """Wait on a bare SimPy environment, a generator a fighter."""
    environment = Environment()

    def body(own: Sequence[int]) -> Any:
        for wait in own:
            yield environment.timeout(wait)

    for own in waits:
        environment.process(body(own))
    environment.run()
    return float(environment.now)


def heap_of_callbacks(waits: Waits) -> float:
    """Wait on a heap of plain callbacks: the least a clock in Python can do."""
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
    """Return an environment of salabim and a component that waits; setting one up costs thirty battles, so all share it."""
    salabim = need("salabim")

    class Body(salabim.Component):  # type: ignore[misc, name-defined]
        """A fighter."""

        def setup(self, waits: Sequence[int]) -> None:
            """Take its waits."""
            self.waits = waits

        def process(self) -> Any:
            """Wait them."""
            for wait in self.waits:
                yield self.hold(wait)

    return salabim.Environment(yieldless=False, random_seed="", set_numpy_random_seed=False), Body


def salabim_components(waits: Waits) -> float:
    """Wait on salabim, a component a fighter, processes as generators (its faster way); its random seed is left alone."""
    environment, body = _salabim()
    began = environment.now()
    for own in waits:
        body(env=environment, waits=own)
    environment.run()
    return float(environment.now() - began)


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
        names = [name for name in PEERS if name not in OPTIONAL or find_spec(OPTIONAL[name]) is not None]
    for name in names:
        if name not in PEERS:
            raise InputError(f"peer {name!r}", "no such name", f"one of {', '.join(PEERS)}")
        if name in OPTIONAL:
            need(OPTIONAL[name])
    return {name: peer for name, peer in PEERS.items() if name in names or name == "SimPy"}


def same_waits(waits: Sequence[Waits], chosen: Mapping[str, Peer]) -> None:
    """Have all peers wait all battles once, and check that they are done at the same ticks.

    Raises:
        RuntimeError: a peer is not: it waited something else, so that its time would tell nothing.
    """
    for battle in waits:
        wanted = float(max((sum(own) for own in battle), default=0))
        for name, peer in chosen.items():
            if (found := peer(battle)) != wanted:
                raise RuntimeError(f"the peer {name} is done at tick {found:g} and not at {wanted:g}")
