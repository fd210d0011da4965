"""Who a fighter is up against, its stage there, and asking its agent."""

from __future__ import annotations

from engine.clock import Rung
from engine.counts import grapple, lookup, modes, motion, report
from engine.counts.stages import Stage
from engine.counts.state import Fight, Fighter
from engine.events import Lock, Unlock

Seq = int | None


def ask(fight: Fight, fighter: Fighter, reason: str, cause: Seq) -> None:
    """Have a fighter asked in this instant, if its agent wants to be for that reason and it can act (CLK-5)."""
    if reason in fighter.asks and lookup.acts(fight, fighter):
        ask_always(fight, fighter, reason, cause)


def ask_always(fight: Fight, fighter: Fighter, reason: str, cause: Seq) -> None:
    """Have a fighter asked in this instant for a reason it chose itself (a timer)."""
    if reason not in fighter.reasons:
        fighter.reasons.append(reason)
        fighter.ask_seq = cause
    fight.clock.enlist(Rung.DECIDE, fighter)


def keep_attacking(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Have a fighter's standing order strike again in this instant's DECIDE (CLK-5)."""
    if fighter.struck_with is not None:
        fight.standing[fighter] = cause
        fight.clock.enlist(Rung.DECIDE, fighter)


def face(fight: Fight, fighter: Fighter, foe: Fighter | None, fixed: bool, cause: Seq) -> None:
    """Make someone a fighter's current opponent: it faces it, keeps its distance to it, reckons its stage with it."""
    if foe is fighter.foe:
        fighter.foe_fixed = fixed and foe is not None
        return
    if fighter.foe is not None:
        fighter.fx, fighter.fy = lookup.facing(fight, fighter)
        if fighter.motion is None or fighter.motion.foe is not fighter.foe:
            fighter.foe.followers.pop(fighter, None)
    fighter.foe, fighter.foe_fixed, fighter.stage = foe, fixed and foe is not None, None
    modes.drop_need(fighter)
    if foe is not None:
        foe.followers[fighter] = None
        update(fight, fighter, cause)
        modes.judge(fight, fighter, cause)
    motion.replan(fight, fighter)


def update(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Note a change of a fighter's stage against its opponent, and what follows from it (C-STG-2)."""
    foe, tool = fighter.foe, fighter.primary
    if foe is None or tool is None or foe.out is not None:
        fighter.stage = None
        return
    gap = lookup.hundredths(fight, fighter, foe)
    stage = tool.table.at(gap)
    before = fighter.stage
    if stage is before:
        return
    fighter.stage = stage
    seq = report.stage(fight, fighter, before.label if before is not None else None, stage.label, foe, gap / 100, cause)
    if stage is Stage.OVER_3 and lookup.sees(fight, fighter, foe):
        lock(fight, fighter, foe, "over_3", seq)
    if before is not None:
        ask(fight, fighter, "stage_changed", seq)
    if stage is Stage.OUT and not lookup.engaged(fight, fighter, foe):
        disengage(fight, fighter, foe, before is not None, seq)


def disengage(fight: Fight, fighter: Fighter, foe: Fighter, parted: bool, cause: Seq) -> None:
    """Part two fighters: own set distances hold again, speed points refill, locks and holds open (C-STG-5a, C-INI-2, C-KNB-3).

    Args:
        parted: whether they part now; to turn to someone who is Out already refills nothing.
    """
    modes.forget_ground(fight, fighter, foe)
    for one, other in ((fighter, foe), (foe, fighter)):
        if parted and not lookup.is_pinned(fight, one):
            modes.refill(fight, one)
        for tool in one.tools.values():
            if tool.locked_by is other:
                unlock(fight, one, "disengaged", cause)
        if one.holding is other:
            grapple.let_go(fight, one, "disengaged", cause)


def lock(fight: Fight, fighter: Fighter, by: Fighter, why: str, cause: Seq) -> bool:
    """Lock the weapon a fighter's distances are reckoned with; return whether there was one to lock (C-STG-6)."""
    tool = fighter.primary
    if tool is None or tool.locked_by is not None:
        return False
    tool.locked_by = by
    by.has_locked = True
    seq = report.other(fight, Lock, fighter, cause, target=by.name, weapon=tool.name, locked=True, why=why)
    ask(fight, fighter, "locked", seq)
    return True


def unlock(fight: Fight, fighter: Fighter, why: str, cause: Seq, action: str | None = None) -> None:
    """Free all locked weapons of a fighter (C-STG-6)."""
    for tool in fighter.tools.values():
        if tool.locked_by is not None:
            tool.locked_by = None
            cause = report.other(fight, Unlock, fighter, cause, action, weapon=tool.name, locked=False, why=why)
    ask(fight, fighter, "unlocked", cause)
