"""Which options are legal, and why the others are not (CLK-5, section 14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.counts import actions, barriers, bash, declare, grapple, lookup, maneuvers, missiles, permits, refusals
from engine.counts.refusals import Refusal
from engine.counts.rules import MODES
from engine.counts.stages import Stage
from engine.counts.state import Fight, Fighter, Motion, Phase, Tool
from engine.counts.timing import couch_time, recovery
from engine.options import Option
from engine.units import Tick


def refusal(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    """Return the rule that forbids an option to a fighter now, and why; None when it is legal."""
    known = _KINDS.get(type(option))
    if known is None:
        check = _CHECKS.get(option.do) if isinstance(option, actions.OPTIONS) else None
        if check is None:
            return "CLK-5", "no option of the counts system"
        takes_points = hasattr(option, "speed_points")
    else:
        check, takes_points = known
    if (fighter.out is not None or fighter.stunned or fighter.motion is not None) and not lookup.acts(fight, fighter):
        return "C-WND-4", "it can't act"
    if takes_points:
        points: Any = option.speed_points  # type: ignore[attr-defined]
        if type(points) is not int or (points and not 0 <= points <= lookup.pool(fight, fighter)):
            return "C-INI-2", f"{points} speed points asked, {lookup.pool(fight, fighter)} in the pool"
    if fight.terrain is not None and (hidden := _hidden(fight, fighter, option)) is not None:
        return hidden
    return check(fight, fighter, option)


SIGHTED = frozenset({"press", "retreat", "lock", "overbear", "throw"})
"""What can't be begun against one out of sight, besides shots and aiming; a blow can, as against who is Out: it may land
on who has come out by then."""


def _hidden(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    """Refuse what needs sight of its target when a wall hides it (C-PER-1)."""
    if option.do not in SIGHTED:
        return None
    other = fight.by_name.get(getattr(option, "target", ""))
    if other is None or lookup.sees(fight, fighter, other):
        return None
    return "C-PER-1", f"{other.name} is out of sight, behind a wall"


def _attack(fight: Fight, fighter: Fighter, option: actions.Attack) -> Refusal | None:
    """Refuse a blow that can't be declared; what forbids it in the first place is looked for only when something does."""
    weapon, name = option.weapon, option.target
    tool = fighter.tools.get(weapon) if isinstance(weapon, str) else None
    target = fight.by_name.get(name) if isinstance(name, str) else None
    if tool is None or target is None or fighter.action is not None or tool.locked_by is not None or (
        tool not in fighter.held or target.out is not None or target.side == fighter.side
    ):
        return refusals.free(fighter) or refusals.in_hand(fighter, weapon) or refusals.target(fight, fighter, name)
    if fight.least < tool.table.over_2 and lookup.hundredths(fight, fighter, target) < tool.table.over_2:
        return "C-STG-3", f"{target.name} is at Over 3: no blow can be declared"
    if option.location is not None and (refused := refusals.call(tool, option.location)) is not None:
        return refused
    if tool.recovered_at <= fight.clock.now:
        return None
    return refusals.recovered(fight, fighter, option, declare.x_of(fight, fighter, tool, target) or tool.w)


def _couch(fight: Fight, fighter: Fighter, option: actions.Couch) -> Refusal | None:
    refused = refusals.free(fighter) or refusals.in_hand(fighter, option.weapon)
    if refused is None and option.target is not None:
        refused = refusals.target(fight, fighter, option.target)
    if refused is not None:
        return refused
    tool = fighter.tools[option.weapon]
    target = fight.by_name[option.target] if option.target is not None else None
    x = declare.x_of(fight, fighter, tool, target)
    if x is None:
        return "C-STG-3", "at Over 3 nothing can be couched against that target"
    return refusals.recovered(fight, fighter, option, couch_time(x, fight.rules))


def _release(fight: Fight, fighter: Fighter, option: actions.Release) -> Refusal | None:
    action = fighter.action
    if action is None or action.phase is not Phase.COUCHED or action.tool is None:
        return "C-TIM-2", "nothing is held couched"
    refused = refusals.in_hand(fighter, action.tool.name) or refusals.target(fight, fighter, option.target)
    refused = refused or refusals.call(action.tool, option.location)
    if refused is not None:
        return refused
    if declare.x_of(fight, fighter, action.tool, fight.by_name[option.target]) is None:
        return "C-STG-3", f"{option.target} is at Over 3: no blow can be declared"
    return None


