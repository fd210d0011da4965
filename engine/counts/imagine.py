"""Imagining how a counts fight goes on, from what one fighter sees of it (CLK-5, CLK-7, C-PER-1).

Its own state is taken whole, what runs on its clock with it. Of everybody else only what shows is taken: place, velocity,
facing and posture, what is in hand, what recovers or is locked, who holds whose leg, whether it has a wound to bind,
whether its DEF is on and whether it runs (its own chances to hit tell it that), the actions it has noticed, ground that
is walked against it, missiles of its own or noticed. All else is drawn (`imagine_drawn`).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.clock import Clock, Rung
from engine.counts import imagine_drawn, imagine_own, imagine_seen, lookup, outcome, stance
from engine.counts.imagine_cast import Cast, shell
from engine.counts.state import Fight, Fighter, Phase
from engine.dice import Dice
from engine.system import Standing

DEFAULT = Standing()


def fight_of(real: Fight, combatant: str, clock: Clock, dice: Dice, standing: Mapping[str, Standing]) -> Fight:
    """Return the fight as a combatant sees it, on a clock of its own that stands at the present tick.

    Args:
        real: the fight as it is; nothing of it is changed, nor shared but what never changes.
        combatant: who imagines; it has a request open.
        dice: the imagined battle's own.
        standing: the reasons the imagined agents want to be asked for.
    """
    viewer = real.by_name[combatant]
    cast = Cast(real, viewer)
    fighters = []
    for one in real.fighters:
        copy = shell(real, one, clock, dice, standing.get(one.name, DEFAULT), one is viewer)
        cast.enter(one, copy)
        fighters.append(copy)
    by_name = {copy.name: cast.fighters[real.by_name[copy.name]] for copy in fighters}
    fight = Fight(real.rules, clock, None, fighters, by_name, real.per_count, real.least, real.terrain)
    fight.cap, fight.progress_at = real.cap, clock.now
    imagine_own.fill(cast, fight)
    for one, copy in zip(real.fighters, fighters, strict=True):
        if one is not viewer:
            imagine_seen.fill(cast, fight, one, copy)
    _oppose(fight)
    imagine_own.set_clock(cast, fight)
    for one, copy in zip(real.fighters, fighters, strict=True):
        if one is not viewer:
            imagine_drawn.fill(cast, fight, one, copy)
    _open(fight, cast.me, viewer)
    return fight


def _oppose(fight: Fight) -> None:
    """Note whose opponent everybody is, and at which stage."""
    for fighter in fight.fighters:
        foe, course = fighter.foe, fighter.motion
        if foe is not None:
            foe.followers[fighter] = None
            tool = fighter.primary
            fighter.stage = lookup.stage_with(fight, tool, foe) if tool is not None and foe.out is None else None
        if course is not None and course.foe is not None:
            course.foe.followers[fighter] = None


def _open(fight: Fight, me: Fighter, viewer: Fighter) -> None:
    """Have the imaginer asked as it is, and whoever else is free; plan all crossings anew; arm cap and guard."""
    clock = fight.clock
    me.reasons = list(viewer.reasons)
    clock.enlist(Rung.DECIDE, me)
    for fighter in fight.fighters:
        if fighter is not me and fighter.out is None:
            _ask(fight, fighter)
        fight.changed[fighter] = None
    clock.enlist(Rung.PLAN, me)
    fight.decided = lookup.is_decided(fight)
    outcome.note_approach(fight)
    outcome.arm_stalemate(fight)
    clock.at(fight.cap, Rung.END, outcome.CAP)
    clock.enlist(Rung.END, None)


def _ask(fight: Fight, fighter: Fighter) -> None:
    """Have somebody else asked if it is free, and one on the brink of an edge in any case (C-FAL-1)."""
    if fighter.brink is not None:
        if "edge" in fighter.asks and lookup.acts(fight, fighter):
            fighter.reasons.append("edge")
        fight.clock.enlist(Rung.DECIDE, fighter)
    elif fighter.action is None or fighter.action.phase is Phase.COUCHED:
        stance.ask(fight, fighter, "ready", None)
