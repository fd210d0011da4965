"""Whether a fight favours a side: the difference of the sides' shares of wins in every cell, one tie policy after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine import InputError, Scenario
from engine.ruleset import TIES
from studies.extras import need
from studies.intervals import counted, mean_of, score_interval
from studies.statistics import holm
from studies.tables import PERCENT, Column, Table

if TYPE_CHECKING:
    from studies.sweep_result import SweepResult

VARY: Final = f"rules.ties={','.join(TIES)}"
"""Every tie policy (CLK-3)."""

OWN: Final = frozenset({"name", "side", "stream", "position", "facing", "mark"})
"""What fighters of a mirror match may have different."""


class Bias(NamedTuple):
    """One cell.

    Attributes:
        arm: its number.
        label: what it is called.
        wins: the battles that the first side and the second side won.
        undecided: the battles without a winner, errors aside.
        difference: the first side's share of wins less the second's, 0 to 1.
        low, high: its score interval.
        p: exact sign test that either side wins a decided battle as likely, adjusted for all cells (Holm).
    """

    arm: int
    label: str
    wins: tuple[int, int]
    undecided: int
    difference: float
    low: float
    high: float
    p: float


def two_sides(scenario: Scenario) -> tuple[str, str]:
    """Return the two sides of a scenario, sorted by name.

    Raises:
        InputError: it has another number of sides.
    """
    sides = sorted({str(spec.side) for spec in scenario.combatants})
    if len(sides) != 2:
        raise InputError("--bias", f"{len(sides)} sides ({', '.join(sides)})", "a scenario of two sides")
    return sides[0], sides[1]


def is_mirror(scenario: Scenario) -> bool:
    """Return whether both sides have the same fighters, but for `OWN`."""
    sides: dict[str, list[str]] = {}
    for row in scenario.document["combatants"]:
        alike = {key: value for key, value in row.items() if key not in OWN}
        sides.setdefault(str(row["side"]), []).append(repr(sorted(alike.items())))
    first, *others = [sorted(rows) for rows in sides.values()]
    return all(rows == first for rows in others)


def biases(result: SweepResult) -> list[Bias]:
    """Return by how much one side wins more than the other in every cell but the base, which is one of them."""
    one, other = two_sides(result.arms[0].scenario)
    found = []
    for arm in range(1, len(result.arms)):
        counts = result.tally(arm, one)
        scores = counted(
            [1.0] * counts.wins + [-1.0] * counts.losses + [0.0] * (counts.scored - counts.wins - counts.losses)
        )
        low, high = score_interval(scores, result.confidence, (-1.0, 1.0))
        decided = counts.wins + counts.losses
        p = float(need("scipy.stats").binomtest(counts.wins, decided, 0.5).pvalue) if decided else 1.0
        wins = counts.wins, result.tally(arm, other).wins
        found.append(Bias(arm, result.arms[arm].label, wins, counts.scored - decided, mean_of(scores), low, high, p))
    adjusted = holm([bias.p for bias in found])
    return [bias._replace(p=p) for bias, p in zip(found, adjusted, strict=True)]


def bias_table(result: SweepResult) -> Table:
    """Return the bias of every cell."""
    one, other = two_sides(result.arms[0].scenario)
    columns = [
        Column("cell"), Column("first", "count", f"{one} wins"), Column("second", "count", f"{other} wins"),
        Column("undecided", "count"), Column("difference", "number", f"{one} less {other}", PERCENT, signed=True),
        Column("interval", "interval", f"{100 * result.confidence:.4g}% interval", PERCENT, signed=True),
        Column("p", "p"),
    ]  # fmt: skip
    rows = [
        (bias.label, *bias.wins, bias.undecided, bias.difference, (bias.low, bias.high), bias.p)
        for bias in biases(result)
    ]
    mirror = is_mirror(result.arms[0].scenario)
    meaning = (
        "Both sides have the same fighters: a difference is bias."
        if mirror
        else "The sides' fighters differ: so may their shares, without any bias."
    )
    note = f"{meaning} p: exact sign test of the decided battles, adjusted for all cells (Holm)."
    return Table("bias", "Bias of sides", columns, rows, note)
