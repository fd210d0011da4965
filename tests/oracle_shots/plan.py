"""What a character means to do: the same plan drives the oracle and the engine; each judges by itself what is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Deed = dict[str, Any]
HOLD: Deed = {"do": "hold"}


class Plan:
    """Deeds for one's own shots and answers to announced attacks, both over and over.

    Args:
        deeds: at one's own shot the next legal one is done; when none is, one holds.
        answers: at each question the next legal one is given; when none is, the attack passes.
    """

    def __init__(self, deeds: list[Deed], answers: list[Deed]) -> None:
        self.deeds, self.answers = deeds, answers
        self.done = self.answered = 0

    def act(self, legal: Callable[[Deed], bool]) -> Deed:
        """Return what is done at one's own shot."""
        self.done, deed = _next(self.deeds, self.done, legal)
        return deed

    def answer(self, legal: Callable[[Deed], bool]) -> Deed:
        """Return what is answered to what is announced."""
        self.answered, deed = _next(self.answers, self.answered, legal)
        return deed


def _next(row: list[Deed], place: int, legal: Callable[[Deed], bool]) -> tuple[int, Deed]:
    """Return the next legal deed of a row that is gone through again and again, and the place after it."""
    for ahead in range(len(row)):
        deed = row[(place + ahead) % len(row)]
        if legal(deed):
            return place + ahead + 1, deed
    return place + 1, HOLD
