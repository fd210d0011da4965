"""Why an option is refused: what several options have in common (CLK-5)."""

from __future__ import annotations

from typing import Any

from engine.anatomy import HEAD_DETAILS, PARTS
from engine.counts.state import Fight, Fighter, Phase, Tool

Refusal = tuple[str, str]
"""The rule that forbids an option, and why in words."""


def free(fighter: Fighter) -> Refusal | None:
    """Refuse a declaration while an action is under way."""
    if fighter.action is None:
        return None
    if fighter.action.phase is Phase.COUCHED:
        return "C-TIM-2", f"{fighter.action.id} is held couched; release it or break it off first"
    return "C-TIM-7", f"{fighter.action.id} is under way; break it off first"


def target(fight: Fight, fighter: Fighter, name: Any) -> Refusal | None:
    """Refuse a target that is nobody, a friend, or out of the fight."""
    other = fight.by_name.get(name) if isinstance(name, str) else None
    if other is None:
        return "CLK-5", f"there is no {name!r}"
    if other.side == fighter.side:
        return "CLK-5", f"{name} is on the same side"
    return ("C-WND-6", f"{name} is out of the fight") if other.out is not None else None


def in_hand(fighter: Fighter, name: Any) -> Refusal | None:
    """Refuse a tool the fighter does not have in hand, or that is locked."""
    tool = fighter.tools.get(name) if isinstance(name, str) else None
    if tool is None:
        return "C-CHR-1", f"it has no {name!r}; it has {', '.join(fighter.tools) or 'nothing'}"
    if tool not in fighter.hands:
        return "C-THR-1", f"{name} is not in hand; draw it first"
    return ("C-STG-6", f"{name} is locked") if tool.locked_by is not None else None


def recovered(fight: Fight, fighter: Fighter, option: Any, lasts: float) -> Refusal | None:
    """Refuse a tool that still recovers, but for a hurried action that can finish first (C-TIM-6)."""
    tool = fighter.tools[option.weapon]
    now = fight.clock.now
    if fight.rules.level != "design" or tool.recovered_at <= now:
        return None
    until = tool.recovered_at / fight.per_count
    if not option.hurry:
        return "C-TIM-6", f"{tool.name} recovers until {until:g}; only a hurried action may be declared"
    if now + fight.ticks(lasts) >= tool.recovered_at:
        return "C-TIM-6", f"it would not finish before {tool.name} has recovered at {until:g}"
    return None


def call(tool: Tool, name: str | None) -> Refusal | None:
    """Refuse a location that does not exist, or any for a mental weapon."""
    if name is not None and tool.spec.mental:
        return "C-DMG-7", f"{tool.name} strikes the mind, no location"
    return location(name)


def location(name: str | None) -> Refusal | None:
    """Refuse a location that does not exist (C-HIT-6)."""
    if name is None or name in PARTS or name in HEAD_DETAILS:
        return None
    return "C-HIT-6", f"there is no location {name!r}; there are {', '.join(PARTS + HEAD_DETAILS)}"
