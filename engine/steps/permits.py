"""When one may fire or move, and why not (P-CHK-3, P-LOS-2 to P-LOS-6, P-MOD-1, P-MOV-1, P-FIR-1)."""

from __future__ import annotations

from engine.steps import actions, attack, damage, grid, lookup, paths, reckon, refusals
from engine.steps.refusals import Refusal
from engine.steps.rules import PACES
from engine.steps.state import Fight, Fighter, Square, Weapon

UNHURRIED = ("still", "walking")
"""Paces at which one can reload [R] (P-FIR-2)."""

CALLING = ("single", "aimed")
"""Fire modes that can call a location, or go in-direct [R] (P-LOS-3, P-LOS-6)."""


# fire


def fire(fight: Fight, fighter: Fighter, option: actions.Fire) -> Refusal | None:
    """Refuse a shot that can't be declared (P-CHK-3, P-LOS-2 to P-LOS-6, P-MOD-1, P-MOV-1, P-FIR-1)."""
    refused = refusals.free(fighter) or _may_attack(fighter) or refusals.in_hand(fighter, option.weapon)
    if refused is not None:
        return refused
    weapon = fighter.weapons[option.weapon]
    refused = refusals.rounds(fight, weapon, option.mode) or _variation(option)
    if refused is not None:
        return refused
    if option.indirect:
        return _indirect(fight, fighter, option, weapon) or _aimed(fight, fighter, option, weapon)
    return _direct(fight, fighter, option) or _aimed(fight, fighter, option, weapon)


def _may_attack(fighter: Fighter) -> Refusal | None:
    """Refuse attacks of one that guards all round, or sprints (P-MOD-1, P-MOV-1)."""
    if fighter.mode == "full":
        return "P-MOD-1", "no attacks in the Combat Mode full"
    return ("P-MOV-1", "no ranged attack while sprinting") if lookup.pace_of(fighter) == "sprinting" else None


def _variation(option: actions.Fire) -> Refusal | None:
    """Refuse a sweep, a called location or in-direct fire in a mode that has none (P-FIR-1, P-LOS-3, P-LOS-6)."""
    if option.sweep is not None:
        if option.mode != "auto":
            return "P-FIR-1", f"only full auto sweeps, not {option.mode} fire"
        refused = refusals.one_of("P-FIR-1", "facing to sweep along", option.sweep, grid.FACINGS)
        if refused is not None:
            return refused
    if option.location is not None:
        refused = refusals.one_of("P-LOS-6", "location to call", option.location, tuple(damage.CALLS))
        if refused is not None:
            return refused
        if option.mode not in CALLING:
            return "P-LOS-6", f"{option.mode} fire is no aimed shot: it calls no location"
    return None


def _direct(fight: Fight, fighter: Fighter, option: actions.Fire) -> Refusal | None:
    """Refuse a direct shot at a place, at nobody, or at no valid target (P-CHK-3, P-LOS-2, P-LOS-5, P-LOS-6)."""
    if option.at is not None:
        return "P-LOS-3", "only in-direct fire goes to a square"
    if option.target is None:
        return "P-LOS-1", "a direct shot needs a target"
    refused = refusals.foe(fight, fighter, option.target)
    if refused is not None:
        return refused
    target = fight.by_name[option.target]
    line = lookup.line(fight, fighter.square, target.square)
    return attack.invalid(fight, reckon.proposed(fight, fighter, option), target, line)


def _indirect(fight: Fight, fighter: Fighter, option: actions.Fire, weapon: Weapon) -> Refusal | None:
    """Refuse in-direct fire with what can't, or to no one place within range on the map (P-LOS-3, P-CHK-3).

    Somebody out of sight is not named: that would tell where it is.
    """
    if not weapon.spec.indirect:
        return "P-LOS-3", f"{weapon.name} can't be fired in-direct"
    if option.mode not in CALLING:
        return "P-LOS-3", f"in-direct fire is {' or '.join(CALLING)}, not {option.mode}"
    if option.location is not None:
        return "P-LOS-6", "in-direct fire calls no location"
    if (option.target is None) == (option.at is None):
        return "P-LOS-3", "in-direct fire needs one of target and at"
    square = option.at
    if option.target is not None:
        refused = refusals.foe(fight, fighter, option.target)
        if refused is not None:
            return refused
        square = fight.by_name[option.target].square
    assert square is not None
    refused = refusals.on_map(fight, square)
    if refused is None and lookup.band_of(weapon, fighter.square, square) is None:
        return "P-CHK-3", f"{option.target or square} is out of range"
    return refused


