"""What a combatant means to do: the same plan drives the oracle and the engine; each judges by itself what is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Deed = dict[str, Any]
HOLD: Deed = {"do": "hold"}


class Plan:
    """Deeds for when one is free, and answers to attacks that were committed, both over and over.

    Args:
        deeds: when asked while free, the next legal one is done; when none is, one holds.
        answers: at each question the next one is given: dodge, break_off or hold; one that is not legal is a hold.
    """

    def __init__(self, deeds: list[Deed], answers: list[Deed]) -> None:
        self.deeds, self.answers = deeds, answers
        self.done = self.answered = 0

    def act(self, legal: Callable[[Deed], bool]) -> Deed:
        """Return what is done when one is free."""
        for ahead in range(len(self.deeds)):
            deed = self.deeds[(self.done + ahead) % len(self.deeds)]
            if legal(deed):
                self.done += ahead + 1
                return deed
        self.done += 1
        return HOLD

    def answer(self, legal: Callable[[Deed], bool]) -> Deed:
        """Return what is answered to an attack."""
        if not self.answers:
            return HOLD
        deed = self.answers[self.answered % len(self.answers)]
        self.answered += 1
        return deed if legal(deed) else HOLD
