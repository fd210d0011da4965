"""Who is to be asked, and who comes into sight (CLK-5, P-LOS-1)."""

from __future__ import annotations

from typing import Any

from engine.clock import Rung
from engine.events_steps import Sighted, StepsAim
from engine.steps import grid, lookup, report
from engine.steps.state import Fight, Fighter

Seq = int | None


def ask(fight: Fight, fighter: Fighter, reason: str, cause: Seq) -> None:
    """Have a combatant asked in the next pass of DECIDE, if it wants to be, else answered by its standing order."""
    if fighter.out is not None:
        return
    if reason not in fighter.reasons:
        fighter.reasons.append(reason)
    fighter.ask_seq = cause
    fight.clock.enlist(Rung.DECIDE, fighter)


def on_plan(fight: Fight, items: list[Any]) -> None:
    """Look at the sights of all that have moved, turned, or had a view opened (rung PLAN)."""
    moved, fight.moved = fight.moved, {}
    for fighter in sorted(moved, key=lambda one: one.rank):
        if fighter.out is not None:
            continue
        for other in fight.fighters:
            if other.side == fighter.side or other.out is not None:
                continue
            _note(fight, fighter, other)
            if other not in moved:
                _note(fight, other, fighter)
            _approach(fight, fighter, other)


def _note(fight: Fight, fighter: Fighter, other: Fighter) -> None:
    """Note whether one sees another now: a new sight asks, a lost one loses the aim (P-LOS-1, P-FIR-1)."""
    seen = lookup.sees(fight, fighter, other)
    if seen == (other in fighter.sees):
        return
    (fighter.sees.add if seen else fighter.sees.discard)(other)
    seq = report.add(fight, Sighted, fighter, fighter.decision_seq, target=other.name, seen=seen)
    if seen:
        ask(fight, fighter, "sighted", seq)
    elif fighter.aim is not None and fighter.aim[0] is other:
        lose_aim(fight, fighter, "out of sight", seq)


def first_sights(fight: Fight) -> None:
    """Note who sees whom at the start; nobody is asked for it."""
    for fighter in fight.fighters:
        for other in fight.fighters:
            if other.side != fighter.side:
                _approach(fight, fighter, other)
                if lookup.sees(fight, fighter, other):
                    fighter.sees.add(other)


def _approach(fight: Fight, fighter: Fighter, other: Fighter) -> None:
    """Count a new smallest distance of two opponents as progress (CLK-8)."""
    pair = (fighter, other) if fighter.rank < other.rank else (other, fighter)
    gap = grid.gap2(fighter.square, other.square)
    least = fight.pairs.get(pair)
    if least is None or gap < least:
        fight.pairs[pair] = gap
        if least is not None:
            fight.progress_at = fight.clock.now


def lose_aim(fight: Fight, fighter: Fighter, why: str, cause: Seq) -> None:
    """Lose an aim (P-FIR-1)."""
    if fighter.aim is not None:
        target = fighter.aim[0]
        fighter.aim = None
        report.add(fight, StepsAim, fighter, cause, target=target.name, spells=0, why=why)
