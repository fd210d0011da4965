"""The random agent draws from a stream of its own and from nothing else (CLK-7)."""

from __future__ import annotations

from agents.registry import make
from engine.counts.actions import Hold, Rise, Unlock, Wait
from engine.scenario import AgentSpec
from engine.system import Request

OPTIONS = (Hold(), Rise(), Unlock(), Wait(until=3.0))


def drawn(fight, name, seed=0, battle=0, times=20):
    agent = make(AgentSpec("random"), name, fight, seed, battle)
    return [agent.decide(Request(name, 0.0, ("ready",), None, lambda: OPTIONS)) for _ in range(times)]


def test_the_same_seed_and_battle_draw_the_same(fight):
    assert drawn(fight, "Ana", 3, 1) == drawn(fight, "Ana", 3, 1)


def test_another_seed_battle_or_fighter_draws_otherwise(fight):
    rows = [drawn(fight, "Ana"), drawn(fight, "Ana", 1), drawn(fight, "Ana", 0, 1), drawn(fight, "Bo")]
    assert all(one != other for i, one in enumerate(rows) for other in rows[:i])


def test_it_draws_from_the_stream_key_and_not_from_the_name(fight):
    twin = fight.combatants[0].__class__(name="Cy", side="red", stream="Ana")
    other = fight.__class__(name="two", system="counts", rules=fight.rules, combatants=(twin,), agents={}, document={})
    assert drawn(other, "Cy") == drawn(fight, "Ana")


def test_every_listed_option_is_drawn(fight):
    assert set(drawn(fight, "Ana", times=100)) == set(OPTIONS)
