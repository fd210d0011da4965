"""What a tournament found in sentences, and its plots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from studies.cli_text import listed
from studies.extras import need
from studies.intervals import deviate
from studies.result import BARS, MANY
from studies.statistics import holm
from studies.tables import PERCENT, Column
from studies.tournament_figures import ALL, ALL_PAIRINGS
from studies.tournament_tables import called

if TYPE_CHECKING:
    from studies.plots_base import Plot
    from studies.ratings import Ratings
    from studies.tournament_result import Pairing, TournamentResult

CLEAR = 0.05
"""The adjusted p at most at which a pairing is said to deviate from its ratings."""

FEW = 30
"""Seeds below which intervals are not worth much."""

_SHARE = Column("share", "share")
_SPAN = Column("span", "interval", unit=PERCENT)
_ELO = Column("elo", "number", digits=0, signed=True)
_ELOS = Column("elos", "interval", digits=0, signed=True)


def findings(result: TournamentResult) -> list[str]:
    """Return what was found, in sentences, the answer first."""
    if not result.battles.height:
        return ["No battle was played."]
    return [*_best(result), *_stopped(result), *_biased(result), *_cycles(result), *_strange(result), *_few(result)]


def _best(result: TournamentResult) -> list[str]:
    """Say who is rated highest, and from whom it can be told apart."""
    if not result.rated:
        return []
    scope, ratings = next(iter(result.rated.items()))
    order = sorted(range(len(ratings.table)), key=lambda place: -ratings.table[place].elo)
    best = ratings.table[order[0]]
    if not best.games:
        return ["Nobody is rated: no pair of battles is complete."]
    level = f"{100 * ratings.confidence:.4g}% interval"
    where = " over all scenarios" if scope == ALL else ""
    if best.elo == ratings.table[order[-1]].elo:
        return [f"All are rated alike{where}: the battles were shared out evenly."]
    head = (
        f"{best.name} is rated highest{where}: {_ELO.text(best.elo)} Elo ({level} {_ELOS.text((best.low, best.high))})"
    )
    value, span = ratings.difference(order[0], order[1])
    lead = f"{_ELO.text(value)} on {ratings.table[order[1]].name} ({_ELOS.text(tuple(span))})"
    near = _near(ratings, order)
    told = f"not told apart from {listed(near)}" if near else "ahead of all the others"
    return [f"{head}, {lead}: {told}."]


def _near(ratings: Ratings, order: Sequence[int]) -> list[str]:
    """Return whom the best can't be told apart from, at the level of the intervals over all of them together (Holm)."""
    special = need("scipy.special")
    values = []
    for other in order[1:]:
        value, span = ratings.difference(order[0], other)
        z = deviate(ratings.confidence) * value / span.half if span.half else math.inf
        values.append(2 * float(special.ndtr(-z)))
    return [
        ratings.table[other].name
        for other, p in zip(order[1:], holm(values), strict=True)
        if p > 1 - ratings.confidence
    ]


def _stopped(result: TournamentResult) -> list[str]:
    """Say whether everything is known as well as was wanted."""
    decision = result.decision
    if decision is None:
        return []
    wanted, half = decision.bounds[1], decision.statistic
    if wanted == result.facts.settings["stopping"]["elo"]:
        known = f"at worst to {half:.1f} Elo either way, {wanted:g} wanted"
    else:
        known = f"at worst to {100 * half:.2f} points either way, {100 * wanted:g} wanted"
    seeds = f"{decision.battles} seeds (look {decision.look} of {decision.looks})"
    if decision.decided:
        return [f"Everything is known well enough after {seeds}: {known}."]
    return [f"The wanted error was not reached in {seeds}: everything is known {known}."]


