"""The closing tables of an account: what each fighter did, and where its time went, one set of columns a system."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from studies.account_totals import PHASES, Totals
from studies.cli_text import number

Column = tuple[str, Callable[[str, Any], str]]
"""A column's head, and what it says of a fighter: from its name and its totals."""


@attrs.frozen
class Closing:
    """The closing tables of a system.

    Attributes:
        tables: the columns of each table, the first with the names.
        dropped: of each table the columns a narrow terminal does without, first to go first.
        left: the columns that are set to the left.
    """

    tables: tuple[tuple[Column, ...], ...]
    dropped: tuple[tuple[str, ...], ...]
    left: tuple[str, ...]


def _left(totals: Totals) -> str:
    return "?" if totals.htk is None else f"{totals.htk - totals.htk_lost}/{totals.htk}"


DID: tuple[Column, ...] = (
    ("fighter", lambda name, _totals: name),
    ("state", lambda _name, totals: totals.state),
    ("HTK", lambda _name, totals: _left(totals)),
    ("blows", lambda _name, totals: str(totals.blows)),
    ("hits", lambda _name, totals: str(totals.hits)),
    ("misses", lambda _name, totals: str(totals.misses)),
    ("parried", lambda _name, totals: str(totals.parried)),
    ("dealt", lambda _name, totals: str(totals.dealt)),
    ("first", lambda _name, totals: "-" if totals.first_blow is None else number(totals.first_blow)),
    ("dropped", lambda _name, totals: str(totals.break_offs)),
)
"""What each fighter did: HTK left of all, its blows and what became of them, HTK dealt, count of the first, break-offs."""

SPENT: tuple[Column, ...] = (
    ("counts spent", lambda name, _totals: name),
    *((phase, lambda _name, totals, phase=phase: number(totals.counts[phase])) for phase in PHASES),
)
"""Where each fighter's counts went."""

COUNTS = Closing(
    (DID, SPENT),
    (("first", "parried", "misses", "dropped", "blows", "state"), ("couched", "stunned", "recovering")),
    ("fighter", "state", "counts spent"),
)
