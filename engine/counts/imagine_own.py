"""The imaginer itself in an imagined counts fight: its state, and what is set on the clock for it."""

from __future__ import annotations

from typing import Any

from engine.clock import Rung
from engine.counts import care, declare
from engine.counts.actions import Recouch
from engine.counts.consequences import Missile
from engine.counts.imagine_cast import Cast
from engine.counts.state import Action, Brink, Fight, Fighter, Part, Phase, Tool
from engine.counts.timing import couch_time
from engine.units import Tick

COPIED = (
    "pool", "mode", "set_distance", "mode_points", "mode_need", "mode_token", "ordered_token", "blocked", "number",
    "declared_at", "declared", "fresh", "pool_epoch", "def_token", "won", "struck_with", "wait_token", "wake_at",
    "htk_lost", "pow_lost", "shock_share", "stun_until", "stun_token", "mvm_lost", "bleed_rate", "bleed_done",
    "bleed_from", "bleed_token", "out", "dead", "foe_fixed", "plan_token",
)  # fmt: skip
"""Plain values of its state that hold as they are."""

STRIKES = frozenset({"attack", "release", "fire", "overbear", "throw"})
"""Actions that are wound up, committed, and land."""

_DONE = {Phase.DECLARED: 0, Phase.WINDUP: 1, Phase.WORKING: 1, Phase.COMMITTED: 2}
"""How many of its marks an action has passed in a phase."""


def fill(cast: Cast, fight: Fight) -> None:
    """Take over the imaginer's own state, whole."""
    real, me = cast.viewer, cast.me
    for name in COPIED:
        setattr(me, name, getattr(real, name))
    me.foe, me.won_over = cast.fighter(real.foe), cast.fighter(real.won_over)
    me.aimed_at, me.holding = cast.fighter(real.aimed_at), cast.fighter(real.holding)
    me.stage = real.stage
    me.kept = {cast.fighters[foe]: (gap, cast.fighters[loser]) for foe, (gap, loser) in real.kept.items()}
    me.contested, me.leg_holds = cast.by_fighter(real.contested), cast.by_fighter(real.leg_holds)
    me.watchers = [cast.fighters[one] for one in real.watchers]
    me.riders, me.lost_by, me.multiplied = dict(real.riders), dict(real.lost_by), set(real.multiplied)
    me.bleeding = list(real.bleeding)
    for name, part in real.parts.items():
        me.parts[name] = _part(part)
    for name, tool in real.tools.items():
        me.tools[name].locked_by = cast.fighter(tool.locked_by)
    if real.last is not None:
        kind, last_tool, target = real.last
        me.last = (kind, cast.tool(last_tool), cast.fighter(target))
    me.motion = None if real.motion is None else cast.motion(real.motion)
    me.ordered = None if real.ordered is None else cast.motion(real.ordered)
    _take_action(cast, fight, real, me)
    if real.brink is not None:
        me.brink = Brink(real.brink.drop, fight.clock, None, me.action if real.brink.action is not None else None)


def _part(real: Part) -> Part:
    return Part(
        real.name, real.damage, real.paralyses, real.injured, real.useless, real.disabled, real.destroyed, real.lasting
    )


def _take_action(cast: Cast, fight: Fight, real: Fighter, me: Fighter) -> None:
    """Take over what the imaginer is doing; who has noticed it is not known to it."""
    if real.action is None:
        return
    action = cast.action(real.action)
    action.broken, action.met, action.late, action.guarded = (
        real.action.broken, real.action.met, real.action.late, real.action.guarded
    )  # fmt: skip
    me.action = action
    if real.action in cast.real.bindings:
        fight.bindings[action] = care.patient_of(fight, me, getattr(action.option, "target", None))


# on the clock


