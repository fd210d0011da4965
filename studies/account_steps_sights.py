"""Who comes to see whom in a steps battle, put together: one line for all that one combatant sees anew at a moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from studies.account_shots_words import names_text
from studies.account_story import Story

Json = Mapping[str, Any]

_WORDS = {
    (True, True): "sees {names} and is seen",
    (False, True): "neither sees {names} any more nor is seen",
    (True, False): "sees {names}",
    (False, False): "loses sight of {names}",
}
"""Whether it is seen now, and whether the other sees it just so: the words."""


def sight(event: Json, story: Story) -> str:
    """Return one sight in words."""
    return _WORDS[bool(event.get("seen")), False].format(names=event.get("target"))


def together(event: Json, story: Story) -> str | None:
    """Return the sights of a moment that an event begins in words; None where an earlier one told it."""
    key = ("sights", event.get("t"))
    if key not in story.memo:
        story.memo[key] = _gathered(event, story)
    found: dict[int, str] = story.memo[key]
    return found.get(event["seq"])


def _gathered(event: Json, story: Story) -> dict[int, str]:
    """Return the words for the sights of a moment, each by the first event it tells."""
    rows = [(one["seq"], str(one.get("actor")), str(one.get("target")), bool(one.get("seen"))) for one in story.at(event, "sight")]
    known = {(actor, target, seen): seq for seq, actor, target, seen in rows}
    groups: dict[tuple[str, bool, bool], tuple[int, list[str]]] = {}
    for seq, actor, target, seen in rows:
        other = known.get((target, actor, seen))
        if other is None or other > seq:
            groups.setdefault((actor, seen, other is not None), (seq, []))[1].append(target)
    return {
        first: _WORDS[seen, both].format(names=names_text(names))
        for (_, seen, both), (first, names) in groups.items()
    }

