"""The lines of an account's header about who fights: side, weapons, armor, HTK, agent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from studies.account_story import Story
from studies.cli_text import listed, value_text

Json = Mapping[str, Any]


def fighters_of(story: Story) -> list[tuple[str, str]]:
    """Return every combatant's name and gear."""
    return [(str(spec.get("name")), _fighter(spec)) for spec in story.combatants]


def _fighter(spec: Json) -> str:
    """Return one combatant in a line: side, weapons, armor, HTK, agent."""
    parts = [f"side {spec.get('side')}"]
    parts += [names for key in ("weapons", "armor") if (names := names_of(spec.get(key)))]
    if "htk" in spec:
        parts.append(f"HTK {value_text(spec['htk'])}")
    return "; ".join([*parts, *agent_of(spec)])


def names_of(gear: Any) -> str:
    """Return the names of things as people list them."""
    items = gear if isinstance(gear, Iterable) and not isinstance(gear, str | Mapping) else []
    names = (str(item.get("name", "?")) if isinstance(item, Mapping) else str(item) for item in items)
    return listed(name.replace("_", " ") for name in names)


def agent_of(spec: Json) -> list[str]:
    """Return who plays a combatant, in words, if the scenario says so."""
    agent = spec.get("agent")
    if not agent:
        return []
    return [f"agent {agent.get('policy', '?') if isinstance(agent, Mapping) else agent}"]
