"""Hurried actions in design: finished before the recovery ends, at -50, the unserved recovery added (C-TIM-5, C-TIM-6)."""

from __future__ import annotations

import pytest
from duels import MISS, fight, fighter, sword

from engine.errors import AgentError

SHIELD = sword(name="shield", wsd=8, length=0, shield=True, damage="1", protection={"crushing": 4}, hits=20)


def hurried(rolls=None, more=()):
    """Ana strikes Bo at Over 2 (impact 15, recovery to 22.5) and then, hurried, Cid at Press 3 (X=7)."""
    orders = [
        {"do": "attack", "target": "Bo"}, {"do": "attack", "target": "Cid", "hurry": True, "on": "recovering"}, *more,
    ]  # fmt: skip
    return fight(
        orders, distance=1.4, others=[fighter("Cid", "blue", -2)], rolls={"Ana/to_hit": [MISS] * 2} | (rolls or {}),
    )  # fmt: skip


def test_a_hurried_blow_lands_before_the_recovery_is_over_at_minus_50():
    """C-TIM-5, C-TIM-6: declared at 15, lands at 22; chance 60 + 30 - 50."""
    fought = hurried()
    assert [(event.t, event.chance) for event in fought.of("impact")] == [(15, 15), (22, 40)]
    assert fought.mods("to_hit", "Ana", 1)["C-TIM-5"] == -50


def test_the_unserved_recovery_is_added_after_a_hurried_blow():
    """C-TIM-6: 7.5 unserved when it began, 5 of its own: ready at 22 + 12.5."""
    fought = hurried()
    assert fought.line("Ana", "ready") == [(34.5, "ready")]
    assert fought.of("declare", "Ana")[1].ready == 34.5


def test_a_hurried_blow_that_would_not_finish_before_the_recovery_ends_is_refused():
    """C-TIM-6: at optimal the sword would land at 20, long after 15."""
    with pytest.raises(AgentError, match="C-TIM-6"):
        fight([{"do": "attack"}, {"do": "attack", "hurry": True, "on": "recovering"}], rolls={"Ana/to_hit": [MISS]})


def test_a_blow_that_would_finish_exactly_when_the_recovery_ends_is_refused():
    """C-TIM-6, C-TIM-5: W=6 at Press 3: X=3, recovery 3."""
    with pytest.raises(AgentError, match="C-TIM-6"):
        fight(
            [{"do": "attack"}, {"do": "attack", "hurry": True, "on": "recovering"}], distance=2,
            ana_has={"weapons": [sword(wsd=6)]}, rolls={"Ana/to_hit": [MISS]},
        )  # fmt: skip


def test_without_the_flag_nothing_is_declared_with_a_tool_that_recovers():
    """C-TIM-6: the flag hurry."""
    with pytest.raises(AgentError, match="C-TIM-6"):
        fight(
            [{"do": "attack", "target": "Bo"}, {"do": "attack", "target": "Cid", "on": "recovering"}], distance=1.4,
            others=[fighter("Cid", "blue", -2)], rolls={"Ana/to_hit": [MISS]},
        )  # fmt: skip


def test_hurry_on_a_tool_that_does_not_recover_costs_nothing():
    """C-TIM-5: it is the comparison of times that costs."""
    fought = fight([{"do": "attack", "hurry": True}], rolls={"Ana/to_hit": [MISS]})
    assert fought.of("impact")[0].chance == 60
    assert fought.line("Ana", "ready") == [(15, "ready")]


def test_a_hurried_parry_takes_minus_50_and_adds_the_unserved_recovery():
    """C-ARM-6, C-TIM-5, C-TIM-6: a shield blow at Optimal 2 ft lands at 8 and recovers to 12; its parry is up at 10.

    Bo's blow at 11 meets it: 60 - 50 = 10 against a roll of 11. Then 2 counts of its own and 4 unserved.
    """
    fought = fight(
        [{"do": "attack", "weapon": "shield"}, {"do": "parry", "weapon": "shield", "hurry": True, "on": "recovering"}],
        [{"do": "attack", "at": 1}], distance=2,
        ana_has={"weapons": [SHIELD], "htk": 1000}, bo_has={"weapons": [sword(wsd=13)]},
        rolls={"Ana/to_hit": [MISS], "Bo/to_hit": [90], "Ana/parry": [11]},
    )  # fmt: skip
    assert [(event.t, event.what) for event in fought.of("parry", "Ana")] == [(10, "up"), (11, "beaten")]
    assert fought.rolls("parry", "Ana")[0].need == 10
    assert fought.line("Ana", "ready")[-1] == (17, "ready")
