"""What tests of imagined shots fights share: all that a view shows, all that an imagined fight holds, and lies about what is hidden."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import attrs

from engine import Battle, Request, Standing
from engine.errors import AgentError
from engine.options import Hold
from engine.shots.defenses import DETECT, kinds
from engine.shots.lookup import holds, moving
from engine.shots.seen import CONDITIONS, Seen
from engine.shots.seen_attacks import Announced
from engine.shots.seen_tools import SeenPlace, SeenTool
from engine.shots.sight import in_sight
from engine.shots.state import Action, ActiveDefense, Fight, Fighter, Structure, Tool
from engine.shots.view import View

WINDOWS = (View, Seen, Announced, SeenTool, SeenPlace)

Told = dict[str, Any]


# what a view shows


def window(request: Request) -> Told:
    """Return all that a request shows: every property of every window of its view, every option and what it is worth."""
    view = request.view
    told: Told = {"combatant": request.combatant, "t": request.t, "reasons": request.reasons, "options": request.options}
    _look(view, "view", told)
    _look(view.me, "me", told)
    for option in request.options:
        told[f"worth of {option}"] = (view.expected(option), view.cost(option))
    for attack in view.announced:
        for target in attack.targets:
            told[f"{attack.id} on {target}"] = (attack.on(target), attack.on(target, more=3), attack.on(target, between=True))
    here = view.me.position
    for one in (*view.others, view.me):
        told[f"cover of {one.name}"] = [one.cover_from(here), *(one.cover_from(spot.position) for spot in view.places)]
    return told


def _look(value: Any, at: str, told: Told) -> None:
    if isinstance(value, WINDOWS):
        for name in dir(type(value)):
            if not name.startswith("_") and isinstance(getattr(type(value), name), property):
                _look(getattr(value, name), f"{at}.{name}", told)
    elif isinstance(value, tuple) and value and isinstance(value[0], WINDOWS):
        told[f"{at}, how many"] = len(value)
        for place, one in enumerate(value):
            _look(one, f"{at}[{place}]", told)
    else:
        told[at] = value


def differences(true: Told, imagined: Told) -> Told:
    """Return what two windows tell differently, the true one first."""
    names = sorted(true.keys() | imagined.keys())
    return {name: (true.get(name), imagined.get(name)) for name in names if true.get(name) != imagined.get(name)}


# what an imagined fight holds


def shape(battle: Battle) -> Told:
    """Return the whole state of a fight as plain values; characters and weapons by their names."""
    fight: Fight = battle._fight.state
    told: Told = {fighter.name: _plain(fighter) for fighter in fight.fighters}
    for name in ("places", "lying", "announced", "unresponded", "grasping", "tending", "sequence", "began", "top", "called"):
        told[name] = _within(getattr(fight, name))
    return told


def _plain(value: Any) -> Told:
    skipped = {"spec", "streams", "schticks", "saying", "kinds", "best_first", "fighter", "owner"}
    return {field.name: _within(getattr(value, field.name)) for field in attrs.fields(type(value)) if field.name not in skipped}


def _within(value: Any) -> Any:
    match value:
        case Fighter():
            return value.name
        case Tool() | Action() | Structure() | ActiveDefense():
            return _plain(value)
        case list() | tuple():
            return [_within(one) for one in value]
        case set():
            return sorted(value)
        case dict():
            return {name: _within(one) for name, one in value.items()}
    return _plain(value) if attrs.has(type(value)) else value


def futures(battle: Battle, players: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Play a battle to its end and return all that was asked and answered, and how it ended; scripts that fail hold."""
    told: list[tuple[Any, ...]] = []
    while (request := battle.advance()) is not None:
        try:
            option = players[request.combatant].decide(request)
        except AgentError:
            option = Hold()
        told.append((request.combatant, request.t, request.reasons, str(option)))
        battle.answer(request, option)
    assert battle.result is not None
    return [*told, (battle.result.outcome, battle.result.winner, battle.result.t, battle.result.combatants)]


def standing_of(players: Mapping[str, Any]) -> dict[str, Standing]:
    """Return what agents want to be asked for."""
    return {name: player.standing for name, player in players.items() if hasattr(player, "standing")}


# lies about what is hidden


def lie(fight: Fight, viewer: Fighter, dice: random.Random) -> None:
    """Change everything about a fight that a character does not see, at random; what was found out before is forgotten."""
    fight.moment = None
    fight.progress_at = max(0, fight.progress_at - dice.randrange(5) * fight.per_shot)
    fight.pairs.clear()
    for other in fight.fighters:
        if other is viewer:
            continue
        _lie_about(fight, viewer, other, dice)
        if not in_sight(fight, viewer, other) and other.out is None:
            _move_about(fight, viewer, other, dice)
    for tool in fight.lying:
        tool.loaded, tool.carried = dice.randrange(4), dice.randrange(4)
    for action in fight.announced:
        others = [one for one in fight.fighters if one is not viewer and one is not action.fighter]
        action.between = [one for one in action.between if one is viewer] + dice.sample(others, min(len(others), dice.randrange(2)))
        if action.fighter is not viewer:
            action.fortune = dice.random() < 0.5


