"""Features: bounded, documented, and the same for the same view, in every battle of the library."""

from __future__ import annotations

from itertools import islice

import pytest

import agents
import scenarios
from agents import features
from benchmarks.fields import FIELDS
from engine import Battle
from engine.counts.actions import Hold, Move
from engine.registry import SYSTEMS
from engine.scenario import AgentSpec
from scenarios import load, loads

SEED, ASKED = 5, 60
"""So many requests of each battle are looked at."""

IN_SYSTEM = [(system, name) for system in SYSTEMS for name in scenarios.names(system)]


def requests(name: str, system: str):
    """Yield the requests of a shipped fight as its own agents, then chance, answer them: both kinds of moment come up."""
    for policy in (None, "random"):
        fight = load(name)
        specs = fight.agents if policy is None else dict.fromkeys(fight.agents, AgentSpec(policy, {}))
        players = {who: agents.make(spec, who, fight, SEED) for who, spec in specs.items()}
        standing = {who: player.standing for who, player in players.items() if hasattr(player, "standing")}
        battle = Battle(fight, seed=SEED, standing=standing, record=False)
        for _ in range(ASKED):
            request = battle.advance()
            if request is None:
                break
            yield request
            battle.answer(request, players[request.combatant].decide(request))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_feature_has_a_name_of_its_own_a_sentence_and_a_scale(system):
    table = features.described(system)
    assert len({feature.name for feature in table}) == len(table)
    assert features.names(system) == tuple(feature.name for feature in table)
    assert all(feature.why and feature.unit and feature.scale > 0 for feature in table)


@pytest.mark.parametrize(("system", "name"), IN_SYSTEM)
def test_features_are_bounded_and_documented_in_every_battle(system, name):
    known = set(features.names(system))
    for request in requests(name, system):
        for option in features.candidates(request):
            found = features.of(request, option)
            assert len(found) == len(known)
            assert all(-1.0 <= value <= 1.0 for value in found), (option, found)
            assert set(features.situation(request).terms(option)) <= known


@pytest.mark.parametrize(("system", "name"), IN_SYSTEM)
def test_candidates_are_legal_once_each_and_hold_is_among_them_where_it_is_legal(system, name):
    for request in islice(requests(name, system), ASKED):
        listed = features.candidates(request)
        assert len(set(listed)) == len(listed)
        assert all(request.legal(option) is None for option in listed)
        assert any(option.do == "hold" for option in listed) == any(option.do == "hold" for option in request.options)
        assert listed


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_moment_gives_the_same_features(system):
    name = {"counts": "skirmish_in_ruins", "shots": "shootout_in_cover", "steps": "six_on_six"}[system]
    seen = [
        [(option, features.of(request, option)) for option in features.candidates(request)]
        for request in requests(name, system)
    ]
    again = [
        [(option, features.of(request, option)) for option in reversed(features.candidates(request))][::-1]
        for request in requests(name, system)
    ]
    assert seen == again


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_feature_comes_up_somewhere_in_the_library(system):
    never = set(features.names(system))
    for name in scenarios.names(system):
        for request in requests(name, system):
            for option in features.candidates(request):
                never -= set(features.situation(request).terms(option))
    assert never <= RARE[system]


RARE = {
    "counts": {"aim_again", "bind", "bind_peace", "blocked", "brink", "way_round"},
    "shots": {"bind_dying", "fortune_death"},
    "steps": {"aim_full", "to_lead", "to_lead_late", "reload_low"},
}
"""What needs more than the first requests of these battles to come up, or an agent that tells of walls and of the lost."""


def test_a_system_that_is_not_built_in_has_no_features():
    with pytest.raises(KeyError):
        features.names("chess")


def test_getting_off_counts_only_for_one_whose_mount_carries_it_away_from_its_foe():
    """The lancer starts 200 ft before a spear and rides at it: getting off is for when it is through and out of reach."""
    battle = Battle(loads(FIELDS["counts"]["a horse"]), seed=SEED, record=False)
    told = {}
    while len(told) < 2 and (request := battle.advance()) is not None:
        me = request.view.me
        if request.combatant == "Red 1":
            past = me.position[0] > request.view.foes[0].position[0] + 20.0
            places = dict(zip(features.names("counts"), features.of(request, Move(speed=0.0)), strict=True))
            told[past] = places["get_off"]
            assert Move(speed=0.0) in features.candidates(request)
            request.wake = request.t + 5.0
        battle.answer(request, Hold())
    assert told == {False: 0.0, True: 1.0}
