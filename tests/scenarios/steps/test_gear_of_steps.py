"""The shipped gear of the steps system: weapons by range and mode, armor, objects by cover, templates (P-LOS-4, P-FIR-1, P-DMG-1)."""

from __future__ import annotations

from itertools import pairwise

import attrs
import pytest

from engine.anatomy import PARTS
from engine.steps.damage import parse
from engine.steps.model import ArmorSpec, ObjectSpec, WeaponSpec
from engine.steps.rules import BANDS, FIRE_MODES, StepsRules
from scenarios import loads
from scenarios.policy import playing
from scenarios.steps.gear import gear
from scenarios.steps.kit import rounds_lacking, senseless

HEAD = 'schema = "couched.scenario/1"\nname = "x"\nsystem = "steps"\n'
ANA = '[[combatants]]\nname = "A"\nside = "a"\nposition = [0, 0]\n'

GEAR = gear()
WEAPONS = GEAR.weapons
TEMPLATES = sorted(GEAR.templates)


def combatant(template, lines=""):
    return loads(f'{HEAD}{ANA}template = "{template}"\n{lines}').combatants[0]


def test_the_weapons_of_the_list_are_shipped() -> None:
    assert set(WEAPONS) == {
        "pistol", "revolver", "smg", "assault_rifle", "battle_rifle", "sniper_rifle", "shotgun", "machine_gun", "grenade",
        "grenade_launcher", "mortar",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(WEAPONS))
def test_a_shipped_weapon_has_bands_in_order_dice_and_a_magazine_for_its_modes(name) -> None:
    """P-CHK-3, P-FIR-1, P-DMG-1: what is demanded of files holds for the tables."""
    weapon = WEAPONS[name]
    assert not list(senseless(weapon))
    assert not list(rounds_lacking(weapon, StepsRules()))
    assert str(parse(weapon.damage)) == weapon.damage
    assert all(getattr(weapon, near) <= getattr(weapon, far) for near, far in pairwise(BANDS))


def test_every_fire_mode_is_some_weapons_and_automatic_ones_have_them_all() -> None:
    """P-FIR-1."""
    assert {mode for weapon in WEAPONS.values() for mode in weapon.modes} == {*FIRE_MODES}
    assert {name for name, weapon in WEAPONS.items() if "auto" in weapon.modes} == {"smg", "assault_rifle", "machine_gun"}


def test_what_flies_over_walls_goes_off_where_it_lands() -> None:
    """P-LOS-3."""
    indirect = {name for name, weapon in WEAPONS.items() if weapon.indirect}
    assert indirect == {name for name, weapon in WEAPONS.items() if weapon.radius} == {"grenade", "grenade_launcher", "mortar"}


def test_rifles_reach_farther_than_what_one_holds_in_a_hand() -> None:
    """P-CHK-3."""
    assert WEAPONS["sniper_rifle"].medium > WEAPONS["battle_rifle"].medium > WEAPONS["assault_rifle"].medium > WEAPONS["pistol"].medium
    assert max(WEAPONS["pistol"].extreme, WEAPONS["revolver"].extreme, WEAPONS["shotgun"].extreme) < WEAPONS["assault_rifle"].long


@pytest.mark.parametrize(("name", "cover"), [("chair", 25), ("desk", 50), ("low_wall", 50), ("half_wall", 50), ("wall", 100)])
def test_objects_cover_what_the_rules_say(name, cover) -> None:
    """P-LOS-4."""
    assert (GEAR.objects[name].cover, GEAR.objects[name].concealment) == (cover, 0)


def test_cover_comes_in_the_rows_of_the_chart_and_walls_are_not_walked_through() -> None:
    """P-LOS-5, P-MOV-1."""
    assert {thing.cover for thing in GEAR.objects.values()} == {0, 25, 50, 75, 100}
    assert not any(thing.passable for thing in GEAR.objects.values() if thing.cover >= 75)


def test_concealment_comes_in_its_rows_and_covers_nothing() -> None:
    """P-LOS-7: it hinders sight only."""
    hiding = [thing for thing in GEAR.objects.values() if thing.concealment]
    assert {thing.concealment for thing in hiding} == {25, 50, 75, 100}
    assert not any(thing.cover for thing in hiding)


def test_furniture_goes_to_pieces_before_walls_do() -> None:
    """P-DMG-1."""
    health = {name: thing.health for name, thing in GEAR.objects.items()}
    assert 0 < health["chair"] < health["door"] < health["desk"] < health["brick_wall"]
    assert health["wall"] == 0


@pytest.mark.parametrize("name", sorted(GEAR.armor))
def test_a_piece_of_armor_stops_something_on_parts_of_a_body(name) -> None:
    """P-DMG-1."""
    piece = GEAR.armor[name]
    assert piece.covers
    assert set(piece.covers) <= set(PARTS)
    assert piece.stops > 0


def test_the_templates_are_those_that_scenarios_start_from() -> None:
    assert {
        "rifleman", "rusher", "flanker", "suppressor", "sniper", "grenadier", "recruit", "veteran", "guard", "bystander",
    } == {*TEMPLATES}  # fmt: skip


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_makes_a_whole_combatant_with_a_policy_that_plays_it(name) -> None:
    scenario = loads(f'{HEAD}{ANA}template = "{name}"')
    assert scenario.combatants[0].side == "a"
    assert scenario.agents["A"].policy in playing("steps")


@pytest.mark.parametrize("name", sorted({*TEMPLATES} - {"bystander"}))
def test_an_armed_template_has_learned_to_use_what_is_in_its_hand(name) -> None:
    """P-CHK-3."""
    spec = combatant(name)
    assert spec.skills.get(spec.weapons[0].skill, "untrained") != "untrained"


def test_a_bystander_has_no_weapon_and_guards_all_round() -> None:
    """P-MOD-1."""
    assert (combatant("bystander").weapons, combatant("bystander").mode) == ((), "full")


def test_what_stands_beside_a_template_overrides_it_and_skills_merge() -> None:
    spec = combatant("rifleman", 'skills = { rifle = "master" }\nweapons = ["battle_rifle"]\nagent = "hold"')
    assert (spec.skills["rifle"], spec.skills["handgun"]) == ("master", "novice")
    assert [weapon.name for weapon in spec.weapons] == ["battle_rifle"]


@pytest.mark.parametrize("kind", [WeaponSpec, ArmorSpec, ObjectSpec])
def test_rows_are_of_the_engines_classes_under_their_own_names(kind) -> None:
    rows = {WeaponSpec: WEAPONS, ArmorSpec: GEAR.armor, ObjectSpec: GEAR.objects}[kind]
    assert all(type(row) is kind and row.name == name for name, row in rows.items())
    assert attrs.has(kind)
