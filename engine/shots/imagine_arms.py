"""Weapons in an imagined fight: what is in hand or lies about is known for what it is, not its load (CLK-5, S-SEQ-3)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from engine.shots import imagine_draws, lookup
from engine.shots.imagine_draws import Unknown
from engine.shots.model import WeaponSpec
from engine.shots.setup import weapon_of
from engine.shots.state import Fight, Fighter, Tool

Tools = dict[Tool, Tool]
"""The weapons of the true fight that show, each with the imagined one that stands for it."""


def own(real: Fighter, its: Fighter, tools: Tools) -> None:
    """Give a character all that it has itself, as it is."""
    for name, tool in real.tools.items():
        its.tools[name] = tools[tool] = attrs.evolve(tool, owner=its)
    its.hands = [None if tool is None else tools[tool] for tool in real.hands]


def seen(real: Fight, other: Fighter, its: Fighter, unknown: Unknown, tools: Tools) -> None:
    """Give a character what one sees in its hands, and what it may have beside that.

    Nothing is lost but by throwing it: what the scenario gave it and is not in its hands it has still, unless that can be thrown.
    """
    shown = {tool.name: tool for tool in lookup.held(other)}
    given = {spec.name: spec for spec in its.spec.weapons}
    for name in (*given, *(name for name in shown if name not in given)):
        tool, spec = shown.get(name), given.get(name)
        if tool is not None:
            its.tools[name] = tools[tool] = _in_hand(real, tool, tool.spec == spec, its, unknown)
        elif spec is not None and (left := _left(real, spec, unknown)):
            its.tools[name] = _put_away(spec, left, its, unknown)
    its.hands = [None if tool is None else tools[tool] for tool in other.hands]


def _in_hand(real: Fight, tool: Tool, given: bool, its: Fighter, unknown: Unknown) -> Tool:
    """Return a weapon that shows, its load drawn; one that was caught or picked up comes without more."""
    found = _bare(tool, its)
    pledged = sum(action.tool is tool for action in real.announced)
    found.loaded, found.carried = imagine_draws.load(unknown, tool.spec, pledged)
    if not given:
        found.carried = max(0, pledged - 1) if tool.spec.thrown else 0
    return found


def _bare(tool: Tool, owner: Fighter | None) -> Tool:
    """Return a weapon as anyone sees it."""
    return Tool(tool.spec, tool.name, owner, tool.skill, 0, 0, tool.place)


def _left(real: Fight, spec: WeaponSpec, unknown: Unknown) -> int:
    """Return how many of a weapon that does not show its owner has left; one alone is gone if one like it lies about."""
    if not spec.thrown:
        return 1
    if spec.ammunition or spec.radius > 0:
        return imagine_draws.copies(unknown, spec)
    return not any(tool.spec is spec or tool.spec == spec for tool in real.lying)


def _put_away(spec: WeaponSpec, left: int, its: Fighter, unknown: Unknown) -> Tool:
    tool = weapon_of(spec, its)
    if spec.thrown:
        tool.carried = left - 1
    else:
        tool.loaded, tool.carried = imagine_draws.load(unknown, spec)
    return tool


def lying(tool: Tool) -> Tool:
    """Return a weapon that lies on the ground: thrown, and so one alone; loaded as it was made."""
    found = _bare(tool, None)
    found.loaded = tool.spec.magazine
    return found


def announced(tool: Tool, its: Fighter, tools: Mapping[Tool, Tool]) -> Tool:
    """Return the weapon an announced attack is made with; its attacker may have put it away since."""
    return tools.get(tool) or its.tools.get(tool.name) or _bare(tool, its)
