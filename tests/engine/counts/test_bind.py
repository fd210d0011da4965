"""Binding wounds (C-WND-7)."""

from __future__ import annotations

import pytest
from duels import RIGHT_ARM, Player, fight, fighter, sword

from engine.counts.actions import Bind
from engine.errors import AgentError

BOW = sword(
    name="bow", wsd=8, hands=2, shots=9, reload=6, velocity=60, short=900, medium=900, long=900, type="slicing",
    damage="1d1000",
)  # fmt: skip
ARCHER = {"weapons": [BOW], "def_on": False}
ANA = {"htk": 100, "health": 50, "agl": 100}
FAILED, MADE = 90, 1


def hurt(ana=None, damage=(30,), others=None, kind="slicing", rolls=None, ana_has=None, rules=None, **more):
    """Bo shoots Ana from 60 ft: the first wound at 9, the second at 21; each at her right arm, each health save fails.

    A wound above 25 of her 100 HTK bleeds 1 HTK a minute, one above 50 bleeds 2.
    """
    dice = {
        "Bo/to_hit": [60] * len(damage), "Bo/location": [RIGHT_ARM] * len(damage), "Bo/damage": [[one] for one in damage],
        "Ana/health_save": [FAILED] * len(damage),
    }  # fmt: skip
    if (major := sum(one > 50 for one in damage)):
        dice["Ana/minor_save"] = [MADE] * major
    shots = [{"do": "fire", "target": "Ana"}] * len(damage)
    return fight(
        ana, shots, 60, {"max_counts": 300} | (rules or {}), dice | (rolls or {}), ANA | (ana_has or {}),
        ARCHER | {"weapons": [BOW | {"type": kind}]}, others, **more,
    )  # fmt: skip


def bound(fought):
    return [(event.t, event.actor, event.target, event.bound, event.rate) for event in fought.of("bind")]


def lost(fought):
    return [event.t for event in fought.of("bleed", "Ana") if event.lost]


def cy(orders, x=2.0, **has):
    """A friend of Ana's, who stands at (0, 0)."""
    return fighter("Cy", "red", x, orders, **has)


SELF = [{"do": "bind", "at": 10}]


def test_binding_a_wound_takes_forty_counts_and_ends_its_bleeding():
    """C-WND-7: from 10 to 50; nothing is lost at 249, where the first point would have gone."""
    fought = hurt(SELF)
    assert bound(fought) == [(50, "Ana", "Ana", True, 0)]
    assert [(event.t, event.rate) for event in fought.of("bleed", "Ana")] == [(9, 1), (50, 0)]
    assert fought.line("Ana", "ready") == [(50, "ready")]
    assert lost(hurt([])) == [249]


def test_each_binding_closes_one_wound_the_worst_first():
    """C-WND-7: rates 2 from 9 and 1 from 21: 2 is bound at 70, 1 at 110; 24 + 147 + 40 of 240 had run."""
    fought = hurt([{"do": "bind", "at": 30}, {"do": "bind"}], (55, 26))
    assert bound(fought) == [(70, "Ana", "Ana", True, 1), (110, "Ana", "Ana", True, 0)]
    assert lost(fought) == []


def test_the_part_of_a_point_already_run_carries_over_a_binding():
    """C-WND-7: 12 x 2 + 49 x 3 = 171 of 240 at 70; the other 69 at one a count."""
    assert lost(hurt([{"do": "bind", "at": 30}], (55, 26))) == [139]


def test_a_friend_binds_another_within_reach():
    """C-WND-7: at 3 ft, and no farther."""
    fought = hurt([], others=[cy([{"do": "bind", "target": "Ana", "at": 10}], 3)])
    assert bound(fought) == [(50, "Cy", "Ana", True, 0)]
    assert lost(fought) == []
    with pytest.raises(AgentError, match=r"C-WND-7: the patient is 3.01 ft away, at most 3"):
        hurt([], others=[cy([{"do": "bind", "target": "Ana", "at": 10}], 3.01)])


