"""What a counts fighter can do with what it holds: the small questions its policies ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def weapons(me: Any) -> Sequence[Any]:
    """Return what a fighter holds, weapons before shields, each in the order of its hands."""
    held: Sequence[Any] = me.weapons
    if len(held) < 2 or not held[0].shield:
        return held
    return [tool for tool in held if not tool.shield] + [tool for tool in held if tool.shield]


def shields(me: Any) -> Sequence[Any]:
    """Return what a fighter holds, shields before weapons, each in the order of its hands."""
    held: Sequence[Any] = me.weapons
    if len(held) < 2 or held[0].shield:
        return held
    return [tool for tool in held if tool.shield] + [tool for tool in held if not tool.shield]


def usable(me: Any) -> list[Any]:
    """Return what a fighter can strike with hand to hand, first choice first: blades, what shoots, shields; none locked."""
    held = me.weapons
    if len(held) == 1:
        return [] if held[0].locked else [held[0]]
    found = [tool for tool in weapons(me) if not tool.locked]
    if len(found) > 1:
        found.sort(key=lambda tool: (tool.shield, tool.missile and not tool.thrown))
    return found


def weapon(fighter: Any) -> Any | None:
    """Return what a fighter strikes with first: the first weapon it holds, else a shield, else None."""
    held = fighter.weapons
    if len(held) > 1:
        held = weapons(fighter)
    return held[0] if held else None


def recovering(view: Any) -> bool:
    """Return whether something the fighter holds still recovers, where recovery is a phase (C-TIM-4, C-TIM-6)."""
    t = view.t
    return view.level == "design" and any(tool.recovered_at > t for tool in view.me.weapons)


def maneuver(spec: Any) -> int:
    """Return a fighter's Combat Maneuver, or what the unskilled use for it (C-STG-4), percent."""
    return int(spec.skills.get("combat_maneuver", spec.pcf))
