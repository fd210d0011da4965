"""Structures: Toughness and nothing else (S-WND-4)."""

from __future__ import annotations

import pytest
from shootouts import MISS, bomb, dice, fight, fighter, gun

from engine.errors import AgentError

ON_DOOR = {"do": "attack", "target": "door"}
HIT = dice(0)


def door(toughness=5, at=(10, 0), **changes):
    return {"places": [{"name": "door", "position": list(at), "toughness": toughness, "cover": 50} | changes]}


def worn(fought):
    return [(event.t, event.damage, event.toughness, event.destroyed) for event in fought.of("structure") if event.effect != "none"]


@pytest.mark.parametrize(
    ("damage", "left"),
    [(5, None), (6, (4, False)), (9, (4, False)), (10, (0, True)), (30, (0, True))],
)
def test_damage_above_toughness_lowers_it_by_one_and_twice_as_much_destroys(damage, left) -> None:
    """S-WND-4: Toughness 5: 5 does nothing, 6 to 9 leave 4, 10 is twice 5."""
    fought = fight([ON_DOOR], ana_has={"weapons": [gun(damage=damage)]}, field=door(), rolls={"Ana/attack": [HIT]})
    assert worn(fought) == ([] if left is None else [(0, damage, *left)])
    assert fought.impacts() == [(0, "Ana", "door", "hit")]


@pytest.mark.parametrize(("damage", "effect", "left"), [(5, "none", 5), (6, "worn", 4), (10, "destroyed", 0)])
def test_every_hit_is_told_with_the_toughness_it_met_and_what_it_did(damage, effect, left) -> None:
    """S-WND-4, contract 3: also one that does nothing."""
    fought = fight([ON_DOOR], ana_has={"weapons": [gun(damage=damage)]}, field=door(), rolls={"Ana/attack": [HIT]})
    (hit,) = fought.of("structure")
    assert (hit.damage, hit.against, hit.toughness, hit.effect) == (damage, 5, left, effect)


def test_a_hit_on_what_another_destroys_at_the_same_instant_is_told_too() -> None:
    """CLK-2, S-WND-4."""
    cid = fighter("Cid", "red", 0, [ON_DOOR])
    fought = fight([ON_DOOR], others=[cid], field=door(), rolls={"Ana/attack": [HIT], "Cid/attack": [HIT]})
    assert [(hit.effect, hit.against, hit.toughness) for hit in fought.of("structure")] == [("destroyed", 5, 0), ("none", 5, 0)]


def test_the_outcome_adds_nothing_to_the_damage() -> None:
    """S-WND-4 [H]: a total of 14 + 10 against 5 still does 6."""
    fought = fight([ON_DOOR], ana_has={"weapons": [gun(damage=6)]}, field=door(), rolls={"Ana/attack": [dice(10)]})
    assert fought.figures() == [("door", 24, 5, None)]
    assert worn(fought) == [(0, 6, 4, False)]


def test_an_attack_on_a_structure_meets_a_fixed_difficulty_at_its_range() -> None:
    """S-WND-4, S-RNG-1: 40 m: 5 and 4 less 14: the dice must reach -5; -6 misses."""
    fought = fight([ON_DOOR] * 2, field=door(9, at=(40, 0)), rolls={"Ana/attack": [dice(-5), dice(-6)]})
    assert fought.figures() == [("door", 5, 5, None), ("door", 4, 5, None)]
    assert [event.need for event in fought.rolls("attack")] == [-5, -5]


def test_it_is_worn_down_blow_by_blow_until_it_is_gone() -> None:
    """S-WND-4: 6 damage: 5 to 4, to 3, and 6 is twice 3."""
    fought = fight([ON_DOOR] * 3, ana_has={"weapons": [gun(damage=6)]}, field=door(), rolls={"Ana/attack": [HIT] * 3})
    assert worn(fought) == [(0, 6, 4, False), (3, 6, 3, False), (6, 6, 0, True)]


def test_toughness_worn_down_to_nothing_is_destroyed() -> None:
    """S-WND-4: Toughness 1: 2 is twice 1 already."""
    fought = fight([ON_DOOR], ana_has={"weapons": [gun(damage=2)]}, field=door(1), rolls={"Ana/attack": [HIT]})
    assert worn(fought) == [(0, 2, 0, True)]


