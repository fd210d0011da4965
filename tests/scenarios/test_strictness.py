"""Nothing is coerced, and exact values come through exactly."""

from __future__ import annotations

import pytest

from engine.counts.model import CombatantSpec
from engine.errors import ScenarioError
from engine.scenario import AgentSpec
from scenarios import loads

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "counts"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\n'


def ana(lines: str) -> CombatantSpec:
    """Return Ana as a text with these lines makes her."""
    spec = loads(f"{HEAD}{ANA}{lines}\n").combatants[0]
    assert isinstance(spec, CombatantSpec)
    return spec


def test_a_silent_file_gives_the_defaults_of_c_chr_1() -> None:
    spec = ana("")
    figures = (spec.htk, spec.pow, spec.spd, spec.agl, spec.health, spec.pcf, spec.pab, spec.mvm, spec.weight)
    assert figures == (30, 30, 3, 50, 50, 30, 4, 8.0, 150.0)
    assert (spec.defence, spec.def_on, spec.ovb, spec.combat_perception, spec.mode) == (30, True, 40, 40, "static")
    assert (spec.skills, spec.weapons, spec.armor, spec.stream) == ({}, (), (), "Ana")


def test_a_whole_number_stands_for_itself_where_fractions_are_allowed() -> None:
    spec = ana("mvm = 7\nposition = [1, -2]")
    assert (spec.mvm, spec.position) == (7.0, (1.0, -2.0))
    assert isinstance(spec.mvm, float)
    assert all(isinstance(part, float) for part in spec.position)


def test_minus_zero_is_written_as_zero() -> None:
    assert str(ana("position = [-0.0, 0]").position) == "(0.0, 0.0)"


@pytest.mark.parametrize("figure", ["0.001", "999.999", "12.125", "0.1", "8"])
def test_durations_of_three_decimals_come_through_exactly(figure: str) -> None:
    spec = ana(f'weapons = [{{ name = "spear", wsd = {figure} }}]')
    assert spec.weapons[0].wsd == float(figure)


def test_the_file_says_def_for_the_defence() -> None:
    assert ana("def = 12").defence == 12


def test_skills_with_fields_of_their_own_may_stand_in_either_place() -> None:
    beside = ana("combat_perception = 61\nshoot_while_move = 2\nskills = { combat_maneuver = 50 }")
    among = ana("skills = { combat_maneuver = 50, combat_perception = 61, shoot_while_move = 2 }")
    assert beside == among
    assert among.skills == {"combat_maneuver": 50}


def test_combat_maneuver_may_carry_its_rank() -> None:
    table = ana("skills.combat_maneuver = { percent = 50, rank = 2 }")
    assert table == ana("combat_maneuver_rank = 2\nskills.combat_maneuver = 50")
    assert (table.skills, table.combat_maneuver_rank) == ({"combat_maneuver": 50}, 2)


def test_a_rank_alone_leaves_the_fighter_unskilled() -> None:
    assert ana("skills.combat_maneuver.rank = 2").skills == {}


def test_a_known_weapon_is_overridden_field_by_field() -> None:
    plain, quick = ana('weapons = ["spear", { name = "dagger", wsd = 6.5 }]').weapons
    known = ana('weapons = ["dagger"]').weapons[0]
    assert plain.name == "spear"
    assert (quick.wsd, quick.damage, quick.type, quick.length) == (6.5, known.damage, known.type, known.length)


def test_an_unknown_weapon_is_taken_when_it_is_complete_and_its_names_count_as_skills() -> None:
    spec = ana(
        "skills = { frobnitz = 30, oddities = 20 }\n"
        'weapons = [{ name = "frobnitz", skill = "oddities", wsd = 5, damage = "3+2d10", type = "energy", length = 2 }]'
    )
    assert (spec.weapons[0].wsd, spec.weapons[0].length, spec.weapons[0].damage) == (5.0, 2.0, "3+2d10")


def test_a_weapon_uses_the_skill_of_its_own_name_before_that_of_its_group() -> None:
    arms = ana('skills = { broadsword = 50, sword = 60 }\nweapons = ["broadsword", "rapier"]').weapons
    assert [weapon.skill for weapon in arms] == ["broadsword", "sword"]


