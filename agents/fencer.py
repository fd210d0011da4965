"""The agent that reckons: whose blow lands first, what can be parried, and where its weapon is worth most."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from agents.base import HOLD, Setup, closing_speed, noted
from agents.melee import NO_CHANCE, SHARED, STUCK, THERE, Melee
from agents.parameters import Parameter
from agents.tools import shields, usable, weapon
from engine.counts.actions import Attack, BreakOff, Couch, Mode, Parry, Press, Release, Retreat
from engine.system import Standing

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    *SHARED,
    Parameter("parry", 40, "parries with a tool of at least this skill", "percent", 0, 1001),
    Parameter("heavy", 1.4, "parries rather than trades when a blow takes so many times its own W", "times", 0, 1000),
    Parameter("margin", 0.25, "how much sooner a blow or parry must be there to count as first", "counts", 0, 1000),
    Parameter("patience", 24, "closes in after so long without an exchange", "counts", 1, 1_000_000),
)

ASKS = frozenset(
    {
        "start", "ready", "couched", "recovering", "noticed", "struck", "stage_changed", "hold_expired", "target_down",
        "contest_won", "locked", "unlocked", "fallen", "arrived", "disarmed", "edge",
    }
)  # fmt: skip

_MORE_TOOLS = Standing(asks=ASKS)
_ONE_TOOL = Standing(asks=ASKS - {"recovering"})
"""With a single tool there is nothing to cover its recovery with."""

_BLOWS = frozenset({"attack", "release"})
_ANSWERED = frozenset({"couch", "parry"})
"""Actions of its own that it may want to end for other reasons than a blow it notices."""

_COMING = frozenset({"declared", "windup", "committed"})
_BREAK_OFF = BreakOff()

_SOON = 0.5
"""Counts after which it is asked again when a change of mode took its answer while it held a couch."""


class Fencer(Melee):
    """Keeps the distance at which its weapon gains most, couches while it waits, and answers what it notices.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.standing = _ONE_TOOL if len(setup.spec.weapons) < 2 else _MORE_TOOLS
        self._name = setup.combatant
        self._parry_skill: float = setup.params["parry"]
        self._heavy: float = setup.params["heavy"]
        self._margin: float = setup.params["margin"]
        self._patience: float = setup.params["patience"]
        self._exchanged = 0.0

    def decide(self, request: Request) -> Option:
        """Return what the race of blows asks for: strike first, parry, couch, or wait where it is safe."""
        view = request.view
        me = view.me
        foe = self._opponent(view)
        if foe is None:
            return HOLD
        if "struck" in request.reasons:
            self._exchanged = request.t
        if "contest_won" in request.reasons and (taken := self._ground_won(request, foe)) is not None:
            return taken
        action = me.action
        if "edge" in request.reasons:
            return self._over_the_edge(request, foe)
        if action is not None and action.kind not in _ANSWERED and "noticed" not in request.reasons:
            return HOLD
        threat = self._threat(request, foe)
        if threat is not None:
            self._exchanged = request.t
        if action is not None and action.phase != "couched":
            return self._under_way(request, action, threat)
        tools = usable(me)
        if (first := self._get_off(request, foe) or self._unfit(request, me, foe, tools)) is not None:
            return first
        if (mode := self._mode(request, foe, tools[0])) is not None:
            return mode
        if action is not None:
            return self._from_couch(request, foe, action, threat)
        return self._from_ready(request, foe, tools[0], threat)

    def _over_the_edge(self, request: Request, foe: Any) -> Option:
        """Return a last blow at a foe in reach before it falls, else a hold: it falls at once (C-FAL-1)."""
        action = request.view.me.action
        tool = weapon(request.view.me)
        if tool is None or request.view.chance(foe.name, tool.name) < self._least_chance:
            return HOLD
        couched = action is not None and action.phase == "couched"
        blow: Option = Release(target=foe.name) if couched else Attack(target=foe.name, weapon=tool.name)
        return noted(request, blow, "a last blow before it falls") if request.legal(blow) is None else HOLD

    def _threat(self, request: Request, foe: Any) -> Any | None:
        """Return the noticed blow aimed at this fighter that lands first, or None."""
        nearest = request.view.foes[:4] if self._few and "noticed" in request.reasons else (foe,)
        first = None
        for other in nearest:
            action = other.action
            if action is None or action.kind not in _BLOWS or action.target != self._name:
                continue
            coming = action.phase in _COMING and action.impact > request.t
            if coming and (first is None or action.impact < first.impact):
                first = action
        return first

    def _mode(self, request: Request, foe: Any, tool: Any) -> Mode | None:
        """Return a change of mode when another distance is better now, or its patience is over."""
        impatient = self._impatient(request)
        keep = self._ground.nearest(tool.length) if impatient else self._ground.best(tool, weapon(foe))
        holds = "offensive" if self._on_the_brink(request.view.me, foe) else "static"
        wanted = ("offensive" if impatient else holds, keep)
        if wanted == self._kept:
            return None
        mode = Mode(mode=wanted[0], set_distance=keep)
        if request.legal(mode) is not None:
            return None
        self._kept = wanted
        if request.view.me.action is not None:
            request.wake = request.t + _SOON
        request.note = "loses patience and closes in" if impatient else f"gains most at {keep:g} ft"
        return mode

    def _ground_won(self, request: Request, foe: Any) -> Option | None:
        """Return which way it takes stages it has won: where they are worth more, if anywhere (C-STG-4)."""
        tool = weapon(request.view.me)
        if tool is None:
            return None
        distance, theirs = foe.distance, weapon(foe)
        inward = self._ground.pays(tool, theirs, distance, -1)
        outward = self._ground.pays(tool, theirs, distance, 1)
        if self._on_the_brink(request.view.me, foe):
            outward = -1.0
        if max(inward, outward) <= 0.0:
            return None
        option: Option = Press(target=foe.name) if inward >= outward else Retreat(target=foe.name)
        return noted(request, option, "takes the ground") if request.legal(option) is None else None

    def _under_way(self, request: Request, action: Any, threat: Any | None) -> Option:
        """Return a break-off where a parry would still save it, or where a parry waits for nothing; else a hold."""
        if action.kind == "parry":
            return self._parrying(request, action, threat)
        if threat is None or action.kind not in _BLOWS or action.phase not in ("declared", "windup"):
            return HOLD
        late = action.impact - threat.impact
        if late > 0.0 and self._worth_parrying(request, threat) and self._parry_after_all(request, threat):
            return noted(request, _BREAK_OFF, f"lands {late:.2g} too late: parries instead")
        return HOLD

    def _parrying(self, request: Request, action: Any, threat: Any | None) -> Option:
        """Return a hold while a blow comes, else drop the parry."""
        if threat is None and action.phase == "up" and request.legal(_BREAK_OFF) is None:
            return noted(request, _BREAK_OFF, "nothing comes")
        request.wake = (threat.impact if threat is not None else request.t) + 1.0
        return HOLD

    def _from_couch(self, request: Request, foe: Any, action: Any, threat: Any | None) -> Option:
        """Return a strike from the couch when the foe is in reach; else wait, or drop what has become useless."""
        release = Release(target=foe.name)
        tool = next((tool for tool in request.view.me.weapons if tool.name == action.weapon), None)
        if tool is None or request.legal(release) is not None:
            return self._first(request, (_BREAK_OFF,), "the couch is of no use here")
        if self._reaches(request, foe, tool, release):
            first = self._first_strike(request, foe, release, threat) if threat is not None else None
            return first or self._strike(request, release, "in reach of the couched weapon")
        if threat is not None and self._worth_parrying(request, threat) and self._parry_after_all(request, threat):
            return noted(request, _BREAK_OFF, "parries instead")
        left = self._until_fair(request, foe, tool, release, closing_speed(request.view.me, foe))
        if left is None and self._impatient(request):
            return self._first(request, (_BREAK_OFF,), "nobody comes")
        ahead = left if left is not None else self._exchanged + self._patience - request.t
        return self._look_again(request, max(ahead, 1.0))

    def _from_ready(self, request: Request, foe: Any, tool: Any, threat: Any | None) -> Option:
        """Return a blow, an answer to a blow, better ground, or the couch."""
        if self._recovers(tool, request.t):
            return self._cover(request, tool, threat)
        attack = Attack(target=foe.name, weapon=tool.name)
        reaches = self._reaches(request, foe, tool, attack) and request.legal(attack) is None
        if reaches and threat is not None and (first := self._first_strike(request, foe, attack, threat)) is not None:
            return first
        if (ground := self._better_ground(request, foe, tool)) is not None:
            return ground
        if threat is not None and self._worth_parrying(request, threat) and (parry := self._parry(request, threat)):
            return parry
        retreat = Retreat(target=foe.name)
        too_near = (
            reaches and foe.distance < self._ground.nearest(tool.length) and not self._has_no_room(request.view.me, foe)
        )
        if (
            too_near
            and self._is_cramped(request, request.view.chance(foe.name, tool.name))
            and not request.legal(retreat)
        ):
            return noted(request, retreat, "too close for either")
        if reaches:
            return self._strike(request, attack, "in reach" if threat is None else "can't be first: trades blows")
        return self._wait(request, foe, tool, attack)

    def _cover(self, request: Request, tool: Any, threat: Any | None) -> Option:
        """Return a parry with something else against a blow that lands while the weapon recovers, else a hold."""
        if threat is None or threat.impact > tool.recovered_at:
            return HOLD
        return self._parry(request, threat) or HOLD

    def _wait(self, request: Request, foe: Any, tool: Any, attack: Attack) -> Option:
        """Return what it does while nobody is in fair reach: run in, press where nobody moves, else couch."""
        distance = foe.distance
        if distance < self._ground.nearest(tool.length) and not self._on_the_brink(request.view.me, foe):
            return self._first(request, (Retreat(target=foe.name), attack), "is too close to strike")
        if (run := self._run_in(request, foe, tool, distance)) is not None:
            return run
        press = Press(target=foe.name)
        stuck = self._impatient(request) or closing_speed(request.view.me, foe) <= 0.0
        if distance <= self._ground.nearest(tool.length) + self._ground.table(tool.length).unit:
            stuck = stuck and not self._impatient(request)
        if stuck and self._maneuvers and self._engaged(foe, tool) and request.legal(press) is None:
            return noted(request, press, "can't get close otherwise")
        if self._impatient(request) and request.view.chance(foe.name, tool.name) > NO_CHANCE:
            return self._first(request, (attack,), "nobody comes")
        if request.t - self._exchanged >= self._patience + STUCK and (option := self._somehow(request, foe)) is not None:
            return option
        couch = Couch(weapon=tool.name, target=foe.name)
        return self._first(request, (couch,), "nobody in reach")

    def _engaged(self, foe: Any, tool: Any) -> bool:
        """Return whether ground can be contested: within either one's Out distance (C-STG-5b)."""
        return bool(foe.distance < self._halt(tool, foe))

    def _better_ground(self, request: Request, foe: Any, tool: Any) -> Option | None:
        """Return a press or retreat that is worth its time, where the modes don't bring it about."""
        if closing_speed(request.view.me, foe):
            return None
        distance = foe.distance
        if distance > self._ground.nearest(tool.length):
            press = self._contest(request, foe, tool, distance, -1)
            if press is not None:
                return press
        return self._contest(request, foe, tool, distance, 1)

    def _first_strike(self, request: Request, foe: Any, strike: Any, threat: Any) -> Option | None:
        """Return the blow if it lands first, with speed points if they decide the race; else None."""
        view = request.view
        plan = view.plan(strike, "noticed" in request.reasons)
        if plan is None:
            return None
        ahead = threat.impact - plan.mean_impact
        if ahead >= self._margin:
            return self._strike(request, strike, f"lands {ahead:.2g} before {foe.name}")
        short = ceil(self._margin - ahead)
        if short > min(view.me.speed_points, int(plan.init_mean)):
            return None
        faster = replace(strike, speed_points=short)
        if request.legal(faster) is not None:
            return None
        return self._strike(request, faster, f"lands first with {short} speed point{'s' if short > 1 else ''}")

    def _worth_parrying(self, request: Request, threat: Any) -> bool:
        """Return whether a blow is worth an answer that strikes nothing: it is slow, so heavy, beside one's own."""
        own = weapon(request.view.me)
        return own is None or threat.impact - threat.begin >= own.w * self._heavy

    def _parry(self, request: Request, threat: Any) -> Option | None:
        """Return a parry that would be up before a blow lands, or None."""
        for tool in shields(request.view.me):
            if tool.locked or tool.skill < self._parry_skill or self._recovers(tool, request.t):
                continue
            parry = Parry(weapon=tool.name)
            plan = request.view.plan(parry, "noticed" in request.reasons)
            if plan is None or plan.mean_impact + self._margin > threat.impact or request.legal(parry) is not None:
                continue
            self._exchanged = request.t
            request.wake = threat.impact + 1.0
            return noted(request, parry, f"up {threat.impact - plan.mean_impact:.2g} before it lands")
        return None

    def _parry_after_all(self, request: Request, threat: Any) -> bool:
        """Return whether a parry would be up in time if what is under way were dropped: its INIT is fresh (C-INI-1)."""
        if request.legal(_BREAK_OFF) is not None:
            return False
        for tool in shields(request.view.me):
            plan = request.view.plan(Parry(weapon=tool.name), True)
            if plan is None or tool.locked or tool.skill < self._parry_skill:
                continue
            lift = plan.mean_impact - plan.init_mean - request.t
            wait = max(plan.init_mean * (2.0 if plan.preset else 1.0), self._rules.init_floor)
            if request.t + wait + lift + self._margin < threat.impact:
                return True
        return False

    def _reaches(self, request: Request, foe: Any, tool: Any, strike: Option) -> bool:
        """Return whether a blow would have a fair chance now, or where the foe will be when it lands."""
        chance, nearest = request.view.chance(foe.name, tool.name), self._ground.nearest(tool.length)
        if chance >= self._least_chance or (chance > NO_CHANCE and nearest <= foe.distance <= nearest + THERE):
            return True
        left = self._until_fair(request, foe, tool, strike, closing_speed(request.view.me, foe))
        return left is not None and left <= 0.0

    def _impatient(self, request: Request) -> bool:
        return request.t - self._exchanged >= self._patience

    def _strike(self, request: Request, strike: Any, why: str) -> Option:
        """Return a blow, what speed points are left spent on it where its INIT is fresh: the pool refills (C-INI-2)."""
        plan = request.view.plan(strike, "noticed" in request.reasons)
        self._exchanged, self._contests = plan.mean_impact if plan is not None else request.t, 0
        points = request.view.me.speed_points - strike.speed_points
        if points > 0 and plan is not None and not plan.preset:
            faster = replace(strike, speed_points=strike.speed_points + min(points, int(plan.init_mean)))
            if request.legal(faster) is None:
                strike = faster
        return noted(request, strike, why)


def build(setup: Setup) -> Fencer:
    """Return a fencer."""
    return Fencer(setup)
