"""Holding, waiting, wakes, what costs no shot, and responses (S-SEQ-2, S-SEQ-4)."""

from __future__ import annotations

import pytest
from shootouts import MISS, Player, fight, fighter

from engine.errors import IllegalOption
from engine.shots.actions import Attack, Defend, Fortune, Wait

ATTACK = {"do": "attack"}


def test_one_who_holds_is_asked_again_in_the_next_sequence() -> None:
    """S-SEQ-2: holding lets its shots run down."""
    fought = fight(rules={"max_counts": 12})
    assert fought.asked("Ana") == [(0, ("start",)), (10, ("ready",))]


def test_one_who_holds_acts_on_the_shot_of_the_count_it_named() -> None:
    """S-SEQ-2, S-SEQ-4: at 4 the shot is 6, above which its counter of 10 has run down: 6 - 3 = 3, next at 7."""
    fought = fight([ATTACK | {"at": 4}, ATTACK], rolls={"Ana/attack": [MISS] * 2})
    assert fought.asked("Ana")[:2] == [(0, ("start",)), (4, ("hold_expired",))]
    assert fought.counters("Ana") == [(4, 6, 3, "attack"), (7, 3, 0, "attack")]


def test_what_ran_down_while_one_held_is_a_change_of_the_counter_of_its_own() -> None:
    """S-SEQ-2, contract 3: Ana holds from 10 and acts at 4: 10 to 6 by the clock, 6 to 3 for the attack; 4 and 3 shots."""
    fought = fight([ATTACK | {"at": 4}], rolls={"Ana/attack": [MISS]})
    held, down, paid = fought.of("decision", "Ana")[0], *fought.of("counter", "Ana")
    assert [(event.t, event.before, event.after, event.rule) for event in (down, paid)] == [(4, 10, 6, "S-SEQ-2"), (4, 6, 3, "S-SEQ-3")]
    assert (down.why, down.cause) == ("runs down", held.seq)
    assert fought.state("Ana")["totals"]["shots_spent"] == 3


def test_what_ran_down_is_told_before_a_defense_is_paid() -> None:
    """S-SEQ-2, S-DEF-1: Ana holds from 10, dodges at shot 8."""
    fought = fight([{"do": "defend", "on": "announced"}], [ATTACK], rolls={"Bo/attack": [MISS]})
    assert [(event.before, event.after, event.why) for event in fought.of("counter", "Ana")] == [(10, 8, "runs down"), (8, 7, "defend")]


def test_a_count_between_two_shots_means_the_later_one() -> None:
    """S-SEQ-2."""
    fought = fight([ATTACK | {"at": 3.25}], rolls={"Ana/attack": [MISS]})
    assert fought.declared("Ana") == [(4, "Ana", "attack")]


def test_one_who_holds_may_defend_and_pays_from_the_shot_of_the_moment() -> None:
    """S-SEQ-4, S-DEF-1: Ana holds from 10; Bo attacks at shot 8: 8 - 1 = 7, not 9."""
    fought = fight([{"do": "defend", "on": "announced"}], [ATTACK], rolls={"Bo/attack": [MISS]})
    assert fought.counters("Ana") == [(2, 8, 7, "defend")]


def test_one_who_held_defended_and_comes_late_to_its_count_acts_when_its_counter_is_met() -> None:
    """S-SEQ-3, S-DEF-4: Cid means to act at 3, steps between at shot 8 (8 - 3 = 5), and acts at shot 5, at count 5."""
    cid = fighter("Cid", "red", 2, [{"do": "interpose", "on": "announced"}, ATTACK | {"at": 3}])
    fought = fight(bo=[ATTACK | {"target": "Ana"}], others=[cid], rolls={"Bo/attack": [MISS], "Cid/attack": [MISS]})
    assert fought.counters("Cid") == [(2, 8, 5, "interpose"), (5, 5, 2, "attack")]


