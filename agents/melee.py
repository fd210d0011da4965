"""What the fighting policies share: whom to fight, how to get to it, how to get a weapon back, when to look again."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, cast

from agents.base import HOLD, Setup, closing_speed, least_crowded, noted, opponent
from agents.footing import footing
from agents.ground import ground
from agents.parameters import Parameter
from agents.tending import TEND, Tending
from agents.tools import maneuver, weapon
from engine.counts.actions import Draw, Move, Press, Retreat, Rise, Unlock
from engine.counts.stages import Stage, effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.counts.rules import CountsRules
    from engine.options import Option
    from engine.system import Request

SHARED = (
    Parameter("least_chance", 15, "the least chance at which it strikes", "percent", -1000, 1000),
    Parameter("maneuver", 40, "contests ground with a Combat Maneuver of at least this", "percent", 0, 1001),
    Parameter("gain", 12, "what a stage must add to its part of the damage to be contested", "percent", -100, 101),
    Parameter("run", 8, "runs when it is farther out of everyone's reach than this", "feet", 0, 1_000_000),
    Parameter("crowd", 3, "what each friend that is nearer to a foe counts, when it chooses one", "feet", 0, 1000),
    Parameter("finish", 8, "would rather fight one who lies, is stunned or bleeds, who counts so much nearer", "feet", 0, 1000),
    Parameter("cover", 0, "one who is upon a friend who is hurt or unarmed counts so much nearer", "feet", 0, 1000),
    Parameter("turn", 2, "leaves its foe for one who counts so much nearer, friends reckoned in; 0: never", "feet", 0, 1000),
    TEND,
)
"""The parameters every fighting policy takes."""

FEW = 40
"""Up to so many fighters a policy looks at all of them; in a greater crowd only at its current opponent."""

PATIENCE = 4.0
"""Counts after which a policy looks again when it can do nothing yet."""

LONGEST = 240.0
"""Counts after which a policy looks again at the latest, whatever it waits for."""

THERE = 0.05
"""A mode has brought a fighter to its distance when it is within so many feet."""

NO_CHANCE = -1000
"""What the view gives where the stage allows no chance."""

_FAR_TO_NEAR = (Stage.RETREAT_3, Stage.RETREAT_2, Stage.RETREAT_1, Stage.OPTIMAL, Stage.PRESS_1, Stage.PRESS_2)

_SLACK = 0.05
"""Counts that a blow may begin early: distances are seen in hundredths of a foot."""

_ORDINARY_DEF = 30
"""What a foe's DEF is taken for until the view knows the chance, percent."""

_ROUND = 6.0
"""Counts after which it looks again for a way round something: an INIT and the first steps."""

_BRINK = 6.0
"""How near behind it an edge keeps a fighter from giving ground, feet."""

_BACK = 1.0
"""How near behind it a wall leaves a fighter no ground worth a contest, feet."""

_CRAMPED = 15.0
"""Counts between two tries to step back from too close a fight."""

_UPON = 12.0
"""Who is so near to a friend that needs cover is upon it, feet."""

_TRIES = 3
"""So often it tries to free a weapon before it draws another."""

_CONTESTS = 6
"""So often in a row it contests ground that is only better; then it strikes from where it is."""

_UNUSED = 30
"""With less skill than this in what is left, it rather frees what is locked, percent."""

_RISE, _UNLOCK, _GET_OFF = Rise(), Unlock(), Move(speed=0.0)

STUCK = 40.0
"""Counts without a blow or a contest after which a policy tries whatever brings it to a foe, well or badly."""


def is_weak(friend: Any) -> bool:
    """Return whether a friend needs cover: it lies, is stunned, has a wound to bind, or nothing to fight with."""
    return bool(friend.prone or friend.stunned or friend.hurt or not friend.weapons)


