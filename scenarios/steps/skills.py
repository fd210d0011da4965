"""Skills of a combatant: which names are known (P-CHK-3)."""

from __future__ import annotations

from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node
from scenarios.steps.gear import Gear


def skills(gear: Gear) -> dict[str, str]:
    """Return the names of all skills with what each is for."""
    groups = sorted({weapon.skill or name for name, weapon in gear.weapons.items()})
    own = {name: "one weapon alone" for name in sorted(gear.weapons) if name not in groups}
    return dict.fromkeys(groups, "a group of weapons") | own


def check_skills(combatant: Node, path: Path, gear: Gear, mistakes: Mistakes) -> None:
    """Note skills that no weapon uses: neither one of the gear tables nor one of its own."""
    given, weapons = combatant.get("skills"), combatant.get("weapons")
    rows = (weapons.array or ()) if weapons is not None else ()
    own = {item.text(key) for item in rows for key in ("name", "skill")}
    known = {name for name in (*skills(gear), *own) if name}
    for key, item in ((given.table or {}) if given is not None else {}).items():
        if key not in known:
            mistakes.unknown_key(item, (*path, "skills", key), known)
