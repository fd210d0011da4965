"""What an agent is offered and what it may read about it (section 14 of the rules, CLK-5, CLK-2)."""

from __future__ import annotations

import re

import pytest
from duels import MISS, Player, fight, sword

from engine.counts.actions import OPTIONS, Attack, Couch, Hold, Mode, Parry, Release, Wait
from engine.errors import IllegalOption

RULE = re.compile(r"(C-[A-Z]{3}|CLK)-\d+[a-z]?")


def first(look, distance=5, ana_has=None, **more):
    """Call a function with Ana's first request and return what it returns."""
    found = []

    def answer(request):
        if not found:
            found.append(look(request))

    fight(distance=distance, ana_has=ana_has, players={"Ana": Player(answer)}, **more)
    return found[0]


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_names_the_rules_it_stands_on(option):
    """CLK-5, section 14: each option with its rule ids."""
    assert option.rules
    assert all(RULE.fullmatch(rule) for rule in option.rules)


def test_a_free_fighter_is_offered_everything_it_may_declare():
    """CLK-5, section 14."""
    offered = first(lambda request: {option.do for option in request.options})
    assert offered == {
        "attack", "hold", "couch", "parry", "press", "retreat", "wait", "mode", "def", "move", "overbear", "throw",
    }  # fmt: skip


def test_every_option_offered_is_legal():
    """CLK-5: by the request's own word."""
    assert first(lambda request: [option for option in request.options if request.legal(option)]) == []


@pytest.mark.parametrize(
    ("distance", "x", "impact"), [(5, 10, 10), (2, 7, 7), (1.4, 15, 15), (9, 13, 13)]
)
def test_an_agent_can_read_when_an_attack_would_land(distance, x, impact):
    """Section 14, C-TIM-8: SPD 12: the best INIT and the mean one are 0."""
    plan = first(lambda request: request.view.plan(Attack(target="Bo", weapon="sword")), distance)
    assert (plan.x, plan.init_least, plan.init_mean, plan.earliest_impact, plan.mean_impact) == (x, 0, 0, impact, impact)


def test_the_plan_tells_a_fresh_from_a_preset_init():
    """C-INI-1: SPD 3: a fresh INIT is 0 at best and 4 on average."""
    plan = first(lambda request: request.view.plan(Attack(target="Bo", weapon="sword")), ana_has={"spd": 3})
    assert (plan.preset, plan.init_least, plan.init_mean, plan.mean_impact) == (False, 0, 4, 14)


def test_the_plan_of_a_couch_and_of_a_parry_ends_when_they_are_up():
    """C-TIM-2, C-ARM-6: both half of 10."""
    assert first(lambda request: request.view.plan(Couch(weapon="sword", target="Bo"))).earliest_impact == 5
    assert first(lambda request: request.view.plan(Parry(weapon="sword"))).earliest_impact == 5


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (Attack(target="Eve", weapon="sword"), "CLK-5"), (Attack(target="Bo", weapon="axe"), "C-CHR-1"),
        (Attack(target="Ana", weapon="sword"), "CLK-5"), (Attack(target="Bo", weapon="sword", location="tail"), "C-HIT-6"),
        (Attack(target="Bo", weapon="sword", speed_points=1), "C-INI-2"), (Release(target="Bo"), "C-TIM-2"),
        (Wait(until=0), "CLK-5"),
    ],
)  # fmt: skip
def test_an_illegal_option_is_refused_with_the_rule_and_what_was_legal(option, why):
    """CLK-5: the engine's own error names the option, the rule that forbids it and what was legal."""
    with pytest.raises(IllegalOption) as caught:
        fight(players={"Ana": Player(lambda request: option)})
    assert caught.value.rule == why
    assert caught.value.combatant == "Ana"
    assert option.do in caught.value.option
    assert any("attack" in legal for legal in caught.value.legal)


def test_only_one_declaration_is_under_way_at_a_time():
    """C-TIM-7: during an attack neither another nor a press is offered, but a break-off is."""
    offered = {}

    def answer(request):
        offered[request.t] = {option.do for option in request.options}
        request.wake = 3 if request.t == 0 else None
        return Attack(target="Bo", weapon="sword") if request.t == 0 else Hold()

    fight(players={"Ana": Player(answer)}, rolls={"Ana/to_hit": [MISS]})
    assert offered[3] == {"hold", "break_off", "wait", "mode", "def"}


def test_a_wait_is_asked_again_at_its_count():
    """Section 14, CLK-5: reason hold_expired."""
    fought = fight([{"do": "wait", "until": 7.5}])
    assert fought.asked("Ana") == [(0, ("start",)), (7.5, ("hold_expired",))]


def test_an_agent_that_asks_for_nothing_is_not_asked():
    """CLK-5: the standing order: hold."""
    asked = []
    watch = Player(lambda request: asked.append(request.t), frozenset())
    fight([{"do": "attack"}], players={"Bo": watch}, rolls={"Ana/to_hit": [MISS]})
    assert asked == []


def test_answers_of_one_instant_do_not_see_one_another():
    """CLK-2, CLK-5: both are asked at 0; Bo's view does not show what Ana has just chosen."""
    seen = []

    def answer(request):
        if request.t == 0 and "start" in request.reasons:
            seen.append(request.view.foes[0].action)

    fight([{"do": "attack"}], players={"Bo": Player(answer)}, bo_has={"combat_perception": 100}, rolls={"Ana/to_hit": [MISS]})
    assert seen == [None]


def test_options_know_the_weapons_in_hand():
    """CLK-5, section 14: an attack for each."""
    two = {"weapons": [sword(), sword(name="dagger", wsd=4)]}
    offered = first(lambda request: [option.weapon for option in request.options if option.do == "attack"], ana_has=two)
    assert offered == ["sword", "dagger"]


def test_a_number_without_decimals_is_logged_as_the_same_option_with_them():
    """CLK-5: a set distance of 6 and one of 6.0 are one answer, so that a replay is the same to the byte."""
    answers = iter([Mode(mode="static", set_distance=6)])
    fought = fight(players={"Ana": Player(lambda _request: next(answers, Hold()))}, rules={"max_counts": 5})
    (taken,) = [event.option for event in fought.of("decision", "Ana") if event.option["do"] == "mode"]
    assert repr(taken["set_distance"]) == "6.0"
