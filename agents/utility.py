"""The agent that adds up: each option's features times their weights, the greatest sum wins.

``weights`` names a shipped set, with changes to single weights behind it (``tuned harm=2``), or a file of one's own
(`agents.utility_weights`). With a ``spread`` above 0 it draws among the options that are nearly as good.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from agents.base import HOLD, Setup
from agents.features import candidates, situation
from agents.parameters import Parameter
from agents.utility_file import NumbersParameter, WeightsParameter
from agents.utility_lead import guide
from agents.utility_weights import read
from engine.system import Standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.dice import Stream
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    WeightsParameter(),
    NumbersParameter(),
    Parameter("spread", 0, "how far sums may differ by chance: 0 takes the greatest", "points", 0, 1000),
    Parameter("pulse", 2, "looks again after so long when it holds", "counts", 0.25, 1_000_000),
)

ASKS: Mapping[str, frozenset[str]] = {
    "counts": frozenset(
        {
            "start", "ready", "couched", "noticed", "target_down", "locked", "unlocked", "hold_expired", "fallen",
            "arrived", "disarmed", "contest_won",
        }
    ),
    "shots": frozenset({"start", "ready", "hold_expired", "announced", "closing"}),
    "steps": frozenset({"start", "struck", "noticed", "commit", "target_down", "ready", "sighted", "arrived", "hold_expired"}),
}  # fmt: skip
"""The reasons it wants to be asked for: those that change what is best."""

_TOLD = 3
"""So many options, and terms of the best one, a note tells of."""

_BUSY = frozenset({"committed", "windup", "declared", "working", "waiting"})
"""Phases of an action that end by themselves: nothing to look at until then."""

_RIDERS = frozenset({"mode", "def", "move"})
"""Options that take no time; with something under way nobody is asked again for them."""

_SOON = 0.5
"""Counts after which it then looks again."""


class Adder:
    """Takes the option whose features, each times its weight, add up to most; the first of those alike.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        system = setup.scenario.system
        self.standing = Standing(asks=ASKS[system])
        told = "numbers" if setup.params["numbers"] else "weights"
        weights = read(setup.params[told], system, f"{setup.place}.{told}")
        self.weights = {name: value for name, value in weights.items() if value}
        self._spread: float = setup.params["spread"]
        self._pulse: float = setup.params["pulse"]
        self._stream: Stream | None = setup.stream("utility") if self._spread else None
        self._guide = guide(setup)

    def decide(self, request: Request) -> Option:
        """Return the option that adds up to most; ask to be asked again in a while where that is to hold."""
        if self._guide is not None:
            self._guide.tell(request)
        scored = self.scores(request)
        place = self._pick([score for score, _ in scored])
        option = scored[place][1] if scored else HOLD
        self._wake(request, option)
        request.note = self._note(request, scored, place)
        return option

    def scores(self, request: Request) -> list[tuple[float, Option]]:
        """Return every option worth weighing with its sum, in the order of `agents.features.candidates`."""
        here, weights = situation(request), self.weights
        found = []
        for option in candidates(request):
            terms = here.terms(option)
            found.append((sum([weights[name] * value for name, value in terms.items() if name in weights]), option))
        return found

    def _wake(self, request: Request, option: Option) -> None:
        """Ask to be asked again: after a hold, after ground that was won, after a rider that took the answer of a held couch."""
        action = request.view.me.action
        if action is not None and action.phase in _BUSY:
            return
        if option.do == "hold":
            request.wake = request.t + self._pulse
        elif (option.do in _RIDERS and action is not None) or "contest_won" in request.reasons:
            request.wake = request.t + min(_SOON, self._pulse)

    def branch(self, number: int) -> None:
        """Draw on from the streams of a numbered branch of the battle (CLK-7)."""
        if self._stream is not None:
            self._stream.branch(number)
        if self._guide is not None:
            self._guide.branch(number)

    def _pick(self, scores: Sequence[float]) -> int:
        """Return the place of the greatest sum, or of one drawn among those that are nearly as great."""
        if not scores:
            return 0
        most = max(scores)
        if self._stream is None:
            return scores.index(most)
        chances = [exp((score - most) / self._spread) for score in scores]
        left = self._stream.below(1 << 30) / (1 << 30) * sum(chances)
        for place, chance in enumerate(chances):
            left -= chance
            if left < 0.0:
                return place
        return scores.index(most)

    def _note(self, request: Request, scored: Sequence[tuple[float, Option]], place: int) -> str:
        """Return the best sums for the log, and what the chosen one is made of."""
        if not scored:
            return "nothing to weigh"
        score, option = scored[place]
        terms = situation(request).terms(option)
        parts = [(name, self.weights[name] * value) for name, value in terms.items() if name in self.weights]
        parts.sort(key=lambda part: -abs(part[1]))
        made = " ".join(f"{name} {value:+.2g}" for name, value in parts[:_TOLD])
        others = sorted([entry for index, entry in enumerate(scored) if index != place], key=lambda entry: -entry[0])
        behind = "; ".join(f"{other:.2g} {one}" for other, one in others[: _TOLD - 1])
        return f"{score:.2g} ({made or 'nothing'}); before {behind}" if behind else f"{score:.2g} ({made or 'nothing'})"


def build(setup: Setup) -> Adder:
    """Return an adder."""
    return Adder(setup)
