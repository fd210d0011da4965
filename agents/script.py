"""The agent that carries out orders (contract 4): only the head of the list counts, and nothing fails in silence.

An order is taken at the first decision at or after its ``at`` with its ``on`` among the reasons. It must be legal
when its turn comes: at a decision at which the fighter is free, at exactly its own ``at``, or on its own ``on``. At a
decision in the middle of an action it is taken if it is legal there, else it waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from agents.base import HOLD, Setup, opponent, recovering, shields, weapons
from agents.orders import Order, read
from agents.parameters import unknown
from engine.errors import AgentError, InputError
from engine.options import Option
from engine.system import REASONS, Standing

if TYPE_CHECKING:
    from agents.parameters import Parameter
    from engine.system import Request

PARAMETERS: tuple[Parameter, ...] = ()

KEYS = ("orders",)

_FREEING = frozenset({"start", "ready"})


class Script:
    """Carries out its orders one after the other, then holds.

    Args:
        orders: what to do, checked.
        combatant: whom it plays.
    """

    def __init__(self, orders: tuple[Order, ...], combatant: str) -> None:
        self._orders = orders
        self._combatant = combatant
        self._next = 0
        asked = {order.on for order in orders if order.on is not None}
        self.standing = Standing(asks=(frozenset(REASONS) - {"commit"}) | asked)

    def decide(self, request: Request) -> Option:
        """Return what the head of the list asks for, or a hold.

        Raises:
            AgentError: the order's turn has come and it is not legal.
        """
        if self._next == len(self._orders):
            return HOLD
        order = self._orders[self._next]
        if _lies_ahead(order, request):
            return HOLD
        if order.on is not None and order.on not in request.reasons:
            return HOLD
        option, refusal = _first_legal(order, request)
        if option is not None:
            return self._take(option, request)
        if _is_its_turn(order, request):
            raise AgentError(self._combatant, f"{order} is not legal at count {request.t:.12g}: {refusal}")
        return HOLD

    def _take(self, option: Option, request: Request) -> Option:
        """Strike the order off; the next one's ``at`` is a timer when it lies ahead."""
        self._next += 1
        if self._next < len(self._orders):
            _lies_ahead(self._orders[self._next], request)
        return option


def _lies_ahead(order: Order, request: Request) -> bool:
    """Return whether an order's ``at`` has not come yet, and set the timer for it."""
    if order.at is None or order.at <= request.t:
        return False
    request.wake = order.at
    return True


def _is_its_turn(order: Order, request: Request) -> bool:
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


def _first_legal(order: Order, request: Request) -> tuple[Option | None, str]:
    """Return the first legal option an order can mean, or None and why the first of them is not legal."""
    first = ""
    for option in _readings(order, request.view):
        refusal = request.legal(option)
        if refusal is None:
            return option, ""
        first = first or refusal
    return None, first or "nothing it could mean is there: no opponent, or no such weapon"


def _readings(order: Order, view: Any) -> Iterable[Option]:
    """Yield the options an order can mean: its own fields, filled in where it is silent (contract 4)."""
    fields = dict(order.fields)
    if "target" in order.silent and order.do != "bind" and (foe := opponent(view)) is not None:
        fields["target"] = foe.name
    elif "target" in order.silent and order.do not in ("couch", "bind"):
        return
    if "weapon" in order.silent and order.do in _TOOLS:
        for tool in _TOOLS[order.do](view.me):
            yield order.option(**fields, weapon=tool.name)
    else:
        yield order.option(**fields)


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


def build(setup: Setup) -> Script:
    """Return a script with the orders of the scenario.

    Raises:
        InputError: an unknown parameter, or a mistake in an order.
    """
    for name in setup.params:
        if name not in KEYS:
            raise unknown(f"{setup.place}.{name}", name, KEYS, "parameters")
    if "orders" not in setup.params:
        raise InputError(setup.place, "a script without `orders`", 'orders = [{ at = 0, do = "attack" }, ...]')
    return Script(read(setup.params["orders"], f"{setup.place}.orders"), setup.combatant)
