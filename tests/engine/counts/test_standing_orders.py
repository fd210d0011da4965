"""Standing orders: what answers the reasons an agent does not care about (CLK-5)."""

from __future__ import annotations

from typing import Any

import pytest
from duels import Fought, fighter

from engine import Battle
from engine.counts.actions import Attack, Hold
from engine.record import encode, parse_log
from engine.system import Standing
from scenarios import from_document
from studies.replay import replay

START = frozenset({"start"})


def ordered(order: str, bo: dict[str, Any] | None = None, **rules: Any) -> tuple[Battle, list[tuple[str, float]]]:
    """Let Ana, asked only at the start, strike at an idle Bo once; return the battle and who was asked when."""
    fighters = [fighter("Ana", "red", 0), fighter("Bo", "blue", 5, **(bo or {})), fighter("Cid", "blue", 5.5)]
    document = {
        "schema": "couched.scenario/1", "name": "standing", "system": "counts", "combatants": fighters,
        "rules": {"max_counts": 50, "notice_commit": 0} | rules,
    }  # fmt: skip
    standing = {"Ana": Standing(START, order), "Bo": Standing(frozenset()), "Cid": Standing(frozenset())}
    battle = Battle(from_document(document), standing=standing)
    asked = []
    while request := battle.advance():
        asked.append((request.combatant, request.t))
        battle.answer(request, Attack(target="Bo", weapon="sword") if request.combatant == "Ana" else Hold())
    return battle, asked


def test_an_order_to_keep_attacking_strikes_again_whenever_it_is_ready():
    """CLK-5: W=10: impacts at 10, 25, 40, each declared at ready; the agent is asked once."""
    battle, asked = ordered("keep_attacking")
    blows = [t for t, who, _ in Fought(battle).blows() if who == "Ana"]
    assert blows == [10, 25, 40]
    assert asked == [("Ana", 0)]


def test_an_order_to_hold_does_nothing_more():
    """CLK-5: the default standing order."""
    battle, asked = ordered("hold")
    assert [t for t, _, _ in Fought(battle).blows()] == [10]
    assert asked == [("Ana", 0)]


def test_an_order_to_keep_attacking_turns_to_the_next_opponent_when_the_target_is_down():
    """CLK-5, CLK-4: Bo has one HTK; after him Cid is struck at."""
    battle, _ = ordered("keep_attacking", {"htk": 1, "skills": {"sword": 0}}, critical_from=101, hit_floor=100)
    assert {event.target for event in Fought(battle).of("impact")} == {"Bo", "Cid"}


def test_a_replay_obeys_the_standing_orders_of_the_header():
    """CLK-5: the log alone reproduces the battle."""
    battle, _ = ordered("keep_attacking")
    log = parse_log(b"".join(encode(event) for event in battle.events))
    assert log.header["orders"] == {"Ana": "keep_attacking"}
    assert replay(log).identical


def test_another_standing_order_is_refused():
    """CLK-5: there are two."""
    with pytest.raises(ValueError, match="keep_attacking"):
        Standing(START, "flee")
