"""How the logs of each rule system are told: one table from a system's name to its tellers, headers and totals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from studies import (
    account_shots,
    account_shots_header,
    account_shots_totals,
    account_steps,
    account_steps_header,
    account_steps_totals,
    account_tellers,
    account_totals,
)
from studies.account_closing import COUNTS, Closing
from studies.account_header import fighters_of
from studies.account_story import Story
from studies.account_words import Told

Json = Mapping[str, Any]


@attrs.frozen
class Telling:
    """How the logs of a system are told.

    Attributes:
        line_of: an event, the story and a level of detail to the words, or None when it is left out.
        fighters_of: the lines about who fights.
        totals_of: every combatant's totals from the events.
        rows_of: the rows of the closing tables from these totals.
        closing: the closing tables.
    """

    line_of: Callable[[Json, Story, int], Told | None]
    fighters_of: Callable[[Story], list[tuple[str, str]]]
    totals_of: Callable[[Sequence[Json]], Mapping[str, Any]]
    rows_of: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    closing: Closing


TELLINGS: Mapping[str, Telling] = {
    "counts": Telling(account_tellers.line_of, fighters_of, account_totals.totals_of, lambda totals: totals, COUNTS),
    "shots": Telling(
        account_shots.line_of, account_shots_header.fighters_of, account_shots_totals.totals_of,
        account_shots_totals.together, account_shots_totals.CLOSING,
    ),
    "steps": Telling(
        account_steps.line_of, account_steps_header.fighters_of, account_steps_totals.totals_of, lambda totals: totals,
        account_steps_totals.CLOSING,
    ),
}  # fmt: skip
"""Every system whose logs have tellers of their own."""


def telling(system: str) -> Telling:
    """Return how a system's logs are told; those of a system nobody knows like those of ``counts``."""
    return TELLINGS.get(system, TELLINGS["counts"])


def system_of(events: Sequence[Json]) -> str:
    """Return the system of a log's header; empty where it has none."""
    header = events[0] if events and events[0].get("type") == "battle.start" else {}
    return str(header.get("system") or "")
