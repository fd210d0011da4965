"""Which cells tell how changes act together: a low-discrepancy design over all that is varied, beside one change at a time.

A change is a value other than the base's. The base and every single change are cells of `studies.vary.one_at_a_time`; here
are cells of two changes and more, points of a scrambled Sobol sequence (Sobol 1967, Owen 1995) laid on the values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.errors import InputError
from studies.extras import need
from studies.vary import MOST_CELLS, Cell, Vary, cell_of, one_at_a_time, same

Value = float | str | None
"""What something varied is in a cell."""


class Term(NamedTuple):
    """A change as a linear model sees it.

    Attributes:
        place: the number of what is varied.
        before: its value in the base.
        after: the value at which the change is whole: of numbers the farthest from the base; else one of the texts.
    """

    place: int
    before: Value
    after: Value

    def of(self, value: Value) -> float:
        """Return how much of the change is in a value: 0 in the base, 1 in ``after``, of numbers in proportion."""
        if isinstance(value, float) and isinstance(self.before, float) and isinstance(self.after, float):
            return (value - self.before) / (self.after - self.before)
        return float(value == self.after)


def changes_of(varied: Sequence[Vary], bases: Sequence[str | None]) -> list[list[str]]:
    """Return the values of each varied thing that are other than the base's."""
    return [
        [value for value in one.values if base is None or not same(value, base)]
        for one, base in zip(varied, bases, strict=True)
    ]


def designed(varied: Sequence[Vary], bases: Sequence[str | None], count: int, seed: int) -> list[Cell]:
    """Return cells of two changes or more, spread evenly over all of them; all when there are no more.

    Args:
        varied: what is varied.
        bases: the values of the base, None where it has none.
        count: how many cells.
        seed: the study's root seed, which the scrambling depends on.

    Raises:
        InputError: fewer than two things have a value other than the base's, or the count is none, or too small to tell
            all interactions of two changes apart.
    """
    if type(count) is not int or not 1 <= count <= MOST_CELLS:
        raise InputError("--sample", repr(count)[:80], f"a whole number from 1 to {MOST_CELLS}")
    changes = changes_of(varied, bases)
    able = sum(bool(values) for values in changes)
    if able < 2:
        raise InputError("--worth --sample", f"values other than the base's for {able} path", "for two --vary at least")
    sizes = [1 + len(values) for values in changes]
    most = min(count, math.prod(sizes) - 1 - sum(size - 1 for size in sizes))
    chosen: dict[tuple[int, ...], None] = {}
    for point in _points(sizes, seed):
        if sum(at > 0 for at in point) >= 2:
            chosen.setdefault(point)
        if len(chosen) == most:
            break
    cells = [
        cell_of(varied, tuple(values[at - 1] if at else None for values, at in zip(changes, point, strict=True)))
        for point in sorted(chosen)
    ]
    _check_rank(varied, bases, cells, count)
    return cells


def _points(sizes: Sequence[int], seed: int) -> Iterator[tuple[int, ...]]:
    """Yield points of the sequence as places on a grid, without end."""
    from studies.paired import generator

    sequence = need("scipy.stats.qmc").Sobol(len(sizes), scramble=True, rng=generator(f"sweep worth {seed}"))
    while True:
        for point in sequence.random(256):
            yield tuple(min(size - 1, int(at * size)) for at, size in zip(point, sizes, strict=True))


def _check_rank(varied: Sequence[Vary], bases: Sequence[str | None], cells: Sequence[Cell], count: int) -> None:
    """Refuse a design in which two interactions can't be told apart."""
    singles = [cell.values for cell in one_at_a_time(varied)]
    rows = [
        [read(one, base if value is None else value) for one, base, value in zip(varied, bases, values, strict=True)]
        for values in [(None,) * len(varied), *singles, *(cell.values for cell in cells)]
    ]
    terms = terms_of(varied, [read(one, base) for one, base in zip(varied, bases, strict=True)])
    matrix = matrix_of(terms, rows)
    wanted = matrix.shape[1]
    if int(need("numpy").linalg.matrix_rank(matrix)) < wanted:
        together = len(pairs_of(terms))
        raise InputError("--sample", f"{count}, too few to tell {together} interactions apart", f"more, {2 * together} say")


def read(one: Vary, text: str | None) -> Value:
    """Return a value of something varied: a number where all its values are numbers."""
    if text is None or one.numbers is None:
        return text
    try:
        return float(text)
    except ValueError:
        return None


def terms_of(varied: Sequence[Vary], bases: Sequence[Value]) -> list[Term]:
    """Return the changes of a linear model: one of numbers, one each of texts that differ from the base."""
    found = []
    for place, (one, base) in enumerate(zip(varied, bases, strict=True)):
        values = list(dict.fromkeys(value for text in one.values if (value := read(one, text)) != base))
        if values and isinstance(base, float):
            values = [max((value for value in values if isinstance(value, float)), key=lambda value: (abs(value - base), value))]
        found += [Term(place, base, value) for value in values]
    return found


def pairs_of(terms: Sequence[Term]) -> list[tuple[int, int]]:
    """Return the interactions of a linear model: two changes each, of different things."""
    return [
        (one, other) for other in range(len(terms)) for one in range(other) if terms[one].place != terms[other].place
    ]


def matrix_of(terms: Sequence[Term], rows: Sequence[Sequence[Value]]) -> Any:
    """Return the model matrix: a row a cell; columns: 1, every change, every two changes together."""
    found = []
    for values in rows:
        single = [term.of(values[term.place]) for term in terms]
        found.append([1.0, *single, *(single[one] * single[other] for one, other in pairs_of(terms))])
    return need("numpy").array(found)
