"""Each kind of mistake in a steps combatant is reported with its line, its path, what was found and what is allowed."""

from __future__ import annotations

import pytest

from engine.errors import ScenarioError
from scenarios import from_document, load, loads

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "steps"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\nposition = [0, 0]\n'
BO = '[[combatants]]\nname = "Bo"\nside = "blue"\nposition = [5, 0]\n'


def mistakes(text, *overrides):
    with pytest.raises(ScenarioError) as caught:
        loads(text, label="f.toml", overrides=overrides)
    return caught.value.mistakes


def ana(lines):
    """Return a scenario whose line 8 begins with these lines of Ana's table."""
    return f"{HEAD}{ANA}{lines}\n{BO}"


def weapon(text):
    return f"weapons = [{{ name = {text} }}]"


CASES = [
    ('health = "7"', 'health: found "7"', "a whole number from 1"),
    ("health = 0", "health: found 0", "from 1"),
    ("shooting = 11", "shooting: found 11", "from 0 up to 10"),
    ("dodge = true", "dodge: found true", "a whole number"),
    ("shoting = 7", 'shoting: found unknown key "shoting"', "(did you mean shooting?)"),
    ('facing = "north"', 'facing: found "north"', "one of e, n, ne, nw, s, se, sw, w"),
    ('mode = "guard"', 'mode: found "guard"', "one of forward, full, guarded, none"),
    ('skills = { rifles = "trained" }', 'skills.rifles: found unknown key "rifles"', "(did you mean rifle?)"),
    ('skills = { rifle = "train" }', 'skills.rifle: found "train"', "one of expert, master, novice, trained, untrained"),
    ("skills = { rifle = 3 }", "skills.rifle: found 3", "one of expert"),
    ('template = "riflemann"', 'template: found "riflemann"', "(did you mean rifleman?)"),
    ('agent = "riflman"', 'agent: found "riflman"', "(did you mean rifleman?)"),
    ('agent = "gunman"', 'agent: found "gunman", which does not play steps', "a policy's name: external, flanker"),
    # armor
    ('armor = ["vests"]', 'armor.vests: found "vests"', "(did you mean vest?)"),
    ('armor = ["vest", "vest"]', 'armor.vest: found a second "vest"', "each name once"),
    ('armor = "vest"', 'armor: found "vest"', "an array of names and tables"),
    ("armor = [3]", "armor[0]: found 3", "an armor piece's name or a table"),
    ('armor = [{ name = "plates", stops = 3 }]', 'armor.plates.name: found "plates"', "lacking: covers"),
    ('armor = [{ name = "vest", covers = ["tummy"] }]', 'armor.vest.covers.tummy: found "tummy"', "one of abdomen, chest"),
    ('armor = [{ name = "vest", covers = [] }]', "armor.vest.covers: found []", "one or more hit locations, each once (P-DMG-1)"),
    ('armor = [{ name = "vest", covers = ["head", "head"] }]', 'armor.vest.covers: found ["head", "head"]', "each once"),
    ('armor = [{ name = "vest", stops = -1 }]', "armor.vest.stops: found -1", "from 0"),
    # weapons
    ('weapons = ["pistool"]', 'weapons.pistool: found "pistool"', "(did you mean pistol?)"),
    ('weapons = ["pistol", "pistol"]', 'weapons.pistol: found a second "pistol"', "each name once"),
    ('weapons = "pistol"', 'weapons: found "pistol"', "an array of names and tables"),
    ("weapons = [3]", "weapons[0]: found 3", "a weapon's name or a table"),
    ('weapons = [{ damage = "1d6" }]', "weapons[0].name: found nothing", "a text"),
    (weapon('"pistal", short = 3'), 'weapons.pistal.name: found "pistal"', "(lacking: damage), or a name among"),
    (weapon('"twin", like = "pistool"'), 'weapons.twin.like: found "pistool"', "(did you mean pistol?)"),
    (weapon('"pistol", damage = "2x6"'), 'weapons.pistol.damage: found "2x6"', "dice such as 2d6, 3d6+2 or 1d8-1"),
    (weapon('"pistol", damage = "d6"'), 'weapons.pistol.damage: found "d6"', "dice such as"),
    (weapon('"pistol", damage = 3'), "weapons.pistol.damage: found 3", "a text"),
    (weapon('"pistol", modes = ["singel"]'), 'weapons.pistol.modes.singel: found "singel"', "one of aimed, auto, burst, single"),
    (weapon('"pistol", modes = []'), "weapons.pistol: found modes = []", "at least one fire mode (P-FIR-1)"),
    (weapon('"pistol", modes = ["single", "single"]'), 'weapons.pistol: found modes = ["single", "single"]', "each fire mode once"),
    (weapon('"pistol", short = 1'), "weapons.pistol: found short = 1, point_blank = 2", "at least as far as the one before: point_blank, short"),
    (weapon('"pistol", extreme = 23'), "weapons.pistol: found extreme = 23, long = 24", "(P-CHK-3)"),
    (weapon('"pistol", long = 11'), "weapons.pistol: found long = 11, medium = 12", "(P-CHK-3)"),
    (weapon('"pistol", magazine = 0'), "weapons.pistol: found ammunition = 30, magazine = 0", "what is never reloaded needs none (P-FIR-2)"),
    (weapon('"smg", magazine = 9'), "weapons.smg: found magazine = 9", "a magazine of 10 or more for auto"),
    (weapon('"battle_rifle", magazine = 2'), "weapons.battle_rifle: found magazine = 2", "a magazine of 3 or more for burst"),
    (weapon('"grenade", radius = 0.0'), "weapons.grenade: found indirect = true, radius = 0", "a radius above 0: in-direct fire has an area (P-LOS-3)"),
    (weapon('"grenade", radius = 1.234'), "weapons.grenade.radius: found 1.234", "at most 2 decimals"),
    (weapon('"grenade", modes = ["burst"]'), 'weapons.grenade: found modes = ["burst"], indirect = true', "single or aimed among the modes"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "found", "part"), CASES)
