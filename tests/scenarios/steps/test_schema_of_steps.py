"""The JSON Schema of steps scenarios accepts what the reader accepts and refuses what an editor can see."""

from __future__ import annotations

import json
import tomllib

import attrs
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.steps.model import CombatantSpec, ObjectSpec, PlacedSpec, WeaponSpec
from scenarios import load, loads, names, path_of, schema

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "steps"\n'
ANA = '[[combatants]]\nname = "Ana"\nside = "red"\nposition = [0, 0]\n'
CHECK = Draft202012Validator(schema())


def is_valid(text):
    return bool(CHECK.is_valid(tomllib.loads(text)))


@pytest.mark.parametrize("name", names("steps"))
def test_a_shipped_fight_passes_as_file_and_resolved(name) -> None:
    assert is_valid(path_of(name).read_text("utf-8"))
    assert CHECK.is_valid(json.loads(json.dumps(load(name).document)))


def fields(cls):
    return {field.name for field in attrs.fields(cls)}


def test_every_field_of_a_combatant_its_gear_and_the_map_is_described() -> None:
    steps = schema()["$defs"]["steps"]["properties"]
    combatant, ground = steps["combatants"]["items"]["properties"], steps["field"]["properties"]
    assert fields(CombatantSpec) | {"template", "agent"} == set(combatant)
    assert set(combatant["weapons"]["items"]["anyOf"][1]["properties"]) == fields(WeaponSpec) | {"like"}
    assert set(ground) == {"width", "height", "objects", "rows", "legend"}
    assert set(ground["objects"]["items"]["properties"]) == fields(PlacedSpec) | {"like"}
    assert set(ground["legend"]["additionalProperties"]["anyOf"][1]["properties"]) == fields(ObjectSpec) | {"like"}


READ = [
    (ANA, 'weapons = ["pistol", { name = "left", like = "pistol", damage = "3d6" }]'),
    (ANA, 'weapons = [{ name = "odd", damage = "1d6" }]'),
    (ANA, 'armor = ["vest", { name = "plates", covers = ["head"], stops = 2 }]'),
    (ANA, 'skills = { rifle = "expert" }\nfacing = "ne"\nmode = "guarded"'),
    (ANA, 'template = "sniper"\nagent = "flanker"'),
    (ANA, 'agent = { policy = "script", orders = [{ do = "move", pace = "running", path = [[1, 1]], at = 3, on = "ready" }] }'),
    ('field = { rows = ["M.#"], legend = { "#" = "wall" } }\n' + ANA, 'mark = "M"'),
    ('field = { rows = ["..#"], legend = { "#" = { name = "wall", health = 9 } } }\n' + ANA, ""),
    ('field = { rows = ["..#"], legend = { "#" = { like = "wall" } } }\n' + ANA, ""),
    ('field = { width = 5, height = 5, objects = [{ name = "net", concealment = 20, position = [1, 1] }] }\n' + ANA, ""),
]


@pytest.mark.parametrize(("start", "lines"), READ)
def test_what_a_file_may_say_passes_reader_and_schema(start, lines) -> None:
    assert is_valid(HEAD + start + lines)
    assert loads(HEAD + start + lines)


@pytest.mark.parametrize(
    "lines",
    [
        "htk = 30",
        'health = "7"',
        "shooting = 11",
        'mark = "AB"',
        'facing = "north"',
        'weapons = ["pistool"]',
        'weapons = [{ name = "left", like = "pistool" }]',
        'weapons = [{ name = "odd", short = 7 }]',
        'weapons = [{ name = "pistol", modes = ["far"] }]',
        'armor = ["mail_shirt"]',
        'armor = [{ name = "plates", stops = 2 }]',
        'template = "riflemen"',
        'agent = "gunman"',
        'agent = { policy = "script", orders = [{ do = "couch" }] }',
        'agent = { policy = "script", orders = [{ do = "hold", on = "announced" }] }',
        'skills = { rifle = "good" }',
    ],
)
def test_what_an_editor_can_see_is_refused(lines) -> None:
    assert not is_valid(HEAD + ANA + lines)


@pytest.mark.parametrize(
    "field",
    [
        "walls = []",
        "width = 501",
        "rows = []",
        "rows = [3]",
        'rows = [""]',
        'rows = ["."]\nfield.legend = { cc = "chair" }',
        'rows = ["."]\nfield.legend = { "." = "chair" }',
        'rows = ["."]\nfield.legend = { c = "chairr" }',
        'rows = ["."]\nfield.legend = { c = { name = "chairr" } }',
        'rows = ["."]\nfield.legend = { c = { name = "chair", cover = 101 } }',
        'objects = [{ name = "chair" }]',
        "objects = [{ position = [1, 1] }]",
        'objects = [{ name = "chair", position = [1] }]',
    ],
)
def test_a_map_that_is_none_is_refused(field) -> None:
    assert not is_valid(f"{HEAD}field.{field}\n{ANA}")