def test_one_who_is_down_can_be_bound():
    """C-WND-7, C-WND-6: 60 of 60 HTK gone at 21, with bleeding 2 and 1; bound at 70 and 110."""
    orders = [{"do": "bind", "target": "Ana", "at": 30}, {"do": "bind", "target": "Ana"}]
    fought = hurt([], (40, 20), others=[cy(orders)], ana_has={"htk": 60}, rolls={
        "Ana/health_save": [FAILED, FAILED], "Ana/minor_save": [MADE], "Ana/shock_save": [MADE],
    })  # fmt: skip
    assert fought.of("down", "Ana")[0].t == 21
    assert [(time, rate) for time, *_, rate in bound(fought)] == [(70, 1), (110, 0)]


def test_the_dead_and_the_unhurt_are_not_bound():
    """C-WND-7."""
    with pytest.raises(AgentError, match="C-WND-7: the patient has nothing to bind"):
        fight([{"do": "bind"}], distance=60)
    orders = [{"do": "bind", "target": "Ana", "at": 10}]
    with pytest.raises(AgentError, match="C-WND-7: the patient is dead"):
        hurt([], (60,), others=[cy(orders)], ana_has={"htk": 30}, rolls={"Ana/shock_save": [MADE]})


def test_an_enemy_is_not_bound():
    """C-WND-7."""
    with pytest.raises(AgentError, match="CLK-5: Ana is on another side"):
        hurt([], others=[fighter("Di", "blue", 30, [{"do": "bind", "target": "Ana", "at": 10}])])


@pytest.mark.parametrize("x", [-3.99, 6.99])
def test_nobody_binds_while_an_able_opponent_is_engaged_with_either(x):
    """C-WND-7, C-STG-5b: 3 ft swords are Out at 9 ft; Ana stands at 0, Cy at 3."""
    di = fighter("Di", "blue", -8.99 if x < 0 else 11.99)
    with pytest.raises(AgentError, match="C-WND-7: an opponent is engaged with the " + ("patient" if x < 0 else "binder")):
        hurt([], others=[cy([{"do": "bind", "target": "Ana", "at": 10}], 3), di])


def test_an_opponent_that_is_out_hinders_nobody():
    """C-WND-7: Di is felled by Ed at 5."""
    ed = fighter("Ed", "red", 12, [{"do": "attack", "target": "Di"}], weapons=[sword(wsd=6, damage="1d1000")])
    di = fighter("Di", "blue", 7)
    rolls = {
        "Ed/to_hit": [60], "Ed/location": [20], "Ed/damage": [[40]], "Di/health_save": [MADE], "Di/shock_save": [MADE],
    }  # fmt: skip
    fought = hurt([], others=[cy([{"do": "bind", "target": "Ana", "at": 10}]), di, ed], rolls=rolls)
    assert bound(fought) == [(50, "Cy", "Ana", True, 0)]


def test_an_opponent_that_comes_near_breaks_it_off_at_that_very_moment():
    """C-WND-7, CLK-1: Di comes from 30 ft at 2 ft/ct from 20 on; 8.995 ft, which rounds below 9, after 10.5025 counts."""
    di = fighter("Di", "blue", -28, [{"do": "move", "to": [-20, 0], "speed": 1, "at": 12}])
    calm = hurt([], others=[cy([{"do": "bind", "target": "Ana", "at": 10}]), di])
    assert bound(calm) == [(50, "Cy", "Ana", True, 0)]
    di = fighter("Di", "blue", -30, [{"do": "move", "toward": "Ana", "speed": 2, "at": 20}])
    fought = hurt([], others=[cy([{"do": "bind", "target": "Ana", "at": 10}]), di])
    [(time, *rest)] = bound(fought)
    assert rest == ["Cy", "Ana", False, 1]
    assert 30.5025 <= time <= 30.5027
    assert (time, ("ready",)) in fought.asked("Cy")
    assert [event.why for event in fought.of("break_off", "Cy")] == ["an opponent is engaged with the patient"]


def test_a_patient_that_moves_off_breaks_it_off():
    """C-WND-7: from 2 ft away at 1 ft/ct from 20 on: 3.005 ft, which rounds above 3, at 21.005."""
    fought = hurt([{"do": "move", "to": [-40, 0], "speed": 1, "at": 20}], others=[cy([{"do": "bind", "target": "Ana", "at": 10}])])
    [(time, *_, done, _)] = bound(fought)
    assert not done
    assert 21.005 <= time <= 21.0052


