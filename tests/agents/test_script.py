"""The script agent: which order is taken, when, and when it is an error (contract 4)."""

from __future__ import annotations

import pytest

from engine.counts.actions import Attack, BreakOff, Couch, Defence, Draw, Hold, Mode, Move, Parry, Recouch, Wait
from engine.errors import AgentError


def test_an_order_without_at_is_taken_at_the_first_decision(scripted):
    ask = scripted([{"do": "attack"}])
    assert ask(0, "start") == Attack(target="Bo", weapon="sword")


def test_a_used_up_script_holds(scripted):
    ask = scripted([{"do": "attack"}])
    ask(0, "start")
    assert ask(15) == Hold()
    assert ask.wake is None


def test_an_order_ahead_is_held_for_and_sets_a_timer(scripted):
    ask = scripted([{"at": 7.5, "do": "attack"}])
    assert ask(0, "start") == Hold()
    assert ask.wake == 7.5
    assert ask(7.5, "hold_expired") == Attack(target="Bo", weapon="sword")


def test_taking_an_order_sets_the_timer_of_the_next_one(scripted):
    ask = scripted([{"at": 0, "do": "attack"}, {"at": 4.999, "do": "break_off"}])
    ask(0, "start")
    assert ask.wake == 4.999


def test_the_timer_is_set_anew_at_every_decision_before_it(scripted):
    ask = scripted([{"at": 9, "do": "attack"}])
    ask(0, "start")
    assert ask(3, "struck") == Hold()
    assert ask.wake == 9


def test_only_the_head_counts_even_when_the_next_order_could_be_taken(scripted):
    ask = scripted([{"on": "noticed", "do": "parry"}, {"do": "attack"}])
    assert ask(0, "start") == Hold()
    assert ask(2, "ready") == Hold()
    assert ask(3, "noticed") == Parry(weapon="shield")
    assert ask(9, "ready") == Attack(target="Bo", weapon="sword")


def test_on_and_at_must_both_have_come(scripted):
    ask = scripted([{"at": 5, "on": "noticed", "do": "parry"}])
    assert ask(2, "noticed") == Hold()
    assert ask(6, "ready") == Hold()
    assert ask(7, "struck", "noticed") == Parry(weapon="shield")


def test_an_order_waits_while_the_fighter_is_busy_and_it_is_not_legal(scripted):
    ask = scripted([{"do": "attack"}, {"do": "couch"}])
    ask(0, "start")
    ask.busy()
    ask.view.refused["couch"] = "C-TIM-1: an action is under way"
    assert ask(3, "noticed") == Hold()
    ask.free()
    ask.view.refused.clear()
    assert ask(15, "ready") == Couch(weapon="sword", target="Bo")


def test_an_order_legal_in_the_middle_of_an_action_is_taken_there(scripted):
    ask = scripted([{"do": "attack"}, {"do": "break_off"}])
    ask(0, "start")
    ask.busy()
    assert ask(3, "stage_changed") == BreakOff()


def test_an_illegal_order_of_a_free_fighter_is_an_error_that_names_everything(scripted):
    ask = scripted([{"do": "attack"}, {"at": 1, "do": "couch", "weapon": "spear"}])
    ask(0, "start")
    ask.view.refused["couch"] = "C-THR-1: spear is not in hand"
    with pytest.raises(AgentError) as caught:
        ask(15, "ready")
    text = str(caught.value)
    assert "Ana" in text
    assert 'orders[1] (at = 1, do = "couch", weapon = "spear")' in text
    assert "count 15" in text
    assert "C-THR-1: spear is not in hand" in text


def test_an_illegal_order_at_exactly_its_own_count_is_an_error_even_in_an_action(scripted):
    ask = scripted([{"do": "attack"}, {"at": 3, "do": "couch"}])
    ask(0, "start")
    ask.busy()
    ask.view.refused["couch"] = "C-TIM-1: an action is under way"
    with pytest.raises(AgentError, match=r"orders\[1\]"):
        ask(3, "hold_expired")


def test_an_order_past_its_count_waits_out_the_action(scripted):
    ask = scripted([{"do": "attack"}, {"at": 3, "do": "couch"}])
    ask(0, "start")
    ask.busy()
    ask.view.refused["couch"] = "C-TIM-1: an action is under way"
    assert ask(3.5, "noticed") == Hold()


def test_an_illegal_order_on_its_own_reason_is_an_error_even_in_an_action(scripted):
    ask = scripted([{"on": "noticed", "do": "parry"}])
    ask.busy()
    ask.view.refused["parry"] = "C-TIM-1: an action is under way"
    with pytest.raises(AgentError, match=r"orders\[0\]"):
        ask(3, "noticed")


