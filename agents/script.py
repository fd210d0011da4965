"""The agent that carries out orders (contract 4): only the head of the list counts, and nothing fails in silence.

An order is taken at the first decision at or after its ``at`` with its ``on`` among the reasons. It must be legal
when its turn comes: on its own ``on``, or when the fighter is free to act, as its rule system has it. At any other
decision (in the middle of an action, in answer to another's) it is taken if it is legal there, else it waits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.base import HOLD, Setup
from agents.orders import Dialect, Order, dialect, read
from agents.parameters import unknown
from engine.errors import AgentError, InputError
from engine.system import REASONS, Standing

if TYPE_CHECKING:
    from agents.parameters import Parameter
    from engine.options import Option
    from engine.system import Request

PARAMETERS: tuple[Parameter, ...] = ()

KEYS = ("orders",)


class Script:
    """Carries out its orders one after the other, then holds.

    Args:
        orders: what to do, checked.
        combatant: whom it plays.
        spoken: how the orders of its rule system are meant.
    """

    def __init__(self, orders: tuple[Order, ...], combatant: str, spoken: Dialect) -> None:
        self._orders = orders
        self._combatant = combatant
        self._spoken = spoken
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
        option, refusal = _first_legal(self._spoken, order, request)
        if option is not None:
            return self._take(option, request)
        if self._spoken.is_due(order, request):
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


def _first_legal(spoken: Dialect, order: Order, request: Request) -> tuple[Option | None, str]:
    """Return the first legal option an order can mean, or None and why the first of them is not legal."""
    first = ""
    for option in spoken.readings(order, request):
        refusal = request.legal(option)
        if refusal is None:
            return option, ""
        first = first or refusal
    return None, first or "nothing it could mean is there: no opponent, or no such weapon"


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
    system = setup.scenario.system
    orders = read(setup.params["orders"], f"{setup.place}.orders", system)
    return Script(orders, setup.combatant, dialect(system))
