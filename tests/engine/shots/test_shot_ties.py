"""Attacks of one instant under the four tie policies (CLK-3)."""

from __future__ import annotations

import pytest
from shootouts import LEVEL, MISS, bomb, dice, fight, fighter, fists, gun, hurting

ATTACK = {"do": "attack"}
POLICIES = ("simultaneous", "reach", "speed", "seeded")


def meet(ties, ana=ATTACK, bo=ATTACK, ana_arm=None, bo_arm=None, ana_hits=True, bo_hits=True, tie=None, distance=10, others=(), more=None):
    """Ana and Bo attack at shot 10, each unnamed, so that any hit puts it out; who is put out first rolls nothing."""
    rolls = {name: [LEVEL] for name, hits in (("Ana/attack", ana_hits), ("Bo/attack", bo_hits)) if hits}
    rolls |= {f"{name}/tie": [drawn] for name, drawn in (tie or {}).items()}
    fought = fight(
        [ana], [bo], distance=distance, rules={"ties": ties}, others=list(others), rolls=rolls | (more or {}),
        ana_has={"unnamed": True, "weapons": [ana_arm or gun()]},
        bo_has={"unnamed": True, "shot": 10, "weapons": [bo_arm or gun()]},
    )  # fmt: skip
    return {(event.actor, event.result) for event in fought.of("impact")}, fought


def test_simultaneous_attacks_can_put_both_out() -> None:
    """CLK-3: the default: a draw."""
    results, fought = meet("simultaneous")
    assert results == {("Ana", "hit"), ("Bo", "hit")}
    assert fought.result.outcome == "draw"


def test_speed_lets_the_attack_of_fewer_shots_come_first() -> None:
    """CLK-3: Bo's snapshot of 1 (14 - 5 + 4 is 13) before Ana's 3 shots, which are lost."""
    fought = fight(
        [ATTACK], [ATTACK | {"shots": 1}], rules={"ties": "speed"}, ana_has={"unnamed": True}, bo_has={"shot": 10},
        rolls={"Bo/attack": [dice(4)], "Ana/attack": []},
    )  # fmt: skip
    assert fought.impacts() == [(0, "Bo", "Ana", "hit"), (0, "Ana", "Bo", "lost")]
    assert (fought.result.outcome, fought.result.winner) == ("win", "blue")


def test_equal_speed_is_simultaneous() -> None:
    """CLK-3."""
    assert meet("speed")[0] == {("Ana", "hit"), ("Bo", "hit")}


def test_reach_lets_the_longer_weapon_come_first() -> None:
    """CLK-3: a rifle before a pistol, whatever the distance is."""
    results, _ = meet("reach", ana_arm=gun(range="long"), bo_hits=False)
    assert results == {("Ana", "hit"), ("Bo", "lost")}


def test_reach_goes_by_length_hand_to_hand() -> None:
    """CLK-3: a staff of 1.8 m before fists."""
    staff = fists(name="staff", hands=2, length=1.8)
    results, _ = meet("reach", ana_arm=fists(), bo_arm=staff, ana_hits=False, distance=2)
    assert results == {("Bo", "hit"), ("Ana", "lost")}


def test_equal_reach_is_simultaneous() -> None:
    """CLK-3."""
    assert meet("reach")[0] == {("Ana", "hit"), ("Bo", "hit")}


@pytest.mark.parametrize(("ana", "bo", "first", "last"), [(1, 2, "Ana", "Bo"), (100, 99, "Bo", "Ana")])
def test_seeded_lets_the_lowest_draw_come_first(ana, bo, first, last) -> None:
    """CLK-3: each from its own stream, purpose tie."""
    results, _ = meet("seeded", tie={"Ana": ana, "Bo": bo}, ana_hits=first == "Ana", bo_hits=first == "Bo")
    assert results == {(first, "hit"), (last, "lost")}


def test_equal_draws_are_simultaneous() -> None:
    """CLK-3."""
    assert meet("seeded", tie={"Ana": 7, "Bo": 7})[0] == {("Ana", "hit"), ("Bo", "hit")}


@pytest.mark.parametrize("ties", POLICIES)
def test_a_single_attack_draws_nothing(ties) -> None:
    """CLK-3: there is no tie."""
    fought = fight([ATTACK], rules={"ties": ties}, rolls={"Ana/attack": [MISS], "Ana/tie": []})
    assert fought.impacts() == [(0, "Ana", "Bo", "miss")]


@pytest.mark.parametrize("ties", POLICIES)
def test_attacks_of_different_shots_never_tie(ties) -> None:
    """CLK-3: Ana at 10, Bo at 8."""
    fought = fight([ATTACK], [ATTACK], rules={"ties": ties}, bo_has={"unnamed": True}, rolls={"Ana/attack": [LEVEL], "Bo/attack": []})
    assert fought.impacts() == [(0, "Ana", "Bo", "hit")]


def test_a_lost_attack_is_logged_with_the_wound_that_took_it_as_its_cause() -> None:
    """CLK-3: and its shots are paid, its round is not spent."""
    _, fought = meet("reach", ana_arm=gun(range="long"), bo_arm=gun(feed="clip", magazine=1), bo_hits=False)
    (lost,) = fought.of("impact", "Bo")
    (wound,) = fought.of("wound", "Bo")
    assert lost.cause == wound.seq
    assert fought.counters("Bo") == [(0, 10, 7, "attack")]
    assert fought.state("Bo")["totals"]["ammunition"] == 0