def test_a_mistake_in_a_combatant_is_named_with_line_path_found_and_allowed(lines, found, part) -> None:
    hits = [text for text in mistakes(ana(lines)) if text.startswith(f"f.toml:8: combatants.Ana.{found}")]
    assert len(hits) == 1
    assert part in hits[0]


def test_a_magazine_is_measured_by_the_rules_of_the_scenario() -> None:
    """P-FIR-1: a burst of two rounds goes out of a magazine of two, and full auto takes what the rules say."""
    lines = weapon('"battle_rifle", magazine = 2')
    assert loads(ana(lines), overrides=["rules.burst_rounds=2"]).combatants[0].weapons[0].magazine == 2
    [line] = mistakes(ana('weapons = ["smg"]'), "rules.auto_rounds=40")
    assert "combatants.Ana.weapons.smg: found magazine = 30; allowed: a magazine of 40 or more for auto" in line


def test_a_magazine_that_is_never_reloaded_holds_enough_for_every_mode() -> None:
    """P-FIR-1."""
    lines = weapon('"smg", magazine = 0, ammunition = 0')
    assert loads(ana(lines)).combatants[0].weapons[0].magazine == 0


def test_a_skill_of_a_weapon_of_ones_own_is_known() -> None:
    """P-CHK-3."""
    lines = 'weapons = [{ name = "blowpipe", damage = "1d6", skill = "breath" }]\nskills = { breath = "expert", blowpipe = "novice" }'
    assert loads(ana(lines)).combatants[0].skills == {"breath": "expert", "blowpipe": "novice"}


def test_a_weapon_may_start_from_the_row_of_another_under_its_own_name() -> None:
    spec = loads(ana('weapons = ["pistol", { name = "left pistol", like = "pistol", magazine = 8 }]')).combatants[0]
    right, left = spec.weapons
    assert (left.name, left.magazine, left.damage, left.skill) == ("left pistol", 8, right.damage, right.skill)


def test_overrides_reach_weapons_armor_and_skills_by_name() -> None:
    text = ana('weapons = ["pistol"]\narmor = ["vest"]')
    sets = ('weapons.pistol.damage="3d6"', "armor.vest.stops=5", "skills.handgun=expert")
    spec = loads(text, overrides=[f"combatants.Ana.{one}" for one in sets]).combatants[0]
    assert (spec.weapons[0].damage, spec.armor[0].stops, spec.skills["handgun"]) == ("3d6", 5, "expert")


def test_a_silent_file_gives_the_defaults() -> None:
    spec = loads(ana("")).combatants[0]
    assert (spec.shooting, spec.dodge, spec.health, spec.mode, spec.facing) == (5, 5, 20, "forward", None)
    assert (spec.skills, spec.weapons, spec.armor, spec.stream) == ({}, (), (), "Ana")


def test_all_mistakes_of_a_file_come_at_once_by_line() -> None:
    text = ana('shooting = 11\nweapons = ["pistool"]\narmor = ["vests"]') + 'mode = "x"\n'
    assert [message.split(": ")[1] for message in mistakes(text)] == [
        "combatants.Ana.shooting", "combatants.Ana.weapons.pistool", "combatants.Ana.armor.vests", "combatants.Bo.mode",
    ]  # fmt: skip


def test_an_old_document_means_what_it_meant_though_gear_and_skills_are_gone() -> None:
    document = load("steps_duel").document
    ada = {**document["combatants"][0], "skills": {"handgun": "trained", "forgotten": "expert"}}
    ada["weapons"] = [{**ada["weapons"][0], "name": "gun of old"}]
    scenario = from_document({**document, "combatants": [ada, document["combatants"][1]]})
    assert scenario.combatants[0].weapons[0].name == "gun of old"
    assert from_document(scenario.document) == scenario
