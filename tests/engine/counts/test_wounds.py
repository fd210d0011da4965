"""What a wound does: saves, and the effects of the eight damage types (C-WND-1, C-WND-3, C-WND-4).

HTK 30: a blow of more than 7.5 threatens the minor effect, of more than 15 the major one; health 50, AGL 50.
"""

from __future__ import annotations

import pytest
from duels import (
    ABDOMEN,
    CHEST,
    GROIN,
    HEAD,
    LEFT_ARM,
    LEFT_LEG,
    RIGHT_ARM,
    RIGHT_LEG,
    fight,
    struck,
    sword,
)  # fmt: skip

MINOR, MAJOR = 8, 16
FAILED, MADE = 51, 50
NO_SAVES = {"Bo/health_save": [], "Bo/minor_save": [], "Bo/shock_save": [], "Bo/agl_save": []}
SKULL = {"Ana/head_location": [1]}


def minor(kind, at=CHEST, rolls=None, **more):
    """A blow of 8 whose health save fails."""
    return struck([MINOR], at, kind, {"Bo/health_save": [FAILED], "Bo/minor_save": []} | (rolls or {}), **more)


def major(kind, at=CHEST, rolls=None, spared=True, cost=MAJOR, **more):
    """A blow of 16 whose health save fails; the second save (25) spares the minor effect, or not."""
    saves = {"Bo/health_save": [FAILED], "Bo/minor_save": [25 if spared else 26]}
    return struck([cost], at, kind, saves | (rolls or {}), **more)


def bleeding(fought):
    return [event.rate for event in fought.of("bleed", "Bo") if not event.lost][-1:]


def stunned(fought):
    return [(event.t, event.until) for event in fought.of("stun", "Bo") if not event.over]


def names(fought):
    return [effect for _, effect, _ in fought.effects("Bo")]


def mvm(fought):
    return [event.state["mvm"] for event in fought.of("effect", "Bo") if "mvm" in event.state][-1]


# C-WND-1


def test_a_quarter_of_htk_asks_for_no_save():
    """C-WND-1: 7 of 30."""
    fought = struck([7], kind="slicing", rolls=NO_SAVES)
    assert fought.of("wound")[0].lost == 7
    assert fought.effects("Bo") == []


def test_exactly_a_quarter_is_not_more_than_a_quarter():
    """C-WND-1: 8 of 32, then 9."""
    assert struck([8], kind="slicing", rolls=NO_SAVES, bo_has={"htk": 32}).of("bleed") == []
    assert bleeding(struck([9], kind="slicing", rolls={"Bo/health_save": [FAILED]}, bo_has={"htk": 32})) == [1]


def test_a_health_save_that_is_made_spares_the_effect():
    """C-WND-1: 50 under 50."""
    fought = struck([MINOR], kind="slicing", rolls={"Bo/health_save": [MADE]})
    assert fought.of("bleed") == []
    assert [(event.need, event.result) for event in fought.rolls("health_save", "Bo")] == [(50, "made")]


def test_on_any_save_96_to_100_fail():
    """C-KNB-2a, C-WND-1: even with health 120."""
    assert bleeding(struck([MINOR], kind="slicing", rolls={"Bo/health_save": [96]}, bo_has={"health": 120})) == [1]
    assert bleeding(struck([MINOR], kind="slicing", rolls={"Bo/health_save": [95]}, bo_has={"health": 120})) == []


def test_exactly_half_of_htk_threatens_only_the_minor_effect():
    """C-WND-1: 15 of 30: no second save."""
    assert bleeding(struck([15], kind="slicing", rolls={"Bo/health_save": [FAILED], "Bo/minor_save": []})) == [1]


def test_more_than_half_of_htk_threatens_the_major_effect_and_then_the_minor_one():
    """C-WND-1: the second save is against half the health save: 25 spares it, 26 does not (bleeding 2, or 2 + 1)."""
    spared, both = major("slicing"), major("slicing", spared=False)
    assert [event.need for event in spared.rolls("minor_save", "Bo")] == [25]
    assert bleeding(spared) == [2]
    assert bleeding(both) == [3]


