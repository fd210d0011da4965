"""The options a combatant is offered: legal ones of every kind, a bounded choice of shots and squares (CLK-5, section 6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.options import Hold, Option
from engine.steps import actions, damage, grid, legality, lookup, movement, paths
from engine.steps.rules import GUARDS, PACES
from engine.steps.state import Fight, Fighter, Square, Weapon

PROBES = 8
"""How far toward and away from somebody, or ahead, the squares lie that are offered as goals, squares."""

MOST_FOES = 8
"""Of the opponents that can be shot at so many are offered as targets, the nearest first."""


def options(fight: Fight, fighter: Fighter) -> tuple[Option, ...]:
    """Return the legal options of a request: shots first, the nearest opponent first; then the rest.

    Variations of them (another square, path, location, sweep or count) are legal too; `legality.refusal` tells.
    """
    found = dict.fromkeys(_candidates(fight, fighter))
    return tuple([option for option in found if legality.refusal(fight, fighter, option) is None])


def _candidates(fight: Fight, fighter: Fighter) -> Iterator[Option]:
    foes = _foes(fight, fighter)
    if fighter.action is None:
        seen = [foe for foe in foes if lookup.sees(fight, fighter, foe)]
        yield from _shots(fight, fighter, seen)
        yield from _handling(fighter, seen)
    yield from (actions.Dodge(against=action.id) for action in sorted(fighter.threats, key=lambda one: one.rank))
    if fighter.action is not None:
        yield Hold()
        yield actions.BreakOff()
    yield from _movements(fight, fighter, foes)
    if fighter.action is not None:
        return
    yield from _stances(fighter)
    yield from (actions.Wait(until=fight.t + counts) for counts in (fight.rules.aim_counts, fight.rules.reload_counts))
    yield Hold()


def _foes(fight: Fight, fighter: Fighter) -> list[Fighter]:
    """Return the opponents that can still fight, nearest first, then by stream key."""
    found = [one for one in fight.fighters if one.side != fighter.side and one.able]
    found.sort(key=lambda one: (grid.gap2(fighter.square, one.square), one.rank))
    return found


# shots


def _shots(fight: Fight, fighter: Fighter, seen: list[Fighter]) -> Iterator[Option]:
    """Yield shots with the weapon in hand: each mode at each opponent in sight; calls and sweeps at the nearest valid one."""
    weapon = fighter.hand
    if weapon is None:
        return
    name, modes = weapon.name, weapon.spec.modes
    foes = [foe.name for foe in seen[:MOST_FOES]]
    yield from (actions.Fire(weapon=name, target=foe, mode=mode) for foe in foes for mode in modes)
    for mode in modes:
        near = _nearest(fight, fighter, weapon, mode, foes)
        if near is None:
            continue
        if mode == "auto":
            yield from (actions.Fire(weapon=name, target=near, mode=mode, sweep=facing) for facing in grid.FACINGS)
        else:
            yield from (actions.Fire(weapon=name, target=near, mode=mode, location=part) for part in damage.CALLS)
    if weapon.spec.indirect:
        yield from _indirect(fight, fighter, weapon, foes)


def _nearest(fight: Fight, fighter: Fighter, weapon: Weapon, mode: str, foes: list[str]) -> str | None:
    """Return the nearest opponent a mode can be shot at now."""
    for foe in foes:
        if legality.refusal(fight, fighter, actions.Fire(weapon=weapon.name, target=foe, mode=mode)) is None:
            return foe
    return None


def _indirect(fight: Fight, fighter: Fighter, weapon: Weapon, foes: list[str]) -> Iterator[Option]:
    """Yield in-direct fire: at each opponent in sight, and at squares at the end of short range around (P-LOS-3)."""
    name = weapon.name
    yield from (actions.Fire(weapon=name, target=foe, mode=mode, indirect=True) for foe in foes for mode in weapon.spec.modes)
    for facing in range(len(grid.FACINGS)):
        at = ahead(fight, fighter.square, grid.DIRECTIONS[facing], weapon.spec.short)
        if at is not None:
            yield actions.Fire(weapon=name, mode="single", indirect=True, at=at)


def _handling(fighter: Fighter, foes: list[Fighter]) -> Iterator[Option]:
    """Yield what one does with weapons: aiming, reloading, changing them."""
    weapon = fighter.hand
    if weapon is not None:
        yield actions.Reload(weapon=weapon.name)
        yield from (actions.Aim(target=foe.name, weapon=weapon.name) for foe in foes[:MOST_FOES])
    yield from (actions.Bring(weapon=name) for name in fighter.weapons)


# movement


def _movements(fight: Fight, fighter: Fighter, foes: list[Fighter]) -> Iterator[Option]:
    """Yield movements: to squares that matter at every pace, a step to each neighbour, into cover, and a stop."""
    if fighter.riders.get("move") == fight.clock.now:
        return
    for goal in _goals(fight, fighter, foes):
        yield from (actions.Move(pace=pace, to=goal) for pace in PACES if pace != "still")
    here = fighter.square
    for dx, dy in grid.DIRECTIONS:
        yield actions.Move(pace="walking", path=((here[0] + dx, here[1] + dy),))
    covered = actions.Cover(pace="walking")
    if legality.refusal(fight, fighter, covered) is None:
        yield from (actions.Cover(pace=pace) for pace in PACES if pace != "still")
        seen = [foe.name for foe in foes if lookup.sees(fight, fighter, foe)]
        if len(seen) > 1:
            yield actions.Cover(pace="running", threat=seen[0])
    yield actions.Move(pace="still")


def _goals(fight: Fight, fighter: Fighter, foes: list[Fighter]) -> list[Square]:
    """Return goals worth going to: toward and away from the nearest opponent in sight, else ahead and the middle."""
    here = fighter.square
    near = next((foe for foe in foes if lookup.sees(fight, fighter, foe)), None)
    if near is None:
        found = [ahead(fight, here, grid.DIRECTIONS[fighter.facing], PROBES), (fight.width // 2, fight.height // 2)]
        return [goal for goal in found if goal is not None]
    back = grid.DIRECTIONS[(grid.facing_toward(here, near.square, fighter.facing) + 4) % 8]
    goals = [_nearer(fight, fighter, near.square), ahead(fight, here, back, PROBES)]
    return [goal for goal in goals if goal is not None]


def _nearer(fight: Fight, fighter: Fighter, goal: Square) -> Square | None:
    """Return a square on the way to somebody, up to so many squares on."""
    if not paths.connected(fight, fighter.square, goal):
        return None
    way = movement.path_to(fight, fighter, goal) or []
    return way[min(len(way), PROBES) - 1] if way else None


def ahead(fight: Fight, start: Square, step: Square, most: int) -> Square | None:
    """Return the farthest square in a direction that can be walked onto, up to so many squares on; None when none can."""
    found = [(start[0] + step[0] * far, start[1] + step[1] * far) for far in range(most, 0, -1)]
    return next((square for square in found if lookup.passable(fight, square)), None)


# facing and guarding


def _stances(fighter: Fighter) -> Iterator[Option]:
    yield from (actions.Face(facing=facing) for facing in grid.FACINGS)
    yield from (actions.Mode(mode=mode) for mode in GUARDS)