def test_waiting_lowers_the_counter_to_the_shot_one_waits_for() -> None:
    """S-SEQ-4: 10 to 5 at no further price; acts at count 5."""
    fought = fight([{"do": "wait", "shot": 5}, ATTACK], rolls={"Ana/attack": [MISS]})
    assert fought.counters("Ana") == [(0, 10, 5, "waits"), (5, 5, 2, "attack")]


def test_one_who_waits_and_defends_acts_so_much_later() -> None:
    """S-SEQ-3, S-SEQ-4: 10 waits for 5, dodges at shot 8 to 4."""
    fought = fight(
        [{"do": "wait", "shot": 5}, {"do": "defend", "on": "announced"}, ATTACK], [ATTACK],
        rolls={"Ana/attack": [MISS], "Bo/attack": [MISS]},
    )  # fmt: skip
    assert fought.counters("Ana") == [(0, 10, 5, "waits"), (2, 5, 4, "defend"), (6, 4, 1, "attack")]


def test_waiting_for_the_last_shot_and_the_next_sequence_begins_as_ever() -> None:
    """S-SEQ-1, S-SEQ-4: shot 1 is at count 9; then initiative anew at 10."""
    fought = fight([{"do": "wait", "shot": 1}], rules={"max_counts": 10})
    assert fought.asked("Ana") == [(0, ("start",)), (9, ("ready",)), (10, ("ready",))]


@pytest.mark.parametrize("shot", [10, 11, 0, -1])
def test_one_can_wait_only_for_a_lower_shot_of_this_sequence(shot) -> None:
    """S-SEQ-4: a counter can never exceed the current shot."""
    with pytest.raises(IllegalOption, match="S-SEQ-4"):
        fight(players={"Ana": Player(lambda request: Wait(shot=shot))})


def test_a_wake_between_shots_of_ones_own_gives_no_turn() -> None:
    """S-SEQ-2: Ana at 7 after an attack is asked at 2, as she wished, and may not act then."""
    refused = []

    def answer(request):
        if request.t == 0:
            request.wake = 2
            return Attack(target="Bo", weapon="gun")
        if request.reasons == ("hold_expired",):
            refused.append((request.t, request.legal(Attack(target="Bo", weapon="gun"))))
        return None

    fought = fight(players={"Ana": Player(answer)}, rolls={"Ana/attack": [MISS]})
    assert [(t, why.split(":")[0]) for t, why in refused] == [(2, "S-SEQ-2")]
    assert (3, ("ready",)) in fought.asked("Ana")


# what costs no shot


def test_what_costs_no_shot_goes_before_an_action_at_the_same_instant_and_costs_nothing() -> None:
    """S-SEQ-4: Fortune set aside, then the attack: 10 - 3."""
    fought = fight(
        [{"do": "fortune", "roll": "attack"}, ATTACK], ana_has={"fortune": 1}, rolls={"Ana/attack": [MISS], "Ana/fortune": [1]},
    )
    assert fought.took("Ana") == [(0, "fortune"), (0, "attack")]
    assert fought.counters("Ana") == [(0, 10, 7, "attack")]


def test_what_costs_no_shot_comes_at_any_time_as_in_answer_to_an_attack() -> None:
    """S-SEQ-4: Bo, not on the shot, sets a point aside for his Death Test and still dodges."""
    fought = fight(
        [ATTACK], [{"do": "fortune", "roll": "death_test", "on": "announced"}, {"do": "defend", "on": "announced"}],
        bo_has={"fortune": 1}, rolls={"Ana/attack": [MISS]},
    )  # fmt: skip
    assert fought.took("Bo") == [(0, "fortune"), (0, "defend")]
    assert fought.counters("Bo") == [(0, 8, 7, "defend")]


def test_each_thing_that_costs_no_shot_can_be_done_once_an_instant() -> None:
    """CLK-2: set aside, taken back is a second time."""
    def answer(request):
        return Fortune(roll="attack", active=not request.view.me.fortune_for) if request.t == 0 else None

    with pytest.raises(IllegalOption, match="S-SEQ-4"):
        fight(ana_has={"fortune": 1}, players={"Ana": Player(answer)})


