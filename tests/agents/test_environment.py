"""Environments of the library PettingZoo: its own tests, and what an episode is."""

from __future__ import annotations

import pickle
import warnings
from functools import partial
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel

import agents
import scenarios
import studies
from agents import environment_views, features
from engine import InputError
from engine.options import Hold
from engine.registry import SYSTEMS
from engine.scenario import AgentSpec
from engine.system import Standing
from scenarios import load

EXPECTED = (
    "Observation space for each agent probably should be",  # a dict with a mask, as the library's own board games have
    "Observation is not a NumPy array",  # the same
    "We recommend agents to be named in the format",  # ours are named like the fighters
    r"Action mask numpy array is all zeros \(no legal actions\)",  # of one whose battle is over
)
"""What the library's test warns of and what is meant to be so."""

IN_SYSTEM = [(system, name) for system in SYSTEMS for name in scenarios.names(system)]


def door(system: str):
    return import_module(f"studies.couched_{system}_v0")


def play(env, seed: int | None = 0, choose=None):
    """Play an episode; return every agent's rewards, the last info, and what was chosen."""
    rng = np.random.default_rng(5)
    choose = choose or (lambda mask: int(rng.choice(np.flatnonzero(mask))))
    env.reset(seed=seed)
    paid, done, info = dict.fromkeys(env.agents, 0.0), [], {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        paid[agent] += reward
        action = None if terminated or truncated else choose(seen["action_mask"])
        if action is not None:
            done.append((agent, info["t"], info["options"][action]))
        env.step(action)
    return paid, info, done


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_library_finds_nothing_wrong(system, capsys):
    with warnings.catch_warnings():
        for words in EXPECTED:
            warnings.filterwarnings("ignore", words, UserWarning)
        api_test(door(system).env(), num_cycles=100)
        api_test(door(system).env(shaping=1.0, max_cycles=5), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_library_finds_the_same_seed_to_give_the_same_episode(system):
    seed_test(door(system).env, num_cycles=60)
    seed_test(partial(door(system).env, shaping=0.5, max_cycles=20), num_cycles=60)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_library_counts_as_many_cycles_as_were_asked_for(system):
    """With room for nothing but hold both duelists are asked in turn, and only then the library can make rounds of it."""

    def parallel(**more):
        env = door(system).env(slots=1, **more)
        env.unwrapped.metadata["is_parallelizable"] = True
        return aec_to_parallel(env)

    max_cycles_test(SimpleNamespace(env=partial(door(system).env, slots=1), parallel_env=parallel))


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_environment_has_a_versioned_name(system):
    env = door(system).env(render_mode="ansi")
    assert str(env) == env.metadata["name"] == f"couched_{system}_v0"
    assert env.metadata["render_modes"] == ["ansi"]


@pytest.mark.parametrize(("system", "name"), IN_SYSTEM)
def test_what_is_observed_of_every_battle_lies_in_its_space_and_there_is_room_for_every_option(system, name):
    env = door(system).raw_env(name)
    env.reset(seed=3)
    space = env.observation_space(env.possible_agents[0])
    rng = np.random.default_rng(0)
    for agent in env.agent_iter(40):
        seen, _, terminated, truncated, info = env.last()
        assert space.contains(seen)
        assert info["left_out"] == 0
        assert seen["action_mask"].sum() == len(info["options"])
        over = terminated or truncated
        assert over or seen["observation"].any()
        assert agent in load(name).agents
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_told_of_a_view_has_a_name_of_its_own_and_a_sentence(system):
    table = environment_views.described(system)
    assert len({feature.name for feature in table}) == len(table)
    assert all(feature.why and feature.scale > 0 for feature in table)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_view_is_told_by_no_name_that_its_table_lacks(system):
    looks = environment_views.looks(system)
    env = door(system).raw_env()
    env.reset(seed=1)
    request = env._request
    view = request.view
    assert set(looks.me(request)) <= {feature.name for feature in looks.ME}
    assert {*looks.foe(view, view.foes[0])} <= {feature.name for feature in looks.FOE}
    assert {*looks.friend(view, view.foes[0])} <= {feature.name for feature in looks.FRIEND}


def test_slots_hold_the_candidates_in_their_order_hold_first_and_a_row_each():
    env = door("counts").raw_env()
    env.reset(seed=0)
    request = env._request
    listed = [str(option) for option in features.candidates(request)]
    seen, *_, info = env.last()
    view, rows = env.split(seen["observation"])
    assert list(info["options"]) == ["hold", *[words for words in listed if words != "hold"]]
    assert dict(zip(env.view_features, view, strict=True))["foe1_far"] == pytest.approx(9 / 30)  # the duel begins at 9 ft
    for slot, option in enumerate(sorted(features.candidates(request), key=lambda option: option.do != "hold")):
        assert rows[slot] == pytest.approx(features.of(request, option))
    assert not rows[len(listed) :].any()


def test_what_does_not_fit_into_the_slots_is_left_out_and_counted():
    wide, narrow = door("counts").raw_env(), door("counts").raw_env(slots=5)
    wide.reset(seed=0)
    narrow.reset(seed=0)
    every, some = wide.last()[4]["options"], narrow.last()[4]
    assert some["options"] == every[:5]
    assert some["left_out"] == len(every) - 5
    assert narrow.action_space("Ana").n == 5


def test_who_wins_is_paid_one_and_who_loses_pays_one():
    env, ends = door("counts").env(), set()
    for seed in range(8):
        paid, info, _ = play(env, seed)
        ends.add(info["winner"])
        assert paid == {None: {"Ana": 0, "Bo": 0}, "red": {"Ana": 1, "Bo": -1}, "blue": {"Ana": -1, "Bo": 1}}[info["winner"]]
    assert {"red", "blue"} <= ends


def test_everybody_on_a_side_is_paid_alike_down_or_not():
    env = door("counts").env("three_on_three", policies={"blue": "brawler"})
    paid, info, done = play(env, 1)
    last = {name: t for name, t, _ in done}
    assert len(set(last.values())) > 1  # somebody fell before the others
    assert paid == dict.fromkeys(("Aldo", "Berta", "Carl"), {"red": 1.0, "blue": -1.0}[info["winner"]])


def test_a_battle_that_runs_out_of_time_is_truncated_and_pays_nothing():
    env = door("counts").env(overrides=["rules.max_counts=10"])
    env.reset(seed=0)
    for _ in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        assert not terminated
        assert reward == 0.0
        env.step(None if truncated else 0)
    assert (info["outcome"], info["t"]) == ("timeout", 10.0)


def test_too_many_cycles_truncate_the_battle_for_all_at_once():
    _, info, done = play(door("counts").env(max_cycles=3), 0, lambda mask: 0)
    assert info["outcome"] == "truncated"
    assert "3 times" in info["reason"]
    assert max([agent for agent, *_ in done].count(agent) for agent in ("Ana", "Bo")) == 3


def test_shaping_pays_in_the_end_what_is_left_of_a_side_beyond_its_opponents():
    plain, shaped = (door("counts").raw_env(policies={"Bo": "random"}, shaping=shaping) for shaping in (0.0, 0.5))
    before, info, done = play(plain, 4)
    after, again, same = play(shaped, 4)
    assert (info, done) == (again, same)
    left = {}
    for name, state in shaped._battle.result.combatants.items():  # HTK as C-WND-6 counts them; one who stands has a quarter
        left[name] = 0.25 + 0.75 * (1 - min(state["htk_lost"] / state["htk"], 1)) if state["able"] else 0.0
    assert after["Ana"] - before["Ana"] == pytest.approx(0.5 * (left["Ana"] - left["Bo"]))


class Holder:
    """Holds, and is asked again as an environment asks."""

    standing = Standing(asks=frozenset({"start", "ready", "hold_expired"}))

    def decide(self, request):
        action = request.view.me.action
        if action is None or action.phase in ("couched", "up"):
            request.wake = request.t + 2
        return Hold()


def test_an_episode_is_the_battle_that_the_runner_plays():
    env = door("counts").env(policies={"Bo": "brawler"}, asks={"start", "ready", "hold_expired"})
    _, info, done = play(env, 11, lambda mask: 0)
    fight = load("duel", overrides=['combatants.Bo.agent={policy="brawler"}'], parameters=agents.parameters)
    run = studies.run(fight, 11, agents={"Ana": Holder()})
    assert (info["outcome"], info["winner"], info["t"], info["reason"]) == (run.outcome, run.winner, run.t, run.reason)
    assert {words for _, _, words in done} == {"hold"}


def test_without_a_seed_the_next_battle_under_the_last_one_is_played():
    env, other = door("counts").env(policies={"Bo": "brawler"}), door("counts").env(policies={"Bo": "brawler"})
    first, second = play(env, 3), play(env, None)
    assert first != second
    assert (play(other, 3), play(other, None)) == (first, second)
    assert play(env, 3) == first


def test_policies_play_whom_they_are_given_to_and_a_name_goes_before_a_side():
    env = door("counts").raw_env("three_on_three", policies={"blue": "brawler[crowd=5]", "Egon": "fencer"})
    sides = {spec.name: spec.side for spec in load("three_on_three").combatants}
    assert set(env.possible_agents) == {name for name, side in sides.items() if side == "red"}
    crowd = AgentSpec("brawler", {"crowd": 5})
    assert env._policies == {"Dora": crowd, "Egon": AgentSpec("fencer", {}), "Fay": crowd}


def test_a_function_may_build_who_plays():
    built = []

    def build(setup):
        built.append((setup.combatant, setup.seed, setup.battle))
        return Holder()

    env = door("counts").env(policies={"Bo": build})
    play(env, 5)
    env.reset()
    assert built == [("Bo", 5, 0), ("Bo", 5, 1)]


def test_a_masked_action_loses_at_once_for_who_takes_it():
    env = door("counts").env()
    env.reset(seed=0)
    agent, (seen, *_) = env.agent_selection, env.last()
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.rewards == {name: -1.0 if name == agent else 0 for name in ("Ana", "Bo")}
    assert all(env.terminations.values())


def test_a_bare_environment_refuses_a_slot_without_an_option_and_goes_on():
    env = door("counts").raw_env()
    env.reset(seed=0)
    there = len(env.last()[4]["options"])
    with pytest.raises(InputError, match=rf"action of {env.agent_selection}: found {there}; allowed: a slot from 0 to {there - 1}"):
        env.step(there)
    for action in (0.5, "0", None, -1):
        with pytest.raises(InputError, match="a slot from 0"):
            env.step(action)
    env.step(np.int64(there - 1))


def test_a_seed_that_is_no_whole_number_is_refused():
    env = door("counts").raw_env()
    with pytest.raises(InputError, match=r"seed: found 1\.5; allowed: a whole number, or None"):
        env.reset(seed=1.5)
    env.reset(seed=np.int64(4))


@pytest.mark.parametrize("action", ["1", 1.0, True, None, np.array([1]), np.float32(1), -1, 10**30])
def test_a_slot_that_is_no_whole_number_is_refused_and_nothing_taken_for_one(action):
    env = door("counts").raw_env()
    env.reset(seed=0)
    with pytest.raises(InputError, match=f"action of {env.agent_selection}: found .*; allowed: a slot from 0 to"):
        env.step(action)


@pytest.mark.parametrize("action", [0, np.int64(0), np.array(0), np.uint8(0)])
def test_whole_numbers_of_any_library_are_slots(action):
    env = door("counts").raw_env()
    env.reset(seed=np.int64(0))
    asked = env.agent_selection
    env.step(action)
    assert env.infos[asked]["taken"] == "hold"


@pytest.mark.parametrize("seed", ["7", 1.5, True, float("nan")])
def test_a_seed_is_a_whole_number(seed):
    env = door("counts").env()
    with pytest.raises(InputError, match=r"seed: found .*; allowed: a whole number, or None for the next battle"):
        env.reset(seed=seed)


@pytest.mark.parametrize("call", [lambda env: env.step(0), lambda env: env.render()])
def test_a_bare_environment_that_was_not_reset_says_so(call):
    with pytest.raises(InputError, match="found no battle that was begun; allowed: reset first"):
        call(door("counts").raw_env(render_mode="ansi"))


def test_an_agent_that_is_not_asked_observes_what_it_saw_last_and_no_options():
    env = door("counts").raw_env()
    env.reset(seed=0)
    asked, before = env.agent_selection, env.last()[0]
    env.step(0)
    assert env.agent_selection != asked
    after = env.observe(asked)
    assert not after["action_mask"].any()
    (view, rows), (own, _) = env.split(after["observation"]), env.split(before["observation"])
    assert (view == own).all()
    assert not rows.any()


def test_a_rendered_moment_says_when_who_is_asked_what_it_sees_and_what_it_may_do():
    env = door("counts").env(render_mode="ansi")
    env.reset(seed=7)
    assert env.render().splitlines()[:5] == [
        "Broadsword against spear, seed 7, battle 0, count 0: Ana of red is asked (start)",
        "  itself: HTK 30 of 30, broadsword in hand, offensive, ready",
        "  foe Bo: at 9 ft with spear, ready",
        "   0  hold",
        "   1  attack target=Bo weapon=broadsword",
    ]


def test_a_rendered_end_says_who_won_and_why():
    env = door("counts").raw_env(render_mode="ansi", policies={"Bo": "brawler"})
    env.reset(seed=0)
    rng = np.random.default_rng(5)
    while not (env.terminations["Ana"] or env.truncations["Ana"]):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert env.infos["Ana"]["outcome"] == "win"
    assert env.render().endswith(f": win for {env.infos['Ana']['winner']} ({env.infos['Ana']['reason']})")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_moment_can_be_rendered(system):
    for name in scenarios.names(system)[:6]:
        env = door(system).raw_env(name, render_mode="ansi", max_cycles=4)
        play_rendered(env)


def play_rendered(env):
    env.reset(seed=2)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter(30):
        seen, _, terminated, truncated, info = env.last()
        told = env.render()
        assert terminated or truncated or (f"{agent} of " in told and all(words in told for words in info["options"]))
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(seen["action_mask"]))))


