"""Overbears, throws and holds on legs (C-THR-1, C-KNB-3).

An overbear is a blow of W 8 and 1 ft under OVB (40): from its optimal distance of 3 ft it commits at 4 and lands at 8.
"""

from __future__ import annotations

import pytest
from duels import ABDOMEN, CHEST, Player, fight, fighter, sword

from engine.counts.actions import Attack, Overbear, Throw
from engine.counts.knockback import hold_term
from engine.counts.rules import CountsRules

LIGHT = {"weight": 150, "htk": 1000}


def overbear(roll, distance=3, order=None, **more):
    """Ana overbears Bo at count 0."""
    rolls = {"Ana/overbear": [roll]} | more.pop("rolls", {})
    return fight(ana=[{"do": "overbear"} | (order or {})], distance=distance, rolls=rolls, **more)


def told(fought, actor="Ana"):
    return [(event.t, event.what, event.success, event.location) for event in fought.of("overbear", actor)]


# overbear


@pytest.mark.parametrize(("roll", "falls"), [(40, True), (41, False)])
def test_an_overbear_throws_its_target_down_under_ovb(roll, falls):
    """C-THR-1: OVB 40 against DEF 0; it winds up, commits, lands and recovers as a blow does (C-TIM-1, C-TIM-4)."""
    fought = overbear(roll)
    assert fought.line("Ana", "windup", "commit", "impact", "overbear", "recover", "ready") == [
        (0, "windup"), (4, "commit"), (8, "impact"), (8, "overbear"), (8, "recover"), (12, "ready"),
    ]  # fmt: skip
    assert told(fought) == [(8, "down", falls, None)]
    assert fought.blows() == [(8, "Ana", "hit" if falls else "miss")]
    assert (fought.line("Bo", "fall") == [(8, "fall")]) is falls
    assert fought.of("wound") == []


def test_def_counts_against_an_overbear():
    """C-THR-1: 40 - 15; Bo faces Ana."""
    fought = overbear(26, bo_has={"def": 15})
    assert [event.need for event in fought.rolls("overbear", "Ana")] == [25]
    assert fought.of("fall") == []


def test_96_and_more_always_miss():
    """C-THR-1, C-HIT-1."""
    assert overbear(96, ana_has={"ovb": 200}).blows() == [(8, "Ana", "critical_miss")]


def test_its_distance_is_that_of_a_weapon_of_a_foot():
    """C-STG-3: at 5 ft Retreat 2: X 10, -20; at 7 ft it is Out and X 11 as at Retreat 3."""
    near = overbear(21, distance=5)
    assert near.blows() == [(10, "Ana", "miss")]
    assert near.mods("overbear", "Ana") == {"C-THR-1": 40, "C-STG-3": -20}
    assert fight(ana=[{"do": "overbear"}], distance=7).blows() == [(11, "Ana", "out_of_reach")]


def test_no_parry_meets_it():
    """C-THR-1: a parry that is up from 5 on stays up."""
    fought = overbear(1, bo=[{"do": "parry", "weapon": "sword"}], rolls={"Bo/parry": []})
    assert [event.what for event in fought.of("parry", "Bo")] == ["up"]
    assert fought.line("Bo", "fall") == [(8, "fall")]


def test_what_the_fallen_one_was_at_is_lost():
    """CLK-4: Bo, committed at 6.5 (X 9 at Press 1 from 1), lies at 8 and its blow of 10 is lost."""
    fought = overbear(1, bo=[{"do": "attack", "at": 0.5}])
    assert [(event.t, event.result) for event in fought.of("impact", "Bo")] == [(8, "lost")]


def test_two_that_overbear_each_other_at_one_instant_both_fall():
    """CLK-2, C-THR-1."""
    fought = overbear(1, bo=[{"do": "overbear"}], rolls={"Bo/overbear": [1]})
    assert fought.line("Ana", "fall") == [(8, "fall")]
    assert fought.line("Bo", "fall") == [(8, "fall")]


def test_under_a_tie_policy_the_first_one_down_loses_its_own():
    """CLK-3: by speed the overbear of 8 counts comes before the blow of 10 (W 12, Press 2) of the same instant."""
    fought = fight(
        [{"at": 2, "do": "overbear"}], [{"do": "attack"}], 3, {"ties": "speed"}, bo_has={"weapons": [sword(wsd=12)]},
        rolls={"Ana/overbear": [1], "Bo/to_hit": []},
    )  # fmt: skip
    assert fought.blows() == [(10, "Ana", "hit"), (10, "Bo", "lost")]


