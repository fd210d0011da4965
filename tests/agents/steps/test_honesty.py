"""The steps policies act on what they see: whoever is out of sight may be anywhere, and they decide the same (CLK-5, P-LOS-2)."""

from __future__ import annotations

from typing import Any

import pytest
from patrol import POLICIES, two_on_two

import agents
from engine import Battle
from engine.steps import lookup, movement
from engine.steps.state import Fight, Fighter, Square


def unseen_square(fight: Fight, me: Fighter, apart_from: Square) -> Square | None:
    """Return some other square that one does not see, nobody on it, and on which nobody covers whom it sees."""
    for x in range(fight.width):
        for y in range(fight.height):
            square = (x, y)
            if square == apart_from or lookup.at(fight, square) or not lookup.passable(fight, square):
                continue
            rear = lookup.arc_of(fight, me, square) == "rear"
            if rear or lookup.line(fight, me.square, square, people=False).cover >= lookup.FULL:
                return square
    return None


def moved_unseen(fight: Fight, me: Fighter) -> list[tuple[Fighter, Square]]:
    """Put the opponents that one does not see elsewhere out of its sight; return who was where."""
    before: list[tuple[Fighter, Square]] = []
    for other in fight.fighters:
        if other.side == me.side or not other.able or lookup.sees(fight, me, other):
            continue
        square = unseen_square(fight, me, other.square)
        if square is not None:
            before.append((other, other.square))
            put(fight, other, square)
    return before


def put(fight: Fight, fighter: Fighter, square: Square) -> None:
    """Put somebody on a square, and let nobody notice."""
    noticed = dict(fight.moved)
    movement.place(fight, fighter, square)
    fight.moved = noticed


@pytest.mark.parametrize("policy", POLICIES)
def test_where_an_unseen_opponent_is_changes_no_decision(policy: str) -> None:
    """Every decision of whole battles is made twice, the second time with all unseen opponents elsewhere; seeds 0-3."""
    looked = 0
    for seed in range(4):
        fight = two_on_two(policy, policy)
        players, twins = ({name: agents.make(spec, name, fight, seed) for name, spec in fight.agents.items()} for _ in "12")
        standing: Any = {name: player.standing for name, player in players.items()}  # type: ignore[attr-defined]
        battle = Battle(fight, seed=seed, standing=standing)
        state: Fight = battle._fight.state
        while request := battle.advance():
            player, twin = players[request.combatant], twins[request.combatant]
            before = [] if "noticed" in request.reasons else moved_unseen(state, state.by_name[request.combatant])
            again, wake = twin.decide(request), request.wake
            for other, square in before:
                put(state, other, square)
            request.wake = None
            option = player.decide(request)
            assert (option, request.wake) == (again, wake)
            looked += bool(before)
            battle.answer(request, option)
    assert looked > 50
