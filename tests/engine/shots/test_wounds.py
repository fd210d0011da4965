"""Impairment, Death Tests, dying, and unnamed characters (S-WND-1 to S-WND-3)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, Player, dice, fight, fighter, gun, hurting

from engine.shots.actions import Attack

ATTACK = {"do": "attack"}
ON_BO = ATTACK | {"target": "Bo"}


def far(name="Dee", **has):
    """One more of Bo's side, so that the battle goes on without him."""
    return fighter(name, "blue", 500, **has)


# impairment


@pytest.mark.parametrize(("points", "worse"), [(24, 0), (25, 1), (29, 1), (30, 2)])
def test_wound_points_impair_every_roll_from_25_and_from_30(points, worse) -> None:
    """S-WND-1: Bo's attack of 14 at shot 8 is worse by it."""
    fought = fight(
        [ATTACK], [ATTACK], ana_has={"weapons": [hurting(points)]}, rolls={"Ana/attack": [LEVEL], "Bo/attack": [LEVEL]},
    )
    assert fought.points("Bo") == [(0, "Bo", points, points)]
    assert fought.figures("Bo") == [("Ana", 14 - worse, 13, 1 - worse)]
    assert fought.mods("attack", "Bo").get("S-WND-1", 0) == worse


def test_impairment_that_changes_is_logged_with_what_it_adds() -> None:
    """S-WND-1: 25, then 30."""
    fought = fight(
        [ATTACK | {"weapon": "gun"}, ATTACK | {"weapon": "little"}],
        ana_has={"weapons": [hurting(25), hurting(5, name="little")]}, rolls={"Ana/attack": [LEVEL] * 2},
    )  # fmt: skip
    assert [(event.t, event.value, event.wounds) for event in fought.of("impairment")] == [(0, -1, 25), (3, -2, 30)]


def test_impairment_lowers_initiative() -> None:
    """S-WND-1, S-SEQ-1: all rolls: 8 - 1 = 7 in the second sequence."""
    fought = fight([ATTACK], ana_has={"weapons": [hurting(25)]}, rules={"max_counts": 10}, rolls={"Ana/attack": [LEVEL]})
    assert fought.of("sequence")[1].order == {"Ana": 10, "Bo": 7}


@pytest.mark.parametrize(("points", "picks", "better"), [(25, 1, 0), (30, 1, 0), (25, 2, 1), (30, 2, 2), (24, 2, 0)])
def test_guts_takes_impairment_away_and_taken_twice_turns_it_round(points, picks, better) -> None:
    """S-WND-1: Guts: none; twice: +1 and +2."""
    fought = fight(
        [ATTACK], [ATTACK], ana_has={"weapons": [hurting(points)]}, bo_has={"schticks": [{"name": "guts", "picks": picks}]},
        rolls={"Ana/attack": [LEVEL], "Bo/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.figures("Bo") == [("Ana", 14 + better, 13, 1 + better)]


def test_impairment_does_not_lower_what_one_is_attacked_against() -> None:
    """S-WND-1: rolls only: Dodge stays 13."""
    fought = fight(
        [ATTACK | {"weapon": "gun"}] * 2, ana_has={"weapons": [hurting(28), gun(name="other")]}, rolls={"Ana/attack": [LEVEL, MISS]},
    )
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [13, 13]


# Death Tests


def test_no_death_test_up_to_30() -> None:
    """S-WND-2: past 30 only."""
    fought = fight([ATTACK], ana_has={"weapons": [hurting(30)]}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": []})
    assert fought.state("Bo")["able"]


def test_a_death_test_is_constitution_and_an_open_roll_against_the_points_past_30() -> None:
    """S-WND-2, S-WND-1: 36 points: 6 past; Constitution 7, impairment -2: the dice must reach 1."""
    shoots = {"weapons": [hurting(36)]}
    lives = fight([ATTACK], ana_has=shoots, bo_has={"constitution": 7}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(1)]})
    (test,) = lives.rolls("death_test")
    assert (test.need, test.margin, test.result) == (1, 0, "lives")
    assert lives.mods("death_test", "Bo") == {"S-WND-2": 6 - 7, "S-WND-1": 2}
    assert lives.state("Bo")["able"]
    dies = fight([ATTACK], ana_has=shoots, bo_has={"constitution": 7}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(0)]})
    assert (dies.result.outcome, dies.result.winner, dies.result.t) == ("win", "red", 0)


