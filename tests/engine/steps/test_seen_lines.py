"""Tests of what agents see along a line: names, sides and percents, and no piece of the fight itself (CLK-5, P-LOS-4)."""

from __future__ import annotations

from typing import Any

from engine import Battle
from engine.steps.state import Fighter, Thing, Weapon
from scenarios import load


def windows(value: Any, depth: int = 4) -> list[Any]:
    """Return everything that can be reached from a value through public names, some steps deep."""
    found = [value]
    if depth == 0:
        return found
    if isinstance(value, tuple | list | frozenset):
        return found + [one for item in value for one in windows(item, depth - 1)]
    for name in () if isinstance(value, str | int | float | bool | type(None)) else dir(type(value)):
        if not name.startswith("_") and not callable(getattr(type(value), name, None)):
            found += windows(getattr(value, name), depth - 1)
    return found


def test_a_line_tells_names_and_sides_and_hands_out_nobody() -> None:
    battle = Battle(load("bystanders"), seed=1, record=False)
    lines = 0
    for _ in range(12):
        request = battle.advance()
        if request is None:
            break
        for foe in request.view.foes:
            for line in (request.view.line(foe.name), request.view.between(request.view.me.square, foe.square)):
                reached = windows(line)
                assert not any(isinstance(one, Fighter | Thing | Weapon) for one in reached)
                for cover in line.covers:
                    assert isinstance(cover.name, str)
                    assert cover.side is None or isinstance(cover.side, str)
                lines += len(line.covers)
        battle.answer(request, request.options[0])
    assert lines, "somebody stands between"
