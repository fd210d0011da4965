"""The shipped scenarios load, teach, and mean what their comments say."""

from __future__ import annotations

import subprocess
import sys

import pytest

import scenarios
from engine.errors import InputError
from scenarios import load, names, path_of
from scenarios.systems import NAMED, PLANNED

LISTED = {
    "bleeding_race", "couched_spear_against_charge", "dagger_against_pike", "duel", "gate", "mirror", "three_on_three",
    "timing_drill",
}  # fmt: skip


def test_the_scenarios_of_the_list_are_shipped() -> None:
    assert set(names("counts")) >= LISTED


def test_the_scenarios_of_all_systems_are_those_of_each_and_no_two_have_one_name() -> None:
    parts = [name for system in NAMED for name in names(system)]
    assert sorted(parts) == list(names())
    assert [path_of(name).parent.name for name in names("counts")] == ["counts"] * len(names("counts"))


@pytest.mark.parametrize("system", PLANNED)
def test_a_system_that_is_not_built_yet_ships_nothing(system: str) -> None:
    assert names(system) == ()


def test_an_unknown_system_has_no_list() -> None:
    with pytest.raises(InputError, match=r"found 'cuonts'; allowed: counts"):
        names("cuonts")


def test_an_unknown_scenario_has_no_file() -> None:
    with pytest.raises(InputError, match="found 'duell'"):
        path_of("duell")


@pytest.mark.parametrize("name", names())
def test_a_shipped_scenario_describes_itself_and_has_two_sides(name: str) -> None:
    scenario = load(name)
    assert scenario.document["description"]
    assert len({spec.side for spec in scenario.combatants}) >= 2
    assert path_of(name).read_text("utf-8").startswith("# ")


def test_a_shipped_scenario_is_the_same_by_name_and_by_file() -> None:
    assert load("duel") == load(path_of("duel")) == load(str(path_of("duel")))


def test_the_duel_is_a_broadsword_against_a_spear() -> None:
    scenario = load("duel")
    assert scenario.name == "Broadsword against spear"
    assert [spec.weapons[0].name for spec in scenario.combatants] == ["broadsword", "spear"]


def test_the_mirror_match_has_the_same_fighter_twice() -> None:
    left, right = load("mirror").combatants
    figures = [(spec.htk, spec.skills, spec.weapons, spec.armor, spec.mode) for spec in (left, right)]
    assert figures[0] == figures[1]
    assert left.position[0] == -right.position[0]


def test_the_drill_orders_stand_at_the_counts_its_comment_names() -> None:
    orders = load("timing_drill").agents["Drill"].params["orders"]
    assert [(order["at"], order["do"]) for order in orders] == [
        (0, "attack"), (15, "couch"), (24, "release"), (40, "attack"), (43, "break_off"), (44, "attack"),
        (51, "break_off"), (60, "attack"),
    ]  # fmt: skip


def test_the_charge_reaches_the_spears_best_distance_as_the_released_point_arrives() -> None:
    scenario = load("couched_spear_against_charge")
    sela, rolf = scenario.combatants
    [run] = scenario.agents["Rolf"].params["orders"]
    release = scenario.agents["Sela"].params["orders"][1]["at"]
    whole = sela.weapons[0].wsd - 4  # piercing (C-DMG-2)
    impact = release + whole / 2 * 3 / 4  # against a charge, from the couch (C-TIM-8)
    assert impact == 9
    assert rolf.position[0] - run["speed"] * impact == sela.weapons[0].length + 2


def test_the_gate_is_held_in_locked_mode() -> None:
    assert {spec.mode for spec in load("gate").combatants if spec.side == "gate"} == {"locked"}


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, scenarios; print([m for m in ('tomllib', 'attrs', 'msgspec', 'engine') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_package_lists_its_public_names_and_no_others() -> None:
    assert dir(scenarios) == sorted(scenarios.__all__)
    assert all(callable(getattr(scenarios, name)) for name in scenarios.__all__ if name != "POLICIES")
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        scenarios.nonsense  # noqa: B018


@pytest.mark.parametrize("name", ["", " "])
def test_no_name_at_all_is_said_to_be_none(name: str) -> None:
    with pytest.raises(InputError, match=r"scenario: found .*allowed: a file, or the name of a shipped scenario"):
        load(name)
