"""Binding wounds: who may bind whom, what breaks it off, what it does (C-WND-7).

A binding needs its two fighters near each other and no able opponent engaged with either. Nobody looks on: the moment at
which that would end is computed in PLAN, whenever a velocity or a weapon in hand changes while somebody binds.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.clock import Rung
from engine.counts import body, effects, lookup, phases, report
from engine.counts.state import Action, Fight, Fighter, Part, Phase
from engine.events import Bound
from engine.field import NEVER, time_to_close, time_to_open
from engine.units import Tick, ticks_up

Seq = int | None

NUDGE = 1e-7
"""Feet past a border at which a crossing is looked for, so that the rounded distance has changed."""


def patient_of(fight: Fight, fighter: Fighter, name: str | None) -> Fighter:
    """Return whom a binding is for: the fighter itself, or the one named."""
    return fighter if name is None else fight.by_name[name]


def needs(patient: Fighter) -> bool:
    """Return whether a fighter has something to bind: a bleeding wound, or a disabled part (C-WND-7)."""
    return not patient.dead and (bool(patient.bleeding) or _disabled(patient) is not None)


def hindrance(fight: Fight, fighter: Fighter, patient: Fighter) -> str | None:
    """Return why one can't bind another now, in words; None when nothing hinders it (C-WND-7)."""
    if not needs(patient):
        return "the patient is dead" if patient.dead else "the patient has nothing to bind"
    gap, most = lookup.distance(fight, fighter, patient), fight.rules.bind_reach
    if patient is not fighter and gap > most:
        return f"the patient is {gap:g} ft away, at most {most:g}"
    for other in lookup.opponents_about(fight, fighter, patient):
        for one in (fighter, patient):
            if lookup.engaged(fight, one, other):
                return f"an opponent is engaged with the {'binder' if one is fighter else 'patient'}"
    return None


def _disabled(patient: Fighter) -> Part | None:
    """Return the first part that is disabled, in the order they were hurt."""
    return next((part for part in patient.parts.values() if part.disabled), None)


# the work


def phase(fight: Fight, action: Action) -> None:
    """Begin to bind, or have it done (C-WND-7)."""
    fighter = action.fighter
    patient = patient_of(fight, fighter, getattr(action.option, "target", None))
    hindered = hindrance(fight, fighter, patient)
    if hindered is not None:
        break_off(fight, action, patient, hindered, None)
    elif action.phase is Phase.DECLARED:
        action.phase = Phase.WORKING
        fight.bindings[action] = patient
        fight.clock.enlist(Rung.PLAN, fighter)
    else:
        _bind(fight, action, patient)


def _bind(fight: Fight, action: Action, patient: Fighter) -> None:
    """Bind the worst wound, the oldest of equals, and turn one disabling into lasting paralysis (C-WND-7)."""
    fighter, seq = action.fighter, action.seq
    fight.bindings.pop(action, None)
    if patient.bleeding:
        patient.bleeding.remove(max(patient.bleeding))
    rate = sum(patient.bleeding)
    seq = report.other(fight, Bound, fighter, seq, action.id, target=patient.name, bound=True, rate=rate)
    if rate != patient.bleed_rate:
        effects.change_bleeding(fight, patient, rate, seq)
    part = _disabled(patient)
    if part is not None:
        part.disabled, part.lasting, part.paralyses = False, True, 1
        state = body.state_of(fight, patient)
        report.effect(fight, patient, "lasting paralysis", "C-WND-7", part.name, None, state, seq)
    phases.over(fighter, action)
    phases.ready(fight, fighter, "bound", seq, action.id)


def break_off(fight: Fight, action: Action, patient: Fighter, why: str, cause: Seq) -> None:
    """Break off a binding; its fighter is free, its next INIT fresh (C-WND-7, C-INI-1)."""
    fighter = action.fighter
    fight.bindings.pop(action, None)
    if action.phase is Phase.OVER:
        return
    body.cancel(fight, action, why, cause if cause is not None else action.seq)
    fighter.fresh = True
    seq = report.other(
        fight, Bound, fighter, action.seq, action.id, target=patient.name, bound=False, rate=patient.bleed_rate
    )
    phases.ready(fight, fighter, "binding broken off", seq, action.id)


def struck(fight: Fight, victims: Iterable[Fighter]) -> None:
    """Break off every binding one of whose two fighters was struck in this instant."""
    hurt = set(victims)
    for action, patient in _live(fight):
        for one in (action.fighter, patient):
            if one in hurt:
                break_off(fight, action, patient, f"{one.name} is struck", one.wound_seq)
                break


def _live(fight: Fight) -> list[tuple[Action, Fighter]]:
    """Return the bindings under way, by stream key, and forget those that are over."""
    fight.bindings = {action: patient for action, patient in fight.bindings.items() if action.phase is Phase.WORKING}
    return sorted(fight.bindings.items(), key=lambda entry: entry[0].rank)


# what ends it


def plan(fight: Fight) -> None:
    """Compute when each binding under way would be disturbed, at least one tick ahead (rung PLAN)."""
    quantum = fight.rules.time_scale
    for action, patient in _live(fight):
        if hindrance(fight, action.fighter, patient) is not None:
            fight.clock.enlist(Rung.PHASE, (check, action.fighter, action))
            continue
        counts = _disturbed(fight, action.fighter, patient)
        if counts == NEVER:
            continue
        tick: Tick = fight.clock.now + max(quantum, ticks_up(counts, quantum))
        if tick <= fight.cap:
            fight.clock.at(tick, Rung.PHASE, (check, action.fighter, action))


def check(fight: Fight, fighter: Fighter, action: Action) -> None:
    """Break off a binding that is disturbed by now, or look for the next moment at which it could be."""
    patient = fight.bindings.get(action)
    if patient is None or action.phase is not Phase.WORKING:
        return
    why = hindrance(fight, fighter, patient)
    if why is None:
        fight.clock.enlist(Rung.PLAN, fighter)
    else:
        break_off(fight, action, patient, why, None)


def _disturbed(fight: Fight, fighter: Fighter, patient: Fighter) -> float:
    """Return the counts until an opponent would be engaged with either, or the two too far apart.

    One who is near enough already and not engaged is hidden by a wall; it is looked for when a velocity changes.
    """
    first = NEVER
    for other in lookup.opponents(fight, fighter):
        for one in (fighter, patient):
            near = lookup.out_distance(one, other)
            rx, ry, vx, vy = _relative(fight, one, other)
            if (vx or vy) and lookup.hundredths(fight, one, other) >= round(near * 100):
                near = lookup.on_the_ground(one, other, near - 0.005 - NUDGE)
                first = min(first, time_to_close(rx, ry, vx, vy, near))
    if patient is not fighter:
        rx, ry, vx, vy = _relative(fight, fighter, patient)
        if vx or vy:
            far = lookup.on_the_ground(fighter, patient, fight.rules.bind_reach + 0.005 + NUDGE)
            first = min(first, time_to_open(rx, ry, vx, vy, far))
    return first


def _relative(fight: Fight, one: Fighter, other: Fighter) -> tuple[float, float, float, float]:
    """Return another's place and velocity as a fighter sees them."""
    ax, ay = lookup.place(fight, one)
    bx, by = lookup.place(fight, other)
    return bx - ax, by - ay, other.vx - one.vx, other.vy - one.vy
