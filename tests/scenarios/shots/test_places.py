"""The ground of a shots fight: places with cover, concealment or a structure (S-RNG-2, S-WND-4)."""

from __future__ import annotations

import pytest

from engine.errors import ScenarioError
from scenarios import from_document, loads
from scenarios.shots.field import MOST_PLACES

HEAD = 'schema = "couched.scenario/1"\nname = "Test"\nsystem = "shots"\n'
FIGHTERS = '[[combatants]]\nname = "Ana"\nside = "red"\n[[combatants]]\nname = "Bo"\nside = "blue"\n'


def mistakes(text, *overrides):
    with pytest.raises(ScenarioError) as caught:
        loads(text, label="f.toml", overrides=overrides)
    return caught.value.mistakes


def place(figures, name="hut"):
    """Return a scenario with one place, on line 4, at the origin."""
    return f'{HEAD}field.places = [{{ name = "{name}", position = [0, 0], {figures} }}]\n{FIGHTERS}'


CASES = [
    ('tags = ["walls"]', 'tags[0]: found "walls"', "(did you mean wall?)"),
    ('tags = ["wall", "wall"]', 'tags[1]: found a second "wall"', "each tag once"),
    ('tags = ["prone"]', 'tags[0]: found "prone"', "a terrain tag: brush"),
    ("radius = 2", "hut: found nothing", "something that makes it a place"),
    ("cover = 101", "cover: found 101", "up to 100"),
    ("cover = 50.5", "cover: found 50.5", "a whole number"),
    ("cover = 50, radius = -1", "radius: found -1", "from 0"),
    ("cover = 50, facing = 361", "facing: found 361", "up to 360"),
    ("cover = 50, arc = 90", "arc: found 90", "an arc beside facing"),
    ("cover = 50, facing = 0, arc = 0", "arc: found 0", "above 0"),
    ('cover = 50, tags = ["wall"]', 'cover: found 50 beside the tag "wall"', "not both"),
    ('concealment = 90, tags = ["brush"]', 'concealment: found 90 beside the tag "brush"', "not both"),
    ("cover = 50, toughness = -1", "toughness: found -1", "from 0"),
    ("cover = 50, height = 2", 'height: found unknown key "height"', "keys arc, concealment, cover"),
]


@pytest.mark.parametrize(("figures", "found", "part"), CASES)
def test_a_mistake_in_a_place_is_named_with_line_path_found_and_allowed(figures, found, part) -> None:
    [message] = mistakes(place(figures))
    where = "field.places." if found.startswith("hut") else "field.places.hut."
    assert message.startswith(f"f.toml:4: {where}{found}")
    assert part in message


@pytest.mark.parametrize(
    "figures",
    ['tags = ["wall"]', 'tags = ["wall", "brush"]', 'tags = ["brush"], cover = 25', "toughness = 10", "concealment = 90",
     "cover = 75, facing = 90, arc = 120", 'tags = ["murder_hole"], facing = -90'],
)  # fmt: skip
def test_a_place_may_cover_conceal_or_stand_to_be_shot_at(figures) -> None:
    scenario = loads(place(figures))
    assert from_document(scenario.document) == scenario


def test_two_places_of_one_name_are_named() -> None:
    text = HEAD + "".join(f'[[field.places]]\nname = "hut"\nposition = [{x}, 0]\ncover = 50\n' for x in (0, 9)) + FIGHTERS
    assert mistakes(text) == ('f.toml:9: field.places.hut.name: found a second "hut"; allowed: each name once',)


def test_places_without_a_name_are_called_by_their_order() -> None:
    text = HEAD + "".join(f"[[field.places]]\nposition = [{x}, 0]\ncover = 50\n" for x in (0, 9)) + FIGHTERS
    assert [spot.name for spot in loads(text).field.places] == ["place", "place 2"]


def test_a_character_with_the_name_of_a_place_is_named_since_an_attack_could_mean_either() -> None:
    [message] = mistakes(place("cover = 50", name="Bo"))
    assert message == 'f.toml:9: combatants.Bo.name: found "Bo", the name of a place too; allowed: a name that no place has'


def test_a_character_with_mistakes_of_its_own_is_told_of_the_place_of_its_name_too() -> None:
    assert len(mistakes(place("cover = 50", name="Bo") + "speed = -1\n")) == 2


def test_an_override_reaches_a_place_by_name() -> None:
    [spot] = loads(place("cover = 50"), overrides=["field.places.hut.cover=75"]).field.places
    assert spot.cover == 75


def test_there_is_a_limit_to_places() -> None:
    rows = ", ".join(f'{{ name = "{number}", position = [{number}, 0], cover = 50 }}' for number in range(MOST_PLACES + 1))
    [message] = mistakes(f"{HEAD}field.places = [{rows}]\n{FIGHTERS}")
    assert message.endswith(f"field.places: found {MOST_PLACES + 1} of them; allowed: at most {MOST_PLACES} places")


def test_walls_of_another_system_are_unknown_here() -> None:
    [message] = mistakes(f"{HEAD}field.walls = []\n{FIGHTERS}")
    assert 'field.walls: found unknown key "walls"; allowed: keys dense, places' in message


@pytest.mark.parametrize(
    ("overrides", "toughness"),
    [
        (('field.places=[{position=[0,0],tags=["wall"]}]', "field.places.place.toughness=3"), [3]),
        (('field.places=[{position=[0,0],tags=["wall"]}]', "field.places.0.toughness=3"), [3]),
        (('field.places=[{position=[0,0],tags=["wall"]},{position=[9,0],cover=50}]', 'field.places."place 2".toughness=3'), [0, 3]),
        (('field={places=[{position=[0,0],tags=["wall"]}]}', "field.places.place.toughness=3"), [3]),
    ],
)
def test_places_that_an_override_gives_are_called_by_their_order_in_the_next_one(overrides, toughness) -> None:
    assert [place.toughness for place in loads(HEAD + FIGHTERS, overrides=overrides).field.places] == toughness