def test_a_destroyed_structure_can_not_be_attacked_again() -> None:
    """S-WND-4."""
    with pytest.raises(AgentError, match="S-WND-4"):
        fight([ON_DOOR] * 2, field=door(), rolls={"Ana/attack": [HIT]})


def test_a_place_without_toughness_is_no_structure() -> None:
    """S-WND-4."""
    with pytest.raises(AgentError, match="S-WND-4"):
        fight([ON_DOOR], field=door(0))


def test_hits_of_one_instant_meet_the_toughness_before_them() -> None:
    """CLK-2, S-WND-4: 8 and 8 against 5 take off one each, and the second is not twice 4."""
    cid = fighter("Cid", "red", 0, [ON_DOOR], weapons=[gun(damage=8)])
    fought = fight(
        [ON_DOOR], ana_has={"weapons": [gun(damage=8)]}, others=[cid], field=door(),
        rolls={"Ana/attack": [HIT], "Cid/attack": [HIT]},
    )  # fmt: skip
    assert worn(fought) == [(0, 8, 4, False), (0, 8, 3, False)]


def test_two_who_destroy_it_at_one_instant_destroy_it_once() -> None:
    """CLK-2, S-WND-4."""
    cid = fighter("Cid", "red", 0, [ON_DOOR])
    fought = fight([ON_DOOR], others=[cid], field=door(), rolls={"Ana/attack": [HIT], "Cid/attack": [HIT]})
    assert worn(fought) == [(0, 10, 0, True)]


def test_its_cover_goes_with_it() -> None:
    """S-WND-4, S-RNG-2: Bo behind the door has +4; when it is gone, nothing."""
    orders = [{"do": "attack", "target": "Bo"}, ON_DOOR, {"do": "attack", "target": "Bo"}]
    fought = fight(orders, field=door(), rolls={"Ana/attack": [MISS, HIT, MISS]})
    assert [(target, difficulty) for target, _, difficulty, _ in fought.figures()] == [("Bo", 17), ("door", 5), ("Bo", 13)]


def test_its_cover_still_counts_at_the_instant_it_is_destroyed() -> None:
    """CLK-2: both are resolved against the state at the start."""
    cid = fighter("Cid", "red", 0, [{"do": "attack", "target": "Bo"}])
    fought = fight([ON_DOOR], others=[cid], field=door(), rolls={"Ana/attack": [HIT], "Cid/attack": [MISS]})
    assert ("Bo", 10, 17, -7) in fought.figures()


def test_a_fumble_against_a_structure_loses_shots() -> None:
    """S-ROL-1, S-WND-4: guns 5, 6+1 - 6-3 is -2: 3 against 5."""
    fought = fight([ON_DOOR], ana_has={"skills": {"guns": 5}}, field=door(), rolls={"Ana/attack": [[6, 6, 1, 3]]})
    assert fought.impacts() == [(0, "Ana", "door", "critical_miss")]
    assert fought.counters("Ana") == [(0, 10, 7, "attack"), (0, 7, 4, "fumble")]


def test_a_blast_reaches_structures_within_its_radius_without_a_roll() -> None:
    """S-WND-4, S-RNG-4: at (13, 0), 3 m from Bo, though Bo is missed; one 6 m away is spared."""
    ground = {"places": [
        {"name": "door", "position": [13, 0], "toughness": 5}, {"name": "shed", "position": [16, 0], "toughness": 5},
    ]}  # fmt: skip
    fought = fight([{"do": "area"}], ana_has={"weapons": [bomb()]}, field=ground, rolls={"Ana/attack": [MISS]})
    assert fought.impacts() == [(0, "Ana", "Bo", "miss")]
    assert [event.name for event in fought.of("structure")] == ["door"]


def test_nobody_can_defend_a_structure() -> None:
    """S-WND-4, S-DEF-1: Bo stands beside it and is not asked."""
    fought = fight([ON_DOOR], field=door(), rolls={"Ana/attack": [HIT]})
    assert [entry for entry in fought.asked("Bo") if entry[0] == 0] == []


def test_a_blast_reaches_as_far_as_its_radius() -> None:
    """S-WND-4, S-RNG-4: the door at 5 m of (10, 0)."""
    fought = fight([{"do": "area"}], ana_has={"weapons": [bomb()]}, field=door(at=(10, 5)), rolls={"Ana/attack": [MISS]})
    assert [event.name for event in fought.of("structure")] == ["door"]
