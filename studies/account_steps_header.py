"""The lines of a steps account's header about who fights: gear, attributes, skills, Combat Mode, agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from studies.account_header import agent_of, names_of
from studies.account_steps_words import guards
from studies.account_story import Story
from studies.account_words import thing
from studies.cli_text import value_text

Json = Mapping[str, Any]

_FIGURES = ("health", "shooting", "dodge")


def fighters_of(story: Story) -> list[tuple[str, str]]:
    """Return every combatant's name and gear."""
    return [(str(spec.get("name")), "; ".join(_parts(spec))) for spec in story.combatants]


def _parts(spec: Json) -> Iterator[str]:
    """Yield what a line says of one combatant."""
    yield f"side {spec.get('side')}"
    for key in ("weapons", "armor"):
        if names := names_of(spec.get(key)):
            yield names
    figures = [f"{key} {value_text(spec[key])}" for key in _FIGURES if key in spec]
    if figures:
        yield ", ".join(figures)
    if skills := _skills(spec.get("skills")):
        yield skills
    if spec.get("mode") not in (None, "forward"):
        yield guards(spec["mode"])
    yield from agent_of(spec)


def _skills(rows: Any) -> str:
    """Return skills by their level: ``expert handgun, novice shotgun``."""
    if not isinstance(rows, Mapping):
        return ""
    return ", ".join(f"{thing(level)} {thing(name)}" for name, level in rows.items())
