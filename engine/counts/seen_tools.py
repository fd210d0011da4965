"""Weapons as a fighter sees them: its own with their load, others' by what shows (CLK-5, C-PER-1)."""

from __future__ import annotations

from engine.counts import missiles
from engine.counts.state import Fight, Tool
from engine.units import Count, Feet, Percent


class SeenTool:
    """A weapon in someone's kit: ``name``, ``length`` (feet), ``w`` (effective WSD, counts), ``shield``, ``in_hand``."""

    __slots__ = ("_fight", "_tool")

    def __init__(self, fight: Fight, tool: Tool) -> None:
        self._fight, self._tool = fight, tool

    @property
    def name(self) -> str:
        """What orders call it."""
        return self._tool.name

    @property
    def length(self) -> Feet:
        """Its length in feet."""
        return self._tool.spec.length

    @property
    def w(self) -> Count:
        """W of C-TIM-8, in counts."""
        return self._tool.w

    @property
    def shield(self) -> bool:
        """Whether it is a shield."""
        return self._tool.spec.shield

    @property
    def in_hand(self) -> bool:
        """Whether its owner holds it."""
        return self._tool in self._tool.owner.hands

    @property
    def locked(self) -> bool:
        """Whether it is locked (C-STG-6)."""
        return self._tool.locked_by is not None

    @property
    def skill(self) -> Percent:
        """The owner's skill with it."""
        return self._tool.skill

    @property
    def optimal(self) -> Feet:
        """Its optimal distance (C-STG-1)."""
        return self._tool.table.optimal

    @property
    def recovered_at(self) -> Count:
        """When it has recovered, in counts; in the past when it is ready."""
        return self._tool.recovered_at / self._fight.per_count


    @property
    def missile(self) -> bool:
        """Whether it sends missiles (C-MIS-1)."""
        return missiles.is_missile(self._tool)

    @property
    def thrown(self) -> bool:
        """Whether it is thrown itself, and the next one drawn (C-MIS-1)."""
        return missiles.is_thrown(self._tool)

    @property
    def ranges(self) -> tuple[Feet, Feet, Feet]:
        """Its short, medium and long range; it reaches no farther (C-MIS-1)."""
        return self._tool.spec.short, self._tool.spec.medium, self._tool.spec.long

    @property
    def velocity(self) -> float:
        """The speed of its missile, ft/ct; 0 for none (C-MIS-1)."""
        return self._tool.spec.velocity


class OwnTool(SeenTool):
    """A weapon of the viewer's own kit: it knows its load too."""

    __slots__ = ()

    @property
    def loaded(self) -> int:
        """Shots before it must be reloaded (C-MIS-1)."""
        return self._tool.loaded

    @property
    def ammunition(self) -> int:
        """Shots left in all, the loaded ones included (C-MIS-1)."""
        return self._tool.ammunition