def test_one_who_fell_meanwhile_is_no_target():
    """C-THR-1: Cid throws Bo down at 8, Ana's lands at 8.5."""
    cid = fighter("Cid", "red", 6, [{"do": "overbear", "target": "Bo"}])
    fought = fight(
        ana=[{"at": 0.5, "do": "overbear"}], distance=3, others=[cid],
        rolls={"Cid/overbear": [1], "Ana/overbear": []},
    )  # fmt: skip
    assert fought.blows() == [(8, "Cid", "hit"), (8.5, "Ana", "no_target")]


def test_a_committed_one_broken_off_hits_nothing():
    """C-TIM-7."""
    fought = fight(ana=[{"do": "overbear"}, {"at": 5, "do": "break_off"}], distance=3, rolls={"Ana/overbear": []})
    assert fought.blows() == [(8, "Ana", "broken_off")]


def test_it_is_noticed_like_any_attack():
    """C-PER-1: in the wind-up, perception 40."""
    fought = overbear(1, bo_has={"combat_perception": 40}, rolls={"Bo/perception": [40]})
    assert fought.line("Bo", "notice") == [(0, "notice")]


def test_it_needs_no_weapon():
    """C-THR-1: empty hands do."""
    assert overbear(1, ana_has={"weapons": []}).line("Bo", "fall") == [(8, "fall")]


def test_a_repeated_one_is_preset():
    """C-INI-1: fresh the first time."""
    fought = fight(ana=[{"do": "overbear"}] * 2, distance=3, rolls={"Ana/overbear": [99, 99]})
    assert [(t, preset) for t, _, preset in fought.inits("Ana")] == [(0, False), (12, True)]


# throw


@pytest.mark.parametrize(("roll", "feet"), [(60, 4.0), (91, 0.5), (96, 0.0)])
def test_a_throws_success_number_is_crushing_knockback(roll, feet):
    """C-THR-1, C-KNB-1: chance 100: 40 are 8 units, 4 ft; 9 are one; Bo has no location to save by (C-KNB-3)."""
    fought = fight(
        ana=[{"do": "throw"}], distance=3, ana_has={"ovb": 100}, bo_has=LIGHT,
        rolls={"Ana/overbear": [roll], "Bo/agl_save": [50] if feet > 1 else []},
    )  # fmt: skip
    assert [event.feet for event in fought.of("knockback", "Bo")] == ([feet] if feet else [])
    assert fought.of("wound") == []
    assert fought.of("fall") == []
    assert told(fought) == [(8, "throw", roll < 96, None)]


# what may be declared


def refusal(option, **more):
    """Return the rule that forbids Ana an option at the start."""
    found = []

    def answer(request):
        refused = request.legal(option)
        found.append(refused and refused.split(":")[0])

    fight(players={"Ana": Player(answer)}, **more)
    return found[0]


@pytest.mark.parametrize(
    ("option", "rule"),
    [(Overbear(target="Bo"), None), (Throw(target="Bo"), None), (Overbear(target="Bo", location="lower_leg"), None),
     (Overbear(target="Bo", location="head"), "C-KNB-3"), (Overbear(target="Zoe"), "CLK-5")],
)  # fmt: skip
def test_an_overbear_is_of_the_whole_body_or_of_a_leg(option, rule):
    """C-THR-1, C-KNB-3."""
    assert refusal(option) == rule


def test_one_that_lies_can_neither_overbear_nor_be_thrown_down():
    """C-THR-1: asked at 9, when Bo lies since 8."""
    lying, standing = [], []

    def ana(request):
        if request.t == 0:
            return Overbear(target="Bo")
        if request.t == 12 and not lying:
            options = (Overbear(target="Bo"), Throw(target="Bo"), Overbear(target="Bo", location="upper_leg"))
            lying.extend(request.legal(option) for option in options)
        return None

    def bo(request):
        if request.t == 8:
            standing.append(request.legal(Overbear(target="Ana")))

    fight(distance=3, players={"Ana": Player(ana), "Bo": Player(bo)}, rolls={"Ana/overbear": [1]})
    assert lying == ["C-THR-1: Bo lies already", "C-THR-1: Bo lies already", None]
    assert standing == ["C-THR-1: it lies; it must rise first"]


