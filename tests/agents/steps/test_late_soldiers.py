"""Soldiers that come into a battle in its midst, as they do in imagined ones: their patience begins when they are first asked."""

from __future__ import annotations

import pytest
from patrol import agent, ana, foe
from skirmish import Skirmish, wall

from engine.steps.actions import Wait


@pytest.mark.parametrize("policy", ["rifleman", "suppressor", "flanker"])
def test_who_is_first_asked_late_has_not_waited_yet(policy: str) -> None:
    """Nobody in sight from 0 to 100, patience 40: one that waited all the time would go and search; this one waits until 140."""
    stage = Skirmish(ana(), foe("Bo", (16, 7)), objects=wall(*((9, y) for y in range(15) if y > 1)))
    stage.until("Ana", "start")
    stage.does(Wait(until=100.0), "hold_expired")
    request = stage.request
    assert request is not None
    option = agent(stage, policy, patience=40).decide(request)
    assert (option.do, request.wake) == ("hold", 140.0)
