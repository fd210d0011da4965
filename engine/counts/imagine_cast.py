"""The cast of an imagined counts fight: every fighter and tool anew, with what never changes and what shows of it."""

from __future__ import annotations

from typing import TypeVar

from engine.clock import Clock, Timeline
from engine.counts import lookup
from engine.counts.state import Action, Fight, Fighter, Layer, Motion, Tool
from engine.dice import Dice
from engine.system import Standing

T = TypeVar("T")


class Cast:
    """Who and what of the imagined fight stands for whom and what of the real one.

    Attributes:
        real: the fight as it is.
        viewer: who imagines, in the real fight.
        fighters: real fighter to imagined fighter.
        tools: real tool to imagined tool, those of all kits.
    """

    __slots__ = ("fighters", "real", "tools", "viewer")

    def __init__(self, real: Fight, viewer: Fighter) -> None:
        self.real, self.viewer = real, viewer
        self.fighters: dict[Fighter, Fighter] = {}
        self.tools: dict[Tool, Tool] = {}

    def enter(self, real: Fighter, copy: Fighter) -> None:
        """Let an imagined fighter stand for a real one, and its tools for those of the real one."""
        self.fighters[real] = copy
        for name, tool in real.tools.items():
            self.tools[tool] = copy.tools[name]
        self.tools[real.grip] = copy.grip

    @property
    def me(self) -> Fighter:
        """The imaginer in the imagined fight."""
        return self.fighters[self.viewer]

    def fighter(self, real: Fighter | None) -> Fighter | None:
        """Return who stands for a fighter, nobody for nobody."""
        return None if real is None else self.fighters[real]

    def tool(self, real: Tool | None) -> Tool | None:
        """Return what stands for a tool, nothing for nothing."""
        return None if real is None else self.tools[real]

    def by_fighter(self, real: dict[Fighter, T]) -> dict[Fighter, T]:
        """Return a table by fighter with who stands for them."""
        return {self.fighters[one]: value for one, value in real.items()} if real else {}

    def motion(self, real: Motion) -> Motion:
        """Return a motion as it is."""
        return Motion(
            real.kind, real.speed, real.why, self.fighter(real.foe), real.direction, real.goal, real.limit, real.point,
            real.ends, real.anchor, real.barrier, real.heading, real.bash, real.floored,
        )  # fmt: skip

    def action(self, real: Action) -> Action:
        """Return an action with its option, tool, target, phase and times; nobody has noticed it yet."""
        return Action(
            real.id, self.fighters[real.fighter], real.kind, real.option, real.rank, self.tool(real.tool),
            self.fighter(real.target), real.phase, real.x, real.begin, real.commit, real.impact, real.ready, real.hurry,
        )  # fmt: skip


def shell(real: Fight, one: Fighter, clock: Clock, dice: Dice, standing: Standing, own: bool) -> Fighter:
    """Return a fighter with what is known of it from the start, its place and velocity, its tools and what it holds.

    Args:
        own: whether it is the imaginer itself, whose tools and armor are as worn as they are.
    """
    x, y = lookup.place(real, one)
    copy = Fighter(
        one.spec, one.name, one.side, one.rank, dice.of(one.name, one.streams.key), standing.asks, Timeline(clock),
        x, y, one.fx, one.fy, one.agl, one.defence, one.mvm, one.maneuver, 0, one.mode,
    )  # fmt: skip
    copy.vx, copy.vy, copy.moved_at = one.vx, one.vy, clock.now
    copy.keeps_attacking = standing.order == "keep_attacking"
    for name, tool in one.tools.items():
        copy.tools[name] = _tool(tool, copy, own)
    copy.grip = _tool(one.grip, copy, own)
    right, left = [None if held is None else copy.tools[held.name] for held in one.hands]
    copy.hold(right, left)
    copy.layers = [
        Layer(layer.name, layer.covers, layer.protection, layer.hits, layer.left if own else layer.hits)
        for layer in one.layers
    ]
    copy.level, copy.prone, copy.stunned, copy.def_on = one.level, one.prone, one.stunned, one.def_on
    copy.has_locked = one.has_locked
    return copy


def _tool(real: Tool, owner: Fighter, own: bool) -> Tool:
    """Return a tool; one's own as it is, another's as good as new."""
    copy = Tool(
        real.spec, real.name, real.rank, real.kind, real.w, real.hit_mod, real.damage, real.damage_add, real.cap, real.table,
        real.skill, real.skilled, real.hits if own else real.spec.hits,
    )  # fmt: skip
    copy.owner = owner
    if own:
        copy.loaded, copy.ammunition, copy.recovered_at = real.loaded, real.ammunition, real.recovered_at
        copy.last_x, copy.token = real.last_x, real.token
    return copy