def test_a_major_blow_whose_save_is_made_does_nothing_more():
    """C-WND-1."""
    fought = struck([MAJOR], kind="slicing", rolls={"Bo/health_save": [MADE], "Bo/minor_save": []})
    assert fought.of("bleed") == []
    assert "shock" not in names(fought)


def test_one_who_is_struck_is_asked():
    """C-WND-1, CLK-5: reason struck, at the impact count."""
    assert struck([7], rolls=NO_SAVES).asked("Bo") == [(0, ("start",)), (10, ("struck",))]


# C-WND-3, type by type


def test_slicing_minor_bleeds_a_htk_a_minute():
    """C-WND-3."""
    fought = minor("slicing")
    assert bleeding(fought) == [1]
    assert stunned(fought) == []


def test_slicing_minor_effects_add_up():
    """C-WND-3: cumulative."""
    fought = struck([MINOR, MINOR], kind="slicing", rolls={"Bo/health_save": [FAILED] * 2})
    assert bleeding(fought) == [2]


def test_slicing_major_at_the_chest_stuns_and_bleeds_2():
    """C-WND-3, C-WND-4: as many counts as the blow cost."""
    fought = major("slicing")
    assert stunned(fought) == [(10, 26)]
    assert bleeding(fought) == [2]


def test_slicing_major_at_the_head_stuns():
    """C-WND-3."""
    assert stunned(major("slicing", HEAD, SKULL)) == [(10, 26)]


def test_slicing_major_at_the_abdomen_takes_4_mvm_and_half_stuns():
    """C-WND-3, C-WND-4: half of 16."""
    fought = major("slicing", ABDOMEN)
    assert mvm(fought) == 8 - 4
    assert stunned(fought) == [(10, 18)]


def test_a_half_stun_is_rounded_up():
    """C-WND-4: half of 17 is 9; groin as abdomen."""
    assert stunned(major("slicing", GROIN, cost=17)) == [(10, 19)]


def test_slicing_major_at_the_weapon_arm_makes_it_useless_and_drops_the_weapon():
    """C-WND-3, C-WND-4: limb lost for the time being; no stun."""
    fought = major("slicing", RIGHT_ARM)
    assert fought.of("effect", "Bo")[0].state["useless"] == ["right upper_arm"]
    assert [(event.t, event.weapon, event.what, event.in_hand) for event in fought.of("draw", "Bo")] == [
        (10, "sword", "dropped", [])
    ]
    assert stunned(fought) == []
    assert bleeding(fought) == [2]


def test_a_useless_left_arm_drops_nothing_of_the_right():
    """C-WND-4."""
    assert major("slicing", LEFT_ARM).of("draw", "Bo") == []


def test_a_useless_arm_lets_a_two_handed_weapon_fall():
    """C-WND-4: what it holds."""
    fought = major("slicing", LEFT_ARM, bo_has={"weapons": [sword(hands=2)]})
    assert [event.what for event in fought.of("draw", "Bo")] == ["dropped"]


@pytest.mark.parametrize(("roll", "falls"), [(50, False), (51, True), (96, True)])
def test_a_useless_leg_halves_mvm_and_gives_way_unless_an_agl_save_is_made(roll, falls):
    """C-WND-4."""
    agl = 120 if roll == 96 else 50
    fought = major("slicing", RIGHT_LEG, {"Bo/agl_save": [roll]}, bo_has={"agl": agl})
    assert mvm(fought) == 4
    assert (fought.line("Bo", "fall") == [(10, "fall")]) is falls


def test_chopping_minor_is_paralysis_as_the_shock_without_bleeding():
    """C-WND-3: stun 8 at the chest."""
    fought = minor("chopping")
    assert stunned(fought) == [(10, 18)]
    assert fought.of("bleed", "Bo") == []
    assert "paralysis" in names(fought)


def test_chopping_minor_at_the_abdomen_takes_4_mvm_and_half_stuns():
    """C-WND-3."""
    fought = minor("chopping", ABDOMEN)
    assert mvm(fought) == 4
    assert stunned(fought) == [(10, 14)]


