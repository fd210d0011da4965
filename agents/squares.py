"""What the policies of the steps system share: when they are asked, dodging, weapons made ready, what is done in a lull."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, cast

from agents.base import HOLD, Setup, noted
from agents.parameters import Parameter
from agents.squares_fire import Shot, best, endangers, lobs
from agents.squares_ground import LOOK, Known, Memory, bound, hideout, place, posts, sees
from agents.squares_group import Group
from agents.squares_known import cases_of
from engine.steps import grid
from engine.steps.actions import Aim, BreakOff, Bring, Dodge, Face, Fire, Mode, Move, Reload
from engine.steps.rules import FIRE_MODES
from engine.system import Standing

if TYPE_CHECKING:
    from engine.options import Option
    from engine.steps.rules import StepsRules
    from engine.system import Request

    Square = tuple[int, int]

CAUTION = Parameter("caution", 1, "dodges when so many times what it saves is worth more than its time", "times", 0, 100)
PATIENCE = Parameter("patience", 40, "after so long without a fair chance it goes where it has one", "counts", 1, 1_000_000)
POOR = Parameter("poor", 15, "a chance below this is none worth waiting for", "percent", 0, 100)
SHELTER = Parameter("shelter", 1, "what a chance to be hit counts beside one to hit when it looks for a place", "times", 0, 100)

_WOUND = 7.0
"""Health that a hit is taken to cost oneself."""

_PASSING = 0.3
"""A shot through one's square is so much of one at oneself."""

_AGAIN = 8.0
"""Looks for a better place at most once in so many counts."""

_BETTER = 0.08
"""So much better must a place be to be worth the way."""

_LOW = 0.4
"""Reloads in a lull below so much of a magazine."""

_FRESH = 24.0
"""So long one throws at where somebody was seen last, counts."""

_MOMENT = 0.001
"""A difference of counts that is rounding noise."""

_WORTHWHILE = 0.35
"""What a throw at a place out of sight must be worth a count."""


