"""The rung END: is the battle over, and how (CLK-8)."""

from __future__ import annotations

from engine.clock import Rung
from engine.counts import lookup
from engine.counts.state import Fight, Fighter
from engine.field import NEVER
from engine.units import TICKS_PER_COUNT

LEAST_APPROACH = 0.01
"""Feet by which a smallest distance must shrink to count (C-MOD-6)."""

CAP = "cap"
STALE = "stale"


def on_end(fight: Fight, items: list[object]) -> None:
    """Decide whether the battle is over: at most one side able, the cap, or no progress (rung END)."""
    if fight.verdict is not None:
        return
    if lookup.is_decided(fight):
        winner = next((fighter.side for fighter in fight.fighters if fighter.out is None), None)
        outcome = "win" if winner is not None else "draw"
        reason = f"only {winner} can still fight" if winner is not None else "no side can still fight"
        fight.verdict = (outcome, winner, reason)
    elif CAP in items:
        fight.verdict = ("timeout", None, f"the cap of {fight.rules.max_counts:.12g} counts is reached (CLK-8)")
    elif STALE in items:
        _stale(fight)
    if fight.verdict is not None:
        fight.clock.stop()


def _stale(fight: Fight) -> None:
    """Call a stalemate, or look again when it could first be one."""
    span = fight.ticks(fight.rules.stalemate_counts)
    note_approach(fight)
    if any(fighter.bleed_rate for fighter in fight.fighters):
        fight.progress_at = fight.clock.now
    if fight.clock.now - fight.progress_at >= span:
        fight.verdict = ("stalemate", None, f"no progress for {fight.rules.stalemate_counts:.12g} counts (CLK-8)")
    else:
        arm_stalemate(fight)


def arm_stalemate(fight: Fight) -> None:
    """Set the clock to the first moment that could be a stalemate."""
    tick = fight.progress_at + fight.ticks(fight.rules.stalemate_counts)
    if tick <= fight.cap:
        fight.clock.at(max(tick, fight.clock.now + fight.rules.time_scale), Rung.END, STALE)


def note_approach(fight: Fight) -> None:
    """Count how near fighters have come to their opponents until now (CLK-8)."""
    for fighter in fight.fighters:
        if fighter.out is None and fighter.foe is not None:
            note_segment(fight, fighter, fighter.foe, *_now(fight, fighter, fighter.foe))


def _now(fight: Fight, fighter: Fighter, foe: Fighter) -> tuple[float, float, float, float]:
    fx, fy = lookup.place(fight, fighter)
    tx, ty = lookup.place(fight, foe)
    return tx - fx, ty - fy, foe.vx - fighter.vx, foe.vy - fighter.vy


def note_segment(fight: Fight, fighter: Fighter, foe: Fighter, rx: float, ry: float, vx: float, vy: float) -> None:
    """Count a new smallest distance of a pair as progress at the moment it was reached (CLK-8).

    Between two changes of velocity a pair moves in a straight line, so that the nearest moment is computed.

    Args:
        rx, ry, vx, vy: the opponent's place and velocity as the fighter sees them from now on.
    """
    now = fight.clock.now
    height = foe.level - fighter.level
    before, fighter.segment = fighter.segment, (foe, now, rx, ry, vx, vy, not (vx or vy), height)
    gap, tick = rx * rx + ry * ry + height * height, now
    if before is not None and before[0] is foe and not before[6]:
        _, since, sx, sy, wx, wy, _, height = before
        nearest = -(sx * wx + sy * wy) / (wx * wx + wy * wy)
        reached = since + int(nearest * TICKS_PER_COUNT) * fight.rules.time_scale if nearest > 0.0 else now
        if reached < now:
            sx, sy = sx + wx * nearest, sy + wy * nearest
            if sx * sx + sy * sy + height * height < gap:
                gap, tick = sx * sx + sy * sy + height * height, reached
    least = fight.smallest.get((fighter, foe), NEVER)
    if gap < least:
        fight.smallest[fighter, foe] = fight.smallest[foe, fighter] = gap
        if least - gap > LEAST_APPROACH * LEAST_APPROACH and tick > fight.progress_at:
            fight.progress_at = tick
