"""Whole fights through the public doors: what the shipped policies do to one another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from agents.registry import names
from engine.counts.actions import Hold
from engine.scenario import AgentSpec, Scenario
from engine.system import Standing
from scenarios import load
from studies.run import RunResult, run

LIBRARY = sorted(path.stem for path in (Path(__file__).parents[2] / "scenarios/library/counts").glob("*.toml"))


def played(scenario: Scenario, *policies: str) -> Scenario:
    """Return a scenario with each side's fighters played by a policy, sides in the order they are listed."""
    sides = list(dict.fromkeys(fighter.side for fighter in scenario.combatants))
    by_side = dict(zip(sides, policies, strict=True))
    agents = {fighter.name: AgentSpec(by_side[fighter.side]) for fighter in scenario.combatants}
    return attrs.evolve(scenario, agents=agents)


def share(name: str, first: str, second: str, seeds: int) -> float:
    """Return a policy's share of the wins over another, both sides played on the same seeds; undecided is a half."""
    scenario = load(name)
    sides = list(dict.fromkeys(fighter.side for fighter in scenario.combatants))
    won = 0.0
    for seed in range(seeds):
        for own, policies in ((sides[0], (first, second)), (sides[1], (second, first))):
            result = run(played(scenario, *policies), seed, record=False, on_illegal="raise")
            won += 0.5 if result.winner is None else result.winner == own
    return won / (2 * seeds)


def lines(result: RunResult, kind: str, actor: str) -> list[dict[str, Any]]:
    return [line for line in result.log() if line["type"] == kind and line.get("actor") == actor]


@pytest.mark.parametrize("name", ["mirror", "duel", "duel_basic"])
def test_a_brawler_always_beats_one_who_holds(name):
    scenario = played(load(name), "brawler", "hold")
    assert {run(scenario, seed, record=False).winner for seed in range(20)} == {scenario.combatants[0].side}


def test_a_fencer_always_beats_one_who_holds():
    scenario = played(load("mirror"), "fencer", "hold")
    assert {run(scenario, seed, record=False).winner for seed in range(20)} == {"left"}


def test_a_fencer_is_not_worse_than_a_brawler_where_the_weapons_differ():
    """Seeds 0-59 on either side: 120 duels; 0.58 is expected, three standard errors are 0.14."""
    assert share("duel", "fencer", "brawler", 60) > 0.44


def test_a_fencer_is_not_worse_than_a_brawler_with_the_same_kit():
    """Seeds 0-59 on either side: 120 duels; 0.5 less three standard errors (0.14)."""
    assert share("mirror", "fencer", "brawler", 60) > 0.36


@pytest.mark.parametrize("policy", ["brawler", "fencer"])
@pytest.mark.parametrize("name", ["mirror", "duel", "duel_basic", "bleeding_race", "three_on_three"])
def test_two_of_a_kind_come_to_a_decision(policy, name):
    scenario = played(load(name), policy, policy)
    assert {run(scenario, seed, record=False, on_illegal="raise").outcome for seed in range(5)} <= {"win", "draw"}


@pytest.mark.parametrize("part", range(10))
def test_random_agents_never_break_a_shipped_scenario(part):
    """Two hundred seeds, twenty a part, each on another scenario in turn."""
    for seed in range(20 * part, 20 * part + 20):
        scenario = load(LIBRARY[seed % len(LIBRARY)], overrides=["rules.max_counts=80"])
        sides = {fighter.side for fighter in scenario.combatants}
        run(played(scenario, *["random"] * len(sides)), seed, record=False, on_illegal="raise")


@pytest.mark.parametrize("policy", [name for name in names("counts") if name not in ("script", "external")])
@pytest.mark.parametrize("name", LIBRARY)
def test_every_policy_can_play_every_shipped_scenario(policy, name):
    scenario = load(name, overrides=["rules.max_counts=120"])
    sides = {fighter.side for fighter in scenario.combatants}
    for seed in (1, 2):
        run(played(scenario, *[policy] * len(sides)), seed, record=False, on_illegal="raise")


