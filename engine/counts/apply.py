"""The rung APPLY: losses, saves and ends of an instant take effect, all together (CLK-2, section 10)."""

from __future__ import annotations

from typing import Any

from engine.counts import body, care, effects, grapple, lookup, mental, push, report
from engine.counts.consequences import Grip, Hit, Push
from engine.counts.damage import stopped_and_capped
from engine.counts.state import Fight, Fighter
from engine.events import Wound

Seq = int | None


def on_apply(fight: Fight, items: list[Any]) -> None:
    """Apply the hits, pushes, grips and drops of bleeding of this tick (rung APPLY)."""
    done = [item for item in items if type(item) is not tuple]
    drops = [item[1] for item in items if type(item) is tuple and item[1].bleed_token == item[2]]
    drops.sort(key=_rank)
    shocked = [fighter for fighter in drops if effects.bleed_drop(fight, fighter)]
    take_effect(fight, done)
    struck = {item.target for item in done if type(item) is Hit and item.blow.lost}
    for fighter in drops:
        if fighter in shocked and fighter not in struck:
            effects.shock_save(fight, fighter, fighter.bleed_seq)
        body.conclude(fight, fighter, fighter.bleed_seq)
    body.part_from_the_fallen(fight)


def _rank(fighter: Fighter) -> int:
    return fighter.rank


def take_effect(fight: Fight, done: list[Hit | Push | Grip]) -> None:
    """Apply what an instant has done: wounds, then who is thrown down or held, then who is thrown back (CLK-2).

    What throws somebody back is reckoned against the state before all of it.
    """
    hits = [item for item in done if type(item) is Hit]
    shoves = push.gather(fight, hits, [item for item in done if type(item) is Push])
    apply_hits(fight, hits)
    if len(hits) < len(done):
        grapple.take_hold(fight, [item for item in done if type(item) is Grip])
    if shoves:
        push.throw(fight, shoves)


def apply_hits(fight: Fight, hits: list[Hit]) -> None:
    """Apply the hits of one instant: all losses first, then effects, then who is stunned, down or dead.

    Of one fighter's hits the losses, the damage of locations and the wear of armor are summed against the state
    before; then there is one health save a blow and one shock save in all (CLK-2).
    """
    if len(hits) > 1:
        hits.sort(key=lambda hit: (hit.target.rank, hit.attacker.rank))
    dazed = mental.take(fight, [hit for hit in hits if hit.mental])
    hits = [hit for hit in hits if not hit.mental]
    victims: dict[Fighter, list[Hit]] = {}
    for hit in hits:
        victims.setdefault(hit.target, []).append(hit)
        _lose(fight, hit)
    for victim, taken in victims.items():
        stuns = [effects.of_blow(fight, victim, hit) for hit in taken]
        for place, part in _last_blows(taken):
            stuns[place] += effects.of_location(fight, victim, victim.parts[part], taken[place])
        if any(hit.blow.lost for hit in taken):
            effects.shock_save(fight, victim, taken[-1].seq)
        body.stun(fight, victim, max(stuns), taken[-1].seq)
        body.conclude(fight, victim, taken[-1].seq)
    mental.conclude(fight, dazed)
    if fight.bindings:
        care.struck(fight, [*victims, *dazed])
    body.part_from_the_fallen(fight)


def _lose(fight: Fight, hit: Hit) -> None:
    """Take a hit's HTK, its location's damage and the armor's wear, and log the wound (C-DMG-6, C-WND-2, C-ARM-2)."""
    victim, blow = hit.target, hit.blow
    part = lookup.part_of(victim, hit.part)
    part.damage += blow.edged
    for layer, worn in hit.layers:
        layer.left = max(0.0, layer.left - worn)
    if not blow.lost:
        hit.seq = _log_wound(fight, hit, part.damage)
        victim.hurt_seq = victim.wound_seq = hit.seq
        return
    victim.htk_lost += blow.lost
    victim.lost_by[hit.type] = victim.lost_by.get(hit.type, 0) + blow.lost
    victim.totals.wounds += 1
    if hit.attacker is not victim:
        hit.attacker.totals.damage_dealt += blow.lost
    fight.progress_at = fight.clock.now
    hit.seq = _log_wound(fight, hit, part.damage)
    victim.hurt_seq = victim.wound_seq = hit.seq


def _log_wound(fight: Fight, hit: Hit, part_damage: int) -> Seq:
    """Log what a hit cost, link by link, with the state it leaves."""
    if fight.log is None:
        return None
    victim, blow = hit.target, hit.blow
    stopped, capped = stopped_and_capped(blow, getattr(fight.rules.types, hit.type))
    return report.other(
        fight, Wound, victim, hit.seq, hit.action.id if hit.action else None, by=hit.attacker.name, location=hit.location,
        damage_type=hit.type, damage=hit.damage, armor=hit.armor, through=blow.through, concussive=blow.concussive,
        leaked=blow.leaked, critical=blow.critical, pab=victim.spec.pab, pab_left=blow.pab_left, pab_stopped=stopped,
        capped=capped, lost=blow.lost, htk=victim.spec.htk, htk_lost=victim.htk_lost,
        part_damage=part_damage, armor_hits={layer.name: layer.left for layer, _ in hit.layers},
    )  # fmt: skip


def _last_blows(taken: list[Hit]) -> list[tuple[int, str]]:
    """Return each struck part with the place of the last of the hits on it (C-WND-2)."""
    last = {hit.part: place for place, hit in enumerate(taken)}
    return [(place, part) for part, place in last.items()]
