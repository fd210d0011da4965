"""Presses, retreats, locks and unlocks: contests of Combat Maneuver (C-STG-4 to C-STG-7)."""

from __future__ import annotations

from engine.clock import Rung
from engine.counts import barriers, lookup, modes, motion, phases, report, rolls, stance
from engine.counts.stages import Stage
from engine.counts.state import Action, Fight, Fighter, Motion, Phase
from engine.events import Contest, Lock, RetreatContest, Unlock
from engine.units import Feet, Tick

Seq = int | None
OVER_PRESS = frozenset({Stage.OVER_1, Stage.OVER_2})


def contest(fight: Fight, action: Action) -> None:
    """Roll what a maneuver came for, its INIT being over (C-INI-1a)."""
    if action.phase is not Phase.DECLARED:
        return
    action.phase = Phase.WORKING
    _CONTESTS[action.kind](fight, action)


def difference(fight: Fight, fighter: Fighter, other: Fighter, cause: Seq, action: str | None) -> tuple[int, int, int | None, Seq]:
    """Roll a contest: the stages won (negative: by the other), both success numbers, the last roll's ``seq`` (C-STG-4)."""
    own, _, seq = rolls.contest(fight, fighter, "maneuver", cause, action)
    theirs = None
    if lookup.acts(fight, other):
        theirs, _, seq = rolls.contest(fight, other, "maneuver", seq, None)
    gap = own - (theirs or 0)
    stages = abs(gap) // fight.rules.contest_step
    return (stages if gap > 0 else -stages), own, theirs, seq


def _ground(fight: Fight, action: Action) -> None:
    """Resolve a press or a retreat (C-STG-4, C-STG-5)."""
    fighter, other = action.fighter, action.target
    assert other is not None
    if action.kind == "retreat" and fight.rules.simple_retreat:
        _simple_retreat(fight, action, other)
        return
    won, own, theirs, seq = difference(fight, fighter, other, action.seq, action.id)
    direction = 1 if action.kind == "press" else -1
    over = getattr(action.option, "over", False)
    ground, goal = (0.0, 0.0) if won <= 0 else walk_of(fight, fighter, other, direction, won, over)
    winner = fighter if won > 0 else other if won < 0 else None
    ends = fight.clock.now + max(fight.ticks(fight.rules.maneuver_least), fight.ticks(ground / fight.rules.maneuver_speed))
    action.ready = ends
    if fight.log is not None:
        kind = Contest if action.kind == "press" else RetreatContest
        action.seq = report.other(
            fight, kind, fighter, seq, action.id, target=other.name, success=own, opposed=theirs, stages=won,
            ground=ground, winner=winner.name if winner else None, until=ends / fight.per_count,
        )  # fmt: skip
    if won:
        fight.progress_at = fight.clock.now
    modes.follow(fight, fighter, direction, action.seq)
    if ground > 0.0:
        modes.begin_contest(fight, fighter, other, direction, ground, goal, closest(fight, fighter, over), action.seq)
    else:
        modes.judge(fight, fighter, action.seq)
    if won < 0:
        other.won, other.won_over = -won, fighter
        if "contest_won" in other.asks and lookup.acts(fight, other):
            stance.ask_always(fight, other, "contest_won", action.seq)
        else:
            take_by_mode(fight, other, fighter, action.seq)
    fight.clock.at(ends, Rung.PHASE, (done, action, ends))


def walk_of(fight: Fight, fighter: Fighter, other: Fighter, direction: int, stages: int, over: bool) -> tuple[Feet, Feet]:
    """Return the ground a gain of stages is worth, and how far apart on the ground it ends, feet (C-STG-5).

    It leads from stage to stage: from wherever one stands within a stage to exactly the distance of the stage that is
    gained. A press stops at Press 3 unless it is asked for more; nobody comes nearer than the least distance; ground
    ends at a wall, and one that is thrown back takes none.
    """
    gap, tool = lookup.distance(fight, fighter, other), fighter.primary
    if lookup.carried(fighter):
        return 0.0, 0.0
    unit = tool.table.unit if tool is not None else fight.rules.stage_unit
    optimal = tool.table.optimal if tool is not None else fight.rules.optimal_extra
    stood = int(round((optimal - gap) / unit, 6))
    goal = round(optimal - (stood + direction * stages) * unit, 2)
    goal = max(goal, gap) if direction < 0 else min(gap, max(goal, closest(fight, fighter, over)))
    return _as_far_as(fight, fighter, other, direction, gap, goal)


