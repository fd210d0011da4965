"""The agent that looks ahead: it imagines what becomes of its best options and takes another than its base's if that pays.

It thinks with a fast policy, its base. Where much hangs on an answer it imagines futures of the base's answer and of some
others, the same luck for all (`Request.imagine`: what it can't see is drawn), with fast policies for everyone, and leaves
the base's answer only when the difference is convincing. Its budget is counted in imagined decisions, never in time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from agents.base import HOLD, Setup
from agents.lookahead_futures import Futures, Trial, best, halve
from agents.lookahead_models import USUAL, Models, choices
from agents.lookahead_options import Candidate, candidates
from agents.lookahead_suits import ENOUGH, QUIET, SHARE, filled_in, suited
from agents.parameters import Choice, Parameter
from engine.system import Standing

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    Choice("base", USUAL, "the policy it thinks with; usual: what fits its weapons", choices(), "a policy"),
    Choice("foes", USUAL, "the policy it supposes everybody else plays", choices(), "a policy"),
    Parameter("candidates", 6, "options it imagines at a decision, its base's answer among them", "options", 1, 20),
    suited("rollouts", "futures it imagines of the options that look best", "futures", 4, 10_000),
    suited("horizon", "how far ahead a future is played", "counts", 1, 10_000),
    suited("budget", "decisions it imagines in a battle, fewer where many fight", "decisions", 0, 100_000_000),
    suited("sure", "how far a lead must be above chance to leave the base's answer", "standard errors", 0, 100),
    suited("least", "the least lead that is worth leaving the base's answer", "percent", 0, 100),
)

ALSO = frozenset({"noticed", "commit", "contest_won", "struck", "announced", "closing", "sighted"})
"""Reasons it is asked for beside its base's: moments at which another answer may be worth much."""

FREE = frozenset({"mode", "def", "face", "drop"})
"""Answers of its base that it takes as they are: they take no time, and it is asked again at once."""

DUEL = 2
"""Fighters up to which everyone has the whole budget."""


class Lookahead:
    """Answers as its base does unless imagined futures tell that another option is better.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        params = setup.params
        self._side, self._system = setup.spec.side, setup.scenario.system
        self._models = Models(setup, params["base"], params["foes"])
        self._base: Any = self._models.make(setup.combatant, setup.seed, setup.battle)
        usual = self._models.standing[setup.combatant]
        self._asks = usual.asks
        self.standing = Standing(asks=usual.asks | ALSO, order=usual.order)
        self._advisers = self._models.advisers(setup)
        numbers = filled_in(params, self._system)
        self._candidates, self._rollouts = int(params["candidates"]), int(numbers["rollouts"])
        self._horizon, self._sure, self._least = numbers["horizon"], numbers["sure"], numbers["least"] / 100.0
        self._left = numbers["budget"] * DUEL / max(DUEL, len(setup.scenario.combatants))
        self._stream = setup.stream("lookahead")

    def decide(self, request: Request) -> Option:
        """Return the base's answer, or one that imagined futures show to be better."""
        base = self._ask_base(request)
        if base.option.do in FREE or self._left < self._rollouts or self._candidates < 2:
            return _answer(request, base)
        if QUIET[self._system](request.view):
            return _answer(request, base)
        found = candidates(request, self._system, self._suggested(request, base), self._candidates)
        if len(found) < 2:
            return _answer(request, base)
        chosen, note = self._imagine(request, found)
        return _answer(request, chosen, note)

    def branch(self, number: int) -> None:
        """Draw on from the streams of a numbered branch of the battle (CLK-7)."""
        self._stream.branch(number)
        for player in (self._base, *self._advisers):
            if callable(branch := getattr(player, "branch", None)):
                branch(number)

    def _ask_base(self, request: Request) -> Candidate:
        """Return what the base answers; for reasons it would not be asked for it holds."""
        if not self._wants(request, self._asks):
            return Candidate(HOLD)
        return _asked(request, self._base)

    def _wants(self, request: Request, asks: frozenset[str]) -> bool:
        return "hold_expired" in request.reasons or not asks.isdisjoint(request.reasons)

    def _suggested(self, request: Request, base: Candidate) -> Iterable[Candidate]:
        """Yield the base's answer and what other policies of the system would do in its place."""
        yield base
        for adviser in self._advisers:
            if self._wants(request, adviser.standing.asks):
                yield _asked(request, adviser)

    def _imagine(self, request: Request, found: list[Candidate]) -> tuple[Candidate, str]:
        """Return the best candidate by its futures, and the words for the log."""
        seed = self._stream.below(1 << 31)
        futures = Futures(request, self._models, self._side, self._system, self._horizon, seed)
        tried = [Trial(candidate) for candidate in found]
        last = halve(futures, tried, self._rollouts, int(self._left * SHARE[self._system]))
        self._left -= futures.answers
        chosen = best(last, self._sure, self._least, min(self._rollouts, ENOUGH[self._system]))
        return chosen.candidate, _note(chosen, tried)


def _asked(request: Request, player: Any) -> Candidate:
    """Return what a policy answers, with its timer and its note taken off the request again."""
    option = player.decide(request)
    candidate = Candidate(option, request.wake, request.note)
    request.wake = request.note = None
    return candidate


def _answer(request: Request, candidate: Candidate, note: str | None = None) -> Option:
    """Return a candidate's option, its timer and the words for the log set."""
    request.wake, request.note = candidate.wake, note if note is not None else candidate.note
    request.checked = None
    return candidate.option


def _note(chosen: Trial, tried: list[Trial]) -> str:
    """Return what was imagined in words: the value of each candidate, the chosen one first, and of how many futures."""
    others = [trial for trial in tried if trial is not chosen]
    lead, error = chosen.lead(tried[0])
    first = "as its base" if chosen is tried[0] else f"{lead:+.2f} ± {error:.2f} on its base"
    rest = "; ".join(_words(trial) for trial in others)
    return f"imagines {_words(chosen)}, {first}; {rest}"


def _words(trial: Trial) -> str:
    if not trial.values:
        return f"{trial.candidate.option} not imagined"
    return f"{trial.candidate.option} {trial.mean:.2f} of {len(trial.values)}"


def build(setup: Setup) -> Lookahead:
    """Return an agent that looks ahead."""
    return Lookahead(setup)