def set_clock(cast: Cast, fight: Fight) -> None:
    """Set the clock for all that is to come of the imaginer's own: its action, its timers, its missiles."""
    real, me, clock = cast.viewer, cast.me, fight.clock
    if me.action is not None:
        start(fight, me.action)
        for rung in (Rung.COMMIT, Rung.NOTICE):
            if real.action in cast.real.clock.enlisted(rung):
                clock.enlist(rung, me.action)
    known: dict[int, Any] = {id(real.action): me.action, id(real.motion): me.motion, id(real.brink): me.brink}
    for tick, due_in, item in cast.real.clock.pending():
        if due_in == Rung.STRIKE:
            _strike(cast, fight, tick, item)
        elif due_in == Rung.PHASE and type(item) is tuple:
            _timer(cast, fight, tick, item, known)


def _strike(cast: Cast, fight: Fight, tick: Tick, item: Any) -> None:
    """Let the imaginer bleed on, and missiles arrive that are its own or that it noticed when they were loosed."""
    if type(item) is Missile:
        if item.fighter is cast.viewer or cast.viewer in item.action.noticed_by:
            fight.clock.at(tick, Rung.STRIKE, _missile(cast, item))
    elif type(item) is tuple and item[1] is cast.viewer and item[2] == cast.viewer.bleed_token:
        fight.clock.at(tick, Rung.STRIKE, (None, cast.me, item[2]))


CALLED = -3
"""Where the term for a called location stands among `missiles.terms`."""


def _missile(cast: Cast, real: Missile) -> Missile:
    """Return a missile in flight; the location another's was called at is not known."""
    action, terms, called = cast.action(real.action), real.terms, real.called
    action.phase = Phase.OVER
    action.noticed_by.append(cast.me)
    if real.fighter is not cast.viewer and called is not None:
        terms, called = (*terms[:CALLED], 0, *terms[CALLED + 1 :]), None
    return Missile(
        real.rank, action, cast.fighters[real.fighter], cast.fighters[real.target], cast.tools[real.tool], terms,
        real.excused, called, real.distance, real.speed, real.loosed, real.origin, real.height, None,
    )  # fmt: skip


def _timer(cast: Cast, fight: Fight, tick: Tick, item: Any, known: dict[int, Any]) -> None:
    """Set a timer of the imaginer's own: a wait, a recovery, an INIT before a movement, the end of a contest."""
    call, subject, token = item
    if _owner(subject) is not cast.viewer:
        return
    if subject is cast.viewer:
        about: Any = cast.me
    elif type(subject) is Tool:
        about = cast.tools[subject]
    else:
        about = known.get(id(subject))
    if isinstance(token, tuple | int) and not isinstance(token, bool):
        what: Any = token
    else:
        what = known.get(id(token))
    if about is not None and what is not None:
        fight.clock.at(tick, Rung.PHASE, (call, about, what))


def _owner(subject: Any) -> Fighter:
    """Return whose timer one is, by what it is about: a fighter, its tool, or its action."""
    if type(subject) is Tool:
        return subject.owner
    return subject.fighter if type(subject) is Action else subject


def start(fight: Fight, action: Action) -> None:
    """Set an action that is under way going again, at the mark it has come to; one that ends at this tick is at COMMIT."""
    done = _DONE.get(action.phase)
    if done is None or (isinstance(action.option, Recouch) and action.phase is Phase.WINDUP):
        return
    legs, before = [], fight.clock.now
    for tick, rung in _marks(fight, action)[done:]:
        if tick > fight.clock.now or action.phase is Phase.DECLARED:
            legs.append((max(0, tick - before), rung))
            before = max(before, tick)
    if legs:
        action.fighter.timeline.start(action, legs)


def _marks(fight: Fight, action: Action) -> list[tuple[Tick, int]]:
    """Return when an action's phases begin and end, as `declare` planned them."""
    begin, kind = action.begin, action.kind
    if kind in STRIKES:
        return [(begin, Rung.PHASE), (action.commit, Rung.PHASE), (action.impact, Rung.STRIKE)]
    if kind == "couch":
        return [(begin, Rung.PHASE), (begin + fight.ticks(couch_time(action.x, fight.rules)), Rung.PHASE)]
    if kind in declare.CONTESTS or action.ready <= begin:
        return [(begin, Rung.PHASE)]
    return [(begin, Rung.PHASE), (action.ready, Rung.PHASE)]
