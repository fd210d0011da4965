"""The readable account of a battle, made from its log and nothing else.

`tell` turns events (dicts as a log file holds them) into lines of who did what when, one total a fighter and one
sentence of how it ended. It knows no rules: every number and reason in it stands in the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from studies.account_map import Map
from studies.account_maps import ENDS, maps_of
from studies.account_story import Story
from studies.account_systems import system_of, telling
from studies.account_words import LEVELS
from studies.cli_text import number

Json = Mapping[str, Any]


@attrs.frozen
class Line:
    """One line of the account: when (counts), who, what, its kind (for colours) and the event it tells."""

    t: float
    who: str
    text: str
    kind: str
    seq: int


@attrs.frozen
class Account:
    """A battle told.

    Attributes:
        title: the scenario's name, system, seed and battle.
        fighters: one line a combatant: side, weapons, armor, HTK, agent.
        lines: what happened, in the order of the log.
        totals: every combatant's totals, by name, in the figures of its system.
        outcome: how it ended, in one sentence.
        system: the rule system; empty when the log does not say.
        maps: the maps of a battle on squares, each with the event it is shown before.
    """

    title: str
    fighters: Sequence[tuple[str, str]]
    lines: Sequence[Line]
    totals: Mapping[str, Any]
    outcome: str
    system: str = ""
    maps: Sequence[Map] = ()


def tell(events: Sequence[Json], detail: str = "normal", cut: str | None = None, maps: str = ENDS) -> Account:
    """Tell a battle.

    Args:
        events: the log's events in order; unknown types and fields are told as they stand.
        detail: ``short`` (blows, wounds, ends), ``normal``, or ``full`` (every event).
        cut: where the log is cut, when it is.
        maps: when the map of a battle on squares is shown: ``none``, ``ends``, ``shots`` or a number of counts.

    Raises:
        InputError: ``maps`` is none of these.
    """
    story = Story(events)
    level = LEVELS.index(detail)
    lines = [line for event in events if (line := told_line(event, story, level)) is not None]
    return Account(
        title_of(story), fighters_of(story), lines, totals_of(events), outcome_text(events, cut), story.system,
        maps_of(events, maps),
    )  # fmt: skip


def fighters_of(story: Story) -> list[tuple[str, str]]:
    """Return the header's lines about who fights: names and gear."""
    return telling(story.system).fighters_of(story)


def totals_of(events: Sequence[Json]) -> Mapping[str, Any]:
    """Return every combatant's totals, in the figures of its system."""
    return telling(system_of(events)).totals_of(events)


def told_line(event: Json, story: Story, level: int) -> Line | None:
    """Return the line that tells an event at a level of detail (an index of LEVELS), or None when it is left out."""
    told = telling(story.system).line_of(event, story, level)
    if told is None:
        return None
    who = str(event.get("actor") or "") if told.who is None else told.who
    return Line(float(event.get("t", 0)), who, told.text, told.kind, int(event["seq"]))


def sentence(event: Json, story: Story) -> str:
    """Return one event as a sentence that stands alone: ``seq 12, count 14: Ana hits Bo ...``."""
    told = telling(story.system).line_of(event, story, LEVELS.index("full"))
    text = told.text if told else str(event.get("type"))
    who = event.get("actor")
    return f"seq {event.get('seq')}, count {number(float(event.get('t', 0)))}: {f'{who} ' if who else ''}{text}"


def title_of(story: Story) -> str:
    """Return what is fought: the scenario's name, system, seed and battle."""
    header = story.header
    name = story.scenario.get("name") or "a battle"
    parts = [str(header.get("system") or story.scenario.get("system") or "?")]
    parts += [f"{key} {header[key]}" for key in ("seed", "battle") if key in header]
    branches = header.get("branches")
    parts += [f"future {one['number']}" for one in branches if one.get("number")] if isinstance(branches, list) else []
    return f"{name} ({', '.join(parts)})"


_OUTCOMES = {
    "draw": "A draw",
    "timeout": "Time is up, nobody has won",
    "stalemate": "A stalemate, nobody has won",
    "error": "The battle ended in an error",
}


def outcome_text(events: Sequence[Json], cut: str | None = None) -> str:
    """Return how the battle of a log ended, in one sentence."""
    end = events[-1] if events else {}
    t = float(end.get("t", 0))
    if end.get("type") != "battle.end":
        where = f" ({cut})" if cut else ""
        return f"The log has no end{where}; it stops at count {number(t)}."
    return ended(str(end.get("outcome")), end.get("winner"), str(end.get("reason") or ""), t)


def ended(outcome: str, winner: Any, reason: str, t: float) -> str:
    """Return an outcome in one sentence.

    Args:
        outcome: win, draw, timeout, stalemate or error.
        winner: the side that won, if one did.
        reason: why it ended, in words.
        t: when, in counts.
    """
    text = f"Side {winner} wins" if outcome == "win" else _OUTCOMES.get(outcome, outcome)
    why = f": {reason}" if reason else ""
    return f"{text} at count {number(t)}{why}."