def test_every_further_wound_asks_for_another_test() -> None:
    """S-WND-2: 31, 36 and a hit of no points, which is no wound: two tests, against 1 and 6."""
    arms = [hurting(31), hurting(5, name="little"), gun(name="pea", damage=0, hands=0)]
    orders = [ATTACK | {"weapon": weapon} for weapon in ("gun", "little", "pea")]
    fought = fight(
        orders, ana_has={"weapons": arms}, rolls={"Ana/attack": [LEVEL] * 3, "Bo/death_test": [dice(5), dice(5)]},
    )
    assert [(event.t, event.need) for event in fought.rolls("death_test")] == [(0, 1 - 6 + 2), (3, 6 - 6 + 2)]
    assert [wound[2] for wound in fought.points("Bo")] == [31, 5, 0]


def test_whether_the_wound_that_leads_past_30_asks_for_a_test_is_a_rule() -> None:
    """S-WND-2: field crossing_tests."""
    fought = fight(
        [ATTACK | {"weapon": "gun"}, ATTACK | {"weapon": "little"}], rules={"crossing_tests": False},
        ana_has={"weapons": [hurting(31), hurting(1, name="little")]},
        rolls={"Ana/attack": [LEVEL] * 2, "Bo/death_test": [dice(5)]},
    )  # fmt: skip
    assert [event.t for event in fought.rolls("death_test")] == [3]


@pytest.mark.parametrize("failed_by", [1, 14])
def test_a_death_test_that_fails_says_by_how_much(failed_by) -> None:
    """S-WND-2: 31 points, Constitution 0, impairment 2: the dice must reach 3; whether one is dying or dead is told after."""
    fought = fight(
        [ATTACK], ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0},
        rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(3 - failed_by)]},
    )  # fmt: skip
    assert [event.result for event in fought.rolls("death_test")] == [f"fails by {failed_by}"]


BANDS = {1: 7200, 2: 4800, 3: 3000, 4: 1800, 5: 1200, 6: 800, 7: 500, 8: 300, 9: 200, 10: 120, 11: 80, 12: 50, 13: 30}
"""6 h, 4 h, 2.5 h, 1.5 h, 1 h, 40, 25, 15, 10, 6, 4, 2.5, 1.5 minutes at 20 sequences of 3 seconds a minute."""


@pytest.mark.parametrize("failed_by", [*BANDS, 14, 15])
def test_how_long_one_lives_goes_by_how_much_the_test_failed_by(failed_by) -> None:
    """S-WND-2: Constitution 0, 31 points, impairment -2: the dice must reach 3; 14 and more: dead at once."""
    fought = fight(
        [ON_BO], ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0}, others=[far()],
        rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(3 - failed_by)]},
    )  # fmt: skip
    (down,) = fought.of("down")
    assert down.dying_sequences == BANDS.get(failed_by)
    state = fought.state("Bo")
    assert (state["state"], state["dead"]) == (("dead", True) if failed_by >= 14 else ("dying", False))
    assert len(fought.of("death")) == (failed_by >= 14)


def test_who_is_dying_dies_as_the_sequence_of_its_time_begins() -> None:
    """S-WND-2: 6 seconds are two sequences: down in the first, dead as the third begins, at count 20."""
    fought = fight(
        [ON_BO], ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0}, others=[far()],
        rules={"dying_minutes": [0.1], "max_counts": 25}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(2)]},
    )  # fmt: skip
    assert [(event.t, event.actor, event.why) for event in fought.of("death")] == [(20, "Bo", "S-WND-2: died of the wounds")]
    assert fought.downs() == [(0, "Bo")]
    assert fought.state("Bo")["dead"]


def test_part_of_a_sequence_to_live_lasts_to_its_end() -> None:
    """S-WND-2: 4 seconds are more than one sequence: dead as the third begins."""
    fought = fight(
        [ON_BO], ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0}, others=[far()],
        rules={"dying_minutes": [4 / 60], "max_counts": 25}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(2)]},
    )  # fmt: skip
    assert [event.t for event in fought.of("death")] == [20]


def test_who_is_down_neither_acts_nor_rolls_initiative_nor_is_a_target() -> None:
    """S-WND-2, CLK-4: Bo's shot 8 passes, and Ana's next attack on him is not legal."""
    refused = []

    def answer(request):
        if request.t == 3:
            refused.append(request.legal(Attack(target="Bo", weapon="gun")))
        return Attack(target="Bo", weapon="gun") if request.t == 0 else None

    fought = fight(
        players={"Ana": Player(answer)}, ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0}, others=[far()],
        rules={"max_counts": 10}, rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(2)]},
    )  # fmt: skip
    assert fought.asked("Bo") == [(0, ("announced",))]
    assert fought.of("sequence")[1].order == {"Ana": 10, "Dee": 10}
    assert refused == ["CLK-4: Bo is out of the fight: dying"]


