"""Armor in a battle: layers, wear, levels, encumbrance (C-ARM-1, C-ARM-2, C-ARM-3)."""

from __future__ import annotations

import pytest
from duels import ABDOMEN, CHEST, MISS, Player, fight, fighter, struck, sword


def layer(stops, name="mail", covers=("chest",), hits=150, **more):
    return {"name": name, "covers": list(covers), "protection": {"crushing": stops}, "hits": hits} | more


def wounds(fought):
    return [(event.armor, event.lost, event.armor_hits) for event in fought.of("wound")]


def test_layers_at_a_location_add_up():
    """C-ARM-1: 4 + 3 stop 7 of 20; 7 concussive of the rest are lost too, as PAB is 0."""
    fought = struck([20], bo_has={"armor": [layer(4), layer(3, "padding")], "htk": 100})
    assert [(event.armor, event.through) for event in fought.of("wound")] == [(7, 13)]


def test_a_layer_protects_only_what_it_covers():
    """C-ARM-1: the abdomen is bare."""
    fought = struck([20], ABDOMEN, bo_has={"armor": [layer(4)], "htk": 100})
    assert wounds(fought) == [(0, 20, {})]


def test_a_layer_stops_only_the_types_it_is_made_for():
    """C-DMG-6: protection against that type."""
    fought = struck([20], kind="slicing", bo_has={"armor": [layer(4)], "htk": 100})
    assert fought.of("wound")[0].armor == 0


def test_armor_wears_half_a_hit_for_each_point_stopped_and_two_for_each_that_goes_through():
    """C-ARM-2: 23 against 10: 10 x 0.5 + 13 x 2 = 31 of 150."""
    assert wounds(struck([23], bo_has={"armor": [layer(10)], "htk": 100})) == [(10, 13, {"mail": 119})]


def test_a_blow_that_is_stopped_whole_wears_armor_by_half_its_points():
    """C-ARM-2: 9 against 12: 4.5; nothing lost, the armor struck."""
    fought = struck([9], bo_has={"armor": [layer(12)], "htk": 100})
    assert wounds(fought) == [(12, 0, {"mail": 145.5})]
    assert fought.blows() == [(10, "Ana", "hit")]


@pytest.mark.parametrize(("level", "second"), [("design", 7), ("advanced", 7), ("basic", 10)])
def test_worn_armor_protects_less_in_advanced_and_design_and_in_full_in_basic(level, second):
    """C-ARM-2: after 31 of 150 hits 10 x 119/150 = 7.93, rounded down."""
    fought = struck([23, 23], bo_has={"armor": [layer(10)], "htk": 1000}, rules={"level": level})
    assert [event.armor for event in fought.of("wound")] == [10, second]


@pytest.mark.parametrize("level", ["design", "advanced", "basic"])
def test_armor_without_hits_left_protects_no_more(level):
    """C-ARM-2: 20 hits are worn through by the first blow."""
    fought = struck([23, 23], bo_has={"armor": [layer(10, hits=20)], "htk": 1000}, rules={"level": level})
    assert [(armor, hits) for armor, _, hits in wounds(fought)] == [(10, {"mail": 0}), (0, {"mail": 0})]


def figures(**has):
    """What Bo's DEF and MVM come to."""
    seen = []
    watch = Player(lambda request: seen.append(request.view.me.mvm))
    fought = fight([{"do": "attack"}], bo_has={"def": 30} | has, rolls={"Ana/to_hit": [MISS]}, players={"Bo": watch})
    return 60 - fought.of("impact")[0].chance, seen[0]


def test_penalties_count_from_a_half_suit_on_and_add_up():
    """C-ARM-1: DEF and MVM."""
    piece = layer(4, "glove", agl=-5, mvm=-1, **{"def": -5})
    half = layer(4, suit="half", agl=-10, mvm=-2, **{"def": -10})
    full = layer(4, "plate", suit="full", agl=-10, mvm=-1, **{"def": -5})
    assert figures(armor=[piece]) == (30, 8)
    assert figures(armor=[half]) == (20, 6)
    assert figures(armor=[piece, half, full]) == (15, 5)


@pytest.mark.parametrize(("weight", "mvm"), [(50, 8), (74, 8), (75, 7), (100, 6)])
def test_encumbrance_above_50_pounds_costs_mvm(weight, mvm):
    """C-ARM-3: 1 for every full 25 lb."""
    assert figures(armor=[layer(4, weight=weight)])[1] == mvm


def test_agl_of_a_suit_counts_for_saves():
    """C-ARM-1, C-WND-4: AGL 50 - 10: a useless leg gives way at 41."""
    fought = fight(
        [{"do": "attack"}], ana_has={"weapons": [sword(type="energy", damage="1d8")]},
        bo_has={"armor": [layer(4, suit="half", agl=-10)]},
        rolls={"Ana/to_hit": [60], "Ana/location": [86], "Ana/damage": [[8]], "Bo/health_save": [51], "Bo/agl_save": [41]},
    )  # fmt: skip
    assert fought.rolls("agl_save", "Bo")[0].need == 40
    assert fought.line("Bo", "fall") == [(10, "fall")]


def test_two_blows_of_one_instant_meet_the_armor_as_it_was_before_and_wear_it_together():
    """C-ARM-2, CLK-2: 23 each against 10: 31 hits each."""
    club = {"weapons": [sword(damage="1d30")]}
    dice = {f"{name}/{what}": [roll] for name in ("Ana", "Cid") for what, roll in (("to_hit", 60), ("location", CHEST))}
    fought = fight(
        [{"do": "attack"}], ana_has=club, bo_has={"armor": [layer(10)], "htk": 100},
        others=[fighter("Cid", "red", 10, [{"do": "attack"}], **club)],
        rolls=dice | {"Ana/damage": [[23]], "Cid/damage": [[23]]},
    )  # fmt: skip
    assert [event.armor for event in fought.of("wound")] == [10, 10]
    assert fought.of("wound")[-1].armor_hits == {"mail": 150 - 62}


def test_a_blow_at_the_bare_chest_costs_all_of_it():
    """C-DMG-6: no armor, no PAB."""
    assert wounds(struck([20], CHEST, bo_has={"htk": 100})) == [(0, 20, {})]
