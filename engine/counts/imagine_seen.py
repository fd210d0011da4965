"""The others in an imagined counts fight, as far as they show: whom they face, how they move, what they were seen to do."""

from __future__ import annotations

from math import hypot

from engine.clock import Rung
from engine.counts import actions, legality, lookup, maneuvers, modes
from engine.counts.imagine_cast import Cast
from engine.counts.state import Action, Brink, Fight, Fighter, Motion, Phase
from engine.counts.strike import running
from engine.options import Option

ALIGNED = 0.995
"""Cosine from which on a fighter counts as going toward, or away from, another: its course may be some degrees old."""

EXACT = 1.0 - 1e-9
"""Cosine from which on a fighter keeps facing an opponent."""


def fill(cast: Cast, fight: Fight, real: Fighter, copy: Fighter) -> None:
    """Give an imagined other what shows of it."""
    copy.watchers = [cast.fighters[one] for one in real.watchers]
    copy.leg_holds, copy.holding = cast.by_fighter(real.leg_holds), cast.fighter(real.holding)
    copy.mode, copy.set_distance = real.spec.mode, real.spec.set_distance
    for held in real.held:
        copy.tools[held.name].recovered_at = held.recovered_at
        copy.tools[held.name].locked_by = cast.fighter(held.locked_by)
    _face(cast, fight, real, copy)
    if real.out is not None:
        copy.out = "down"
        return
    _shared_ground(cast, real, copy)
    if real.brink is not None:
        copy.brink = Brink(real.brink.drop, fight.clock, None)
    copy.motion = _motion(cast, fight, real, copy)
    copy.action = _action(cast, real, copy)


def _face(cast: Cast, fight: Fight, real: Fighter, copy: Fighter) -> None:
    """Take for its opponent whom it faces most exactly, of equals the nearest."""
    copy.fx, copy.fy = lookup.facing(cast.real, real)
    if real.out is not None:
        return
    size, best = hypot(copy.fx, copy.fy) or 1.0, (-2.0, 0)
    for foe in fight.fighters:
        if foe.side == copy.side or foe.out is not None:
            continue
        dx, dy = foe.x - copy.x, foe.y - copy.y
        gap = hypot(dx, dy)
        cosine = round((copy.fx * dx + copy.fy * dy) / (gap * size), 9) if gap else 1.0
        if (cosine, -lookup.hundredths(fight, copy, foe)) > best or copy.foe is None:
            best, copy.foe = (cosine, -lookup.hundredths(fight, copy, foe)), foe
    copy.foe_fixed = copy.foe is not None and best[0] >= EXACT


def _shared_ground(cast: Cast, real: Fighter, copy: Fighter) -> None:
    """Take over what the imaginer knows as well: the ground that it and this one won or lost against each other."""
    viewer, me = cast.viewer, cast.me
    kept = viewer.kept.get(real)
    if kept is not None:
        copy.kept[me] = (kept[0], cast.fighters[kept[1]])
    if real in viewer.contested:
        copy.contested[me] = viewer.contested[real]


# movement


def _motion(cast: Cast, fight: Fight, real: Fighter, copy: Fighter) -> Motion | None:
    """Return why it moves: what carries it and a walk over ground won from the imaginer are known, the rest is guessed."""
    course = real.motion
    if course is None:
        return None
    if course.carried or course.kind == "ride" or (course.kind == "ground" and course.foe is cast.viewer):
        return cast.motion(course)
    if not (copy.vx or copy.vy):
        return None
    return _by_itself(fight, copy, running(real, fight.rules))


def _by_itself(fight: Fight, copy: Fighter, runs: bool) -> Motion:
    """Return a course toward or away from somebody that fits a velocity, else one straight on.

    Who walks does so in a mode that fits; who runs was ordered to.
    """
    size = hypot(copy.vx, copy.vy)
    heading = (copy.vx / size, copy.vy / size)
    other, direction = _bound_for(fight, copy, heading)
    foe = copy.foe
    if other is None:
        course = Motion("move", size, "straight on", direction=1)
    elif runs or other is not foe:
        order = actions.Move(toward=other.name, speed=size) if direction > 0 else actions.Move(away=other.name, speed=size)
        course = legality.motion_of(fight, copy, order)
    else:
        copy.mode = "offensive" if direction > 0 else "defensive"
        goal = max(modes.kept_distance(fight, copy, other), fight.rules.least_distance)
        course = Motion("mode", size, f"{copy.mode} mode", other, direction, goal)
    course.heading = heading
    return course