def test_an_instant_of_free_defenses_ends_too() -> None:
    """CLK-2, CLK-8: with defense_shots 0 a dodge at one's own shot can't be repeated without end."""
    def answer(request):
        return Defend() if request.legal(Defend()) is None else None

    fought = fight(players={"Ana": Player(answer)}, rules={"defense_shots": 0})
    assert fought.result.outcome == "timeout"
    assert fought.took("Ana") == [(0, "defend")]


# responses


def test_one_response_to_each_action_of_an_enemy() -> None:
    """S-SEQ-4: who has dodged an attack is not asked about it again."""
    fought = fight([ATTACK], [{"do": "defend", "on": "announced"}] * 2, rolls={"Ana/attack": [MISS]})
    assert [entry for entry in fought.asked("Bo") if entry[0] == 0] == [(0, ("announced",))]


def test_there_is_no_response_to_a_response() -> None:
    """S-SEQ-4: Bo's dodge, and Cid who steps between for Bo, ask nobody anything."""
    cid = fighter("Cid", "blue", 12, [{"do": "interpose", "on": "announced"}], shot=8)
    fought = fight([ATTACK], [{"do": "defend", "on": "announced"}], others=[cid], rolls={"Ana/attack": [MISS]})
    assert [event.actor for event in fought.of("decision") if event.t == 0] == ["Ana", "Bo", "Cid"]


def test_all_attacks_of_an_instant_are_answered_in_one_pass() -> None:
    """S-SEQ-4, CLK-2: Ana and Cid attack at shot 10; Bo is asked once, with both announced."""
    seen = []

    def answer(request):
        if "announced" in request.reasons:
            seen.append([attack.id for attack in request.view.announced])

    cid = fighter("Cid", "red", 0, [ATTACK])
    fought = fight([ATTACK], others=[cid], players={"Bo": Player(answer)}, rolls={"Ana/attack": [MISS], "Cid/attack": [MISS]})
    assert seen == [["Ana#1", "Cid#1"]]
    assert [entry for entry in fought.asked("Bo") if entry[0] == 0] == [(0, ("announced",))]


def test_a_standing_order_repeats_the_last_attack_on_every_shot() -> None:
    """CLK-5, S-SEQ-3: asked at the start only; shots 10, 7, 4, 1."""
    keeper = Player(lambda request: Attack(target="Bo", weapon="gun"), asks=frozenset({"start"}), order="keep_attacking")
    fought = fight(players={"Ana": keeper}, rolls={"Ana/attack": [MISS] * 4})
    assert keeper.asked == [(0, ("start",))]
    assert [event.t for event in fought.of("declare", "Ana")] == [0, 3, 6, 9]


def test_an_agent_is_asked_when_it_wants_to_be_for_one_of_the_reasons() -> None:
    """CLK-5: at 3 its shot is met, which it leaves to its standing order, and its timer runs out, which it does not."""
    def answer(request):
        request.wake = 3 if request.t == 0 else None
        return Attack(target="Bo", weapon="gun")

    player = Player(answer, asks=frozenset({"start", "hold_expired"}))
    fought = fight(players={"Ana": player}, rolls={"Ana/attack": [MISS, MISS]})
    assert player.asked == [(0, ("start",)), (3, ("ready", "hold_expired"))]
    assert [event.t for event in fought.of("declare", "Ana")] == [0, 3]


@pytest.mark.parametrize("wake", [0, 2, 3, 50])
def test_a_count_that_is_past_or_beyond_the_cap_wakes_nobody(wake) -> None:
    """S-SEQ-2: named at count 3."""
    def answer(request):
        if request.t == 3:
            request.wake = wake
            return None
        return Attack(target="Bo", weapon="gun")

    player = Player(answer)
    fight(players={"Ana": player}, rolls={"Ana/attack": [MISS]})
    assert player.asked == [(0, ("start",)), (3, ("ready",))]
