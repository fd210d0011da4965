"""Announced attacks in an imagined fight, and who may still respond to them (S-DEF-1, S-DEF-3, S-RNG-4, S-SEQ-4)."""

from __future__ import annotations

import attrs

from engine.options import Option
from engine.shots import actions, imagine_arms, lookup, respond
from engine.shots.imagine_people import Scene
from engine.shots.sight import in_sight
from engine.shots.state import Action, Fighter


def announce(scene: Scene) -> None:
    """Have the attacks of this instant announced that show, and have whoever may respond to them asked."""
    real, fight, me = scene.real, scene.fight, scene.me
    own = fight.by_name[me.name]
    made: dict[Action, Action] = {}
    for action in sorted(real.announced, key=lambda one: (one.rank, one.id)):
        if not action.over:
            made[action] = _own(scene, action) if action.fighter is me else _seen(scene, action)
    fight.announced = list(made.values())
    own.responding = [made[action] for action in me.responding if action in made]
    fight.grasping = [(_own(scene, action), name) for action, name in real.grasping if action.fighter is me]
    fight.tending = [
        (_own(scene, action), fight.by_name[patient.name], fortune)
        for action, patient, fortune in real.tending if action.fighter is me
    ]  # fmt: skip
    if scene.responds:
        _ask_others(scene, own)
    else:
        fight.unresponded = [action for action in fight.announced if not action.free]


def _own(scene: Scene, action: Action) -> Action:
    """Return an action of who imagines, as it is; who stepped between it and its target does not show."""
    fight, own = scene.fight, scene.fight.by_name[scene.me.name]
    return attrs.evolve(
        action, fighter=own, tool=None if action.tool is None else imagine_arms.announced(action.tool, own, scene.tools),
        target=_whom(scene, action), place=None if action.place is None else fight.places[action.place.name],
        caught=_caught(scene, action), first=[own for one in action.first if one is scene.me], between=[],
    )  # fmt: skip


def _seen(scene: Scene, action: Action) -> Action:
    """Return an attack of another as it shows: what with, at whom or where, for how many shots; Fortune is drawn (S-CHR-1)."""
    fight, me = scene.fight, scene.me
    fighter, own, tool = fight.by_name[action.fighter.name], fight.by_name[me.name], action.tool
    assert tool is not None
    fighter.number = int(action.id.rpartition("#")[2])
    fighter.last = option = _option(action, tool.name)
    return Action(
        action.id, fighter, option, action.kind, action.rank, action.shots, action.option_shots,
        tool=imagine_arms.announced(tool, fighter, scene.tools), target=_whom(scene, action),
        place=None if action.place is None else fight.places[action.place.name], at=action.at,
        caught=_caught(scene, action), first=[own for one in action.first if one is me],
        between=[own for one in action.between if one is me], free=action.free, area=action.area,
        unseen=fighter.name in me.unaware,
        fortune=fighter.spec.fortune > 0 and scene.unknown[fighter.name].upto(1) == 1,
    )  # fmt: skip


def _option(action: Action, weapon: str) -> Option:
    """Return the option an attack was, as it shows: without Fortune and the movement that went with it."""
    shots = action.option_shots
    if action.area:
        return actions.Area(weapon=weapon, at=action.at, shots=shots)
    aim = action.target or action.place
    assert aim is not None
    kind = actions.Throw if action.kind == "throw" else actions.Attack
    return kind(weapon=weapon, target=aim.name, shots=shots)


def _whom(scene: Scene, action: Action) -> Fighter | None:
    return None if action.target is None else scene.fight.by_name[action.target.name]


def _caught(scene: Scene, action: Action) -> list[Fighter]:
    """Return whom an area attack may reach: who shows, and those who hide where it goes off, for all one knows (S-RNG-4)."""
    if not action.area or action.at is None or action.tool is None:
        return []
    real, fight, at = scene.real, scene.fight, action.at
    shown = {other.name for other in action.caught if in_sight(real, scene.me, other)}
    radius = action.tool.spec.radius
    return [
        its for its in fight.fighters
        if its.name in shown or (its.name not in scene.shown and lookup.apart(lookup.place(fight, its), at) <= radius)
    ]  # fmt: skip


def _ask_others(scene: Scene, own: Fighter) -> None:
    """Have others asked who may respond, too, but for those that defend already; a hidden attacker is detected or not (S-DEF-3)."""
    fight = scene.fight
    for action in fight.announced:
        if action.free:
            continue
        for fighter in respond.who_may(fight, action):
            if fighter is own or fighter.engaged is not None:
                continue
            sneaks = action.fighter.spec.hidden and action.fighter.side != fighter.side
            if not (sneaks and scene.unknown[fighter.name].upto(1)):
                fighter.responding.append(action)
    for fighter in fight.fighters:
        if fighter is not own and fighter.responding:
            if "announced" in fighter.asks:
                fighter.reasons.append("announced")
            else:
                fighter.responding.clear()
