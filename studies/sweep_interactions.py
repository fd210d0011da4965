"""How changes act together: a linear model with the interactions of every two changes, fitted to a sweep's cells seed by seed.

All cells play the same seeds, so that each seed has coefficients of its own; their mean is the least-squares fit of the
cells' means, and only seeds are independent. Intervals resample seeds whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from studies.cli_text import plural
from studies.extras import need
from studies.paired import Bootstrap, bootstrap_mean
from studies.plots import Plot, forest
from studies.statistics import holm
from studies.sweep_design import Term, matrix_of, pairs_of, terms_of
from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    import polars

    from studies.sweep_result import SweepResult

MOST_ROWS = 40
"""Interactions up to which they are drawn one by one."""


class Effect(NamedTuple):
    """A change, or two of them together, and what the model says it adds.

    Attributes:
        first: a change.
        second: the other one: then it is what both together add beyond what each adds by itself; None: the change alone.
        wins: what is added to the share of wins, 0 to 1.
        wins_p: chance of so much where nothing is added, adjusted for all interactions (Holm); None of a change alone.
        longer: what is added to the battle's length, in counts.
        longer_p: like ``wins_p``; both figures of all interactions are adjusted together.
    """

    first: Term
    second: Term | None
    wins: Bootstrap
    wins_p: float | None
    longer: Bootstrap
    longer_p: float | None

    def data(self, names: Sequence[str]) -> dict[str, Any]:
        """Return it as plain data; ``names``: what the varied things are called."""
        second = self.second
        return {
            "first": names[self.first.place], "first_from": value_text(self.first.before), "first_to": value_text(self.first.after),
            "second": None if second is None else names[second.place],
            "second_from": None if second is None else value_text(second.before),
            "second_to": None if second is None else value_text(second.after),
            "wins": self.wins.value, "wins_low": self.wins.low, "wins_high": self.wins.high, "wins_p": self.wins_p,
            "longer": self.longer.value, "longer_low": self.longer.low, "longer_high": self.longer.high,
            "longer_p": self.longer_p, "seeds": self.wins.n,
        }  # fmt: skip


def value_text(value: float | str | None) -> str | None:
    """Return a value as tables show it."""
    from studies.cli_text import number

    return number(value) if isinstance(value, float) else value


def coefficients(matrix: Any, responses: Any) -> Any:
    """Return the least-squares coefficients of every seed.

    Args:
        matrix: cells by columns of the model.
        responses: cells by seeds.

    Returns:
        Columns by seeds.
    """
    return need("numpy").linalg.pinv(matrix) @ responses


def estimated(seeds: Sequence[float], confidence: float, key: str) -> tuple[Bootstrap, float]:
    """Return the mean of a coefficient over seeds with its BCa interval, and Student's p that it is 0."""
    found = bootstrap_mean(seeds, confidence, key)
    if found.method in ("constant", "none"):
        return found, 0.0 if found.method == "constant" and abs(found.value) > 1e-9 else 1.0
    return found, float(need("scipy.stats").ttest_1samp(seeds, 0.0).pvalue)


def effects_of(
    terms: Sequence[Term], matrix: Any, wins: Any, times: Any, confidence: float, names: Sequence[str]
) -> list[Effect]:
    """Return what the model says of every change and of every two together.

    Args:
        terms: the changes.
        matrix: of `matrix_of`.
        wins, times: cells by seeds: 1 or 0, and counts.
        confidence: the level of intervals.
        names: what is varied, for keys of the resampling.
    """
    pairs: list[tuple[Term, Term | None]] = [(term, None) for term in terms]
    pairs += [(terms[one], terms[other]) for one, other in pairs_of(terms)]
    by_seed = [coefficients(matrix, responses) for responses in (wins, times)]
    found = []
    for number, (first, second) in enumerate(pairs, 1):
        key = " ".join(f"{names[term.place]}={term.after}" for term in (first, second) if term is not None)
        won, longer = (estimated(seeds[number].tolist(), confidence, f"together {key}") for seeds in by_seed)
        found.append((won, longer))
    together = [both for (_, second), both in zip(pairs, found, strict=True) if second is not None]
    adjusted = iter(holm([p for both in together for _, p in both]))
    told = []
    for (first, second), (won, longer) in zip(pairs, found, strict=True):
        won_p, longer_p = (None, None) if second is None else (next(adjusted), next(adjusted))
        told.append(Effect(first, second, won[0], won_p, longer[0], longer_p))
    return told


