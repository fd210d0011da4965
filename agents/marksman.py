"""What a shooter reckons: which weapon, which mark, whether a friend is in the line, whether to aim first (C-MIS-1, C-HIT-4)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from agents.base import Setup, noted
from engine.counts.actions import Aim
from engine.counts.hitting import movement_terms
from engine.field import Piece, angle_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.counts.rules import CountsRules
    from engine.options import Option
    from engine.system import Request

Place = tuple[float, float]

_STEPS = (6.0, -6.0, 12.0, -12.0, 18.0, -18.0)
"""How far to the side it looks for a free line, feet."""

_SWAY = 1.0
"""How fast somebody may come into a line unforeseen, ft/ct: modes move people so fast."""

_CLEAR = 0.5
"""Feet that a line keeps from friends beyond what the rules ask."""

_SOON = 1.0
"""Counts for which a line must be free when a shot is begun; there is a last look before it is loosed."""

_AIM_INIT = 2.0
"""Counts that following a target takes besides its own time: a pre-set INIT."""


class Mark(NamedTuple):
    """Someone to shoot at, and the chance of it with DEF off; ``blocked`` when friends are in the way of everybody."""

    foe: Any
    chance: int
    blocked: bool = False


def _later(one: Any, counts: float) -> Place:
    """Return where someone is in some counts if it goes on as it does."""
    (x, y), (vx, vy) = one.position, one.velocity
    return x + vx * counts, y + vy * counts


class Marksman:
    """The reckoning of one shooter.

    Args:
        setup: whom it plays, in which fight.
    """

    def __init__(self, setup: Setup) -> None:
        self._rules = cast("CountsRules", setup.scenario.rules)
        self._targeting: int = setup.spec.targeting_perception
        self._rank: int = setup.spec.shoot_while_move
        self._reloads = {tool.name: tool.reload for tool in setup.spec.weapons}
        self._tried = ""

    # what with

    def bow(self, me: Any) -> Any | None:
        """Return what it shoots with: in hand before in the kit; the last thrown weapon is kept when it is the only blade."""
        found = [tool for tool in me.kit if tool.missile and tool.ammunition > (1 if self._is_last(me, tool) else 0)]
        found.sort(key=lambda tool: (not tool.in_hand, tool.thrown, -tool.ranges[2], tool.name))
        return found[0] if found else None

    def blade(self, me: Any) -> Any | None:
        """Return what it fights with hand to hand: a weapon that shoots nothing, else one that is thrown, else None."""
        found = [tool for tool in me.kit if not tool.shield and (not tool.missile or (tool.thrown and tool.ammunition))]
        found.sort(key=lambda tool: (tool.missile, not tool.in_hand, -tool.skill, tool.name))
        return found[0] if found else None

    def reload(self, bow: Any) -> float:
        """Return the counts a weapon takes to be loaded."""
        return float(self._reloads.get(bow.name, 0.0))

    def _is_last(self, me: Any, tool: Any) -> bool:
        return bool(tool.thrown) and all(other.shield or other.missile for other in me.kit)

    # at whom

    def best(self, view: Any, foes: Sequence[Any], bow: Any, guarded: int) -> Mark | None:
        """Return the mark with the best chance of those no friend is in the way of; the nearest of equals; None out of range.

        Args:
            guarded: what the chance is worse by while DEF is on, percent.
        """
        marks = [Mark(foe, view.shot_chance(foe.name, bow.name) - guarded) for foe in foes]
        marks = [mark for mark in marks if mark.chance > -500]
        followed = view.me.aimed_at
        marks.sort(key=lambda mark: (mark.foe.name != followed, -mark.chance, mark.foe.distance))
        free = next((mark for mark in marks if not self.is_blocked(view, mark.foe, bow.name, _SOON)), None)
        return free or (marks[0]._replace(blocked=True) if marks else None)

    def is_blocked(self, view: Any, foe: Any, bow: str, until: float, start: Place | None = None) -> bool:
        """Return whether a friend stands, or could by then stand, in the line of a shot that is loosed in some counts.

        Args:
            start: where it would be loosed; from where the shooter is by then when None.
        """
        me = view.me
        tool = next((held for held in me.kit if held.name == bow), None)
        if tool is None:
            return False
        lasts = until + foe.distance / tool.velocity
        line = Piece.between(start or _later(me, until), _later(foe, lasts))
        room = self._rules.bystander_feet + _CLEAR + _SWAY * lasts
        for friend in view.friends:
            x, y = _later(friend, lasts)
            nx, ny = line.nearest(x, y)
            if line.along(x, y) > -room and hypot(x - nx, y - ny) <= room:
                return True
        return False

    def beside(self, view: Any, foe: Any, bow: str) -> Place | None:
        """Return the nearest place to one side from where no friend is in the way of a foe; None when there is none."""
        (x, y), (fx, fy) = view.me.position, foe.position
        size = max(hypot(fx - x, fy - y), 1.0)
        places = [(round(x - (fy - y) * step / size, 2), round(y + (fx - x) * step / size, 2)) for step in _STEPS]
        return next((place for place in places if not self.is_blocked(view, foe, bow, _SOON, place)), None)

    # whether to aim

    def aim(self, request: Request, mark: Mark, bow: Any, lands: float, arrives: float) -> Option | None:
        """Return a try to follow a moving mark where it makes the next hit likelier for the time it takes (C-HIT-4)."""
        me, foe = request.view.me, mark.foe
        takes = self._rules.aim_counts + _AIM_INIT
        if self._targeting <= 0 or me.aimed_at == foe.name or arrives < takes + lands:
            self._tried = ""
            return None
        aim = Aim(target=foe.name)
        if self._tried == foe.name:
            self._tried = ""
            return None
        cycle = lands + bow.w / 2.0 + self.reload(bow)
        chance = max(mark.chance, self._rules.hit_floor)
        better = chance + self._gain(me, foe) * min(self._targeting, 100) / 100.0
        if better / (cycle + takes) <= chance / cycle or request.legal(aim) is not None:
            return None
        self._tried = foe.name
        return noted(request, aim, "follows its mark")

    def _gain(self, me: Any, foe: Any) -> int:
        """Return by how much Targeting Perception would better the chance, percent (C-HIT-4)."""
        (ax, ay), (bx, by) = me.position, foe.position
        (vx, vy), (wx, wy) = me.velocity, foe.velocity
        rx, ry = wx - vx, wy - vy
        angle = angle_between(rx, ry, bx - ax, by - ay)
        speeds = hypot(vx, vy), hypot(wx, wy), hypot(rx, ry), angle
        plain = movement_terms(*speeds, False, self._rank, False, self._rules)
        return sum(movement_terms(*speeds, True, self._rank, False, self._rules)) - sum(plain)
