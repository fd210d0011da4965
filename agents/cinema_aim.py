"""How a sequence's shots are best spent on attacks: whole actions or snapshots (S-SEQ-5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from agents.base import noted
from agents.cinema_worth import CROWD, attack_with
from engine.shots.actions import Reload

if TYPE_CHECKING:
    from agents.cinema_worth import Best, Worth
    from engine.options import Option
    from engine.shots.view import View
    from engine.system import Request

IDLE = 0.04
"""What a shot is worth to one who can't attack yet: it is needed to come near."""

SNAPSHOTS = (2, 1)
"""The shots of a snapshot, beside those of a whole action (S-SEQ-5)."""

_SOON = 0.99
"""What is done a shot later is worth so much of it."""

_WORTH_HASTE = 1.05
"""Snapshots are for those who gain so much by them."""

_BREACH, _SURE = 4, 0.5
"""A structure is worth so many hits, at this chance of each."""


class Plan(NamedTuple):
    """The attack to make now.

    Attributes:
        option: the attack, standing still.
        score: what it is worth, in opponents put out of the fight.
        chance: that it hits its target.
        whole: the same attack as a whole action, which a movement can go with (S-MOV-1).
        tool: the weapon, as its owner sees it.
        values: by number of shots left, what they are worth if all are spent as well as can be.
    """

    option: Option
    score: float
    chance: float
    whole: Option
    tool: Any
    values: Sequence[float]


def plan(request: Request, tools: Iterable[Any], shots: int, whole: bool, worth: Worth) -> Plan | None:
    """Return the best attack with weapons that are ready in hand; None when none is legal and worth anything.

    Args:
        shots: the shots that are left.
        whole: whole actions only: no snapshots.
        worth: what attacks are worth at this decision.
    """
    me = request.view.me
    listed = [(best, tool) for tool in tools if (best := worth.best_with(tool))[1] is not None]
    if len(listed) > 1:
        listed.sort(key=lambda entry: -entry[0][0])
    for best, tool in listed:
        if best[1] is not None and (not me.turn or request.legal(best[1]) is None):
            return _spread(request, best[1], best, tool, shots, whole or me.unnamed, worth)
    return None


def _spread(request: Request, option: Option, best: Best, tool: Any, shots: int, whole: bool, worth: Worth) -> Plan:
    """Return a plan that attacks in as many shots as is worth most over those that are left."""
    view = request.view
    ways, weighed, costs = [option], [(best[0], best[2])], [view.cost(option) or 1]
    for count in () if whole else SNAPSHOTS:
        way = msgspec.structs.replace(option, shots=count)
        ways.append(way)
        weighed.append(worth.weighed(way))
        costs.append(view.cost(way) or 1)
    wear = _wear(view, tool) * best[0] / costs[0]
    worths = tuple([its - wear for its, _ in weighed])
    values, first = _spent(worths, tuple(costs), shots)
    if first and view.me.turn and request.legal(ways[first]) is not None:
        first = 0
    return Plan(ways[first], worths[first], weighed[first][1], option, tool, values)


@lru_cache(maxsize=4096)
def _spent(worths: tuple[float, ...], costs: tuple[int, ...], shots: int) -> tuple[tuple[float, ...], int]:
    """Return what numbers of shots up to so many are worth, and the way in which all of them are best begun.

    Args:
        worths, costs: of each way to attack, the whole action first.
    """
    ways = [(worth, cost, _SOON**cost) for worth, cost in zip(worths, costs, strict=True)]
    worth, cost, share = ways[0]
    values, first = [0.0], 0
    for count in range(1, max(1, shots) + 1):
        whole = top = worth + share * (values[count - cost] if count > cost else 0.0)
        first = 0
        for way in range(1, len(ways)):
            own, spent, later = ways[way]
            value = own + later * (values[count - spent] if count > spent else 0.0)
            if value > top:
                top, first = value, way
        if top <= _WORTH_HASTE * whole:
            top, first = whole, 0
        values.append(top)
    return tuple(values), first


def breach(request: Request, worth: Worth) -> Option | None:
    """Return an attack on a structure that covers a foe and can be shot to pieces soon; None when there is none (S-WND-4).

    Args:
        worth: what is known of the weapons; those that can hit nobody are not looked at.
    """
    view = request.view
    rules, foes = view.rules, view.foes[:CROWD]
    for tool in view.me.kit:
        power = tool.damage
        if not (tool.in_hand and tool.ready) or tool.melee or not worth.hits_somebody(tool):
            continue
        for spot in view.places:
            hits = _hits(power, spot.toughness, rules.structure_factor)
            if spot.destroyed or not 0 < hits <= _BREACH or not any(_covers(spot, foe, view.me) for foe in foes):
                continue
            option = attack_with(tool, spot.name)
            if request.legal(option) is None and view.chance(option) >= _SURE:
                return noted(request, option, f"{hits} hits to have {spot.name} down")
    return None


def _hits(power: int, toughness: int, factor: int) -> int:
    """Return how many hits destroy a structure: damage above its Toughness wears it by 1, a multiple destroys it; 0: none do."""
    if toughness <= 0 or power <= toughness:
        return 0
    return max(1, toughness - power // factor + 1)


def _covers(spot: Any, foe: Any, me: Any) -> bool:
    """Return whether a place covers somebody against a shot of one's own."""
    (x, y), (fx, fy) = spot.position, foe.position
    return bool(hypot(fx - x, fy - y) <= spot.radius and foe.cover and foe.cover == spot.bonus_against(me.position))


def _wear(view: View, tool: Any) -> float:
    """Return the shots of loading that an attack with a weapon brings nearer: those of a reload, shared among what it loads."""
    if not tool.magazine or tool.feed == "none":
        return 0.0
    wear: float = view.cost(Reload(weapon=tool.name)) / tool.magazine
    return wear


def price(found: Plan | None, shots: int, cost: int) -> float:
    """Return what is lost when some of the shots that are left are spent on something else than attacks.

    Args:
        found: the plan for them; None for one who can't attack yet.
        shots: the shots that are left.
        cost: those that are spent.
    """
    if found is None:
        return IDLE * min(shots, cost)
    return found.values[shots] - found.values[max(0, shots - cost)]
