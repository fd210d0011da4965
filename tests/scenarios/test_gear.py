"""The shipped gear tables are complete, strict and ordered as the source describes (C-ARM-4, C-ARM-5)."""

from __future__ import annotations

import pytest

from engine.anatomy import PARTS
from engine.counts.damage import parse_damage
from engine.counts.rules import DAMAGE_TYPES, CountsRules
from scenarios import loads
from scenarios.counts.gear import gear

MUSCLE = ("slicing", "chopping", "crushing", "piercing", "ripping")
SHIELD_MATERIALS = {
    "leather_wood": "heavy_leather",
    "wood": "studded_leather",
    "metal_wood": "splint",
    "metal": "iron_plate",
}
SIZES = {
    "buckler": "buckler",
    "small_shield": "small",
    "medium_shield": "medium",
    "large_shield": "large",
    "tower_shield": "tower",
}


def fighter(lines: str) -> object:
    """Return one fighter with these lines."""
    head = 'schema = "couched.scenario/1"\nname = "x"\nsystem = "counts"\n[[combatants]]\nname = "A"\nside = "a"\n'
    return loads(head + lines).combatants[0]


def effective(name: str) -> tuple[float, int, int]:
    """Return a weapon's speed after its type, and its least and most damage before armor (C-DMG-1, C-DMG-2)."""
    weapon = gear().weapons[name]
    kind, dice = getattr(CountsRules().types, weapon.type), parse_damage(weapon.damage)
    wsd, damage = (0.0, 0) if weapon.includes_type else (kind.wsd, kind.damage)
    base = dice.constant + damage
    return weapon.wsd + wsd, base + dice.number, base + dice.number * dice.sides


def test_there_are_thirty_weapons_and_more_of_all_eight_types() -> None:
    weapons = [weapon for weapon in gear().weapons.values() if not weapon.shield]
    assert len(weapons) >= 30
    assert {weapon.type for weapon in weapons} == set(DAMAGE_TYPES)
    assert {"fist", "dagger", "broadsword", "spear", "great_axe", "pike"} <= {weapon.name for weapon in weapons}


@pytest.mark.parametrize(
    ("name", "figures"),
    [("broadsword", (10.0, 11, 17)), ("dagger", (4.0, 5, 11)), ("great_axe", (16.0, 13, 27)), ("pike", (16.0, 9, 19))],
)
def test_weapons_come_out_as_their_comments_say_after_the_figures_of_their_type(name: str, figures: object) -> None:
    assert effective(name) == figures


@pytest.mark.parametrize("name", sorted(gear().weapons))
def test_no_weapon_is_faster_than_a_blow_or_slower_than_a_pike(name: str) -> None:
    speed, least, most = effective(name)
    assert 3 <= speed <= 16
    assert 0 <= least < most


@pytest.mark.parametrize(
    ("name", "length"), [("fist", 0.5), ("dagger", 1), ("broadsword", 3), ("spear", 7), ("pike", 18)]
)
def test_lengths_are_those_of_the_things(name: str, length: float) -> None:
    assert gear().weapons[name].length == length


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("build", SHIELD_MATERIALS)
def test_a_shield_of_each_size_and_build_protects_as_its_material_says(size: str, build: str) -> None:
    shield, material = gear().weapons[f"{size}_{build}"], gear().materials[SHIELD_MATERIALS[build]]
    assert (shield.length, shield.shield, shield.size, shield.skill) == (0.0, True, SIZES[size], "shield")
    assert shield.protection == material.protection
    assert shield.hits >= material.points


def test_there_are_nine_materials_and_more_with_the_eight_types_in_zero_to_six() -> None:
    materials = gear().materials
    assert len(materials) >= 9
    for material in materials.values():
        assert list(material.protection) == list(DAMAGE_TYPES)
        assert all(0 <= points <= 6 for points in material.protection.values())


@pytest.mark.parametrize("name", sorted(gear().materials))
def test_slicing_is_stopped_best_and_chopping_and_crushing_get_through_best(name: str) -> None:
    stopped = gear().materials[name].protection
    assert stopped["slicing"] == max(stopped[kind] for kind in MUSCLE)
    assert max(stopped["chopping"], stopped["crushing"]) <= min(stopped["piercing"], stopped["ripping"])
    assert max(stopped["chopping"], stopped["crushing"]) < stopped["slicing"]


@pytest.mark.parametrize("name", sorted(gear().armor))
def test_every_piece_can_be_worn_and_takes_its_figures_from_its_material(name: str) -> None:
    [piece] = fighter(f'armor = ["{name}"]').armor  # type: ignore[attr-defined]
    material = gear().materials[piece.material]
    assert set(piece.covers) <= set(PARTS)
    assert piece.hits == len(piece.covers) * material.points
    assert piece.weight == len(piece.covers) * material.weight
    assert piece.hits >= 150 or "chest" not in piece.covers
    assert (piece.agl, piece.defence, piece.mvm) in {(0, 0, 0.0), (material.agl, material.defence, material.mvm)}


def test_a_mail_shirt_has_a_hundred_and_ten_hits_for_each_of_three_locations() -> None:
    [shirt] = fighter('armor = ["mail_shirt"]').armor  # type: ignore[attr-defined]
    assert (shirt.covers, shirt.hits, shirt.weight, shirt.suit) == (
        ("chest", "upper_arm", "abdomen"),
        330.0,
        21.0,
        "half",
    )


@pytest.mark.parametrize("name", sorted(gear().weapons))
def test_every_weapon_can_be_carried(name: str) -> None:
    assert fighter(f'weapons = ["{name}"]').weapons[0].name == name  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(gear().templates))
def test_every_template_makes_a_fighter_that_is_skilled_with_what_it_holds(name: str) -> None:
    made = fighter(f'template = "{name}"')
    assert made.weapons  # type: ignore[attr-defined]
    assert all(weapon.skill in made.skills for weapon in made.weapons[:1])  # type: ignore[attr-defined]


def test_the_named_templates_are_there() -> None:
    assert {"soldier", "peasant", "knight", "veteran", "duelist", "brute"} <= set(gear().templates)


MISSILES = {name for name, weapon in gear().weapons.items() if weapon.velocity}


def test_there_are_bows_thrown_weapons_guns_fire_and_a_bolt_of_the_mind() -> None:
    """C-MIS-1, C-DMG-7."""
    assert {"short_bow", "longbow", "crossbow", "sling", "javelin", "throwing_knife", "pistol", "musket"} <= MISSILES
    assert {"torch", "fire_pot", "grenade", "mind_bolt"} <= MISSILES
    assert {gear().weapons[name].type for name in ("fire_pot", "grenade", "pistol")} == {"energy", "explosive", "projectile"}
    assert {name for name, weapon in gear().weapons.items() if weapon.mental} == {"mind_blade", "mind_bolt"}
    assert {name for name, weapon in gear().weapons.items() if weapon.foot} == {"foot"}


@pytest.mark.parametrize("name", sorted(MISSILES))
def test_a_missile_weapon_has_ranges_that_rise_and_something_to_shoot(name: str) -> None:
    """C-MIS-1."""
    weapon = gear().weapons[name]
    assert 0 < weapon.short < weapon.medium < weapon.long
    assert weapon.ammunition >= weapon.shots >= 1
    assert weapon.reload > 0 or weapon.shots == 1 or weapon.shots == weapon.ammunition
