"""Samples from battles against exact weights, by the chi-square test.

Everything is deterministic, so a test that passes once passes always; `P` is how unlikely a sample may look before its
test fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from scipy.stats import chisquare

P = 1e-4
"""The threshold of the p-value."""

LEAST = 5.0
"""Cells that expect fewer are pooled: the chi-square test is not made for them."""


def p_value(seen: Mapping[Any, int], weights: Mapping[Any, Any]) -> float:
    """Return how likely a sample is that differs at least so much from exact weights; 0 for what can't be.

    Args:
        seen: how often each value came.
        weights: each value's weight, whole numbers or fractions, adding up to anything.
    """
    number, total = sum(seen.values()), sum(weights.values())
    if any(not weights.get(value) for value, times in seen.items() if times):
        return 0.0
    observed, expected, rare_seen, rare = [], [], 0, 0.0
    for value in weights:
        most = float(Fraction(weights[value]) / Fraction(total) * number)
        if most < LEAST:
            rare, rare_seen = rare + most, rare_seen + seen.get(value, 0)
        else:
            observed.append(seen.get(value, 0))
            expected.append(most)
    if rare >= LEAST or not expected:
        observed.append(rare_seen)
        expected.append(rare)
    elif rare:
        smallest = expected.index(min(expected))
        observed[smallest] += rare_seen
        expected[smallest] += rare
    if len(expected) < 2:
        return 1.0
    return float(chisquare(observed, expected).pvalue)


def agrees(seen: Mapping[Any, int], weights: Mapping[Any, Any]) -> bool:
    """Return whether a sample looks like drawn by these weights."""
    return p_value(seen, weights) > P


class Keep:
    """A sink that keeps the events of some types."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = frozenset(kinds)
        self.events: list[Any] = []

    def write(self, event: Any, line: bytes) -> None:
        """Keep the event if it is wanted."""
        if event.type in self.kinds:
            self.events.append(event)


def counted(values: Iterable[Any]) -> Counter[Any]:
    """Return how often each value comes."""
    return Counter(values)
