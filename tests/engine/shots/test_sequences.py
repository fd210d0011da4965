"""Sequences and shots on the clock, what things cost, holding and waiting (S-SEQ-1 to S-SEQ-4)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, fight, fighter, gun, play

ATTACK = {"do": "attack"}
DIE = {"initiative_dice": 1}


def test_initiative_is_one_die_and_speed_and_the_shots_count_down_from_the_highest() -> None:
    """S-SEQ-1, S-SEQ-2: 4 + 6 = 10 and 2 + 6 = 8: shot 10 at count 0, shot 8 at count 2; the next sequence at count 10."""
    fought = fight(
        [ATTACK], [ATTACK], ana_has={"shot": 6}, bo_has={"shot": 6},
        rules=DIE | {"max_counts": 10},
        rolls={"Ana/initiative": [4, 1], "Bo/initiative": [2, 3], "Ana/attack": [MISS], "Bo/attack": [MISS]},
    )  # fmt: skip
    first, second = fought.of("sequence")
    assert (first.t, first.number, first.top, first.order) == (0, 1, 10, {"Ana": 10, "Bo": 8})
    assert (second.t, second.number, second.top, second.order) == (10, 2, 9, {"Bo": 9, "Ana": 7})
    assert fought.impacts() == [(0, "Ana", "Bo", "miss"), (2, "Bo", "Ana", "miss")]


def test_a_six_on_the_initiative_die_is_not_rolled_again() -> None:
    """S-SEQ-1: 6 + 6 is shot 12; one face is all that is asked for."""
    fought = fight(ana_has={"shot": 6}, bo_has={"shot": 6}, rules=DIE, rolls={"Ana/initiative": [6], "Bo/initiative": [1]})
    assert fought.of("sequence")[0].order == {"Ana": 12, "Bo": 7}
    assert [event.faces for event in fought.rolls("initiative")] == [[6], [1]]


def test_shot_s_of_every_sequence_is_at_t_plus_i_less_s() -> None:
    """S-SEQ-2: Bo's shot 8 of a sequence whose highest is 10 is at T + 2 for T = 0, 10, 20; an attack of 3 shots leads to shot 5."""
    fought = fight(bo=[ATTACK] * 9, rules={"max_counts": 25}, rolls={"Bo/attack": [MISS] * 8})
    assert [event.t for event in fought.of("declare", "Bo")] == [2, 5, 8, 12, 15, 18, 22, 25]
    assert [event.t for event in fought.of("sequence")] == [0, 10, 20]
    assert [(t, shot) for t, shot, acting in fought.calls() if "Bo" in acting][:4] == [(2, 8), (5, 5), (8, 2), (12, 8)]


def test_the_counter_after_an_action_is_what_its_cost_leaves_and_the_next_action_comes_when_it_is_met() -> None:
    """S-SEQ-3: 10 - 3 = 7, 7 - 3 = 4, 4 - 3 = 1: shots 10, 7, 4, 1; 1 - 3 = -2: nothing more."""
    fought = fight([ATTACK] * 5, rolls={"Ana/attack": [MISS] * 4})
    assert fought.counters("Ana") == [
        (0, 10, 7, "attack"), (3, 7, 4, "attack"), (6, 4, 1, "attack"), (9, 1, -2, "attack"),
    ]  # fmt: skip


def test_a_declaration_says_when_the_next_action_comes() -> None:
    """S-SEQ-3: begin and impact are its own shot, ready when the counter is met; below 1 with the next sequence."""
    fought = fight([ATTACK] * 4, rolls={"Ana/attack": [MISS] * 4})
    assert [(event.begin, event.impact, event.ready) for event in fought.of("declare", "Ana")] == [
        (0, 0, 3), (3, 3, 6), (6, 6, 9), (9, 9, 10),
    ]  # fmt: skip


def test_losses_of_shots_never_carry_over() -> None:
    """S-SEQ-1, S-SEQ-3: -2 in the first sequence, 10 again in the second."""
    fought = fight([ATTACK] * 5, rules={"max_counts": 10}, rolls={"Ana/attack": [MISS] * 5})
    assert fought.counters("Ana")[-2:] == [(9, 1, -2, "attack"), (10, 10, 7, "attack")]