def _biased(result: TournamentResult) -> list[str]:
    """Say which sides score more than half, whoever plays them."""
    several = len(result.facts.settings["scenarios"]) > 1
    said = []
    for side in result.biases:
        score, (low, high) = side.mean.value, side.mean.interval
        if low <= 0.5 <= high or math.isnan(score) or (side.between != ALL_PAIRINGS and len(result.agents) > 1):
            continue
        name = side.sides[0] if score > 0.5 else side.sides[1]
        share, span = (score, (low, high)) if score > 0.5 else (1 - score, (1 - high, 1 - low))
        where = f"On {side.scenario} side" if several else "Side"
        said.append(f"{where} {name} scores {_SHARE.text(share)} ({_SPAN.text(span)}), whoever plays it.")
    return said


def _cycles(result: TournamentResult) -> list[str]:
    scope, rings = next(iter(result.rings.items()), ("", []))
    where = " over all scenarios" if scope == ALL else ""
    return [
        f"{cycle.first} beats {cycle.second}, that {cycle.third}, and that {cycle.first}{where}: no ratings can tell this."
        for cycle, clear in rings
        if clear
    ]


def _strange(result: TournamentResult) -> list[str]:
    found = next(iter(result.strange.values()), [])
    odd = [residual for residual, p in found if p <= CLEAR]
    if not odd:
        return []
    worst = odd[0]
    others = f", and so do {len(odd) - 1} more pairings" if len(odd) > 1 else ""
    expected = f"where the ratings expect {_SHARE.text(worst.expected)}"
    return [f"{worst.first} scores {_SHARE.text(worst.score)} against {worst.second} {expected}{others}."]


def _few(result: TournamentResult) -> list[str]:
    seeds = max((side.mean.seeds for side in result.biases), default=0)
    return [f"With {seeds} seeds the intervals are rough: some tens are needed."] if seeds < FEW else []


def plots(result: TournamentResult) -> list[Plot]:
    """Return ratings and scores, and where there are few pairings how and when their battles ended."""
    return [*_rating_plots(result), *(_pairing_plots(result) if len(result.found) <= MANY else [])]


def _rating_plots(result: TournamentResult) -> Iterator[Plot]:
    from studies.plots import forest, heat_map

    for scope, ratings in list(result.rated.items())[:1]:
        best = sorted(ratings.table, key=lambda row: -row.elo)
        title = "Ratings" if scope != ALL else "Ratings over all scenarios"
        rows = [(row.name, row.elo, row.low, row.high) for row in best]
        yield forest("ratings", title, rows, "Elo, mean 0", signed=True)
        if len(result.rated) == 1 and len(best) > 2:
            names = [row.name for row in best]
            title = "Score of the agent of a row against that of a column"
            yield heat_map(
                "scores", title, "against", names, "agent", names, _scores(result, names), value_name="score"
            )


def _pairing_plots(result: TournamentResult) -> Iterator[Plot]:
    from studies.plots import outcome_bars, time_histogram

    names = [called(result, pairing.meeting) for pairing in result.found]
    bars = [
        (name, dict(zip(BARS, pairing.counts[1:], strict=True)))
        for name, pairing in zip(names, result.found, strict=True)
    ]
    mirrors = any(pairing.meeting.mirror for pairing in result.found)
    wins = ("first agent wins", "second agent wins")
    note = "Of an agent against itself: the first side by name." if mirrors else ""
    yield outcome_bars("outcomes", "How the battles ended", bars, wins, note)
    times = {name: _times(result, pairing) for name, pairing in zip(names, result.found, strict=True) if pairing.times}
    if times:
        yield time_histogram("times", "When the battles ended", times)


def _times(result: TournamentResult, pairing: Pairing) -> list[float]:
    """Return when the battles of a pairing ended; errors have no time."""
    games = [result.games[arm] for arm in pairing.meeting.arms]
    return [t for game in games for t, outcome in zip(game.times, game.outcomes, strict=True) if outcome != "error"]


def _scores(result: TournamentResult, names: Sequence[str]) -> list[list[float | None]]:
    """Return the score of every agent against every other; None against itself."""
    found: dict[tuple[str, str], float] = {}
    for pairing in result.found:
        if pairing.share is not None:
            first, second = pairing.meeting.first, pairing.meeting.second
            found[first, second], found[second, first] = pairing.share.value, 1 - pairing.share.value
    return [[found.get((one, other)) for other in names] for one in names]
