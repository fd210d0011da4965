"""The spearman and the rider: who meets whom at which count."""

from __future__ import annotations

import attrs

from engine.scenario import AgentSpec, Scenario
from scenarios import loads
from studies.run import run

CHARGE = """
schema = "couched.scenario/1"
name = "charge"
system = "counts"
description = "A rider and a spear."
[[combatants]]
name = "Spear"
side = "foot"
position = [0.0, 0.0]
spd = 12
skills = { long_spear = 90 }
weapons = ["long_spear"]
agent = "spearman"
[[combatants]]
name = "Rider"
side = "horse"
position = [200.0, 0.0]
velocity = [-10, 0]
spd = 12
def = 0
skills = { lance = 70, mace = 50 }
weapons = ["lance", "mace"]
agent = "rider"
"""


def charge(policy: str = "spearman") -> Scenario:
    scenario = loads(CHARGE)
    return attrs.evolve(scenario, agents={**scenario.agents, "Spear": AgentSpec(policy)})


def lines(scenario: Scenario, actor: str, kind: str, seed: int = 0):
    return [line for line in run(scenario, seed).log() if line["type"] == kind and line.get("actor") == actor]


def test_a_release_lands_as_the_charge_comes_into_the_best_distance():
    """W 11 against a charge: X 6, three quarters of that from the couch, 4.5 counts; 188 ft at 10 ft/ct are 18.8 counts."""
    scenario = loads(CHARGE, overrides=["rules.max_counts=20"])
    [release] = [line for line in lines(scenario, "Spear", "decision") if line["option"]["do"] == "release"]
    [impact] = lines(scenario, "Spear", "impact")
    assert abs(release["t"] - 14.3) < 0.06
    assert abs(impact["distance"] - 12.0) < 0.6


def test_it_stands_couched_until_then():
    found = [line["option"]["do"] for line in lines(charge(), "Spear", "decision") if line["t"] < 14]
    assert [what for what in found if what != "hold"] == ["mode", "couch"]


def test_a_lance_lands_as_its_rider_comes_into_its_best_distance():
    """W 14, out of reach X 17: 12.75 counts from the couch; the horse is 14 ft away at 18.6. Released at 5.85, but up at 8.5."""
    scenario = loads(CHARGE, overrides=["combatants.Rider.position=[300.0, 0.0]", "combatants.Spear.agent=hold"])
    impact = lines(scenario, "Rider", "impact")[0]
    assert abs(impact["distance"] - 14.0) < 0.6


def test_a_rider_who_is_through_gets_off_and_fights_on_foot():
    scenario = loads(
        CHARGE,
        overrides=[
            "combatants.Spear.agent=hold",
            "combatants.Spear.htk=300",
            "combatants.Spear.position=[0.0, 4.0]",
            "rules.max_counts=150",
        ],
    )
    found = lines(scenario, "Rider", "decision")
    off = next(line for line in found if line["option"]["do"] == "move")
    assert off["option"]["speed"] == 0.0
    assert {"attack", "release"} & {line["option"]["do"] for line in found if line["t"] > off["t"]}


def test_a_spearman_beats_a_charging_rider_more_often_than_a_brawler_with_the_same_spear():
    won = dict.fromkeys(("spearman", "brawler"), 0)
    for policy in won:
        scenario = charge(policy)
        won[policy] = sum(run(scenario, seed, record=False).winner == "foot" for seed in range(100))
    assert won["spearman"] > won["brawler"]


def test_without_a_charge_its_patience_ends_and_it_goes_to_the_fight():
    still = ["combatants.Rider.velocity=[0, 0]", "combatants.Rider.agent=hold", "combatants.Rider.mode='locked'"]
    scenario = loads(CHARGE, overrides=[*still, "rules.max_counts=600"])
    result = run(scenario, 0, on_illegal="raise")
    assert result.winner == "foot"
    modes = [line for line in lines(scenario, "Spear", "decision") if line["option"]["do"] == "mode"]
    assert [(line["t"], line["option"]["mode"]) for line in modes][:2] == [(0, "locked"), (120, "offensive")]
