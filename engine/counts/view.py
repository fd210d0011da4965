"""What a counts fighter can see: thin read-only windows on the state, valid until it answers (CLK-5, C-PER-1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import attrs

from engine.counts import barriers, care, declare, legality, lookup, missiles, modes, offers
from engine.counts.hitting import success_level
from engine.counts.rules import CountsRules
from engine.counts.seen_tools import OwnTool, SeenTool
from engine.counts.stages import effect
from engine.counts.state import Action, Fight, Fighter, Phase, Tool
from engine.counts.strike import chance_terms, falls, halved
from engine.options import Option
from engine.system import Request
from engine.units import Count, Feet, Percent

MANY = 40
"""So many windows on others a view keeps from one decision to the next; of a greater crowd none."""

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


@attrs.frozen
class Plan:
    """When an option would begin, commit, land and be over if it were declared now; counts from the battle's start.

    ``earliest`` takes the best INIT, ``mean`` the average one.
    """

    x: Count
    init_least: Count
    init_mean: Count
    earliest_impact: Count
    mean_impact: Count
    preset: bool


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

    def _nearness(self) -> tuple[int, int]:
        """Return by what the windows of a view are ordered: distance, and the stream key of equals."""
        return self._hundredths(), self._fighter.rank

    def _hundredths(self) -> int:
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
        return self._hundredths() / 100

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


_nearness = Seen._nearness


def _is_hidden(seen: Seen) -> bool:
    return not seen.in_sight


class View:
    """What a fighter knows at a decision; one serves it for the whole battle.

    Attributes:
        me: itself, everything.
    """

    __slots__ = ("_fight", "_fighter", "_foes", "_friends", "_mates", "_moment", "_only", "_rivals", "_seen", "me")

    def __init__(self, fight: Fight, fighter: Fighter) -> None:
        self._fight, self._fighter = fight, fighter
        self.me = Own(fight, fighter, fighter)
        self._moment = -1
        self._foes: tuple[Seen, ...] | None = None
        self._friends: tuple[Seen, ...] | None = None
        self._only: tuple[Seen] | None = None
        self._rivals: list[Fighter] | None = None
        self._mates: list[Fighter] | None = None
        self._seen: dict[Fighter, Seen] = {}

    @property
    def t(self) -> Count:
        """The moment, in counts."""
        return self._fight.t

    @property
    def rules(self) -> CountsRules:
        """The rule set; frozen."""
        return self._fight.rules

    @property
    def level(self) -> str:
        """The level of play (C-TIM-6)."""
        return self._fight.rules.level

    @property
    def foes(self) -> tuple[Seen, ...]:
        """Opponents that can still fight, those in sight first, each nearest first."""
        only = self._only
        if only is not None:
            return only if only[0]._fighter.out is None else ()
        if self._moment != self._fight.moment:
            self._forget()
        foes = self._foes
        if foes is None:
            rivals = self._rivals
            if rivals is None:
                side = self._fighter.side
                rivals = self._rivals = [one for one in self._fight.fighters if one.side != side]
                if len(rivals) == 1:
                    self._only = (self._window(rivals[0]),)
            foes = self._foes = self._nearest([one for one in rivals if one.out is None])
        return foes

    @property
    def friends(self) -> tuple[Seen, ...]:
        """Friends that can still fight, those in sight first, each nearest first."""
        if self._moment != self._fight.moment:
            self._forget()
        friends = self._friends
        if friends is None:
            mates = self._mates
            if mates is None:
                me, side = self._fighter, self._fighter.side
                mates = self._mates = [one for one in self._fight.fighters if one.side == side and one is not me]
            friends = self._friends = self._nearest([one for one in mates if one.out is None]) if mates else ()
        return friends

    def _forget(self) -> None:
        """Forget who stood where at another moment; in a crowd everybody."""
        self._moment = self._fight.moment
        self._foes = self._friends = None
        if len(self._seen) > MANY:
            self._seen.clear()
            self._rivals = self._mates = None

    def _nearest(self, found: list[Fighter]) -> tuple[Seen, ...]:
        """Return the windows on some, those in sight first, each nearest first."""
        seen = [self._window(one) for one in found]
        if len(seen) > 1:
            seen.sort(key=_nearness)
            if self._fight.terrain is not None:
                seen.sort(key=_is_hidden)
        return tuple(seen)

    def _window(self, one: Fighter) -> Seen:
        """Return the window on somebody."""
        seen = self._seen.get(one)
        if seen is None:
            seen = self._seen[one] = Seen(self._fight, self._fighter, one)
        return seen

    def seen(self, name: str) -> Seen:
        """Return the window on a combatant by name (KeyError for an unknown one)."""
        if self._moment != self._fight.moment:
            self._forget()
        return self._window(self._fight.by_name[name])

    def stage(self, target: str, weapon: str | None = None) -> str:
        """Return the viewer's stage against a target with a weapon it has (default: its first in hand)."""
        tool = self._fighter.tools[weapon] if weapon else self._fighter.primary
        if tool is None:
            return "out"
        return lookup.stage_with(self._fight, tool, self._fight.by_name[target]).label

    def stage_of(self, foe: str) -> str:
        """Return a foe's stage against the viewer, with the first weapon it holds."""
        other = self._fight.by_name[foe]
        tool = other.primary
        return "out" if tool is None else lookup.stage_with(self._fight, tool, self._fighter).label

    def chance(self, target: str, weapon: str) -> Percent:
        """Return the chance to hit a target with a weapon as things stand now; -1000 where the stage or a wall allows none."""
        fight, me = self._fight, self._fighter
        other, tool = fight.by_name[target], me.tools[weapon]
        stage = tool.table.at(self._window(other)._hundredths())
        change = effect(stage, fight.rules)
        if not change.possible:
            return -1000
        if fight.terrain is not None and not lookup.sees(fight, me, other):
            return -1000
        total = sum(chance_terms(fight, me, other, tool, stage, None, False))
        return total if change.hit_factor == 1.0 else halved(total, stage, fight.rules)

    def shot_chance(self, target: str, weapon: str) -> Percent:
        """Return the chance to hit a target with a missile loosed now; -1000 where it can't reach (C-MIS-1)."""
        fight, other, tool = self._fight, self._fight.by_name[target], self._fighter.tools[weapon]
        if not tool.spec.velocity or lookup.distance(fight, self._fighter, other) > tool.spec.long:
            return -1000
        if not lookup.sees(fight, self._fighter, other):
            return -1000
        return sum(missiles.terms(fight, self._fighter, other, tool, None, False))

    def plan(self, option: Option, reaction: bool = False) -> Plan | None:
        """Return when an attack, shot, couch, release or parry would land or be up if declared now; None for other options.

        A shot lands when it arrives, over the present distance.

        Args:
            option: the option; its speed points are counted.
            reaction: whether it would answer something noticed (then it is pre-set, C-INI-1).
        """
        planned = declare.outlook(self._fight, self._fighter, option, reaction)
        return None if planned is None else Plan(*planned)

    def expected_damage(self, target: str, weapon: str, sl: int | None = None) -> float:
        """Return the mean damage before armor of a hit with a weapon at the present stage (points)."""
        tool = self._fighter.tools[weapon]
        stage = lookup.stage_with(self._fight, tool, self._fight.by_name[target])
        return lookup.mean_damage(self._fight, tool, stage, success_level(sl or 0, self._fight.rules))

    def refusal(self, option: Option) -> str | None:
        """Return why an option is not legal now (rule id and words), or None."""
        refused = legality.refusal(self._fight, self._fighter, option)
        return None if refused is None else f"{refused[0]}: {refused[1]}"


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


def request(fight: Fight, fighter: Fighter) -> Request:
    """Return the request for a fighter with all its reasons."""
    view = fighter.view
    if view is None:
        view = fighter.view = View(fight, fighter)
    return Request(fighter.name, fight.t, tuple(fighter.reasons), view, partial(offers.options, fight, fighter))
