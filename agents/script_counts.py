"""How a script speaks counts: what an order leaves out, and when its turn has come (contract 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from agents.base import opponent
from agents.orders import Dialect, Order
from agents.tools import recovering, shields, weapons
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

_FREEING = frozenset({"start", "ready"})

_MOVES = ("to", "toward", "away")


def check(order: Mapping[str, Any], place: str) -> None:
    """Refuse a move with two goals, or with none that does not stop one (C-MOD-6).

    Raises:
        InputError: it is such a move.
    """
    if order["do"] != "move":
        return
    goals = [key for key in _MOVES if key in order]
    if len(goals) > 1 or (not goals and order.get("speed") != 0):
        found = f"a move with {' and '.join(goals) or 'no goal'}"
        raise InputError(place, found, "one of `to`, `toward` and `away`, or `speed = 0` alone to stop")


def readings(order: Order, request: Request) -> Iterable[Option]:
    """Yield the options an order can mean: the current opponent, the tools in hand."""
    view, fields = request.view, dict(order.fields)
    if "target" in order.silent and order.do != "bind" and (foe := opponent(view)) is not None:
        fields["target"] = foe.name
    elif "target" in order.silent and order.do not in ("couch", "bind"):
        return
    if "weapon" in order.silent and order.do in _TOOLS:
        for tool in _TOOLS[order.do](view.me):
            yield order.option(**fields, weapon=tool.name)
    else:
        yield order.option(**fields)


def is_due(order: Order, request: Request) -> bool:
    """Return whether an order must be legal now: its own moment, its own reason, or a free fighter."""
    if order.on is not None or order.at == request.t:
        return True
    me = request.view.me
    action = me.action
    if action is not None:
        return bool(action.phase == "couched")
    if me.stunned or "recovering" in request.reasons:
        return False
    return not _FREEING.isdisjoint(request.reasons) or not recovering(request.view)


def _put_away(me: Any) -> Iterable[Any]:
    """Yield the weapons of a fighter's kit that it does not hold."""
    return (tool for tool in me.kit if not tool.in_hand)


def _shooters(me: Any) -> Iterable[Any]:
    """Yield the missile weapons a fighter holds."""
    return (tool for tool in me.weapons if tool.missile)


_TOOLS: Mapping[str, Callable[[Any], Iterable[Any]]] = {
    "attack": weapons,
    "couch": weapons,
    "parry": shields,
    "draw": _put_away,
    "fire": _shooters,
    "reload": _shooters,
}
"""Which tools an order without ``weapon`` may mean, first choice first."""

DIALECT = Dialect(
    filled_in=frozenset({"weapon", "target"}), silent={"active": True}, check=check, readings=readings, is_due=is_due
)
"""An order that leaves out ``active`` turns DEF on."""
