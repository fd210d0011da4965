"""Wounds bound in peace, ways round walls, edges nobody steps over by choice, and hands laid on lighter foes."""

from __future__ import annotations

from typing import Any

import attrs

from agents.footing import footing
from engine.counts.actions import Hold
from engine.scenario import AgentSpec, Scenario
from engine.system import Standing
from scenarios import load, loads
from studies.run import run

HEAD = """
schema = "couched.scenario/1"
name = "care"
system = "counts"
description = "Somebody and somebody else."
"""


def fighter(name: str, side: str, x: float, more: str) -> str:
    return f'[[combatants]]\nname = "{name}"\nside = "{side}"\nposition = [{x}, 0.0]\n{more}\n'


def log(scenario: Scenario, seed: int = 0, **given: Any) -> list[dict[str, Any]]:
    return run(scenario, seed, on_illegal="raise", **given).log()


def decided(scenario: Scenario, actor: str, seed: int = 0) -> list[tuple[float, str, str | None]]:
    found = [line for line in log(scenario, seed) if line["type"] == "decision" and line["actor"] == actor]
    return [(line["t"], line["option"]["do"], line.get("note")) for line in found if line["option"]["do"] != "hold"]


def bleeding(policy: str, *more: str) -> Scenario:
    """Return a fight in which the first of two foes makes the winner bleed, and the second stands far off."""
    scenario = load("wounded_comrade", overrides=["combatants.Slow.agent=hold", "combatants.Slow.mode='locked'", *more])
    agents = {**scenario.agents, "Mara": AgentSpec(policy), "Nils": AgentSpec(policy)}
    return attrs.evolve(scenario, agents=agents)


def test_a_bleeding_winner_binds_its_wounds_when_nobody_is_near():
    """Whoever still bleeds once Swift is down, and has nobody engaged, binds before it goes on."""
    bound = 0
    for policy in ("brawler", "fencer"):
        for seed in range(6):
            lines = log(bleeding(policy), seed)
            bound += any(line["type"] == "bind" and line["bound"] for line in lines)
    assert bound >= 3


def test_nobody_binds_while_an_opponent_comes():
    """Slow walks at 1 ft/ct: from 44 counts before it is there on, nobody begins to bind."""
    for seed in range(12):
        lines = log(load("wounded_comrade"), seed)
        begun = [line["t"] for line in lines if line["type"] == "declare" and line["option"]["do"] == "bind"]
        struck = [line["t"] for line in lines if line["type"] == "impact" and line["actor"] == "Slow"]
        assert not any(0 < first - start < 20 for start in begun for first in struck[:1])


def test_a_fallen_friend_is_bound_too():
    seen = set()
    for seed in range(200):
        for line in log(bleeding("fencer", "combatants.Mara.htk=24", "combatants.Nils.health=40"), seed):
            if line["type"] == "declare" and line["option"]["do"] == "bind":
                seen.add(line["option"].get("target") is not None)
    assert seen == {True, False}


WALL = '[[field.walls]]\nname = "wall"\npoints = [[10, -30], [10, 30]]\n'
STAND = 'weapons = ["club"]\nmode = "locked"\nhtk = 10\nagent = "hold"'


def test_a_fighter_goes_round_a_wall_to_one_it_can_not_see():
    for policy in ("brawler", "fencer", "spearman", "archer"):
        held = '"short_bow", "broadsword"' if policy == "archer" else '"broadsword"'
        kit = f"skills = {{ broadsword = 80, short_bow = 80 }}\nweapons = [{held}]\n"
        scenario = loads(
            HEAD + WALL + fighter("Ana", "red", 0.0, f'{kit}agent = "{policy}"') + fighter("Bo", "blue", 20.0, STAND)
        )
        assert run(scenario, 1, on_illegal="raise", record=False).winner == "red"


def test_the_way_round_a_wall_leads_past_its_nearer_end():
    scenario = loads(
        HEAD + WALL.replace("-30", "-10") + fighter("Ana", "red", 0.0, STAND) + fighter("Bo", "blue", 20.0, STAND)
    )
    ground = footing(scenario.field, scenario.rules)
    assert ground is not None
    assert not ground.is_clear((0.0, 0.0), (20.0, 0.0))
    first = ground.way((0.0, 0.0), (20.0, 0.0))
    assert first == (9.0, -11.0)
    assert ground.way(first, (20.0, 0.0)) in {(11.0, -11.0), (20.0, 0.0)}


def test_there_is_no_way_out_of_four_walls_and_none_is_looked_for_on_an_open_field():
    box = WALL.replace("[[10, -30], [10, 30]]", "[[10, -5], [30, -5], [30, 5], [10, 5], [10, -5]]")
    scenario = loads(HEAD + box + fighter("Ana", "red", 0.0, STAND) + fighter("Bo", "blue", 20.0, STAND))
    ground = footing(scenario.field, scenario.rules)
    assert ground is not None
    assert ground.way((0.0, 0.0), (20.0, 0.0)) is None
    assert footing(load("duel").field, load("duel").rules) is None


