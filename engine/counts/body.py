"""What becomes of a body: stuns, falls, failing limbs, going down, dying, and who is left facing whom (C-WND-3 to 6)."""

from __future__ import annotations

from math import ceil
from typing import Any

from engine.clock import Rung
from engine.counts import aiming, grapple, lookup, modes, motion, phases, report, rolls, stance
from engine.counts.actions import Recouch
from engine.counts.state import Action, Fight, Fighter, Part, Phase
from engine.events import Death, Down, Draw, Fall, Stun

Seq = int | None


def stun_counts(fight: Fight, cost: int) -> int:
    """Return a whole stun in counts for the HTK a blow cost (C-WND-4)."""
    return ceil(cost * fight.rules.stun_per_htk - 1e-9)


def half(fight: Fight, cost: int) -> int:
    """Return a half stun in counts, rounded up (C-WND-4)."""
    return ceil(cost * fight.rules.stun_per_htk * fight.rules.half_stun_share - 1e-9)


def state_of(fight: Fight, fighter: Fighter) -> dict[str, Any]:
    """Return the state an effect leaves, for the log."""
    if fight.log is None:
        return {}
    useless = [part.name for part in fighter.parts.values() if part.useless]
    injured = [part.name for part in fighter.parts.values() if part.injured]
    return {"useless": useless, "injured": injured, "mvm": lookup.top_speed(fight, fighter), "bleeding": fighter.bleed_rate}


def slow(fight: Fight, fighter: Fighter, loss: float, why: str, cause: Seq) -> None:
    """Take MVM from a fighter; losses add up (C-WND-3)."""
    fighter.mvm_lost += loss
    limit_speed(fight, fighter, cause)


