"""The map that all battles on it share, until something breaks: no answer about it is ever out of date (P-LOS-4, P-LOS-5, P-MOV-1)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skirmish import Skirmish, one, thing, wall

from engine.steps import grid, land, lookup, movement
from engine.steps.actions import Fire
from engine.steps.model import FieldSpec
from engine.steps.state import Fight
from scenarios import load
from tests.engine.steps.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, scenario, seeds

Square = tuple[int, int]

DOOR = {"name": "door", "cover": 100, "health": 5}


def behind_a_door(**rolls: Any) -> Skirmish:
    """Ana, a door of 5 points before her, Bo behind it, and Cy whom she can shoot at past it."""
    foes = one("Bo", "blue", (9, 7)), one("Cy", "blue", (9, 9), mode="none")
    return Skirmish(one("Ana", "red", (2, 7), facing="e"), *foes, objects=[thing((5, 7), **DOOR)], **rolls)


# one land for all battles on a map


def test_battles_on_one_map_share_its_land_and_those_on_another_do_not() -> None:
    """P-LOS-4: what differs may be a single object, or the size."""
    one_map, same = FieldSpec(width=9, height=8), FieldSpec(width=9, height=8)
    assert land.whole(one_map) is land.whole(same)
    with_wall = FieldSpec(width=9, height=8, objects=wall((4, 4)))
    others = [with_wall, FieldSpec(width=8, height=9), FieldSpec(width=9, height=8, objects=wall((4, 5)))]
    assert len({id(land.whole(field)) for field in [one_map, *others]}) == 4
    assert land.whole(with_wall).hidden((0, 4), (8, 4))
    assert not land.whole(one_map).hidden((0, 4), (8, 4))


def test_few_lands_are_kept() -> None:
    """P-LOS-4: a sweep over maps fills no memory."""
    for width in range(1, 4 * land.MOST_LANDS):
        assert land.whole(FieldSpec(width=width)).width == width
        assert len(land._lands) <= land.MOST_LANDS


def test_what_breaks_in_one_battle_still_stands_in_the_next_on_the_same_map() -> None:
    """P-DMG-1, P-LOS-5: lines and ways through the door, asked for before and after it breaks."""
    first, second = behind_a_door(), behind_a_door()
    for fight in (first.fight, second.fight):
        assert lookup.hidden(fight, (2, 7), (9, 7))
        assert lookup.line(fight, (2, 7), (9, 7)).cover == 100
        assert not lookup.passable(fight, (5, 7))
    first.fight.objects[0].destroyed = True
    lookup.forget(first.fight)
    assert not lookup.hidden(first.fight, (2, 7), (9, 7))
    assert lookup.line(first.fight, (2, 7), (9, 7)).cover == 0
    assert lookup.passable(first.fight, (5, 7))
    third = behind_a_door()
    for fight in (second.fight, third.fight):
        assert lookup.hidden(fight, (2, 7), (9, 7))
        assert lookup.line(fight, (2, 7), (9, 7)).cover == 100
        assert not lookup.passable(fight, (5, 7))


def test_a_blast_opens_the_view_of_who_looked_before() -> None:
    """P-LOS-3, P-DMG-1: Ana does not see Bo behind the door; a grenade of 3d6 at it, all sixes, and she does."""
    from skirmish import GRENADE, SKILLS

    stage = Skirmish(
        one("Ana", "red", (2, 7), facing="e", weapons=(GRENADE,), skills=SKILLS), one("Bo", "blue", (11, 7), health=90),
        objects=[thing((6, 7), **DOOR)], rolls={"Ana/check": [[20]], "Ana/damage": [[6, 6, 6]]},
    )  # fmt: skip
    stage.until("Ana")
    assert [foe.name for foe in stage.view.foes] == []
    stage.does(Fire(weapon="grenade", indirect=True, at=(7, 7)), "ready")
    assert [foe.name for foe in stage.view.foes] == ["Bo"]
    assert stage.fight.objects[0].destroyed


# what can be told at once of a line


inside = st.tuples(st.integers(0, 8), st.integers(0, 6))


@given(st.sets(inside, max_size=12), st.tuples(st.integers(-3, 11), st.integers(-3, 9)), inside)
def test_a_line_told_to_meet_no_square_of_a_set_meets_none(squares: set[Square], start: Square, end: Square) -> None:
    """P-LOS-1: and on the map what it may meet it does meet, both ends apart; from off the map it is walked."""
    ground = land.Land(9, 7, ())
    for one_end, other in ((start, end), (end, start)):
        meets = not squares.isdisjoint(grid.between(one_end, other))
        told = ground.is_met(one_end, other, sum(ground.bit(square) for square in squares))
        assert told >= meets
        if ground.has(start):
            assert told == meets


def test_a_long_line_is_walked() -> None:
    """P-LOS-1: farther across than lines are remembered, a wall at its middle."""
    stage = Skirmish(one("Ana", "red", (0, 0)), one("Bo", "blue", (199, 0)), objects=wall((100, 0)), size=(200, 3))
    assert lookup.hidden(stage.fight, (0, 0), (199, 0))
    assert not lookup.hidden(stage.fight, (0, 1), (199, 1))


# who stands where


def crowd(fight: Fight) -> int:
    """The squares with somebody on them who can still fight, added up anew."""
    return sum({fight.land.bit(fighter.square) for fighter in fight.fighters if fighter.out is None})


@settings(max_examples=40, deadline=None)
@given(documents(most=7), seeds)
def test_squares_with_people_on_them_are_known_through_every_battle(drawn: Document, seed: int) -> None:
    """P-LOS-4: whoever comes, goes or falls; and in what they imagine."""
    fought = scenario(drawn)
    agents: Any = chaotic(fought, seed)
    battle = begin(fought, agents, seed)
    for asked in range(150):
        request = battle.advance()
        if request is None:
            break
        assert battle._fight.state.crowd == crowd(battle._fight.state)
        if asked % 10 == 0:
            imagined = request.imagine(asked, {})
            assert imagined._fight.state.crowd == crowd(imagined._fight.state)
        battle.answer(request, agents[request.combatant].decide(request))


@pytest.mark.parametrize("squares", [((5, 7),), ((5, 7), (6, 7))])
def test_who_walks_into_a_line_covers_at_once_and_no_longer_when_it_has_gone(squares: tuple[Square, ...]) -> None:
    """P-LOS-4: one gives 50, two 100; who shares a square with another leaves it covered."""
    people = [one(name, "blue", (index, 0)) for index, name in enumerate(("Di", "Ed", "Flo"))]
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (9, 7)), *people)
    fight = stage.fight
    assert lookup.line(fight, (2, 7), (9, 7)).cover == 0
    for fighter, square in zip((stage.fighter("Di"), stage.fighter("Ed")), squares, strict=False):
        movement.place(fight, fighter, square)
    assert lookup.line(fight, (2, 7), (9, 7)).cover == 50 * len(squares)
    movement.place(fight, stage.fighter("Flo"), squares[0])
    movement.place(fight, stage.fighter("Flo"), (0, 3))
    assert lookup.line(fight, (2, 7), (9, 7)).cover == 50 * len(squares)
    for name in ("Di", "Ed"):
        movement.place(fight, stage.fighter(name), (0, 4))
    assert lookup.line(fight, (2, 7), (9, 7)).cover == 0


def test_who_falls_covers_nobody() -> None:
    """P-LOS-4: Di between Ana and Bo, down."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (9, 7)), one("Di", "blue", (5, 7)))
    assert lookup.line(stage.fight, (2, 7), (9, 7)).cover == 50
    stage.until("Ana")
    stage.battle.forfeit("Di", "it went home")
    assert lookup.line(stage.fight, (2, 7), (9, 7)).cover == 0


def test_a_battle_is_the_same_whether_or_not_another_was_fought_on_its_map_before() -> None:
    """CLK-6: the second one finds all lines and ways remembered."""
    from studies.bench import fight

    def digest() -> Any:
        return fight(load("firefight_in_the_office"), 3, 0, True).events[-1].digest  # type: ignore[attr-defined]

    land._lands.clear()
    assert len({digest() for _ in range(3)}) == 1
