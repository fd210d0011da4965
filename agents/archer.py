"""The agent that shoots: it keeps away, guards itself when somebody could come, and draws a blade when it is caught."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from agents.base import HOLD, Setup, closing_speed, noted
from agents.fencer import ASKS, Fencer
from agents.fencer import PARAMETERS as FENCER
from agents.marksman import Marksman
from agents.melee import PATIENCE
from agents.parameters import Parameter
from engine.counts.actions import BreakOff, Defence, Draw, Fire, Mode, Move, Reload
from engine.system import Standing

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    *(parameter for parameter in FENCER if parameter.name != "patience"),
    Parameter("patience", 60, "joins the fight hand to hand after so long without a shot", "counts", 1, 1_000_000),
    Parameter("keep", 40, "gives ground to whoever is nearer", "feet", 1, 1_000_000),
    Parameter("poor", 10, "comes nearer when no shot has a better chance, and nobody comes", "percent", -1000, 1000),
)

_BREAK_OFF, _STOP = BreakOff(), Move(speed=0.0)

_SHOOTING = frozenset({"fire", "reload", "aim"})

_TO_DRAW = 12.0
"""Counts in which a weapon is drawn: an INIT and the 8 of C-THR-1."""

_TO_GUARD = 7.0
"""Counts within which a change of DEF has surely come about, and before which none is repeated."""

_SAFE = 40.0
"""Counts everybody must be away from one that has drawn a blade before it takes up its bow again."""

_NEAR_SHOOTER = 15.0
"""Farther away than this, nobody with a bow in hand comes to strike, feet."""

_NEVER = 1e9
"""Counts until one who does not come is there."""

_LAST_LOOK = 0.05
"""Counts before a shot is loosed at which it looks along its line once more."""

_FASTER = 1.5
"""Runs away only from those it is so many times faster than."""


class Archer(Fencer):
    """Shoots while nobody is near; near ones it meets hand to hand, like a fencer.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.standing = Standing(asks=ASKS)
        self._marks = Marksman(setup)
        self._keep: float = setup.params["keep"]
        self._poor: float = setup.params["poor"]
        self._specs = setup.specs
        self._guards = setup.spec.defence > -self._rules.def_on_missile
        self._ride: tuple[float, float] = setup.spec.velocity
        self._by_hand = False
        self._asked_guard = -_TO_GUARD
        self._busy = 0.0

    def decide(self, request: Request) -> Option:
        """Return the next thing a shooter does: guard itself, shoot, load, keep away, or fight hand to hand."""
        view = request.view
        me, foe = view.me, self._opponent(view)
        if foe is None or "edge" in request.reasons:
            return super().decide(request) if foe is not None else HOLD
        foes = view.foes if self._few else view.foes[:6]
        bow = self._marks.bow(me)
        if me.action is not None and me.action.kind in _SHOOTING:
            return self._at_work(request, me.action, foes)
        if self._must_fight(request, me, foes, bow):
            return self._hand_to_hand(request, me, foe, foes)
        if me.action is not None:
            return self._leave(request, me)
        return self._recover(request, me, foes[0]) or self._shoot(request, me, foes, bow)

    # how near they are

    def _arrives(self, me: Any, foes: Any) -> float:
        """Return the counts until the first foe is in its reach at the speed it comes now; 0 when one is."""
        return min([self._comes(me, foe) for foe in foes if self._is_for_blows(foe)], default=_NEVER)

    def _comes(self, me: Any, foe: Any) -> float:
        """Return the counts until a foe is in its reach by its own motion, as far as one's own does not take one away."""
        way = self._way(foe)
        if not way:
            return 0.0
        (x, y), (fx, fy), (vx, vy) = me.position, foe.position, foe.velocity
        own = ((x - fx) * vx + (y - fy) * vy) / max(hypot(x - fx, y - fy), 0.01)
        speed = min(own, closing_speed(me, foe))
        return way / speed if speed > 1e-6 else _NEVER

    def _could_be(self, me: Any, foes: Any) -> float:
        """Return the counts until the first foe could be in its reach, at the top speed of its kind; 0 when one is."""
        speeds = [(foe, max(float(self._specs[foe.name].mvm), closing_speed(me, foe), 1e-9)) for foe in foes]
        return min([self._way(foe) / speed for foe, speed in speeds if self._is_for_blows(foe)], default=_NEVER)

    def _is_for_blows(self, foe: Any) -> bool:
        """Return whether a foe is one to be reached by: in sight, and one with a bow in hand must draw something first."""
        shoots = not foe.in_sight or any(tool.missile and not tool.thrown for tool in foe.weapons)
        return not shoots or self._way(foe) <= _NEAR_SHOOTER

    def _way(self, foe: Any) -> float:
        """Return how far a foe is from where it can strike; 0 when it can, feet."""
        return max(0.0, float(foe.distance) - self._within(foe)) if foe.in_sight else float(foe.distance)

    # DEF

    def _guard(self, request: Request, me: Any, foes: Any, lands: float, shoots: bool) -> Option | None:
        """Return a change of DEF: on when somebody could strike before a shot lands, off only for a shot (C-HIT-5)."""
        danger = "noticed" in request.reasons or self._could_be(me, foes) <= lands or self._is_shot_at(foes)
        if me.def_on == danger or (not danger and not shoots):
            return None
        if request.t - self._asked_guard < _TO_GUARD and not (danger and "noticed" in request.reasons):
            return None
        change = Defence(active=danger)
        if request.legal(change) is not None:
            return None
        self._asked_guard = request.t
        return noted(request, change, "somebody could come" if danger else "nobody is near: DEF off to shoot")

    def _is_shot_at(self, foes: Any) -> bool:
        """Return whether a foe could shoot at it, where its DEF is worth more than what it costs its own shots."""
        if not self._guards:
            return False
        return any(
            tool.missile and foe.in_sight and foe.distance <= tool.ranges[2] for foe in foes for tool in foe.weapons
        )

    # shooting

    def _at_work(self, request: Request, action: Any, foes: Any) -> Option:
        """Return a break-off where a shot would go through a friend or somebody comes too soon; else a hold, DEF on in time."""
        me, left = request.view.me, max(action.impact, action.ready) - request.t
        if action.kind != "fire":
            caught = self._caught(me, foes, min(left, _TO_DRAW)) and self._marks.blade(me) is not None
            if caught and request.legal(_BREAK_OFF) is None:
                return noted(request, _BREAK_OFF, "somebody is upon it")
            return self._guard(request, me, foes, min(left, _TO_GUARD), False) or HOLD
        left = action.impact - request.t
        if action.phase in ("declared", "windup", "committed") and left > 0.0:
            if self._marks.is_blocked(request.view, request.view.seen(action.target), action.weapon, left):
                return self._first(request, (_BREAK_OFF,), "a friend is in the way")
            last = left - _LAST_LOOK
            request.wake = request.t + (last if last > 0.0 else left)
        return self._guard(request, me, foes, left, False) or HOLD

    def _shoot(self, request: Request, me: Any, foes: Any, bow: Any) -> Option:
        """Return what comes next on the way to a shot."""
        if not bow.in_hand:
            return self._first(request, (Draw(weapon=bow.name),), "takes up what it shoots with")
        if not self._idle(request) and (away := self._keep_away(request, me, foes)) is not None:
            return away
        if self._recovers(bow, request.t):
            return HOLD
        if not bow.loaded:
            self._busy = request.t + self._marks.reload(bow)
            return self._first(request, (Reload(weapon=bow.name),), "loads")
        return self._at_a_mark(request, me, foes, bow)

    def _at_a_mark(self, request: Request, me: Any, foes: Any, bow: Any) -> Option:
        """Return a shot, or what brings it to where it has a fair one."""
        runs = self._runs(me)
        worse = self._rules.def_on_missile if me.def_on else 0
        mark = self._marks.best(request.view, foes, bow, worse + (self._rules.attacker_moving if runs else 0))
        if mark is not None and mark.blocked:
            return self._step_aside(request, me, mark.foe, bow)
        waits = bow.thrown or self._arrives(me, foes) == _NEVER
        if mark is not None and mark.chance < self._poor and not runs:
            aim = self._marks.aim(request, mark, bow, bow.w, self._arrives(me, foes))
            if aim is not None:
                return aim
        is_poor = mark is not None and mark.chance < self._poor and not self._idle(request)
        if mark is None or (is_poor and waits and not self._is_carried(me)):
            return self._come_nearer(request, me, foes[0], bow)
        if runs and request.legal(_STOP) is None:
            return noted(request, _STOP, "stops to shoot")
        return self._let_fly(request, me, foes, bow, mark)

    def _runs(self, me: Any) -> bool:
        """Return whether it moves by itself, faster than counts as standing."""
        return not self._is_carried(me) and hypot(*me.velocity) > self._rules.moving_speed

    def _is_carried(self, me: Any) -> bool:
        """Return whether a mount or platform still carries it."""
        return self._ride != (0.0, 0.0) and hypot(me.velocity[0] - self._ride[0], me.velocity[1] - self._ride[1]) < 1e-6

    def _let_fly(self, request: Request, me: Any, foes: Any, bow: Any, mark: Any) -> Option:
        fire = Fire(target=mark.foe.name, weapon=bow.name)
        plan = request.view.plan(fire)
        lands = plan.mean_impact - request.t if plan is not None else bow.w
        if (guard := self._guard(request, me, foes, lands, True)) is not None:
            return guard
        aim = self._marks.aim(request, mark, bow, lands, self._arrives(me, foes))
        if aim is not None:
            self._busy = request.t + lands
            return aim
        if request.legal(fire) is not None:
            return self._look_again(request, 2.0)
        self._busy = request.t + lands
        request.wake = request.t + max(lands - bow.w / 2.0, 0.5)
        return noted(request, fire, f"about {mark.chance} percent")

    def _come_nearer(self, request: Request, me: Any, foe: Any, bow: Any) -> Option:
        """Return a way to where it can shoot: round a wall, or into short range."""
        if not foe.in_sight and request.t - self._busy < self._patience / 2.0:
            return self._look_again(request, PATIENCE)
        if (round_it := self._go_round(request, foe)) is not None:
            return round_it
        near = round(max(bow.ranges[0], self._within(foe) + 1.0), 2)
        if foe.distance <= near or self._runs(me):
            return self._look_again(request, PATIENCE)
        request.wake = request.t + 1.0 + (foe.distance - near) / max(me.mvm, 1.0)
        run = Move(toward=foe.name, distance=near)
        return (
            noted(request, run, "comes nearer") if request.legal(run) is None else self._look_again(request, PATIENCE)
        )

    def _step_aside(self, request: Request, me: Any, foe: Any, bow: Any) -> Option:
        """Return a step to where no friend is in the way, or patience."""
        place = None if self._runs(me) else self._marks.beside(request.view, foe, bow.name)
        if place is None or (self._footing is not None and not self._footing.is_clear(me.position, place)):
            return self._look_again(request, PATIENCE)
        run = Move(to=place)
        if request.legal(run) is not None:
            return self._look_again(request, PATIENCE)
        request.wake = (
            request.t + PATIENCE + hypot(place[0] - me.position[0], place[1] - me.position[1]) / max(me.mvm, 1.0)
        )
        return noted(request, run, "a friend is in the way: steps aside")

    # keeping away

    def _keep_away(self, request: Request, me: Any, foes: Any) -> Option | None:
        """Return the mode that gives ground, or a run from a slow foe who is nearly there."""
        foe = min(foes, key=self._way)
        brink = self._on_the_brink(me, foe)
        wanted = ("locked" if brink else "defensive", self._keep)
        mode = Mode(mode=wanted[0], set_distance=self._keep)
        if wanted != self._kept and request.legal(mode) is None:
            self._kept = wanted
            return noted(request, mode, "keeps away")
        speed = closing_speed(me, foe)
        slow = max(float(self._specs[foe.name].mvm), speed) * _FASTER <= me.mvm
        if not slow or brink or speed <= 0.0 or not 0.0 < self._way(foe) <= _TO_DRAW * speed:
            return None
        run = Move(away=foe.name, distance=round(foe.distance + self._keep, 2))
        if request.legal(run) is not None or self._runs(me):
            return None
        request.wake = request.t + 1.0 + self._keep / me.mvm
        return noted(request, run, f"runs from {foe.name}")

    # hand to hand

    def _caught(self, me: Any, foes: Any, counts: float) -> bool:
        """Return whether somebody is in reach, or will be within some counts."""
        return self._arrives(me, foes) <= counts

    def _must_fight(self, request: Request, me: Any, foes: Any, bow: Any) -> bool:
        """Return whether it fights hand to hand now: nothing left to shoot, caught, or idle too long; it has a blade."""
        if bow is None:
            return True
        if self._by_hand:
            back = self._arrives(me, foes) > _SAFE and self._could_be(me, foes) > _TO_DRAW and not self._idle(request)
            self._by_hand = not back
            return self._by_hand
        if self._marks.blade(me) is None:
            return False
        caught = not self._runs(me) and self._caught(me, foes, _TO_DRAW) and not self._one_more(me, foes, bow)
        self._by_hand = caught or self._idle(request)
        if self._by_hand:
            self._exchanged, self._foe = request.t, None
        return self._by_hand

    def _one_more(self, me: Any, foes: Any, bow: Any) -> bool:
        """Return whether a shot can still be loosed before the first foe is in reach."""
        return bool(bow.in_hand and bow.loaded and self._arrives(me, foes) > bow.w + 2.0)

    def _idle(self, request: Request) -> bool:
        return request.t - self._busy >= self._patience

    def _hand_to_hand(self, request: Request, me: Any, foe: Any, foes: Any) -> Option:
        """Return what a fencer does, with a blade in hand and DEF on."""
        if not me.def_on and (guard := self._guard(request, me, foes, _NEVER, False)) is not None:
            return guard
        blade = self._marks.blade(me)
        if me.action is None and not me.prone and blade is not None and not blade.in_hand:
            draw = Draw(weapon=blade.name)
            if request.legal(draw) is None:
                return noted(request, draw, f"{foe.name} is near" if self._by_hand else "nothing left to shoot")
        if self._is_carried(me) and request.legal(_STOP) is None:
            return noted(request, _STOP, "gets off")
        return super().decide(request)

    def _leave(self, request: Request, me: Any) -> Option:
        """Return what ends a couch or a parry that it no longer needs; everything else runs to its end."""
        if me.action.phase in ("couched", "up"):
            return self._first(request, (_BREAK_OFF,), "nobody near: takes up its bow again")
        return HOLD


def build(setup: Setup) -> Archer:
    """Return an archer."""
    return Archer(setup)
