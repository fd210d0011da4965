"""The rung APPLY: everything an instant's shots did takes effect together (CLK-2, P-DMG-1)."""

from __future__ import annotations

from typing import Any

from engine.clock import Rung
from engine.events_steps import ObjectHit, StepsDeath, StepsDown, StepsWound
from engine.steps import damage, lookup, movement, outcome, phases, report, stance
from engine.steps.state import Breakage, Fight, Fighter, Harm, Phase, Thing

Seq = int | None


def on_apply(fight: Fight, items: list[Any]) -> None:
    """Apply what is gathered (rung APPLY)."""
    take_effect(fight)


def take_effect(fight: Fight) -> None:
    """Apply all hits gathered so far: those on one target are summed against its state before (CLK-2)."""
    harms, fight.harms = fight.harms, []
    breakages, fight.breakages = fight.breakages, []
    by_target: dict[Fighter, list[Harm]] = {}
    for harm in harms:
        by_target.setdefault(harm.target, []).append(harm)
    hurt = sorted(by_target, key=lambda fighter: fighter.rank)
    for target in hurt:
        _lose(fight, target, by_target[target])
    for target in hurt:
        _conclude(fight, target)
    _break(fight, breakages)
    if harms:
        fight.decided = outcome.decided(fight)


def _lose(fight: Fight, target: Fighter, harms: list[Harm]) -> None:
    """Add up the losses of an instant (P-DMG-1)."""
    for harm in harms:
        lost = damage.lost(harm.damage, harm.armor)
        target.health -= lost
        target.totals.damage_taken += lost
        harm.by.totals.damage_dealt += lost
        if lost:
            fight.progress_at = fight.clock.now
        target.wound_seq = report.add(
            fight, StepsWound, target, harm.seq, harm.action.id, by=harm.by.name, location=harm.location,
            damage=harm.damage, armor=harm.armor, lost=lost, health=target.health,
        )  # fmt: skip


def _conclude(fight: Fight, target: Fighter) -> None:
    """Find out who is down or dead; who is not, is asked (P-DMG-1)."""
    if target.health > 0:
        stance.ask(fight, target, "struck", target.wound_seq)
        return
    if target.health <= -target.spec.health * fight.rules.dead_factor:
        target.dead = True
        report.add(fight, StepsDeath, target, target.wound_seq, why="P-DMG-1: dead", health=target.health)
    state = "dead" if target.dead else "down"
    put_out(fight, target, state, f"P-DMG-1: {state}", target.wound_seq)


def put_out(fight: Fight, fighter: Fighter, state: str, why: str, cause: Seq) -> None:
    """Put a combatant out of the fight: it falls where it is, its action is lost (CLK-4)."""
    if fighter.out is not None:
        return
    movement.stop(fight, fighter, "down", cause)
    fight.changes += 1
    fighter.out = state
    movement.recount(fight, fighter.square)
    fighter.reasons.clear()
    fighter.threats.clear()
    stance.lose_aim(fight, fighter, "down", cause)
    action, fighter.action = fighter.action, None
    if action is not None and action.impact != fight.clock.now:
        action.phase = Phase.OVER
    if fight.log is not None:
        seq = report.add(fight, StepsDown, fighter, cause, why=why, health=fighter.health)
        cause = seq
    _tell_the_others(fight, fighter, cause)
    fight.clock.enlist(Rung.END, None)


def _tell_the_others(fight: Fight, fallen: Fighter, cause: Seq) -> None:
    """Ask anew whoever was about to act against one who is out; what is committed runs on (CLK-4)."""
    for other in fight.fighters:
        other.sees.discard(fallen)
        action = other.action
        if action is None or action.target is not fallen or action.phase is Phase.COMMITTED:
            continue
        seq = phases.drop(fight, action, True, "the target is out", cause)
        stance.ask(fight, other, "target_down", seq)


def _break(fight: Fight, breakages: list[Breakage]) -> None:
    """Take points off objects; destroyed, they give no cover any more and open the way (P-DMG-1)."""
    if not breakages:
        return
    if fight.shared:
        _part(fight, breakages)
    by_thing: dict[Thing, list[Breakage]] = {}
    for hit in breakages:
        by_thing.setdefault(hit.thing, []).append(hit)
    opened = False
    for thing in sorted(by_thing, key=lambda one: (one.square, one.name)):
        for hit in by_thing[thing]:
            if not thing.spec.health or thing.destroyed:
                continue
            thing.health -= hit.damage
            thing.destroyed = thing.health <= 0
            opened = opened or thing.destroyed
            fight.progress_at = fight.clock.now
            report.add(
                fight, ObjectHit, hit.by, hit.seq, hit.action.id, name=thing.name, position=thing.square,
                damage=hit.damage, health=max(0, thing.health), destroyed=thing.destroyed,
            )  # fmt: skip
    if opened:
        lookup.forget(fight)
        for fighter in fight.fighters:
            movement.moved(fight, fighter)


def _part(fight: Fight, breakages: list[Breakage]) -> None:
    """Give a fight objects of its own where imagined fights share them, before some are hit."""
    copies = {
        thing: Thing(thing.spec, thing.name, thing.square, thing.health, thing.destroyed) for thing in fight.objects
    }  # fmt: skip
    fight.objects = list(copies.values())
    fight.things = {square: [copies[thing] for thing in things] for square, things in fight.things.items()}
    fight.shared = False
    for hit in breakages:
        hit.thing = copies[hit.thing]
