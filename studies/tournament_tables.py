"""The tables of a tournament; each fits a terminal of 80 columns where names are short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    from studies.tournament_figures import Meeting
    from studies.tournament_result import Pairing, TournamentResult

MOST_STRANGE = 10
"""Pairings that are compared with their ratings in the table."""

ELO = 0
"""Decimals of Elo points."""


def tables(result: TournamentResult) -> list[Table]:
    """Return the tables of a tournament, the answer first; one without rows is left out."""
    made = (
        ratings_table(result), pairings_table(result), outcomes_table(result), sides_table(result),
        strange_table(result), rings_table(result), times_table(result),
    )  # fmt: skip
    return [table for table in made if table.rows]


def interval_title(result: TournamentResult) -> str:
    """Return what intervals are called: by their confidence over all looks."""
    return f"{100 * float(result.facts.settings['confidence']):g}% interval"


def _where(result: TournamentResult, key: str = "scenario") -> list[Column]:
    """Return the column of the scenario, where there are several."""
    return [Column(key)] if len(result.facts.settings["scenarios"]) > 1 else []


def ratings_table(result: TournamentResult) -> Table:
    """Return the ratings, the best first, over all scenarios before each of them."""
    columns = [
        *_where(result, "scope"), Column("agent"), Column("elo", "number", "Elo", digits=ELO, signed=True),
        Column("interval", "interval", interval_title(result), digits=ELO, signed=True), Column("score", "share"),
        Column("games", "count", "battles"),
    ]  # fmt: skip
    rows: list[dict[str, Any]] = [
        {"scope": scope, "agent": row.name, "elo": row.elo, "interval": (row.low, row.high), "score": row.score,
         "games": int(row.games)}
        for scope, ratings in result.rated.items() for row in sorted(ratings.table, key=lambda row: -row.elo)
    ]  # fmt: skip
    note = (
        "Bradley-Terry ratings with mean 0: 100 points are 64% of the score. Undecided battles count half. Intervals allow "
        "for battles on the same seed. Two that overlap don't make two agents alike: their pairing tells."
    )
    return Table.of("ratings", "Ratings", columns, rows, note)


def called(result: TournamentResult, meeting: Meeting) -> str:
    """Return what a pairing is called: with its scenario, where there are several."""
    where = f"{meeting.scenario}: " if len(result.facts.settings["scenarios"]) > 1 else ""
    return f"{where}{meeting.first} - {'itself' if meeting.mirror else meeting.second}"


def _pair(result: TournamentResult, pairing: Pairing) -> dict[str, Any]:
    return {"pairing": called(result, pairing.meeting)}


def pairings_table(result: TournamentResult) -> Table:
    """Return what the first agent of every pairing scored against the second."""
    title = interval_title(result)
    columns = [
        Column("pairing"), Column("score", "share"), Column("interval", "interval", title, PERCENT),
        Column("win_share", "share", "won"), Column("win_interval", "interval", title, PERCENT), Column("pairs", "count"),
    ]  # fmt: skip
    rows = [
        {
            **_pair(result, pairing), "score": share.value, "interval": (share.low, share.high), "pairs": share.pairs,
            "win_share": counts.wins / counts.scored if counts.scored else None,
            "win_interval": counts.win_interval(result.level),
        }
        for pairing in result.found if (counts := pairing.counts) and (share := pairing.share) is not None
    ]  # fmt: skip
    note = (
        "Of the first agent, both sides together. Score: a win 1, undecided 1/2; its interval takes the two battles on a "
        "seed as one unit. Won: wins alone, Wilson's interval, as if battles were independent."
    )
    return Table.of("pairings", "Pairings", columns, rows, note)


def outcomes_table(result: TournamentResult) -> Table:
    """Return how the battles of every pairing ended, each kind of outcome apart."""
    columns = [
        Column("pairing"), Column("wins", "count", "won"),
        Column("losses", "count", "lost"), Column("draws", "count"), Column("timeouts", "count"),
        Column("stalemates", "count"), Column("errors", "count"),
    ]  # fmt: skip
    rows = [{**_pair(result, pairing), **pairing.counts._asdict()} for pairing in result.found]
    sides = {pairing.meeting.sides[0] for pairing in result.found if pairing.meeting.mirror}
    mirrors = f" Of an agent against itself: for {_alternatives(sides)}." if sides else ""
    return Table.of("outcomes", "Outcomes", columns, rows, f"For the first agent, both sides together.{mirrors}")


def _alternatives(sides: set[str]) -> str:
    return f"side {next(iter(sides))}" if len(sides) == 1 else "the first side by name"


def sides_table(result: TournamentResult) -> Table:
    """Return what the sides of every scenario are worth, whoever plays them."""
    columns = [
        *_where(result), Column("between", title="battles of"), Column("side"), Column("score", "share"),
        Column("interval", "interval", interval_title(result), PERCENT), Column("seeds", "count"),
    ]  # fmt: skip
    rows = [
        {**side._asdict(), "side": side.sides[0], "score": side.mean.value, "interval": tuple(side.mean.interval),
         "seeds": side.mean.seeds}
        for side in result.biases
    ]  # fmt: skip
    note = "50% is no bias. Pairings play each seed both ways round, so what is left is the scenario's."
    return Table.of("sides", "Bias of sides", columns, rows, note)


def strange_table(result: TournamentResult) -> Table:
    """Return the pairings that deviate most from what the ratings expect."""
    columns = [
        *_where(result, "scope"), Column("pairing"), Column("score", "share"), Column("expected", "share"),
        Column("z", "number", digits=2, signed=True), Column("p", "p"), Column("games", "count", "battles"),
    ]  # fmt: skip
    rows = [
        {**residual._asdict(), "scope": scope, "pairing": f"{residual.first} - {residual.second}", "p": p}
        for scope, found in result.strange.items() for residual, p in found[:MOST_STRANGE]
    ]  # fmt: skip
    note = (
        f"What one rating an agent can't tell; up to {MOST_STRANGE} pairings, the greatest deviation first. z: in standard "
        "errors of independent battles; p: Holm's, over all pairings."
    )
    return Table.of("expected", "Pairings against their ratings", columns, rows, note)


def rings_table(result: TournamentResult) -> Table:
    """Return the threes that beat one another in turn."""
    columns = [
        *_where(result, "scope"), Column("first"), Column("second", title="beats"), Column("third", title="beats"),
        Column("one", "share", "1st-2nd"), Column("two", "share", "2nd-3rd"), Column("three", "share", "3rd-1st"),
        Column("clear"),
    ]  # fmt: skip
    rows = [
        {**cycle._asdict(), "scope": scope, **dict(zip(("one", "two", "three"), cycle.scores, strict=True)),
         "clear": "yes" if clear else "no"}
        for scope, found in result.rings.items() for cycle, clear in found
    ]  # fmt: skip
    note = "The third beats the first. Clear: the intervals of all three scores lie above 50%."
    return Table.of("cycles", "Cycles", columns, rows, note)


def times_table(result: TournamentResult) -> Table:
    """Return how long the battles of every pairing took."""
    from studies.tournament_result import QUANTILES

    titles = ("least", "25%", "median", "75%", "most")
    columns = [
        Column("pairing"),
        *(Column(key, "number", title) for key, title in zip(QUANTILES, titles, strict=True)),
    ]  # fmt: skip
    rows = [
        {**_pair(result, pairing), **dict(zip(QUANTILES, pairing.times, strict=True))}
        for pairing in result.found
        if pairing.times
    ]
    return Table.of(
        "times",
        "When battles ended, in counts",
        columns,
        rows,
        "The shortest, quartiles and the longest; errors have no time.",
    )