def test_the_wounds_of_one_instant_are_summed_and_make_one_test() -> None:
    """CLK-2, S-WND-2: 20 from Ana and 20 from Cid: 40, one test against 10."""
    cid = fighter("Cid", "red", 0, [ATTACK], weapons=[hurting(20)])
    fought = fight(
        [ATTACK], ana_has={"weapons": [hurting(20)]}, others=[cid],
        rolls={"Ana/attack": [LEVEL], "Cid/attack": [LEVEL], "Bo/death_test": [dice(6)]},
    )  # fmt: skip
    assert fought.points("Bo") == [(0, "Bo", 20, 20), (0, "Bo", 20, 40)]
    (test,) = fought.rolls("death_test")
    assert (test.need, test.margin) == (10 - 6 + 2, 0)
    assert [event.value for event in fought.of("impairment")] == [-2]


# unnamed characters


def test_an_unnamed_character_is_out_at_any_wound_point() -> None:
    """S-WND-3: 1 point, and no Death Test."""
    fought = fight([ATTACK], ana_has={"weapons": [hurting(1)]}, bo_has={"unnamed": True}, rolls={"Ana/attack": [LEVEL]})
    assert fought.downs() == [(0, "Bo")]
    assert (fought.result.outcome, fought.state("Bo")["dead"]) == ("win", False)


def test_a_hit_of_no_points_puts_nobody_out() -> None:
    """S-WND-3, S-ROL-3."""
    fought = fight([ATTACK], ana_has={"weapons": [gun(damage=5)]}, bo_has={"unnamed": True}, rolls={"Ana/attack": [LEVEL]})
    assert fought.impacts() == [(0, "Ana", "Bo", "hit")]
    assert fought.state("Bo")["able"]


def test_two_hits_of_one_instant_put_an_unnamed_character_out_once() -> None:
    """S-WND-3, CLK-2."""
    cid = fighter("Cid", "red", 0, [ATTACK])
    fought = fight([ATTACK], bo_has={"unnamed": True}, others=[cid], rolls={"Ana/attack": [LEVEL], "Cid/attack": [LEVEL]})
    assert fought.downs() == [(0, "Bo")]


def mob(*names, **has):
    return [fighter(name, "blue", 10, unnamed=True, **({"shot": 5} | has)) for name in names]


def test_unnamed_characters_roll_initiative_as_a_group_and_each_adds_its_own_speed() -> None:
    """S-WND-3: one face, 4, from the first by stream key: 9 for Bo and Dee, 11 for the faster Eli."""
    fought = fight(
        bo_has={"unnamed": True, "shot": 5}, others=[*mob("Dee"), *mob("Eli", shot=7)], ana_has={"shot": 5},
        rules={"initiative_dice": 1}, rolls={"Ana/initiative": [1], "Bo/initiative": [4], "Dee/initiative": [], "Eli/initiative": []},
    )  # fmt: skip
    assert fought.of("sequence")[0].order == {"Eli": 11, "Bo": 9, "Dee": 9, "Ana": 6}
    assert [event.actor for event in fought.rolls("initiative")] == ["Ana", "Bo"]


def test_groups_roll_apart_and_so_do_sides_and_named_characters() -> None:
    """S-WND-3: two groups of blue, one of red, and Ana."""
    others = [
        *mob("Dee", group="door"), *mob("Eli", group="door"), *mob("Fay", group="roof"),
        fighter("Gus", "red", 0, unnamed=True, shot=5),
    ]  # fmt: skip
    faces = {"Ana": 1, "Bo": 2, "Dee": 3, "Fay": 4, "Gus": 5}
    fought = fight(
        ana_has={"shot": 5}, bo_has={"shot": 5}, others=others, rules={"initiative_dice": 1},
        rolls={f"{name}/initiative": [face] for name, face in faces.items()},
    )  # fmt: skip
    assert fought.of("sequence")[0].order == {"Gus": 10, "Fay": 9, "Dee": 8, "Eli": 8, "Bo": 7, "Ana": 6}


def test_the_next_of_a_group_rolls_when_the_first_is_out() -> None:
    """S-WND-3: Bo falls at count 0; Dee rolls for what is left."""
    fought = fight(
        [ON_BO], ana_has={"shot": 9}, bo_has={"unnamed": True, "shot": 5}, others=[*mob("Dee", "Eli")],
        rules={"initiative_dice": 1, "max_counts": 10},
        rolls={"Ana/attack": [LEVEL], "Ana/initiative": [1, 1], "Bo/initiative": [2], "Dee/initiative": [3]},
    )  # fmt: skip
    assert fought.of("sequence")[1].order == {"Ana": 10, "Dee": 8, "Eli": 8}


