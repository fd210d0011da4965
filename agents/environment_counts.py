"""What a learner is shown of a view of counts (see `agents.environment_views`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from agents.base import closing_speed
from agents.features import Feature, clip, share
from agents.tools import usable

if TYPE_CHECKING:
    from engine.system import Request

_PHASES = ("declared", "windup", "committed", "couched", "working", "up")

_COMING = frozenset({"declared", "windup", "committed"})

ME = (
    Feature("late", "how long the battle has lasted", "counts", 400.0),
    Feature("htk_lost", "hits to kill lost", "share", 1.0),
    Feature("pow_lost", "mental pool lost", "share", 1.0),
    Feature("bleeding", "what it loses a minute", "HTK", 20.0),
    Feature("stunned", "it is stunned"),
    Feature("prone", "it lies"),
    Feature("def_on", "its DEF is on"),
    Feature("speed_points", "speed points left", "points", 10.0),
    Feature("armed", "it has something usable in hand"),
    Feature("reach", "the best distance of its first weapon", "feet", 10.0),
    Feature("mode_in", "its mode is offensive"),
    Feature("mode_out", "its mode is defensive"),
    Feature("mode_static", "its mode is static or locked"),
    *[Feature(f"is_{phase}", f"what is under way is in the phase `{phase}`") for phase in _PHASES],
    Feature("lands", "how long until what is under way lands or is up", "counts", 20.0),
    Feature("foes", "opponents that can fight", "opponents", 8.0),
    Feature("friends", "friends that can fight", "friends", 8.0),
)
"""Of the fighter itself."""

FOE = (
    Feature("there", "there is such an opponent"),
    Feature("far", "its distance", "feet", 30.0),
    Feature("gap", "how much farther it is than the own weapon's best distance", "feet", 10.0),
    Feature("comes", "how fast both come closer; below 0: part", "feet a count", 8.0),
    Feature("in_sight", "no wall hides it"),
    Feature("stunned", "it is stunned"),
    Feature("prone", "it lies"),
    Feature("hurt", "it has a wound that bleeds"),
    Feature("reach", "the best distance of the longest weapon it holds", "feet", 10.0),
    Feature("chance", "that a blow with the own first weapon hits as things stand", "chance", 1.0),
    Feature("couched", "it is seen to hold a couched weapon"),
    Feature("strikes", "a blow or shot of it that was noticed"),
    Feature("at_me", "such a one at this fighter"),
    Feature("lands", "how long until that lands", "counts", 20.0),
)
"""Of each of the nearest opponents."""

FRIEND = (
    Feature("there", "there is such a friend"),
    Feature("far", "its distance", "feet", 30.0),
    Feature("hurt", "it has a wound that bleeds"),
    Feature("down", "it lies or is stunned"),
)
"""Of each of the nearest friends."""


def me(request: Request) -> Mapping[str, float]:
    """Return what is told of the fighter itself."""
    view, own = request.view, request.view.me
    tools = usable(own)
    found = {
        "late": share(request.t, 400.0), "htk_lost": share(own.htk_lost, own.htk), "pow_lost": share(own.pow_lost, own.pow),
        "bleeding": share(own.bleeding, 20.0), "stunned": own.stunned, "prone": own.prone, "def_on": own.def_on,
        "speed_points": share(own.speed_points, 10.0), "armed": bool(tools),
        "reach": share(tools[0].optimal, 10.0) if tools else 0.0,
        "mode_in": own.mode == "offensive", "mode_out": own.mode == "defensive",
        "mode_static": own.mode in ("static", "locked"),
        "foes": share(len(view.foes), 8.0), "friends": share(len(view.friends), 8.0),
    }  # fmt: skip
    if own.action is not None:
        found[f"is_{own.action.phase}"] = 1.0
        found["lands"] = share(own.action.impact - request.t, 20.0)
    return found


def foe(view: Any, one: Any) -> Mapping[str, float]:
    """Return what is told of an opponent."""
    own, action = view.me, one.action
    tools = usable(own)
    found = {
        "there": 1.0, "far": share(one.distance, 30.0), "comes": clip(closing_speed(own, one) / 8.0),
        "in_sight": one.in_sight, "stunned": one.stunned, "prone": one.prone, "hurt": one.hurt,
        "reach": share(one.reach, 10.0), "couched": one.posture == "couched",
    }  # fmt: skip
    if tools:
        found["gap"] = clip((one.distance - tools[0].optimal) / 10.0)
        found["chance"] = share(view.chance(one.name, tools[0].name), 100.0)
    if action is not None and action.kind in ("attack", "release", "fire") and action.phase in _COMING:
        found |= {"strikes": 1.0, "at_me": action.target == own.name, "lands": share(action.impact - view.t, 20.0)}
    return found


def friend(view: Any, one: Any) -> Mapping[str, float]:
    """Return what is told of a friend."""
    return {"there": 1.0, "far": share(one.distance, 30.0), "hurt": one.hurt, "down": one.prone or one.stunned}


def told(view: Any) -> list[str]:
    """Return in words what the fighter knows."""
    own = view.me
    held = " and ".join(tool.name for tool in own.weapons) or "nothing"
    lines = [f"itself: HTK {own.htk - own.htk_lost} of {own.htk}, {held} in hand, {own.mode}, {own.posture}{_doing(own.action)}"]
    for mark, shown in (("foe", view.foes), ("friend", view.friends)):
        for one in shown:
            holds = " and ".join(tool.name for tool in one.weapons) or "nothing"
            sight = "" if one.in_sight else ", out of sight"
            lines.append(f"{mark} {one.name}: at {one.distance:g} ft with {holds}, {one.posture}{_doing(one.action)}{sight}")
    return lines


def _doing(action: Any) -> str:
    if action is None:
        return ""
    whom = f" on {action.target}" if action.target else ""
    return f"; {action.kind}{whom}, {action.phase}, lands {action.impact:.12g}"
