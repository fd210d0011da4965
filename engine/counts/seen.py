"""Fighters as a fighter sees them: others by what shows, itself whole; thin read-only windows (CLK-5, C-PER-1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from engine.counts import barriers, care, lookup, modes
from engine.counts.seen_tools import OwnTool, SeenTool
from engine.counts.state import Action, Fight, Fighter, Phase, Tool
from engine.counts.strike import falls
from engine.units import Count, Feet

POSTURES = ("ready", "winding_up", "couched", "committed", "recovering", "parrying", "busy", "moving", "down", "lying", "stunned")


@attrs.frozen
class SeenAction:
    """An action as its own fighter, or someone who noticed it, sees it; times in counts.

    ``phase`` is ``declared``, ``windup``, ``couched``, ``committed``, ``working`` or ``up``.
    """

    id: str
    kind: str
    weapon: str | None
    target: str | None
    phase: str
    begin: Count
    commit: Count
    impact: Count
    ready: Count


class Seen:
    """Another fighter as a fighter sees it: place, posture, visible gear; its action only if noticed (C-PER-1).

    One window serves a fighter for many decisions. What it has worked out it keeps for the moment only (`Fight.moment`),
    but for the windows on tools: they show the state as it is, and the same ones are given while the same is in hand.
    """

    __slots__ = ("_fight", "_fighter", "_gap", "_held", "_known", "_moment", "_tools", "_viewer")

    def __init__(self, fight: Fight, viewer: Fighter, fighter: Fighter) -> None:
        self._fight, self._viewer, self._fighter = fight, viewer, fighter
        self._moment = -1
        self._gap = 0
        self._known: tuple[Tool, ...] | None = None
        self._held: tuple[Any, ...] = ()
        self._tools: dict[Tool, SeenTool] = {}

    def nearness(self) -> tuple[int, int]:
        """Return by what the windows of a view are ordered: distance, and the stream key of equals."""
        return self.hundredths(), self._fighter.rank

    def hundredths(self) -> int:
        """Return its distance from the viewer in hundredths of a foot, reckoned once a moment."""
        moment = self._fight.moment
        if self._moment != moment:
            self._gap = lookup.hundredths(self._fight, self._viewer, self._fighter)
            self._moment = moment
        return self._gap

    def _look(self, kind: type[SeenTool], tools: Iterable[Tool]) -> tuple[Any, ...]:
        """Return the windows on tools, each made when it is first looked at."""
        known, fight = self._tools, self._fight
        return tuple([known.get(tool) or known.setdefault(tool, kind(fight, tool)) for tool in tools])

    @property
    def name(self) -> str:
        """Its name."""
        return self._fighter.name

    @property
    def side(self) -> str:
        """Its side."""
        return self._fighter.side

    @property
    def able(self) -> bool:
        """Whether it can still fight."""
        return self._fighter.able

    @property
    def position(self) -> tuple[Feet, Feet]:
        """Where it is now, in feet."""
        return lookup.place(self._fight, self._fighter)

    @property
    def velocity(self) -> tuple[float, float]:
        """Its velocity, ft/ct."""
        return self._fighter.vx, self._fighter.vy

    @property
    def distance(self) -> Feet:
        """Its distance from the viewer, feet, rounded to 0.01 (C-MOD-6)."""
        return self.hundredths() / 100

    @property
    def in_sight(self) -> bool:
        """Whether no wall hides it from the viewer (C-PER-1)."""
        return self._fight.terrain is None or lookup.sees(self._fight, self._viewer, self._fighter)

    @property
    def prone(self) -> bool:
        """Whether it lies."""
        return self._fighter.prone

    @property
    def hurt(self) -> bool:
        """Whether it has a wound to bind (C-WND-7): anyone can see that."""
        return care.needs(self._fighter)

    @property
    def stunned(self) -> bool:
        """Whether it is stunned."""
        return self._fighter.stunned

    @property
    def weapons(self) -> tuple[SeenTool, ...]:
        """What it holds."""
        held = self._fighter.held
        if self._known is not held:
            self._known, self._held = held, self._look(SeenTool, held)
        return self._held

    @property
    def armor(self) -> tuple[str, ...]:
        """Names of the armor it wears."""
        return tuple([layer.name for layer in self._fighter.layers])

    @property
    def reach(self) -> Feet:
        """The optimal distance of the longest weapon it holds; 0 with empty hands."""
        return max([tool.table.optimal for tool in self._fighter.held], default=0.0)

    @property
    def action(self) -> SeenAction | None:
        """Its action, if the viewer may know it: its own, or one it noticed."""
        action = self._fighter.action
        if action is None or not (self._fighter is self._viewer or self._viewer in action.noticed_by):
            return None
        return _seen_action(self._fight, action)

    @property
    def posture(self) -> str:
        """What anyone can see: down, lying, stunned, couched, moving or ready."""
        fighter = self._fighter
        if not fighter.able:
            return "down"
        if fighter.prone:
            return "lying"
        if self.stunned:
            return "stunned"
        if fighter.action is not None and fighter.action.phase == Phase.COUCHED:
            return "couched"
        return "moving" if fighter.vx or fighter.vy or falls(fighter) else "ready"


class Own(Seen):
    """A fighter as it sees itself: everything."""

    __slots__ = ()

    @property
    def htk(self) -> int:
        """Its hits to kill."""
        return self._fighter.spec.htk

    @property
    def htk_lost(self) -> int:
        """HTK lost so far."""
        return self._fighter.htk_lost

    @property
    def mode(self) -> str:
        """Its background movement (C-MOD-1)."""
        return self._fighter.mode

    @property
    def set_distance(self) -> Feet:
        """The distance its mode keeps (C-MOD-1)."""
        return modes.own_distance(self._fight, self._fighter)

    @property
    def def_on(self) -> bool:
        """Whether its DEF is on."""
        return self._fighter.def_on

    @property
    def mounted(self) -> bool:
        """Whether a mount or platform carries it."""
        return barriers.rides(self._fighter)

    @property
    def mvm(self) -> float:
        """Its top speed now, ft/ct."""
        return lookup.top_speed(self._fight, self._fighter)

    @property
    def speed_points(self) -> int:
        """Speed points left (C-INI-2)."""
        return lookup.pool(self._fight, self._fighter)

    @property
    def weapons(self) -> tuple[OwnTool, ...]:
        """What it holds."""
        held = self._fighter.held
        if self._known is not held:
            self._known, self._held = held, self._look(OwnTool, held)
        return self._held

    @property
    def kit(self) -> tuple[OwnTool, ...]:
        """All its weapons, held or not."""
        return self._look(OwnTool, self._fighter.tools.values())

    def is_hindered(self) -> bool:
        """Return whether it can't simply go on fighting: something is under way, it lies, bleeds, or has a weapon locked."""
        fighter = self._fighter
        hindered = fighter.action is not None or fighter.prone or fighter.bleed_rate > 0
        for tool in fighter.held:
            hindered = hindered or tool.locked_by is not None
        return hindered

    @property
    def pow(self) -> int:
        """Its mental pool (C-DMG-7)."""
        return self._fighter.spec.pow

    @property
    def pow_lost(self) -> int:
        """POW lost so far."""
        return self._fighter.pow_lost

    @property
    def wounds(self) -> tuple[int, ...]:
        """The rate of each bleeding wound, HTK a minute, oldest first (C-WND-7)."""
        return tuple(self._fighter.bleeding)

    @property
    def aimed_at(self) -> str | None:
        """Whom it follows with Targeting Perception (C-HIT-4)."""
        return self._fighter.aimed_at.name if self._fighter.aimed_at else None

    @property
    def bleeding(self) -> int:
        """HTK it loses a minute."""
        return self._fighter.bleed_rate

    @property
    def target(self) -> str | None:
        """Its current opponent: the target it chose last, else the nearest."""
        return self._fighter.foe.name if self._fighter.foe else None


def is_hidden(seen: Seen) -> bool:
    """Return whether something stands between a viewer and somebody."""
    return not seen.in_sight


def _seen_action(fight: Fight, action: Action) -> SeenAction:
    per = fight.per_count
    return SeenAction(
        action.id,
        action.kind,
        action.tool.name if action.tool else None,
        action.target.name if action.target else None,
        action.phase.name.lower(),
        action.begin / per,
        action.commit / per,
        action.impact / per,
        action.ready / per,
    )
