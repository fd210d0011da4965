"""Whole battles of the shots policies: whom they beat, that they come to an end, that nothing depends on names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest
from showdown import battle, decisions, played, tally, who
from standoff import FISTS, SWORD, Has

import agents
from engine.scenario import AgentSpec
from scenarios import load

LIBRARY = sorted(path.stem for path in (Path(__file__).parents[3] / "scenarios/library/shots").glob("*.toml"))
POLICIES = ("bodyguard", "gunman", "martial_artist", "mob")


def duel(red: Any, blue: Any, apart: float = 20.0, **has: Any) -> Any:
    return battle(who("Ana", "red", red, 0.0, **has), who("Bo", "blue", blue, apart, **has))


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_beats_one_who_holds_always(policy: str) -> None:
    """Seeds 0-59, pistols or swords at 20 m."""
    assert tally(duel(policy, "hold"))["red"] == 60


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_beats_one_who_takes_any_option(policy: str) -> None:
    """Seeds 0-59."""
    assert tally(duel(policy, "random"))["red"] >= 48


def test_a_gunman_beats_a_fist_fighter_over_20_meters_and_loses_to_one_beside_it() -> None:
    """Seeds 0-59: a sword of 8 + Strength against a pistol of 9; who is not allowed to step away loses at hand."""
    strong: Has = {"weapons": [SWORD | {"damage": 12}, FISTS]}
    far = battle(who("Ana", "red", "gunman", 0.0), who("Bo", "blue", "martial_artist", 20.0, **strong))
    near = battle(
        who("Ana", "red", {"policy": "gunman", "keep": 0}, 0.0), who("Bo", "blue", "martial_artist", 2.0, **strong)
    )
    assert tally(far)["red"] > 30 > tally(near)["red"]


@pytest.mark.parametrize("policy", POLICIES)
def test_two_of_a_kind_come_to_a_decision(policy: str) -> None:
    outcomes = tally(duel(policy, policy), 20)
    assert outcomes["timeout"] + outcomes["stalemate"] + outcomes["error"] == 0


@pytest.mark.parametrize("apart", [60.0, 500.0, 3000.0])
@pytest.mark.parametrize("policy", POLICIES)
def test_nobody_stalls_however_far_the_others_hold(policy: str, apart: float) -> None:
    assert tally(duel(policy, "hold", apart), 3)["red"] == 3


def test_two_behind_gun_ports_do_not_wait_for_each_other_for_ever() -> None:
    """S-RNG-2: +8 on either side."""
    ports = [
        {"name": "west", "position": [0.0, 0.0], "tags": ["gun_port"], "facing": 0.0},
        {"name": "east", "position": [40.0, 0.0], "tags": ["gun_port"], "facing": 180.0},
    ]
    scenario = battle(who("Ana", "red", "gunman", 0.0), who("Bo", "blue", "gunman", 40.0), places=ports)
    outcomes = tally(scenario, 10)
    assert outcomes["red"] + outcomes["blue"] + outcomes["draw"] == 10


@pytest.mark.parametrize("name", LIBRARY)
@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_can_play_every_shipped_scenario(policy: str, name: str) -> None:
    scenario = load(name, overrides=["rules.max_counts=60"])
    everyone = {spec.name: AgentSpec(policy) for spec in scenario.combatants}
    for seed in (1, 2):
        played(attrs.evolve(scenario, agents=everyone), seed)


@pytest.mark.parametrize("policy", POLICIES)
def test_renamed_and_relisted_opponents_fight_the_same_fight(policy: str) -> None:
    """CLK-6: names and listing order decide nothing where stream keys are given."""
    ana, bo = who("Ana", "red", policy, 0.0, stream="1"), who("Bo", "blue", policy, 20.0, stream="2")
    cy = who("Cy", "red", policy, -3.0, 4.0, stream="3")
    renamed = [spec | {"name": {"Ana": "Zoe", "Bo": "Al", "Cy": "Moe"}[spec["name"]]} for spec in (cy, bo, ana)]
    for seed in range(5):
        plain, other = played(battle(ana, bo, cy), seed), played(battle(*renamed), seed)
        assert plain.winner == other.winner
        assert plain.t == other.t
        assert len(decisions(plain, "Ana")) == len(decisions(other, "Zoe"))


def test_what_a_friend_far_away_draws_changes_nobody_elses_decisions() -> None:
    """CLK-7: a random agent a thousand meters off, unarmed and slow, draws from its own stream only."""
    pair = [who("Ana", "red", "gunman", 0.0), who("Bo", "blue", "gunman", 20.0)]
    far = who("Far", "red", "random", -1000.0, weapons=[], move=0, speed=0)
    for seed in range(5):
        alone, beside = played(battle(*pair), seed), played(battle(*pair, far), seed)
        first = decisions(alone, "Ana")
        assert decisions(beside, "Ana")[: len(first)] == first


class Honest:
    """A gunman that notes what its view says its attacks need."""

    def __init__(self, scenario: Any, name: str) -> None:
        self._agent = agents.make(scenario.agents[name], name, scenario)
        self.standing = self._agent.standing  # type: ignore[attr-defined]
        self.said: list[tuple[float, int]] = []

    def decide(self, request: Any) -> Any:
        """Answer as a gunman, and note the need."""
        option = self._agent.decide(request)
        if option.do in ("attack", "throw"):
            plain = msgspec.structs.replace(option, fortune=False)
            self.said.append((request.t, request.view.expected(plain)[0].need))
        return option


def test_what_a_view_says_an_attack_needs_is_what_is_rolled_against() -> None:
    """S-ROL-2: without Fortune; active defenses (S-DEF-1) may come in between."""
    places = [{"name": "wall", "position": [12.0, 6.0], "tags": ["wall"]}]
    scenario = battle(
        who("Ana", "red", "gunman", 0.0), who("Bo", "blue", "gunman", 40.0), who("Cy", "blue", "mob", 30.0, unnamed=True),
        places=places,
    )  # fmt: skip
    for seed in range(5):
        honest = Honest(scenario, "Ana")
        log = played(scenario, seed, Ana=honest).log()
        rolls = [line for line in log if line["type"] == "roll" and line["actor"] == "Ana" and line["purpose"] == "attack"]
        raised = [sum(mod["value"] for mod in line["mods"] if mod["rule"] in ("S-DEF-1", "S-CHR-1")) for line in rolls]
        rolled = [(line["t"], line["need"] - more) for line, more in zip(rolls, raised, strict=True)]
        assert rolled
        assert set(rolled) <= set(honest.said)


def mirrored(policy: str, keys: tuple[str, str, str, str]) -> Any:
    """Two a side, mirrored at x = 0, with cover on either side; the streams' keys of Ana, Al, Bo, Bea."""
    spots = [(-14.0, 2.0), (-12.0, -3.0), (14.0, 2.0), (12.0, -3.0)]
    team = [
        who(name, "red" if spot[0] < 0 else "blue", policy, *spot, stream=key)
        for name, spot, key in zip(("Ana", "Al", "Bo", "Bea"), spots, keys, strict=True)
    ]
    places = [
        {"name": f"{side} {tag}", "position": [sign * x, y], "tags": [tag], "facing": 90.0 - sign * -90.0}
        for side, sign in (("a", -1.0), ("b", 1.0)) for tag, x, y in (("wall", 15.0, -4.0), ("corner", 9.0, 6.0))
    ]  # fmt: skip
    return battle(*team, places=places)


@pytest.mark.parametrize("policy", POLICIES)
def test_mirrored_sides_that_swap_their_streams_swap_the_fight(policy: str) -> None:
    """CLK-6: decisions go by where others are, never by which side of the field that is."""
    swap, other = {"Ana": "Bo", "Al": "Bea", "Bo": "Ana", "Bea": "Al"}, {"red": "blue", "blue": "red", None: None}
    for seed in range(6):
        plain = played(mirrored(policy, ("1", "2", "3", "4")), seed)
        swapped = played(mirrored(policy, ("3", "4", "1", "2")), seed)
        assert (plain.t, plain.winner) == (swapped.t, other[swapped.winner])
        for name, twin in swap.items():
            ways = [
                [(line["t"], abs(line["position"][0]), line["position"][1]) for line in result.log()
                 if line["type"] == "move" and line["actor"] == actor]
                for result, actor in ((plain, name), (swapped, twin))
            ]  # fmt: skip
            assert ways[0] == ways[1]
