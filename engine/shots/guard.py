"""Active defenses coming up and lapsing (S-DEF-1, S-DEF-2, S-DEF-4, S-WND-3)."""

from __future__ import annotations

from engine.clock import Rung
from engine.shots import defenses, lookup, report
from engine.shots.state import ActiveDefense, Fight, Fighter

Seq = int | None


def defend(fight: Fight, fighter: Fighter, kind: str, cause: Seq) -> None:
    """Put a character's own active defense up; it replaces the one that is up, and ends defending others (S-DEF-2)."""
    found = defenses.kinds(fight, fighter)[kind]
    defenses.spend(fight, fighter, kind)
    _end_own(fight, fighter, cause)
    until = None if fighter.spec.unnamed else lookup.next_shot_tick(fight)
    fighter.defense = _up(fight, found, fighter, fighter, until, cause)


def defend_other(fight: Fight, fighter: Fighter, other: Fighter, kind: str, cause: Seq) -> None:
    """Give another the bonus of an active defense; of several given the best counts (S-DEF-4)."""
    found = defenses.kinds(fight, fighter)[kind]
    defenses.spend(fight, fighter, kind)
    _end_own(fight, fighter, cause)
    other.guards.append(_up(fight, found, fighter, other, lookup.next_shot_tick(fight), cause))


def step_between(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """End what a character defends by now: who interposes has no bonus (S-DEF-4)."""
    _end_own(fight, fighter, cause)


def _up(
    fight: Fight, kind: defenses.Kind, giver: Fighter, target: Fighter, until: int | None, cause: Seq
) -> ActiveDefense:
    up = ActiveDefense(kind.name, kind.value, kind.bonus, until, giver, cause)
    giver.totals.defenses += 1
    giver.engaged = target
    up.seq = report.defense(fight, up, target, False, cause)
    if until is not None:
        fight.clock.at(until, Rung.PHASE, (lapse, target, up))
    return up


def lapse(fight: Fight, target: Fighter, up: ActiveDefense) -> None:
    """End an active defense: the clock has left its count (S-DEF-1)."""
    if target.defense is up:
        target.defense = None
    elif up in target.guards:
        target.guards.remove(up)
    else:
        return
    report.defense(fight, up, target, True, up.seq)


def act(fight: Fight, fighter: Fighter) -> None:
    """End the defense of an unnamed character: it lasts until its next action (S-WND-3)."""
    up = fighter.defense
    if up is not None and up.until is None:
        lapse(fight, fighter, up)


def drop(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """End every active defense of one who is out: its own, and those it gives."""
    _end_own(fight, fighter, cause)


def _end_own(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """End what a character is engaged in: one active defense at a time (S-DEF-2)."""
    if fighter.engaged is None:
        return
    target, fighter.engaged = fighter.engaged, None
    for up in (target.defense, *target.guards):
        if up is not None and up.giver is fighter:
            lapse(fight, target, up)
