"""The options a character is offered: the legal ones, one of each kind for each weapon and opponent (CLK-5, section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.options import Hold, Option
from engine.shots import actions, costs, defenses, legality, lookup, permits, refusals, replies, sight
from engine.shots.state import Fight, Fighter

SHOTS = (costs.WHOLE, *costs.SNAPSHOTS)


def options(fight: Fight, fighter: Fighter) -> tuple[Option, ...]:
    """Return the legal options of a request: by weapon, the nearest opponent first, whole actions before snapshots.

    Variations of them (a movement that goes with an action, a place instead of a target, Fortune for one attack) are
    legal too; `legality.refusal` tells.
    """
    return tuple([option for option in _candidates(fight, fighter) if legality.refusal(fight, fighter, option) is None])


def _candidates(fight: Fight, fighter: Fighter) -> Iterator[Option]:
    foes = [one.name for _, _, one in sight.foes(fight, fighter)]
    if fighter.turn:
        yield from _attacks(fight, fighter, foes)
        yield from _handling(fight, fighter, foes)
    yield from _free_shots(fight, fighter)
    yield from _responses(fight, fighter)
    yield Hold()
    if fighter.turn:
        left = lookup.shot_of(fight, fighter)
        yield from (actions.Wait(shot=shot) for shot in sorted({left - 1, 1}, reverse=True))
    yield from (actions.Schtick(name=schtick.name) for schtick in fighter.schticks)
    if fighter.fortune:
        yield from (actions.Fortune(roll=roll, active=roll not in fighter.fortune_for) for roll in legality.FORTUNE_ROLLS)


def _attacks(fight: Fight, fighter: Fighter, foes: list[str]) -> Iterator[Option]:
    """Yield attacks with each weapon in hand: on opponents for every number of shots, on structures for whole ones."""
    structures = [name for name in sorted(fight.places) if refusals.structure(fight, name) is not None]
    for tool in lookup.held(fighter):
        name = tool.name
        if tool.area:
            yield from (actions.Area(weapon=name, target=foe, shots=shots) for foe in foes for shots in SHOTS)
            yield from (actions.Area(weapon=name, target=structure) for structure in structures)
            continue
        if tool.melee or not tool.spec.thrown:
            yield from (actions.Attack(weapon=name, target=foe, shots=shots) for foe in foes for shots in SHOTS)
            yield from (actions.Attack(weapon=name, target=structure) for structure in structures)
        if tool.spec.thrown:
            yield from (actions.Throw(weapon=name, target=foe, shots=shots) for foe in foes for shots in SHOTS)
            yield from (actions.Throw(weapon=name, target=structure) for structure in structures)


def _handling(fight: Fight, fighter: Fighter, foes: list[str]) -> Iterator[Option]:
    """Yield what one does beside attacks: loading, moving, weapons, the hurt, lying down and getting up."""
    yield from (actions.Reload(weapon=tool.name) for tool in lookup.held(fighter))
    yield from (actions.Bind(target=one.name) for one in _hurt_friends(fight, fighter))
    near = fight.rules.melee_reach
    for move in (actions.Move, actions.Run):
        yield from (move(toward=foe, distance=near) for foe in foes)
    yield from (actions.Draw(weapon=name) for name in fighter.tools)
    yield from (actions.PickUp(weapon=name) for name in sorted({tool.name for tool in fight.lying}))
    for move in (actions.Move, actions.Run):
        yield from (move(away=foe) for foe in foes)
    yield actions.Rise()
    yield actions.Drop()


def _hurt_friends(fight: Fight, fighter: Fighter) -> list[Fighter]:
    """Return whom it could tend: the dying first, then itself, then the nearest."""
    hurt = [one for one in fight.fighters if one.side == fighter.side and permits.needs_tending(one)]
    hurt.sort(key=lambda one: (not one.dies_in, one is not fighter, lookup.distance(fight, fighter, one), one.rank))
    return hurt


def _free_shots(fight: Fight, fighter: Fighter) -> Iterator[Option]:
    """Yield free shots at those who come closer, the nearest first (S-CHR-3)."""
    closing = sorted(fighter.closing, key=lambda one: (lookup.distance(fight, fighter, one), one.rank))
    for tool in lookup.held(fighter):
        yield from (actions.Attack(weapon=tool.name, target=one.name, shots=costs.FREE) for one in closing)


def _responses(fight: Fight, fighter: Fighter) -> Iterator[Option]:
    """Yield active defenses that are not up yet, then what can be done for others who are attacked (S-DEF-1, S-DEF-4)."""
    kinds = tuple(defenses.kinds(fight, fighter))
    up = fighter.defense.kind if fighter.defense is not None else None
    yield from (actions.Defend(kind=kind) for kind in kinds if kind != up)
    heard = replies.heard(fighter)
    yield from (actions.Volunteer(against=action.id) for action in heard)
    near = [one for _, _, one in sight.friends(fight, fighter)] if heard else []
    threatened = [one for one in near if any(replies.at(action, one) for action in heard)]
    for one in threatened:
        yield from (actions.DefendOther(target=one.name, kind=kind) for kind in kinds)
        yield from (actions.Interpose(target=one.name, against=action.id) for action in heard)