def test_what_a_friend_far_away_draws_changes_nobody_elses_decisions():
    """A random agent a thousand feet off draws from its own stream only (CLK-6, CLK-7)."""
    scenario = played(load("mirror"), "brawler", "brawler")
    friend = attrs.evolve(scenario.combatants[0], name="Far", stream="Far", position=(-1000.0, 0.0))
    agents = {**scenario.agents, "Far": AgentSpec("random")}
    crowd = attrs.evolve(scenario, combatants=(*scenario.combatants, friend), agents=agents)
    for seed in range(5):
        alone, beside = run(scenario, seed), run(crowd, seed)
        for name in ("Left", "Right"):
            rows = [
                [(line["t"], line["option"]) for line in lines(result, "decision", name) if line["t"] < alone.t]
                for result in (alone, beside)
            ]
            assert rows[0]
            assert rows[0] == rows[1]


def test_brawlers_spread_over_a_line_of_opponents():
    result = run(played(load("three_on_three"), "brawler", "brawler"), 0)
    first = [lines(result, "declare", name)[0]["option"]["target"] for name in ("Aldo", "Berta", "Carl")]
    assert len(set(first)) > 1


class Watcher:
    """Holds, looks every count, and keeps what it saw of an opponent's action."""

    standing = Standing(asks=frozenset({"start"}))

    def __init__(self) -> None:
        self.saw: list[tuple[float, Any]] = []

    def decide(self, request: Any) -> Hold:
        """Look, and ask to be asked again a count later."""
        self.saw.append((request.t, request.view.seen("Left").action))
        request.wake = request.t + 1
        return Hold()


def watched(rolls: list[list[int]]) -> list[tuple[float, Any]]:
    """Return what Right sees while Left (INIT 0) strikes with a broadsword of X 10: windup at 0, commit at 5."""
    scenario = load("mirror", overrides=["combatants.Left.spd=12", "combatants.Right.spd=12", "rules.max_counts=9"])
    orders = [{"at": 0, "do": "attack"}]
    scenario = attrs.evolve(
        scenario, agents={"Left": AgentSpec("script", {"orders": orders}), "Right": AgentSpec("hold")}
    )
    watcher = Watcher()
    run(scenario, agents={"Right": watcher}, rolls={"Right/perception": rolls}, on_illegal="raise")
    return watcher.saw


def test_a_view_hides_an_action_nobody_noticed():
    assert {action for _, action in watched([[100], [100]])} == {None}


def test_a_view_shows_a_wind_up_that_was_noticed_with_its_impact():
    seen = dict(watched([[1]]))
    assert (seen[3].kind, seen[3].target, seen[3].phase, seen[3].impact) == ("attack", "Right", "windup", 10.0)


def test_a_view_shows_a_commit_that_was_noticed_only_from_then_on():
    seen = dict(watched([[100], [1]]))
    assert seen[4] is None
    assert (seen[6].phase, seen[6].impact) == ("committed", 10.0)


class Prober:
    """Holds, and keeps every public thing its first view gives without being asked for more."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self.refused = False

    def decide(self, request: Any) -> Hold:
        """Read all public attributes of the windows a view opens, and try to write one."""
        view = request.view
        for place, window in (("view", view), ("me", view.me), ("foe", view.foes[0]), ("tool", view.me.weapons[0])):
            for name in dir(window):
                if not name.startswith("_") and not callable(getattr(window, name)):
                    self.found[f"{place}.{name}"] = getattr(window, name)
        try:
            view.me.htk_lost = -10
        except AttributeError:
            self.refused = True
        return Hold()


def test_a_view_gives_no_public_way_to_the_state_of_the_fight_and_can_not_be_written():
    prober = Prober()
    run(played(load("mirror", overrides=["rules.max_counts=1"]), "brawler", "hold"), agents={"Left": prober})
    assert prober.refused
    assert "me.htk" in prober.found
    flat = [item for value in prober.found.values() for item in (value if isinstance(value, tuple) else (value,))]
    windows = {"engine.counts.view", "engine.counts.seen", "engine.counts.seen_tools"}
    assert {type(item).__module__ for item in flat} <= {"builtins", "engine.counts.rules", *windows}
    assert "foe.htk_lost" not in prober.found
