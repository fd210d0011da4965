"""Playing a tuning: round by round, then the finalists, then the held-out battles; what is played is kept as it comes.

Every round plays battles of its own, and the start beside the values it tries: what counts is how much better a value is than
the start on the same dice. Nothing but the battles decides what is tried next, so that a study that was killed and is
resumed comes to the same end, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from statistics import fmean
from typing import Any, NamedTuple

import attrs

from studies.arms import Arm, Row, tasks
from studies.players import Player
from studies.progress import Progress
from studies.statistics import POINTS, points
from studies.store import Keeper
from studies.tune_plan import FINAL_FROM, FINALISTS, HELD_FROM, Match, Plan
from studies.tune_search import Search
from studies.workers import chunk_of, processes, run_tasks

TRAINED = {**POINTS, "timeout": 0.0, "stalemate": 0.0}
"""What battles without a winner score while numbers are sought: to drag on gains nothing. Reports score them a half."""

START, BEST = "start", "best"


@attrs.frozen
class Trial:
    """Values that were tried.

    Attributes:
        number: from 0.
        round: its batch, from 0.
        values: those of the tuned numbers.
        score: the mean score of its battles, 0 to 1.
        start: the mean score of the start in the same battles.
        gain: how much better it is, battle by battle.
    """

    number: int
    round: int
    values: tuple[float, ...]
    score: float
    start: float
    gain: float


class Finalist(NamedTuple):
    """Values that were compared once more on battles of their own.

    Attributes:
        label: ``start``, a trial by its number, or the middle of the best.
        values: those of the tuned numbers.
        score: the mean score.
        gain: how much better than the start it is.
    """

    label: str
    values: tuple[float, ...]
    score: float
    gain: float


@attrs.frozen(kw_only=True)
class Tuned:
    """How far a tuning has come.

    Attributes:
        trials: what was tried, in order.
        finalists: those that were compared once more; empty before that.
        best: the values that won; None before that.
        arms: what was played on held-out battles.
        rows: those battles, ``arm`` an index into the arms.
        complete: whether all of it was played.
        errors: battles that ended in an error, in all of it.
        damaged: the names of parts that were found damaged when it was resumed.
    """

    trials: Sequence[Trial]
    finalists: Sequence[Finalist]
    best: tuple[float, ...] | None
    arms: Sequence[Arm]
    rows: Any
    complete: bool
    errors: int
    damaged: Sequence[str]


class Tuning:
    """A tuning under way.

    Args:
        plan: what is played.
        keeper: where it is kept.
        bar: shows how far it is.
        jobs: processes, or None.
    """

    def __init__(self, plan: Plan, keeper: Keeper, bar: Progress, jobs: int | None) -> None:
        self._plan, self._keeper, self._bar, self._jobs = plan, keeper, bar, jobs
        self._won: dict[tuple[int, int], tuple[str, str | None]] = {}
        self.trials: list[Trial] = []
        self.finalists: list[Finalist] = []
        self.best: tuple[float, ...] | None = None
        self.arms: list[Arm] = []
        for arm, battle, outcome, winner in keeper.rows().select("arm", "battle", "outcome", "winner").iter_rows():
            self._won[arm, battle] = outcome, winner

    def to_the_end(self) -> None:
        """Play everything that is not there yet."""
        search = Search(self._plan.space, self._plan.seed)
        for number in range(self._plan.rounds):
            self._round(search, number)
        self._select()
        self._hold_out()

    # rounds

    def _round(self, search: Search, number: int) -> None:
        """Try a batch of values beside the start."""
        plan = self._plan
        found = [tuple(plan.space.values(one)[each.name] for each in plan.space.numbers) for one in search.ask(plan.tried(number))]
        players = [plan.space.start, *(plan.space.player(one) for one in found)]
        base, first = plan.round_arms(number), number * plan.battles
        self._bar.stage(f", round {number + 1} of {plan.rounds}", len(self._won), plan.total)
        scores = self._meet(players, base, (first, first + plan.battles))
        gains = [_gain(scores[0], score) for score in scores[1:]]
        for place, (one, score, gain) in enumerate(zip(found, scores[1:], gains, strict=True)):
            self.trials.append(Trial(number * plan.batch + place, number, one, _mean(score), _mean(scores[0]), gain))
        search.tell(gains)

    def _meet(self, players: Sequence[Player], base: int, battles: tuple[int, int]) -> list[list[float]]:
        """Have agents play all opponents; return the scores of each, battle by battle."""
        plan = self._plan
        matches = plan.matches
        arms = [plan.arm(str(place), player, match, {}) for place, player in enumerate(players) for match in matches]
        self._play(arms, base, battles)
        return [
            [score for at, match in enumerate(matches) for score in self._scores(base + place * len(matches) + at, match, battles)]
            for place in range(len(players))
        ]

    def _play(self, arms: Sequence[Arm], base: int, battles: tuple[int, int]) -> None:
        """Play the battles of arms that are not there yet; the first of the arms has the number ``base``."""
        spans = self._keeper.spans

        def left(arm: int, start: int, stop: int) -> Sequence[tuple[int, int]]:
            return spans.missing(base + arm, start, stop)

        missing = sum(stop - start for arm in range(len(arms)) for start, stop in left(arm, *battles))
        if not missing:
            return
        jobs = processes(missing, self._jobs)

        def keep(task: Any, rows: list[Row]) -> None:
            moved = [row._replace(arm=base + row.arm) for row in rows]
            self._keeper.put(base + task.arm, task.start, task.stop, moved, self._plan.seed)
            self._won.update({(row.arm, row.battle): (row.outcome, row.winner) for row in moved})
            self._bar.advance(len(rows))

        run_tasks(tasks(arms, self._plan.seed, *battles, chunk_of(missing, jobs), left=left), keep, jobs=jobs)

    def _scores(self, arm: int, match: Match, battles: tuple[int, int]) -> list[float]:
        """Return what the first agent of a match scored, battle by battle."""
        found = [self._won[arm, battle] for battle in range(*battles)]
        return points([outcome for outcome, _ in found], [winner for _, winner in found], match.side, TRAINED)

    # the end

    def _select(self) -> None:
        """Compare the likeliest values on battles nothing was chosen by, and take the best; the start where none is."""
        plan = self._plan
        chosen = finalists_of(self.trials, plan)
        players = [plan.space.player(values) for _, values in chosen]
        self._bar.stage(", finalists", len(self._won), plan.total)
        scores = self._meet(players, plan.final_arms, (FINAL_FROM, FINAL_FROM + plan.selecting()))
        self.finalists = [
            Finalist(label, values, _mean(score), _gain(scores[0], score))
            for (label, values), score in zip(chosen, scores, strict=True)
        ]
        self.best = max(self.finalists, key=lambda one: one.gain).values

    def _hold_out(self) -> None:
        """Play the best and the start on held-out battles: against all opponents, and against each other."""
        plan = self._plan
        assert self.best is not None
        start, best = plan.space.start, plan.space.player(self.best)
        if best.numbers() == start.numbers():
            return
        for kind, opponents in (("trained", plan.opponents), ("held_out", plan.held_out)):
            for match in plan.against(opponents):
                self.arms += [plan.arm(who, one, match, {"kind": kind}) for who, one in ((START, start), (BEST, best))]
        self.arms += [plan.arm(BEST, best, match, {"kind": "duel"}) for match in plan.against([start])]
        self._bar.stage(", held-out battles", len(self._won), plan.total)
        self._play(self.arms, plan.held_arms, (HELD_FROM, HELD_FROM + plan.final))

    def result(self, complete: bool) -> Tuned:
        """Return how far it has come; the held-out battles with arms counted from 0."""
        table = self._keeper.rows()
        base = self._plan.held_arms
        held = table.filter(table["arm"] >= base)
        errors = int((table["outcome"] == "error").sum())
        return Tuned(
            trials=tuple(self.trials), finalists=tuple(self.finalists), best=self.best, arms=tuple(self.arms),
            rows=held.with_columns(held["arm"] - base), complete=complete, errors=errors,
            damaged=tuple(getattr(self._keeper, "damaged", ())),
        )  # fmt: skip


def finalists_of(trials: Sequence[Trial], plan: Plan) -> list[tuple[str, tuple[float, ...]]]:
    """Return what is compared once more: the start, the middle of the best quarter of the later half, the best trials.

    By chance alone the best of many tries looks better than it is; a middle of good ones is less at chance's mercy.
    """
    ranked = sorted(trials, key=lambda trial: (-trial.gain, trial.number))
    late = [trial for trial in ranked if 2 * trial.round >= plan.rounds - 1]
    good = late[: max(1, len(late) // 4)]
    middle = tuple([fmean(values) for values in zip(*(trial.values for trial in good), strict=True)])
    found = [(START, plan.space.middle), ("middle", middle)]
    return [*found, *((f"trial {trial.number}", trial.values) for trial in ranked[: FINALISTS - 1])]


def _mean(scores: Sequence[float]) -> float:
    kept = [score for score in scores if not isnan(score)]
    return fmean(kept) if kept else nan


def _gain(start: Sequence[float], other: Sequence[float]) -> float:
    """Return how much more one scores than the start on the same battles; nothing where none was scored for both."""
    pairs = [one - base for base, one in zip(start, other, strict=True) if not (isnan(base) or isnan(one))]
    return fmean(pairs) if pairs else 0.0
