"""The agent that takes any legal option: it finds what no plan would try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.base import Setup
from engine.system import REASONS, Standing

if TYPE_CHECKING:
    from agents.parameters import Parameter
    from engine.dice import Stream
    from engine.options import Option
    from engine.system import Request

_AGAIN = 60.0
"""Asks to be asked again after so many counts: else it may run away, or wait, until the end of all days."""

PARAMETERS: tuple[Parameter, ...] = ()


class Chooser:
    """Draws among the listed options, all with the same chance, from a stream of its own (CLK-7)."""

    standing = Standing(asks=frozenset(REASONS))

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def decide(self, request: Request) -> Option:
        """Return one of the legal options; a single one is taken without a draw."""
        request.wake = request.t + _AGAIN
        options = request.options
        if len(options) == 1:
            return options[0]
        return options[self._stream.below(len(options))]

    def branch(self, number: int) -> None:
        """Draw on from the stream of a numbered branch of the battle (CLK-7)."""
        self._stream.branch(number)


def build(setup: Setup) -> Chooser:
    """Return a chooser on the fighter's own ``agent/random`` stream."""
    return Chooser(setup.stream("random"))
