"""What a shot is worth on the squares: every target, mode and call, reckoned in health taken a count (P-CHK-2, P-FIR-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import attrs

from engine.steps import damage, grid
from engine.steps.actions import Fire
from engine.steps.attack import for_bystander
from engine.steps.declare import fire_counts
from engine.steps.difficulty import concealment_steps, cover_steps, difficulty_of, fire_steps
from engine.steps.land import FULL
from engine.steps.movement import speed, step_counts
from engine.steps.rules import StepsRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Square = tuple[int, int]

CROWD = 5
"""Of the opponents in sight so many are weighed as targets, the nearest first."""

EAGER = {"unhurt": 1.0, "hurt": 1.2, "badly_hurt": 1.6}
"""By how much one would rather finish who is hurt than begin with another."""

_HARMLESS = 0.3
"""What an opponent without a weapon counts."""

_DODGES = 0.5
"""How likely one who guards against a shot is taken to dodge it."""

_MOST_CASES = 2_000
"""So many cases are remembered before all are forgotten."""

_FRIEND = 2.0
"""A hit on a friend counts so many times one on an opponent."""


@attrs.define
class Shot:
    """A way to shoot; never changed.

    Attributes:
        option: the shot; it is legal once aimed and in hand.
        chance: that it hits its target as things stand once it is aimed, undodged.
        likely: the same, if one who guards against it dodges as often as people do.
        worth: health it takes on the mean, opponents weighed, friends set off.
        counts: how long it takes, aim and the weapon's change with it.
        aims: spells of aim that are still to come.
    """

    option: Fire
    chance: float
    likely: float
    worth: float
    counts: float
    aims: int = 0

    @property
    def rate(self) -> float:
        """Its worth a count."""
        return self.worth / self.counts


def odds(steps: int, shooting: int, rules: StepsRules) -> float:
    """Return the chance of a check against a sum of steps; the highest faces always do (P-CHK-1, P-MOD-2)."""
    need = min(difficulty_of(steps, rules) - shooting, rules.sure_hit)
    return min(max(rules.check_die + 1 - need, 0), rules.check_die) / rules.check_die


class Case(NamedTuple):
    """All that tells what shots with one weapon at one opponent are worth: of two cases alike the shots are alike.

    Armor is not among it, nor are attributes and weapons: they stay as the scenario gives them.

    Attributes:
        weapon, target: their names.
        modes: the fire modes it has rounds for now; aimed ones only where that pays.
        spells: spells of aim at that target it has.
        patient: whether it may aim first.
        rest: steps of the shot but for cover and fire mode.
        cover: percent of cover on the line.
        small: whether that leaves only a small part; ``friends`` whether some of it are friends.
        weight: how much the target matters.
        dodges: how likely it is taken to dodge.
        change: how long it takes to bring the weapon, counts.
        sweep: the facing to sweep full auto along, and how many more opponents that reaches.
        caught: how many more opponents a blast reaches.
    """

    weapon: str
    target: str
    modes: tuple[str, ...]
    spells: int
    patient: bool
    rest: int
    cover: int
    small: bool
    friends: bool
    weight: float
    dodges: float
    change: float
    sweep: tuple[str | None, int]
    caught: int


Best = tuple[Shot | None, float]
"""The shot worth most in a case, and how much a count, as one would rather shoot."""


def best(
    view: Any,
    prefer: Callable[[str], float],
    known: dict[tuple[Case, float], Best],
    patient: bool = True,
    favor: Callable[[str], float] | None = None,
) -> Shot | None:
    """Return the shot worth most a count with what one carries; None when nobody can be shot at.

    Args:
        view: the combatant's view.
        prefer: by how much it would rather shoot in a fire mode, as a factor.
        known: the best shots of cases that have come up, of the same combatant of one scenario with the same preferences.
        patient: whether it may aim first.
        favor: by how much it would rather shoot at somebody, as a factor.
    """
    found: Shot | None = None
    most = 0.0
    for case in cases(view, patient):
        key = case, 1.0 if favor is None else favor(case.target)
        if key not in known:
            if len(known) >= _MOST_CASES:
                known.clear()
            known[key] = _best_of(view, case, prefer, key[1])
        shot, rate = known[key]
        if rate > most:
            found, most = shot, rate
    return found


def _best_of(view: Any, case: Case, prefer: Callable[[str], float], favored: float) -> Best:
    """Return the first of the shots of a case that is worth most a count."""
    found: Shot | None = None
    most = 0.0
    for shot in ways(view, case):
        rate = shot.rate * (prefer(shot.option.mode) * favored)
        if rate > most:
            found, most = shot, rate
    return found, most


def shots(view: Any, patient: bool = True) -> Iterator[Shot]:
    """Yield the shots that can be made with loaded weapons, the nearest opponent first, the weapon in hand first.

    Args:
        view: the combatant's view.
        patient: whether it may aim first.
    """
    for case in cases(view, patient):
        yield from ways(view, case)


def cases(view: Any, patient: bool) -> Iterator[Case]:
    """Yield whom one can shoot at with what, the weapon in hand first, then the nearest opponent first."""
    foes = view.foes[:CROWD]
    if not foes:
        return
    me, rules = view.me, view.rules
    here, pace, still = me.square, me.pace, me.walking is None
    if pace == "sprinting":
        return
    then = whereabouts(view, rules.level_counts + rules.squeeze_counts)
    lines = [(foe, view.line(foe.name)) for foe in foes if then == here or view.between(then, foe.square).cover < FULL]
    lines = [(foe, line) for foe, line in lines if line.cover < FULL]
    if not lines:
        return
    marks = [_mark(me, here, rules, foe, line) for foe, line in lines]
    aim = me.aim
    for weapon in sorted(me.weapons, key=_is_away):
        if weapon.magazine and not weapon.loaded:
            continue
        name, radius, level = weapon.name, weapon.radius, getattr(rules, f"skill_{weapon.level}")
        ready = [mode for mode in weapon.modes if weapon.ready(mode)]
        change = 0.0 if weapon.in_hand else rules.bring_counts
        level += getattr(rules, f"pace_{pace}")
        for mark in marks:
            band = weapon.band(mark.square)
            if band is None or (radius and _is_near_friends(view, weapon, mark.square)):
                continue
            spells = aim.spells if aim is not None and aim.target == mark.name and aim.weapon == name else 0
            modes = tuple([mode for mode in ready if mode != "aimed" or (still and (patient or spells))])
            yield Case(
                name, mark.name, modes, spells, patient, getattr(rules, f"band_{band}") + level + mark.hiding, mark.cover,
                mark.small, mark.friends, mark.weight, mark.dodges, change,
                _sweep(view, mark) if "auto" in modes else (None, 0), _caught(view, weapon, mark) if radius else 0,
            )  # fmt: skip


def _is_away(weapon: Any) -> bool:
    return not weapon.in_hand


class _Mark(NamedTuple):
    """An opponent in sight as a target of any weapon; as in `Case`, and ``hiding``, the steps of concealment."""

    name: str
    square: Square
    cover: int
    hiding: int
    small: bool
    friends: bool
    weight: float
    dodges: float


def _mark(me: Any, here: Square, rules: StepsRules, foe: Any, line: Any) -> _Mark:
    side = me.side
    return _Mark(
        foe.name, foe.square, line.cover, concealment_steps(line.concealment, rules), line.small_part,
        any(one.side == side for one in line.covers),
        EAGER.get(foe.condition, 1.0) * (1.0 if foe.weapon is not None else _HARMLESS),
        _DODGES if foe.guards(here) else 0.0,
    )  # fmt: skip


def whereabouts(view: Any, counts: float) -> Square:
    """Return the square one will be on so many counts from now, on the way it goes (P-MOV-1)."""
    walking, square = view.me.walking, view.me.square
    if walking is None:
        return cast("Square", square)
    at = walking.next_at - view.t
    for place, step in enumerate(walking.path):
        if at > counts:
            break
        square = step
        following = walking.path[place + 1 : place + 2]
        at += sum(step_counts(step, one, walking.pace, view.rules) for one in following)
    return cast("Square", square)


def ways(view: Any, case: Case) -> Iterator[Shot]:
    """Yield the shots of a case: its modes, called locations where something covers, spells of aim."""
    rules, shooting, rest = view.rules, view.me.shooting, case.rest
    cover = cover_steps(case.cover, rules) or 0
    weight, dodges = case.weight, case.dodges
    losses: dict[tuple[bool, str | None], float] = {}
    for mode in case.modes:
        sweep, more = case.sweep if mode == "auto" else (None, case.caught)
        calls = _calls(case.cover, rules) if mode in ("single", "aimed") and not case.friends else ()
        past = rest + fire_steps("single" if mode == "aimed" else mode, 0.0, rules)
        for call in (None, *calls):
            option = Fire(weapon=case.weapon, target=case.target, mode=mode, location=call, sweep=sweep)
            key = mode == "burst", call
            if key not in losses:
                losses[key] = view.loss(option)
            covered = cover if call is None else damage.call_steps(call, rules) + (0 if case.small else cover)
            for aims in _spells(mode, case.spells, case.patient, rules):
                steps = rest + covered + fire_steps(mode, aims * rules.aim_counts, rules)
                plain = odds(steps, shooting, rules)
                chance = (1 - dodges) * plain + dodges * odds(steps + rules.dodged_steps, shooting, rules)
                risk = _risk(steps, past, shooting, rules) if case.friends else 0.0
                if risk >= plain:
                    continue
                to_come = max(aims - case.spells, 0)
                counts = sum(fire_counts(mode, rules)) + to_come * rules.aim_counts + case.change
                worth = losses[key] * (chance * weight * (1 + more) - _FRIEND * risk)
                yield Shot(option, plain, chance, worth, counts, to_come)


def _spells(mode: str, spells: int, patient: bool, rules: StepsRules) -> range:
    """Return the spells of aim to weigh for a mode: those one has, and more where there is patience for it (P-FIR-1)."""
    if mode != "aimed":
        return range(1)
    least = max(spells, 1)
    return range(least, (rules.aim_most if patient else least) + 1)


def _calls(cover: int, rules: StepsRules) -> tuple[str, ...]:
    """Return the locations worth calling: where something covers, those that show; else where armor is thin (P-LOS-6)."""
    return tuple([call for call in ("torso", "leg", "arm", "head") if damage.is_exposed(call, cover, rules)])


def _risk(steps: int, past: int, shooting: int, rules: StepsRules) -> float:
    """Return how likely a shot misses its target and hits a friend in the line (P-CVR-1).

    Args:
        steps: of the shot.
        past: of the shot without cover, dodge and aim: its check must be above their difficulty to hit who covers.
        shooting: the attribute added to the check.
    """
    fails = min(difficulty_of(steps, rules) - shooting, rules.sure_hit) - 1
    spared = difficulty_of(past, rules) - shooting
    return max(min(fails, rules.check_die) - max(spared, 0), 0) / rules.check_die


def endangers(view: Any, option: Fire) -> bool:
    """Return whether a shot is likelier to hit a friend in its line than its target, or sweeps one (P-CVR-1, P-FIR-1)."""
    me, rules = view.me, view.rules
    if option.target is None:
        return False
    if option.sweep is not None:
        squares = grid.line_of(view.seen(option.target).square, grid.FACINGS.index(option.sweep), rules.auto_squares)
        if _come_by(view, squares):
            return True
    covers = view.line(option.target).covers
    if not any(one.side == me.side for one in covers):
        return False
    links = view.links(option.weapon, option.target, option.mode, option.location)
    steps = sum(link.steps for link in links)
    past = sum(link.steps for link in for_bystander(links, rules))
    return _risk(steps, past, me.shooting, rules) >= odds(steps, me.shooting, rules)


# full auto


def _sweep(view: Any, target: Any) -> tuple[str | None, int]:
    """Return the sweep from a target on that reaches most opponents and no friend, and how many more these are (P-FIR-1)."""
    (x, y), far = target.square, view.rules.auto_squares
    foes = [foe.square for foe in view.foes if foe.name != target.name]
    foes = [square for square in foes if abs(square[0] - x) < far and abs(square[1] - y) < far]
    found, most = None, 0
    if not foes:
        return found, most
    for facing, name in enumerate(grid.FACINGS):
        squares = grid.line_of(target.square, facing, view.rules.auto_squares)
        more = sum(1 for square in foes if square in squares)
        if more > most and not _come_by(view, squares):
            found, most = name, more
    return found, most


def _come_by(view: Any, squares: tuple[Square, ...]) -> bool:
    """Return whether oneself or a friend is on one of some squares, or could be by the time full auto has swept them."""
    if view.me.square in squares:
        return True
    rules = view.rules
    for friend in view.friends:
        pace = friend.pace if friend.pace != "still" else "walking"
        far = speed(pace, rules) * rules.auto_counts
        if any(grid.within(friend.square, square, far) for square in squares):
            return True
    return False


# blasts


def _is_near_friends(view: Any, weapon: Any, square: Square) -> bool:
    """Return whether a blast on a square, or one beside it, reaches oneself or a friend (P-LOS-3)."""
    spared = (view.me.square, *(friend.square for friend in view.friends))
    return any(grid.within(square, one, weapon.radius + 1.0) for one in spared)


def _caught(view: Any, weapon: Any, foe: Any) -> int:
    """Return how many more opponents in sight the blast of a hit on one reaches (P-LOS-3)."""
    if not weapon.radius:
        return 0
    return sum(1 for one in view.foes if one.name != foe.name and grid.within(one.square, foe.square, weapon.radius))


def lobs(view: Any, places: list[tuple[int, int]]) -> Shot | None:
    """Return the best in-direct shot at squares where opponents are, or were last seen, that spares friends (P-LOS-3)."""
    me, rules = view.me, view.rules
    found: Shot | None = None
    for weapon in me.weapons:
        if not (weapon.indirect and weapon.radius and weapon.ready("single")):
            continue
        for square in places:
            band = weapon.band(square)
            if band is None or _is_near_friends(view, weapon, square):
                continue
            steps = getattr(rules, f"band_{band}") + getattr(rules, f"skill_{weapon.level}") + rules.indirect_steps
            steps += getattr(rules, f"pace_{me.pace}", 0)
            chance = odds(steps, me.shooting, rules)
            near = odds(steps, me.shooting + rules.scatter_points, rules)
            caught = sum(1 for place in places if grid.within(square, place, weapon.radius))
            worth = (chance + near) / 2 * caught * weapon.mean_damage
            counts = sum(fire_counts("single", rules)) + (0.0 if weapon.in_hand else 2 * rules.bring_counts)
            option = Fire(weapon=weapon.name, mode="single", indirect=True, at=square)
            if found is None or worth / counts > found.rate:
                found = Shot(option, chance, chance, worth, counts)
    return found
