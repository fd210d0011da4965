"""Responses to announced attacks: which are legal, and what they are to (S-DEF-1 to S-DEF-4, S-RNG-4, S-SEQ-4)."""

from __future__ import annotations

from engine.shots import actions, defenses, lookup, refusals
from engine.shots.refusals import Refusal
from engine.shots.state import Action, Fight, Fighter


def heard(fighter: Fighter) -> list[Action]:
    """Return the announced attacks a character may respond to and is aware of, by their attackers' stream keys (S-DEF-3)."""
    found = [action for action in fighter.responding if not action.over and defenses.aware(fighter, action)]
    if len(found) > 1:
        found.sort(key=lambda action: (action.rank, action.id))
    return found


def at(action: Action, target: Fighter) -> bool:
    """Return whether an attack may hit a character."""
    return action.target is target or target in action.caught


def defend(fight: Fight, fighter: Fighter, option: actions.Defend) -> Refusal | None:
    """Refuse an active defense: it may come at any time, but not against what one is unaware of (S-DEF-1, S-DEF-3)."""
    if not fighter.turn and fighter.responding and not heard(fighter):
        return "S-DEF-3", "it is not aware of the attack"
    return defenses.refusal(fight, fighter, option.kind)


def defend_other(fight: Fight, fighter: Fighter, option: actions.DefendOther) -> Refusal | None:
    """Refuse to defend another: a friend within Move who is attacked, with a shot left (S-DEF-4)."""
    refused = _within_move(fight, fighter, option.target)
    if refused is not None:
        return refused
    other = fight.by_name[option.target]
    if not any(at(action, other) for action in heard(fighter)):
        return "S-DEF-4", f"no attack on {other.name} is announced that it could respond to"
    return defenses.refusal(fight, fighter, option.kind, other)


def interpose(fight: Fight, fighter: Fighter, option: actions.Interpose) -> Refusal | None:
    """Refuse to step between: a single attack on a friend within Move, with a shot left (S-DEF-4)."""
    refused = _within_move(fight, fighter, option.target) or defenses.ready(fight, fighter)
    if refused is not None:
        return refused
    if fighter.prone:
        return "S-DEF-4", "it lies; it must rise first"
    if interposes(fight, fighter, option) is not None:
        return None
    which = "attack" if option.against is None else f"attack {option.against!r}"
    return "S-DEF-4", f"no {which} on {option.target} is announced that it could step into; nobody can step into an area attack"


def interposes(fight: Fight, fighter: Fighter, option: actions.Interpose) -> Action | None:
    """Return the attack an interposing is against: the named one, else the first by its attacker's stream key."""
    other = fight.by_name[option.target]
    for action in heard(fighter):
        single = action.target is other and not action.area and action.fighter is not fighter
        if single and option.against in (None, action.id):
            return action
    return None


def volunteer(fight: Fight, fighter: Fighter, option: actions.Volunteer) -> Refusal | None:
    """Refuse to be the most vulnerable target of anything but an announced area attack that reaches it (S-RNG-4)."""
    if volunteers(fighter, option) is not None:
        return None
    which = "area attack" if option.against is None else f"area attack {option.against!r}"
    return "S-RNG-4", f"no {which} that reaches it is announced"


def volunteers(fighter: Fighter, option: actions.Volunteer) -> Action | None:
    """Return the area attack somebody volunteers for: the named one, else the first by its attacker's stream key."""
    for action in heard(fighter):
        if action.area and fighter in action.caught and option.against in (None, action.id):
            return action
    return None


def _within_move(fight: Fight, fighter: Fighter, name: str) -> Refusal | None:
    """Refuse to stand up for somebody who is no friend within Move meters (S-DEF-4)."""
    refused = refusals.friend(fight, fighter, name)
    if refused is not None:
        return refused
    away = lookup.distance(fight, fighter, fight.by_name[name])
    return ("S-DEF-4", f"{name} is {away:g} m away, its Move is {fighter.spec.move}") if away > fighter.spec.move else None
