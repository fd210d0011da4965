"""Simulate the stopping rules: how often they are wrong, and what they cost (``python -m benchmarks stopping``).

Every row is a truth that is known, played many times over the planned looks. The sequential test is simulated on pairs
of battles whose dice are of three kinds: on each side anew, the same for both battles (what wins on one side wins on
the other), and against each other (the side decides). Whole comparisons (`benchmarks.comparing`) go through the code that
`couched compare` runs. A promise is broken where the count of wrong runs would be rarer than one in a thousand if the rate
were the promised one.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.comparing import cases
from benchmarks.comparing import counted as counted_cases
from studies.extras import need
from studies.intervals import score_interval
from studies.paired import generator
from studies.ratings import score_of_elo
from studies.sprt import Sprt
from studies.stopping import Decision, Looks, Rule, TargetError

RUNS, SMOKE_RUNS = 1000, 25
"""Simulated studies of every row."""

RARE = 0.001
"""How unlikely a count must be under the promise before the promise is called broken."""

HEAD = ("rule", "truth", "dice", "wrong", "promised", "right", "open", "mean battles", "promise")
ELO0, ELO1 = 0.0, 40.0
SPRT_LOOKS = Looks(50, 1.25, 4000)
TARGET_LOOKS = Looks(50, 1.5, 3000)
DICE = ("anew", "same", "against")


class Row(NamedTuple):
    """What one truth came to.

    Attributes:
        rule: the stopping rule, in words.
        truth: what was true, in words.
        dice: how the dice of a pair hang together.
        runs: the simulated studies.
        wrong: the runs that ended wrong: with the wrong verdict, or with an interval that misses the truth.
        promised: the share of wrong runs that the rule promises not to exceed; None where it promises nothing.
        right: the runs that ended right.
        battles: the mean count at which they ended.
    """

    rule: str
    truth: str
    dice: str
    runs: int
    wrong: int
    promised: float | None
    right: int
    battles: float

    @property
    def kept(self) -> bool:
        """Whether the runs are in keeping with the promise."""
        if self.promised is None:
            return True
        test = need("scipy.stats").binomtest(self.wrong, self.runs, self.promised, alternative="greater")
        return bool(test.pvalue >= RARE)

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table."""
        left = self.runs - self.wrong - self.right
        promised = "-" if self.promised is None else f"{self.promised:.1%}"
        promise = "-" if self.promised is None else "kept" if self.kept else "BROKEN"
        shares = [f"{count / self.runs:.1%}" for count in (self.wrong, self.right, left)]
        return (self.rule, self.truth, self.dice, shares[0], promised, *shares[1:], f"{self.battles:.0f}", promise)


def battles_of(mean: float, draws: float, uniforms: Any) -> Any:
    """Return scores 0, 1/2 and 1 with a mean and at most a share of draws, from uniform numbers."""
    numpy = need("numpy")
    drawn = min(draws, 2 * mean, 2 * (1 - mean))
    lost = 1 - mean - drawn / 2
    return numpy.where(uniforms < lost, 0.0, numpy.where(uniforms < lost + drawn, 0.5, 1.0))


def twice(dice: str, shape: tuple[int, int], rng: Any) -> tuple[Any, Any]:
    """Return the uniform numbers of two battles on each seed, that hang together as the dice say."""
    first = rng.random(shape)
    if dice == "same":
        return first, first
    return first, rng.random(shape) if dice == "anew" else 1 - first


def pairs_of(mean: float, dice: str, shape: tuple[int, int], rng: Any, draws: float = 0.1) -> Any:
    """Return the mean scores of pairs of battles, shape (runs, pairs)."""
    first, second = twice(dice, shape, rng)
    return (battles_of(mean, draws, first) + battles_of(mean, draws, second)) / 2


def decisions_of(rule: Rule, scores: Any) -> list[Decision]:
    """Return the decision of every run."""
    ended = (rule.decide(run.tolist()) for run in scores)
    return [decision for decision in ended if decision is not None]


def mean_battles(decisions: list[Decision]) -> float:
    """Return the mean count at which runs ended."""
    return math.fsum(decision.battles for decision in decisions) / len(decisions)


def sequential(runs: int) -> Iterator[Row]:
    """Yield the sequential test's rows: false alarms at and below elo0, misses at and above elo1; between, both do."""
    rule = Sprt(ELO0, ELO1, SPRT_LOOKS)
    for dice in DICE:
        for truth in (ELO0 - 20, ELO0, (ELO0 + ELO1) / 2, ELO1, ELO1 + 40):
            rng = generator(f"sequential {dice} {truth}")
            ended = decisions_of(rule, pairs_of(score_of_elo(truth), dice, (runs, rule.looks.most), rng))
            bad = "elo1" if truth <= ELO0 else "elo0" if truth >= ELO1 else "neither"
            promised = {"elo1": rule.alpha, "elo0": rule.beta}.get(bad)
            wrong = sum(decision.verdict == bad for decision in ended)
            right = sum(decision.decided and decision.verdict != bad for decision in ended)
            yield Row("sprt", f"{truth:+.0f} Elo", dice, runs, wrong, promised, right, mean_battles(ended))


