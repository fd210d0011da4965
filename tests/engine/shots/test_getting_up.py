"""Lying and getting up: cover of a quarter while one lies, none once one stands (S-RNG-2)."""

from __future__ import annotations

import pytest
from shootouts import MISS, fight


@pytest.mark.parametrize(("orders", "difficulty"), [([], 15), ([{"do": "rise"}], 13)])
def test_one_that_begins_prone_is_covered_until_it_gets_up(orders, difficulty) -> None:
    """S-RNG-2: a quarter of cover is +2 to Dodge 13; Ana is up at count 0, Bo shoots at count 2."""
    shot = [{"do": "attack", "target": "Ana"}]
    fought = fight(orders, shot, ana_has={"tags": ["prone"]}, rolls={"Bo/attack": [MISS]})
    assert fought.figures("Bo") == [("Ana", 10, difficulty, 10 - difficulty)]
