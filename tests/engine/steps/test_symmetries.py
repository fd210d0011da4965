"""A map shifted, mirrored or turned by quarters changes nothing in outcome, rolls and times; sight goes both ways (P-LOS-1, P-LOS-2).

Whole battles of wayward agents are played, and again on the map as it is then, with the same answers as they are there.
Two things are excepted. Scatter counts its eight directions to the right: in a mirror the dice are scripted to go to the
left. Of several shortest ways of one length a mirror may take another one: every walk follows a path that is told.
"""

from __future__ import annotations

from collections import deque
from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Request
from engine.options import Option
from engine.steps import lookup
from engine.steps.actions import OPTIONS, Cover, Move
from tests.engine.fairness import body, told_by_cause
from tests.engine.steps.strategies import Gambler, documents
from tests.engine.steps.turning import TURNS, Turn
from tests.engine.strategies import EVERYTHING, Document, begin, play, scenario, seeds

MANY = settings(max_examples=15)
ANY: Any = reduce(or_, OPTIONS)


class Guide(Gambler):
    """A wayward agent that says every square of its way."""

    def decide(self, request: Request) -> Option:
        """Turn goals into paths."""
        option = super().decide(request)
        goal = option.to if isinstance(option, Move) else None
        if isinstance(option, Cover):
            goal = request.view.covered_square(option.threat)
        if goal is None:
            return option
        return Move(pace=option.pace, path=request.view.path(goal))  # type: ignore[union-attr]


class Echo:
    """An agent that gives the answers of another battle as they are on its own map."""

    standing = EVERYTHING

    def __init__(self, decisions: list[Document], turn: Turn) -> None:
        self.left, self.turn = deque(decisions), turn

    def decide(self, request: Request) -> Option:
        """Return the next answer; it was asked at the same moment for the same reasons."""
        told = self.left.popleft()
        assert (told["t"], told["reason"]) == (request.t, list(request.reasons))
        request.wake = told.get("wake")
        return self.turn.option(msgspec.convert(told["option"], ANY))


@pytest.mark.parametrize("name", sorted(TURNS))
def test_a_battle_on_the_map_laid_otherwise_is_the_battle_laid_otherwise(name: str) -> None:
    """P-LOS-1, P-LOS-2, P-CHK-3, P-MOV-1, P-LOS-3, CLK-6: the same rolls, times, hits and losses, square for square."""

    @MANY
    @given(documents(), seeds)
    def laid(drawn: Document, seed: int) -> None:
        for row in drawn["combatants"]:
            row.setdefault("facing", "ne")
        turn = TURNS[name](drawn["field"]["width"], drawn["field"]["height"])
        one, two = scenario(drawn), scenario(turn.document(drawn))
        first = body(play(one, {spec.name: Guide(f"{seed}/{spec.name}") for spec in one.combatants}, seed))
        players = {spec.name: Echo(_of(first, "decision", spec.name), turn) for spec in two.combatants}
        second = play(two, players, seed, rolls=_scattered(first, turn))
        assert told_by_cause(turn.lines(first)[:-1]) == told_by_cause(body(second)[:-1])
        assert second.result is not None
        assert (second.result.outcome, second.result.winner, second.result.t) == (first[-1]["outcome"], first[-1]["winner"], first[-1]["t"])

    laid()


def _of(lines: list[Document], kind: str, name: str) -> list[Document]:
    return [line for line in lines if line["type"] == kind and line["actor"] == name]


def _scattered(lines: list[Document], turn: Turn) -> dict[str, list[list[int]]] | None:
    """Return the scripted dice of scatters that go the same way on the other map."""
    rolls: dict[str, list[list[int]]] = {}
    for line in lines:
        if line["type"] == "roll" and line["purpose"] == "scatter":
            rolls.setdefault(f"{line['actor']}/scatter", []).append([turn.scatter(line["faces"][0])])
    return rolls or None


@MANY
@given(documents(), st.data())
def test_what_stands_between_two_squares_is_the_same_from_both_ends(drawn: Document, data: Any) -> None:
    """P-LOS-1, P-LOS-4, P-LOS-7: the same covers in the other order, the same sums, with people and without."""
    fight: Any = begin(scenario(drawn), {})._fight.state
    squares = st.tuples(st.integers(0, fight.width - 1), st.integers(0, fight.height - 1))
    for _ in range(20):
        start, end = data.draw(squares), data.draw(squares)
        for people in (True, False):
            there, back = (lookup.line(fight, *ends, people=people) for ends in ((start, end), (end, start)))
            assert (there.cover, there.concealment) == (back.cover, back.concealment)
            assert {cover[:3] for cover in there.covers} == {cover[:3] for cover in back.covers}
            assert [cover.place for cover in there.covers] == sorted(cover.place for cover in there.covers)


@MANY
@given(documents())
def test_who_looks_at_each_other_sees_each_other_or_neither_does(drawn: Document) -> None:
    """P-LOS-2, P-LOS-5: but for the rear, sight is symmetric."""
    fight: Any = begin(scenario(drawn), {})._fight.state
    for one in fight.fighters:
        for other in fight.fighters:
            rear = "rear" in (lookup.arc_of(fight, one, other.square), lookup.arc_of(fight, other, one.square))
            if one is not other and not rear:
                assert lookup.sees(fight, one, other) is lookup.sees(fight, other, one)