def test_a_hit_that_puts_nobody_out_takes_no_attack() -> None:
    """CLK-3: Bo, named, is hit for 5 and shoots back."""
    fought = fight(
        [ATTACK], [ATTACK], rules={"ties": "reach"}, ana_has={"weapons": [gun(range="long")]}, bo_has={"shot": 10},
        rolls={"Ana/attack": [LEVEL], "Bo/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.impacts() == [(0, "Ana", "Bo", "hit"), (0, "Bo", "Ana", "hit")]


def test_impairment_by_an_earlier_attack_counts_for_the_later_one() -> None:
    """CLK-3, S-WND-1: applied first: Bo, with 25 points, shoots at 13."""
    fought = fight(
        [ATTACK], [ATTACK], rules={"ties": "reach"}, ana_has={"weapons": [hurting(25, range="long")]}, bo_has={"shot": 10},
        rolls={"Ana/attack": [LEVEL], "Bo/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.figures("Bo") == [("Ana", 13, 13, 0)]


def test_simultaneous_attacks_do_not_feel_each_others_impairment() -> None:
    """CLK-2, S-WND-1: the state at the start: 14."""
    fought = fight(
        [ATTACK], [ATTACK], ana_has={"weapons": [hurting(25)]}, bo_has={"shot": 10}, rolls={"Ana/attack": [LEVEL], "Bo/attack": [LEVEL]}
    )
    assert fought.figures("Bo") == [("Ana", 14, 13, 1)]


def test_two_death_tests_where_the_policy_puts_two_hits_apart_and_one_where_they_are_together() -> None:
    """CLK-3, S-WND-2: 20 and 20: apart the second hit alone leads past 30; together one test as well; 31 and 5 tell them apart."""
    cid = fighter("Cid", "red", 0, [ATTACK], weapons=[hurting(5)])
    for ties, needs in (("reach", [1 - 6 + 2, 6 - 6 + 2]), ("simultaneous", [6 - 6 + 2])):
        fought = fight(
            [ATTACK], rules={"ties": ties}, ana_has={"weapons": [hurting(31, range="long")]}, others=[cid],
            rolls={"Ana/attack": [LEVEL], "Cid/attack": [LEVEL], "Bo/death_test": [dice(5)] * len(needs)},
        )  # fmt: skip
        assert [event.need for event in fought.rolls("death_test")] == needs


def third(**has):
    return [fighter("Cid", "red", 0, [ATTACK | {"target": "Bo"}], **has)]


def test_of_three_the_first_takes_the_second_and_the_third_finds_no_target() -> None:
    """CLK-3, CLK-4: Ana 1, Bo 2, Cid 3."""
    results, _ = meet("seeded", tie={"Ana": 1, "Bo": 2, "Cid": 3}, bo_hits=False, others=third())
    assert results == {("Ana", "hit"), ("Bo", "lost"), ("Cid", "no_target")}


def test_of_three_two_of_equal_draw_come_together() -> None:
    """CLK-3: Bo first puts Ana out; her attack is lost, Cid's hits."""
    results, _ = meet(
        "seeded", bo=ATTACK | {"target": "Ana"}, tie={"Ana": 50, "Bo": 1, "Cid": 50}, ana_hits=False, others=third(),
        more={"Cid/attack": [LEVEL]},
    )  # fmt: skip
    assert results == {("Ana", "lost"), ("Bo", "hit"), ("Cid", "hit")}


def test_a_blast_under_speed_does_not_count_who_is_out_by_then() -> None:
    """CLK-3, S-RNG-4: Cid's snapshot takes Bo; Ana's blast meets Dee alone, no step harder."""
    others = [
        fighter("Cid", "red", 0, [ATTACK | {"target": "Bo", "shots": 1}]), fighter("Dee", "blue", 11, shot=1, unnamed=True),
    ]  # fmt: skip
    fought = fight(
        [{"do": "area", "point": [10.0, 0.0]}], rules={"ties": "speed"}, ana_has={"weapons": [bomb()]}, bo_has={"unnamed": True},
        others=others, rolls={"Cid/attack": [dice(5)], "Ana/attack": [LEVEL]},
    )  # fmt: skip
    assert fought.figures("Ana") == [("Dee", 14, 13, 1)]


def test_a_thrown_weapon_of_one_put_out_first_stays_in_its_hand() -> None:
    """CLK-3, S-SEQ-3."""
    knife = gun(name="knife", range="short", thrown=True)
    results, fought = meet("reach", bo={"do": "throw"}, bo_arm=knife, bo_hits=False)
    assert results == {("Ana", "hit"), ("Bo", "lost")}
    assert fought.state("Bo")["in_hand"] == ["knife"]


def test_a_fumble_of_the_earlier_attack_changes_no_defense_that_is_up() -> None:
    """CLK-2, S-ROL-1: Bo attacks, dodges and fumbles at one instant: his dodge still meets Ana's attack: 10 - 3 - 1 - 3."""
    fought = fight(
        [ATTACK], [ATTACK, {"do": "defend", "on": "announced"}], rules={"ties": "seeded"}, bo_has={"shot": 10},
        rolls={"Ana/attack": [MISS], "Bo/attack": [[6, 6, 1, 3]], "Ana/tie": [2], "Bo/tie": [1]},
    )  # fmt: skip
    assert fought.figures("Ana") == [("Bo", 10, 16, -6)]
    assert [after for _, _, after, _ in fought.counters("Bo")] == [7, 6, 3]
