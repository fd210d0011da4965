"""What Wound Points do to a body: impairment, Death Tests, dying, out of the fight (S-WND-1 to S-WND-3)."""

from __future__ import annotations

from math import ceil

from engine.clock import Rung
from engine.events_shots import Impaired, ShotDeath, ShotDown
from engine.shots import guard, lookup, motion, report, rolls
from engine.shots.rules import ShotsRules
from engine.shots.state import Fight, Fighter

Seq = int | None

SECONDS = 60.0
"""Seconds in a minute."""


def hurt(fight: Fight, fighter: Fighter, points: int, cause: Seq) -> None:
    """Take the Wound Points of an instant: impairment, and whether the character goes on (S-WND-1 to S-WND-3).

    Args:
        points: all of the instant together; they are already in ``fighter.wounds``.
    """
    rules = fight.rules
    if fighter.spec.unnamed:
        put_out(fight, fighter, "out of the fight", "S-WND-3: out of the fight", cause)
        return
    before = fighter.wounds - points
    note_impairment(fight, fighter, before, cause)
    if asks_test(before, fighter.wounds, rules):
        _test(fight, fighter, cause)


def note_impairment(fight: Fight, fighter: Fighter, before: int, cause: Seq) -> None:
    """Log what impairment is from now on, where it has changed since so many Wound Points (S-WND-1)."""
    now = lookup.impairment(fighter, fight.rules)
    fighter.wounds, after = before, fighter.wounds
    was = lookup.impairment(fighter, fight.rules)
    fighter.wounds = after
    if now != was:
        report.add(fight, Impaired, fighter, cause, value=now, wounds=after)


def asks_test(before: int, after: int, rules: ShotsRules) -> bool:
    """Return whether a wound that leads from some Wound Points to others asks for a Death Test (S-WND-2)."""
    return after > rules.death_from and (rules.crossing_tests or before > rules.death_from)


def time_to_live(failed_by: int, rules: ShotsRules) -> float | None:
    """Return the minutes after a Death Test failed by so much; None: dead at once (S-WND-2)."""
    if failed_by >= rules.dead_by or failed_by > len(rules.dying_minutes):
        return None
    return rules.dying_minutes[failed_by - 1]


def sequences_to_live(failed_by: int, rules: ShotsRules) -> int | None:
    """Return that time in sequences, at least one; None: dead at once (S-WND-2)."""
    minutes = time_to_live(failed_by, rules)
    return None if minutes is None else max(1, ceil(round(minutes * SECONDS / rules.sequence_seconds, 6)))


def _test(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    margin, seq = rolls.death_test(fight, fighter, cause)
    if margin >= 0:
        return
    fighter.failed_by = -margin
    sequences = sequences_to_live(-margin, fight.rules)
    if sequences is None:
        fighter.dead = True
        report.add(fight, ShotDeath, fighter, seq, why="S-WND-2: dead at once", wounds=fighter.wounds)
        put_out(fight, fighter, "dead", "S-WND-2: dead", seq)
        return
    fighter.dies_in = fight.sequence + sequences
    fighter.dying_seq = seq
    put_out(fight, fighter, "dying", "S-WND-2: dying", seq)


def pass_away(fight: Fight) -> None:
    """Let those die whose time has come, as a sequence begins (S-WND-2)."""
    for fighter in fight.fighters:
        if fighter.dies_in and fight.sequence >= fighter.dies_in and not fighter.dead:
            fighter.dead, fighter.dies_in = True, 0
            fighter.out = "dead"
            fight.progress_at = fight.clock.now
            report.add(fight, ShotDeath, fighter, fighter.dying_seq, why="S-WND-2: died of the wounds", wounds=fighter.wounds)


def put_out(fight: Fight, fighter: Fighter, state: str, why: str, cause: Seq) -> None:
    """Put a character out of the fight: it stops where it is, and nothing it meant to do comes any more (CLK-4)."""
    if fighter.out is not None:
        return
    motion.halt(fight, fighter, "down", cause)
    fighter.out = state
    fighter.turn = False
    fighter.reasons.clear()
    fighter.responding.clear()
    fighter.closing.clear()
    guard.drop(fight, fighter, cause)
    if fight.log is not None:
        dies = fighter.dies_in - fight.sequence if fighter.dies_in else None
        report.add(fight, ShotDown, fighter, cause, why=why, wounds=fighter.wounds, dying_sequences=dies)
    fight.clock.enlist(Rung.END, None)


def dying(fight: Fight) -> bool:
    """Return whether somebody is dying, which is progress of a kind (CLK-8)."""
    return any(fighter.dies_in and not fighter.dead for fighter in fight.fighters)