CLIFF = '[[field.edges]]\nname = "cliff"\nstart = [5, -40]\nend = [5, 40]\ndrop = 20\n'


def test_nobody_runs_over_an_edge_to_a_foe_below():
    for policy in ("brawler", "fencer", "spearman"):
        kit = f'skills = {{ broadsword = 80 }}\nweapons = ["broadsword"]\nagent = "{policy}"'
        below = STAND + "\nlevel = -20"
        scenario = loads(
            HEAD
            + CLIFF
            + "[rules]\nmax_counts = 100\n"
            + fighter("Ana", "red", 0.0, kit)
            + fighter("Bo", "blue", 40.0, below)
        )
        assert not [line for line in log(scenario) if line["type"] == "edge"]


def test_a_fencer_with_an_edge_behind_it_gives_no_ground():
    duelist = 'skills = { rapier = 60, combat_maneuver = 60 }\nweapons = ["rapier"]\nagent = "fencer"'
    brawler = 'skills = { battle_axe = 60, combat_maneuver = 30 }\nweapons = ["battle_axe"]\nagent = "brawler"'
    scenario = loads(HEAD + CLIFF + fighter("Fay", "red", 3.0, duelist) + fighter("Bo", "blue", -6.0, brawler))
    for seed in range(20):
        for line in log(scenario, seed):
            mine = line["type"] == "decision" and line["actor"] == "Fay"
            assert not (mine and line["option"]["do"] == "retreat" and line["t"] < 5)


class Pusher:
    """Throws its foe, once it may."""

    standing = Standing(asks=frozenset({"start", "ready"}))

    def decide(self, request: Any) -> Any:
        """Return the first throw, else a hold."""
        from engine.counts.actions import Throw

        throw = Throw(target="Bull")
        return throw if request.legal(throw) is None else Hold()


BULL = 'weight = {weight}\novb = 80\nskills = {{ club = 50 }}\nweapons = ["club"]\nagent = "brawler"'


def test_a_strong_brawler_throws_down_a_much_lighter_foe_and_no_other():
    target = 'weight = 120\nhtk = 100\ndef = 10\nweapons = ["club"]\nmode = "locked"\nagent = "hold"'
    for weight, wanted in ((240, True), (130, False)):
        scenario = loads(
            HEAD + fighter("Bull", "red", 0.0, BULL.format(weight=weight)) + fighter("Bo", "blue", 3.0, target)
        )
        assert ("overbear" in {what for _, what, _ in decided(scenario, "Bull")}) is wanted


def test_a_strong_brawler_throws_a_foe_over_the_edge_behind_it():
    target = 'weight = 150\nhtk = 100\ndef = 10\nweapons = ["club"]\nmode = "locked"\nagent = "hold"'
    scenario = loads(
        HEAD + CLIFF + fighter("Bull", "red", 0.0, BULL.format(weight=150)) + fighter("Bo", "blue", 4.0, target)
    )
    fallen = 0
    for seed in range(10):
        lines = log(scenario, seed)
        fallen += any(line["type"] == "edge" and line["actor"] == "Bo" for line in lines)
    assert fallen >= 5


def test_a_brawler_thrown_over_an_edge_falls_at_once():
    """It does not ask to act before it falls; a fencer does."""
    bull = BULL.format(weight=120)
    for policy, asked in (("brawler", False), ("fencer", True)):
        scenario = loads(HEAD + CLIFF + fighter("Bull", "red", 4.5, bull.replace('"brawler"', f'"{policy}"'))
                         + fighter("Bo", "blue", 2.5, 'ovb = 300\nweapons = ["club"]\nagent = "hold"'))  # fmt: skip
        lines = log(scenario, 3, agents={"Bo": Pusher()})
        reasons = [line["reason"] for line in lines if line["type"] == "decision" and line["actor"] == "Bull"]
        assert any(line["type"] == "edge" for line in lines)
        assert any("edge" in why for why in reasons) is asked


def test_a_heavy_brawler_runs_right_into_a_light_foe():
    target = 'weight = 120\nhtk = 100\nweapons = ["club"]\nmode = "locked"\nagent = "hold"\n[rules]\nmax_counts = 30\n'
    scenario = loads(HEAD + fighter("Bull", "red", 0.0, BULL.format(weight=260)) + fighter("Bo", "blue", 60.0, target))
    lines = log(scenario)
    assert any(line["type"] == "bash" for line in lines)
    light = loads(HEAD + fighter("Bull", "red", 0.0, BULL.format(weight=150)) + fighter("Bo", "blue", 60.0, target))
    assert not any(line["type"] == "bash" for line in log(light))
