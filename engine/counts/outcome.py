"""The rung END: is the battle over, and how (CLK-8)."""

from __future__ import annotations

from engine.clock import Rung
from engine.counts import lookup
from engine.counts.state import Fight, Fighter

CAP = "cap"
STALE = "stale"


def on_end(fight: Fight, items: list[object]) -> None:
    """Decide whether the battle is over: at most one side able, the cap, or no progress (rung END)."""
    if fight.verdict is not None:
        return
    sides = sorted({fighter.side for fighter in fight.fighters if fighter.out is None})
    if len(sides) <= 1:
        winner = sides[0] if sides else None
        outcome = "win" if sides else "draw"
        reason = f"only {winner} can still fight" if sides else "no side can still fight"
        fight.verdict = (outcome, winner, reason)
    elif CAP in items:
        fight.verdict = ("timeout", None, f"the cap of {fight.rules.max_counts:g} counts is reached (CLK-8)")
    elif STALE in items:
        _stale(fight)
    if fight.verdict is not None:
        fight.clock.stop()


def _stale(fight: Fight) -> None:
    """Call a stalemate, or look again when it could first be one."""
    span = fight.ticks(fight.rules.stalemate_counts)
    note_approach(fight)
    if any(fighter.bleed_rate and fighter.out is None for fighter in fight.fighters):
        fight.progress_at = fight.clock.now
    if fight.clock.now - fight.progress_at >= span:
        fight.verdict = ("stalemate", None, f"no progress for {fight.rules.stalemate_counts:g} counts (CLK-8)")
    else:
        arm_stalemate(fight)


def arm_stalemate(fight: Fight) -> None:
    """Set the clock to the first moment that could be a stalemate."""
    tick = fight.progress_at + fight.ticks(fight.rules.stalemate_counts)
    if tick <= fight.cap:
        fight.clock.at(max(tick, fight.clock.now + 1), Rung.END, STALE)


def note_approach(fight: Fight) -> None:
    """Count a new smallest distance of a fighter to its opponent as progress (CLK-8)."""
    for fighter in fight.fighters:
        if fighter.out is None and fighter.foe is not None:
            note_pair(fight, fighter, fighter.foe)


def note_pair(fight: Fight, fighter: Fighter, foe: Fighter) -> None:
    """Count a new smallest distance of a pair as progress."""
    key = (fighter.rank, foe.rank) if fighter.rank < foe.rank else (foe.rank, fighter.rank)
    gap = lookup.hundredths(fight, fighter, foe)
    least = fight.smallest.get(key)
    if least is None or gap < least:
        fight.smallest[key] = gap
        fight.progress_at = fight.clock.now