def test_a_held_couch_counts_as_free(scripted):
    ask = scripted([{"do": "attack", "weapon": "spear"}])
    ask.busy("couch", "couched")
    ask.view.refused["attack"] = "C-THR-1: spear is not in hand"
    with pytest.raises(AgentError):
        ask(5, "couched")


def test_the_recovering_reason_is_the_middle_of_an_action(scripted):
    ask = scripted([{"do": "attack"}, {"do": "attack"}])
    ask(0, "start")
    ask.view.refused["attack"] = "C-TIM-6: sword recovers until 15"
    assert ask(10, "recovering") == Hold()
    ask.view.refused.clear()
    assert ask(15, "ready") == Attack(target="Bo", weapon="sword")


def test_a_recouch_is_taken_when_recovery_begins(scripted):
    ask = scripted([{"do": "attack"}, {"do": "recouch"}])
    ask(0, "start")
    assert ask(10, "recovering") == Recouch()


def test_a_hurried_attack_is_taken_when_recovery_begins(scripted):
    ask = scripted([{"do": "attack"}, {"do": "attack", "hurry": True}])
    ask(0, "start")
    assert ask(10, "recovering") == Attack(target="Bo", weapon="sword", hurry=True)


def test_a_decision_while_a_held_tool_recovers_is_the_middle_of_an_action(scripted):
    ask = scripted([{"do": "attack"}, {"do": "attack"}])
    ask(0, "start")
    ask.view.me.weapons[0].recovered_at = 15.0
    ask.view.refused["attack"] = "C-TIM-6: sword recovers until 15"
    assert ask(12, "noticed") == Hold()


def test_where_recovery_is_no_phase_a_recovering_tool_leaves_the_fighter_free(scripted):
    ask = scripted([{"do": "attack"}, {"do": "attack"}])
    ask(0, "start")
    ask.view.level = "basic"
    ask.view.me.weapons[0].recovered_at = 15.0
    ask.view.refused["attack"] = "C-STG-3: Bo is at Over 3"
    with pytest.raises(AgentError):
        ask(12, "noticed")


def test_a_stunned_fighter_is_not_free(scripted):
    ask = scripted([{"do": "attack"}])
    ask.view.me.stunned = True
    ask.view.refused["attack"] = "C-WND-4: stunned"
    assert ask(4, "struck") == Hold()


def test_a_silent_weapon_is_the_first_legal_one_in_hand(scripted):
    ask = scripted([{"do": "attack"}])
    ask.view.refused["attack sword"] = "C-STG-6: locked"
    assert ask(0, "start") == Attack(target="Bo", weapon="shield")


def test_a_silent_parry_prefers_the_shield(scripted):
    assert scripted([{"do": "parry"}])(0, "start") == Parry(weapon="shield")


def test_a_silent_draw_takes_what_is_not_in_hand(scripted):
    ask = scripted([{"do": "draw"}])
    ask.view.me.kit = [*ask.view.me.weapons, type(ask.view.me)(name="dagger", in_hand=False)]
    assert ask(0, "start") == Draw(weapon="dagger")


def test_an_attack_with_nobody_left_to_attack_is_an_error(scripted):
    ask = scripted([{"do": "attack"}])
    ask.view.foes, ask.view.me.target = [], None
    with pytest.raises(AgentError, match="no opponent"):
        ask(0, "start")


def test_every_key_of_an_order_reaches_its_option(scripted):
    ask = scripted(
        [
            {"do": "attack", "weapon": "spear", "target": "Bo", "location": "head", "speed_points": 2, "hurry": True},
            {"do": "mode", "mode": "offensive", "set_distance": 4},
            {"do": "def", "active": False},
            {"do": "move", "to": [1, 2.5], "speed": 3},
            {"do": "wait", "until": 20},
            {"do": "hold"},
        ]
    )
    assert ask(0) == Attack(weapon="spear", target="Bo", location="head", speed_points=2, hurry=True)
    assert ask(1) == Mode(mode="offensive", set_distance=4.0)
    assert ask(2) == Defence(active=False)
    assert ask(3) == Move(to=(1.0, 2.5), speed=3.0)
    assert ask(4) == Wait(until=20.0)
    assert ask(5) == Hold()
    assert ask.agent.standing.asks


def test_a_script_is_asked_for_commit_only_when_an_order_names_it(scripted):
    assert "commit" not in scripted([{"do": "attack"}]).agent.standing.asks
    assert "commit" in scripted([{"on": "commit", "do": "break_off"}]).agent.standing.asks
    assert "recovering" in scripted([]).agent.standing.asks
