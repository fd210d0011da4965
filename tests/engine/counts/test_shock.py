"""System shock: from 90 % of HTK on every wound asks for a save (C-WND-5, C-WND-4a). HTK 30, health 50."""

from __future__ import annotations

import pytest
from duels import ABDOMEN, CHEST, fight, fighter, struck, sword

FAILED, MADE = 51, 50


@pytest.mark.parametrize(("cost", "asked"), [(26, 0), (27, 1)])
def test_system_shock_asks_for_a_save_from_90_percent_on(cost, asked):
    """C-WND-5: 27 of 30."""
    fought = struck([cost], rolls={"Bo/health_save": [MADE], "Bo/shock_save": [MADE] * asked})
    assert len(fought.rolls("shock_save", "Bo")) == asked
    assert fought.of("down") == []


def test_a_failed_shock_save_is_unconsciousness():
    """C-WND-5, C-WND-4a."""
    fought = struck([27], rolls={"Bo/health_save": [MADE], "Bo/shock_save": [FAILED]})
    assert fought.line("Bo", "down") == [(10, "down")]
    assert fought.result.combatants["Bo"]["state"] == "unconscious"


def test_every_wound_from_then_on_asks_again():
    """C-WND-5: 27, then 1 and 1."""
    fought = struck([27, 1, 1], rolls={"Bo/health_save": [MADE], "Bo/shock_save": [MADE] * 3})
    assert [event.t for event in fought.rolls("shock_save", "Bo")] == [10, 25, 40]


def test_two_blows_of_one_instant_take_one_health_save_each_and_one_shock_save_together():
    """C-WND-5, CLK-2: 14 and 13 at 10: 27 of 30."""
    fought = fight(
        [{"do": "attack"}], others=[fighter("Cid", "red", 10, [{"do": "attack"}], weapons=[sword(damage="1d20")])],
        ana_has={"weapons": [sword(damage="1d20")]},
        rolls={
            "Ana/to_hit": [60], "Ana/location": [CHEST], "Ana/damage": [[14]], "Cid/to_hit": [60], "Cid/location": [ABDOMEN],
            "Cid/damage": [[13]], "Bo/health_save": [MADE, MADE], "Bo/shock_save": [MADE],
        },
    )  # fmt: skip
    assert [event.t for event in fought.of("wound", "Bo")] == [10, 10]
    assert fought.of("wound", "Bo")[-1].htk_lost == 27
