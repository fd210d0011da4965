"""Declaring an action: its INIT, its X, its planned times, and its legs on the clock (sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.clock import Rung
from engine.counts import actions, aiming, grapple, lookup, modes, report, rolls, stance
from engine.counts.stages import Stage
from engine.counts.state import Action, Fight, Fighter, Phase, Tool
from engine.counts.timing import couch_time, couched_strike_times, effective_x, recouch, recovery, strike_times
from engine.errors import GuardTripped
from engine.options import Option
from engine.units import Count, Tick

Seq = int | None
Legs = list[tuple[Tick, int]]

CONTESTS = frozenset({"press", "retreat", "lock", "unlock"})
"""Declarations that end in a contest, at the end of their INIT."""

ALWAYS_PRESET = CONTESTS | {"release", "parry"}


def is_preset(fighter: Fighter, kind: str, tool: Tool | None, target: Fighter | None, reaction: bool) -> bool:
    """Return whether a declaration's INIT is pre-set (C-INI-1).

    Args:
        reaction: whether it answers something noticed.
    """
    if fighter.fresh:
        return False
    return kind in ALWAYS_PRESET or reaction or fighter.last == (kind, tool, target)


def begin(fight: Fight, fighter: Fighter, option: actions.Declaration, reaction: bool, cause: Seq) -> None:
    """Take up a declaration: count it, roll its INIT, plan it and start it on the clock.

    It runs for every declaration of a battle, so it looks before it calls.
    """
    kind, now = option.do, fight.clock.now
    tool = None if kind in CONTESTS else _tool_of(fighter, option)
    target = _target_of(fight, option)
    fighter.number += 1
    fighter.totals.actions += 1
    action = Action(f"{fighter.name}#{fighter.number}", fighter, kind, option, fighter.rank, tool, target)
    action.hurry = tool is not None and getattr(option, "hurry", False)
    _count(fight, fighter, action)
    points = option.speed_points
    if points:
        modes.spend(fight, fighter, points)
    if target is not None:
        if target is fighter.foe:
            fighter.foe_fixed = True
        else:
            stance.face(fight, fighter, target, True, cause)
    what = (kind, tool, target)
    preset = not fighter.fresh and (kind in ALWAYS_PRESET or reaction or fighter.last == what)
    floor = fight.rules.init_floor if fighter.declared > 1 else 0.0
    if fighter.action is not None:  # a couch that is released is over
        fighter.action.phase = Phase.OVER
    fighter.action = action
    if fighter.holding is not None:
        grapple.let_go(fight, fighter, "another declaration", cause)
    if fighter.aimed_at is not None:
        aiming.declared(fight, action, cause)
    wait, init_seq = rolls.init(fight, fighter, preset, points, floor, "", cause, action.id)
    fighter.fresh = False
    fighter.last = what
    if kind == "attack":
        fighter.struck_with = option
    action.begin = now + wait
    legs = PLANS[kind](fight, action, wait)
    if fight.log is not None:
        couched = action.begin + legs[1][0] if kind == "couch" else None
        action.seq = report.declare(fight, action, couched) if init_seq is None else _declared(fight, action, couched, init_seq)
    fighter.timeline.start(action, legs)


def _declared(fight: Fight, action: Action, couched: Tick | None, init_seq: Seq) -> Seq:
    """Log a declaration after its INIT, which is its cause."""
    fighter = action.fighter
    before, fighter.decision_seq = fighter.decision_seq, init_seq
    seq = report.declare(fight, action, couched)
    fighter.decision_seq = before
    return seq


def _count(fight: Fight, fighter: Fighter, action: Action) -> None:
    """Count declarations of this instant, for the INIT floor and the guard (CLK-2, CLK-8)."""
    now = fight.clock.now
    if fighter.declared_at != now:
        fighter.declared_at, fighter.declared = now, 0
    fighter.declared += 1
    if fight.actions_at != now:
        fight.actions_at, fight.actions_count = now, 0
    fight.actions_count += 1
    guarded = fight.rules.guard_actions
    if fight.actions_count > guarded and fight.actions_count > guarded * (1 + len(fight.fighters) // 100):
        guard = f"more than {guarded} actions at one tick"
        raise GuardTripped(guard, now, fighter.name, action.id, "CLK-8")


def _tool_of(fighter: Fighter, option: Option) -> Tool | None:
    name = getattr(option, "weapon", None)
    if name is not None:
        return fighter.tools[name]
    if option.do in grapple.KINDS:
        return fighter.grip
    return fighter.action.tool if option.do == "release" and fighter.action is not None else None


def _target_of(fight: Fight, option: Option) -> Fighter | None:
    name = getattr(option, "target", None)
    return None if name is None or option.do == "bind" else fight.by_name[name]


def x_of(fight: Fight, fighter: Fighter, tool: Tool, target: Fighter | None) -> Count | None:
    """Return X at this moment against a target, before a couched strike's three quarters (C-TIM-8)."""
    if target is None:
        return tool.w
    stage = lookup.stage_with(fight, tool, target)
    if tool.spec.shield and stage is Stage.OVER_3:
        return None
    return effective_x(tool.w, stage, lookup.closing(fight, fighter, target), fight.rules)


