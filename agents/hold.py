"""The agent that always holds: a target, a spectator, or a side that must only be there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.base import HOLD, Setup
from engine.system import Standing

if TYPE_CHECKING:
    from agents.parameters import Parameter
    from engine.options import Hold
    from engine.system import Request

PARAMETERS: tuple[Parameter, ...] = ()


class Holder:
    """Holds at every request, and asks for none."""

    standing = Standing(asks=frozenset())

    def decide(self, request: Request) -> Hold:
        """Return a hold."""
        return HOLD


def build(setup: Setup) -> Holder:
    """Return a holder."""
    return Holder()
