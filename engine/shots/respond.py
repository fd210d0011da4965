"""Responses: who may answer an announced attack, and what the answers do (S-DEF-1 to S-DEF-4, S-RNG-4, S-SEQ-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.clock import Rung
from engine.events import Notice
from engine.events_shots import Interposed, Volunteered
from engine.options import Option
from engine.shots import actions, costs, counter, declare, guard, lookup, motion, replies, report, rolls
from engine.shots.state import Action, Fight, Fighter

Seq = int | None

RESPONSES = frozenset({"announced", "closing"})
"""The reasons of requests that ask for a response."""


def open_responses(fight: Fight) -> bool:
    """Find out who may respond to the attacks just announced; return whether anybody is to be asked.

    One response per enemy action, none to a response (S-SEQ-4). Who does not detect a hidden attacker can't respond
    (S-DEF-3).
    """
    fresh, fight.unresponded = fight.unresponded, []
    if len(fresh) > 1:
        fresh.sort(key=lambda one: one.rank)
    for action in fresh:
        for fighter in who_may(fight, action):
            if not action.unseen or _detects(fight, fighter, action):
                fighter.responding.append(action)
    asked = False
    for fighter in fight.fighters:
        if not fighter.responding and not fighter.closing:
            continue
        waiting: list[tuple[str, list[Any]]] = [("announced", fighter.responding), ("closing", fighter.closing)]
        for reason, what in waiting:
            if what and reason in fighter.asks:
                cause = fighter.responding[-1].seq if fighter.responding else fighter.closing[-1].decision_seq
                ask(fight, fighter, reason, cause)
                asked = True
            else:
                what.clear()
    return asked


def who_may(fight: Fight, action: Action) -> Iterator[Fighter]:
    """Yield who may respond: the targets, and friends of theirs within Move meters of one, to defend it (S-DEF-1, S-DEF-4)."""
    targets = action.caught if action.area else [action.target] if action.target is not None else []
    others = lookup.of_side(fight, targets[0].side) if len(targets) == 1 else fight.fighters if targets else ()
    side, now = action.fighter.side, lookup.shot_now(fight)
    for fighter in others:
        if fighter.out is not None or fighter is action.fighter or fighter.surprised:
            continue
        able = fighter.counter >= 1 and now >= 1
        if fighter in targets:
            if able or action.area:
                yield fighter
        elif able and fighter.side != side:
            for one in targets:
                if one.side == fighter.side and lookup.within(fight, fighter, one, fighter.spec.move):
                    yield fighter
                    break


def _detects(fight: Fight, fighter: Fighter, action: Action) -> bool:
    """Roll whether a character detects a hidden attacker in time (S-DEF-3)."""
    if fighter.side == action.fighter.side:
        return True
    detected, seq = rolls.perception(fight, fighter, action.fighter, action.seq)
    if fight.log is not None:
        noticed = "noticed" if detected else "not noticed"
        report.add(fight, Notice, fighter, seq, action.id, of=action.fighter.name, what="attack", noticed=noticed)
    if not detected:
        fighter.unaware.add(action.fighter.name)
    return detected


def ask(fight: Fight, fighter: Fighter, reason: str, cause: Seq) -> None:
    """Have a character asked in the next pass of DECIDE."""
    if reason not in fighter.reasons:
        fighter.reasons.append(reason)
    fighter.ask_seq = cause
    fight.clock.enlist(Rung.DECIDE, fighter)


# what an answer does


def is_asked(fighter: Fighter) -> bool:
    """Return whether an answer is one to attacks, or to who comes closer; at one's own shot that is still to be asked."""
    return not RESPONSES.isdisjoint(fighter.asked_for)


def let_pass(fight: Fight, fighter: Fighter) -> None:
    """Respond to nothing of what one was asked about."""
    fighter.responding.clear()
    fighter.closing.clear()


def _pay(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> Seq:
    shots = costs.cost(fight, fighter, option)
    return counter.pay(fight, fighter, shots, option.rules[0], option.do.replace("_", " "), cause)


def defend(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Defend actively, at one's own shot or as a response to all attacks on oneself (S-DEF-1).

    When none of those it was asked about is on itself, it is the response to them all (S-SEQ-4).
    """
    assert isinstance(option, actions.Defend)
    cause = _pay(fight, fighter, option, cause)
    guard.defend(fight, fighter, option.kind, cause)
    if not is_asked(fighter):
        return
    left = [action for action in fighter.responding if not _is_on(action, fighter)]
    if len(left) == len(fighter.responding):
        let_pass(fight, fighter)
    else:
        fighter.responding = left
    _again(fight, fighter, cause)


def defend_other(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Give another the bonus of an active defense against all attacks on it (S-DEF-4)."""
    assert isinstance(option, actions.DefendOther)
    other = fight.by_name[option.target]
    cause = _pay(fight, fighter, option, cause)
    guard.defend_other(fight, fighter, other, option.kind, cause)
    fighter.responding = [action for action in fighter.responding if not _is_on(action, other)]
    _again(fight, fighter, cause)


def interpose(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Step between one attack and its target, and set off to be there (S-DEF-4)."""
    assert isinstance(option, actions.Interpose)
    action = replies.interposes(fight, fighter, option)
    assert action is not None
    assert action.target is not None
    shots = costs.cost(fight, fighter, option)
    cause = _pay(fight, fighter, option, cause)
    guard.step_between(fight, fighter, cause)
    action.between.append(fighter)
    fighter.hidden = False
    fighter.totals.interposed += 1
    if fight.log is not None:
        cause = report.add(fight, Interposed, fighter, cause, action.id, target=option.target, against=action.id)
    there = lookup.place(fight, action.target)
    if there != lookup.place(fight, fighter):
        motion.start(fight, fighter, there, shots, "interpose", option.target, 0.0, cause)
    fighter.responding.remove(action)
    _again(fight, fighter, cause)


def volunteer(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Be the most vulnerable target of an area attack (S-RNG-4)."""
    assert isinstance(option, actions.Volunteer)
    action = replies.volunteers(fighter, option)
    assert action is not None
    action.first.append(fighter)
    if fight.log is not None:
        cause = action.first_seq = report.add(fight, Volunteered, fighter, cause, action.id, against=action.id)
    fighter.responding.remove(action)
    _again(fight, fighter, cause)


def _is_on(action: Action, target: Fighter) -> bool:
    return target in action.caught if action.area else action.target is target


def _again(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Ask again about attacks that are left to respond to, while shots are left; a turn goes on, too."""
    if fighter.responding and lookup.shot_of(fight, fighter) < 1:
        fighter.responding = [action for action in fighter.responding if action.area and fighter in action.caught]
    if fighter.responding or fighter.closing:
        ask(fight, fighter, "announced" if fighter.responding else "closing", cause)


def free_shot(fight: Fight, fighter: Fighter, option: actions.Attack, cause: Seq) -> None:
    """Take a free shot at one who comes closer: an attack nobody can respond to (S-CHR-3)."""
    declare.begin(fight, fighter, option, cause, free=True)
    for schtick in fighter.schticks:
        if schtick.free_shots:
            schtick.free_shot_taken(fight, fighter)
    fighter.closing.clear()
    _again(fight, fighter, cause)
