"""No policy stalls a battle that its opponent wants to end (CLK-8): the matrix of `benchmarks.stalls`, a few battles a cell."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from benchmarks import stalls
from benchmarks.fields import FIELDS
from scenarios import loads

SYSTEMS = {"counts": 3, "shots": 2, "steps": 2}
"""Battles a cell; the command plays twenty."""

SLOW = ("priority", "utility", "lookahead")
"""Policies that weigh every option they have: one battle a cell."""


def cells() -> list[Any]:
    """Return a case for every policy of every rule system."""
    found = [(system, policy) for system in SYSTEMS for policy in stalls.named(system)]
    return [pytest.param(*key, id="-".join(key)) for key in found]


@pytest.mark.parametrize(("system", "policy"), cells())
def test_no_battle_against_one_who_wants_to_end_it_comes_to_a_standstill(system: str, policy: str) -> None:
    battles = 1 if policy in SLOW else SYSTEMS[system]
    found = {cell.words: stalls.outcomes(cell, battles) for cell in stalls.cells(system, (policy,))}
    assert found
    assert {words: dict(outcomes) for words, outcomes in found.items() if stalls.stalled(outcomes)} == {}


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_who_only_hold_do_come_to_a_standstill(system: str) -> None:
    """The matrix can fail: nobody does anything, so no battle ends."""
    cell = stalls.Cell(system, next(iter(FIELDS[system])), "hold", "hold")
    assert stalls.stalled(stalls.outcomes(cell, 1)) == 1


def test_what_counts_as_an_end_is_a_win_or_a_draw() -> None:
    assert stalls.stalled(Counter(win=3, draw=2, timeout=4, stalemate=5)) == 9


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_field_has_a_red_and_a_blue_side(system: str) -> None:
    for text in FIELDS[system].values():
        assert {spec.side for spec in loads(text).combatants} == {"red", "blue"}


def test_who_is_excused_names_a_field_and_a_target() -> None:
    fields = {field for system in FIELDS.values() for field in system}
    assert {field for field, _ in stalls.EXCUSED} <= fields
    assert {policy for _, policy in stalls.EXCUSED} <= set(stalls.AIMLESS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_who_wait_for_each_other_are_in_the_matrix(system: str) -> None:
    mirrors = {cell.red for cell in stalls.cells(system) if cell.red == cell.blue}
    assert mirrors == set(stalls.named(system)) - set(stalls.AIMLESS)
