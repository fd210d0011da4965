"""Everything the view of a steps combatant shows, window by window, as plain values; battles to imagine from."""

from __future__ import annotations

from typing import Any

import attrs

from agents.registry import make
from engine import Battle
from engine.scenario import AgentSpec, Scenario
from engine.steps.actions import Fire
from engine.steps.seen import Own, OwnAim, OwnWalk, Seen
from engine.steps.seen_threats import Threat
from engine.steps.seen_tools import OwnAction, OwnWeapon, SeenObject, SeenWeapon
from engine.steps.state import Fighter
from engine.steps.view import View
from engine.system import Request, Standing

WINDOWS = (Seen, Own, SeenWeapon, OwnWeapon, SeenObject, OwnAction, Threat)


def plain(value: Any) -> Any:
    """Return a value of a view with windows as what all their properties hold."""
    if type(value) in WINDOWS:
        return {name: plain(getattr(value, name)) for name in sorted(properties(type(value)))}
    if isinstance(value, OwnAim | OwnWalk):
        return attrs.asdict(value)
    if isinstance(value, tuple) and type(value) is tuple:
        return [plain(one) for one in value]
    return value


def properties(kind: type) -> set[str]:
    """Return the names of all properties of a window, its bases' too."""
    return {name for base in kind.__mro__ for name, what in vars(base).items() if isinstance(what, property)}


def shows(request: Request) -> dict[str, Any]:
    """Return all that a request and its view show: every property, and what the methods tell of everybody there is."""
    view: View = request.view
    names = [one.name for one in (view.me, *view.foes, *view.friends)]
    found: dict[str, Any] = {name: plain(getattr(view, name)) for name in sorted(properties(View)) if name != "rules"}
    found["me"], found["reasons"], found["options"] = plain(view.me), request.reasons, request.options
    found["t"], found["who"] = request.t, request.combatant
    for name in names:
        other = view.seen(name)
        found["line", name] = covers(view.line(name))
        found["arc", name] = view.arc(other.square), other.arc(view.me.square), other.guards(view.me.square)
        found["guards", name] = view.guards(other.square)
        for weapon in view.me.weapons:
            found["shot", name, weapon.name] = (
                view.invalid(weapon.name, name), view.links(weapon.name, name), view.difficulty(weapon.name, name)
            )  # fmt: skip
            if name != view.me.name:
                option = Fire(weapon=weapon.name, target=name)
                found["worth", name, weapon.name] = view.chance(option), view.chance(option, dodged=True), view.loss(option)
                found["refused", name, weapon.name] = view.refusal(option)
    for one in view.threats:
        found["threat", one.id] = one.chance(), one.chance(dodged=True)
    found["cover"] = view.covered_square()
    return found


def covers(line: Any) -> Any:
    """Return what stands on a line, by name."""
    what = [
        (cover.name, cover.side, cover.percent, cover.place) for cover in line.covers
    ]  # fmt: skip
    return what, line.cover, line.concealment


def players(scenario: Scenario, seed: int, policy: str | None = None) -> dict[str, Any]:
    """Return the agents of a scenario, or one policy for all."""
    return {
        name: make(spec if policy is None else AgentSpec(policy), name, scenario, seed)
        for name, spec in scenario.agents.items()
    }


def standings(agents: dict[str, Any]) -> dict[str, Standing]:
    """Return what the agents told the engine."""
    return {name: getattr(agent, "standing", Standing()) for name, agent in agents.items()}


def dump(battle: Battle) -> list[Any]:
    """Return what an imagined fight holds of everybody, hidden or not, as plain data."""
    fight = battle._fight.state
    return [_of(fighter) for fighter in fight.fighters] + [
        (thing.name, thing.square, thing.health, thing.destroyed) for things in fight.things.values() for thing in things
    ]  # fmt: skip


def _of(one: Fighter) -> Any:
    action, walking = one.action, one.walking
    return (
        one.name, one.square, one.facing, one.mode, one.health, one.out, one.dead, one.dodges, one.busy_until, one.reasons,
        [(name, weapon.loaded, weapon.carried) for name, weapon in one.weapons.items()], one.hand and one.hand.name,
        one.aim and (one.aim[0].name, one.aim[1].name, one.aim[2]), sorted(other.name for other in one.sees),
        walking and (walking.pace, walking.path, walking.due), [threat.id for threat in one.threats],
        action and (
            action.id, str(action.option), action.phase, action.begin, action.commit, action.impact, action.ready,
            [other.name for other in action.dodgers], [other.name for other in action.asked], action.broken,
        ),
    )  # fmt: skip


def tale(battle: Battle, agents: dict[str, Any]) -> list[Any]:
    """Play a battle to its end; return every question with its answer, and how it ended."""
    found: list[Any] = []
    while (request := battle.advance()) is not None:
        option = agents[request.combatant].decide(request)
        found.append((request.t, request.combatant, request.reasons, str(option)))
        battle.answer(request, option)
    return [*found, battle.result]
