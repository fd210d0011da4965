"""Weapons in hand: two at once, drawing, getting up (C-THR-1, C-TIM-6, C-WND-4)."""

from __future__ import annotations

import pytest
from duels import MISS, RIGHT_ARM, RIGHT_LEG, fight, sword

from engine.errors import AgentError

DAGGER = sword(name="dagger", wsd=4)
SPEAR = sword(name="spear", length=8, hands=2)
PAIR = {"weapons": [sword(), DAGGER]}
ALL = {"weapons": [sword(), DAGGER, SPEAR]}


def test_the_first_weapons_that_two_hands_can_hold_are_in_hand():
    """C-CHR-1: sword and dagger; the two-handed spear is not."""
    assert fight(ana_has=ALL).result.combatants["Ana"]["in_hand"] == ["sword", "dagger"]
    assert fight(ana_has={"weapons": [SPEAR, sword()]}).result.combatants["Ana"]["in_hand"] == ["spear"]


def test_while_one_weapon_recovers_the_other_may_strike_without_haste():
    """C-TIM-6: the sword lands at 10 and recovers to 15; the dagger, declared at 10, lands at 14 at its full chance."""
    fought = fight(
        [{"do": "attack", "weapon": "sword"}, {"do": "attack", "weapon": "dagger", "on": "recovering"}], ana_has=PAIR,
        rolls={"Ana/to_hit": [MISS, MISS]},
    )  # fmt: skip
    assert [(event.t, event.weapon, event.chance) for event in fought.of("impact")] == [(10, "sword", 60), (14, "dagger", 60)]
    assert [(event.t, event.weapon) for event in fought.of("ready")] == [(15, "sword"), (16, "dagger")]


def test_each_weapon_recovers_for_itself():
    """C-TIM-4, C-TIM-6: sword 10-15, dagger 14-16, sword again from 16."""
    fought = fight(
        [
            {"do": "attack", "weapon": "sword"}, {"do": "attack", "weapon": "dagger", "on": "recovering"},
            {"do": "attack", "weapon": "sword", "at": 16},
        ],
        ana_has=PAIR, rolls={"Ana/to_hit": [MISS] * 3},
    )  # fmt: skip
    assert [event.t for event in fought.of("impact")] == [10, 14, 26]


def test_drawing_a_weapon_takes_8_counts_after_its_init():
    """C-THR-1: 2d6 - SPD = 4, then 8; a two-handed spear takes both hands."""
    fought = fight(
        [{"do": "draw", "weapon": "spear"}], ana_has=ALL | {"spd": 3}, rolls={"Ana/init": [[3, 4]]}, distance=10
    )
    assert [(event.t, event.weapon, event.what, event.in_hand) for event in fought.of("draw")] == [
        (12, "spear", "drawn", ["spear"])
    ]
    assert fought.line("Ana", "ready") == [(12, "ready")]


def test_the_stage_is_reckoned_with_the_weapon_that_is_drawn():
    """C-THR-1, C-STG-1: at 10 ft a sword is Out, the spear at its optimal."""
    fought = fight([{"do": "draw", "weapon": "spear"}], ana_has=ALL, distance=10)
    assert fought.stages("Ana") == [(0, "out"), (8, "optimal")]


def test_a_weapon_that_is_not_in_hand_can_not_strike():
    """C-THR-1."""
    with pytest.raises(AgentError, match="draw it first"):
        fight([{"do": "attack", "weapon": "spear"}], ana_has=ALL)


def test_drawing_can_be_dropped():
    """C-TIM-7: nothing is changed."""
    fought = fight([{"do": "draw", "weapon": "spear"}, {"do": "break_off", "at": 4}], ana_has=ALL)
    assert fought.result.combatants["Ana"]["in_hand"] == ["sword", "dagger"]


FELLED = {
    "Ana/to_hit": [60], "Ana/location": [RIGHT_LEG], "Ana/damage": [[8]], "Bo/health_save": [51], "Bo/agl_save": [51],
}  # fmt: skip
ENERGY = {"weapons": [sword(damage="1d8", type="energy")]}


def test_getting_up_takes_8_counts():
    """C-THR-1: fallen at 10, standing at 18."""
    fought = fight([{"do": "attack"}], [{"do": "rise", "on": "fallen"}], ana_has=ENERGY, rolls=FELLED)
    assert fought.line("Bo", "fall", "rise", "ready") == [(10, "fall"), (18, "rise"), (18, "ready")]
    assert fought.result.combatants["Bo"]["state"] == "standing"


def test_one_who_stands_can_not_get_up():
    """C-THR-1."""
    with pytest.raises(AgentError, match="it stands"):
        fight([{"do": "rise"}])


def test_one_who_lies_does_not_move():
    """C-THR-1, C-MOD-2: Bo, defensive at 5 ft with a set distance of 9, has come to 7 when he falls, and stays.

    The blow of 2 counts lands there at Retreat 2: chance 60 - 20, damage 10 - 2.
    """
    fought = fight(
        [{"do": "attack"}], ana_has={"weapons": [sword(damage="1d10", type="energy", wsd=2)]},
        bo_has={"mode": "defensive", "set_distance": 9}, rolls=FELLED | {"Ana/to_hit": [40], "Ana/damage": [[10]]},
    )  # fmt: skip
    assert fought.line("Bo", "fall") == [(2, "fall")]
    assert fought.moves("Bo") == [(0, 5, 1), (2, 7, 0)]


def test_a_useless_weapon_arm_drops_its_weapon_and_the_other_hand_draws_again():
    """C-WND-4, C-THR-1: dropped at 10; picked up with the left at 18."""
    fought = fight(
        [{"do": "attack"}], [{"do": "draw", "weapon": "sword", "on": "disarmed"}], ana_has=ENERGY,
        rolls={"Ana/to_hit": [60], "Ana/location": [RIGHT_ARM], "Ana/damage": [[8]], "Bo/health_save": [51]},
    )  # fmt: skip
    assert [(event.t, event.what, event.in_hand) for event in fought.of("draw", "Bo")] == [
        (10, "dropped", []), (18, "drawn", ["sword"]),
    ]  # fmt: skip


def test_a_two_handed_weapon_can_not_be_drawn_with_one_arm():
    """C-WND-4."""
    with pytest.raises(AgentError, match="C-WND-4"):
        fight(
            [{"do": "attack"}], [{"do": "draw", "weapon": "spear", "on": "disarmed"}], ana_has=ENERGY, bo_has=ALL,
            rolls={"Ana/to_hit": [60], "Ana/location": [RIGHT_ARM], "Ana/damage": [[8]], "Bo/health_save": [51]},
        )  # fmt: skip
