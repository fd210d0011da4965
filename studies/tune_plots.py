"""The plots of a tuning: how the search went, and what is left of the gain on held-out battles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studies.plots_base import Plot
from studies.plots_curves import Curve, share_curves

if TYPE_CHECKING:
    from studies.tune_result import TuneResult


def plots_of(result: TuneResult) -> list[Plot]:
    """Return the plots of a tuning; none before anything was tried."""
    return [search_plot(result)] if result.trials else []


def search_plot(result: TuneResult) -> Plot:
    """Return the gain over the start, round by round: of the best, the mean and the least value tried."""
    rounds = sorted({one.round for one in result.trials})
    gains = {number: [100 * one.gain for one in result.trials if one.round == number] for number in rounds}
    means = [sum(gains[number]) / len(gains[number]) for number in rounds]
    ends = ([least(gains[number]) for number in rounds] for least in (min, max))
    curves = [Curve("mean of a round, best and least", rounds, means, *ends)]
    trained, strange = result.comparison("trained"), result.comparison("held_out")
    for label, one in (("held-out battles", trained), ("opponents never met", strange)):
        if one is not None:
            found = one.difference
            values = ([100 * value] * 2 for value in (found.value, found.low, found.high))
            curves.append(Curve(label, [rounds[0], rounds[-1]], *values))
    note = (
        "Gains over the start in points of score, in the same battles. Bands: from the least to the best value of a round; "
        "of what was held out, the interval."
    )
    return share_curves(
        "search", "Gain over the start", "round", curves, y_name="points of score", share=False, even=0.0, note=note
    )  # fmt: skip