# one function a kind: fills in the action's planned times and returns its legs


def _plan_attack(fight: Fight, action: Action, wait: Tick) -> Legs:
    tool, target, rules = action.tool, action.target, fight.rules
    assert tool is not None
    assert target is not None
    stage = tool.table.at(lookup.hundredths(fight, action.fighter, target))
    if (target.vx or target.vy) and lookup.closing(fight, action.fighter, target) > rules.closing_speed:
        action.x = x_of(fight, action.fighter, tool, target) or tool.w
        windup, motion = strike_times(action.x, rules)
        return _strike_legs(fight, action, wait, fight.ticks(windup), fight.ticks(motion))
    action.x, lifts, moves, recovers = tool.strikes.get(stage) or strike_plan(fight, tool, stage)
    action.commit = action.begin + lifts
    action.ready = action.impact = action.commit + moves
    if rules.level == "design":
        action.ready += recovery_ticks(fight, action) if action.hurry else recovers
    return [(wait, Rung.PHASE), (lifts, Rung.PHASE), (moves, Rung.STRIKE)]


def strike_plan(fight: Fight, tool: Tool, stage: Stage) -> tuple[Count, Tick, Tick, Tick]:
    """Return X of a blow at a stage, against one who does not close, and the ticks of wind-up, motion and recovery."""
    rules = fight.rules
    x = None if tool.spec.shield and stage is Stage.OVER_3 else effective_x(tool.w, stage, 0.0, rules)
    x = x or tool.w
    windup, motion = strike_times(x, rules)
    plan = x, fight.ticks(windup), fight.ticks(motion), fight.ticks(recovery(x, tool.w, rules))
    tool.strikes[stage] = plan
    return plan


def _plan_release(fight: Fight, action: Action, wait: Tick) -> Legs:
    assert action.tool is not None
    action.x = x_of(fight, action.fighter, action.tool, action.target) or action.tool.w
    windup, motion = couched_strike_times(action.x, fight.rules)
    return _strike_legs(fight, action, wait, fight.ticks(windup), fight.ticks(motion))


def _strike_legs(fight: Fight, action: Action, wait: Tick, windup: Tick, motion: Tick) -> Legs:
    action.commit = action.begin + windup
    action.impact = action.commit + motion
    action.ready = action.impact
    if fight.rules.level == "design":
        action.ready += recovery_ticks(fight, action)
    return [(wait, Rung.PHASE), (windup, Rung.PHASE), (motion, Rung.STRIKE)]


def recovery_ticks(fight: Fight, action: Action) -> Tick:
    """Return how long the tool recovers after a blow; what a hurried blow cut short is added (C-TIM-4, C-TIM-6)."""
    tool = action.tool
    assert tool is not None
    unserved = max(0, tool.recovered_at - action.begin) if action.hurry else 0
    return fight.ticks(recovery(action.x, tool.w, fight.rules)) + unserved


def recouch_ticks(fight: Fight, tool: Tool) -> Tick:
    """Return how long it takes from the last impact back to couched (C-TIM-4)."""
    return fight.ticks(recouch(tool.last_x, tool.w, fight.rules))


def _plan_couch(fight: Fight, action: Action, wait: Tick) -> Legs:
    assert action.tool is not None
    action.x = x_of(fight, action.fighter, action.tool, action.target) or action.tool.w
    lift = fight.ticks(couch_time(action.x, fight.rules))
    action.commit = 0
    return [(wait, Rung.PHASE), (lift, Rung.PHASE)]


def parry_ticks(fight: Fight, tool: Tool) -> Tick:
    """Return how long a tool's parry takes to come up, and to recover (C-ARM-6)."""
    share = fight.rules.shield_parry_share if tool.spec.shield else fight.rules.parry_share
    return fight.ticks(round(tool.w * share, 9))


