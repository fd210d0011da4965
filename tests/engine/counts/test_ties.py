"""Blows of one instant under the four tie policies (CLK-3)."""

from __future__ import annotations

import pytest
from duels import CHEST, fight, fighter, sword

ATTACK = [{"do": "attack"}]
KILLS = {"damage": "1d100"}
LONG = sword(wsd=11, length=4, **KILLS)
"""At 5 ft a sword of 4 ft stands at Press 1: X = 11 - 1 = 10, as the sword of 3 ft and W 10 at its optimal."""


def kill(name, hits=True):
    own = {f"{name}/to_hit": [60]}
    return own | ({f"{name}/location": [CHEST], f"{name}/damage": [[60]]} if hits else {})


def saves(*names):
    return {f"{name}/{save}": [1] for name in names for save in ("health_save", "shock_save")}


def meet(ties, rolls, ana_weapon=None, bo_weapon=None, others=None, ana=ATTACK):
    """Ana and Bo strike at 10, each with a deadly blow."""
    fought = fight(
        ana, ATTACK, rules={"ties": ties}, ana_has={"weapons": [ana_weapon or sword(**KILLS)]},
        bo_has={"weapons": [bo_weapon or sword(**KILLS)]}, rolls=rolls, others=others,
    )  # fmt: skip
    assert {event.t for event in fought.of("impact")} == {10}
    return fought


def results(fought):
    return {event.actor: event.result for event in fought.of("impact")}


BOTH = kill("Ana") | kill("Bo") | saves("Ana", "Bo")
ANA_ONLY = kill("Ana") | saves("Bo")
BO_ONLY = kill("Bo") | saves("Ana")


def test_simultaneous_blows_can_kill_both():
    """CLK-3: simultaneous, the default: a draw, both dead at 10."""
    fought = meet("simultaneous", BOTH)
    assert results(fought) == {"Ana": "hit", "Bo": "hit"}
    assert [fought.result.combatants[name]["state"] for name in ("Ana", "Bo")] == ["dead", "dead"]
    assert (fought.result.outcome, fought.result.t) == ("draw", 10)


def test_reach_lets_the_longer_weapon_land_first():
    """CLK-3: Bo's 4 ft before Ana's 3 ft, though it is the slower weapon."""
    fought = meet("reach", BO_ONLY, bo_weapon=LONG)
    assert results(fought) == {"Bo": "hit", "Ana": "lost"}
    assert (fought.result.outcome, fought.result.winner) == ("win", "blue")


def test_equal_reach_is_simultaneous():
    """CLK-3: a lighter sword of the same length changes nothing."""
    assert results(meet("reach", BOTH, bo_weapon=sword(wsd=10, **KILLS))) == {"Ana": "hit", "Bo": "hit"}


def test_speed_lets_the_action_of_fewer_counts_land_first():
    """CLK-3: Ana's 9 counts, begun at 1, before Bo's 10, begun at 0."""
    fought = meet("speed", ANA_ONLY, ana_weapon=sword(wsd=9, **KILLS), ana=[{"do": "attack", "at": 1}])
    assert results(fought) == {"Ana": "hit", "Bo": "lost"}
    assert (fought.result.outcome, fought.result.winner) == ("win", "red")


def test_equal_speed_is_simultaneous():
    """CLK-3: the whole action's counts decide: W 11 at Press 1 is 10 counts too."""
    assert results(meet("speed", BOTH)) == {"Ana": "hit", "Bo": "hit"}
    assert results(meet("speed", BOTH, bo_weapon=LONG)) == {"Ana": "hit", "Bo": "hit"}


@pytest.mark.parametrize(("ana", "bo", "first", "last"), [(1, 2, "Ana", "Bo"), (100, 99, "Bo", "Ana")])
def test_seeded_lets_the_lowest_draw_land_first(ana, bo, first, last):
    """CLK-3: each from its own stream, purpose tie."""
    dice = ANA_ONLY if first == "Ana" else BO_ONLY
    fought = meet("seeded", dice | {"Ana/tie": [ana], "Bo/tie": [bo]})
    assert results(fought) == {first: "hit", last: "lost"}


def test_equal_draws_are_simultaneous():
    """CLK-3."""
    assert results(meet("seeded", BOTH | {"Ana/tie": [7], "Bo/tie": [7]})) == {"Ana": "hit", "Bo": "hit"}


def test_a_lost_blow_is_logged_once_with_the_wound_that_took_it_as_its_cause():
    """CLK-3: impact with result lost, cause = the wound."""
    fought = meet("reach", BO_ONLY, bo_weapon=LONG)
    (lost,) = fought.of("impact", "Ana")
    (wound,) = fought.of("wound", "Ana")
    assert lost.result == "lost"
    assert lost.cause == wound.seq