def test_a_patient_on_another_level_moves_off_sooner():
    """C-WND-7, C-STG-2: Cy stands 2 ft higher, right above: 3.005 ft away is 2.2428 on the ground, walked from 20 on."""
    above = cy([{"do": "bind", "target": "Ana", "at": 10}], 0, level=2)
    fought = hurt([{"do": "move", "to": [-40, 0], "speed": 1, "at": 20}], others=[above])
    [(time, *_, done, _)] = bound(fought)
    assert not done
    assert 22.2428 <= time <= 22.243


@pytest.mark.parametrize("binder", ["Ana", "Cy"])
def test_a_blow_at_either_breaks_it_off(binder):
    """C-WND-7: the second arrow at 21 costs nothing more than a scratch."""
    order = {"do": "bind", "target": "Ana", "at": 10} if binder == "Cy" else {"do": "bind", "at": 10}
    fought = hurt(
        [order] if binder == "Ana" else [], (30, 1), others=[cy([order])] if binder == "Cy" else None,
        rolls={"Ana/health_save": [FAILED]},
    )  # fmt: skip
    assert bound(fought) == [(21, binder, "Ana", False, 1)]
    assert [event.why for event in fought.of("break_off", binder)] == ["Ana is struck"]


def test_a_stun_breaks_it_off():
    """C-WND-7, C-WND-4: a shock of the chest at 21 ends the action before anything else does."""
    fought = hurt(
        SELF, (30, 51), rolls={"Bo/location": [RIGHT_ARM, 20], "Ana/minor_save": [MADE]}, rules={"max_counts": 60}
    )
    assert [event.phase for event in fought.of("break_off", "Ana")] == ["working"]
    assert all(not event[3] for event in bound(fought))


def test_it_can_be_broken_off_and_the_time_is_lost():
    """C-TIM-7: dropped at 30, begun anew there."""
    fought = hurt([*SELF, {"do": "break_off", "at": 30}, {"do": "bind"}])
    assert bound(fought) == [(70, "Ana", "Ana", True, 0)]


def test_an_opponent_that_engages_during_the_init_lets_it_not_begin():
    """C-WND-7: an INIT of 12 - 0 from 10 on, and Di is engaged from 15 on: it is judged at 22."""
    di = fighter("Di", "blue", -30, [{"do": "move", "toward": "Ana", "speed": 4, "at": 10, "distance": 5}])
    fought = hurt(
        [], others=[cy([{"do": "bind", "target": "Ana", "at": 10}], spd=0), di], rolls={"Cy/init": [[6, 6]]}
    )
    assert bound(fought) == [(22, "Cy", "Ana", False, 1)]


def test_binding_turns_a_disabling_into_lasting_paralysis():
    """C-WND-7, C-WND-3: a chopped arm is broken at 9, its half stun of 28 counts over at 37; bound from 40 to 80."""
    fought = hurt([{"do": "bind", "at": 40}], (55,), kind="chopping")
    assert bound(fought) == [(80, "Ana", "Ana", True, 0)]
    [(time, name, where)] = [effect for effect in fought.effects("Ana") if effect[0] == 80]
    assert (time, name, where) == (80, "lasting paralysis", "right upper_arm")
    assert "right upper_arm" in fought.of("effect", "Ana")[-1].state["useless"]


def test_a_fighter_sees_its_wounds_and_is_offered_to_bind_them():
    """CLK-5."""
    seen = []

    def ana(request):
        seen.append((request.t, request.view.me.wounds, Bind() in request.options))

    hurt(None, (55, 26), players={"Ana": Player(ana, frozenset({"start", "struck"}))})
    assert seen == [(0, (), False), (9, (2,), True), (21, (2, 1), True)]


def test_a_friend_is_offered_to_bind_one_near_it():
    """CLK-5."""
    seen = []

    def friend(request):
        seen.append(Bind(target="Ana") in request.options)
        request.wake = 10.0 if request.t < 10 else None

    hurt([], others=[cy([])], players={"Cy": Player(friend, frozenset({"start"}))})
    assert seen == [False, True]
