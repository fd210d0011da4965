"""The lines of a shots account's header about who fights; unnamed characters alike in everything share one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from studies.account_header import agent_of, names_of
from studies.account_shots_words import names_text
from studies.account_story import Story
from studies.account_words import thing
from studies.cli_text import value_text

Json = Mapping[str, Any]

_FIGURES = (("fortune", "Fortune"), ("fu", "Fu"))
_STATES = ("surprised", "hidden", "wary")


def fighters_of(story: Story) -> list[tuple[str, str]]:
    """Return every character's name and gear; unnamed ones that have the same in one line."""
    rows: dict[tuple[str, str], list[str]] = {}
    for spec in story.combatants:
        text = "; ".join(_parts(spec))
        alone = "" if spec.get("unnamed") is True else str(spec.get("name"))
        rows.setdefault((alone, text), []).append(str(spec.get("name")))
    return [(names_text(names), text) for (_, text), names in rows.items()]


def _parts(spec: Json) -> Iterator[str]:
    """Yield what a line says of one character."""
    yield f"side {spec.get('side')}"
    if spec.get("unnamed") is True:
        yield f"unnamed, group {spec['group']}" if spec.get("group") else "unnamed"
    for key in ("weapons", "armor"):
        if names := names_of(spec.get(key)):
            yield names
    if schticks := _schticks(spec.get("schticks")):
        yield f"schticks {schticks}"
    for key, word in _FIGURES:
        if spec.get(key):
            yield f"{word} {value_text(spec[key])}"
    yield from (word for word in _STATES if spec.get(word) is True)
    yield from agent_of(spec)


def _schticks(rows: Any) -> str:
    """Return schticks in words: ``guts twice`` is ``guts (2)``, one about a weapon names it."""
    found = []
    for row in rows if isinstance(rows, list) else []:
        spec = row if isinstance(row, Mapping) else {"name": row}
        about = [thing(spec["weapon"])] if spec.get("weapon") else []
        picks = [value_text(spec["picks"])] if spec.get("picks", 1) != 1 else []
        aside = ", ".join([*about, *picks])
        found.append(f"{thing(spec.get('name'))}{f' ({aside})' if aside else ''}")
    return ", ".join(found)
