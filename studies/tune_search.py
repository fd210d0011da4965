"""The search for better numbers: batches of values to try, made of nothing but a seed and what became of those before.

CMA-ES for several numbers, TPE for a single one (optuna). The size of a batch depends on the numbers alone, never on
processes; a search that is told the same again asks for the same again, which is how one that was killed goes on.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import log
from typing import Any, Final

from studies.extras import need
from studies.tune_space import Space

METHODS: Final = {True: "CMA-ES", False: "TPE"}
"""What searches among several numbers, and what along one."""

_LEAST: Final = 8
"""Values of a batch at least."""


def method_of(space: Space) -> str:
    """Return what searches the numbers of a space."""
    return METHODS[len(space.numbers) > 1]


def batch_of(space: Space) -> int:
    """Return how many values are tried together."""
    return max(_LEAST, 4 + int(3 * log(len(space.numbers))))


def versions() -> dict[str, str]:
    """Return the versions of what proposes values: others may propose others."""
    return {name: str(need(name).__version__) for name in ("optuna", "cmaes")}


class Search:
    """A search under way.

    Args:
        space: what is tuned.
        seed: all its chance.
    """

    def __init__(self, space: Space, seed: int) -> None:
        optuna = need("optuna")
        need("cmaes")
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._space = space
        self._spans = {number.name: optuna.distributions.FloatDistribution(number.low, number.high) for number in space.numbers}
        self._study = optuna.create_study(direction="maximize", sampler=_sampler(optuna, space, seed % (1 << 32)))
        start = {number.name: number.start for number in space.numbers}
        self._study.add_trial(optuna.trial.create_trial(params=start, distributions=self._spans, value=0.0))
        self._asked: list[Any] = []

    def ask(self, count: int) -> list[tuple[float, ...]]:
        """Return so many values to try, one tuple each in the order of the space's numbers."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._asked = [self._study.ask(self._spans) for _ in range(count)]
        return [tuple([trial.params[number.name] for number in self._space.numbers]) for trial in self._asked]

    def tell(self, gains: Sequence[float]) -> None:
        """Say what became of the values asked for last: by how much each is better than the start."""
        for trial, gain in zip(self._asked, gains, strict=True):
            self._study.tell(trial, gain)
        self._asked = []


def _sampler(optuna: Any, space: Space, seed: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if len(space.numbers) == 1:
            return optuna.samplers.TPESampler(seed=seed, n_startup_trials=batch_of(space), constant_liar=True)
        start = {number.name: number.start for number in space.numbers}
        return optuna.samplers.CmaEsSampler(
            x0=start, seed=seed, popsize=batch_of(space), n_startup_trials=0, warn_independent_sampling=False
        )
