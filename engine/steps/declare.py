"""Declaring an action: its planned times, and its first leg on the clock (P-FIR-2, CLK-2)."""

from __future__ import annotations

from typing import Any

from engine.errors import GuardTripped
from engine.options import Option
from engine.steps import phases, report
from engine.steps.rules import StepsRules
from engine.steps.state import NO_TICK, Action, Fight, Fighter
from engine.units import Count

Seq = int | None


def begin(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Take up an action: a first one of an instant begins at once, a further one later (CLK-2); a dodge has its time first."""
    fighter.number += 1
    fighter.totals.actions += 1
    fighter.dodges = 0
    fighter.wait_token += 1
    fighter.wait_until = NO_TICK
    action = Action(f"{fighter.name}#{fighter.number}", fighter, option, option.do, fighter.rank, 0)
    _count(fight, fighter, action)
    wait = fight.ticks(fight.rules.init_floor) if fighter.declared > 1 else 0
    action.begin = max(fight.clock.now + wait, fighter.busy_until)
    _plan(fight, action, option)
    fighter.action = action
    if option.do == "fire":
        fighter.last = option
    action.seq = report.declare(fight, action, cause)
    phases.start(fight, action)


def _count(fight: Fight, fighter: Fighter, action: Action) -> None:
    """Count declarations of this instant, for the INIT floor and the guard (CLK-2, CLK-8)."""
    now = fight.clock.now
    if fighter.declared_at != now:
        fighter.declared_at, fighter.declared = now, 0
    fighter.declared += 1
    if fight.actions_at != now:
        fight.actions_at, fight.actions_count = now, 0
    fight.actions_count += 1
    if fight.actions_count > fight.rules.guard_actions * (1 + len(fight.fighters) // 100):
        guard = f"more than {fight.rules.guard_actions} actions at one tick"
        raise GuardTripped(guard, now, fighter.name, action.id, "CLK-8")


def _plan(fight: Fight, action: Action, option: Any) -> None:
    """Fill in what an action is about and its planned times."""
    weapon = getattr(option, "weapon", None)
    action.weapon = action.fighter.weapons[weapon] if weapon is not None else None
    target = getattr(option, "target", None)
    action.target = fight.by_name[target] if target is not None else None
    if option.do != "fire":
        action.ready = action.begin + fight.ticks(work_counts(option.do, fight.rules))
        return
    action.at = option.at
    level, squeeze = fire_counts(option.mode, fight.rules)
    action.commit = action.begin + fight.ticks(level)
    action.impact = action.ready = action.commit + fight.ticks(squeeze)


def fire_counts(mode: str, rules: StepsRules) -> tuple[Count, Count]:
    """Return how long a fire mode takes to level, and then, committed, to shoot (P-FIR-2)."""
    whole = {"burst": rules.burst_counts, "auto": rules.auto_counts}.get(mode)
    if whole is None:
        return rules.level_counts, rules.squeeze_counts
    level = min(rules.level_counts, whole)
    return level, whole - level


def work_counts(kind: str, rules: StepsRules) -> Count:
    """Return how long an action without a shot takes (P-FIR-1, P-FIR-2)."""
    return {"aim": rules.aim_counts, "reload": rules.reload_counts, "bring": rules.bring_counts}.get(kind, rules.change_counts)