def _lie_about(fight: Fight, viewer: Fighter, other: Fighter, dice: random.Random) -> None:
    """Change what nobody but a character itself knows of it."""
    _other_wounds(fight, viewer, other, dice)
    other.fortune, other.fu = dice.randrange(9), dice.randrange(9)
    other.fortune_for = set(dice.sample(["attack", "initiative", "death_test"], dice.randrange(3)))
    other.surprised, other.keeps_attacking = dice.random() < 0.5, dice.random() < 0.5
    other.acted, other.acted_in, other.asked = dice.randrange(3), dice.randrange(3), dice.random() < 0.5
    other.wake_at, other.last = dice.randrange(10_000_000), dice.choice([None, Hold()])
    other.riders, other.moves, other.unaware = {"draw": fight.clock.now}, dice.randrange(9), {viewer.name}
    other.totals.hits, other.totals.ammunition = dice.randrange(9), dice.randrange(9)
    other.tended = other.tended if other.side == viewer.side else dice.random() < 0.5
    other.closing, other.reasons = [viewer], dice.choice([[], ["ready"]])
    other.turn, other.holding = dice.random() < 0.5, dice.random() < 0.5
    if other.counter <= 0:
        other.counter = -dice.randrange(5)
    attacks = [action for action in fight.announced if action.fighter is other]
    shown = {name: when for name, when in other.used.items() if attacks and name == "inner_focus"}  # in what it must reach
    used = {name: fight.sequence for name in ("lightning_dodge", "inner_focus") if dice.random() < 0.5}
    other.used = {name: when for name, when in used.items() if not attacks or name != "inner_focus"} | shown
    other.number = other.number if attacks else dice.randrange(99)
    other.streams.d100("attack")
    if other.side == viewer.side and not attacks:
        other.hidden = dice.random() < 0.5
    _other_arms(other, dice)
    _other_guards(fight, viewer, other, dice)
    if moving(fight, other):
        assert other.motion is not None
        other.motion.end, other.motion.toward = fight.clock.now + dice.randrange(1, 9) * 4000, dice.choice([None, viewer.name])


def _other_wounds(fight: Fight, viewer: Fighter, other: Fighter, dice: random.Random) -> None:
    """Change Wound Points within the step that shows, and when somebody dies."""
    shown = Seen(fight, viewer, other)
    condition, hurt = shown.condition, shown.hurt
    if condition == "dying":
        other.dies_in, other.failed_by = fight.sequence + dice.randrange(1, 900), dice.randrange(1, 14)
    before = other.wounds
    for _ in range(20):
        other.wounds = dice.randrange(60)
        if shown.condition == condition and shown.hurt == hurt and CONDITIONS.index(condition) < 4 + 3 * (before > 30):
            return
    other.wounds = before


def _other_arms(other: Fighter, dice: random.Random) -> None:
    """Change what is loaded and carried, and lose what is put away."""
    for tool in other.tools.values():
        if tool.spec.magazine:
            tool.loaded = dice.randrange(1, 9)
        tool.carried = dice.randrange(9)
    if dice.random() < 0.5:
        other.tools = {name: tool for name, tool in other.tools.items() if holds(other, tool)}


def _other_guards(fight: Fight, viewer: Fighter, other: Fighter, dice: random.Random) -> None:
    """Call an active defense by another name, and be on guard against who sneaks, or not; what it adds stays."""
    for up in (other.defense, *other.guards):
        if up is not None and up.giver is not viewer:
            same = [name for name, kind in kinds(fight, other).items() if (kind.bonus, kind.value) == (up.bonus, up.value)]
            up.kind = dice.choice([up.kind, *same])
    if dice.random() < 0.3:
        other.guards.append(ActiveDefense("alert", DETECT, 3, None, other, None))


def _move_about(fight: Fight, viewer: Fighter, other: Fighter, dice: random.Random) -> None:
    """Have one who hides be somewhere else, do something else, fare otherwise."""
    other.x, other.y = dice.uniform(-40, 40), dice.uniform(-40, 40)
    other.motion, other.prone = None, dice.random() < 0.5
    other.counter, other.wounds, other.armor = dice.randrange(12), dice.randrange(20), dice.randrange(9)
    other.hands = dice.choice([other.hands, [None, None]])
