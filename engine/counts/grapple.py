"""Overbears, throws and holds on legs: blows with the whole body, under OVB (C-THR-1, C-KNB-3)."""

from __future__ import annotations

from functools import lru_cache

from engine.counts import body, lookup, report, rolls, strike
from engine.counts.actions import Overbear, Throw
from engine.counts.consequences import Grip, Push
from engine.counts.damage import Dice
from engine.counts.hitting import success_level
from engine.counts.knockback import NO_PART, hold_term
from engine.counts.model import CombatantSpec, WeaponSpec
from engine.counts.rules import CountsRules, DamageType
from engine.counts.stages import Stage, stage_table
from engine.counts.state import Action, Fight, Fighter, Tool
from engine.events import Grapple

Seq = int | None

KINDS = frozenset({"overbear", "throw"})
HOLDS = ("upper_leg", "lower_leg")
"""The parts an overbear can take hold of (C-KNB-3)."""


def grip_of(spec: CombatantSpec, rules: CountsRules) -> Tool:
    """Return what a fighter overbears and throws with: its body, as if it were a short weapon under OVB (C-THR-1).

    It is in no hand and in no kit; its WSD and length are the rule set's, without a damage type's modifiers.
    """
    figures = _figures(rules.overbear_wsd, rules.overbear_length)
    return Tool(
        figures, figures.name, 0, _NO_TYPE, w=max(rules.overbear_wsd, rules.least_wsd), hit_mod=0,
        damage=_NO_DICE, damage_add=0, cap=0, table=stage_table(rules.overbear_length, rules), skill=spec.ovb,
        skilled=True, hits=0.0,
    )  # fmt: skip


_NO_TYPE, _NO_DICE = DamageType(), Dice(0, 1, 1)


@lru_cache(maxsize=64)
def _figures(wsd: float, length: float) -> WeaponSpec:
    """Return a body as a weapon: made once for a rule set, not for every fighter."""
    return WeaponSpec(name="overbear", wsd=wsd, damage="1d4", type="crushing", length=length, includes_type=True)


def refusal(fight: Fight, fighter: Fighter, option: Overbear | Throw) -> tuple[str, str] | None:
    """Return the rule that forbids an overbear or a throw to a fighter whose hands are free for it, and why (C-THR-1)."""
    leg = getattr(option, "location", None)
    tool, target = fighter.grip, fight.by_name[option.target]
    if leg is not None and leg not in HOLDS:
        return "C-KNB-3", f"location {leg!r}; an overbear takes hold of {' or '.join(HOLDS)}"
    if fighter.prone:
        return "C-THR-1", "it lies; it must rise first"
    if leg is None and target.prone:
        return "C-THR-1", f"{target.name} lies already"
    if fight.rules.level == "design" and tool.recovered_at > fight.clock.now:
        return "C-TIM-6", f"it recovers from its last one until {tool.recovered_at / fight.per_count:g}"
    return None


# STRIKE


def resolve(fight: Fight, action: Action, effects: list[strike.Effect]) -> Seq:
    """Find out what an overbear or a throw comes to, which joins the effects; no parry meets it (C-THR-1)."""
    fighter, target, tool = action.fighter, action.target, action.tool
    assert target is not None
    assert tool is not None
    fighter.totals.blows += 1
    if action.broken:
        return strike.missed(fight, action, "broken_off", "C-TIM-7")
    if target.out is not None:
        return strike.missed(fight, action, "no_target", "CLK-4")
    if target.prone and getattr(action.option, "location", None) is None:
        return strike.missed(fight, action, "no_target", "C-THR-1", "the target lies already")
    stage = lookup.stage_with(fight, tool, target)
    if not lookup.possible(fight, stage) or not lookup.sees(fight, fighter, target):
        return strike.missed(fight, action, "out_of_reach", "C-STG-3", None, stage)
    effect, seq = _seize(fight, action, fighter, target, tool, stage)
    if effect is not None:
        effects.append(effect)
    return seq


