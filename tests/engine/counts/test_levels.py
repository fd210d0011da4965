"""Levels of play: recovery as a phase of its own, or only compared (C-TIM-5, C-TIM-6)."""

from __future__ import annotations

import pytest
from duels import MISS, Player, fight, fighter, sword

ATTACK = [{"do": "attack"}]
TWO_FOES = [{"do": "attack", "target": "Bo"}, {"do": "attack", "target": "Cid"}, {"do": "attack", "target": "Cid"}]


def between(level, orders, blows):
    """Ana between Bo at 1.4 ft (Over 2: X=15) and Cid at 2 ft (Press 3: X=7)."""
    return fight(
        orders, distance=1.4, rules={"level": level}, others=[fighter("Cid", "blue", -2)],
        rolls={"Ana/to_hit": [MISS] * blows},
    )  # fmt: skip


@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_below_design_one_may_attack_again_at_the_impact_count(level):
    """C-TIM-6: impacts at 10, 20 and 30; ready at the impact, never recovering."""
    fought = fight(ATTACK * 3, rules={"level": level}, rolls={"Ana/to_hit": [MISS] * 3})
    assert fought.blows() == [(10, "Ana", "miss"), (20, "Ana", "miss"), (30, "Ana", "miss")]
    assert fought.asked("Ana") == [(0, ("start",)), (10, ("ready",)), (20, ("ready",)), (30, ("ready",))]
    assert [declared.ready for declared in fought.of("declare")] == [10, 20, 30]


def test_in_design_recovery_is_a_phase_and_only_a_hurried_action_is_offered_meanwhile():
    """C-TIM-6: at 10 the sword recovers until 15; at 15 it may attack again."""
    offered = {}
    orders = iter(ATTACK)

    def answer(request):
        offered[request.t] = {option.do for option in request.options if option.do in ("attack", "couch", "parry")}
        return request.options[0] if next(orders, None) else None

    fight(players={"Ana": Player(answer)}, rolls={"Ana/to_hit": [MISS]})
    assert offered == {0: {"attack", "couch", "parry"}, 10: set(), 15: {"attack", "couch", "parry"}}


@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_a_blow_that_lands_while_its_tool_still_recovers_takes_minus_50(level):
    """C-TIM-5: the sword, swung at Over 2 (impact 15), recovers until 22.5; the blow at Press 3 lands at 22."""
    fought = between(level, TWO_FOES[:2], 2)
    assert [t for t, _, _ in fought.blows()] == [15, 22]
    assert [event.chance for event in fought.of("impact")] == [15, 60 + 30 - 50]
    assert fought.mods("to_hit", "Ana", 1)["C-TIM-5"] == -50


def test_recovery_is_compared_with_the_later_of_two_blows():
    """C-TIM-5: after 22 the sword recovers until 27; a blow that lands at 29 is free of it."""
    fought = between("basic", TWO_FOES, 3)
    assert [t for t, _, _ in fought.blows()] == [15, 22, 29]
    assert "C-TIM-5" not in fought.mods("to_hit", "Ana", 2)


def test_landing_exactly_when_the_recovery_ends_is_not_while_it_recovers():
    """C-TIM-5: W=6 at Press 3: X=3, recovery 3: blows at 3 and 6, the second at the end of the recovery."""
    fought = fight(
        ATTACK * 2, distance=2, rules={"level": "basic"}, ana_has={"weapons": [sword(wsd=6)]},
        rolls={"Ana/to_hit": [MISS] * 2},
    )  # fmt: skip
    assert [(event.t, event.chance) for event in fought.of("impact")] == [(3, 90), (6, 90)]


@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_a_parry_that_is_up_while_its_tool_still_recovers_takes_minus_50(level):
    """C-ARM-6, C-TIM-5: swung at Retreat 3 (impact 13, recovery to 19.5), the parry is up at 18."""
    fought = fight(
        [{"do": "attack"}, {"do": "parry", "weapon": "sword", "at": 13}], [{"do": "attack", "at": 12}], 8,
        rules={"level": level},
        rolls={"Ana/to_hit": [MISS], "Bo/to_hit": [30], "Ana/parry": [11]},
    )  # fmt: skip
    (rolled,) = fought.rolls("parry", "Ana")
    assert (rolled.t, rolled.need) == (25, 60 - 50)
    assert fought.blows() == [(13, "Ana", "miss"), (25, "Bo", "hit")]
