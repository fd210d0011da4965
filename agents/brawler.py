"""The agent that closes and strikes: it asks little, watches nothing, and is the yardstick of all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.base import HOLD, Setup, closing_speed, noted
from agents.brawn import BRAWN, Brawn
from agents.melee import NO_CHANCE, PATIENCE, SHARED, STUCK, THERE, Melee
from agents.tools import usable
from engine.counts.actions import Attack, Mode, Move, Press, Retreat
from engine.system import Standing

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (*SHARED, *BRAWN)

ASKS = frozenset(
    {"start", "ready", "couched", "target_down", "locked", "unlocked", "hold_expired", "fallen", "arrived"}
)
"""Ground it wins in a foe's contest it takes inward, as its mode says, without being asked."""

_FRUITLESS = 160.0
"""Counts of blows from too far away after which it contests ground all the same, however bad it is at that."""


class Brawler(Melee):
    """Closes to its weapon's best press with offensive movement and strikes with what promises most.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    standing = Standing(asks=ASKS)

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._brawn = Brawn(setup)
        self._busy = self._contested = 0.0
        self._looks = self._footing is not None or self._tending.has_friends
        self._held: Any = None
        self._tools: list[Any] = []
        self._tool: Any = None
        self._keep = 0.0
        self._tool_name = ""

    def decide(self, request: Request) -> Option:
        """Return the next thing a brawler does: get up, get a weapon, get close, strike."""
        view = request.view
        me = view.me
        hindered = me.is_hindered()
        if hindered and me.action is not None:
            return HOLD
        foe = self._opponent(view)
        if foe is None:
            return HOLD
        if self._rides and (off := self._get_off(request, foe)) is not None:
            return off
        held, tools = me.weapons, self._tools
        if hindered or self._looks or held is not self._held:
            self._held = None
            tools = usable(me)
            if (first := self._unfit(request, me, foe, tools)) is not None:
                return first
            if len(held) == 1:
                self._held, self._tools = held, tools
        return self._close_and_strike(request, foe, tools)

    def _close_and_strike(self, request: Request, foe: Any, tools: list[Any]) -> Option:
        """Return a blow where one has a fair chance, else what brings the fighter to where it has.

        The chance of a blow and the speed at which they close are asked for only where the answer turns on them.
        """
        view, me, tool = request.view, request.view.me, tools[0]
        name: str = self._foe or foe.name
        chance: float | None = None
        if len(tools) > 1 and not tools[1].shield:
            tool, chance = _choice(view, name, tools)
        if tool is not self._tool:
            self._tool, self._tool_name, self._keep = tool, tool.name, self._ground.nearest(tool.length)
        keep = self._keep
        if keep != self._kept or me.mode != "offensive":
            mode = Mode(mode="offensive", set_distance=keep)
            if request.legal(mode) is None:
                self._kept = keep
                request.note = "wants to be close"
                return mode
        if self._brawn.is_strong and (grip := self._brawn.grip(request, foe)) is not None:
            return grip
        distance = foe.distance
        speed = closing_speed(me, foe) if distance > keep else None
        if speed is not None and speed <= 0.0:
            press = self._contest(request, foe, tool, distance, -1)
            if press is not None:
                return press
        if chance is None:
            chance = view.chance(name, self._tool_name)
        attack = Attack(target=name, weapon=self._tool_name)
        back = distance < keep and (chance < self._least_chance or self._is_cramped(request, chance))
        if back and not self._on_the_brink(me, foe):
            return self._first(request, (Retreat(target=name), attack), "is too close to strike")
        poor = chance > NO_CHANCE and "hold_expired" in request.reasons and not self._maneuvers
        if chance >= self._least_chance or keep <= distance <= keep + THERE or poor:
            if distance > keep + THERE and request.t - self._contested >= _FRUITLESS:
                self._contested = request.t
                if (option := self._somehow(request, foe)) is not None:
                    return option
            if chance > NO_CHANCE:
                self._busy = request.t
            if self._phased and self._recovers(tool, request.t):
                return HOLD
            self._contests = 0
            return attack
        if (run := self._run_in(request, foe, tool, distance)) is not None:
            return run
        return self._approach(request, foe, tool, attack, closing_speed(me, foe) if speed is None else speed)

    def _run_in(self, request: Request, foe: Any, tool: Any, distance: float) -> Option | None:
        """Return a run to the fight; right into a foe that is light enough."""
        run = super()._run_in(request, foe, tool, distance)
        if isinstance(run, Move) and run.toward == foe.name:
            return self._brawn.charge(request, foe) or noted(request, run, "runs to the fight")
        return run

    def _approach(self, request: Request, foe: Any, tool: Any, attack: Attack, speed: float) -> Option:
        """Return what brings it into reach: a blow timed to land there, a press, or patience."""
        left = self._until_fair(request, foe, tool, attack, speed)
        if left is None:
            press = Press(target=foe.name)
            if self._maneuvers and request.legal(press) is None:
                return noted(request, press, "can't get close otherwise")
            if request.t - self._busy >= STUCK and (option := self._somehow(request, foe)) is not None:
                return option
            return self._look_again(request, PATIENCE)
        if left <= 0.0 and request.legal(attack) is None:
            return noted(request, attack, f"comes closer by {speed:.2g} ft a count")
        return self._look_again(request, max(left, 1.0))


def _choice(view: Any, foe: str, tools: list[Any]) -> tuple[Any, float]:
    """Return the tool that promises most damage a count, and its chance."""
    best, found = -1.0, (tools[0], float(NO_CHANCE))
    for tool in tools:
        chance = view.chance(foe, tool.name)
        if chance <= 0:
            continue
        worth = chance * view.expected_damage(foe, tool.name) / tool.w
        if worth > best:
            best, found = worth, (tool, chance)
    return found


def build(setup: Setup) -> Brawler:
    """Return a brawler."""
    return Brawler(setup)
