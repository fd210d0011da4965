"""What others are about, drawn where it does not show: at whom, until when, which way they walk (P-FIR-1, P-FIR-2, P-MOV-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.clock import Rung
from engine.options import Option
from engine.steps import actions, declare, grid, imagine_self, lookup, movement, phases
from engine.steps import imagine_secrets as secrets
from engine.steps.rules import GUARDS
from engine.steps.seen import Seen
from engine.steps.state import Action, Fight, Fighter, Phase, Square, Walking

_FARTHEST_GOAL = 8
"""One who walks is taken to go on for at most so many squares."""


def of_seen(fight: Fight, me: Fighter, one: Fighter, window: Seen) -> None:
    """Draw what one in sight is about that does not show of its action and its way; what is known already stays."""
    if one.out is not None:
        return
    if window.pace != "still":
        walk(fight, one, window.pace)
    if one.action is not None:
        return
    if window.doing == "fire":
        _shoot(fight, me, one, Phase(window.phase))
    elif window.doing is not None:
        _work(fight, one, window.doing, Phase(window.phase))
    else:
        _aim_idly(fight, one)


def of_unseen(fight: Fight, me: Fighter, one: Fighter) -> None:
    """Draw whether one out of sight is levelling at somebody it sees: one in four that could is; the others are free."""
    if one.out is not None or one.action is not None or not fight.clock.now or secrets.below(one, 4):
        return
    if _in_range(fight, one, _in_sight(fight, one)):
        _shoot(fight, me, one, Phase.WINDUP)


def walk(fight: Fight, one: Fighter, pace: str) -> None:
    """Have one walk on the way it looks, or where that is blocked another way, some squares far; its next step is under way."""
    turns = (0,) if pace in movement.HASTY else (0, (1, -1)[secrets.below(one, 2)], 2, -2, 3, -3, 4)
    ways = [_way(fight, one.square, (one.facing + turn) % 8, 1 + secrets.below(one, _FARTHEST_GOAL)) for turn in turns]
    path = next((way for way in ways if way), None) or [_ahead(one)]
    one.walks += 1
    whole = fight.ticks(movement.step_counts(one.square, path[0], pace, fight.rules))
    due = fight.clock.now + 1 + secrets.below(one, whole)
    one.walking = Walking(pace, path, path[-1], one.walks, due, None)
    fight.clock.at(due, Rung.ARRIVE, (one, one.walks))


def _ahead(one: Fighter) -> Square:
    dx, dy = grid.DIRECTIONS[one.facing]
    return one.square[0] + dx, one.square[1] + dy


def _way(fight: Fight, start: Square, facing: int, most: int) -> list[Square]:
    """Return the squares straight on along a facing, as far as one can walk."""
    (dx, dy), path, here = grid.DIRECTIONS[facing], [], start
    for _ in range(most):
        there = here[0] + dx, here[1] + dy
        if not lookup.may_step(fight, here, there):
            break
        path.append(there)
        here = there
    return path


# whom one is at


def _in_sight(fight: Fight, one: Fighter) -> list[Fighter]:
    """Return the opponents one sees, by stream key."""
    return [
        other for other in fight.fighters if other.side != one.side and other.out is None and lookup.sees(fight, one, other)
    ]


def _in_range(fight: Fight, one: Fighter, foes: Sequence[Fighter]) -> list[Fighter]:
    hand = one.hand
    return [] if hand is None else [foe for foe in foes if lookup.band_of(hand, one.square, foe.square) is not None]


def _opponents(fight: Fight, one: Fighter) -> list[Fighter]:
    return [other for other in fight.fighters if other.side != one.side and other.out is None]


def _one_of(one: Fighter, row: Sequence[Any]) -> Any:
    """Draw one of some things."""
    return row[secrets.below(one, len(row))]


def _part_of(one: Fighter, ticks: int) -> int:
    """Draw how much of a duration is left, ticks, at least 1."""
    return 1 + secrets.below(one, ticks)


# a shot


def _shoot(fight: Fight, me: Fighter, one: Fighter, phase: Phase) -> None:
    """Have one be about a shot: with what is in hand, at whom it may be, with some of the present leg's time left."""
    assert one.hand is not None
    foes = _in_range(fight, one, _in_sight(fight, one)) or _in_sight(fight, one) or _opponents(fight, one)
    if phase is Phase.COMMITTED and lookup.guards(fight, me, one.square):
        foes = [foe for foe in foes if foe is not me] or foes
    target = _one_of(one, foes)
    mode = _one_of(one, _modes(fight, one))
    spec = one.hand.spec
    indirect = spec.indirect and mode in ("single", "aimed") and (target is me or bool(_one_of(one, (0, 1))))
    if mode == "aimed":
        one.aim = target, one.hand, _one_of(one, range(1, fight.rules.aim_most + 1))
    secrets.at_least(one.hand, lookup.rounds_of(mode, fight.rules))
    option = actions.Fire(weapon=one.hand.name, target=target.name, mode=mode, indirect=indirect)
    action = _action(fight, one, option, phase)
    action.target = target
    _time_shot(fight, action, phase, mode)
    if phase is Phase.COMMITTED:
        imagine_self.dodgers(fight, action, me)


