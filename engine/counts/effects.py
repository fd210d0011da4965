"""What a wound does beyond the loss: the minor and major effects of each damage type, parts, bleeding (C-WND-1 to 5)."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from engine.clock import Rung
from engine.counts import body, lookup, report, rolls
from engine.counts.consequences import Hit
from engine.counts.state import Fight, Fighter, Part
from engine.events import Bleed

Seq = int | None
Stun = int
"""Counts of stun: those of one blow add up (C-WND-3), of several at one instant the longest holds (CLK-2)."""

STUNNING = frozenset({"head", "neck", "eyes", "nose", "mouth", "chest"})
"""Parts whose shock stuns whole, and whose disabling makes unconscious (C-WND-3)."""


def of_blow(fight: Fight, victim: Fighter, hit: Hit) -> Stun:
    """Ask for the saves a blow calls for and apply what they don't spare; return the stun in counts (C-WND-1)."""
    rules, htk, cost = fight.rules, victim.spec.htk, hit.blow.edged
    if cost <= rules.minor_share * htk:
        struck(fight, victim, hit.seq)
        return 0
    seq = hit.seq
    made, _, seq = rolls.save(fight, victim, "health_save", victim.spec.health, "C-WND-1", seq)
    stun = 0
    if not made and cost > rules.major_share * htk:
        stun = _MAJOR[hit.type](fight, victim, hit, seq)
        half = int(victim.spec.health * rules.second_save_share)
        spared, _, seq = rolls.save(fight, victim, "minor_save", half, "C-WND-1", seq)
        if not spared:
            stun += _minor_after_major(fight, victim, hit, seq)
    elif not made:
        stun = _MINOR[hit.type](fight, victim, hit, seq)
    struck(fight, victim, hit.seq)
    return stun


def struck(fight: Fight, victim: Fighter, cause: Seq) -> None:
    """Have the struck fighter asked, if it can act when the instant is done."""
    if "struck" in victim.asks and "struck" not in victim.reasons:
        victim.reasons.append("struck")
        victim.ask_seq = cause
        fight.clock.enlist(Rung.DECIDE, victim)


# the effects by name


