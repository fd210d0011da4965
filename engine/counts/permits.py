"""When one may shoot, reload, aim and bind, and why not (C-MIS-1, C-HIT-4, C-WND-7)."""

from __future__ import annotations

from typing import Any

from engine.counts import actions, care, lookup, missiles, refusals
from engine.counts.refusals import Refusal
from engine.counts.state import Fight, Fighter


def _missile(fighter: Fighter, name: Any) -> Refusal | None:
    """Refuse a tool that is not in hand, or no missile weapon."""
    refused = refusals.in_hand(fighter, name)
    if refused is None and not missiles.is_missile(fighter.tools[name]):
        return "C-MIS-1", f"{name} sends no missiles"
    return refused


def fire(fight: Fight, fighter: Fighter, option: actions.Fire) -> Refusal | None:
    """Refuse a shot that can't be loosed (C-MIS-1)."""
    refused = refusals.free(fighter) or _missile(fighter, option.weapon) or refusals.target(fight, fighter, option.target)
    if refused is not None:
        return refused
    tool, target = fighter.tools[option.weapon], fight.by_name[option.target]
    if tool.loaded <= 0:
        return "C-MIS-1", f"{tool.name} is not loaded, {tool.ammunition} left"
    gap = lookup.distance(fight, fighter, target)
    if gap > tool.spec.long:
        return "C-MIS-1", f"{target.name} is {gap:g} ft away, {tool.name} reaches {tool.spec.long:g}"
    if not lookup.sees(fight, fighter, target):
        return "C-MIS-1", f"{target.name} is out of sight"
    return refusals.call(tool, option.location) or refusals.recovered(fight, fighter, option, tool.w)


def reload(fight: Fight, fighter: Fighter, option: actions.Reload) -> Refusal | None:
    """Refuse a reload of what is loaded, thrown or empty (C-MIS-1)."""
    refused = refusals.free(fighter) or _missile(fighter, option.weapon)
    if refused is not None:
        return refused
    tool = fighter.tools[option.weapon]
    if missiles.is_thrown(tool):
        return "C-MIS-1", f"{tool.name} is thrown; draw the next one"
    if tool.loaded >= min(tool.spec.shots, tool.ammunition):
        return "C-MIS-1", f"{tool.name} is loaded" if tool.loaded else f"no ammunition is left for {tool.name}"
    if fight.rules.level == "design" and tool.recovered_at > fight.clock.now:
        return "C-TIM-6", f"{tool.name} recovers until {tool.recovered_at / fight.per_count:g}"
    return None


def aim(fight: Fight, fighter: Fighter, option: actions.Aim) -> Refusal | None:
    """Refuse an aim without the skill, or at one it can't follow (C-HIT-4)."""
    refused = refusals.free(fighter) or refusals.target(fight, fighter, option.target)
    if refused is not None:
        return refused
    target = fight.by_name[option.target]
    if fighter.spec.targeting_perception <= 0:
        return "C-HIT-4", "it has no Targeting Perception"
    if fighter.aimed_at is target:
        return "C-HIT-4", f"it follows {target.name} already"
    return None if lookup.sees(fight, fighter, target) else ("C-HIT-4", f"{target.name} is out of sight")


def bind(fight: Fight, fighter: Fighter, option: actions.Bind) -> Refusal | None:
    """Refuse a binding that something hinders (C-WND-7)."""
    if option.target is not None and option.target not in fight.by_name:
        return "CLK-5", f"there is no {option.target!r}"
    patient = care.patient_of(fight, fighter, option.target)
    if patient.side != fighter.side:
        return "CLK-5", f"{patient.name} is on another side"
    hindered = care.hindrance(fight, fighter, patient)
    return refusals.free(fighter) or (("C-WND-7", hindered) if hindered is not None else None)
