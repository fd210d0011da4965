"""Skills of a combatant: where a file may write them, and which names are known (C-CHR-1)."""

from __future__ import annotations

from typing import Final

from scenarios.counts.gear import Gear
from scenarios.locate import Path
from scenarios.mistakes import Mistakes
from scenarios.node import Node

MANEUVER: Final = "combat_maneuver"
MANEUVER_RANK: Final = "combat_maneuver_rank"
FIELDS: Final = ("combat_perception", "targeting_perception", "falling", "shoot_while_move")
"""Skills that are fields of their own; a file may give them among the skills too."""


def lift(combatant: Node, mistakes: Mistakes, path: Path, *, replace: bool = False) -> Node:
    """Return a combatant with its skills written one way: those of ``FIELDS`` and the rank beside the table.

    Args:
        combatant: a table.
        mistakes: notes a skill that is given in both places.
        path: where the combatant stands.
        replace: what stands among the skills is newer and wins.
    """
    table, skills = dict(combatant.table or {}), combatant.get("skills")
    if skills is None or skills.table is None:
        return combatant
    left = dict(skills.table)
    moved = {key: left.pop(key) for key in FIELDS if key in left} | _take_rank(left, mistakes, (*path, "skills"))
    for key, node in moved.items():
        if key in table and not replace:
            mistakes.add(node, (*path, key), f"{key} once: in skills or beside it", found="it twice")
        table[key] = node
    return combatant.with_value({**table, "skills": skills.with_value(left)})


def _take_rank(skills: dict[str, Node], mistakes: Mistakes, path: Path) -> dict[str, Node]:
    """Flatten ``combat_maneuver = { percent, rank }`` and return the rank under its own name."""
    maneuver = skills.get(MANEUVER)
    if maneuver is None or maneuver.table is None:
        return {}
    for key, node in maneuver.table.items():
        if key not in ("percent", "rank"):
            mistakes.unknown_key(node, (*path, MANEUVER, key), ("percent", "rank"))
    percent, rank = maneuver.get("percent"), maneuver.get("rank")
    if percent is None:
        del skills[MANEUVER]
    else:
        skills[MANEUVER] = percent
    return {} if rank is None else {MANEUVER_RANK: rank}


def skills(gear: Gear) -> dict[str, str]:
    """Return the names of all skills with what each is for."""
    groups = sorted({weapon.skill or name for name, weapon in gear.weapons.items()})
    own = {name: "one weapon or shield alone" for name in sorted(gear.weapons) if name not in groups}
    rules = dict.fromkeys((MANEUVER, *FIELDS), "what the rules roll under")
    return rules | dict.fromkeys(groups, "a group of weapons") | own


def check_skills(combatant: Node, path: Path, gear: Gear, mistakes: Mistakes) -> None:
    """Note skills that no weapon uses and no rule knows."""
    skills, weapons = combatant.get("skills"), combatant.get("weapons")
    if skills is None or not skills.table:
        return
    rows = (weapons.array or ()) if weapons is not None else ()
    own = {item.text(key) or MANEUVER for item in rows for key in ("name", "skill")}
    known = {MANEUVER, *FIELDS, *gear.weapons, *(weapon.skill for weapon in gear.weapons.values()), *own} - {""}
    for key, item in skills.table.items():
        if key not in known:
            mistakes.unknown_key(item, (*path, "skills", key), known)
