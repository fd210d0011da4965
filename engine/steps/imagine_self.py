"""Oneself in an imagined fight: everything as it is, with what is under way going on at its times (CLK-5)."""

from __future__ import annotations

from engine.clock import Rung
from engine.steps import imagine_secrets as secrets
from engine.steps import phases
from engine.steps.state import Action, Fight, Fighter, Phase, Walking

_SAME = (
    "square", "facing", "mode", "health", "walks", "dodges", "busy_until", "declared_at", "declared", "number", "last",
    "wake_at", "wait_until",
)  # fmt: skip


def take_over(fight: Fight, asker: Fighter, me: Fighter) -> None:
    """Give one who imagines the state it is in, and set the clock to the ends of what is under way."""
    for name in _SAME:
        setattr(me, name, getattr(asker, name))
    for name, weapon in me.weapons.items():
        weapon.loaded, weapon.carried = asker.weapons[name].loaded, asker.weapons[name].carried
    me.hand = me.weapons[asker.hand.name] if asker.hand is not None else None
    me.riders = dict(asker.riders)
    me.reasons = list(asker.reasons) or ["ready"]
    if me.asks.isdisjoint(me.reasons):
        me.asks |= frozenset(me.reasons)
    fight.clock.enlist(Rung.DECIDE, me)
    if asker.aim is not None:
        target, weapon, spells = asker.aim
        me.aim = fight.by_name[target.name], me.weapons[weapon.name], spells
    if asker.walking is not None:
        walking = asker.walking
        me.walking = Walking(walking.pace, list(walking.path), walking.goal, walking.token, walking.due, None)
        fight.clock.at(walking.due, Rung.ARRIVE, (me, walking.token))
    if asker.action is not None:
        _act_on(fight, asker.action, me)
    _wait_on(fight, me)


def _wait_on(fight: Fight, me: Fighter) -> None:
    """Set the clock to when one wants to be asked, and to when the time of a dodge is over."""
    now, at = fight.clock.now, fight.clock.at
    if now < me.wake_at <= fight.cap:
        at(me.wake_at, Rung.PHASE, (phases.timer, me, ("wake", me.wake_at)))
    if now < me.wait_until <= fight.cap:
        at(me.wait_until, Rung.PHASE, (phases.timer, me, ("wait", me.wait_token)))
    if me.action is None and me.busy_until > now:
        at(me.busy_until, Rung.PHASE, (phases.rested, me, me.busy_until))


def _act_on(fight: Fight, real: Action, me: Fighter) -> None:
    """Go on with one's action; who dodges it is drawn once all are in their places."""
    target = fight.by_name[real.target.name] if real.target is not None else None
    weapon = me.weapons[real.weapon.name] if real.weapon is not None else None
    me.action = action = Action(
        real.id, me, real.option, real.kind, real.rank, real.begin, real.phase, weapon, target, real.at, real.commit,
        real.impact, real.ready, broken=real.broken,
    )  # fmt: skip
    if real.phase is Phase.WINDUP and real.commit <= fight.clock.now:
        fight.clock.enlist(Rung.COMMIT, (action, action.token))
        return
    if real.next is not None:
        phases.arm(fight, action, real.due, *real.next)


def dodgers(fight: Fight, action: Action, me: Fighter) -> None:
    """Draw who else has declared a dodge against a committed shot: of those that could, one in two (P-MOD-2, P-MOD-3)."""
    for one in phases.may_dodge(fight, action):
        if one is not me:
            action.asked.append(one)
            if secrets.below(one, 2):
                action.dodgers.append(one)
