"""Which options are legal, and why the others are not (CLK-5, section 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.options import Option
from engine.steps import actions, grid, lookup, permits, refusals
from engine.steps.refusals import Refusal
from engine.steps.rules import GUARDS
from engine.steps.state import Action, Fight, Fighter, Phase


def refusal(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    """Return the rule that forbids an option to a combatant now, and why; None when it is legal."""
    check = _CHECKS.get(option.do) if isinstance(option, actions.OPTIONS) else None
    if check is None:
        return "CLK-5", "no option of the steps system"
    if not fighter.able:
        return "CLK-4", f"it is out of the fight: {fighter.out}"
    return refusals.fields(option) or check(fight, fighter, option)


def threat(fighter: Fighter, against: str | None) -> Action | None:
    """Return the committed attack a dodge is declared against: the named one, else the first by its attacker's stream key."""
    found = [action for action in fighter.threats if action.phase is Phase.COMMITTED and against in (None, action.id)]
    return min(found, key=lambda action: (action.rank, action.fighter.number), default=None)


def _aim(fight: Fight, fighter: Fighter, option: actions.Aim) -> Refusal | None:
    """Refuse an aim that is no use, or without a firm stand and sight of the target (P-FIR-1)."""
    refused = (
        refusals.free(fighter)
        or refusals.in_hand(fighter, option.weapon)
        or refusals.foe(fight, fighter, option.target)
    )
    if refused is not None:
        return refused
    weapon, target = fighter.weapons[option.weapon], fight.by_name[option.target]
    if "aimed" not in weapon.spec.modes:
        return "P-FIR-1", f"{weapon.name} has no aimed fire"
    if fighter.walking is not None:
        return "P-FIR-1", f"it is {fighter.walking.pace}; one aims only standing still"
    most = fight.rules.aim_most
    if lookup.spells(fighter, target, weapon) >= most:
        return "P-FIR-1", f"{most} spells of aim are the most that count"
    return None


def _reload(fight: Fight, fighter: Fighter, option: actions.Reload) -> Refusal | None:
    """Refuse to reload in haste, what is full, needs no rounds, or has none left (P-FIR-2)."""
    refused = refusals.free(fighter) or refusals.in_hand(fighter, option.weapon)
    if refused is not None:
        return refused
    weapon = fighter.weapons[option.weapon]
    if not weapon.spec.magazine:
        return "P-FIR-2", f"{weapon.name} is never reloaded"
    if weapon.loaded >= weapon.spec.magazine:
        return "P-FIR-2", f"{weapon.name} is loaded: {weapon.loaded} of {weapon.spec.magazine}"
    if weapon.carried <= 0:
        return "P-FIR-2", f"no rounds are left for {weapon.name}"
    if lookup.pace_of(fighter) not in permits.UNHURRIED:
        return "P-FIR-2", f"it is {lookup.pace_of(fighter)}; one reloads only still or walking"
    return None


def _bring(fight: Fight, fighter: Fighter, option: actions.Bring) -> Refusal | None:
    refused = refusals.free(fighter) or refusals.carried(fighter, option.weapon)
    if refused is None and fighter.hand is fighter.weapons[option.weapon]:
        return "P-FIR-2", f"{option.weapon} is in hand already"
    return refused


def _face(fight: Fight, fighter: Fighter, option: actions.Face) -> Refusal | None:
    refused = refusals.free(fighter) or refusals.one_of("P-LOS-2", "facing", option.facing, grid.FACINGS)
    if refused is None and grid.FACINGS[fighter.facing] == option.facing:
        return "P-LOS-2", f"it faces {option.facing} already"
    return refused


def _mode(fight: Fight, fighter: Fighter, option: actions.Mode) -> Refusal | None:
    refused = refusals.free(fighter) or refusals.one_of("P-MOD-1", "Combat Mode", option.mode, GUARDS)
    if refused is None and fighter.mode == option.mode:
        return "P-MOD-1", f"its Combat Mode is {option.mode} already"
    return refused


def _dodge(fight: Fight, fighter: Fighter, option: actions.Dodge) -> Refusal | None:
    """Refuse a dodge of anything but a committed attack from a guarded arc that it was told of (P-MOD-1, P-MOD-2)."""
    action = threat(fighter, option.against)
    if action is None:
        which = "attack" if option.against is None else f"attack {option.against!r}"
        return "P-MOD-2", f"no {which} is committed that it could dodge now"
    if not lookup.guards(fight, fighter, action.fighter.square):
        return "P-MOD-1", f"{action.id} comes from an arc it does not guard"
    return None


def _break_off(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    action = fighter.action
    if action is None:
        return "P-FIR-2", "nothing is under way"
    return ("P-FIR-2", f"{action.id} is broken off already") if action.broken else None


def _wait(fight: Fight, fighter: Fighter, option: actions.Wait) -> Refusal | None:
    refused = refusals.free(fighter)
    if refused is None and fight.ticks(option.until) <= fight.clock.now:
        return "CLK-5", f"until {option.until:g}; it is {fight.t:g} already"
    return refused


def _hold(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    return None


Check = Callable[[Fight, Fighter, Any], Refusal | None]

_CHECKS: dict[str, Check] = {
    "fire": permits.fire,
    "aim": _aim,
    "reload": _reload,
    "bring": _bring,
    "face": _face,
    "mode": _mode,
    "move": permits.move,
    "cover": permits.cover,
    "dodge": _dodge,
    "break_off": _break_off,
    "wait": _wait,
    "hold": _hold,
}