def test_armor_follows_its_material_and_the_number_of_locations_it_covers() -> None:
    mail, vest = ana(
        'armor = ["coif", { name = "vest", covers = ["chest", "abdomen"], material = "mail", weight = 1 }]'
    ).armor
    assert vest.protection == mail.protection
    assert vest.hits == 2 * mail.hits
    assert vest.weight == 1.0


def test_a_known_armor_piece_in_another_material_is_made_anew_of_it() -> None:
    scale, coat = ana('armor = [{ name = "mail_shirt", material = "scale" }, "scale_coat"]').armor
    assert (scale.protection, scale.agl, scale.defence, scale.mvm) == (
        coat.protection,
        coat.agl,
        coat.defence,
        coat.mvm,
    )
    assert scale.covers == ("chest", "upper_arm", "abdomen")


def test_protection_named_in_part_stops_nothing_of_the_other_types() -> None:
    [vest] = ana('armor = [{ name = "vest", covers = ["chest"], protection = { slicing = 3 } }]').armor
    assert vest.protection["slicing"] == 3
    assert sum(vest.protection.values()) == 3
    assert len(vest.protection) == 8


def test_the_default_agent_is_a_brawler() -> None:
    assert loads(HEAD + ANA).agents == {"Ana": AgentSpec("brawler")}


def test_an_agents_parameters_are_free_data() -> None:
    scenario = loads(f'{HEAD}{ANA}agent = {{ policy = "fencer", bold = 0.5, on = ["a", {{ b = true }}] }}')
    assert scenario.agents["Ana"] == AgentSpec("fencer", {"bold": 0.5, "on": ["a", {"b": True}]})


def test_the_caller_may_know_more_policies() -> None:
    text = f'{HEAD}{ANA}agent = "mine"'
    assert loads(text, policies=("mine", "brawler")).agents["Ana"].policy == "mine"
    with pytest.raises(ScenarioError, match='found "mine"'):
        loads(text)


def test_a_rule_table_is_overridden_entry_by_entry() -> None:
    types = loads(f"{HEAD}[rules.types.slicing]\ndamage = 9\n{ANA}").rules.types  # type: ignore[attr-defined]
    assert (types.slicing.damage, types.slicing.mod, types.slicing.wsd) == (9, -10, 2.0)
    assert types.chopping.damage == 2


def test_allies_may_stand_close_and_opponents_at_the_least_distance() -> None:
    near = f'{HEAD}{ANA}[[combatants]]\nname = "Bo"\nside = "red"\n[[combatants]]\nname = "Cy"\nside = "blue"\n'
    assert len(loads(f"{near}position = [0.496, 0]").combatants) == 3


@pytest.mark.parametrize(("level", "apart"), [("0.3", "0.3 ft"), ("-0.49", "0.49 ft"), ("0.5", None), ("9", None)])
def test_opponents_on_two_levels_are_apart_by_the_height(level: str, apart: str | None) -> None:
    text = f'{HEAD}{ANA}[[combatants]]\nname = "Bo"\nside = "blue"\nlevel = {level}'
    if apart is None:
        assert len(loads(text).combatants) == 2
        return
    with pytest.raises(ScenarioError, match=f"{apart} from Ana of side red; allowed: 0.5 ft or more"):
        loads(text)


def test_the_least_distance_is_the_scenarios_own_rule() -> None:
    text = f'{HEAD}rules.least_distance = 2\n{ANA}[[combatants]]\nname = "Bo"\nside = "blue"\nposition = [1.99, 0]'
    with pytest.raises(ScenarioError, match=r"1\.99 ft from Ana of side red; allowed: 2 ft or more"):
        loads(text)


def test_a_weapon_lying_about_may_be_drawn_though_it_is_another_fighters() -> None:
    bo = '[[combatants]]\nname = "Bo"\nside = "blue"\nposition = [5, 0]\nweapons = ["pike"]\n'
    script = 'agent = { policy = "script", orders = [{ do = "draw", weapon = "pike" }] }\n'
    assert loads(HEAD + ANA + script + bo).agents["Ana"].policy == "script"