def _as_far_as(
    fight: Fight, fighter: Fighter, other: Fighter, direction: int, gap: Feet, goal: Feet
) -> tuple[Feet, Feet]:
    """Return the ground between two distances as far as walls allow, and how far apart on the ground it then ends.

    It is walked from where one stands, though two on one spot count as at the least distance (C-MOD-6); between two levels
    only what is on the ground is walked, and a press ends at the least distance on it, right above or below (C-STG-2).
    """
    start, ends = gap, goal
    if fighter.level != other.level or gap <= fight.rules.least_distance:
        start = lookup.apart(fight, fighter, other)
        ends = lookup.ends_apart(fight, fighter, other, goal)
    ground = round(max(0.0, (start - ends) * direction), 2)
    free = barriers.room(fight, fighter, lookup.place(fight, other), direction)
    if free >= ground:
        return ground, ends
    ground = round(free, 6)
    return ground, start - direction * ground


def closest(fight: Fight, fighter: Fighter, over: bool) -> Feet:
    """Return the distance at which a press ends in any case: Press 3, or the least distance when more is asked."""
    tool, least = fighter.primary, fight.rules.least_distance
    return least if tool is None or over else max(least, tool.table.press_3)


def take(fight: Fight, winner: Fighter, loser: Fighter, direction: int, over: bool, cause: Seq) -> None:
    """Let the one who won a contest it did not start take its stages (C-STG-4)."""
    stages, winner.won = winner.won, 0
    ground, goal = walk_of(fight, winner, loser, direction, stages, over)
    if ground > 0.0 and not winner.prone and not barriers.rides(winner) and lookup.top_speed(fight, winner) > 0.0:
        modes.begin_contest(fight, winner, loser, direction, ground, goal, closest(fight, winner, over), cause)


def take_by_mode(fight: Fight, winner: Fighter, loser: Fighter, cause: Seq) -> None:
    """Take won stages as one's mode says, for an agent that does not want to be asked (C-MOD-2)."""
    if winner.mode in ("offensive", "defensive"):
        take(fight, winner, loser, 1 if winner.mode == "offensive" else -1, False, cause)
    winner.won = 0


def done(fight: Fight, action: Action, ends: Tick) -> None:
    """End a maneuver; its fighter is ready."""
    if action.phase is Phase.WORKING and action.ready == ends:
        phases.over(action.fighter, action)
        phases.ready(fight, action.fighter, action.kind, action.seq, action.id)


def _simple_retreat(fight: Fight, action: Action, other: Fighter) -> None:
    """Resolve a retreat by one roll under PCF (C-STG-7)."""
    fighter, rules = action.fighter, fight.rules
    made, seq = rolls.simple_retreat(fight, fighter, action.seq, action.id)
    tool = fighter.primary
    gap = lookup.distance(fight, fighter, other)
    out = lookup.out_distance(fighter, other)
    if made:
        goal = max(gap + rules.simple_retreat_share * lookup.top_speed(fight, fighter), out)
    else:
        goal = max(gap, tool.table.optimal + 2 * tool.table.unit) if tool is not None else gap
    ground, goal = _as_far_as(fight, fighter, other, -1, gap, goal)
    ends = fight.clock.now + max(fight.ticks(rules.maneuver_least), fight.ticks(ground / rules.maneuver_speed))
    action.ready = ends
    if fight.log is not None:
        action.seq = report.other(
            fight, RetreatContest, fighter, seq, action.id, target=other.name, success=int(made), opposed=None, stages=0,
            ground=ground, winner=fighter.name if made else None, until=ends / fight.per_count,
        )  # fmt: skip
    if made:
        fight.progress_at = fight.clock.now
    modes.follow(fight, fighter, -1, action.seq)
    if ground > 0.0:
        modes.begin_contest(fight, fighter, other, -1, ground, goal, 0.0, action.seq)
    else:
        modes.judge(fight, fighter, action.seq)
    fight.clock.at(ends, Rung.PHASE, (done, action, ends))


