"""Which options are legal, and why the others are not (CLK-5, section 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.options import Option
from engine.shots import actions, costs, lookup, permits, refusals, replies
from engine.shots.refusals import Refusal
from engine.shots.state import Fight, Fighter

ANY_TIME = frozenset({"hold", "fortune", "schtick", "defend", "defend_other", "interpose", "volunteer"})
"""What needs no turn: it comes at any time, or as a response to what is announced (S-SEQ-4, S-DEF-1)."""

FORTUNE_ROLLS = ("initiative", "attack", "death_test", "medicine", "perception")
"""The purposes a Fortune point can be set aside for (S-CHR-1)."""


def refusal(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    """Return the rule that forbids an option to a character now, and why; None when it is legal."""
    check = _CHECKS.get(option.do) if isinstance(option, actions.OPTIONS) else None
    if check is None:
        return "CLK-5", "no option of the shots system"
    if fighter.out is not None:
        return "CLK-4", f"it is out of the fight: {fighter.out}"
    refused = refusals.fields(option) or _turn(fighter, option) or check(fight, fighter, option)
    refused = refused or _once(fight, fighter, option)
    return refused or _schticks(fight, fighter, option)


def _turn(fighter: Fighter, option: Option) -> Refusal | None:
    """Refuse an action out of turn; a free shot is a response (S-SEQ-2, S-CHR-3)."""
    if fighter.turn or option.do in ANY_TIME:
        return None
    if fighter.closing and isinstance(option, actions.Attack) and option.shots == costs.FREE:
        return None
    return "S-SEQ-2", "it is not its turn: only defenses, Fortune, schticks and hold"


def _once(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    """Refuse what costs no shot twice at one instant (S-SEQ-4)."""
    rider = costs.rider(option) if fighter.riders else None
    if rider is None or fighter.riders.get(rider) != fight.clock.now or costs.cost(fight, fighter, option) > 0:
        return None
    return "S-SEQ-4", f"{rider} was used at this instant already"


def _schticks(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    """Refuse what a schtick of its forbids (S-CHR-3)."""
    for schtick in fighter.saying["refusal"]:
        refused = schtick.refusal(fight, fighter, option)
        if refused is not None:
            return refused
    return None


def _move(fight: Fight, fighter: Fighter, option: actions.Move | actions.Run) -> Refusal | None:
    if option.to is None and option.toward is None and option.away is None:
        return "S-MOV-1", "a movement needs one of to, toward and away"
    return refusals.movement(fight, fighter, option)


def _run(fight: Fight, fighter: Fighter, option: actions.Run) -> Refusal | None:
    return _move(fight, fighter, option)


def _drop(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    return ("S-RNG-2", "it lies already") if fighter.prone else None


def _rise(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    return None if fighter.prone else ("S-RNG-2", "it stands")


def _wait(fight: Fight, fighter: Fighter, option: actions.Wait) -> Refusal | None:
    left = lookup.shot_of(fight, fighter)
    if 1 <= option.shot < left:
        return None
    return "S-SEQ-4", f"shot {option.shot}; it has {left} left, and can wait for a lower one, at least 1"


def _hold(fight: Fight, fighter: Fighter, option: Option) -> Refusal | None:
    return None


def _fortune(fight: Fight, fighter: Fighter, option: actions.Fortune) -> Refusal | None:
    if option.roll not in FORTUNE_ROLLS:
        return "S-CHR-1", f"no Fortune point goes to {option.roll!r}; there are {', '.join(FORTUNE_ROLLS)}"
    if option.roll not in fighter.fortune_for:
        return refusals.fortune(fight, fighter) if option.active else ("S-CHR-1", f"none is set aside for {option.roll}")
    return ("S-CHR-1", f"one is set aside for {option.roll} already") if option.active else None


def _schtick(fight: Fight, fighter: Fighter, option: actions.Schtick) -> Refusal | None:
    for schtick in fighter.schticks:
        if schtick.name == option.name:
            return schtick.use_refusal(fight, fighter)
    names = ", ".join(schtick.name for schtick in fighter.schticks)
    return "S-CHR-3", f"it has no schtick {option.name!r}; it has {names or 'none'}"


Check = Callable[[Fight, Fighter, Any], Refusal | None]

_CHECKS: dict[str, Check] = {
    "attack": permits.attack,
    "throw": permits.throw,
    "area": permits.area,
    "move": _move,
    "run": _run,
    "draw": permits.draw,
    "pick_up": permits.pick_up,
    "reload": permits.reload,
    "bind": permits.bind,
    "drop": _drop,
    "rise": _rise,
    "wait": _wait,
    "defend": replies.defend,
    "defend_other": replies.defend_other,
    "interpose": replies.interpose,
    "volunteer": replies.volunteer,
    "fortune": _fortune,
    "schtick": _schtick,
    "hold": _hold,
}
