"""Each kind of mistake in a shots character is reported with its line, its path, what was found and what is allowed."""

from __future__ import annotations

import pytest

from engine.errors import ScenarioError
from scenarios import from_document, load, loads

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "shots"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\n'
BO = '[[combatants]]\nname = "Bo"\nside = "blue"\nposition = [5, 0]\n'


def mistakes(text, *overrides):
    with pytest.raises(ScenarioError) as caught:
        loads(text, label="f.toml", overrides=overrides)
    return caught.value.mistakes


def ana(lines):
    """Return a scenario whose line 7 begins with these lines of Ana's table."""
    return f"{HEAD}{ANA}{lines}\n{BO}"


def weapon(text):
    return f"weapons = [{{ name = {text} }}]"


NEW = '"new", range = "{}", damage = 9'
CASES = [
    ('toughness = "7"', 'toughness: found "7"', "a whole number from 0 up to 1000"),
    ("toughness = 7.0", "toughness: found 7.0", "a whole number"),
    ("speed = true", "speed: found true", "a whole number"),
    ("move = -1", "move: found -1", "from 0"),
    ("unnamed = 1", "unnamed: found 1", "true or false"),
    ("toughnes = 7", 'toughnes: found unknown key "toughnes"', "(did you mean toughness?)"),
    ("position = [1]", "position: found [1]", "an array of 2"),
    ("position = [nan, 1]", "position[0]: found nan", "a number from"),
    ("skills = { gun = 14 }", 'skills.gun: found unknown key "gun"', "(did you mean guns?)"),
    ("skills = { guns = 14.5 }", "skills.guns: found 14.5", "a whole number from 0"),
    ('defense = "dodg"', 'defense: found "dodg"', "(did you mean dodge?)"),
    ('tags = ["brushes"]', 'tags[0]: found "brushes"', "(did you mean brush?)"),
    ('tags = ["brush", "brush"]', 'tags[1]: found a second "brush"', "each tag once"),
    ("tags = [3]", "tags[0]: found 3", "a text"),
    ('tags = "brush"', 'tags: found "brush"', "an array"),
    ('template = "gunmen"', 'template: found "gunmen"', "(did you mean gunman?)"),
    ('agent = "gunmann"', 'agent: found "gunmann"', "(did you mean gunman?)"),
    ('agent = "brawler"', 'agent: found "brawler", which does not play shots', "a policy's name: bodyguard"),
    ('group = "gang"', 'group: found "gang"', "a group for unnamed characters only"),
    ("unnamed = true\nfortune = 2", "fortune: found fortune = 2 in an unnamed character", "no fortune, or unnamed = false (S-WND-3)"),
    ("unnamed = true\nfu = 1", "fu: found fu = 1 in an unnamed character", "no fu"),
    ('unnamed = true\nschticks = ["guts"]', 'schticks: found schticks = ["guts"] in an unnamed character', "no schticks"),
    # armor
    ('armor = ["vests"]', 'armor.vests: found "vests"', "(did you mean vest?)"),
    ('armor = ["vest", "vest"]', 'armor.vest: found a second "vest"', "each name once"),
    ('armor = "vest"', 'armor: found "vest"', "an array of names and tables"),
    ('armor = [{ name = "plates" }]', 'armor.plates.name: found "plates"', "lacking: armor"),
    ('armor = [{ name = "plates", armor = -1 }]', "armor.plates.armor: found -1", "from 0"),
    ('armor = [{ name = "vest", armour = 1 }]', 'armor.vest.armour: found unknown key "armour"', "(did you mean armor?)"),
    # weapons
    ('weapons = ["pistool"]', 'weapons.pistool: found "pistool"', "(did you mean pistol?)"),
    ('weapons = ["pistol", "pistol"]', 'weapons.pistol: found a second "pistol"', "each name once"),
    ("weapons = [3]", "weapons[0]: found 3", "a weapon's name or a table"),
    ("weapons = [{ damage = 3 }]", "weapons[0].name: found nothing", "a text"),
    (weapon('"pistal", damage = 3'), 'weapons.pistal.name: found "pistal"', "(lacking: range), or a name among"),
    (weapon('"pistol", damage = 2.5'), "weapons.pistol.damage: found 2.5", "a whole number"),
    (weapon('"pistol", range = "far"'), 'weapons.pistol.range: found "far"', "one of long, melee, normal, short"),
    (weapon('"pistol", skill = "gunz"'), 'weapons.pistol.skill: found "gunz"', "guns, martial_arts, throwing (did you mean guns?)"),
    (weapon('"pistol", skill = "dodge"'), 'weapons.pistol.skill: found "dodge"', "one of guns, martial_arts, throwing"),
    (weapon('"pistol", hands = 3'), "weapons.pistol.hands: found 3", "up to 2"),
    (weapon('"twin", like = "pistool"'), 'weapons.twin.like: found "pistool"', "(did you mean pistol?)"),
    (weapon('"sword", thrown = true'), 'weapons.sword: found thrown = true, range = "melee"', 'range = "short" for what is thrown (S-RNG-1)'),
    (weapon('"pistol", thrown = true, feed = "none", magazine = 0'), 'weapons.pistol: found thrown = true, range = "normal"', 'range = "short"'),
    (weapon('"sword", radius = 3'), 'weapons.sword: found radius = 3, range = "melee"', "area attacks are ranged (S-RNG-4)"),
    (weapon('"sword", handheld = false'), 'weapons.sword: found handheld = false, range = "melee"', "for ranged ones (S-RNG-3)"),
    (weapon('"sword", ammunition = 3'), 'weapons.sword: found feed = "none", magazine = 0, ammunition = 3, range = "melee"', "nothing to load in a melee weapon"),
    (weapon('"pistol", length = 0.2'), 'weapons.pistol: found length = 0.2, range = "normal"', "length 0, or a melee weapon"),
    (weapon('"pistol", magazine = 0'), 'weapons.pistol: found feed = "clip", magazine = 0', "a magazine of 1 or more"),
    (weapon('"pistol", feed = "none"'), 'weapons.pistol: found ammunition = 30, feed = "none"', "what is never reloaded needs none"),
    (weapon('"grenade", magazine = 1'), 'weapons.grenade: found feed = "none", magazine = 1, thrown = true', "nothing to load in what is thrown"),
    (weapon('"grenade", hands = 0'), "weapons.grenade: found hands = 0, thrown = true", "1 or 2 hands"),
    # schticks
    ('schticks = ["gust"]', 'schticks.gust.name: found "gust"', "(did you mean guts?)"),
    ('schticks = ["guts", "guts"]', 'schticks.guts: found a second "guts"', "picks says how often"),
    ("schticks = [1]", "schticks[0]: found 1", "a schtick's name or a table"),
    ("schticks = [{ picks = 1 }]", "schticks[0].name: found nothing", "a text"),
    ('schticks = "guts"', 'schticks: found "guts"', "an array of names and tables"),
    ('schticks = [{ name = "guts", picks = 3 }]', "schticks.guts.picks: found 3", "1 to 2"),
    ('schticks = [{ name = "guts", picks = 0 }]', "schticks.guts.picks: found 0", "from 1"),
    ('schticks = [{ name = "lightning_dodge", picks = 2 }]', "schticks.lightning_dodge.picks: found 2", "is taken once"),
    ('schticks = [{ name = "guts", weapon = "pistol" }]', 'schticks.guts.weapon: found "pistol"', "is about no weapon"),
    ('schticks = ["signature_weapon"]', "schticks.signature_weapon.weapon: found nothing", "the name of a weapon"),
    (
        'weapons = ["pistol"]\nschticks = [{ name = "signature_weapon", weapon = "pistl" }]',
        'schticks.signature_weapon.weapon: found "pistl"', "one of its weapons: pistol (did you mean pistol?)",
    ),
    ('schticks = [{ name = "guts", level = 1 }]', 'schticks.guts.level: found unknown key "level"', "keys name, picks, weapon"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "found", "part"), CASES)
