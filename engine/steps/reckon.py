"""What an option is worth: the chain of a shot not declared yet, and exact chances (P-CHK-1, P-CHK-2, P-MOD-2)."""

from __future__ import annotations

from collections.abc import Callable

from engine.options import Option
from engine.steps import actions, attack, damage, grid, lookup, refusals
from engine.steps.difficulty import Link, concealment_steps, cover_steps, difficulty_of
from engine.steps.land import MOST_LINES, Land
from engine.steps.rules import BANDS, StepsRules
from engine.steps.state import Action, Fight, Fighter, Square

_MOST_ARMS = 64
"""Chances of so many kinds of arms are remembered with a map before all are forgotten."""


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


class Chances(dict[tuple[Square, Square], float]):
    """Chances of a single shot from one square at another, people left out, each reckoned once (P-CHK-3, P-LOS-5, P-LOS-7).

    They are kept with a land, which does not change.

    Args:
        land: the map.
        limits: how far each range band reaches, squares, the nearest first; none: 0 everywhere.
        steps: of skill.
        shooting: the attribute added to the check.
    """

    def __init__(self, land: Land, limits: tuple[int, ...], steps: int, shooting: int) -> None:
        rules = land.rules
        self._land, self._shooting = land, shooting
        bands = zip(limits, BANDS, strict=False)
        self._bands = [(limit * limit, getattr(rules, f"band_{band}") + steps) for limit, band in bands]
        self._told: dict[tuple[int, int, int], float] = {}
        self._before = None if land.before is None else chances(land.before, limits, steps, shooting)

    def __missing__(self, key: tuple[Square, Square]) -> float:
        if len(self) >= MOST_LINES:
            self.clear()
        if self._before is not None and self._land.as_before(*key) is not None:
            found = self[key] = self._before(key)
        else:
            found = self[key] = self._chance(*key)
        return found

    def _chance(self, start: Square, end: Square) -> float:
        gap = grid.gap2(start, end)
        for limit, steps in self._bands:
            if gap <= limit:
                line = self._land.line(start, end)
                known = steps, line.cover, line.concealment
                if known not in self._told:
                    self._told[known] = self._reckoned(*known)
                return self._told[known]
        return 0.0

    def _reckoned(self, steps: int, cover: int, concealment: int) -> float:
        """Return the chance of a shot of so many steps beside cover and concealment, percent."""
        rules = self._land.rules
        covered = cover_steps(cover, rules)
        if covered is None:
            return 0.0
        steps += covered + concealment_steps(concealment, rules)
        return at_least(min(difficulty_of(steps, rules) - self._shooting, rules.sure_hit), rules)


def chances(land: Land, limits: tuple[int, ...], steps: int, shooting: int) -> Callable[[tuple[Square, Square]], float]:
    """Return what tells the chance of a single shot from one square at another; see `Chances`."""
    known, key = land.chances, (limits, steps, shooting)
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST_ARMS:
            known.clear()
        found = known[key] = Chances(land, *key)
    told: Callable[[tuple[Square, Square]], float] = found.__getitem__
    return told


def dodge(fight: Fight, fighter: Fighter) -> float:
    """Return the exact chance that its next dodge succeeds (P-MOD-2)."""
    rules = fight.rules
    need = difficulty_of(rules.dodge_step + rules.dodge_again * fighter.dodges, rules) - fighter.spec.dodge
    return at_least(need, rules)


def at_least(need: int, rules: StepsRules) -> float:
    """Return the chance that the die of a check shows so much or more (P-CHK-1)."""
    die = rules.check_die
    return min(max(die + 1 - need, 0), die) / die
