"""What an attack is made of: the terms a log shows add up to the sums that decide, in every shipped fight (S-ROL-2, S-ROL-3)."""

from __future__ import annotations

import pytest

import scenarios
from engine import Battle
from engine.shots import lookup, terms
from engine.shots.actions import Attack
from engine.shots.schticks import REGISTRY
from engine.shots.schticks_base import Schtick
from engine.shots.state import HOOKS, Action, Fight, Fighter, Tool
from tests.engine.strategies import begin, shipped, step


def total(made_of: list[lookup.Term]) -> int:
    return sum(value for value, _, _ in made_of)


def check(fight: Fight, fighter: Fighter, tool: Tool, target: Fighter | None, shots: int) -> None:
    """Compare terms with their sums for one weapon on one target, with words and without."""
    action = Action("", fighter, Attack(target="", weapon=tool.name), "attack", fighter.rank, shots, shots, tool=tool)
    here = lookup.place(fight, fighter)
    away = 12.34 if target is None else lookup.distance(fight, fighter, target)
    own = terms.bonus(fight, fighter, tool, target, terms.penalty(fight, fighter, tool, away)) + terms.snapshot(shots, fight.rules)
    power = terms.power(fight, fighter, tool, target)
    found = [terms.bonuses(fight, action, target, away), terms.damage(fight, action, target)]
    assert [total(made_of) for made_of in found] == [own, power]
    if target is not None:
        for redirected in (False, True):
            hard = terms.hard(fight, tool, target, here, redirected)
            assert total(terms.against(fight, action, target, here, redirected)) == hard


def check_all(battle: Battle, shots: int) -> int:
    """Compare at a moment of a battle, with a log and as if it had none; return how many were compared."""
    fight: Fight = battle._fight.state
    log, compared = fight.log, 0
    assert log is not None
    few = [*fight.fighters[:4], *fight.fighters[-3:]]
    for kept in (log, None):
        fight.log = kept
        for fighter in few:
            for tool in fighter.tools.values():
                for target in (*few, None):
                    check(fight, fighter, tool, target, shots)
                    compared += 1
    fight.log = log
    return compared


@pytest.mark.parametrize("name", sorted(scenarios.names("shots")))
def test_the_terms_that_are_told_add_up_to_the_sums_that_decide(name: str) -> None:
    fought = scenarios.load(name)
    players = shipped(fought, 2)
    battle = begin(fought, players, 2)
    compared = 0
    for number in range(30):
        if not step(battle, players):
            break
        compared += check_all(battle, 1 + number % 3)
    assert compared > 50


def test_without_a_log_there_is_one_term_without_words() -> None:
    fought = scenarios.load("shots_duel")
    fight: Fight = begin(fought, shipped(fought), 0)._fight.state
    fight.log = None
    ada, bram = (fight.by_name[name] for name in ("Ada", "Bram"))
    tool = ada.tools["revolver"]
    action = Action("", ada, Attack(target="Bram", weapon="revolver"), "attack", ada.rank, 3, tool=tool)
    assert terms.bonuses(fight, action, bram, 30.0) == [(14 - 2, "", "")]
    assert terms.against(fight, action, bram, (0.0, 0.0)) == [(13, "", "")]


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_a_schtick_is_asked_for_all_that_it_is_about(name: str) -> None:
    """S-CHR-3: hooks it does not override are left unasked; those it does are not."""
    kind = REGISTRY[name]
    assert kind.says == {hook for hook in HOOKS if any(hook in vars(base) for base in kind.__mro__ if base not in (Schtick, object))}


def test_only_crowd_breaker_and_fast_draw_change_what_something_costs() -> None:
    assert {name for name, kind in REGISTRY.items() if "cost" in kind.says} == {"crowd_breaker", "fast_draw"}