def test_chopping_minor_at_an_arm_makes_it_useless():
    """C-WND-3."""
    fought = minor("chopping", RIGHT_ARM)
    assert [event.what for event in fought.of("draw", "Bo")] == ["dropped"]
    assert stunned(fought) == []


@pytest.mark.parametrize("at", [CHEST, HEAD])
def test_chopping_major_at_head_or_chest_is_unconsciousness(at):
    """C-WND-3, C-WND-4a: out of the fight."""
    fought = major("chopping", at, SKULL if at == HEAD else None)
    assert fought.line("Bo", "down") == [(10, "down")]
    assert fought.result.combatants["Bo"]["state"] == "unconscious"
    assert (fought.result.outcome, fought.result.winner, fought.result.t) == ("win", "red", 10)


def test_chopping_major_at_a_limb_breaks_it_and_half_stuns():
    """C-WND-3: disabled, the sword falls, stun 8."""
    fought = major("chopping", RIGHT_ARM)
    assert "disabled" in names(fought)
    assert [event.what for event in fought.of("draw", "Bo")] == ["dropped"]
    assert stunned(fought) == [(10, 18)]


def test_chopping_major_at_the_abdomen_takes_8_mvm_and_stuns():
    """C-WND-3."""
    fought = major("chopping", ABDOMEN)
    assert mvm(fought) == 0
    assert stunned(fought) == [(10, 26)]


def test_chopping_major_at_the_groin_lowers_the_shock_threshold_to_75_percent():
    """C-WND-3, C-WND-5: 23 of 30 is 76 %: a shock save at once."""
    fought = major("chopping", GROIN, {"Bo/shock_save": [MADE]}, cost=23)
    assert [event.result for event in fought.rolls("shock_save", "Bo")] == ["made"]
    assert "disabled" in names(fought)
    below = major("chopping", GROIN, {"Bo/shock_save": []}, cost=22)
    assert below.rolls("shock_save", "Bo") == []


def test_without_a_groin_disabling_75_percent_is_no_threshold():
    """C-WND-5: 23 of 30 at the abdomen."""
    assert major("chopping", ABDOMEN, {"Bo/shock_save": []}, cost=23).rolls("shock_save", "Bo") == []


def test_two_paralyses_of_one_location_disable_it():
    """C-WND-3: the left arm, at 10 and at 25: broken and half stunned the second time."""
    fought = struck([MINOR, MINOR], LEFT_ARM, "chopping", {"Bo/health_save": [FAILED] * 2})
    assert [(t, name) for t, name, _ in fought.effects("Bo") if name in ("paralysis", "disabled")] == [
        (10, "paralysis"), (25, "paralysis"), (25, "disabled"),
    ]  # fmt: skip
    assert stunned(fought) == [(25, 29)]


def test_two_paralyses_of_different_locations_disable_neither():
    """C-WND-3: left and right leg."""
    fought = fight(
        [{"do": "attack"}] * 2, ana_has={"weapons": [sword(damage="1d8", type="chopping")]},
        rolls={
            "Ana/to_hit": [60, 60], "Ana/location": [RIGHT_LEG, LEFT_LEG], "Ana/damage": [[8], [8]],
            "Bo/health_save": [FAILED] * 2, "Bo/agl_save": [MADE] * 2,
        },
    )  # fmt: skip
    assert "disabled" not in names(fought)


def test_two_paralyses_of_the_chest_make_unconscious():
    """C-WND-3: disabled chest."""
    fought = struck([MINOR, MINOR], CHEST, "crushing", {"Bo/health_save": [FAILED] * 2})
    assert fought.line("Bo", "down") == [(25, "down")]


def test_crushing_is_as_chopping():
    """C-WND-3: minor and major."""
    assert stunned(minor("crushing")) == [(10, 18)]
    assert "paralysis" in names(minor("crushing"))
    assert mvm(major("crushing", ABDOMEN)) == 0


def test_piercing_minor_does_nothing_more():
    """C-WND-3, C-DMG-5: its minor effect is the higher reading on every hit."""
    fought = minor("piercing")
    assert fought.effects("Bo") == []
    assert fought.of("bleed", "Bo") == []


