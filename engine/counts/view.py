"""What a counts fighter can see: thin read-only windows on the state, valid until it answers (CLK-5, C-PER-1)."""

from __future__ import annotations

from functools import partial

import attrs

from engine.counts import declare, legality, lookup, missiles, offers
from engine.counts.hitting import success_level
from engine.counts.rules import CountsRules
from engine.counts.seen import Own, Seen, is_hidden
from engine.counts.stages import effect
from engine.counts.state import Fight, Fighter
from engine.counts.strike import chance_terms, halved
from engine.options import Option
from engine.system import Request
from engine.units import Count, Percent

MANY = 40
"""So many windows on others a view keeps from one decision to the next; of a greater crowd none."""


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
            seen.sort(key=Seen.nearness)
            if self._fight.terrain is not None:
                seen.sort(key=is_hidden)
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
        stage = tool.table.at(self._window(other).hundredths())
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


def request(fight: Fight, fighter: Fighter) -> Request:
    """Return the request for a fighter with all its reasons."""
    view = fighter.view
    if view is None:
        view = fighter.view = View(fight, fighter)
    return Request(fighter.name, fight.t, tuple(fighter.reasons), view, partial(offers.options, fight, fighter))
