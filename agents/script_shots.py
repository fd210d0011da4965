"""How a script speaks shots: what an order leaves out, and when its turn has come (contract 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from agents.base import opponent
from agents.orders import Dialect, Order
from engine.errors import InputError

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

_OWN_SHOT = frozenset({"start", "ready"})

_GOALS = ("to", "toward", "away")

Fields = dict[str, Any]


def check(order: Mapping[str, Any], place: str) -> None:
    """Refuse an order with two goals of its movement, or a movement of its own without any (S-MOV-1).

    Raises:
        InputError: it is such an order.
    """
    goals = [key for key in _GOALS if key in order]
    if len(goals) > 1 or (not goals and order["do"] in ("move", "run")):
        found = f"a {order['do']} with {' and '.join(goals) or 'no goal'}"
        raise InputError(place, found, "one of `to`, `toward` and `away`")


def readings(order: Order, request: Request) -> Iterable[Option]:
    """Yield the options an order can mean: a free shot where it has one, the nearest opponent, the weapons in hand."""
    for meant in _hastes(order, request):
        for target in _targets(order, request):
            for weapon in _weapons(order, request.view):
                yield order.option(**order.fields, **meant, **target, **weapon)


def is_due(order: Order, request: Request) -> bool:
    """Return whether an order must be legal now: on its own reason, or on one's own shot.

    What comes up in answer to others (``announced``, ``closing``), or when a timer runs out between two shots, waits.
    """
    own = not _OWN_SHOT.isdisjoint(request.reasons) or ("hold_expired" in request.reasons and request.view.me.turn)
    return order.on is not None or own


def _hastes(order: Order, request: Request) -> Iterable[Fields]:
    """Yield the shots an order may mean: an attack on one who comes closer is a free one where it can be (S-CHR-3)."""
    if order.do == "attack" and "closing" in request.reasons and "shots" not in order.fields:
        yield {"shots": 0}
    yield {}


def _targets(order: Order, request: Request) -> Iterable[Fields]:
    """Yield the targets an order may mean."""
    if "target" not in order.silent or (order.do == "area" and "at" in order.fields):
        yield {}
        return
    yield from ({"target": name} for name in _TARGETS.get(order.do, _foe)(request))


def _foe(request: Request) -> Iterable[str]:
    """Yield the opponent that comes closer, where one has a free shot, else the nearest one."""
    view = request.view
    coming = view.closing if "closing" in request.reasons else ()
    if coming:
        yield coming[0].name
    elif (foe := opponent(view)) is not None:
        yield foe.name


def _threatened(request: Request) -> Iterable[str]:
    """Yield whom announced attacks are at, oneself left out (S-DEF-4)."""
    view = request.view
    names = dict.fromkeys(name for attack in view.announced for name in attack.targets)
    return (name for name in names if name != view.me.name)


def _patients(request: Request) -> Iterable[str]:
    """Yield oneself, then friends that lie, then those that stand, the nearest first (S-CHR-1)."""
    view = request.view
    yield view.me.name
    yield from (one.name for one in (*view.fallen, *view.friends) if one.side == view.me.side)


_TARGETS: Mapping[str, Callable[[Any], Iterable[str]]] = {
    "defend_other": _threatened,
    "interpose": _threatened,
    "bind": _patients,
}
"""Whom an order without ``target`` may mean, first choice first; others mean an opponent."""


def _weapons(order: Order, view: Any) -> Iterable[Fields]:
    """Yield the weapons an order may mean."""
    if "weapon" not in order.silent:
        yield {}
        return
    yield from ({"weapon": tool.name} for tool in _TOOLS.get(order.do, _held)(view))


def _held(view: Any) -> Iterable[Any]:
    """Yield what one holds, then fists and feet."""
    weapons: Iterable[Any] = view.me.weapons
    return weapons


def _put_away(view: Any) -> Iterable[Any]:
    """Yield what one carries and does not hold."""
    return (tool for tool in view.me.kit if not tool.in_hand)


def _lying(view: Any) -> Iterable[Any]:
    """Yield what lies on the ground, the nearest first."""
    weapons: Iterable[Any] = view.lying
    return weapons


_TOOLS: Mapping[str, Callable[[Any], Iterable[Any]]] = {"draw": _put_away, "pick_up": _lying}
"""Which tools an order without ``weapon`` may mean, first choice first; others mean what one holds."""

DIALECT = Dialect(
    filled_in=frozenset({"weapon", "target"}), check=check, readings=readings, is_due=is_due, called={"at": "point"}
)
"""The point of an area attack is ``point``: ``at`` says when."""
