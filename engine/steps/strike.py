"""The rung STRIKE: all shots that break at this tick are resolved against the state at its start (CLK-3, P-CHK-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.clock import Rung
from engine.events_steps import DodgeDeclared, Fired
from engine.steps import apply, attack, blast, damage, lookup, misses, phases, report, rolls, stance, targets
from engine.steps.difficulty import difficulty_of
from engine.steps.state import Action, Fight, Fighter, Harm, Phase

Seq = int | None


def on_strike(fight: Fight, items: list[tuple[Action, int]]) -> None:
    """Resolve the shots due in the groups of the tie policy, each group against one state (rung STRIKE)."""
    due = [action for action, token in items if action.token == token and action.phase is Phase.COMMITTED]
    due.sort(key=lambda action: (action.rank, action.fighter.number))
    groups = _groups(fight, due)
    for place, group in enumerate(groups):
        for action in group:
            _resolve(fight, action)
        if place < len(groups) - 1:
            apply.take_effect(fight)
    for fighter, times in sorted(fight.dodged.items(), key=lambda item: item[0].rank):
        _pay_for_dodges(fight, fighter, times)
    fight.dodged.clear()
    fight.clock.enlist(Rung.APPLY, None)


def _groups(fight: Fight, actions: list[Action]) -> list[list[Action]]:
    """Return the shots of an instant in the order in which they are resolved; those of one group together (CLK-3)."""
    policy = fight.rules.ties
    if policy == "simultaneous" or len(actions) < 2:
        return [actions] if actions else []
    keyed = [(_TIES[policy](fight, action), action) for action in actions]
    return [[action for value, action in keyed if value == place] for place in sorted({value for value, _ in keyed})]


def _by_reach(fight: Fight, action: Action) -> float:
    return -action.weapon.spec.extreme if action.weapon is not None else 0.0


def _by_counts(fight: Fight, action: Action) -> float:
    return action.ready - action.begin


def _drawn(fight: Fight, action: Action) -> float:
    return rolls.tie(fight, action.fighter, action.seq, action.id)


_TIES: dict[str, Callable[[Fight, Action], float]] = {"reach": _by_reach, "speed": _by_counts, "seeded": _drawn}


def _resolve(fight: Fight, action: Action) -> None:
    """Resolve one shot; whatever comes of it, the shooter is ready again."""
    fighter = action.fighter
    for watcher in action.asked:
        if action in watcher.threats:
            watcher.threats.remove(action)
    if fighter.out is not None:
        cause = fighter.wound_seq if fighter.wound_seq is not None else action.seq
        report.impact(fight, action, _name(action), "lost", cause, rule="CLK-3", why=f"{fighter.name} is out: {fighter.out}")
        action.phase = Phase.OVER
        return
    fight.clock.enlist(Rung.PHASE, (finish, action, action.token))
    if action.broken:
        report.impact(fight, action, _name(action), "broken_off", action.seq, rule="P-FIR-2", why="broken off")
        return
    _spend(fight, action)
    if targets.is_indirect(action):
        blast.indirect(fight, action)
        return
    shot_at = targets.of(fight, action)
    for target in shot_at:
        _at_target(fight, action, target)


def finish(fight: Fight, action: Action, token: int) -> None:
    """Be ready again after a shot (P-FIR-2); a dodge made meanwhile has its time first."""
    if action.fighter.action is not action:
        action.phase = Phase.OVER
    elif action.phase is not Phase.OVER:
        stance.lose_aim(fight, action.fighter, "shot", action.seq)
        phases.over(fight, action, "shot", action.seq)


def _name(action: Action) -> str | None:
    return action.target.name if action.target is not None else None


def _spend(fight: Fight, action: Action) -> None:
    """Fire the rounds of the fire mode, which is progress (P-FIR-1, CLK-8)."""
    weapon, option = action.weapon, action.option
    assert weapon is not None
    mode: str = option.mode  # type: ignore[attr-defined]
    rounds = lookup.rounds_of(mode, fight.rules)
    totals = action.fighter.totals
    totals.shots += 1
    totals.rounds += rounds
    if weapon.spec.magazine:
        weapon.loaded -= rounds
        fight.progress_at = fight.clock.now
    fields = {"weapon": weapon.name, "mode": mode, "rounds": rounds, "left": weapon.loaded}
    action.seq = report.add(fight, Fired, action.fighter, action.seq, action.id, **fields)


def _at_target(fight: Fight, action: Action, target: Fighter) -> None:
    """Roll a direct shot against one target: its dodge, the chain, the check; then the hit, or what a miss hits (P-CHK-2)."""
    shooter, weapon = action.fighter, action.weapon
    assert weapon is not None
    if target.out is not None:
        report.impact(fight, action, target.name, "no_target", action.seq, rule="CLK-4", why="the target is out")
        return
    line = lookup.line(fight, shooter.square, target.square)
    forbidden = attack.invalid(fight, action, target, line)
    if forbidden is not None:
        report.impact(fight, action, target.name, "out_of_reach", action.seq, rule=forbidden[0], why=forbidden[1])
        return
    dodged = dodge(fight, action, target)
    nimble = [one.fighter for one in line.covers if one.fighter is not None and dodge(fight, action, one.fighter)]
    links = attack.links(fight, action, target, line, dodged)
    steps = sum(link.steps for link in links)
    need = difficulty_of(steps, fight.rules)
    seq = report.chain(fight, action, target.name, links, steps, need)
    total, _, success, seq = rolls.check(fight, shooter, links, seq, action.id)
    fields: dict[str, Any] = {
        "distance": lookup.distance(shooter.square, target.square), "difficulty": need, "total": total
    }  # fmt: skip
    if success:
        shooter.totals.hits += 1
        seq = report.impact(fight, action, target.name, "hit", seq, **fields)
        called: str | None = action.option.location  # type: ignore[attr-defined]
        wound(fight, action, target, line.cover, called, seq)
        return
    shooter.totals.misses += 1
    misses.resolve(fight, action, target, line, links, total, nimble, seq, fields)


def dodge(fight: Fight, action: Action, fighter: Fighter) -> bool:
    """Make the dodge check of one who declared it and still guards that arc: once for each attack (P-MOD-2, P-MOD-3)."""
    if fighter in action.nimble:
        return action.nimble[fighter]
    if fighter not in action.dodgers or fighter.out is not None:
        return False
    if not lookup.guards(fight, fighter, action.fighter.square):
        return False
    success, seq = rolls.dodge(fight, fighter, action.seq, action.id)
    fighter.totals.dodges += 1
    fighter.totals.dodged += success
    fight.dodged[fighter] = fight.dodged.get(fighter, 0) + 1
    action.nimble[fighter] = success
    report.add(fight, DodgeDeclared, fighter, seq, action.id, against=action.id, declared=False, success=success)
    return success


def _pay_for_dodges(fight: Fight, fighter: Fighter, times: int) -> None:
    """Pay for the dodges of an instant: what is under way comes later, who is idle is busy for a while (P-MOD-2).

    Counts of several dodges add up, and dropping what is under way saves none of them.
    """
    fighter.dodges += times
    cost = times * fight.ticks(fight.rules.dodge_counts)
    fighter.busy_until = max(fight.clock.now, fighter.busy_until) + cost
    stance.lose_aim(fight, fighter, "dodged", fighter.decision_seq)
    action = fighter.action
    if action is not None and action.phase is not Phase.OVER and action.impact != fight.clock.now:
        phases.delay(fight, action, cost)
    elif cost:
        fight.clock.at(fighter.busy_until, Rung.PHASE, (phases.rested, fighter, fighter.busy_until))


def wound(fight: Fight, action: Action, target: Fighter, cover: int, called: str | None, seq: Seq) -> None:
    """Roll where a hit lands, again while cover hides the place, and its damage (P-DMG-1, P-LOS-6)."""
    weapon, shooter = action.weapon, action.fighter
    assert weapon is not None
    extra = fight.rules.burst_dice if action.option.mode == "burst" else 0  # type: ignore[attr-defined]
    part, words = place_of(fight, action, cover, called, seq)
    rolled, seq = rolls.damage(fight, shooter, weapon.dice, extra, seq, action.id)
    fight.harms.append(Harm(shooter, action, target, words, rolled, target.armor.get(part, 0), seq))
    if weapon.spec.radius:
        blast.around(fight, action, target.square, rolled, target, seq)


def place_of(fight: Fight, action: Action, cover: int, called: str | None, seq: Seq) -> tuple[str, str]:
    """Return the part a hit lands on, and the words for it (P-DMG-1, P-LOS-6)."""
    if called is not None:
        part = damage.CALLS[called][1][0]
        return part, called
    hidden = damage.hidden(cover, fight.rules)
    part, side, words = rolls.location(fight, action.fighter, seq, action.id)
    while damage.covered_part(part, side) in hidden:
        part, side, words = rolls.location(fight, action.fighter, seq, action.id)
    if part == "head":
        words = f"head, {rolls.head(fight, action.fighter, seq, action.id)}"
    return part, words