def _plan_parry(fight: Fight, action: Action, wait: Tick) -> Legs:
    assert action.tool is not None
    lift = parry_ticks(fight, action.tool)
    action.ready = action.begin + lift
    return [(wait, Rung.PHASE), (lift, Rung.PHASE)] if lift else [(wait, Rung.PHASE)]


def _plan_contest(fight: Fight, action: Action, wait: Tick) -> Legs:
    least = fight.rules.lock_counts if action.kind in ("lock", "unlock") else fight.rules.maneuver_least
    action.ready = action.begin + fight.ticks(least)
    return [(wait, Rung.PHASE)]


def _plan_draw(fight: Fight, action: Action, wait: Tick) -> Legs:
    work = fight.ticks(fight.rules.draw_counts)
    action.ready = action.begin + work
    return [(wait, Rung.PHASE), (work, Rung.PHASE)]


def _plan_rise(fight: Fight, action: Action, wait: Tick) -> Legs:
    return _work(fight, action, wait, fight.rules.rise_counts)


def _work(fight: Fight, action: Action, wait: Tick, counts: Count) -> Legs:
    """Return the legs of an action that is one piece of work after its INIT."""
    work = fight.ticks(counts)
    action.ready = action.begin + work
    return [(wait, Rung.PHASE), (work, Rung.PHASE)] if work else [(wait, Rung.PHASE)]


def _plan_fire(fight: Fight, action: Action, wait: Tick) -> Legs:
    """Plan a shot: X is W, whatever the stage (C-MIS-1)."""
    assert action.tool is not None
    action.x = action.tool.w
    windup, motion = strike_times(action.x, fight.rules)
    return _strike_legs(fight, action, wait, fight.ticks(windup), fight.ticks(motion))


def _plan_reload(fight: Fight, action: Action, wait: Tick) -> Legs:
    assert action.tool is not None
    return _work(fight, action, wait, action.tool.spec.reload)


def _plan_aim(fight: Fight, action: Action, wait: Tick) -> Legs:
    return _work(fight, action, wait, fight.rules.aim_counts)


def _plan_bind(fight: Fight, action: Action, wait: Tick) -> Legs:
    return _work(fight, action, wait, fight.rules.bind_counts)


PLANS: dict[str, Callable[[Fight, Action, Tick], Legs]] = {
    "attack": _plan_attack,
    "release": _plan_release,
    "couch": _plan_couch,
    "parry": _plan_parry,
    "press": _plan_contest,
    "retreat": _plan_contest,
    "lock": _plan_contest,
    "unlock": _plan_contest,
    "draw": _plan_draw,
    "rise": _plan_rise,
    "overbear": _plan_attack,
    "throw": _plan_attack,
    "fire": _plan_fire,
    "reload": _plan_reload,
    "aim": _plan_aim,
    "bind": _plan_bind,
}


def outlook(
    fight: Fight, fighter: Fighter, option: Option, reaction: bool
) -> tuple[Count, Count, Count, Count, Count, bool] | None:
    """Return X, the least and mean INIT, the earliest and mean moment an option lands or is up, and whether it is pre-set.

    Counts; a shot lands when it arrives, should it be loosed over the present distance. None for options that neither
    strike, shoot, couch nor parry, or can't be declared.
    """
    kind = option.do
    if kind not in ("attack", "release", "couch", "parry", "fire", *grapple.KINDS):
        return None
    tool, target = _tool_of(fighter, option), _target_of(fight, option)
    if tool is None:
        return None
    rules = fight.rules
    x = tool.w if kind == "fire" else x_of(fight, fighter, tool, target)
    if x is None:
        return None
    if kind == "fire":
        if target is None or not tool.spec.velocity:
            return None
        lasts = x + lookup.distance(fight, fighter, target) / tool.spec.velocity
    elif kind == "attack" or kind in grapple.KINDS:
        lasts = sum(strike_times(x, rules))
    elif kind == "release":
        lasts = sum(couched_strike_times(x, rules))
    elif kind == "couch":
        lasts = couch_time(x, rules)
    else:
        lasts = parry_ticks(fight, tool) / fight.per_count
    preset = is_preset(fighter, kind, tool, target, reaction)
    share = rules.preset_share if preset else 1.0
    off = fighter.spec.spd * share + getattr(option, "speed_points", 0) * rules.speed_point_counts
    least = max(0.0, rules.init_dice * share - off)
    mean = max(0.0, rules.init_dice * (rules.init_sides + 1) / 2 * share - off)
    return x, least, mean, fight.t + least + lasts, fight.t + mean + lasts, preset