@pytest.mark.parametrize("spared", [True, False])
def test_piercing_major_is_shock_with_bleeding_1(spared):
    """C-WND-3: whether or not the minor effect follows."""
    fought = major("piercing", spared=spared)
    assert stunned(fought) == [(10, 26)]
    assert bleeding(fought) == [1]


@pytest.mark.parametrize(("roll", "falls"), [(40, True), (41, False)])
def test_ripping_minor_overbears_and_bleeds_1(roll, falls):
    """C-WND-3: OVB 40 against DEF 0."""
    fought = minor("ripping", rolls={"Ana/overbear": [roll]})
    assert (fought.line("Bo", "fall") == [(10, "fall")]) is falls
    assert bleeding(fought) == [1]


def test_def_counts_against_the_overbear():
    """C-WND-3: 40 - 15; the blow that has DEF against it is at 45."""
    fought = struck(
        [MINOR], kind="ripping", rolls={"Ana/to_hit": [45], "Bo/health_save": [FAILED], "Ana/overbear": [26]},
        bo_has={"def": 15},
    )  # fmt: skip
    assert [event.need for event in fought.rolls("overbear", "Ana")] == [25]
    assert fought.line("Bo", "fall") == []


@pytest.mark.parametrize(("roll", "falls"), [(60, True), (61, False)])
def test_ripping_major_is_shock_with_bleeding_2_and_always_the_overbear_at_plus_20(roll, falls):
    """C-WND-3: although the second save spares the minor effect; 40 + 20."""
    fought = major("ripping", rolls={"Ana/overbear": [roll]})
    assert (fought.line("Bo", "fall") == [(10, "fall")]) is falls
    assert bleeding(fought) == [2]
    assert stunned(fought) == [(10, 26)]


def test_energy_minor_is_shock_without_bleeding():
    """C-WND-3."""
    fought = minor("energy")
    assert stunned(fought) == [(10, 18)]
    assert fought.of("bleed", "Bo") == []
    assert "paralysis" not in names(fought)


def test_energy_major_is_as_crushing_major():
    """C-WND-3: a disabled chest."""
    assert major("energy").line("Bo", "down") == [(10, "down")]
    assert mvm(major("energy", ABDOMEN)) == 0


def test_projectile_minor_counts_double_for_system_shock():
    """C-WND-3, C-WND-5: 14 lost count 28 of 30."""
    fought = struck([14], kind="projectile", rolls={"Bo/health_save": [FAILED], "Bo/shock_save": [MADE]})
    assert len(fought.rolls("shock_save", "Bo")) == 1
    spared = struck([14], kind="projectile", rolls={"Bo/health_save": [MADE], "Bo/shock_save": []})
    assert spared.rolls("shock_save", "Bo") == []


def test_explosive_minor_counts_triple_for_system_shock():
    """C-WND-3, C-WND-5: 9 lost count 27 of 30."""
    fought = struck([9], kind="explosive", rolls={"Bo/health_save": [FAILED], "Bo/shock_save": [MADE]})
    assert len(fought.rolls("shock_save", "Bo")) == 1


@pytest.mark.parametrize("kind", ["projectile", "explosive"])
def test_projectile_and_explosive_major_are_as_slicing_major(kind):
    """C-WND-3: shock and bleeding 2."""
    fought = major(kind, rolls={"Bo/shock_save": []})
    assert stunned(fought) == [(10, 26)]
    assert bleeding(fought) == [2]


def test_mvm_losses_add_up():
    """C-WND-3: two shocks of abdomen and groin: 8 - 4 - 4."""
    fought = fight(
        [{"do": "attack"}] * 2, ana_has={"weapons": [sword(damage="1d8", type="energy")]},
        rolls={
            "Ana/to_hit": [60, 60], "Ana/location": [ABDOMEN, GROIN], "Ana/damage": [[8], [8]], "Bo/health_save": [FAILED] * 2,
        },
    )  # fmt: skip
    assert mvm(fought) == 0
