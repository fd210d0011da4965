"""Imagining does not peek: whatever is hidden from a combatant may be otherwise, it imagines the same (CLK-5, CLK-7)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from skirmish import Skirmish
from skirmish import one as placed

import scenarios
from engine.options import Hold
from engine.steps import actions, grid, lookup, movement
from engine.steps.actions import Aim
from engine.steps.state import Action, Fight, Fighter, Phase, Walking
from engine.system import Request
from tests.engine.steps.imagined import dump, players, shows, standings, tale
from tests.engine.steps.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, scenario, seeds

LIBRARY = sorted(scenarios.names("steps"))


def alter(fight: Fight, name: str, dice: random.Random) -> list[str]:
    """Change whatever a combatant's view does not show of others; return who was changed in what."""
    me = fight.by_name[name]
    told = []
    for one in fight.fighters:
        if one is me or one.out is not None:
            continue
        _alter_body(one, dice)
        shown = one.side == me.side or lookup.sees(fight, me, one)
        if not shown and not _is_told_of(me, one):
            told.append(_alter_unseen(fight, me, one, dice))
        elif one.action is not None and me not in one.action.asked:
            _alter_action(fight, one, one.action, dice)
        if one.walking is not None and shown:
            x, y = one.walking.goal
            one.walking.path = [(x + 1, y), (x + 2, y)]
            one.walking.due += dice.randrange(1, 900)
    fight.progress_at += 1
    return told


def _is_told_of(me: Fighter, one: Fighter) -> bool:
    return one.action is not None and me in one.action.asked


def _alter_body(one: Fighter, dice: random.Random) -> None:
    """Change loads, weariness, aim, and health within what shows."""
    most, now = one.spec.health, one.health
    alike = [
        health for health in range(1, most + 1)
        if (health >= most) == (now >= most) and (2 * health <= most) == (2 * now <= most)
    ]  # fmt: skip
    one.health = dice.choice(alike)
    for weapon in one.weapons.values():
        weapon.loaded, weapon.carried = dice.randrange(1, 99), dice.randrange(99)
    one.dodges += dice.randrange(3)
    one.busy_until += dice.randrange(5)
    one.number += 7 if one.action is None else 0
    one.last = None
    one.sees = set()
    for purpose in ("check", "damage", "dodge", "imagined"):
        one.streams.stream(purpose).die(6)


def _alter_action(fight: Fight, one: Fighter, action: Action, dice: random.Random) -> None:
    """Change the times of what one does, at whom and how, as far as it is not told."""
    for field in ("begin", "commit", "impact", "ready", "due"):
        setattr(action, field, getattr(action, field) + dice.randrange(1, 500))
    foes = [other for other in fight.fighters if other.side != one.side and other.out is None]
    action.target = dice.choice(foes)
    action.id += "9"
    if action.kind == "fire":
        action.option = actions.Fire(weapon=action.option.weapon, target=action.target.name)  # type: ignore[attr-defined]


def _alter_unseen(fight: Fight, me: Fighter, one: Fighter, dice: random.Random) -> str:
    """Put somebody elsewhere out of sight, where it shows in nothing, and have it do anything."""
    watched = _watched(fight, me)
    if one.square not in watched:
        squares = [
            (x, y) for x in range(fight.width) for y in range(fight.height)
            if lookup.passable(fight, (x, y)) and (x, y) not in watched and not _sees(fight, me, (x, y))
        ]  # fmt: skip
        movement.place(fight, one, dice.choice(squares or [one.square]))
    one.facing, one.mode = dice.randrange(8), dice.choice(["forward", "guarded", "full", "none"])
    one.health = dice.randrange(1, one.spec.health + 1)
    one.hand = dice.choice([*one.weapons.values()]) if one.weapons else None
    one.walking = Walking("running", [(0, 0)], (0, 0), 99, fight.clock.now + 5, None) if dice.random() < 0.5 else None
    one.action = None
    if dice.random() < 0.5 and one.hand is not None:
        option = actions.Reload(weapon=one.hand.name)
        one.action = Action(f"{one.name}#1", one, option, "reload", one.rank, 0, Phase.WORKING, one.hand)
    return one.name


