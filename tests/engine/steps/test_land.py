"""The map that all battles on it share, until something breaks: no answer about it is ever out of date (P-LOS-4, P-LOS-5, P-MOV-1)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skirmish import Skirmish, one, thing, wall

from engine.steps import grid, land, lookup, movement, reckon
from engine.steps.actions import Fire
from engine.steps.difficulty import concealment_steps, cover_steps, difficulty_of
from engine.steps.model import FieldSpec
from engine.steps.rules import BANDS, StepsRules
from engine.steps.state import Fight
from scenarios import load
from tests.engine.steps.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, scenario, seeds

Square = tuple[int, int]

RULES = StepsRules()

DOOR = {"name": "door", "cover": 100, "health": 5}


def behind_a_door(**rolls: Any) -> Skirmish:
    """Ana, a door of 5 points before her, Bo behind it, and Cy whom she can shoot at past it."""
    foes = one("Bo", "blue", (9, 7)), one("Cy", "blue", (9, 9), mode="none")
    return Skirmish(one("Ana", "red", (2, 7), facing="e"), *foes, objects=[thing((5, 7), **DOOR)], **rolls)


# one land for all battles on a map


def test_battles_on_one_map_share_its_land_and_those_on_another_do_not() -> None:
    """P-LOS-4: what differs may be a single object, or the size."""
    one_map, same = FieldSpec(width=9, height=8), FieldSpec(width=9, height=8)
    assert land.whole(one_map, RULES) is land.whole(same, StepsRules())
    with_wall = FieldSpec(width=9, height=8, objects=wall((4, 4)))
    others = [with_wall, FieldSpec(width=8, height=9), FieldSpec(width=9, height=8, objects=wall((4, 5)))]
    lands = [land.whole(field, RULES) for field in [one_map, *others]] + [land.whole(one_map, StepsRules(row_50=3))]
    assert len({id(one) for one in lands}) == 5
    assert lands[1].hidden((0, 4), (8, 4))
    assert not lands[0].hidden((0, 4), (8, 4))


def test_few_lands_are_kept() -> None:
    """P-LOS-4: a sweep over maps fills no memory."""
    for width in range(1, 4 * land.MOST_LANDS):
        assert land.whole(FieldSpec(width=width), RULES).width == width
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
def test_the_squares_of_a_set_that_a_line_meets_are_told_at_once(squares: set[Square], start: Square, end: Square) -> None:
    """P-LOS-1: as walking tells; a line from off the map is to be walked."""
    ground = land.Land(9, 7, (), RULES)
    for one_end, other in ((start, end), (end, start)):
        meets = not squares.isdisjoint(grid.between(one_end, other))
        told = ground.met(one_end, other, sum(ground.bit(square) for square in squares))
        if not ground.has(start):
            assert told is None
            continue
        assert (told != 0) == meets
        on_the_way = list(enumerate(grid.between(one_end, other)))
        assert ground.passed(one_end, other, told or 0) == [(place, square) for place, square in on_the_way if square in squares]


def test_a_long_line_is_walked() -> None:
    """P-LOS-1: farther across than lines are remembered, a wall at its middle."""
    stage = Skirmish(one("Ana", "red", (0, 0)), one("Bo", "blue", (199, 0)), objects=wall((100, 0)), size=(200, 3))
    assert lookup.hidden(stage.fight, (0, 0), (199, 0))
    assert not lookup.hidden(stage.fight, (0, 1), (199, 1))


far = st.tuples(st.integers(0, 199), st.integers(0, 149))


@given(far, far)
def test_a_walk_by_numbers_passes_the_same_squares(start: Square, end: Square) -> None:
    """P-LOS-1: row after row of a map of 200 columns."""
    assert list(grid.walked(start, end, 200)) == [y * 200 + x for x, y in grid.between(start, end)]


@given(st.dictionaries(inside, st.sampled_from((25, 50, 100)), max_size=25), st.sets(st.integers(0, 24), max_size=25), inside, inside)
def test_a_map_with_objects_broken_tells_what_a_map_without_them_does(
    shares: dict[Square, int], numbers: set[int], start: Square, end: Square
) -> None:
    """P-DMG-1, P-LOS-4, P-MOV-1: lines both ways, ways and reach, all asked before anything broke, and again."""
    objects = [thing(square, cover=cover, passable=cover < 100) for square, cover in sorted(shares.items())]
    broken = {number for number in numbers if number < len(objects)}
    before = land.Land(9, 7, map(land.Stood, range(len(objects)), objects), RULES)
    rest = [land.Stood(number, spec) for number, spec in enumerate(objects) if number not in broken]
    expected, now = land.Land(9, 7, rest, RULES), before.without(broken)
    for _ in range(2):
        for one_end, other in ((start, end), (end, start)):
            for ground in (before, now, before):
                ground.line(one_end, other)
                ground.hidden(one_end, other)
            assert now.line(one_end, other) == expected.line(one_end, other)
            assert now.hidden(one_end, other) == expected.hidden(one_end, other) == (expected.line(one_end, other).cover >= 100)
        assert [*now.ground.lengths(start, 3000).items()] == [*expected.ground.lengths(start, 3000).items()]
    assert before.without(broken) is now
    assert now.without(set()) is before


def test_few_sets_of_broken_objects_are_kept() -> None:
    """P-DMG-1: and each is found again as it was."""
    objects = [thing((x, 0), cover=100) for x in range(9)]
    whole = land.Land(9, 1, map(land.Stood, range(9), objects), RULES)
    for number in range(9):
        for other in range(9):
            gone = whole.without({number, other})
            assert {one.number for here in gone.stands.values() for one in here} == set(range(9)) - {number, other}
            assert len(whole._later) <= land._MOST_LATER


# chances


@given(st.dictionaries(inside, st.sampled_from((25, 50, 75, 100)), max_size=20), inside, inside, st.integers(-2, 2), st.integers(0, 10))
def test_chances_over_a_map_are_those_of_the_chain(
    shares: dict[Square, int], start: Square, end: Square, steps: int, shooting: int
) -> None:
    """P-CHK-1, P-CHK-3, P-LOS-5: from the one end and at the other, asked twice, against the chain added up anew."""
    objects = [thing(square, cover=cover, concealment=100 - cover) for square, cover in sorted(shares.items())]
    ground = land.Land(9, 7, map(land.Stood, range(len(objects)), objects), RULES)
    limits = (1, 3, 4, 6, 8)
    gap = (start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2
    band = next((band for limit, band in zip(limits, BANDS, strict=True) if gap <= limit * limit), None)
    line = ground.line(start, end)
    expected = 0.0
    if band is not None and line.cover < 100:
        total = getattr(RULES, f"band_{band}") + steps
        total += (cover_steps(line.cover, RULES) or 0) + concealment_steps(line.concealment, RULES)
        need = min(difficulty_of(total, RULES) - shooting, RULES.sure_hit)
        expected = min(max(21 - need, 0), 20) / 20
    for _ in range(2):
        assert reckon.chances(ground, limits, steps, shooting, start, False)(end) == expected
        assert reckon.chances(ground, limits, steps, shooting, end, True)(start) == expected
        assert reckon.chances(ground, (), steps, shooting, end, True)(start) == 0.0


def test_chances_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """P-CHK-1: neither of squares nor of arms; what was forgotten is found again."""
    monkeypatch.setattr(reckon, "MOST_LINES", 10)
    ground = land.Land(9, 7, (), RULES)
    for shooting in range(40):
        for x in range(9):
            hits = reckon.chances(ground, (9,), 0, shooting % 20, (x, 0), True)
            for y in range(7):
                assert hits((0, y)) == reckon.chances(land.Land(9, 7, (), RULES), (9,), 0, shooting % 20, (x, 0), True)((0, y))
            odds = ground.odds[(9,), 0, shooting % 20]
            assert sum(len(row) for rows in (odds.at, odds.of) for row in rows.values()) <= 10
        assert len(ground.odds) <= reckon._MOST_ARMS


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
