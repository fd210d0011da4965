"""Forfeits in the middle of a pass, after others have answered: nobody is left unasked, nothing breaks (CLK-5, CLK-4)."""

from __future__ import annotations

from typing import Any

import pytest
from duels import MISS, Fought, fighter

from engine import Battle
from engine.counts.actions import Attack, BreakOff, Hold
from scenarios import from_document


def fought(answer: Any) -> tuple[Fought, list[tuple[float, str, tuple[str, ...]]]]:
    """Ana winds up at Bo from 0; at 1 both are asked, she answers first, then he gives up. Cid is left."""
    fighters = [fighter("Ana", "red", 0), fighter("Bo", "blue", 5), fighter("Cid", "blue", 5.5)]
    document = {
        "schema": "couched.scenario/1", "name": "forfeits", "system": "counts", "combatants": fighters,
        "rules": {"max_counts": 30, "notice_commit": 0},
    }  # fmt: skip
    battle = Battle(from_document(document), rolls={"Ana/to_hit": [[MISS]]})
    asked = []
    while request := battle.advance():
        asked.append((request.t, request.combatant, tuple(request.reasons)))
        option: Any = Hold()
        if request.t == 0:
            request.wake = 1.0
            option = Attack(target="Bo", weapon="sword") if request.combatant == "Ana" else option
        elif request.combatant == "Bo":
            battle.forfeit("Bo", "it does not answer")
            continue
        elif request.combatant == "Ana":
            option = Attack(target="Cid", weapon="sword") if "target_down" in request.reasons else answer if request.t == 1 else option
        battle.answer(request, option)
    return Fought(battle), asked


@pytest.mark.parametrize("answer", [Hold(), BreakOff()])
def test_who_winds_up_at_one_who_forfeits_after_its_answer_is_asked_anew(answer: Any) -> None:
    """CLK-5, CLK-4: the attack is dropped at 1; a break-off finds none any more; W 10: the next blow comes at 11."""
    done, asked = fought(answer)
    assert asked[3:6] == [(1, "Ana", ("hold_expired",)), (1, "Bo", ("hold_expired",)), (1, "Cid", ("hold_expired",))]
    assert (1, "Ana", ("target_down",)) in asked
    assert done.blows() == [(11, "Ana", "miss")]
    assert [reason for t, reason in done.asked("Ana") if t == 1] == [("hold_expired",), ("target_down",)]
