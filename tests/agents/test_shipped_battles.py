"""The shipped battles with the agents they name: none in error, each able to end, and each shows what it teaches."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from scenarios import load
from studies.run import run

TEACHES = {
    "archers_against_shields": ("loose", "parry"),
    "bridge": ("couched",),
    "cliff_edge": ("edge", "fall"),
    "crossbow_duel": ("loose", "reload"),
    "horse_against_spears": ("release", "bash"),
    "knockback_to_the_wall": ("knockback", "collision"),
    "mind_duel": ("loose", "wound"),
    "moving_platform": ("loose", "aim"),
    "rider_down": ("bash", "knockback"),
    "skirmish_in_ruins": ("loose", "impact"),
    "sling_and_javelin": ("loose", "reload", "draw"),
    "twenty_on_twenty": ("impact", "down"),
    "wounded_comrade": ("bind", "bleed"),
    "wrestlers": ("overbear",),
}
"""What each battle must show in a few seeds: types of events."""


@cache
def played(name: str) -> tuple[Counter[str], frozenset[str]]:
    """Return the outcomes of a few seeds of a shipped battle, and all types of events in them."""
    outcomes: Counter[str] = Counter()
    kinds: set[str] = set()
    for seed in range(2 if name == "twenty_on_twenty" else 8):
        result = run(load(name), seed, on_illegal="raise")
        outcomes[result.outcome] += 1
        kinds.update(line["type"] for line in result.log())
    return outcomes, frozenset(kinds)


@pytest.mark.parametrize("name", sorted(TEACHES))
def test_a_shipped_battle_ends_by_itself_nearly_always_and_never_in_error(name):
    outcomes, _ = played(name)
    assert outcomes["error"] == 0
    assert outcomes["win"] + outcomes["draw"] >= 0.75 * outcomes.total()


@pytest.mark.parametrize("name", sorted(TEACHES))
def test_a_shipped_battle_shows_what_it_teaches(name):
    _, kinds = played(name)
    assert set(TEACHES[name]) <= kinds