def test_a_mistake_in_a_character_is_named_with_line_path_found_and_allowed(lines, found, part) -> None:
    line = 7 + lines.count("\n")
    hits = [text for text in mistakes(ana(lines)) if text.startswith(f"f.toml:{line}: combatants.Ana.{found}")]
    assert len(hits) == 1
    assert part in hits[0]


def test_all_mistakes_of_a_file_come_at_once_by_line() -> None:
    text = ana('speed = "x"\nweapons = ["pistool"]\nschticks = ["gust"]') + 'tags = ["wal"]\n'
    assert [message.split(": ")[1] for message in mistakes(text)] == [
        "combatants.Ana.speed", "combatants.Ana.weapons.pistool", "combatants.Ana.schticks.gust.name", "combatants.Bo.tags[0]",
    ]  # fmt: skip


def test_one_schtick_may_stand_for_each_of_two_weapons() -> None:
    rows = ", ".join(f'{{ name = "signature_weapon", weapon = "{name}" }}' for name in ("pistol", "knife"))
    spec = loads(ana(f'weapons = ["pistol", "knife"]\nschticks = [{rows}]')).combatants[0]
    assert [schtick.weapon for schtick in spec.schticks] == ["pistol", "knife"]


def test_a_schtick_about_a_weapon_means_the_name_it_has_in_the_file() -> None:
    kit = 'weapons = [{ name = "Lucille", like = "pistol" }]\n'
    spec = loads(ana(kit + 'schticks = [{ name = "signature_weapon", weapon = "Lucille" }]')).combatants[0]
    assert spec.schticks[0].weapon == spec.weapons[0].name == "Lucille"


