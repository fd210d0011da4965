"""Sequences and shots: initiative, whose shot it is, and the next call (S-SEQ-1, S-SEQ-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.clock import Rung
from engine.events_shots import Sequence, Shot
from engine.shots import body, counter, lookup, motion, report, respond, rolls
from engine.shots.state import Fight, Fighter

Seq = int | None


def on_phase(fight: Fight, items: list[tuple[Callable[..., None], Any]]) -> None:
    """Let defenses lapse, sequences begin and shots be called; what asks comes after what changes (rung PHASE)."""
    if len(items) > 1:
        items.sort(key=lambda item: _LATE.get(item[0].__name__, 0))
    for call, *args in items:
        call(fight, *args)


_LATE = {"begin": 1, "call": 2, "wake": 3}
"""What comes after all that has no place here."""


def begin(fight: Fight) -> None:
    """Begin a sequence: everyone rolls initiative, losses of shots are forgotten (S-SEQ-1)."""
    fight.sequence += 1
    fight.began = fight.clock.now
    body.pass_away(fight)
    first: dict[Fighter, int] = {}
    for roller, members in _rollers(fight):
        shots, _ = rolls.initiative(fight, roller, members, fight.sequence_seq)
        first.update(zip(members, shots, strict=True))
    fight.top = max(1, *first.values()) if first else 1
    for fighter, shot in first.items():
        fighter.counter, fighter.holding = shot, False
    if fight.log is not None:
        order = {fighter.name: first[fighter] for fighter in sorted(first, key=lambda one: (-first[one], one.rank))}
        fight.sequence_seq = report.add(
            fight, Sequence, None, fight.sequence_seq, number=fight.sequence, top=fight.top, order=order
        )
    over = fight.began + fight.top * fight.per_shot
    fight.clock.at(over, Rung.PHASE, (begin,))
    call(fight)


def _rollers(fight: Fight) -> list[tuple[Fighter, list[Fighter]]]:
    """Return who rolls initiative for whom: a group of unnamed ones by its first able member by stream key (S-WND-3)."""
    groups: dict[tuple[str, str], list[Fighter]] = {}
    rollers: list[tuple[Fighter, list[Fighter]]] = []
    for fighter in fight.fighters:
        if fighter.out is not None:
            continue
        if not fighter.spec.unnamed:
            rollers.append((fighter, [fighter]))
            continue
        group = groups.setdefault((fighter.side, fighter.spec.group), [])
        if not group:
            rollers.append((fighter, group))
        group.append(fighter)
    return rollers


def call(fight: Fight, planned: int | None = None) -> None:
    """Call the shot of this instant: whoever's counter it meets acts (S-SEQ-2)."""
    if fight.called == fight.clock.now:
        return
    fight.called = fight.clock.now
    fight.clock.enlist(Rung.PLAN, None)
    shot = lookup.shot_now(fight)
    acting = [one for one in fight.fighters if one.out is None and not one.holding and one.counter == shot > 0]
    if not acting:
        return
    seq: Seq = None
    if fight.log is not None:
        seq = report.add(fight, Shot, None, fight.sequence_seq, shot=shot, acting=[one.name for one in acting])
    for fighter in acting:
        fighter.turn = True
        reason = "ready" if fighter.acted_in or fighter.asked else "start"
        fighter.asked = True
        respond.ask(fight, fighter, reason, seq)


def wake(fight: Fight, fighter: Fighter, tick: int) -> None:
    """Ask a character at a count it named; one that held acts on its shot, or when its counter is met (S-SEQ-2)."""
    if fighter.wake_at != tick or fighter.out is not None:
        return
    fighter.wake_at = -1
    shot = lookup.shot_of(fight, fighter)
    if fighter.holding and shot > 0:
        counter.run_down(fight, fighter)
        fighter.holding, fighter.turn = False, shot == lookup.shot_now(fight)
        fight.clock.enlist(Rung.PLAN, None)
    respond.ask(fight, fighter, "hold_expired", fighter.decision_seq)


def on_plan(fight: Fight, items: list[Any]) -> None:
    """Plan who meets whom, and the call of the next shot on which somebody acts, once (rung PLAN)."""
    motion.plan_meetings(fight)
    now = lookup.shot_now(fight)
    shots = [one.counter for one in fight.fighters if one.out is None and not one.holding and 0 < one.counter < now]
    if not shots:
        return
    tick = lookup.tick_of(fight, max(shots))
    if not fight.clock.now < fight.planned <= tick:
        fight.planned = tick
        fight.clock.at(tick, Rung.PHASE, (call, tick))
