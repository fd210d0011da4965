"""What one does at one's own shot is no answer to who comes closer at it: the free shot is still asked for (S-CHR-3, CLK-2)."""

from __future__ import annotations

import pytest
from standoff import PISTOL, Standoff, one

from engine.options import Hold, Option
from engine.shots.actions import Attack, Defend, Move


@pytest.mark.parametrize("own", [Hold(), Defend()], ids=lambda option: str(option.do))
@pytest.mark.parametrize("keys", ["ab", "ba"])
def test_holding_or_defending_at_ones_own_shot_leaves_the_free_shot(own: Option, keys: str) -> None:
    """S-CHR-3, CLK-2: Bo comes closer at shot 10, which is Ana's too; whoever's stream key is first, Ana is asked."""
    ana = one("Ana", "red", 0.0, schticks=["stand_and_deliver"], weapons=[PISTOL], stream=keys[0])
    rolls = {"Ana/initiative": [[4]], "Bo/initiative": [[4]], "Ana/attack": [[1, 5]]}
    stage = Standoff(ana, one("Bo", "blue", 20.0, stream=keys[1]), rolls=rolls, rules={"max_counts": 2})
    does: dict[str, list[Option]] = {"Bo": [Move(toward="Ana")], "Ana": [own]}
    asked = []
    while (request := stage.battle.advance()) is not None:
        asked.append((request.combatant, request.reasons))
        free = Attack(target="Bo", weapon="pistol", shots=0)
        row = does[request.combatant]
        stage.battle.answer(request, free if "closing" in request.reasons else row.pop() if row else Hold())
    assert ("Ana", ("closing",)) in asked
    assert [event.t for event in stage.of("impact", "Ana")] == [0.0]