def test_overrides_reach_weapons_armor_and_schticks_by_name() -> None:
    text = ana('weapons = ["pistol"]\narmor = ["vest"]\nschticks = ["guts"]')
    sets = ("weapons.pistol.damage=11", "armor.vest.armor=4", "schticks.guts.picks=2", "skills.guns=15")
    spec = loads(text, overrides=[f"combatants.Ana.{one}" for one in sets]).combatants[0]
    assert (spec.weapons[0].damage, spec.armor[0].armor, spec.schticks[0].picks, spec.skills["guns"]) == (11, 4, 2, 15)


def test_an_override_that_takes_a_schticks_weapon_away_is_to_blame() -> None:
    text = ana('weapons = ["pistol", "knife"]\nschticks = [{ name = "signature_weapon", weapon = "knife" }]')
    [message] = mistakes(text, 'combatants.Ana.weapons=["pistol"]')
    assert "combatants.Ana.schticks.signature_weapon.weapon" in message


def test_a_silent_file_gives_the_defaults_of_s_chr_1() -> None:
    spec = loads(ana("")).combatants[0]
    assert (spec.constitution, spec.toughness, spec.speed, spec.move, spec.fortune) == (6, 6, 6, 6, 0)
    assert (spec.skills, spec.weapons, spec.armor, spec.schticks, spec.stream) == ({}, (), (), (), "Ana")


def test_an_old_document_means_what_it_meant_though_gear_skills_and_tags_are_gone() -> None:
    document = load("shots_duel").document
    ada = {**document["combatants"][0], "skills": {"guns": 14, "forgotten": 3}, "tags": ["forgotten"]}
    ada["weapons"] = [{**ada["weapons"][0], "name": "gun of old"}]
    scenario = from_document({**document, "combatants": [ada, document["combatants"][1]]})
    assert scenario.combatants[0].weapons[0].name == "gun of old"
    assert from_document(scenario.document) == scenario
