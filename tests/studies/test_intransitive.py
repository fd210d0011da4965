"""Cycles and residuals, worked by hand."""

from __future__ import annotations

import math

import numpy
import pytest

from studies import intransitive
from studies.ratings import bradley_terry

NAMES = ["ana", "bo", "cy", "dee"]
WINS = [[0, 30, 45.5, 60], [20, 0, 25, 41], [4.5, 25, 0, 33], [0, 9, 17, 0]]


def test_rock_paper_and_scissors_are_rated_equal_and_named_as_a_cycle() -> None:
    wins = [[0, 70, 40], [30, 0, 80], [60, 20, 0]]  # each beats the next
    assert [(c.first, c.second, c.third, c.scores) for c in intransitive.cycles("rps", wins)] == [
        ("r", "p", "s", (0.7, 0.8, 0.6))
    ]
    assert intransitive.cycles("rps", wins)[0].margin == pytest.approx(0.1)
    assert intransitive.cycles("rps", wins, margin=0.15) == []
    turned = numpy.array(wins).T
    assert [(c.first, c.second, c.third) for c in intransitive.cycles("rps", turned)] == [("r", "s", "p")]


def test_agents_that_can_be_ordered_and_pairs_that_never_met_make_no_cycle() -> None:
    assert intransitive.cycles(NAMES, WINS) == []
    assert intransitive.cycles("abc", [[0, 9, 0], [1, 0, 9], [0, 1, 0]]) == []


def test_a_pairing_that_the_ratings_do_not_expect_has_the_greatest_residual() -> None:
    wins = [[0, 50, 50], [50, 0, 80], [50, 20, 0]]
    found = intransitive.residuals("abc", wins, bradley_terry("abc", wins, prior=1e-6))
    # by symmetry a is 0, b is x, c is -x with p(x) + p(2 x) = 0.5 + 0.8 in log odds: x = 0.417, p(2 x) = 0.6972
    assert (found[0].first, found[0].second, found[0].games) == ("b", "c", 100)
    assert found[0].expected == pytest.approx(0.6972, abs=1e-4)
    assert found[0].z == pytest.approx((0.8 - 0.6972) / math.sqrt(0.6972 * 0.3028 / 100), abs=5e-3)
    assert found[0].p == pytest.approx(0.0253, abs=3e-4)
    assert sum(r.score - r.expected for r in found if r.first == "a") == pytest.approx(0, abs=1e-6)


def test_equal_agents_have_residuals_of_0_and_p_of_1() -> None:
    wins = [[0, 50, 50], [50, 0, 50], [50, 50, 0]]
    for residual in intransitive.residuals("abc", wins, bradley_terry("abc", wins)):
        assert residual.expected == pytest.approx(0.5)
        assert residual.p == pytest.approx(1)


def test_a_pairing_that_the_ratings_take_for_certain_has_a_residual_too() -> None:
    wins = numpy.triu(numpy.full((60, 60), 1000.0), 1)
    found = intransitive.residuals([str(n) for n in range(60)], wins, bradley_terry([str(n) for n in range(60)], wins))
    assert len(found) == 60 * 59 / 2
    assert all(math.isfinite(residual.z) and 0 <= residual.p <= 1 for residual in found)


def test_nobody_has_no_residuals_and_no_cycles() -> None:
    assert intransitive.residuals([], [], bradley_terry([], [])) == intransitive.cycles([], []) == []
