"""Falls: what the ground does to a body, and the edges it falls from (C-FAL-1, C-KNB-4)."""

from __future__ import annotations

from engine.clock import Rung
from engine.counts import barriers, body, lookup, modes, motion, phases, report, rolls, stance, strike
from engine.counts.consequences import Hit
from engine.counts.damage import resolve_blow
from engine.counts.knockback import air_time, fall, impact
from engine.counts.state import Action, Brink, Fight, Fighter, Motion
from engine.counts.timing import couch_time
from engine.events import Fall
from engine.units import Feet, Tick

Seq = int | None


def land(
    fight: Fight, fighter: Fighter, why: str, cause: Seq, *, height: Feet | None = None, velocity: float | None = None
) -> None:
    """Let a fighter meet the ground after a fall: it lies, and the ground hurts it (C-FAL-1).

    Args:
        why: for the log.
        height: feet it fell; or
        velocity: ft/ct it arrives with, when it is no fall from a height.
    """
    speed = velocity if velocity is not None else fall(height or 0.0, fight.rules).velocity
    if fighter.prone:
        seq = report.other(fight, Fall, fighter, cause, why=why, height=height, velocity=speed)
    else:
        seq = body.fall(fight, fighter, why, cause, height, speed)
    hurt(fight, fighter, speed, seq)


def hurt(fight: Fight, fighter: Fighter, velocity: float, cause: Seq) -> None:
    """Hurt a fighter that meets something solid at a velocity; the hit is applied in APPLY (C-FAL-1, C-KNB-4).

    An AGL save halves the damage and a falling roll halves it again, both rounded down; a critical fall multiplies
    what is left. The hit lands anywhere, armor and PAB work as against any explosive one, and nobody is thrown by it.
    """
    rules = fight.rules
    met = impact(velocity, rules)
    if not met.dice or fighter.out is not None:
        return
    damage, seq = rolls.fall_damage(fight, fighter, met.dice, cause)
    made, _, seq = rolls.save(fight, fighter, "agl_save", fighter.agl, "C-FAL-1", seq)
    if made:
        damage //= rules.fall_save_divisor
    made, seq = rolls.falling(fight, fighter, seq)
    if made:
        damage //= rules.fall_save_divisor
    critical, seq = rolls.fall_critical(fight, fighter, met.critical_chance, seq)
    if critical:
        damage *= rules.fall_critical_factor
    fight.clock.enlist(Rung.APPLY, _hit(fight, fighter, damage, seq))


def _hit(fight: Fight, fighter: Fighter, damage: int, cause: Seq) -> Hit:
    """Take a fall's damage through armor and PAB at a random location (C-FAL-1, C-DMG-6)."""
    rules, kind = fight.rules, "explosive"
    part, side, detail = rolls.location(fight, fighter, cause, None)
    layers = lookup.layers_at(fighter, part, detail)
    shares = [lookup.protection(layer, kind, rules.level) for layer in layers]
    armor = sum(shares)
    blow = resolve_blow(damage, rules.types.explosive, 0, armor, fighter.spec.pab, None, rules)
    wear = strike.wear(fight, layers, shares, damage, blow.through)
    name = lookup.part_name(part, side, detail)
    where = f"{side} {part}" if part in lookup.LEGS or part in lookup.ARMS else detail or part
    return Hit(fighter, None, fighter, kind, name, where, damage, armor, 0, blow, wear, cause, pushes=False)


# edges


def over_edge(fight: Fight, fighter: Fighter, drop: Feet, cause: Seq) -> None:
    """Stop a fighter that comes over an edge on its brink, and let its agent act before it falls (C-FAL-1).

    Who can't act, or does not want to be asked (reason ``edge``), falls at once.

    Args:
        drop: feet down.
        cause: the ``edge`` event.
    """
    falling = fighter.motion is not None and fighter.motion.kind == "fall"
    if fighter.brink is not None or falling or fighter.out is not None:
        return
    seq = motion.halt(fight, fighter, "over an edge", cause)
    modes.drop_need(fighter)
    fighter.ordered = None
    fighter.ordered_token += 1
    fighter.brink = Brink(drop, fight.clock, seq)
    if "edge" in fighter.asks and lookup.acts(fight, fighter):
        stance.ask_always(fight, fighter, "edge", seq)
    else:
        fight.clock.enlist(Rung.PHASE, (step_off, fighter, fighter.brink))


def answered(fight: Fight, fighter: Fighter, declared: bool) -> None:
    """Take up the answer of one on the brink: a declaration comes before the fall, all else after it (C-FAL-1)."""
    brink = fighter.brink
    if brink is None:
        return
    action = fighter.action
    if declared and action is not None:
        brink.action = action
        ends = max(_ends(fight, action), fight.clock.now + fight.rules.time_scale)
        fight.clock.at(ends, Rung.PHASE, (_due, fighter, brink))
    else:
        fight.clock.enlist(Rung.PHASE, (step_off, fighter, brink))


def _due(fight: Fight, fighter: Fighter, brink: Brink) -> None:
    """Let an action on the brink end first that ends at this very tick."""
    fight.clock.enlist(Rung.PHASE, (step_off, fighter, brink))


def unasked(fight: Fight, fighter: Fighter) -> None:
    """Let one on the brink fall that can't be asked any more: stunned at that very instant."""
    if fighter.brink is not None and fighter.brink.action is None and fighter.out is None:
        fight.clock.enlist(Rung.PHASE, (step_off, fighter, fighter.brink))


def _ends(fight: Fight, action: Action) -> Tick:
    """Return when an action on the brink has ended at the latest: it has landed, is reached, or is done."""
    if action.kind == "couch":
        return action.begin + fight.ticks(couch_time(action.x, fight.rules))
    return action.impact or action.ready


def acted(fighter: Fighter, action: Action) -> None:
    """Let a fighter fall whose action on the brink is over."""
    brink = fighter.brink
    if brink is not None and brink.action is action:
        brink.clock.enlist(Rung.PHASE, (step_off, fighter, brink))


def step_off(fight: Fight, fighter: Fighter, brink: Brink) -> None:
    """Let a fighter on the brink fall: it can't act until it lands (C-FAL-1)."""
    if fighter.brink is not brink or fighter.out is not None:
        return
    fighter.brink = None
    fighter.fresh = True
    x, y = lookup.place(fight, fighter)
    ends = fight.clock.now + fight.ticks(air_time(brink.drop, fight.rules))
    motion.start(fight, fighter, Motion("fall", 0.0, "falling", limit=brink.drop, point=(x, y), ends=ends), brink.seq)
    assert fighter.motion is not None
    if fighter.action is not None:
        body.cancel(fight, fighter.action, "falling", fighter.motion.seq)


def landed(fight: Fight, fighter: Fighter, drop: Motion, cause: Seq) -> None:
    """End a fall from an edge: the fighter is so much lower, lies, and is hurt (C-FAL-1)."""
    height = drop.limit or 0.0
    fighter.level -= height
    barriers.changed_level(fight, fighter)
    land(fight, fighter, "landed", cause, height=height)
    phases.ready(fight, fighter, "landed", cause)
