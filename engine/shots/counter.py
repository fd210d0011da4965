"""The shot counter: paying shots, and which shot is called next (S-SEQ-2 to S-SEQ-4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clock import Rung
from engine.shots import lookup, report
from engine.shots.lookup import Term
from engine.shots.state import Fight, Fighter

Seq = int | None


def pay(
    fight: Fight, fighter: Fighter, shots: int, rule: str, why: str, cause: Seq, action: str | None = None,
    terms: Sequence[Term] = (),
) -> Seq:  # fmt: skip
    """Lower a counter; at 0 or below nothing more comes this sequence (S-SEQ-3).

    Args:
        terms: what the cost is made of, where a schtick changes it (S-CHR-3).
    """
    before = lookup.shot_of(fight, fighter)
    return put(fight, fighter, before - shots, rule, why, cause, action, terms)


def run_down(fight: Fight, fighter: Fighter) -> None:
    """Note that the counter of one who held has run down with the clock, where it next counts (S-SEQ-2)."""
    left, before = lookup.shot_of(fight, fighter), fighter.counter
    if before > left:
        fighter.counter = left
        report.counter(fight, fighter, before, "S-SEQ-2", "runs down", fighter.held_seq)


def put(
    fight: Fight, fighter: Fighter, shot: int, rule: str, why: str, cause: Seq, action: str | None = None,
    terms: Sequence[Term] = (),
) -> Seq:  # fmt: skip
    """Set a counter, never above the current shot (S-SEQ-4), and have the next call planned anew."""
    run_down(fight, fighter)
    before = fighter.counter
    fighter.counter = min(shot, lookup.shot_now(fight))
    fighter.totals.shots_spent += before - fighter.counter
    fight.clock.enlist(Rung.PLAN, None)
    if fighter.counter == before:
        return cause
    return report.counter(fight, fighter, before, rule, why, cause, action, terms)
