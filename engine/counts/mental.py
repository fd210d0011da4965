"""Mental weapons: their damage takes POW instead of HTK; no location, armor, PAB or knockback (C-DMG-7, C-WND-4a)."""

from __future__ import annotations

from engine.counts import body, effects, report
from engine.counts.consequences import Hit
from engine.counts.damage import Blow, critical_multiplier
from engine.counts.state import Action, Fight, Fighter, Tool
from engine.events import Wound

Seq = int | None

MIND = "mind"
"""What a log gives as the location of a mental blow."""


def resolve(damage: int, sl: int, shift: int, cap: int, fight: Fight) -> Blow:
    """Return what a mental blow comes to: its damage times the critical, up to the cap (C-DMG-7, C-DMG-5, C-DMG-4)."""
    critical = critical_multiplier(sl, shift, fight.rules)
    lost = min(damage * critical, cap)
    return Blow(lost, 0, 0, damage, critical, 0, 0, 0)


def hit_of(fight: Fight, action: Action, target: Fighter, tool: Tool, damage: int, sl: int, seq: Seq) -> Hit:
    """Return the hit of a mental weapon, to be applied (C-DMG-7)."""
    blow = resolve(damage, sl, tool.kind.sl_shift, tool.cap, fight)
    return Hit(action.fighter, action, target, tool.spec.type, MIND, MIND, damage, 0, sl, blow, [], seq, mental=True)


def take(fight: Fight, hits: list[Hit]) -> list[Fighter]:
    """Take the POW that the mental blows of an instant cost, all before anyone faints; return whom they struck.

    Args:
        hits: mental hits, by rank.
    """
    victims: dict[Fighter, None] = {}
    for hit in hits:
        victim, lost = hit.target, hit.blow.lost
        victims[victim] = None
        victim.pow_lost += lost
        if lost:
            victim.totals.wounds += 1
            fight.progress_at = fight.clock.now
        hit.seq = _log(fight, hit)
        victim.hurt_seq = victim.wound_seq = hit.seq
        effects.struck(fight, victim, hit.seq)
    return list(victims)


def conclude(fight: Fight, victims: list[Fighter]) -> None:
    """Let those whose POW is gone lose consciousness (C-WND-4a)."""
    for victim in victims:
        if victim.pow_lost >= victim.spec.pow:
            body.unconscious(fight, victim, "C-WND-4a", f"{victim.pow_lost} of {victim.spec.pow} POW lost", victim.wound_seq)


def _log(fight: Fight, hit: Hit) -> Seq:
    """Log what a mental blow cost, with the state it leaves."""
    if fight.log is None:
        return None
    victim, blow = hit.target, hit.blow
    return report.other(
        fight, Wound, victim, hit.seq, hit.action.id if hit.action else None, by=hit.attacker.name, location=MIND,
        damage_type=hit.type, damage=hit.damage, armor=0, through=blow.through, concussive=0, critical=blow.critical,
        pab_left=0, lost=0, htk=victim.spec.htk, htk_lost=victim.htk_lost, part_damage=0, pow=blow.lost,
        pow_lost=victim.pow_lost,
    )  # fmt: skip
