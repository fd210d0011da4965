"""``extends`` lays one file over another, inside one folder, without cycles."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import ScenarioError
from engine.scenario import Scenario
from scenarios import load, loads

SCHEMA = 'schema = "couched.scenario/1"\n'
BASE = (
    SCHEMA
    + """
name = "Base"
system = "counts"
rules.level = "basic"
rules.max_counts = 100
[[combatants]]
name = "Ana"
side = "red"
htk = 40
skills = { broadsword = 60, combat_perception = 70 }
weapons = ["broadsword", "dagger"]
agent = { policy = "fencer", bold = 1, wary = 2 }
[[combatants]]
name = "Bo"
side = "blue"
position = [5, 0]
"""
)


def lay(folder: Path, over: str, base: str = BASE) -> Scenario:
    """Return the scenario of a file laid over another beside it."""
    (folder / "base.toml").write_text(base, "utf-8")
    file = folder / "over.toml"
    file.write_text(f'{SCHEMA}extends = "base.toml"\n{over}', "utf-8")
    return load(file)


def test_what_the_upper_file_is_silent_about_comes_from_the_lower(tmp_path: Path) -> None:
    scenario = lay(tmp_path, 'name = "Over"\nrules.level = "advanced"\n')
    assert (scenario.name, scenario.rules.level, scenario.rules.max_counts) == ("Over", "advanced", 100.0)  # type: ignore[attr-defined]
    assert [spec.name for spec in scenario.combatants] == ["Ana", "Bo"]


def test_combatants_merge_by_name_and_new_ones_follow(tmp_path: Path) -> None:
    over = (
        '[[combatants]]\nname = "Cy"\nside = "red"\n[[combatants]]\nname = "Ana"\nskills = { dagger = 50 }\nspd = 4\n'
    )
    ana, bo, cy = lay(tmp_path, over).combatants
    assert (ana.name, bo.name, cy.name) == ("Ana", "Bo", "Cy")
    assert (ana.htk, ana.spd, ana.skills) == (40, 4, {"broadsword": 60, "dagger": 50})


def test_arrays_replace(tmp_path: Path) -> None:
    ana = lay(tmp_path, '[[combatants]]\nname = "Ana"\nweapons = ["spear"]\n').combatants[0]
    assert [weapon.name for weapon in ana.weapons] == ["spear"]


def test_a_skill_may_be_written_the_other_way_in_the_upper_file(tmp_path: Path) -> None:
    ana = lay(tmp_path, '[[combatants]]\nname = "Ana"\ncombat_perception = 20\n').combatants[0]
    assert ana.combat_perception == 20


def test_an_agents_parameters_merge_and_another_policy_replaces_them(tmp_path: Path) -> None:
    same = lay(tmp_path, '[[combatants]]\nname = "Ana"\nagent = { policy = "fencer", bold = 9 }\n').agents["Ana"]
    other = lay(tmp_path, '[[combatants]]\nname = "Ana"\nagent = { policy = "random", x = 1 }\n').agents["Ana"]
    assert same.params == {"bold": 9, "wary": 2}
    assert other.params == {"x": 1}


def test_a_mistake_names_the_file_in_which_it_stands(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as caught:
        lay(tmp_path, '[[combatants]]\nname = "Ana"\nspd = "4"\n', BASE.replace("htk = 40", 'htk = "40"'))
    first, second = sorted(caught.value.mistakes)
    assert "base.toml:10: combatants.Ana.htk" in first
    assert "over.toml:5: combatants.Ana.spd" in second


def test_each_file_needs_the_schema(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"base\.toml:1: schema: found nothing"):
        lay(tmp_path, "", BASE.removeprefix(SCHEMA))


def test_a_shipped_scenario_may_be_extended_from_a_file_and_from_a_text(tmp_path: Path) -> None:
    text = f'{SCHEMA}extends = "duel"\nname = "Mine"\n'
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    assert load(file) == loads(text)
    assert loads(text).combatants == load("duel").combatants


def test_a_template_named_below_is_still_under_what_the_upper_file_says(tmp_path: Path) -> None:
    ana = loads(
        f'{SCHEMA}extends = "duel"\nname = "x"\n[[combatants]]\nname = "Ana"\nskills = {{ broadsword = 5 }}\n'
    ).combatants[0]
    assert (ana.skills["broadsword"], ana.skills["combat_maneuver"], ana.skills["spear"]) == (5, 50, 55)


@pytest.mark.parametrize(
    "target",
    ["../base.toml", "/etc/base.toml", "sub/../../base.toml", "..\\\\base.toml", "C:/base.toml", "a\\u0000.toml"],
)
def test_leaving_the_folder_is_refused(tmp_path: Path, target: str) -> None:
    file = tmp_path / "over.toml"
    file.write_text(f'{SCHEMA}extends = "{target}"\n', "utf-8")
    with pytest.raises(ScenarioError, match=r"over\.toml:2: extends: found .*; allowed: a file in the same folder"):
        load(file)


def test_leaving_the_folder_by_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside.toml").write_text(BASE, "utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "base.toml").symlink_to(tmp_path / "outside.toml")
    (folder / "over.toml").write_text(f'{SCHEMA}extends = "base.toml"\n', "utf-8")
    with pytest.raises(ScenarioError, match="a file in the same folder or below it"):
        load(folder / "over.toml")


def test_a_file_below_the_folder_may_be_extended(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "base.toml").write_text(BASE, "utf-8")
    (tmp_path / "over.toml").write_text(f'{SCHEMA}extends = "sub/base.toml"\n', "utf-8")
    assert load(tmp_path / "over.toml").name == "Base"


def test_a_cycle_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(f'{SCHEMA}extends = "b.toml"\n', "utf-8")
    (tmp_path / "b.toml").write_text(f'{SCHEMA}extends = "a.toml"\n', "utf-8")
    with pytest.raises(ScenarioError, match=r'b\.toml:2: extends: found "a.toml", which leads back to itself'):
        load(tmp_path / "a.toml")


def test_a_chain_of_too_many_files_is_refused(tmp_path: Path) -> None:
    for index in range(20):
        (tmp_path / f"{index}.toml").write_text(f'{SCHEMA}extends = "{index + 1}.toml"\n', "utf-8")
    with pytest.raises(ScenarioError, match=r"15\.toml:2: extends: found a chain of more than 16 files"):
        load(tmp_path / "0.toml")


@pytest.mark.parametrize(
    ("target", "found"),
    [('"nowhere.toml"', "which is no file"), ('"duell"', r"did you mean duel\?"), ("3", "found 3"), ('""', 'found ""')],
)
def test_what_can_not_be_extended_is_named_with_file_and_line(tmp_path: Path, target: str, found: str) -> None:
    file = tmp_path / "over.toml"
    file.write_text(f"{SCHEMA}\nextends = {target}\n", "utf-8")
    with pytest.raises(ScenarioError, match=rf"over\.toml:3: extends: .*{found}"):
        load(file)


def test_a_text_can_not_extend_a_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(BASE, "utf-8")
    with pytest.raises(ScenarioError, match=r'scenario:2: extends: found "base\.toml"'):
        loads(f'{SCHEMA}extends = "base.toml"\n')
