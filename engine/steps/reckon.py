"""What an option is worth: the chain of a shot not declared yet, and exact chances (P-CHK-1, P-CHK-2, P-MOD-2)."""

from __future__ import annotations

from collections.abc import Callable

from engine.options import Option
from engine.steps import actions, attack, damage, grid, lookup, refusals
from engine.steps.difficulty import Link, concealment_steps, cover_steps, difficulty_of
from engine.steps.land import MOST_LINES, Land
from engine.steps.rules import BANDS, StepsRules
from engine.steps.state import Action, Fight, Fighter, Square

Chances = Callable[[Square], float]
"""Tells the chance of a shot at a square, or from it."""

_MOST_ARMS = 16
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
    target = action.target
    if action.option.indirect or target is None:  # type: ignore[attr-defined]
        steps = sum([link.steps for link in chain(fight, action, dodged)])
    else:
        line = lookup.line(fight, action.fighter.square, target.square)
        steps = attack.steps(fight, action, target, line, dodged)
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


class Odds:
    """The chances of single shots with some arms over a land, people left out (P-CHK-3, P-LOS-5, P-LOS-7).

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
        self.at: dict[Square, Row] = {}
        self.of: dict[Square, Row] = {}
        self._held = 0

    def count(self) -> None:
        """Count a chance that is to be remembered; when they are many, all are forgotten."""
        self._held += 1
        if self._held > MOST_LINES:
            self._held = 1
            for rows in (self.at, self.of):
                for row in rows.values():
                    row.clear()
                rows.clear()

    def chance(self, start: Square, end: Square) -> float:
        """Return the chance of a shot between two squares."""
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


class Row(dict[Square, float]):
    """Chances of shots at one square by where they come from, or from one by where they go, each reckoned once.

    They are kept with a land, which does not change.

    Args:
        odds: of which arms.
        square: the one.
        comes: whether shots come from the others, at the one.
    """

    def __init__(self, odds: Odds, square: Square, comes: bool) -> None:
        self._odds, self._square, self._comes = odds, square, comes

    def __missing__(self, other: Square) -> float:
        found = self._odds.chance(other, self._square) if self._comes else self._odds.chance(self._square, other)
        self._odds.count()
        self[other] = found
        return found


def chances(land: Land, limits: tuple[int, ...], steps: int, shooting: int, square: Square, comes: bool) -> Chances:
    """Return what tells the chances of shots with some arms at a square from others, or from it at others; see `Odds`.

    Args:
        land, limits, steps, shooting: as in `Odds`.
        square: the one.
        comes: whether shots come from the others.
    """
    known, key = land.odds, (limits, steps, shooting)
    odds = known.get(key)
    if odds is None:
        if len(known) >= _MOST_ARMS:
            known.clear()
        odds = known[key] = Odds(land, *key)
    rows: dict[Square, Row] = odds.at if comes else odds.of
    row = rows.get(square)
    if row is None:
        row = rows[square] = Row(odds, square, comes)
    return row.__getitem__


def dodge(fight: Fight, fighter: Fighter) -> float:
    """Return the exact chance that its next dodge succeeds (P-MOD-2)."""
    rules = fight.rules
    need = difficulty_of(rules.dodge_step + rules.dodge_again * fighter.dodges, rules) - fighter.spec.dodge
    return at_least(need, rules)


def at_least(need: int, rules: StepsRules) -> float:
    """Return the chance that the die of a check shows so much or more (P-CHK-1)."""
    die = rules.check_die
    return min(max(die + 1 - need, 0), die) / die
