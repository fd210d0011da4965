"""Moving from square to square at a pace, and facing (P-MOV-1, P-LOS-2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clock import Rung
from engine.events_steps import Faced, Stepped, Walk
from engine.steps import grid, lookup, paths, report, stance
from engine.steps.rules import StepsRules
from engine.steps.state import Fight, Fighter, Square, Walking
from engine.units import Count, Tick

Seq = int | None

HASTY = frozenset({"running", "sprinting"})
"""Paces at which one looks where one goes (P-LOS-2)."""

DIAGONAL = 2**0.5


def speed(pace: str, rules: StepsRules) -> float:
    """Return how many squares a count a pace covers (P-MOV-1)."""
    found: float = getattr(rules, f"speed_{pace}")
    return found


def step_counts(start: Square, end: Square, pace: str, rules: StepsRules) -> Count:
    """Return how long a step to a neighbouring square takes (P-MOV-1)."""
    straight = start[0] == end[0] or start[1] == end[1]
    return (1.0 if straight else DIAGONAL) / speed(pace, rules)


def set_off(fight: Fight, fighter: Fighter, pace: str, path: Sequence[Square], why: str, cause: Seq) -> None:
    """Begin a movement; one that is under way goes on from the square it is on.

    A step that is under way toward the same square at the same pace goes on: to say again where one goes costs no time.
    """
    before = fighter.walking
    fighter.walks += 1
    stance.lose_aim(fight, fighter, "on the move", cause)
    walking = Walking(pace, list(path), path[-1], fighter.walks, 0, None)
    fighter.walking = walking
    walking.seq = _report(fight, fighter, why, cause)
    if before is not None and before.pace == pace and before.path[0] == walking.path[0]:
        _arm(fight, fighter, walking, before.due)
    else:
        _next(fight, fighter, walking)


def stop(fight: Fight, fighter: Fighter, why: str, cause: Seq) -> Seq:
    """End a movement on the square one is on."""
    if fighter.walking is None:
        return cause
    fighter.walks += 1
    fighter.walking = None
    return _report(fight, fighter, why, cause)


def _report(fight: Fight, fighter: Fighter, why: str, cause: Seq) -> Seq:
    if fight.log is None:
        return None
    walking = fighter.walking
    return report.add(
        fight, Walk, fighter, cause, pace=lookup.pace_of(fighter), position=fighter.square,
        path=list(walking.path) if walking is not None else [], why=why,
    )  # fmt: skip


def _next(fight: Fight, fighter: Fighter, walking: Walking) -> None:
    """Set the clock to when the next square is reached; who hastens turns that way at once."""
    square = walking.path[0]
    if walking.pace in HASTY:
        turn(fight, fighter, grid.facing_toward(fighter.square, square), walking.pace, walking.seq)
    counts = step_counts(fighter.square, square, walking.pace, fight.rules)
    _arm(fight, fighter, walking, fight.clock.now + fight.ticks(counts))


def _arm(fight: Fight, fighter: Fighter, walking: Walking, due: Tick) -> None:
    walking.due = due
    fight.clock.at(due, Rung.ARRIVE, (fighter, walking.token))


def on_arrive(fight: Fight, items: list[tuple[Fighter, int]]) -> None:
    """Bring everybody whose step is over onto its next square, together (rung ARRIVE)."""
    due = [fighter for fighter, token in items if fighter.walking is not None and fighter.walking.token == token]
    for fighter in sorted(due, key=lambda one: one.rank):
        walking = fighter.walking
        assert walking is not None
        if not lookup.may_step(fight, fighter.square, walking.path[0]):
            seq = stop(fight, fighter, "the way is blocked", walking.seq)
            stance.ask(fight, fighter, "arrived", seq)
            continue
        place(fight, fighter, walking.path.pop(0))
        fighter.totals.squares += 1
        seq = None
        if fight.log is not None:
            facing = grid.FACINGS[fighter.facing]
            seq = report.add(fight, Stepped, fighter, walking.seq, position=fighter.square, facing=facing)
        if walking.path:
            _next(fight, fighter, walking)
        else:
            stance.ask(fight, fighter, "arrived", stop(fight, fighter, "arrived", seq))


def place(fight: Fight, fighter: Fighter, square: Square) -> None:
    """Put a combatant onto a square."""
    left = fighter.square
    before = fight.occupants.get(left)
    if before is not None and fighter in before:
        before.remove(fighter)
    fighter.square = square
    here = fight.occupants.setdefault(square, [])
    here.append(fighter)
    here.sort(key=lambda one: one.rank)
    recount(fight, left)
    recount(fight, square)
    moved(fight, fighter)


def recount(fight: Fight, square: Square) -> None:
    """Note whether somebody is on a square who can still fight; to be called whenever who is on it, and can, has changed."""
    bit = fight.land.bit(square)
    fight.crowd |= bit
    if not lookup.at(fight, square):
        fight.crowd ^= bit


def turn(fight: Fight, fighter: Fighter, facing: int, why: str, cause: Seq) -> Seq:
    """Face another way."""
    if facing == fighter.facing:
        return cause
    fighter.facing = facing
    moved(fight, fighter)
    return report.add(fight, Faced, fighter, cause, facing=grid.FACINGS[facing], why=why)


def moved(fight: Fight, fighter: Fighter) -> None:
    """Have the sights of a combatant looked at anew at the end of this instant."""
    fight.changes += 1
    fight.moved[fighter] = None
    fight.clock.enlist(Rung.PLAN, None)


def path_to(fight: Fight, fighter: Fighter, goal: Square) -> list[Square] | None:
    """Return the shortest path to a square; None when there is no way."""
    return paths.shortest(fight, fighter.square, goal)