def _lock(fight: Fight, action: Action) -> None:
    """Resolve a try to lock: one full step better locks the other's weapon (C-STG-6)."""
    fighter, other = action.fighter, action.target
    assert other is not None
    ends = action.ready
    if near_enough(fight, fighter, other):
        won, _, _, seq = difference(fight, fighter, other, action.seq, action.id)
        if won:
            fight.progress_at = fight.clock.now
        loser, winner = (other, fighter) if won > 0 else (fighter, other)
        if not won:
            _no_lock(fight, action, "contest", seq)
        elif not stance.lock(fight, loser, winner, "contest", seq):
            _no_lock(fight, action, "no weapon left to lock", seq)
    else:
        _no_lock(fight, action, "out of the over-press", action.seq)
    fight.clock.at(ends, Rung.PHASE, (done, action, ends))


def _no_lock(fight: Fight, action: Action, why: str, cause: Seq) -> None:
    """Log a try to lock that came to nothing."""
    if fight.log is not None:
        assert action.target is not None
        report.other(
            fight, Lock, action.fighter, cause, action.id, target=action.target.name, weapon=None, locked=False, why=why
        )


def near_enough(fight: Fight, fighter: Fighter, other: Fighter) -> bool:
    """Return whether either of two fighters stands at its Over 1 or Over 2 (C-STG-6)."""
    for one, two in ((fighter, other), (other, fighter)):
        tool = one.primary
        if tool is not None and lookup.stage_with(fight, tool, two) in OVER_PRESS:
            return True
    return False


def _unlock(fight: Fight, action: Action) -> None:
    """Resolve a try to unlock: a success that gets out of Over 3 frees the weapon (C-STG-6)."""
    fighter = action.fighter
    ends = action.ready
    _, made, seq = rolls.contest(fight, fighter, "unlock", action.seq, action.id)
    tool = next((held for held in fighter.held if held.locked_by is not None), None)
    holder = tool.locked_by if tool is not None else None
    if made and tool is not None and holder is not None and not _has_room(fight, fighter, holder):
        report.other(fight, Unlock, fighter, seq, action.id, weapon=tool.name, locked=True, why="no ground to step out")
    elif made and tool is not None and holder is not None:
        _step_out(fight, fighter, holder, seq)
        stance.unlock(fight, fighter, "unlocked", seq, action.id)
    elif tool is not None:
        report.other(fight, Unlock, fighter, seq, action.id, weapon=tool.name, locked=True, why="failed")
    else:
        report.other(fight, Unlock, fighter, seq, action.id, weapon=None, locked=False, why="no weapon is locked any more")
    fight.clock.at(ends, Rung.PHASE, (done, action, ends))


def _step(fight: Fight, fighter: Fighter, holder: Fighter) -> tuple[Feet, Feet]:
    """Return the ground an unlocking fighter must have to get out of its Over 3, and the distance it ends at (C-STG-6)."""
    tool = fighter.primary
    if tool is None or lookup.stage_with(fight, tool, holder) is not Stage.OVER_3:
        return 0.0, 0.0
    span = tool.table.span(Stage.OVER_2)
    if span is None:
        return 0.0, 0.0
    goal = span[0] / 100
    if lookup.distance(fight, fighter, holder) >= goal:
        return 0.0, goal
    return max(0.0, lookup.ends_apart(fight, fighter, holder, goal) - lookup.apart(fight, fighter, holder)), goal


def _has_room(fight: Fight, fighter: Fighter, holder: Fighter) -> bool:
    """Return whether the ground allows the step out of Over 3: no wall stops it, and no mount carries the fighter."""
    ground, _ = _step(fight, fighter, holder)
    if ground <= 0.0:
        return True
    if barriers.rides(fighter) or lookup.carried(fighter):
        return False
    return barriers.room(fight, fighter, lookup.place(fight, holder), -1) >= ground


def _step_out(fight: Fight, fighter: Fighter, holder: Fighter, cause: Seq) -> None:
    """Move an unlocking fighter out of its Over 3, to the quarter of its weapon's length (C-STG-6)."""
    ground, goal = _step(fight, fighter, holder)
    if ground > 0.0:
        step = Motion("step", fight.rules.maneuver_speed, "steps out of Over 3", holder, -1, goal)
        modes.drop_need(fighter)
        motion.start(fight, fighter, step, cause)


_CONTESTS = {"press": _ground, "retreat": _ground, "lock": _lock, "unlock": _unlock}