def test_a_blow_that_puts_nobody_out_takes_no_blow():
    """CLK-3: Bo's longer weapon lands first but costs 7 of 30: Ana's still lands."""
    fought = meet(
        "reach", {"Bo/to_hit": [70], "Bo/location": [CHEST], "Bo/damage": [[6]]} | ANA_ONLY, bo_weapon=LONG
    )
    assert results(fought) == {"Ana": "hit", "Bo": "hit"}
    assert (fought.result.outcome, fought.result.winner) == ("win", "red")


def test_a_stun_by_an_earlier_blow_of_the_instant_loses_the_later_one():
    """CLK-3, C-WND-4: put out of action: 8 at the chest, the save failed."""
    fought = meet(
        "reach", {"Bo/to_hit": [60], "Bo/location": [CHEST], "Bo/damage": [[8]], "Ana/health_save": [51]}, bo_weapon=LONG
    )
    assert results(fought) == {"Ana": "lost", "Bo": "hit"}
    totals = fought.result.combatants["Ana"]["totals"]
    assert (totals["blows"], totals["lost_blows"]) == (1, 1)


def third(orders=None):
    return [fighter("Cid", "red", 10, orders or ATTACK, weapons=[sword(**KILLS)])]


def test_three_blows_of_one_instant_all_land_simultaneously():
    """CLK-3: Ana and Cid kill Bo, who kills Ana."""
    fought = meet("simultaneous", BOTH | kill("Cid") | {"Bo/health_save": [1, 1]}, others=third())
    assert results(fought) == {"Ana": "hit", "Bo": "hit", "Cid": "hit"}
    assert fought.result.combatants["Bo"]["htk_lost"] == 120
    assert (fought.result.outcome, fought.result.winner) == ("win", "red")


def test_of_three_seeded_blows_the_first_takes_the_second_and_the_third_finds_no_target():
    """CLK-3, CLK-4: Ana 1, Bo 2, Cid 3."""
    fought = meet("seeded", ANA_ONLY | {"Ana/tie": [1], "Bo/tie": [2], "Cid/tie": [3]}, others=third())
    assert results(fought) == {"Ana": "hit", "Bo": "lost", "Cid": "no_target"}


def test_of_three_seeded_blows_two_of_equal_draw_land_together():
    """CLK-3: Bo first kills Ana; then nothing is left of her blow, and Cid's lands."""
    dice = kill("Bo") | saves("Ana") | kill("Cid") | saves("Bo") | {"Ana/tie": [50], "Bo/tie": [1], "Cid/tie": [50]}
    fought = meet("seeded", dice, others=third())
    assert results(fought) == {"Ana": "lost", "Bo": "hit", "Cid": "hit"}


def test_reach_is_not_asked_where_the_blows_land_at_different_instants():
    """CLK-3: Ana at 10, Bo's longer weapon, a tenth of a count later, finds him dead."""
    fought = fight(
        ATTACK, ATTACK, rules={"ties": "reach"}, ana_has={"weapons": [sword(**KILLS)]},
        bo_has={"weapons": [LONG | {"wsd": 11.1}]}, rolls=ANA_ONLY,
    )  # fmt: skip
    assert fought.blows()[0] == (10, "Ana", "hit")
    assert fought.result.winner == "red"


@pytest.mark.parametrize("ties", ["simultaneous", "reach", "speed", "seeded"])
def test_a_single_blow_draws_nothing(ties):
    """CLK-3: there is no tie; a draw would find its scripted stream empty."""
    fought = fight(ATTACK, rules={"ties": ties}, rolls={"Ana/to_hit": [95], "Ana/tie": []})
    assert fought.blows() == [(10, "Ana", "miss")]


def test_a_blow_that_lands_first_is_applied_before_the_next_is_resolved():
    """CLK-3, C-ARM-2: Cid's 4 ft sword wears Bo's mail (23 points: 31 of 150 hits) before Ana's blow meets it: 7, not 10."""
    mail = {"name": "mail", "covers": ["chest"], "protection": {"crushing": 10}, "hits": 150}
    cid = fighter("Cid", "red", 10, ATTACK, weapons=[LONG])
    dice = {f"{name}/{what}": [roll] for name in ("Ana", "Cid") for what, roll in (("to_hit", 60), ("location", CHEST))}
    fought = fight(
        ATTACK, rules={"ties": "reach"}, ana_has={"weapons": [sword(**KILLS)]}, bo_has={"armor": [mail], "htk": 1000},
        others=[cid], rolls=dice | {"Ana/damage": [[23]], "Cid/damage": [[22]]},
    )  # fmt: skip
    assert [(event.by, event.armor) for event in fought.of("wound")] == [("Cid", 10), ("Ana", 7)]