def test_another_one_waits_for_its_recovery():
    """C-TIM-6: it recovers until 12; a weapon that is ready may be used before."""
    found = []

    def ana(request):
        if request.t == 0:
            return Overbear(target="Bo")
        if request.t == 8 and not found:
            found.extend(request.legal(option) for option in (Throw(target="Bo"), Attack(target="Bo", weapon="sword")))
        return None

    fight(distance=3, players={"Ana": Player(ana)}, rolls={"Ana/overbear": [99]})
    assert found == ["C-TIM-6: it recovers from its last one until 12", None]


# holds


def test_a_hold_is_worse_the_lower_the_leg():
    """C-KNB-3."""
    rules = CountsRules()
    assert hold_term("left upper_leg", rules) == -25
    assert hold_term("right lower_leg", rules) == -50


def held(orders, strikes_at=10, leg="upper_leg", more=None, others=None, rolls=None):
    """Ana takes hold of Bo's leg at 8; Cid strikes Bo for 23 at the abdomen at a count, from 5 ft behind."""
    cid = fighter(
        "Cid", "red", 8, [{"at": strikes_at - 10, "do": "attack", "target": "Bo"}],
        weapons=[sword(damage="1d1000")],
    )  # fmt: skip
    return fight(
        ana=[{"do": "overbear", "location": leg}, *orders], distance=3, others=[cid, *(others or [])],
        bo_has=LIGHT | {"agl": 100} | (more or {}), ana_has={"ovb": 70},
        rolls={
            "Ana/overbear": [10], "Cid/to_hit": [60], "Cid/location": [ABDOMEN], "Cid/damage": [[23]],
            "Bo/agl_save": [1],
        } | (rolls or {}),
    )  # fmt: skip


def needs(fought):
    return [event.need for event in fought.rolls("agl_save", "Bo")]


@pytest.mark.parametrize(("leg", "need"), [("upper_leg", 75), ("lower_leg", 50)])
def test_a_hold_on_a_leg_counts_on_the_saves_against_knockback(leg, need):
    """C-KNB-3: 100 - 25, or - 50; the side goes by the roll's parity; the call costs -10 or -25 (C-HIT-6)."""
    fought = held([], leg=leg)
    assert told(fought)[0] == (8, "hold", True, f"right {leg}")
    assert fought.mods("overbear", "Ana")["C-HIT-6"] == {"upper_leg": -10, "lower_leg": -25}[leg]
    assert fought.of("fall", "Bo") == []
    assert needs(fought) == [need]


def test_holds_of_several_add_up():
    """C-KNB-3: Dan at the lower leg: 100 - 25 - 50."""
    dan = fighter(
        "Dan", "red", 0, [{"do": "overbear", "target": "Bo", "location": "lower_leg"}], position=[3, 3], ovb=70
    )
    fought = held([], others=[dan], rolls={"Dan/overbear": [1]})
    assert needs(fought) == [25]


def test_another_declaration_lets_go():
    """C-KNB-3: Ana attacks at 9."""
    fought = held([{"at": 9, "do": "attack"}], rolls={"Ana/to_hit": [95]})
    assert told(fought) == [(8, "hold", True, "right upper_leg"), (9, "let go: another declaration", True, "right upper_leg")]
    assert needs(fought) == [100]


def test_a_holder_that_falls_lets_go():
    """C-KNB-3: Eve, of Bo's side, throws Ana down at 9."""
    eve = fighter("Eve", "blue", -3, [{"at": 1, "do": "overbear", "target": "Ana"}])
    fought = held([], others=[eve], rolls={"Eve/overbear": [1]})
    assert told(fought)[1:] == [(9, "let go: fallen", True, "right upper_leg")]
    assert needs(fought) == [100]


def test_a_holder_out_of_the_fight_lets_go():
    """C-KNB-3: Eve kills Ana at 9."""
    eve = fighter(
        "Eve", "blue", -5, [{"do": "attack", "target": "Ana"}], weapons=[sword(damage="1d1000", wsd=9)]
    )
    fought = held([], others=[eve], rolls={"Eve/to_hit": [60], "Eve/location": [CHEST], "Eve/damage": [[100]]})
    assert told(fought)[1:] == [(9, "let go: out of the fight", True, "right upper_leg")]
    assert needs(fought) == [100]


def test_a_target_thrown_out_of_reach_is_held_no_more():
    """C-KNB-3: engaged no more. 120 points throw Bo 12 ft, past Ana to 9 ft behind it: it saves at 75 and, 4 ft beyond MVM, 35."""
    fought = held([], rolls={"Cid/damage": [[120]], "Bo/agl_save": [1, 1]})
    assert needs(fought) == [75, 35]
    assert [what for _, what, _, _ in told(fought)] == ["hold", "let go: disengaged"]
