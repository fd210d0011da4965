"""The rung NOTICE: perception rolls for every wind-up begun and every commit made (C-PER-1, C-PER-2)."""

from __future__ import annotations

from engine.counts import lookup, report, rolls, stance
from engine.counts.state import Action, Fight, Fighter, Phase


def on_notice(fight: Fight, items: list[Action]) -> None:
    """Let everyone whom an action in its sight threatens roll to notice it; who notices is asked (rung NOTICE).

    Several rolls of one fighter at one instant go by the actors' stream keys (CLK-2).
    """
    if len(items) > 1:
        items.sort(key=lambda action: action.rank)
    if fight.decided:
        return
    for action in items:
        if action.phase in (Phase.WINDUP, Phase.COMMITTED):
            for watcher in _threatened(action):
                if watcher in action.noticed_by or not lookup.acts(fight, watcher):
                    continue
                if lookup.sees(fight, watcher, action.fighter):
                    _look(fight, watcher, action)


def _threatened(action: Action) -> list[Fighter]:
    """Return whom an action concerns: its target, and those who watch its fighter; by stream key."""
    watchers = action.fighter.watchers
    target = action.target
    if target is None:
        target = action.fighter.foe
    if target is None:
        return watchers
    if not watchers:
        return [target]
    concerned = [watcher for watcher in watchers if watcher is not target]
    concerned.append(target)
    concerned.sort(key=lambda fighter: fighter.rank)
    return concerned


def _look(fight: Fight, watcher: Fighter, action: Action) -> None:
    committed = action.phase is Phase.COMMITTED
    seen, seq = rolls.notices(fight, watcher, action.fighter, committed, action.seq)
    if seen:
        action.noticed_by.append(watcher)
        seq = report.notice(fight, watcher, action, "commit" if committed else "windup", seq)
        stance.ask(fight, watcher, "noticed", seq)
