"""Cover and concealment of persons and places (S-RNG-2)."""

from __future__ import annotations

import pytest
from shootouts import MISS, bomb, fight, fighter, fists

ATTACK = {"do": "attack"}


def dodge(field=None, order=ATTACK, weapons=None, distance=10, **bo_has):
    """Return what Ana's attack on Bo must reach, less Dodge 13."""
    has = {"weapons": weapons} if weapons else {}
    fought = fight([order], distance=distance, ana_has=has, bo_has=bo_has, field=field, rolls={"Ana/attack": [MISS]})
    return fought.figures()[0][2] - 13


def at(x=10, y=0, **what):
    return {"places": [{"name": "spot", "position": [x, y]} | what]}


@pytest.mark.parametrize(
    ("tag", "bonus"),
    [
        ("flimsy", 2), ("wall", 4), ("tree", 4), ("car_door", 4), ("corner", 6), ("door_post", 6), ("gun_port", 8),
        ("murder_hole", 8), ("high_grass", 2), ("brush", 2), ("darkness", 2), ("camouflage", 4), ("woods", 4), ("hay", 6),
    ],
)  # fmt: skip
def test_tags_of_a_place_or_of_a_person_add_to_dodge(tag, bonus) -> None:
    """S-RNG-2: cover 25/50/75/90% or concealment 50/75/90%: +2/+4/+6/+8."""
    assert dodge(at(tags=[tag])) == bonus
    assert dodge(tags=[tag]) == bonus


@pytest.mark.parametrize(
    ("cover", "concealment", "bonus"),
    [(24, 0, 0), (25, 0, 2), (49, 0, 2), (60, 0, 4), (75, 0, 6), (89, 0, 6), (90, 0, 8), (0, 49, 0), (0, 50, 2), (0, 89, 4), (0, 100, 6)],
)
def test_percentages_take_the_lower_row(cover, concealment, bonus) -> None:
    """S-RNG-2 [R]."""
    assert dodge(at(**{key: value for key, value in (("cover", cover), ("concealment", concealment)) if value} or {"toughness": 5})) == bonus


def test_of_cover_and_concealment_the_better_counts() -> None:
    """S-RNG-2 [R]: cover 25% (+2), concealment 90% (+6)."""
    assert dodge(at(cover=25, concealment=90)) == 6
    assert dodge(at(tags=["wall"]), tags=["brush"]) == 4


def test_of_several_places_the_best_counts() -> None:
    """S-RNG-2."""
    two = {"places": [{"name": "a", "position": [10, 0], "tags": ["wall"]}, {"name": "b", "position": [10, 1], "tags": ["corner"]}]}
    assert dodge(two) == 6


def test_cover_is_no_use_hand_to_hand() -> None:
    """S-RNG-2: against ranged attacks only."""
    assert dodge(at(x=2, tags=["corner"]), weapons=[fists()], distance=2) == 0


@pytest.mark.parametrize(("y", "bonus"), [(1.5, 4), (1.51, 0)])
def test_a_place_covers_whoever_is_within_its_radius(y, bonus) -> None:
    """S-RNG-2: 1.5 m."""
    assert dodge(at(y=y, tags=["wall"])) == bonus


@pytest.mark.parametrize(
    ("facing", "arc", "bonus"),
    [(180, 180, 4), (90, 180, 4), (89, 180, 0), (0, 180, 0), (-180, 180, 4), (160, 40, 4), (159, 40, 0), (0, 360, 4)],
)
def test_a_place_with_a_side_covers_against_shots_from_there(facing, arc, bonus) -> None:
    """S-RNG-2: the shot comes from Ana, at 180 degrees from Bo."""
    side = {"facing": facing} | ({"arc": arc} if arc != 180 else {})
    assert dodge(at(tags=["wall"], **side)) == bonus