def test_an_unnamed_defense_costs_three_shots_and_lasts_until_its_next_action() -> None:
    """S-WND-3: 8 - 3 = 5; up at 0 and at 3, over when Bo moves at shot 5 (count 5), so that Ana's attack at 6 meets 13."""
    fought = fight(
        [ATTACK] * 3, [{"do": "defend", "on": "announced"}, {"do": "drop", "at": 5}], bo_has={"unnamed": True},
        rolls={"Ana/attack": [MISS] * 3},
    )  # fmt: skip
    assert fought.counters("Bo")[0] == (0, 8, 5, "defend")
    assert [difficulty for _, _, difficulty, _ in fought.figures("Ana")] == [16, 16, 13 + 2]
    assert fought.defenses("Bo") == [(0, "dodge", 3, False), (5, "dodge", 3, True)]


def test_an_unnamed_defense_outlasts_the_sequence_of_one_who_does_nothing() -> None:
    """S-WND-3: until its next action, whenever that is."""
    fought = fight(
        [ATTACK] * 5, [{"do": "defend", "on": "announced"}], bo_has={"unnamed": True}, rules={"max_counts": 10},
        rolls={"Ana/attack": [MISS] * 5},
    )  # fmt: skip
    assert [difficulty for _, _, difficulty, _ in fought.figures("Ana")] == [16] * 5


def test_one_shot_is_enough_for_an_unnamed_defense() -> None:
    """S-WND-3, S-DEF-1: 1 - 3 = -2."""
    fought = fight(
        [ATTACK], [{"do": "defend", "on": "announced"}], bo_has={"unnamed": True, "shot": 1}, rolls={"Ana/attack": [MISS]}
    )
    assert fought.counters("Bo") == [(0, 1, -2, "defend")]


def test_the_action_of_the_very_instant_ends_an_unnamed_defense_and_a_new_one_is_paid_again() -> None:
    """S-WND-3, S-DEF-2: both at shot 10 at count 0; Bo shoots (7) and defends (4), shoots at 6 and defends again (1 - 3)."""
    fought = fight(
        [ATTACK, ATTACK | {"at": 6}], [ATTACK, {"do": "defend", "on": "announced"}] * 2, bo_has={"unnamed": True, "shot": 10},
        rolls={"Ana/attack": [MISS] * 2, "Bo/attack": [MISS] * 2},
    )  # fmt: skip
    assert fought.counters("Bo") == [
        (0, 10, 7, "attack"), (0, 7, 4, "defend"), (6, 4, 1, "attack"), (6, 1, -2, "defend"),
    ]  # fmt: skip
    assert [(t, over) for t, _, _, over in fought.defenses("Bo")] == [(0, False), (6, True), (6, False)]


@pytest.mark.parametrize("order", [{"do": "drop"}, {"do": "draw", "weapon": "gun"}])
def test_an_unnamed_character_takes_a_whole_action_for_what_is_quick_for_others(order) -> None:
    """S-WND-3: 3-shot actions only."""
    fought = fight([order], ana_has={"unnamed": True, "in_hand": False})
    assert fought.counters("Ana") == [(0, 10, 7, order["do"])]


def test_without_a_crossing_test_even_a_wound_from_exactly_30_asks_for_none() -> None:
    """S-WND-2: field crossing_tests: 30 is not past 30; the next one is."""
    arms = [hurting(30), hurting(1, name="little")]
    orders = [ATTACK | {"weapon": "gun"}, ATTACK | {"weapon": "little"}, ATTACK | {"weapon": "little"}]
    fought = fight(
        orders, rules={"crossing_tests": False}, ana_has={"weapons": arms}, rolls={"Ana/attack": [LEVEL] * 3, "Bo/death_test": [dice(5)]}
    )
    assert [event.t for event in fought.rolls("death_test")] == [6]


def test_a_failure_by_more_than_there_are_times_for_is_death_at_once() -> None:
    """S-WND-2: field dying_minutes of two times: failed by 3."""
    fought = fight(
        [ON_BO], rules={"dying_minutes": [10, 5]}, ana_has={"weapons": [hurting(31)]}, bo_has={"constitution": 0}, others=[far()],
        rolls={"Ana/attack": [LEVEL], "Bo/death_test": [dice(0)]},
    )  # fmt: skip
    assert fought.state("Bo")["dead"]
