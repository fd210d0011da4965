"""The plots of a sweep: curves along one number, maps of two settings, differences to the base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from studies.plots import Breakpoint, Curve, Plot, forest, heat_map, share_curves
from studies.tables import PERCENT

if TYPE_CHECKING:
    from studies.sweep_figures import CellFigures
    from studies.sweep_result import SweepResult

MOST_CURVES = 6
"""Curves in one plot."""

MOST_ROWS = 40
"""Cells up to which differences to the base are drawn one by one."""

MOST_MARKS = 12
"""Breakpoints that are drawn: those of the earliest blows."""

FILLED = 0.5
"""The part of a map that must be known for it to be drawn."""


def plots_of(result: SweepResult) -> list[Plot]:
    """Return the plots that suit what was varied."""
    found = [] if result.worth and len(result.varied) > 1 else [*_curves(result), *_maps(result)]
    return found or [*_differences(result)]


def _curves(result: SweepResult) -> Iterator[Plot]:
    """Yield curves along the only number, one for each text where there is another setting."""
    numbers = [place for place, one in enumerate(result.varied) if one.numbers is not None]
    texts = [place for place, one in enumerate(result.varied) if one.numbers is None]
    if len(numbers) != 1 or len(texts) > 1 or any(len(result.varied[place].values) > MOST_CURVES for place in texts):
        return
    along, name = numbers[0], result.names[numbers[0]]
    groups = _groups(result, along, texts[0] if texts else None)
    if texts:
        shares = [_share_curve(result, label, cells, along) for label, cells in groups]
    else:
        shares = [_side_curve(result, side, groups[0][1], along) for side in result.arms[0].sides[:MOST_CURVES]]
    marks = _marks(result, along)
    wins = f"share of wins of {result.side}" if texts else "share of wins"
    note = "Bands are intervals of each cell by itself. Dotted lines are breakpoints of the timelines, and the base."
    yield share_curves("shares", f"Share of wins along {name}", name, shares, marks, y_name=wins, note=note)
    times = [_time_curve(result, label, cells, along) for label, cells in groups]
    yield share_curves(
        "ends", f"How long battles last along {name}", name, times, marks, y_name="median end (counts)", share=False, even=None,
        note="Bands are the quartiles.",
    )  # fmt: skip


def _groups(result: SweepResult, along: int, text: int | None) -> list[tuple[str, list[CellFigures]]]:
    """Return the cells of every curve in the order of the number, with what the curve is called."""
    cells = sorted(result.figures[1:], key=lambda cell: _at(result, cell, along))
    if text is None:
        return [("", cells)]
    name = result.names[text]
    return [
        (f"{name}={value}", [cell for cell in cells if result.value(cell.arm, text) == value])
        for value in result.varied[text].values
    ]


def _at(result: SweepResult, cell: CellFigures, place: int) -> float:
    return float(result.value(cell.arm, place) or 0.0)


def _share_curve(result: SweepResult, label: str, cells: Sequence[CellFigures], along: int) -> Curve:
    known = [cell.share is not None for cell in cells]
    return Curve(
        label, [_at(result, cell, along) for cell in cells], [cell.share for cell in cells],
        [cell.interval.low if there else None for cell, there in zip(cells, known, strict=True)],
        [cell.interval.high if there else None for cell, there in zip(cells, known, strict=True)],
    )  # fmt: skip


def _side_curve(result: SweepResult, side: str, cells: Sequence[CellFigures], along: int) -> Curve:
    tallies = [result.tally(cell.arm, side) for cell in cells]
    intervals = [counts.win_interval(result.confidence) if counts.scored else None for counts in tallies]
    return Curve(
        side, [_at(result, cell, along) for cell in cells],
        [counts.wins / counts.scored if counts.scored else None for counts in tallies],
        [None if interval is None else interval.low for interval in intervals],
        [None if interval is None else interval.high for interval in intervals],
    )  # fmt: skip


def _time_curve(result: SweepResult, label: str, cells: Sequence[CellFigures], along: int) -> Curve:
    return Curve(
        label, [_at(result, cell, along) for cell in cells], [cell.time("median") for cell in cells],
        [cell.time("lower quartile") for cell in cells], [cell.time("upper quartile") for cell in cells],
    )  # fmt: skip


def _marks(result: SweepResult, along: int) -> list[Breakpoint]:
    """Return the base and the breakpoints of the earliest blows along a number, as marks of a plot."""
    path = result.varied[along].path
    flips = sorted(
        (flip for flip in result.breakpoints.flips if flip.path == path), key=lambda flip: (flip.n + flip.m, flip.at)
    )
    base = result.value(0, along)
    marks = [Breakpoint(float(flip.at), flip.brief) for flip in flips[:MOST_MARKS]]
    return [Breakpoint(float(base), "base"), *marks] if base is not None else marks


def _maps(result: SweepResult) -> Iterator[Plot]:
    """Yield maps of two settings: share of wins, difference to the base, median end."""
    if len(result.varied) != 2:
        return
    across, up = (_values(result, place) for place in (0, 1))
    cells = {(result.value(cell.arm, 0), result.value(cell.arm, 1)): cell for cell in result.figures[1:]}
    if len(cells) < FILLED * len(across) * len(up):
        return
    rows = [[cells.get((x, y)) for x in across] for y in up]
    name_x, name_y = result.names
    shares = [[None if cell is None else cell.share for cell in row] for row in rows]
    yield heat_map("map", f"Share of wins of {result.side}", name_x, across, name_y, up, shares)
    changes = [[None if cell is None else _change(cell) for cell in row] for row in rows]
    yield heat_map(
        "map-differences", f"Share of wins of {result.side}, less that of the base", name_x, across, name_y, up, changes,
        value_name="difference to the base", middle=0.0,
    )  # fmt: skip
    ends = [[None if cell is None else cell.time("median") for cell in row] for row in rows]
    yield heat_map(
        "map-ends", "How long battles last", name_x, across, name_y, up, ends, value_name="median end (counts)", unit="counts",
        middle=None,
    )  # fmt: skip


def _values(result: SweepResult, place: int) -> list[float | str]:
    numbers = result.varied[place].numbers
    return sorted(numbers) if numbers is not None else [*result.varied[place].values]


def _change(cell: CellFigures) -> float | None:
    """Return a cell's difference to the base: none where it is the base."""
    return 0.0 if cell.difference is None else cell.difference.value if cell.difference.n else None


def _differences(result: SweepResult) -> Iterator[Plot]:
    """Yield the cells' differences to the base, one a row."""
    rows = [
        (cell.label, cell.difference.value, cell.difference.low, cell.difference.high)
        for cell in result.figures[1:]
        if cell.difference is not None and cell.difference.n
    ]
    if rows and len(rows) <= MOST_ROWS:
        yield forest(
            "differences", f"Share of wins of {result.side}, less that of the base", rows, "difference to the base", unit=PERCENT,
            signed=True, note="Battle by battle on the same seeds; intervals of each cell by itself.",
        )  # fmt: skip