def limit_speed(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Hold a moving fighter to the top speed it has left."""
    moving, top = fighter.motion, lookup.top_speed(fight, fighter)
    if moving is None or moving.speed <= top or moving.carried or moving.kind == "ride":
        return
    if top <= 0.0:
        motion.stop(fight, fighter, "no MVM left", cause)
        return
    if moving.kind != "ground":
        moving.speed = top
        motion.start(fight, fighter, moving, cause)


def limb_fails(fight: Fight, fighter: Fighter, part: Part, cause: Seq) -> None:
    """Let a useless arm drop what it holds, a useless leg give way (C-WND-4)."""
    side, _, limb = part.name.rpartition(" ")
    if limb in lookup.ARMS:
        drop(fight, fighter, 0 if side == "right" else 1, cause)
    elif limb in lookup.LEGS:
        limit_speed(fight, fighter, cause)
        made, _, seq = rolls.save(fight, fighter, "agl_save", fighter.agl, "C-WND-4", cause)
        if not made:
            fall(fight, fighter, "leg gives way", seq)


def drop(fight: Fight, fighter: Fighter, hand: int, cause: Seq) -> None:
    """Drop what a hand holds; a blow with it is cancelled or lost (C-WND-4, CLK-4)."""
    tool = fighter.hands[hand]
    if tool is None:
        return
    fighter.let_go(tool)
    names = [held.name for held in fighter.held]
    seq = report.other(fight, Draw, fighter, cause, weapon=tool.name, what="dropped", in_hand=names)
    tool.locked_by = None
    tool.token += 1
    action = fighter.action
    if action is not None and action.tool is tool and action.kind != "draw":
        cancel(fight, action, "tool dropped", seq)
    if fighter.out is None:
        phases.rearmed(fight, fighter, seq)
        stance.ask(fight, fighter, "disarmed", seq)


def cancel(fight: Fight, action: Action, why: str, cause: Seq) -> None:
    """End an action that its fighter's state forbids: dropped before the commit, lost after it (CLK-4)."""
    fighter, phase = action.fighter, action.phase
    if phase in (Phase.OVER, Phase.LANDED):
        return
    fighter.timeline.interrupt()
    fighter.last = None
    if phase is Phase.UP:
        phases.drop_parry(fight, action, report.break_off(fight, action, True, why, cause))
        return
    if phase is Phase.COMMITTED:
        fighter.totals.lost_blows += 1
        fighter.totals.blows += 1
        if fight.log is not None:
            rule = "CLK-3" if action.impact == fight.clock.now else "CLK-4"
            wound = fighter.wound_seq if fighter.wound_seq is not None else cause
            report.impact(fight, action, "lost", wound, rule=rule, why=why)
    else:
        report.break_off(fight, action, True, why, cause)
    phases.over(fighter, action)
    if isinstance(action.option, Recouch):
        phases.recover_after_all(fight, action, cause)


def fall(
    fight: Fight, fighter: Fighter, why: str, cause: Seq, height: float | None = None, velocity: float | None = None
) -> Seq:
    """Let a fighter fall and lie: its action is cancelled or lost, its next INIT fresh (CLK-4, C-INI-1).

    One that is thrown back at that moment flies on, and meets the floor at the end (C-KNB-4).

    Args:
        height, velocity: feet and ft/ct of a fall from a height, for the log (C-FAL-1).
    """
    if fighter.prone or fighter.out is not None:
        return cause
    fighter.prone = True
    fighter.fresh = True
    if fighter.motion is not None and fighter.motion.kind == "knockback":
        fighter.motion.floored = True
    seq = report.other(fight, Fall, fighter, cause, why=why, height=height, velocity=velocity)
    grapple.let_go(fight, fighter, "fallen", seq)
    aiming.lose(fight, fighter, seq)
    if fighter.action is not None:
        cancel(fight, fighter.action, "fallen", seq)
    modes.drop_need(fighter)
    motion.stop(fight, fighter, "fallen", seq)
    motion.replan(fight, fighter)
    stance.ask(fight, fighter, "fallen", seq)
    return seq


def stun(fight: Fight, fighter: Fighter, counts: int, cause: Seq) -> None:
    """Stun a fighter; a stun under way grows (C-WND-4)."""
    if counts <= 0 or fighter.out is not None:
        return
    now = fight.clock.now
    fighter.stunned = True
    fighter.stun_until = max(now, fighter.stun_until) + fight.ticks(counts)
    fighter.stun_token += 1
    fighter.fresh = True
    seq = report.other(fight, Stun, fighter, cause, until=fighter.stun_until / fight.per_count)
    fighter.hurt_seq = seq
    aiming.lose(fight, fighter, seq)
    grapple.let_go(fight, fighter, "stunned", seq)
    if fighter.action is not None:
        cancel(fight, fighter.action, "stunned", seq)
    modes.drop_need(fighter)
    motion.stop(fight, fighter, "stunned", seq)
    fight.clock.at(fighter.stun_until, Rung.PHASE, (phases.stun_over, fighter, fighter.stun_token))


def unconscious(fight: Fight, fighter: Fighter, rule: str, why: str, cause: Seq) -> None:
    """Put a fighter out of the fight for good (C-WND-4a); one whose HTK are used up is down anyway."""
    if fighter.htk_lost < fight.rules.down_share * fighter.spec.htk:
        put_out(fight, fighter, "unconscious", f"{rule}: {why}", cause)


def conclude(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Put a fighter down, or to death, when its losses say so (C-WND-6)."""
    rules, htk = fight.rules, fighter.spec.htk
    gone = next((part.name for part in fighter.parts.values() if part.destroyed and part.name in _VITAL), None)
    dead = fighter.htk_lost >= rules.dead_share * htk or gone is not None
    if fighter.htk_lost >= rules.down_share * htk or dead:
        put_out(fight, fighter, "down", f"C-WND-6: {fighter.htk_lost} of {htk} HTK lost", cause)
    if dead and not fighter.dead:
        fighter.dead = True
        fighter.out = "dead"
        fighter.bleed_rate = 0
        fighter.bleed_token += 1
        why = f"{gone} destroyed" if gone else "twice its HTK lost"
        if fight.log is not None:
            report.other(fight, Death, fighter, fighter.hurt_seq, why=f"C-WND-6: {why}", htk_lost=fighter.htk_lost)


_VITAL = frozenset({"head", "neck", "chest", "abdomen", "groin"})


def put_out(fight: Fight, fighter: Fighter, state: str, why: str, cause: Seq) -> None:
    """Take a fighter out of the fight, once: its action ends, nothing of it fires later (C-WND-6, CLK-4)."""
    if fighter.out is not None:
        return
    fighter.out = state
    if fight.crowd is not None:
        fight.crowd.remove(fighter)
    if fight.log is not None:
        fighter.hurt_seq = report.other(fight, Down, fighter, cause, why=why, htk_lost=fighter.htk_lost)
    if fighter.action is not None:
        cancel(fight, fighter.action, state, fighter.hurt_seq)
    modes.drop_need(fighter)
    motion.halt(fight, fighter, state, fighter.hurt_seq)
    grapple.free_from(fight, fighter, fighter.hurt_seq)
    fighter.plan_token += 1
    fighter.reasons.clear()
    fighter.won = 0
    fight.fallen.append(fighter)
    fight.decided = lookup.is_decided(fight)
    fight.clock.enlist(Rung.END, fighter)


def part_from_the_fallen(fight: Fight) -> None:
    """Turn everyone away from those who are out: free break-offs, new opponents, open locks (CLK-4)."""
    if not fight.fallen:
        return
    fallen, fight.fallen = fight.fallen, []
    gone, locks = set(fallen), any(fighter.has_locked for fighter in fallen)
    for fighter in fight.fighters:
        if fighter.out is None:
            action = fighter.action
            if fighter.foe in gone or locks or (action is not None and action.target in gone):
                _lose_target(fight, fighter, fallen)


def _lose_target(fight: Fight, fighter: Fighter, fallen: list[Fighter]) -> None:
    action = fighter.action
    concerned = fighter.foe in fallen
    if action is not None and action.target in fallen:
        concerned = True
        assert action.target is not None
        waits = action.phase in (Phase.DECLARED, Phase.WINDUP) or action.kind == "aim"
        if waits and action.kind != "couch":
            cancel(fight, action, "target down", action.target.hurt_seq)
            fighter.fresh = True
        elif action.phase is Phase.COUCHED:
            action.target = None
    for tool in fighter.tools.values():
        if tool.locked_by in fallen:
            stance.unlock(fight, fighter, "opponent down", None)
    if fighter.foe in fallen:
        assert fighter.foe is not None
        stance.face(fight, fighter, lookup.nearest(fight, fighter), False, fighter.foe.hurt_seq)
    if concerned:
        stance.ask(fight, fighter, "target_down", next((out.hurt_seq for out in fallen), None))