def effects(result: SweepResult) -> list[Effect]:
    """Return the changes and interactions of a sweep; seeds on which any cell has an error, or is missing, are left out."""
    rows = [[result.value(arm, place) for place in range(len(result.varied))] for arm in range(len(result.arms))]
    terms = terms_of(result.varied, rows[0])
    wins, times = _responses(result.battles, len(rows), result.side)
    if not wins.shape[1]:
        return []
    paths = [one.path for one in result.varied]
    return effects_of(terms, matrix_of(terms, rows), wins, times, result.confidence, paths)


def _responses(battles: polars.DataFrame, arms: int, side: str) -> tuple[Any, Any]:
    """Return who won and when, cells by seeds."""
    polars, numpy = need("polars"), need("numpy")
    fine = battles.filter(polars.col("outcome") != "error")
    whole = fine.group_by("battle").len().filter(polars.col("len") == arms)["battle"]
    kept = fine.filter(polars.col("battle").is_in(whole.implode())).sort("arm", "battle")
    won = (kept["winner"] == side).fill_null(value=False).cast(polars.Float64)
    shape = (arms, len(whole))
    return tuple(numpy.asarray(column.to_list(), dtype=float).reshape(shape) for column in (won, kept["t"]))


def interactions(result: SweepResult) -> list[Effect]:
    """Return the interactions alone, the greatest on the share of wins first."""
    found = [effect for effect in result.effects if effect.second is not None]
    return sorted(found, key=lambda effect: -abs(effect.wins.value))


def change_text(result: SweepResult, term: Term) -> str:
    """Return a change in words."""
    return f"{result.names[term.place]} {value_text(term.before) or 'as it stands'} to {value_text(term.after)}"


def interactions_table(result: SweepResult) -> Table:
    """Return what every two changes add together beyond what each adds by itself."""
    level = f"{100 * result.confidence:.4g}% interval"
    columns = [
        Column("first", title="change"), Column("second", title="together with"),
        Column("wins", "number", "share of wins", PERCENT, signed=True),
        Column("interval", "interval", level, PERCENT, signed=True), Column("p", "p"),
        Column("longer", "number", "lasts longer", "counts", signed=True),
        Column("longer_interval", "interval", level, "counts", signed=True), Column("longer_p", "p", "p"),
    ]  # fmt: skip
    rows = [
        (change_text(result, effect.first), change_text(result, effect.second), effect.wins.value, tuple(effect.wins.interval),
         effect.wins_p, effect.longer.value, tuple(effect.longer.interval), effect.longer_p)
        for effect in interactions(result) if effect.second is not None
    ]  # fmt: skip
    seeds = result.effects[0].wins.n if result.effects else 0
    note = (
        "What both changes together add beyond the sum of what each adds by itself: a linear model with every two changes, "
        f"over all {len(result.arms)} cells, of the {plural(seeds, 'seed')} without an error. Numbers count in proportion to the "
        "change. Intervals resample seeds (BCa); p: Student's, over seeds, adjusted for all interactions and both figures (Holm)."
    )
    return Table("interactions", "Changes together", columns, rows, note)


def interaction_findings(result: SweepResult) -> list[str]:
    """Say how many interactions are shown, and the greatest of them."""
    found = interactions(result)
    if not found:
        return []
    shown = [effect for effect in found if effect.wins_p is not None and effect.wins_p <= 1 - result.confidence]
    many = plural(len(found), "interaction")
    level = f"{100 * (1 - result.confidence):.3g}%"
    if not shown:
        chance = f"at a chance of {level} for any false alarm (Holm)"
        none = f"None of {many}" if len(found) > 1 else "No interaction"
        return [f"{none} of two changes on the share of wins is shown, {chance}."]
    first = shown[0]
    assert first.second is not None
    points = Column("points", "number", digits=1, signed=True).text(100 * first.wins.value)
    both = f"{change_text(result, first.first)} and {change_text(result, first.second)}"
    return [
        f"{len(shown)} of {many} of two changes on the share of wins shown (Holm, {level}); the greatest: {both} together add "
        f"{points} points to what they add one by one."
    ]


def interactions_plot(result: SweepResult) -> list[Plot]:
    """Return the interactions with their intervals."""
    rows = [
        (", ".join(f"{result.names[term.place]}={value_text(term.after)}" for term in (effect.first, effect.second) if term),
         *effect.wins[:3])
        for effect in interactions(result)[:MOST_ROWS]
    ]  # fmt: skip
    if not rows:
        return []
    note = "What two changes add together beyond what each adds by itself; every interval holds by itself."
    axis = f"added to the share of wins of {result.side}"
    return [forest("interactions", "Changes together", rows, axis, unit=PERCENT, signed=True, note=note)]