def _aimed(fight: Fight, fighter: Fighter, option: actions.Fire, weapon: Weapon) -> Refusal | None:
    """Refuse an aimed shot without a spell of aim at that target with that weapon (P-FIR-1)."""
    if option.mode != "aimed":
        return None
    target = fight.by_name.get(option.target) if option.target is not None else None
    if target is not None and lookup.spells(fighter, target, weapon):
        return None
    return "P-FIR-1", f"no spell of aim at {option.target or option.at} with {weapon.name}; aim first"


# movement


def move(fight: Fight, fighter: Fighter, option: actions.Move) -> Refusal | None:
    """Refuse a movement without one goal that can be walked to, and a stop of one that stands (P-MOV-1)."""
    refused = _sets_off(fight, fighter, option.pace)
    if refused is not None:
        return refused
    goals = (option.to is not None) + (option.path is not None)
    if option.pace == "still":
        if goals:
            return "P-MOV-1", "who stops goes nowhere: no to, no path"
        return None if fighter.walking is not None else ("P-MOV-1", "it stands still already")
    if goals != 1:
        return "P-MOV-1", "a movement needs one of to and path"
    if option.to is not None:
        return _goal(fight, fighter, option.to)
    return _way(fight, fighter, option.path or ())


def cover(fight: Fight, fighter: Fighter, option: actions.Cover) -> Refusal | None:
    """Refuse to take cover from nobody, or where no square is covered (P-LOS-4)."""
    if option.pace == "still":
        return "P-MOV-1", "nobody takes cover standing still"
    refused = _sets_off(fight, fighter, option.pace)
    if refused is None and option.threat is not None:
        refused = refusals.foe(fight, fighter, option.threat)
    if refused is not None:
        return refused
    if not paths.threats(fight, fighter, option.threat):
        return "P-LOS-4", "it sees no opponent to be covered from"
    square = paths.cover_from(fight, fighter, option.threat)
    if square is None:
        return "P-LOS-4", f"no square within {fight.rules.cover_search} squares is covered"
    return ("P-LOS-4", "it is covered where it is") if square == fighter.square else None


def _sets_off(fight: Fight, fighter: Fighter, pace: str) -> Refusal | None:
    """Refuse a second movement at one instant, and paces that what is under way forbids (P-MOV-1, P-FIR-1, P-FIR-2)."""
    refused = refusals.one_of("P-MOV-1", "pace", pace, PACES)
    if refused is not None:
        return refused
    if fighter.riders.get("move") == fight.clock.now:
        return "CLK-2", "it set off, or stopped, at this instant already"
    action = fighter.action
    if action is None:
        return None
    if action.kind == "aim":
        return "P-FIR-1", "it is aiming; one aims only standing still"
    if action.kind == "reload" and pace not in UNHURRIED:
        return "P-FIR-2", f"it is reloading, and can't be {pace}"
    if action.kind == "fire" and pace == "sprinting":
        return "P-MOV-1", "no ranged attack while sprinting, and a shot is under way"
    return None


def _goal(fight: Fight, fighter: Fighter, square: Square) -> Refusal | None:
    """Refuse a goal off the map, in the way of something, cut off, or under its feet (P-MOV-1)."""
    refused = refusals.on_map(fight, square)
    if refused is not None:
        return refused
    if square == fighter.square:
        return "P-MOV-1", f"it is on {square} already"
    if not lookup.passable(fight, square):
        return "P-MOV-1", f"nobody can walk onto {square}"
    return None if paths.connected(fight, fighter.square, square) else ("P-MOV-1", f"there is no way to {square}")


def _way(fight: Fight, fighter: Fighter, path: tuple[Square, ...]) -> Refusal | None:
    """Refuse a path that leaps, stands, or leads through what can't be walked over (P-MOV-1)."""
    before = fighter.square
    for square in path:
        refused = refusals.on_map(fight, square)
        if refused is not None:
            return refused
        if max(abs(square[0] - before[0]), abs(square[1] - before[1])) != 1:
            return "P-MOV-1", f"{square} is no neighbour of {before}"
        if not lookup.passable(fight, square):
            return "P-MOV-1", f"nobody can walk onto {square}"
        if not lookup.may_step(fight, before, square):
            return "P-MOV-1", f"a diagonal step cuts no blocked corner: {before} to {square}"
        before = square
    return None