def test_cover_against_one_is_none_against_another_behind() -> None:
    """S-RNG-2: a wall that faces Ana; Cid shoots from the other side."""
    cid = fighter("Cid", "red", 20, [ATTACK])
    fought = fight(
        [ATTACK], others=[cid], field=at(tags=["wall"], facing=180), rolls={"Ana/attack": [MISS], "Cid/attack": [MISS]},
    )
    assert sorted((event.actor, event.difficulty) for event in fought.of("impact")) == [("Ana", 17), ("Cid", 13)]


def test_a_blast_behind_a_wall_meets_nobody_in_its_cover() -> None:
    """S-RNG-2, S-RNG-4: the direction is that of the blast."""
    wall = at(tags=["wall"], facing=180)
    assert dodge(wall, {"do": "area", "point": [8.0, 0.0]}, [bomb()]) == 4
    assert dodge(wall, {"do": "area", "point": [12.0, 0.0]}, [bomb()]) == 0


def test_dropping_prone_is_cover_and_rising_ends_it() -> None:
    """S-RNG-2, S-SEQ-3: prone at range 25%: +2."""
    fought = fight(
        [ATTACK] * 3, [{"do": "drop"}, {"do": "rise", "at": 4}], rolls={"Ana/attack": [MISS] * 3},
    )
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [13, 15, 13]


def test_who_lies_is_no_better_off_hand_to_hand() -> None:
    """S-RNG-2: prone at range."""
    assert dodge(weapons=[fists()], distance=2, tags=["prone"]) == 0


def test_walking_into_cover_counts_from_where_one_is() -> None:
    """S-RNG-2, S-MOV-1: Bo at 10 walks to a corner 6 m away at 2 m a count: 0 at count 0, covered at count 3."""
    fought = fight(
        [ATTACK] * 2, [{"do": "move", "to": [10.0, 6.0]}], bo_has={"shot": 10}, field=at(y=6, tags=["corner"]),
        rolls={"Ana/attack": [MISS] * 2},
    )  # fmt: skip
    assert [difficulty for _, _, difficulty, _ in fought.figures()] == [13, 19]


def test_cover_and_an_active_defense_add_up() -> None:
    """S-RNG-2, S-DEF-1: 13 + 4 + 3."""
    fought = fight([ATTACK], [{"do": "defend", "on": "announced"}], bo_has={"tags": ["wall"]}, rolls={"Ana/attack": [MISS]})
    assert fought.figures()[0][2] == 20
    assert fought.mods("attack", "Ana") == {"S-ROL-2": 13 - 14, "S-DEF-1": 3, "S-RNG-2": 4}


def test_what_a_tag_and_a_row_give_are_rules() -> None:
    """S-RNG-2: fields cover_tags.wall and cover_75."""
    rules = {"cover_tags": {"wall": 75}, "cover_75": 9}
    fought = fight([ATTACK], bo_has={"tags": ["wall"]}, rules=rules, rolls={"Ana/attack": [MISS]})
    assert fought.figures()[0][2] == 22


@pytest.mark.parametrize(("facing", "bonus"), [(90, 4), (70, 4), (110, 4), (69, 0), (111, 0), (-90, 0), (-270, 4)])
def test_the_side_a_shot_comes_from_is_reckoned_from_where_the_target_stands(facing, bonus) -> None:
    """S-RNG-2: Ana at (10, 10), Bo at (10, 0): from 90 degrees; an arc of 40."""
    field = at(tags=["wall"], facing=facing, arc=40)
    fought = fight([ATTACK], ana_has={"position": [10, 10]}, field=field, rolls={"Ana/attack": [MISS]})
    assert fought.figures()[0][2] == 13 + bonus


@pytest.mark.parametrize(("what", "words"), [({"cover": 60}, "60% cover"), ({"concealment": 80}, "80% concealment")])
def test_the_roll_says_whether_it_is_cover_or_concealment(what, words) -> None:
    """S-RNG-2, contract 3."""
    fought = fight([ATTACK], field=at(**what), rolls={"Ana/attack": [MISS]})
    assert [mod.why for mod in fought.rolls("attack")[0].mods if mod.rule == "S-RNG-2"] == [words]