def _sees(fight: Fight, me: Fighter, square: Any) -> bool:
    return lookup.arc_of(fight, me, square) != "rear" and not lookup.hidden(fight, me.square, square)


def _watched(fight: Fight, me: Fighter) -> set[Any]:
    """Return squares on which somebody would show by the cover it gives: on lines to who is seen, and on those of shots told of."""
    found: set[Any] = set()
    for one in fight.fighters:
        if one is not me and (one.side == me.side or lookup.sees(fight, me, one)):
            found.update(grid.between(me.square, one.square))
        if one.action is not None and me in one.action.asked and one.action.target is not None:
            found.update(grid.between(one.square, one.action.target.square))
    return found


def check(battle: Any, request: Request, standing: Any, models: Any, number: int) -> int:
    """Imagine, change what is hidden, imagine again; return how many were elsewhere."""
    before, seen = dump(request.imagine(number, standing)), shows(request)
    story = tale(request.imagine(number, standing), models()) if models else None
    told = alter(battle._fight.state, request.combatant, random.Random(number))
    assert shows(request) == seen
    assert dump(request.imagine(number, standing)) == before
    if models:
        assert tale(request.imagine(number, standing), models()) == story
    return len(told)


@pytest.mark.parametrize("name", LIBRARY)
def test_in_every_shipped_battle_what_is_hidden_has_no_part_in_what_is_imagined(name: str) -> None:
    """CLK-5, CLK-7: places, facings, weapons, health, loads, aims, times and targets; the battle that is imagined is the same, too."""
    fought = scenarios.load(name, overrides=["rules.max_counts=70"])
    for seed in range(8):
        agents = players(fought, seed, "rusher" if seed % 2 else "rifleman")
        battle = begin(fought, agents, seed)
        request = battle.advance()
        for _ in range(9 * seed):
            if request is not None:
                battle.answer(request, agents[request.combatant].decide(request))
                request = battle.advance()
        if request is None:
            continue
        models = (lambda: players(fought, 1, "rifleman")) if seed == 3 else None
        check(battle, request, standings(agents), models, seed)


@settings(max_examples=60, deadline=None)
@given(documents(most=7), seeds)
def test_in_any_battle_what_is_hidden_has_no_part_in_what_is_imagined(drawn: Document, seed: int) -> None:
    """CLK-5, CLK-7."""
    fought = scenario(drawn)
    agents: Any = chaotic(fought, seed)
    battle = begin(fought, agents, seed)
    for _ in range(seed % 90):
        request = battle.advance()
        if request is None:
            return
        battle.answer(request, agents[request.combatant].decide(request))
    request = battle.advance()
    if request is not None:
        check(battle, request, standings(agents), None, seed)


def test_those_changes_do_change_what_another_sees() -> None:
    """The check of the check: the same changes show to the one they were made of, and in a fight where all see all."""
    fought = scenarios.load("firefight_in_the_office")
    agents = players(fought, 2, "rusher")
    battle = begin(fought, agents, 2)
    for _ in range(60):
        request = battle.advance()
        assert request is not None
        battle.answer(request, agents[request.combatant].decide(request))
    request = battle.advance()
    assert request is not None
    fight = battle._fight.state
    before = [(one.square, one.health) for one in fight.fighters]
    assert alter(fight, request.combatant, random.Random(1))
    assert before != [(one.square, one.health) for one in fight.fighters]
    battle.answer(request, Hold())


def test_the_options_listed_tell_nothing_of_opponents_out_of_sight() -> None:
    """CLK-5: Ana sees Bo alone; eight behind her back are nearer, or farther: what she may do is listed the same."""
    near = [(6, row) for row in (3, 4, 5)] + [(5, row) for row in (2, 3, 4, 5, 6)]
    listed = []
    for squares in (near, [(1, row) for row in range(1, 9)]):
        crowd = [placed(f"C{index}", "blue", square) for index, square in enumerate(squares)]
        stage = Skirmish(placed("Ana", "red", (8, 4), facing="e"), placed("Bo", "blue", (13, 4)), *crowd)
        listed.append(stage.until("Ana").options)
        assert [foe.name for foe in stage.view.foes] == ["Bo"]
    assert listed[0] == listed[1]
    assert Aim(target="Bo", weapon="rifle") in listed[0]