def _modes(fight: Fight, one: Fighter) -> list[str]:
    """Return the fire modes one may shoot in: those its magazine has the rounds for; aimed while it stands still (P-FIR-1)."""
    assert one.hand is not None
    spec = one.hand.spec
    found = [
        mode for mode in spec.modes
        if (not spec.magazine or lookup.rounds_of(mode, fight.rules) <= spec.magazine)
        and (mode != "aimed" or (one.walking is None and fight.rules.aim_most > 0))
    ]  # fmt: skip
    return found or list(spec.modes)


def _time_shot(fight: Fight, action: Action, phase: Phase, mode: str) -> None:
    """Set the times of a shot, its present leg partly over (P-FIR-2)."""
    one = action.fighter
    level, squeeze = map(fight.ticks, declare.fire_counts(mode, fight.rules))
    now = fight.clock.now
    match phase:
        case Phase.WAITING:
            action.begin = now + _part_of(one, fight.ticks(fight.rules.init_floor))
            action.commit = action.begin + level
        case Phase.WINDUP:
            action.commit = now + _part_of(one, level)
        case _:
            action.commit = now + _part_of(one, squeeze) - squeeze
    if phase is not Phase.WAITING:
        action.begin = action.commit - level
    action.impact = action.ready = action.commit + squeeze
    legs = {
        Phase.WAITING: (action.begin, Rung.PHASE, phases.begin),
        Phase.WINDUP: (action.commit, Rung.PHASE, phases.levelled),
    }
    phases.arm(fight, action, *legs.get(phase, (action.impact, Rung.STRIKE, None)))


def _action(fight: Fight, one: Fighter, option: Option, phase: Phase) -> Action:
    """Return an action that one is about; begun now, as far as anyone knows."""
    one.number += 1
    one.action = action = Action(f"{one.name}#{one.number}", one, option, option.do, one.rank, fight.clock.now, phase)
    weapon = getattr(option, "weapon", None)
    action.weapon = one.weapons[weapon] if weapon is not None else None
    if option.do == "fire":
        one.last = option
    return action


# other work


def _work(fight: Fight, one: Fighter, kind: str, phase: Phase) -> None:
    """Have one be about something without a shot, with some of its time left (P-FIR-1, P-FIR-2)."""
    option, target = _job(fight, one, kind)
    action = _action(fight, one, option, phase)
    action.target = target
    whole = fight.ticks(declare.work_counts(kind, fight.rules))
    now = fight.clock.now
    if phase is Phase.WAITING:
        action.begin = now + _part_of(one, fight.ticks(fight.rules.init_floor))
        action.ready = action.begin + whole
        phases.arm(fight, action, action.begin, Rung.PHASE, phases.begin)
        return
    action.ready = now + _part_of(one, whole)
    action.begin = action.ready - whole
    phases.arm(fight, action, action.ready, Rung.PHASE, phases.work_over)


def _job(fight: Fight, one: Fighter, kind: str) -> tuple[Option, Fighter | None]:
    """Return what one may be about of a kind, and at whom."""
    hand = one.hand
    match kind:
        case "aim":
            assert hand is not None
            target = _one_of(one, _in_range(fight, one, _in_sight(fight, one)) or _opponents(fight, one))
            return actions.Aim(target=target.name, weapon=hand.name), target
        case "reload":
            assert hand is not None
            hand.loaded = min(hand.loaded, hand.spec.magazine - 1)
            hand.carried = max(1, hand.carried)
            return actions.Reload(weapon=hand.name), None
        case "bring":
            others = [weapon.name for weapon in one.weapons.values() if weapon is not hand]
            return actions.Bring(weapon=_one_of(one, others)), None
        case "face":
            return actions.Face(facing=_one_of(one, [way for way in grid.FACINGS if way != grid.FACINGS[one.facing]])), None
        case _:
            return actions.Mode(mode=_one_of(one, [mode for mode in GUARDS if mode != one.mode])), None


def _aim_idly(fight: Fight, one: Fighter) -> None:
    """Draw whether one who stands and does nothing has aimed at somebody: one in four that could has (P-FIR-1)."""
    hand = one.hand
    if hand is None or one.walking is not None or "aimed" not in hand.spec.modes or fight.t < fight.rules.aim_counts:
        return
    foes = _in_range(fight, one, _in_sight(fight, one))
    if foes and not secrets.below(one, 4) and fight.rules.aim_most:
        one.aim = _one_of(one, foes), hand, 1 + secrets.below(one, fight.rules.aim_most)