def _shock(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Make a part useless for the rest of the fight (C-WND-3, slicing major)."""
    part, cost, rules = lookup.part_of(victim, hit.part), hit.blow.lost, fight.rules
    failed, part.useless = part.useless, True
    stun = 0
    if part.name in STUNNING:
        stun = body.stun_counts(fight, cost)
    elif part.name in lookup.TORSO:
        body.slow(fight, victim, rules.shock_mvm, part.name, seq)
        stun = body.half(fight, cost)
    seq = report.effect(fight, victim, "shock", "C-WND-3", hit.location, stun or None, body.state_of(fight, victim), seq)
    if not failed:
        body.limb_fails(fight, victim, part, seq)
    return stun


def _paralysis(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Paralyse a part: as shock without bleeding; the second one disables it (C-WND-3, chopping minor)."""
    part = lookup.part_of(victim, hit.part)
    part.paralyses += 1
    seq = report.effect(
        fight, victim, "paralysis", "C-WND-3", hit.location, part.paralyses, body.state_of(fight, victim), seq
    )
    stun = _shock(fight, victim, hit, seq)
    if part.paralyses == 2:
        stun += disable(fight, victim, part, hit, seq)
    return stun


def disable(fight: Fight, victim: Fighter, part: Part, hit: Hit, seq: Seq) -> Stun:
    """Disable a part for good (C-WND-3, chopping major; C-WND-2, crippled)."""
    failed = part.useless
    part.disabled = part.useless = True
    cost, rules, stun = hit.blow.lost, fight.rules, 0
    if part.name == "abdomen":
        body.slow(fight, victim, rules.disabled_mvm, part.name, seq)
        stun = body.stun_counts(fight, cost)
    elif part.name == "groin":
        victim.shock_share = rules.shock_share_groin
    elif part.name not in STUNNING:
        stun = body.half(fight, cost)
    seq = report.effect(
        fight, victim, "disabled", "C-WND-3", part.name, stun or None, body.state_of(fight, victim), seq
    )
    if part.name in STUNNING:
        body.unconscious(fight, victim, "C-WND-3", f"{part.name} disabled", seq)
    if not failed:
        body.limb_fails(fight, victim, part, seq)
    return stun


def _disabling(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Disable the struck part (chopping, crushing and energy major)."""
    return disable(fight, victim, lookup.part_of(victim, hit.part), hit, seq)


def _bleed(fight: Fight, victim: Fighter, hit: Hit, rate: int, seq: Seq) -> None:
    """Let a wound bleed; each is bound on its own (C-WND-3, C-WND-7)."""
    victim.bleeding.append(rate)
    change_bleeding(fight, victim, sum(victim.bleeding), seq)


def _bleeding_minor(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Bleed (slicing minor)."""
    _bleed(fight, victim, hit, fight.rules.bleed_minor, seq)
    return 0


def _shock_bleeding(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Shock and bleed twice (slicing, projectile and explosive major)."""
    stun = _shock(fight, victim, hit, seq)
    _bleed(fight, victim, hit, fight.rules.bleed_major, seq)
    return stun


def _shock_piercing(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Shock and bleed once (piercing major)."""
    stun = _shock(fight, victim, hit, seq)
    _bleed(fight, victim, hit, fight.rules.bleed_minor, seq)
    return stun


def _nothing(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Do nothing more: a piercing weapon's minor effect is in every hit (C-DMG-5)."""
    return 0


def _overbear(fight: Fight, victim: Fighter, hit: Hit, bonus: int, seq: Seq) -> None:
    """Let the ripping weapon pull its victim down (C-WND-3, C-THR-1)."""
    guard = -lookup.guard(victim) if lookup.defends(fight, victim, hit.attacker, hit.action) else 0
    terms = (hit.attacker.spec.ovb, bonus, guard)
    why = (("C-WND-3", "OVB"), ("C-WND-3", "major ripping"), ("C-HIT-1", "DEF"))
    _, result, seq = rolls.overbear(fight, hit.attacker, sum(terms), terms, why, seq)
    if result == "hit":
        body.fall(fight, victim, "overborne", seq)


def _ripping_minor(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Bleed and be overborne (ripping minor)."""
    _bleed(fight, victim, hit, fight.rules.bleed_minor, seq)
    _overbear(fight, victim, hit, 0, seq)
    return 0


def _ripping_major(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Shock, bleed, and be overborne at a bonus (ripping major)."""
    stun = _shock_bleeding(fight, victim, hit, seq)
    _overbear(fight, victim, hit, fight.rules.overbear_bonus, seq)
    return stun


def _counts_for_shock(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Let losses of this type count two or three times for system shock (projectile and explosive minor)."""
    victim.multiplied.add(hit.type)
    factor = getattr(fight.rules.types, hit.type).shock_factor
    report.effect(fight, victim, "system shock counts more", "C-WND-3", hit.location, factor, {}, seq)
    return 0


Effect = Callable[[Fight, Fighter, Hit, Seq], Stun]

_MINOR: dict[str, Effect] = {
    "slicing": _bleeding_minor,
    "chopping": _paralysis,
    "crushing": _paralysis,
    "piercing": _nothing,
    "ripping": _ripping_minor,
    "energy": _shock,
    "projectile": _counts_for_shock,
    "explosive": _counts_for_shock,
}
_MAJOR: dict[str, Effect] = {
    "slicing": _shock_bleeding,
    "chopping": _disabling,
    "crushing": _disabling,
    "piercing": _shock_piercing,
    "ripping": _ripping_major,
    "energy": _disabling,
    "projectile": _shock_bleeding,
    "explosive": _shock_bleeding,
}


def _minor_after_major(fight: Fight, victim: Fighter, hit: Hit, seq: Seq) -> Stun:
    """Apply the minor effect that follows a major one; a ripping one has pulled its victim down already (C-WND-1)."""
    if hit.type == "ripping":
        return _bleeding_minor(fight, victim, hit, seq)
    return _MINOR[hit.type](fight, victim, hit, seq)


# locations


def of_location(fight: Fight, victim: Fighter, part: Part, hit: Hit) -> Stun:
    """Injure, cripple or destroy a part by the damage it has taken; return the stun in counts (C-WND-2)."""
    rules, stun = fight.rules, 0
    base = victim.spec.htk * (rules.small_part_share if part.name.split(" ")[-1] in lookup.SMALL else 1.0)
    if part.damage >= rules.injured_share * base and not part.injured:
        part.injured = True
        report.effect(fight, victim, "injured", "C-WND-2", part.name, part.damage, body.state_of(fight, victim), hit.seq)
    if part.damage >= rules.crippled_share * base and not part.disabled:
        seq = report.effect(fight, victim, "crippled", "C-WND-2", part.name, part.damage, {}, hit.seq)
        stun = disable(fight, victim, part, hit, seq)
    if part.damage >= rules.destroyed_share * base and not part.destroyed:
        part.destroyed = True
        report.effect(fight, victim, "destroyed", "C-WND-2", part.name, part.damage, {}, hit.seq)
    return stun


# shock and bleeding


def shock_total(fight: Fight, victim: Fighter) -> int:
    """Return the shock total: HTK lost, some types counted more once their minor effect happened (C-WND-5)."""
    total = 0
    for kind, lost in victim.lost_by.items():
        total += lost * getattr(fight.rules.types, kind).shock_factor if kind in victim.multiplied else lost
    return total


def in_shock(fight: Fight, victim: Fighter) -> bool:
    """Return whether the shock total has reached the threshold (C-WND-5)."""
    share = victim.shock_share or fight.rules.shock_share
    return shock_total(fight, victim) >= share * victim.spec.htk - 1e-9


def shock_save(fight: Fight, victim: Fighter, cause: Seq) -> None:
    """Ask for a save when the shock total has reached the threshold (C-WND-5)."""
    if in_shock(fight, victim):
        made, _, seq = rolls.save(fight, victim, "shock_save", victim.spec.health, "C-WND-5", cause)
        if not made:
            body.unconscious(fight, victim, "C-WND-5", "system shock", seq)


def _minute(fight: Fight) -> int:
    return fight.ticks(fight.rules.minute)


def change_bleeding(fight: Fight, fighter: Fighter, rate: int, cause: Seq) -> None:
    """Set how many HTK a minute a fighter loses; the part of a point already run carries over (C-WND-7)."""
    now = fight.clock.now
    fighter.bleed_done += fighter.bleed_rate * (now - fighter.bleed_from)
    fighter.bleed_from, fighter.bleed_rate = now, rate
    fighter.bleed_seq = report.other(
        fight, Bleed, fighter, cause, lost=0, htk_lost=fighter.htk_lost, rate=rate
    )
    _arm(fight, fighter)


def _arm(fight: Fight, fighter: Fighter) -> None:
    """Set the clock for the next drop, with the blows of its instant (rung STRIKE)."""
    fighter.bleed_token += 1
    if fighter.bleed_rate:
        quantum = fight.rules.time_scale
        wait = ceil((_minute(fight) - fighter.bleed_done) / fighter.bleed_rate / quantum - 1e-9) * quantum
        fight.clock.at(fight.clock.now + max(wait, quantum), Rung.STRIKE, (None, fighter, fighter.bleed_token))


def bleed_drop(fight: Fight, fighter: Fighter) -> bool:
    """Lose one HTK to bleeding and set the clock for the next (C-WND-7).

    Returns:
        Whether this drop took the shock total to its threshold (C-WND-5).
    """
    now = fight.clock.now
    fighter.bleed_done += fighter.bleed_rate * (now - fighter.bleed_from) - _minute(fight)
    fighter.bleed_from = now
    before = in_shock(fight, fighter)
    fighter.htk_lost += 1
    fighter.lost_by["bleeding"] = fighter.lost_by.get("bleeding", 0) + 1
    fight.progress_at = now
    fighter.bleed_seq = report.other(
        fight, Bleed, fighter, fighter.bleed_seq, lost=1, htk_lost=fighter.htk_lost, rate=fighter.bleed_rate
    )
    _arm(fight, fighter)
    return not before and in_shock(fight, fighter)
