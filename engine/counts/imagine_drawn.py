"""What an imaginer can't know of the others in a counts fight, drawn so that it fits what it sees (CLK-7, C-PER-1).

All of one fighter's draws come from one stream of the imagined battle's own (purpose ``unseen``), which tell nothing of
the real battle's. How many there are depends on what shows alone.
"""

from __future__ import annotations

from math import ceil
from typing import cast as cast_to

from engine.clock import Rung
from engine.counts import actions, care, declare, effects, imagine_own, imagine_seen, lookup, missiles, phases
from engine.counts.imagine_cast import Cast
from engine.counts.state import Action, Fight, Fighter, Phase, Tool
from engine.counts.timing import strike_times
from engine.dice import Stream
from engine.units import Count

LULL = 60.0
"""Counts of a battle in which those still able may have lost half of what they can lose without being out."""

IDLE = 0.25
"""The share of its time, its recoveries apart, in which a fighter within reach of its opponent does nothing."""

_FINE = 1 << 20


class _Draw:
    """The stream of one fighter's unseen things."""

    __slots__ = ("_stream",)

    def __init__(self, copy: Fighter) -> None:
        self._stream = cast_to(Stream, copy.streams.stream("unseen"))

    def share(self) -> float:
        """Return a number from 0 to below 1."""
        return self._stream.below(_FINE) / _FINE

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to below a limit of 1 or more."""
        return self._stream.below(limit)

    def percent(self, need: int) -> bool:
        """Return whether a roll of 1d100 comes to a need or less."""
        return self._stream.die(100) <= need


def fill(cast: Cast, fight: Fight, real: Fighter, copy: Fighter) -> None:
    """Draw what is hidden of an other, and set the clock for it."""
    if copy.out is not None:
        _fallen(fight, real, copy)
        return
    draw = _Draw(copy)
    _losses(fight, copy, care.needs(real), draw)
    copy.pool = draw.below(copy.spec.combat_maneuver_rank + 1)
    copy.pool_epoch = fight.clock.now // fight.ticks(fight.rules.speed_point_refill)
    for tool in copy.tools.values():
        if missiles.is_missile(tool):
            _supply(fight, tool, draw)
    _recoveries(fight, copy)
    if copy.stunned:
        _stun(fight, copy, draw)
    elif copy.action is None and copy.brink is None and lookup.acts(fight, copy):
        copy.action = _unnoticed(cast, fight, copy, draw)
    if copy.action is not None:
        imagine_own.start(fight, copy.action)
    _notices(cast, fight, copy, draw)
    imagine_seen.set_clock(fight, copy)


def _fallen(fight: Fight, real: Fighter, copy: Fighter) -> None:
    """Give one that is out what it must have lost, and a wound if it shows one."""
    copy.htk_lost = _most(fight, copy) + 1
    copy.lost_by[UNKNOWN] = copy.htk_lost
    if care.needs(real):
        _bleed(fight, copy, 0)


# wounds

UNKNOWN = "bleeding"
"""What losses of others are booked under: no type, for which one came from which is not known (C-WND-5)."""


def _most(fight: Fight, copy: Fighter) -> int:
    """Return the most HTK someone able can have lost (C-WND-6)."""
    return max(0, ceil(fight.rules.down_share * copy.spec.htk) - 1)


def _losses(fight: Fight, copy: Fighter, hurt: bool, draw: _Draw) -> None:
    """Draw HTK and POW lost: the more, the longer the battle lasts; whoever has a wound took a blow that made it."""
    rules, share = fight.rules, fight.t / (fight.t + LULL)
    most = _most(fight, copy)
    lost = int(draw.share() * share * (most + 1))
    if hurt:
        lost = max(lost, int(rules.minor_share * copy.spec.htk) + 1)
    copy.htk_lost = min(lost, most)
    if copy.htk_lost:
        copy.lost_by[UNKNOWN] = copy.htk_lost
    if any(tool.spec.mental for other in fight.fighters for tool in other.tools.values() if other.side != copy.side):
        copy.pow_lost = int(draw.share() * share * copy.spec.pow)
    if hurt:
        _bleed(fight, copy, draw.below(fight.ticks(rules.minute)))


def _bleed(fight: Fight, copy: Fighter, done: int) -> None:
    """Let a wound that shows bleed; some of a point has run already."""
    rate = fight.rules.bleed_minor
    copy.bleeding, copy.bleed_done, copy.bleed_from = [rate], done, fight.clock.now
    effects.change_bleeding(fight, copy, rate, None)


def _stun(fight: Fight, copy: Fighter, draw: _Draw) -> None:
    """Draw how long a stun lasts: that of a blow that costs up to half of its HTK (C-WND-4)."""
    longest = max(1, ceil(copy.spec.htk * fight.rules.stun_per_htk * fight.rules.half_stun_share))
    copy.fresh = True
    copy.stun_until = fight.clock.now + fight.ticks(1 + draw.below(longest))
    fight.clock.at(copy.stun_until, Rung.PHASE, (phases.stun_over, copy, copy.stun_token))


# tools


def _supply(fight: Fight, tool: Tool, draw: _Draw) -> None:
    """Draw what is left of ammunition, and whether a weapon is loaded: no more was shot than there was time for."""
    cycle = tool.w + tool.spec.reload
    fired = draw.below(min(tool.spec.ammunition, int(fight.t / cycle)) + 1)
    in_hand = tool in tool.owner.hands
    tool.ammunition = tool.spec.ammunition - fired
    if missiles.is_thrown(tool) and in_hand:
        tool.ammunition = max(1, tool.ammunition)
    missiles.load(tool)
    if fired and not missiles.is_thrown(tool) and draw.below(2):
        tool.loaded = 0


def _recoveries(fight: Fight, copy: Fighter) -> None:
    """Let what recovers in its hands end its recovery when that shows to end; it has struck with it (C-TIM-6, C-INI-1)."""
    if fight.rules.level != "design":
        return
    for tool in copy.held:
        if tool.recovered_at > fight.clock.now:
            tool.last_x = tool.w
            if copy.last is None and copy.foe is not None:
                copy.last = ("attack", tool, copy.foe)
            if copy.action is None or copy.action.tool is not tool:
                fight.clock.at(tool.recovered_at, Rung.PHASE, (phases.recovered, tool, (tool.token, None, "")))


# actions


def _unnoticed(cast: Cast, fight: Fight, copy: Fighter, draw: _Draw) -> Action | None:
    """Draw what an able fighter does unnoticed: gets up when it lies, waits for its INIT, winds up or is committed.

    Of two moments drawn alike, the one that the imaginer would likelier have noticed is the less likely: its roll to
    notice is drawn, too, and if it succeeds there is nothing to notice.
    """
    busy, when = draw.share() >= IDLE, draw.share()
    if copy.prone:
        return _rises(fight, copy, when) if busy else None
    tool, foe = copy.primary, copy.foe
    if tool is None or foe is None or not busy or foe.out is not None or not _can_strike(fight, copy, tool, foe):
        return None
    option: actions.Attack | actions.Fire = (
        actions.Fire(target=foe.name, weapon=tool.name)
        if missiles.is_missile(tool)
        else actions.Attack(target=foe.name, weapon=tool.name)
    )
    x = tool.w if option.do == "fire" else declare.x_of(fight, copy, tool, foe) or tool.w
    action = Action(f"{copy.name}#0", copy, option.do, option, copy.rank, tool, foe, x=x)
    copy.last = (action.kind, tool, foe)
    _place(fight, action, when)
    if action.phase is not Phase.DECLARED and _was_noticed(cast, fight, action, draw):
        return None
    return action


def _can_strike(fight: Fight, copy: Fighter, tool: Tool, foe: Fighter) -> bool:
    """Return whether it can strike or shoot at its opponent now."""
    if tool.locked_by is not None or not lookup.sees(fight, copy, foe):
        return False
    if fight.rules.level == "design" and any(held.recovered_at > fight.clock.now for held in copy.held):
        return False
    if missiles.is_missile(tool):
        return tool.loaded > 0 and lookup.distance(fight, copy, foe) <= tool.spec.long
    return not tool.spec.shield and lookup.possible(fight, lookup.stage_with(fight, tool, foe))


def _rises(fight: Fight, copy: Fighter, when: float) -> Action:
    """Return a getting up that has come to a share of its time."""
    action = Action(f"{copy.name}#0", copy, "rise", actions.Rise(), copy.rank, phase=Phase.WORKING)
    action.begin = fight.clock.now
    action.ready = fight.clock.now + max(fight.rules.time_scale, fight.ticks(fight.rules.rise_counts * (1.0 - when)))
    return action


def _place(fight: Fight, action: Action, when: float) -> None:
    """Give a blow or shot its times, a share of INIT, wind-up and motion being over, and the phase it is in."""
    rules, now, least = fight.rules, fight.clock.now, fight.rules.time_scale
    wait = _mean_init(fight, action.fighter)
    windup, motion = strike_times(action.x, rules)
    gone = when * (wait + windup + motion)
    if gone < wait:
        action.begin = now + max(least, fight.ticks(wait - gone))
        action.commit = action.begin + fight.ticks(windup)
        action.impact = action.commit + fight.ticks(motion)
    elif gone < wait + windup:
        action.phase = Phase.WINDUP
        action.commit = now + max(least, fight.ticks(wait + windup - gone))
        action.begin, action.impact = action.commit - fight.ticks(windup), action.commit + fight.ticks(motion)
    else:
        action.phase = Phase.COMMITTED
        action.impact = now + max(least, fight.ticks(wait + windup + motion - gone))
        action.commit = action.impact - fight.ticks(motion)
        action.begin, action.guarded = action.commit - fight.ticks(windup), action.fighter.def_on
    action.ready = action.impact + (declare.recovery_ticks(fight, action) if rules.level == "design" else 0)


def _mean_init(fight: Fight, fighter: Fighter) -> Count:
    """Return the mean of a fresh INIT, counts (C-INI-1)."""
    rules = fight.rules
    return max(0.0, rules.init_dice * (rules.init_sides + 1) / 2 - fighter.spec.spd)


def _was_noticed(cast: Cast, fight: Fight, action: Action, draw: _Draw) -> bool:
    """Draw whether the imaginer would have noticed a blow: it rolls for those at itself or whom it watches (C-PER-1)."""
    me, actor = cast.me, action.fighter
    if (action.target is not me and me not in actor.watchers) or not lookup.sees(fight, me, actor):
        return False
    seen = draw.percent(_perception(fight, me, actor))
    if action.phase is Phase.COMMITTED:
        seen = draw.percent(_perception(fight, me, actor) + fight.rules.notice_commit) or seen
    return seen


def _perception(fight: Fight, watcher: Fighter, actor: Fighter) -> int:
    """Return the need of a roll to notice a wind-up (C-PER-1, C-PER-2)."""
    rear = 0 if lookup.in_front(fight, watcher, actor) else fight.rules.notice_rear
    return watcher.spec.combat_perception + rear


def _notices(cast: Cast, fight: Fight, copy: Fighter, draw: _Draw) -> None:
    """Draw whether it has noticed the blow that the imaginer is winding up, or has committed, at it."""
    action = cast.me.action
    if action is None or action.phase not in (Phase.WINDUP, Phase.COMMITTED) or action.target is not copy:
        return
    if action in fight.clock.enlisted(Rung.NOTICE):
        return
    if lookup.acts(fight, copy) and draw.percent(_perception(fight, copy, cast.me)):
        action.noticed_by.append(copy)
