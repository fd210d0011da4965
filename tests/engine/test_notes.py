"""A note that is a function is worked out only for a log, and decides nothing, whatever it does (CLK-5, CLK-6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Battle
from scenarios import load


def fails() -> str:
    raise ValueError("no words")


def played(note: Any, record: bool) -> Battle:
    battle = Battle(load("duel"), seed=7, record=record)
    while request := battle.advance():
        battle.answer(request, request.options[0], note)
    return battle


@pytest.mark.parametrize(
    ("note", "words"),
    [(lambda: "why", "why"), (fails, "(its note failed: ValueError)"), (lambda: 7, "(its note was no text but int)"),
     (lambda: "\ud800", "(its note was no text but str)")],
)  # fmt: skip
def test_a_battle_is_the_same_with_and_without_a_log_whatever_its_notes_do(note: Any, words: str) -> None:
    told, untold = played(note, True), played(note, False)
    assert told.result is not None
    assert untold.result is not None
    assert (told.result.outcome, told.result.t) == (untold.result.outcome, untold.result.t)
    assert {event.note for event in told.events if event.type == "decision"} == {words}
