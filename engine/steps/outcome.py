"""The rung END: is the battle over, and how (CLK-8)."""

from __future__ import annotations

from engine.clock import Rung
from engine.steps.state import Fight

CAP = "cap"
STALE = "stale"


def on_end(fight: Fight, items: list[object]) -> None:
    """Decide whether the battle is over: at most one side able, the cap, or no progress (rung END)."""
    if fight.verdict is not None:
        return
    sides = sorted({fighter.side for fighter in fight.fighters if fighter.out is None})
    if len(sides) <= 1:
        winner = sides[0] if sides else None
        reason = f"only {winner} can still fight" if sides else "no side can still fight"
        fight.verdict = ("win" if sides else "draw", winner, reason)
    elif CAP in items:
        fight.verdict = ("timeout", None, f"the cap of {fight.rules.max_counts:.12g} counts is reached (CLK-8)")
    elif STALE in items:
        _stale(fight)
    if fight.verdict is not None:
        fight.clock.stop()


def decided(fight: Fight) -> bool:
    """Return whether at most one side can still fight: nobody is asked any more."""
    sides = {fighter.side for fighter in fight.fighters if fighter.out is None}
    return len(sides) <= 1


def _stale(fight: Fight) -> None:
    """Call a stalemate, or look again when it could first be one."""
    if fight.clock.now - fight.progress_at >= fight.ticks(fight.rules.stalemate_counts):
        fight.verdict = ("stalemate", None, f"no progress for {fight.rules.stalemate_counts:.12g} counts (CLK-8)")
    else:
        arm_stalemate(fight)


def arm_stalemate(fight: Fight) -> None:
    """Set the clock to the first moment that could be a stalemate."""
    tick = fight.progress_at + fight.ticks(fight.rules.stalemate_counts)
    if tick <= fight.cap:
        fight.clock.at(max(tick, fight.clock.now + fight.rules.time_scale), Rung.END, STALE)
