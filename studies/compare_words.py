"""What a comparison found in sentences, and its plots."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from studies.cli_text import number, plural
from studies.compare_figures import scores_of, times_of
from studies.ratings import elo, score_of_elo
from studies.tables import Column

if TYPE_CHECKING:
    from studies.compare_result import CompareResult
    from studies.plots_base import Plot
    from studies.stopping import Decision

FEW = 30
"""Battles below which intervals are not worth much."""

_SHARE = Column("share", "share")
_POINTS = Column("points", "number", digits=1, signed=True)
_SPAN = Column("span", "interval", digits=1, signed=True)
_COUNTS = Column("counts", "number", signed=True)
_TIMES = Column("times", "interval", signed=True)


def findings(result: CompareResult) -> list[str]:
    """Return what was found, in sentences, the answer first."""
    if not result.matched:
        return ["No battle was played with both variants."]
    if not result.wins.difference.n:
        return ["Nothing can be compared: in every battle one variant or both ended in an error."]
    return [*_won(result), *_stopped(result), *_lasted(result), *_alike(result), *_few(result)]


def _won(result: CompareResult) -> list[str]:
    """Say what the side wins with each, and which is better: only where the exact test says so, too."""
    a, b, found = result.wins
    low, high = 100 * found.low, 100 * found.high
    verdict = f"{result.better} is better for it" if result.better else "no difference is shown"
    points = (
        f"{_POINTS.text(100 * found.value)} points ({result.interval_title} {_SPAN.text((low, high))}; {_p(result.p)})"
    )
    only = f"{plural(len(result.only[0]), 'battle')} won only with a, {len(result.only[1])} only with b"
    shares = f"{_SHARE.text(a)} with a and {_SHARE.text(b)} with b"
    return [f"Side {result.side} wins {shares}, {points}: {verdict}; {only}."]


def _p(value: float) -> str:
    return f"p {Column('p', 'p').text(value)}"


def _stopped(result: CompareResult) -> list[str]:
    """Say whether it is decided."""
    decision = result.decision
    if decision is None:
        return []
    battles = f"{plural(decision.battles, 'battle')} of each (look {decision.look} of {decision.looks})"
    if decision.verdict in ("reached", "not reached"):
        known = f"{100 * decision.statistic:.2f} points either way, {100 * decision.bounds[1]:g} wanted"
        if decision.decided:
            return [f"The difference is known well enough after {battles}: to {known}."]
        return [f"The wanted error was not reached in {battles}: it is known to {known}."]
    return [_tested(result, decision, battles)]


def _tested(result: CompareResult, decision: Decision, battles: str) -> str:
    """Say what the sequential test found."""
    rule = result.facts.settings["stopping"]
    zero, one = (_elo(rule[name]) for name in ("elo0", "elo1"))
    lower, upper = decision.bounds
    ratio = f"log likelihood ratio {decision.statistic:.2f}, bounds {lower:.2f} and {upper:.2f}"
    seen = f"measured {_points_of(elo(decision.value))}" if not math.isnan(decision.value) else "nothing measured"
    if decision.verdict == "undecided":
        return f"Sequential test undecided after {battles}: neither {zero} nor {one}; {seen} ({ratio})."
    taken, other = (one, zero) if decision.verdict == "elo1" else (zero, one)
    return f"Sequential test decided after {battles}: {taken} rather than {other}; {seen} ({ratio})."


def _elo(value: float) -> str:
    """Return an Elo difference with what it is in points of score between the variants."""
    points = _POINTS.text(200 * score_of_elo(value) - 100)
    return f"{'+' if value > 0 else ''}{number(value)} Elo ({points} points of score)"


def _points_of(value: float) -> str:
    return f"{Column('elo', 'number', digits=0, signed=True).text(value)} Elo"


def _lasted(result: CompareResult) -> list[str]:
    """Say which lasts longer, when that is shown."""
    mean, median = result.times
    low, high = mean.difference.low, mean.difference.high
    if low <= 0 <= high or not all(map(math.isfinite, (low, high))):
        return []
    longer = "longer" if mean.difference.value > 0 else "shorter"
    value = _COUNTS.text(mean.difference.value)
    times = f"{value} counts in the mean ({result.interval_title} {_TIMES.text((low, high))})"
    middle = f"{_COUNTS.text(median.difference.value)} in the median"
    return [f"Battles are {longer} with a: {times}, {middle} ({_TIMES.text(tuple(median.difference.interval))})."]


def _alike(result: CompareResult) -> list[str]:
    """Say so when the variants make no difference at all."""
    if len({*result.digests.values()}) == 1:
        return ["Both variants are the same scenario: they can't differ."]
    if all(pair.a == pair.b for pair in result.matched):
        return ["Every battle ended in the same way, at the same count, with a and with b."]
    return []


def _few(result: CompareResult) -> list[str]:
    n = result.wins.difference.n
    return [f"With {plural(n, 'battle')} intervals are rough: some tens are needed."] if n < FEW else []


def plots(result: CompareResult) -> list[Plot]:
    """Return how the same battle came out differently: won, and how long."""
    from studies.plots import paired_differences

    if not result.wins.difference.n:
        return []
    a, b = scores_of(result.matched, result.side, undecided=False)
    won, (mean, _) = result.wins.difference, result.times
    wins = [one - other for one, other in zip(a, b, strict=True)]
    longer = [one - other for one, other in zip(*times_of(result.matched), strict=True)]
    estimates = [(found.value, found.low, found.high) for found in (won, mean.difference)]
    return [
        paired_differences("wins", f"The same battle for side {result.side}", wins, estimates[0],
                           "won with a, less won with b", ("only b wins", "only a wins")),
        paired_differences("durations", "How long the same battle lasts", longer, estimates[1],
                           "counts with a, less counts with b", ("a shorter", "a longer")),
    ]  # fmt: skip
