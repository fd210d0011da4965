"""Skills of a character: which names are known (S-CHR-1)."""

from __future__ import annotations

from engine.shots.model import SKILL_DEFAULTS
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node
from scenarios.shots.gear import Gear


def skills(_gear: Gear) -> dict[str, str]:
    """Return the names of all skills with what stands in for each."""
    return {name: f"a skill; {attribute} stands in for it" for name, attribute in SKILL_DEFAULTS.items()}


def check_skills(combatant: Node, path: Path, mistakes: Mistakes) -> None:
    """Note skills that no rule knows."""
    given = combatant.get("skills")
    for key, item in ((given.table or {}) if given is not None else {}).items():
        if key not in SKILL_DEFAULTS:
            mistakes.unknown_key(item, (*path, "skills", key), SKILL_DEFAULTS)
