"""What a shots attack is worth, and how a sequence's shots are best spent: whole actions or snapshots (S-SEQ-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from agents.base import noted
from engine.shots.actions import Area, Attack, Reload, Throw

if TYPE_CHECKING:
    from engine.options import Option
    from engine.shots.view import View
    from engine.system import Request

TO_GO = {"unhurt": 33.0, "hurt": 24.0, "impaired": 10.0, "badly_impaired": 6.0}
"""Wound Points after which somebody is likely to go down, by how it looks (S-WND-2)."""

NAMED, UNNAMED = 1.0, 0.35
"""What it is worth to put somebody out of the fight."""

HARM = 2.0
"""So many times worse it is to do to a friend what one would do to a foe."""

CROWD = 8
"""So many of the nearest foes are looked at."""

IDLE = 0.04
"""What a shot is worth to one who can't attack yet: it is needed to come near."""

_SOON = 0.99
"""What is done a shot later is worth so much of it."""

_WORTH_HASTE = 1.05
"""Snapshots are for those who gain so much by them."""

_BREACH, _SURE = 4, 0.5
"""A structure is worth so many hits, at this chance of each."""

Prefer = Callable[[str], float]
"""By how much a policy would rather attack a foe of this name, as a factor."""


Best = tuple[float, "Option | None"]
Known = dict[str, Best]


class Plan(NamedTuple):
    """The attack to make now.

    Attributes:
        option: the attack, standing still.
        score: what it is worth, in opponents put out of the fight.
        chance: that it hits its target.
        whole: the same attack as a whole action, which a movement can go with (S-MOV-1).
        values: by number of shots left, what they are worth if all are spent as well as can be.
    """

    option: Option
    score: float
    chance: float
    whole: Option
    values: Sequence[float]


def left(me: Any, death_from: int) -> float:
    """Return the Wound Points after which one is likely to go down oneself, at least 4 (S-WND-2)."""
    return max(4.0, float(death_from + 5 - me.wounds))


def loss(one: Any, found: Any, to_go: float | None = None) -> float:
    """Return how much of somebody an attack can be expected to take: 1.0 is a named character out of the fight.

    Args:
        one: the character, as it is seen.
        found: the `engine.shots.reckon.Expected` of the attack on it.
        to_go: Wound Points it can still take; by its looks when None.
    """
    if one.unnamed:
        return float(UNNAMED * found.out)
    limit = TO_GO.get(one.condition, 6.0) if to_go is None else to_go
    return float(NAMED * min(1.0, found.points / limit))


def score(view: View, option: Option, prefer: Prefer | None = None) -> float:
    """Return what an attack is worth now: foes hurt, less friends hurt."""
    side, total = view.me.side, 0.0
    for found in view.expected(option):
        if not found.side:
            continue
        worth = loss(view.seen(found.name), found)
        if found.side == side:
            total -= HARM * worth
        else:
            total += worth * (prefer(found.name) if prefer is not None else 1.0)
    return total


def attack_with(tool: Any, target: str) -> Option:
    """Return the whole action that uses a weapon on somebody."""
    if tool.area:
        return Area(weapon=tool.name, target=target)
    if tool.thrown:
        return Throw(weapon=tool.name, target=target)
    return Attack(weapon=tool.name, target=target)


def best_with(view: View, tool: Any, prefer: Prefer | None, known: Known) -> Best:
    """Return what a weapon of one's own is worth if it were in hand and loaded, and the attack that makes it so.

    Args:
        known: what was found out at this decision, by weapon; it is looked up, and added to.
    """
    if tool.name not in known:
        known[tool.name] = _best_with(view, tool, prefer)
    return known[tool.name]


def _best_with(view: View, tool: Any, prefer: Prefer | None) -> Best:
    best, found = 0.0, None
    for foe in view.foes[:CROWD]:
        if foe.distance > max(tool.reach, view.rules.melee_reach) + tool.radius:
            continue
        option = attack_with(tool, foe.name)
        worth = score(view, option, prefer)
        if worth > best:
            best, found = worth, option
    return best, found


def plan(
    request: Request, tools: Iterable[Any], shots: int, whole: bool, prefer: Prefer | None, known: Known
) -> Plan | None:
    """Return the best attack with weapons that are ready in hand; None when none is legal and worth anything.

    Args:
        shots: the shots that are left.
        whole: whole actions only: no snapshots.
        prefer: whom it would rather attack.
        known: as for `best_with`.
    """
    view = request.view
    listed = [best_with(view, tool, prefer, known) for tool in tools]
    ranked = sorted([entry for entry in listed if entry[1] is not None], key=lambda entry: -entry[0])
    for _, option in ranked:
        if option is not None and (not view.me.turn or request.legal(option) is None):
            return _spread(request, option, shots, whole or view.me.unnamed, prefer)
    return None


def _spread(request: Request, option: Option, shots: int, whole: bool, prefer: Prefer | None) -> Plan:
    """Return a plan that attacks in as many shots as is worth most over those that are left."""
    view = request.view
    ways = [option] if whole else [msgspec.structs.replace(option, shots=count) for count in (3, 2, 1)]
    costs = [max(1, view.cost(way)) for way in ways]
    worths = [score(view, way, prefer) for way in ways]
    wear = _wear(view, option) * worths[0] / costs[0]
    worths = [worth - wear for worth in worths]
    values, first = [0.0], 0
    for count in range(1, max(1, shots) + 1):
        totals = [
            worth + _SOON**cost * values[max(0, count - cost)] for worth, cost in zip(worths, costs, strict=True)
        ]
        best = max(range(len(totals)), key=lambda way: (totals[way], -way))
        first = best if totals[best] > _WORTH_HASTE * totals[0] else 0
        values.append(totals[first])
    if first and view.me.turn and request.legal(ways[first]) is not None:
        first = 0
    return Plan(ways[first], worths[first], view.chance(ways[first]), option, values)


def breach(request: Request, known: Known) -> Option | None:
    """Return an attack on a structure that covers a foe and can be shot to pieces soon; None when there is none (S-WND-4).

    Args:
        known: what is known of the weapons; those that can hit nobody are not looked at.
    """
    view = request.view
    rules, foes = view.rules, view.foes[:CROWD]
    for tool in view.me.kit:
        power = tool.damage
        if not (tool.in_hand and tool.ready) or tool.melee or known.get(tool.name, (0.0, None))[1] is None:
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


def _wear(view: View, option: Option) -> float:
    """Return the shots of loading that an attack brings nearer: those of a reload, shared among what it loads."""
    tool = next((tool for tool in view.me.kit if tool.name == getattr(option, "weapon", None)), None)
    if tool is None or not tool.magazine or tool.feed == "none":
        return 0.0
    return view.cost(Reload(weapon=tool.name)) / tool.magazine


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
