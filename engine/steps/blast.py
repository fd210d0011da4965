"""In-direct fire and blasts: where they come down, and whom they reach (P-LOS-3)."""

from __future__ import annotations

from math import ceil

from engine.events_steps import Landed
from engine.steps import attack, grid, lookup, report, rolls
from engine.steps.difficulty import difficulty_of
from engine.steps.state import Action, Breakage, Fight, Fighter, Harm, Square, Thing

Seq = int | None


def indirect(fight: Fight, action: Action) -> None:
    """Roll in-direct fire at a square: failed, it comes down elsewhere (P-LOS-3)."""
    shooter, weapon, rules = action.fighter, action.weapon, fight.rules
    assert weapon is not None
    aimed = action.at if action.at is not None else action.target.square if action.target is not None else shooter.square
    name = action.target.name if action.target is not None else None
    if lookup.band_of(weapon, shooter.square, aimed) is None:
        report.impact(fight, action, name, "out_of_reach", action.seq, rule="P-CHK-3", why="out of range")
        return
    links = attack.indirect(fight, action, aimed)
    steps = sum(link.steps for link in links)
    need = difficulty_of(steps, rules)
    seq = report.chain(fight, action, name or f"{aimed[0]},{aimed[1]}", links, steps, need)
    total, _, success, seq = rolls.check(fight, shooter, links, seq, action.id)
    shooter.totals.hits += success
    shooter.totals.misses += not success
    gap = lookup.distance(shooter.square, aimed)
    result = "hit" if success else "miss"
    seq = report.impact(fight, action, name, result, seq, distance=gap, difficulty=need, total=total)
    come_down(fight, action, aimed, 0 if success else need - total, seq)


def come_down(fight: Fight, action: Action, aimed: Square, failure: int, seq: Seq) -> None:
    """Have a shot come down at a square, or off it by the points of failure, and burst there (P-LOS-3)."""
    shooter, weapon = action.fighter, action.weapon
    assert weapon is not None
    squares = ceil(failure / fight.rules.scatter_points)
    landed = _scattered(fight, action, aimed, squares, seq)
    seq = report.add(fight, Landed, shooter, seq, action.id, at=landed, scatter=squares)
    extra = fight.rules.burst_dice if action.option.mode == "burst" else 0  # type: ignore[attr-defined]
    rolled, seq = rolls.damage(fight, shooter, weapon.dice, extra, seq, action.id)
    around(fight, action, landed, rolled, None, seq)


def _scattered(fight: Fight, action: Action, aimed: Square, squares: int, seq: Seq) -> Square:
    """Return where a shot comes down: so many squares off, a direction counted from that of the shot on (P-LOS-3).

    At one's own square that is the way one looks.
    """
    if not squares:
        return aimed
    shooter = action.fighter
    turned = rolls.scatter(fight, shooter, seq, action.id)
    dx, dy = grid.DIRECTIONS[(grid.facing_toward(shooter.square, aimed, shooter.facing) + turned) % 8]
    return aimed[0] + dx * squares, aimed[1] + dy * squares


def around(fight: Fight, action: Action, centre: Square, rolled: int, spared: Fighter | Thing | None, seq: Seq) -> None:
    """Reach everybody and everything within a blast's radius that no full cover keeps it from (P-LOS-3).

    Args:
        rolled: the damage, the same for all.
        spared: who, or what, was hit already.
    """
    from engine.steps import strike

    weapon = action.weapon
    assert weapon is not None
    radius = weapon.spec.radius
    for target in fight.fighters:
        if target.out is not None or target is spared or not grid.within(centre, target.square, radius):
            continue
        line = lookup.line(fight, centre, target.square, people=False)
        if line.cover >= lookup.FULL:
            continue
        part, words = strike.place_of(fight, action, line.cover, None, seq)
        fight.harms.append(Harm(action.fighter, action, target, words, rolled, target.armor.get(part, 0), seq))
    for square in sorted(fight.things):
        frail = [thing for thing in fight.things[square] if not thing.destroyed and thing.spec.health and thing is not spared]
        if not frail or not grid.within(centre, square, radius):
            continue
        if lookup.line(fight, centre, square, people=False).cover < lookup.FULL:
            fight.breakages.extend([Breakage(action.fighter, action, thing, rolled, seq) for thing in frail])
