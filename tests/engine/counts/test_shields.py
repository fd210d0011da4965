"""What a shield in hand costs in AGL, DEF and MVM (C-ARM-4)."""

from __future__ import annotations

import pytest
from duels import MISS, Player, fight, sword

from scenarios.counts.gear import gear

TOUGH = {"htk": 1000, "health": 100}
SHIELD = sword(name="shield", wsd=8, length=0, shield=True, damage="1", agl=-7, mvm=-3, **{"def": -6})


def carrying(*names, **has):
    """A fighter with sword and shield whose first tools are in hand."""
    weapons = [{"sword": sword(hands=2 if "two" in has else 1), "shield": SHIELD}[name] for name in names]
    has.pop("two", None)
    return {"weapons": weapons} | has


def top_speed(has):
    """Return what a fighter sees as its MVM at the start."""
    seen = []
    fight(ana_has=has, players={"Ana": Player(lambda request: seen.append(request.view.me.mvm), frozenset({"start"}))})
    return seen[0]


def test_a_shield_in_hand_lowers_mvm_and_one_put_away_does_not():
    """C-ARM-4: 8 less 3; with a two-handed sword in hand the shield hangs at the back."""
    assert top_speed(carrying("sword", "shield", mvm=8)) == 5
    assert top_speed(carrying("sword", "shield", mvm=8, two=True)) == 8
    assert top_speed(carrying("sword", "shield", mvm=2)) == 0


def test_a_shield_in_hand_lowers_def():
    """C-ARM-4: 30 less 6."""
    fought = fight([{"do": "attack"}], rolls={"Ana/to_hit": [MISS]}, bo_has=TOUGH | carrying("sword", "shield", **{"def": 30}))
    assert fought.mods("to_hit", "Ana")["C-HIT-1"] == 60 - 24


def test_a_shield_in_hand_lowers_agl_saves():
    """C-ARM-4: a leg useless, AGL 50 less 7: 43 stands, 44 falls."""
    for roll, falls in ((43, 0), (44, 1)):
        rolls = {
            "Ana/to_hit": [60], "Ana/location": [86], "Ana/damage": [[600]], "Bo/health_save": [90], "Bo/minor_save": [1],
            "Bo/agl_save": [roll],
        }  # fmt: skip
        has = {"htk": 1000, "health": 50, "agl": 50} | carrying("sword", "shield")
        weapon = {"weapons": [sword(damage="1d1000", type="slicing")]}
        fought = fight([{"do": "attack"}], rolls=rolls, ana_has=weapon, bo_has=has)
        assert fought.mods("agl_save", "Bo")["C-ARM-4"] == -7
        assert len(fought.of("fall", "Bo")) == falls


def test_drawing_a_shield_slows_a_runner_to_what_is_left():
    """C-ARM-4: 8 ft/ct, and 5 once it is in hand at 8."""
    has = carrying("sword", "shield", mvm=8, two=True)
    orders = [{"do": "move", "to": [-900, 0], "speed": 8}, {"do": "draw", "weapon": "shield"}]
    fought = fight(orders, distance=60, ana_has=has)
    assert fought.moves("Ana")[:2] == [(0, 0, -8), (8, -64, -5)]


SHARES = {"buckler": 0, "small_shield": 0, "medium_shield": 0.5, "large_shield": 0.75, "tower_shield": 1}
PENALTIES = {"leather_wood": (2, 0, 0), "wood": (3, 2, 0), "metal_wood": (12, 8, 1), "metal": (15, 10, 2)}


@pytest.mark.parametrize("size", SHARES)
@pytest.mark.parametrize("build", PENALTIES)
def test_each_size_costs_its_share_of_the_armor_types_penalties_rounded_up(size, build):
    """C-ARM-4: nothing for a buckler or a small one, half for a medium, three quarters for a large, all for a tower."""
    shield, material = gear().weapons[f"{size}_{build}"], gear().materials
    name = {"leather_wood": "heavy_leather", "wood": "studded_leather", "metal_wood": "splint", "metal": "iron_plate"}[build]
    assert (-material[name].agl, -material[name].defence, -material[name].mvm) == PENALTIES[build]
    for value, whole in zip((shield.agl, shield.defence, shield.mvm), PENALTIES[build], strict=True):
        exact = whole * SHARES[size]
        assert exact <= -value < exact + 1
        assert value == int(value)