class Soldier(ABC):
    """The frame of a policy: it dodges in time, keeps its weapons loaded, remembers whom it saw, and goes on at last.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    standing = Standing(
        asks=frozenset(
            {"start", "struck", "noticed", "commit", "target_down", "ready", "sighted", "arrived", "hold_expired"}
        )
    )
    patient = True
    """Whether it aims where that pays."""

    def __init__(self, setup: Setup) -> None:
        self.rules = cast("StepsRules", setup.scenario.rules)
        self.caution: float = setup.params["caution"]
        self.patience: float = setup.params["patience"]
        self.poor: float = setup.params["poor"] / 100.0
        self.shelter: float = setup.params["shelter"]
        self.group = Group(setup.params)
        self.memory = Memory(setup)
        self.cases = cases_of(setup, tuple([self.prefer(mode) for mode in FIRE_MODES]))
        self.busy_at = -1.0
        self._looked_at = -inf
        self._rate = 0.0, -inf
        self._posts: set[Square] | None = None

    def decide(self, request: Request) -> Option:
        """Return the next thing it does: an answer to a shot, a last look before its own, an action, or a hold."""
        view = request.view
        self.memory.look(view)
        self.group.look(view)
        if self.busy_at < 0.0:
            self.busy_at = request.t
        if "noticed" in request.reasons and (answer := self.dodge(request)) is not None:
            return answer
        if view.me.action is not None:
            return self.under_way(request)
        option = self.engage(request) if view.foes else self.alone(request)
        return option if option is not None else HOLD

    def branch(self, number: int) -> None:
        """Draw on from the stream of a numbered branch of the battle (CLK-7)."""
        self.memory.branch(number)

    @abstractmethod
    def engage(self, request: Request) -> Option | None:
        """Return what it does with opponents in sight and nothing under way."""

    def prefer(self, mode: str) -> float:
        """Return by how much it would rather shoot in a fire mode, as a factor; it stays the same."""
        return 1.0

    def best(self, view: Any) -> Shot | None:
        """Return the shot it would rather make, and remember what its time is worth."""
        favor = partial(self.group.factor, view) if self.group.has_favorites else None
        shot = best(view, self.prefer, self.cases, self.patient, favor)
        self._rate = (0.0 if shot is None else shot.rate), view.t
        return shot

    # in answer

    def dodge(self, request: Request) -> Option | None:
        """Return a dodge that saves more than its time is worth (P-MOD-2, P-MOD-3)."""
        view = request.view
        threats = [one for one in view.threats if one.answerable and not one.declared]
        for threat in threats:
            share = 1.0 if threat.at_me else _PASSING
            saved = _WOUND * share * threat.dodge_chance * (threat.chance() - threat.chance(dodged=True))
            cost = self._time(view)
            option = Dodge(against=threat.id)
            if self.caution * saved > cost and request.legal(option) is None:
                return noted(request, option, f"saves {saved:.2f}, costs {cost:.2f}")
        return None

    def _time(self, view: Any) -> float:
        """Return what the count of a dodge, and an aim lost, are worth in health of opponents."""
        rate, at = self._rate
        if at < view.t - _AGAIN:
            self.best(view)
            rate, at = self._rate
        aim = view.me.aim
        lost = aim.spells * self.rules.aim_counts / 2 if aim is not None else 0.0
        return rate * (self.rules.dodge_counts + lost)

    def under_way(self, request: Request) -> Option:
        """Return a hold, or a break-off of what has lost its sense: an aim at nobody, a shot that a friend has walked into."""
        view = request.view
        action = view.me.action
        if action.kind == "aim" and action.target not in {foe.name for foe in view.foes}:
            return self._drop(request, "nobody to aim at")
        if action.kind != "fire" or action.phase == "committed" or action.target is None:
            return HOLD
        foes = {foe.name for foe in view.foes}
        if action.target not in foes or view.invalid(action.weapon, action.target) is not None:
            return self._drop(request, "no longer to be hit")
        shot = Fire(
            weapon=action.weapon, target=action.target, mode=action.mode, location=action.location, sweep=action.sweep
        )  # fmt: skip
        return self._drop(request, "a friend is in the way") if endangers(view, shot) else HOLD

    def _drop(self, request: Request, why: str) -> Option:
        option = BreakOff()
        return noted(request, option, why) if request.legal(option) is None else HOLD

    # shooting

    def shoot(self, request: Request, shot: Shot) -> Option | None:
        """Return the next thing toward a shot: its weapon in hand, a spell of aim, the shot."""
        view = request.view
        option = shot.option
        if view.me.hand is None or view.me.hand.name != option.weapon:
            return self.first(request, f"{shot.chance:.0%} with it", Bring(weapon=option.weapon))
        if shot.aims:
            assert option.target is not None
            return self.first(request, f"{shot.chance:.0%} once aimed", Aim(target=option.target, weapon=option.weapon))
        return self.first(request, f"{shot.chance:.0%}", option)

    def first(self, request: Request, why: str, *options: Option) -> Option | None:
        """Return the first legal one of some options, noted; None when none is."""
        found = next((option for option in options if request.legal(option) is None), None)
        return None if found is None else noted(request, found, why)

    def reload(self, request: Request) -> Option | None:
        """Return what an empty weapon asks for: another one that is loaded, a way out of sight, a reload (P-FIR-2)."""
        view = request.view
        me = view.me
        hand = me.hand
        if hand is not None and (not hand.magazine or hand.loaded):
            return None
        loaded = [one for one in me.weapons if not one.in_hand and (not one.magazine or one.loaded)]
        if loaded and (view.foes or hand is None or not hand.carried):
            return self.first(request, f"{hand.name if hand else 'nothing'} is empty", *(Bring(weapon=one.name) for one in loaded))
        if hand is None or not hand.carried:
            spare = [Bring(weapon=one.name) for one in me.weapons if one.carried and not one.in_hand]
            return self.first(request, "nothing loaded", *spare)
        if view.foes and me.may_move and me.walking is None:
            goal = hideout(view, list(self.memory.known.values()), LOOK / 2)
            if goal is not None and goal != me.square:
                return self.first(request, "reloads out of sight", Move(pace="running", to=goal))
        if me.walking is not None and me.walking.pace != "walking" and view.foes:
            return HOLD
        return self.first(request, "empty", Reload(weapon=hand.name), Move(pace="still"))

    # places

    @property
    def foes_known(self) -> list[Known]:
        """Where opponents are or were last seen."""
        return list(self.memory.known.values())

    def posts(self, view: Any) -> set[Square]:
        """Return the squares beside what covers in part; found once."""
        if self._posts is None:
            self._posts = posts(view)
        return self._posts

    def better_place(self, request: Request) -> Option | None:
        """Return a movement to a place near that is better to shoot from, looked for every few counts."""
        view = request.view
        me = view.me
        if not me.may_move or me.walking is not None or me.hand is None or request.t < self._looked_at + _AGAIN:
            return None
        self._looked_at = request.t
        foes = self.near(view)
        found = place(view, me.hand, self.posts(view), foes, self.group.shelter(view, self.shelter)) if foes else None
        if found is None or found[1] < _BETTER:
            return None
        return self.first(request, f"a better place by {found[1]:.2f}", *self._paced(view, found[0]))

    def near(self, view: Any) -> list[Known]:
        """Return the opponents that count for a place: the nearest few of those known, in sight first."""
        seen = [self.memory.known[foe.name] for foe in view.foes[:3]]
        return seen or self.memory.lost(view)[:3]

    def _paced(self, view: Any, goal: Square) -> list[Option]:
        """Return movements to a square: near ones at a pace that leaves a fair shot, far ones at a run."""
        way = view.reach(LOOK).get(goal, LOOK)
        pace = "walking" if way <= 1.5 else "jogging" if way <= 3 else "running"
        return [Move(pace=pace, to=goal)]

    def advance(self, request: Request, goal: Square, why: str, pace: str) -> Option | None:
        """Return a movement toward a square, to the next place on the way that covers."""
        view = request.view
        me = view.me
        if not me.may_move:
            return None
        if me.walking is not None and me.walking.pace == pace:
            return None
        path = view.path(goal)
        if not path:
            return None
        stop = bound(view, path, self.posts(view), self.near(view))
        return self.first(request, why, Move(pace=pace, to=stop), Move(pace=pace, to=path[0]))

    # nobody in sight

    def alone(self, request: Request) -> Option | None:
        """Return what it does with nobody in sight: weapons first, then a throw, its guard, and after a while the search."""
        view = request.view
        me = view.me
        if "struck" in request.reasons and (option := self._turn_round(request)) is not None:
            return option
        option = self.reload(request) or self._top_up(request) or self.throw(request)
        if option is not None:
            return option
        if me.chosen_mode != "guarded" and (option := self.first(request, "guards its flanks", Mode(mode="guarded"))):
            return option
        if me.walking is not None:
            return HOLD
        return self.search(request) if self.has_waited(request) else self.ambush(request)

    def has_waited(self, request: Request) -> bool:
        """Return whether nothing has come of its waiting for as long as its patience lasts."""
        return request.t >= self.busy_at + self.patience - _MOMENT

    def ambush(self, request: Request) -> Option | None:
        """Return what waiting is spent on: a place to shoot from at who comes back, a look that way; else a hold."""
        view = request.view
        lost = self.memory.lost(view)
        if lost:
            option = self.better_place(request) or self._look_toward(request, lost[0].square)
            if option is not None:
                return option
        request.wake = self.busy_at + self.patience
        return HOLD

    def search(self, request: Request) -> Option | None:
        """Return a movement to where an opponent was last seen, or to a place not looked at yet."""
        view = request.view
        lost = [one for one in self.memory.lost(view) if one.square != view.me.square]
        goal = next((one.square for one in lost if view.walkable(one.square)), None)
        if goal is not None:
            return self.advance(request, goal, f"goes after {lost[0].name}", "running")
        corner = self.memory.unsearched(view)
        if corner is None:
            request.wake = request.t + self.patience
            return HOLD
        return self.advance(request, corner, "searches", "running")

    def throw(self, request: Request) -> Option | None:
        """Return in-direct fire at where opponents out of sight were seen not long ago (P-LOS-3)."""
        view = request.view
        places = [one.square for one in self.memory.lost(view) if request.t - one.t <= _FRESH]
        shot = lobs(view, places) if places else None
        return self.shoot(request, shot) if shot is not None and shot.rate >= _WORTHWHILE else None

    def _top_up(self, request: Request) -> Option | None:
        """Return a reload of the weapon in hand when it is low, nobody in sight (P-FIR-2)."""
        me = request.view.me
        hand = me.hand
        if hand is None or not hand.magazine or hand.loaded >= _LOW * hand.magazine:
            return None
        if me.walking is not None and me.walking.pace not in ("walking",):
            return None
        return self.first(request, "nobody in sight", Reload(weapon=hand.name))

    def _turn_round(self, request: Request) -> Option | None:
        """Return a turn: who is hit by nobody it sees was hit from behind (P-LOS-2)."""
        me = request.view.me
        self.busy_at = request.t
        back = grid.FACINGS[(grid.FACINGS.index(me.facing) + 4) % 8]
        return self.first(request, "hit from behind", Face(facing=back))

    def _look_toward(self, request: Request, square: Square) -> Option | None:
        """Return a turn toward a square that is not in front (P-LOS-2)."""
        me = request.view.me
        if me.arc(square) == grid.FRONT or (sees(request.view, square) and me.chosen_mode != "forward"):
            return None
        facing = grid.FACINGS[grid.facing_toward(me.square, square)]
        return self.first(request, "looks where somebody may come", Face(facing=facing))
