"""Having the right weapon ready: drawn, loaded, picked up (S-SEQ-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agents.base import noted
from engine.shots.actions import Draw, PickUp, Reload

if TYPE_CHECKING:
    from agents.cinema_worth import Worth
    from engine.options import Option
    from engine.system import Request

_PER_SHOT = 0.2
"""So much of what a weapon is worth is lost for every shot it takes to have it ready."""

_HABIT = 1.05
"""What is ready in hand is kept unless another weapon is so many times better."""


def usable(me: Any) -> list[Any]:
    """Return what can be used at once: in hand, and loaded where it needs to be."""
    return [tool for tool in me.kit if tool.in_hand and tool.ready]


def can_be_ready(tool: Any) -> bool:
    """Return whether a weapon is loaded, needs no loading, or can be loaded."""
    return bool(tool.ready or (tool.carried > 0 and tool.feed != "none"))


def shoots(tool: Any) -> bool:
    """Return whether a weapon is a gun, a bow, ...: used at a distance, and kept in hand."""
    return not tool.melee and not tool.thrown


def make_ready(request: Request, worths: Worth) -> Option | None:
    """Return a draw or a reload where another weapon, or a loaded one, is worth it; None to use what is ready."""
    view = request.view
    best, way = 0.0, None
    for tool in view.me.kit:
        if not can_be_ready(tool):
            continue
        worth = worths.best_with(tool)[0]
        step, shots = _step(view, tool)
        worth *= _HABIT if step is None else max(0.05, 1.0 - _PER_SHOT * shots)
        if worth > best:
            best, way = worth, step
    if best == 0.0:
        way = _for_later(view)
    if way is None or request.legal(way) is not None:
        return None
    return noted(request, way, "reloads" if isinstance(way, Reload) else "takes what is worth most now")


def _step(view: Any, tool: Any) -> tuple[Option | None, int]:
    """Return the next thing that makes a weapon ready, and the shots until it is."""
    ready = tool.ready
    if ready and tool.in_hand:
        return None, 0
    reload = Reload(weapon=tool.name)
    loading = 0 if ready else view.cost(reload)
    if tool.in_hand:
        return reload, loading
    draw = Draw(weapon=tool.name)
    return draw, view.cost(draw) + loading


def _for_later(view: Any) -> Option | None:
    """Return what gets the weapon with the longest reach ready while nobody is in range."""
    tools = [tool for tool in view.me.kit if can_be_ready(tool) and not tool.thrown]
    tools.sort(key=lambda tool: (-tool.reach, -tool.damage, not tool.in_hand))
    return _step(view, tools[0])[0] if tools else None


def top_up(request: Request) -> Option | None:
    """Return a reload of a weapon in hand that is half empty: for a lull."""
    for tool in request.view.me.kit:
        if tool.in_hand and tool.magazine and tool.carried and 2 * tool.loaded <= tool.magazine:
            reload = Reload(weapon=tool.name)
            if request.legal(reload) is None:
                return noted(request, reload, "nobody to shoot at: reloads")
    return None


def draw_first(request: Request, option: Option) -> Option | None:
    """Return a draw for one whose schtick forbids an option before it has drawn or shot; None where that is not why."""
    refused = request.legal(option)
    if refused is None or not refused.startswith("S-CHR-3"):
        return None
    for tool in request.view.me.kit:
        draw = Draw(weapon=tool.name)
        if not tool.in_hand and request.legal(draw) is None:
            return noted(request, draw, "has to draw or shoot before anything else")
    return None


def pick_up(request: Request) -> Option | None:
    """Return what picks up the nearest weapon that lies within reach, for one who has nothing left to use."""
    for tool in request.view.lying:
        option = PickUp(weapon=tool.name)
        if request.legal(option) is None:
            return noted(request, option, "has nothing else to fight with")
    return None
