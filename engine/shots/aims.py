"""Whether a weapon can be used on a place at this moment: ammunition, range class, reach (S-RNG-1, S-SEQ-3)."""

from __future__ import annotations

from engine.shots import lookup, ranges
from engine.shots.state import Fight, Fighter, Tool

Place = tuple[float, float]


def is_loaded(tool: Tool) -> bool:
    """Return whether a weapon needs no ammunition or has some loaded (S-SEQ-3)."""
    return not tool.spec.magazine or tool.loaded > 0


def range_name(tool: Tool) -> str:
    """Return the range class of a weapon that is shot or thrown; what is made for the hand flies short (S-RNG-1)."""
    return "short" if tool.melee else tool.spec.range


def in_range(fight: Fight, fighter: Fighter, tool: Tool, at: Place, moves: bool) -> bool:
    """Return whether a shot or throw gets as far as a place now (S-RNG-1).

    Args:
        at: the place, meters.
        moves: the action moves the shooter, too, who then does not stand still.
    """
    return so_far(fight, fighter, tool, lookup.apart(lookup.place(fight, fighter), at), moves)


def so_far(fight: Fight, fighter: Fighter, tool: Tool, away: float, moves: bool) -> bool:
    """Return whether a shot or throw gets so many meters far now; the arguments of `in_range` (S-RNG-1)."""
    still = not moves and not lookup.moving(fight, fighter)
    return ranges.gap_penalty(range_name(tool), away, still, fight.rules) is not None


def in_reach(fight: Fight, fighter: Fighter, at: Place) -> bool:
    """Return whether a place is near enough for the hand: to strike, to tend, to pick up (S-MOV-1)."""
    return lookup.apart(lookup.place(fight, fighter), at) <= fight.rules.melee_reach
