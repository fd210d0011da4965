"""What the features of counts are worked out from: one fighter's view at one request, each thing looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.base import closing_speed
from agents.features import clip, share
from agents.ground import Ground, ground
from agents.tools import shields, usable, weapon
from engine.counts.actions import Parry
from engine.counts.stages import effect

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from engine.counts.rules import CountsRules
    from engine.options import Option
    from engine.system import Request

    T = TypeVar("T")

_ORDINARY_DEF = 30
"""What a foe's DEF is taken for until the view knows the chance, percent."""

_ORDINARY_DAMAGE = 10.0
"""The points of a hit where the view knows none yet."""

_FAIR = 0.15
"""A chance from which on a blow is worth making."""

_THERE = 0.5
"""Somebody who comes less than this closer until a blow lands is taken to stand still, feet."""

_WALK = 1.05
"""Faster than this is a run, ft/ct."""

_PEACE = 12.0
"""Counts a binding is taken to need."""

_UNARMED = 5.0
"""The damage a count of an opponent that shows no weapon, as `agents.ground` takes it."""


class Field:
    """A fighter's view at one request.

    Attributes:
        t: the moment, counts.
        reasons: why it is asked.
        view: the view itself.
        me: the fighter itself.
        foes: opponents that can fight, nearest first.
        main: whom it fights: its current target, else the nearest.
        tool: what it strikes with first; None with nothing usable in hand.
        keeps: the distance its mode keeps, feet.
        threat: the noticed blow at it that lands first.
        way: where the way round what stands between it and whom it fights leads, as its agent has it; None: nobody told.
        brink: whether an edge behind it forbids to give ground, as its agent has it.

    Args:
        request: the question.
    """

    def __init__(self, request: Request) -> None:
        view = request.view
        self.view, self.t, self.reasons = view, request.t, request.reasons
        self.me = view.me
        self.rules: CountsRules = view.rules
        self._ground: Ground = ground(self.rules)
        self.foes: tuple[Any, ...] = view.foes
        self._seen: dict[str, Any] = {foe.name: foe for foe in self.foes}
        self._known: dict[Any, Any] = {}
        target = self.me.target
        self.main = self._seen.get(target, self.foes[0] if self.foes else None)
        tools = usable(self.me)
        self.tool = tools[0] if tools else None
        self.keeps = self.me.set_distance
        self.threat = self._threat()
        self.way: tuple[float, float] | None = None
        self.brink = False

    def _threat(self) -> Any | None:
        name, first = self.me.name, None
        for foe in self.foes[:4]:
            action = foe.action
            if action is None or action.kind not in ("attack", "release", "fire") or action.target != name:
                continue
            coming = action.phase in ("declared", "windup", "committed") and action.impact > self.t
            if coming and (first is None or action.impact < first.impact):
                first = action
        return first

    def _once(self, key: Any, find: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = find()
        found: T = self._known[key]
        return found

    # who

    def seen(self, name: str) -> Any:
        """Return somebody by name, friend or foe."""
        return self._seen.get(name) or self._once(name, lambda: self.view.seen(name))

    def foe(self, name: str) -> Any:
        """Return an opponent by name."""
        return self.seen(name)

    def distance(self, foe: Any) -> float:
        """Return how far somebody is, feet."""
        return self._once(("distance", foe.name), lambda: float(foe.distance))

    def closing(self, foe: Any) -> float:
        """Return how fast somebody and the fighter come closer, ft/ct."""
        return self._once(("closing", foe.name), lambda: closing_speed(self.me, foe))

    def nearer_friends(self, foe: Any) -> int:
        """Return how many friends are nearer to an opponent than the fighter is."""
        x, y = foe.position
        reach = self.distance(foe) ** 2
        friends = self._once("friends", lambda: [friend.position for friend in self.view.friends])
        return sum(1 for fx, fy in friends if (fx - x) ** 2 + (fy - y) ** 2 < reach)

    @property
    def lost(self) -> float:
        """The part of its HTK that is lost, 0 .. 1."""
        return share(self.me.htk_lost, max(self.me.htk, 1))

    # what with

    def weapon(self, option: Any) -> Any | None:
        """Return the tool an option uses: the one it names, the couched one of a release."""
        name = getattr(option, "weapon", None)
        if name is None and self.me.action is not None:
            name = self.me.action.weapon
        return self._kit.get(name or "")

    @property
    def _kit(self) -> dict[str, Any]:
        return self._once("kit", lambda: {tool.name: tool for tool in self.me.kit})

    def betters(self, name: str) -> float:
        """Return what a weapon of the kit adds to the damage a count at the present distance, within [-1, 1]."""
        tool, now = self._kit[name], self.tool
        if self.main is None:
            return 0.0
        distance = max(self.distance(self.main), self._ground.table(tool.length).optimal if tool.missile else 0.0)
        here = self._rate(now, self.distance(self.main)) if now is not None else 0.0
        return clip(self._rate(tool, distance) - here)

    def _rate(self, tool: Any, distance: float) -> float:
        """Return the points a count a tool is worth at a distance; a missile weapon anywhere within its range."""
        if tool.missile and tool.ammunition > 0 and distance <= tool.ranges[2]:
            return 10.0 * share(tool.skill, 100.0) / float(2.0 * tool.w + 2.0)
        return self._ground.rate(tool.length, tool.w, distance) / 100.0

    # where

    def nearest(self, tool: Any) -> float:
        """Return the closest distance at which a tool fights at its best, feet."""
        return self._ground.nearest(tool.length)

    def best(self, tool: Any) -> float:
        """Return the distance at which a tool gains most on the opponent's, feet."""
        return self._ground.best(tool, weapon(self.main) if self.main is not None else None)

    def halt(self, foe: Any) -> float:
        """Return the distance just out of anyone's reach, feet."""

        def find() -> float:
            lengths = [held.length for held in foe.weapons if not held.missile or held.thrown]
            lengths += [self.tool.length] if self.tool is not None else []
            return self._ground.table(max(lengths)).out if lengths else self.rules.least_distance

        return self._once(("halt", foe.name), find)

    def ground(self, name: str, direction: int) -> float:
        """Return what ground one way (-1 inward) adds to the part of the damage done, half of it being 1.0."""
        foe = self.foe(name)
        if self.tool is None:
            return 0.0
        return clip(2.0 * self._ground.pays(self.tool, weapon(foe), self.distance(foe), direction))

    def gain(self, keeps: float) -> float:
        """Return what another kept distance adds to the part of the damage done, half of it being 1.0."""
        if self.tool is None or keeps == self.keeps:
            return 0.0
        return clip(2.0 * (self._part(keeps) - self._part(self.keeps)))

    def _part(self, distance: float) -> float:
        """Return the fighter's part of the damage done at a distance, 0 .. 1."""
        found: float = self._once(("part", distance), lambda: self._part_at(distance))
        return found

    def _part_at(self, distance: float) -> float:
        theirs = weapon(self.main) if self.main is not None else None
        mine = self._ground.rate(self.tool.length, self.tool.w, distance)  # type: ignore[union-attr]
        other = self._ground.rate(theirs.length, theirs.w, distance) if theirs is not None else _UNARMED
        return mine / (mine + other) if mine + other else 0.5

    def is_going(self, goal: tuple[float, float]) -> bool:
        """Return whether the fighter runs toward a place already."""
        (vx, vy), (x, y), (gx, gy) = self.me.velocity, self.me.position, goal
        return bool(vx * vx + vy * vy > _WALK * _WALK and vx * (gx - x) + vy * (gy - y) > 0.0)

    @property
    def is_carried_off(self) -> bool:
        """Whether a mount or platform carries the fighter away from whom it fights, out of reach of either."""
        foe = self.main
        if foe is None or not self.me.mounted:
            return False
        return self.closing(foe) < -_WALK and self.distance(foe) > self.halt(foe)

    @property
    def is_reached(self) -> bool:
        """Whether somebody could strike the fighter where it stands."""
        return any(self.distance(foe) <= self.halt(foe) for foe in self.foes[:2] if self.threatens(foe))

    def threatens(self, foe: Any) -> bool:
        """Return whether somebody holds what strikes hand to hand."""
        return any(not held.missile or held.thrown for held in foe.weapons)

    @property
    def is_stuck(self) -> bool:
        """Whether no blow has a fair chance and nobody comes closer."""
        foe, tool = self.main, self.tool
        if foe is None or tool is None:
            return False
        return self.closing(foe) <= 0.0 and self.now(foe, tool) < _FAIR and self.distance(foe) > self.nearest(tool)

    @property
    def is_cramped(self) -> bool:
        """Whether the fighter stands nearer than its weapon's closest stage and no blow has a fair chance."""
        foe, tool = self.main, self.tool
        if foe is None or tool is None:
            return False
        return self.distance(foe) < self.nearest(tool) and self.now(foe, tool) < _FAIR

    # blows

    def lands(self, option: Option) -> float | None:
        """Return in how many counts an option lands or is up, its INIT at the mean; None where it can't be declared."""
        plan = self.view.plan(option, "noticed" in self.reasons)
        return None if plan is None else float(plan.mean_impact) - self.t

    def now(self, foe: Any, tool: Any) -> float:
        """Return the chance to hit as things stand, 0 .. 1."""
        return self._once(("now", foe.name, tool.name), lambda: share(self.view.chance(foe.name, tool.name), 100.0))

    def chance_at(self, tool: Any, distance: float) -> float:
        """Return the chance to hit at a distance against an ordinary DEF, 0 .. 1."""
        change = effect(self._ground.stage(tool.length, max(distance, self.rules.least_distance)), self.rules)
        if not change.possible:
            return 0.0
        return share((tool.skill + change.hit - _ORDINARY_DEF) * change.hit_factor, 100.0)

    def hits(self, foe: Any, tool: Any, lands: float) -> float:
        """Return the chance to hit when a blow lands: as things stand, or where the two will be by then."""
        way = self.closing(foe) * lands
        if abs(way) < _THERE:
            return self.now(foe, tool)
        there = self.distance(foe) - way
        stops = self.nearest(tool)
        return self.chance_at(tool, max(there, min(stops, self.distance(foe))))

    def damage(self, foe: Any, tool: Any) -> float:
        """Return the mean damage of a hit before armor, points; an ordinary one where the stage allows none now."""
        def find() -> float:
            return float(self.view.expected_damage(foe.name, tool.name)) or _ORDINARY_DAMAGE

        return self._once(("damage", foe.name, tool.name), find)

    def shot(self, foe: Any, name: str) -> float:
        """Return the chance of a missile loosed now, 0 .. 1."""
        return self._once(("shot", foe.name, name), lambda: share(self.view.shot_chance(foe.name, name), 100.0))

    def could_parry(self) -> bool:
        """Return whether a parry declared now would be up before the noticed blow lands."""
        threat = self.threat
        if threat is None:
            return False
        for tool in shields(self.me):
            if tool.locked or tool.recovered_at > self.t:
                continue
            up = self.lands(Parry(weapon=tool.name))
            if up is not None and self.t + up < threat.impact:
                return True
        return False

    def is_useless(self, action: Any) -> bool:
        """Return whether what is under way has lost its sense."""
        if action.kind == "parry":
            return action.phase == "up" and self.threat is None
        if action.phase == "couched" or action.kind == "couch":
            foe, tool = self.main, self._kit.get(action.weapon)
            if foe is None or tool is None:
                return True
            return self.closing(foe) <= 0.0 and self.now(foe, tool) < _FAIR
        if action.kind in ("attack", "release") and action.target in self._seen and action.weapon in self._kit:
            foe, tool = self._seen[action.target], self._kit[action.weapon]
            return self.hits(foe, tool, max(action.impact - self.t, 0.0)) < _FAIR / 3
        return False

    def has_peace(self) -> bool:
        """Return whether nobody is near, comes, or can shoot while a wound is bound."""
        for foe in self.foes:
            distance, speed = self.distance(foe), self.closing(foe)
            if distance <= self.halt(foe) or (speed > 0.0 and distance / speed < _PEACE):
                return False
            if foe.in_sight and any(tool.missile and distance <= tool.ranges[2] for tool in foe.weapons):
                return False
        return True
