"""The registry: which policies there are, and what building one refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import attrs
import pytest

import agents
from agents.parameters import Choice, numbers
from engine.errors import InputError, ScenarioError
from engine.registry import SYSTEMS
from engine.scenario import AgentSpec
from scenarios import loads
from scenarios.policy import default_policy, playing


def test_every_policy_has_a_name_one_sentence_and_a_protocol(fight):
    assert all(agents.describe(name).endswith(".") for name in agents.names())
    for name in agents.names("counts"):
        params = {"script": {"orders": []}, "external": {"command": ["x"]}}.get(name, {})
        assert isinstance(agents.make(AgentSpec(name, params), "Ana", fight), agents.Agent)


def test_the_policies_of_the_contract_are_there():
    assert {"brawler", "fencer", "hold", "random", "script"} <= set(agents.names())


def test_an_unknown_policy_names_the_nearest(fight):
    with pytest.raises(InputError, match="did you mean 'brawler'") as caught:
        agents.make(AgentSpec("brwaler"), "Ana", fight)
    assert caught.value.place == "combatants.Ana.agent.policy"


def test_an_unknown_parameter_names_the_nearest(fight):
    with pytest.raises(InputError, match="did you mean 'patience'") as caught:
        agents.make(AgentSpec("fencer", {"pacience": 3}), "Ana", fight)
    assert caught.value.place == "combatants.Ana.agent.pacience"


def test_all_mistakes_in_the_parameters_are_told_at_once_with_what_was_found(fight):
    with pytest.raises(ScenarioError) as caught:
        agents.make(AgentSpec("archer", {"keep": -1, "poor": "x", "foo": 2}), "Ana", fight)
    keep, poor, foo = caught.value.mistakes
    assert keep.startswith("combatants.Ana.agent.keep: found -1; allowed: a number of ")
    assert poor.startswith("combatants.Ana.agent.poor: found 'x'; allowed: a number of ")
    assert foo.startswith("combatants.Ana.agent.foo: found 'foo'; allowed: ")


def test_a_policy_without_parameters_takes_none(fight):
    with pytest.raises(InputError, match="parameters: none"):
        agents.make(AgentSpec("hold", {"orders": []}), "Ana", fight)


@pytest.mark.parametrize("value", ["3", True, None, float("nan"), -5, 10**9])
def test_a_parameter_out_of_its_bounds_is_refused_and_nothing_is_coerced(fight, value):
    with pytest.raises(InputError, match="a number of counts from 1 to 1000000"):
        agents.make(AgentSpec("fencer", {"patience": value}), "Ana", fight)


def test_a_script_without_orders_or_with_another_key_is_refused(fight):
    with pytest.raises(InputError, match="without `orders`"):
        agents.make(AgentSpec("script"), "Ana", fight)
    with pytest.raises(InputError, match="did you mean 'orders'"):
        agents.make(AgentSpec("script", {"order": []}), "Ana", fight)


def test_a_policy_that_can_not_play_the_system_names_those_that_can(fight):
    other = attrs.evolve(fight, system="shots")
    with pytest.raises(InputError, match=r"policies for shots: bodyguard, external, gunman, hold, "):
        agents.make(AgentSpec("brawler"), "Ana", other)
    with pytest.raises(InputError, match="policies for counts: archer, brawler, "):
        agents.make(AgentSpec("gunman"), "Ana", fight)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_scenario_may_name_the_policies_that_play_its_system_and_no_others(system):
    assert set(playing(system)) == {*agents.names(system), "external"}
    assert default_policy(system) in agents.names(system)


def test_a_policy_says_which_systems_it_plays():
    assert agents.systems("brawler") == ("counts",)
    assert agents.systems("script") == tuple(sorted(SYSTEMS))
    assert all(name in agents.names(system) for name in agents.names() for system in agents.systems(name))


def test_policies_are_imported_when_they_are_asked_for():
    code = "import agents, sys; agents.names(); print([m for m in sys.modules if m == 'agents.fencer'])"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.strip() == "[]"


def test_parameters_can_be_listed():
    assert {parameter.name for parameter in agents.parameters("fencer")} >= {"patience", "parry", "least_chance"}
    assert agents.parameters("hold") == ()


BASE = Choice("base", "fencer", "whose options it takes", ("fencer", "brawler"))


def test_a_choice_takes_one_of_its_names_and_tells_the_nearest():
    assert numbers({}, [BASE], "combatants.Ana.agent") == {"base": "fencer"}
    assert numbers({"base": "brawler"}, [BASE], "combatants.Ana.agent") == {"base": "brawler"}
    with pytest.raises(InputError) as refused:
        numbers({"base": "brawlr"}, [BASE], "combatants.Ana.agent")
    assert refused.value.place == "combatants.Ana.agent.base"
    assert "did you mean 'brawler'? one of fencer, brawler" in str(refused.value)


@pytest.mark.parametrize("value", [5, True, None, ["fencer"], "", "x" * 10_000])
def test_what_is_no_name_of_a_choice_is_refused(value):
    assert not BASE.fits(value)
    with pytest.raises(InputError, match="one of fencer, brawler") as refused:
        BASE.checked(value, "agent")
    assert len(str(refused.value)) < 200


def test_a_choice_whose_default_is_none_of_its_names_is_a_mistake_of_the_policy():
    with pytest.raises(ValueError, match="the default 'hold' is none of fencer, brawler"):
        Choice("base", "hold", "whose options it takes", ("fencer", "brawler"))


def test_a_scenario_with_a_wrong_name_tells_line_path_and_the_nearest():
    text = """schema = "couched.scenario/1"
name = "x"
system = "counts"
[[combatants]]
name = "Ana"
side = "red"
agent = { policy = "hold", base = "fencr" }
[[combatants]]
name = "Bo"
side = "blue"
agent = { policy = "hold", base = "brawler" }
"""
    with pytest.raises(InputError) as refused:
        loads(text, label="f.toml", parameters=lambda policy: [BASE])
    told = str(refused.value)
    assert 'f.toml:7: combatants.Ana.agent.base: found "fencr"; allowed: one of fencer, brawler (did you mean fencer?)' in told
    assert told.count("agent.base") == 1
