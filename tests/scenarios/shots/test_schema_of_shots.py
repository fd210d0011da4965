"""The JSON Schema of shots scenarios accepts what the reader accepts and refuses what an editor can see."""

from __future__ import annotations

import json
import tomllib

import attrs
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.shots.model import CombatantSpec, PlaceSpec, WeaponSpec
from engine.shots.rules import ShotsRules
from scenarios import load, loads, names, path_of, schema

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "shots"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\n'
CHECK = Draft202012Validator(schema())


def is_valid(text):
    return bool(CHECK.is_valid(tomllib.loads(text)))


@pytest.mark.parametrize("name", names("shots"))
def test_a_shipped_battle_passes_as_file_and_resolved(name) -> None:
    assert is_valid(path_of(name).read_text("utf-8"))
    assert CHECK.is_valid(json.loads(json.dumps(load(name).document)))


def test_every_rule_and_every_field_of_a_character_and_its_gear_is_described() -> None:
    shots = schema()["$defs"]["shots"]["properties"]
    character = shots["combatants"]["items"]["properties"]
    assert set(shots["rules"]["properties"]) == {field.name for field in attrs.fields(ShotsRules)}
    assert {field.name for field in attrs.fields(CombatantSpec)} < set(character)
    weapon = character["weapons"]["items"]["anyOf"][1]["properties"]
    assert set(weapon) == {field.name for field in attrs.fields(WeaponSpec)} | {"like"}
    place = shots["field"]["properties"]["places"]["items"]["properties"]
    assert set(place) == {field.name for field in attrs.fields(PlaceSpec)}


READ = [
    'weapons = ["pistol", { name = "left", like = "pistol", damage = 10 }]',
    'weapons = [{ name = "odd", range = "short", damage = 7 }]',
    'armor = ["vest", { name = "plates", armor = 2 }]',
    'schticks = ["guts", { name = "fast_draw", picks = 2 }]',
    'weapons = ["pistol"]\nschticks = [{ name = "signature_weapon", weapon = "pistol" }]',
    "skills = { guns = 14 }",
    'tags = ["brush"]',
    'template = "gunman"\nagent = "martial_artist"',
    'agent = { policy = "script", orders = [{ do = "area", point = [1, 2], at = 3, on = "ready" }] }',
]


@pytest.mark.parametrize("lines", READ)
def test_what_a_file_may_say_passes_reader_and_schema(lines) -> None:
    assert is_valid(HEAD + ANA + lines)
    assert loads(HEAD + ANA + lines)


@pytest.mark.parametrize(
    "lines",
    [
        "htk = 30",
        'speed = "7"',
        "speed = 7.5",
        "unnamed = 1",
        'weapons = ["pistool"]',
        'weapons = ["dagger"]',
        'weapons = [{ name = "left", like = "pistool" }]',
        'weapons = [{ name = "odd", damage = 7 }]',
        'weapons = [{ name = "pistol", range = "far" }]',
        'armor = ["mail_shirt"]',
        'schticks = ["gust"]',
        'schticks = ["signature_weapon"]',
        'schticks = [{ name = "guts", level = 1 }]',
        'template = "soldiers"',
        'agent = "brawler"',
        'agent = { policy = "script", orders = [{ do = "couch" }] }',
        'agent = { policy = "script", orders = [{ do = "hold", on = "noticed" }] }',
        "skills = { guns = 1.5 }",
        "skills = { gun = 14 }",
        'tags = ["brushes"]',
        'weapons = [{ name = "pistol", skill = "dodge" }]',
    ],
)
def test_what_an_editor_can_see_is_refused(lines) -> None:
    assert not is_valid(HEAD + ANA + lines)


@pytest.mark.parametrize("field", ["walls = []", "dense = 1", "places = [{ position = [1] }]", "places = [{ height = 1 }]"])
def test_ground_that_is_none_is_refused(field) -> None:
    assert not is_valid(f"{HEAD}field.{field}\n{ANA}")