def test_nothing_is_rendered_without_a_mode():
    env = door("counts").env()
    env.reset()
    assert env.render() is None


def test_a_pickled_environment_plays_the_same():
    env = door("steps").raw_env(policies={"left": "rifleman"}, max_cycles=15, shaping=0.1)
    copy = pickle.loads(pickle.dumps(env))
    assert play(env, 9) == play(copy, 9)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"scenario": "steps_duel"}, "scenario: found 'Steps duel' of the system steps; allowed: one of counts; there is couched_steps_v0 for it"),
        ({"scenario": "duell"}, r"did you mean duel\?"),
        ({"policies": {"bleu": "brawler"}}, "policies: found 'bleu'; allowed: did you mean 'blue'\\? combatants and sides: Ana, Bo, blue, red"),
        ({"policies": {"Bo": "brawlr"}}, "policies, Bo: found 'brawlr'; allowed: did you mean 'brawler'"),
        ({"policies": {"Bo": "gunman"}}, "policies, Bo: found 'gunman'; allowed: "),
        ({"policies": {"Bo": "brawler[crowd=x]"}}, "policies, Bo brawler: found "),
        ({"policies": {"Bo": 3}}, "policies, Bo: found 3; allowed: a policy, or a function"),
        ({"policies": {"Bo": "cmd:true"}}, "policies, Bo: found external; allowed: policies of couched"),
        ({"policies": ["brawler"]}, "policies: found \\['brawler'\\]; allowed: a mapping"),
        ({"policies": {"red": "brawler", "blue": "brawler"}}, "allowed: none for at least one, who is then an agent"),
        ({"slots": 0}, "slots: found 0; allowed: a whole number from 1 to 10000"),
        ({"slots": 10**9}, "slots: found 1000000000; allowed: a whole number from 1 to 10000"),
        ({"max_cycles": 2.5}, "max_cycles: found 2.5; allowed: a whole number from 1"),
        ({"pulse": 0.1}, "pulse: found 0.1; allowed: a number from 0.25"),
        ({"shaping": float("inf")}, "shaping: found inf; allowed: a number from 0"),
        ({"asks": "ready"}, "asks: found 'ready'; allowed: a set of reasons"),
        ({"asks": {"redy"}}, "asks: found 'redy'; allowed: did you mean 'ready'"),
        ({"render_mode": "human"}, "render_mode: found 'human'; allowed: None or \"ansi\""),
    ],
)  # fmt: skip
def test_arguments_that_are_wrong_are_one_clear_error(more, words):
    with pytest.raises(InputError, match=words):
        door("counts").env(**more)


def test_a_scenario_that_is_loaded_already_takes_no_overrides():
    fight = load("duel")
    assert door("counts").raw_env(fight).scenario is fight
    with pytest.raises(InputError, match="overrides"):
        door("counts").env(fight, overrides=["combatants.Ana.htk=40"])


def test_without_the_library_one_error_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(InputError, match=r'pip install "couched\[rl\]"'):
        door("counts").env()
