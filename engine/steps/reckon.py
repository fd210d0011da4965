"""What an option is worth: the chain of a shot not declared yet, and exact chances (P-CHK-1, P-CHK-2, P-MOD-2)."""

from __future__ import annotations

from engine.options import Option
from engine.steps import actions, attack, damage, lookup, refusals
from engine.steps.difficulty import Link, difficulty_of
from engine.steps.rules import StepsRules
from engine.steps.state import Action, Fight, Fighter


def proposed(fight: Fight, fighter: Fighter, option: actions.Fire) -> Action:
    """Return the action a shot would be, as far as its chain asks; nothing is declared."""
    target = fight.by_name.get(option.target) if option.target is not None else None
    weapon = fighter.weapons.get(option.weapon)
    return Action("", fighter, option, "fire", fighter.rank, fight.clock.now, weapon=weapon, target=target, at=option.at)


def chain(fight: Fight, action: Action, dodged: bool = False) -> list[Link]:
    """Return the links of a shot at its target, or in-direct at its square, as things stand (P-CHK-2)."""
    option = action.option
    if option.indirect:  # type: ignore[attr-defined]
        square = action.at if action.at is not None else action.target.square if action.target is not None else None
        return attack.indirect(fight, action, square or action.fighter.square)
    assert action.target is not None
    line = lookup.line(fight, action.fighter.square, action.target.square)
    return attack.links(fight, action, action.target, line, dodged)


def chance(fight: Fight, action: Action, dodged: bool = False) -> float:
    """Return the exact chance that a shot hits as things stand; 0 when its target is not valid (P-CHK-1, P-MOD-2)."""
    if _is_in_vain(fight, action):
        return 0.0
    steps = sum(link.steps for link in chain(fight, action, dodged))
    need = difficulty_of(steps, fight.rules) - action.fighter.spec.shooting
    return at_least(min(need, fight.rules.sure_hit), fight.rules)


def _is_in_vain(fight: Fight, action: Action) -> bool:
    """Return whether a shot has no valid target now (P-CHK-3, P-LOS-2, P-LOS-5, P-LOS-6, P-MOV-1)."""
    shooter, target, weapon = action.fighter, action.target, action.weapon
    if target is not None and target.out is not None:
        return True
    if action.option.indirect:  # type: ignore[attr-defined]
        square = action.at if action.at is not None else target.square if target is not None else shooter.square
        return weapon is None or lookup.band_of(weapon, shooter.square, square) is None
    if target is None:
        return True
    return attack.invalid(fight, action, target, lookup.line(fight, shooter.square, target.square)) is not None


def of_option(fight: Fight, fighter: Fighter, option: Option, dodged: bool = False) -> float:
    """Return the exact chance that a shot an agent thinks of hits as things stand; 0 for what makes no sense, or is not seen.

    Aim, time and rounds it may lack are left out of account: whether it is legal now is another question.
    """
    if not isinstance(option, actions.Fire) or refusals.fields(option) is not None or option.weapon not in fighter.weapons:
        return 0.0
    if option.location is not None and option.location not in damage.CALLS:
        return 0.0
    if option.target is not None:
        target = fight.by_name.get(option.target)
        if target is None or target.side == fighter.side or not lookup.sees(fight, fighter, target):
            return 0.0
    elif not option.indirect or option.at is None:
        return 0.0
    return chance(fight, proposed(fight, fighter, option), dodged)


def dodge(fight: Fight, fighter: Fighter) -> float:
    """Return the exact chance that its next dodge succeeds (P-MOD-2)."""
    rules = fight.rules
    need = difficulty_of(rules.dodge_step + rules.dodge_again * fighter.dodges, rules) - fighter.spec.dodge
    return at_least(need, rules)


def at_least(need: int, rules: StepsRules) -> float:
    """Return the chance that the die of a check shows so much or more (P-CHK-1)."""
    die = rules.check_die
    return min(max(die + 1 - need, 0), die) / die