class Melee:
    """The base of the fighting policies.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        self._rules = cast("CountsRules", setup.scenario.rules)
        self._ground = ground(self._rules)
        self._phased = self._rules.level == "design"
        self._maneuvers = maneuver(setup.spec) >= setup.params["maneuver"]
        self._press_gain: float = setup.params["gain"] / 100.0
        self._least_chance: float = setup.params["least_chance"]
        self._few = len(setup.scenario.combatants) <= FEW
        self._in_need: list[tuple[float, float]] = []
        self._params = setup.params
        self._keeps_foe = not (setup.params["turn"] and self._few)
        self._footing = footing(setup.scenario.field, self._rules)
        self._tending = Tending(setup, self._few)
        self._rides = any(setup.spec.velocity)
        self._went_round = -_ROUND
        self._stepped_back = 0.0
        self._unlocks = 0
        self._contests = 0
        self._kept: Any = None
        self._foe: str | None = None
        self._window: Any = None
        self._reaches_to: dict[tuple[float, int], float] = {}
        self._pair: tuple[Any, Any] = (None, None)
        self._worth: dict[tuple[float, int], float] = {}

    def _opponent(self, view: Any) -> Any | None:
        """Return the foe it fights: the one it chose while that can fight and none is much handier, else the handiest."""
        if self._keeps_foe and self._foe is not None:
            foe = view.seen(self._foe)
            if foe.able:
                return foe
        if not self._few:
            foe = opponent(view)
        elif len(foes := view.foes) < 2:
            foe = foes[0] if foes else None
            if foe is self._window and foe is not None:
                return foe
        else:
            covers = self._params["cover"]
            self._in_need = [friend.position for friend in view.friends if is_weak(friend)] if covers else []
            foe = least_crowded(view, self._params["crowd"], nearer=self._nearer)
        self._foe = foe.name if foe is not None else None
        self._window = foe
        return foe

    def _nearer(self, foe: Any) -> float:
        """Return how much less the way to a foe counts: who is helpless or hurt is to be finished, the own foe kept."""
        weak: float = self._params["finish"] if foe.prone or foe.stunned or foe.hurt else 0.0
        x, y = foe.position
        if any(hypot(x - fx, y - fy) <= _UPON for fx, fy in self._in_need):
            weak += self._params["cover"]
        return weak + (self._params["turn"] if foe.name == self._foe else 0.0)

    def _recovers(self, tool: Any, t: float) -> bool:
        """Return whether a tool must recover before it is used again: a phase of its own only in ``design`` (C-TIM-6)."""
        return self._phased and bool(tool.recovered_at > t)

    def _recover(self, request: Request, me: Any, foe: Any) -> Option | None:
        """Return what gets a fighter up, or its wounds bound when it has peace for that; None when neither is to be done."""
        if me.prone and request.legal(_RISE) is None:
            return noted(request, _RISE, "gets up")
        if not self._tending.is_called_for(me):
            return None
        tending = self._tending.tend(request, me, foe, max(self._within(foe), self._within(me)))
        if tending is not None:
            self._kept = None
        return tending

    def _unfit(self, request: Request, me: Any, foe: Any, tools: list[Any]) -> Option | None:
        """Return what must be done before a fighter can fight: get up, be bound, be armed, see its foe; None when it can."""
        if me.prone or self._tending.is_called_for(me):
            recovers = self._recover(request, me, foe)
            if recovers is not None:
                return recovers
        if tools:
            if tools[0].skill < _UNUSED and me.action is None and request.legal(_UNLOCK) is None:
                return noted(request, _UNLOCK, "what it could strike with is locked")
            return None if self._footing is None or foe.in_sight else self._go_round(request, foe)
        drawn = [Draw(weapon=tool.name) for tool in me.kit if not tool.in_hand]
        self._unlocks += 1
        options: list[Option] = [_UNLOCK, *drawn] if self._unlocks % (_TRIES + 1) else [*drawn, _UNLOCK]
        return self._first(request, (*options, Retreat(target=foe.name)), "has no weapon to use")

    def _within(self, foe: Any) -> float:
        """Return the distance within which a foe can strike with what it holds, feet; with a bow nobody does."""
        lengths = [held.length for held in foe.weapons if not held.missile or held.thrown]
        return self._ground.table(max(lengths)).out if lengths else 0.0

    def _go_round(self, request: Request, foe: Any) -> Option | None:
        """Return a run round what stands between it and a foe; None when nothing does, or there is no way."""
        if self._footing is None or (foe.in_sight and foe.distance <= self._within(foe)):
            return None
        me = request.view.me
        if self._footing.is_clear(me.position, foe.position):
            return None
        if request.t - self._went_round < _ROUND and "arrived" not in request.reasons:
            return self._look_again(request, PATIENCE)
        place = self._footing.way(me.position, foe.position)
        if place is None:
            return None
        run = Move(to=place)
        if request.legal(run) is not None:
            return None
        self._went_round = request.t
        request.wake = (
            request.t + _ROUND + hypot(place[0] - me.position[0], place[1] - me.position[1]) / max(me.mvm, 1.0)
        )
        return noted(request, run, "goes round what is in the way")

    def _get_off(self, request: Request, foe: Any) -> Option | None:
        """Return a dismount for one whose mount or platform carries it away from a foe that it can't reach from there."""
        if not self._rides:
            return None
        me = request.view.me
        if not any(me.velocity):
            self._rides = False
            return None
        leaves = closing_speed(me, foe) < -2.0 * self._rules.moving_speed and foe.distance > self._within(me)
        return noted(request, _GET_OFF, "is carried away: gets off") if leaves and request.legal(_GET_OFF) is None else None

    def _somehow(self, request: Request, foe: Any) -> Option | None:
        """Return what brings a fighter to a foe it can't get at otherwise: a contest, however bad it is at it, or a run.

        A foe that keeps its distance by background movement is never caught by background movement (C-MOD-5).
        """
        for option in (Press(target=foe.name), Move(toward=foe.name)):
            if request.legal(option) is None:
                return noted(request, option, "can't get at it otherwise")
        return None

    def _has_no_room(self, me: Any, foe: Any) -> bool:
        """Return whether an edge, or a wall close behind, leaves a fighter no ground to give to a foe."""
        if self._footing is None:
            return False
        return self._on_the_brink(me, foe) or self._footing.ends_behind(me.position, foe.position, _BACK)

    def _is_cramped(self, request: Request, chance: float) -> bool:
        """Return whether it is time to step back from too close a fight, in which both could go on striking air for ever."""
        if chance >= 2.0 * self._least_chance or request.t - self._stepped_back < _CRAMPED:
            return False
        self._stepped_back = request.t
        return True

    def _on_the_brink(self, me: Any, foe: Any) -> bool:
        """Return whether an edge behind a fighter forbids it to give ground to a foe."""
        return self._footing is not None and self._footing.drops_behind(me.position, foe.position, _BRINK)

    def _run_in(self, request: Request, foe: Any, tool: Any, distance: float) -> Option | None:
        """Return a run to just out of everyone's reach, round what is in the way, where it is worth one (C-STG-5b)."""
        if (round_it := self._go_round(request, foe)) is not None:
            return round_it
        halt = self._halt(tool, foe)
        if distance <= halt + self._params["run"]:
            return None
        (vx, vy), speed = request.view.me.velocity, self._rules.moving_speed
        run = Move(toward=foe.name, distance=halt)
        if vx * vx + vy * vy > speed * speed or request.legal(run) is not None:
            return None
        if self._footing is not None and not self._footing.is_clear(request.view.me.position, foe.position):
            return None
        request.wake = request.t + max(1.0, (distance - halt) / max(request.view.me.mvm, 1.0))
        return noted(request, run, "runs to the fight")

    def _halt(self, tool: Any, foe: Any) -> float:
        """Return where a run ends, feet."""
        lengths = [tool.length, *[held.length for held in foe.weapons if not held.missile or held.thrown]]
        return max([self._ground.table(length).out for length in lengths])

    def _reach(self, tool: Any) -> float:
        """Return the farthest distance at which skill and stage alone give a fair chance against an ordinary DEF, feet."""
        key = (tool.length, tool.skill)
        found = self._reaches_to.get(key)
        if found is None:
            spans = [span for stage in _FAR_TO_NEAR if (span := self._fair_span(tool, stage)) is not None]
            found = spans[0][1] / 100 if spans else self._ground.nearest(tool.length)
            self._reaches_to[key] = found
        return found

    def _fair_span(self, tool: Any, stage: Stage) -> tuple[int, int] | None:
        fair = tool.skill + effect(stage, self._rules).hit - _ORDINARY_DEF >= self._least_chance
        return self._ground.table(tool.length).span(stage) if fair else None

    def _until_fair(self, request: Request, foe: Any, tool: Any, strike: Option, speed: float) -> float | None:
        """Return in how many counts a blow may begin that lands in fair reach of a foe that comes closer.

        Args:
            speed: how fast the two come closer, ft/ct.

        Returns:
            0 or less when it may begin now; None when they do not come closer.
        """
        if speed <= 0.0:
            return None
        plan = request.view.plan(strike, "noticed" in request.reasons)
        lands = plan.mean_impact - request.t if plan is not None else 0.0
        left = self._time_to(foe.distance, self._reach(tool), speed, self._halt(tool, foe)) - lands
        return left if left > _SLACK else 0.0

    def _time_to(self, distance: float, reach: float, speed: float, halt: float) -> float:
        """Return the counts until a distance has shrunk to one's reach; a run, one's own or the foe's, ends at its halt."""
        walk = self._rules.mode_speed
        if speed <= 2.0 * walk * 1.01 or distance <= halt or reach >= halt:
            return (distance - reach) / speed
        return (distance - halt) / speed + (halt - reach) / walk

    def _contest(self, request: Request, foe: Any, tool: Any, distance: float, direction: int) -> Option | None:
        """Return a press (direction -1) or a retreat (1) where the ground is worth the time, else None."""
        if not self._maneuvers or self._contests >= _CONTESTS or (direction > 0 and self._has_no_room(request.view.me, foe)):
            return None
        if self._pays(tool, weapon(foe), distance, direction) < self._press_gain:
            return None
        option: Option = Press(target=foe.name) if direction < 0 else Retreat(target=foe.name)
        if request.legal(option) is not None:
            return None
        self._contests += 1
        request.note = "the ground is worth it"
        return option

    def _pays(self, tool: Any, theirs: Any | None, distance: float, direction: int) -> float:
        """Return what ground is worth (`Ground.pays`), what it was worth to the same two weapons before at hand."""
        mine, other = self._pair
        if mine is not tool or other is not theirs:
            self._pair, self._worth = (tool, theirs), {}
        found = self._worth.get((distance, direction))
        if found is None:
            found = self._worth[distance, direction] = self._ground.pays(tool, theirs, distance, direction)
        return found

    def _first(self, request: Request, options: Iterable[Option], why: str) -> Option:
        """Return the first legal option, or patience."""
        for option in options:
            if request.legal(option) is None:
                return noted(request, option, why)
        return self._look_again(request, PATIENCE)

    def _look_again(self, request: Request, counts: float) -> Option:
        """Return a hold and ask to be asked again in some counts, at most `LONGEST`: speeds change meanwhile."""
        request.wake = request.t + min(counts, LONGEST)
        return HOLD
