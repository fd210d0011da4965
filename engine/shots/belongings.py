"""Weapons changing their owner: what is caught or picked up (S-SEQ-3)."""

from __future__ import annotations

from engine.shots.state import Fighter, Tool


def free_hands(fighter: Fighter) -> int:
    """Return how many hands hold nothing."""
    return sum(1 for tool in fighter.hands if tool is None)


def adopt(fighter: Fighter, tool: Tool) -> None:
    """Make a weapon that nobody has somebody's; one whose name its new owner uses already is numbered."""
    number, name = 2, tool.spec.name
    while name in fighter.tools:
        name, number = f"{tool.spec.name} {number}", number + 1
    tool.name, tool.owner, tool.place = name, fighter, None
    fighter.tools[name] = tool


def into_free_hands(fighter: Fighter, tool: Tool) -> None:
    """Put a weapon of somebody's into hands that hold nothing."""
    free = [index for index, held in enumerate(fighter.hands) if held is None]
    for index in free[: tool.spec.hands]:
        fighter.hands[index] = tool
