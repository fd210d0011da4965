"""What depends on the rule system a scenario names: policies, what combatants hold, the field, the shipped library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from engine.errors import ScenarioError
from engine.registry import SYSTEMS as ENGINES
from engine.registry import options, reasons
from scenarios import from_document, load, loads, names, path_of
from scenarios.policy import EVERYWHERE, OWN, POLICIES, default_policy, playing
from scenarios.structure import fields_of
from scenarios.systems import NAMED, PLANNED, SYSTEMS, entry

BO = 'position = [0, 0]\n[[combatants]]\nname = "Bo"\nside = "blue"\nposition = [9, 0]\n'
"""Where Ana stands, and Bo."""


def text(system: str, lines: str = "") -> str:
    head = f'schema = "couched.scenario/1"\nname = "Test"\nsystem = "{system}"\n'
    return f'{head}[[combatants]]\nname = "Ana"\nside = "red"\n{lines}\n{BO}'


def mistakes(source: str) -> tuple[str, ...]:
    with pytest.raises(ScenarioError) as caught:
        loads(source, label="f.toml")
    return caught.value.mistakes


def test_a_system_is_built_for_scenarios_and_for_battles_alike() -> None:
    assert set(SYSTEMS) == set(ENGINES)
    assert set(SYSTEMS) | set(PLANNED) == set(NAMED)
    assert not set(SYSTEMS) & set(PLANNED)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_combatant_without_agent_is_played_by_the_policy_of_its_system(system: str) -> None:
    assert loads(text(system)).agents["Ana"].policy == default_policy(system) == OWN[system][0]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("policy", sorted(set(POLICIES) - {"script", "external"}))
def test_a_policy_is_refused_where_it_does_not_play_the_system(system: str, policy: str) -> None:
    source = text(system, f'agent = "{policy}"')
    if policy in playing(system):
        assert loads(source).agents["Ana"].policy == policy
    else:
        [line] = mistakes(source)
        assert f'f.toml:7: combatants.Ana.agent: found "{policy}", which does not play {system}' in line
        offered = ", ".join(sorted(playing(system)))
        assert f"allowed: a policy's name: {offered}" in line


def test_a_misspelled_policy_names_the_nearest_of_those_that_play_the_system() -> None:
    [line] = mistakes(text("shots", 'agent = "gunmen"'))
    assert "did you mean gunman?" in line
    [line] = mistakes(text("counts", 'agent = "gunmen"'))
    assert "did you mean" not in line
    assert "gunman" not in line


def test_a_policy_that_a_caller_adds_may_play_every_system() -> None:
    for system in SYSTEMS:
        assert loads(text(system, 'agent = "mine"'), policies={*POLICIES, "mine"}).agents["Ana"].policy == "mine"


def test_setting_a_parameter_of_an_agent_that_is_not_named_means_the_policy_of_the_system() -> None:
    for system in SYSTEMS:
        spec = loads(text(system), overrides=["combatants.Ana.agent.patience=3"]).agents["Ana"]
        assert (spec.policy, spec.params) == (default_policy(system), {"patience": 3})


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_script_may_order_every_option_of_its_system_and_wait_for_its_reasons_only(system: str) -> None:
    order = fields_of(entry(system).order)
    assert {str(kind.__struct_config__.tag) for kind in options(system)} <= set(order["do"].meta["choices"])
    assert order["on"].meta["choices"] == reasons(system)


def test_a_file_without_a_system_is_read_on_by_the_one_whose_words_it_uses() -> None:
    for lines, own in (('htk = "7"', "htk"), ('toughness = "7"', "toughness")):
        found = mistakes(text("counts", lines).replace('system = "counts"\n', ""))
        assert [part in line for line in found for part in ("system: found nothing", f"{own}: found")] == [True, False, False, True]


def test_a_system_without_a_field_refuses_one(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = attrs.evolve(entry("counts"), field=None)
    monkeypatch.setattr("scenarios.resolve.entry", lambda _name: bare)
    [line] = mistakes(text("counts") + "[field]\nwalls = []\n")
    assert line == "f.toml:13: field: found {walls = []}; allowed: no field: counts has nothing that stands on one"
    assert loads(text("counts")).field is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_systems_shipped_scenarios_lie_in_its_folder_and_are_of_that_system(system: str) -> None:
    assert names(system)
    for name in names(system):
        assert path_of(name).parent.name == system
        assert load(name).system == system


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_resolved_scenario_of_every_system_loads_again_as_the_same(system: str) -> None:
    for name in names(system):
        assert from_document(load(name).document) == load(name)


def test_policies_of_one_system_are_no_others() -> None:
    own = [name for rows in OWN.values() for name in rows]
    assert sorted(own) == sorted(set(own))
    assert not set(own) & set(EVERYWHERE)


@pytest.mark.parametrize(("scenario", "other"), [("duel", "shots"), ("shots_duel", "counts")])
def test_a_battle_of_one_system_imports_no_other(scenario: str, other: str) -> None:
    code = (
        "import sys\nfrom studies.cli import invoke\n"
        f"invoke(['run', '{scenario}', '--set', 'rules.max_counts=20', '--detail', 'short'])\n"
        f"print([name for name in sys.modules if name.startswith(('engine.{other}', 'scenarios.{other}'))])"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.rstrip().endswith("\n[]")


@pytest.mark.parametrize("system", ["counts", "shots"])
@pytest.mark.parametrize("agent", ['"berserker"', "3", "{ bold = 1 }"])
def test_every_policy_of_a_system_is_offered_in_place_of_one_there_is_not(system: str, agent: str) -> None:
    text = f'schema = "couched.scenario/1"\nname = "Test"\nsystem = "{system}"\n[[combatants]]\nname = "Ana"\nside = "red"\nagent = {agent}\n'
    with pytest.raises(ScenarioError) as caught:
        loads(text)
    told = " ".join(caught.value.mistakes)
    assert all(policy in told for policy in playing(system))
