"""How a script speaks steps: what an order leaves out, and when its turn has come (contract 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from agents.orders import Dialect, Order
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

_MOVEMENTS = ("move", "cover")

Fields = dict[str, Any]


def check(order: Mapping[str, Any], place: str) -> None:
    """Refuse a movement with two goals, or with none that is no stop (P-MOV-1).

    Raises:
        InputError: it is such an order.
    """
    if order["do"] != "move":
        return
    goals = [key for key in ("to", "path") if key in order]
    if order.get("pace") == "still" and goals:
        raise InputError(place, f"a stop with {' and '.join(goals)}", 'neither `to` nor `path` with `pace = "still"`')
    if order.get("pace") != "still" and len(goals) != 1:
        raise InputError(place, f"a move with {' and '.join(goals) or 'no goal'}", "one of `to` and `path`")


def readings(order: Order, request: Request) -> Iterable[Option]:
    """Yield the options an order can mean: whom it aims at or the nearest opponent in sight, the weapon in hand."""
    for target in _targets(order, request.view):
        for weapon in _weapons(order, request.view.me):
            yield order.option(**order.fields, **target, **weapon)


def is_due(order: Order, request: Request) -> bool:
    """Return whether an order must be legal now: on its own reason, or when nothing is under way.

    A second movement of one instant waits for the first one to arrive.
    """
    if order.on is not None:
        return True
    me = request.view.me
    return me.action is None and (order.do not in _MOVEMENTS or me.may_move)


def _targets(order: Order, view: Any) -> Iterable[Fields]:
    """Yield the targets an order may mean; whom one does not see is not named (P-LOS-3)."""
    if "target" not in order.silent or "at" in order.fields:
        yield {}
        return
    aim = view.me.aim
    names = [aim.target] if aim is not None else []
    names += [foe.name for foe in view.foes]
    yield from ({"target": name} for name in dict.fromkeys(names))


def _weapons(order: Order, me: Any) -> Iterable[Fields]:
    """Yield the weapons an order may mean: the one in hand; to bring one the others, in the scenario's order."""
    if "weapon" not in order.silent:
        yield {}
        return
    if order.do == "bring":
        yield from ({"weapon": weapon.name} for weapon in me.weapons if not weapon.in_hand)
    elif me.hand is not None:
        yield {"weapon": me.hand.name}


DIALECT = Dialect(
    filled_in=frozenset({"weapon", "target"}), check=check, readings=readings, is_due=is_due, called={"at": "point"}
)
"""The square in-direct fire goes to is ``point``: ``at`` says when."""
