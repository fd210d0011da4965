"""The rung APPLY: everything an instant's attacks did takes effect together (CLK-2, S-ROL-3, S-WND-1 to S-WND-4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.events_shots import ShotWound, StructureHit
from engine.shots import body, outcome, report
from engine.shots.state import Fight, Fighter, Harm, Structure, StructureHarm

Seq = int | None


def on_apply(fight: Fight, items: list[Callable[[Fight], None]]) -> None:
    """Apply what is gathered (rung APPLY)."""
    take_effect(fight)
    for call in items:
        call(fight)
    fight.decided = outcome.decided(fight)


def take_effect(fight: Fight) -> None:
    """Apply all hits gathered so far: those on one target are summed against its state before (CLK-2)."""
    if not fight.harms and not fight.broken:
        return
    harms, fight.harms = fight.harms, []
    broken, fight.broken = fight.broken, []
    by_target: dict[Fighter, list[Harm]] = {}
    for harm in harms:
        by_target.setdefault(harm.target, []).append(harm)
    for target in sorted(by_target, key=lambda fighter: fighter.rank):
        _wound(fight, target, by_target[target])
    by_place: dict[Structure, list[StructureHarm]] = {}
    for hit in broken:
        by_place.setdefault(hit.place, []).append(hit)
    for place in sorted(by_place, key=lambda spot: spot.name):
        _break(fight, place, by_place[place])
    fight.decided = outcome.decided(fight)


def _wound(fight: Fight, target: Fighter, harms: list[Harm]) -> None:
    """Add up the Wound Points of an instant; then what they do (S-ROL-3)."""
    seq: Seq = None
    points = 0
    for harm in harms:
        points += harm.points
        target.wounds += harm.points
        target.totals.wounds_taken += harm.points
        harm.action.fighter.totals.wounds_dealt += harm.points
        seq = report.add(
            fight, ShotWound, target, harm.seq, harm.action.id, by=harm.action.fighter.name, damage=harm.damage,
            toughness=sum(value for value, _, _ in harm.toughness), armor=harm.armor, points=harm.points,
            wounds=target.wounds, toughness_mods=report.mods(harm.toughness) if len(harm.toughness) > 1 else [],
        )  # fmt: skip
    if points:
        target.wound_seq = seq
        fight.progress_at = fight.clock.now
        body.hurt(fight, target, points, seq)


def _break(fight: Fight, place: Structure, hits: list[StructureHarm]) -> None:
    """Wear a structure down: damage above its Toughness lowers it, twice as much destroys it (S-WND-4)."""
    before = place.toughness
    for hit in hits:
        effect = "none"
        if hit.damage > before and not place.destroyed:
            whole = hit.damage >= fight.rules.structure_factor * before
            place.toughness = 0 if whole else place.toughness - 1
            place.destroyed = place.toughness <= 0
            fight.progress_at = fight.clock.now
            effect = "destroyed" if place.destroyed else "worn"
        report.add(
            fight, StructureHit, hit.action.fighter, hit.seq, hit.action.id, name=place.name, damage=hit.damage,
            against=before, toughness=place.toughness, destroyed=place.destroyed, effect=effect,
        )  # fmt: skip