def test_the_effect_is_immediate_at_the_shot_of_the_declaration() -> None:
    """S-SEQ-3: declared, announced, rolled and felt at count 0."""
    fought = fight([ATTACK], rolls={"Ana/attack": [LEVEL]})
    assert {event.t for event in fought.events if event.action == "Ana#1"} == {0}
    assert fought.points("Bo") == [(0, "Bo", 5, 5)]


@pytest.mark.parametrize(
    ("first", "has", "cost"),
    [
        ({"do": "attack", "weapon": "gun"}, {}, 3),
        ({"do": "throw", "weapon": "knife"}, {"weapons": [gun(name="knife", range="short", thrown=True)]}, 3),
        ({"do": "move", "to": [0.0, 3.0]}, {}, 3),
        ({"do": "run", "to": [0.0, 3.0]}, {}, 3),
        ({"do": "draw", "weapon": "gun"}, {"in_hand": False}, 1),
        ({"do": "drop"}, {}, 1),
        ({"do": "rise"}, {"tags": ["prone"]}, 1),
    ],
)  # fmt: skip
def test_most_actions_cost_three_shots_and_quick_ones_one(first, has, cost) -> None:
    """S-SEQ-3, S-MOV-1."""
    rolls = {"Ana/attack": [MISS]} if first["do"] in ("attack", "throw") else {}
    fought = fight([first], ana_has=has, rolls=rolls)
    assert fought.counters("Ana") == [(0, 10, 10 - cost, first["do"])]
    assert (cost, 10 - cost, ["Ana"]) in [(t, shot, acting) for t, shot, acting in fought.calls() if "Bo" not in acting]


@pytest.mark.parametrize(("feed", "cost"), [("clip", 1), ("rounds", 3)])
def test_a_clip_is_changed_quickly_and_single_rounds_take_an_action(feed, cost) -> None:
    """S-SEQ-3: one shot fired at 0, reloaded at 3, fired again."""
    arm = gun(feed=feed, magazine=1, ammunition=1)
    fought = fight([ATTACK, {"do": "reload"}, ATTACK], ana_has={"weapons": [arm]}, rolls={"Ana/attack": [MISS] * 2})
    assert fought.declared("Ana") == [(0, "Ana", "attack"), (3, "Ana", "reload"), (3 + cost, "Ana", "attack")]
    (loaded,) = fought.of("reload", "Ana")
    assert (loaded.t, loaded.loaded, loaded.left) == (3, 1, 0)


def test_picking_up_costs_three_shots() -> None:
    """S-SEQ-3: Bo's knife flies to Ana, who picks it up at shot 7 and stands at 4."""
    knife = gun(name="knife", range="short", thrown=True)
    fought = fight(
        [{"do": "pick_up", "weapon": "knife", "at": 3}], [{"do": "throw"}], bo_has={"weapons": [knife]},
        rolls={"Bo/attack": [MISS]},
    )  # fmt: skip
    assert fought.counters("Ana") == [(3, 7, 4, "pick up")]
    assert fought.state("Ana")["in_hand"] == ["gun", "knife"]


def test_actions_of_one_shot_are_simultaneous() -> None:
    """S-SEQ-2: both are asked before either attack is rolled, and each puts the other out."""
    strong = {"weapons": [gun(damage=60)], "shot": 10}
    fought = fight(
        [ATTACK], [ATTACK], ana_has=strong, bo_has=strong,
        rolls={"Ana/attack": [LEVEL], "Bo/attack": [LEVEL], "Ana/death_test": [MISS], "Bo/death_test": [MISS]},
    )  # fmt: skip
    assert fought.calls() == [(0, 10, ["Ana", "Bo"])]
    assert fought.impacts() == [(0, "Ana", "Bo", "hit"), (0, "Bo", "Ana", "hit")]
    assert fought.result.outcome == "draw"


