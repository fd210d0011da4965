"""How many times as long: the interval of ratios that were taken in pairs."""

from __future__ import annotations

import pytest

from engine.errors import InputError
from studies.bench_ratio import ratio_of


def test_the_interval_is_students_over_the_logarithms() -> None:
    """Ratios 1 and 4: mean ln 2, standard error ln 2, and t is 12.7062 with one degree of freedom."""
    found = ratio_of([1.0, 4.0], [1.0, 1.0])
    assert found.value == pytest.approx(2)
    assert found.interval.low == pytest.approx(2 ** (1 - 12.7062), rel=1e-4)
    assert found.interval.high == pytest.approx(2 ** (1 + 12.7062), rel=1e-4)


def test_drift_that_both_share_does_not_widen_the_interval() -> None:
    drifting = [1.0, 2.0, 5.0, 0.3]
    found = ratio_of([1.5 * time for time in drifting], drifting)
    assert found.value == found.interval.low == found.interval.high == pytest.approx(1.5)


def test_turning_the_two_round_turns_the_ratio_round() -> None:
    times, base = [1.0, 1.1, 1.3], [0.8, 1.2, 0.9]
    one, other = ratio_of(times, base), ratio_of(base, times)
    assert one.value == pytest.approx(1 / other.value)
    assert one.interval.low == pytest.approx(1 / other.interval.high)


@pytest.mark.parametrize(
    ("times", "verdict"),
    [([0.5, 0.51, 0.49], "faster"), ([2.0, 2.02, 1.98], "slower"), ([0.9, 1.2, 1.0], "no difference shown")],
)
def test_only_an_interval_without_1_shows_a_difference(times: list[float], verdict: str) -> None:
    assert ratio_of(times, [1.0, 1.0, 1.0]).verdict == verdict


def test_a_higher_confidence_is_a_wider_interval() -> None:
    times, base = [1.0, 1.1, 1.3], [0.8, 1.2, 0.9]
    assert ratio_of(times, base, 0.99).interval.half > ratio_of(times, base, 0.95).interval.half


@pytest.mark.parametrize(("times", "base"), [([1.0], [1.0]), ([1.0, 1.0], [1.0, 1.0, 1.0]), ([1.0, 0.0], [1.0, 1.0])])
def test_rounds_that_do_not_pair_are_refused(times: list[float], base: list[float]) -> None:
    with pytest.raises(InputError):
        ratio_of(times, base)
