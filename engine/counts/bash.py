"""Charges: a run that meets a blow, or whoever it runs at (C-KNB-5)."""

from __future__ import annotations

from typing import NamedTuple

from engine.clock import Rung
from engine.counts import lookup, report
from engine.counts.actions import Move
from engine.counts.consequences import Hit, Push
from engine.counts.knockback import NO_PART, bash_damage
from engine.counts.state import Fight, Fighter
from engine.events import Bash

Seq = int | None
BASH_TYPE = "crushing"
"""The damage type of a bash (C-KNB-5)."""


def refusal(fight: Fight, fighter: Fighter, option: Move) -> tuple[str, str] | None:
    """Return the rule that forbids a run to contact, and why: it begins outside the reach of both (C-KNB-5, C-STG-5b)."""
    other = fight.by_name.get(option.toward or "")
    if other is None or other.side == fighter.side:
        return "C-KNB-5", "a bash runs toward an opponent"
    if other.out is not None:
        return "C-WND-6", f"{other.name} is out of the fight"
    if option.distance is not None:
        return "C-KNB-5", "a bash runs on to contact: no distance to stop at"
    if lookup.engaged(fight, fighter, other):
        return "C-STG-5b", f"{other.name} is engaged: a bash begins from farther out"
    speed = option.speed if option.speed is not None else lookup.top_speed(fight, fighter)
    if speed <= fight.rules.closing_speed:
        return "C-KNB-5", f"speed {speed:g}; a bash closes faster than {fight.rules.closing_speed:g} ft/ct"
    return None


def strength(fight: Fight, runner: Fighter, other: Fighter) -> int:
    """Return a fighter's bash on another: 0 unless it closes on it fast enough by its own motion (C-KNB-5)."""
    return bash_damage(runner.spec.weight, lookup.closing(fight, other, runner), fight.rules)


def meet(fight: Fight, striker: Fighter, runner: Fighter, hit: Hit | None, cause: Seq) -> Push | None:
    """Let a blow's stopping power meet a charge: who has the lesser is thrown by the difference (C-KNB-5).

    Args:
        runner: the blow's target; without a bash nothing happens.
        hit: the blow; None for one that missed or was parried, which counts 0. Its own knockback is replaced.

    Returns:
        What throws one of them, if anything does.
    """
    bash = strength(fight, runner, striker)
    if not bash:
        return None
    blow = 0
    if hit is not None:
        hit.pushes = False
        blow = 0 if hit.mental else hit.blow.knockback_damage
    if hit is None or bash >= blow:
        return _outcome(fight, runner, striker, bash, blow, BASH_TYPE, NO_PART, cause)
    return _outcome(fight, runner, striker, bash, blow, hit.type, hit.part, cause)


def _outcome(
    fight: Fight, runner: Fighter, other: Fighter, bash: int, against: int, kind: str, part: str, cause: Seq
) -> Push | None:
    """Log a bash, and return what throws the loser of it."""
    thrown, by = (other, runner) if bash > against else (runner, other)
    points = abs(bash - against)
    seq = report.other(
        fight, Bash, runner, cause, target=other.name, bash=bash, blow=against, difference=points,
        thrown=thrown.name if points else None,
    )  # fmt: skip
    return Push(by, thrown, points, kind, part, seq) if points else None


class Charge(NamedTuple):
    """A run that comes to contact at this instant, and what it meets: the other's own charge, or nothing."""

    runner: Fighter
    foe: Fighter
    bash: int
    against: int
    seq: Seq


def charges(fight: Fight, arrived: list[Fighter]) -> list[Charge]:
    """Return the charges that come to contact among those who arrive, before anyone stops; of two that meet, one.

    Nobody comes into contact with one that is higher or lower by more than the least distance.
    """
    found = []
    for runner in arrived:
        foe, run = _foe(runner), runner.motion
        if foe is None or run is None or foe.out is not None:
            continue
        if abs(foe.level - runner.level) > fight.rules.least_distance:
            continue
        if _foe(foe) is runner and foe in arrived and foe.rank < runner.rank:
            continue
        found.append(Charge(runner, foe, strength(fight, runner, foe), strength(fight, foe, runner), run.seq))
    return found


def _foe(runner: Fighter) -> Fighter | None:
    """Return whom a fighter charges, if it does."""
    moving = runner.motion
    return moving.foe if moving is not None and moving.bash else None


def contact(fight: Fight, charge: Charge) -> None:
    """Throw back the one run at by the whole bash, or the lesser of two who run at each other (C-KNB-5)."""
    if charge.bash or charge.against:
        own, against = charge.bash, charge.against
        push = _outcome(fight, charge.runner, charge.foe, own, against, BASH_TYPE, NO_PART, charge.seq)
        if push is not None:
            fight.clock.enlist(Rung.APPLY, push)