def _break_off(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    action = fighter.action
    if action is None:
        return "C-TIM-7", "nothing is under way"
    if action.broken:
        return "C-TIM-7", f"{action.id} is broken off already"
    if action.phase is Phase.LANDED:
        return "C-TIM-7", f"{action.id} has landed"
    if action.phase is Phase.WORKING and action.kind not in ("draw", "rise", "reload", "aim", "bind"):
        return "C-STG-5", f"{action.id} runs to its end once it is contested"
    return None


def recouched_tool(fight: Fight, fighter: Fighter, option: Any) -> Tool | None:
    """Return the tool a re-couch would hold: the named one, else the first in hand that recovers."""
    now = fight.clock.now
    for tool in fighter.held:
        if tool.recovered_at > now and option.weapon in (None, tool.name):
            return tool
    return None


def recouch_ends(fight: Fight, tool: Tool) -> Tick:
    """Return when a re-couch would be reached: it counts from the impact (C-TIM-4)."""
    rules = fight.rules
    served = fight.ticks(recovery(tool.last_x, tool.w, rules))
    return tool.recovered_at - served + declare.recouch_ticks(fight, tool)


def _recouch(fight: Fight, fighter: Fighter, option: actions.Recouch) -> Refusal | None:
    refused = refusals.free(fighter)
    if refused is not None:
        return refused
    tool = recouched_tool(fight, fighter, option)
    if tool is None:
        return "C-TIM-3", "no such tool in hand recovers"
    if tool.locked_by is not None:
        return "C-STG-6", f"{tool.name} is locked"
    if not tool.last_x:
        return "C-TIM-3", f"{tool.name} recovers from a parry"
    return ("C-TIM-4", "the moment to re-couch is past") if recouch_ends(fight, tool) <= fight.clock.now else None


def _parry(fight: Fight, fighter: Fighter, option: actions.Parry) -> Refusal | None:
    refused = refusals.free(fighter) or refusals.in_hand(fighter, option.weapon)
    if refused is not None:
        return refused
    tool = fighter.tools[option.weapon]
    if tool.spec.shield and tool.hits <= 0.0:
        return "C-ARM-2", f"{tool.name} has no hits left"
    if fighter.foe is not None and lookup.stage_with(fight, tool, fighter.foe) is Stage.OVER_3:
        return "C-STG-6", f"{fighter.foe.name} is at Over 3 of {tool.name}"
    return refusals.recovered(fight, fighter, option, declare.parry_ticks(fight, tool) / fight.per_count)


def _steps(fight: Fight, fighter: Fighter) -> Refusal | None:
    """Refuse ground to one who lies, is carried, or can't move."""
    if fighter.brink is not None:
        return "C-FAL-1", "it is over an edge"
    if fighter.motion is not None and barriers.rides(fighter):
        return "C-MOD-2", "it is carried; it must get off first: move at speed 0"
    if fighter.prone:
        return "C-THR-1", "it lies; it must rise first"
    return ("C-WND-3", "it has no MVM left") if lookup.top_speed(fight, fighter) <= 0.0 else None


def _maneuver(fight: Fight, fighter: Fighter, option: Any) -> Refusal | None:
    """Refuse a press or a retreat; what forbids it in the first place is looked for only when something does."""
    name = option.target
    if fighter.won:
        if fighter.won_over is not None and name == fighter.won_over.name:
            return _steps(fight, fighter)
        return "C-STG-4", "the ground was won from somebody else"
    target = fight.by_name.get(name) if isinstance(name, str) else None
    if target is None or fighter.action is not None or target.out is not None or target.side == fighter.side:
        return refusals.free(fighter) or refusals.target(fight, fighter, name)
    return _steps(fight, fighter)


def _lock(fight: Fight, fighter: Fighter, option: actions.Lock) -> Refusal | None:
    refused = refusals.free(fighter) or refusals.target(fight, fighter, option.target)
    if refused is not None:
        return refused
    other = fight.by_name[option.target]
    tool = other.primary
    if tool is None or fighter.primary is None:
        return "C-STG-6", "there are no two weapons to lock"
    if tool.locked_by is not None:
        return "C-STG-6", f"{other.name}'s {tool.name} is locked already"
    if not maneuvers.near_enough(fight, fighter, other):
        return "C-STG-6", "neither stands at Over 1 or Over 2"
    return None


def _unlock(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    if not any(tool.locked_by is not None for tool in fighter.held):
        return "C-STG-6", "no weapon of its is locked"
    return refusals.free(fighter)


def _draw(fight: Fight, fighter: Fighter, option: actions.Draw) -> Refusal | None:
    tool = fighter.tools.get(option.weapon)
    if tool is None:
        return "C-CHR-1", f"it has no {option.weapon!r}; it has {', '.join(fighter.tools) or 'nothing'}"
    if tool in fighter.hands:
        return "C-THR-1", f"{option.weapon} is in hand already"
    if missiles.is_thrown(tool) and tool.ammunition <= 0:
        return "C-MIS-1", f"no {option.weapon} is left"
    works = sum(1 for index in (0, 1) if lookup.hand_works(fighter, index))
    if works < tool.spec.hands:
        return "C-WND-4", f"{option.weapon} takes {tool.spec.hands} hands, {works} can hold"
    return refusals.free(fighter)


def _rise(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    return refusals.free(fighter) if fighter.prone else ("C-THR-1", "it stands")


def _grapple(fight: Fight, fighter: Fighter, option: actions.Overbear | actions.Throw) -> Refusal | None:
    refused = refusals.free(fighter) or refusals.target(fight, fighter, option.target)
    return refused or grapple.refusal(fight, fighter, option)


def _once(fight: Fight, fighter: Fighter, what: str) -> Refusal | None:
    """Refuse a second change of the same kind at one instant (CLK-2)."""
    if fighter.riders.get(what) == fight.clock.now:
        return "CLK-2", f"{what} was changed at this instant already"
    return None


def _mode(fight: Fight, fighter: Fighter, option: actions.Mode) -> Refusal | None:
    if option.mode not in MODES:
        return "C-MOD-1", f"there is no mode {option.mode!r}; there are {', '.join(MODES)}"
    keeps, least = option.set_distance, fight.rules.least_distance
    if keeps is not None and not (least <= keeps <= 1_000_000 and round(keeps, 2) == keeps):
        return "C-MOD-6", f"a set distance of {keeps}; at least {least:g} ft, in hundredths"
    return _once(fight, fighter, "mode") if fighter.riders else None


def _defence(fight: Fight, fighter: Fighter, option: actions.Defence) -> Refusal | None:
    if option.active == fighter.def_on:
        return "C-HIT-9", f"DEF is {'on' if fighter.def_on else 'off'} already"
    return _once(fight, fighter, "def")


def _wait(fight: Fight, fighter: Fighter, option: actions.Wait) -> Refusal | None:
    if option.until == option.until and option.until * fight.per_count > fight.clock.now:
        return None
    return "CLK-5", f"count {option.until} is not ahead"


def _hold(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    return None


def as_maneuver(fight: Fight, fighter: Fighter, option: actions.Move) -> actions.Press | actions.Retreat | None:
    """Return the press or retreat that a move toward or away from an engaged opponent is (C-STG-5b)."""
    name = option.toward or option.away
    other = fight.by_name.get(name) if name else None
    if other is None or other.side == fighter.side or other.out is not None or not lookup.engaged(fight, fighter, other):
        return None
    kind = actions.Press if option.toward else actions.Retreat
    return kind(target=other.name, speed_points=option.speed_points)


def _move(fight: Fight, fighter: Fighter, option: actions.Move) -> Refusal | None:
    given = [value for value in (option.to, option.toward, option.away) if value is not None]
    if not given:
        if option.speed != 0.0:
            return "C-MOD-6", "a move needs one of to, toward and away, or speed 0 to stop"
        return _once(fight, fighter, "move")
    if len(given) > 1:
        return "C-MOD-6", "a move has only one of to, toward and away"
    name = option.toward or option.away
    if name is not None and (name not in fight.by_name or name == fighter.name):
        return "CLK-5", f"there is nobody else named {name!r}"
    if option.bash:
        refused = bash.refusal(fight, fighter, option)
        if refused is not None:
            return refused
    maneuver = as_maneuver(fight, fighter, option)
    if maneuver is not None:
        return refusals.free(fighter) or _steps(fight, fighter)
    top = lookup.top_speed(fight, fighter)
    if option.speed is not None and not 0.0 < option.speed <= top:
        return "C-CHR-1", f"speed {option.speed}; more than 0, at most MVM {top:g} ft/ct"
    if option.to is not None and fighter.mode != "locked" and lookup.is_pinned(fight, fighter):
        return "C-STG-5b", "an opponent is engaged: press or retreat, or move in locked mode"
    if option.toward is not None and not option.bash:
        ends = motion_of(fight, fighter, option).goal or 0.0
        if lookup.distance(fight, fighter, fight.by_name[option.toward]) <= ends:
            return "C-STG-5b", f"it is as near to {option.toward} as that run goes: {ends:g} ft"
    return _steps(fight, fighter) or _once(fight, fighter, "move") or _shut(fight, fighter, option)


def _shut(fight: Fight, fighter: Fighter, option: actions.Move) -> Refusal | None:
    """Refuse a move straight into the wall one stands at."""
    if fight.terrain is None:
        return None
    name = option.toward or option.away
    place = option.to if name is None else lookup.place(fight, fight.by_name[name])
    assert place is not None
    if not barriers.is_shut(fight, fighter, place, -1 if option.away else 1):
        return None
    return "C-MOD-6", "a wall stands in the way"


def motion_of(fight: Fight, fighter: Fighter, option: actions.Move) -> Motion:
    """Return the motion a legal move asks for; a run at an opponent ends at its optimal distance, or at contact (C-STG-5b)."""
    speed = option.speed if option.speed is not None else lookup.top_speed(fight, fighter)
    if option.to is not None:
        point = (float(option.to[0]), float(option.to[1]))
        foe = fighter.foe if fighter.mode != "locked" else None
        if foe is not None and not lookup.sees(fight, fighter, foe):
            foe = None
        return Motion("move", speed, "ordered: to a place", foe, 1, _run_stops(fight, foe) if foe else None, point=point)
    toward = option.toward is not None
    other = fight.by_name[str(option.toward if toward else option.away)]
    goal = option.distance
    if option.bash:
        run = Motion("move", speed, "ordered: to bash", other, 1, fight.rules.least_distance)
        run.bash = True
        return run
    if toward:
        faced = other.side != fighter.side and lookup.sees(fight, fighter, other)
        stop = _run_stops(fight, other) if faced else fight.rules.least_distance
        goal = max(goal or 0.0, stop)
    return Motion("move", speed, "ordered: toward" if toward else "ordered: away", other, 1 if toward else -1, goal)


def _run_stops(fight: Fight, foe: Fighter) -> float:
    """Return the distance at which a run at an opponent ends: its optimal distance (C-STG-5b)."""
    tool = foe.primary
    return max(tool.table.optimal if tool is not None else 0.0, fight.rules.least_distance)


Check = Callable[[Fight, Fighter, Any], Refusal | None]

_CHECKS: dict[str, Check] = {
    "attack": _attack,
    "couch": _couch,
    "release": _release,
    "break_off": _break_off,
    "recouch": _recouch,
    "parry": _parry,
    "press": _maneuver,
    "retreat": _maneuver,
    "lock": _lock,
    "unlock": _unlock,
    "draw": _draw,
    "rise": _rise,
    "overbear": _grapple,
    "throw": _grapple,
    "fire": permits.fire,
    "reload": permits.reload,
    "aim": permits.aim,
    "bind": permits.bind,
    "mode": _mode,
    "def": _defence,
    "move": _move,
    "wait": _wait,
    "hold": _hold,
}

_KINDS: dict[type[Option], tuple[Check, bool]] = {
    kind: (_CHECKS[kind.do], "speed_points" in kind.__struct_fields__)
    for kind in actions.OPTIONS
}
"""Each option's check, and whether it takes speed points."""
