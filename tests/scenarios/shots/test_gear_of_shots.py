"""The shipped gear of the shots system: weapons by size and class, armor, templates of typical figures (S-CHR-1, S-CHR-2)."""

from __future__ import annotations

import pytest

from engine.shots.rules import RANGE_CLASSES
from scenarios import loads
from scenarios.policy import playing
from scenarios.shots.gear import gear

HEAD = 'schema = "couched.scenario/1"\nname = "x"\nsystem = "shots"\n[[combatants]]\nname = "A"\nside = "a"\n'

WEAPONS = gear().weapons
TEMPLATES = sorted(gear().templates)

NAMED_ATTACKS = {
    "gunman": "guns", "martial_artist": "martial_arts", "bodyguard": "guns", "sniper": "guns", "soldier": "guns",
    "demolitionist": "throwing", "boss": "guns",
}  # fmt: skip


def character(template, lines=""):
    return loads(f'{HEAD}template = "{template}"\n{lines}').combatants[0]


@pytest.mark.parametrize(
    ("name", "damage", "range_class"),
    [
        ("pocket_pistol", 6, "short"), ("pistol", 9, "normal"), ("submachine_gun", 9, "normal"), ("rifle", 12, "long"),
        ("shotgun", 15, "short"),
    ],
)  # fmt: skip
def test_guns_do_what_the_rules_say_at_their_class(name, damage, range_class) -> None:
    """S-CHR-2, S-RNG-1."""
    assert (WEAPONS[name].damage, WEAPONS[name].range, WEAPONS[name].strength) == (damage, range_class, False)


@pytest.mark.parametrize(
    ("name", "extra"), [("fists", 0), ("knife", 1), ("baton", 1), ("sword", 2), ("great_sword", 3), ("throwing_knife", 1)]
)
def test_what_muscles_drive_adds_to_strength_by_its_size(name, extra) -> None:
    """S-CHR-2: Strength +1, +2, +3."""
    assert (WEAPONS[name].strength, WEAPONS[name].damage) == (True, extra)


def test_fists_and_feet_are_always_there() -> None:
    assert [name for name, weapon in WEAPONS.items() if not weapon.hands] == ["fists", "kick"]


def test_every_class_has_weapons_and_melee_needs_no_ammunition() -> None:
    assert {weapon.range for weapon in WEAPONS.values()} == {*RANGE_CLASSES, "melee"}
    assert all(not weapon.magazine for weapon in WEAPONS.values() if weapon.range == "melee")


def test_what_is_thrown_flies_short_and_there_are_more_of_it() -> None:
    """S-RNG-1: short range applies to thrown weapons."""
    thrown = [weapon for weapon in WEAPONS.values() if weapon.thrown]
    assert {weapon.range for weapon in thrown} == {"short"}
    assert all(weapon.ammunition for weapon in thrown)


def test_what_goes_off_around_a_point_is_no_handheld_weapon() -> None:
    """S-RNG-3, S-RNG-4."""
    areas = {name for name, weapon in WEAPONS.items() if weapon.radius}
    assert {"grenade", "dynamite"} <= areas
    assert not any(WEAPONS[name].handheld for name in areas)


def test_revolvers_are_loaded_by_rounds_and_pistols_by_the_clip() -> None:
    """S-SEQ-3."""
    assert {WEAPONS[name].feed for name in ("revolver", "magnum", "snub_nose", "derringer")} == {"rounds"}
    assert {WEAPONS[name].feed for name in ("pistol", "heavy_pistol", "submachine_gun")} == {"clip"}


@pytest.mark.parametrize("name", sorted(WEAPONS))
def test_a_shipped_weapon_would_pass_as_a_new_one(name) -> None:
    """What the tables hold keeps to what is demanded of files: the row is written out under another name."""
    fields = ("range", "damage", "strength", "hands", "length", "handheld", "ignores_armor", "thrown", "radius", "feed",
              "magazine", "ammunition")  # fmt: skip
    rows = ", ".join(f"{key} = {_toml(getattr(WEAPONS[name], key))}" for key in fields)
    spec = loads(f'{HEAD}weapons = [{{ name = "new", {rows} }}]').combatants[0]
    assert spec.weapons[0].damage == WEAPONS[name].damage


def _toml(value):
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def test_armor_goes_from_one_to_six() -> None:
    """S-CHR-2."""
    assert {piece.armor for piece in gear().armor.values()} == {1, 2, 3, 4, 5, 6}
    assert (gear().armor["leather_jacket"].armor, gear().armor["bomb_suit"].armor) == (1, 6)


def test_the_templates_are_those_that_scenarios_start_from() -> None:
    assert {*NAMED_ATTACKS, "thug", "guard", "medic", "bystander"} == {*TEMPLATES}


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_makes_a_whole_character_with_a_policy_that_plays_it(name) -> None:
    scenario = loads(f'{HEAD}template = "{name}"')
    assert scenario.combatants[0].side == "a"
    assert scenario.agents["A"].policy in playing("shots")


@pytest.mark.parametrize("name", sorted(NAMED_ATTACKS))
def test_a_named_template_has_the_typical_figures(name) -> None:
    """S-CHR-1: Speed 6-9, attack 13-15, Toughness 4-9."""
    spec = character(name)
    assert 6 <= spec.speed <= 9
    assert 4 <= spec.toughness <= 9
    assert 13 <= spec.skills[NAMED_ATTACKS[name]] <= 15
    assert not spec.unnamed


@pytest.mark.parametrize("name", ["thug", "guard"])
def test_an_unnamed_template_attacks_at_eight_to_thirteen(name) -> None:
    """S-CHR-1, S-WND-3."""
    spec = character(name)
    assert spec.unnamed
    assert 8 <= spec.skills["guns"] <= 13
    assert (spec.fortune, spec.schticks) == (0, ())


def test_what_stands_beside_a_template_overrides_it_and_skills_merge() -> None:
    spec = character("gunman", 'skills = { guns = 15 }\nweapons = ["revolver"]\nagent = "hold"')
    assert (spec.skills["guns"], spec.skills["dodge"]) == (15, 13)
    assert [weapon.name for weapon in spec.weapons] == ["revolver"]


def test_a_weapon_may_start_from_the_row_of_another_under_its_own_name() -> None:
    spec = character("gunman", 'weapons = ["pistol", { name = "left pistol", like = "pistol", magazine = 8 }]')
    right, left = spec.weapons
    assert (right.name, right.magazine) == ("pistol", 15)
    assert (left.name, left.magazine, left.damage, left.feed) == ("left pistol", 8, 9, "clip")