def _bound_for(fight: Fight, copy: Fighter, heading: tuple[float, float]) -> tuple[Fighter | None, int]:
    """Return toward (1) or away from (-1) whom a heading leads: its opponent before others, then the most exact."""
    best: tuple[float, int, Fighter | None, int] = (ALIGNED, 0, None, 0)
    for other in fight.fighters:
        if other is copy or other.out is not None:
            continue
        dx, dy = other.x - copy.x, other.y - copy.y
        gap = hypot(dx, dy)
        cosine = (dx * heading[0] + dy * heading[1]) / gap if gap else 0.0
        direction = 1 if cosine > 0.0 else -1
        if other is copy.foe and abs(cosine) >= ALIGNED:
            return other, direction
        if direction > 0 and (cosine, -other.rank) > best[:2]:
            best = (cosine, -other.rank, other, direction)
    return best[2], best[3]


# actions


def _action(cast: Cast, real: Fighter, copy: Fighter) -> Action | None:
    """Return what it is known to do: an action the imaginer noticed, a couch that anyone sees, a contest with it."""
    action = real.action
    if action is not None and cast.viewer in action.noticed_by:
        return _noticed(cast, action)
    if action is not None and action.phase is Phase.COUCHED:
        return _couched(copy)
    if copy.motion is not None and copy.motion.kind == "ground":
        return _contest(copy, copy.motion)
    return None


def _noticed(cast: Cast, real: Action) -> Action:
    """Return a noticed action, without what can't be seen of it: a called location, whether it was broken off."""
    action = cast.action(real)
    action.option, action.hurry = _option(action), False
    action.guarded = action.fighter.def_on
    action.noticed_by.append(cast.me)
    action.fighter.number = int(real.id.rpartition("#")[2])
    action.fighter.last = (action.kind, action.tool, action.target)
    return action


def _option(action: Action) -> Option:
    """Return the plain option of an action that can be noticed."""
    target = action.target.name if action.target is not None else ""
    weapon = action.tool.name if action.tool is not None else ""
    match action.kind:
        case "attack":
            return actions.Attack(target=target, weapon=weapon)
        case "fire":
            return actions.Fire(target=target, weapon=weapon)
        case "release":
            return actions.Release(target=target)
        case "overbear":
            return actions.Overbear(target=target)
        case "throw":
            return actions.Throw(target=target)
        case _:
            return actions.Couch(weapon=weapon, target=target or None)


def _couched(copy: Fighter) -> Action | None:
    """Return a couch whose beginning was not noticed: it must be the weapon in its first hand."""
    tool = copy.primary
    if tool is None:
        return None
    option = actions.Couch(weapon=tool.name)
    action = Action(f"{copy.name}#0", copy, "couch", option, copy.rank, tool, None, Phase.COUCHED, tool.w)
    copy.last = ("couch", tool, None)
    return action


def _contest(copy: Fighter, walk: Motion) -> Action | None:
    """Return the press or retreat whose ground it walks."""
    foe = walk.foe
    if foe is None:
        return None
    option = actions.Press(target=foe.name) if walk.direction > 0 else actions.Retreat(target=foe.name)
    action = Action(f"{copy.name}#0", copy, option.do, option, copy.rank, None, foe, Phase.WORKING)
    action.ready = walk.ends
    return action


# on the clock


def set_clock(fight: Fight, copy: Fighter) -> None:
    """Set the clock for what is known to come of it: the end of a walk over won ground, and of its contest."""
    clock, course, action = fight.clock, copy.motion, copy.action
    if course is None or course.kind != "ground":
        return
    clock.at(max(course.ends, clock.now), Rung.PHASE, (modes.end_ground, copy, course))
    if action is not None and action.phase is Phase.WORKING:
        clock.at(max(action.ready, clock.now), Rung.PHASE, (maneuvers.done, action, action.ready))