def held(rule: TargetError, scores: Any, truth: float, named: tuple[str, str, str]) -> Row:
    """Return the row of a target error: how often the interval at the stop misses the truth."""
    ended = decisions_of(rule, scores)
    wrong = sum(not decision.interval.holds(truth) for decision in ended)
    right = sum(decision.decided and decision.interval.holds(truth) for decision in ended)
    return Row(*named, len(ended), wrong, 1 - rule.confidence, right, mean_battles(ended))


def targets(runs: int) -> Iterator[Row]:
    """Yield the target error's rows for shares, and how often any interval of a planned look misses the truth."""
    rule = TargetError(0.04, TARGET_LOOKS)
    for truth in (0.5, 0.8, 0.95, 0.99):
        rng = generator(f"target {truth}")
        scores = battles_of(truth, 0.0, rng.random((runs, rule.looks.most)))
        yield held(rule, scores, truth, ("target 0.04", f"share {truth}", "-"))
        missed = sum(not _all_hold(rule, run.tolist(), truth) for run in scores)
        named = ("every look", f"share {truth}", "-")
        yield Row(*named, runs, missed, 1 - rule.confidence, runs - missed, rule.looks.most)


def differences(runs: int) -> Iterator[Row]:
    """Yield the rows of a target error for the difference of two arms on the same seeds."""
    rule = TargetError(0.04, TARGET_LOOKS, span=(-1.0, 1.0))
    for one, other in ((0.5, 0.5), (0.6, 0.5), (0.95, 0.9)):
        for dice in DICE:
            rng = generator(f"difference {one} {other} {dice}")
            first, second = twice(dice, (runs, rule.looks.most), rng)
            scores = battles_of(one, 0.0, first) - battles_of(other, 0.0, second)
            yield held(rule, scores, one - other, ("difference 0.04", f"{one} less {other}", dice))


def _all_hold(rule: TargetError, scores: list[float], truth: float) -> bool:
    """Tell whether the intervals of all looks hold the truth together, which is what the rule promises."""
    return all(score_interval(counts, rule.level, rule.span).holds(truth) for _, _, counts in rule.looks.taken(scores))


def peeking(runs: int) -> Iterator[Row]:
    """Yield what looking without a plan costs: a 95 percent interval at every look, stopped when it leaves one half."""
    rng = generator("peeking")
    scores = battles_of(0.5, 0.0, rng.random((runs, TARGET_LOOKS.most)))
    alarms, total = 0, 0
    for run in scores:
        looks = ((count, score_interval(counts)) for _, count, counts in TARGET_LOOKS.taken(run.tolist()))
        alarm = next((count for count, interval in looks if not interval.holds(0.5)), None)
        alarms += alarm is not None
        total += alarm or TARGET_LOOKS.most
    yield Row("peeking at 95%", "share 0.5", "-", runs, alarms, None, runs - alarms, total / runs)


def comparisons(runs: int) -> Iterator[Row]:
    """Yield the rows of whole comparisons: false alarms and missed truths, through the code that runs them.

    They take longer: a quarter of the runs.
    """
    runs = max(1, runs // 4)
    for case in cases():
        found = counted_cases(case, runs)
        named, promised = (case.truth, case.dice), 1 - 0.95
        right = found.better["a"] if case.one > case.other else found.better[None]
        wrong = found.better["b"] + (found.better["a"] if case.one == case.other else 0)
        yield Row(f"{case.rule}: verdict", *named, runs, wrong, promised, right, found.battles)
        yield Row(f"{case.rule}: interval", *named, runs, found.missed, promised, runs - found.missed, found.battles)
        if "sprt" in case.options:
            elo0, elo1 = (found.verdicts.get(name, 0) for name in ("elo0", "elo1"))
            bad, good = (elo1, elo0) if case.one == case.other else (elo0, elo1)
            yield Row(f"{case.rule}: decision", *named, runs, bad, promised, good, found.battles)


def main(smoke: bool, json_file: Path | None) -> int:
    """Simulate, print the table, and return the exit code: 3 when a promise is broken."""
    runs = SMOKE_RUNS if smoke else RUNS
    rows = [row for part in (sequential, targets, differences, peeking, comparisons) for row in part(runs)]
    table = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in table) for column in range(len(HEAD))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    if json_file is not None:
        data = {"runs": runs, "rows": [{**row._asdict(), "kept": row.kept} for row in rows]}
        json_file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return 0 if all(row.kept for row in rows) else 3