def test_whoever_stood_on_the_shot_still_acts_though_it_spends_a_shot_defending_at_that_instant() -> None:
    """S-SEQ-2: Bo attacks at shot 10 and dodges at shot 10: 10 - 3 - 1 = 6."""
    fought = fight(
        [ATTACK], [ATTACK, {"do": "defend", "on": "announced"}], bo_has={"shot": 10},
        rolls={"Ana/attack": [MISS], "Bo/attack": [MISS]},
    )  # fmt: skip
    assert fought.counters("Bo") == [(0, 10, 7, "attack"), (0, 7, 6, "defend")]
    assert [(t, shot) for t, shot, acting in fought.calls() if "Bo" in acting] == [(0, 10), (4, 6)]


def test_one_who_defends_before_it_acts_still_acts_on_the_same_shot() -> None:
    """S-SEQ-2, S-DEF-1: at shot 10 a dodge ahead of anything, then the attack: 10 - 1 - 3 = 6."""
    fought = fight([{"do": "defend"}, ATTACK], rolls={"Ana/attack": [MISS]})
    assert fought.counters("Ana") == [(0, 10, 9, "defend"), (0, 9, 6, "attack")]


def test_one_whose_last_shot_went_into_a_defense_still_acts() -> None:
    """S-SEQ-2: counter 1 at shot 1: 1 - 1 = 0, and the attack all the same: -3."""
    fought = fight([{"do": "defend", "at": 9}, ATTACK], ana_has={"shot": 1}, bo_has={"shot": 10}, rolls={"Ana/attack": [MISS]})
    assert fought.counters("Ana") == [(9, 1, 0, "defend"), (9, 0, -3, "attack")]


def test_one_who_defends_down_to_nothing_does_nothing_more_in_the_sequence() -> None:
    """S-SEQ-3: Bo at 1 dodges at count 0 and is not called at shot 1."""
    fought = fight(
        [ATTACK], [{"do": "defend", "on": "announced"}], bo_has={"shot": 1}, rolls={"Ana/attack": [MISS]},
    )
    assert fought.counters("Bo") == [(0, 1, 0, "defend")]
    assert all("Bo" not in acting for _, _, acting in fought.calls())


def test_a_first_shot_below_one_means_no_action_and_still_a_sequence_of_the_others_shots() -> None:
    """S-SEQ-1, S-SEQ-3: Speed 0 and no die: shot 0."""
    fought = fight(bo=[ATTACK], ana_has={"shot": 0}, bo_has={"shot": 3}, rules={"max_counts": 6}, rolls={"Bo/attack": [MISS]})
    assert fought.calls() == [(0, 3, ["Bo"]), (3, 3, ["Bo"]), (6, 3, ["Bo"])]


def test_a_sequence_in_which_nobody_has_a_shot_lasts_one_count() -> None:
    """S-SEQ-1: a sequence lasts one shot at least."""
    fought = fight(ana_has={"shot": 0}, bo_has={"shot": 0}, rules={"max_counts": 3})
    assert [(event.t, event.top) for event in fought.of("sequence")] == [(0, 1), (1, 1), (2, 1), (3, 1)]
    assert fought.calls() == []


def test_a_shot_may_be_another_length_of_time() -> None:
    """S-SEQ-2: field shot_counts: at 2 counts a shot, shot 7 is at count 6 and the next sequence at 20."""
    fought = fight([ATTACK] * 2, rules={"shot_counts": 2, "max_counts": 20}, rolls={"Ana/attack": [MISS] * 2})
    assert fought.declared("Ana") == [(0, "Ana", "attack"), (6, "Ana", "attack")]
    assert [event.t for event in fought.of("sequence")] == [0, 20]


def test_listing_order_changes_nothing() -> None:
    """CLK-6: the same log but for the header."""
    def log(order):
        two = [fighter("Ana", "red", 0, [ATTACK] * 3), fighter("Bo", "blue", 10, [ATTACK] * 3)]
        return [str(event) for event in play([two[place] for place in order], seed=5, rules=DIE).events[1:-1]]

    assert log((0, 1)) == log((1, 0))
