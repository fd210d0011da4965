"""Many at once in one line: an attack on many, whom it puts out, and a crowd of unnamed ones that do the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from studies import account_shots_words as words
from studies.account_shots_harm import puts_out
from studies.account_story import Story
from studies.account_words import Told, thing
from studies.cli_text import number, value_text

Json = Mapping[str, Any]

MANY = 5
"""Targets of one attack from which on they are told in one line."""

CROWD = 3
"""Unnamed characters from which on those who do the same are told in one line."""


# one attack, many targets


def _on_many(event: Json, story: Story) -> Told:
    """Tell an attack on many in one line, from the first of its impacts."""
    impacts = story.of_action(event, "impact")
    hits, missed = ([one for one in impacts if (one.get("result") == "hit") is hit] for hit in (True, False))
    roll = story.roll(event, "attack")
    parts = [f"hits {_against(hits)}" if hits else "", f"misses {_against(missed)}" if missed else ""]
    text = f"{', '.join(part for part in parts if part)} with {thing(event.get('weapon'))}: {value_text(event.get('total'))} in all"
    return Told("hit" if hits else "blow", text + (f" ({words.roll_text(roll)})" if roll else ""))


def _against(impacts: Sequence[Json]) -> str:
    """Return the targets of an attack and what it had to reach for them."""
    needs = _span([impact["difficulty"] for impact in impacts])
    return f"{words.names_text(str(impact.get('target')) for impact in impacts)} (against {needs})"


def _wounds_of_many(event: Json, story: Story) -> Told:
    """Tell in one line whom one attack puts out."""
    wounds = _last_wounds(event, story)
    span = _span([wound.get("points") or 0 for wound in wounds])
    names = words.names_text(str(wound.get("actor")) for wound in wounds)
    return Told("wound", f"{names} take {span} Wound Points from {event.get('by')} and are out of the fight", "")


def _last_wounds(event: Json, story: Story) -> list[Json]:
    return [wound for wound in story.of_action(event, "wound") if puts_out(wound, story)]


def _struck(event: Json, story: Story) -> list[Json]:
    """Return the impacts that are told together with this one."""
    found = story.of_action(event, "impact")
    whole = all(isinstance(one.get("difficulty"), int) for one in found)
    return found if whole else []


def _put_out(event: Json, story: Story) -> list[Json]:
    """Return the last wounds that are told together with this one."""
    return _last_wounds(event, story) if puts_out(event, story) else []


_BATCHES: dict[str, tuple[Callable[[Json, Story], list[Json]], Callable[[Json, Story], Told]]] = {
    "impact": (_struck, _on_many), "wound": (_put_out, _wounds_of_many),
}  # fmt: skip
"""Types whose events are told in one line when there are many: which go together, and how they are told."""


def batch(event: Json, story: Story) -> list[Json]:
    """Return the events that are told in one line with this one, fewer than two when it stands alone."""
    try:
        found = _BATCHES[str(event.get("type"))][0](event, story) if event.get("type") in _BATCHES else []
    except (TypeError, ValueError, KeyError, AttributeError):
        return []
    return found if len(found) >= MANY else []


def many(event: Json, story: Story) -> Told:
    """Return the line that tells a batch, from the first of its events."""
    return _BATCHES[str(event.get("type"))][1](event, story)


# many that do the same


def alike(event: Json, story: Story, tell: Callable[[Json], str]) -> list[Json]:
    """Return the events of unnamed ones at this moment that say the same as this one, which is among them.

    Args:
        event: the event.
        tell: an event in words; those of one type with the same words go together, misses by their target and weapon.
    """
    kind = event.get("type")
    if kind not in _ALIKE or not _is_of_crowd(event, story):
        return []
    key = ("crowd", event.get("t"), kind)
    if key not in story.memo:
        rows: dict[str, list[Json]] = {}
        for other in story.at(event, str(kind)):
            if _is_of_crowd(other, story):
                rows.setdefault(_said(other, tell), []).append(other)
        story.memo[key] = rows
    found: list[Json] = story.memo[key].get(_said(event, tell), [])
    return found if len(found) >= CROWD else []


_ALIKE = frozenset({"declare", "defense", "counter", "impact"})


def _is_of_crowd(event: Json, story: Story) -> bool:
    """Whether an event is something an unnamed character does; of impacts only plain misses."""
    if str(event.get("actor")) not in story.unnamed:
        return False
    if event.get("type") != "impact":
        return True
    return event.get("result") == "miss" and isinstance(event.get("total"), int) and isinstance(event.get("difficulty"), int)


def _said(event: Json, tell: Callable[[Json], str]) -> str:
    if event.get("type") == "impact":
        return f"misses {event.get('target')} with {thing(event.get('weapon'))}"
    return tell(event)


def crowd(events: Sequence[Json], kind: str, tell: Callable[[Json], str]) -> Told:
    """Return the line that tells what several unnamed ones do alike.

    Args:
        events: what each of them does.
        kind: the kind of the line, for colours.
        tell: an event in words.
    """
    text = _said(events[0], tell)
    if events[0].get("type") == "impact":
        totals, needs = ([event[key] for event in events] for key in ("total", "difficulty"))
        text += f": {_span(totals)} against {_span(needs)}"
    return Told(kind, f"{words.names_text(str(event.get('actor')) for event in events)}: {text}", "")


def _span(figures: Sequence[float]) -> str:
    """Return figures as a range: ``8``, ``-5 to 17``."""
    low, high = min(figures), max(figures)
    return number(low) if low == high else f"{number(low)} to {number(high)}"