def _seize(
    fight: Fight, action: Action, fighter: Fighter, target: Fighter, tool: Tool, stage: Stage
) -> tuple[Grip | Push | None, Seq]:
    """Roll an overbear that has a chance, like a hit roll under OVB (C-THR-1, C-HIT-1)."""
    called = getattr(action.option, "location", None)
    late = fight.clock.now < tool.recovered_at
    terms = strike.chance_terms(fight, fighter, target, tool, stage, called, late, action)
    chance = strike.halved(sum(terms), stage, fight.rules)
    logged: tuple[int, ...] = ()
    why: report.Why = ()
    if fight.log is not None:
        why = (("C-THR-1", "OVB"), *strike.chance_why(fight, fighter, target, tool, stage, action)[1:])
        logged = (*terms, chance - sum(terms))
    roll, result, seq = rolls.overbear(fight, fighter, chance, logged, why, action.seq, action.id)
    hit = result == "hit"
    if hit:
        fighter.totals.hits += 1
    else:
        fighter.totals.misses += 1
    leg = None if called is None else f"{'left' if roll & 1 else 'right'} {called}"
    sl = success_level(chance - roll, fight.rules) if hit else None
    seq = strike.impact_of(fight, action, result, seq, stage, chance, roll, sl, leg)
    what = "throw" if action.kind == "throw" else "down" if leg is None else "hold"
    told = report.other(
        fight, Grapple, fighter, seq, action.id, target=target.name, what=what, success=hit, location=leg
    )
    if not hit:
        return None, seq
    if action.kind == "throw":
        return Push(fighter, target, max(0, chance - roll), "crushing", NO_PART, told), seq
    return Grip(action, leg, told), seq


# APPLY


def take_hold(fight: Fight, grips: list[Grip]) -> None:
    """Let the overbears of an instant throw their targets down, then let hands close on legs (C-THR-1, C-KNB-3)."""
    grips.sort(key=lambda grip: (_target(grip).rank, grip.action.rank))
    for grip in grips:
        if grip.leg is None:
            body.fall(fight, _target(grip), "overborne", grip.seq)
    for grip in grips:
        fighter, target = grip.action.fighter, _target(grip)
        if grip.leg is not None and target.out is None and not fighter.prone and lookup.acts(fight, fighter):
            fighter.holding = target
            target.leg_holds[fighter] = grip.leg


def _target(grip: Grip) -> Fighter:
    assert grip.action.target is not None
    return grip.action.target


# holds


def held_by_legs(fight: Fight, target: Fighter) -> int:
    """Return what all holds on a fighter's legs do to its saves against knockback, in percent (C-KNB-3)."""
    if not target.leg_holds:
        return 0
    for holder in sorted(target.leg_holds, key=_rank):
        if not _reaches(fight, holder, target):
            let_go(fight, holder, "parted", None)
    return sum(hold_term(leg, fight.rules) for leg in target.leg_holds.values())


def _rank(fighter: Fighter) -> int:
    return fighter.rank


def _reaches(fight: Fight, holder: Fighter, target: Fighter) -> bool:
    """Return whether two fighters are still engaged, by their weapons or their bare hands."""
    near = lookup.hundredths(fight, holder, target) < round(holder.grip.table.out * 100)
    return near or lookup.engaged(fight, holder, target)


def let_go(fight: Fight, holder: Fighter, why: str, cause: Seq) -> None:
    """Let a fighter let go of the leg it holds, if it holds one (C-KNB-3)."""
    target = holder.holding
    if target is None:
        return
    holder.holding = None
    leg = target.leg_holds.pop(holder, None)
    report.other(
        fight, Grapple, holder, cause, target=target.name, what=f"let go: {why}", success=True, location=leg
    )


def free_from(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Let everyone let go of a fighter that is out of the fight, and it of whom it holds."""
    let_go(fight, fighter, "out of the fight", cause)
    for holder in sorted(fighter.leg_holds, key=_rank):
        let_go(fight, holder, "target down", cause)
