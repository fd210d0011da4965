"""The fight as one character sees it, going on from now: what shows is as it is, what does not is drawn (CLK-5, CLK-7).

What shows is what `view.py` and `seen.py` show, by the same predicate (`sight.in_sight`); of the rest of the true state
only what is the character's own is looked at. Not shown, and so not there in what is imagined: who else stepped between
somebody and an attack, what others pick up or whom they tend at this very instant, free shots they are asked for, and the
counts at which they mean to be asked again. A stalemate is counted from now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import attrs

from engine.clock import Clock, Rung
from engine.dice import Dice
from engine.shots import guard, imagine_attacks, imagine_guards, imagine_people, lookup, outcome, requests, sequence
from engine.shots.imagine_arms import lying
from engine.shots.imagine_people import Scene
from engine.shots.respond import RESPONSES
from engine.shots.state import NO_TICK, Fight, Fighter
from engine.system import Standing

Handler = Callable[[list[Any]], None]


def imagined(real: Fight, combatant: str, clock: Clock, dice: Dice, standing: Mapping[str, Standing]) -> Fight:
    """Return the state of a fight that goes on from this tick as a character sees it.

    Args:
        real: the true state; the character has a request open.
        combatant: who imagines.
        clock: a new clock at this tick.
        dice: of the imagined battle.
        standing: what its agents want to be asked for, by combatant.
    """
    me = real.by_name[combatant]
    fight = Fight(real.rules, clock, None, [], {}, real.per_count, real.per_shot, field=real.field)
    fight.sequence, fight.top, fight.began = real.sequence, lookup.shot_now(real), clock.now
    fight.called = fight.progress_at = clock.now
    fight.places = {name: attrs.evolve(spot) for name, spot in real.places.items()}
    fight.lying = [lying(tool) for tool in real.lying]
    scene = Scene(real, me, fight, dice, standing, responds=not RESPONSES.isdisjoint(me.reasons))
    imagine_people.enter(scene)
    imagine_guards.put_up(scene)
    imagine_attacks.announce(scene)
    _arm(fight, fight.by_name[combatant])
    return fight


def _arm(fight: Fight, me: Fighter) -> None:
    """Set the clock for what is to come: requests, the next shot and sequence, what is under way, the cap (CLK-8)."""
    clock = fight.clock
    clock.at(clock.now + fight.top * fight.per_shot, Rung.PHASE, (sequence.begin,))
    for fighter in fight.fighters:
        _go_on(fight, fighter)
        if fighter.reasons:
            clock.enlist(Rung.DECIDE, fighter)
    if me.wake_at > clock.now:
        clock.at(me.wake_at, Rung.PHASE, (sequence.wake, me, me.wake_at))
    clock.enlist(Rung.PLAN, None)
    fight.cap = fight.ticks(fight.rules.max_counts)
    if fight.cap > clock.now:
        clock.at(fight.cap, Rung.END, outcome.CAP)
    else:
        clock.enlist(Rung.END, outcome.CAP)
    outcome.arm_stalemate(fight)


def _go_on(fight: Fight, fighter: Fighter) -> None:
    """Let a character's movement end, or meet whom it leads to, and its active defenses lapse (S-MOV-1, S-DEF-1)."""
    motion = fighter.motion
    if motion is not None:
        counts = (motion.end - motion.begin) / fight.per_count
        end = round(motion.x + motion.vx * counts, lookup.DECIMALS), round(motion.y + motion.vy * counts, lookup.DECIMALS)
        fight.clock.at(motion.end, Rung.ARRIVE, (fighter, motion, end))
        if motion.toward is not None:
            motion.meets = NO_TICK
            fight.steered.add(fighter)
    for up in (fighter.defense, *fighter.guards):
        if up is not None and up.until is not None:
            fight.clock.at(up.until, Rung.PHASE, (guard.lapse, fighter, up))


def ask_first(handlers: list[Handler], fight: Fight, combatant: str) -> None:
    """Have a character asked first in the first pass of DECIDE, for its reasons, whatever it wants to be asked for."""
    handlers[Rung.DECIDE] = partial(_first_pass, handlers, handlers[Rung.DECIDE], fight, fight.by_name[combatant])


def _first_pass(handlers: list[Handler], usual: Handler, fight: Fight, me: Fighter, items: list[Any]) -> None:
    handlers[Rung.DECIDE] = usual
    asks, me.asks = me.asks, me.asks.union(me.reasons)
    requests.on_decide(fight, items)
    me.asks = asks
    fight.requests.sort(key=lambda request: request.combatant != me.name)
