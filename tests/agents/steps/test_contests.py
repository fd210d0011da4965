"""Whole battles of the steps policies: they beat who does nothing and who does anything, end their battles, and are fair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from patrol import POLICIES, battle, played, tally, two_on_two
from skirmish import Square, one, wall

from engine.scenario import AgentSpec, Scenario
from engine.steps.grid import FACINGS
from scenarios import load, names

SHIPPED = names("steps")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_beats_those_who_stand_about(policy: str) -> None:
    """Seeds 0-39."""
    assert tally(two_on_two(policy, "hold"), 40)["red"] == 40


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_beats_those_who_do_anything(policy: str) -> None:
    """Seeds 0-39: at least nine of ten; chance alone would lose once in a while, a coin never comes so far."""
    assert tally(two_on_two(policy, "random"), 40)["red"] >= 36


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_against_itself_always_comes_to_an_end(policy: str) -> None:
    """CLK-8: no stalemate, no time cap; seeds 0-11."""
    found = tally(two_on_two(policy, policy), 12)
    assert set(found) <= {"red", "blue", "draw"}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("other", POLICIES)
def test_any_two_policies_come_to_an_end_in_a_house(policy: str, other: str) -> None:
    """Two rooms with one door: nobody sees anybody before somebody goes (CLK-8); seeds 0-2."""
    rooms = wall(*((10, row) for row in range(15) if row != 12))
    fighters = (one("Ana", "red", (2, 2), facing="w"), one("Bo", "blue", (17, 2), facing="e"))
    fight = battle({"red": policy, "blue": other}, *fighters, objects=rooms)
    assert set(tally(fight, 3)) <= {"red", "blue", "draw"}


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_finds_who_only_hides(policy: str) -> None:
    """In a corner behind walls, far away and never seen before (CLK-8)."""
    hidden = wall(*((15, row) for row in range(11, 15)), *((column, 11) for column in range(15, 19)))
    fighters = (one("Ana", "red", (1, 1), facing="n"), one("Bo", "blue", (18, 14), facing="s", weapons=()))
    fight = battle({"red": policy, "blue": "hold"}, *fighters, objects=hidden)
    assert tally(fight, 3) == {"red": 3}


def given_to_all(fight: Scenario, policy: str) -> Scenario:
    """Return a scenario whose combatants are played by one policy, but for those who hold, and who opens a house."""
    kept = ("hold", "script") if fight.name == "Breach" else ("hold",)
    agents = {name: spec if spec.policy in kept else AgentSpec(policy) for name, spec in fight.agents.items()}
    return attrs.evolve(fight, agents=agents)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_policy_plays_every_shipped_fight(name: str, policy: str) -> None:
    """No illegal answer, no stalemate; the time cap only where the scenario sets one of its own."""
    fight = given_to_all(load(name), policy)
    outcome = played(fight).result.outcome
    allowed = {"win", "draw"} | ({"timeout"} if fight.rules.max_counts < 4800 else set())
    assert outcome in allowed


# fairness


def _moved(fight: Scenario, place: Callable[[Square, Any], Square], turn: Callable[[int], int], swap: bool) -> Scenario:
    """Return a fight on a map that is turned or mirrored: where squares and facings go, and whether its sides change places."""
    ground: Any = fight.field
    combatants = [
        attrs.evolve(spec, position=place(spec.position, ground), facing=FACINGS[turn(FACINGS.index(spec.facing))])
        for spec in fight.combatants
    ]
    objects = tuple([attrs.evolve(thing, position=place(thing.position, ground)) for thing in ground.objects])
    width, height = (ground.height, ground.width) if swap else (ground.width, ground.height)
    field = attrs.evolve(ground, width=width, height=height, objects=objects)
    return attrs.evolve(fight, combatants=tuple(combatants), field=field)


def _ends(fight: Scenario, seed: int) -> tuple[Any, ...]:
    result = played(fight, seed).result
    return result.outcome, result.winner, result.t


@pytest.mark.parametrize("policy", POLICIES)
def test_a_quarter_turn_of_the_map_changes_nothing(policy: str) -> None:
    """CLK-6: seeds 0-3."""
    fight = two_on_two(policy, policy)
    turned = _moved(fight, lambda square, ground: (ground.height - 1 - square[1], square[0]), lambda facing: (facing + 2) % 8, True)
    assert [_ends(turned, seed) for seed in range(4)] == [_ends(fight, seed) for seed in range(4)]


@pytest.mark.parametrize("policy", POLICIES)
def test_names_and_listing_order_change_nothing(policy: str) -> None:
    """CLK-6: streams go by their keys; seeds 0-3."""
    fight = two_on_two(policy, policy)
    keyed = tuple([attrs.evolve(spec, stream=spec.name) for spec in fight.combatants])
    other = {spec.name: f"Z{9 - place}" for place, spec in enumerate(keyed)}
    renamed = tuple([attrs.evolve(spec, name=other[spec.name]) for spec in reversed(keyed)])
    agents = {other[name]: spec for name, spec in fight.agents.items()}
    changed = attrs.evolve(fight, combatants=renamed, agents=agents)
    assert [_ends(changed, seed) for seed in range(4)] == [_ends(fight, seed) for seed in range(4)]


@pytest.mark.parametrize("policy", POLICIES)
def test_swapping_the_stream_keys_of_mirror_fighters_swaps_the_winners(policy: str) -> None:
    """CLK-6: the garden is its own half turn; seeds 0-3."""
    fight = two_on_two(policy, policy)
    other = {"Ana": "Bo", "Bo": "Ana", "Art": "Cy", "Cy": "Art"}
    swapped = attrs.evolve(fight, combatants=tuple([attrs.evolve(spec, stream=other[spec.name]) for spec in fight.combatants]))
    sides = {"red": "blue", "blue": "red", None: None}
    for seed in range(4):
        outcome, winner, t = _ends(fight, seed)
        assert _ends(swapped, seed) == (outcome, sides[winner], t)


@pytest.mark.parametrize("policy", ["rifleman", "flanker", "suppressor"])
def test_a_mirror_image_of_the_map_changes_nothing(policy: str) -> None:
    """CLK-6: seeds 0-3; only where two places or ways are each other's image, the right-hand one is taken: a rusher meets such."""
    fight = two_on_two(policy, policy)
    mirrored = _moved(fight, lambda square, ground: (ground.width - 1 - square[0], square[1]), lambda facing: -facing % 8, False)
    assert [_ends(mirrored, seed) for seed in range(4)] == [_ends(fight, seed) for seed in range(4)]


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_seed_is_the_same_battle(policy: str) -> None:
    """CLK-6: agents keep nothing beyond a battle."""
    fight = two_on_two(policy, policy)
    assert _ends(fight, 5) == _ends(fight, 5)
